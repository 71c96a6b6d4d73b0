//! Processes that are killed while they write: nothing that they acknowledged is lost, and nothing
//! is half there. And processes that write at the same time.

use std::cell::RefCell;
use std::env;
use std::io::{BufRead, BufReader, Write, stdout};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use quoridor_core::record;
use quoridor_engine::random::Random;
use quoridor_store::{Duplicates, Filter, Store};
use quoridor_store::{MoveStats, PlayedGame};
use quoridor_test_support::kill_often;

use crate::import::file_of;
use crate::samples::{Live, new_store, random_played};

/// How this program knows that it is to be the one that is killed: what it does, and to which
/// store.
const WORK: &str = "QUORIDOR_TEST_WORK";
const STORE: &str = "QUORIDOR_TEST_STORE";

/// The lines that a process prints before it writes, and when all is done.
const BEGUN: &str = "begun";
const ALL: &str = "all";

const CONFIG: &str = "killed";
const SEED: u64 = 1;

const GAMES: usize = 60;
const RECORDS: usize = 2500;

/// The games of the tournament that is killed.
fn schedule() -> Vec<PlayedGame> {
    let mut random = Random::new(71);
    (0..GAMES).map(|_| random_played(&mut random)).collect()
}

/// The work of the killed process.
#[test]
#[ignore = "the other tests start it as a process of its own, and kill it"]
fn work_until_killed() {
    let (Ok(work), Ok(path)) = (env::var(WORK), env::var(STORE)) else { return };
    let mut store = Store::open(Path::new(&path)).unwrap();
    let acknowledge = |what: String| {
        let mut out = stdout().lock();
        // The parent may have ended too.
        let _ = writeln!(out, "done {what}").and_then(|()| out.flush());
    };
    match work.as_str() {
        "record" => record_games(&mut store, acknowledge),
        "import" => {
            let text = file_of(RECORDS).concat();
            acknowledge(BEGUN.to_owned());
            let import = |imported: &quoridor_store::Imported| {
                acknowledge((imported.added + imported.duplicates).to_string());
            };
            store.import(record::read(&text), Duplicates::Skip, import).unwrap();
        }
        "play" => play_live(&mut store, acknowledge),
        other => panic!("no such work: {other}"),
    }
    acknowledge(ALL.to_owned());
}

fn record_games(store: &mut Store, acknowledge: impl Fn(String)) {
    let schedule = schedule();
    acknowledge(BEGUN.to_owned());
    let tournament = store.begin_or_resume(CONFIG, SEED).unwrap();
    for (number, game) in (0..).zip(&schedule) {
        if !tournament.games.contains_key(&number) {
            store.record_game(tournament.id, number, game).unwrap();
            acknowledge(number.to_string());
        }
    }
}

/// Plays the games of the schedule move by move, one after the other, and goes on with the last one
/// that is there.
fn play_live(store: &mut Store, acknowledge: impl Fn(String)) {
    let schedule = schedule();
    acknowledge(BEGUN.to_owned());
    let there = store.list(&Filter::default()).unwrap().games;
    for (number, played) in schedule.iter().enumerate().skip(there.len().saturating_sub(1)) {
        let mut live = match there.get(number) {
            Some(summary) => Live::resume(store, summary.id),
            None => Live::begin(store, &played.players, played.game.start()),
        };
        let done = live.game.moves().len();
        for (ply, &mv) in played.game.moves().iter().enumerate().skip(done) {
            live.append(store, mv, &MoveStats::default()).unwrap();
            acknowledge(format!("{number}.{ply}"));
        }
        live.finish(store, &played.reason).unwrap();
        acknowledge(format!("{number}.end"));
    }
}

fn start(work: &str, store: &Path) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "kill::work_until_killed", "--ignored", "--nocapture", "--quiet"])
        .env(WORK, work)
        .env(STORE, store)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Kills processes at random moments; when the work is done, begins with a new store.
