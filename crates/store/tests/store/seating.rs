//! Who plays a live game.

use std::fs;
use std::path::Path;
use std::time::Duration;

use quoridor_core::{ByPlayer, Outcome, Player, Position, Seats, Variant};
use quoridor_store::{
    Change, Filter, GameId, Keys, MoveStats, Occupant, Reason, Seating, Store, StoreError,
    TimeControl,
};

use crate::samples::{Live, new_store};

fn seating(seats: Seats) -> Seating {
    let occupants = ByPlayer::new(seats, |seat| match seat {
        Player::South => Occupant::human("Ann", "secret"),
        _ => Occupant::Computer { spec: "random:seed=7".to_owned() },
    });
    let clock =
        TimeControl { time: Duration::from_secs(300), increment: Duration::from_millis(2500) };
    Seating { occupants, clock: Some(clock), control: Keys::of_token("pause"), rematch: None }
}

fn begin(store: &mut Store, seating: &Seating, rematch_of: Option<GameId>) -> GameId {
    let change = Change::begin(seating.clone(), Position::default(), rematch_of);
    store.write_live(&change).unwrap()
}

#[test]
fn the_seating_comes_back_with_the_moves() {
    let (_folder, path, mut store) = new_store();
    for seats in Seats::ALL {
        let start = Position::start(Variant::official(seats));
        let expected = seating(seats);
        let id = store.write_live(&Change::begin(expected.clone(), start, None)).unwrap();
        let thought = MoveStats {
            time: Duration::from_secs(3),
            clock: Some(Duration::from_secs(299)),
            ..MoveStats::default()
        };
        Live::resume(&store, id).append(&mut store, "e2".parse().unwrap(), &thought).unwrap();
        let other = Store::open_existing(&path).unwrap();
        let found = other.live(id).unwrap();
        assert_eq!(found.seating, expected);
        assert_eq!(found.game.moves(), ["e2".parse().unwrap()]);
        assert_eq!(found.move_stats, [thought]);
        assert_eq!(found.ended, None);
        assert_eq!(other.summary(id).unwrap().players[Player::South].as_deref(), Some("Ann"));
    }
}

#[test]
fn the_end_comes_back_and_tokens_are_not_in_records() {
    let (_folder, _path, mut store) = new_store();
    let id = begin(&mut store, &seating(Seats::Two), None);
    let mut live = Live::resume(&store, id);
    live.append(&mut store, "e2".parse().unwrap(), &MoveStats::default()).unwrap();
    live.finish(&mut store, &Reason::Resigns(Player::North)).unwrap();
    let found = store.live(id).unwrap();
    assert_eq!(found.ended, Some((Reason::Resigns(Player::North), Outcome::Win(Player::South))));
    assert!(!store.record(id).unwrap().write().unwrap().contains("secret"));
    assert!(!format!("{found:?}").contains("secret"));
}

#[test]
fn a_game_has_one_rematch() {
    let (_folder, _path, mut store) = new_store();
    let seating = seating(Seats::Two);
    let first = begin(&mut store, &seating, None);
    let second = begin(&mut store, &seating, Some(first));
    assert_ne!(first, second);
    assert_eq!(begin(&mut store, &seating, Some(first)), second);
    assert_eq!(store.live(first).unwrap().seating.rematch, Some(second));
    assert_eq!(store.live(second).unwrap().seating.rematch, None);
    assert_eq!(store.count(&Filter::default()).unwrap(), 2);
    let change = Change::begin(seating, Position::default(), Some(GameId(77)));
    assert!(matches!(store.write_live(&change), Err(StoreError::NoGame(GameId(77)))));
    assert_eq!(store.count(&Filter::default()).unwrap(), 2);
}

/// Whether a token opens South's seat, as another program finds it.
fn opens(path: &Path, game: GameId, token: &str) -> bool {
    let found = Store::open_existing(path).unwrap().live(game).unwrap().seating;
    found.occupants[Player::South].keys().unwrap().open_with(token)
}

