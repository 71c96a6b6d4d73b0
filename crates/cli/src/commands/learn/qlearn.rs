//! `quoridor learn qlearn`: Q-learning with a net, as in Hoľa 2016.

use clap::{Args, ValueEnum};
use quoridor_engine::net::{Encoding, Mlp};
use quoridor_learn::network::WEIGHTS;
use quoridor_learn::network::evaluation::OPPONENTS;
use quoridor_learn::network::q_learning::{Config, MaxOver, QLearning, report};
use serde_json::{Value, json};

use super::values::{finite, player, positive, share};
use crate::experiment::{RunArguments, failure, work, write_report};
use crate::failure::Failure;

/// Hoľa's net as a Q-function: it learns from its own games, first from trivial positions, at last
/// from the usual start
///
/// He reports that this was not successful; the report shows what happens. The net is in the folder
/// as net.weights and can be played at once: quoridor play
/// hola-2016-qlnn:weights=FOLDER/net.weights.
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor learn qlearn --out runs/qlearn\n  \
                        quoridor learn qlearn --max-over legal --opponent hola-2016-heuristic --out runs/legal")]
pub(crate) struct Arguments {
    #[command(flatten)]
    run: RunArguments,

    /// How many games it learns from in all
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// How many games are played before it learns from them
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u64).range(1..=1000))]
    batch: u64,

    /// Whom it plays against: a player of the registry
    #[arg(long, value_name = "PLAYER", default_value = "hola-2016-path", value_parser = player)]
    opponent: String,

    /// What a win is worth
    #[arg(long, value_name = "NUMBER", default_value_t = 100.0, value_parser = finite)]
    win: f32,

    /// What a loss is worth
    #[arg(long, value_name = "NUMBER", default_value_t = -100.0, value_parser = finite, allow_negative_numbers = true)]
    loss: f32,

    /// The discount: what a position two plies later is worth now
    #[arg(long, value_name = "SHARE", default_value_t = 0.99, value_parser = share)]
    discount: f64,

    /// Over which actions the greatest output of the next position is taken
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = Which::All)]
    max_over: Which,

    /// The probability of a random move in the first game
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = share)]
    explore: f64,

    /// The probability of a random move in the last game
    #[arg(long, value_name = "SHARE", default_value_t = 0.005, value_parser = share)]
    explore_at_last: f64,

    /// The share of games that begin from training states, which get harder from game to game
    #[arg(long, value_name = "SHARE", default_value_t = 0.75, value_parser = share)]
    lessons: f64,

    /// After so many moves of both players a game is broken off
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    move_cap: u16,

    /// What the net is told: numbers (133 of them, as in the thesis) or squares (218, as in his
    /// program)
    #[arg(long, value_name = "WHAT", default_value_t = Encoding::Numbers)]
    inputs: Encoding,

    /// How many hidden units it has
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u16).range(1..=Mlp::MOST_HIDDEN_UNITS as i64))]
    hidden_units: u16,

    /// The learning rate
    #[arg(long, value_name = "RATE", default_value_t = 0.001, value_parser = positive)]
    learning_rate: f32,

    /// The standard deviation of its first weights
    #[arg(long, value_name = "NUMBER", default_value_t = 0.01, value_parser = positive)]
    deviation: f32,

    /// After every so many games the net plays to be tested
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    test_every: u64,

    /// How many games against each opponent
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    test_games: u64,
}

#[derive(Clone, Copy, ValueEnum)]
enum Which {
    /// All of them, also those that cannot be played, as in his program
    All,
    /// Those that can be played
    Legal,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let config = Config {
        inputs: arguments.inputs,
        hidden_units: usize::from(arguments.hidden_units),
        learning_rate: arguments.learning_rate,
        deviation: arguments.deviation,
        games: arguments.games,
        batch: arguments.batch,
        opponent: arguments.opponent.clone(),
        win: arguments.win,
        loss: arguments.loss,
        discount: arguments.discount as f32,
        max_over: match arguments.max_over {
            Which::All => MaxOver::All,
            Which::Legal => MaxOver::Legal,
        },
        explore: arguments.explore,
        explore_at_last: arguments.explore_at_last,
        lessons: arguments.lessons,
        move_cap: usize::from(arguments.move_cap),
        test_every: arguments.test_every,
        test_games: arguments.test_games,
    };
    let RunArguments { out, seed, .. } = &arguments.run;
    let mut experiment =
        QLearning::open(out, config, *seed, arguments.run.concurrency()).map_err(failure)?;
    work(|progress| experiment.run(progress))?;
    let mut files =
        write_report(&report(&experiment, command(arguments)).map_err(failure)?, &arguments.run)?;
    files.push(out.join(WEIGHTS).display().to_string());
    let measured = experiment.measured().map_err(failure)?;
    let last =
        measured.last().map(|point| OPPONENTS.into_iter().zip(point.tested)).into_iter().flatten();
    if arguments.run.json {
        let last: Vec<Value> = last
            .map(|(opponent, tally)| {
                json!({ "opponent": opponent, "won": tally.won, "lost": tally.lost, "undecided": tally.stuck })
            })
            .collect();
        return Ok(format!(
            "{}\n",
            json!({ "games": experiment.games(), "tested": last, "files": files })
        ));
    }
    let lines: String = last
        .map(|(opponent, tally)| {
            format!(
                "{opponent:<20} {} won, {} lost, {} undecided\n",
                tally.won, tally.lost, tally.stuck
            )
        })
        .collect();
    Ok(format!("{} games\n{lines}\n{}\n", experiment.games(), files.join("\n")))
}

/// The command that makes the run again.
fn command(arguments: &Arguments) -> String {
    let Arguments {
        run,
        games,
        batch,
        opponent,
        win,
        loss,
        discount,
        explore,
        explore_at_last,
        ..
    } = arguments;
    let Arguments { lessons, move_cap, inputs, hidden_units, learning_rate, deviation, .. } =
        arguments;
    let Arguments { test_every, test_games, .. } = arguments;
    let max_over = match arguments.max_over {
        Which::All => "all",
        Which::Legal => "legal",
    };
    format!(
        "quoridor learn qlearn --games {games} --batch {batch} --opponent {opponent} --win {win} --loss {loss} --discount {discount} --max-over {max_over} --explore {explore} \
         --explore-at-last {explore_at_last} --lessons {lessons} --move-cap {move_cap} --inputs {inputs} --hidden-units {hidden_units} --learning-rate {learning_rate} \
         --deviation {deviation} --test-every {test_every} --test-games {test_games} --seed {} --out FOLDER",
        run.seed
    )
}
