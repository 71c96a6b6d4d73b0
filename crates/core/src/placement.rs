//! Which walls can be placed.
//!
//! That a wall fits is a matter of masks ([`WallSet::conflicts`]). That it seals nobody off is
//! usually tested by placing it and searching for a path, wall by wall. Here all walls are tested
//! at once, without a search for a path.
//!
//! # How
//! Look at the *corners*, the points where four squares meet. Placed walls join corners to figures,
//! and some figures to the edge of the board; the edge counts as one corner. From a pawn, draw a
//! straight ray to its goal, through walls if need be. Now give every corner of a figure a sign, so
//! that the sign changes along a wall exactly where the ray crosses it. Because the pawn has a path
//! to its goal, this can be done: walking around any loop of walls one crosses the ray an even
//! number of times. (A closed loop separates the pawn from the goal if and only if a way from one
//! to the other, and so the ray as well, crosses the loop an odd number of times.)
//!
//! A new wall joins three corners: its ends and its middle. It closes a loop that separates the
//! pawn from its goal if and only if two of them belong to the same figure and, carried along the
//! wall to its middle, their signs differ. So the test of a wall is a look at six bits, and of all
//! walls at once a few operations on bitboards; the signs are found by a flood along the walls.
//!
//! The player's own goal side is not part of the edge: a loop that leaves the board there and comes
//! back does not stop the pawn. (Think of all goal squares as joined to one more square beyond
//! them, the true end of the ray.)

use crate::direction::Direction;
use crate::geometry::Geometry;
use crate::player::Player;
use crate::position::Position;
use crate::square::{MAX_SIDE, MAX_SQUARES, Square};
use crate::wall::{SLOT_SIDE, Wall};
use crate::wall_set::{WallSet, slots};

impl Position {
    /// The walls that fit and seal nobody off, whether or not anybody has one left to place.
    #[inline]
    pub fn open_walls(&self) -> WallSet {
        let fitting = self.variant().size.walls() - self.walls.conflicts();
        fitting - self.sealing_walls(fitting)
    }

    /// Whether a wall that fits would leave some player without a path.
    #[inline]
    pub(crate) fn seals(&self, wall: Wall) -> bool {
        !self.sealing_walls(WallSet::of(wall)).is_empty()
    }

    /// Those of the given walls that would leave some player without a path.
    #[inline]
    pub(crate) fn sealing_walls(&self, walls: WallSet) -> WallSet {
        let figures = Figures::new(self.walls, self.variant().size.geometry());
        let closing = walls & figures.walls_touching_twice(figures.corners, figures.geometry.sides);
        if closing.is_empty() {
            return WallSet::EMPTY;
        }
        self.seats().players().iter().fold(WallSet::EMPTY, |sealing, &player| {
            sealing | figures.sealing_walls(closing, player, self.pawn(player))
        })
    }
}

/// The placed walls, seen as figures that join corners.
struct Figures {
    geometry: &'static Geometry,
    walls: WallSet,
    /// The corners that walls touch.
    corners: u64,
    /// The corners that a wall joins to the next one on the right.
    joined_right: u64,
    /// The corners that a wall joins to the next one above.
    joined_up: u64,
}

impl Figures {
    #[inline]
    fn new(walls: WallSet, geometry: &'static Geometry) -> Self {
        let WallSet { horizontal, vertical } = walls;
        let (left_ends, lower_ends) = (slots::left(horizontal), slots::down(vertical));
        let (right_ends, upper_ends) = (slots::right(horizontal), slots::up(vertical));
        let [_, _, top, right_side] = geometry.sides;
        Self {
            geometry,
            walls,
            corners: (horizontal | vertical | left_ends | lower_ends | right_ends | upper_ends)
                & geometry.slots,
            joined_right: (horizontal | left_ends) & !right_side,
            joined_up: (vertical | lower_ends) & !top,
        }
    }

