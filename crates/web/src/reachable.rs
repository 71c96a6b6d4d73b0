//! Where other devices find the server.

use std::net::{IpAddr, SocketAddr};

use crate::public::PublicUrl;

/// The origins under which other devices reach a server that listens on an address: the public one,
/// or those of the network. None if it serves this machine alone.
pub(crate) fn origins(listening: SocketAddr, public: Option<&PublicUrl>) -> Vec<String> {
    if let Some(public) = public {
        return vec![public.origin()];
    }
    let addresses = addresses(listening.ip(), || {
        let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
        interfaces.into_iter().map(|interface| interface.ip()).collect()
    });
    let origin = |ip| format!("http://{}", SocketAddr::new(ip, listening.port()));
    addresses.into_iter().map(origin).collect()
}

/// The addresses of other devices' links: the likeliest first, those of the local network.
fn addresses(listening: IpAddr, own: impl FnOnce() -> Vec<IpAddr>) -> Vec<IpAddr> {
    if listening.is_loopback() {
        return Vec::new();
    }
    if !listening.is_unspecified() {
        return vec![listening];
    }
    let mut own = own();
    own.retain(|address| {
        let is_heard = address.is_ipv4() || listening.is_ipv6();
        is_heard && !address.is_loopback() && !is_link_local(*address)
    });
    own.sort_by_key(|address| match address {
        IpAddr::V4(address) => (u8::from(!address.is_private()), usual(address.octets())),
        IpAddr::V6(_) => (2, 0),
    });
    own.dedup();
    own
}

/// Networks of homes and offices come before those of containers and virtual machines.
const fn usual([first, _, _, _]: [u8; 4]) -> u8 {
    match first {
        192 => 0,
        10 => 1,
        _ => 2,
    }
}

/// An address that is known on one cable only, and needs its name.
fn is_link_local(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_link_local(),
        IpAddr::V6(address) => address.is_unicast_link_local(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(listening: &str, own: &[&str]) -> Vec<String> {
        let own = own.iter().map(|address| address.parse().unwrap()).collect();
        let found = addresses(listening.parse().unwrap(), || own);
        found.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn links_use_addresses_that_others_reach() {
        let own = ["127.0.0.1", "172.17.0.1", "169.254.7.7", "10.0.0.3", "192.168.1.7", "::1"];
        assert_eq!(found("0.0.0.0", &own), ["192.168.1.7", "10.0.0.3", "172.17.0.1"]);
        assert_eq!(found("192.168.1.7", &own), ["192.168.1.7"]);
        assert!(found("127.0.0.1", &own).is_empty());
        assert!(found("::1", &own).is_empty());
        // IPv6 is heard on the address for all networks of IPv6 alone.
        let six = ["192.168.1.7", "2001:db8::7", "fe80::7"];
        assert_eq!(found("::", &six), ["192.168.1.7", "2001:db8::7"]);
        assert_eq!(found("0.0.0.0", &six), ["192.168.1.7"]);
    }

    #[test]
    fn a_public_server_has_one_place() {
        let public: PublicUrl = "https://quoridor.example".parse().unwrap();
        let listening = "127.0.0.1:8717".parse().unwrap();
        assert_eq!(origins(listening, Some(&public)), ["https://quoridor.example"]);
        assert!(origins(listening, None).is_empty());
        let open = "192.168.1.7:80".parse().unwrap();
        assert_eq!(origins(open, None), ["http://192.168.1.7:80"]);
    }
}
