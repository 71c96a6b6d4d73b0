//! Puzzles: which there are, how an attempt stands, and the rating of the solver.

use std::sync::OnceLock;

use quoridor_core::Move;
use quoridor_json::PositionJson;
use quoridor_puzzles::{
    Glicko, Outcome, Puzzle, Standing, Theme, puzzle, puzzle_of_the_day, puzzles,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Always;
use super::lessons::{StandingJson, position_after, read_moves};
use crate::problem::Problem;

/// The rating deviation of a puzzle: its rating was measured with a few dozen tries.
const DEVIATION: f64 = 80.0;

/// All puzzles, the easiest first.
#[derive(Clone, Serialize, JsonSchema)]
#[schemars(rename = "Puzzles")]
pub struct PuzzlesJson {
    puzzles: Vec<PuzzleJson>,
}

/// A puzzle, without what is to be found.
#[derive(Clone, Serialize, JsonSchema)]
#[schemars(rename = "Puzzle")]
struct PuzzleJson {
    id: String,
    /// The rating of the level that solves it half of the time.
    rating: u16,
    themes: Vec<String>,
}

impl From<&Puzzle> for PuzzleJson {
    fn from(puzzle: &Puzzle) -> Self {
        Self {
            id: puzzle.id(),
            rating: puzzle.difficulty().rating(),
            themes: puzzle
                .themes()
                .into_iter()
                .map(|theme| Theme::name(theme).to_owned())
                .collect(),
        }
    }
}

/// `GET /api/puzzles`
pub fn list() -> Always<PuzzlesJson> {
    static PUZZLES: OnceLock<PuzzlesJson> = OnceLock::new();
    let all = || PuzzlesJson { puzzles: puzzles().iter().map(PuzzleJson::from).collect() };
    Always(PUZZLES.get_or_init(all).clone())
}

/// An attempt at a puzzle.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "TryPuzzle")]
#[serde(deny_unknown_fields)]
pub struct Tried {
    /// The solver's moves, without the answers.
    #[serde(default)]
    moves: Vec<String>,
}

/// What an attempt reached.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "PuzzleAttempt")]
pub struct AttemptJson {
    #[serde(flatten)]
    puzzle: PuzzleJson,
    /// Where it begins; the solver is to move.
    start: String,
    /// The solver's moves and the answers. A wrong move is followed by its refutation.
    moves: Vec<String>,
    position: PositionJson,
    standing: StandingJson,
    /// The solver's moves and the answers in turn, when the attempt is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Vec<String>>,
}

fn named(id: &str) -> Result<&'static Puzzle, Problem> {
    puzzle(id).ok_or_else(|| {
        let shown: String = id.chars().take(20).collect();
        let line = format_args!("there is no puzzle '{shown}': GET /api/puzzles lists them");
        Problem::not_found(line)
    })
}

/// `POST /api/puzzles/{id}`
///
/// # Errors
/// There is no such puzzle, or a move is illegal.
pub fn attempt(id: &str, request: Tried) -> Result<AttemptJson, Problem> {
    let puzzle = named(id)?;
    let moves = read_moves(&request.moves)?;
    let attempt =
        puzzle.attempt(&moves).map_err(|error| Problem::bad(format_args!("moves, {error}")))?;
    let texts = |moves: &[Move]| moves.iter().map(Move::to_string).collect();
    let standing = match attempt.standing {
        Standing::Solved => StandingJson::Solved,
        Standing::Open => StandingJson::Open,
        Standing::Failed(_) => StandingJson::Failed,
    };
    let is_over = attempt.standing != Standing::Open;
    Ok(AttemptJson {
        puzzle: puzzle.into(),
        start: puzzle.position().to_string(),
        moves: texts(&attempt.line),
        position: position_after(puzzle.position(), &attempt.line),
        standing,
        solution: is_over.then(|| texts(puzzle.solution())),
    })
}

/// A day.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "PuzzleDay")]
#[serde(deny_unknown_fields)]
pub struct Day {
    /// The date where the solver is, like 2026-11-16.
    date: String,
}

/// `POST /api/puzzle-of-the-day`
///
/// # Errors
/// It is no date.
pub fn of_the_day(request: Day) -> Result<AttemptJson, Problem> {
    let day = days_since_1970(&request.date).ok_or_else(|| {
        let shown: String = request.date.chars().take(20).collect();
        let line =
            format_args!("date: expected one like 2026-11-16, got '{}'", shown.escape_debug());
        Problem::bad(line)
    })?;
    attempt(&puzzle_of_the_day(day).id(), Tried { moves: Vec::new() })
}

