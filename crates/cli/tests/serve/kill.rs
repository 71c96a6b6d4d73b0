//! The server is killed while games are being played.

use std::net::SocketAddr;
use std::sync::mpsc;
use std::thread;

use quoridor_test_support::{LiveState, PATIENCE, exchange, join, moves};
use serde_json::{Value, json};
use tungstenite::Message;

use crate::serve;

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

    /// Plays until the server is gone, the game is over, or a number of moves have been made.
    /// Reports each acknowledged move.
    fn play(
        &mut self,
        address: SocketAddr,
        most: usize,
        heard: &mpsc::Sender<()>,
    ) -> tungstenite::Result<()> {
        let mut socket = join(address, &self.game, &self.token)?;
        let (mut made, mut asked, mut known) = (0, None, LiveState::default());
        loop {
            let Message::Text(text) = socket.read()? else { continue };
            let message = known.hear(serde_json::from_str(&text).unwrap());
            match message["type"].as_str().unwrap() {
                "ok" => {
                    self.acknowledged.extend(self.sent.clone());
                    let _ = heard.send(());
                }
                "state" => {
                    self.seen = moves(&message);
                    if !message["result"].is_null()
                        || (made >= most && message["to_move"] == "South")
                    {
                        return Ok(());
                    }
                    // A move that was not acknowledged before the server went is sent again: the
                    // same, so that it cannot be made twice.
                    if message["to_move"] == "South" && asked != Some(self.seen.len()) {
                        let mv = hindering(&message["position"]);
                        let ply = self.seen.len();
                        asked = Some(ply);
                        self.sent = Some((ply, mv.clone()));
                        let text = json!({ "type": "move", "id": ply, "ply": ply, "move": mv })
                            .to_string();
                        socket.send(Message::text(text))?;
                        made += 1;
                    }
                }
                "joined" => {}
                _ => panic!("{message}"),
            }
        }
    }

    /// Every acknowledged move is there once, and nothing else but a move that was under way.
    fn check(&self, address: SocketAddr) -> Value {
        let state = exchange(address, "GET", &format!("/api/games/{}", self.game), "");
        let found = moves(&state);
        for (ply, mv) in &self.acknowledged {
            assert_eq!(found.get(*ply), Some(mv), "game {}, move {ply} of {found:?}", self.game);
        }
        assert!(
            found.starts_with(&self.seen),
            "game {}: {found:?} is not {:?} and more",
            self.game,
            self.seen
        );
        // At most the move that was sent, the computer's answer, and nothing twice.
        assert!(
            found.len() <= self.seen.len() + 2,
            "game {}: {found:?} after {:?}",
            self.game,
            self.seen
        );
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

/// The wall that makes North's way longest, so that games are long; without one, a step on the own
/// way.
pub(crate) fn hindering(position: &Value) -> String {
    let changes = position["changes"]["North"].as_object().unwrap();
    let wall = changes.iter().max_by_key(|(_, extra)| extra.as_u64());
    let (steps, path) =
        (position["steps"].as_array().unwrap(), position["paths"]["South"].as_array().unwrap());
    let step = if steps.contains(&path[1]) { &path[1] } else { &steps[0] };
    wall.map_or_else(|| step.as_str().unwrap().to_owned(), |(wall, _)| wall.clone())
}

fn killed_while_playing(games: usize, kills: usize) {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.sqlite");
    let mut served = serve(&store);
    let (mut players, mut over): (Vec<Player>, Vec<Player>) = (Vec::new(), Vec::new());
    for kill in 0..kills {
        players.resize_with(games, || Player::begin(served.address));
        let (address, (says, heard)) = (served.address, mpsc::channel());
        thread::scope(|scope| {
            for player in &mut players {
                let says = says.clone();
                // That the server goes away is what is tested.
                scope.spawn(move || player.play(address, usize::MAX, &says));
            }
            drop(says);
            // In the middle of it, each time at another place.
            for _ in 0..2 * games + kill {
                heard.recv_timeout(PATIENCE).expect("moves are acknowledged");
            }
            served.kill();
        });
        served = serve(&store);
        let is_on = |player: &mut Player| player.check(served.address)["result"].is_null();
        over.extend(players.extract_if(.., |player| !is_on(player)));
        assert!(
            players.len() * 2 > games,
            "only {} of {games} games are still on: nothing is tested",
            players.len()
        );
    }
    // All go on.
    let (says, _heard) = mpsc::channel();
    thread::scope(|scope| {
        for player in &mut players {
            let (address, says) = (served.address, says.clone());
            scope.spawn(move || player.play(address, 1, &says).unwrap());
        }
    });
    for player in players.iter().chain(&over) {
        player.check(served.address);
    }
    let made: usize = players.iter().chain(&over).map(|player| player.acknowledged.len()).sum();
    println!("{} games, {kills} kills, {made} moves acknowledged", players.len() + over.len());
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

#[test]
#[ignore = "some minutes: cargo xtask kills"]
fn a_hundred_kills_of_a_server() {
    killed_while_playing(20, 100);
}
