//! Clients that pretend to be the owner, that do not read, and that keep the server busy.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use quoridor_test_support::wait_until;
use quoridor_web::{Config, Rate};
use serde_json::json;

use crate::client::{Asked, Served};

/// More than the buffers of both systems take: 300 times the OpenAPI document.
const MANY: usize = 300;

/// Asks often over one connection, and reads nothing.
fn unread(served: &Served) -> TcpStream {
    let mut stream = TcpStream::connect(served.address).unwrap();
    let request = "GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
    // The server does not read all of it either.
    stream.set_nonblocking(true).unwrap();
    let _ = stream.write(request.repeat(MANY).as_bytes()).unwrap();
    stream.set_nonblocking(false).unwrap();
    stream
}

fn metric(served: &Served, name: &str) -> f64 {
    let (status, text) = served.exchange("GET", "/metrics", "");
    assert_eq!(status, 200, "{text}");
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("{name} ")));
    line.unwrap_or_else(|| panic!("{name}: {text}")).parse().unwrap()
}

/// Waits until a metric is as wanted.
fn wait_for_metric(served: &Served, name: &str, is_wanted: impl Fn(f64) -> bool) {
    wait_until(name, || is_wanted(metric(served, name)));
}

/// 480 unread answers took 1.3 GB.
#[test]
fn answers_that_nobody_reads_have_a_limit() {
    let mut config = Config::new(2);
    let size = {
        let served = Served::new();
        served.exchange("GET", "/api/openapi.json", "").1.len() as u64
    };
    config.limits.bytes_per_address = size + size / 2;
    let served = Served::with(config);
    let slow = unread(&served);
    // An answer is stuck, and small ones still go through.
    wait_for_metric(&served, "quoridor_body_bytes", |bytes| bytes >= size as f64);
    let code = || served.exchange("GET", "/api/openapi.json", "").0;
    assert_eq!(code(), 503);
    drop(slow);
    wait_for_metric(&served, "quoridor_body_bytes", |bytes| bytes < size as f64);
    assert_eq!(code(), 200);
}

/// Such connections stayed for as long as the client liked.
#[test]
fn a_client_that_does_not_read_its_answers_is_disconnected() {
    let mut config = Config::new(2);
    config.limits.send_time = Duration::from_millis(50);
    let served = Served::with(config);
    let slow: Vec<_> = (0..3).map(|_| unread(&served)).collect();
    wait_for_metric(&served, "quoridor_requests_total{status=\"2xx\"}", |count| count > 3.0);
    // The one that asks.
    wait_for_metric(&served, "quoridor_connections", |count| count == 1.0);
    for mut stream in slow {
        // What was sent before can be read.
        let _ = stream.read_to_end(&mut Vec::new());
    }
}

/// A body that is announced counts, whether it comes or not.
#[test]
fn announced_bodies_have_a_limit() {
    let mut config = Config::new(2);
    config.limits.bytes_per_address = 1 << 20;
    let served = Served::with(config);
    let announce = || {
        let mut stream = TcpStream::connect(served.address).unwrap();
        let head = "POST /api/import HTTP/1.1\r\nHost: localhost\r\nContent-Type: \
                    application/json\r\nContent-Length: 700000\r\n\r\n{";
        stream.write_all(head.as_bytes()).unwrap();
        stream
    };
    let _first = announce();
    wait_for_metric(&served, "quoridor_body_bytes", |bytes| bytes >= 700_000.0);
    let mut second = announce();
    let mut head = [0; 12];
    second.read_exact(&mut head).unwrap();
    assert_eq!(&head, b"HTTP/1.1 503");
}

/// Sends a request with headers that a proxy would add.
fn proxied(served: &Served, method: &str, path: &str, headers: &[u8], body: &str) -> u16 {
    let mut stream = TcpStream::connect(served.address).unwrap();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: \
         application/json\r\nContent-Length: {}\r\n",
        body.len()
    );
    stream.write_all(&[head.as_bytes(), headers, b"\r\n\r\n", body.as_bytes()].concat()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer[9..12]).parse().unwrap()
}

