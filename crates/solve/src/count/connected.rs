//! Wall layouts that leave the board connected.
//!
//! The transfer matrix of [`legal_pawns`](super::legal_pawns) without pawns: every region must
//! have a square among the last `width` ones, since no other region can join it later. So there are
//! far fewer profiles, and 9x9 takes two minutes.

use std::collections::HashMap;

use quoridor_core::BoardSize;

use super::walls::{Entry, OpenWalls, Place};

/// Counts the wall layouts in which every square can be reached from every other, by the number of
/// walls, up to `most`.
pub fn connected_layouts_by_walls(size: BoardSize, most: usize) -> Vec<u128> {
    let (width, height) = (usize::from(size.width()), usize::from(size.height()));
    let begin = Profile { regions: [NONE; MAX_WIDTH], walls: OpenWalls::default() };
    let mut counts = HashMap::from([(begin.pack(), vec![1_u128])]);
    for square in 0..width * height {
        let place = Place { width, height, row: square / width, column: square % width };
        let mut next: HashMap<u64, Vec<u128>> = HashMap::with_capacity(counts.len() * 2);
        for (key, walls) in counts {
            let profile = Profile::unpack(key);
            let fewest = walls.iter().take_while(|&&count| count == 0).count();
            place.for_each(profile.walls, &mut |entry| {
                let mut after = profile;
                after.walls = entry.walls;
                if fewest + entry.added > most || !after.enter(&place, &entry) {
                    return;
                }
                let target = next.entry(after.pack()).or_default();
                let length = (walls.len() + entry.added).min(most + 1);
                if target.len() < length {
                    target.resize(length, 0);
                }
                for (target, count) in target.iter_mut().skip(entry.added).zip(&walls) {
                    *target += count;
                }
            });
        }
        counts = next;
    }
    let mut total = vec![0; most + 1];
    for (key, walls) in counts {
        if Profile::unpack(key).regions[..width].iter().all(|&region| region == 0) {
            for (total, count) in total.iter_mut().zip(walls) {
                *total += count;
            }
        }
    }
    total
}

const MAX_WIDTH: usize = 9;

/// The region of a column whose first square is to come.
const NONE: u8 = 15;

/// The state of the transfer matrix.
#[derive(Clone, Copy)]
struct Profile {
    /// By column: the region of its last square; regions are numbered by their first columns.
    regions: [u8; MAX_WIDTH],
    walls: OpenWalls,
}

impl Profile {
    fn pack(&self) -> u64 {
        let regions = self.regions.iter().fold(0, |key, &region| key << 4 | u64::from(region));
        regions << 9 | self.walls.code()
    }

    fn unpack(key: u64) -> Self {
        let region = |column: usize| (key >> (9 + 4 * (MAX_WIDTH - 1 - column)) & 15) as u8;
        let regions = std::array::from_fn(region);
        Self { regions, walls: OpenWalls::from_code(key & 511) }
    }

    /// Puts a square into the profile in place of the one below it; false if a region is cut off.
    fn enter(&mut self, place: &Place, entry: &Entry) -> bool {
        const FRESH: u8 = 14;
        let below = self.regions[place.column];
        self.regions[place.column] = FRESH;
        if !entry.is_closed_below {
            self.rename(below, FRESH);
        } else if below != NONE && !self.regions.contains(&below) {
            return false;
        }
        if !entry.is_closed_left {
            self.rename(self.regions[place.column - 1], FRESH);
        }
        let mut names = [NONE; 16];
        let mut next = 0;
        for region in self.regions.iter_mut().filter(|region| **region != NONE) {
            let name = &mut names[usize::from(*region)];
            if *name == NONE {
                *name = next;
                next += 1;
            }
            *region = *name;
        }
        true
    }

    fn rename(&mut self, old: u8, new: u8) {
        for region in &mut self.regions {
            if *region == old {
                *region = new;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use quoridor_core::BoardSize;

    use super::connected_layouts_by_walls;
    use crate::count::layouts_by_walls;
    use crate::layout::{Layout, Slots};
    use crate::passages::Passages;

    /// Every layout flooded from one square.
    #[test]
    fn counts_are_those_of_a_list() {
        for size in ["2x3", "3x3", "4x3", "3x4", "4x4", "5x3", "2x9", "7x3", "5x4", "4x5", "3x7"] {
            let size: BoardSize = size.parse().unwrap();
            let slots = Slots::new(size);
            let all = u32::from(size.width()) * u32::from(size.height());
            let counts = connected_layouts_by_walls(size, slots.count() as usize);
            for (walls, &count) in counts.iter().enumerate() {
                let mut listed = 0;
                slots.for_each(Layout::EMPTY, 0, walls, &mut |layout| {
                    let passages = Passages::new(&slots, layout);
                    let corner = passages.bottom_row() & passages.bottom_row().wrapping_neg();
                    listed += u128::from(passages.region(corner).count_ones() == all);
                });
                assert_eq!(count, listed, "{size}, {walls} walls");
            }
        }
    }

    /// Two walls can only cut off a corner: its two squares on either side, or all four.
    #[test]
    fn two_walls_on_the_standard_board() {
        let connected = connected_layouts_by_walls(BoardSize::STANDARD, 2);
        let all = layouts_by_walls(BoardSize::STANDARD);
        assert_eq!(connected, [1, 128, all[2] - 4 * 3]);
    }
}
