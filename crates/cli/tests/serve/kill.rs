//! The server is killed while games are being played.

use std::net::SocketAddr;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::Message;

use crate::client::{Served, exchange, join, moves};

/// A player against the computer, and what it was told.
struct Player {
    game: String,
    token: Value,
    /// The moves that were acknowledged, each with how many were before it.
    acknowledged: Vec<(usize, String)>,
    /// The move that was sent last, acknowledged or not.
    sent: Option<(usize, String)>,
    /// All moves of the game as they were last seen.
    seen: Vec<String>,
}

const MINUTES: u64 = 30;
const INCREMENT: u64 = 2;

impl Player {
    fn begin(address: SocketAddr) -> Self {
        let body = json!({
            "seats": { "South": { "human": "Ann" }, "North": { "computer": "alphabeta:level=1" } },
            "clock": { "minutes": MINUTES, "increment": INCREMENT },
        });
        let begun = exchange(address, "POST", "/api/games", &body.to_string());
        let game = begun["game"].as_str().unwrap().to_owned();
        let token = begun["tokens"]["South"].clone();
        Self { game, token, acknowledged: Vec::new(), sent: None, seen: Vec::new() }
    }

    /// Plays until the server is gone, the game is over, or so many moves have been made.
    fn play(&mut self, address: SocketAddr, most: usize) -> tungstenite::Result<()> {
        let mut socket = join(address, &self.game, &self.token)?;
        let mut made = 0;
        loop {
            let Message::Text(text) = socket.read()? else { continue };
            let message: Value = serde_json::from_str(&text).unwrap();
            match message["type"].as_str().unwrap() {
                "ok" => self.acknowledged.extend(self.sent.clone()),
                "state" => {
                    self.seen = moves(&message);
                    if !message["result"].is_null() || (made >= most && message["to_move"] == "South") {
                        return Ok(());
                    }
                    let is_new = self.sent.as_ref().is_none_or(|(ply, _)| *ply < self.seen.len());
                    if message["to_move"] == "South" && is_new {
                        // Back and forth along the row, so that the games are long; walls of the computer may change that.
                        let steps = message["position"]["steps"].as_array().unwrap();
                        let step = steps[self.seen.len() / 2 % steps.len()].as_str().unwrap().to_owned();
                        let ply = self.seen.len();
                        self.sent = Some((ply, step.clone()));
                        let text = json!({ "type": "move", "id": ply, "ply": ply, "move": step }).to_string();
                        socket.send(Message::text(text))?;
                        made += 1;
                    }
                }
                _ => panic!("{message}"),
            }
        }
    }

    /// What was acknowledged is there, once, and nothing else but what may have been under way.
    fn check(&self, address: SocketAddr) -> Value {
        let state = exchange(address, "GET", &format!("/api/games/{}", self.game), "");
        let found = moves(&state);
        for (ply, mv) in &self.acknowledged {
            assert_eq!(found.get(*ply), Some(mv), "game {}, move {ply} of {found:?}", self.game);
        }
        assert!(found.starts_with(&self.seen), "game {}: {found:?} is not {:?} and more", self.game, self.seen);
        // At most the move that was sent, the computer's answer, and nothing twice.
        assert!(found.len() <= self.seen.len() + 2, "game {}: {found:?} after {:?}", self.game, self.seen);
        if let (Some(extra), Some((ply, sent))) = (found.get(self.seen.len()), &self.sent)
            && *ply == self.seen.len()
        {
            assert_eq!(extra, sent);
        }
        for seat in ["South", "North"] {
            let left = state["clock"]["left"][seat].as_u64().unwrap();
            let most = 1000 * (60 * MINUTES + INCREMENT * found.len() as u64);
            assert!(left > 0 && left <= most, "game {}: {left} ms of {seat}", self.game);
        }
        state
    }
}

fn killed_while_playing(games: usize, kills: usize) {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.sqlite");
    let mut served = Served::start(&store);
    let mut players: Vec<Player> = (0..games).map(|_| Player::begin(served.address)).collect();
    for kill in 0..kills {
        let address = served.address;
        let (playing, begun) = mpsc::channel();
        thread::scope(|scope| {
            for player in &mut players {
                let playing = playing.clone();
                scope.spawn(move || {
                    let _ = playing.send(());
                    // That the server goes away is what is tested.
                    let _ = player.play(address, usize::MAX);
                });
            }
            players_have_begun(&begun, games);
            thread::sleep(Duration::from_millis(300 + 70 * kill as u64));
            served.kill();
        });
        served = Served::start(&store);
        let on = players.iter().filter(|player| player.check(served.address)["result"].is_null()).count();
        assert!(on * 2 > games, "only {on} of {games} games are still on: nothing is tested");
    }
    // All go on.
    thread::scope(|scope| {
        for player in &mut players {
            let address = served.address;
            scope.spawn(move || player.play(address, 2).unwrap());
        }
    });
    let made: usize = players.iter().map(|player| player.acknowledged.len()).sum();
    assert!(made > games, "only {made} moves were made");
    println!("{games} games, {kills} kills, {made} moves acknowledged");
    for player in &players {
        player.check(served.address);
    }
}

fn players_have_begun(begun: &mpsc::Receiver<()>, games: usize) {
    for _ in 0..games {
        begun.recv().unwrap();
    }
}

#[test]
fn a_killed_server_loses_no_move_and_doubles_none() {
    killed_while_playing(10, 3);
}

#[test]
#[ignore = "a minute or two: cargo test --release -p quoridor --test serve -- --ignored --nocapture two_hundred"]
fn two_hundred_games_survive_ten_kills() {
    killed_while_playing(200, 10);
}
