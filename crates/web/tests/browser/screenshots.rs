//! Pictures of the pages, to be looked at.

use std::fs;
use std::path::Path;

use crate::page::{Page, Screen};
use crate::server::TestServer;

fn keep(page: &Page, name: &str) {
    page.wait_for("document.getAnimations().every((animation) => animation.effect.getTiming().iterations === Infinity || animation.playState !== 'running')");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("screenshots");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(format!("{name}.png"));
    fs::write(&path, page.screenshot()).expect("a file");
    println!("{}", path.display());
}

/// A game in the middle: Glendenning's example of 2005, before its last moves.
const MIDDLE: &str =
    "/analysis?position=c3%20a3%20e3%20g3%20e4%20e6%20d5%20/%20c4%20f4%20f6%20d7%20/%20d5%20d7%20/%204%205%20/%201";

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
        page.wait_for("document.querySelectorAll('#lines li').length === 3 && /depth ([5-9]|1\\d)/.test(document.querySelector('#engine-figures').textContent)");
        keep(&page, &format!("{name}-analysis"));
        page.click("#engine");
        page.click("#heat");
        page.wait_for("document.querySelectorAll('.hot-wall').length > 0");
        keep(&page, &format!("{name}-heat"));
        page.click("#play-on");
        page.wait_for("location.pathname.startsWith('/play/') && document.querySelector('#engine') === null");
        page.wait_for_turn();
        match screen {
            Screen::Desktop => page.hover("h2h"),
            Screen::Phone => page.tap_on("h2h"),
        }
        page.wait_for("document.querySelector('.path.before') !== null");
        keep(&page, &format!("{name}-game"));
    }
}
