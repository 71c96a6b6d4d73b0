//! Many games and many analyses at once. It measures and prints; that no move is lost is what it asserts.

use std::fs;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::Message;

use crate::client::{Served, connect, exchange, join, moves};

const GAMES: usize = 200;
const ANALYSES: usize = 50;
/// What a human makes in each game; the computer answers as many.
const MOVES: usize = 15;

/// Plays a game against level 1 and says how long each acknowledgement took.
fn play(address: SocketAddr) -> Vec<Duration> {
    let body = json!({ "seats": { "South": { "human": "Ann" }, "North": { "computer": "alphabeta:level=1" } } });
    let begun = exchange(address, "POST", "/api/games", &body.to_string());
    let game = begun["game"].as_str().unwrap();
    let mut socket = join(address, game, &begun["tokens"]["South"]).unwrap();
    let (mut times, mut sent, mut own) = (Vec::new(), None::<(usize, Instant)>, Vec::new());
    loop {
        let Message::Text(text) = socket.read().unwrap() else { continue };
        let message: Value = serde_json::from_str(&text).unwrap();
        match (message["type"].as_str().unwrap(), &sent) {
            ("ok", Some((_, at))) => times.push(at.elapsed()),
            ("state", _) => {
                let seen = moves(&message);
                if !message["result"].is_null() || (own.len() >= MOVES && message["to_move"] == "South") {
                    break;
                }
                if message["to_move"] == "South" && sent.is_none_or(|(ply, _)| ply < seen.len()) {
                    let steps = message["position"]["steps"].as_array().unwrap();
                    let step = steps[seen.len() / 2 % steps.len()].as_str().unwrap().to_owned();
                    sent = Some((seen.len(), Instant::now()));
                    let text = json!({ "type": "move", "id": 1, "ply": seen.len(), "move": step }).to_string();
                    own.push((seen.len(), step));
                    socket.send(Message::text(text)).unwrap();
                }
            }
            other => panic!("{other:?}: {message}"),
        }
    }
    let kept = moves(&exchange(address, "GET", &format!("/api/games/{game}"), ""));
    for (ply, mv) in own {
        assert_eq!(kept.get(ply), Some(&mv), "game {game}");
    }
    times
}

/// Asks for one analysis after the other.
fn analyse(address: SocketAddr, is_over: &AtomicBool) -> usize {
    let mut socket = connect(address, "/api/analysis").unwrap();
    let mut heard = 0;
    for id in 0_u64.. {
        let question = json!({ "type": "analyse", "id": id, "game": { "moves": ["e2", "e8"] }, "seconds": 1 });
        socket.send(Message::text(question.to_string())).unwrap();
        loop {
            if is_over.load(Ordering::Relaxed) {
                return heard;
            }
            let Message::Text(text) = socket.read().unwrap() else { continue };
            heard += 1;
            if serde_json::from_str::<Value>(&text).unwrap()["type"] == "done" {
                break;
            }
        }
    }
    heard
}

/// Kibibytes of memory that a process has.
fn memory(process: u32) -> String {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    status.lines().find(|line| line.starts_with("VmRSS")).unwrap_or("VmRSS unknown").to_owned()
}

#[test]
#[ignore = "minutes: cargo test --release -p quoridor --test serve -- --ignored --nocapture load"]
fn load_of_200_games_and_50_analyses() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(&folder.path().join("games.sqlite"));
    let (address, is_over) = (served.address, AtomicBool::new(false));
    let begin = Instant::now();
    println!("before: {}", memory(served.process.id()));
    let mut times: Vec<Duration> = thread::scope(|scope| {
        for _ in 0..ANALYSES {
            scope.spawn(|| analyse(address, &is_over));
        }
        let games: Vec<_> = (0..GAMES).map(|_| scope.spawn(move || play(address))).collect();
        let times = games.into_iter().flat_map(|game| game.join().unwrap()).collect();
        println!("after:  {}", memory(served.process.id()));
        is_over.store(true, Ordering::Relaxed);
        times
    });
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{} moves acknowledged in {:.1} s: half within {:?}, 99 % within {:?}, the slowest in {:?}",
        times.len(),
        begin.elapsed().as_secs_f64(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}
