//! Tournaments: who plays whom is written in a file, and a tournament that was stopped goes on.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use quoridor_core::{Adjudication, ByPlayer, Position, Seats, Variant};
use quoridor_engine::Limits;
use serde::Deserialize;

use crate::control::Control;
use crate::opening::{OpeningChoice, Openings, OpeningsError};
use crate::participant::{Entrant, Entry, EntryError, Patience, entrants};
use crate::referee::{MARGIN, Rules};
use crate::run::{Arena, End};
use crate::schedule::{Fixture, Schedule, gauntlet, round_robin};
use crate::standings::Standings;
use quoridor_store::PlayedGame;

/// A tournament: a match, or worked out from a file.
#[derive(Clone, Debug)]
pub struct TournamentPlan {
    /// How its games are played.
    pub arena: Arena,
    /// Where its games begin.
    pub start: Position,
    /// Who meets whom, by the entrants' places.
    pub groups: Vec<ByPlayer<usize>>,
    /// Where the games are taken up.
    pub openings: OpeningChoice,
    /// How many openings are played; `None` for as many as it takes.
    pub rounds: Option<usize>,
}

/// What is told while a tournament is on.
#[derive(Clone, Copy, Debug)]
pub enum News<'a> {
    /// A game is over, and kept.
    Over(&'a Fixture, &'a PlayedGame),
    /// One more game has been counted, in the order of their numbers; also games that were kept
    /// before.
    Counted(&'a Standings),
}

/// Where the games of one tournament are kept.
///
/// A store that survives the program makes a tournament that can be stopped at any moment and goes
/// on with the same command.
pub trait Archive {
    /// The games that have been played, by their numbers.
    ///
    /// # Errors
    /// They cannot be read.
    fn played(&mut self) -> Result<BTreeMap<usize, PlayedGame>, ArchiveError>;

    /// Keeps a game. Once this returns, it is never played again. Says which game is kept: another
    /// one if somebody else plays the same tournament and was faster.
    ///
    /// # Errors
    /// It cannot be kept.
    fn record(&mut self, number: usize, game: PlayedGame) -> Result<PlayedGame, ArchiveError>;
}

/// Why an archive failed.
pub type ArchiveError = Box<dyn Error + Send + Sync>;

/// Games that are forgotten when the program ends.
impl Archive for BTreeMap<usize, PlayedGame> {
    fn played(&mut self) -> Result<BTreeMap<usize, PlayedGame>, ArchiveError> {
        Ok(self.clone())
    }

    fn record(&mut self, number: usize, game: PlayedGame) -> Result<PlayedGame, ArchiveError> {
        Ok(self.entry(number).or_insert(game).clone())
    }
}

impl TournamentPlan {
    /// Reads a tournament from the text of its file.
    ///
    /// # Errors
    /// What is wrong in it, and where.
    pub fn read(text: &str) -> Result<Self, TournamentError> {
        let file: PlanFile =
            toml::from_str(text).map_err(|error| TournamentError::at(text, &error))?;
        file.plan()
    }

    /// Everything that decides which games are played and how, as a text: the same if and only if
    /// the games are the same. How many are played at once is not in it, nor how many rounds (more
    /// of them only add games), nor the seed, which is [`Arena::seed`].
    ///
    /// # Errors
    /// The openings cannot be read.
    pub fn identity(&self) -> Result<String, OpeningsError> {
        let Rules { margin, adjudication, draw, resign } = self.arena.rules;
        let control = self.arena.control;
        let named = |entrant: &Entrant| format!("{} = {}", entrant.name, entrant.entry.identity());
        let players: Vec<String> = self.arena.entrants.iter().map(named).collect();
        let groups: Vec<String> = self.groups.iter().map(ToString::to_string).collect();
        let openings = Openings::new(&self.openings, &self.start, self.arena.seed)?.fingerprint();
        Ok(format!(
            "start: {}\nplayers: {}\ngroups: {}\nopenings: {} {openings:016x}\ncontrol: {control}\nmargin: {}\nadjudication: {adjudication:?} \
             {draw:?} {resign:?}\n",
            self.start,
            players.join("; "),
            groups.join(", "),
            self.openings,
            margin.as_millis()
        ))
    }

    /// How many games there are; `None` if nobody knows before.
    pub fn total(&self) -> Option<usize> {
        self.rounds.map(|rounds| rounds * self.groups.len() * self.start.seats().count())
    }

