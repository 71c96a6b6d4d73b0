//! Many games and many analyses at once. It measures and prints; that no move is lost is what it
//! asserts.

use std::fs;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use quoridor_test_support::{LiveState, connect, exchange, join, moves};
use serde_json::{Value, json};
use tungstenite::Message;

use crate::serve;

const GAMES: usize = 200;
const ANALYSES: usize = 50;
/// The moves of a human in each game; the computer makes as many.
const MOVES: usize = 15;

/// Plays a game against level 1, with so much time to think for each move (none, or more and less
/// in turns), and says how long each acknowledgement took.
fn play(address: SocketAddr, thinking: Duration) -> Vec<Duration> {
    let body = json!({ "seats": { "South": { "human": "Ann" },
        "North": { "computer": "alphabeta:level=1" } } });
    let begun = exchange(address, "POST", "/api/games", &body.to_string());
    let game = begun["game"].as_str().unwrap();
    let mut socket = join(address, game, &begun["tokens"]["South"]).unwrap();
    let (mut times, mut sent, mut own) = (Vec::new(), None::<(usize, Instant)>, Vec::new());
    let mut known = LiveState::default();
    loop {
        let Message::Text(text) = socket.read().unwrap() else { continue };
        let message = known.hear(serde_json::from_str(&text).unwrap());
        match (message["type"].as_str().unwrap(), &sent) {
            ("ok", Some((_, at))) => times.push(at.elapsed()),
            ("state", _) => {
                let seen = moves(&message);
                if !message["result"].is_null()
                    || (own.len() >= MOVES && message["to_move"] == "South")
                {
                    break;
                }
                if message["to_move"] == "South" && sent.is_none_or(|(ply, _)| ply < seen.len()) {
                    let steps = message["position"]["steps"].as_array().unwrap();
                    let step = steps[seen.len() / 2 % steps.len()].as_str().unwrap().to_owned();
                    // Not all at the same moment: games have numbers, and so moments of their own.
                    let share = (game.parse::<u32>().unwrap() * 37 + 61 * own.len() as u32) % 100;
                    thread::sleep(thinking / 2 + thinking * share / 100);
                    sent = Some((seen.len(), Instant::now()));
                    let text = json!({ "type": "move", "id": 1, "ply": seen.len(), "move": step })
                        .to_string();
                    own.push((seen.len(), step));
                    socket.send(Message::text(text)).unwrap();
                }
            }
            ("joined", _) => {}
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
        let question =
            json!({ "type": "analyse", "id": id, "game": { "moves": ["e2", "e8"] }, "seconds": 1 });
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
pub(crate) fn memory(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// Ticks of the processors' clock: those that somebody worked in, all that there were, and those of
/// some processes.
struct Ticks {
    busy: u64,
    all: u64,
    own: u64,
}

impl Ticks {
    fn now(processes: [u32; 2]) -> Self {
        let numbers = |line: &str| {
            line.split_whitespace().filter_map(|word| word.parse().ok()).collect::<Vec<u64>>()
        };
        let stat = fs::read_to_string("/proc/stat").unwrap();
        let machine = numbers(stat.lines().next().unwrap());
        // The fourth and fifth are idle.
        let all: u64 = machine.iter().take(8).sum();
        let own = processes.iter().map(|process| {
            let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
            // After the name, which may have anything in it, the twelfth and thirteenth: in the
            // program, in the kernel for it.
            numbers(stat.rsplit(')').next().unwrap())[10..12].iter().sum::<u64>()
        });
        Self { busy: all - machine[3] - machine[4], all, own: own.sum() }
    }
}

fn report(mut times: Vec<Duration>, begin: Instant) {
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

/// All games and analyses at once, `games(address)` in each of as many threads as there are games.
fn load(games: impl Fn(SocketAddr) -> Vec<Duration> + Sync, meanwhile: impl FnOnce(u32) + Send) {
    let folder = tempfile::tempdir().unwrap();
    let served = serve(&folder.path().join("games.sqlite"));
    let (address, is_over) = (served.address, AtomicBool::new(false));
    let processes = [served.process.id(), std::process::id()];
    let (begin, before) = (Instant::now(), Ticks::now(processes));
    let times = thread::scope(|scope| {
        let analyses: Vec<_> =
            (0..ANALYSES).map(|_| scope.spawn(|| analyse(address, &is_over))).collect();
        let games: Vec<_> = (0..GAMES).map(|_| scope.spawn(|| games(address))).collect();
        scope.spawn(move || meanwhile(processes[0]));
        let times = games.into_iter().flat_map(|game| game.join().unwrap()).collect();
        is_over.store(true, Ordering::Relaxed);
        let heard: usize = analyses.into_iter().map(|analysis| analysis.join().unwrap()).sum();
        println!("{heard} messages of analyses");
        times
    });
    let after = Ticks::now(processes);
    let (busy, own, all) =
        (after.busy - before.busy, after.own - before.own, after.all - before.all);
    let percent = |ticks: u64| 100.0 * ticks as f64 / all as f64;
    println!(
        "of the machine, this took {:.0} %, other programs {:.0} %",
        percent(own),
        percent(busy.saturating_sub(own))
    );
    report(times, begin);
}

#[test]
#[ignore = "minutes: cargo test --release -p quoridor --test serve -- --ignored --nocapture load_of"]
fn load_of_200_games_and_50_analyses() {
    load(
        |address| play(address, Duration::ZERO),
        |process| println!("before: {} KiB", memory(process)),
    );
}

/// As people play: each takes a second or so for a move.
#[test]
#[ignore = "a minute: cargo test --release -p quoridor --test serve -- --ignored --nocapture people"]
fn load_of_200_people_and_50_analyses() {
    load(|address| play(address, Duration::from_secs(1)), |_| {});
}

/// One game after the other, and what the server's memory does meanwhile.
#[test]
#[ignore = "ten minutes: cargo test --release -p quoridor --test serve -- --ignored --nocapture flat"]
fn memory_stays_flat_for_ten_minutes() {
    const MINUTES: u64 = 10;
    let begin = Instant::now();
    let is_on = || begin.elapsed() < Duration::from_secs(60 * MINUTES);
    let games = |address| {
        let mut times = Vec::new();
        while is_on() {
            times.extend(play(address, Duration::from_millis(200)));
        }
        times
    };
    let watch = |process| {
        let mut at_minute = Vec::new();
        for minute in 1..=MINUTES {
            thread::sleep(Duration::from_secs(60 * minute).saturating_sub(begin.elapsed()));
            at_minute.push(memory(process));
            println!("after {minute} minutes: {} KiB", memory(process));
        }
        // Games that nobody looks at stay for half a minute, so the first two minutes still fill
        // up.
        let (early, late) = (at_minute[2], at_minute[MINUTES as usize - 1]);
        assert!(late < early + early / 10, "{early} KiB after three minutes, {late} KiB after ten");
    };
    load(games, watch);
}
