//! `quoridor completions`: what to source in a shell.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

/// Print completions for a shell
#[derive(Args)]
#[command(after_help = "Example:\n  \
                        quoridor completions bash > \
                        ~/.local/share/bash-completion/completions/quoridor")]
pub(crate) struct Arguments {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments) -> String {
    // Into a buffer: clap_complete panics when it writes to a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(
        arguments.shell,
        &mut crate::Arguments::command(),
        "quoridor",
        &mut script,
    );
    String::from_utf8_lossy(&script).into_owned()
}
