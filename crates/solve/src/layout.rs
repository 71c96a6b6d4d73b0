//! Wall layouts: sets of walls that neither overlap nor cross, as two bitboards of slots.

use quoridor_core::{BoardSize, Orientation, Square, Symmetry, Wall, WallSet};

/// The walls on a board; slot `row * (width - 1) + column` is the corner at the upper right of a
/// square.
///
/// Unlike [`WallSet`], slots are numbered without gaps, so that a half turn reverses the bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Layout {
    pub(crate) horizontal: u64,
    pub(crate) vertical: u64,
}

impl Layout {
    /// No walls.
    pub const EMPTY: Self = Self { horizontal: 0, vertical: 0 };

    /// The number of walls.
    pub const fn len(self) -> usize {
        (self.horizontal.count_ones() + self.vertical.count_ones()) as usize
    }

    /// Whether there are no walls.
    pub const fn is_empty(self) -> bool {
        self.horizontal | self.vertical == 0
    }
}

/// The slots of a board, and what follows from them.
#[derive(Clone, Copy, Debug)]
pub struct Slots {
    size: BoardSize,
    /// The slots in a row.
    columns: u32,
    rows: u32,
    all: u64,
    first_column: u64,
    /// Whether half a turn, which changes the players' seats, is a symmetry of the game.
    half_turns: bool,
}

impl Slots {
    /// The slots of a board.
    pub fn new(size: BoardSize) -> Self {
        let (columns, rows) = (u32::from(size.width()) - 1, u32::from(size.height()) - 1);
        let all = u64::MAX >> (64 - columns * rows);
        let first_column = (0..rows).map(|row| 1 << (row * columns)).sum();
        Self { size, columns, rows, all, first_column, half_turns: true }
    }

    /// The same for a game in which half a turn is no symmetry, because the players start with
    /// different numbers of walls.
    pub(crate) const fn without_half_turns(mut self) -> Self {
        self.half_turns = false;
        self
    }

    /// The symmetries of the game, the identity first.
    pub(crate) const fn symmetries(&self) -> &'static [Symmetry] {
        if self.half_turns { &Symmetry::ALL } else { &[Symmetry::Identity, Symmetry::Mirror] }
    }

    /// The board.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The number of slots.
    pub const fn count(&self) -> u32 {
        self.columns * self.rows
    }

    /// The walls that fit beside those of a layout: they neither overlap nor cross one.
    pub(crate) const fn free(&self, layout: Layout) -> Layout {
        let Layout { horizontal, vertical } = layout;
        let right = horizontal << 1 & !self.first_column;
        let left = (horizontal & !self.first_column) >> 1;
        let above = vertical << self.columns;
        let below = vertical >> self.columns;
        Layout {
            horizontal: self.all & !(horizontal | right | left | vertical),
            vertical: self.all & !(vertical | above | below | horizontal),
        }
    }

    /// An upper bound for the number of walls that can still be added: the slots with room for
    /// one. Walls left beyond it never matter.
    pub(crate) const fn room(&self, layout: Layout) -> usize {
        let free = self.free(layout);
        (free.horizontal | free.vertical).count_ones() as usize
    }

    /// The image of a layout under a symmetry.
    pub(crate) const fn image(&self, layout: Layout, symmetry: Symmetry) -> Layout {
        let Layout { horizontal, vertical } = layout;
        match symmetry {
            Symmetry::Identity => layout,
            Symmetry::Mirror => {
                Layout { horizontal: self.mirror(horizontal), vertical: self.mirror(vertical) }
            }
            Symmetry::Rotation => Layout {
                horizontal: self.half_turn(horizontal),
                vertical: self.half_turn(vertical),
            },
            Symmetry::MirrorRotation => {
                self.image(self.image(layout, Symmetry::Mirror), Symmetry::Rotation)
            }
        }
    }

    const fn half_turn(&self, slots: u64) -> u64 {
        slots.reverse_bits() >> (64 - self.count())
    }

    const fn mirror(&self, slots: u64) -> u64 {
        let row_mask = (1 << self.columns) - 1;
        let (mut mirrored, mut row) = (0, 0);
        while row < self.rows {
            let bits = (slots >> (row * self.columns) & row_mask) as u8;
            let reversed = bits.reverse_bits() >> (8 - self.columns);
            mirrored |= (reversed as u64) << (row * self.columns);
            row += 1;
        }
        mirrored
    }

    /// Of the images of a layout always the same one, and a symmetry that leads there.
    pub(crate) fn canonical(&self, layout: Layout) -> (Layout, Symmetry) {
        let mirror = self.image(layout, Symmetry::Mirror);
        if !self.half_turns {
            return (layout, Symmetry::Identity).min((mirror, Symmetry::Mirror));
        }
        let candidates = [
            (layout, Symmetry::Identity),
            (mirror, Symmetry::Mirror),
            (self.image(layout, Symmetry::Rotation), Symmetry::Rotation),
            (self.image(mirror, Symmetry::Rotation), Symmetry::MirrorRotation),
        ];
        candidates.into_iter().min().expect("there are four images")
    }

    pub(crate) fn is_canonical(&self, layout: Layout) -> bool {
        let mirror = self.image(layout, Symmetry::Mirror);
        layout <= mirror
            && (!self.half_turns
                || layout <= self.image(layout, Symmetry::Rotation)
                    && layout <= self.image(mirror, Symmetry::Rotation))
    }

    /// The layout of a set of walls, which must be on the board.
    pub fn layout(&self, walls: WallSet) -> Layout {
        walls.iter().fold(Layout::EMPTY, |mut layout, wall| {
            let square = wall.square();
            let slot = u32::from(square.row()) * self.columns + u32::from(square.column());
            match wall.orientation() {
                Orientation::Horizontal => layout.horizontal |= 1 << slot,
                Orientation::Vertical => layout.vertical |= 1 << slot,
            }
            layout
        })
    }

    /// The set of walls of a layout.
    pub fn walls(&self, layout: Layout) -> WallSet {
        let of = |slots: u64, orientation| {
            let columns = self.columns;
            bits(slots).map(move |slot| {
                let square = Square::new((slot % columns) as u8, (slot / columns) as u8);
                square
                    .and_then(|square| Wall::new(square, orientation))
                    .expect("it is on the board")
            })
        };
        of(layout.horizontal, Orientation::Horizontal)
            .chain(of(layout.vertical, Orientation::Vertical))
            .collect()
    }

    /// Every layout with one wall more.
    pub(crate) fn successors(&self, layout: Layout) -> impl Iterator<Item = Layout> {
        let free = self.free(layout);
        let horizontal = bits(free.horizontal)
            .map(move |slot| Layout { horizontal: layout.horizontal | 1 << slot, ..layout });
        let vertical = bits(free.vertical)
            .map(move |slot| Layout { vertical: layout.vertical | 1 << slot, ..layout });
        horizontal.chain(vertical)
    }

    /// Calls `visit` with every layout that adds `walls` walls to `layout` in slots from `first`
    /// on, each once and always in the same order.
    pub fn for_each(
        &self,
        layout: Layout,
        first: u32,
        walls: usize,
        visit: &mut impl FnMut(Layout),
    ) {
        if walls == 0 {
            visit(layout);
            return;
        }
        let from_first = u64::MAX.checked_shl(first).unwrap_or(0);
        let free = self.free(layout);
        for slot in bits((free.horizontal | free.vertical) & from_first) {
            if free.horizontal >> slot & 1 != 0 {
                let next = Layout { horizontal: layout.horizontal | 1 << slot, ..layout };
                self.for_each(next, slot + 1, walls - 1, visit);
            }
            if free.vertical >> slot & 1 != 0 {
                let next = Layout { vertical: layout.vertical | 1 << slot, ..layout };
                self.for_each(next, slot + 1, walls - 1, visit);
            }
        }
    }
}

