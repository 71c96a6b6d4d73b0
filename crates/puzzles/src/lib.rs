//! Puzzles: positions in which exactly one move wins, and a glance does not find it.
//!
//! # Modules
//! - [`puzzle`](Puzzle): a position, its solution, difficulty and themes, and the file of puzzles.
//! - [`finder`](Finder): finds puzzles in games, and verifies them with a much larger search.
//! - [`difficulty`](Difficulty): the rating of the level that solves a puzzle half of the time.
//! - [`theme`](Theme): what a solution is about, in exact terms.
//! - [`endgame`](winning_moves): the moves that win with at most one wall left, exactly.
//! - [`shipped`](puzzles): the puzzles that are part of the program, and that of the day.
//! - [`glicko`](Glicko): the rating of a solver.
//! - [`lesson`](Lesson): positions with a goal, and what an attempt reaches.
//!
//! Everything follows from the games and the [settings](Settings): the same input gives the same
//! puzzles on every machine, with any number of threads.

mod attempt;
mod difficulty;
mod endgame;
mod finder;
mod glicko;
mod judge;
mod lesson;
mod puzzle;
mod shipped;
mod theme;

pub use difficulty::{Difficulty, Tries, rating_of};
pub use endgame::winning_moves;
pub use finder::{Finder, Rejected};
pub use glicko::{Glicko, Outcome};
pub use judge::{Judge, Settings, Verdict};
pub use lesson::{Attempt, Chapter, Goal, Lesson, LessonError, Mistake, Standing, lessons};
pub use puzzle::{Puzzle, PuzzleError, read, write};
pub use shipped::{puzzle, puzzle_of_the_day, puzzles};
pub use theme::{Theme, themes};
