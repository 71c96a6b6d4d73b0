use quoridor_core::{Game, Symmetry};

use super::*;

fn after(moves: &str) -> Position {
    let mut game = Game::default();
    for mv in moves.split_whitespace() {
        game.play(mv.parse().unwrap()).unwrap();
    }
    *game.position()
}

fn entry(chance: f64, positions: u32, plies: u8) -> BookEntry {
    BookEntry { chance, positions, depth: 3, plies }
}

/// The start, two first moves, and the position after 1. e2 e8.
fn small() -> Vec<u8> {
    let positions = [
        (key(&after("")), entry(0.55, 4, 0)),
        (key(&after("e2")), entry(0.45, 2, 1)),
        (key(&after("a3h")), entry(0.6, 1, 1)),
        (key(&after("e2 e8")), entry(0.55, 1, 2)),
    ];
    Book::pack("a test", positions)
}

fn read(bytes: Vec<u8>) -> Result<Book, BookError> {
    Book::read(Cow::Owned(bytes))
}

#[test]
fn positions_are_found_with_their_mirror_images() {
    let book = read(small()).unwrap();
    assert_eq!((book.origin(), book.len()), ("a test", 4));
    assert_eq!(book.get(&after("")), Some(entry(0.55, 4, 0)));
    let wall = after("a3h");
    for image in Symmetry::ALL.map(|symmetry| symmetry.position(&wall).unwrap()) {
        assert_eq!(book.get(&image), Some(entry(0.6, 1, 1)), "{image}");
    }
    assert_eq!(book.get(&after("b3h")), None);
    let small: Position = "- / - / c1 c5 / 3 3 / 1 / 5x5".parse().unwrap();
    assert_eq!(book.get(&small), None);
}

#[test]
fn moves_are_sorted_and_of_two_mirror_images_one_is_listed() {
    let book = read(small()).unwrap();
    let moves = book.moves(&after(""));
    let words: Vec<_> = moves.iter().map(|mv| mv.mv.to_string()).collect();
    assert_eq!(words, ["e2", "a3h"]);
    assert!((moves[0].chance - 0.55).abs() < 1e-9 && (moves[1].chance - 0.4).abs() < 1e-9);
    assert!((moves[0].share - 2.0 / 3.0).abs() < 1e-9 && (moves[1].share - 1.0 / 3.0).abs() < 1e-9);
    // 1. e2 e8 2. e1 is the mirror image of a position after 1. e2, seen from the other side:
    // a step back is no book move.
    assert!(book.moves(&after("e2 e8")).is_empty());
    assert!(book.moves(&after("b3h")).is_empty());
}

/// Every byte counts.
#[test]
fn damage_is_found() {
    let bytes = small();
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 4;
        assert!(read(damaged).is_err(), "byte {place}");
        assert!(read(bytes[..place].to_vec()).is_err(), "cut at {place}");
    }
    assert_eq!(read(b"Quoridor".to_vec()), Err(BookError::NoBook));
}
