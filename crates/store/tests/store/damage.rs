//! Damaged stores: no flipped bit goes unnoticed, and a repair keeps what is whole.

use std::fs;
use std::path::Path;

use quoridor_core::record;
use quoridor_engine::random::Random;
use quoridor_store::{Filter, GameId, MoveStats, Reason, Store, StoreError};

use crate::samples::{Live, new_store, random_game, random_played, random_record, random_thought};

/// A store with games of every kind.
fn fill(store: &mut Store, random: &mut Random) {
    let tournament = store.begin_or_resume("config", 1).unwrap().id;
    for number in 0..3 {
        store.record_game(tournament, number, &random_played(random)).unwrap();
        store.add_record(&random_record(random)).unwrap();
        let game = random_game(random);
        let names = ["Ann", "Bob", "Cid", "Dee"].map(str::to_owned);
        let names = names.into_iter().take(game.start().seats().count()).collect::<Vec<_>>();
        let names = quoridor_core::ByPlayer::from_values(names).unwrap();
        let mut live = Live::begin(store, &names, game.start());
        for &mv in game.moves().iter().take(8) {
            live.append(store, mv, &random_thought(random)).unwrap();
        }
        if number == 1 {
            live.finish(store, &Reason::Resigns(quoridor_core::Player::South)).unwrap();
            store.keep_review(live.id, "{}").unwrap();
        }
    }
}

/// What `games export` writes, if it ends with code 0.
fn export(path: &Path) -> Result<String, StoreError> {
    let store = Store::open_existing(path)?;
    let (ids, damage) = store.ids(&Filter::default())?;
    let mut text = String::new();
    for id in ids {
        text.push_str(&store.record(id)?.write().unwrap());
    }
    damage.map_or(Ok(text), Err)
}

/// Flips one bit in every `stride` of a store, one at a time. How many flips were noticed.
fn flip_bits(stride: usize) -> (usize, usize) {
    let (folder, path, mut store) = new_store();
    fill(&mut store, &mut Random::new(36));
    drop(store);
    let (whole, expected) = (fs::read(&path).unwrap(), export(&path).unwrap());
    let flipped = folder.path().join("flipped.sqlite");
    let (mut tried, mut noticed) = (0, 0);
    for bit in (0..8 * whole.len()).step_by(stride) {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(&flipped, &bytes).unwrap();
        match export(&flipped) {
            Ok(text) => assert!(text == expected, "bit {} of byte {}", bit % 8, bit / 8),
            Err(error) => {
                assert!(!error.to_string().contains('\n'), "{error}");
                noticed += 1;
            }
        }
        tried += 1;
        for suffix in ["-wal", "-shm", "-journal"] {
            let _ = fs::remove_file(folder.path().join(format!("flipped.sqlite{suffix}")));
        }
    }
    (tried, noticed)
}

#[test]
fn no_flipped_bit_exports_another_game() {
    let (tried, noticed) = flip_bits(1009);
    assert!(tried > 500 && noticed > 50, "{noticed} of {tried}");
}

#[test]
#[ignore = "half an hour: cargo test -p quoridor-store --test store -- --ignored --nocapture every_flipped_bit"]
fn no_flipped_bit_exports_another_game_of_every_flipped_bit() {
    let (tried, noticed) = flip_bits(1);
    println!("{noticed} of {tried} flips were noticed, the others changed no game");
}

fn sqlite(path: &Path, sql: &str) {
    rusqlite::Connection::open(path).unwrap().execute_batch(sql).unwrap();
}