/// With such a header an outsider was the owner: metrics, unlimited games, seats.
#[test]
fn an_unreadable_header_makes_nobody_the_owner() {
    let game =
        json!({ "seats": { "South": { "human": "" }, "North": { "human": "" } } }).to_string();
    let headers: [&[u8]; 7] = [
        b"X-Forwarded-For: \xff",
        b"X-Forwarded-For: unknown",
        b"X-Forwarded-For: 203.0.113.5:4711",
        b"X-Forwarded-For: [2001:db8::1]:443",
        b"X-Forwarded-For: ,",
        b"Forwarded: for=_hidden",
        b"Forwarded: for=\"[2001:db8::1]:443\"",
    ];
    let mut config = Config::new(2);
    config.public = Some("https://quoridor.example".parse().unwrap());
    config.proxies = vec!["127.0.0.1".parse().unwrap()];
    config.limits.new_games = Rate::new(2.0, 0.0);
    let served = Served::with(config);
    for header in headers {
        let ask = |method, path, body| proxied(&served, method, path, header, body);
        assert_eq!(ask("GET", "/metrics", ""), 403, "{}", header.escape_ascii());
        let codes = [(); 3].map(|()| ask("POST", "/api/games", &game));
        assert_eq!(codes[2], 429, "{}", header.escape_ascii());
    }
    // Nobody has told this one of the proxy.
    let served = Served::new();
    let (game, _) = served.begin(&json!({ "South": { "human": "" }, "North": { "human": "" } }));
    let claim = format!("/api/games/{game}/claim");
    for header in headers.into_iter().chain([&b"Via: 1.1 proxy"[..], b"X-Real-IP: 192.0.2.1"]) {
        let code = proxied(&served, "POST", &claim, header, "");
        assert_eq!(code, 403, "{}", header.escape_ascii());
    }
    assert_eq!(served.exchange("POST", &claim, "").0, 200);
}

/// 30 lists of games with names of a mebibyte took 3.1 GB.
#[test]
fn names_and_comments_have_a_length() {
    let asked = Asked::new();
    let record = |name: usize, comment: &str| {
        format!("[South \"{}\"]\n[North \"Bob\"]\n\n1. e2 {{{comment}}} *\n\n", "n".repeat(name))
    };
    let long = "c".repeat(10_001);
    let variation = format!("1. e2 (1. d1 {{{long}}}) *\n\n");
    let games = [record(501, ""), record(1, &long), variation, record(500, &long[1..])];
    let kept = asked.post("/api/store/games", &json!({ "text": games.concat() }));
    assert_eq!(kept["added"], 1);
    let problems: Vec<&str> = kept["problems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|each| each["text"].as_str().unwrap())
        .collect();
    assert_eq!(
        problems,
        [
            "game 1: the store cannot keep a name or another tag of more than 500 letters",
            "game 2: the store cannot keep a comment of more than 10000 letters",
            "game 3: the store cannot keep a comment of more than 10000 letters",
        ]
    );
    let listed = asked.get("/api/store/games");
    let name = listed["games"][0]["players"]["South"].as_str().unwrap();
    assert_eq!(name, "n".repeat(100) + "…");
    assert_eq!(asked.get("/api/store/games/1")["tags"]["South"].as_str().unwrap().len(), 500);
}

/// 500 names were too deep an expression for the database, and its error was the server's.
#[test]
fn searches_have_a_cost() {
    let asked = Asked::new();
    let names = |count: usize| vec!["random"; count].join("+");
    let list = |query: &str| asked.ask(Method::GET, &format!("/api/store/games?{query}"), None);
    assert_eq!(list(&format!("or_players={}", names(200))).0, StatusCode::OK);
    for query in [format!("or_players={}", names(201)), format!("name={}", "n".repeat(501))] {
        let (status, answer) = list(&query);
        assert_eq!(status, StatusCode::BAD_REQUEST, "{answer}");
    }
}

/// A file of 2,500 games ended with 429.
#[test]
fn a_long_file_is_read_page_by_page() {
    let mut config = Config::new(2);
    config.proxies = vec!["127.0.0.1".parse().unwrap()];
    config.limits.games_shown = 10;
    let served = Served::with(config);
    let text = "1. e2 *\n\n".repeat(200);
    let page = |offset: usize| {
        let body = json!({ "text": text, "offset": offset }).to_string();
        proxied(&served, "POST", "/api/import", b"X-Forwarded-For: 192.0.2.1", &body)
    };
    assert!((0..20).all(|number| page(10 * number) == 200));
    // Only the first page of a file counts as a file.
    assert_eq!(
        (0..10).map(|_| page(0)).collect::<Vec<_>>(),
        [[200; 9].as_slice(), &[429]].concat()
    );
}

/// 48,000 bytes of headers passed.
#[test]
fn headers_have_a_limit() {
    let served = Served::new();
    let ask = |bytes: usize| {
        let padding = format!("X-Padding: {}", "x".repeat(bytes));
        proxied(&served, "GET", "/api/nothing", padding.as_bytes(), "")
    };
    assert_eq!([ask(30_000), ask(33_000), ask(48_000)], [404, 431, 431]);
}

/// 68,862 games took 1 GB.
#[test]
fn games_in_memory_have_a_limit() {
    let mut config = Config::new(2);
    config.limits.games = 2;
    let asked = Asked::with(config);
    let seats = json!({ "South": { "human": "" }, "North": { "human": "" } });
    for _ in 0..3 {
        asked.post("/api/games", &json!({ "seats": seats }));
    }
    let look = |game: usize| asked.ask(Method::GET, &format!("/api/games/{game}"), None).0;
    assert_eq!([look(1), look(2)], [StatusCode::OK; 2]);
    assert_eq!([look(3), look(2)], [StatusCode::SERVICE_UNAVAILABLE, StatusCode::OK]);
}
