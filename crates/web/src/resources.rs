//! The memory and the threads that players and games may have.

use std::any::Any;

use quoridor_service::{PlayerLimits, Players, SMALL};

use crate::address::Address;
use crate::budget::{Budget, Spent};
use crate::limits::ServerLimits;

/// The memory and the threads that players may have. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Resources {
    memory: Budget,
    limits: PlayerLimits,
    games: usize,
}

impl Resources {
    /// Limits: MiB for the tables of all players, and search threads.
    pub(crate) fn new(memory: u64, threads: usize, limits: &ServerLimits) -> Self {
        let table_mib = limits.table_mib;
        // One player alone is always allowed.
        let share = ((memory as f64 * limits.memory_share) as u64).max(table_mib + SMALL);
        let (memory, games) = (Budget::new(memory, share), limits.games);
        Self { memory, limits: PlayerLimits { table_mib, threads }, games }
    }

    /// MiB that are used, and that there are.
    pub(crate) fn memory(&self) -> (u64, u64) {
        self.memory.used_of()
    }

    /// The most games in memory.
    pub(crate) const fn games(&self) -> usize {
        self.games
    }

    /// Players on account of an address.
    pub(crate) const fn of(&self, address: Address) -> Account<'_> {
        Account { resources: self, address }
    }
}

/// Players on account of an address.
pub(crate) struct Account<'a> {
    resources: &'a Resources,
    address: Address,
}

impl Players for Account<'_> {
    fn limits(&self) -> PlayerLimits {
        self.resources.limits
    }

    fn hold(&self, mebibytes: u64) -> Result<Box<dyn Any + Send>, quoridor_service::Problem> {
        let busy = |line: &str| quoridor_service::Problem::busy(line);
        match self.resources.memory.take(self.address, mebibytes) {
            Ok(held) => Ok(Box::new(held)),
            Err(Spent::All) => Err(busy("no memory is left for another player: try again later")),
            Err(Spent::Share) => Err(busy(
                "the players of your address use all the memory they may: stop one of them",
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quoridor_core::Variant;

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
        let spec = resources.of(address(1)).check("alphabeta:hash=200", Variant::STANDARD).unwrap();
        let build = |number| resources.of(address(number)).build(&spec, 16);
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

    /// Its tables are no option, but memory all the same.
    #[test]
    fn the_tables_of_perfect_play_count() {
        let resources = resources(1024);
        let small = "5x5, 2 players, 3 walls".parse().unwrap();
        let spec = resources.of(address(1)).check("perfect", small).unwrap();
        let build = |_| resources.of(address(1)).build(&spec, 16).ok();
        let own: Vec<_> = (0..64).map_while(build).collect();
        // Half of 1024, in pieces of 130.
        assert_eq!(own.len(), 3);
    }

    #[test]
    fn players_that_want_too_much_are_refused() {
        let resources = resources(1024);
        for bad in ["alphabeta:hash=257", "respall-2018:memory=1000", "alphabeta:threads=9"] {
            let error = resources.of(address(1)).check(bad, Variant::STANDARD).unwrap_err();
            assert!(error.to_string().contains("is at most"), "{error}");
        }
        assert!(
            resources
                .of(address(1))
                .check("alphabeta:evaluation=/etc/passwd", Variant::STANDARD)
                .is_err()
        );
        // Eight threads may be named; there are two.
        let spec = resources
            .of(address(1))
            .check("alphabeta:threads=8,hash=1", Variant::STANDARD)
            .unwrap();
        assert!(resources.of(address(1)).build(&spec, 16).is_ok());
    }
}
