//! `quoridor learn imitate`: a net that watches, as in Hoľa 2016.

use clap::Args;
use quoridor_engine::net::{Encoding, Mlp};
use quoridor_learn::network::WEIGHTS;
use quoridor_learn::network::imitation::{Config, Imitation, report};
use serde_json::{Value, json};

use super::values::{player, positive};
use crate::experiment::{RunArguments, failure, work, write_report};
use crate::failure::Failure;

/// Hoľa's net: it watches hola-2016-heuristic play against itself and learns to do the same
///
/// Unless options say otherwise, the net and the learning are those of the thesis. Now and then it
/// plays against random, hola-2016-path and hola-2016-heuristic; the report draws the curves of
/// Figures 5.1 to 5.3. The net is in the folder as net.weights and can be played at once: quoridor
/// play hola-2016-nn:weights=FOLDER/net.weights.
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor learn imitate --out runs/imitate\n  \
                        quoridor learn imitate --inputs squares --batch 100 --actions 2000000 --out runs/squares")]
pub(crate) struct Arguments {
    #[command(flatten)]
    run: RunArguments,

    /// How many actions the net observes in all; the folder can go on to more later
    #[arg(long, value_name = "N", default_value_t = 10_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    actions: u64,

    /// What the net is told: numbers (133 of them, as in the thesis) or squares (218, as in his
    /// program)
    #[arg(long, value_name = "WHAT", default_value_t = Encoding::Numbers)]
    inputs: Encoding,

    /// Whom the player who is watched plays against; may be given several times, and they take
    /// turns
    #[arg(long, value_name = "PLAYER", default_value = "hola-2016-heuristic", value_parser = player)]
    against: Vec<String>,

    /// How many hidden units it has
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u16).range(1..=Mlp::MOST_HIDDEN_UNITS as i64))]
    hidden_units: u16,

    /// The learning rate
    #[arg(long, value_name = "RATE", default_value_t = 0.001, value_parser = positive)]
    learning_rate: f32,

    /// How many actions are learnt from at once
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    batch: u32,

    /// What the net is to answer to the action that it sees
    #[arg(long, value_name = "NUMBER", default_value_t = 100.0, value_parser = positive)]
    reward: f32,

    /// The standard deviation of its first weights
    #[arg(long, value_name = "NUMBER", default_value_t = 0.01, value_parser = positive)]
    deviation: f32,

    /// See about half of the games in a mirror; not in the thesis
    #[arg(long)]
    mirror: bool,

    /// After every so many actions (and more often at first) the net plays
    #[arg(long, value_name = "N", default_value_t = 500_000, value_parser = clap::value_parser!(u64).range(1..))]
    test_every: u64,

    /// How many games against each opponent
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    test_games: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let config = Config {
        inputs: arguments.inputs,
        against: arguments.against.clone(),
        hidden_units: usize::from(arguments.hidden_units),
        learning_rate: arguments.learning_rate,
        batch: arguments.batch as usize,
        reward: arguments.reward,
        deviation: arguments.deviation,
        mirror: arguments.mirror,
        test_every: arguments.test_every,
        test_games: arguments.test_games,
    };
    let RunArguments { out, seed, .. } = &arguments.run;
    let mut experiment =
        Imitation::open(out, config, *seed, arguments.run.concurrency()).map_err(failure)?;
    work(|progress| experiment.run(arguments.actions, progress))?;
    let mut files =
        write_report(&report(&experiment, command(arguments)).map_err(failure)?, &arguments.run)?;
    files.push(out.join(WEIGHTS).display().to_string());
    let measured = experiment.measured().map_err(failure)?;
    let last = measured.iter().filter(|point| point.actions == experiment.actions());
    if arguments.run.json {
        let last: Vec<Value> = last
            .map(|point| {
                let tally = point.tally;
                json!({ "opponent": point.opponent, "won": tally.won, "lost": tally.lost, "undecided": tally.stuck })
            })
            .collect();
        return Ok(format!(
            "{}\n",
            json!({ "actions": experiment.actions(), "tested": last, "files": files })
        ));
    }
    let lines: String = last
        .map(|point| {
            let tally = point.tally;
            format!(
                "{:<20} {} won, {} lost, {} undecided\n",
                point.opponent, tally.won, tally.lost, tally.stuck
            )
        })
        .collect();
    Ok(format!("{} actions\n{lines}\n{}\n", experiment.actions(), files.join("\n")))
}

/// The command that makes the run again.
fn command(arguments: &Arguments) -> String {
    let Arguments { run, actions, inputs, hidden_units, learning_rate, batch, .. } = arguments;
    let Arguments { reward, deviation, mirror, test_every, test_games, .. } = arguments;
    let against: String =
        arguments.against.iter().map(|player| format!(" --against {player}")).collect();
    let mirror = if *mirror { " --mirror" } else { "" };
    format!(
        "quoridor learn imitate --actions {actions} --inputs {inputs}{against} --hidden-units {hidden_units} --learning-rate {learning_rate} --batch {batch} --reward {reward} \
         --deviation {deviation}{mirror} --test-every {test_every} --test-games {test_games} --seed {} --out FOLDER",
        run.seed
    )
}
