//! The features of [`Planes`](super::Planes), computed on whole rows at a time.
//!
//! A set of squares becomes bytes by a lookup of eight squares at once; distances do so by their
//! binary digits. All of it takes about a twentieth of the time of setting the features square by
//! square. Where a game goes on, [`GameFeatures`] are updated from move to move: a step changes one
//! distance field of four, and no walls; a wall changes about half of the fields.

use std::mem;
use std::ops::Range;

use quoridor_core::{
    MAX_SQUARES, Move, MoveSet, Orientation, Player, Position, Square, SquareSet, Wall, WallSet,
};

use super::distances::{Distances, steps};
use super::policy::seen_by;

/// One, in 64ths.
pub(super) const ONE: u8 = 64;
/// A step, in 64ths.
pub(super) const STEP: u8 = 4;
/// A wall left, in 64ths.
pub(super) const WALL_LEFT: u8 = 6;
/// Steps from here on, and no path, count as this many.
pub(super) const MOST_STEPS: u8 = 63;
/// More walls left than that count as this many.
const MOST_WALLS: u8 = 42;

/// A plane: nine times the row, counted from the mover's side, plus the column.
pub type PlaneBytes = [u8; MAX_SQUARES];

/// Writes all features of a position on the official board for two.
pub fn write_features(position: &Position, planes: &mut [PlaneBytes; 20]) {
    let walls = planes[WALLS].first_chunk_mut().expect("there are six of them");
    write_walls(position.walls(), position.turn(), walls);
    write_all_but_walls(position, &Distances::new(position), planes);
}

/// The planes of the walls among all planes.
const WALLS: Range<usize> = 2..8;

/// How many squares that pawns have left are remembered.
const SQUARES_LEFT: usize = 4;

/// The parts of the features that few moves change, kept from move to move of a game.
#[derive(Clone, Debug)]
pub struct GameFeatures {
    /// The planes of the walls, as South and as North sees them.
    walls: [[PlaneBytes; 6]; 2],
    distances: Distances,
    /// Where the pawns of South and North are, and squares that they left with the distances from
    /// there: pawns often go back.
    pawns: [Square; 2],
    left: [Option<(Square, PlaneBytes)>; SQUARES_LEFT],
    /// The next one of them to forget.
    oldest: usize,
}

impl GameFeatures {
    /// Those of a position on the official board for two.
    pub fn new(position: &Position) -> Self {
        let walls = [Player::South, Player::North].map(|mover| {
            let mut planes = [[0; MAX_SQUARES]; 6];
            write_walls(position.walls(), mover, &mut planes);
            planes
        });
        Self {
            walls,
            distances: Distances::new(position),
            pawns: [Player::South, Player::North].map(|player| position.pawn(player)),
            left: [None; SQUARES_LEFT],
            oldest: 0,
        }
    }

    /// Makes them those of the position after a move of a player.
    pub fn update(&mut self, after: &Position, mover: Player, mv: Move) {
        match mv {
            Move::Step(square) => self.step(after, usize::from(mover == Player::North), square),
            Move::Wall(wall) => {
                for (planes, mover) in self.walls.iter_mut().zip([Player::South, Player::North]) {
                    add_wall(wall, mover, planes);
                }
                self.left = [None; SQUARES_LEFT];
                self.distances.update(after, wall);
            }
            Move::Pass => {}
        }
    }

    fn step(&mut self, after: &Position, player: usize, to: Square) {
        let known = self.left.iter().position(|left| left.is_some_and(|(from, _)| from == to));
        let from_pawn = match known.and_then(|place| self.left[place]) {
            Some((_, distances)) => distances,
            None => {
                let [distances] = steps(after, [SquareSet::of(to)]);
                distances
            }
        };
        let place = known.unwrap_or(self.oldest);
        if known.is_none() {
            self.oldest = (self.oldest + 1) % self.left.len();
        }
        let field = &mut self.distances.by_player[player].from_pawn;
        self.left[place] = Some((self.pawns[player], mem::replace(field, from_pawn)));
        self.pawns[player] = to;
    }

    /// Writes all features of the position.
    pub fn write(&self, position: &Position, planes: &mut [PlaneBytes; 20]) {
        let walls = &self.walls[usize::from(position.turn() == Player::North)];
        planes[WALLS].copy_from_slice(walls);
        write_all_but_walls(position, &self.distances, planes);
    }
}

