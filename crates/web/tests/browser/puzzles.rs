//! The puzzles.

use quoridor_core::Move;
use quoridor_puzzles::{Puzzle, puzzle, puzzles};
use serde_json::json;

use crate::page::{Page, Screen};

/// The moves of the solver.
fn own_moves(puzzle: &Puzzle) -> Vec<String> {
    puzzle.solution().iter().step_by(2).map(ToString::to_string).collect()
}

/// A step that is not the solution.
fn wrong_step(puzzle: &Puzzle) -> String {
    let position = puzzle.position();
    let steps = position.legal_steps().iter().map(Move::Step);
    let wrong = steps.map(|mv| mv.to_string()).find(|mv| *mv != puzzle.solution()[0].to_string());
    wrong.expect("another step")
}

/// The puzzle that the page shows.
fn shown(page: &Page) -> &'static Puzzle {
    let path = page.evaluate("location.pathname.split('/').at(-1)");
    puzzle(path.as_str().expect("a text")).expect("a puzzle")
}

/// Solves the puzzle that the page shows, with the mouse.
fn solve(page: &Page) {
    let puzzle = shown(page);
    let moves = own_moves(puzzle);
    for (count, mv) in moves.iter().enumerate() {
        page.settle();
        page.click_on(mv);
        if count + 1 < moves.len() {
            page.wait_for_answer();
            page.wait_for_text("#feedback", "Go on");
        }
    }
    page.wait_for_some("#feedback.right");
}

fn kept(page: &Page, what: &str) -> serde_json::Value {
    page.evaluate(&format!("JSON.parse(localStorage.getItem('quoridor.puzzles')).{what}"))
}

#[test]
fn a_puzzle_is_solved_and_counts_once() {
    let page = Page::at("/puzzles");
    assert_eq!(page.text("#solver-rating"), "1500");
    page.click("#next-puzzle");
    page.wait_for("location.pathname.startsWith('/puzzles/')");
    page.wait_for_text("#feedback", "only one move wins");
    let first = shown(&page);
    solve(&page);
    page.wait_for_text("#solver-rating", "(+");
    assert_eq!(kept(&page, "tried"), json!([first.id()]));
    // Solved again, it changes nothing.
    page.reload();
    page.wait_for_text("#feedback", "only one move wins");
    let before = kept(&page, "rating.rating");
    solve(&page);
    assert_eq!(kept(&page, "rating.rating"), before);
    // The next one is another one.
    page.click("#next-puzzle");
    page.wait_for(&format!("!location.pathname.endsWith('{}')", first.id()));
    page.wait_for_text("#feedback", "only one move wins");
}

#[test]
fn a_wrong_move_is_refuted_and_reviewed() {
    let puzzle = puzzles().iter().find(|puzzle| puzzle.solution().len() == 1).expect("a short one");
    let page = Page::at(&format!("/puzzles/{}", puzzle.id()));
    page.wait_for_text("#feedback", "only one move wins");
    let wrong = wrong_step(puzzle);
    page.click_on(&wrong);
    page.wait_for_text("#feedback.wrong", &format!("{wrong} does not win. The answer is "));
    page.wait_for_text("#solver-rating", "(-");
    assert_eq!(kept(&page, "failed"), json!([puzzle.id()]));
    // The solution is shown, and played with the keyboard.
    page.click("#show-answer");
    page.wait_for_text("#feedback", &puzzle.solution()[0].to_string());
    page.type_text(&puzzle.solution()[0].to_string());
    page.press("Enter");
    page.wait_for_text("#feedback.right", "That is the solution");
    // It waits in the review until it is solved at the first attempt.
    page.go("/puzzles");
    page.wait_for_text("#review", "Review 1 failed puzzle");
    page.click("#review");
    page.wait_for("location.search === '?mode=review'");
    page.wait_for_text("#feedback", "only one move wins");
    solve(&page);
    assert_eq!(kept(&page, "failed"), json!([]));
    page.click("#next-puzzle");
    page.wait_for("location.pathname === '/puzzles'");
}

