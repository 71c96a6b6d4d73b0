//! `quoridor compliance`: whether a program speaks the engine protocol.

use std::sync::Mutex;

use anyhow::anyhow;
use clap::Args;
use quoridor_arena::CommandLine;
use quoridor_arena::compliance::{Finding, WAIT, check};
use serde_json::json;

use crate::failure::Failure;
use crate::progress::with_progress;

/// Check whether a program speaks the engine protocol, and say what it gets wrong
///
/// The engine is restarted for each check. A failed check that a match needs is WRONG, any other a
/// note; WRONG means exit code 1. An engine that does not answer `ugi` gets that one finding only.
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor compliance \"./my-engine --quiet\"\n  \
                        quoridor compliance \"quoridor engine --agent random\" --json")]
pub(crate) struct Arguments {
    /// The program and its arguments, as one quoted argument
    #[arg(value_name = "COMMAND")]
    command: CommandLine,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let so_far = Mutex::new(String::from("starting"));
    let message = || so_far.lock().map(|text| text.clone()).unwrap_or_default();
    let findings = with_progress(message, || {
        check(&arguments.command, WAIT, |finding| {
            if let Ok(mut text) = so_far.lock() {
                *text = in_words(finding);
            }
        })
    });
    let command = &arguments.command;
    let findings =
        findings.map_err(|error| Failure::usage(anyhow!("cannot start {command}: {error}")))?;
    let wrong = findings.iter().filter(|finding| !finding.is_good() && finding.is_needed).count();
    let notes = findings.iter().filter(|finding| !finding.is_good() && !finding.is_needed).count();
    let output = if arguments.json {
        let all = findings.iter().map(|finding| {
            json!({ "check": finding.check, "problem": finding.problem,
                "needed": finding.is_needed })
        });
        format!(
            "{}\n",
            json!({ "command": command.to_string(), "checks": all.collect::<Vec<_>>(),
                "wrong": wrong })
        )
    } else {
        let lines: String =
            findings.iter().map(|finding| format!("{}\n", in_words(finding))).collect();
        format!("{lines}\n{} checks, {wrong} wrong, {notes} notes\n", findings.len())
    };
    if wrong == 0 {
        return Ok(output);
    }
    Err(Failure {
        output,
        usage: false,
        error: anyhow!("{command} cannot take part in matches as it is"),
    })
}

fn in_words(finding: &Finding) -> String {
    match &finding.problem {
        None => format!("ok     {}", finding.check),
        Some(problem) if finding.is_needed => format!("WRONG  {}: {problem}", finding.check),
        Some(problem) => format!("note   {}: {problem}", finding.check),
    }
}
