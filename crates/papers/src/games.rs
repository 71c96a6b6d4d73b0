//! The games of a reproduction: played by the match runner and kept in a store in the folder of the
//! report, from which a stopped run resumes.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use quoridor_arena::statistics::{ClusteredMean, Estimate};
use quoridor_arena::{
    Archive, Arena, Control, Entry, EntryError, MatchEnd, OpeningChoice, Rules, Standings,
    StoredTournament, Timeouts, TournamentEvent, TournamentPlan, entrants, gauntlet, round_robin,
};
use quoridor_core::{Adjudication, Position, Seats};
use quoridor_learn::{Progress, Stopped};
use quoridor_report::Block;
use quoridor_store::{MoveStats, PlayedGame, Store};

use crate::{BoxedError, Settings, concurrency};

/// The games of one reproduction.
#[derive(Debug)]
pub(crate) struct Games<'a> {
    store: Store,
    settings: &'a Settings,
    progress: &'a Progress<'a>,
}

/// A match or tournament: every opening is played from both seats.
#[derive(Clone, Debug)]
pub(crate) struct Contest<'a> {
    /// The name that progress messages show.
    pub(crate) name: &'a str,
    /// The players, as in `quoridor match`.
    pub(crate) players: &'a [String],
    /// The pairings.
    pub(crate) pairings: Pairings,
    /// The openings.
    pub(crate) openings: OpeningChoice,
    /// The number of openings.
    pub(crate) rounds: usize,
    /// When a game is drawn.
    pub(crate) adjudication: Adjudication,
}

/// The pairings of a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pairings {
    /// All against all.
    RoundRobin,
    /// The first player against all others.
    Gauntlet,
}

/// The games of a contest.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    /// The standings, in which repeated games do not count.
    pub(crate) standings: Standings,
    /// All games, by their numbers.
    pub(crate) games: BTreeMap<usize, PlayedGame>,
}

/// The effort of a player per move: means over moves, with intervals that take games as
/// independent.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Effort {
    /// Positions searched, or games played out.
    pub(crate) nodes: ClusteredMean,
    /// Time in microseconds.
    pub(crate) microseconds: ClusteredMean,
    /// The depth of the search in plies.
    pub(crate) depth: ClusteredMean,
}

impl Played {
    /// The effort of the player at a place, over all games.
    pub(crate) fn effort(&self, place: usize) -> Effort {
        let name = self.standings.rows().nth(place).map(|(name, _)| name).unwrap_or_default();
        let mut effort = Effort::default();
        for game in self.games.values() {
            let movers = game.game.positions()[game.opening..].iter().map(Position::turn);
            let own: Vec<_> = game
                .move_stats
                .iter()
                .zip(movers)
                .filter(|(_, mover)| game.players[*mover] == name)
                .collect();
            let sum = |number: &dyn Fn(&MoveStats) -> u64| {
                let total = own.iter().map(|(stats, _)| number(stats)).sum();
                ClusteredMean::of(own.len() as u64, total)
            };
            effort.nodes += sum(&|stats| stats.nodes);
            effort.microseconds += sum(&|stats| stats.time.as_micros() as u64);
            effort.depth += sum(&|stats| u64::from(stats.depth));
        }
        effort
    }
}

/// A table of the depths and positions per move that players reached.
pub(crate) fn depth_table(rows: Vec<(String, Effort)>) -> Block {
    let shown = |mean: ClusteredMean, digits: usize| {
        mean.mean().map_or_else(|| "–".to_owned(), |mean| written(mean, digits))
    };
    let rows = rows
        .into_iter()
        .map(|(player, effort)| vec![player, shown(effort.depth, 2), shown(effort.nodes, 0)]);
    Block::table(["player", "depth reached (plies)", "positions per move"], rows.collect())
}

/// An estimate with its interval.
pub(crate) fn written(estimate: Estimate, digits: usize) -> String {
    format!("{estimate:.digits$}")
}

impl<'a> Games<'a> {
    /// Opens the store of a reproduction, which may be new.
    ///
    /// # Errors
    /// The store cannot be opened.
    pub(crate) fn open(
        name: &str,
        settings: &'a Settings,
        progress: &'a Progress<'a>,
    ) -> Result<Self, BoxedError> {
        let path = settings.folder.join(format!("{name}.sqlite"));
        let store = Store::open(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self { store, settings, progress })
    }

    /// Plays the games of a contest that are not in the store yet.
    ///
    /// # Errors
    /// The run was stopped ([`Stopped`]), a player cannot play, or the store cannot be written.
    pub(crate) fn play(&mut self, contest: &Contest<'_>) -> Result<Played, BoxedError> {
        let plan = self.plan(contest)?;
        let total = plan.total().unwrap_or_default();
        let mut archive = StoredTournament::begin_or_resume(&mut self.store, &plan)?;
        let (standings, end) = plan.run(&mut archive, self.progress.stop, |event| {
            if let TournamentEvent::Counted(standings) = event {
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
            concurrency: concurrency(),
            recover: false,
            timeouts: Timeouts::default(),
        };
        Ok(TournamentPlan {
            arena,
            start: Position::default(),
            groups: match contest.pairings {
                Pairings::RoundRobin => round_robin(entries.len(), Seats::Two),
                Pairings::Gauntlet => gauntlet(entries.len(), Seats::Two, 1),
            },
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

    /// A run that is stopped after a few games and resumed plays the games of one that is not.
    #[test]
    fn a_stopped_run_resumes() {
        let players = ["random".to_owned(), "hola-2016-path".to_owned()];
        let adjudication = Adjudication { max_plies: Some(100), repetitions: None };
        let openings = OpeningChoice::Random { plies: 4 };
        let contest = Contest {
            name: "test",
            players: &players,
            pairings: Pairings::RoundRobin,
            openings,
            rounds: 10,
            adjudication,
        };
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
