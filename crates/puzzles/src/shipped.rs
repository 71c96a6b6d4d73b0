//! The puzzles that are part of the program.

use std::sync::LazyLock;

use crate::{Puzzle, read};

/// The puzzles that are shipped, the easiest first.
pub fn puzzles() -> &'static [Puzzle] {
    static PUZZLES: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
        read(include_str!("../data/puzzles.txt")).expect("a test reads the same file")
    });
    &PUZZLES
}

/// The shipped puzzle with a name.
pub fn puzzle(id: &str) -> Option<&'static Puzzle> {
    puzzles().iter().find(|puzzle| puzzle.id() == id)
}

/// The puzzle of a day, which is given as the number of days since 1970-01-01. None comes again
/// before all the others have been there.
pub fn puzzle_of_the_day(day: u32) -> &'static Puzzle {
    let count = puzzles().len();
    // The golden section spreads easy and hard ones; a step without a common divisor meets all.
    let section = (0.618_034 * count as f64) as usize;
    let step = (section.max(1)..=count).find(|&step| divisor(step, count) == 1).unwrap_or(1);
    &puzzles()[(day as usize % count) * step % count]
}

/// The greatest common divisor.
const fn divisor(one: usize, other: usize) -> usize {
    if other == 0 { one } else { divisor(other, one % other) }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{Theme, winning_moves};

    /// The ship's limits: at least a thousand, in at most 300 KiB.
    #[test]
    fn there_are_enough_and_they_are_small() {
        assert!(puzzles().len() >= 1_000, "{}", puzzles().len());
        assert!(include_str!("../data/puzzles.txt").len() <= 300 << 10);
        assert!(puzzles().is_sorted_by_key(Puzzle::difficulty));
    }

    #[test]
    fn no_puzzle_is_there_twice() {
        let names: HashSet<String> = puzzles().iter().map(Puzzle::id).collect();
        assert_eq!(names.len(), puzzles().len());
        let positions: HashSet<String> =
            puzzles().iter().map(|puzzle| puzzle.canonical().position().to_string()).collect();
        assert_eq!(positions.len(), puzzles().len());
        let some = &puzzles()[7];
        assert_eq!(puzzle(&some.id()), Some(some));
        assert_eq!(puzzle("none"), None);
    }

    #[test]
    fn every_theme_has_puzzles() {
        for (theme, name) in Theme::ALL {
            let count = puzzles().iter().filter(|puzzle| puzzle.themes().contains(&theme)).count();
            assert!(count >= 1, "{name}: {count}");
        }
    }

    #[test]
    fn each_puzzle_has_its_day() {
        let days = 20_000..20_000 + puzzles().len() as u32;
        let names: HashSet<String> = days.map(|day| puzzle_of_the_day(day).id()).collect();
        assert_eq!(names.len(), puzzles().len());
    }

    /// Every eighth puzzle with at most one wall left, by retrograde analysis: its first move is
    /// the only one that wins. `quoridor puzzles check` does this for all moves of all puzzles.
    #[test]
    fn first_moves_are_exactly_the_only_ones() {
        let mut exact = 0;
        for puzzle in puzzles().iter().step_by(8) {
            if let Some(winning) = winning_moves(puzzle.position()) {
                assert_eq!(winning, puzzle.solution()[..1], "{puzzle}");
                exact += 1;
            }
        }
        assert!(exact >= 50, "{exact}");
    }
}