fn kill_writers(
    work: &str,
    kills: usize,
    milliseconds: u64,
    check: impl Fn(&mut Store, &[String]),
) {
    let check = |path: &Path, acknowledged: &[String]| {
        let mut store = Store::open_existing(path).unwrap();
        store.check().unwrap();
        check(&mut store, acknowledged);
    };
    // Undisturbed, it comes to its end.
    let finish = |path: &Path| {
        let output = start(work, path).wait_with_output().unwrap();
        assert!(output.status.success());
        check(path, &[ALL.to_owned()]);
    };
    let (store, reader) = (RefCell::new(new_store()), RefCell::new(None));
    let acknowledged: RefCell<Vec<String>> = RefCell::default();
    let (mut amid, mut stores) = (0, 0);
    kill_often(
        kills,
        81,
        Duration::from_millis(milliseconds),
        |_| {
            let mut child = start(work, &store.borrow().1);
            let output = BufReader::new(child.stdout.take().unwrap());
            let lines = output.lines().map_while(Result::ok);
            let mut told = lines.filter_map(|line| Some(line.split_once("done ")?.1.to_owned()));
            assert_eq!(told.next().unwrap(), BEGUN);
            reader.replace(Some(thread::spawn(move || told.collect::<Vec<String>>())));
            child
        },
        |_| true,
        |_| {
            let told = reader.take().unwrap().join().unwrap();
            acknowledged.borrow_mut().extend(told);
            check(&store.borrow().1, &acknowledged.borrow());
            if acknowledged.borrow().last().is_some_and(|last| last == ALL) {
                finish(&store.borrow().1);
                store.replace(new_store());
                acknowledged.take();
                stores += 1;
            } else {
                amid += 1;
            }
        },
    );
    finish(&store.borrow().1);
    println!("{work}: {kills} kills, {amid} of them amid the work, {} stores", stores + 1);
}

fn recorded_games_survive(kills: usize) {
    let games = schedule();
    kill_writers("record", kills, 80, |store, acknowledged| {
        let there = store.begin_or_resume(CONFIG, SEED).unwrap().games;
        for word in acknowledged {
            match word.as_str() {
                ALL => assert_eq!(there.len(), games.len()),
                number => {
                    assert!(there.contains_key(&number.parse().unwrap()), "game {number} is lost");
                }
            }
        }
        // Exactly once, and what was played.
        assert_eq!(store.count(&Filter::default()).unwrap(), there.len() as u64);
        for (number, id) in there {
            assert_eq!(store.played(id).unwrap(), games[number]);
        }
    });
}

fn imports_survive(kills: usize) {
    let texts = file_of(RECORDS);
    kill_writers("import", kills, 600, |store, acknowledged| {
        let games = store.list(&Filter::default()).unwrap().games;
        for word in acknowledged {
            let least = if word == ALL { RECORDS } else { word.parse().unwrap() };
            assert!(games.len() >= least, "{} games, but {least} were acknowledged", games.len());
        }
        assert!(games.len() <= RECORDS);
        for (game, text) in games.iter().zip(&texts) {
            assert_eq!(store.record(game.id).unwrap().write().unwrap(), *text);
        }
    });
}

fn live_games_survive(kills: usize) {
    let schedule = schedule();
    kill_writers("play", kills, 500, |store, acknowledged| {
        let games = store.list(&Filter::default()).unwrap().games;
        for word in acknowledged {
            match word.split_once('.') {
                None => assert!(
                    games.len() == schedule.len() && games.iter().all(|game| game.reason.is_some())
                ),
                Some((number, "end")) => {
                    assert!(games[number.parse::<usize>().unwrap()].reason.is_some());
                }
                Some((number, ply)) => {
                    assert!(
                        games[number.parse::<usize>().unwrap()].plies
                            > ply.parse::<usize>().unwrap()
                    );
                }
            }
        }
        for (game, played) in games.iter().zip(&schedule) {
            let moves: Vec<_> = store
                .record(game.id)
                .unwrap()
                .main
                .moves
                .iter()
                .map(|recorded| recorded.mv)
                .collect();
            assert!(played.game.moves().starts_with(&moves));
            assert!(game.reason.is_none() || moves.len() == played.game.moves().len());
        }
    });
}

/// Two programs run the same tournament at the same time.
#[test]
fn two_processes_record_each_game_once() {
    let (_folder, path, mut store) = new_store();
    let children = [start("record", &path), start("record", &path)];
    for child in children {
        assert!(child.wait_with_output().unwrap().status.success());
    }
    let games = store.begin_or_resume(CONFIG, SEED).unwrap().games;
    assert!(games.keys().copied().eq(0..GAMES));
    assert_eq!(store.count(&Filter::default()).unwrap(), GAMES as u64);
    store.check().unwrap();
}

#[test]
fn killed_processes_lose_nothing_that_they_acknowledged() {
    recorded_games_survive(3);
    imports_survive(3);
    live_games_survive(3);
}

#[test]
#[ignore = "takes some minutes"]
fn six_hundred_kills_lose_nothing() {
    recorded_games_survive(200);
    imports_survive(200);
    live_games_survive(200);
}