/// A seat of somebody at a terminal has no token, and can be claimed. Of the tokens that are added
/// the newest stay, and the first one always does. A rematch has the same.
#[test]
fn seats_are_claimed() {
    let (_folder, path, mut store) = new_store();
    let mut seats = seating(Seats::Two);
    let begun = begin(&mut store, &seats, None);
    seats.occupants[Player::South] = Occupant::human("Ann", "");
    let open = begin(&mut store, &seats, None);
    assert!(opens(&path, begun, "secret") && !opens(&path, open, ""));
    let mut claim = |game, token: &str| {
        store.claim(game, &[(Player::South, token.to_owned())], Some("another pause"))
    };
    assert!(matches!(claim(GameId(77), "new"), Err(StoreError::NoGame(_))));
    for game in [begun, open] {
        claim(game, "old").unwrap();
        (0..15).for_each(|number| claim(game, &number.to_string()).unwrap());
        assert!(opens(&path, game, "old") && opens(&path, game, "0"));
        claim(game, "new").unwrap();
        assert!(opens(&path, game, "new") && opens(&path, game, "0"));
        assert!(!opens(&path, game, "old"), "sixteen are newer");
    }
    assert!(opens(&path, begun, "secret") && !opens(&path, open, "secret"));
    let seating = store.live(begun).unwrap().seating;
    assert!(["pause", "another pause"].iter().all(|token| seating.control.open_with(token)));
    let rematch = begin(&mut store, &seating, Some(begun));
    assert_eq!(store.live(rematch).unwrap().seating, Seating { rematch: None, ..seating });
    assert!(["secret", "new"].iter().all(|token| opens(&path, rematch, token)));
}

/// Nobody who reads the file can play its seats.
#[test]
fn tokens_are_not_in_the_file() {
    let (folder, _path, mut store) = new_store();
    let mut seats = seating(Seats::Two);
    seats.occupants[Player::South] = Occupant::human("Ann", "1-token");
    seats.control = Keys::of_token("2-token");
    let game = begin(&mut store, &seats, None);
    store.claim(game, &[(Player::South, "3-token".to_owned())], Some("4-token")).unwrap();
    for entry in fs::read_dir(folder.path()).unwrap() {
        let bytes = fs::read(entry.unwrap().path()).unwrap();
        assert!(!bytes.windows(6).any(|part| part == b"-token"));
    }
}

#[test]
fn the_newest_games_can_come_first() {
    let (_folder, _path, mut store) = new_store();
    let ids: Vec<_> = (0..3).map(|_| begin(&mut store, &seating(Seats::Two), None)).collect();
    let list = |newest_first| {
        let filter = Filter { newest_first, limit: Some(2), ..Filter::default() };
        store.list(&filter).unwrap().games.iter().map(|game| game.id).collect::<Vec<_>>()
    };
    assert_eq!(list(false), [ids[0], ids[1]]);
    assert_eq!(list(true), [ids[2], ids[1]]);
}

/// The game that somebody continues is the one that was changed last.
#[test]
fn the_latest_game_is_the_one_that_was_changed_last() {
    let (_folder, _path, mut store) = new_store();
    assert_eq!(store.latest_live().unwrap(), None);
    let ids: Vec<_> = (0..2).map(|_| begin(&mut store, &seating(Seats::Two), None)).collect();
    assert_eq!(store.latest_live().unwrap(), None, "neither has begun");
    let mut append = |id, mv: &str| {
        std::thread::sleep(Duration::from_millis(2));
        let mut live = Live::resume(&store, id);
        live.append(&mut store, mv.parse().unwrap(), &MoveStats::default()).unwrap();
        store.latest_live().unwrap()
    };
    assert_eq!(append(ids[1], "e2"), Some(ids[1]));
    assert_eq!(append(ids[0], "e2"), Some(ids[0]));
    assert_eq!(append(ids[1], "e8"), Some(ids[1]));
}
