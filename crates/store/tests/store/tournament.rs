//! Tournaments that are stopped and go on.

use quoridor_engine::random::Random;
use quoridor_store::PlayedGame;
use quoridor_store::{Filter, Recorded, Store, StoreError, TournamentId};

use crate::samples::{new_store, random_played};

#[test]
fn a_tournament_goes_on_where_it_was() {
    let (_folder, path, mut store) = new_store();
    let mut random = Random::new(41);
    let games: Vec<PlayedGame> = (0..20).map(|_| random_played(&mut random)).collect();
    let first = store.begin_or_resume("round robin", u64::MAX).unwrap();
    assert!(first.games.is_empty());
    for number in [3, 0, 7] {
        let recorded = store.record_game(first.id, number, &games[number]).unwrap();
        assert!(matches!(recorded, Recorded::Now(_)));
    }
    drop(store);
    let mut store = Store::open(&path).unwrap();
    let again = store.begin_or_resume("round robin", u64::MAX).unwrap();
    assert_eq!(again.id, first.id);
    assert_eq!(again.games.keys().copied().collect::<Vec<_>>(), [0, 3, 7]);
    for (&number, &id) in &again.games {
        assert_eq!(store.played(id).unwrap(), games[number]);
    }
    // A stored game is not replaced.
    assert_eq!(
        store.record_game(first.id, 3, &games[4]).unwrap(),
        Recorded::Before(again.games[&3])
    );
    assert_eq!(store.played(again.games[&3]).unwrap(), games[3]);
    let all = store.record_games(first.id, (0..).zip(&games)).unwrap();
    assert_eq!(all.iter().filter(|recorded| matches!(recorded, Recorded::Before(_))).count(), 3);
    let filter = Filter { tournament: Some(first.id), ..Filter::default() };
    assert_eq!(store.count(&filter).unwrap(), 20);
    assert_eq!(store.count(&Filter::default()).unwrap(), 20);
    store.check().unwrap();
}

#[test]
fn another_configuration_or_seed_is_another_tournament() {
    let (_folder, _, mut store) = new_store();
    let mut begin = |config: &str, seed| store.begin_or_resume(config, seed).unwrap().id;
    let ids = [begin("a", 1), begin("a", 2), begin("b", 1), begin("a", 1)];
    assert_eq!(ids[0], ids[3]);
    assert!(ids[0] != ids[1] && ids[0] != ids[2] && ids[1] != ids[2]);
    // The same game may be played in each, and twice in one.
    let game = random_played(&mut Random::new(1));
    for (tournament, number) in [(ids[0], 0), (ids[0], 1), (ids[1], 0)] {
        assert!(matches!(store.record_game(tournament, number, &game), Ok(Recorded::Now(_))));
    }
    let error = store.record_game(TournamentId(9), 0, &game).unwrap_err();
    assert!(matches!(error, StoreError::NoTournament(TournamentId(9))), "{error}");
    assert_eq!(store.count(&Filter::default()).unwrap(), 3);
}
