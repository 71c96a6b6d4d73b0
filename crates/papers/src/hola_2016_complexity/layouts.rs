//! Wall layouts: how many there are, one of them at random, and how many walls still fit.
//!
//! A layout is a set of walls that neither overlap nor cross; whether it seals a pawn off is not
//! asked here. Rows of slots are filled one after the other: which fillings of a row are possible
//! depends only on the vertical walls of the row before, so all layouts are counted by a table over
//! those (a transfer matrix), without listing them.

use quoridor_core::{BoardSize, Orientation, Square, Wall, WallSet};
use quoridor_engine::random::Random;

/// The walls of one row of slots, a bit each, the first column lowest. They do not overlap or cross
/// each other.
#[derive(Clone, Copy)]
struct Filling {
    horizontal: u8,
    vertical: u8,
}

impl Filling {
    /// All fillings of a row of slots.
    fn all(slots: u32) -> Vec<Self> {
        let sets = || (0..1_u16 << slots).map(|set| set as u8);
        let side_by_side = |set: u8| set & set << 1 != 0;
        sets()
            .filter(|&horizontal| !side_by_side(horizontal))
            .flat_map(|horizontal| {
                sets()
                    .filter(move |vertical| horizontal & vertical == 0)
                    .map(move |vertical| Self { horizontal, vertical })
            })
            .collect()
    }

    const fn walls(self) -> usize {
        (self.horizontal.count_ones() + self.vertical.count_ones()) as usize
    }

    /// How many horizontal walls could still lie in its row.
    const fn free_horizontal(self, slots: u32) -> u32 {
        let taken = self.horizontal | self.horizontal << 1 | self.horizontal >> 1 | self.vertical;
        slots - (taken & mask(slots)).count_ones()
    }
}

const fn mask(slots: u32) -> u8 {
    ((1_u16 << slots) - 1) as u8
}

/// The layouts of up to a number of walls on a board, counted.
pub(crate) struct Layouts {
    size: BoardSize,
    most: usize,
    fillings: Vec<Filling>,
    /// By row and by the vertical walls of the row before: in how many ways this row and those
    /// after it can be filled with 0, 1, 2 … walls. After the last row there is one way, with none.
    ways: Vec<Vec<Vec<u128>>>,
}

impl Layouts {
    /// Counts the layouts of up to a number of walls.
    pub(crate) fn new(size: BoardSize, most: usize) -> Self {
        let slots = u32::from(size.width() - 1);
        let (rows, sets) = (usize::from(size.height() - 1), 1_usize << slots);
        let fillings = Filling::all(slots);
        let mut nothing = vec![0; most + 1];
        nothing[0] = 1;
        let mut ways = vec![vec![nothing; sets]];
        for _ in 0..rows {
            let after: &Vec<Vec<u128>> = ways.last().expect("there is always one");
            let row = (0..sets).map(|before| {
                let mut counts = vec![0; most + 1];
                for filling in
                    fillings.iter().filter(|filling| usize::from(filling.vertical) & before == 0)
                {
                    let rest = &after[usize::from(filling.vertical)];
                    for (count, rest) in counts.iter_mut().skip(filling.walls()).zip(rest) {
                        *count += rest;
                    }
                }
                counts
            });
            let row = row.collect();
            ways.push(row);
        }
        ways.reverse();
        Self { size, most, fillings, ways }
    }

    /// How many layouts there are of 0, 1, 2 … walls.
    pub(crate) fn counts(&self) -> &[u128] {
        &self.ways[0][0]
    }

    /// A random layout of a number of walls, all as likely; `None` if there is none.
    pub(crate) fn sample(&self, walls: usize, random: &mut Random) -> Option<WallSet> {
        let count = *self.counts().get(walls).filter(|&&count| count > 0)?;
        // The remainder's bias is the count over 2¹²⁸.
        let mut place = (u128::from(random.next()) << 64 | u128::from(random.next())) % count;
        let (mut before, mut left, mut layout) = (0, walls, WallSet::EMPTY);
        for row in 0..self.size.height() - 1 {
            let after = &self.ways[usize::from(row) + 1];
            let filling = self.fillings.iter().find(|filling| {
                if usize::from(filling.vertical) & before != 0 || filling.walls() > left {
                    return false;
                }
                let ways = after[usize::from(filling.vertical)][left - filling.walls()];
                if place < ways {
                    return true;
                }
                place -= ways;
                false
            })?;
            before = usize::from(filling.vertical);
            left -= filling.walls();
            self.place(*filling, row, &mut layout);
        }
        Some(layout)
    }

    fn place(&self, filling: Filling, row: u8, layout: &mut WallSet) {
        let sets = [
            (Orientation::Horizontal, filling.horizontal),
            (Orientation::Vertical, filling.vertical),
        ];
        for (orientation, set) in sets {
            for column in (0..self.size.width() - 1).filter(|column| set >> column & 1 != 0) {
                let wall =
                    Square::new(column, row).and_then(|square| Wall::new(square, orientation));
                layout.insert(wall.expect("a slot of the board has both walls"));
            }
        }
    }

