//! Matches and tournaments that can be stopped and resumed.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use quoridor_core::{ByPlayer, Position};
use thiserror::Error;

use crate::opening::{OpeningChoice, Openings, OpeningsError};
use crate::participant::{Entrant, EntryError};
use crate::referee::Rules;
use crate::run::{Arena, MatchEnd};
use crate::schedule::{Fixture, Schedule, Shard};
use crate::standings::Standings;
use crate::statistics::{Sprt, SprtVerdict};
use quoridor_store::PlayedGame;

/// A match or tournament: its participants, openings and rules.
#[derive(Clone, Debug)]
pub struct TournamentPlan {
    /// How its games are played.
    pub arena: Arena,
    /// The start position.
    pub start: Position,
    /// The pairings (groups, for more than two seats), by the participants' places.
    pub groups: Vec<ByPlayer<usize>>,
    /// The openings.
    pub openings: OpeningChoice,
    /// The number of openings; `None` for no end.
    pub rounds: Option<usize>,
    /// The sequential test that ends it, of the first two participants.
    pub sprt: Option<Sprt>,
    /// The part of the games that is played here; `None` for all.
    pub shard: Option<Shard>,
}

/// Progress of a tournament.
#[derive(Clone, Copy, Debug)]
pub enum TournamentEvent<'a> {
    /// A game is over, and in the archive.
    GameOver(&'a Fixture, &'a PlayedGame),
    /// One more game has been counted, in the order of their numbers; also games that were in the
    /// archive before.
    Counted(&'a Standings),
}

/// The finished games of one tournament.
///
/// With an archive on disk, a tournament can be stopped at any moment and resumed by the same
/// command.
pub trait Archive {
    /// The games that have been played, by their numbers.
    ///
    /// # Errors
    /// They cannot be read.
    fn played(&mut self) -> Result<BTreeMap<usize, PlayedGame>, ArchiveError>;

    /// Stores a game. Once this returns, it is never played again. Returns the stored game: another
    /// one if another process plays the same tournament and was faster.
    ///
    /// # Errors
    /// It cannot be stored.
    fn record(&mut self, number: usize, game: PlayedGame) -> Result<PlayedGame, ArchiveError>;
}

/// Why an archive failed.
pub type ArchiveError = Box<dyn std::error::Error + Send + Sync>;

/// An archive in memory.
impl Archive for BTreeMap<usize, PlayedGame> {
    fn played(&mut self) -> Result<BTreeMap<usize, PlayedGame>, ArchiveError> {
        Ok(self.clone())
    }

    fn record(&mut self, number: usize, game: PlayedGame) -> Result<PlayedGame, ArchiveError> {
        Ok(self.entry(number).or_insert(game).clone())
    }
}

impl TournamentPlan {
    /// Everything that decides which games are played and how, as a text: the same if and only if
    /// the games are the same. Not part of it: concurrency, the shard, the number of rounds
    /// (more only add games), and the seed, which is [`Arena::seed`].
    ///
    /// Stores find a tournament by this text, so it must not change: every part has a documented
    /// form of its own (`Display`), and none is `Debug` output.
    ///
    /// # Errors
    /// The openings cannot be read.
    pub fn identity(&self) -> Result<String, OpeningsError> {
        let Rules { adjudication, draw, resign, .. } = self.arena.rules;
        let mut parts = Vec::new();
        parts.extend(adjudication.max_plies.map(|plies| format!("maxplies={plies}")));
        parts.extend(adjudication.repetitions.map(|count| format!("repetition={count}")));
        parts.extend(draw.map(|rule| format!("draw={rule}")));
        parts.extend(resign.map(|rule| format!("resign={rule}")));
        let adjudication = if parts.is_empty() { "none".to_owned() } else { parts.join(" ") };
        let Self { arena, start, .. } = self;
        let named = |entrant: &Entrant| format!("{} = {}", entrant.name, entrant.entry.identity());
        let players: Vec<String> = arena.entrants.iter().map(named).collect();
        let groups: Vec<String> = self.groups.iter().map(ToString::to_string).collect();
        let openings = Openings::new(&self.openings, start, arena.seed)?.fingerprint();
        Ok(format!(
            "start: {start}\nplayers: {}\ngroups: {}\nopenings: {} {openings:016x}\n\
             control: {}\nmargin: {}\nadjudication: {adjudication}\n",
            players.join("; "),
            groups.join(", "),
            self.openings,
            arena.control,
            arena.rules.margin.as_millis()
        ))
    }

