//! `quoridor engine`: the engine protocol on standard input and output.

use std::io::{self, BufReader, ErrorKind};

use clap::Args;
use quoridor_engine::protocol::{self, ProtocolError};
use quoridor_players::{AGENTS, CHAMPION, Spec};

use crate::failure::Failure;

/// Run a player as an engine: UGI, with the words of UCI as aliases
///
/// Reads commands from standard input, one per line, and writes answers to standard output;
/// docs/protocol.md describes them. It ends at quit or at the end of the input, also during a
/// search.
#[derive(Args)]
#[command(after_help = "Example:\n  quoridor engine --agent random:seed=7\n  \
                        ugi\n  \
                        position startpos moves e2 e8\n  \
                        go movetime 1000\n  \
                        quit")]
pub(crate) struct Arguments {
    /// The player, NAME or NAME:OPTION=VALUE,…: see quoridor agents
    #[arg(long, value_name = "SPEC", default_value = CHAMPION)]
    agent: Spec,
}

/// Speaks for itself: an answer must not wait for the end of the conversation.
pub(crate) fn run(arguments: Arguments) -> Result<String, Failure> {
    // Not locked: another thread reads it.
    let input = BufReader::new(io::stdin());
    let player = arguments.agent.into_options();
    match protocol::run(input, io::stdout().lock(), player, AGENTS) {
        // The program that reads the output has ended.
        Err(ProtocolError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => {
            Ok(String::new())
        }
        Err(error) => Err(anyhow::Error::from(error).into()),
        Ok(()) => Ok(String::new()),
    }
}
