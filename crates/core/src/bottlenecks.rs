//! Where all shortest paths of a player run so close together that one wall would lie across them
//! all.
//!
//! The squares on shortest paths fall into layers by their distance from the goal, and every
//! shortest path takes one step from each layer to the next. If there is only one such step, or two
//! side by side, a single wall can close it. (A wall can also lie across all shortest paths by
//! closing steps between different layers. That is rare and takes long to find:
//! [`Position::detours`] does.)

use crate::passages::Passages;
use crate::paths::{DistanceField, WALLS_ABOVE, WALLS_RIGHT};
use crate::player::Player;
use crate::position::Position;
use crate::square::MAX_SIDE;
use crate::square_set::SquareSet;
use crate::wall_set::WallSet;

/// Where a player's shortest paths are narrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bottlenecks {
    /// The walls that would lie across all shortest paths, if they could be placed.
    pub walls: WallSet,
    /// How many steps the player is from its goal.
    pub distance: u8,
    /// The squares on any shortest path, the pawn's and the goal's included.
    pub squares: SquareSet,
    /// The squares from which the only step on lies between them and the square above.
    single_up: SquareSet,
    /// The same for the square on the right.
    single_right: SquareSet,
}

impl Bottlenecks {
    /// How many steps the player has to take, wherever it goes, that none of these walls lies
    /// across.
    #[inline]
    pub fn sure_steps(&self, walls: WallSet) -> usize {
        let is_sure = |beside: &[WallSet], step: crate::square::Square| {
            !beside[step.index() as usize].intersects(walls)
        };
        self.single_up.iter().filter(|&step| is_sure(&WALLS_ABOVE, step)).count()
            + self.single_right.iter().filter(|&step| is_sure(&WALLS_RIGHT, step)).count()
    }
}

impl Position {
    /// Where a player's shortest paths are narrow.
    ///
    /// ```
    /// use quoridor_core::{Player, Position};
    /// // A row with two gaps: b1 and i1.
    /// let position: Position = "c1 e1 g1 / - / e1 e9 / 9 8 / 1".parse().unwrap();
    /// let narrow = position.bottlenecks(Player::South);
    /// assert_eq!(narrow.distance, 11);
    /// assert!(narrow.walls.contains("a1h".parse().unwrap()));
    /// ```
    #[inline]
    pub fn bottlenecks(&self, player: Player) -> Bottlenecks {
        let pawn = SquareSet::of(self.pawn(player));
        let field = DistanceField::new(&self.passages, self.goals(player), pawn);
        let mut found = Bottlenecks {
            walls: WallSet::EMPTY,
            distance: field.farthest(),
            squares: pawn,
            single_up: SquareSet::EMPTY,
            single_right: SquareSet::EMPTY,
        };
        let mut front = pawn;
        for distance in (0..field.farthest()).rev() {
            let next = self.passages.neighbours(front) & field.within(distance);
            found.add(&self.passages, front, next);
            found.squares |= next;
            front = next;
        }
        found
    }

    /// How many steps a player would be from its goal behind one more wall; `None` if it would be
    /// sealed off.
    #[inline]
    pub fn distance_behind(&self, player: Player, wall: crate::wall::Wall) -> Option<u8> {
        let mut passages = self.passages;
        passages.close(wall);
        passages.distance(SquareSet::of(self.pawn(player)), self.goals(player))
    }

    /// Those of the given walls that fit and seal nobody off, whether or not anybody has one left
    /// to place.
    #[inline]
    pub fn open_among(&self, walls: WallSet) -> WallSet {
        let fitting = (walls & self.variant().size.walls()) - self.walls.conflicts();
        if fitting.is_empty() { fitting } else { fitting - self.sealing_walls(fitting) }
    }
}

impl Bottlenecks {
    /// Takes in the steps from one layer to the next.
    #[inline]
    fn add(&mut self, passages: &Passages, from: SquareSet, to: SquareSet) {
        let (up, right) = (passages.steps_up(from, to), passages.steps_right(from, to));
        match up.len() + right.len() {
            1 => {
                self.single_up |= up;
                self.single_right |= right;
                self.walls |=
                    up.first().map_or(WallSet::EMPTY, |step| WALLS_ABOVE[step.index() as usize])
                        | right
                            .first()
                            .map_or(WallSet::EMPTY, |step| WALLS_RIGHT[step.index() as usize]);
            }
            2 => {
                let across = |steps: SquareSet, beside: &[WallSet]| {
                    steps
                        .iter()
                        .map(|step| beside[step.index() as usize])
                        .reduce(|first, second| first & second)
                };
                // One of each kind are not side by side.
                if up.is_empty() || right.is_empty() {
                    let walls = across(up, &WALLS_ABOVE).or_else(|| across(right, &WALLS_RIGHT));
                    self.walls |= walls.unwrap_or(WallSet::EMPTY);
                }
            }
            _ => {}
        }
    }
}

impl Passages {
    /// The steps between two sets of squares, up or down: the lower square of each.
    #[inline]
    fn steps_up(&self, from: SquareSet, to: SquareSet) -> SquareSet {
        // The square above one of an odd row is in the word of the even rows, at the same place;
        // above one of an even row in that of the odd rows, a row on.
        let above = |set: SquareSet| SquareSet { odd: set.even, even: set.odd >> MAX_SIDE };
        self.up & ((from & above(to)) | (to & above(from)))
    }

    /// The steps between two sets of squares, to the right or left: the left square of each.
    #[inline]
    fn steps_right(&self, from: SquareSet, to: SquareSet) -> SquareSet {
        let beside = |set: SquareSet| SquareSet { odd: set.odd >> 1, even: set.even >> 1 };
        self.right & ((from & beside(to)) | (to & beside(from)))
    }
}
