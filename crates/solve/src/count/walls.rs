//! All walls that fit around a square, when squares are visited row by row from the bottom.

/// The walls that reach beyond the squares visited so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct OpenWalls {
    /// By slot of the last row of slots: whether a vertical wall reaches into the row above.
    vertical: u16,
    /// Whether the slot to the left has a horizontal wall.
    is_horizontal: bool,
}

impl OpenWalls {
    /// Nine bits.
    pub(super) fn code(self) -> u64 {
        u64::from(self.vertical) << 1 | u64::from(self.is_horizontal)
    }

    pub(super) const fn from_code(code: u64) -> Self {
        Self { vertical: (code >> 1) as u16 & 0xFF, is_horizontal: code & 1 != 0 }
    }
}

/// A square that is visited.
pub(super) struct Place {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) row: usize,
    pub(super) column: usize,
}

/// One way to place the walls around a square.
pub(super) struct Entry {
    pub(super) is_closed_below: bool,
    pub(super) is_closed_left: bool,
    pub(super) walls: OpenWalls,
    /// The number of new walls.
    pub(super) added: usize,
}

impl Place {
    /// Calls `then` for all ways: with or without a horizontal wall in the slot at the lower right
    /// of the square, with or without a vertical one in the slot at its upper left.
    pub(super) fn for_each(&self, walls: OpenWalls, then: &mut impl FnMut(Entry)) {
        let Self { width, height, row, column } = *self;
        let was_horizontal = column > 0 && walls.is_horizontal;
        let has_slot_below = row > 0 && column + 1 < width;
        let is_free = has_slot_below && !was_horizontal && walls.vertical >> column & 1 == 0;
        let has_slot_left = column > 0 && row + 1 < height;
        let from_below = column > 0 && walls.vertical >> (column - 1) & 1 != 0;
        for is_horizontal in [false, true] {
            for is_vertical in [false, true] {
                if is_horizontal && !is_free || is_vertical && (!has_slot_left || from_below) {
                    continue;
                }
                let mut vertical = walls.vertical;
                if column > 0 {
                    vertical &= !(1 << (column - 1));
                    vertical |= u16::from(is_vertical) << (column - 1);
                }
                then(Entry {
                    is_closed_below: row == 0 || was_horizontal || is_horizontal,
                    is_closed_left: column == 0 || from_below || is_vertical,
                    walls: OpenWalls { vertical, is_horizontal },
                    added: usize::from(is_horizontal) + usize::from(is_vertical),
                });
            }
        }
    }
}
