//! The analysis board.

use serde_json::json;

use crate::page::{Page, Screen};
use crate::site;

/// Puts a text into the field for texts and imports it.
fn import(page: &Page, text: &str) {
    page.click("#tab-text");
    page.evaluate(&format!("document.querySelector('#text').value = {text:?}"));
    page.click("#import");
}

fn shown(page: &Page) -> serde_json::Value {
    page.evaluate(
        "[...document.querySelectorAll('#tree button.move')].map((move) => move.textContent)",
    )
}

#[test]
fn best_lines_appear_and_go_away() {
    let page = Page::at("/analysis");
    page.click("#engine");
    page.wait_for_count("#lines li", 3);
    page.wait_for("document.querySelectorAll('.board .plan').length >= 3");
    page.wait_for(
        "/depth \\d+ · .* nodes/.test(document.querySelector('#engine-figures').textContent)",
    );
    // A move of a line, clicked, plays the line up to it; the engine goes on with the next
    // position.
    page.click("#lines li .move:nth-child(2)");
    page.wait_for("document.querySelectorAll('#tree button.move').length >= 2");
    page.wait_for_count("#lines li", 3);
    page.click("#engine");
    page.wait_for(
        "document.querySelectorAll('#lines li').length === 0 && document.querySelector('.board \
         .plan') === null",
    );
}

#[test]
fn the_heat_map_covers_every_legal_move() {
    let page = Page::at("/analysis?position=-%20/%20-%20/%20c1%20c5%20/%201%201%20/%201%20/%205x5");
    page.click("#heat");
    // Three steps, and all 32 walls, though half of them are mirror images of the other half.
    page.wait_for(
        "document.querySelectorAll('.hot-wall').length === 32 && \
         document.querySelectorAll('.hot-square').length === 3",
    );
}

#[test]
fn an_exact_endgame_says_so() {
    // Nobody has a wall left; South is one step from its goal.
    let page = Page::at("/analysis?position=-%20/%20-%20/%20a8%20i5%20/%200%200%20/%201");
    page.wait_for_text("#status", "South wins on the next move.");
    // A win that the engine proves: both have walls left.
    page.go("/analysis?position=-%20/%20-%20/%20a8%20i5%20/%203%203%20/%201");
    page.click("#engine");
    page.wait_for_text("#lines .worth", "South wins in 1");
}

#[test]
fn moves_variations_and_steps() {
    let page = Page::at("/analysis");
    import(&page, "1. e2 e8 2. e3 e7");
    page.wait_for_count("#tree button.move", 4);
    page.evaluate("document.activeElement.blur()");
    page.press("Home");
    page.wait_for_none("#tree [aria-current]");
    page.press("ArrowRight");
    page.wait_for_text("#tree [aria-current]", "e2");
    page.wait_for_turn();
    page.click_on("e3h");
    page.wait_for_text("#tree .variation", "e3h");
    page.press("ArrowUp");
    page.wait_for_text("#tree [aria-current]", "e8");
    page.press("End");
    page.wait_for_text("#tree [aria-current]", "e7");
    page.press("ArrowLeft");
    page.wait_for_text("#tree [aria-current]", "e3");
}

#[test]
fn import_export_and_a_link_with_the_whole_game() {
    let page = Page::at("/analysis");
    import(&page, "1. e2 {first} e8 ( 1... e8h ) 2. e3 *");
    page.wait_for_count("#tree button.move", 4);
    page.wait_for_text("#tree .comment", "first");
    page.evaluate("document.querySelector('#format').value = 'glendenning'");
    page.click("#export");
    page.wait_for("document.querySelector('#text').value.includes('e8 e2')");
    page.click("#share");
    page.wait_for("document.querySelector('#text').value.includes('/analysis#game=')");
    let link = page.evaluate(
        "new URL(document.querySelector('#text').value).pathname + new \
         URL(document.querySelector('#text').value).hash",
    );

    let friend = page.beside(Screen::Desktop, link.as_str().expect("a link"));
    friend.wait_for_count("#tree button.move", 4);
    assert_eq!(shown(&friend), json!(["e2", "e8", "e8h", "e3"]));
    friend.wait_for_text("#tree .comment", "first");

    // A text that is nothing is refused in words; that the browser notes the refusal is no problem
    // of the page.
    page.expect_no_problems();
    import(&page, "nonsense");
    page.wait_for("document.querySelector('#import-problem').textContent.length > 10");
    page.forget_problems();
}

