//! `quoridor tune`: SPSA of the parameters of a player.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context, anyhow};
use clap::Args;
use quoridor_arena::tune::{Tuned, Tuning};
use quoridor_arena::{Control, OpeningChoice, Rules};
use quoridor_engine::Limits;
use quoridor_players::Spec;
use quoridor_store::files::write_atomically;

use crate::failure::Failure;
use crate::interrupt;
use crate::progress::with_progress;

/// Tune parameters of a player by games against itself (SPSA)
///
/// Simultaneous perturbation stochastic approximation (SPSA): in every round all parameters are
/// perturbed at random, the player with the perturbation plays against the one with the opposite
/// perturbation, and the parameters move towards the winner. The file gets a line per round: its
/// number, then the parameters. The same command resumes a tuning that was stopped.
///
/// Test the result by a match with other openings.
#[derive(Args)]
#[command(after_help = "Example:\n  \
                        quoridor tune alphabeta:hash=4 --option weights --rounds 500 --pairs 8 \
                        --nodes 1500 --out tuned.csv")]
pub(crate) struct Arguments {
    /// The player, NAME or NAME:OPTION=VALUE,…: see quoridor agents
    #[arg(value_name = "SPEC")]
    agent: Spec,

    /// Its option with the parameters, a list of numbers
    #[arg(long, value_name = "NAME", default_value = "weights")]
    option: String,

    /// The number of rounds
    #[arg(long, value_name = "N", default_value_t = 500,
          value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,

    /// The pairs of games in a round
    #[arg(long, value_name = "N", default_value_t = 8,
          value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,

    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 1500,
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Perturbation in the last round, as a part of each parameter
    #[arg(long, value_name = "PART", default_value_t = 0.1)]
    change: f64,

    /// Openings: random:PLIES, start, or a file with one opening per line
    #[arg(long, value_name = "OPENINGS", default_value = "random:6")]
    openings: OpeningChoice,

    /// Seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Number of games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,

    /// The file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    if !(arguments.change > 0.0 && arguments.change <= 1.0) {
        return Err(Failure::usage(anyhow!("--change is a part of a number, above 0 and up to 1")));
    }
    let tuning = Tuning {
        spec: arguments.agent.clone(),
        option: arguments.option.clone(),
        control: Control { limits: Limits::nodes(arguments.nodes), ..Control::default() },
        rules: Rules::default(),
        openings: arguments.openings.clone(),
        seed: arguments.seed,
        rounds: arguments.rounds as usize,
        pairs: arguments.pairs as usize,
        change: arguments.change,
        concurrency: usize::from(arguments.concurrency),
    };
    let begin = tuning.begin().map_err(Failure::usage)?;
    let mut log = Log::open(&arguments.out, &begin)?;
    let stop = interrupt::flag().context("cannot wait for Ctrl-C")?;
    let so_far = Mutex::new(String::new());
    let message = || so_far.lock().map(|text| text.clone()).unwrap_or_default();
    with_progress(message, || -> Result<(), Failure> {
        while log.last.rounds < tuning.rounds {
            if let Ok(mut text) = so_far.lock() {
                *text = format!("round {} of {}", log.last.rounds + 1, tuning.rounds);
            }
            let Some(next) = tuning.round(&log.last, &stop).map_err(Failure::usage)? else { break };
            log.add(next)?;
        }
        Ok(())
    })?;
    let player = tuning.player(&log.last.numbers).map_err(Failure::usage)?;
    let output = format!("{} of {} rounds\n{player}\n", log.last.rounds, tuning.rounds);
    if log.last.rounds < tuning.rounds {
        return Err(Failure {
            output,
            usage: false,
            error: anyhow!("stopped: the same command goes on"),
        });
    }
    Ok(output)
}

/// The file of a tuning: a line for every round.
struct Log<'a> {
    path: &'a Path,
    text: String,
    last: Tuned,
}

impl<'a> Log<'a> {
    /// Opens a file that may be there already.
    fn open(path: &'a Path, begin: &Tuned) -> Result<Self, Failure> {
        let cannot = || format!("cannot read {}", path.display());
        let text = if path.exists() {
            fs::read_to_string(path).with_context(cannot)?
        } else {
            String::new()
        };
        let mut log = Self { path, text: String::new(), last: begin.clone() };
        if text.is_empty() {
            log.add(begin.clone())?;
            return Ok(log);
        }
        for (place, line) in text.lines().enumerate() {
            let wrong =
                || anyhow!("{}:{}: not the next round of this tuning", path.display(), place + 1);
            let numbers: Option<Vec<f64>> =
                line.split(',').map(|number| number.parse().ok()).collect();
            let mut numbers = numbers
                .filter(|numbers| numbers.len() == begin.numbers.len() + 1)
                .ok_or_else(wrong)?;
            let round = numbers.remove(0);
            if round != place as f64 || (place == 0 && numbers != begin.numbers) {
                return Err(wrong().into());
            }
            log.last = Tuned { rounds: place, numbers };
        }
        log.text = text;
        Ok(log)
    }

    /// Adds a round; it is on the disk before the next one begins.
    fn add(&mut self, tuned: Tuned) -> Result<(), Failure> {
        let numbers: Vec<String> = tuned.numbers.iter().map(f64::to_string).collect();
        let _ = writeln!(self.text, "{},{}", tuned.rounds, numbers.join(","));
        write_atomically(self.path, self.text.as_bytes())
            .with_context(|| format!("cannot write {}", self.path.display()))?;
        self.last = tuned;
        Ok(())
    }
}
