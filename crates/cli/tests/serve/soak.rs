//! A mixed load on a server that is killed every minute: `cargo xtask soak --minutes 60`.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, RwLock};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use quoridor_report::{Plot, Point, Scale, Series, SeriesKind};
use quoridor_test_support::{LiveState, connect, exchange, join, moves, request};
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

/// A player leaves and comes back after this many own moves.
const MOVES_UNTIL_RECONNECT: usize = 25;

/// Seconds of one point of the plot: its memory is the most of these seconds.
const SECONDS_PER_POINT: usize = 10;

/// The options of `cargo xtask soak`, which passes them as variables of the environment.
struct Options {
    minutes: u64,
    /// Seconds until the server is killed; it lives for the whole test if there are none.
    kill_every: Option<u64>,
    /// The time that a player thinks. Analysts and importers rest for a multiple of it.
    pause: Duration,
}

impl Options {
    fn read() -> Self {
        let number = |name: &str, default| {
            env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name}")))
        };
        Self {
            minutes: number("QUORIDOR_SOAK_MINUTES", 1),
            kill_every: Some(number("QUORIDOR_SOAK_KILL_EVERY", 60)).filter(|&every| every > 0),
            pause: Duration::from_millis(number("QUORIDOR_SOAK_PAUSE", 20)),
        }
    }
}

/// The state that all clients share.
struct Soak {
    options: Options,
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
    reconnects: AtomicUsize,
}

impl Soak {
    fn new(options: Options) -> Self {
        Self {
            options,
            address: RwLock::new("127.0.0.1:1".parse().unwrap()),
            is_over: AtomicBool::new(false),
            games: Mutex::default(),
            latencies: Mutex::default(),
            imported: AtomicUsize::new(0),
            analyses: AtomicUsize::new(0),
            states: AtomicUsize::new(0),
            reconnects: AtomicUsize::new(0),
        }
    }

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

    /// The moves of a game that the server has. It refuses more than some hundred requests per
    /// second, so that this may have to wait.
    fn stored_moves(&self, game: &str) -> Vec<String> {
        loop {
            let state = exchange(self.address(), "GET", &format!("/api/games/{game}"), "");
            match state["error"].as_str() {
                None => return moves(&state),
                Some(error) if error.contains("too many requests") => {
                    thread::sleep(Duration::from_secs(1));
                }
                Some(error) => panic!("game {game}: {error}"),
            }
        }
    }

    /// The acknowledged moves that the server does not have.
    fn lost(&self) -> usize {
        let games = self.games.lock().unwrap().clone();
        let lost = games.iter().map(|(game, acknowledged)| {
            let found = self.stored_moves(game);
            acknowledged.iter().filter(|(ply, mv)| found.get(**ply) != Some(*mv)).count()
        });
        lost.sum()
    }
}

/// Whether a game goes on when a player has left it.
#[derive(PartialEq, Eq)]
enum Left {
    Over,
    InProgress,
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
        let left = play_game(soak, address, &game, &tokens);
        if !matches!(left, Ok(Left::Over)) {
            soak.reconnects.fetch_add(1, Ordering::Relaxed);
            current = Some((game, tokens));
        }
        left.map(|_| ())
    });
}

