//! How long searches take in a store of 100,000 games.
//!
//! ```console
//! $ cargo test --release -p quoridor-store --test speed -- --ignored --nocapture
//! ```

use std::time::{Duration, Instant};

use quoridor_core::record::{Record, Tag};
use quoridor_core::{Game, Player, Seats, record};
use quoridor_store::{Duplicates, Filter, NameIs, ResultIs, Store};
use rusqlite::Connection;

/// Games that are imported, and how often each is copied.
const GAMES: u64 = 1000;
const COPIES: u64 = 100;
const PLIES: usize = 24;
const PLAYERS: u64 = 2000;

/// Random numbers that are always the same.
fn random(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
    *seed >> 33
}

fn games() -> String {
    let mut seed = 1;
    let mut game = || {
        let mut game = Game::default();
        while game.moves().len() < PLIES && game.position().outcome().is_none() {
            let moves = game.position().legal_moves();
            let chosen = random(&mut seed) as usize % moves.len();
            game.play(moves.iter().nth(chosen).unwrap()).unwrap();
        }
        let mut record = Record::new(&game, None);
        for seat in [Player::South, Player::North] {
            let value = format!("player {}", random(&mut seed) % PLAYERS);
            record.tags.push(Tag { name: seat.to_string(), value });
        }
        let value =
            format!("2026-{:02}-{:02}", random(&mut seed) % 12 + 1, random(&mut seed) % 28 + 1);
        record.tags.push(Tag { name: "Date".to_owned(), value });
        record.write().unwrap()
    };
    (0..GAMES).map(|_| game()).collect()
}

/// Copies all games in the database itself, which is fast.
fn copy(path: &std::path::Path) {
    let database = Connection::open(path).unwrap();
    database.pragma_update(None, "foreign_keys", false).unwrap();
    for table in ["games", "seats", "tags", "moves", "positions"] {
        let columns = database.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let columns: Vec<String> = columns.column_names().iter().map(ToString::to_string).collect();
        let key = if table == "games" { "id" } else { "game" };
        let copied = columns.iter().map(|column| match column.as_str() {
            column if column == key => format!("{column} + copies.copy * {GAMES}"),
            column => column.to_owned(),
        });
        let copied = copied.collect::<Vec<_>>().join(", ");
        let sql = format!(
            "WITH RECURSIVE copies (copy) AS (SELECT 1 UNION ALL SELECT copy + 1 FROM copies \
             WHERE copy < {}) INSERT INTO {table} ({}) SELECT {copied} FROM {table}, copies",
            COPIES - 1,
            columns.join(", ")
        );
        database.execute_batch(&sql).unwrap();
    }
    database.execute_batch("ANALYZE").unwrap();
}

#[test]
#[ignore = "takes a minute, and prints times"]
fn searches_in_100_000_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let mut store = Store::open(&path).unwrap();
    store.import(record::read(&games()), Duplicates::Keep, |_| {}).unwrap();
    copy(&path);
    let player = |number: u64| format!("player {number}");
    let start = Game::default();
    let mut opening = Game::default();
    opening.play("e2".parse().unwrap()).unwrap();
    let many = (0..200).map(|number| NameIs::Exactly(player(number)));
    let names = many.chain([NameIs::Containing("7".to_owned())]).collect::<Vec<_>>();
    let filter = Filter { limit: Some(50), newest_first: true, ..Filter::default() };
    let filters = [
        ("all", filter.clone()),
        ("a player", Filter { player: Some(player(7)), ..filter.clone() }),
        (
            "a player of a seat",
            Filter { player: Some(player(7)), seat: Some(Player::North), ..filter.clone() },
        ),
        ("a seat", Filter { seat: Some(Player::North), ..filter.clone() }),
        ("two players", Filter { seats: Some(Seats::Two), ..filter.clone() }),
        ("200 names and a part", Filter { names: names.clone(), ..filter.clone() }),
        ("an unknown result", Filter { result: Some(ResultIs::Open), ..filter.clone() }),
        ("an opening", Filter { opening: Some(opening.clone()), ..filter.clone() }),
        ("the start", Filter { position: Some(*start.position()), ..filter.clone() }),
        ("days", Filter { since: "2026-06-01".parse().ok(), ..filter.clone() }),
        ("lengths", Filter { min_plies: Some(10), max_plies: Some(20), ..filter.clone() }),
        (
            "everything",
            Filter {
                names,
                seat: Some(Player::South),
                seats: Some(Seats::Two),
                opening: Some(opening),
                position: Some(*start.position()),
                min_plies: Some(1),
                since: "2026-01-01".parse().ok(),
                ..filter.clone()
            },
        ),
        ("the last page", Filter { offset: 99_950, ..filter.clone() }),
    ];
    // The shortest of five: other programs may be busy.
    let time = |work: &dyn Fn()| -> Duration {
        let times = (0..5).map(|_| {
            let begun = Instant::now();
            work();
            begun.elapsed()
        });
        times.min().unwrap()
    };
    for (name, filter) in filters {
        let counted = time(&|| drop(store.count(&filter)));
        let listed = time(&|| drop(store.list(&filter)));
        println!(
            "{name}: {} games, count {counted:.1?}, list {listed:.1?}",
            store.count(&filter).unwrap()
        );
    }
    println!("explore the start: {:.1?}", time(&|| drop(store.explore(start.position()))));
}
