//! `quoridor match`: who of two (or three, or four) is stronger.

use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use clap::Args;
use indicatif::HumanDuration;
use quoridor_arena::{
    Arena, End, Entry, Fixture, OpeningChoice, Openings, PlayedGame, RecordFile, Schedule, Score, Sprt, Standings,
    entrants, round_robin, to_record,
};
use serde_json::json;

use crate::commands::rules::RulesArguments;
use crate::failure::Failure;
use crate::interrupt;
use crate::progress::with_progress;
use crate::start::StartArguments;
use crate::table;

/// Play games between players, and say who is stronger
///
/// Every opening is played with the seats swapped (with three or four players, in every rotation of the seats). Players that draw lots draw others in every
/// game; under limits of nodes, depth or simulations the same command plays the same games again, however many are played at once.
/// A game that repeats another one move by move is no evidence and is not counted.
///
/// Ctrl-C breaks off the games that are on, prints the table of those that were finished, and ends with exit code 1.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  quoridor match mertens-2006:depth=3 mertens-2006:depth=2 --games 100 --concurrency 2\n  \
                        quoridor match champion respall-2018 --tc 10+0.1 --openings random:6 --out games.pgn\n  \
                        quoridor match alphabeta cmd:\"./other-engine --quiet\" --movetime 100 --recover\n  \
                        quoridor match alphabeta:hash=64 alphabeta --nodes 20000 --sprt 0,10\n  \
                        quoridor match random random random random --players 4 --games 40"
)]
pub(crate) struct Arguments {
    /// Who plays, one for each seat: NAME or NAME:OPTION=VALUE,… (see quoridor agents), or cmd:PROGRAM ARGUMENTS
    #[arg(required = true, num_args = 2..=4, value_name = "PLAYER")]
    entries: Vec<Entry>,

    #[command(flatten)]
    start: StartArguments,

    #[command(flatten)]
    rules: RulesArguments,

    /// The number of games, a multiple of the number of players [default: 100, or with --sprt as many as it takes]
    #[arg(long, value_name = "N", conflicts_with = "rounds", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,

    /// The number of openings, each of which is played from every seat
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,

    /// Go on until it is proved, with errors of 5 %, that the first is ELO1 stronger or only ELO0
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,

    /// Where games begin: random:MOVES, start, or a file with the moves of one opening a line
    #[arg(long, value_name = "OPENINGS", default_value = "random:4")]
    openings: OpeningChoice,

    /// Which random openings, and which lots players draw
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How many games are played at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,

    /// A player whose program ends or gives no answer is started again for its next game; without this, the match ends
    #[arg(long)]
    recover: bool,

    /// Append the games to a file of records
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const DEFAULT_GAMES: usize = 100;

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let start = arguments.start.position();
    let seats = start.seats();
    if let Some(outcome) = start.outcome() {
        return Err(Failure::usage(anyhow!("the game is over: {outcome}")));
    }
    if arguments.entries.len() != seats.count() {
        let (named, needed) = (arguments.entries.len(), seats.count());
        return Err(Failure::usage(anyhow!("{named} players are named for {needed} seats: see --players")));
    }
    if arguments.sprt.is_some() && seats.count() != 2 {
        return Err(Failure::usage(anyhow!("--sprt compares two players, not {seats}")));
    }
    let rounds = arguments.rounds(seats.count()).map_err(Failure::usage)?;
    for entry in &arguments.entries {
        entry.supports(start.variant()).map_err(Failure::usage)?;
    }
    let arena = Arena {
        entrants: entrants(&arguments.entries),
        rules: arguments.rules.rules(seats)?,
        seed: arguments.seed,
        concurrency: usize::from(arguments.concurrency),
        recover: arguments.recover,
        patience: arguments.rules.patience(),
    };
    let openings = Openings::new(&arguments.openings, &start, arguments.seed).map_err(Failure::usage)?;
    let schedule = Schedule::new(round_robin(seats.count(), seats), openings, rounds);
    let file = arguments
        .out
        .as_ref()
        .map(|path| RecordFile::open(path).with_context(|| format!("cannot write {}", path.display())));
    let names = arena.entrants.iter().map(|entrant| entrant.name.clone()).collect();
    let mut scoring = Scoring {
        standings: Standings::new(names),
        total: schedule.total(),
        test: arguments.sprt,
        file: file.transpose()?,
        failure: None,
        tags: vec![("Event", "quoridor match".to_owned()), ("TimeControl", arena.rules.control.to_string())],
        begin: Instant::now(),
        is_proved: false,
    };
    let end = scoring.play(&arena, schedule)?;
    scoring.conclude(&end, arguments.json)
}

