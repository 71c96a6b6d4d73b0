//! Games that are stored move by move.

use std::time::Duration;

use quoridor_core::{ByPlayer, Ending, Game, Outcome, Player, Position, Seats};
use quoridor_engine::random::Random;
use quoridor_store::{Filter, ResultIs, Source, Store, StoreError};
use quoridor_store::{PlayedGame, Reason, Thought};

use crate::samples::{new_store, random_game, random_played, random_thought};

fn names(seats: Seats) -> ByPlayer<String> {
    ByPlayer::new(seats, |player| format!("who sits {player}"))
}

#[test]
fn a_game_grows_move_by_move_and_ends() {
    let (_folder, path, mut store) = new_store();
    let mut random = Random::new(31);
    for _ in 0..20 {
        let game = random_game(&mut random);
        let id = store.begin(&names(game.start().seats()), game.start()).unwrap();
        let mut thoughts = Vec::new();
        for (ply, &mv) in game.moves().iter().enumerate() {
            let thought = random_thought(&mut random);
            store.append_move(id, ply, mv, &thought).unwrap();
            thoughts.push(thought);
            // Another program sees it at once.
            let other = Store::open_existing(&path).unwrap();
            assert_eq!(other.record(id).unwrap().game().moves(), &game.moves()[..=ply]);
            assert_eq!(other.summary(id).unwrap().outcome, None);
            assert!(matches!(other.played(id), Err(StoreError::NotPlayed(_))));
        }
        let reason = game
            .position()
            .winner()
            .map_or(Reason::AgreedDraw, |winner| Reason::Over(Ending::Goal(winner)));
        store.finish(id, &reason).unwrap();
        let players = names(game.start().seats());
        let expected = PlayedGame { players, game, opening: 0, thoughts, reason };
        assert_eq!(store.played(id).unwrap(), expected);
        // It is found like every other game.
        let filter = Filter { position: Some(*expected.game.position()), ..Filter::default() };
        let found = store.list(&filter).unwrap();
        let summary = found.iter().find(|summary| summary.id == id).unwrap();
        assert_eq!((summary.plies, summary.source), (expected.game.moves().len(), Source::Live));
        assert_eq!(summary.outcome, Some(expected.outcome()));
    }
    store.check().unwrap();
    assert_eq!(
        store.count(&Filter { result: Some(ResultIs::Open), ..Filter::default() }).unwrap(),
        0
    );
    let points: f64 =
        store.totals(&Filter::default()).unwrap().seats.iter().map(|seat| seat.points).sum();
    assert!((points - 20.0).abs() < 1e-9);
}

#[test]
fn only_the_next_legal_move_is_appended_and_once() {
    let (_folder, _, mut store) = new_store();
    let thought = Thought { time: Duration::from_secs(1), ..Thought::default() };
    let id = store.begin(&names(Seats::Two), &Position::default()).unwrap();
    let mut append = |ply, mv: &str| store.append_move(id, ply, mv.parse().unwrap(), &thought);
    append(0, "e2").unwrap();
    // The answer was lost: once more.
    append(0, "e2").unwrap();
    append(1, "e8").unwrap();
    assert_eq!(
        append(0, "e2").unwrap_err().to_string(),
        "the move is number 1, but the game has 2 moves"
    );
    assert!(matches!(append(1, "d9"), Err(StoreError::WrongPly { ply: 1, plies: 2 })));
    assert!(matches!(append(3, "e3"), Err(StoreError::WrongPly { ply: 3, plies: 2 })));
    assert!(
        append(2, "e5")
            .unwrap_err()
            .to_string()
            .starts_with("move 3, 'e5': illegal: the pawn on e2 cannot go")
    );
    append(2, "e3h").unwrap();
    let reason = Reason::Resigns(Player::North);
    store.finish(id, &reason).unwrap();
    store.finish(id, &reason).unwrap();
    assert!(matches!(store.finish(id, &Reason::AgreedDraw), Err(StoreError::Over(_))));
    assert!(matches!(
        store.append_move(id, 3, "e7".parse().unwrap(), &thought),
        Err(StoreError::Over(_))
    ));
    assert!(matches!(store.take_back(id, 0), Err(StoreError::Over(_))));
    assert_eq!(store.summary(id).unwrap().outcome, Some(Outcome::Win(Player::South)));
    let nobody = quoridor_store::GameId(77);
    let error = store.append_move(nobody, 0, "e2".parse().unwrap(), &thought).unwrap_err();
    assert_eq!(error.to_string(), "there is no game 77");
    // What was played elsewhere does not go on here.
    let other = store.add(&random_played(&mut Random::new(1))).unwrap();
    assert!(matches!(
        store.append_move(other, 0, "e2".parse().unwrap(), &thought),
        Err(StoreError::Over(_))
    ));
}

#[test]
fn moves_that_are_taken_back_leave_nothing() {
    let (_folder, _, mut store) = new_store();
    let thought = Thought { depth: 1, ..Thought::default() };
    let id = store.begin(&names(Seats::Two), &Position::default()).unwrap();
    let mut game = Game::default();
    for (ply, mv) in ["e2", "e8", "e3", "e7h"].into_iter().enumerate() {
        store.append_move(id, ply, mv.parse().unwrap(), &thought).unwrap();
        game.play(mv.parse().unwrap()).unwrap();
    }
    store.take_back(id, 1).unwrap();
    assert_eq!(store.record(id).unwrap().game().moves(), &game.moves()[..1]);
    assert_eq!(store.summary(id).unwrap().plies, 1);
    for (ply, position) in game.positions().iter().enumerate() {
        let found =
            store.count(&Filter { position: Some(*position), ..Filter::default() }).unwrap();
        assert_eq!(found, u64::from(ply <= 1));
    }
    store.append_move(id, 1, "d9".parse().unwrap(), &thought).unwrap();
    assert!(matches!(store.take_back(id, 3), Err(StoreError::WrongPly { ply: 3, plies: 2 })));
    store.check().unwrap();
}

#[test]
fn moves_of_several_games_are_appended_at_once_each_by_itself() {
    let (_folder, path, mut store) = new_store();
    let begin = |store: &mut Store| store.begin(&names(Seats::Two), &Position::default()).unwrap();
    let (one, two) = (begin(&mut store), begin(&mut store));
    let entry = |game, ply, mv: &str| (game, ply, mv.parse().unwrap(), Thought::default());
    let moves = [
        entry(one, 0, "e2"),
        entry(two, 0, "e5"),
        entry(two, 0, "d1"),
        entry(one, 0, "e2"),
        entry(one, 1, "e8"),
        entry(two, 7, "e8"),
    ];
    let appended = store.append_moves(&moves).unwrap();
    let is_good: Vec<bool> = appended.iter().map(Result::is_ok).collect();
    assert_eq!(is_good, [true, false, true, true, true, false]);
    assert!(matches!(appended[1], Err(StoreError::IllegalMove { .. })));
    assert!(matches!(appended[5], Err(StoreError::WrongPly { ply: 7, plies: 1 })));
    let other = Store::open_existing(&path).unwrap();
    let moves = |game| {
        other
            .record(game)
            .unwrap()
            .game()
            .moves()
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
    };
    assert_eq!(moves(one), ["e2", "e8"]);
    assert_eq!(moves(two), ["d1"]);
}
