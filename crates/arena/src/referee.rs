//! Adjudication: when a game ends that the rules of Quoridor would let go on.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use quoridor_core::{Adjudication, Game, Player};
use quoridor_engine::Value;
use thiserror::Error;

use quoridor_store::{MoveStats, Reason};

/// The rules of a match beside those of the game: time margin and adjudication.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// The time margin: a player loses on time only after this much more than its time.
    pub margin: Duration,
    /// Draws by length and repetition.
    pub adjudication: Adjudication,
    /// Draws by evaluation.
    pub draw: Option<DrawRule>,
    /// Losses by evaluation.
    pub resign: Option<ResignRule>,
}

/// The default time margin; players of the registry keep to it.
pub const MARGIN: Duration = Duration::from_millis(50);

impl Default for Rules {
    /// The draw rule of every interface.
    fn default() -> Self {
        let adjudication = Adjudication::STANDARD;
        Self { margin: MARGIN, adjudication, draw: None, resign: None }
    }
}

/// The draw rule: from a move number on, a draw once all evaluations have been near zero for some
/// moves of each player: `34,8,0.2`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawRule {
    /// The move number of each player from which the rule holds.
    pub from: u32,
    /// The moves of each player.
    pub moves: u32,
    /// The largest absolute evaluation.
    pub score: f64,
}

/// The resign rule: a player loses once its evaluation has been at most minus a score for some of
/// its moves: `3,6.5`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResignRule {
    /// Its moves.
    pub moves: u32,
    /// The score.
    pub score: f64,
}

impl Rules {
    /// Why a game is over, if it is; `move_stats` are those of the moves after the opening.
    pub(crate) fn verdict(&self, game: &Game, move_stats: &[MoveStats]) -> Option<Reason> {
        let by_draw =
            || self.draw.filter(|rule| rule.applies(game, move_stats)).map(|_| Reason::AgreedDraw);
        let by_resignation = || {
            let player = last_mover(game)?;
            let count = game.position().seats().count();
            self.resign
                .filter(|rule| rule.applies(move_stats, count))
                .map(|_| Reason::Resigns(player))
        };
        game.ending(&self.adjudication).map(Reason::Over).or_else(by_resignation).or_else(by_draw)
    }
}

fn last_mover(game: &Game) -> Option<Player> {
    game.positions().iter().rev().nth(1).map(quoridor_core::Position::turn)
}

impl DrawRule {
    fn applies(&self, game: &Game, move_stats: &[MoveStats]) -> bool {
        let players = game.position().seats().count();
        let needed = self.moves as usize * players;
        let near_zero = |stats: &MoveStats| {
            stats.value.is_some_and(|value| in_units(value).abs() <= self.score)
        };
        game.moves().len() >= self.from as usize * players
            && move_stats.len() >= needed
            && move_stats[move_stats.len() - needed..].iter().all(near_zero)
    }
}

impl ResignRule {
    /// Whether the player that has just moved gives up.
    fn applies(&self, move_stats: &[MoveStats], players: usize) -> bool {
        let lost =
            |stats: &MoveStats| stats.value.is_some_and(|value| in_units(value) <= -self.score);
        let mut own = move_stats.iter().rev().step_by(players).take(self.moves as usize);
        move_stats.len() > (self.moves as usize - 1) * players && own.all(lost)
    }
}

/// A value as one number: a score as it is; a chance as the steps that it stands for; a proved
/// result without bound.
fn in_units(value: Value) -> f64 {
    match value {
        Value::Steps(score) | Value::Score(score) => score,
        Value::Chance(chance) => Value::steps_of(chance),
        Value::WinIn(_) => f64::INFINITY,
        Value::LossIn(_) => f64::NEG_INFINITY,
    }
}

/// The text is not a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseRuleError {
    /// Of a draw.
    #[error("expected MOVE,MOVES,SCORE, like 34,8,0.2, with MOVES from 1 on and SCORE from 0 on")]
    Draw,
    /// Of resigning.
    #[error("expected MOVES,SCORE, like 3,6.5, with MOVES from 1 on and SCORE from 0 on")]
    Resign,
}

/// The numbers of a rule: counts, the last one not zero, and then a score.
fn numbers<const COUNTS: usize>(text: &str) -> Option<([u32; COUNTS], f64)> {
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    let (score, counts) = parts.split_last()?;
    let counts: Option<Vec<u32>> = counts.iter().map(|count| count.parse().ok()).collect();
    let counts: [u32; COUNTS] = counts?.try_into().ok()?;
    let score = score.parse().ok().filter(|score: &f64| score.is_finite() && *score >= 0.0)?;
    (*counts.last()? > 0).then_some((counts, score))
}

