//! Lessons: what there is to learn, and how an attempt stands.

use std::sync::OnceLock;

use quoridor_core::{Game, Move, Position};
use quoridor_json::{PositionJson, squares};
use quoridor_puzzles::{Attempt, Chapter, Goal, Lesson, Mistake, Standing, lessons};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Always;
use crate::problem::Problem;

/// No lesson takes more moves of the learner.
const MOST_MOVES: usize = 100;

/// All lessons, in the order in which they are learnt.
#[derive(Clone, Serialize, JsonSchema)]
#[schemars(rename = "Lessons")]
pub struct LessonsJson {
    lessons: Vec<LessonJson>,
}

/// A lesson.
#[derive(Clone, Serialize, JsonSchema)]
#[schemars(rename = "Lesson")]
struct LessonJson {
    name: String,
    chapter: ChapterJson,
    /// Where it begins; the learner is to move.
    position: String,
    goal: GoalJson,
    /// Moves that reach the goal: the learner's and the answers in turn.
    solution: Vec<String>,
}

/// A part of the lessons.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[schemars(rename = "LessonChapter")]
#[serde(rename_all = "kebab-case")]
enum ChapterJson {
    Rules,
    Practice,
}

/// The goal of a lesson.
#[derive(Clone, Serialize, JsonSchema)]
#[schemars(rename = "LessonGoal")]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum GoalJson {
    /// The pawn reaches one of the squares with at most this many moves.
    Reach { squares: Vec<String>, moves: usize },
    /// A wall costs the opponent at least this many steps.
    Cut { steps: u8 },
    /// The pawn arrives first.
    Win,
    /// The moves of the solution, each the only one that wins.
    Solve,
}

impl From<&Lesson> for LessonJson {
    fn from(lesson: &Lesson) -> Self {
        Self {
            name: lesson.name().to_owned(),
            chapter: match lesson.chapter() {
                Chapter::Rules => ChapterJson::Rules,
                Chapter::Practice => ChapterJson::Practice,
            },
            position: lesson.position().to_string(),
            goal: match lesson.goal() {
                Goal::Reach { squares: of, moves } => {
                    GoalJson::Reach { squares: squares(*of), moves: *moves }
                }
                Goal::Cut { steps } => GoalJson::Cut { steps: *steps },
                Goal::Win => GoalJson::Win,
                Goal::Solve => GoalJson::Solve,
            },
            solution: lesson.solution().iter().map(Move::to_string).collect(),
        }
    }
}

/// `GET /api/lessons`
pub fn list() -> Always<LessonsJson> {
    static LESSONS: OnceLock<LessonsJson> = OnceLock::new();
    let all = || LessonsJson { lessons: lessons().iter().map(LessonJson::from).collect() };
    Always(LESSONS.get_or_init(all).clone())
}

/// An attempt at a lesson.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "TryLesson")]
#[serde(deny_unknown_fields)]
pub struct Tried {
    /// The learner's moves, without the answers.
    #[serde(default)]
    moves: Vec<String>,
}

/// The moves of an attempt.
pub(super) fn read_moves(moves: &[String]) -> Result<Vec<Move>, Problem> {
    if moves.len() > MOST_MOVES {
        return Err(Problem::bad(format_args!("moves: at most {MOST_MOVES}")));
    }
    let read = |(place, text): (usize, &String)| {
        let wrong = |error| {
            let shown: String = text.chars().take(20).collect();
            Problem::bad(format_args!("moves, {}, '{}': {error}", place + 1, shown.escape_debug()))
        };
        text.parse::<Move>().map_err(|error| wrong(error.to_string()))
    };
    moves.iter().enumerate().map(read).collect()
}

/// The position that the moves of an attempt lead to, all of which are legal.
pub(super) fn position_after(start: &Position, moves: &[Move]) -> PositionJson {
    let mut game = Game::new(*start);
    for &mv in moves {
        if game.replay(mv).is_err() {
            break;
        }
    }
    PositionJson::new(&game)
}

/// What an attempt reached.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "LessonAttempt")]
pub struct AttemptJson {
    /// The learner's moves and the answers.
    moves: Vec<String>,
    position: PositionJson,
    standing: StandingJson,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    mistake: Option<MistakeJson>,
}

/// How an attempt stands.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "LessonStanding")]
#[serde(rename_all = "kebab-case")]
pub(super) enum StandingJson {
    /// The goal is reached.
    Solved,
    /// It can still be reached.
    Open,
    /// It is missed.
    Failed,
}

/// Why an attempt failed.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "LessonMistake")]
#[serde(tag = "code", rename_all = "kebab-case")]
enum MistakeJson {
    /// The pawn is not on the square, and no moves are left.
    NotThere,
    /// A step, where a wall was wanted.
    WallWanted,
    /// The wall costs the opponent fewer steps than wanted.
    TooCheap { cost: u8, wanted: u8 },
    /// An opponent arrived first.
    TooSlow,
    /// Another move was the only one that wins.
    OtherMove,
}

/// `POST /api/lessons/{name}`
///
/// # Errors
/// There is no such lesson, or a move is illegal.
pub fn attempt(name: &str, request: Tried) -> Result<AttemptJson, Problem> {
    let lesson = lessons().iter().find(|lesson| lesson.name() == name).ok_or_else(|| {
        let line = format_args!("there is no lesson '{name}': GET /api/lessons lists them");
        Problem::not_found(line)
    })?;
    let moves = read_moves(&request.moves)?;
    let attempt =
        lesson.attempt(&moves).map_err(|error| Problem::bad(format_args!("moves, {error}")))?;
    Ok(AttemptJson::new(lesson, &attempt))
}

impl AttemptJson {
    fn new(lesson: &Lesson, attempt: &Attempt) -> Self {
        let (standing, mistake) = match attempt.standing {
            Standing::Solved => (StandingJson::Solved, None),
            Standing::Open => (StandingJson::Open, None),
            Standing::Failed(mistake) => (StandingJson::Failed, Some(mistake.into())),
        };
        Self {
            moves: attempt.line.iter().map(Move::to_string).collect(),
            position: position_after(lesson.position(), &attempt.line),
            standing,
            mistake,
        }
    }
}

impl From<Mistake> for MistakeJson {
    fn from(mistake: Mistake) -> Self {
        match mistake {
            Mistake::NotThere => Self::NotThere,
            Mistake::WallWanted => Self::WallWanted,
            Mistake::TooCheap { cost, wanted } => Self::TooCheap { cost, wanted },
            Mistake::TooSlow => Self::TooSlow,
            Mistake::OtherMove => Self::OtherMove,
        }
    }
}