    /// The number of games; `None` without an end.
    pub fn total(&self) -> Option<usize> {
        let bouts = self.rounds? * self.groups.len();
        let own = self.shard.map_or(bouts, |shard| shard.share_of(bouts));
        Some(own * self.start.seats().count())
    }

    /// The games.
    ///
    /// # Errors
    /// The openings cannot be read.
    pub fn schedule(&self) -> Result<Schedule, OpeningsError> {
        let openings = Openings::new(&self.openings, &self.start, self.arena.seed)?;
        Ok(Schedule::new(self.groups.clone(), openings, self.rounds).shard(self.shard))
    }

    /// Plays the games that are not in the archive, and counts all.
    ///
    /// It is completed when all games are played, when the sequential test is decided, or when
    /// `listen` breaks after a game was counted; games with higher numbers do not count then. If
    /// `listen` breaks after a game was over, the tournament is stopped.
    ///
    /// # Errors
    /// The openings cannot be read, a player cannot be built, the archive fails.
    pub fn run(
        &self,
        archive: &mut dyn Archive,
        stop: &AtomicBool,
        mut listen: impl FnMut(TournamentEvent<'_>) -> ControlFlow<()>,
    ) -> Result<(Standings, MatchEnd), TournamentError> {
        let mut before = archive.played().map_err(TournamentError::Archive)?;
        let schedule = self.schedule().map_err(TournamentError::Openings)?;
        let names = self.arena.entrants.iter().map(|entrant| entrant.name.clone()).collect();
        let mut standings = Standings::new(names);
        let rest = schedule.clone().without(before.keys().copied());
        let last = before.keys().next_back().copied();
        for fixture in
            schedule.take_while(|fixture| last.is_some_and(|last| fixture.number <= last))
        {
            if let Some(game) = before.remove(&fixture.number) {
                standings.add(fixture, game);
            }
        }
        let count =
            |standings: &mut Standings,
             listen: &mut dyn FnMut(TournamentEvent<'_>) -> ControlFlow<()>| {
                while standings.count_next() {
                    listen(TournamentEvent::Counted(standings))?;
                    if self.is_decided(standings) {
                        return ControlFlow::Break(());
                    }
                }
                ControlFlow::Continue(())
            };
        if count(&mut standings, &mut listen).is_break() {
            return Ok((standings, MatchEnd::Completed));
        }
        let (mut failure, mut is_completed) = (None, false);
        let end = self.arena.run(rest, stop, |fixture, game| {
            let game = match archive.record(fixture.number, game) {
                Ok(game) => game,
                Err(error) => {
                    failure = Some(error);
                    return ControlFlow::Break(());
                }
            };
            listen(TournamentEvent::GameOver(&fixture, &game))?;
            if is_completed {
                return ControlFlow::Break(());
            }
            standings.add(fixture, game);
            is_completed = count(&mut standings, &mut listen).is_break();
            if is_completed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let end = end.map_err(TournamentError::Entry)?;
        if let Some(error) = failure {
            return Err(TournamentError::Archive(error));
        }
        if is_completed {
            return Ok((standings, MatchEnd::Completed));
        }
        standings.close();
        Ok((standings, end))
    }

    /// Whether the sequential test has ended. It looks at whole pairs: half of one would favour the
    /// player who moved first.
    fn is_decided(&self, standings: &Standings) -> bool {
        let decides =
            |test: Sprt| test.verdict(&standings.encounter(0, 1).pairs) != SprtVerdict::Continue;
        standings.counted().is_multiple_of(2) && self.sprt.is_some_and(decides)
    }
}

/// Why a tournament cannot be played.
#[derive(Debug, Error)]
pub enum TournamentError {
    /// The file has a mistake.
    #[error("line {line}: {problem}")]
    File {
        /// The line, from one.
        line: usize,
        /// The mistake.
        problem: String,
    },
    /// A value is wrong.
    #[error("{key}: {problem}")]
    Value {
        /// Its key.
        key: &'static str,
        /// The mistake.
        problem: String,
    },
    /// The openings.
    #[error(transparent)]
    Openings(OpeningsError),
    /// A participant.
    #[error(transparent)]
    Entry(EntryError),
    /// The archive.
    #[error("cannot store the games: {0}")]
    Archive(ArchiveError),
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: &str = "format = \"round-robin\"\nrounds = 3\ndepth = 1\n[[players]]\nplayer = \
                        \"random\"\n[[players]]\nplayer = \
                        \"mertens-2006\"\nname = \"Mertens\"\n[[players]]\nplayer = \
                        \"hola-2016-path\"\n";

    fn error(text: &str) -> String {
        TournamentPlan::read(text).map(|_| ()).unwrap_err().to_string()
    }

    #[test]
    fn all_pairings_are_played_from_both_seats() {
        let plan = TournamentPlan::read(PLAN).unwrap();
        assert_eq!(plan.total(), Some(18));
        let (standings, end) = plan
            .run(&mut BTreeMap::new(), &AtomicBool::new(false), |_| ControlFlow::Continue(()))
            .unwrap();
        assert_eq!((standings.counted(), end), (18, MatchEnd::Completed));
        let names: Vec<&str> = standings.rows().map(|(name, _)| name).collect();
        assert_eq!(names, ["random", "Mertens", "hola-2016-path"]);
        assert!(standings.rows().all(|(_, line)| line.games == 12));
    }

    /// Stopped after every game and gone on with: each game once, and the same in the end.
    #[test]
    fn a_tournament_goes_on_where_it_was_stopped() {
        let plan = TournamentPlan::read(PLAN).unwrap();
        let mut whole = BTreeMap::new();
        let (unbroken, _) =
            plan.run(&mut whole, &AtomicBool::new(false), |_| ControlFlow::Continue(())).unwrap();
        let (mut parts, mut played, mut runs) = (BTreeMap::new(), Vec::new(), 0);
        let resumed = loop {
            let stop = AtomicBool::new(false);
            let (standings, end) = plan
                .run(&mut parts, &stop, |news| match news {
                    TournamentEvent::GameOver(fixture, _) => {
                        played.push(fixture.number);
                        ControlFlow::Break(())
                    }
                    TournamentEvent::Counted(_) => ControlFlow::Continue(()),
                })
                .unwrap();
            runs += 1;
            if end == MatchEnd::Completed {
                break standings;
            }
        };
        assert!(runs > 5, "{runs}");
        played.sort_unstable();
        assert_eq!(played, (0..18).collect::<Vec<_>>());
        assert_eq!(resumed.rows().collect::<Vec<_>>(), unbroken.rows().collect::<Vec<_>>());
        let games = |all: BTreeMap<usize, PlayedGame>| {
            all.into_values().map(|game| game.game).collect::<Vec<_>>()
        };
        assert_eq!(games(parts), games(whole));
    }

    /// A match that was decided after some games is decided by the same games when they are stored,
    /// and nothing later counts.
    #[test]
    fn a_tournament_that_is_decided_is_over() {
        let plan = TournamentPlan { rounds: None, ..TournamentPlan::read(PLAN).unwrap() };
        let mut archive = BTreeMap::new();
        let mut enough = |news: TournamentEvent<'_>| match news {
            TournamentEvent::Counted(standings) if standings.counted() == 7 => {
                ControlFlow::Break(())
            }
            _ => ControlFlow::Continue(()),
        };
        let (standings, end) =
            plan.run(&mut archive, &AtomicBool::new(false), &mut enough).unwrap();
        assert_eq!((standings.counted(), end), (7, MatchEnd::Completed));
        let kept = archive.len();
        let (again, end) = plan.run(&mut archive, &AtomicBool::new(false), &mut enough).unwrap();
        assert_eq!((again.counted(), end, archive.len()), (7, MatchEnd::Completed, kept));
        assert_eq!(again.rows().collect::<Vec<_>>(), standings.rows().collect::<Vec<_>>());
    }

    #[test]
    fn the_identity_is_that_of_the_games() {
        let identity = |text: &str| TournamentPlan::read(text).unwrap().identity().unwrap();
        assert_eq!(identity(PLAN), identity(&format!("concurrency = 4\n{PLAN}")));
        assert_ne!(identity(PLAN), identity(&PLAN.replace("depth = 1", "depth = 2")));
        assert_ne!(identity(PLAN), identity(&PLAN.replace("\"random\"", "\"random@nodes=5\"")));
        assert_ne!(identity(PLAN), identity(&PLAN.replace("round-robin", "gauntlet")));
    }

    /// The text is in stores.
    #[test]
    fn the_text_of_an_identity_is_fixed() {
        let rules = "draw = \"34,8,0.2\"\nresign = \"3,6\"\nrepetition = 0\n";
        let plan = TournamentPlan::read(&format!("{rules}{PLAN}")).unwrap();
        let with = |adjudication: &str| {
            format!(
                "start: - / - / e1 e9 / 10 10 / 1\nplayers: random = random; Mertens = \
                 mertens-2006; \
                 hola-2016-path = hola-2016-path\ngroups: 0 1, 0 2, 1 2\n\
                 openings: random:4 cbf29ce484222325\ncontrol: depth=1\nmargin: 50\n\
                 adjudication: {adjudication}\n"
            )
        };
        assert_eq!(plan.identity().unwrap(), with("maxplies=200 draw=34,8,0.2 resign=3,6"));
        let none = TournamentPlan::read(&format!("maxplies = 0\nrepetition = 0\n{PLAN}")).unwrap();
        assert_eq!(none.identity().unwrap(), with("none"));
    }

    /// The test ends the match after the pair that decides it, also when the games were played
    /// before; with a random player against a search that is a few pairs.
    #[test]
    fn a_sequential_test_ends_the_match() {
        let text = PLAN.split("[[players]]\nplayer = \"hola").next().unwrap();
        let test = Sprt::new(0.0, 100.0, 0.05, 0.05, crate::statistics::EloModel::Normalized);
        let plan = TournamentPlan {
            rounds: None,
            sprt: test.ok(),
            groups: vec![ByPlayer::from_values(vec![1, 0]).unwrap()],
            ..TournamentPlan::read(text).unwrap()
        };
        let mut archive = BTreeMap::new();
        let mut run = || {
            let stop = AtomicBool::new(false);
            plan.run(&mut archive, &stop, |_| ControlFlow::Continue(())).unwrap()
        };
        let (standings, end) = run();
        assert_eq!(end, MatchEnd::Completed);
        let pairs = standings.encounter(0, 1).pairs;
        assert_eq!(plan.sprt.unwrap().verdict(&pairs), SprtVerdict::AcceptElo0);
        assert!((4..200).contains(&standings.counted()), "{}", standings.counted());
        assert_eq!(run().0.counted(), standings.counted());
    }

    #[test]
    fn mistakes_are_named() {
        assert!(
            error("rounds = 1\nfromat = 1\n").starts_with("line 2: unknown field `fromat`"),
            "{}",
            error("fromat=1")
        );
        assert!(
            error(&PLAN.replace("\"random\"", "\"nobody\""))
                .starts_with("player: 'nobody': no player is called")
        );
        assert_eq!(
            error(&PLAN.replace("\"Mertens\"", "\"random\"")),
            "name: two players are called 'random'"
        );
        assert!(
            error(&format!("{PLAN}options = {{ Hash = 64 }}\n"))
                .starts_with("options: hola-2016-path: options are for external engines")
        );
        assert_eq!(error(&format!("seats = 4\n{PLAN}")), "players: 3 are too few for games of 4");
        assert!(error(&format!("seats = 3\n{PLAN}")).starts_with("mertens-2006 cannot play"));
        assert!(
            error(&format!("tc = \"x\"\n{PLAN}")).starts_with("tc: 'x': expected a time control")
        );
        assert!(error(&PLAN.replace("rounds = 3", "rounds = 0")).starts_with("line 2: "));
    }
}
