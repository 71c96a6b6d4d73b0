//! Tuning parameters of a player by games against itself: simultaneous perturbation stochastic
//! approximation (SPSA, Spall 1992), as chess engines are tuned.
//!
//! In every round all parameters are perturbed at once, each up or down at random; the player with
//! the perturbation plays some pairs of games against the one with the opposite perturbation, and
//! the parameters move towards the winner. One match thus informs about all parameters.
//! Perturbations and steps become smaller from round to round.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use quoridor_core::{Player, Position, Seats};
use quoridor_engine::SpecError;
use quoridor_engine::random::Random;
use quoridor_engine::registry::{OptionType, Parameter};
use quoridor_players::Spec;

use crate::control::Control;
use crate::opening::{OpeningChoice, Openings, OpeningsError};
use crate::participant::{Entry, EntryError, Timeouts, entrants};
use crate::referee::Rules;
use crate::run::{Arena, MatchEnd};
use crate::schedule::{Schedule, round_robin};

/// A tuning.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The player.
    pub spec: Spec,
    /// Its option that is a list of numbers.
    pub option: String,
    /// The limits of a move.
    pub control: Control,
    /// Time margin and adjudication.
    pub rules: Rules,
    /// The openings.
    pub openings: OpeningChoice,
    /// The seed.
    pub seed: u64,
    /// How many rounds there are in all: what changes and steps are made from.
    pub rounds: usize,
    /// How many pairs of games are played in a round.
    pub pairs: usize,
    /// By which part of itself a number is changed in the last round.
    pub change: f64,
    /// How many games are played at once.
    pub concurrency: usize,
}

/// How far a tuning has come.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// How many rounds are done.
    pub rounds: usize,
    /// The numbers.
    pub numbers: Vec<f64>,
}

/// Why numbers cannot be tuned.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// The player has no such option, or does not take what it was set to.
    #[error(transparent)]
    Spec(SpecError),
    /// The option is not a list of numbers.
    #[error("{option} is '{}': only a list of numbers can be tuned", value.escape_debug())]
    NotNumbers {
        /// The option.
        option: String,
        /// Its value.
        value: String,
    },
    /// The openings cannot be had.
    #[error(transparent)]
    Openings(OpeningsError),
    /// The player cannot take part.
    #[error(transparent)]
    Entry(EntryError),
}

/// The part of the rounds after which steps have become noticeably smaller, and how fast steps and
/// changes do: the values that Spall recommends.
const STABILITY: f64 = 0.1;
const STEP_DECAY: f64 = 0.602;
const CHANGE_DECAY: f64 = 0.101;

/// How far numbers move after a round that one side has won altogether, in changes: in the first
/// round.
const FIRST_STEP: f64 = 0.6;

impl Tuning {
    /// Where the tuning begins: what the player's option is now.
    ///
    /// # Errors
    /// It has no such option, or that is not a list of numbers.
    pub fn begin(&self) -> Result<Tuned, TuneError> {
        let Some(value) = self.spec.value(&self.option) else {
            let error =
                self.spec.clone().with(&self.option, "").expect_err("the option is unknown");
            return Err(TuneError::Spec(error));
        };
        let numbers: Result<Vec<f64>, _> =
            value.split(',').map(|number| number.trim().parse()).collect();
        let bad = || TuneError::NotNumbers { option: self.option.clone(), value: value.to_owned() };
        Ok(Tuned { rounds: 0, numbers: numbers.map_err(|_| bad())? })
    }

    /// The player with other numbers, kept within their ranges.
    ///
    /// # Errors
    /// It does not take them.
    pub fn player(&self, numbers: &[f64]) -> Result<Spec, TuneError> {
        let mut numbers = numbers.to_vec();
        let option = self.spec.kind().option(&self.option);
        if let Some(OptionType::List(parameters)) = option.map(|option| option.values) {
            for (number, &Parameter { min, max, .. }) in numbers.iter_mut().zip(parameters) {
                *number = number.clamp(min, max);
            }
        }
        // Four digits are more than games can tell apart.
        let list: Vec<String> =
            numbers.iter().map(|number| format!("{}", (number * 1e4).round() / 1e4)).collect();
        self.spec.clone().with(&self.option, &list.join(",")).map_err(TuneError::Spec)
    }

    /// Plays one round and moves the numbers; `None` if it was stopped. The same round of the same
    /// tuning always ends the same, if the rules limit nodes and not time.
    ///
    /// # Errors
    /// The player does not take the changed numbers, or cannot play.
    pub fn round(&self, tuned: &Tuned, stop: &AtomicBool) -> Result<Option<Tuned>, TuneError> {
        let seed = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(tuned.rounds as u64);
        let mut random = Random::new(seed);
        let changes: Vec<f64> = self
            .changes(tuned)
            .into_iter()
            .map(|change| if random.chance(0.5) { change } else { -change })
            .collect();
        let moved = |by: f64| -> Vec<f64> {
            tuned
                .numbers
                .iter()
                .zip(&changes)
                .map(|(number, change)| number + by * change)
                .collect()
        };
        let (up, down) = (self.player(&moved(1.0))?, self.player(&moved(-1.0))?);
        let Some(lead) = self.match_of(up, down, seed, stop)? else { return Ok(None) };
        Ok(Some(Tuned { rounds: tuned.rounds + 1, numbers: moved(lead * self.step(tuned.rounds)) }))
    }

