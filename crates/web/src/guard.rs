//! Who may ask, and what browsers are told about the answers.
//!
//! The server has no passwords, so other pages in the same browser must not be able to use it. A
//! page elsewhere that has its own name resolve to this machine (DNS rebinding) gives itself away
//! by its `Host`; one that sends requests here, by its `Origin`.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN, UPGRADE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;
use crate::serve::Peer;
use crate::server::Server;

/// The headers of every answer. Nothing is loaded from elsewhere, nothing runs that is not a file
/// of ours, and nobody may put the page into another.
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

/// Lets a request through if it may, and marks the answer.
pub(crate) async fn guard(State(server): State<Server>, request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let mut response = match check(&request, &server) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    let headers = response.headers_mut();
    for &(name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if is_api {
        headers.insert("cache-control", HeaderValue::from_static("no-store"));
    }
    response
}

fn check(request: &Request, server: &Server) -> Result<(), Problem> {
    if request.extensions().get::<Peer>().is_some_and(|peer| !server.may_ask(peer.0)) {
        return Err(Problem::new(
            StatusCode::TOO_MANY_REQUESTS,
            "too many requests: wait a second",
        ));
    }
    let host = host_of(request)?;
    if !is_ours(&host, server.hosts()) {
        return Err(Problem::new(
            StatusCode::FORBIDDEN,
            "Host: this server answers to localhost and to addresses; other names must be allowed \
             with --host",
        ));
    }
    let changes_something =
        !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if changes_something || request.headers().contains_key(UPGRADE) {
        check_origin(request.headers(), &host)?;
    }
    Ok(())
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

fn is_ours(host: &str, hosts: &[String]) -> bool {
    let Ok(uri) = format!("http://{host}/").parse::<Uri>() else { return false };
    let Some(name) = uri.host().filter(|_| !host.contains('@')) else { return false };
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    // An address cannot be rebound.
    bare == "localhost"
        || bare.parse::<IpAddr>().is_ok()
        || hosts.iter().any(|known| known.eq_ignore_ascii_case(bare))
}

/// Browsers always say where a WebSocket or a POST comes from; other programs need not.
fn check_origin(headers: &HeaderMap, host: &str) -> Result<(), Problem> {
    let foreign =
        || Problem::new(StatusCode::FORBIDDEN, "Origin: only the page of this server may do this");
    for origin in headers.get_all(ORIGIN) {
        let origin = origin.to_str().map_err(|_| foreign())?.to_ascii_lowercase();
        if origin != format!("http://{host}") && origin != format!("https://{host}") {
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
        let known = ["board.example".to_owned()];
        for host in [
            "127.0.0.1:8717",
            "localhost",
            "localhost:1",
            "[::1]:8717",
            "192.168.1.7",
            "board.example:8717",
        ] {
            assert!(is_ours(host, &known), "{host}");
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
        ] {
            assert!(!is_ours(host, &known), "{host}");
        }
    }
}
