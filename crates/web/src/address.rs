//! Who asks, as far as limits are concerned.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use axum::http::HeaderMap;

/// The header in which a proxy says who asked it.
const FORWARDED: &str = "x-forwarded-for";

/// An IPv4 address, or the /64 network of an IPv6 address: a household has all of its addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Address {
    network: IpAddr,
    /// Whether it is this machine, without a proxy between: its owner, whom expensive actions do
    /// not have to be rationed for.
    is_here: bool,
}

impl Address {
    /// Of requests that came over no socket: of tests.
    pub(crate) const NONE: Self =
        Self { network: IpAddr::V4(Ipv4Addr::UNSPECIFIED), is_here: true };

    /// The address of a peer, or the one that a trusted proxy names.
    pub(crate) fn of(peer: IpAddr, headers: &HeaderMap, proxies: &[IpAddr]) -> Self {
        match forwarded(peer, headers, proxies) {
            Some(address) => Self { network: network(address), is_here: false },
            None => Self { network: network(peer), is_here: peer.to_canonical().is_loopback() },
        }
    }

    pub(crate) const fn is_here(self) -> bool {
        self.is_here
    }
}

impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.network.fmt(f)
    }
}

/// The last address that was not added by one of the proxies: the client can write anything
/// before it.
fn forwarded(peer: IpAddr, headers: &HeaderMap, proxies: &[IpAddr]) -> Option<IpAddr> {
    let is_proxy = |address: IpAddr| proxies.contains(&address.to_canonical());
    if !is_proxy(peer) {
        return None;
    }
    let values: Vec<&str> =
        headers.get_all(FORWARDED).iter().filter_map(|value| value.to_str().ok()).collect();
    let mut named = values.iter().flat_map(|value| value.split(',')).rev();
    named.find_map(|name| match name.trim().parse::<IpAddr>() {
        Ok(address) if is_proxy(address) => None,
        Ok(address) => Some(Some(address)),
        Err(_) => Some(None),
    })?
}

fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64))
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(peer: &str, forwarded: &[&str]) -> (String, bool) {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED, value.parse().unwrap());
        }
        let proxies = ["127.0.0.1".parse().unwrap(), "10.0.0.7".parse().unwrap()];
        let address = Address::of(peer.parse().unwrap(), &headers, &proxies);
        (address.to_string(), address.is_here())
    }

    #[test]
    fn only_proxies_are_believed() {
        assert_eq!(of("127.0.0.1", &[]), ("127.0.0.1".to_owned(), true));
        assert_eq!(of("127.0.0.1", &["192.0.2.1"]), ("192.0.2.1".to_owned(), false));
        // Who asks may send the header too: the proxy adds to it.
        assert_eq!(of("127.0.0.1", &["198.51.100.9, 192.0.2.1"]).0, "192.0.2.1");
        assert_eq!(of("127.0.0.1", &["198.51.100.9", "192.0.2.1"]).0, "192.0.2.1");
        assert_eq!(of("127.0.0.1", &["192.0.2.1, 10.0.0.7"]).0, "192.0.2.1");
        assert_eq!(of("192.0.2.1", &["198.51.100.9"]), ("192.0.2.1".to_owned(), false));
        // Nonsense of a proxy is not skipped: who wrote what is before it is unknown.
        assert_eq!(of("127.0.0.1", &["198.51.100.9, unknown"]), ("127.0.0.1".to_owned(), true));
        assert_eq!(of("::ffff:127.0.0.1", &["192.0.2.1"]).0, "192.0.2.1");
    }

    #[test]
    fn a_network_of_ipv6_is_one_address() {
        assert_eq!(of("2001:db8:1:2:3:4:5:6", &[]).0, of("2001:db8:1:2::1", &[]).0);
        assert_ne!(of("2001:db8:1:2::1", &[]).0, of("2001:db8:1:3::1", &[]).0);
    }
}
