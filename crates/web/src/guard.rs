//! Checks of `Host` and `Origin`, limits of every request, and the headers of every answer.
//!
//! The server has no passwords, so other pages in the same browser must not be able to use it. A
//! page elsewhere that has its own name resolve to this machine (DNS rebinding) gives itself away
//! by its `Host`; one that sends requests here, by its `Origin`.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_LENGTH, HOST, ORIGIN, TRANSFER_ENCODING, UPGRADE};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;

use crate::address::Address;
use crate::budget::Held;
use crate::limits::ServerLimits;
use crate::metrics::Rejection;
use crate::problem::Problem;
use crate::public::PublicUrl;
use crate::serve::Peer;
use crate::server::Server;

/// The headers of every answer: nothing is loaded from elsewhere, only our own files run, and other
/// pages cannot embed this one.
const HEADERS: &[(&str, &str)] = &[
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src \
         'self'; media-src 'self' data:; \
         connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
];

/// Lets a request through if it may, and adds [`HEADERS`] to the answer.
pub(crate) async fn guard(
    State(server): State<Server>,
    mut request: Request,
    next: Next,
) -> Response {
    let began = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let peer = request.extensions().get::<Peer>().copied();
    let address = peer.map_or(Address::NONE, |Peer(peer)| {
        Address::of(peer, request.headers(), &server.config().proxies)
    });
    request.extensions_mut().insert(address);
    let answer = async {
        check(&request, address, &server)?;
        let _body = hold(&server, address, body_bytes(&request, server.limits()))?;
        let most = server.limits().request_time;
        let response = timeout(most, next.run(request)).await.map_err(|_| {
            server.metrics().reject(Rejection::Time);
            too_slow(most)
        })?;
        counted(&server, address, response).await
    };
    let mut response = answer.await.unwrap_or_else(IntoResponse::into_response);
    let headers = response.headers_mut();
    for &(name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if path.starts_with("/api") {
        headers.insert("cache-control", HeaderValue::from_static("no-store"));
    }
    let (status, time) = (response.status().as_u16(), began.elapsed());
    server.metrics().request(status, time);
    server.log().request(address, method.as_str(), &path, status, time);
    response
}

/// The bytes that a request may send. If it does not say how many, they are counted as the most.
fn body_bytes(request: &Request, limits: &ServerLimits) -> u64 {
    let most = limits.import_bytes as u64;
    let length = request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    match length.map(str::parse::<u64>) {
        Some(Ok(length)) => length.min(most),
        None if !request.headers().contains_key(TRANSFER_ENCODING) => 0,
        _ => most,
    }
}

/// Counts bytes that are under way, until the answer is dropped.
fn hold(server: &Server, address: Address, bytes: u64) -> Result<Held, Problem> {
    server.bytes().take(address, bytes).map_err(|_| {
        server.metrics().reject(Rejection::Memory);
        Problem::busy("too many requests and answers are under way: read those that you asked for")
    })
}

/// An answer whose bytes count until they are sent.
async fn counted(
    server: &Server,
    address: Address,
    response: Response,
) -> Result<Response, Problem> {
    struct Counted {
        bytes: Bytes,
        _held: Held,
    }
    impl AsRef<[u8]> for Counted {
        fn as_ref(&self) -> &[u8] {
            &self.bytes
        }
    }
    let size = response.body().size_hint().exact().unwrap_or_default();
    if size == 0 {
        return Ok(response);
    }
    let _held = hold(server, address, size)?;
    let (parts, body) = response.into_parts();
    let bytes = to_bytes(body, usize::MAX).await.map_err(Problem::busy)?;
    let body = Body::from(Bytes::from_owner(Counted { bytes, _held }));
    Ok(Response::from_parts(parts, body))
}

fn too_slow(most: Duration) -> Problem {
    let line = format_args!("the request took more than {} seconds", most.as_secs_f64());
    Problem::new(StatusCode::REQUEST_TIMEOUT, line)
}

fn check(request: &Request, address: Address, server: &Server) -> Result<(), Problem> {
    if !server.may_ask(address) {
        server.metrics().reject(Rejection::Rate);
        return Err(Problem::too_many("too many requests: wait a second"));
    }
    let size = |(name, value): (&HeaderName, &HeaderValue)| name.as_str().len() + value.len() + 4;
    if request.headers().iter().map(size).sum::<usize>() > server.limits().header_bytes {
        let status = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
        return Err(Problem::new(status, "the headers are too large"));
    }
    let host = host_of(request)?;
    let checked = check_host(&host, server).and_then(|()| {
        let changes_something =
            !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
        if changes_something || request.headers().contains_key(UPGRADE) {
            let public = server.config().public.as_ref().map(PublicUrl::origin);
            check_origin(request.headers(), &host, public.as_deref())?;
        }
        Ok(())
    });
    if checked.is_err() {
        server.metrics().reject(Rejection::Foreign);
    }
    checked
}

fn check_host(host: &str, server: &Server) -> Result<(), Problem> {
    let config = server.config();
    let public = config.public.iter().map(PublicUrl::host);
    if is_ours(host, config.hosts.iter().map(String::as_str).chain(public)) {
        return Ok(());
    }
    Err(Problem::new(
        StatusCode::FORBIDDEN,
        "Host: this server answers to localhost and to addresses; other names must be \
         allowed with --host",
    ))
}

/// The host with its port: of the header, or of the address itself.
fn host_of(request: &Request) -> Result<String, Problem> {
    let mut named = request.headers().get_all(HOST).iter();
    let wrong = || Problem::bad("Host: there must be exactly one, the name of this server");
    match (named.next(), named.next(), request.uri().authority()) {
        (Some(host), None, _) => host.to_str().map(str::to_ascii_lowercase).map_err(|_| wrong()),
        (None, _, Some(authority)) => Ok(authority.as_str().to_ascii_lowercase()),
        _ => Err(wrong()),
    }
}

fn is_ours<'a>(host: &str, mut known: impl Iterator<Item = &'a str>) -> bool {
    // Nothing but a name and a port: no path, no user.
    let Ok(authority) = host.parse::<Authority>() else { return false };
    let name = authority.host();
    if host.contains('@') || name.is_empty() {
        return false;
    }
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    // An address cannot be rebound.
    bare == "localhost"
        || bare.parse::<IpAddr>().is_ok()
        || known.any(|known| known.eq_ignore_ascii_case(bare))
}

