//! Bounds for the number of positions that games can reach, where they are too many to be listed.

use quoridor_core::BoardSize;

use super::{connected_layouts_by_walls, legal_layouts_by_walls};
use crate::space::Splits;

/// A number of open positions with this many walls for each player that games certainly reach;
/// `None` on boards narrower than three squares or lower than four, for which there is no proof.
///
/// Take a layout that leaves the board connected, two squares for the pawns that are not their
/// goals, a split of the walls on the board in which both players have placed some (or no walls at
/// all), and a player to move. A game reaches that position:
///
/// 1. *Without walls, the pawns reach every pair of squares.* North steps to and fro in the top
///    row, which South never enters, while South walks to its square; then South steps to and fro
///    between its square and one next to it, and North walks around both. (Two squares next to each
///    other cut no board of 3x3 squares or more.)
/// 2. *With either player to move.* A step changes the parity of the coordinates and the turn; a
///    straight jump changes the turn only. The pawns can meet side by side in a middle row for one.
/// 3. *Walls.* Say that A places `a` walls, B `b` of them, and `a >= b >= 1`. A places `a - b`
///    walls, and B's pawn steps between its square and one next to it, which is neither its goal
///    nor A's square; there is one, and if a wall of the layout comes between the two, that wall
///    waits. Then both place the other `2 b` walls in turn. Whichever of the two begins there will
///    be to move at the end. All these walls are legal, since parts of the layout leave the board
///    connected too.
pub fn reachable_at_least(size: BoardSize, walls: usize) -> Option<u128> {
    if size.width() < 3 || size.height() < 4 {
        return None;
    }
    let layouts = connected_layouts_by_walls(size, 2 * walls);
    let splits = |placed: usize| match placed {
        0 => 1,
        _ => splits(walls, placed, 1),
    };
    let pawns = Pawns::new(size);
    let positions = |(placed, &layouts)| layouts * splits(placed) * 2 * pawns.open;
    Some(layouts.iter().enumerate().map(positions).sum())
}

/// A number of positions, open and finished, that games certainly do not exceed: every layout that
/// is legal for some placement of the pawns, with every placement, every split of the walls left
/// and every player to move. When the game is over, it is the loser's turn.
pub fn reachable_at_most(size: BoardSize, walls: usize) -> u128 {
    let pawns = Pawns::new(size);
    let layouts = legal_layouts_by_walls(size);
    let by_walls = layouts.iter().take(2 * walls + 1).enumerate();
    let positions =
        |(placed, &layouts)| layouts * splits(walls, placed, 0) * (2 * pawns.open + pawns.finished);
    by_walls.map(positions).sum()
}

/// In how many ways the walls on the board can have come from the two players, at least `fewest`
/// from each.
fn splits(walls: usize, placed: usize, fewest: usize) -> u128 {
    let splits = Splits::new([walls; 2], placed, 0);
    let placed_by_both = |left: &[usize; 2]| left.iter().all(|left| walls - left >= fewest);
    splits.all().filter(placed_by_both).count() as u128
}

/// The pairs of different squares for two pawns.
struct Pawns {
    /// Neither stands on its goal.
    open: u128,
    /// Exactly one does.
    finished: u128,
}

impl Pawns {
    fn new(size: BoardSize) -> Self {
        let (width, height) = (u128::from(size.width()), u128::from(size.height()));
        let squares = width * (height - 1);
        Self { open: squares * squares - width * (height - 2), finished: 2 * width * (squares - 1) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use quoridor_core::{ByPlayer, Player, Setup};

    use super::{reachable_at_least, reachable_at_most};
    use crate::count::legal_pawns;
    use crate::count::reachable::for_each_reachable;
    use crate::layout::{Layout, Slots};
    use crate::passages::Passages;
    use crate::testing::variant;

    /// Every position of the proof is among those that the rules reach, one by one.
    #[test]
    fn games_reach_every_position_of_the_lower_bound() {
        for (size, walls) in [("3x4", 1), ("3x4", 2), ("3x5", 1), ("4x4", 1), ("5x4", 1)] {
            let variant = variant(size, walls);
            let size = variant.size;
            let mut reached = HashSet::new();
            for_each_reachable(variant, &mut |position, _| reached.insert(*position));
            let (slots, mut counted) = (Slots::new(size), 0);
            let squares: Vec<_> = size.squares().into_iter().collect();
            let (home, far) = (0, size.height() - 1);
            for placed in 0..=2 * walls {
                slots.for_each(Layout::EMPTY, 0, usize::from(placed), &mut |layout| {
                    let passages = Passages::new(&slots, layout);
                    let all = u32::from(size.width()) * u32::from(size.height());
                    if passages.region(1).count_ones() != all {
                        return;
                    }
                    let both = |of_south: &u8| {
                        let of_north = placed - of_south;
                        placed == 0 || (1..=walls).contains(of_south) && of_north >= 1
                    };
                    for of_south in (0..=placed).filter(both) {
                        let of_north = placed - of_south;
                        for &south in squares.iter().filter(|square| square.row() != far) {
                            for &north in squares.iter().filter(|square| square.row() != home) {
                                for turn in [Player::South, Player::North] {
                                    let left = vec![walls - of_south, walls - of_north];
                                    let setup = Setup {
                                        size,
                                        walls: slots.walls(layout),
                                        pawns: ByPlayer::from_values(vec![south, north]).unwrap(),
                                        walls_left: ByPlayer::from_values(left).unwrap(),
                                        turn,
                                    };
                                    if south != north {
                                        assert!(reached.contains(&setup.position().unwrap()));
                                        counted += 1;
                                    }
                                }
                            }
                        }
                    }
                });
            }
            assert_eq!(reachable_at_least(size, usize::from(walls)), Some(counted), "{size}");
            assert!(reachable_at_most(size, usize::from(walls)) >= reached.len() as u128, "{size}");
        }
    }

    /// The upper bound takes legal layouts with pawns anywhere; legal positions are fewer.
    #[test]
    fn the_upper_bound_exceeds_the_legal_positions() {
        for (size, walls) in [("3x3", 2), ("4x4", 3), ("5x4", 10), ("3x7", 4)] {
            let size = size.parse().unwrap();
            let legal = legal_pawns(size, &mut |_, _| true).unwrap().positions(walls);
            let bound = reachable_at_most(size, walls);
            assert!((legal..8 * legal).contains(&bound), "{size}: {bound}, {legal} legal");
        }
    }
}