    /// For 0, 1, 2 … walls: the most walls that still fit beside them, over all layouts. `None` if
    /// there is no layout of that many walls.
    ///
    /// Row by row again; but which vertical walls still fit into a row depends on the rows on both
    /// sides, so that what a row takes is counted when the next one is known.
    pub(crate) fn most_free(&self) -> Vec<Option<u32>> {
        let slots = u32::from(self.size.width() - 1);
        let sets = 1_usize << slots;
        // By the vertical walls of the last row and the vertical slots that are taken in it: the
        // most that fit so far, by the number of walls.
        let none = || vec![None; self.most + 1];
        let mut best: Vec<Vec<Option<u32>>> = vec![Vec::new(); sets * sets];
        for filling in self.fillings.iter().filter(|filling| filling.walls() <= self.most) {
            let state = usize::from(filling.vertical) * sets
                + usize::from(filling.vertical | filling.horizontal);
            let entry = &mut best[state];
            if entry.is_empty() {
                *entry = none();
            }
            entry[filling.walls()] =
                entry[filling.walls()].max(Some(filling.free_horizontal(slots)));
        }
        for _ in 1..self.size.height() - 1 {
            let mut next: Vec<Vec<Option<u32>>> = vec![Vec::new(); sets * sets];
            for (state, so_far) in best.iter().enumerate().filter(|(_, so_far)| !so_far.is_empty())
            {
                let (vertical, taken) = ((state / sets) as u8, (state % sets) as u8);
                for filling in
                    self.fillings.iter().filter(|filling| filling.vertical & vertical == 0)
                {
                    let free = slots - (taken | filling.vertical).count_ones()
                        + filling.free_horizontal(slots);
                    let now_taken = vertical | filling.vertical | filling.horizontal;
                    let entry =
                        &mut next[usize::from(filling.vertical) * sets + usize::from(now_taken)];
                    if entry.is_empty() {
                        *entry = none();
                    }
                    for (to, from) in entry.iter_mut().skip(filling.walls()).zip(so_far) {
                        *to = (*to).max(from.map(|from| from + free));
                    }
                }
            }
            best = next;
        }
        let mut most = none();
        for (state, so_far) in best.iter().enumerate() {
            let free = slots - ((state % sets) as u8).count_ones();
            for (to, from) in most.iter_mut().zip(so_far) {
                *to = (*to).max(from.map(|from| from + free));
            }
        }
        most
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn size(text: &str) -> BoardSize {
        text.parse().unwrap()
    }

    /// Every layout of a small board, listed: wall by wall, taken or not.
    fn listed(size: BoardSize) -> Vec<WallSet> {
        let mut layouts = vec![WallSet::EMPTY];
        for wall in size.walls() {
            let with: Vec<WallSet> = layouts
                .iter()
                .filter(|layout| !layout.conflicts().contains(wall))
                .map(|layout| layout.with(wall))
                .collect();
            layouts.extend(with);
        }
        layouts
    }

    #[test]
    fn small_boards_as_listed() {
        for board in ["2x3", "3x3", "3x5", "5x3", "4x4", "4x5"] {
            let (layouts, listed) = (Layouts::new(size(board), 20), listed(size(board)));
            let (counts, most_free) = (layouts.counts(), layouts.most_free());
            for walls in 0..=20 {
                let alike = || listed.iter().filter(|layout| layout.len() == walls);
                assert_eq!(counts[walls], alike().count() as u128, "{board} {walls}");
                let free = alike()
                    .map(|layout| (size(board).walls() - layout.conflicts()).len() as u32)
                    .max();
                assert_eq!(most_free[walls], free, "{board} {walls}");
            }
        }
    }

    /// The sum that the literature's checklist gives for 9x9 and up to 20 walls; and by hand: 128
    /// walls, and of the C(128, 2) pairs of them 64 cross and 2·8·7 overlap.
    #[test]
    fn the_official_board() {
        let layouts = Layouts::new(BoardSize::STANDARD, 20);
        let counts = layouts.counts();
        assert_eq!(counts[..3], [1, 128, 128 * 127 / 2 - 64 - 112]);
        assert_eq!(counts.iter().sum::<u128>(), 1_375_968_129_062_134_174_771);
    }

    /// Five walls that leave more than Hoľa's Table 3.2 has for any: found by a search that knows
    /// nothing of rows, and counted by the rules' own conflicts.
    #[test]
    fn more_walls_fit_than_in_table_3_2() {
        let five: WallSet = ["a1h", "b2h", "a3h", "b1v", "a2v"]
            .iter()
            .map(|wall| wall.parse::<Wall>().unwrap())
            .collect();
        assert_eq!((BoardSize::STANDARD.walls() - five.conflicts()).len(), 116);
        let most_free = Layouts::new(BoardSize::STANDARD, 6).most_free();
        assert_eq!(most_free, [128, 125, 123, 120, 118, 116, 114].map(Some));
    }

    /// Each of the layouts of two walls on 3x3 is drawn as often as the others, and nothing else
    /// is.
    #[test]
    fn samples_are_uniform() {
        let (layouts, random) = (Layouts::new(size("3x3"), 20), &mut Random::new(3));
        let mut drawn: BTreeMap<WallSet, u32> = listed(size("3x3"))
            .into_iter()
            .filter(|layout| layout.len() == 2)
            .map(|layout| (layout, 0))
            .collect();
        let kinds = drawn.len();
        for _ in 0..1000 * kinds {
            *drawn.get_mut(&layouts.sample(2, random).unwrap()).expect("a layout of two walls") +=
                1;
        }
        // A thousand each, within five standard deviations.
        assert!(drawn.values().all(|count| (840..=1160).contains(count)), "{drawn:?}");
        assert_eq!(layouts.sample(19, random), None);
    }
}
