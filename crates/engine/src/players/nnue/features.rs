//! The features of a position: a set of bits, one for each input of the network.
//!
//! | words | features |
//! |---|---|
//! | 0, 1 | horizontal, vertical walls, by slot |
//! | 2–3, 4–5 | squares on shortest paths of the player to move (*own*), of the opponent |
//! | 6–7, 8–9 | square of the own pawn, of the opponent's |
//! | 10, 11 | own, opponent's distance (21), walls left (11), safe steps (11), detour (21) |
//! | 12–13, 14–15 | horizontal and vertical walls around the own pawn, around the opponent's |
//! | 16–17, 18–19 | walls that would block all shortest paths, likewise, own, the opponent's |
//! | 20 | where the opponent's pawn is from the own one, if at most three rows and columns away |
//!
//! A position is seen by the player to move, who heads up, and mirrored so that the own pawn is on
//! the left half of the board (if it is in the middle, the opponent's pawn). So a position and its
//! images under symmetries have the same features, but for those with both pawns in the middle.

use quoridor_core::{
    BoardSize, MAX_SIDE, Move, Orientation, Player, Position, Seats, Square, SquareSet, Symmetry,
    Variant, WallSet,
};

use crate::players::alphabeta::evaluation::Paths;

/// The number of words.
const WORDS: usize = 21;

/// The numbers of a player: how many values each has, and in which order.
const DISTANCES: usize = 21;
const WALL_COUNTS: usize = 11;
const SAFE_STEPS: usize = 11;

/// The middle column.
const MIDDLE: u8 = MAX_SIDE / 2;

/// How far apart pawns are in each direction that are seen together.
const NEAR: i8 = 3;

/// The features of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    words: [u64; WORDS],
}

/// How a position is seen: the symmetry that makes it one of the player to move, heading up, with
/// the pawn on the left half.
pub fn view(position: &Position) -> Symmetry {
    let column = |player| position.pawn(player).column();
    let (own, other) = (column(position.turn()), column(position.turn().opposite()));
    let is_mirrored = own > MIDDLE || (own == MIDDLE && other > MIDDLE);
    match (position.turn() == Player::North, is_mirrored) {
        (false, false) => Symmetry::Identity,
        (false, true) => Symmetry::Mirror,
        (true, false) => Symmetry::MirrorRotation,
        (true, true) => Symmetry::Rotation,
    }
}

/// A move as a position's [`view`] shows it, and the other way round: views are their own inverses.
pub fn seen(mv: Move, view: Symmetry) -> Move {
    view.mv(mv, BoardSize::STANDARD)
}

impl Features {
    /// The number of features, including places that no position uses.
    pub const COUNT: usize = 64 * WORDS;

    /// No feature at all.
    pub const NONE: Self = Self { words: [0; WORDS] };

    /// Whether positions of a variant have features: on the official board for two.
    pub fn can_show(variant: Variant) -> bool {
        variant.seats == Seats::Two && variant.size == BoardSize::STANDARD
    }

    /// The features of a position of a variant that [`can_show`](Self::can_show) accepts.
    pub fn new(position: &Position) -> Self {
        Self::seen(position, view(position))
    }

    /// The features of a position in its [`view`].
    pub(super) fn seen(position: &Position, view: Symmetry) -> Self {
        let Paths { features, squares, blocking } = Paths::new(position);
        let player = position.turn();
        let square = |player| view.square(position.pawn(player), BoardSize::STANDARD);
        let pawns = [square(player), square(player.opposite())];
        let walls = slots(position.walls(), view);
        let mut words = [0; WORDS];
        words[0..2].copy_from_slice(&walls);
        for side in 0..2 {
            let path = squares_seen(squares[side], view);
            words[2 + 2 * side] = path as u64;
            words[3 + 2 * side] = (path >> 64) as u64;
            let pawn = usize::from(pawns[side].index());
            words[6 + 2 * side + pawn / 64] |= 1 << (pawn % 64);
            let [distance, left, safe, detour] =
                [features[side], features[2 + side], features[4 + side], features[6 + side]];
            words[10 + side] = 1 << distance
                | 1 << (DISTANCES as u8 + left)
                | 1 << ((DISTANCES + WALL_COUNTS) as u8 + safe.min(SAFE_STEPS as u8 - 1))
                | 1 << ((DISTANCES + WALL_COUNTS + SAFE_STEPS) as u8 + detour);
            let around = walls.map(|walls| centred(walls, pawns[side]));
            words[12 + 2 * side..14 + 2 * side].copy_from_slice(&around);
            let blocking = slots(blocking[side], view);
            words[16 + 2 * side..18 + 2 * side].copy_from_slice(&blocking);
        }
        let [rows, columns] = [Square::row, Square::column]
            .map(|place| place(pawns[1]) as i8 - place(pawns[0]) as i8 + NEAR);
        let near = 0..=2 * NEAR;
        if near.contains(&rows) && near.contains(&columns) {
            words[20] = 1 << (rows * (2 * NEAR + 1) + columns);
        }
        Self { words }
    }

    /// The features as bytes, the lowest first: bit `i % 8` of byte `i / 8` is feature `i`.
    pub fn bytes(&self) -> [u8; Self::COUNT / 8] {
        let mut bytes = [0; Self::COUNT / 8];
        for (eight, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(self.words) {
            *eight = word.to_le_bytes();
        }
        bytes
    }

    /// The features that are here but not in others.
    #[inline]
    pub fn without(&self, others: &Self) -> impl Iterator<Item = usize> {
        let words = self.words.iter().zip(&others.words).map(|(own, other)| own & !other);
        words.enumerate().filter(|(_, word)| *word != 0).flat_map(|(place, word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(64 * place + bit)
            })
        })
    }
}

