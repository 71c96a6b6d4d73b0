//! `quoridor evolve`: better numbers for a player, by evolution.

use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::{Context, anyhow};
use clap::{ArgGroup, Args, ValueEnum};
use quoridor_learn::evolution::config::{Config, Optimiser, Preset};
use quoridor_learn::evolution::{Evolution, Generation, report};
use serde_json::{Value, json};

use crate::experiment::{RunArguments, failure, work_with_lines, write_report};
use crate::failure::Failure;

/// Evolve the numbers of a player, as a paper did or as a file says
///
/// In every generation everybody plays everybody twice, and who wins more games has more children.
/// The folder has a table of the generations (fitness.csv), one of all chromosomes (weights.csv)
/// and a report with drawings. A run that was stopped or killed goes on with the same command, and
/// with a larger --generations; it ends as if nobody had touched it. docs/training.md explains the
/// file.
///
/// The papers limited time. A preset limits positions or depth instead, so that it is quick and
/// always the same, unless --paper-limits is given.
#[derive(Args)]
#[command(
    group = ArgGroup::new("what").required(true).args(["preset", "config"]),
    after_help = "Examples:\n  quoridor evolve --preset glendenning-2005:psi1 --out runs/psi1\n  \
                  quoridor evolve --preset saadatinia-2020 --optimiser cma-es --generations 10 --out runs/cma\n  \
                  quoridor evolve --config docs/examples/evolution.toml --out runs/own"
)]
pub(crate) struct Arguments {
    /// A paper's evolution: glendenning-2005:POPULATION, respall-2018-ga or saadatinia-2020
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,

    /// A file that describes an evolution
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    #[command(flatten)]
    run: RunArguments,

    /// How many generations in all [default: 20; of respall-2018-ga 1, of saadatinia-2020 6]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    generations: Option<u32>,

    /// What makes the next generation, if not what the paper or the file says
    #[arg(long, value_name = "WHICH", value_enum)]
    optimiser: Option<Which>,

    /// The positions that a player may look at for each move, instead of the limit of the preset or
    /// the file
    #[arg(long, value_name = "N", conflicts_with = "paper_limits", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// The limits of the paper, which took weeks
    #[arg(long, requires = "preset")]
    paper_limits: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Which {
    /// The covariance matrix adaptation evolution strategy
    CmaEs,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let (config, generations) = config(arguments)?;
    let generations = arguments.generations.map_or(generations, |generations| generations as usize);
    let RunArguments { out, seed, .. } = &arguments.run;
    config.problem().map_err(Failure::usage)?;
    let mut evolution =
        Evolution::open(out, config, *seed, arguments.run.concurrency()).map_err(failure)?;
    let lines = Mutex::new(vec![HEADER.to_owned()]);
    work_with_lines(&lines, |progress| {
        evolution.run(generations, progress, |generation| {
            if let Ok(mut lines) = lines.lock() {
                lines.push(in_words(generation));
            }
        })
    })?;
    let title = arguments
        .preset
        .as_ref()
        .map_or_else(|| "An evolution".to_owned(), |name| format!("Evolution: {name}"));
    let files = write_report(
        &report(&evolution, &title, command(arguments, generations)).map_err(failure)?,
        &arguments.run,
    )?;
    let player = evolution.champion_player().map_err(|error| anyhow!(error))?;
    let player = player.map(|player| player.to_string()).unwrap_or_default();
    let history = evolution.history().map_err(failure)?;
    if arguments.run.json {
        let generations: Vec<Value> = history.iter().map(as_json).collect();
        let answer = json!({ "champion": player, "games": evolution.games(), "generations": generations, "files": files });
        return Ok(format!("{answer}\n"));
    }
    let rows: Vec<String> = history.iter().map(in_words).collect();
    Ok(format!("{HEADER}\n{}\n\nchampion  {player}\n\n{}\n", rows.join("\n"), files.join("\n")))
}

/// The config and how many generations it usually has.
fn config(arguments: &Arguments) -> Result<(Config, usize), Failure> {
    let (mut config, generations) = match (&arguments.preset, &arguments.config) {
        (Some(name), _) => {
            let Preset { mut config, paper_limit, generations } =
                Preset::find(name).map_err(Failure::usage)?;
            if arguments.paper_limits {
                config.limit = paper_limit;
            }
            (config, generations)
        }
        (None, Some(path)) => {
            let text = fs::read_to_string(path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            let read = Config::read(&text);
            (read.map_err(|error| Failure::usage(anyhow!("{}: {error}", path.display())))?, 20)
        }
        (None, None) => return Err(Failure::usage(anyhow!("name a --preset or a --config"))),
    };
    if let Some(nodes) = arguments.nodes {
        config.limit = format!("nodes={nodes}");
    }
    if let Some(Which::CmaEs) = arguments.optimiser {
        config.optimiser = Optimiser::CMA_ES;
    }
    Ok((config, generations))
}

const HEADER: &str = "generation   games  best   mean  distinct  distance  population fitness";

fn in_words(generation: &Generation) -> String {
    let Generation { number, games, best, mean, diversity, .. } = generation;
    let tested = generation
        .population_fitness
        .map(|share| format!("{:17.1} %", share * 100.0))
        .unwrap_or_default();
    let line = format!(
        "{number:10} {games:7} {best:5} {mean:6.2} {:9} {:9.3} {tested}",
        diversity.distinct, diversity.distance
    );
    line.trim_end().to_owned()
}

fn as_json(generation: &Generation) -> Value {
    json!({
        "generation": generation.number,
        "games": generation.games,
        "best": generation.best,
        "mean": generation.mean,
        "distinct": generation.diversity.distinct,
        "distance": generation.diversity.distance,
        "population_fitness": generation.population_fitness,
    })
}

/// The command that makes the run again.
fn command(arguments: &Arguments, generations: usize) -> String {
    let mut command = String::from("quoridor evolve");
    if let Some(name) = &arguments.preset {
        command.push_str(&format!(" --preset {name}"));
    }
    if let Some(path) = &arguments.config {
        command.push_str(&format!(" --config {}", path.display()));
    }
    if arguments.optimiser.is_some() {
        command.push_str(" --optimiser cma-es");
    }
    if let Some(nodes) = arguments.nodes {
        command.push_str(&format!(" --nodes {nodes}"));
    }
    if arguments.paper_limits {
        command.push_str(" --paper-limits");
    }
    command + &format!(" --generations {generations} --seed {} --out FOLDER", arguments.run.seed)
}
