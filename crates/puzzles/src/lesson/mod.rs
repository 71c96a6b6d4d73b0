//! Lessons: a position, a goal, and a judgement of each attempt to reach it.
//!
//! [`lessons`] are those that are shipped, in `data/lessons.txt`. The texts that explain them are
//! the page's, in every language.

mod file;
mod judgement;

use std::sync::LazyLock;

use quoridor_core::{Move, Position, SquareSet};

pub use file::LessonError;
pub use judgement::{Attempt, Mistake, Standing};

/// A position with a goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    name: String,
    chapter: Chapter,
    position: Position,
    goal: Goal,
    solution: Vec<Move>,
}

/// A part of the lessons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chapter {
    /// The rules, one after the other.
    Rules,
    /// Themes of good play.
    Practice,
}

/// The goal of a lesson. The learner is the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The pawn reaches one of some squares.
    Reach {
        /// The squares.
        squares: SquareSet,
        /// The most moves that it may take.
        moves: usize,
    },
    /// A wall makes the opponent's shortest path longer.
    Cut {
        /// By at least this many steps.
        steps: u8,
    },
    /// The pawn arrives before the opponents, who only run.
    Win,
    /// The moves of the solution, each the only one that wins.
    Solve,
}

impl Lesson {
    /// The name, which is part of addresses.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The part that it belongs to.
    pub const fn chapter(&self) -> Chapter {
        self.chapter
    }

    /// Where it begins.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The goal.
    pub const fn goal(&self) -> &Goal {
        &self.goal
    }

    /// Moves that reach the goal: the learner's and the answers in turn.
    pub fn solution(&self) -> &[Move] {
        &self.solution
    }
}

/// The lessons that are shipped, in the order in which they are learnt.
pub fn lessons() -> &'static [Lesson] {
    static LESSONS: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
        file::read(include_str!("../../data/lessons.txt")).expect("a test reads the same file")
    });
    &LESSONS
}
