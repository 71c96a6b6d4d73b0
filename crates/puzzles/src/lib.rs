//! Puzzles: positions in which exactly one move wins, and a glance does not find it.
//!
//! # Modules
//! - [`puzzle`](Puzzle): a position, its solution, difficulty and themes, and the file of puzzles.
//! - [`finder`](Finder): finds puzzles in games, and verifies them with a much larger search.
//! - [`difficulty`](Difficulty): the level that solves a puzzle half of the time.
//! - [`theme`](Theme): what a solution is about, in exact terms.
//! - [`lesson`](Lesson): positions with a goal, and what an attempt reaches.
//!
//! Everything follows from the games and the [settings](Settings): the same input gives the same
//! puzzles on every machine, with any number of threads.

mod difficulty;
mod finder;
mod judge;
mod lesson;
mod puzzle;
mod theme;

pub use difficulty::{Difficulty, Tries};
pub use finder::{Finder, Rejected};
pub use judge::{Judge, Settings, Verdict};
pub use lesson::{Attempt, Chapter, Goal, Lesson, LessonError, Mistake, Standing, lessons};
pub use puzzle::{Puzzle, PuzzleError, read, write};
pub use theme::{Theme, themes};
