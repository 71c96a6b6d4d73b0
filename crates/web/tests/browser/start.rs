//! From the first page to the first move.

use crate::page::Page;

#[test]
fn the_first_move_is_two_clicks_away() {
    let page = Page::at("/");
    page.click("#play");
    page.play("e2", 2);
    assert_eq!(page.moves()[0], "e2");
}

#[test]
fn another_level_makes_it_three() {
    let page = Page::at("/");
    page.click("[data-part=level] [data-value='1']");
    page.click("#play");
    page.play("e2", 2);
    assert_eq!(page.text(".player.North .name .about"), "Level 1");
}

#[test]
fn choices_are_remembered() {
    let page = Page::at("/");
    page.begin(&["7x7", "here", "3+2"]);
    assert_eq!(page.evaluate("document.querySelectorAll('.board .square').length"), 49);
    assert_eq!(page.text(".player.South .clock"), "3:00");
    page.go("/");
    let chosen = page.evaluate(
        "[...document.querySelectorAll('.start [aria-checked=true]')].map((each) => \
         each.dataset.value)",
    );
    assert_eq!(chosen, serde_json::json!(["here", "7x7", "South", "3+2"]));
}

#[test]
fn a_player_of_the_literature_moves_first_if_one_wants_to_be_second() {
    let page = Page::at("/");
    page.click("[data-value=player]");
    page.wait_for_some("[data-part=player] select");
    page.evaluate(
        "(() => { const select = document.querySelector('[data-part=player] select'); select.value \
         = 'hola-2016-path';
           select.dispatchEvent(new Event('change', { bubbles: true })); })()",
    );
    page.begin(&["North"]);
    page.wait_for_moves(1);
    page.wait_for_turn();
    assert_eq!(page.text(".player.South .name .about"), "Hoľa 2016");
    // Who sits in the north sees the board from there.
    assert!(page.spot("a9").0 > page.spot("i9").0);
}

#[test]
fn play_takes_the_first_click_after_the_clock_was_edited() {
    let page = Page::at("/");
    page.choose("here");
    page.choose("custom");
    page.wait_for_some("#clock-minutes");
    page.click("#clock-minutes");
    page.evaluate("document.querySelector('#clock-minutes').select()");
    page.type_text("7");
    page.click("#play");
    page.wait_for_turn();
    assert_eq!(page.text(".player.South .clock"), "7:00");
}

#[test]
fn the_lessons_show_a_game() {
    let page = Page::at("/learn");
    page.wait_for_count(".showcase .board .pawn", 2);
    let before = page.text(".showcase .caption p");
    page.wait_for(&format!(
        "document.querySelector('.showcase .caption p').textContent !== {before:?}"
    ));
    page.click(".showcase .caption a");
    page.wait_for_count("#tree button.move", 67);
}