/// Browsers always send the origin of a WebSocket or a POST; other programs need not.
fn check_origin(headers: &HeaderMap, host: &str, public: Option<&str>) -> Result<(), Problem> {
    let foreign =
        || Problem::new(StatusCode::FORBIDDEN, "Origin: only the page of this server may do this");
    for origin in headers.get_all(ORIGIN) {
        let origin = origin.to_str().map_err(|_| foreign())?.to_ascii_lowercase();
        let is_own = origin == format!("http://{host}")
            || origin == format!("https://{host}")
            || public == Some(origin.as_str());
        if !is_own {
            return Err(foreign());
        }
    }
    match headers.get("sec-fetch-site").map(HeaderValue::as_bytes) {
        None | Some(b"same-origin" | b"none") => Ok(()),
        Some(_) => Err(foreign()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_cannot_be_rebound_is_ours() {
        let known = || ["board.example"].into_iter();
        for host in [
            "127.0.0.1:8717",
            "localhost",
            "localhost:1",
            "[::1]:8717",
            "192.168.1.7",
            "board.example:8717",
        ] {
            assert!(is_ours(host, known()), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "a@localhost",
            "local host",
            "[::1",
            ":8717",
            "localhost/evil.example",
            "localhost?evil.example",
            "localhost#evil.example",
            "localhost:8717:1",
            "127.0.0.1\\evil.example",
        ] {
            assert!(!is_ours(host, known()), "{host}");
        }
    }
}
