//! Nothing moves that one has not moved oneself, and nothing is too wide.

use quoridor_web::Config;
use serde_json::json;

use crate::page::{PATHS, Page, Screen};
use crate::server::TestServer;
use crate::site;

/// Begins to note how far things jump. Chromium leaves out what follows an input within half a
/// second; here it counts as well.
const WATCH: &str = "void (window.shifts = [], new PerformanceObserver((list) => { for (const { \
                     value, sources } of list.getEntries())
    window.shifts.push([value, ...sources.map(({ node }) => node?.parentElement?.className + ' > ' \
                     + (node?.className || node?.nodeName))]); }).observe({ type: 'layout-shift' \
                     }))";

#[test]
fn nothing_moves_during_a_whole_game() {
    let page = Page::at("/");
    page.begin(&["9x9", "here", "5+3"]);
    page.wait_for_turn();
    page.settle();
    page.evaluate(WATCH);
    let moves = [
        "e2", "e8", "e3", "e7", "c3h", "f6v", "e4", "d7", "a1h", "c7", "e5", "c6", "g7v", "c5",
        "e6", "b5", "e7", "b4", "e8", "a4",
    ];
    // The tip follows a wall that is carried along a groove.
    for wall in ["b4h", "c4h", "d4h", "e4h"] {
        page.hover(wall);
        page.wait_for_text("#status", wall);
        page.settle();
    }
    for (count, mv) in moves.iter().enumerate() {
        page.hover(mv);
        page.click_on(mv);
        page.wait_for_moves(count + 1);
        page.wait_for_turn();
    }
    page.press("PageUp");
    page.wait_for_text("#status", "Viewing move");
    page.press("Escape");
    page.wait_for_turn();
    page.click_on("e9");
    page.wait_for_some("#result");
    page.settle();
    assert_eq!(page.evaluate("window.shifts"), json!([]));
}

#[test]
fn nothing_moves_during_a_game_on_a_phone() {
    let page = Page::on(Screen::Phone, "/");
    page.begin(&["5x5", "here"]);
    page.wait_for_turn();
    page.settle();
    page.evaluate(WATCH);
    for (count, mv) in ["c2", "c4", "a1h", "d4v", "c3", "b4", "c4", "b3"].iter().enumerate() {
        page.tap_on(mv);
        if mv.len() == 3 {
            page.wait_for_some(".ghost-wall.held");
            page.tap("#place-wall");
        }
        page.wait_for_moves(count + 1);
        page.wait_for_turn();
    }
    page.tap_on("c5");
    page.wait_for_some("#result");
    page.settle();
    assert_eq!(page.evaluate("window.shifts"), json!([]));
}

#[test]
fn the_engine_starts_without_pushing_anything() {
    let page = Page::at("/analysis");
    page.wait_for("document.querySelector('.explorer p')?.textContent !== '…'");
    let place = "document.querySelector('#tree').getBoundingClientRect().top";
    let before = page.evaluate(place);
    page.click("#engine");
    page.wait_for_count("#lines li", 3);
    page.wait_for("/depth \\d+/.test(document.querySelector('#engine-figures').textContent)");
    assert_eq!(page.evaluate(place), before);
    page.click("#engine");
    page.wait_for_none("#lines li");
    assert_eq!(page.evaluate(place), before);
}

/// Two friends: one waits with a link, the other comes, plays, goes and comes back. Neither page
/// moves, from its first paint on.
fn nothing_moves_between_friends(screen: Screen) {
    let server = TestServer::with(Config {
        public: Some("http://192.0.2.7:8717".parse().expect("an address")),
        ..Config::new(2)
    });
    let host = Page::blank(&server, screen);
    host.before_every_page(WATCH);
    host.go("/");
    host.begin(&["9x9", "friend"]);
    let game = host.evaluate("location.pathname");
    let game = game.as_str().expect("a path");
    // As it is after a reload: nothing is there before the first paint.
    host.go(game);
    host.wait_for_some(".friend .qr");
    host.settle();
    let link = host.friend_link();
    let guest = Page::blank(&server, screen);
    guest.before_every_page(WATCH);
    guest.go(&link);
    host.wait_for_none(".friend");
    for (page, mv, count) in [(&host, "e2", 1), (&guest, "e8", 2), (&host, "e3", 3)] {
        page.wait_for_turn();
        page.settle();
        page.click_on(mv);
        host.wait_for_moves(count);
    }
    host.evaluate("document.querySelector('#draw').click()");
    guest.wait_for_some(".offer");
    guest.evaluate("document.querySelector('.offer button:not(.primary)').click()");
    host.wait_for_none(".offer");
    guest.evaluate("document.querySelector('[data-greeting]').click()");
    host.wait_for_some(".said");
    host.settle();
    guest.settle();
    assert_eq!(guest.evaluate("window.shifts"), json!([]), "the guest");
    guest.expect_no_problems();
    drop(guest);
    host.wait_for_some(".friend");
    host.settle();
    let _guest = Page::open(&server, screen, &link);
    host.wait_for_none(".friend");
    host.settle();
    assert_eq!(host.evaluate("window.shifts"), json!([]), "the host");
}

#[test]
fn nothing_moves_between_friends_on_a_desktop() {
    if site::lacks("QR code of an invitation") {
        return;
    }
    nothing_moves_between_friends(Screen::Desktop);
}

