//! A mixed load for as long as one likes, with a server that is killed every minute:
//! `cargo xtask soak --minutes 60`.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, RwLock};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use quoridor_report::{Plot, Point, Scale, Series, SeriesKind};
use quoridor_test_support::{connect, exchange, join, moves, request};
use serde_json::{Value, json};
use tungstenite::Message;

use crate::kill::hindering;
use crate::load::memory;
use crate::serve;

const AGAINST_COMPUTER: usize = 8;
const FRIENDS: usize = 4;
const SPECTATORS: usize = 4;
const ANALYSTS: usize = 3;
const IMPORTERS: usize = 2;

/// The state that all clients share.
struct Soak {
    /// Where the server is; it is another one after each kill.
    address: RwLock<SocketAddr>,
    is_over: AtomicBool,
    /// The acknowledged moves of each game, by their numbers.
    games: Mutex<BTreeMap<String, BTreeMap<usize, String>>>,
    /// The time that each acknowledgement took.
    latencies: Mutex<Vec<Duration>>,
    imported: AtomicUsize,
    analyses: AtomicUsize,
    states: AtomicUsize,
}

impl Soak {
    fn address(&self) -> SocketAddr {
        *self.address.read().unwrap()
    }

    fn goes_on(&self) -> bool {
        !self.is_over.load(Ordering::Relaxed)
    }

    /// Does something again and again; the server may go away in the middle of it.
    fn repeat(&self, mut work: impl FnMut(SocketAddr) -> tungstenite::Result<()>) {
        while self.goes_on() {
            if work(self.address()).is_err() {
                thread::sleep(Duration::from_millis(50));
            }
        }
    }

    fn acknowledge(&self, game: &str, ply: usize, mv: &str, time: Duration) {
        self.latencies.lock().unwrap().push(time);
        let mut games = self.games.lock().unwrap();
        games.entry(game.to_owned()).or_default().insert(ply, mv.to_owned());
    }

    /// The acknowledged moves that the server does not have.
    fn lost(&self) -> usize {
        let games = self.games.lock().unwrap().clone();
        let lost = games.iter().map(|(game, acknowledged)| {
            let state = exchange(self.address(), "GET", &format!("/api/games/{game}"), "");
            let found = moves(&state);
            acknowledged.iter().filter(|(ply, mv)| found.get(**ply) != Some(*mv)).count()
        });
        lost.sum()
    }
}

/// Plays one game after the other, for one seat or for both, and continues it after a kill.
fn play(soak: &Soak, seats: &Value) {
    let mut current: Option<(String, Vec<Value>)> = None;
    soak.repeat(|address| {
        let (game, tokens) = match current.take() {
            Some(known) => known,
            None => {
                let body = json!({ "seats": seats }).to_string();
                let begun = request(address, "POST", "/api/games", &body)?;
                let tokens = begun["tokens"].as_object().unwrap().values().cloned().collect();
                (begun["game"].as_str().unwrap().to_owned(), tokens)
            }
        };
        let is_over = play_game(soak, address, &game, &tokens);
        if !matches!(is_over, Ok(())) {
            current = Some((game, tokens));
        }
        is_over
    });
}

/// Plays all seats of these tokens until the game is over.
fn play_game(
    soak: &Soak,
    address: SocketAddr,
    game: &str,
    tokens: &[Value],
) -> tungstenite::Result<()> {
    let mut socket = connect(address, &format!("/api/games/{game}/live"))?;
    socket.send(Message::text(json!({ "type": "join", "tokens": tokens }).to_string()))?;
    // The state after a move comes before its acknowledgement, so that two can be under way.
    let (mut asked, mut sent) = (None, BTreeMap::<u64, (String, Instant)>::new());
    while soak.goes_on() {
        let Message::Text(text) = socket.read()? else { continue };
        let message: Value = serde_json::from_str(&text).unwrap();
        match message["type"].as_str().unwrap() {
            "ok" => {
                let ply = message["id"].as_u64().unwrap();
                if let Some((mv, at)) = sent.remove(&ply) {
                    soak.acknowledge(game, ply as usize, &mv, at.elapsed());
                }
            }
            "state" => {
                if !message["result"].is_null() {
                    return Ok(());
                }
                let ply = moves(&message).len();
                let yours = message["yours"].as_array().unwrap();
                if yours.contains(&message["to_move"]) && asked != Some(ply) {
                    asked = Some(ply);
                    thread::sleep(Duration::from_millis(20));
                    let mv = hindering(&message["position"]);
                    let text = json!({ "type": "move", "id": ply, "ply": ply, "move": mv });
                    sent.insert(ply as u64, (mv, Instant::now()));
                    socket.send(Message::text(text.to_string()))?;
                }
            }
            // A move may have been made before the kill; the state says so.
            _ => {}
        }
    }
    Ok(())
}

/// Watches a game for a while, then another.
fn watch(soak: &Soak, number: usize) {
    soak.repeat(|address| {
        let game = soak.games.lock().unwrap().keys().nth(number).cloned();
        let Some(game) = game else {
            thread::sleep(Duration::from_millis(100));
            return Ok(());
        };
        let mut socket = join(address, &game, &json!("none"))?;
        for _ in 0..20 {
            if let Message::Text(_) = socket.read()? {
                soak.states.fetch_add(1, Ordering::Relaxed);
            }
            if !soak.goes_on() {
                break;
            }
        }
        Ok(())
    });
}

