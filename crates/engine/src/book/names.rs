//! Openings with names, and where the names come from.

use std::sync::LazyLock;

use quoridor_core::{Game, Move};

use super::key;

/// An opening with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The name.
    pub name: &'static str,
    /// The moves from the start of the game to its position.
    pub moves: Vec<Move>,
    /// Where the name and the moves were published.
    pub source: &'static str,
    key: u64,
}

static OPENINGS: LazyLock<Vec<Opening>> = LazyLock::new(|| {
    let text = include_str!("../../data/openings-named.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| read(line).expect("the tests read the named openings")).collect()
});

fn read(line: &'static str) -> Option<Opening> {
    let mut fields = line.split('|').map(str::trim);
    let (name, words, source) = (fields.next()?, fields.next()?, fields.next()?);
    let mut game = Game::default();
    for word in words.split_whitespace() {
        game.play(word.parse().ok()?).ok()?;
    }
    Some(Opening { name, moves: game.moves().to_vec(), source, key: key(game.position()) })
}

/// All openings with names, in the order of the file.
pub fn openings() -> &'static [Opening] {
    &OPENINGS
}

impl Opening {
    /// The opening of a game: the one whose position the game reached last, by any order of moves
    /// and in any mirror image. `None` before the first of them, and off the official board.
    pub fn of(game: &Game) -> Option<&'static Self> {
        if *game.start() != *Game::default().start() {
            return None;
        }
        let longest = openings().iter().map(|opening| opening.moves.len()).max().unwrap_or(0);
        let early = &game.positions()[..game.positions().len().min(longest + 1)];
        early.iter().rev().find_map(|position| {
            let key = key(position);
            openings().iter().find(|opening| opening.key == key)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quoridor_core::{BoardSize, Symmetry};

    fn game(words: &str) -> Game {
        let mut game = Game::default();
        for word in words.split_whitespace() {
            game.play(word.parse().unwrap()).unwrap();
        }
        game
    }

    fn name(words: &str) -> Option<&'static str> {
        Opening::of(&game(words)).map(|opening| opening.name)
    }

    #[test]
    fn the_file_names_the_five_openings() {
        for name in ["Standard", "Shiller", "Reed", "Stonewall", "Ala"] {
            let opening = openings().iter().find(|opening| opening.name == name);
            assert!(opening.is_some_and(|opening| !opening.source.is_empty()), "{name}");
        }
    }

    /// The moves as the sources print them, with the first player on e9, turned by 180°.
    #[test]
    fn the_moves_are_those_of_the_sources() {
        let turned = |words: &str| {
            let turn = |word: &str| {
                let mv: Move = word.parse().unwrap();
                Symmetry::Rotation.mv(mv, BoardSize::STANDARD).to_string()
            };
            words.split_whitespace().map(turn).collect::<Vec<_>>().join(" ")
        };
        // "H34cd H34ab 2. H34fg H34hi": between rows 3 and 4.
        assert_eq!(name(&turned("c3h a3h f3h h3h")), Some("Reed, main line"));
        assert_eq!(name(&turned("c3h a3h f3h")), Some("Reed"));
        let march = "e8 e2 e7 e3 e6 e4";
        assert_eq!(name(&turned(march)), Some("Standard"));
        // "V89cd, V89de, V89ef, or V89fg".
        for wall in ["c8v", "d8v", "e8v", "f8v"] {
            assert_eq!(name(&turned(&format!("{march} {wall}"))), Some("Shiller"), "{wall}");
        }
        assert_eq!(name(&turned(&format!("{march} d6h"))), Some("Ala"));
        assert_eq!(name("e2 e8 e3 e7 d2h"), Some("Stonewall"));
    }

    #[test]
    fn a_game_keeps_its_opening_and_transposes_into_it() {
        assert_eq!(name(""), None);
        assert_eq!(name("e2 e8 e3 e7 e4 e6 e1v a6h a2h"), Some("Shiller"));
        assert_eq!(name("e2 e8 e3 e7 e2h"), Some("Stonewall"), "the mirror image");
        assert_eq!(name("f6h h6h c6h a6h"), Some("Reed, main line"), "another order");
        let small = Game::new("- / - / c1 c5 / 3 3 / 1 / 5x5".parse().unwrap());
        assert_eq!(Opening::of(&small), None);
    }
}
