//! The positions that games can reach, listed by the rules.

use std::collections::HashSet;

use quoridor_core::{Position, Variant};

/// How many positions games can reach, for any number of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reachable {
    /// The game goes on.
    pub open: u64,
    /// The game is over.
    pub finished: u64,
}

/// Counts the positions that games can reach from the start: pawns, walls on the board, walls left
/// and player to move.
///
/// `progress` is called again and again with the number of walls and of the positions found so far,
/// those that wait to be looked at too; counting stops with `None` if it returns false.
pub fn reachable(
    variant: Variant,
    progress: &mut dyn FnMut(usize, u64) -> bool,
) -> Option<Reachable> {
    let mut counted = Reachable { open: 0, finished: 0 };
    let goes_on = for_each_reachable(variant, &mut |position, found| {
        match position.winner() {
            None => counted.open += 1,
            Some(_) => counted.finished += 1,
        }
        // A position has some hundred successors at most, so few are found between two calls.
        let visited = counted.open + counted.finished;
        !visited.is_multiple_of(1 << 8) || progress(position.walls().len(), found)
    });
    let walls = 2 * usize::from(variant.walls);
    (goes_on && progress(walls, counted.open + counted.finished)).then_some(counted)
}

/// Visits every position that games can reach, those with fewer walls on the board first, with the
/// number of positions found so far; stops with false if `visit` does.
///
/// Walls are never taken away, so only the positions with as many walls as at present and with one
/// more are held.
pub(super) fn for_each_reachable(
    variant: Variant,
    visit: &mut dyn FnMut(&Position, u64) -> bool,
) -> bool {
    let mut layer = HashSet::from([Position::start(variant)]);
    let mut before = 0;
    while !layer.is_empty() {
        let mut next = HashSet::new();
        let mut left: Vec<Position> = layer.iter().copied().collect();
        while let Some(position) = left.pop() {
            if !visit(&position, before + (layer.len() + next.len()) as u64) {
                return false;
            }
            for mv in position.legal_moves() {
                let mut after = position;
                after.play_unchecked(mv);
                if after.walls() != position.walls() {
                    next.insert(after);
                } else if layer.insert(after) {
                    left.push(after);
                }
            }
        }
        before += layer.len() as u64;
        layer = next;
    }
    true
}

#[cfg(test)]
mod tests {
    use quoridor_core::{Seats, Variant};

    use super::{Reachable, reachable};
    use crate::testing::variant;

    /// Counted by a Python program that was written from the rule book and shares no code.
    #[test]
    fn counts_of_another_program() {
        for (size, walls, open, finished) in [
            ("2x3", 0, 28, 12),
            ("3x3", 0, 66, 30),
            ("3x3", 1, 2_078, 778),
            ("3x3", 2, 4_500, 1_718),
            ("4x3", 1, 8_628, 3_348),
            ("3x4", 1, 11_148, 2_988),
            ("4x4", 1, 44_440, 12_460),
        ] {
            let counted = reachable(variant(size, walls), &mut |_, _| true);
            assert_eq!(counted, Some(Reachable { open, finished }), "{size}, {walls} walls");
        }
    }

    #[test]
    fn counting_can_be_stopped() {
        assert_eq!(reachable(variant("3x3", 2), &mut |_, _| false), None);
    }

    /// On 9x9 a position has more than a hundred walls to choose from, and all of these wait in
    /// memory.
    #[test]
    fn positions_that_wait_are_counted_as_found() {
        let mut last = 0;
        let counted = reachable(variant("9x9", 10), &mut |_, found| {
            last = found;
            found <= 50_000
        });
        assert_eq!(counted, None);
        assert!((50_000..100_000).contains(&last), "{last}");
    }

    /// Three and four players have games too.
    #[test]
    fn three_and_four_players() {
        for seats in [Seats::Three, Seats::Four] {
            let variant = Variant { seats, ..variant("3x3", 0) };
            let counted = reachable(variant, &mut |_, _| true).unwrap();
            assert!(counted.open > 0 && counted.finished > 0, "{counted:?}");
        }
    }
}
