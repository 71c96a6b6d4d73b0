//! The lessons.

use quoridor_puzzles::{Lesson, Standing, lessons};
use serde_json::json;

use crate::page::{Page, Screen};

/// The moves of the learner.
fn own_moves(lesson: &Lesson) -> Vec<String> {
    let players = lesson.position().seats().count();
    lesson.solution().iter().step_by(players).map(ToString::to_string).collect()
}

fn solved(page: &Page) -> serde_json::Value {
    page.evaluate("JSON.parse(localStorage.getItem('quoridor.lessons') ?? '[]').length")
}

#[test]
fn every_lesson_is_learnt_one_after_the_other() {
    let page = Page::at("/learn");
    page.click("#go-on");
    for (number, lesson) in lessons().iter().enumerate() {
        page.wait_for(&format!("location.pathname === '/learn/{}'", lesson.name()));
        page.wait_for_some("#show-answer");
        let moves = own_moves(lesson);
        for (count, mv) in moves.iter().enumerate() {
            page.settle();
            page.click_on(mv);
            if count + 1 < moves.len() {
                page.wait_for_answer();
                page.wait_for_text("#feedback", "Go on");
            }
        }
        page.wait_for_some("#feedback.right");
        assert_eq!(solved(&page), json!(number + 1));
        page.click("#next-lesson");
    }
    page.wait_for("location.pathname === '/learn'");
    page.wait_for_none(".lesson-list a:not(.done)");
}

#[test]
fn wrong_attempts_are_explained_and_tried_again() {
    let page = Page::at("/learn/crossing");
    // The wall that would cross another one is refused by the board.
    page.hover("e5h");
    page.wait_for_text("#status", "cross");
    // One step is too little, and a step is no wall.
    page.click_on("d1h");
    page.wait_for_text("#feedback.wrong", "costs your opponent 1");
    page.click("#again");
    page.wait_for_some("#feedback:not(.wrong)");
    page.click_on("b3");
    page.wait_for_text("#feedback.wrong", "This lesson needs a wall");
    page.click("#again");
    // The answer is drawn, and can be typed.
    page.click("#show-answer");
    page.wait_for_text("#feedback", "d5h");
    page.wait_for_some(".plan.hint");
    page.type_text("d5h");
    page.press("Enter");
    page.wait_for_some("#feedback.right");
}

#[test]
fn a_race_that_is_lost_can_be_run_again() {
    let page = Page::at("/learn/race");
    for mv in ["d6", "e6", "e7", "e8"] {
        page.wait_for_some(".board .pawn");
        page.click_on(mv);
        page.wait_for_answer();
        page.settle();
    }
    page.wait_for_text("#feedback.wrong", "arrived first");
    assert_eq!(solved(&page), json!(0));
}

#[test]
fn a_finger_learns_as_well_and_progress_can_be_carried_away() {
    let page = Page::on(Screen::Phone, "/learn/jump");
    page.tap_on("e6");
    page.wait_for_some("#feedback.right");
    page.go("/learn");
    page.wait_for_text(".lesson-progress", "1 of");
    let file = page.evaluate(
        "import(document.querySelector('script[type=module]').src.replace('app.js', \
         'learn/progress.js')).then(({ progressText }) => progressText())",
    );
    page.evaluate("localStorage.removeItem('quoridor.lessons')");
    let load = format!(
        "import(document.querySelector('script[type=module]').src.replace('app.js', \
         'learn/progress.js')).then(({{ loadProgress }}) => [loadProgress({file}), \
         loadProgress('{{}}'), loadProgress('nonsense')])"
    );
    assert_eq!(page.evaluate(&load), json!([true, false, false]));
    page.reload();
    page.wait_for_text(".lesson-progress", "1 of");
}

#[test]
fn an_unknown_lesson_offers_a_way_on() {
    let page = Page::at("/learn/nothing");
    page.wait_for_text("h1", "Lesson not found");
    page.click(".problem a.primary");
    page.wait_for("location.pathname === '/'");
    page.forget_problems();
}

/// A learner who follows the solution is at no point told that it is wrong.
#[test]
fn solutions_stand_open_until_they_are_solved() {
    for lesson in lessons() {
        let moves: Vec<_> =
            own_moves(lesson).iter().map(|mv| mv.parse().expect("a move")).collect();
        for count in 0..moves.len() {
            let attempt = lesson.attempt(&moves[..count]).expect("legal moves");
            assert_eq!(attempt.standing, Standing::Open, "{}", lesson.name());
        }
    }
}
