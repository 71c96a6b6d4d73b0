//! How a report was made.

use std::fs;
use std::thread;
use std::time::Duration;

/// How a report was made, and how to make it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// The command that makes it again.
    pub command: String,
    /// The random seed.
    pub seed: u64,
    /// The version of this program.
    pub version: String,
    /// The machine that it ran on.
    pub machine: String,
    /// The processor time of all its runs together, if it was measured.
    pub cpu_time: Option<Duration>,
}

impl Provenance {
    /// Of this program, on this machine.
    pub fn here(command: String, seed: u64) -> Self {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Self { command, seed, version, machine: machine(), cpu_time: None }
    }

    /// Names and values, line by line.
    pub(super) fn lines(&self) -> Vec<(&'static str, String)> {
        let mut lines = vec![
            ("command", self.command.clone()),
            ("seed", self.seed.to_string()),
            ("version", format!("quoridor {}", self.version)),
            ("machine", self.machine.clone()),
        ];
        lines.extend(self.cpu_time.map(|time| ("CPU time", written(time))));
        lines
    }
}

/// A duration in the largest unit that leaves two digits or more.
fn written(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        0.0..120.0 => format!("{seconds:.0} seconds"),
        120.0..7200.0 => format!("{:.0} minutes", seconds / 60.0),
        _ => format!("{:.1} hours", seconds / 3600.0),
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

    #[test]
    fn durations_as_people_write_them() {
        let text = |seconds| written(Duration::from_secs(seconds));
        assert_eq!((text(119).as_str(), text(120).as_str()), ("119 seconds", "2 minutes"));
        assert_eq!((text(7199).as_str(), text(9000).as_str()), ("120 minutes", "2.5 hours"));
    }
}
