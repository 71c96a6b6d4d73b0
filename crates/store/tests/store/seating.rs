//! Games that are played at a server.

use std::time::Duration;

use quoridor_core::{ByPlayer, Outcome, Player, Position, Seats, Variant};
use quoridor_store::{Filter, Seating, Sitter, Store, StoreError, TimeControl};
use quoridor_store::{Reason, Thought};

use crate::samples::new_store;

fn seating(seats: Seats) -> Seating {
    let sitters = ByPlayer::new(seats, |seat| match seat {
        Player::South => Sitter::Human { name: "Ann".to_owned(), token: "secret".to_owned() },
        _ => Sitter::Computer { spec: "random:seed=7".to_owned() },
    });
    let clock =
        TimeControl { time: Duration::from_secs(300), increment: Duration::from_millis(2500) };
    Seating { sitters, clock: Some(clock), control: None, rematch: None }
}

#[test]
fn who_sits_where_comes_back_with_the_moves() {
    let (_folder, path, mut store) = new_store();
    for seats in Seats::ALL {
        let start = Position::start(Variant::official(seats));
        let expected = seating(seats);
        let id = store.begin_seated(&expected, &start, None).unwrap();
        let thought = Thought {
            time: Duration::from_secs(3),
            clock: Some(Duration::from_secs(299)),
            ..Thought::default()
        };
        store.append_move(id, 0, "e2".parse().unwrap(), &thought).unwrap();
        let other = Store::open_existing(&path).unwrap();
        let found = other.seated(id).unwrap();
        assert_eq!(found.seating, expected);
        assert_eq!(found.game.moves(), ["e2".parse().unwrap()]);
        assert_eq!(found.thoughts, [thought]);
        assert_eq!(found.ended, None);
        assert_eq!(other.summary(id).unwrap().players[Player::South].as_deref(), Some("Ann"));
    }
}

#[test]
fn the_end_comes_back_and_secrets_are_not_in_records() {
    let (_folder, _path, mut store) = new_store();
    let id = store.begin_seated(&seating(Seats::Two), &Position::default(), None).unwrap();
    store.append_move(id, 0, "e2".parse().unwrap(), &Thought::default()).unwrap();
    store.finish(id, &Reason::Resigns(Player::North)).unwrap();
    let found = store.seated(id).unwrap();
    assert_eq!(found.ended, Some((Reason::Resigns(Player::North), Outcome::Win(Player::South))));
    assert!(!store.record(id).unwrap().write().unwrap().contains("secret"));
    assert!(!format!("{found:?}").contains("secret"));
}

#[test]
fn a_game_has_one_rematch() {
    let (_folder, _path, mut store) = new_store();
    let (seating, start) = (seating(Seats::Two), Position::default());
    let first = store.begin_seated(&seating, &start, None).unwrap();
    let second = store.begin_seated(&seating, &start, Some(first)).unwrap();
    assert_ne!(first, second);
    assert_eq!(store.begin_seated(&seating, &start, Some(first)).unwrap(), second);
    assert_eq!(store.seated(first).unwrap().seating.rematch, Some(second));
    assert_eq!(store.seated(second).unwrap().seating.rematch, None);
    assert_eq!(store.count(&Filter::default()).unwrap(), 2);
}

#[test]
fn a_game_without_a_seating_is_not_played_here() {
    let (_folder, _path, mut store) = new_store();
    let names = ByPlayer::new(Seats::Two, |seat| seat.to_string());
    let id = store.begin(&names, &Position::default()).unwrap();
    assert!(matches!(store.seated(id), Err(StoreError::NoGame(game)) if game == id));
    assert!(matches!(
        store.begin_seated(&seating(Seats::Two), &Position::default(), Some(id)),
        Err(StoreError::NoGame(_))
    ));
}

#[test]
fn the_newest_games_can_come_first() {
    let (_folder, _path, mut store) = new_store();
    let ids: Vec<_> = (0..3)
        .map(|_| store.begin_seated(&seating(Seats::Two), &Position::default(), None).unwrap())
        .collect();
    let list = |newest_first| {
        let filter = Filter { newest_first, limit: Some(2), ..Filter::default() };
        store.list(&filter).unwrap().iter().map(|game| game.id).collect::<Vec<_>>()
    };
    assert_eq!(list(false), [ids[0], ids[1]]);
    assert_eq!(list(true), [ids[2], ids[1]]);
}
