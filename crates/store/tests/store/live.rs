//! Games that are stored move by move.

use std::time::Duration;

use quoridor_core::{
    ByPlayer, Ending, Game, LegalMove, Outcome, Player, Position, Seats, Variant, record,
};
use quoridor_engine::random::Random;
use quoridor_store::{
    Change, Exit, Filter, Keys, MoveStats, NewLiveGame, Occupant, PlayedGame, Reason, ResultIs,
    Seating, Source, Store, StoreError, Target, Update,
};

use crate::samples::{Live, new_store, random_game, random_played, random_thought};

fn names(seats: Seats) -> ByPlayer<String> {
    ByPlayer::new(seats, |player| format!("plays {player}"))
}

fn begin(store: &mut Store) -> Live {
    Live::begin(store, &names(Seats::Two), &Position::default())
}

fn append(live: &mut Live, store: &mut Store, moves: &str) {
    for mv in moves.split(' ') {
        live.append(store, mv.parse().unwrap(), &MoveStats::default()).unwrap();
    }
}

#[test]
fn a_game_grows_move_by_move_and_ends() {
    let (_folder, path, mut store) = new_store();
    let mut random = Random::new(31);
    for _ in 0..20 {
        let game = random_game(&mut random);
        let mut live = Live::begin(&mut store, &names(game.start().seats()), game.start());
        let mut move_stats = Vec::new();
        for (ply, &mv) in game.moves().iter().enumerate() {
            let thought = random_thought(&mut random);
            live.append(&mut store, mv, &thought).unwrap();
            move_stats.push(thought);
            // Another program sees it at once.
            let other = Store::open_existing(&path).unwrap();
            assert_eq!(other.record(live.id).unwrap().game().moves(), &game.moves()[..=ply]);
            assert_eq!(other.summary(live.id).unwrap().outcome, None);
            assert!(matches!(other.played(live.id), Err(StoreError::NotPlayed(_))));
        }
        let reason = game
            .position()
            .winner()
            .map_or(Reason::AgreedDraw, |winner| Reason::Over(Ending::Goal(winner)));
        live.finish(&mut store, &reason).unwrap();
        let players = names(game.start().seats());
        let expected = PlayedGame { players, game, opening: 0, move_stats, reason };
        assert_eq!(store.played(live.id).unwrap(), expected);
        // It is found like every other game.
        let filter = Filter { position: Some(*expected.game.position()), ..Filter::default() };
        let found = store.list(&filter).unwrap().games;
        let summary = found.iter().find(|summary| summary.id == live.id).unwrap();
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
fn only_the_next_move_is_appended_and_once() {
    let (_folder, _, mut store) = new_store();
    let thought = MoveStats { time: Duration::from_secs(1), ..MoveStats::default() };
    let mut live = begin(&mut store);
    let first = live.moving("e2".parse().unwrap(), &thought);
    store.write_live(&first).unwrap();
    // The answer was lost: once more.
    store.write_live(&first).unwrap();
    live.game.play("e2".parse().unwrap()).unwrap();
    let behind = live.clone();
    append(&mut live, &mut store, "e8");
    assert_eq!(
        store.write_live(&first).unwrap_err().to_string(),
        "the move is number 1, but the game has 2 moves"
    );
    let late = behind.moving("d9".parse().unwrap(), &thought);
    assert!(matches!(store.write_live(&late), Err(StoreError::WrongPly { ply: 1, plies: 2 })));
    append(&mut live, &mut store, "e3h");
    let reason = Reason::Resigns(Player::North);
    live.finish(&mut store, &reason).unwrap();
    live.finish(&mut store, &reason).unwrap();
    assert!(matches!(live.finish(&mut store, &Reason::AgreedDraw), Err(StoreError::Over(_))));
    let more = live.moving("e7".parse().unwrap(), &thought);
    assert!(matches!(store.write_live(&more), Err(StoreError::Over(_))));
    assert!(matches!(store.write_live(&live.taking_back(0, false)), Err(StoreError::Over(_))));
    assert_eq!(store.summary(live.id).unwrap().outcome, Some(Outcome::Win(Player::South)));
    let nobodys = Live { id: quoridor_store::GameId(77), game: Game::default() };
    let error = store.write_live(&nobodys.moving("e2".parse().unwrap(), &thought)).unwrap_err();
    assert_eq!(error.to_string(), "there is no game 77");
    // A game of a match does not go on here.
    let other = store.add(&random_played(&mut Random::new(1))).unwrap();
    let other = Live { id: other, game: Game::default() };
    let change = other.moving("e2".parse().unwrap(), &thought);
    assert!(matches!(store.write_live(&change), Err(StoreError::Over(_))));
}

/// The position before a move is compared by its hash, so that the whole game need not be read.
#[test]
fn a_move_of_another_game_is_refused() {
    let (_folder, _, mut store) = new_store();
    let mut live = begin(&mut store);
    append(&mut live, &mut store, "d1");
    // As many moves, but others: also the mirror image, which has the same canonical hash.
    for first in ["e2", "f1"] {
        let mut other = Live { id: live.id, game: Game::default() };
        other.game.play(first.parse().unwrap()).unwrap();
        let change = other.moving("e8".parse().unwrap(), &MoveStats::default());
        assert!(matches!(store.write_live(&change), Err(StoreError::Diverged(_))), "{change:?}");
    }
    append(&mut live, &mut store, "e8");
}

#[test]
fn moves_that_are_taken_back_leave_nothing() {
    let (_folder, _, mut store) = new_store();
    let thought = MoveStats { depth: 1, ..MoveStats::default() };
    let mut live = begin(&mut store);
    for mv in ["e2", "e8", "e3", "e7h"] {
        live.append(&mut store, mv.parse().unwrap(), &thought).unwrap();
    }
    store.write_live(&live.taking_back(1, false)).unwrap();
    assert_eq!(store.record(live.id).unwrap().game().moves(), &live.game.moves()[..1]);
    assert_eq!(store.summary(live.id).unwrap().plies, 1);
    for (ply, position) in live.game.positions().iter().enumerate() {
        let found =
            store.count(&Filter { position: Some(*position), ..Filter::default() }).unwrap();
        assert_eq!(found, u64::from(ply <= 1));
    }
    let mut live = Live::resume(&store, live.id);
    append(&mut live, &mut store, "d9");
    let more = live.taking_back(3, false);
    assert!(matches!(store.write_live(&more), Err(StoreError::WrongPly { ply: 3, plies: 2 })));
    store.check().unwrap();
}

/// Two servers with one store: what one has acknowledged, the other does not take back or end.
#[test]
fn nobody_takes_back_or_ends_what_it_has_not_seen() {
    let (_folder, path, mut store) = new_store();
    let mut live = begin(&mut store);
    append(&mut live, &mut store, "e2");
    let behind = live.clone();
    append(&mut live, &mut store, "e8");
    let mut other = Store::open_existing(&path).unwrap();
    assert!(matches!(
        other.write_live(&behind.taking_back(0, false)),
        Err(StoreError::WrongPly { ply: 1, plies: 2 })
    ));
    assert!(matches!(
        behind.finish(&mut other, &Reason::Resigns(Player::North)),
        Err(StoreError::WrongPly { .. })
    ));
    assert_eq!(store.live(live.id).unwrap().game.moves().len(), 2);
}

#[test]
fn a_game_that_is_over_can_go_on() {
    let (_folder, _, mut store) = new_store();
    let mut live = begin(&mut store);
    append(&mut live, &mut store, "e2 e8");
    live.finish(&mut store, &Reason::Resigns(Player::South)).unwrap();
    store.write_live(&live.taking_back(1, true)).unwrap();
    let summary = store.summary(live.id).unwrap();
    assert_eq!((summary.outcome, summary.reason, summary.plies), (None, None, 1));
    assert_eq!(store.latest_live().unwrap(), Some(live.id));
    store.check().unwrap();
}

#[test]
fn changes_of_several_games_are_written_at_once_each_by_itself() {
    let (_folder, path, mut store) = new_store();
    let (one, two) = (begin(&mut store), begin(&mut store));
    let after = |live: &Live, mv: &str| {
        let mut live = live.clone();
        live.game.play(mv.parse().unwrap()).unwrap();
        live
    };
    let moving = |live: &Live, mv: &str| live.moving(mv.parse().unwrap(), &MoveStats::default());
    let changes = [
        moving(&one, "e2"),
        moving(&after(&two, "d1"), "e8"),
        moving(&two, "d1"),
        moving(&one, "e2"),
        moving(&after(&one, "e2"), "e8"),
        moving(&two, "e2"),
    ];
    let written = store.write_all_live(&changes).unwrap();
    let is_good: Vec<bool> = written.iter().map(Result::is_ok).collect();
    assert_eq!(is_good, [true, false, true, true, true, false]);
    assert!(matches!(written[1], Err(StoreError::WrongPly { ply: 1, plies: 0 })));
    assert!(matches!(written[5], Err(StoreError::WrongPly { ply: 0, plies: 1 })));
    let other = Store::open_existing(&path).unwrap();
    let moves = |live: &Live| {
        let game = other.record(live.id).unwrap().game();
        game.moves().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(moves(&one), ["e2", "e8"]);
    assert_eq!(moves(&two), ["d1"]);
}

/// West resigns before its turn comes, and its turn is skipped; then North runs out of time.
#[test]
fn players_who_are_out_come_back_with_the_game() {
    let (_folder, path, mut store) = new_store();
    let start = Position::start(Variant::official(Seats::Three));
    let mut live = Live::begin(&mut store, &names(Seats::Three), &start);
    let out = |player, ply, reason| Exit { player, ply, reason };
    let west = out(Player::West, 0, Reason::Resigns(Player::West));
    let leave = live.change(Update::Play { moves: vec![], exits: vec![west.clone()], end: None });
    store.write_live(&leave).unwrap();
    store.write_live(&leave).unwrap();
    assert_eq!(store.live(live.id).unwrap().exits, std::slice::from_ref(&west));
    let step = LegalMove::new(&start, "e2".parse().unwrap()).unwrap();
    let skip = LegalMove::skip(step.after()).unwrap();
    let thought = MoveStats::default();
    let moves = vec![(step, thought), (skip, thought)];
    store.write_live(&live.change(Update::Play { moves, exits: vec![], end: None })).unwrap();
    live.game.push(step).unwrap();
    live.game.push(skip).unwrap();
    let north = out(Player::North, 2, Reason::LosesOnTime(Player::North));
    let end = Some(Reason::LastPlayer(Player::South));
    let update = Update::Play { moves: vec![], exits: vec![north.clone()], end };
    store.write_live(&live.change(update)).unwrap();
    let other = Store::open_existing(&path).unwrap();
    let found = other.live(live.id).unwrap();
    assert_eq!((found.game, found.exits), (live.game.clone(), vec![west.clone(), north]));
    let south_wins = Outcome::Win(Player::South);
    assert_eq!(found.ended, Some((Reason::LastPlayer(Player::South), south_wins)));
    let points = other.played(live.id).unwrap().points();
    assert_eq!(points.values().copied().collect::<Vec<_>>(), [1.0, 0.0, 0.0]);
    let record = other.record(live.id).unwrap().write().unwrap();
    assert!(record.contains("1. e2 pass 1-0-0"), "{record}");
    // North's exit is undone, West's stays.
    let update = Update::TakeBack { plies: 2, exits: 1, reopen: true };
    store.write_live(&live.change(update)).unwrap();
    assert_eq!(store.live(live.id).unwrap().exits, [west]);
    store.check().unwrap();
}

#[test]
fn a_player_takes_a_name_while_the_game_is_on() {
    let (_folder, path, mut store) = new_store();
    let mut live = begin(&mut store);
    append(&mut live, &mut store, "e2");
    let named = |name: &str| Update::Name { seat: Player::North, name: name.to_owned() };
    store.write_live(&live.change(named("Bea"))).unwrap();
    let other = Store::open_existing(&path).unwrap();
    assert_eq!(other.live(live.id).unwrap().seating.occupants[Player::North].name(), "Bea");
    let players = other.summary(live.id).unwrap().players;
    assert_eq!(players[Player::North].as_deref(), Some("Bea"));
    assert_eq!(players[Player::South].as_deref(), Some("plays South"));
    live.finish(&mut store, &Reason::Resigns(Player::South)).unwrap();
    assert!(matches!(store.write_live(&live.change(named("Cid"))), Err(StoreError::Over(_))));
    store.check().unwrap();
}

#[test]
fn a_review_belongs_to_its_game() {
    let (_folder, path, mut store) = new_store();
    let live = begin(&mut store);
    assert_eq!(store.review(live.id).unwrap(), None);
    store.keep_review(live.id, "{}").unwrap();
    store.keep_review(live.id, "{\"moves\": []}").unwrap();
    let other = Store::open_existing(&path).unwrap();
    assert_eq!(other.review(live.id).unwrap().as_deref(), Some("{\"moves\": []}"));
    let nowhere = quoridor_store::GameId(99);
    assert!(matches!(store.keep_review(nowhere, "{}"), Err(StoreError::NoGame(_))));
    assert!(matches!(store.review(nowhere), Err(StoreError::NoGame(_))));
    store.check().unwrap();
}

#[test]
fn a_game_that_continues_a_record_keeps_its_annotations() {
    let (_folder, _, mut store) = new_store();
    let text = "[Event \"Club\"]\n\n{before} 1. e2 $1 {[%eval 0.50] good} e8 ( 1... d9 ) *\n";
    let record = record::read(text).next().unwrap().unwrap();
    let occupants = ByPlayer::new(Seats::Two, |_| Occupant::human("Ann", "secret"));
    let seating = Seating { occupants, clock: None, control: Keys::default(), rematch: None };
    let new = NewLiveGame { seating, record: record.clone(), rematch_of: None };
    let legal = LegalMove::new(record.game().position(), "e3".parse().unwrap()).unwrap();
    let moves = vec![(legal, MoveStats { nodes: 7, ..MoveStats::default() })];
    let update = Update::Play { moves, exits: vec![], end: None };
    let change = Change { target: Target::New(Box::new(new)), plies: 2, update };
    let id = store.write_live(&change).unwrap();
    let live = store.live(id).unwrap();
    assert_eq!((live.given, live.tags), (record.main.clone(), record.tags.clone()));
    assert_eq!(live.move_stats.iter().map(|thought| thought.nodes).collect::<Vec<_>>(), [0, 0, 7]);
    let stored = store.record(id).unwrap();
    assert_eq!(stored.main.moves[..2], record.main.moves[..]);
    assert_eq!((stored.main.comment.as_str(), stored.tag("Event")), ("before", Some("Club")));
    // Another change of the same game is one of a stored game.
    let again = store.write_live(&change).unwrap();
    assert_ne!(again, id);
}
