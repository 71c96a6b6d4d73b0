//! `quoridor learn`: the papers' experiments in learning, but for evolution, which has a command of its own.

mod imitate;
mod perceptron;
mod qlearn;
mod values;

use clap::{Args, Subcommand};

use crate::failure::Failure;

/// Learn from games: the experiments of the papers, each in a folder of its own
///
/// A run that was stopped or killed goes on with the same command, and ends as if nobody had touched it. docs/training.md explains what is in the folder.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  quoridor learn perceptron --out runs/perceptron\n  quoridor learn imitate --out runs/imitate"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Imitate(imitate::Arguments),
    Perceptron(perceptron::Arguments),
    Qlearn(qlearn::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    match &arguments.command {
        Command::Imitate(arguments) => imitate::run(arguments),
        Command::Perceptron(arguments) => perceptron::run(arguments),
        Command::Qlearn(arguments) => qlearn::run(arguments),
    }
}
