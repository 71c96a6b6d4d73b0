//! `quoridor learn`: experiments in learning. Evolution has a command of its own.

mod check;
mod distil;
mod evaluation;
mod imitate;
mod perceptron;
mod qlearn;
mod self_play;

use clap::{Args, Subcommand};
use quoridor_learn::network::evaluation::Tally;
use serde_json::{Value, json};

use crate::experiment::RunArguments;
use crate::failure::Failure;

/// Train players: the papers' experiments, alphabeta's evaluation, and data for networks
///
/// Each experiment has a run folder. The same command continues a run that was stopped or killed;
/// its results are those of an uninterrupted run. docs/training.md describes the files.
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor learn evaluation --out runs/evaluation\n  \
                        quoridor learn imitate --out runs/imitate\n  \
                        quoridor learn perceptron --out runs/perceptron")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(check::Arguments),
    Distil(distil::Arguments),
    Evaluation(evaluation::Arguments),
    Imitate(imitate::Arguments),
    Perceptron(perceptron::Arguments),
    Qlearn(qlearn::Arguments),
    SelfPlay(self_play::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    match &arguments.command {
        Command::Check(arguments) => check::run(arguments),
        Command::Distil(arguments) => distil::run(arguments),
        Command::Evaluation(arguments) => evaluation::run(arguments),
        Command::Imitate(arguments) => imitate::run(arguments),
        Command::Perceptron(arguments) => perceptron::run(arguments),
        Command::Qlearn(arguments) => qlearn::run(arguments),
        Command::SelfPlay(arguments) => self_play::run(arguments),
    }
}

/// The output of an experiment that trains one of Hoľa's networks: the number of games or actions,
/// and the results of its last test.
fn tested_output(
    run: &RunArguments,
    unit: &str,
    count: u64,
    tested: Vec<(&str, Tally)>,
    files: &[String],
) -> String {
    if run.json {
        let tested: Vec<Value> = tested
            .iter()
            .map(|(opponent, Tally { won, lost, stuck })| {
                json!({ "opponent": opponent, "won": won, "lost": lost, "undecided": stuck })
            })
            .collect();
        return format!("{}\n", json!({ unit: count, "tested": tested, "files": files }));
    }
    let lines: String = tested
        .iter()
        .map(|(opponent, Tally { won, lost, stuck })| {
            format!("{opponent:<20} {won} won, {lost} lost, {stuck} undecided\n")
        })
        .collect();
    format!("{count} {unit}\n{lines}\n{}\n", files.join("\n"))
}