impl Arguments {
    /// How many openings are played; `None` if nobody knows before.
    fn rounds(&self, seats: usize) -> Result<Option<usize>, anyhow::Error> {
        match (self.rounds, self.games) {
            (Some(rounds), _) => Ok(Some(rounds as usize)),
            (None, Some(games)) if !(games as usize).is_multiple_of(seats) => {
                Err(anyhow!("--games {games}: every opening is played {seats} times, so write a multiple of {seats}"))
            }
            (None, Some(games)) => Ok(Some(games as usize / seats)),
            (None, None) if self.sprt.is_some() => Ok(None),
            (None, None) => Ok(Some(DEFAULT_GAMES.div_ceil(seats))),
        }
    }
}

/// A match that is on.
struct Scoring {
    standings: Standings,
    total: Option<usize>,
    test: Option<Sprt>,
    file: Option<RecordFile>,
    /// Why the file could not be written.
    failure: Option<io::Error>,
    tags: Vec<(&'static str, String)>,
    begin: Instant,
    /// Whether the sequential test has ended.
    is_proved: bool,
}

impl Scoring {
    fn play(&mut self, arena: &Arena, schedule: Schedule) -> Result<End, Failure> {
        let stop = interrupt::flag().context("cannot listen for Ctrl-C")?;
        let so_far = Mutex::new(String::from("no game is over yet"));
        let message = || so_far.lock().map(|text| text.clone()).unwrap_or_default();
        let end = with_progress(message, || {
            arena.run(schedule, &stop, |fixture, game| {
                let flow = self.take(fixture, game);
                if let Ok(mut text) = so_far.lock() {
                    *text = self.in_words();
                }
                flow
            })
        });
        end.map_err(Failure::usage)
    }
}

impl Scoring {
    /// Takes a game in, and says whether that was the last one that is needed.
    fn take(&mut self, fixture: Fixture, game: PlayedGame) -> ControlFlow<()> {
        if let Some(file) = &mut self.file {
            let mut tags = self.tags.clone();
            tags.push((
                "Round",
                format!("{}.{}", fixture.round + 1, fixture.number % fixture.seats.seats().count() + 1),
            ));
            if let Err(error) = file.append(&to_record(&game, &tags)) {
                self.failure = Some(error);
                return ControlFlow::Break(());
            }
        }
        if self.is_proved {
            return ControlFlow::Break(());
        }
        self.standings.add(fixture, game);
        while self.standings.count_next() {
            // Pair by pair: half of one would favour whoever sat where.
            let is_pair = self.standings.counted().is_multiple_of(2);
            if is_pair && self.test.is_some_and(|test| test.verdict(&self.score()).is_some()) {
                self.is_proved = true;
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    fn score(&self) -> Score {
        self.standings.score(0, 1)
    }

    /// One line about how far it has come.
    fn in_words(&self) -> String {
        let done = self.standings.counted();
        let mut text = match self.total {
            Some(total) => format!("{done} of {total} games"),
            None => format!("{done} games"),
        };
        let points: Vec<String> = self.standings.lines().map(|(_, line)| format!("{:.1}", line.points)).collect();
        text.push_str(&format!(", {}", points.join(" – ")));
        if points.len() == 2 {
            text.push_str(&format!(", Elo {}", table::elo_in_words(&self.score())));
        }
        if let Some(test) = &self.test {
            text.push_str(&format!(", LLR {}", table::ratio_in_words(&self.score(), test)));
        }
        if let Some(left) = self.total.map(|total| total - done).filter(|_| done > 0) {
            let seconds = self.begin.elapsed().as_secs_f64() / done as f64 * left as f64;
            text.push_str(&format!(", {} left", HumanDuration(Duration::from_secs_f64(seconds))));
        }
        text
    }

    /// The table, and whether the match was what it was to be.
    fn conclude(mut self, end: &End, json: bool) -> Result<String, Failure> {
        if !self.is_proved {
            self.standings.close();
        }
        let output = self.table(json);
        let failed = |error| Err(Failure { output: output.clone(), usage: false, error });
        let done = self.standings.counted();
        match (self.failure, end) {
            (Some(error), _) => failed(anyhow!(error).context("cannot write the games")),
            (None, End::Broken(what)) => failed(anyhow!("{what}; with --recover the match would have gone on")),
            (None, End::Stopped) if !self.is_proved => failed(match self.total {
                Some(total) => anyhow!("stopped after {done} of {total} games"),
                None => anyhow!("stopped after {done} games"),
            }),
            (None, _) => Ok(output),
        }
    }

    fn table(&self, json: bool) -> String {
        let is_duel = self.standings.lines().count() == 2;
        if json {
            let mut answer = table::as_json(&self.standings);
            answer["evidence"] = is_duel.then(|| table::evidence_as_json(&self.score(), self.test.as_ref())).into();
            answer["seconds"] = json!(self.begin.elapsed().as_secs_f64());
            return format!("{answer}\n");
        }
        let mut text = table::as_text(&self.standings);
        if is_duel {
            text.push_str(&format!("\n{}", table::evidence_as_text(&self.score(), self.test.as_ref())));
        }
        text
    }
}
