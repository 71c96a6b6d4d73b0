//! The client of a request, as far as limits are concerned.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::http::HeaderMap;

/// Reads one entry of a header.
type ReadEntry = fn(&str) -> Option<IpAddr>;

/// The headers in which proxies pass on the address of their client, and how an entry is read.
const READ: [(&str, ReadEntry); 2] = [("x-forwarded-for", node), ("forwarded", element)];

/// Other headers that only a proxy adds, beside `X-Forwarded-…`.
const ADDED: [&str; 9] = [
    "via",
    "x-real-ip",
    "x-client-ip",
    "x-cluster-client-ip",
    "x-original-forwarded-for",
    "true-client-ip",
    "cf-connecting-ip",
    "fly-client-ip",
    "fastly-client-ip",
];

/// A client: an IPv4 address, or the /64 network of an IPv6 address, since a household has all of
/// that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Address {
    network: IpAddr,
    /// Whether the client is on this machine, without a proxy in between: its owner, who is exempt
    /// from rate limits.
    is_here: bool,
}

impl Address {
    /// Of requests that came over no socket: of tests.
    pub(crate) const NONE: Self =
        Self { network: IpAddr::V4(Ipv4Addr::UNSPECIFIED), is_here: true };

    /// The address that a trusted proxy names, or the peer's own.
    ///
    /// A request with any header of a proxy is not from here, whether the header can be read or
    /// not. Clients whose address a proxy does not name count together, as that proxy.
    pub(crate) fn of(peer: IpAddr, headers: &HeaderMap, proxies: &[IpAddr]) -> Self {
        let is_proxied = headers.keys().any(|name| is_of_proxy(name.as_str()));
        let is_trusted = proxies.contains(&peer.to_canonical());
        let client = if is_trusted { client(headers, proxies) } else { None };
        Self {
            network: prefix(client.unwrap_or(peer), 64),
            is_here: !is_proxied && peer.to_canonical().is_loopback(),
        }
    }

    pub(crate) const fn is_here(self) -> bool {
        self.is_here
    }

    /// The /48 network of an IPv6 address, which is the most that one customer gets; of IPv4 the
    /// address itself.
    pub(crate) fn site(self) -> IpAddr {
        prefix(self.network, 48)
    }

    /// The IPv4 address, or the /64 network.
    pub(crate) const fn network(self) -> IpAddr {
        self.network
    }
}

impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.network.fmt(f)
    }
}

fn is_of_proxy(header: &str) -> bool {
    header.starts_with("x-forwarded") || header == "forwarded" || ADDED.contains(&header)
}

/// The client that the proxies name. A proxy sets one of the headers and passes the other one on,
/// so if both are there and differ, the client may have forged either.
fn client(headers: &HeaderMap, proxies: &[IpAddr]) -> Option<IpAddr> {
    let present = READ.iter().filter(|(name, _)| headers.contains_key(*name));
    let mut named = present.map(|(name, read)| last_client(headers, name, *read, proxies));
    let first = named.next().flatten()?;
    named.all(|other| other == Some(first)).then_some(first)
}

/// The last entry that is not a proxy's: the client can write anything before it.
fn last_client(
    headers: &HeaderMap,
    name: &str,
    read: fn(&str) -> Option<IpAddr>,
    proxies: &[IpAddr],
) -> Option<IpAddr> {
    let values = headers.get_all(name).iter();
    let entries: Vec<&[u8]> =
        values.flat_map(|value| value.as_bytes().split(|&byte| byte == b',')).collect();
    let mut last = None;
    for entry in entries.into_iter().rev() {
        last = Some(read(str::from_utf8(entry).ok()?.trim())?.to_canonical());
        if last.is_some_and(|address| !proxies.contains(&address)) {
            break;
        }
    }
    last
}

/// An address with or without brackets and a port.
fn node(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    match bare {
        Some(bare) => bare.parse().ok().map(IpAddr::V6),
        None => text.parse().or_else(|_| text.parse().map(|socket: SocketAddr| socket.ip())).ok(),
    }
}

/// The client in an element of `Forwarded` (RFC 7239): `for="[2001:db8::1]:443";proto=https`.
fn element(text: &str) -> Option<IpAddr> {
    let pairs = text.split(';').filter_map(|pair| pair.split_once('='));
    let mut clients = pairs.filter(|(name, _)| name.trim().eq_ignore_ascii_case("for"));
    let (_, value) = clients.next()?;
    let value = value.trim();
    let quoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
    clients.next().is_none().then(|| node(quoted.unwrap_or(value)))?
}

