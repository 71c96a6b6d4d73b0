//! Resources with a total and a share for each address: memory, connections, bytes under way. The
//! /64 networks of one IPv6 site count as one address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::address::Address;

/// A quantity that is shared. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    parts: Arc<Parts>,
}

#[derive(Debug)]
struct Parts {
    total: u64,
    share: u64,
    /// Whether an address gets no more than a quarter of what is left.
    leaves_room: bool,
    used: Mutex<Used>,
}

#[derive(Debug, Default)]
struct Used {
    all: u64,
    by_site: HashMap<IpAddr, u64>,
}

/// Why there is nothing left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spent {
    /// All of it is used.
    All,
    /// The address has its share.
    Share,
}

impl Budget {
    /// A total, and the share of one address.
    pub(crate) fn new(total: u64, share: u64) -> Self {
        Self::with(total, share, false)
    }

    /// An address also gets at most a quarter of what is left, so that a few addresses cannot lock
    /// everybody else out: ten leave a tenth.
    pub(crate) fn leaving_room(total: u64, share: u64) -> Self {
        Self::with(total, share, true)
    }

    fn with(total: u64, share: u64, leaves_room: bool) -> Self {
        Self { parts: Arc::new(Parts { total, share, leaves_room, used: Mutex::default() }) }
    }

    /// Takes a part, until the answer is dropped.
    pub(crate) fn take(&self, address: Address, amount: u64) -> Result<Held, Spent> {
        let mut used = self.used();
        let site = address.site();
        let own = used.by_site.get(&site).copied().unwrap_or_default();
        if used.all.saturating_add(amount) > self.parts.total {
            return Err(Spent::All);
        }
        let left = self.parts.total - used.all;
        let most = if self.parts.leaves_room { left.div_ceil(4) } else { u64::MAX };
        if own.saturating_add(amount) > most.min(self.parts.share) {
            return Err(Spent::Share);
        }
        used.all += amount;
        used.by_site.insert(site, own + amount);
        Ok(Held { budget: self.clone(), site, amount })
    }

    /// How much is used, and how much there is.
    pub(crate) fn used_of(&self) -> (u64, u64) {
        (self.used().all, self.parts.total)
    }

    fn used(&self) -> MutexGuard<'_, Used> {
        self.parts.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A part of a budget, which is given back when this is dropped.
#[derive(Debug)]
pub(crate) struct Held {
    budget: Budget,
    site: IpAddr,
    amount: u64,
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut used = self.budget.used();
        used.all -= self.amount;
        if let Some(own) = used.by_site.get_mut(&self.site) {
            *own -= self.amount;
            if *own == 0 {
                used.by_site.remove(&self.site);
            }
        }
    }
}

/// The memory that tables may have on this machine, in MiB: a quarter of what there is, or of what
/// the control group allows.
pub(crate) fn memory_of_machine() -> u64 {
    const LEAST: u64 = 512;
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let machine = read("/proc/meminfo").and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("MemTotal:"))?.to_owned();
        line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kibibytes| kibibytes >> 10)
    });
    let group = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    let group = group.iter().find_map(|path| read(path)?.trim().parse::<u64>().ok());
    let known = [machine, group.map(|bytes| bytes >> 20)].into_iter().flatten().min();
    known.map_or(LEAST, |mebibytes| (mebibytes / 4).max(LEAST))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderMap;

    #[test]
    fn an_address_has_its_share_and_all_have_the_total() {
        let of = |text: &str| Address::of(text.parse().unwrap(), &HeaderMap::new(), &[]);
        let (ann, bob, eve) = (of("192.0.2.1"), of("192.0.2.2"), of("192.0.2.3"));
        let budget = Budget::new(100, 60);
        let first = budget.take(ann, 40).unwrap();
        let _second = budget.take(ann, 20).unwrap();
        assert_eq!(budget.take(ann, 1).unwrap_err(), Spent::Share);
        let _third = budget.take(bob, 40).unwrap();
        assert_eq!(budget.take(eve, 1).unwrap_err(), Spent::All);
        assert_eq!(budget.used_of(), (100, 100));
        drop(first);
        assert_eq!(budget.used_of(), (60, 100));
        assert!(budget.take(ann, 40).is_ok());
        assert_eq!(budget.take(eve, u64::MAX).unwrap_err(), Spent::All);
    }

    /// Four addresses took all 2,000 connections, for as long as they liked.
    #[test]
    fn a_few_addresses_cannot_take_everything() {
        let of = |number| Address::of(IpAddr::from([192, 0, 2, number]), &HeaderMap::new(), &[]);
        let budget = Budget::leaving_room(2000, 400);
        let take = |number: u8| {
            let taken = (0..400).map_while(|_| budget.take(of(number), 1).ok());
            taken.collect::<Vec<_>>()
        };
        let held: Vec<_> = (0..20).map(take).collect();
        let counts: Vec<usize> = held.iter().map(Vec::len).collect();
        assert_eq!(counts[..4], [400, 320, 256, 205]);
        assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
        drop(held);
        assert_eq!(take(0).len(), 400);
    }

    #[test]
    fn the_machine_has_memory() {
        assert!(memory_of_machine() >= 512);
    }
}