#[test]
fn three_mistakes_end_a_streak() {
    let page = Page::at("/puzzles");
    page.click("#streak");
    page.wait_for_text("#run-mistakes", "0 of 3");
    let first = shown(&page);
    solve(&page);
    // It goes on by itself.
    page.wait_for(&format!("!location.pathname.endsWith('{}')", first.id()));
    page.wait_for_text("#run-solved", "1");
    for mistake in 1..=3 {
        page.wait_for_text("#feedback", "only one move wins");
        page.settle();
        let puzzle = shown(&page);
        page.click_on(&wrong_step(puzzle));
        page.wait_for_text("#run-mistakes", &format!("{mistake} of 3"));
        if mistake < 3 {
            page.click("#next-puzzle");
            page.wait_for(&format!("!location.pathname.endsWith('{}')", puzzle.id()));
        }
    }
    page.wait_for_text("#feedback", "The run is over: you solved 1 puzzle.");
    assert_eq!(kept(&page, "best.streak"), json!(1));
    page.click("#run-again");
    page.wait_for_text("#run-mistakes", "0 of 3");
}

#[test]
fn time_ends_a_timed_run() {
    let page = Page::at("/puzzles");
    page.click("#timed");
    page.wait_for_text("#time", "2:5");
    solve(&page);
    page.wait_for_text("#run-solved", "1");
    // Three minutes later.
    page.evaluate("void (Date.now = ((now) => () => now() + 180000)(Date.now))");
    page.wait_for_text("#feedback", "The run is over: you solved 1 puzzle.");
    assert_eq!(kept(&page, "best.timed"), json!(1));
}

#[test]
fn the_puzzle_of_the_day_is_on_the_start_page() {
    let page = Page::on(Screen::Phone, "/");
    page.wait_for_count(".showcase .board .pawn", 2);
    let address = page.evaluate("document.querySelector('#day-puzzle').getAttribute('href')");
    let id = address.as_str().and_then(|path| path.strip_prefix("/puzzles/")).expect("a link");
    let today = puzzle(id).expect("a puzzle");
    // The first move is made right there, with a finger.
    page.tap_on(&wrong_step(today));
    page.wait_for(&format!("location.pathname === '/puzzles/{id}'"));
    page.wait_for_some("#feedback.wrong");
}

#[test]
fn themes_choose_and_progress_is_carried_away() {
    let page = Page::at("/puzzles");
    page.evaluate(
        "(() => { const select = document.querySelector('#theme'); select.value = 'cut';
           select.dispatchEvent(new Event('change', { bubbles: true })); })()",
    );
    page.wait_for_text(".start", "three steps or more");
    page.click("#next-puzzle");
    page.wait_for("location.search === '?theme=cut'");
    page.wait_for_text("#feedback", "only one move wins");
    let puzzle = shown(&page);
    assert!(puzzle.themes().iter().any(|theme| theme.name() == "cut"), "{puzzle}");
    solve(&page);
    page.wait_for_text("#solver-rating", "(+");
    let rating = kept(&page, "rating.rating");
    let module = |call: &str| {
        format!(
            "import(document.querySelector('script[type=module]').src.replace('app.js', \
             'learn/progress.js')).then({call})"
        )
    };
    let file = page.evaluate(&module("({ progressText }) => progressText()"));
    page.evaluate("localStorage.removeItem('quoridor.puzzles')");
    page.evaluate(&module(&format!("({{ loadProgress }}) => loadProgress({file})")));
    assert_eq!(kept(&page, "rating.rating"), rating);
    assert_eq!(kept(&page, "tried"), json!([puzzle.id()]));
}

#[test]
fn an_unknown_puzzle_offers_a_way_on() {
    let page = Page::at("/puzzles/nothing");
    page.wait_for_text("h1", "Puzzle not found");
    page.forget_problems();
}