fn write_all_but_walls(position: &Position, distances: &Distances, planes: &mut [PlaneBytes; 20]) {
    let [a, b, _, _, _, _, _, _, to_goal @ .., i, j, k, l, m, n, o, p] = planes;
    let [own_goal, other_goal, own_path, other_path] = to_goal;
    write_pawns([a, b], [i, j, k, l], position);
    let own = position.turn();
    for (player, to_goal, from_pawn, path, distance) in
        [(own, own_goal, o, own_path, m), (own.opposite(), other_goal, p, other_path, n)]
    {
        let fields = &distances.by_player[usize::from(player == Player::North)];
        write_seen_by(own, &fields.to_goal, to_goal);
        write_seen_by(own, &fields.from_pawn, from_pawn);
        let steps = fields.to_goal[usize::from(position.pawn(player).index())];
        for ((path, to_goal), from_pawn) in path.iter_mut().zip(to_goal).zip(from_pawn) {
            // Where a sum is too large for a byte, the largest byte is no multiple of a step.
            *path = if to_goal.saturating_add(*from_pawn) == steps { ONE } else { 0 };
        }
        distance.fill(steps);
    }
}

/// Copies a plane, with the rows counted from the mover's side.
fn write_seen_by(mover: Player, plane: &PlaneBytes, seen: &mut PlaneBytes) {
    if mover == Player::North {
        let rows = plane.as_chunks::<9>().0.iter().rev();
        rows.zip(seen.as_chunks_mut::<9>().0).for_each(|(row, seen)| *seen = *row);
    } else {
        *seen = *plane;
    }
}

/// Writes the features that need no distances, planes 0 to 7 and 12 to 15, in this order.
pub fn write_board_features(position: &Position, planes: &mut [PlaneBytes; 12]) {
    let walls = planes[WALLS].first_chunk_mut().expect("there are six of them");
    write_walls(position.walls(), position.turn(), walls);
    let [a, b, _, _, _, _, _, _, walls_left @ ..] = planes;
    write_pawns([a, b], walls_left.each_mut(), position);
}

/// Writes a one for each of these moves and a zero for all others, by the index of the move as the
/// mover, South or North, sees it.
pub fn write_action_mask(moves: &MoveSet, mover: Player, mask: &mut [u8; Move::COUNT]) {
    let is_turned = mover == Player::North;
    let (steps, walls) = mask.split_at_mut(MAX_SQUARES);
    let steps = steps.as_chunks_mut::<9>().0;
    for (row, squares) in moves.steps.rows().into_iter().enumerate() {
        let [bytes @ .., last] = &mut steps[if is_turned { 8 - row } else { row }];
        let (eight, ninth) = spread(squares);
        (*bytes, *last) = (eight.to_le_bytes(), ninth);
    }
    let (walls, pass) = walls.split_at_mut(128);
    let (horizontal, vertical) = walls.as_chunks_mut::<8>().0.split_at_mut(8);
    for (orientation, slots) in
        [(Orientation::Horizontal, horizontal), (Orientation::Vertical, vertical)]
    {
        for (row, bits) in moves.walls.slots(orientation).to_le_bytes().into_iter().enumerate() {
            slots[if is_turned { 7 - row } else { row }] = SPREAD[usize::from(bits)].to_le_bytes();
        }
    }
    pass.fill(moves.pass.into());
}

/// Writes the planes of the pawns and of the walls left.
fn write_pawns(
    [own_pawn, other_pawn]: [&mut PlaneBytes; 2],
    [own_left, other_left, own_none, other_none]: [&mut PlaneBytes; 4],
    position: &Position,
) {
    let own = position.turn();
    for (player, pawn, left, none) in
        [(own, own_pawn, own_left, own_none), (own.opposite(), other_pawn, other_left, other_none)]
    {
        pawn.fill(0);
        pawn[seen_by(own, position.pawn(player))] = ONE;
        let count = position.walls_left(player).min(MOST_WALLS);
        left.fill(WALL_LEFT * count);
        none.fill(if count == 0 { ONE } else { 0 });
    }
}