/// Plays all seats of these tokens until the game is over or some moves were made.
fn play_game(
    soak: &Soak,
    address: SocketAddr,
    game: &str,
    tokens: &[Value],
) -> tungstenite::Result<Left> {
    let mut socket = connect(address, &format!("/api/games/{game}/live"))?;
    socket.send(Message::text(json!({ "type": "join", "tokens": tokens }).to_string()))?;
    // The state after a move comes before its acknowledgement, so that two can be under way.
    let (mut asked, mut sent) = (None, BTreeMap::<u64, (String, Instant)>::new());
    let (mut acknowledged, mut known) = (0, LiveState::default());
    while soak.goes_on() && acknowledged < MOVES_UNTIL_RECONNECT {
        let Message::Text(text) = socket.read()? else { continue };
        let message = known.hear(serde_json::from_str(&text).unwrap());
        match message["type"].as_str().unwrap() {
            "ok" => {
                let ply = message["id"].as_u64().unwrap();
                if let Some((mv, at)) = sent.remove(&ply) {
                    soak.acknowledge(game, ply as usize, &mv, at.elapsed());
                    acknowledged += 1;
                }
            }
            "state" => {
                if !message["result"].is_null() {
                    return Ok(Left::Over);
                }
                let ply = moves(&message).len();
                let yours = message["yours"].as_array().unwrap();
                if yours.contains(&message["to_move"]) && asked != Some(ply) {
                    asked = Some(ply);
                    thread::sleep(soak.options.pause);
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
    Ok(Left::InProgress)
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
            thread::sleep(10 * soak.options.pause);
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
        thread::sleep(25 * soak.options.pause);
        Ok(())
    });
}

/// A measurement of each second.
struct Sample {
    minute: f64,
    mebibytes: f64,
    /// The load average of the machine.
    load: f64,
}

fn load_average() -> f64 {
    let text = fs::read_to_string("/proc/loadavg").unwrap();
    text.split_whitespace().next().unwrap().parse().unwrap()
}

/// Kills the server and starts another, again and again, and measures each second.
fn measure(soak: &Soak, store: &Path) -> (Vec<Sample>, usize) {
    let seconds = 60 * soak.options.minutes;
    let (begin, mut samples, mut kills) = (Instant::now(), Vec::new(), 0);
    let mut served = serve(store);
    *soak.address.write().unwrap() = served.address;
    for second in 1..=seconds {
        thread::sleep(Duration::from_secs(second).saturating_sub(begin.elapsed()));
        let mebibytes = memory(served.process.id()) as f64 / 1024.0;
        samples.push(Sample { minute: second as f64 / 60.0, mebibytes, load: load_average() });
        if second % 60 == 0 {
            let acknowledged = soak.latencies.lock().unwrap().len();
            println!("minute {}: {acknowledged} moves, {mebibytes:.0} MiB", second / 60);
        }
        if soak.options.kill_every.is_some_and(|every| second % every == 0) && second < seconds {
            served.kill();
            kills += 1;
            served = serve(store);
            *soak.address.write().unwrap() = served.address;
        }
    }
    served.kill();
    soak.is_over.store(true, Ordering::Relaxed);
    (samples, kills + 1)
}

#[test]
#[ignore = "as long as one likes: cargo xtask soak --minutes 60"]
fn soak() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.sqlite");
    let soak = Soak::new(Options::read());
    let computer =
        json!({ "South": { "human": "Ann" }, "North": { "computer": "alphabeta:level=1" } });
    let friends = json!({ "South": { "human": "Ann" }, "North": { "human": "Bob" } });
    let (samples, kills) = thread::scope(|scope| {
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
        measure(&soak, &store)
    });
    let served = serve(&store);
    *soak.address.write().unwrap() = served.address;
    let (lost, missing) = (soak.lost(), missing_imports(&soak));
    report(&soak, &samples, kills);
    println!("lost {lost} moves and {missing} imported games");
    if let Ok(file) = env::var("QUORIDOR_SOAK_PLOT") {
        fs::write(&file, plot(&samples, soak.options.kill_every).svg()).unwrap();
        println!("plot {file}");
    }
    assert_eq!((lost, missing), (0, 0));
}

fn report(soak: &Soak, samples: &[Sample], kills: usize) {
    let mut times = soak.latencies.lock().unwrap().clone();
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    let count = |counter: &AtomicUsize| counter.load(Ordering::Relaxed);
    println!("{} minutes, {kills} kills", soak.options.minutes);
    println!("acknowledged {} moves in {} games", times.len(), soak.games.lock().unwrap().len());
    println!("latency p50 {:.1} ms, p99 {:.1} ms, most {:.1} ms", at(0.5), at(0.99), at(1.0));
    println!("imported {} games", count(&soak.imported));
    println!(
        "{} analyses, {} messages to spectators, {} reconnects",
        count(&soak.analyses),
        count(&soak.states),
        count(&soak.reconnects)
    );
    let most = |samples: &[Sample]| samples.iter().map(|s| s.mebibytes).fold(0.0, f64::max);
    let quarters: Vec<String> = samples
        .chunks(samples.len().div_ceil(4))
        .map(|quarter| format!("{:.0}", most(quarter)))
        .collect();
    println!("most memory in each quarter of the time: {} MiB", quarters.join(", "));
    let load = samples.iter().map(|sample| sample.load).sum::<f64>() / samples.len() as f64;
    println!("load average of the machine {load:.1}");
}

/// The acknowledged games of all importers that the store does not have. Their players are named
/// like `0-17`.
fn missing_imports(soak: &Soak) -> usize {
    let found = exchange(soak.address(), "GET", "/api/store/games?name=-&limit=1", "");
    let stored = found["total"].as_u64().unwrap() as usize;
    // A kill may come between the writing of a file and its acknowledgement, so that there are
    // more.
    soak.imported.load(Ordering::Relaxed).saturating_sub(stored)
}

fn plot(samples: &[Sample], kill_every: Option<u64>) -> Plot {
    let points = samples.chunks(SECONDS_PER_POINT).map(|samples| {
        let most = samples.iter().map(|sample| sample.mebibytes).fold(0.0, f64::max);
        Point::new(samples[0].minute, most)
    });
    let kills = kill_every.map_or_else(String::new, |every| format!(", killed every {every} s"));
    Plot {
        title: format!("Resident memory of the server under load{kills}"),
        x_label: "minutes".to_owned(),
        y_label: "MiB".to_owned(),
        x_scale: Scale::Linear,
        scale: Scale::Linear,
        x_names: Vec::new(),
        series: vec![Series {
            name: "resident".to_owned(),
            kind: SeriesKind::Line,
            points: points.collect(),
        }],
    }
}