#[test]
fn a_game_is_reviewed_and_learned_from() {
    let page = Page::at("/analysis");
    // South could win at once and steps back: a mistake, whatever the network thinks of the rest.
    import(&page, "1. e2 d9 2. e3 d8 3. e4 d7 4. e5 d6 5. e6 d5 6. e7 d4 7. e8 d3 8. e7 d2");
    page.wait_for_count("#tree button.move", 16);
    page.click("#review-game");
    page.wait_for_some(".accuracy");
    page.wait_for_some(".graph");
    page.wait_for_some(".learn");
    page.click(".learn");
    page.wait_for_text("#lesson", "Find a better move.");
    page.wait_for_some("#lesson button");
    page.click("#lesson button");
    page.wait_for_text("#lesson", "The best move is");
    // The answer is drawn.
    page.wait_for_some(".plan.hint");
}

#[test]
fn a_position_is_set_up() {
    let page = Page::at("/analysis");
    page.click("#edit");
    page.wait_for_text("#setup-report", "This position is legal.");
    page.click_on("c3h");
    page.wait_for_count(".walls .wall", 1);
    page.click_on("c3v");
    page.wait_for_text("#setup-report .problems", "cross");
    page.click_on("c3v");
    page.wait_for_text("#setup-report", "This position is legal.");
    page.click_on("e5");
    page.wait_for_text("#setup-report", "This position is legal.");
    page.click("#use-setup");
    for words in ["South on e5", "Walls: c3h."] {
        page.wait_for(&format!(
            "document.querySelector('.board').getAttribute('aria-label').includes({words:?})"
        ));
    }
}

#[test]
fn played_games_are_listed_opened_and_explored() {
    let page = Page::at("/");
    page.begin(&["9x9", "here"]);
    page.play("e2", 1);
    page.resign();
    page.wait_for_some("#result");
    page.go("/games");
    page.click(".game-list tbody a");
    page.wait_for_count("#tree button.move", 1);
    page.wait_for_text(".explorer", "Reached in 1 game.");
    page.wait_for_text(".explorer table", "e2");
}

/// A game of 14 moves that was reviewed.
fn reviewed() -> Page {
    let page = Page::at("/analysis");
    import(&page, "1. e2 d9 2. e3 c9 3. e4 b9 4. e5 a9 5. e6 b9 6. e7 c9 7. e8 d9");
    page.wait_for_count("#tree button.move", 14);
    page.click("#review-game");
    page.wait_for_some(".accuracy");
    page
}

#[test]
fn the_review_is_in_view_and_stays_with_the_game() {
    let page = reviewed();
    page.evaluate("scrollTo(0, 0)");
    let low = page.evaluate("document.querySelector('.accuracy').getBoundingClientRect().bottom");
    assert!(low.as_f64().is_some_and(|low| low < 800.0), "{low}");
    // The board stays in view while one scrolls.
    page.evaluate("scrollTo(0, 400)");
    page.settle();
    let top = page.evaluate("document.querySelector('.board').getBoundingClientRect().top");
    assert!(top.as_f64().is_some_and(|top| top >= 0.0), "{top}");
    page.reload();
    page.wait_for_some(".accuracy");
}

/// The server has it: another browser sees it at once. On the site another tab does.
#[test]
fn a_review_is_saved_with_the_game() {
    let page = Page::at("/");
    page.begin(&["9x9", "here"]);
    for (count, mv) in ["e2", "e8", "e3", "e7"].iter().enumerate() {
        page.play(mv, count + 1);
    }
    page.wait_for_turn();
    page.resign();
    // The button is there before the end as well, without a review.
    page.wait_for_some("#result");
    page.settle();
    page.click("#analyse");
    page.wait_for_some(".accuracy");
    let accuracy = page.text(".accuracy");
    let id = page.evaluate("new URLSearchParams(location.search).get('store')");
    let address = format!("/analysis?store={}", id.as_str().expect("a game"));
    page.wait_for_kept_review(id.as_str().expect("a game"));
    let other = if site::folder().is_some() {
        let tab = page.another_tab();
        tab.go(&address);
        tab
    } else {
        page.beside(Screen::Desktop, &address)
    };
    other.wait_for_some(".accuracy");
    assert_eq!(other.text(".accuracy"), accuracy);
}

#[test]
fn a_reload_loses_no_analysis() {
    let page = Page::at("/analysis");
    import(&page, "1. e2 {first} e8 ( 1... e8h ) 2. e3 *");
    page.wait_for_count("#tree button.move", 4);
    page.evaluate("document.activeElement.blur()");
    page.press("ArrowLeft");
    page.wait_for_text("#tree [aria-current]", "e8");
    page.reload();
    page.wait_for_count("#tree button.move", 4);
    page.wait_for_text("#tree [aria-current]", "e8");
    page.wait_for_text("#tree .comment", "first");
}

