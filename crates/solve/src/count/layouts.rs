//! Wall layouts without the path rule.

use std::collections::HashMap;

use quoridor_core::BoardSize;

/// The number of wall layouts of a board, by the number of walls: walls neither overlap nor cross,
/// and the path rule is ignored.
///
/// Slots are visited row by row. What the slots before say about those to come is the set of
/// columns whose last slot has a vertical wall, and whether the slot to the left has a horizontal
/// one.
///
/// ```
/// let standard = quoridor_solve::layouts_by_walls("9x9".parse().unwrap());
/// let at_most_twenty: u128 = standard[..=20].iter().sum();
/// assert_eq!(at_most_twenty, 1_375_968_129_062_134_174_771);
/// ```
pub fn layouts_by_walls(size: BoardSize) -> Vec<u128> {
    let (columns, rows) = (u32::from(size.width()) - 1, u32::from(size.height()) - 1);
    let most = (columns * rows) as usize;
    let mut states = HashMap::from([((0_u32, false), vec![1_u128])]);
    for slot in 0..columns * rows {
        let column = slot % columns;
        let mut next: HashMap<(u32, bool), Vec<u128>> = HashMap::new();
        for ((vertical, horizontal), counts) in states {
            let (bit, horizontal) = (1 << column, horizontal && column > 0);
            let mut add = |key, walls| {
                let target: &mut Vec<u128> = next.entry(key).or_insert_with(|| vec![0; most + 1]);
                for (target, &count) in target[walls..].iter_mut().zip(&counts) {
                    *target += count;
                }
            };
            add((vertical & !bit, false), 0);
            if !horizontal {
                add((vertical & !bit, true), 1);
            }
            if vertical & bit == 0 {
                add((vertical | bit, false), 1);
            }
        }
        states = next;
    }
    let mut total = vec![0; most + 1];
    for counts in states.into_values() {
        for (total, count) in total.iter_mut().zip(counts) {
            *total += count;
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use quoridor_core::BoardSize;

    use super::layouts_by_walls;
    use crate::layout::{Layout, Slots};

    #[test]
    fn counts_are_those_of_lists() {
        for size in BoardSize::all().filter(|size| size.width() <= 4 && size.height() <= 4) {
            let slots = Slots::new(size);
            for (walls, &count) in layouts_by_walls(size).iter().enumerate() {
                let mut listed = 0;
                slots.for_each(Layout::EMPTY, 0, walls, &mut |_| listed += 1);
                assert_eq!(count, listed, "{size}, {walls} walls");
            }
        }
    }

    /// The formula for two walls: all pairs less those that cross or overlap.
    #[test]
    fn four_walls_on_the_standard_board() {
        let counts = layouts_by_walls(BoardSize::STANDARD);
        assert_eq!(counts[..3], [1, 128, 128 * 127 / 2 - 64 - 2 * 8 * 7]);
        assert_eq!(counts.len(), 65);
    }
}
