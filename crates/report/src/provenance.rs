//! What is needed to make a report again.

use std::fs;
use std::thread;

/// Where a report comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// The command that makes it again.
    pub command: String,
    /// Which random numbers it drew.
    pub seed: u64,
    /// The version of this program.
    pub version: String,
    /// The machine that it ran on.
    pub machine: String,
}

impl Provenance {
    /// Of this program, on this machine.
    pub fn here(command: String, seed: u64) -> Self {
        Self { command, seed, version: env!("CARGO_PKG_VERSION").to_owned(), machine: machine() }
    }

    /// What it says, line by line.
    pub(super) fn lines(&self) -> [(&'static str, String); 4] {
        [
            ("command", self.command.clone()),
            ("seed", self.seed.to_string()),
            ("version", format!("quoridor {}", self.version)),
            ("machine", self.machine.clone()),
        ]
    }
}

/// The processor as the system names it (Linux only), how many threads it runs at once, and the
/// system.
fn machine() -> String {
    let processor = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let processor = processor.unwrap_or_else(|| "processor unknown".to_owned());
    format!("{processor}, {threads} threads, {} {}", std::env::consts::OS, std::env::consts::ARCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machine_has_a_system() {
        assert!(machine().contains(std::env::consts::OS));
    }
}
