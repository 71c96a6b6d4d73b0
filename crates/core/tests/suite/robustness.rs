//! Any text gives a value or a typed error.

use quoridor_core::notation::{Dialect, ReplayCode, read_moves};
use quoridor_core::{
    Move, Outcome, Player, Position, Seats, Setup, Square, Variant, Wall, read_perft_cases, record,
};

use crate::random::Random;

/// Valid texts of every kind.
const VALID: [&str; 12] = [
    "e2",
    "e3h",
    "d2 f4 / e3 / e4 e6 / 8 9 / 1",
    "- / - / e1 a5 e9 i5 / 5 5 5 5 / 4",
    "- / c2v / c1 c5 / 3 2 / 1 / 5x5",
    "1. e2 e8 2. e3h e7 3. c3v",
    "1.e8 e2 2.e7 e3 3.e6 e4 4.e6h e3h 5b.f5v",
    "u d u d u d u dd h44 v37",
    "tq1#{\"a\":\"}\"} e2 e8 hd3 v c6",
    "[South \"A \\\"B\\\"\"]\n[Result \"*\"]\n\n{x} 1. e2 $1 e8 {[%eval -0.25,12] [%clk 0:09:58.5] \
     y} (1... d9 2. e3) 2. e3! ; z\n*\n\n",
    "[Variant \"9x9, 4 players, 5 walls\"]\n\n1. e2 b5 e8 h5 0-0-1-0",
    "name a\nvariant 3x3, 2 players, 1 walls\nmoves b2 a3\nperft 5 12\n",
];

/// Gives a text to everything that reads text. What is accepted must be written and read again as
/// the same.
fn read_everything(text: &str, starts: &[Position]) {
    for start in starts {
        for dialect in Dialect::ALL {
            if let Ok(game) = dialect.read_moves(text, start) {
                let written = dialect.write_moves(&game).unwrap();
                assert_eq!(dialect.read_moves(&written, start).as_ref(), Ok(&game), "{text:?}");
            }
        }
        let _ = read_moves(text, start);
        let _ = ReplayCode::read(text, start);
    }
    if let Ok(setup) = text.parse::<Setup>() {
        assert_eq!(setup.to_string().parse(), Ok(setup), "{text:?}");
        let _ = setup.position().map(|position| position.legal_moves());
    }
    for record in record::read(text).flatten() {
        let written = record.write().unwrap();
        let again: Vec<_> = record::read(&written).collect();
        assert_eq!(again, [Ok(record)], "{text:?} {written:?}");
    }
    let _ = (
        text.parse::<Square>(),
        text.parse::<Wall>(),
        text.parse::<Move>(),
        text.parse::<Variant>(),
    );
    let _ = (
        text.parse::<Player>(),
        text.parse::<Outcome>(),
        text.parse::<Seats>(),
        read_perft_cases(text),
    );
}

fn starts() -> [Position; 2] {
    [Position::default(), Position::start("5x5, 4 players, 2 walls".parse().unwrap())]
}

#[test]
fn every_truncation() {
    for text in VALID {
        for end in 0..=text.len() {
            read_everything(&text[..end], &starts());
            read_everything(&text[end..], &starts());
        }
    }
}

/// A change at a random place: a letter exchanged, left out or put in, a piece moved or doubled.
fn mutate(text: &str, random: &mut Random) -> String {
    const LETTERS: &[char] = &[
        'a', 'e', 'h', 'v', 'i', '1', '9', '0', ' ', '/', '-', '.', '(', ')', '{', '}', '[', ']',
        '"', '\\', '%', '$', '!', '?', ';', '*', '#', '\n', '\r', 'é', '😀', 'b', 'w', 'u', 'd',
    ];
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let place = random.below(letters.len() + 1);
        let other = random.below(letters.len() + 1);
        match random.below(5) {
            0 if place < letters.len() => letters[place] = random.pick(LETTERS),
            1 if place < letters.len() => drop(letters.remove(place)),
            2 => letters.insert(place, random.pick(LETTERS)),
            3 => drop(letters.drain(place.min(other)..place.max(other))),
            _ => {
                let piece: Vec<char> = letters[place.min(other)..place.max(other)].to_vec();
                letters.splice(place..place, piece);
            }
        }
    }
    letters.into_iter().collect()
}

#[test]
fn a_million_mutations() {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || {
                let starts = starts();
                for seed in (thread..1_000_000).step_by(threads) {
                    let mut random = Random::new(seed as u64);
                    let text = random.pick(&VALID);
                    let mutated = mutate(text, &mut random);
                    read_everything(&mutated, &starts[seed % 2..=seed % 2]);
                }
            });
        }
    });
}
