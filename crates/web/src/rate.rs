//! How much one address may ask.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// How many of something are allowed at once, and how many more a second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    pub(crate) burst: f64,
    pub(crate) a_second: f64,
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

/// A page asks about every wall that the mouse passes, so this is generous.
const REQUESTS: Rate = Rate { burst: 1000.0, a_second: 300.0 };

/// More addresses than this are not remembered at a time.
const MOST_ADDRESSES: usize = 10_000;

/// The unused requests of each address.
#[derive(Debug, Default)]
pub(crate) struct Requests {
    by_address: Mutex<HashMap<IpAddr, Allowance>>,
}

impl Requests {
    /// Whether an address may ask once more.
    pub(crate) fn take(&self, address: IpAddr) -> bool {
        let now = Instant::now();
        let mut by_address = self.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        if by_address.len() >= MOST_ADDRESSES && !by_address.contains_key(&address) {
            by_address.clear();
        }
        by_address
            .entry(address)
            .or_insert_with(|| Allowance::new(REQUESTS, now))
            .take(REQUESTS, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn what_is_used_up_comes_back_with_time() {
        let (rate, begin) = (Rate { burst: 3.0, a_second: 2.0 }, Instant::now());
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
