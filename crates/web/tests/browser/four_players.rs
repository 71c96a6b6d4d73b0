//! Four players, humans and computers.

use serde_json::json;

use crate::page::{Page, Screen};

fn seat(page: &Page, seat: &str, who: &str) {
    page.evaluate(&format!(
        "(() => {{ const select = document.querySelector('.seat-choices label:has(.dot.{seat}) \
         select'); select.value = {who:?};
           select.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
    ));
}

#[test]
fn four_people_on_one_screen() {
    let page = Page::at("/");
    page.choose("four");
    page.wait_for_some(".seat-choices");
    for each in ["West", "North", "East"] {
        seat(&page, each, "human");
    }
    page.begin(&[]);
    page.wait_for_turn();
    for (count, step) in [(1, "e2"), (2, "b5"), (3, "e8"), (4, "h5"), (5, "e3h")] {
        page.click_on(step);
        page.wait_for_moves(count);
        page.wait_for_turn();
    }
    assert_eq!(page.moves(), ["e2", "b5", "e8", "h5", "e3h"]);
    assert_eq!(page.evaluate("document.querySelector('.player.active').dataset.seat"), "West");
    // A board can be looked at from every side.
    page.press("x");
    page.wait_for("document.querySelector('.bars.below .player').dataset.seat === 'West'");
}

/// After the first move nobody moves: one after the other runs out of time and is out, and the last
/// one wins. (The first one to run out of time used to end the game as a draw.)
#[test]
fn a_player_who_runs_out_of_time_is_out_and_the_others_play_on() {
    let page = Page::at("/");
    page.evaluate(
        "localStorage.setItem('quoridor.settings', JSON.stringify({ start: { board: 'four', \
         clock: 'custom', minutes: 0.02, increment: 0 } }))",
    );
    page.reload();
    page.wait_for_some(".seat-choices");
    for each in ["West", "North", "East"] {
        seat(&page, each, "human");
    }
    // The form has no so short a clock; the wish is taken as it is.
    page.evaluate("document.querySelector('#clock-minutes').removeAttribute('min')");
    page.evaluate("document.querySelector('#clock-minutes').setAttribute('step', 'any')");
    page.begin(&[]);
    page.wait_for_turn();
    page.click_on("e2");
    page.wait_for_text(".player.West .name small", "out");
    page.wait_for_text("#result", "South wins");
    for each in ["West", "North", "East"] {
        assert_eq!(page.text(&format!(".player.{each} .name small")), "out", "{each}");
    }
}

#[test]
fn a_person_among_computer_players() {
    let page = Page::on(Screen::Phone, "/");
    page.tap(".options > summary");
    page.tap(".start [data-value=four]");
    page.wait_for_some(".seat-choices");
    seat(&page, "North", "random");
    page.tap("#play");
    page.wait_for_turn();
    page.tap_on("e2");
    page.wait_for_moves(4);
    page.wait_for_turn();
    assert_eq!(page.evaluate("document.querySelectorAll('.player').length"), json!(4));
}