/// As it is read.
impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.from, self.moves, self.score)
    }
}

/// As it is read.
impl fmt::Display for ResignRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.moves, self.score)
    }
}

impl FromStr for DrawRule {
    type Err = ParseRuleError;

    fn from_str(text: &str) -> Result<Self, ParseRuleError> {
        let ([from, moves], score) = numbers(text).ok_or(ParseRuleError::Draw)?;
        Ok(Self { from, moves, score })
    }
}

impl FromStr for ResignRule {
    type Err = ParseRuleError;

    fn from_str(text: &str) -> Result<Self, ParseRuleError> {
        let ([moves], score) = numbers(text).ok_or(ParseRuleError::Resign)?;
        Ok(Self { moves, score })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn move_stats(values: &[Option<Value>]) -> Vec<MoveStats> {
        values.iter().map(|&value| MoveStats { value, ..MoveStats::default() }).collect()
    }

    fn game(moves: &str) -> Game {
        let mut game = Game::default();
        moves.split_whitespace().for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
        game
    }

    const FOUR: &str = "e2 e8 e3 e7";

    #[test]
    fn all_have_to_expect_nothing_for_a_draw() {
        let rules = Rules { draw: "2,2,0.2".parse().ok(), ..Rules::default() };
        let near = Some(Value::Score(0.2));
        let verdict = |values: &[Option<Value>]| rules.verdict(&game(FOUR), &move_stats(values));
        assert_eq!(
            verdict(&[near, Some(Value::Score(-0.2)), Some(Value::Chance(0.5)), near]),
            Some(Reason::AgreedDraw)
        );
        assert_eq!(verdict(&[near, near, near, Some(Value::Score(0.3))]), None);
        assert_eq!(verdict(&[near, near, None, near]), None);
        assert_eq!(verdict(&[near, near, near]), None, "the first move was of the opening");
        let later = Rules { draw: "3,2,0.2".parse().ok(), ..Rules::default() };
        assert_eq!(later.verdict(&game(FOUR), &move_stats(&[near; 4])), None);
    }

    #[test]
    fn only_the_own_moves_count_for_resigning() {
        let rules = Rules { resign: "2,6".parse().ok(), ..Rules::default() };
        let (lost, won) = (Some(Value::Score(-6.0)), Some(Value::Score(9.0)));
        let verdict = |values: &[Option<Value>]| rules.verdict(&game(FOUR), &move_stats(values));
        assert_eq!(
            verdict(&[won, lost, won, Some(Value::LossIn(9))]),
            Some(Reason::Resigns(Player::North))
        );
        assert_eq!(verdict(&[lost, lost, lost, won]), None, "South's turn to resign was before");
        assert_eq!(verdict(&[won, lost]), None);
        assert_eq!(
            verdict(&[lost, won, lost]),
            Some(Reason::Resigns(Player::North)),
            "one move was of the opening"
        );
    }

    #[test]
    fn the_rules_of_the_game_come_first() {
        let rules = Rules {
            adjudication: Adjudication { max_plies: Some(4), repetitions: None },
            ..Rules::default()
        };
        assert_eq!(
            rules.verdict(&game(FOUR), &[]),
            Some(Reason::Over(quoridor_core::Ending::MoveCap))
        );
        assert_eq!(Rules::default().verdict(&game(FOUR), &[]), None);
    }

    #[test]
    fn rules_are_read() {
        assert_eq!("34,8,0.2".parse(), Ok(DrawRule { from: 34, moves: 8, score: 0.2 }));
        assert_eq!("3, 6.5".parse(), Ok(ResignRule { moves: 3, score: 6.5 }));
        assert_eq!("34, 8,0.20".parse::<DrawRule>().unwrap().to_string(), "34,8,0.2");
        assert_eq!("3,6".parse::<ResignRule>().unwrap().to_string(), "3,6");
        for text in ["", "3", "0,6", "3,-1", "3,x", "1,2,3", "3,inf"] {
            assert_eq!(text.parse::<ResignRule>(), Err(ParseRuleError::Resign), "{text}");
        }
        assert_eq!("34,0,0.2".parse::<DrawRule>(), Err(ParseRuleError::Draw));
    }

    /// From tables of the logistic function: σ(0.6) = 0.645656, and a step is worth 0.6.
    #[test]
    fn chances_are_steps() {
        assert!((in_units(Value::Chance(0.645_656)) - 1.0).abs() < 1e-5);
        assert_eq!(in_units(Value::Chance(0.0)), f64::NEG_INFINITY);
    }
}
