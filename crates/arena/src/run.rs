//! Playing many games, several at once.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use quoridor_core::ByPlayer;

use crate::control::Control;
use crate::participant::{Entrant, EntryError, Participant, Patience, mixed};
use crate::play::play;
use crate::referee::Rules;
use crate::schedule::{Fixture, Schedule};
use quoridor_store::{PlayedGame, Reason};

/// How games are played.
#[derive(Clone, Debug)]
pub struct Arena {
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// What everybody may use up who is not entered with something else.
    pub control: Control,
    /// What was agreed on.
    pub rules: Rules,
    /// Which lots are drawn.
    pub seed: u64,
    /// How many games are played at once.
    pub concurrency: usize,
    /// Whether a program that ended or gave no answer is started again for its next game; otherwise
    /// it is the end of all.
    pub recover: bool,
    /// How long programs are waited for.
    pub patience: Patience,
}

/// Why there are no more games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// All have been played.
    Done,
    /// Somebody said that it is enough.
    Stopped,
    /// A program broke, and was not to be started again: what it did.
    Broken(String),
}

impl Arena {
    /// Plays the games of a schedule and hands each one over when it ends, in the order in which
    /// they end.
    ///
    /// Whoever gets them may say that it is enough; so may whoever sets `stop`. Games that are on
    /// then are broken off, and no participant is left behind.
    ///
    /// # Errors
    /// A participant cannot be made.
    pub fn run(
        &self,
        schedule: Schedule,
        stop: &AtomicBool,
        mut finished: impl FnMut(Fixture, PlayedGame) -> ControlFlow<()>,
    ) -> Result<End, EntryError> {
        let schedule = Mutex::new(schedule);
        thread::scope(|scope| {
            // Nobody runs ahead of whoever takes the games: what comes after the last one that was
            // wanted is little.
            let (sender, games) = mpsc::sync_channel(0);
            for _ in 0..self.concurrency.max(1) {
                let (sender, schedule) = (sender.clone(), &schedule);
                scope.spawn(move || self.work(schedule, stop, &sender));
            }
            drop(sender);
            let mut end = if stop.load(Ordering::Relaxed) { End::Stopped } else { End::Done };
            for (fixture, game) in games {
                let game = match game {
                    Ok(Some(game)) => game,
                    Ok(None) => {
                        end = if end == End::Done { End::Stopped } else { end };
                        continue;
                    }
                    Err(error) => {
                        stop.store(true, Ordering::Relaxed);
                        return Err(error);
                    }
                };
                let broken = (!self.recover && is_broken(&game.reason)).then(|| in_words(&game));
                let flow = finished(fixture, game);
                if end == End::Done {
                    end = match broken {
                        Some(broken) => End::Broken(broken),
                        None if flow.is_break() => End::Stopped,
                        None => End::Done,
                    };
                }
                if end != End::Done {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            Ok(end)
        })
    }

    /// What the entrant of a place may use up.
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
                self.patience,
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

/// A game that was to be played and what came of it: `None` if it was broken off.
type Message = (Fixture, Result<Option<PlayedGame>, EntryError>);

/// Whether a player's program is gone.
const fn is_broken(reason: &Reason) -> bool {
    matches!(reason, Reason::Disconnects(_) | Reason::Stalls(_))
}

fn in_words(game: &PlayedGame) -> String {
    let name =
        game.reason.forfeited_by().map(|player| game.players[player].as_str()).unwrap_or_default();
    format!("{name}: {}", game.reason)
}
