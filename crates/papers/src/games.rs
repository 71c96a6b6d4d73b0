//! The games of a reproduction: played by the match runner, and kept in a store in the folder of
//! the report, so that a run that was stopped goes on.

use std::collections::BTreeMap;
use std::error::Error;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::thread;

use quoridor_core::{Adjudication, Position, Seats};

use super::Settings;
use quoridor_arena::Control;
use quoridor_arena::OpeningChoice;
use quoridor_arena::Rules;
use quoridor_arena::Standings;
use quoridor_arena::StoredTournament;
use quoridor_arena::round_robin;
use quoridor_arena::{Archive, TournamentEvent, TournamentPlan};
use quoridor_arena::{Arena, MatchEnd};
use quoridor_arena::{Entry, EntryError, Timeouts, entrants};
use quoridor_arena::{Progress, Stopped};
use quoridor_store::PlayedGame;
use quoridor_store::Store;

/// The games of one reproduction.
#[derive(Debug)]
pub struct Games<'a> {
    store: Store,
    settings: &'a Settings,
    progress: &'a Progress<'a>,
}

/// What is to be played: everybody against everybody, every opening from both seats.
#[derive(Clone, Debug)]
pub struct Contest<'a> {
    /// What is said about it while it is on.
    pub name: &'a str,
    /// Who plays, as in `quoridor match`.
    pub players: &'a [String],
    /// Where games begin.
    pub openings: OpeningChoice,
    /// How many openings are played.
    pub rounds: usize,
    /// When a game is undecided.
    pub adjudication: Adjudication,
}

/// What was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The standings, in which repeated games do not count.
    pub standings: Standings,
    /// All games, by their numbers.
    pub games: BTreeMap<usize, PlayedGame>,
}

impl<'a> Games<'a> {
    /// The games that are kept for a reproduction, perhaps none yet.
    ///
    /// # Errors
    /// The store cannot be opened.
    pub fn open(
        name: &str,
        settings: &'a Settings,
        progress: &'a Progress<'a>,
    ) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let path = settings.folder.join(format!("{name}.sqlite"));
        let store = Store::open(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self { store, settings, progress })
    }

    /// Plays what has not been played.
    ///
    /// # Errors
    /// It was stopped ([`Stopped`]), a player cannot play, or the games cannot be kept.
    pub fn play(&mut self, contest: &Contest<'_>) -> Result<Played, Box<dyn Error + Send + Sync>> {
        let plan = self.plan(contest)?;
        let total = plan.total().unwrap_or_default();
        let mut archive = StoredTournament::begin_or_resume(&mut self.store, &plan)?;
        let (standings, end) = plan.run(&mut archive, self.progress.stop, |news| {
            if let TournamentEvent::Counted(standings) = news {
                (self.progress.tell)(format!(
                    "{}: {} of {total} games",
                    contest.name,
                    standings.counted()
                ));
            }
            ControlFlow::Continue(())
        })?;
        match end {
            MatchEnd::Completed => Ok(Played { standings, games: archive.played()? }),
            MatchEnd::Stopped => Err(Stopped.into()),
            MatchEnd::EngineFailed(what) => Err(what.into()),
        }
    }

    fn plan(&self, contest: &Contest<'_>) -> Result<TournamentPlan, EntryError> {
        let entries: Vec<Entry> =
            contest.players.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
        let arena = Arena {
            entrants: entrants(&entries),
            control: Control::default(),
            rules: Rules { adjudication: contest.adjudication, ..Rules::default() },
            seed: self.settings.seed,
            // The games are the same, however many are played at once.
            concurrency: thread::available_parallelism().map_or(1, NonZeroUsize::get),
            recover: false,
            timeouts: Timeouts::default(),
        };
        Ok(TournamentPlan {
            arena,
            start: Position::default(),
            groups: round_robin(entries.len(), Seats::Two),
            openings: contest.openings.clone(),
            rounds: Some(contest.rounds),
            sprt: None,
            shard: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use super::*;

    /// Stopped after every few games and gone on with, the games are those of a run that was not
    /// stopped.
    #[test]
    fn what_was_stopped_goes_on() {
        let players = ["random".to_owned(), "hola-2016-path".to_owned()];
        let adjudication = Adjudication { max_plies: Some(100), repetitions: None };
        let openings = OpeningChoice::Random { plies: 4 };
        let contest =
            Contest { name: "test", players: &players, openings, rounds: 10, adjudication };
        let play = |folder: &std::path::Path, most: usize| {
            let settings = Settings { seed: 3, scale: 1.0, folder: folder.to_owned() };
            let (stop, counted) = (AtomicBool::new(false), AtomicUsize::new(0));
            let tell = |_| {
                if counted.fetch_add(1, Ordering::Relaxed) + 1 >= most {
                    stop.store(true, Ordering::Relaxed);
                }
            };
            let progress = Progress { tell: &tell, stop: &stop };
            Games::open("test", &settings, &progress).unwrap().play(&contest)
        };
        let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let moves = |played: &Played| {
            played.games.values().map(|game| game.game.clone()).collect::<Vec<_>>()
        };
        let unbroken = moves(&play(whole.path(), usize::MAX).unwrap());
        let error = play(parts.path(), 5).map(|_| ()).unwrap_err();
        assert_eq!(error.to_string(), Stopped.to_string());
        let resumed = play(parts.path(), usize::MAX).unwrap();
        assert_eq!((resumed.standings.counted(), unbroken.len()), (20, 20));
        assert_eq!(moves(&resumed), unbroken);
    }
}