#[test]
fn a_line_is_shown_whole_and_its_moves_on_hovering() {
    let page = Page::at("/analysis");
    page.click("#engine");
    page.wait_for("document.querySelectorAll('#lines li:first-child .move').length >= 3");
    page.wait_for("/%|wins in/.test(document.querySelector('#lines .worth').textContent)");
    let cut = "(() => { const box = document.querySelector('.lines-box').getBoundingClientRect(); \
               return [...document.querySelectorAll('#lines li:first-child .move')].filter((move) \
               => { const { right, bottom } = move.getBoundingClientRect(); return right > \
               box.right || bottom > box.bottom; }).length; })()";
    assert_eq!(page.evaluate(cut), 0);
    let place = page.middle_of("#lines li:first-child .move:nth-child(2)");
    let before = page.evaluate(
        "document.querySelector('.pawn.North').style.transform + \
         document.querySelectorAll('.walls .wall').length",
    );
    page.point_at(place);
    page.wait_for(&format!(
        "document.querySelector('.pawn.North').style.transform + \
         document.querySelectorAll('.walls .wall').length !== {before}"
    ));
    page.point_at((5.0, 5.0));
    page.wait_for(&format!(
        "document.querySelector('.pawn.North').style.transform + \
         document.querySelectorAll('.walls .wall').length === {before}"
    ));
}

/// A wall that an engine plans has a dashed edge and a number; one that stands there has neither.
/// Watching bots shows the same.
#[test]
fn planned_walls_do_not_look_like_placed_ones() {
    // The walls of Glendenning's example of 2005; South's best moves are walls.
    let page = Page::at(
        "/analysis?position=c3%20a3%20e3%20g3%20e4%20e6%20d5%20/%20c4%20f4%20f6%20d7%20/%20d5%20\
         d7%20/%204%205%20/%201",
    );
    page.click("#engine");
    page.wait_for_some(".board rect.plan");
    let dashes = |selector: &str| {
        page.evaluate(&format!(
            "getComputedStyle(document.querySelector({selector:?})).strokeDasharray"
        ))
    };
    assert_ne!(dashes(".board rect.plan"), "none");
    assert_eq!(dashes(".board .walls .wall"), "none");
}

#[test]
fn monte_carlo_players_have_several_lines() {
    let page = Page::at("/analysis");
    page.evaluate(
        "(() => { const select = document.querySelector('#engine-player'); select.value \
         = 'respall-2018'; select.dispatchEvent(new Event('change')); })()",
    );
    page.click("#engine");
    page.wait_for_count("#lines li", 3);
}

#[test]
fn the_heat_map_has_numbers_and_a_legend() {
    let page = Page::at("/analysis");
    page.click("#heat");
    page.wait_for("document.querySelectorAll('.hot-number').length >= 3");
    page.wait_for_some(".heat-legend:not([hidden])");
    page.wait_for_text(".heat-legend", "3 steps worse or more");
}

/// The policy: all its moves of note with their shares, and the network's value. One map at a time.
#[test]
fn the_policy_is_a_map_too() {
    let page = Page::at("/analysis");
    page.click("#heat");
    page.wait_for("document.querySelectorAll('.hot-number').length >= 3");
    page.click("#policy");
    page.wait_for("/%$/.test(document.querySelector('.hot-number')?.textContent)");
    page.wait_for("/^Network: South \\d+ %$/.test(document.querySelector('.chance').textContent)");
    page.wait_for_text(".heat-legend", "likeliest");
    page.wait_for("document.querySelector('#heat').getAttribute('aria-pressed') === 'false'");
    page.click("#policy");
    page.wait_for("document.querySelector('.heat-legend').hidden");
    // The network knows one board.
    let page = page.beside(
        Screen::Desktop,
        "/analysis?position=-%20/%20-%20/%20c1%20c5%20/%201%201%20/%201%20/%205x5",
    );
    page.wait_for("document.querySelector('#policy').disabled");
}

#[test]
fn two_engines_show_their_lines_together() {
    let page = Page::at("/analysis");
    page.evaluate(
        "(() => { const select = document.querySelector('#second-player'); select.value \
         = 'alphabeta'; select.dispatchEvent(new Event('change')); })()",
    );
    page.click("#engine");
    page.wait_for_count("#lines li", 3);
    page.wait_for_count("#second-lines li", 3);
    // One of them thinks in steps, but together they have one unit.
    for list in ["#lines", "#second-lines"] {
        page.wait_for(&format!(
            "/%|wins in/.test(document.querySelector('{list} .worth').textContent)"
        ));
    }
    page.wait_for_text("#second-name", "Alpha-beta");
    page.click("#engine");
    page.wait_for("document.querySelector('#second-name').hidden");
}

#[test]
fn an_illegal_wall_shows_no_paths() {
    let page = Page::at("/analysis?moves=e2%20e8%20e3h");
    page.press("End");
    page.wait_for_text("#tree [aria-current]", "e3h");
    page.hover("a6h");
    page.wait_for_some(".path");
    page.hover("e3v");
    page.wait_for_some(".ghost-wall.illegal");
    assert_eq!(page.evaluate("document.querySelectorAll('.path').length"), 0);
}
