//! Several threads, and several openings of one file.

use std::sync::Barrier;
use std::thread;

use quoridor_engine::random::Random;
use quoridor_store::{Filter, Recorded, Store};

use crate::samples::{new_store, random_played};

#[test]
fn several_writers_wait_for_each_other() {
    let (_folder, path, mut store) = new_store();
    let tournament = store.begin_or_resume("all against all", 1).unwrap().id;
    let (threads, games) = (4, 25);
    let begin = Barrier::new(threads);
    let now = thread::scope(|scope| {
        let writers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut store = Store::open(&path).unwrap();
                    let mut random = Random::new(61);
                    begin.wait();
                    let recorded = (0..games).map(|number| {
                        let game = random_played(&mut random);
                        let recorded = store.record_game(tournament, number, &game).unwrap();
                        // Reading while the others write.
                        assert!(store.count(&Filter::default()).unwrap() > number as u64);
                        recorded
                    });
                    recorded.filter(|recorded| matches!(recorded, Recorded::Now(_))).count()
                })
            })
            .collect();
        writers.into_iter().map(|writer| writer.join().unwrap()).sum::<usize>()
    });
    // All of them played all games: each game is there once.
    assert_eq!(now, games);
    assert_eq!(store.count(&Filter::default()).unwrap(), games as u64);
    store.check().unwrap();
}

/// A new store is opened by many at the same moment: one of them makes it.
#[test]
fn a_store_can_be_made_by_many_at_once() {
    for _ in 0..10 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        let begin = Barrier::new(8);
        thread::scope(|scope| {
            for seed in 0..8 {
                let (path, begin) = (&path, &begin);
                scope.spawn(move || {
                    begin.wait();
                    let mut store = Store::open(path).unwrap();
                    store.add(&random_played(&mut Random::new(seed))).unwrap();
                });
            }
        });
        let store = Store::open_existing(&path).unwrap();
        assert_eq!(store.count(&Filter::default()).unwrap(), 8);
        store.check().unwrap();
    }
}
