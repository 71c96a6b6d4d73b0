//! `cargo xtask`: tasks of developers and of continuous integration.
//!
//! Every subcommand is one file. A command is shown before it is run (`+ cargo …`); the first that
//! fails ends the task with exit code 1.

mod busy;
mod check;
mod client;
mod compare_openspiel;
mod fuzz;
mod instructions;
mod kills;
mod line_length;
mod openspiel;
mod oracle;
mod package;
mod page;
mod python;
mod results;
mod sanitize;
mod shell;
mod site;
mod soak;
mod system;
mod test;
mod tools;
mod train;
mod virtual_env;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::workspace::Workspace;

/// Tasks for developers and continuous integration.
#[derive(Parser)]
#[command(
    name = "cargo xtask",
    bin_name = "cargo xtask",
    after_help = "Example:\n  cargo xtask check"
)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Is busy until its input ends: for `cargo xtask test --under-load`
    #[command(hide = true)]
    Busy,
    Test(test::Arguments),
    Check(check::Arguments),
    Fuzz(fuzz::Arguments),
    Oracle(oracle::Arguments),
    Python(python::Arguments),
    Train(train::Arguments),
    Package(package::Arguments),
    Page(page::Arguments),
    Site(site::Arguments),
    Client(client::Arguments),
    CompareOpenspiel(compare_openspiel::Arguments),
    Instructions(instructions::Arguments),
    Results(results::Arguments),
    Sanitize(sanitize::Arguments),
    Soak(soak::Arguments),
    Kills(kills::Arguments),
}

fn main() -> ExitCode {
    let task = Arguments::parse().task;
    match Workspace::find().and_then(|workspace| run(task, &workspace)) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task, workspace: &Workspace) -> anyhow::Result<ExitCode> {
    match task {
        Task::Test(arguments) => return test::run(&arguments, workspace),
        Task::Busy => busy::run(),
        Task::Check(arguments) => check::run(&arguments, workspace)?,
        Task::Fuzz(arguments) => fuzz::run(&arguments, workspace)?,
        Task::Oracle(arguments) => oracle::run(&arguments, workspace)?,
        Task::Python(arguments) => python::run(&arguments, workspace)?,
        Task::Train(arguments) => train::run(&arguments, workspace)?,
        Task::Client(arguments) => client::run(&arguments, workspace)?,
        Task::Package(arguments) => package::run(&arguments, workspace)?,
        Task::Page(arguments) => page::run(&arguments, workspace)?,
        Task::Site(arguments) => site::run(&arguments, workspace)?,
        Task::CompareOpenspiel(arguments) => compare_openspiel::run(&arguments, workspace)?,
        Task::Instructions(arguments) => instructions::run(&arguments, workspace)?,
        Task::Results(arguments) => results::run(&arguments, workspace)?,
        Task::Sanitize(arguments) => sanitize::run(&arguments, workspace)?,
        Task::Soak(arguments) => soak::run(&arguments, workspace)?,
        Task::Kills(arguments) => kills::run(&arguments, workspace)?,
    }
    Ok(ExitCode::SUCCESS)
}