/// Writes the planes of the walls as a player sees them.
fn write_walls(walls: WallSet, mover: Player, planes: &mut [PlaneBytes; 6]) {
    let [above, right, below, left, horizontal, vertical] = planes;
    let rows = |orientation| {
        let mut rows = walls.slots(orientation).to_le_bytes();
        if mover == Player::North {
            rows.reverse();
        }
        rows
    };
    let (wide, high) = (rows(Orientation::Horizontal), rows(Orientation::Vertical));
    const ALL: u16 = 0x1ff;
    let mut closed_above = ALL;
    for row in 0..9 {
        let (slots_wide, slots_high) = if row < 8 { (wide[row], high[row]) } else { (0, 0) };
        let high_below = if row > 0 { high[row - 1] } else { 0 };
        let closed_below = closed_above;
        closed_above = if row < 8 { u16::from(slots_wide) * 3 } else { ALL };
        let closed_right = u16::from(slots_high | high_below) | 0x100;
        let closed_left = closed_right << 1 | 1;
        write_row(above, row, spread(closed_above), 6);
        write_row(below, row, spread(closed_below), 6);
        write_row(right, row, spread(closed_right), 6);
        write_row(left, row, spread(closed_left & ALL), 6);
        write_row(horizontal, row, spread(slots_wide.into()), 6);
        write_row(vertical, row, spread(slots_high.into()), 6);
    }
}

/// Adds a wall to the planes of the walls as a player sees them.
fn add_wall(wall: Wall, mover: Player, planes: &mut [PlaneBytes; 6]) {
    let is_turned = mover == Player::North;
    let [above, right, below, left, horizontal, vertical] = planes;
    let (column, row) = (usize::from(wall.square().column()), usize::from(wall.square().row()));
    // The row of the squares on the near side of the wall, from the mover.
    let near = 9 * if is_turned { 7 - row } else { row } + column;
    let far = near + 9;
    match wall.orientation() {
        Orientation::Horizontal => {
            above[near..near + 2].fill(ONE);
            below[far..far + 2].fill(ONE);
            horizontal[near] = ONE;
        }
        Orientation::Vertical => {
            for row in [near, far] {
                right[row] = ONE;
                left[row + 1] = ONE;
            }
            vertical[near] = ONE;
        }
    }
}

/// The byte of each square of a row: a one in the lowest bit of each, the last square apart.
#[inline(always)]
fn spread(row: u16) -> (u64, u8) {
    (SPREAD[usize::from(row & 0xff)], (row >> 8) as u8)
}

/// Eight bits as the lowest bits of eight bytes.
pub(super) static SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut place = 0;
        while place < 8 {
            spread[bits] |= (bits as u64 >> place & 1) << (8 * place);
            place += 1;
        }
        bits += 1;
    }
    spread
};

/// Writes a row of a plane; the numbers are shifted to the left.
#[inline(always)]
fn write_row(plane: &mut PlaneBytes, row: usize, (eight, ninth): (u64, u8), shift: u32) {
    let [bytes @ .., last] = &mut plane.as_chunks_mut::<9>().0[row];
    *bytes = (eight << shift).to_le_bytes();
    *last = ninth << shift;
}

#[cfg(test)]
mod tests {
    use quoridor_core::{BoardSize, Symmetry};

    use super::*;
    use crate::random::Random;

    #[test]
    fn the_features_of_a_game_are_those_of_its_positions() {
        let mut random = Random::new(3);
        for _ in 0..20 {
            let mut position = Position::default();
            let mut features = GameFeatures::new(&position);
            while position.winner().is_none() && position.hash() % 64 != 0 {
                let moves: Vec<Move> = position.legal_moves().iter().collect();
                let (mover, mv) = (position.turn(), random.pick(&moves).unwrap());
                position.play_unchecked(mv);
                features.update(&position, mover, mv);
                let [mut kept, mut written] = [[[1; MAX_SQUARES]; 20], [[2; MAX_SQUARES]; 20]];
                features.write(&position, &mut kept);
                write_features(&position, &mut written);
                assert_eq!(kept, written, "{position}");
            }
        }
    }

    /// Move by move; North sees the board turned upside down.
    #[test]
    fn masks_have_the_legal_moves() {
        for text in ["- / - / e1 e9 / 10 10 / 1", "c4 e7 / a1 h8 / e5 e4 / 7 9 / 2"] {
            let position: Position = text.parse().unwrap();
            let (moves, mover) = (position.legal_moves(), position.turn());
            let mut mask = [7; Move::COUNT];
            write_action_mask(&moves, mover, &mut mask);
            for index in 0..Move::COUNT as u8 {
                let seen = Move::from_index(index).unwrap();
                let mv = match mover {
                    Player::North => Symmetry::MirrorRotation.mv(seen, BoardSize::STANDARD),
                    _ => seen,
                };
                assert_eq!(mask[usize::from(index)], moves.contains(mv).into(), "{text} {mv}");
            }
        }
    }
}
