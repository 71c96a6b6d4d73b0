//! `quoridor`: the command line.
//!
//! One file per subcommand under `commands/`; they work out a text, and only this file prints.
//! (`engine` and `play` speak for themselves: they are conversations; `serve` says where it is.)

mod browser;
mod commands;
mod contest;
mod cores;
mod experiment;
mod failure;
mod input;
mod interrupt;
mod json;
mod progress;
mod start;
mod store;
mod table;
mod wording;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use quoridor_core::visible;

use crate::failure::Failure;

/// Play, analyse and study Quoridor.
///
/// Without a command: serve, the game in your browser.
#[derive(Parser)]
#[command(name = "quoridor", version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Serve(commands::serve::Arguments),
    Play(commands::play::Arguments),
    Show(commands::show::Arguments),
    Picture(commands::picture::Arguments),
    Perft(commands::perft::Arguments),
    Convert(commands::convert::Arguments),
    Go(commands::go::Arguments),
    Agents(commands::agents::Arguments),
    Engine(commands::engine::Arguments),
    Games(commands::games::Arguments),
    Match(commands::matches::Arguments),
    Tournament(commands::tournament::Arguments),
    Book(commands::book::Arguments),
    Puzzles(commands::puzzles::Arguments),
    Tune(commands::tune::Arguments),
    Evolve(commands::evolve::Arguments),
    Learn(commands::learn::Arguments),
    Compliance(commands::compliance::Arguments),
    Bench(commands::bench::Arguments),
    Reproduce(commands::reproduce::Arguments),
    Solve(commands::solve::Arguments),
    Grade(commands::grade::Arguments),
    Count(commands::count::Arguments),
    Completions(commands::completions::Arguments),
    Man(commands::man::Arguments),
}

fn main() -> ExitCode {
    let arguments = Arguments::try_parse().unwrap_or_else(|error| wording::exit(&error));
    let (output, failure) = match run(arguments) {
        Ok(output) => (output, None),
        Err(Failure { output, usage, error }) => (output, Some((usage, error))),
    };
    // Names and comments are from strangers: none of them may command the terminal.
    match io::stdout().lock().write_all(visible(&output).as_bytes()) {
        // The reader of the output (such as head) has ended.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: cannot write the output: {error}");
            return ExitCode::from(1);
        }
        Ok(()) => {}
    }
    match failure {
        None => ExitCode::SUCCESS,
        Some((usage, error)) => {
            // Not eprintln: it panics when nobody can be told.
            let _ = writeln!(io::stderr(), "error: {}", visible(&format!("{error:#}")));
            ExitCode::from(if usage { 2 } else { 1 })
        }
    }
}

fn run(arguments: Arguments) -> Result<String, Failure> {
    match arguments.command {
        None => commands::serve::run(&commands::serve::Arguments::default()),
        Some(Command::Serve(arguments)) => commands::serve::run(&arguments),
        Some(Command::Play(arguments)) => commands::play::run(arguments),
        Some(Command::Show(arguments)) => commands::show::run(&arguments),
        Some(Command::Picture(arguments)) => commands::picture::run(&arguments),
        Some(Command::Perft(arguments)) => commands::perft::run(&arguments),
        Some(Command::Convert(arguments)) => commands::convert::run(&arguments),
        Some(Command::Go(arguments)) => commands::go::run(&arguments),
        Some(Command::Agents(arguments)) => Ok(commands::agents::run(&arguments)),
        Some(Command::Engine(arguments)) => commands::engine::run(arguments),
        Some(Command::Games(arguments)) => commands::games::run(&arguments),
        Some(Command::Match(arguments)) => commands::matches::run(&arguments),
        Some(Command::Tournament(arguments)) => commands::tournament::run(&arguments),
        Some(Command::Compliance(arguments)) => commands::compliance::run(&arguments),
        Some(Command::Book(arguments)) => commands::book::run(&arguments),
        Some(Command::Puzzles(arguments)) => commands::puzzles::run(&arguments),
        Some(Command::Tune(arguments)) => commands::tune::run(&arguments),
        Some(Command::Evolve(arguments)) => commands::evolve::run(&arguments),
        Some(Command::Learn(arguments)) => commands::learn::run(&arguments),
        Some(Command::Bench(arguments)) => commands::bench::run(&arguments),
        Some(Command::Reproduce(arguments)) => commands::reproduce::run(&arguments),
        Some(Command::Solve(arguments)) => commands::solve::run(&arguments),
        Some(Command::Grade(arguments)) => commands::grade::run(&arguments),
        Some(Command::Count(arguments)) => commands::count::run(&arguments),
        Some(Command::Completions(arguments)) => Ok(commands::completions::run(&arguments)),
        Some(Command::Man(arguments)) => commands::man::run(&arguments),
    }
}
