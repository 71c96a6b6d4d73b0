//! Sockets of those who mean ill.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use quoridor_test_support::{PATIENCE, wait_until};
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
fn a_client_that_sends_too_much_is_disconnected() {
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
    let mut silent: Vec<TcpStream> =
        (0..1000).map(|_| TcpStream::connect(served.address).unwrap()).collect();
    assert_eq!(served.get("/api/health")["ok"], true);
    for stream in &mut silent {
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut rest = Vec::new();
        // An end, or an answer of 408 and an end.
        stream.read_to_end(&mut rest).unwrap();
    }
}

/// Frames that are too large, each in another way: what they hold, the length that they claim, the
/// sum of their parts, a control frame that holds more than one may.
fn oversize_frames() -> [Vec<u8>; 5] {
    // The second byte of a client's frame says that it is masked; a mask of zeros changes nothing.
    let frame = |first: u8, length: &[u8], payload: usize| {
        [&[first][..], length, &[0; 4], &b"x".repeat(payload)].concat()
    };
    let whole = |first: u8| frame(first, &[0xfe, 0x23, 0x28], 9000);
    let claims = frame(0x81, &[0xff, 0x3f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], 10);
    let part = |first: u8| frame(first, &[0xfe, 0x13, 0x88], 5000);
    [
        whole(0x81),
        whole(0x82),
        claims,
        [part(0x01), part(0x80)].concat(),
        frame(0x89, &[0xfe, 0x00, 0xc8], 200),
    ]
}

/// Sends bytes once the connection is a WebSocket, and waits for its end. `false` if the server
/// wants to be asked later.
fn sends_and_is_let_go(served: &Served, bytes: &[u8]) -> bool {
    let mut stream = served.open_socket("/api/analysis", "");
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        head.push(byte[0]);
    }
    if head.starts_with(b"HTTP/1.1 429") {
        return false;
    }
    assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
    // It may have gone while the rest is sent; that the end comes is what matters.
    let _ = stream.write_all(bytes);
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest);
    // A ping, the farewell: nothing that answers a question.
    assert!(rest.len() < 100, "{}", String::from_utf8_lossy(&rest));
    true
}

/// Kibibytes of memory that this process, which the server is part of, has.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// Takes as long as the server lets one address connect so often.
#[test]
#[ignore = "a minute: cargo test -p quoridor-web --test server -- --ignored --nocapture oversize"]
fn ten_thousand_oversize_frames_are_held() {
    let served = Served::new();
    let frames = oversize_frames();
    let send = |count: usize| {
        thread::scope(|scope| {
            for thread in 0..8 {
                let (served, frames) = (&served, &frames);
                scope.spawn(move || {
                    for at in (thread..count).step_by(8) {
                        while !sends_and_is_let_go(served, &frames[at % frames.len()]) {
                            thread::sleep(Duration::from_millis(20));
                        }
                    }
                });
            }
        });
    };
    send(1000);
    let before = memory();
    send(9000);
    let after = memory();
    println!("10,000 frames: {before} KiB after the first thousand, {after} KiB at the end");
    assert!(after < before + 8 * 1024, "{before} KiB, then {after} KiB");
    // Everybody else is served as before, once the rate allows it.
    wait_until("an answer", || served.exchange("GET", "/api/health", "").0 == 200);
}
