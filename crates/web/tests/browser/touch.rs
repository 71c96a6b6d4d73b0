//! The board, by finger, on a small phone.

use crate::page::{Page, Screen};

#[test]
fn a_whole_game_by_touch() {
    let page = Page::on(Screen::Phone, "/");
    page.tap(".options > summary");
    page.tap(".start [data-value='5x5']");
    page.tap(".start [data-value=here]");
    page.tap("#play");
    page.wait_for_turn();
    page.tap_on("c2");
    page.wait_for_moves(1);
    // A wall is shown first; the same tap again places it.
    page.tap_on("a3h");
    page.wait_for_some(".ghost-wall.held");
    page.wait_for_text("#status", "a3h");
    assert_eq!(page.moves().len(), 1);
    page.tap_on("a3h");
    page.wait_for_moves(2);
    // Or a button does, after it was turned.
    page.tap_on("d3h");
    page.wait_for_text("#status", "d3h");
    page.tap("#turn-wall");
    page.wait_for_text("#status", "d3v");
    page.tap("#place-wall");
    page.wait_for_moves(3);
    // Or it is cancelled.
    page.tap_on("b1h");
    page.wait_for_text("#status", "b1h");
    page.tap("#cancel-wall");
    page.wait_for_none(".ghost-wall");
    for (count, square) in [(4, "c4"), (5, "c3"), (6, "c2"), (7, "c4"), (8, "c1")] {
        page.tap_on(square);
        page.wait_for_moves(count);
    }
    page.wait_for_text("#result", "North wins");
    assert_eq!(page.moves(), ["c2", "a3h", "d3v", "c4", "c3", "c2", "c4", "c1"]);
}

#[test]
fn an_illegal_wall_cannot_be_confirmed() {
    let page = Page::on(Screen::Phone, "/");
    page.tap(".start [data-value=here]");
    page.tap("#play");
    page.wait_for_turn();
    page.tap_on("e5h");
    page.wait_for_text("#status", "e5h");
    page.tap("#place-wall");
    page.wait_for_moves(1);
    page.wait_for_turn();
    page.tap_on("e5v");
    page.wait_for_text("#status", "Walls cannot cross.");
    assert_eq!(page.evaluate("document.querySelector('#place-wall').disabled"), true);
}

#[test]
fn nothing_is_too_small_for_a_thumb_or_off_the_screen() {
    let page = Page::on(Screen::Phone, "/");
    let small = "[...document.querySelectorAll('#view button, #view a.button, #view \
                 select')].filter((each) => each.getClientRects().length)
        .filter((each) => each.getBoundingClientRect().height < 36 && \
                 !each.classList.contains('move')).map((each) => each.outerHTML)";
    // The window of a phone grows with a page that is too wide; its screen does not.
    let wide = "document.documentElement.scrollWidth > screen.width";
    for path in ["/", "/learn", "/learn/step", "/watch", "/games", "/analysis"] {
        page.go(path);
        page.wait_for_some("#view button");
        assert_eq!(page.evaluate(small), serde_json::json!([]), "{path}");
        assert_eq!(page.evaluate(wide), false, "{path}");
    }
    page.go("/");
    page.tap("#play");
    page.wait_for_turn();
    assert_eq!(page.evaluate(small), serde_json::json!([]));
    assert_eq!(page.evaluate(wide), false);
    // Long names are cut off.
    page.watch("glendenning-2005", "respall-2018:simulations=100");
    page.wait_for_moves(2);
    assert_eq!(page.evaluate(small), serde_json::json!([]));
    assert_eq!(page.evaluate(wide), false);
    // From one square to the next, and so from one slot to the next.
    let pitch = page.spot("b1").0 - page.spot("a1").0;
    assert!(pitch > 34.0, "{pitch}");
}
