//! Pictures of every page, for docs/web.md and to be looked at.

use std::path::Path;
use std::{env, fs};

use crate::page::{Page, Screen};
use crate::server::TestServer;

/// Small files, sharp enough to judge a layout.
const QUALITY: u8 = 40;

/// A game in the middle: Glendenning's example of 2005, before its last moves.
const MIDDLE: &str = "/analysis?position=c3%20a3%20e3%20g3%20e4%20e6%20d5%20/\
                      %20c4%20f4%20f6%20d7%20/%20d5%20d7%20/%204%205%20/%201";

/// The moves of the game that is played, reviewed and listed.
const MOVES: [&str; 13] =
    ["e2", "e8", "e3", "e7", "e4", "e6", "d6h", "e4v", "e5", "d6", "e6", "c6", "f6"];

const SCREENS: [(Screen, &str); 3] =
    [(Screen::Wide, "1440"), (Screen::Narrow, "1024"), (Screen::Phone, "360")];

/// Writes a picture into the folder that `QUORIDOR_PICTURES` names.
pub(crate) fn keep(page: &Page, name: &str) {
    // What was just clicked begins to move in the next frame.
    page.settle();
    page.wait_for(
        "document.getAnimations().every((animation) => \
         animation.effect.getTiming().iterations === Infinity || animation.playState !== \
         'running')",
    );
    page.settle();
    let usual = || Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    let folder = env::var_os("QUORIDOR_PICTURES").map_or_else(usual, Into::into);
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(format!("{name}.webp"));
    fs::write(&path, page.screenshot(QUALITY)).expect("a file");
    println!("{}", path.display());
}

/// `cargo xtask page screenshots` runs this.
#[test]
#[ignore = "makes pictures for people"]
fn pictures_of_every_page() {
    let public = Some("http://192.168.1.7:8717".parse().expect("an address"));
    let config = quoridor_web::Config { public, ..quoridor_web::Config::new(2) };
    let server = TestServer::with(config);
    for (screen, width) in SCREENS {
        for dark in [false, true] {
            let colours = if dark { "dark" } else { "light" };
            let page = Page::open(&server, screen, "/");
            if dark {
                page.prefer_dark();
            }
            let take = |name: &str| keep(&page, &format!("{name}-{width}-{colours}"));
            start_and_friend(&page, &take);
            game_and_review(&page, screen, &take);
            analysis(&page, &take);
            others(&page, &take);
        }
    }
}

fn start_and_friend(page: &Page, take: &dyn Fn(&str)) {
    page.wait_for_some("#play");
    take("start");
    page.begin(&["friend"]);
    page.wait_for_some(".friend .qr");
    take("friend");
}

/// A game on one screen, with a wall that is pointed at; then its end, and its review.
fn game_and_review(page: &Page, screen: Screen, take: &dyn Fn(&str)) {
    page.go("/");
    page.begin(&["9x9", "here"]);
    for (count, mv) in MOVES.iter().enumerate() {
        page.wait_for_turn();
        page.evaluate("document.querySelector('#typed-move').focus()");
        page.type_text(mv);
        page.press("Enter");
        page.wait_for_moves(count + 1);
    }
    page.evaluate("document.activeElement.blur()");
    page.wait_for_turn();
    page.evaluate("scrollTo(0, 0)");
    match screen {
        Screen::Phone => page.tap_on("f6h"),
        _ => page.hover("f6h"),
    }
    page.wait_for_some(".path.before");
    take("game");
    page.press("Escape");
    page.resign();
    page.wait_for_some("#result");
    page.click("#analyse");
    page.wait_for_some(".accuracy");
    page.click(".deciding .move");
    page.evaluate("scrollTo(0, 0)");
    take("review");
}

/// The best lines, and the heat map.
fn analysis(page: &Page, take: &dyn Fn(&str)) {
    page.go(MIDDLE);
    page.click("#engine");
    page.wait_for(
        "document.querySelectorAll('#lines li').length === 3 && /depth \
         ([5-9]|1\\d)/.test(document.querySelector('#engine-figures').textContent)",
    );
    take("analysis");
    page.click("#engine");
    page.click("#heat");
    page.wait_for("document.querySelectorAll('.hot-wall').length > 0");
    page.evaluate("scrollTo(0, 0)");
    take("heat-map");
}

fn others(page: &Page, take: &dyn Fn(&str)) {
    for (path, name) in [
        ("/learn", "learn"),
        ("/learn/step", "lesson"),
        ("/puzzles", "puzzles"),
        ("/puzzles/54ea2640", "puzzle"),
    ] {
        page.go(path);
        page.wait_until_shown();
        take(name);
    }
    page.open_study();
    page.evaluate(
        "document.querySelector('.study, .chapters')?.scrollIntoView({ block: 'center' })",
    );
    take("study");
    page.go("/studies");
    page.wait_for_some(".studies li");
    take("studies");
    page.go("/analysis?moves=e2%20e8%20e3%20e7%20e4%20e6");
    page.wait_for_some(".explorer tbody tr");
    page.evaluate("document.querySelector('.explorer').scrollIntoView({ block: 'end' })");
    take("explorer");
    page.go("/games");
    page.wait_for_some(".game-list tbody td");
    take("games");
    page.watch("glendenning-2005", "respall-2018:simulations=2000");
    page.wait_for_moves(7);
    page.click("#pause");
    page.wait_for_some("#resume");
    page.evaluate("scrollTo(0, 0)");
    take("watch");
    page.go("/");
    page.wait_for_some("#play");
    page.click("#settings-button");
    take("settings");
}