    /// By how much each number is changed in a round.
    fn changes(&self, tuned: &Tuned) -> Vec<f64> {
        let sizes = tuned.numbers.iter().map(|number| number.abs());
        // A number that happens to be near zero is changed too.
        let least = sizes.clone().sum::<f64>() / tuned.numbers.len().max(1) as f64 / 10.0;
        let larger =
            (self.rounds.max(1) as f64 / (tuned.rounds + 1) as f64).powf(CHANGE_DECAY).max(1.0);
        sizes.map(|size| self.change * larger * size.max(least.min(size + 1.0))).collect()
    }

    /// How far the numbers move after a round that one side has won altogether, in changes.
    fn step(&self, round: usize) -> f64 {
        let stability = STABILITY * self.rounds as f64 + 1.0;
        FIRST_STEP * (stability / (stability + round as f64)).powf(STEP_DECAY)
    }

    /// The lead of the first player over the second, from −1 to 1; `None` if it was stopped.
    fn match_of(
        &self,
        first: Spec,
        second: Spec,
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<Option<f64>, TuneError> {
        let arena = Arena {
            entrants: entrants(&[Entry::from(first), Entry::from(second)]),
            control: self.control,
            rules: self.rules,
            seed,
            concurrency: self.concurrency,
            recover: false,
            timeouts: Timeouts::default(),
        };
        let openings = Openings::new(&self.openings, &Position::default(), seed)
            .map_err(TuneError::Openings)?;
        let schedule = Schedule::new(round_robin(2, Seats::Two), openings, Some(self.pairs));
        let mut lead = 0.0;
        let end = arena.run(schedule, stop, |fixture, game| {
            let first =
                if fixture.seats[Player::South] == 0 { Player::South } else { Player::North };
            lead += 2.0 * game.points()[first] - 1.0;
            ControlFlow::Continue(())
        });
        match end.map_err(TuneError::Entry)? {
            MatchEnd::Completed => Ok(Some(lead / (2 * self.pairs) as f64)),
            MatchEnd::Stopped | MatchEnd::EngineFailed(_) => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quoridor_engine::Limits;

    fn tuning(concurrency: usize) -> Tuning {
        Tuning {
            spec: "saadatinia-2020:genes=75,65,66,39,depth=1".parse().unwrap(),
            option: "genes".to_owned(),
            control: Control { limits: Limits::depth(1), ..Control::default() },
            rules: Rules::default(),
            openings: "random:4".parse().unwrap(),
            seed: 1,
            rounds: 100,
            pairs: 3,
            change: 0.1,
            concurrency,
        }
    }

    #[test]
    fn a_round_is_the_same_again_however_many_games_are_played_at_once() {
        let begin = tuning(1).begin().unwrap();
        assert_eq!(begin.numbers, [75.0, 65.0, 66.0, 39.0]);
        let round = |concurrency| {
            tuning(concurrency).round(&begin, &AtomicBool::new(false)).unwrap().unwrap()
        };
        let (first, again) = (round(1), round(2));
        assert_eq!(first, again);
        assert_eq!(first.rounds, 1);
    }

    /// All numbers move by the same part of their changes, whichever way.
    #[test]
    fn numbers_move_together() {
        let tuning = tuning(1);
        let mut tuned = tuning.begin().unwrap();
        for _ in 0..4 {
            let changes = tuning.changes(&tuned);
            let next = tuning.round(&tuned, &AtomicBool::new(false)).unwrap().unwrap();
            let moves = next.numbers.iter().zip(&tuned.numbers).zip(&changes);
            let parts: Vec<f64> =
                moves.map(|((new, old), change)| ((new - old) / change).abs()).collect();
            assert!(parts.iter().all(|part| (part - parts[0]).abs() < 1e-9), "{parts:?}");
            assert!(parts[0] <= tuning.step(tuned.rounds) + 1e-9);
            tuned = next;
        }
    }

    /// Spall's sequences, worked out by hand: a (A + 1)^α / (A + 1 + k)^α with A = 10, and c (100 /
    /// (k + 1))^γ.
    #[test]
    fn steps_and_changes_become_smaller() {
        let tuning = tuning(1);
        assert!((tuning.step(0) - 0.6).abs() < 1e-12);
        assert!((tuning.step(11) - 0.6 * 0.5_f64.powf(0.602)).abs() < 1e-12);
        let numbers = vec![10.0, -20.0];
        let last = tuning.changes(&Tuned { rounds: 99, numbers: numbers.clone() });
        assert!((last[0] - 1.0).abs() < 1e-12 && (last[1] - 2.0).abs() < 1e-12);
        let first = tuning.changes(&Tuned { rounds: 0, numbers });
        assert!((first[0] - 100_f64.powf(0.101)).abs() < 1e-12);
    }

    #[test]
    fn what_is_no_list_of_numbers_cannot_be_tuned() {
        let with = |option: &str| {
            Tuning { option: option.to_owned(), ..tuning(1) }.begin().unwrap_err().to_string()
        };
        assert_eq!(with("filter"), "filter is 'on': only a list of numbers can be tuned");
        assert!(with("gene").starts_with("saadatinia-2020 has no option 'gene'"));
    }
}
