//! The moves that were played in a position.

use std::collections::{BTreeMap, BTreeSet};

use quoridor_core::{ByPlayer, Game, Move, Outcome, Player, Position, Seats, Symmetry, Variant};
use quoridor_engine::random::Random;
use quoridor_store::Continuation;

use crate::samples::{Live, game_of, new_store};

/// Every game is turned over by every symmetry, and its positions compared with the one that is
/// asked about.
fn slowly(games: &[Game], asked: &Position) -> BTreeMap<Move, Continuation> {
    let mut found: BTreeMap<Move, Continuation> = BTreeMap::new();
    for game in games {
        let size = game.start().variant().size;
        let mut played = BTreeSet::new();
        for symmetry in Symmetry::of(game.start().variant()) {
            for (position, &mv) in game.positions().iter().zip(game.moves()) {
                if symmetry.position(position).as_ref() == Some(asked) {
                    played.insert((symmetry.mv(mv, size), position.turn()));
                }
            }
        }
        // A position that is its own image gives a move and its image: one of them is enough.
        let own: Vec<&Symmetry> = Symmetry::of(asked.variant())
            .iter()
            .filter(|symmetry| symmetry.position(asked).as_ref() == Some(asked))
            .collect();
        let first = |mv: Move| own.iter().map(|symmetry| symmetry.mv(mv, size)).min().unwrap();
        let played: BTreeSet<(Move, Player)> =
            played.into_iter().map(|(mv, player)| (first(mv), player)).collect();
        for (mv, player) in played {
            let none = Continuation { mv, games: 0, wins: 0, draws: 0, losses: 0 };
            let continuation = found.entry(mv).or_insert(none);
            continuation.games += 1;
            match game.position().outcome() {
                Some(Outcome::Win(winner)) if winner == player => continuation.wins += 1,
                Some(_) => continuation.losses += 1,
                None => {}
            }
        }
    }
    found
}

#[test]
fn exploring_finds_what_a_slow_look_finds() {
    for seats in Seats::ALL {
        let (_folder, _, mut store) = new_store();
        let mut random = Random::new(21);
        let variant = Variant { size: "5x5".parse().unwrap(), seats, walls: 1 };
        let games: Vec<Game> = (0..150).map(|_| game_of(variant, &mut random)).collect();
        for game in &games {
            let record = quoridor_core::record::Record::new(game, game.position().outcome());
            store.add_record(&record).unwrap();
        }
        let mut merged = 0;
        for game in games.iter().take(40) {
            for position in game.positions().iter().take(6) {
                let symmetry = random.pick(Symmetry::of(variant)).unwrap();
                let asked = symmetry.position(position).unwrap();
                let found = store.explore(&asked).unwrap();
                assert!(
                    found.is_sorted_by_key(|continuation| std::cmp::Reverse(continuation.games))
                );
                let by_move: BTreeMap<Move, Continuation> =
                    found.iter().map(|found| (found.mv, *found)).collect();
                assert_eq!(by_move.len(), found.len());
                assert_eq!(by_move, slowly(&games, &asked), "{asked}");
                assert!(found.iter().all(|found| asked.is_legal(found.mv)));
                merged += found.iter().filter(|found| found.games > 1).count();
            }
        }
        assert!(merged > 100, "{merged}");
    }
}

#[test]
fn a_mirrored_opening_is_the_same_opening() {
    let (_folder, _, mut store) = new_store();
    for (moves, winner) in
        [("d1 e8", Player::South), ("f1 e8", Player::North), ("e2 e8", Player::North)]
    {
        let names = ByPlayer::new(Seats::Two, |_| "A".to_owned());
        let mut live = Live::begin(&mut store, &names, &Position::default());
        for mv in moves.split(' ') {
            live.append(&mut store, mv.parse().unwrap(), &Default::default()).unwrap();
        }
        live.finish(&mut store, &quoridor_store::Reason::Resigns(winner.opposite())).unwrap();
    }
    let start = Position::default();
    let continuation = |mv: &str, games, wins, losses| Continuation {
        mv: mv.parse().unwrap(),
        games,
        wins,
        draws: 0,
        losses,
    };
    assert_eq!(
        store.explore(&start).unwrap(),
        [continuation("d1", 2, 1, 1), continuation("e2", 1, 0, 1)]
    );
    let after = start.play("f1".parse().unwrap()).unwrap();
    assert_eq!(store.explore(&after).unwrap(), [continuation("e8", 2, 1, 1)]);
    // With the seats exchanged as well.
    let turned = Symmetry::Rotation.position(&after).unwrap();
    assert_eq!(turned.turn(), Player::South);
    assert_eq!(store.explore(&turned).unwrap(), [continuation("e2", 2, 1, 1)]);
}