#[test]
fn nothing_moves_between_friends_on_a_phone() {
    if site::lacks("QR code of an invitation") {
        return;
    }
    nothing_moves_between_friends(Screen::Phone);
}

/// A name that is being typed stays when the friend comes, and everything beside it too.
#[test]
fn a_name_is_typed_while_a_friend_comes() {
    let host = Page::at("/");
    host.begin(&["9x9", "friend"]);
    host.click(".name-form input");
    host.type_text("An");
    let guest = host.meet(Screen::Desktop);
    host.wait_for_none(".friend");
    host.click(".name-form input");
    host.press("End");
    host.type_text("n");
    host.press("Enter");
    guest.wait_for_text(".player.South .name", "Ann");
}

/// Texts that are wider than the box that they are in, or than the screen.
const CUT: &str = r"(() => {
  const cut = [];
  for (const element of document.querySelectorAll('body *')) {
    const style = getComputedStyle(element);
    const isText = (node) => node.nodeType === 3 && node.textContent.trim();
    if (!element.getClientRects().length || style.visibility === 'hidden') continue;
    if (element.closest('.for-ears, svg, option, textarea, #toasts')) continue;
    if (![...element.childNodes].some(isText)) continue;
    const range = document.createRange();
    range.selectNodeContents(element);
    const text = range.getBoundingClientRect();
    const boxes = [element.closest('button, .button'), element].filter(Boolean);
    if (style.display.startsWith('inline')) boxes.push(element.parentElement);
    const isIn = ({ left, right }) => text.left > left - 1 && text.right < right + 1;
    const isHidden = style.overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1;
    const isOutside = text.right > screen.width + 1;
    if (isHidden || isOutside || !boxes.every((box) => isIn(box.getBoundingClientRect()))) {
      cut.push(`${element.tagName}.${element.className} ${element.textContent.slice(0, 60)}`);
    }
  }
  return cut;
})()";

/// Nothing is wider than the screen of a small phone, and no text wider than its box.
fn expect_to_fit(page: &Page, what: &str) {
    page.settle();
    // The window of a phone grows with a page that is too wide; its screen does not.
    let wide = "document.documentElement.scrollWidth > screen.width";
    assert_eq!(page.evaluate(wide), false, "{what} is too wide");
    assert_eq!(page.evaluate(CUT), json!([]), "{what}");
}

#[test]
fn everything_fits_on_a_small_phone_in_any_language() {
    let page = Page::on(Screen::Phone, "/");
    for language in ["de", "es", "en"] {
        let set = format!(
            "localStorage.setItem('quoridor.settings', JSON.stringify({{ language: '{language}', \
             start: {{ clock: '10+5' }} }}))"
        );
        page.evaluate(&set);
        for path in PATHS {
            page.go(path);
            page.wait_until_shown();
            expect_to_fit(&page, &format!("{language} {path}"));
        }
        page.open_study();
        expect_to_fit(&page, &format!("{language} study"));
        page.go("/");
        page.begin(&["9x9", "level"]);
        page.wait_for_turn();
        expect_to_fit(&page, &format!("{language} game"));
        page.tap_on("d3h");
        page.wait_for_some(".touch-buttons.shown");
        expect_to_fit(&page, &format!("{language} wall"));
        page.tap("#cancel-wall");
        page.tap("#settings-button");
        page.wait_for_some("dialog[open]");
        expect_to_fit(&page, &format!("{language} settings"));
        page.go("/");
        page.begin(&["9x9", "friend"]);
        page.friend_link();
        expect_to_fit(&page, &format!("{language} link"));
        let friend = page.meet(Screen::Phone);
        page.wait_for_none(".friend");
        expect_to_fit(&page, &format!("{language} friend"));
        page.tap("#resign");
        expect_to_fit(&page, &format!("{language} resigning"));
        page.tap("#resign");
        page.wait_for_some("#rematch");
        expect_to_fit(&page, &format!("{language} end"));
        friend.expect_no_problems();
    }
}

#[test]
fn tips_stay_on_the_board_and_toasts_off_the_status_line() {
    let page = Page::at("/");
    page.begin(&["9x9", "here"]);
    page.wait_for_turn();
    for wall in ["a1h", "h1v", "a8v", "h8h"] {
        page.hover(wall);
        page.wait_for("document.querySelector('.tip:not([hidden])')?.hasChildNodes()");
        page.settle();
        let outside = "(() => { const tip = \
                       document.querySelector('.tip').getBoundingClientRect(); const board = \
                       document.querySelector('.board-box').getBoundingClientRect();
            return tip.left < board.left - 1 || tip.right > board.right + 1; })()";
        assert_eq!(page.evaluate(outside), false, "{wall}");
    }
    page.type_text("e5");
    page.press("Enter");
    page.wait_for_some(".toast");
    let covered = "(() => { const a = document.querySelector('.toast').getBoundingClientRect(); \
                   const b = document.querySelector('#status').getBoundingClientRect();
        return a.bottom > b.top && a.top < b.bottom; })()";
    assert_eq!(page.evaluate(covered), false);
}

#[test]
fn a_key_draws_no_line_under_the_header() {
    let page = Page::at("/");
    page.begin(&["9x9", "here"]);
    page.play("e2", 1);
    page.press("p");
    page.settle();
    let outline = page.evaluate("getComputedStyle(document.querySelector('#view')).outlineStyle");
    assert_eq!(outline, "none");
}