    /// The walls that touch these corners and these sides of the board with two of their own three
    /// corners.
    #[inline]
    fn walls_touching_twice(
        &self,
        corners: u64,
        [bottom, left_side, top, right_side]: [u64; 4],
    ) -> WallSet {
        let majority = |a, b, c| (a & b) | (c & (a | b));
        WallSet {
            horizontal: majority(
                slots::right(corners) | left_side,
                corners,
                slots::left(corners) | right_side,
            ),
            vertical: majority(slots::up(corners) | bottom, corners, slots::down(corners) | top),
        }
    }

    /// Those of the given walls that would separate a player's pawn from its goal.
    #[inline]
    fn sealing_walls(&self, walls: WallSet, player: Player, pawn: Square) -> WallSet {
        let heading = player.heading();
        let ray = &RAYS[heading as usize][pawn.index() as usize];
        // A ray up or down crosses horizontal walls only, the others vertical ones: two copies of
        // the same code, each with half of the work known to be nothing.
        match heading {
            Direction::Up | Direction::Down => {
                let crossing = Crossing { left: ray[0], right: ray[1], lower: 0, upper: 0 };
                self.sealing_walls_along(walls, player, &crossing)
            }
            Direction::Left | Direction::Right => {
                let crossing = Crossing { left: 0, right: 0, lower: ray[0], upper: ray[1] };
                self.sealing_walls_along(walls, player, &crossing)
            }
        }
    }

    #[inline(always)]
    fn sealing_walls_along(&self, walls: WallSet, player: Player, crossing: &Crossing) -> WallSet {
        let mut sides = self.geometry.sides;
        sides[player.opposite() as usize] = 0;
        let edge = Carried::from_sides(sides, crossing);
        let signs = self.flood(edge.placed(self.walls), crossing);
        let mut sealing = edge.or(Carried::from_corners(signs, crossing)).contradictions();

        // The figures that do not touch the edge, as long as some wall touches them twice.
        let mut corners = self.corners & !signs.all();
        loop {
            let closing = walls & self.walls_touching_twice(corners, [0; 4]);
            if closing.is_empty() {
                return walls & sealing;
            }
            let seed = corners & corners.wrapping_neg();
            let signs = self.flood(Signs::plus(seed), crossing);
            sealing |= Carried::from_corners(signs, crossing).contradictions();
            corners &= !signs.all();
        }
    }

    /// Carries signs along the walls until every corner of the figure has one.
    #[inline(always)]
    fn flood(&self, mut signs: Signs, crossing: &Crossing) -> Signs {
        let (keep_right, flip_right) =
            (self.joined_right & !crossing.right, self.joined_right & crossing.right);
        let (keep_up, flip_up) =
            (self.joined_up & !crossing.upper, self.joined_up & crossing.upper);
        loop {
            let carry = |same: u64, other: u64| {
                same | ((same & keep_right) << 1)
                    | ((same >> 1) & keep_right)
                    | ((other & flip_right) << 1)
                    | ((other >> 1) & flip_right)
                    | ((same & keep_up) << SLOT_SIDE)
                    | ((same >> SLOT_SIDE) & keep_up)
                    | ((other & flip_up) << SLOT_SIDE)
                    | ((other >> SLOT_SIDE) & flip_up)
            };
            let carried = Signs {
                plus: carry(signs.plus, signs.minus),
                minus: carry(signs.minus, signs.plus),
            };
            if carried == signs {
                return signs;
            }
            signs = carried;
        }
    }
}

/// Corners by their signs.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Signs {
    plus: u64,
    minus: u64,
}

impl Signs {
    #[inline]
    const fn plus(plus: u64) -> Self {
        Self { plus, minus: 0 }
    }

    #[inline]
    const fn all(self) -> u64 {
        self.plus | self.minus
    }

    #[inline]
    const fn or(self, other: Self) -> Self {
        Self { plus: self.plus | other.plus, minus: self.minus | other.minus }
    }

    /// The signs moved through the given halves of walls: they change in those that are crossed.
    #[inline]
    const fn through(self, crossed: u64) -> Self {
        Self {
            plus: (self.plus & !crossed) | (self.minus & crossed),
            minus: (self.minus & !crossed) | (self.plus & crossed),
        }
    }
}

