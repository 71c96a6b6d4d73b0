//! `quoridor evolve`: better weights for a player, by evolution.

use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::anyhow;
use clap::{ArgGroup, Args, ValueEnum};
use quoridor_learn::evolution::config::{Config, Optimiser, Preset};
use quoridor_learn::evolution::{Evolution, Generation, report};
use serde::Serialize;
use serde_json::{Value, json};

use crate::experiment::{RunArguments, command, failure, work_with_lines, write_report};
use crate::failure::Failure;
use crate::input::read_config;

/// Evolve the weights of a player, with the settings of a paper or of a file
///
/// Every generation is a round robin from both seats; chromosomes that win more games have more
/// children. The folder has a table of the generations (fitness.csv), one of all chromosomes
/// (weights.csv), one of the search depths (depths.csv) and a report with plots. The same command
/// continues a run that was stopped or killed, also with a larger --generations; its results are
/// those of an uninterrupted run. docs/training.md describes the config file.
///
/// The papers limited time. A preset limits nodes or depth instead, so that results are
/// reproducible, unless --paper-limits is given.
#[derive(Args, Clone, Serialize)]
#[command(
    group = ArgGroup::new("what").required(true).args(["preset", "config"]),
    after_help = "Examples:\n  quoridor evolve --preset glendenning-2005:psi1 --out runs/psi1\n  \
                  quoridor evolve --preset saadatinia-2020 --optimiser cma-es --out runs/cma\n  \
                  quoridor evolve --config docs/examples/evolution.toml --out runs/own"
)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Arguments {
    /// Preset of a paper: glendenning-2005:POPULATION, respall-2018-ga or saadatinia-2020
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,

    /// Config file
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    #[command(flatten)]
    #[serde(flatten)]
    run: RunArguments,

    /// Number of generations in all [default: 20; respall-2018-ga 1, saadatinia-2020 6]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    generations: Option<u32>,

    /// Optimiser, instead of that of the preset or the file
    #[arg(long, value_name = "WHICH", value_enum)]
    optimiser: Option<Which>,

    /// Nodes searched per move, instead of the limit of the preset or the file
    #[arg(long, value_name = "N", conflicts_with = "paper_limits",
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Use the paper's time or depth limit, with which a run takes weeks
    #[arg(long, requires = "preset")]
    paper_limits: bool,
}

#[derive(Clone, Copy, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
enum Which {
    /// Covariance matrix adaptation evolution strategy
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
    let repeated = Arguments { generations: Some(generations as u32), ..arguments.clone() };
    let report = report(&evolution, &title, command("evolve", &repeated)).map_err(failure)?;
    let files = write_report(&report, &arguments.run)?;
    let depth = evolution.depths().map_err(|error| failure(error.into()))?.mean();
    let player = evolution.champion_player().map_err(|error| anyhow!(error))?;
    let player = player.map(|player| player.to_string()).unwrap_or_default();
    let history = evolution.history().map_err(failure)?;
    if arguments.run.json {
        let generations: Vec<Value> = history.iter().map(as_json).collect();
        let answer = json!({
            "champion": player,
            "games": evolution.games(),
            "mean_depth": depth,
            "generations": generations,
            "files": files,
        });
        return Ok(format!("{answer}\n"));
    }
    let rows: Vec<String> = history.iter().map(in_words).collect();
    let depth = depth.map(|depth| format!("mean depth  {depth:.2}\n")).unwrap_or_default();
    Ok(format!(
        "{HEADER}\n{}\n\nchampion  {player}\n{depth}\n{}\n",
        rows.join("\n"),
        files.join("\n")
    ))
}

/// The config and its usual number of generations.
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
            let text = read_config(path)?;
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
