//! `quoridor learn self-play`: games of a player against itself, as rows to train a network with.

use std::time::Duration;

use clap::Args;
use quoridor_learn::self_play::{Config, SelfPlay, Until};
use serde_json::json;

use crate::experiment::{RunArguments, failure, work};
use crate::failure::Failure;

/// Play games of a player against itself and keep them as training data
///
/// Every position of every game becomes a row of 64 bytes in rows.bin: the position, the move, the
/// search's value and policy, and the result. python/train trains networks with them;
/// docs/training.md describes the rows. The same command with more games or minutes continues the
/// run.
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor learn self-play --games 20000 --out runs/games\n  \
                        quoridor learn self-play --agent puct:noise=0.25 --nodes 200 --out \
                        runs/puct")]
pub(crate) struct Arguments {
    #[command(flatten)]
    run: RunArguments,

    #[command(flatten)]
    config: Config,

    /// Number of games in all; the run can be continued with a larger number
    #[arg(long, value_name = "N", default_value_t = 20_000,
          value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,

    /// Stop after this many minutes, with the games that are over by then
    #[arg(long, value_name = "MINUTES", value_parser = minutes)]
    minutes: Option<Duration>,
}

fn minutes(text: &str) -> Result<Duration, String> {
    let minutes = text.parse().ok().filter(|minutes: &f64| (0.0..=100_000.0).contains(minutes));
    let minutes = minutes.ok_or_else(|| "not a number of minutes, like 2.5".to_owned())?;
    Ok(Duration::from_secs_f64(60.0 * minutes))
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let Arguments { run, config, games, minutes } = arguments;
    let config = config.clone();
    let mut experiment =
        SelfPlay::open(&run.out, config, run.seed, run.concurrency()).map_err(failure)?;
    let until = Until { games: u64::from(*games), time: *minutes };
    work(|progress| experiment.run(until, progress))?;
    let (games, rows, file) =
        (experiment.games(), experiment.rows(), experiment.rows_file().display().to_string());
    if run.json {
        return Ok(format!("{}\n", json!({ "games": games, "rows": rows, "file": file })));
    }
    Ok(format!("{games} games, {rows} rows\n{file}\n"))
}
