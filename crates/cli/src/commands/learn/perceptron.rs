//! `quoridor learn perceptron`: Glendenning's first rule of learning, and why it fails.

use clap::{Args, ValueEnum};
use quoridor_learn::perceptron::{Config, Perceptron, Range, Unfinished, report};
use serde_json::{Value, json};

use crate::experiment::{RunArguments, failure, work, write_report};
use crate::failure::Failure;

/// Glendenning's perceptron rule on two features, and beside it the cure that she proposed
///
/// Agents with the weights of two features (shortest path of the player, of the opponent) play each
/// other and learn after each game. The report draws what becomes of the weights, with features
/// from 0 to 1 as in the thesis, and with features from -1 to 1.
#[derive(Args)]
#[command(after_help = "Example:\n  quoridor learn perceptron --rounds 20 --out runs/perceptron")]
pub(crate) struct Arguments {
    #[command(flatten)]
    run: RunArguments,

    /// How many rounds, in each of which everybody meets everybody twice
    #[arg(long, value_name = "N", default_value_t = 20)]
    rounds: usize,

    /// How many agents learn
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(2..=1000))]
    agents: u16,

    /// The learning rate γ: how much less a position counts than the one after it
    #[arg(long, value_name = "RATE", default_value_t = 0.9, value_parser = rate)]
    gamma: f64,

    /// What a game is to its players that nobody wins
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = Draws::Lost)]
    unfinished: Draws,

    /// The positions that a player may look at for each move
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// After how many moves of both players nobody has won
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    move_cap: u16,

    /// After every so many rounds the agents play against others that never learn
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    test_every: u16,
}

#[derive(Clone, Copy, ValueEnum)]
enum Draws {
    /// Lost by both: neither has won it
    Lost,
    /// Nothing is learnt from it
    Ignored,
}

fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate| (0.0..=1.0).contains(rate));
    rate.ok_or_else(|| "not a rate: it is a number from 0 to 1, like 0.9".to_owned())
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let config = Config {
        agents: usize::from(arguments.agents),
        gamma: arguments.gamma,
        unfinished: match arguments.unfinished {
            Draws::Lost => Unfinished::Lost,
            Draws::Ignored => Unfinished::Ignored,
        },
        nodes: arguments.nodes,
        move_cap: usize::from(arguments.move_cap),
        test_every: usize::from(arguments.test_every),
    };
    let RunArguments { out, seed, .. } = &arguments.run;
    let mut experiment =
        Perceptron::open(out, config, *seed, arguments.run.concurrency()).map_err(failure)?;
    work(|progress| experiment.run(arguments.rounds, progress))?;
    let files =
        write_report(&report(&experiment, command(arguments)).map_err(failure)?, &arguments.run)?;
    let means = Range::ALL.map(|range| (range, mean(experiment.agents(range))));
    if arguments.run.json {
        let ranges: Vec<Value> = means
            .iter()
            .map(|(range, [spp, spo])| json!({ "features": range.name(), "mean_spp": spp, "mean_spo": spo }))
            .collect();
        return Ok(format!(
            "{}\n",
            json!({ "rounds": experiment.rounds(), "ranges": ranges, "files": files })
        ));
    }
    let lines = means.map(|(range, [spp, spo])| {
        format!("features {:<16}  mean SPP {spp:8.1}  mean SPO {spo:8.1}\n", range.name())
    });
    Ok(format!(
        "{:<25}  {}\n{}\n{}\n",
        "rounds",
        experiment.rounds(),
        lines.concat(),
        files.join("\n")
    ))
}

fn mean(agents: &[[f64; 2]]) -> [f64; 2] {
    [0, 1].map(|place| {
        agents.iter().map(|weights| weights[place]).sum::<f64>() / agents.len().max(1) as f64
    })
}

/// The command that makes the run again.
fn command(arguments: &Arguments) -> String {
    let Arguments { run, rounds, agents, gamma, nodes, move_cap, test_every, .. } = arguments;
    let unfinished = match arguments.unfinished {
        Draws::Lost => "lost",
        Draws::Ignored => "ignored",
    };
    format!(
        "quoridor learn perceptron --rounds {rounds} --agents {agents} --gamma {gamma} --unfinished {unfinished} --nodes {nodes} --move-cap {move_cap} --test-every {test_every} --seed {} --out FOLDER",
        run.seed
    )
}
