//! Merged stores have every game once.

use quoridor_engine::random::Random;
use quoridor_store::{Filter, Merged, PlayedGame, Store};

use crate::samples::{new_store, random_played, random_record};

/// Two shards of one tournament, which overlap in one game, and an imported game in both.
#[test]
fn shards_are_merged() {
    let mut random = Random::new(77);
    let games: Vec<PlayedGame> = (0..6).map(|_| random_played(&mut random)).collect();
    let record = random_record(&mut random);
    let shard = |numbers: &[usize]| {
        let (folder, _, mut store) = new_store();
        let tournament = store.begin_or_resume("match", 5).unwrap().id;
        for &number in numbers {
            store.record_game(tournament, number, &games[number]).unwrap();
        }
        store.add_record(&record).unwrap();
        (folder, store)
    };
    let (one, other) = (shard(&[0, 1, 4, 5]), shard(&[2, 3, 4]));
    let (_folder, _, mut merged) = new_store();
    let mut merge = |other: &Store| {
        let Merged { added, duplicates, in_progress, damage } = merged.merge(other).unwrap();
        assert!(in_progress == 0 && damage.is_empty(), "{damage:?}");
        (added, duplicates)
    };
    assert_eq!(merge(&one.1), (5, 0));
    assert_eq!(merge(&other.1), (2, 2));
    assert_eq!(merge(&one.1), (0, 5));
    let tournament = merged.begin_or_resume("match", 5).unwrap();
    assert_eq!(tournament.games.len(), 6);
    for (number, id) in tournament.games {
        assert_eq!(merged.played(id).unwrap(), games[number]);
    }
    assert_eq!(merged.count(&Filter::default()).unwrap(), 7);
    merged.check().unwrap();
}