/// The number of days from 1970-01-01 to a date of the Gregorian calendar until 9999.
fn days_since_1970(date: &str) -> Option<u32> {
    let parts: Vec<&str> = date.split('-').collect();
    let [year, month, day] = parts[..] else { return None };
    let is_number =
        |text: &str, digits| text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    if !(is_number(year, 4) && is_number(month, 2) && is_number(day, 2)) {
        return None;
    }
    let (year, month, day): (u32, usize, u32) =
        (year.parse().ok()?, month.parse().ok()?, day.parse().ok()?);
    let is_leap = |year: u32| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let february = if is_leap(year) { 29 } else { 28 };
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let length = *lengths.get(month.checked_sub(1)?)?;
    if year < 1970 || !(1..=length).contains(&day) {
        return None;
    }
    let years: u32 = (1970..year).map(|year| if is_leap(year) { 366 } else { 365 }).sum();
    Some(years + lengths[..month - 1].iter().sum::<u32>() + day - 1)
}

/// A rating by Glicko-2.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SolverRating")]
#[serde(deny_unknown_fields)]
pub struct RatingJson {
    rating: f64,
    /// The rating deviation.
    deviation: f64,
    volatility: f64,
}

/// The result of an attempt.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "RatePuzzleAttempt")]
#[serde(deny_unknown_fields)]
pub struct Rated {
    /// The solver's rating before; without it the one that everybody begins with.
    #[serde(default)]
    solver: Option<RatingJson>,
    /// The id of the puzzle.
    puzzle: String,
    /// Whether it was solved.
    solved: bool,
}

/// `POST /api/puzzle-rating`
///
/// # Errors
/// There is no such puzzle, or the rating is none.
pub fn rate(request: Rated) -> Result<RatingJson, Problem> {
    let puzzle = named(&request.puzzle)?;
    let before = request.solver.map_or_else(|| Ok(Glicko::default()), Glicko::try_from)?;
    let outcome = Outcome {
        rating: puzzle.difficulty().rating().into(),
        deviation: DEVIATION,
        score: if request.solved { 1.0 } else { 0.0 },
    };
    let Glicko { rating, deviation, volatility } = before.after(&[outcome]);
    Ok(RatingJson { rating, deviation, volatility })
}

impl TryFrom<RatingJson> for Glicko {
    type Error = Problem;

    fn try_from(json: RatingJson) -> Result<Self, Problem> {
        let RatingJson { rating, deviation, volatility } = json;
        let within = |name: &str, value: f64, low: f64, high: f64| {
            if (low..=high).contains(&value) {
                return Ok(());
            }
            Err(Problem::bad(format_args!("solver, {name}: expected {low} to {high}, got {value}")))
        };
        within("rating", rating, -1000.0, 5000.0)?;
        within("deviation", deviation, 1.0, Self::MOST_DEVIATION)?;
        within("volatility", volatility, 0.001, 1.0)?;
        Ok(Self { rating, deviation, volatility })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Known dates: Unix time 0, a leap day, and 1,000,000,000 seconds after the first.
    #[test]
    fn dates_are_counted() {
        assert_eq!(days_since_1970("1970-01-01"), Some(0));
        assert_eq!(days_since_1970("2000-02-29"), Some(11_016));
        assert_eq!(days_since_1970("2001-09-09"), Some(1_000_000_000 / 86_400));
        for bad in ["", "2026", "2026-2-1", "2025-02-29", "2026-13-01", "2026-00-10", "+026-01-01"]
        {
            assert_eq!(days_since_1970(bad), None, "{bad}");
        }
    }

    #[test]
    fn everybody_has_the_same_puzzle_of_the_day() {
        let day = |date: &str| of_the_day(Day { date: date.to_owned() }).map(|day| day.puzzle.id);
        assert_eq!(day("2026-11-16").unwrap(), day("2026-11-16").unwrap());
        assert_ne!(day("2026-11-16").unwrap(), day("2026-11-17").unwrap());
        assert!(day("today").is_err());
    }

    #[test]
    fn the_solution_is_told_when_the_attempt_is_over() {
        let puzzle = &puzzles()[0];
        let moves = |count: usize| {
            puzzle.solution().iter().step_by(2).take(count).map(Move::to_string).collect()
        };
        let tried = |moves| attempt(&puzzle.id(), Tried { moves }).unwrap();
        assert!(tried(Vec::new()).solution.is_none());
        let all = puzzle.solution().len().div_ceil(2);
        assert_eq!(tried(moves(all)).solution.unwrap().len(), puzzle.solution().len());
    }
}
