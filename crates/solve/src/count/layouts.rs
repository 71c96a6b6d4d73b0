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
    count(size, &[])
}

/// The number of wall layouts of a board that obey the path rule for some placement of the pawns
/// off their goals, by the number of walls.
///
/// South needs an open step into the top row and North one into the bottom row. If there are such
/// steps, South can stand below the first and North above the second. (If that is one square, on a
/// board of three rows, South stands one row further down.) So a layout breaks the path rule for
/// every placement exactly if all steps between the last two rows at one end are blocked. Walls
/// are two squares wide and do not overlap: that takes an even width and one wall in every other
/// slot. On boards of odd width, like the standard one, every layout is legal for some placement.
///
/// ```
/// use quoridor_solve::{layouts_by_walls, legal_layouts_by_walls};
/// let size = "9x9".parse().unwrap();
/// assert_eq!(legal_layouts_by_walls(size), layouts_by_walls(size));
/// ```
pub fn legal_layouts_by_walls(size: BoardSize) -> Vec<u128> {
    let mut counts = count(size, &[]);
    if size.width().is_multiple_of(2) {
        let last = u32::from(size.height()) - 2;
        let (one, both) = (count(size, &[0]), count(size, &[0, last]));
        for (walls, total) in counts.iter_mut().enumerate() {
            // By half a turn, the top row is sealed as often as the bottom row.
            *total = *total + both[walls] - 2 * one[walls];
        }
    }
    counts
}

/// Counts layouts in which the given rows of slots have a horizontal wall in every other slot from
/// the first on.
fn count(size: BoardSize, sealed: &[u32]) -> Vec<u128> {
    let (columns, rows) = (u32::from(size.width()) - 1, u32::from(size.height()) - 1);
    let most = (columns * rows) as usize;
    let mut states = HashMap::from([((0_u32, false), vec![1_u128])]);
    for slot in 0..columns * rows {
        let column = slot % columns;
        let forced = sealed.contains(&(slot / columns)) && column.is_multiple_of(2);
        let mut next: HashMap<(u32, bool), Vec<u128>> = HashMap::new();
        for ((vertical, horizontal), counts) in states {
            let (bit, horizontal) = (1 << column, horizontal && column > 0);
            let mut add = |key, walls| {
                let target: &mut Vec<u128> = next.entry(key).or_insert_with(|| vec![0; most + 1]);
                for (target, &count) in target[walls..].iter_mut().zip(&counts) {
                    *target += count;
                }
            };
            if !forced {
                add((vertical & !bit, false), 0);
            }
            if !horizontal {
                add((vertical & !bit, true), 1);
            }
            if vertical & bit == 0 && !forced {
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
    use quoridor_core::{BoardSize, ByPlayer, Player, Setup};

    use super::{layouts_by_walls, legal_layouts_by_walls};
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

    /// Every set of walls, asked of the rules with the pawns everywhere.
    #[test]
    fn legal_layouts_are_those_of_the_rules() {
        let mut broken = 0;
        for size in BoardSize::all().filter(|size| size.width() <= 4 && size.height() <= 4) {
            let slots = Slots::new(size);
            let all = layouts_by_walls(size);
            for (walls, &count) in legal_layouts_by_walls(size).iter().enumerate() {
                let mut legal = 0;
                slots.for_each(Layout::EMPTY, 0, walls, &mut |layout| {
                    let pairs = size
                        .squares()
                        .iter()
                        .flat_map(|south| size.squares().iter().map(move |north| [south, north]));
                    let possible = pairs.into_iter().any(|pawns| {
                        let setup = Setup {
                            size,
                            walls: slots.walls(layout),
                            pawns: ByPlayer::from_values(pawns.to_vec()).unwrap(),
                            walls_left: ByPlayer::from_values(vec![0, (walls % 2) as u8]).unwrap(),
                            turn: Player::South,
                        };
                        setup.position().is_ok_and(|position| position.winner().is_none())
                    });
                    legal += u128::from(possible);
                });
                assert_eq!(count, legal, "{size}, {walls} walls");
                broken += all[walls] - count;
            }
        }
        assert!(broken > 0);
    }

    /// The formula for two walls: all pairs less those that cross or overlap.
    #[test]
    fn four_walls_on_the_standard_board() {
        let counts = layouts_by_walls(BoardSize::STANDARD);
        assert_eq!(counts[..3], [1, 128, 128 * 127 / 2 - 64 - 2 * 8 * 7]);
        assert_eq!(counts.len(), 65);
    }
}