/// The walls that a pawn's ray crosses: slots whose horizontal wall is crossed in its left or right
/// half, and slots whose vertical wall is crossed in its lower or upper half.
struct Crossing {
    left: u64,
    right: u64,
    lower: u64,
    upper: u64,
}

/// For each slot, the signs that one figure carries to its middle along a horizontal and along a
/// vertical wall.
struct Carried {
    horizontal: Signs,
    vertical: Signs,
}

impl Carried {
    /// From the sides of the board, which have the sign plus.
    #[inline]
    const fn from_sides([bottom, left, top, right]: [u64; 4], crossing: &Crossing) -> Self {
        Self {
            horizontal: Signs::plus(left)
                .through(crossing.left)
                .or(Signs::plus(right).through(crossing.right)),
            vertical: Signs::plus(bottom)
                .through(crossing.lower)
                .or(Signs::plus(top).through(crossing.upper)),
        }
    }

    /// From corners: those at the middles, and those at the ends.
    #[inline]
    const fn from_corners(signs: Signs, crossing: &Crossing) -> Self {
        let Signs { plus, minus } = signs;
        let at_left = Signs { plus: slots::right(plus), minus: slots::right(minus) };
        let at_right = Signs { plus: slots::left(plus), minus: slots::left(minus) };
        let below = Signs { plus: slots::up(plus), minus: slots::up(minus) };
        let above = Signs { plus: slots::down(plus), minus: slots::down(minus) };
        Self {
            horizontal: signs
                .or(at_left.through(crossing.left))
                .or(at_right.through(crossing.right)),
            vertical: signs.or(below.through(crossing.lower)).or(above.through(crossing.upper)),
        }
    }

    #[inline]
    const fn or(self, other: Self) -> Self {
        Self {
            horizontal: self.horizontal.or(other.horizontal),
            vertical: self.vertical.or(other.vertical),
        }
    }

    /// The signs at the middles of walls that stand.
    #[inline]
    const fn placed(&self, walls: WallSet) -> Signs {
        Signs {
            plus: (self.horizontal.plus & walls.horizontal) | (self.vertical.plus & walls.vertical),
            minus: (self.horizontal.minus & walls.horizontal)
                | (self.vertical.minus & walls.vertical),
        }
    }

    /// The walls to whose middle both signs are carried.
    #[inline]
    const fn contradictions(&self) -> WallSet {
        WallSet {
            horizontal: self.horizontal.plus & self.horizontal.minus,
            vertical: self.vertical.plus & self.vertical.minus,
        }
    }
}

/// The walls that the ray from each square crosses, by direction and square. A ray up or down
/// crosses the left half of the walls in its own column of slots and the right half of those in the
/// column before; a ray to a side crosses the lower half of the walls in its own row of slots and
/// the upper half of those in the row before.
static RAYS: [[[u64; 2]; MAX_SQUARES]; 4] = {
    let mut rays = [[[0; 2]; MAX_SQUARES]; 4];
    let mut index = 0;
    while index < MAX_SQUARES {
        let (column, row) = (index as u8 % MAX_SIDE, index as u8 / MAX_SIDE);
        let mut slot = 0;
        while slot < SLOT_SIDE {
            // The ray up leaves the rows at and above the square, the ray down those below it;
            // likewise to the sides.
            let along_column = if slot >= row { Direction::Up } else { Direction::Down } as usize;
            let along_row =
                if slot >= column { Direction::Right } else { Direction::Left } as usize;
            if column < SLOT_SIDE {
                rays[along_column][index][0] |= 1 << (slot * SLOT_SIDE + column);
            }
            if column > 0 {
                rays[along_column][index][1] |= 1 << (slot * SLOT_SIDE + column - 1);
            }
            if row < SLOT_SIDE {
                rays[along_row][index][0] |= 1 << (row * SLOT_SIDE + slot);
            }
            if row > 0 {
                rays[along_row][index][1] |= 1 << ((row - 1) * SLOT_SIDE + slot);
            }
            slot += 1;
        }
        index += 1;
    }
    rays
};
