//! How long the largest requests of one client delay the acknowledgements of another. It measures
//! and prints; `QUORIDOR_PROGRAM` names another program to measure.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use quoridor_test_support::{connect, exchange, join, request};
use serde_json::{Value, json};
use tungstenite::Message;

use crate::serve;

/// The longest that a request may take before it is given up.
const MOST: Duration = Duration::from_secs(100);

fn import(text: &str) -> (&'static str, String) {
    ("/api/import", json!({ "text": text }).to_string())
}

fn keep(text: &str) -> (&'static str, String) {
    ("/api/store/games", json!({ "text": text }).to_string())
}

/// Requests of at most 1 MiB, each the worst of its kind that was found.
fn requests() -> Vec<(&'static str, (&'static str, String))> {
    let clocks = format!("{{{}}} ", "[%clk 0:00:01]".repeat(64)).repeat(60);
    let comments = format!("e2 {{{}}} {clocks}*", "a\n".repeat(290_000));
    let moves = "e2 e8 e1 e9 ".repeat(500 * 1024 / 12);
    let braces = format!("{}\n[South \"Ann\"]\n\n1. e2 {{}} *", "{\n\n1.\n".repeat(110_000));
    let games: String = (0..4000).map(|n| format!("1. e2 {{{n}}} e8 2. e3 e7 *\n\n")).collect();
    let long: String =
        (0..40).map(|n| format!("{{{n}}} {} *\n\n", "e2 e8 e1 e9 ".repeat(1200))).collect();
    let plies = ["e2", "e8", "e1", "e9"].repeat(2000);
    let many = json!({ "game": { "moves": plies } }).to_string();
    vec![
        ("import: comments and clocks", import(&comments)),
        ("store: comments and clocks", keep(&comments)),
        ("import: 500 KiB of moves", import(&moves)),
        ("store: 500 KiB of moves", keep(&moves)),
        ("import: a replay code of 500 KiB", import(&format!("tq1 {moves}"))),
        ("import: open braces", import(&braces)),
        ("import: 520,000 results", import(&"* ".repeat(520_000))),
        ("store: 4,000 games", keep(&games)),
        ("store: 40 games of 4,800 moves", keep(&long)),
        ("position after 8,000 moves", ("/api/position", many)),
    ]
}

/// Moves of two humans in one browser, one after the other, until it is over; the longest
/// acknowledgement.
fn longest_acknowledgement(address: SocketAddr, is_over: &AtomicBool) -> (usize, Duration) {
    let (mut count, mut longest) = (0, Duration::ZERO);
    while !is_over.load(Ordering::Relaxed) {
        let body = json!({ "seats": { "South": { "human": "A" }, "North": { "human": "B" } } });
        let begun = exchange(address, "POST", "/api/games", &body.to_string());
        let game = begun["game"].as_str().unwrap();
        let mut south = join(address, game, &begun["tokens"]["South"]).unwrap();
        let mut north = join(address, game, &begun["tokens"]["North"]).unwrap();
        let moves = ["e2", "e8", "d2", "d8", "c2", "c8", "b2", "b8", "a2", "a8"];
        for (ply, mv) in moves.into_iter().enumerate() {
            let socket = if ply % 2 == 0 { &mut south } else { &mut north };
            let message = json!({ "type": "move", "id": ply, "ply": ply, "move": mv });
            let at = Instant::now();
            socket.send(Message::text(message.to_string())).unwrap();
            loop {
                let Message::Text(text) = socket.read().unwrap() else { continue };
                let answer: Value = serde_json::from_str(&text).unwrap();
                if answer["id"] == ply {
                    assert_eq!(answer["type"], "ok", "{answer}");
                    break;
                }
            }
            (count, longest) = (count + 1, longest.max(at.elapsed()));
            if is_over.load(Ordering::Relaxed) {
                break;
            }
        }
    }
    (count, longest)
}

#[test]
#[ignore = "a minute: cargo test --release -p quoridor --test serve -- --ignored --nocapture delay"]
fn the_longest_delay_of_an_acknowledgement() {
    println!("{:36} {:>9} {:>7} {:>10}", "request", "took", "moves", "longest");
    let mut all = requests();
    all.insert(0, ("nothing", ("", String::new())));
    for (name, (path, body)) in all {
        let folder = tempfile::tempdir().unwrap();
        let served = serve(&folder.path().join("games.sqlite"));
        let (address, is_over) = (served.address, AtomicBool::new(false));
        let (took, (count, longest)) = thread::scope(|scope| {
            let player = scope.spawn(|| longest_acknowledgement(address, &is_over));
            thread::sleep(Duration::from_millis(500));
            let begin = Instant::now();
            if !path.is_empty() {
                // Its answer does not matter; a server may give it up.
                let _ = request(address, "POST", path, &body);
            }
            let took = begin.elapsed().min(MOST);
            thread::sleep(Duration::from_millis(500));
            is_over.store(true, Ordering::Relaxed);
            (took, player.join().unwrap())
        });
        let (took, longest) = (took.as_secs_f64() * 1e3, longest.as_secs_f64() * 1e3);
        println!("{name:36} {took:6.0} ms {count:7} {longest:7.1} ms");
    }
}

/// Twenty games of one client with a player that thinks for ever, and another client's level 1.
#[test]
#[ignore = "up to two minutes: cargo test --release -p quoridor --test serve -- --ignored --nocapture starved"]
fn how_long_level_one_is_starved() {
    let folder = tempfile::tempdir().unwrap();
    let served = serve(&folder.path().join("games.sqlite"));
    let begin = |south: &str| {
        let seats = json!({ "South": { "computer": south }, "North": { "human": "Ann" } });
        exchange(served.address, "POST", "/api/games", &json!({ "seats": seats }).to_string())
    };
    for _ in 0..20 {
        let begun = begin("respall-2018:simulations=18446744073709551615");
        let path = format!("/api/games/{}/live", begun["game"].as_str().unwrap());
        // Looked at once, then left alone.
        let mut socket = connect(served.address, &path).unwrap();
        let join = json!({ "type": "join", "tokens": [begun["tokens"]["North"]] });
        socket.send(Message::text(join.to_string())).unwrap();
        socket.read().unwrap();
    }
    let begun = begin("alphabeta:level=1");
    let game = begun["game"].as_str().unwrap();
    let mut socket = join(served.address, game, &begun["tokens"]["North"]).unwrap();
    let at = Instant::now();
    let answered = loop {
        match socket.read() {
            Ok(Message::Text(text)) if text.contains("\"to_move\":\"North\"") => break true,
            Ok(_) if at.elapsed() < Duration::from_secs(90) => {}
            _ => break false,
        }
    };
    println!("answered: {answered}, after {:.1} s", at.elapsed().as_secs_f64());
}