    /// The games.
    ///
    /// # Errors
    /// The openings cannot be read.
    pub fn schedule(&self) -> Result<Schedule, OpeningsError> {
        let openings = Openings::new(&self.openings, &self.start, self.arena.seed)?;
        Ok(Schedule::new(self.groups.clone(), openings, self.rounds))
    }

    /// Plays what has not been played, and counts everything.
    ///
    /// Whoever listens may say that it is enough: after a game was counted, then everything is
    /// proved, and nothing that comes later counts; or after one was over, then the tournament is
    /// stopped.
    ///
    /// # Errors
    /// The openings cannot be read, a player cannot be made, the archive fails.
    pub fn run(
        &self,
        archive: &mut dyn Archive,
        stop: &AtomicBool,
        mut listen: impl FnMut(News<'_>) -> ControlFlow<()>,
    ) -> Result<(Standings, End), TournamentError> {
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
        let count = |standings: &mut Standings,
                     listen: &mut dyn FnMut(News<'_>) -> ControlFlow<()>| {
            while standings.count_next() {
                listen(News::Counted(standings))?;
            }
            ControlFlow::Continue(())
        };
        if count(&mut standings, &mut listen).is_break() {
            return Ok((standings, End::Done));
        }
        let (mut failure, mut is_proved) = (None, false);
        let end = self.arena.run(rest, stop, |fixture, game| {
            let game = match archive.record(fixture.number, game) {
                Ok(game) => game,
                Err(error) => {
                    failure = Some(error);
                    return ControlFlow::Break(());
                }
            };
            listen(News::Over(&fixture, &game))?;
            if is_proved {
                return ControlFlow::Break(());
            }
            standings.add(fixture, game);
            is_proved = count(&mut standings, &mut listen).is_break();
            if is_proved { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let end = end.map_err(TournamentError::Entry)?;
        if let Some(error) = failure {
            return Err(TournamentError::Archive(error));
        }
        if is_proved {
            return Ok((standings, End::Done));
        }
        standings.close();
        Ok((standings, end))
    }
}

/// What a tournament file says. Options have the names and meanings of those of a match.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct PlanFile {
    format: Format,
    /// How many of the first players meet all others in a gauntlet.
    champions: Option<NonZeroUsize>,
    rounds: NonZeroUsize,
    players: Vec<PlayerFile>,
    seats: Option<usize>,
    board: Option<String>,
    walls: Option<u8>,
    openings: Option<String>,
    #[serde(default = "one")]
    seed: u64,
    #[serde(default = "at_once")]
    concurrency: NonZeroUsize,
    #[serde(default)]
    recover: bool,
    tc: Option<String>,
    movetime: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    simulations: Option<u64>,
    timemargin: Option<u64>,
    patience: Option<u64>,
    maxplies: Option<usize>,
    repetition: Option<usize>,
    draw: Option<String>,
    resign: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerFile {
    /// `NAME:OPTION=VALUE,…` or `cmd:PROGRAM ARGUMENTS`, and perhaps `@` and limits of its own.
    player: String,
    name: Option<String>,
    /// What a program is set to before its games.
    #[serde(default)]
    options: BTreeMap<String, OptionValue>,
}

/// The value of an option of a program, as it may be written in a file.
#[derive(Deserialize)]
#[serde(untagged)]
enum OptionValue {
    Flag(bool),
    Number(i64),
    Text(String),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => flag.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Format {
    RoundRobin,
    Gauntlet,
}

const fn one() -> u64 {
    1
}

const fn at_once() -> NonZeroUsize {
    NonZeroUsize::MIN
}

impl PlanFile {
    fn plan(&self) -> Result<TournamentPlan, TournamentError> {
        let seats = self.seats.map_or(Some(Seats::Two), Seats::new);
        let seats = seats.ok_or_else(|| bad("seats", "two, three or four can play"))?;
        let size =
            self.board.as_deref().map_or(Ok(Variant::STANDARD.size), |text| read("board", text))?;
        let walls = self.walls.unwrap_or(Variant::official(seats).walls);
        let start = Position::start(Variant { size, seats, walls });
        let groups = self.groups(seats)?;
        let arena = Arena {
            entrants: self.entrants(start.variant())?,
            control: self.control()?,
            rules: self.rules(seats)?,
            seed: self.seed,
            concurrency: self.concurrency.get(),
            recover: self.recover,
            patience: self.patience.map_or_else(Patience::default, |seconds| Patience {
                answer: Duration::from_secs(seconds),
                ..Patience::default()
            }),
        };
        let openings = self.openings.as_deref().unwrap_or("random:4");
        Ok(TournamentPlan {
            arena,
            start,
            groups,
            openings: read("openings", openings)?,
            rounds: Some(self.rounds.get()),
        })
    }

    fn groups(&self, seats: Seats) -> Result<Vec<ByPlayer<usize>>, TournamentError> {
        let players = self.players.len();
        let groups = match (self.format, self.champions.map(NonZeroUsize::get)) {
            (Format::RoundRobin, None) => round_robin(players, seats),
            (Format::RoundRobin, Some(_)) => {
                return Err(bad("champions", "only a gauntlet has them"));
            }
            (Format::Gauntlet, champions) => gauntlet(players, seats, champions.unwrap_or(1)),
        };
        let few = format!("{players} are too few for games of {seats}");
        if groups.is_empty() { Err(bad("players", few)) } else { Ok(groups) }
    }

    fn entrants(&self, variant: Variant) -> Result<Vec<Entrant>, TournamentError> {
        let entry = |player: &PlayerFile| {
            let options =
                player.options.iter().map(|(name, value)| (name.clone(), value.to_string()));
            let entry: Entry = read("player", &player.player)?;
            entry.with_options(options.collect()).map_err(|error| bad("options", error))
        };
        let entries: Vec<Entry> = self.players.iter().map(entry).collect::<Result<_, _>>()?;
        let mut named = entrants(&entries);
        for (entrant, player) in named.iter_mut().zip(&self.players) {
            entrant.name = player.name.clone().unwrap_or_else(|| entrant.name.clone());
            entrant.entry.supports(variant).map_err(TournamentError::Entry)?;
        }
        let twice =
            |place: usize| named[..place].iter().any(|other| other.name == named[place].name);
        match (0..named.len()).find(|&place| twice(place)) {
            Some(place) => {
                Err(bad("name", format!("two players are called '{}'", named[place].name)))
            }
            None => Ok(named),
        }
    }

    fn rules(&self, seats: Seats) -> Result<Rules, TournamentError> {
        let draw = self.draw.as_deref().map(|text| read("draw", text)).transpose()?;
        let resign = self.resign.as_deref().map(|text| read("resign", text)).transpose()?;
        if resign.is_some() && seats != Seats::Two {
            return Err(bad("resign", "it is for two players: with more, the others play on"));
        }
        // Zero switches a limit off.
        let limit = |count: Option<usize>, standard| {
            count.map_or(standard, |count| (count > 0).then_some(count))
        };
        let adjudication = Adjudication {
            max_plies: limit(self.maxplies, Adjudication::STANDARD.max_plies),
            repetitions: limit(self.repetition, Adjudication::STANDARD.repetitions),
        };
        let margin = self.timemargin.map_or(MARGIN, Duration::from_millis);
        Ok(Rules { margin, adjudication, draw, resign })
    }

    fn control(&self) -> Result<Control, TournamentError> {
        let clock = self.tc.as_deref().map(|text| read("tc", text)).transpose()?;
        let Self { nodes, depth, simulations, .. } = *self;
        let limits = Limits {
            time: self.movetime.map(Duration::from_millis),
            nodes,
            depth,
            simulations,
            ..Limits::NONE
        };
        Ok(Control { limits, clock })
    }
}

/// Reads the value of a key.
fn read<T: std::str::FromStr<Err: fmt::Display>>(
    key: &'static str,
    text: &str,
) -> Result<T, TournamentError> {
    text.parse().map_err(|error| bad(key, format!("'{}': {error}", text.escape_debug())))
}

fn bad(key: &'static str, problem: impl ToString) -> TournamentError {
    TournamentError::Value { key, problem: problem.to_string() }
}

/// What is wrong with a tournament.
#[derive(Debug)]
pub enum TournamentError {
    /// The file is not as it should be.
    File {
        /// The line, from one.
        line: usize,
        /// What is wrong there.
        problem: String,
    },
    /// A value cannot be.
    Value {
        /// Its key.
        key: &'static str,
        /// What is wrong.
        problem: String,
    },
    /// The openings.
    Openings(OpeningsError),
    /// A player.
    Entry(EntryError),
    /// Where the games are kept.
    Archive(ArchiveError),
}

impl TournamentError {
    /// A mistake in the file, on one line.
    fn at(text: &str, error: &toml::de::Error) -> Self {
        let place = error.span().map_or(0, |span| span.start.min(text.len()));
        let line = text.as_bytes()[..place].iter().filter(|&&byte| byte == b'\n').count() + 1;
        Self::File { line, problem: error.message().replace('\n', ", ") }
    }
}

impl fmt::Display for TournamentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { line, problem } => write!(f, "line {line}: {problem}"),
            Self::Value { key, problem } => write!(f, "{key}: {problem}"),
            Self::Openings(error) => error.fmt(f),
            Self::Entry(error) => error.fmt(f),
            Self::Archive(error) => write!(f, "cannot keep the games: {error}"),
        }
    }
}

impl Error for TournamentError {}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: &str = "format = \"round-robin\"\nrounds = 3\ndepth = 1\n[[players]]\nplayer = \"random\"\n[[players]]\nplayer = \
                        \"mertens-2006\"\nname = \"Mertens\"\n[[players]]\nplayer = \"hola-2016-path\"\n";

    fn error(text: &str) -> String {
        TournamentPlan::read(text).map(|_| ()).unwrap_err().to_string()
    }

    #[test]
    fn everybody_meets_everybody_from_both_sides() {
        let plan = TournamentPlan::read(PLAN).unwrap();
        assert_eq!(plan.total(), Some(18));
        let (standings, end) = plan
            .run(&mut BTreeMap::new(), &AtomicBool::new(false), |_| ControlFlow::Continue(()))
            .unwrap();
        assert_eq!((standings.counted(), end), (18, End::Done));
        let names: Vec<&str> = standings.lines().map(|(name, _)| name).collect();
        assert_eq!(names, ["random", "Mertens", "hola-2016-path"]);
        assert!(standings.lines().all(|(_, line)| line.games == 12));
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
                    News::Over(fixture, _) => {
                        played.push(fixture.number);
                        ControlFlow::Break(())
                    }
                    News::Counted(_) => ControlFlow::Continue(()),
                })
                .unwrap();
            runs += 1;
            if end == End::Done {
                break standings;
            }
        };
        assert!(runs > 5, "{runs}");
        played.sort_unstable();
        assert_eq!(played, (0..18).collect::<Vec<_>>());
        assert_eq!(resumed.lines().collect::<Vec<_>>(), unbroken.lines().collect::<Vec<_>>());
        let games = |all: BTreeMap<usize, PlayedGame>| {
            all.into_values().map(|game| game.game).collect::<Vec<_>>()
        };
        assert_eq!(games(parts), games(whole));
    }

    /// What is proved after so many games is proved by the same games when they were kept, and
    /// nothing later counts.
    #[test]
    fn a_tournament_that_is_decided_is_over() {
        let plan = TournamentPlan { rounds: None, ..TournamentPlan::read(PLAN).unwrap() };
        let mut archive = BTreeMap::new();
        let mut enough = |news: News<'_>| match news {
            News::Counted(standings) if standings.counted() == 7 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        let (standings, end) =
            plan.run(&mut archive, &AtomicBool::new(false), &mut enough).unwrap();
        assert_eq!((standings.counted(), end), (7, End::Done));
        let kept = archive.len();
        let (again, end) = plan.run(&mut archive, &AtomicBool::new(false), &mut enough).unwrap();
        assert_eq!((again.counted(), end, archive.len()), (7, End::Done, kept));
        assert_eq!(again.lines().collect::<Vec<_>>(), standings.lines().collect::<Vec<_>>());
    }

    #[test]
    fn the_identity_is_that_of_the_games() {
        let identity = |text: &str| TournamentPlan::read(text).unwrap().identity().unwrap();
        assert_eq!(identity(PLAN), identity(&format!("concurrency = 4\n{PLAN}")));
        assert_ne!(identity(PLAN), identity(&PLAN.replace("depth = 1", "depth = 2")));
        assert_ne!(identity(PLAN), identity(&PLAN.replace("\"random\"", "\"random@nodes=5\"")));
        assert_ne!(identity(PLAN), identity(&PLAN.replace("round-robin", "gauntlet")));
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
                .starts_with("options: hola-2016-path: options are for programs")
        );
        assert_eq!(error(&format!("seats = 4\n{PLAN}")), "players: 3 are too few for games of 4");
        assert!(error(&format!("seats = 3\n{PLAN}")).starts_with("mertens-2006 cannot play"));
        assert!(error(&format!("tc = \"x\"\n{PLAN}")).starts_with("tc: 'x': not a clock"));
        assert!(error(&PLAN.replace("rounds = 3", "rounds = 0")).starts_with("line 2: "));
    }
}
