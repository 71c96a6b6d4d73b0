//! `quoridor learn`: experiments in learning, but for evolution, which has a command of its own.

mod evaluation;
mod imitate;
mod perceptron;
mod qlearn;
mod values;

use clap::{Args, Subcommand};

use crate::failure::Failure;

/// Learn from games: the champion's evaluation, and the experiments of the papers, each in a folder
/// of its own
///
/// A run that was stopped or killed goes on with the same command, and ends as if nobody had
/// touched it. docs/training.md explains what is in the folder.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  quoridor learn evaluation --out runs/evaluation\n  quoridor learn imitate --out runs/imitate\n  quoridor learn perceptron --out runs/perceptron"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Evaluation(evaluation::Arguments),
    Imitate(imitate::Arguments),
    Perceptron(perceptron::Arguments),
    Qlearn(qlearn::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    match &arguments.command {
        Command::Evaluation(arguments) => evaluation::run(arguments),
        Command::Imitate(arguments) => imitate::run(arguments),
        Command::Perceptron(arguments) => perceptron::run(arguments),
        Command::Qlearn(arguments) => qlearn::run(arguments),
    }
}
