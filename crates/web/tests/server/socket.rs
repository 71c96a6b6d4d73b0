//! Sockets of those who mean ill.

use std::io::Read;
use std::net::TcpStream;
use std::time::Duration;

use serde_json::json;
use tungstenite::Message;

use crate::client::Served;

#[test]
fn frames_have_a_limit() {
    let served = Served::new();
    for path in ["/api/analysis", "/api/games/1/live"] {
        served.begin(&json!({ "South": { "human": "Ann" }, "North": { "human": "Bob" } }));
        for message in [Message::text("x".repeat(9000)), Message::binary(vec![0; 9000])] {
            let mut conversation = served.connect(path);
            let _ = conversation.socket.send(message);
            assert!(ends(&mut conversation.socket), "{path}");
        }
    }
    // Others are not concerned.
    assert_eq!(served.get("/api/health")["ok"], true);
}

fn ends(socket: &mut tungstenite::WebSocket<TcpStream>) -> bool {
    loop {
        match socket.read() {
            Ok(Message::Close(_)) | Err(_) => return true,
            Ok(Message::Text(_)) => return false,
            Ok(_) => {}
        }
    }
}

#[test]
fn whoever_says_too_much_is_disconnected() {
    let served = Served::new();
    let mut conversation = served.connect("/api/analysis");
    for _ in 0..400 {
        if conversation.socket.send(Message::text("{}")).is_err() {
            break;
        }
    }
    let closed = loop {
        match conversation.socket.read() {
            Ok(Message::Close(frame)) => break frame,
            Ok(_) => {}
            Err(_) => break None,
        }
    };
    if let Some(frame) = closed {
        assert_eq!(frame.reason.as_str(), "too many messages");
    }
}

#[test]
fn what_is_no_http_is_refused() {
    let served = Served::new();
    assert_eq!(served.raw("nonsense\r\n\r\n").0, 400);
    let long = format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "x".repeat(100_000));
    assert_eq!(served.raw(&long).0, 431);
    assert_eq!(served.exchange("GET", "/api/health", "").0, 200);
}

/// Takes as long as the server is patient.
#[test]
#[ignore = "ten seconds: cargo test -p quoridor-web --test server -- --ignored silent"]
fn silent_sockets_are_closed_and_hinder_nobody() {
    let served = Served::new();
    let mut silent: Vec<TcpStream> = (0..1000).map(|_| TcpStream::connect(served.address).unwrap()).collect();
    assert_eq!(served.get("/api/health")["ok"], true);
    for stream in &mut silent {
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let mut rest = Vec::new();
        // An end, or an answer of 408 and an end.
        stream.read_to_end(&mut rest).unwrap();
    }
}
