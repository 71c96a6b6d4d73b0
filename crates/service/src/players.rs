//! Computer players, within limits.

use std::any::Any;

use quoridor_core::Variant;
use quoridor_engine::Agent;
use quoridor_players::Spec;
use quoridor_players::perfect;

use crate::problem::Problem;

/// The most threads of one player that a request may name: the machine is shared.
const MOST_THREADS: u64 = 8;

/// The memory of a player without a table, in MiB: some have networks.
pub const SMALL: u64 = 2;

/// The memory and the threads that one player may have.
#[derive(Clone, Copy, Debug)]
pub struct PlayerLimits {
    /// The largest table, in MiB.
    pub table_mib: u64,
    /// Search threads.
    pub threads: usize,
}

/// A player, and the memory that it holds.
pub struct Player {
    /// The player.
    pub agent: Box<dyn Agent>,
    _memory: Box<dyn Any + Send>,
}

/// Where players come from.
pub trait Players {
    /// The limits of each.
    fn limits(&self) -> PlayerLimits;

    /// Memory for a player, in MiB, until the answer is dropped.
    ///
    /// # Errors
    /// There is none left.
    fn hold(&self, mebibytes: u64) -> Result<Box<dyn Any + Send>, Problem>;

    /// The player of a spec, if it can play a variant and does not want too much.
    ///
    /// # Errors
    /// It is unknown, does not play the variant, wants too much, or names a file.
    fn check(&self, text: &str, variant: Variant) -> Result<Spec, Problem> {
        let wrong = |problem: &dyn std::fmt::Display| {
            let shown: String = text.chars().take(60).collect();
            Problem::bad(format_args!("computer '{}': {problem}", shown.escape_debug()))
        };
        let spec: Spec = text.parse().map_err(|error| wrong(&error))?;
        // Building it would tell strangers which files exist.
        if spec.names_file() {
            return Err(wrong(&"files of the server cannot be named here: leave that option out"));
        }
        let largest = self.limits().table_mib;
        for (option, most) in [("hash", largest), ("memory", largest), ("threads", MOST_THREADS)] {
            let set = spec.value(option).filter(|_| spec.is_set(option));
            let value = set.and_then(|value| value.parse().ok());
            if value.is_some_and(|value: u64| value > most) {
                return Err(wrong(&format_args!("{option} is at most {most} here")));
            }
        }
        spec.supports(variant).map_err(|error| wrong(&error))?;
        Ok(spec)
    }

    /// Builds a player, if there is memory for it. `hash` is the size of its table unless the spec
    /// says another.
    ///
    /// # Errors
    /// There is no memory left, or it cannot be built.
    fn build(&self, spec: &Spec, hash: u64) -> Result<Player, Problem> {
        let limits = self.limits();
        let mut spec = spec.clone();
        for (option, modest) in [("hash", hash), ("memory", limits.table_mib)] {
            if spec.value(option).is_some() && !spec.is_set(option) {
                spec = spec.with(option, &modest.to_string()).map_err(Problem::bad)?;
            }
        }
        let number = |option: &str| spec.value(option).and_then(|value| value.parse::<u64>().ok());
        let tables = (spec.kind().name == perfect::NAME).then_some(perfect::MOST_MEBIBYTES);
        let mebibytes =
            [number("hash"), number("memory"), tables].into_iter().flatten().sum::<u64>();
        if number("threads").is_some_and(|threads| threads > limits.threads as u64) {
            spec = spec.with("threads", &limits.threads.to_string()).map_err(Problem::bad)?;
        }
        let memory = self.hold(mebibytes + SMALL)?;
        Ok(Player { agent: spec.build().map_err(Problem::bad)?, _memory: memory })
    }
}