fn analyse(soak: &Soak) {
    soak.repeat(|address| {
        let mut socket = connect(address, "/api/analysis")?;
        for id in 0..5 {
            let question = json!({ "type": "analyse", "id": id, "game": { "moves": ["e2", "e8"] },
                "lines": 3, "seconds": 2 });
            socket.send(Message::text(question.to_string()))?;
            loop {
                let Message::Text(text) = socket.read()? else { continue };
                let message: Value = serde_json::from_str(&text).unwrap();
                if ["done", "error"].contains(&message["type"].as_str().unwrap()) {
                    break;
                }
            }
            soak.analyses.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    });
}

/// Brings files in, large and small, and searches.
fn import(soak: &Soak, number: usize) {
    let mut round = 0;
    soak.repeat(|address| {
        round += 1;
        let name = format!("{number}-{round}");
        let games: String = (0..40)
            .map(|game| format!("[South \"{name}\"]\n\n1. e2 {{{game}}} e8 2. e3 e7 *\n\n"))
            .collect();
        let kept =
            request(address, "POST", "/api/store/games", &json!({ "text": games }).to_string())?;
        soak.imported.fetch_add(kept["added"].as_u64().unwrap_or(0) as usize, Ordering::Relaxed);
        let large = json!({ "text": "1. e2 e8 2. e3 e7 *\n\n".repeat(40_000) }).to_string();
        request(address, "POST", "/api/import", &large)?;
        request(address, "GET", &format!("/api/store/games?player={name}"), "")?;
        thread::sleep(Duration::from_millis(500));
        Ok(())
    });
}

/// Kills the server every minute and starts another, and notes its memory in MiB each second.
fn kill_every_minute(soak: &Soak, store: &Path, minutes: u64) -> Vec<(f64, f64)> {
    let begin = Instant::now();
    let mut memories = Vec::new();
    for _ in 0..minutes {
        let mut served = serve(store);
        *soak.address.write().unwrap() = served.address;
        for _ in 0..60 {
            thread::sleep(Duration::from_secs(1));
            let mebibytes = memory(served.process.id()) as f64 / 1024.0;
            memories.push((begin.elapsed().as_secs_f64() / 60.0, mebibytes));
        }
        served.kill();
    }
    soak.is_over.store(true, Ordering::Relaxed);
    memories
}

#[test]
#[ignore = "as long as one likes: cargo xtask soak --minutes 60"]
fn soak() {
    let minutes = env::var("QUORIDOR_SOAK_MINUTES").map_or(1, |minutes| minutes.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.sqlite");
    let soak = Soak {
        address: RwLock::new("127.0.0.1:1".parse().unwrap()),
        is_over: AtomicBool::new(false),
        games: Mutex::default(),
        latencies: Mutex::default(),
        imported: AtomicUsize::new(0),
        analyses: AtomicUsize::new(0),
        states: AtomicUsize::new(0),
    };
    let computer =
        json!({ "South": { "human": "Ann" }, "North": { "computer": "alphabeta:level=1" } });
    let friends = json!({ "South": { "human": "Ann" }, "North": { "human": "Bob" } });
    let memories = thread::scope(|scope| {
        for _ in 0..AGAINST_COMPUTER {
            scope.spawn(|| play(&soak, &computer));
        }
        for _ in 0..FRIENDS {
            scope.spawn(|| play(&soak, &friends));
        }
        for number in 0..SPECTATORS {
            let soak = &soak;
            scope.spawn(move || watch(soak, number));
        }
        for _ in 0..ANALYSTS {
            scope.spawn(|| analyse(&soak));
        }
        for number in 0..IMPORTERS {
            let soak = &soak;
            scope.spawn(move || import(soak, number));
        }
        kill_every_minute(&soak, &store, minutes)
    });
    let served = serve(&store);
    *soak.address.write().unwrap() = served.address;
    let (lost, stored) = (soak.lost(), stored_imports(&soak));
    let mut times = soak.latencies.into_inner().unwrap();
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!("{minutes} minutes, {minutes} kills");
    println!("acknowledged {} moves, lost {lost}", times.len());
    println!("latency p50 {:.1} ms, p99 {:.1} ms, most {:.1} ms", at(0.5), at(0.99), at(1.0));
    let imported = soak.imported.into_inner();
    println!("imported {imported} games, of which {} are missing", imported.saturating_sub(stored));
    println!(
        "{} analyses, {} states watched",
        soak.analyses.into_inner(),
        soak.states.into_inner()
    );
    let most = memories.iter().map(|&(_, mebibytes)| mebibytes).fold(0.0, f64::max);
    println!("memory at most {most:.0} MiB");
    if let Ok(file) = env::var("QUORIDOR_SOAK_PLOT") {
        fs::write(&file, plot(&memories).svg()).unwrap();
        println!("plot {file}");
    }
    assert_eq!((lost, imported.saturating_sub(stored)), (0, 0));
}

/// The games of all importers that the store has: those of players like `0-17`.
fn stored_imports(soak: &Soak) -> usize {
    let found = exchange(soak.address(), "GET", "/api/store/games?name=-&limit=1", "");
    found["total"].as_u64().unwrap() as usize
}

fn plot(memories: &[(f64, f64)]) -> Plot {
    let points = memories.iter().map(|&(x, y)| Point::new(x, y)).collect();
    Plot {
        title: "Memory of the server, which is killed every minute".to_owned(),
        x_label: "minutes".to_owned(),
        y_label: "MiB".to_owned(),
        x_scale: Scale::Linear,
        scale: Scale::Linear,
        x_names: Vec::new(),
        series: vec![Series { name: "resident".to_owned(), kind: SeriesKind::Line, points }],
    }
}
