//! How fast pages appear, and that nothing on them jumps: Chromium's own measurements.

use serde_json::Value;

use crate::page::{Page, Screen};
use crate::screenshots::keep;
use crate::server::TestServer;

/// Notes layout shifts (also those that follow an input, which Chromium leaves out of its score)
/// and tasks that block the page for more than 50 ms.
const OBSERVE: &str = "window.shifted = 0; window.moved = []; window.blocked = 0;
  new PerformanceObserver((list) => { for (const { value, sources } of list.getEntries()) {
    window.shifted += value;
    for (const { node, previousRect: from, currentRect: to } of sources)
      window.moved.push(`${node?.nodeName}.${node?.className} ${from.x},${from.y} ${to.x},${to.y}`);
  } }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => { for (const { duration } of list.getEntries())
    window.blocked += duration - 50; }).observe({ type: 'longtask', buffered: true });";

const MEASURED: &str = "[Math.round(performance.getEntriesByName('first-contentful-paint')[0]\
     .startTime), Math.round(window.blocked), window.shifted]";

fn row(name: &str, page: &Page) {
    page.settle();
    page.wait_for("performance.getEntriesByName('first-contentful-paint').length > 0");
    let [paint, blocked, shifted] = match page.evaluate(MEASURED) {
        Value::Array(numbers) => <[Value; 3]>::try_from(numbers).expect("three numbers"),
        other => panic!("{other}"),
    };
    println!("| {name} | {paint} ms | {blocked} ms | {shifted} |");
    assert_eq!(shifted.as_f64(), Some(0.0), "{name}: {}", page.evaluate("window.moved"));
}

/// `cargo xtask page metrics` runs this. Only the shifts are asserted: times depend on the machine.
#[test]
#[ignore = "measures every page for docs/speed.md"]
fn first_paint_blocking_time_and_layout_shift() {
    let server = TestServer::start();
    println!("| page | first paint | blocked | layout shift |\n|---|---|---|---|");
    for (screen, width) in [(Screen::Wide, "1440"), (Screen::Phone, "360")] {
        for (path, name) in [
            ("/", "start"),
            ("/learn", "learn"),
            ("/learn/step", "lesson"),
            ("/puzzles", "puzzles"),
            ("/puzzles/54ea2640", "puzzle"),
            ("/studies", "studies"),
            ("/watch", "watch"),
            ("/games", "games"),
            ("/analysis", "analysis"),
        ] {
            // Each in a window of its own: nothing is in its cache.
            let page = Page::blank(&server, screen);
            page.before_every_page(OBSERVE);
            page.go(path);
            page.wait_for_some("#view button");
            page.evaluate("new Promise((done) => setTimeout(() => done(null), 500))");
            row(&format!("{name}, {width} pixels"), &page);
        }
    }
    let page = Page::open(&server, Screen::Wide, "/");
    page.before_every_page(OBSERVE);
    page.begin(&["5x5", "here"]);
    let game = page.evaluate("location.pathname");
    page.go(game.as_str().expect("a path"));
    page.wait_for_turn();
    for (count, mv) in ["c2", "c4", "a1h", "d4v", "c3", "b4", "c4", "b3", "c5"].iter().enumerate() {
        page.wait_for_turn();
        page.hover(mv);
        page.click_on(mv);
        page.wait_for_moves(count + 1);
    }
    page.wait_for_some("#result");
    row("a whole game, 1440 pixels", &page);
    for (screen, width) in [(Screen::Wide, "1440"), (Screen::Phone, "360")] {
        let host = Page::blank(&server, screen);
        host.before_every_page(OBSERVE);
        host.go("/");
        host.begin(&["friend"]);
        let game = host.evaluate("location.pathname");
        host.go(game.as_str().expect("a path"));
        let link = host.friend_link();
        let guest = Page::open(&server, screen, &link);
        host.wait_for_none(".friend");
        host.wait_for_turn();
        host.click_on("e2");
        guest.wait_for_turn();
        row(&format!("a friend comes, {width} pixels"), &host);
    }
}

/// Notes when the game can be played: the page has its form, for which the module has answered.
const USABLE: &str = "window.usable = 0; new MutationObserver(() => {
    if (!window.usable && document.querySelector('#play')) window.usable = performance.now(); })
  .observe(document, { childList: true, subtree: true });";

/// `cargo xtask site --metrics` runs this: how fast the static site is there, on a first visit and
/// on a later one, from a file server that does not compress, and pictures of it.
#[test]
#[ignore = "measures the site for docs/speed.md"]
fn the_site_is_usable_at_once() {
    let server = TestServer::start();
    let page_row = |name: &str, page: &Page, usable: &str| {
        row(&format!("{name} | {usable}"), page);
    };
    println!("| page | usable | first paint | blocked | layout shift |\n|---|---|---|---|---|");
    for (screen, width) in [(Screen::Wide, "1440"), (Screen::Phone, "360")] {
        let page = Page::new(&server, screen);
        page.before_every_page(OBSERVE);
        page.before_every_page(USABLE);
        for visit in ["first", "second"] {
            page.go("/");
            page.wait_for("window.usable > 0");
            let usable = page.evaluate("Math.round(window.usable)");
            page.wait_for_some(".showcase .pawn");
            page.evaluate("new Promise((done) => setTimeout(() => done(null), 500))");
            page_row(
                &format!("start, {width} pixels, {visit} visit"),
                &page,
                &format!("{usable} ms"),
            );
            page.wait_for("navigator.serviceWorker.controller !== null");
        }
        keep(&page, &format!("site-start-{width}"));
        page.choose("9x9");
        page.choose("1");
        // What was unfolded has moved the button.
        page.settle();
        page.evaluate("window.began = performance.now(); window.shifted = 0");
        page.click("#play");
        page.play("e2", 2);
        let waited = page.evaluate("Math.round(performance.now() - window.began)");
        page_row(
            &format!("from Play to the first answer of level 1, {width} pixels"),
            &page,
            &format!("{waited} ms"),
        );
        keep(&page, &format!("site-game-{width}"));
        page.go("/");
        page.begin(&["friend"]);
        page.friend_link();
        page.settle();
        keep(&page, &format!("site-friend-{width}"));
    }
}
