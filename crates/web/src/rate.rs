//! How much one address may ask.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::address::Address;

/// How many of something are allowed at once, and how many more a second.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    burst: f64,
    a_second: f64,
}

impl Rate {
    /// As many at once, and as many more a second.
    pub const fn new(burst: f64, a_second: f64) -> Self {
        Self { burst, a_second }
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at once, then {} per second", self.burst, self.a_second)
    }
}

/// The unused part of a rate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    left: f64,
    since: Instant,
}

impl Allowance {
    pub(crate) fn new(rate: Rate, now: Instant) -> Self {
        Self { left: rate.burst, since: now }
    }

    /// Takes one, if there is one.
    pub(crate) fn take(&mut self, rate: Rate, now: Instant) -> bool {
        let more = rate.a_second * now.saturating_duration_since(self.since).as_secs_f64();
        (self.left, self.since) = ((self.left + more).min(rate.burst), now);
        let is_allowed = self.left >= 1.0;
        if is_allowed {
            self.left -= 1.0;
        }
        is_allowed
    }
}

/// More addresses than this are not remembered at a time.
const MOST_ADDRESSES: usize = 10_000;

/// The unused part of a rate for each address.
#[derive(Debug)]
pub(crate) struct Rated {
    rate: Rate,
    by_address: Mutex<HashMap<Address, Allowance>>,
}

impl Rated {
    pub(crate) fn new(rate: Rate) -> Self {
        Self { rate, by_address: Mutex::default() }
    }

    /// Whether an address may once more.
    pub(crate) fn take(&self, address: Address) -> bool {
        let now = Instant::now();
        let mut by_address = self.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        if by_address.len() >= MOST_ADDRESSES && !by_address.contains_key(&address) {
            by_address.clear();
        }
        let new = || Allowance::new(self.rate, now);
        by_address.entry(address).or_insert_with(new).take(self.rate, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn what_is_used_up_comes_back_with_time() {
        let (rate, begin) = (Rate::new(3.0, 2.0), Instant::now());
        let mut allowance = Allowance::new(rate, begin);
        let taken = |allowance: &mut Allowance, milliseconds: u64| {
            let now = begin + Duration::from_millis(milliseconds);
            (0..10).filter(|_| allowance.take(rate, now)).count()
        };
        assert_eq!(taken(&mut allowance, 0), 3);
        assert_eq!(taken(&mut allowance, 400), 0);
        assert_eq!(taken(&mut allowance, 500), 1);
        assert_eq!(taken(&mut allowance, 1500), 2);
        assert_eq!(taken(&mut allowance, 60_000), 3);
    }
}
