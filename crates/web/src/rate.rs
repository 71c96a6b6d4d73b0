//! How much one address may ask.

use std::collections::HashMap;
use std::fmt;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

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

    const fn times(self, factor: f64) -> Self {
        Self { burst: factor * self.burst, a_second: factor * self.a_second }
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
        *self = Self { left: self.left(rate, now), since: now };
        let is_allowed = self.left >= 1.0;
        if is_allowed {
            self.left -= 1.0;
        }
        is_allowed
    }

    fn left(&self, rate: Rate, now: Instant) -> f64 {
        let more = rate.a_second * now.saturating_duration_since(self.since).as_secs_f64();
        (self.left + more).min(rate.burst)
    }
}

/// A /48 network of IPv6 may do as much as this number of /64 networks.
const SITE: f64 = 4.0;

/// More networks than this are not remembered at a time; the others share one allowance.
const MOST_NETWORKS: usize = 20_000;

/// How often a full table is searched for networks that have used nothing lately.
const CLEANING: Duration = Duration::from_secs(1);

/// The unused part of a rate for each address.
#[derive(Debug)]
pub(crate) struct Rated {
    rate: Rate,
    networks: Mutex<Networks>,
}

#[derive(Debug)]
struct Networks {
    /// By address and length of its prefix; those that are not here have used nothing.
    known: HashMap<(IpAddr, u8), Allowance>,
    cleaned: Option<Instant>,
}

impl Rated {
    pub(crate) fn new(rate: Rate) -> Self {
        Self { rate, networks: Mutex::new(Networks { known: HashMap::new(), cleaned: None }) }
    }

    /// Whether an address may once more.
    pub(crate) fn take(&self, address: Address) -> bool {
        self.take_at(address, Instant::now())
    }

    fn take_at(&self, address: Address, now: Instant) -> bool {
        let mut networks = self.networks.lock().unwrap_or_else(PoisonError::into_inner);
        let Networks { known, cleaned } = &mut *networks;
        let site = (address.site(), 48, self.rate.times(SITE));
        let own = (address.network(), 64, self.rate);
        let mut counted = if address.network().is_ipv6() { vec![site, own] } else { vec![own] };
        let is_new =
            counted.iter().any(|&(network, bits, _)| !known.contains_key(&(network, bits)));
        if is_new && known.len() + 1 >= MOST_NETWORKS {
            if cleaned.is_none_or(|cleaned| now.saturating_duration_since(cleaned) >= CLEANING) {
                *cleaned = Some(now);
                let all = |bits: u8| self.rate.times(if bits == 48 { SITE } else { 1.0 });
                known.retain(|(_, bits), left| left.left(all(*bits), now) < all(*bits).burst);
            }
            if known.len() + 1 >= MOST_NETWORKS {
                // No network: the allowance of all that are too many.
                counted = vec![(IpAddr::from([0, 0, 0, 0]), 0, self.rate)];
            }
        }
        // All or none, so that a network that may do no more takes nothing from its site.
        let is_allowed = counted.iter().all(|&(network, bits, rate)| {
            known.get(&(network, bits)).is_none_or(|left| left.left(rate, now) >= 1.0)
        });
        if is_allowed {
            for (network, bits, rate) in counted {
                let new = || Allowance::new(rate, now);
                known.entry((network, bits)).or_insert_with(new).take(rate, now);
            }
        }
        is_allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderMap;

    fn v6(site: u16, network: u16) -> Address {
        let address = IpAddr::from([0x2001, 0xdb8, site, network, 0, 0, 0, 1]);
        Address::of(address, &HeaderMap::new(), &[])
    }

    fn v4(number: u32) -> Address {
        Address::of(IpAddr::from((0x0a00_0000 + number).to_be_bytes()), &HeaderMap::new(), &[])
    }

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

    /// 10,050 networks of one /48 began 10,050 games.
    #[test]
    fn a_site_of_ipv6_has_a_rate_of_its_own() {
        let (rated, now) = (Rated::new(Rate::new(3.0, 0.0)), Instant::now());
        let taken =
            |site, network| (0..9).filter(|_| rated.take_at(v6(site, network), now)).count();
        // A network that may do no more takes nothing from the others of its site.
        assert_eq!([taken(1, 1), taken(1, 1), taken(1, 2)], [3, 0, 3]);
        assert_eq!((3..=10_050).map(|network| taken(1, network)).sum::<usize>(), 6);
        assert_eq!(taken(2, 1), 3);
    }

    /// A full table was cleared for everybody.
    #[test]
    fn a_full_table_forgets_only_those_that_used_nothing_lately() {
        let (rated, begin) = (Rated::new(Rate::new(2.0, 1.0)), Instant::now());
        let size = || rated.networks.lock().unwrap().known.len();
        assert_eq!([(); 3].map(|()| rated.take_at(v4(0), begin)), [true, true, false]);
        let allowed = (1..100_000).filter(|&number| rated.take_at(v4(number), begin)).count();
        assert_eq!((allowed, size()), (MOST_NETWORKS, MOST_NETWORKS));
        assert!(!rated.take_at(v4(0), begin), "it has not been forgotten");
        let later = begin + Duration::from_secs(1);
        assert!(rated.take_at(v4(0), later) && !rated.take_at(v4(0), later));
        assert!(rated.take_at(v4(200_000), later));
        assert!(size() < 10, "the others have used nothing for a second");
    }
}
