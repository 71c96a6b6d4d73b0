//! Who may ask, and what browsers are told.

use axum::body::Body;
use axum::http::{Request, StatusCode};

use crate::client::Asked;

fn status(
    asked: &Asked,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> StatusCode {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    asked.send(request.body(Body::from(body.to_owned())).unwrap()).0
}

#[test]
fn foreign_hosts_and_origins_are_refused() {
    let asked = Asked::new();
    let json = ("content-type", "application/json");
    let host = ("host", "127.0.0.1:8717");
    for origin in [
        "http://evil.example",
        "http://127.0.0.1:8718",
        "http://127.0.0.1",
        "http://localhost:8717",
        "https://127.0.0.1:8717.evil.example",
        "http://evil.example/127.0.0.1:8717",
        "http://127.0.0.1:8717@evil.example",
        "null",
        "file://",
        "",
        "http://127.0.0.1:8717 http://evil.example",
        "chrome-extension://abc",
        "http://[::1]:8717",
        "ws://127.0.0.1:8717",
        "127.0.0.1:8717",
        "//127.0.0.1:8717",
        "HTTP:127.0.0.1:8717",
        "http://127.0.0.1:08717",
        "http://2130706433:8717",
        "http://127.0.0.1:8717/",
    ] {
        let found =
            status(&asked, "POST", "/api/position", &[host, json, ("origin", origin)], "{}");
        assert_eq!(found, StatusCode::FORBIDDEN, "{origin}");
        let upgrade =
            [host, ("origin", origin), ("upgrade", "websocket"), ("connection", "upgrade")];
        assert_eq!(
            status(&asked, "GET", "/api/analysis", &upgrade, ""),
            StatusCode::FORBIDDEN,
            "{origin}"
        );
    }
    let own = ("origin", "http://127.0.0.1:8717");
    assert_eq!(status(&asked, "POST", "/api/position", &[host, json, own], "{}"), StatusCode::OK);
    assert_eq!(status(&asked, "POST", "/api/position", &[host, json], "{}"), StatusCode::OK);
    let cross = ("sec-fetch-site", "cross-site");
    assert_eq!(
        status(&asked, "POST", "/api/position", &[host, json, cross], "{}"),
        StatusCode::FORBIDDEN
    );
    for host in ["evil.example", "evil.example:8717", "localhost.evil.example", ""] {
        assert_eq!(
            status(&asked, "GET", "/", &[("host", host)], ""),
            StatusCode::FORBIDDEN,
            "{host}"
        );
    }
    assert_eq!(status(&asked, "GET", "/", &[], ""), StatusCode::BAD_REQUEST);
    assert_eq!(
        status(&asked, "GET", "/", &[host, ("host", "evil.example")], ""),
        StatusCode::BAD_REQUEST
    );
}

#[test]
fn a_form_of_another_page_is_not_json() {
    let asked = Asked::new();
    let host = ("host", "localhost");
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
        let found = status(&asked, "POST", "/api/position", &[host, ("content-type", kind)], "{}");
        assert_eq!(found, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    }
}

#[test]
fn bodies_have_a_limit() {
    let asked = Asked::new();
    let headers = [("host", "localhost"), ("content-type", "application/json")];
    let of = |length: usize| format!("{{\"text\": \"{}\"}}", " ".repeat(length));
    assert_eq!(
        status(&asked, "POST", "/api/position", &headers, &of(70_000)),
        StatusCode::PAYLOAD_TOO_LARGE
    );
    assert_eq!(status(&asked, "POST", "/api/import", &headers, &of(1_000_000)), StatusCode::OK);
    assert_eq!(
        status(&asked, "POST", "/api/import", &headers, &of(1_100_000)),
        StatusCode::PAYLOAD_TOO_LARGE
    );
}

#[test]
fn every_answer_is_marked() {
    let asked = Asked::new();
    for path in ["/", "/play/7", "/api/players", "/api/nothing", "/missing.js"] {
        let request =
            Request::builder().uri(path).header("host", "localhost").body(Body::empty()).unwrap();
        let (_, response, _) = asked.send(request);
        let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
        assert!(
            header("content-security-policy")
                .starts_with("default-src 'none'; script-src 'self'; "),
            "{path}"
        );
        assert!(!header("content-security-policy").contains("unsafe"));
        assert!(header("content-security-policy").contains("frame-ancestors 'none'"));
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert!(!response.headers().contains_key("access-control-allow-origin"));
    }
}

#[test]
fn files_of_the_page_are_kept_for_good_and_compressed() {
    let asked = Asked::new();
    let get = |path: &str, encoding: &str| {
        let request = Request::builder().uri(path).header("host", "localhost");
        let request = request.header("accept-encoding", encoding);
        asked.send(request.body(Body::empty()).unwrap())
    };
    let (_, page, html) = get("/play/1", "identity");
    assert_eq!(page.headers()["cache-control"], "no-cache");
    let html = String::from_utf8(html).unwrap();
    let (_, rest) = html.split_once("src=\"").unwrap();
    let (script, _) = rest.split_once('"').unwrap();
    assert!(script.starts_with("/assets/") && script.ends_with("/app.js"), "{script}");
    let (status, kept, plain) = get(script, "identity");
    assert_eq!(status, StatusCode::OK);
    assert_eq!(kept.headers()["cache-control"], "public, max-age=31536000, immutable");
    let (_, kept, smaller) = get(script, "gzip, deflate, br");
    assert_eq!(kept.headers()["content-encoding"], "br");
    let (_, kept, small) = get(script, "gzip");
    assert_eq!(kept.headers()["content-encoding"], "gzip");
    assert!(small.len() < plain.len() / 2, "{} of {}", small.len(), plain.len());
    // The magic number of gzip.
    assert_eq!(small[..2], [0x1f, 0x8b]);
    assert!(smaller.len() < small.len(), "{} of {}", smaller.len(), small.len());
    // A page that is older than the program gets what there is.
    let (status, other, _) = get("/assets/0123456789abcdef/app.js", "identity");
    assert_eq!(
        (status, &other.headers()["cache-control"]),
        (StatusCode::OK, &"no-cache".parse().unwrap())
    );
}

#[test]
fn files_are_known_by_their_tags() {
    let asked = Asked::new();
    let get = |headers: &[(&str, &str)]| {
        let mut request = Request::builder().uri("/").header("host", "localhost");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        asked.send(request.body(Body::empty()).unwrap())
    };
    let (status, response, body) = get(&[]);
    assert_eq!(status, StatusCode::OK);
    assert!(!body.is_empty());
    assert_eq!(response.headers()["content-type"], "text/html; charset=utf-8");
    let tag = response.headers()["etag"].to_str().unwrap();
    let (status, _, body) = get(&[("if-none-match", tag)]);
    assert_eq!((status, body.len()), (StatusCode::NOT_MODIFIED, 0));
    for path in
        ["/../Cargo.toml", "/..%2fCargo.toml", "/%2e%2e/Cargo.toml", "/.hidden", "//etc/pass.wd"]
    {
        let request =
            Request::builder().uri(path).header("host", "localhost").body(Body::empty()).unwrap();
        assert_eq!(asked.send(request).0, StatusCode::NOT_FOUND, "{path}");
    }
}
