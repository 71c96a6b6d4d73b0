//! The memory and the threads that players may have.

use quoridor_core::Variant;
use quoridor_engine::{Agent, Spec};

use crate::address::Address;
use crate::budget::{Budget, Held, Spent};
use crate::limits::ServerLimits;
use crate::problem::Problem;

/// The most threads of one player that a request may name: the machine is shared.
const MOST_THREADS: u64 = 8;

/// The memory of a player without a table, in MiB: some have networks.
const SMALL: u64 = 2;

/// The memory and the threads that players may have. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Resources {
    memory: Budget,
    threads: usize,
    largest: u64,
}

/// A player, and the memory that it holds.
pub(crate) struct Player {
    pub(crate) agent: Box<dyn Agent>,
    _memory: Held,
}

impl Resources {
    /// Limits: MiB for the tables of all players, and search threads.
    pub(crate) fn new(memory: u64, threads: usize, limits: &ServerLimits) -> Self {
        // One player alone is always allowed.
        let share = ((memory as f64 * limits.memory_share) as u64).max(limits.table_mib + SMALL);
        Self { memory: Budget::new(memory, share), threads, largest: limits.table_mib }
    }

    /// MiB that are used, and that there are.
    pub(crate) fn memory(&self) -> (u64, u64) {
        self.memory.used_of()
    }

    /// The player of a spec, if it can play a variant and does not want too much.
    pub(crate) fn check(&self, text: &str, variant: Variant) -> Result<Spec, Problem> {
        let wrong = |problem: &dyn std::fmt::Display| {
            let shown: String = text.chars().take(60).collect();
            Problem::bad(format_args!("computer '{}': {problem}", shown.escape_debug()))
        };
        let spec: Spec = text.parse().map_err(|error| wrong(&error))?;
        // Building it would tell strangers which files exist.
        if spec.names_file() {
            return Err(wrong(&"files of the server cannot be named here: leave that option out"));
        }
        let most = [("hash", self.largest), ("memory", self.largest), ("threads", MOST_THREADS)];
        for (option, most) in most {
            let set = spec.value(option).filter(|_| spec.is_set(option));
            let value = set.and_then(|value| value.parse().ok());
            if value.is_some_and(|value: u64| value > most) {
                return Err(wrong(&format_args!("{option} is at most {most} here")));
            }
        }
        spec.supports(variant).map_err(|error| wrong(&error))?;
        Ok(spec)
    }

    /// Builds a player on account of an address, if there is memory for it. `hash` is the size of
    /// its table unless the spec says another.
    pub(crate) fn build(
        &self,
        spec: &Spec,
        hash: u64,
        address: Address,
    ) -> Result<Player, Problem> {
        let mut spec = spec.clone();
        for (option, modest) in [("hash", hash), ("memory", self.largest)] {
            if spec.value(option).is_some() && !spec.is_set(option) {
                spec = spec.with(option, &modest.to_string()).map_err(Problem::bad)?;
            }
        }
        let number = |option: &str| spec.value(option).and_then(|value| value.parse::<u64>().ok());
        let mebibytes = [number("hash"), number("memory")].into_iter().flatten().sum::<u64>();
        if number("threads").is_some_and(|threads| threads > self.threads as u64) {
            spec = spec.with("threads", &self.threads.to_string()).map_err(Problem::bad)?;
        }
        let memory = self.memory.take(address, mebibytes + SMALL).map_err(|spent| match spent {
            Spent::All => Problem::busy("no memory is left for another player: try again later"),
            Spent::Share => Problem::busy(
                "the players of your address use all the memory they may: stop one of them",
            ),
        })?;
        Ok(Player { agent: spec.build().map_err(Problem::bad)?, _memory: memory })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resources(memory: u64) -> Resources {
        Resources::new(memory, 2, &ServerLimits::default())
    }

    fn address(number: u8) -> Address {
        let address = std::net::Ipv4Addr::new(192, 0, 2, number);
        Address::of(address.into(), &axum::http::HeaderMap::new(), &[])
    }

    /// 64 sockets that each wanted eight tables of 256 MiB made 131 GiB of them.
    #[test]
    fn tables_have_a_budget() {
        let resources = resources(1024);
        let spec = resources.check("alphabeta:hash=200", Variant::STANDARD).unwrap();
        let build = |number| resources.build(&spec, 16, address(number));
        let own: Vec<_> = (0..64 * 8).map_while(|_| build(1).ok()).collect();
        // Half of 1024, in pieces of 202.
        assert_eq!(own.len(), 2);
        assert!(build(1).is_err());
        let others: Vec<_> = (2..64).filter_map(|number| build(number).ok()).collect();
        assert_eq!(others.len(), 3);
        assert_eq!(resources.memory(), (5 * 202, 1024));
        drop((own, others));
        assert_eq!(resources.memory(), (0, 1024));
        assert!(build(1).is_ok());
    }

    #[test]
    fn players_that_want_too_much_are_refused() {
        let resources = resources(1024);
        for bad in ["alphabeta:hash=257", "respall-2018:memory=1000", "alphabeta:threads=9"] {
            let error = resources.check(bad, Variant::STANDARD).unwrap_err();
            assert!(error.to_string().contains("is at most"), "{error}");
        }
        assert!(resources.check("alphabeta:evaluation=/etc/passwd", Variant::STANDARD).is_err());
        // Eight threads may be named; there are two.
        let spec = resources.check("alphabeta:threads=8,hash=1", Variant::STANDARD).unwrap();
        assert!(resources.build(&spec, 16, address(1)).is_ok());
    }
}
