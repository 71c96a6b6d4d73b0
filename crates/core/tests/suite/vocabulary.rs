//! Every word of the vocabulary round-trips, and is what it says.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use quoridor_core::*;

fn round_trips<T: Display + Debug + FromStr + PartialEq + Copy>(
    values: impl IntoIterator<Item = T>,
) -> usize
where
    T::Err: Debug,
{
    let mut count = 0;
    for value in values {
        assert_eq!(value.to_string().parse::<T>().unwrap(), value);
        count += 1;
    }
    count
}

#[test]
fn words_round_trip() {
    assert_eq!(round_trips(Square::all()), 81);
    assert_eq!(round_trips(Wall::all()), 128);
    assert_eq!(round_trips((0..=255).filter_map(Move::from_index)), 210);
    assert_eq!(round_trips(Orientation::ALL), 2);
    assert_eq!(round_trips(Player::ALL), 4);
    assert_eq!(round_trips(Seats::ALL), 3);
    assert_eq!(round_trips(BoardSize::all()), 8 * 7);
    assert_eq!(round_trips(Player::ALL.map(Outcome::Win).into_iter().chain([Outcome::Draw])), 5);
    assert_eq!(round_trips(Seats::ALL.map(|seats| ByPlayer::new(seats, |player| player))), 3);
    let variants =
        BoardSize::all().flat_map(|size| Seats::ALL.map(|seats| Variant { size, seats, walls: 7 }));
    assert_eq!(round_trips(variants), 8 * 7 * 3);
}

#[test]
fn indices_round_trip() {
    assert!(
        (0..=255)
            .all(|index| Square::from_index(index).is_none_or(|square| square.index() == index))
    );
    assert!(
        (0..=255).all(|index| Wall::from_index(index).is_none_or(|wall| wall.index() == index))
    );
    assert!((0..=255).all(|index| Move::from_index(index).is_none_or(|mv| mv.index() == index)));
}

/// Bad input is refused with one line that says what would be right.
#[test]
fn nonsense_is_refused() {
    fn refused<T: FromStr>(texts: &[&str])
    where
        T::Err: Display,
    {
        for text in texts {
            let Err(error) = text.parse::<T>() else { panic!("{text:?} was accepted") };
            let message = error.to_string();
            assert!(!message.is_empty() && !message.contains('\n'), "{message:?}");
        }
    }
    refused::<Square>(&["", "e", "e0", "j1", "E2", "e10", " e2", "é2", "e²"]);
    refused::<Wall>(&["", "e3", "i3h", "e9v", "e3x", "h3e", "e3hh", "éh"]);
    refused::<Move>(&["", "Pass", "e3x", "0000", "e2 "]);
    refused::<Orientation>(&["", "H", "hv"]);
    refused::<Player>(&["", "Sou", "1", "SouthNorth"]);
    refused::<Seats>(&["", "1", "5", "two", "02"]);
    refused::<BoardSize>(&["", "9", "1x9", "9x2", "10x9", "9X9", "9x9x9"]);
    refused::<Outcome>(&["", "wins", "South", "South  wins", "Draw"]);
    refused::<Variant>(&[
        "",
        "9x9",
        "9x9, 2 players",
        "9x9, 2 players, 256 walls",
        "9x9, 2 players, 3 walls, ",
    ]);
    refused::<ByPlayer<u8>>(&["", "1", "1 2 3 4 5", "1 a", "1 256"]);
    refused::<Setup>(&[
        "",
        "-",
        "- / - / e1 e9 / 10 10",
        "- / - / e1 e9 / 10 10 / 3",
        "- / - / e1 e9 / 10 10 / 1 / 9x9 / ",
    ]);
    refused::<notation::Dialect>(&["", "Standard", "chess"]);
}

#[test]
fn turns_go_clockwise() {
    for seats in Seats::ALL {
        let players = seats.players();
        assert_eq!(players.len(), seats.count());
        for (place, &player) in players.iter().enumerate() {
            assert_eq!(seats.next(player), players[(place + 1) % players.len()]);
            assert_eq!(seats.place(player), Some(place));
        }
        assert!(Player::ALL.iter().all(|player| seats.has(*player) == players.contains(player)));
    }
}

#[test]
fn sets_behave_like_sets() {
    let squares: SquareSet = Square::all().filter(|square| square.index() % 7 == 3).collect();
    assert_eq!(
        squares.iter().collect::<Vec<_>>(),
        Square::all().filter(|square| square.index() % 7 == 3).collect::<Vec<_>>()
    );
    assert_eq!(squares.len(), squares.iter().len());
    assert_eq!((!squares).len(), 81 - squares.len());
    assert!((squares & !squares).is_empty() && !squares.intersects(!squares));
    assert_eq!(squares | !squares, SquareSet::FULL);
    assert_eq!(SquareSet::FULL - squares, !squares);
    let walls: WallSet = Wall::all().filter(|wall| wall.index() % 5 == 2).collect();
    assert_eq!(
        walls.iter().collect::<Vec<_>>(),
        Wall::all().filter(|wall| wall.index() % 5 == 2).collect::<Vec<_>>()
    );
    let moves = Position::default().legal_moves();
    assert_eq!(moves.iter().len(), moves.len());
    assert_eq!(moves.iter().collect::<MoveSet>(), moves);
    let mut folded = Vec::new();
    moves.iter().for_each(|mv| folded.push(mv));
    let mut taken = Vec::new();
    for mv in moves {
        taken.push(mv);
    }
    assert_eq!(folded, taken);
    assert!(
        Move::COUNT == 210
            && (0..=255).filter_map(Move::from_index).filter(|&mv| moves.contains(mv)).count()
                == moves.len()
    );
}

/// Small enough to copy everywhere.
#[test]
fn sizes() {
    assert!(size_of::<Position>() <= 80);
    assert_eq!(size_of::<Move>(), 2);
}
