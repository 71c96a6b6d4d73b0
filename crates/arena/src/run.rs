//! Playing many games, several at once.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use quoridor_core::ByPlayer;
use quoridor_engine::random::mixed;

use crate::control::Control;
use crate::participant::{Entrant, EntryError, Participant, Timeouts};
use crate::play::play;
use crate::referee::Rules;
use crate::schedule::{Fixture, Schedule};
use quoridor_store::{PlayedGame, Reason};

/// How games are played.
#[derive(Clone, Debug)]
pub struct Arena {
    /// The participants.
    pub entrants: Vec<Entrant>,
    /// The time control and limits of participants without their own.
    pub control: Control,
    /// Time margin and adjudication.
    pub rules: Rules,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The number of games played at the same time.
    pub concurrency: usize,
    /// Whether an external engine that crashed or stalled is restarted for its next game; otherwise
    /// the match ends.
    pub recover: bool,
    /// The timeouts of external engines.
    pub timeouts: Timeouts,
}

/// Why a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchEnd {
    /// All games were played, or the result is decided.
    Completed,
    /// It was stopped.
    Stopped,
    /// An external engine failed and was not to be restarted: a description.
    EngineFailed(String),
}

impl Arena {
    /// Plays the games of a schedule and passes each one to `finished`, in the order in which they
    /// end.
    ///
    /// `finished` can stop the match, and so can the flag `stop`. Games in progress are then
    /// abandoned, and no engine process is left behind.
    ///
    /// # Errors
    /// A participant cannot be made.
    pub fn run(
        &self,
        schedule: Schedule,
        stop: &AtomicBool,
        mut finished: impl FnMut(Fixture, PlayedGame) -> ControlFlow<()>,
    ) -> Result<MatchEnd, EntryError> {
        let schedule = Mutex::new(schedule);
        thread::scope(|scope| {
            // Workers wait until their game is taken, so that few games follow the last one wanted.
            let (sender, games) = mpsc::sync_channel(0);
            for _ in 0..self.concurrency.max(1) {
                let (sender, schedule) = (sender.clone(), &schedule);
                scope.spawn(move || self.work(schedule, stop, &sender));
            }
            drop(sender);
            let mut end =
                if stop.load(Ordering::Relaxed) { MatchEnd::Stopped } else { MatchEnd::Completed };
            for (fixture, game) in games {
                let game = match game {
                    Ok(Some(game)) => game,
                    Ok(None) => {
                        end = if end == MatchEnd::Completed { MatchEnd::Stopped } else { end };
                        continue;
                    }
                    Err(error) => {
                        stop.store(true, Ordering::Relaxed);
                        return Err(error);
                    }
                };
                let failed =
                    (!self.recover && engine_failed(&game.reason)).then(|| in_words(&game));
                let flow = finished(fixture, game);
                if end == MatchEnd::Completed {
                    end = match failed {
                        Some(failed) => MatchEnd::EngineFailed(failed),
                        None if flow.is_break() => MatchEnd::Stopped,
                        None => MatchEnd::Completed,
                    };
                }
                if end != MatchEnd::Completed {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            Ok(end)
        })
    }

    /// The time control and limits of a participant, by its place.
    pub fn control_of(&self, place: usize) -> Control {
        self.entrants[place].entry.control.unwrap_or(self.control)
    }

    /// Plays one game after the other.
    fn work(&self, schedule: &Mutex<Schedule>, stop: &AtomicBool, sender: &SyncSender<Message>) {
        let mut kept: Vec<Option<Box<dyn Participant>>> =
            self.entrants.iter().map(|_| None).collect();
        loop {
            // A panic in a schedule leaves it as it was before the game.
            let fixture = schedule.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(fixture) = fixture else { return };
            let game = if stop.load(Ordering::Relaxed) {
                Ok(None)
            } else {
                self.play(&fixture, &mut kept, stop)
            };
            let is_over = !matches!(game, Ok(Some(_)));
            if sender.send((fixture, game)).is_err() || is_over {
                return;
            }
        }
    }

    fn play(
        &self,
        fixture: &Fixture,
        kept: &mut [Option<Box<dyn Participant>>],
        stop: &AtomicBool,
    ) -> Result<Option<PlayedGame>, EntryError> {
        let seats = fixture.seats.seats();
        let names =
            ByPlayer::new(seats, |player| self.entrants[fixture.seats[player]].name.clone());
        let mut participants = Vec::new();
        for &place in fixture.seats.values() {
            let seed = mixed(&[self.seed, fixture.number as u64, place as u64]);
            participants.push(self.entrants[place].entry.participant(
                kept[place].take(),
                self.timeouts,
                seed,
            )?);
        }
        let Ok(mut participants) = ByPlayer::from_values(participants) else { return Ok(None) };
        let controls = ByPlayer::new(seats, |player| self.control_of(fixture.seats[player]));
        let game =
            play(names, &controls, &mut participants, fixture.opening.clone(), &self.rules, stop);
        participants.map(|player, participant| kept[fixture.seats[player]] = Some(participant));
        Ok(game)
    }
}

/// A scheduled game and its result: `None` if it was abandoned.
type Message = (Fixture, Result<Option<PlayedGame>, EntryError>);

/// Whether a player's engine failed.
const fn engine_failed(reason: &Reason) -> bool {
    matches!(reason, Reason::Disconnects(_) | Reason::Stalls(_))
}

fn in_words(game: &PlayedGame) -> String {
    let name =
        game.reason.forfeited_by().map(|player| game.players[player].as_str()).unwrap_or_default();
    format!("{name}: {}", game.reason)
}