/// The network of an IPv6 address, with a prefix of this length.
fn prefix(address: IpAddr, bits: u32) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            let host = 128 - bits;
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> host << host))
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{HeaderName, HeaderValue};

    const PROXIES: [IpAddr; 2] =
        [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V4(Ipv4Addr::new(10, 0, 0, 7))];

    fn of(peer: &str, headers: &[(&str, &str)], proxies: &[IpAddr]) -> (String, bool) {
        let headers: HeaderMap = headers
            .iter()
            .map(|(name, value)| {
                let name: HeaderName = name.parse().unwrap();
                (name, HeaderValue::from_bytes(value.as_bytes()).unwrap())
            })
            .collect();
        let address = Address::of(peer.parse().unwrap(), &headers, proxies);
        (address.to_string(), address.is_here())
    }

    /// From the proxy on this machine.
    fn proxied(headers: &[(&str, &str)]) -> (String, bool) {
        of("127.0.0.1", headers, &PROXIES)
    }

    fn forwarded(values: &[&str]) -> (String, bool) {
        let headers: Vec<_> = values.iter().map(|value| ("x-forwarded-for", *value)).collect();
        proxied(&headers)
    }

    fn outside(address: &str) -> (String, bool) {
        (address.to_owned(), false)
    }

    #[test]
    fn only_proxies_are_believed() {
        assert_eq!(proxied(&[]), ("127.0.0.1".to_owned(), true));
        assert_eq!(forwarded(&["192.0.2.1"]), outside("192.0.2.1"));
        // Clients can forge the header: the proxy adds to it.
        for forged in ["198.51.100.9, 192.0.2.1", "\u{ff}, 192.0.2.1", ",, 192.0.2.1"] {
            assert_eq!(forwarded(&[forged]), outside("192.0.2.1"), "{forged}");
        }
        assert_eq!(forwarded(&["198.51.100.9", "192.0.2.1"]), outside("192.0.2.1"));
        assert_eq!(forwarded(&["192.0.2.1, 10.0.0.7"]), outside("192.0.2.1"));
        assert_eq!(forwarded(&["127.0.0.1, 10.0.0.7"]), outside("127.0.0.1"));
        let headers = [("x-forwarded-for", "198.51.100.9")];
        assert_eq!(of("192.0.2.1", &headers, &PROXIES), outside("192.0.2.1"));
        assert_eq!(of("::ffff:127.0.0.1", &headers, &PROXIES), outside("198.51.100.9"));
    }

    #[test]
    fn ports_brackets_and_rfc_7239_are_read() {
        for (value, client) in [
            ("203.0.113.5:4711", "203.0.113.5"),
            ("[2001:db8::1]:443", "2001:db8::"),
            ("[2001:db8::1]", "2001:db8::"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
        ] {
            assert_eq!(forwarded(&[value]), outside(client), "{value}");
            let quoted = format!("for=198.51.100.9, proto=https;For=\"{value}\";by=10.0.0.7");
            assert_eq!(proxied(&[("forwarded", &quoted)]), outside(client), "{quoted}");
        }
        assert_eq!(proxied(&[("forwarded", "for=192.0.2.1")]), outside("192.0.2.1"));
    }

    /// Clients with an unreadable address counted as the owner of the machine.
    #[test]
    fn a_header_that_cannot_be_read_is_not_from_here() {
        for unreadable in [
            "\u{ff}",
            "unknown",
            ",",
            "",
            "192.0.2.1,",
            "198.51.100.9, unknown",
            "[192.0.2.1]",
            "1",
        ] {
            assert_eq!(forwarded(&[unreadable]), outside("127.0.0.1"), "{unreadable}");
        }
        for unreadable in [
            "for=unknown",
            "for=_hidden",
            "proto=https",
            "for=192.0.2.1;for=192.0.2.2",
            "for=\"192.0.2.1",
            "",
        ] {
            assert_eq!(proxied(&[("forwarded", unreadable)]), outside("127.0.0.1"), "{unreadable}");
        }
        // One of the two is the client's.
        let both = |one, other| proxied(&[("x-forwarded-for", one), ("forwarded", other)]);
        assert_eq!(both("192.0.2.1", "for=198.51.100.9"), outside("127.0.0.1"));
        assert_eq!(both("192.0.2.1", "nonsense"), outside("127.0.0.1"));
        assert_eq!(both("192.0.2.1", "for=192.0.2.1"), outside("192.0.2.1"));
    }

    /// Nobody has told the server of the proxy.
    #[test]
    fn any_header_of_a_proxy_is_not_from_here() {
        let headers = ["x-forwarded-for", "forwarded", "x-forwarded-host"].into_iter();
        for name in headers.chain(ADDED) {
            for value in ["192.0.2.1", "unknown", "\u{ff}"] {
                assert_eq!(of("127.0.0.1", &[(name, value)], &[]), outside("127.0.0.1"), "{name}");
            }
        }
        assert_eq!(of("127.0.0.1", &[("accept", "*/*")], &[]), ("127.0.0.1".to_owned(), true));
    }

    #[test]
    fn networks_of_ipv6_are_one_address() {
        let address = |text: &str| Address::of(text.parse().unwrap(), &HeaderMap::new(), &PROXIES);
        let first = address("2001:db8:1:2:3:4:5:6");
        assert_eq!(first, address("2001:db8:1:2::1"));
        assert_ne!(first, address("2001:db8:1:3::1"));
        assert_eq!(first.site(), address("2001:db8:1:3::1").site());
        assert_ne!(first.site(), address("2001:db8:2:2::1").site());
    }
}
