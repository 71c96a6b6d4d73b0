//! Games come out of the store as they went in.

use std::time::Duration;

use quoridor_core::record::{self, Clock, Line, Record, RecordedMove};
use quoridor_core::{ByPlayer, Game, Player, Seats};
use quoridor_engine::Value;
use quoridor_engine::random::Random;
use quoridor_store::{MoveStats, PlayedGame, Reason};
use quoridor_store::{Source, StoreError};

use crate::samples::{new_store, random_played, random_record};

#[test]
fn records_come_back_as_they_were() {
    let (_folder, path, mut store) = new_store();
    let mut random = Random::new(1);
    let records: Vec<Record> = (0..300).map(|_| random_record(&mut random)).collect();
    assert!(
        records.iter().any(|record| record.main.moves.iter().any(|mv| !mv.variations.is_empty()))
    );
    let ids: Vec<_> = records.iter().map(|record| store.add_record(record).unwrap()).collect();
    drop(store);
    let store = quoridor_store::Store::open_existing(&path).unwrap();
    for (record, id) in records.iter().zip(ids) {
        assert_eq!(store.record(id).unwrap(), *record);
        assert!(matches!(store.played(id), Err(StoreError::NotPlayed(_))));
    }
    store.check().unwrap();
}

#[test]
fn played_games_come_back_as_they_were() {
    let (_folder, _, mut store) = new_store();
    let mut random = Random::new(2);
    for _ in 0..300 {
        let game = random_played(&mut random);
        let id = store.add(&game).unwrap();
        assert_eq!(store.played(id).unwrap(), game);
        let summary = store.summary(id).unwrap();
        assert_eq!((summary.outcome, summary.source), (Some(game.outcome()), Source::Played));
        assert_eq!(summary.reason, Some(game.reason.clone()));
        let record = store.record(id).unwrap();
        assert_eq!(record, game.record(summary.date));
        // And it can be read from a file.
        let text = record.write().unwrap();
        assert_eq!(record::read(&text).next().unwrap().unwrap(), record);
    }
}

#[test]
fn fewer_thoughts_than_moves_stay_fewer() {
    let (_folder, _, mut store) = new_store();
    let mut game = Game::default();
    "e2 e8 e3 e7".split(' ').for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
    let players = ByPlayer::new(Seats::Two, |player| player.to_string());
    let reason = Reason::LosesOnTime(Player::South);
    let mut played =
        PlayedGame { players, game, opening: 1, move_stats: vec![MoveStats::default()], reason };
    let id = store.add(&played).unwrap();
    assert_eq!(store.played(id).unwrap(), played);
    played.move_stats = vec![MoveStats::default(); 4];
    let error = store.add(&played).unwrap_err();
    assert_eq!(error.to_string(), "the store cannot keep 4 thoughts about fewer moves");
}

#[test]
fn what_cannot_be_kept_is_refused_and_nothing_is_added() {
    let (_folder, _, mut store) = new_store();
    let mut clock = RecordedMove::from("e2".parse::<quoridor_core::Move>().unwrap());
    let mut illegal = clock.clone();
    let mut variation = clock.clone();
    let mut comment = clock.clone();
    clock.clock = Some(Clock { milliseconds: u64::MAX });
    illegal.mv = "e5".parse().unwrap();
    let line = |comment: &str, mv: &RecordedMove| Line {
        comment: comment.to_owned(),
        moves: vec![mv.clone()],
    };
    variation.variations.push(line("", &illegal));
    comment
        .variations
        .push(line(" space ", &RecordedMove::from("e2".parse::<quoridor_core::Move>().unwrap())));
    let cases = [
        (clock, "the store cannot keep a time of 18446744073709551 s"),
        (illegal, "move 1, 'e5': illegal: the pawn on e1 cannot go to e5"),
        (variation, "the store cannot keep a variation with the illegal move e5"),
        (comment, "the store cannot keep a variation that cannot be written as it is"),
    ];
    for (mv, message) in cases {
        let record = Record { main: line("", &mv), ..Record::default() };
        let error = store.add_record(&record).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
    assert_eq!(store.count(&Default::default()).unwrap(), 0);
}

#[test]
fn no_number_is_no_opinion() {
    let (_folder, _, mut store) = new_store();
    let mut game = Game::default();
    game.play("e2".parse().unwrap()).unwrap();
    let players = ByPlayer::new(Seats::Two, |player| player.to_string());
    let think = |value| MoveStats {
        value: Some(Value::Score(value)),
        time: Duration::from_nanos(1),
        ..MoveStats::default()
    };
    for (value, kept) in [
        (f64::NAN, None),
        (f64::INFINITY, Some(Value::Score(f64::INFINITY))),
        (-1e300, Some(Value::Score(-1e300))),
    ] {
        let (players, game) = (players.clone(), game.clone());
        let move_stats = vec![think(value)];
        let id = store
            .add(&PlayedGame { players, game, opening: 0, move_stats, reason: Reason::AgreedDraw })
            .unwrap();
        assert_eq!(store.played(id).unwrap().move_stats[0].value, kept);
    }
}
