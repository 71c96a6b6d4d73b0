//! Pictures of the pages, to be looked at.

use std::fs;
use std::path::Path;

use crate::page::{Page, Screen};
use crate::server::TestServer;

fn keep(page: &Page, name: &str) {
    page.wait_for(
        "document.getAnimations().every((animation) => \
         animation.effect.getTiming().iterations === Infinity || animation.playState !== \
         'running')",
    );
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("screenshots");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(format!("{name}.png"));
    fs::write(&path, page.screenshot()).expect("a file");
    println!("{}", path.display());
}

/// A game in the middle: Glendenning's example of 2005, before its last moves.
const MIDDLE: &str = "/analysis?position=c3%20a3%20e3%20g3%20e4%20e6%20d5%20/\
                      %20c4%20f4%20f6%20d7%20/%20d5%20d7%20/%204%205%20/%201";

#[test]
#[ignore = "makes pictures for people"]
fn pictures_of_every_page() {
    let server = TestServer::start();
    for (screen, dark, name) in [
        (Screen::Desktop, false, "desktop"),
        (Screen::Desktop, true, "desktop-dark"),
        (Screen::Phone, false, "phone"),
        (Screen::Phone, true, "phone-dark"),
    ] {
        let page = Page::open(&server, screen, "/");
        if dark {
            page.prefer_dark();
        }
        page.wait_for("document.querySelector('#play') !== null");
        keep(&page, &format!("{name}-start"));
        page.go("/games");
        keep(&page, &format!("{name}-games"));
        page.go("/watch");
        keep(&page, &format!("{name}-watch"));
        page.go(MIDDLE);
        page.click("#engine");
        page.wait_for(
            "document.querySelectorAll('#lines li').length === 3 && /depth \
             ([5-9]|1\\d)/.test(document.querySelector('#engine-figures').textContent)",
        );
        keep(&page, &format!("{name}-analysis"));
        page.click("#engine");
        page.click("#heat");
        page.wait_for("document.querySelectorAll('.hot-wall').length > 0");
        keep(&page, &format!("{name}-heat"));
        page.click("#play-on");
        page.wait_for(
            "location.pathname.startsWith('/play/') && document.querySelector('#engine') === null",
        );
        page.wait_for_turn();
        match screen {
            Screen::Desktop => page.hover("h2h"),
            Screen::Phone => page.tap_on("h2h"),
        }
        page.wait_for("document.querySelector('.path.before') !== null");
        keep(&page, &format!("{name}-game"));
    }
}

/// Other views: a wall that would seal somebody off, four players, players that are
/// watched, a game that is looked at again.
#[test]
#[ignore = "makes pictures for people"]
fn pictures_of_a_tour() {
    let server = TestServer::start();
    for (screen, name) in [(Screen::Desktop, "desktop"), (Screen::Phone, "phone")] {
        // South stands in a corner that one wall would close.
        let page = Page::open(
            &server,
            screen,
            "/analysis?position=a2%20c2%20/%20-%20/%20b1%20e9%20/%209%209%20/%202",
        );
        page.click("#play-on");
        page.wait_for(
            "location.pathname.startsWith('/play/') && document.querySelector('#engine') === null",
        );
        page.wait_for_turn();
        match screen {
            Screen::Desktop => page.hover("d1v"),
            Screen::Phone => page.tap_on("d1v"),
        }
        page.wait_for("document.querySelector('.no-way-out') !== null");
        keep(&page, &format!("{name}-sealed"));
        page.go("/");
        page.begin(&["four"]);
        page.wait_for_turn();
        page.click_on("e2");
        page.wait_for_moves(4);
        page.wait_for_turn();
        keep(&page, &format!("{name}-four"));
        for (south, north) in
            [("glendenning-2005", "respall-2018:simulations=2000"), ("hola-2016-path", "random")]
        {
            page.watch(south, north);
            page.wait_for_moves(6);
            page.click("#pause");
            page.wait_for("document.querySelector('#resume') !== null");
            keep(&page, &format!("{name}-watching-{}", &south[..4]));
            page.click("#step");
            page.wait_for_moves(7);
            keep(&page, &format!("{name}-watching-{}-step", &south[..4]));
        }
        page.go("/");
        page.begin(&["9x9", "here"]);
        for (count, mv) in
            ["e2", "e8", "e3", "e7", "e4", "e6", "d6h", "e4v", "e5", "d6", "e6", "c6", "f6"]
                .iter()
                .enumerate()
        {
            page.wait_for_turn();
            page.click_on(mv);
            page.wait_for_moves(count + 1);
        }
        page.click("#resign");
        page.click("#resign");
        page.wait_for("document.querySelector('#result') !== null");
        keep(&page, &format!("{name}-over"));
        page.click("#analyse");
        page.wait_for("document.querySelector('.accuracy') !== null");
        keep(&page, &format!("{name}-review"));
        page.go("/games");
        page.wait_for("document.querySelector('.game-list tbody td') !== null");
        keep(&page, &format!("{name}-games-list"));
    }
}
