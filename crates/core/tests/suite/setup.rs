//! A setup becomes a position only if it is legal.

use quoridor_core::{Position, Seats, Setup, Variant};

use crate::random::{self, Random};

/// Each thing that can be wrong, and what is said about it.
#[test]
fn illegal_setups_say_what_is_wrong() {
    for (text, message) in [
        ("d2 e2 / - / e1 e9 / 9 9 / 1", "the walls d2h and e2h overlap"),
        ("- / d2 d3 / e1 e9 / 9 9 / 1", "the walls d2v and d3v overlap"),
        ("d2 / d2 / e1 e9 / 9 9 / 1", "the walls d2h and d2v cross"),
        ("- / - / e5 e5 / 10 10 / 1", "two pawns stand on e5"),
        ("- / - / e9 e1 / 10 10 / 1", "both South and North stand on their goal"),
        (
            "- / - / e1 e9 / 10 11 / 1",
            "0 walls on the board and 21 left cannot have been dealt evenly to 2 players",
        ),
        ("- / - / e1 e9 / 12 8 / 1", "South has 12 walls left, but each player started with 10"),
        ("a1 / b1 / a1 e9 / 9 9 / 1", "South has no path to the goal"),
        ("d4 / - / c1 c5 / 2 1 / 1 / 4x5", "the wall d4h is off the board"),
        ("- / - / e1 c5 / 2 2 / 1 / 4x5", "South's pawn on e1 is off the board"),
        ("- / - / e1 a5 e9 / 10 10 / 1", "3 pawns but 2 counts of walls left"),
    ] {
        let error = text.parse::<Position>().unwrap_err().to_string();
        assert_eq!(error, format!("illegal position: {message}"), "{text}");
    }
}

#[test]
fn a_turn_of_somebody_absent_is_an_error() {
    let setup = Setup { turn: quoridor_core::Player::East, ..Setup::start(Variant::STANDARD) };
    assert_eq!(
        setup.position().unwrap_err().to_string(),
        "it is East's turn, who does not take part"
    );
}

/// Random walls and pawns: a setup that is accepted has a path for every player and
/// round-trips; what is refused would have broken a rule. (The slow proof is in the words of the
/// error, checked above; here it is that nothing panics and both happen.)
#[test]
fn random_setups_are_accepted_or_refused() {
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..20_000 {
        let mut random = Random::new(seed);
        let variant = random::variant(&mut random);
        let mut setup = Setup::start(variant);
        for _ in 0..random.below(12) {
            setup.walls.insert(quoridor_core::Wall::from_index(random.below(128) as u8).unwrap());
        }
        for &player in variant.seats.players() {
            setup.pawns[player] =
                quoridor_core::Square::from_index(random.below(81) as u8).unwrap();
            setup.walls_left[player] = random.below(4) as u8;
        }
        match setup.position() {
            Ok(position) => {
                accepted += 1;
                assert_eq!(position.setup(), setup);
                assert_eq!(setup.to_string().parse(), Ok(setup));
                assert_eq!(position.legal_moves().is_empty(), position.outcome().is_some());
            }
            Err(_) => refused += 1,
        }
    }
    assert!(accepted > 200 && refused > 200, "{accepted} accepted, {refused} refused");
}

#[test]
fn starts_of_every_variant() {
    for size in quoridor_core::BoardSize::all() {
        for seats in Seats::ALL {
            for walls in [0, 1, 10, 255] {
                let variant = Variant { size, seats, walls };
                let start = Position::start(variant);
                assert_eq!(start.variant(), variant);
                assert_eq!(start.to_string().parse(), Ok(start));
            }
        }
    }
    let pawns = |text: &str| Position::start(text.parse().unwrap()).pawns().to_string();
    assert_eq!(pawns("9x9, 4 players, 5 walls"), "e1 a5 e9 i5");
    assert_eq!(pawns("8x4, 4 players, 5 walls"), "e1 a3 e4 h3");
    assert_eq!(pawns("2x3, 3 players, 1 walls"), "b1 a2 b3");
}
