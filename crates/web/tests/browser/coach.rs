//! The coach: warnings before losing moves, and the moments of a game.

use serde_json::json;

use crate::page::{Page, Screen};
use crate::server::TestServer;

/// A setting of the browser that is there when the page is loaded.
const WITH_COACH: &str =
    "localStorage.setItem('quoridor.settings', JSON.stringify({ coach: true, language: 'en' }))";

/// Begins a game on one screen from a position, and opens it.
fn begin(page: &Page, position: &str, north: &str) {
    page.go("/");
    page.evaluate(&format!(
        "import(document.querySelector('script[type=module]').src.replace('app.js', \
         'lib/api.js')).then(async ({{ post }}) => {{ const made = await post('games', {{ game: \
         {{ position: '{position}' }}, seats: {{ South: {{ human: '' }}, North: {north} }} }}); \
         sessionStorage.setItem('made', JSON.stringify(made)); }})"
    ));
    page.wait_for("sessionStorage.getItem('made') !== null");
    let link = page.evaluate(
        "(() => { const made = JSON.parse(sessionStorage.getItem('made')); return \
         `/play/${made.game}#${made.tokens.South}`; })()",
    );
    page.go(link.as_str().expect("a link"));
}

/// Nobody has walls. South on e7 wins the race by running; a step aside loses it.
const RACE: &str = "- / - / e7 a4 / 0 0 / 1";

#[test]
fn a_losing_move_is_made_only_after_a_warning() {
    let server = TestServer::start();
    let page = Page::blank(&server, Screen::Desktop);
    page.go("/");
    page.evaluate(WITH_COACH);
    begin(&page, RACE, "{ computer: 'random:seed=1' }");
    page.wait_for_turn();
    page.click_on("e6");
    page.wait_for_text("#coach-warning", "This loses");
    page.wait_for_text("#coach-warning", "e6 leads away: South now has 3 steps to go");
    page.wait_for_text("#coach-warning", "e8 would have left South 1 step to go");
    assert_eq!(page.moves(), Vec::<String>::new(), "it is not made yet");
    page.click("#coach-other");
    page.wait_for("document.querySelector('#coach-warning') === null");
    page.wait_for_turn();
    page.settle();
    page.click_on("e6");
    page.wait_for("document.querySelector('#coach-anyway') !== null");
    page.click("#coach-anyway");
    page.wait_for("document.querySelector('.moves button.move')?.textContent === 'e6'");
    page.expect_no_problems();
}

#[test]
fn a_good_move_is_made_at_once_and_the_end_has_moments() {
    let server = TestServer::start();
    let page = Page::blank(&server, Screen::Desktop);
    page.go("/");
    page.evaluate(WITH_COACH);
    begin(&page, RACE, "{ computer: 'random:seed=1' }");
    page.wait_for_turn();
    page.click_on("e8");
    page.wait_for("document.querySelector('.moves button.move')?.textContent === 'e8'");
    page.wait_for_turn();
    page.settle();
    page.click_on("e9");
    page.wait_for("document.querySelector('#result') !== null");
    page.wait_for("document.querySelector('#moments') !== null");
    assert_eq!(page.evaluate("document.querySelector('#coach-warning')"), json!(null));
    page.expect_no_problems();
}

/// South is ahead by two steps and steps back twice: that loses the race, and the review says so.
#[test]
fn a_review_names_the_moments_and_draws_one() {
    let server = TestServer::start();
    let position = RACE.replace(' ', "%20");
    let page = Page::open(&server, Screen::Desktop, &format!("/analysis?position={position}"));
    for mv in ["e6", "a3", "e5", "a2", "e6", "a1"] {
        page.wait_for_turn();
        page.settle();
        page.click_on(mv);
        page.wait_for_text("#tree [aria-current]", mv);
    }
    page.click("#review-game");
    page.wait_for("document.querySelectorAll('#moments li').length >= 1");
    page.wait_for_text("#moments li", "e6 leads away: South now has 3 steps to go");
    page.click("#moments .picture");
    page.wait_for("document.querySelector('.moment-picture')?.naturalWidth > 300");
    assert_eq!(
        page.evaluate("document.querySelector('#save-svg').getAttribute('download')"),
        json!("quoridor-1-e6.svg")
    );
    page.expect_no_problems();
}
