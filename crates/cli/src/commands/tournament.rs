//! `quoridor tournament`: everybody against everybody, or some against all.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use clap::Args;
use indicatif::HumanDuration;
use quoridor_arena::{End, Fixture, PlayedGame, RecordFile, Standings, TournamentPlan, to_record};
use quoridor_core::Seats;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::interrupt;
use crate::progress::with_progress;
use crate::table;

/// Play a tournament that a file describes: a round robin or a gauntlet, for two to four seats
///
/// The file is TOML; docs/arena.md explains it. Ctrl-C breaks off the games that are on, prints the table of those that were finished, and ends
/// with exit code 1.
#[derive(Args)]
#[command(after_help = "Example:\n  quoridor tournament --config docs/examples/tournament.toml --out games.pgn")]
pub(crate) struct Arguments {
    /// The file that describes the tournament
    #[arg(long, value_name = "FILE")]
    config: PathBuf,

    /// How many games are played at once [default: what the file says]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,

    /// Append the games to a file of records
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let name = arguments.config.display();
    let text = fs::read_to_string(&arguments.config).with_context(|| format!("cannot read {name}"))?;
    let mut plan = TournamentPlan::read(&text).map_err(|error| Failure::usage(anyhow!("{name}: {error}")))?;
    plan.arena.concurrency = arguments.concurrency.map_or(plan.arena.concurrency, usize::from);
    let file = arguments
        .out
        .as_ref()
        .map(|path| RecordFile::open(path).with_context(|| format!("cannot write {}", path.display())));
    let mut recorder =
        Recorder { file: file.transpose()?, control: plan.arena.rules.control.to_string(), failure: None };
    let (standings, end) = play(&plan, &mut recorder)?;
    let output = if arguments.json { as_json(&standings) } else { as_text(&standings, &plan) };
    let failed = |error| Err(Failure { output: output.clone(), usage: false, error });
    match (recorder.failure, end) {
        (Some(error), _) => failed(anyhow!(error).context("cannot write the games")),
        (None, End::Broken(what)) => failed(anyhow!("{what}; with recover = true the tournament would have gone on")),
        (None, End::Stopped) => failed(anyhow!("stopped after {} of {} games", standings.counted(), plan.total())),
        (None, End::Done) => Ok(output),
    }
}

fn play(plan: &TournamentPlan, recorder: &mut Recorder) -> Result<(Standings, End), Failure> {
    let stop = interrupt::flag().context("cannot listen for Ctrl-C")?;
    let so_far = Mutex::new(String::from("no game is over yet"));
    let message = || so_far.lock().map(|text| text.clone()).unwrap_or_default();
    let (begin, total) = (Instant::now(), plan.total());
    let mut heard = 0;
    let played = with_progress(message, || {
        plan.run(&mut BTreeMap::new(), &stop, |fixture, game, standings| {
            heard += 1;
            if !recorder.append(fixture, game) {
                stop.store(true, Ordering::Relaxed);
            }
            if let Ok(mut text) = so_far.lock() {
                let left = begin.elapsed().as_secs_f64() / f64::from(heard) * (total - standings.counted()) as f64;
                let left = HumanDuration(Duration::from_secs_f64(left));
                *text = format!("{} of {total} games, {}, {left} left", standings.counted(), leader(standings));
            }
        })
    });
    played.map_err(|error| Failure::from(anyhow!(error)))
}

fn leader(standings: &Standings) -> String {
    let best = standings.lines().max_by(|(_, one), (_, other)| one.points.total_cmp(&other.points));
    best.map_or_else(String::new, |(name, line)| format!("{name} leads with {:.1} of {}", line.points, line.games))
}

/// Where games are appended to, if anywhere.
struct Recorder {
    file: Option<RecordFile>,
    control: String,
    failure: Option<io::Error>,
}

impl Recorder {
    /// Appends a game, and says whether there was room for it.
    fn append(&mut self, fixture: &Fixture, game: &PlayedGame) -> bool {
        let Some(file) = &mut self.file else { return true };
        let tags = [
            ("Event", "quoridor tournament".to_owned()),
            ("Round", format!("{}.{}", fixture.round + 1, fixture.number + 1)),
            ("TimeControl", self.control.clone()),
        ];
        self.failure = file.append(&to_record(game, &tags)).err();
        self.failure.is_none()
    }
}

fn as_text(standings: &Standings, plan: &TournamentPlan) -> String {
    let mut text = table::as_text(standings);
    if plan.start.seats() == Seats::Two {
        text.push_str(&format!("\n{}", table::crosstable(standings)));
    }
    text
}

fn as_json(standings: &Standings) -> String {
    let names: Vec<&str> = standings.lines().map(|(name, _)| name).collect();
    let mut pairings: Vec<Value> = Vec::new();
    for second in 0..names.len() {
        for first in 0..second {
            let score = standings.score(first, second);
            if score.games() > 0 {
                pairings.push(json!({
                    "first": names[first], "second": names[second], "wins": score.wins, "draws": score.draws,
                    "losses": score.losses, "pairs": score.pairs,
                }));
            }
        }
    }
    let mut answer = table::as_json(standings);
    answer["pairings"] = pairings.into();
    format!("{answer}\n")
}
