//! The coach: warnings before losing moves, and the moments of a game.

use serde_json::json;

use crate::page::Page;

/// A page with the coach switched on, on which South plays against a random player from a position.
fn coached(position: &str) -> Page {
    let page = Page::at("/");
    page.evaluate(
        "localStorage.setItem('quoridor.settings', JSON.stringify({ coach: true, language: 'en' \
         }))",
    );
    page.evaluate(&format!(
        "import(document.querySelector('script[type=module]').src.replace('app.js', \
         'lib/api.js')).then(async ({{ post }}) => {{ const made = await post('games', {{ game: \
         {{ position: '{position}' }}, seats: {{ South: {{ human: '' }}, North: {{ computer: \
         'random:seed=1' }} }} }}); window.link = \
         `/play/${{made.game}}#${{made.tokens.South}}`; }})"
    ));
    page.wait_for("window.link !== undefined");
    page.go(page.evaluate("window.link").as_str().expect("a link"));
    page.wait_for_turn();
    page
}

/// Nobody has walls. South on e7 wins the race by running; a step aside loses it.
const RACE: &str = "- / - / e7 a4 / 0 0 / 1";

#[test]
fn a_losing_move_is_made_only_after_a_warning() {
    let page = coached(RACE);
    page.click_on("e6");
    page.wait_for_text("#coach-warning", "This loses the game");
    page.wait_for_text("#coach-warning", "e6 leads away: you now have 3 steps to go");
    page.wait_for_text("#coach-warning", "e8 would have left you 1 step to go");
    assert_eq!(page.moves(), Vec::<String>::new(), "it is not made yet");
    page.click("#coach-other");
    page.wait_for_none("#coach-warning");
    page.wait_for_turn();
    page.settle();
    page.click_on("e6");
    page.wait_for_some("#coach-anyway");
    page.click("#coach-anyway");
    page.wait_for("document.querySelector('.moves button.move')?.textContent === 'e6'");
    // The review after the game speaks to the one who played, too.
    page.wait_for_turn();
    page.resign();
    page.wait_for_some("#result");
    page.click("#analyse");
    page.wait_for_text("#moments li", "e6 leads away: you now have 3 steps to go");
}

#[test]
fn a_good_move_is_made_at_once_and_the_end_has_moments() {
    let page = coached(RACE);
    page.click_on("e8");
    page.wait_for("document.querySelector('.moves button.move')?.textContent === 'e8'");
    page.wait_for_turn();
    page.settle();
    page.click_on("e9");
    page.wait_for_some("#result");
    page.wait_for_some("#moments");
    assert_eq!(page.evaluate("document.querySelector('#coach-warning')"), json!(null));
}

/// South is ahead by two steps and steps back twice: that loses the race, and the review says so.
#[test]
fn a_review_names_the_moments_and_draws_one() {
    let position = RACE.replace(' ', "%20");
    let page = Page::at(&format!("/analysis?position={position}"));
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
    // The PNG has twice as many pixels: the four bytes after the name of its first chunk.
    page.evaluate(
        "void (HTMLAnchorElement.prototype.click = function () { window.saved = [this.download, \
         this.href]; })",
    );
    page.click("#save-png");
    page.wait_for("window.saved !== undefined");
    let name = page.evaluate("window.saved[0]");
    assert_eq!(name, "quoridor-1-e6.png");
    let width = page.evaluate(
        "(() => { const bytes = Uint8Array.from(atob(window.saved[1].split('base64,')[1]), (each) \
         => each.charCodeAt(0)); const text = String.fromCharCode(...bytes.slice(1, 16)); return \
         text.startsWith('PNG') && text.endsWith('IHDR') ? new \
         DataView(bytes.buffer).getUint32(16) : 0; })()",
    );
    let shown = page.evaluate("document.querySelector('.moment-picture').naturalWidth");
    assert_eq!(width.as_u64(), shown.as_u64().map(|shown| 2 * shown));
}