/// The slots of walls by orientation, in a view: bit 8·row + column.
#[inline]
fn slots(walls: WallSet, view: Symmetry) -> [u64; 2] {
    [Orientation::Horizontal, Orientation::Vertical].map(|orientation| {
        let slots = walls.slots(orientation);
        match view {
            Symmetry::Identity => slots,
            Symmetry::Mirror => slots.reverse_bits().swap_bytes(),
            Symmetry::Rotation => slots.reverse_bits(),
            Symmetry::MirrorRotation => slots.swap_bytes(),
        }
    })
}

/// The squares of a set in a view: bit 9·row + column.
#[inline]
fn squares_seen(squares: SquareSet, view: Symmetry) -> u128 {
    let rows = squares.rows();
    let upwards = rows.iter().rev().fold(0, |bits: u128, &row| bits << 9 | u128::from(row));
    let downwards = || rows.iter().fold(0, |bits: u128, &row| bits << 9 | u128::from(row));
    // A set of 81 bits turned around is rotated.
    let turned = |bits: u128| bits.reverse_bits() >> (128 - 81);
    match view {
        Symmetry::Identity => upwards,
        Symmetry::Mirror => turned(downwards()),
        Symmetry::Rotation => turned(upwards),
        Symmetry::MirrorRotation => downwards(),
    }
}

/// The walls at most four slots from a pawn, moved so that the pawn is in the middle of eight rows
/// and columns.
#[inline]
fn centred(slots: u64, pawn: Square) -> u64 {
    let (rows, columns) = (pawn.row(), pawn.column());
    let moved = match rows {
        0..=4 => slots << (8 * (4 - rows)),
        _ => slots >> (8 * (rows - 4)),
    };
    // The columns of each row that remain on the board.
    match columns {
        0..=4 => (moved & (0x0101_0101_0101_0101 * (0xff >> (4 - columns)))) << (4 - columns),
        _ => (moved >> (columns - 4)) & (0x0101_0101_0101_0101 * (0xff >> (columns - 4))),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::random::Random;
    use quoridor_core::Wall;

    /// Positions of random games, with walls on the board and pawns in many places.
    pub(crate) fn positions(games: usize) -> Vec<Position> {
        let mut random = Random::new(5);
        let mut positions = Vec::new();
        for _ in 0..games {
            let mut position = Position::default();
            while position.outcome().is_none() {
                positions.push(position);
                let moves = position.legal_moves();
                let steps: Vec<Move> = moves.steps.iter().map(Move::Step).collect();
                let moves: Vec<Move> = moves.iter().collect();
                let moves = if random.chance(0.6) { &steps } else { &moves };
                position.play_unchecked(random.pick(moves).unwrap());
            }
        }
        positions
    }

    /// Feature by feature, from the position that the player to move sees.
    fn slow(position: &Position) -> Vec<usize> {
        let position = view(position).position(position).unwrap();
        let mut features = Vec::new();
        let slot =
            |wall: Wall| 8 * usize::from(wall.square().row()) + usize::from(wall.square().column());
        let orientation = |wall: Wall| usize::from(wall.orientation() == Orientation::Vertical);
        let numbers = crate::players::alphabeta::evaluation::features(&position);
        for (side, player) in [Player::South, Player::North].into_iter().enumerate() {
            let pawn = position.pawn(player);
            features.push(64 * (6 + 2 * side) + usize::from(pawn.index()));
            let path = position.shortest_path_squares(player);
            features.extend(
                path.iter().map(|square| 64 * (2 + 2 * side) + usize::from(square.index())),
            );
            let places = [0, 21, 32, 43];
            for (number, place) in places.into_iter().enumerate() {
                let value = usize::from(numbers[2 * number + side]);
                let value = if number == 2 { value.min(10) } else { value };
                features.push(64 * (10 + side) + place + value);
            }
            let legal = position.open_walls();
            let detours = position.bottlenecks(player).walls & legal;
            for wall in detours {
                features.push(64 * (16 + 2 * side + orientation(wall)) + slot(wall));
            }
            for wall in position.walls() {
                let row = wall.square().row() as i8 - pawn.row() as i8 + 4;
                let column = wall.square().column() as i8 - pawn.column() as i8 + 4;
                if (0..8).contains(&row) && (0..8).contains(&column) {
                    let place = 8 * row as usize + column as usize;
                    features.push(64 * (12 + 2 * side + orientation(wall)) + place);
                }
            }
        }
        features.extend(position.walls().iter().map(|wall| 64 * orientation(wall) + slot(wall)));
        let (own, other) = (position.pawn(Player::South), position.pawn(Player::North));
        let rows = other.row() as i8 - own.row() as i8;
        let columns = other.column() as i8 - own.column() as i8;
        if rows.abs() <= 3 && columns.abs() <= 3 {
            features.push(64 * 20 + (7 * (rows + 3) + columns + 3) as usize);
        }
        features.sort_unstable();
        features
    }

    #[test]
    fn features_are_those_of_the_table() {
        for position in positions(40) {
            let features: Vec<usize> = Features::new(&position).without(&Features::NONE).collect();
            assert_eq!(features, slow(&position), "{position}");
        }
    }

    #[test]
    fn images_of_a_position_have_the_same_features() {
        for position in positions(10) {
            let columns =
                [Player::South, Player::North].map(|player| position.pawn(player).column());
            for symmetry in Symmetry::ALL {
                let image = symmetry.position(&position).unwrap();
                if columns != [MIDDLE; 2] {
                    assert_eq!(Features::new(&image), Features::new(&position), "{position}");
                }
            }
        }
    }
}