/// The positions of the bits that are set, lowest first.
pub(crate) fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros());
        word &= word.wrapping_sub(1);
        bit
    })
}

#[cfg(test)]
mod tests {
    use quoridor_core::{BoardSize, Symmetry};

    use super::{Layout, Slots};

    fn layouts(slots: &Slots, walls: usize) -> Vec<Layout> {
        let mut all = Vec::new();
        slots.for_each(Layout::EMPTY, 0, walls, &mut |layout| all.push(layout));
        all
    }

    #[test]
    fn free_walls_and_images_are_those_of_the_rules() {
        for size in ["2x3", "3x3", "4x3", "3x5", "5x4", "9x9"] {
            let size: BoardSize = size.parse().unwrap();
            let slots = Slots::new(size);
            for walls in 0..=2 {
                for layout in layouts(&slots, walls) {
                    let set = slots.walls(layout);
                    assert_eq!(slots.layout(set), layout);
                    assert_eq!(set.len(), walls);
                    let free = size.walls() - set.conflicts();
                    assert_eq!(slots.walls(slots.free(layout)), free, "{size} {set}");
                    for symmetry in Symmetry::ALL {
                        let image = set.iter().map(|wall| symmetry.wall(wall, size)).collect();
                        assert_eq!(
                            slots.walls(slots.image(layout, symmetry)),
                            image,
                            "{symmetry:?}"
                        );
                        let image = slots.image(layout, symmetry);
                        assert_eq!(slots.canonical(image).0, slots.canonical(layout).0);
                    }
                    let (canonical, symmetry) = slots.canonical(layout);
                    assert_eq!(slots.image(layout, symmetry), canonical);
                    assert_eq!(slots.is_canonical(layout), canonical == layout);
                }
            }
        }
    }

    /// The number of ways to place one, two, … walls, by formula for two: all pairs less those
    /// that cross or overlap.
    #[test]
    fn every_layout_comes_once() {
        let slots = Slots::new(BoardSize::STANDARD);
        let mut all = layouts(&slots, 2);
        assert_eq!(all.len(), 128 * 127 / 2 - 64 - 2 * 8 * 7);
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 128 * 127 / 2 - 64 - 2 * 8 * 7);
    }
}