#[test]
fn a_damaged_game_is_skipped_and_repaired_away() {
    let (folder, path, mut store) = new_store();
    fill(&mut store, &mut Random::new(7));
    let records: Vec<_> = (1..=9).map(|id| store.record(GameId(id)).unwrap()).collect();
    let live = store.live(GameId(6)).unwrap();
    assert!(store.check().is_ok());
    drop(store);
    assert!(Store::repair(&path).unwrap().is_none());
    // A move, a comment, a fingerprint, a checksum, an index, a rematch that is not there.
    sqlite(
        &path,
        "PRAGMA foreign_keys = OFF; UPDATE moves SET move = 'x' WHERE game = 1 AND ply = 2;
         UPDATE games SET comment = 'another' WHERE id = 2; DELETE FROM seats WHERE game = 4;
         UPDATE games SET checksum = 1 WHERE id = 5; UPDATE seatings SET rematch = 77;",
    );
    let store = Store::open_existing(&path).unwrap();
    let listed = store.list(&Filter::default()).unwrap();
    assert_eq!((listed.games.len(), listed.damage.len()), (9, 0));
    let survey = store.survey(|_| ()).unwrap();
    assert_eq!(survey.games, 9);
    let lines: Vec<String> = survey.damage.iter().map(ToString::to_string).collect();
    for start in [
        "the store is damaged (seatings has dangling references): ",
        "game 1 is damaged: 'x': ",
        "game 2 is damaged: its checksum differs",
        "game 4 is damaged: its checksum differs",
        "game 5 is damaged: its checksum differs",
    ] {
        assert!(lines.iter().any(|line| line.starts_with(start)), "{start}: {lines:?}");
    }
    assert!(matches!(store.record(GameId(2)), Err(StoreError::DamagedGame { .. })));
    // Another program uses it.
    assert!(matches!(Store::repair(&path), Err(StoreError::Busy)));
    drop(store);
    let before = fs::read(&path).unwrap();
    let repaired = Store::repair(&path).unwrap().unwrap();
    assert_eq!(repaired.kept, 6);
    assert_eq!(repaired.damaged, folder.path().join("games.sqlite.damaged"));
    // All but the two bytes of the header that say how it is journalled.
    let damaged = fs::read(&repaired.damaged).unwrap();
    assert_eq!(damaged.len(), before.len());
    let store = Store::open_existing(&path).unwrap();
    store.check().unwrap();
    for id in [3, 5, 6, 7, 8, 9] {
        assert_eq!(store.record(GameId(id)).unwrap(), records[id as usize - 1], "{id}");
    }
    let mut expected = live;
    expected.seating.rematch = None;
    assert_eq!(store.live(GameId(6)).unwrap(), expected);
    assert_eq!(store.review(GameId(6)).unwrap().as_deref(), Some("{}"));
    let mut store = store;
    assert_eq!(store.begin_or_resume("config", 1).unwrap().games.len(), 1);
    // What is left of the others can be read.
    let aside = fs::read_to_string(repaired.aside.unwrap()).unwrap();
    let aside: Vec<_> = record::read(&aside).map(Result::unwrap).collect();
    assert_eq!(aside.len(), 3);
    assert!(aside.iter().all(|record| record.tag("Damage").is_some()));
    assert_eq!(aside[0].main.moves.len(), 2);
    assert_eq!(aside[1].main.moves, records[1].main.moves);
    assert_eq!(aside[1].main.comment, "another");
    let names: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(names.len(), 5, "{names:?}");
}

#[test]
fn a_backup_is_a_store() {
    let (folder, path, mut store) = new_store();
    let mut random = Random::new(8);
    fill(&mut store, &mut random);
    let copy = folder.path().join("copy.sqlite");
    // Another program has the store open, and its changes are in the log.
    let reader = Store::open_existing(&path).unwrap();
    reader.back_up(&copy).unwrap();
    let error = reader.back_up(&copy).unwrap_err();
    assert!(error.to_string().ends_with("copy.sqlite exists already"), "{error}");
    store.add(&random_played(&mut random)).unwrap();
    let mut copied = Store::open_existing(&copy).unwrap();
    copied.check().unwrap();
    assert_eq!(copied.count(&Filter::default()).unwrap(), 9);
    let names = ["Ann", "Bob"].map(str::to_owned).to_vec();
    let names = quoridor_core::ByPlayer::from_values(names).unwrap();
    let mut live = Live::begin(&mut copied, &names, &quoridor_core::Position::default());
    live.append(&mut copied, "e2".parse().unwrap(), &MoveStats::default()).unwrap();
    assert!(reader.back_up(&folder.path().join("no/folder")).is_err());
}

#[test]
fn a_probe_writes_and_leaves_nothing() {
    let (_folder, path, mut store) = new_store();
    store.add(&random_played(&mut Random::new(9))).unwrap();
    let other = Store::open_existing(&path).unwrap();
    let version = other.version().unwrap();
    store.probe().unwrap();
    assert_ne!(other.version().unwrap(), version, "something was written");
    assert_eq!(other.count(&Filter::default()).unwrap(), 1);
    other.check().unwrap();
}
