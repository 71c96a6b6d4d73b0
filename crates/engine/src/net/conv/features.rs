//! The features of [`Planes`](super::Planes), computed on whole rows at a time.
//!
//! A set of squares becomes bytes by a lookup of eight squares at once. Distances are kept as six
//! sets, one for each binary digit, while a flood goes on, so that a distance field costs six such
//! conversions and not one for each distance. All of it takes about a tenth of the time of setting
//! the features square by square. [`Distances`] are updated from move to move where a game goes on:
//! a step changes one field of four.

use quoridor_core::{MAX_SQUARES, Move, MoveSet, Orientation, Player, Position, SquareSet};

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

/// Binary digits of a distance.
const DIGITS: usize = MOST_STEPS.count_ones() as usize;

/// A plane: nine times the row, counted from the mover's side, plus the column.
pub type PlaneBytes = [u8; MAX_SQUARES];

/// Writes all features of a position on the official board for two.
pub fn write_features(position: &Position, planes: &mut [PlaneBytes; 20]) {
    write_features_with(position, &Distances::new(position), planes);
}

/// Writes all features of a position whose distances are known.
pub fn write_features_with(
    position: &Position,
    distances: &Distances,
    planes: &mut [PlaneBytes; 20],
) {
    let [a, b, c, d, e, f, g, h, to_goal @ .., i, j, k, l, m, n, o, p] = planes;
    let [own_goal, other_goal, own_path, other_path] = to_goal;
    write_walls_and_pawns(position, [a, b, c, d, e, f, g, h], [i, j, k, l]);
    let own = position.turn();
    for (player, to_goal, from_pawn, path, distance) in
        [(own, own_goal, o, own_path, m), (own.opposite(), other_goal, p, other_path, n)]
    {
        let fields = distances.of(player);
        write_seen_by(own, &fields.to_goal, to_goal);
        write_seen_by(own, &fields.from_pawn, from_pawn);
        let steps = fields.to_goal[usize::from(position.pawn(player).index())];
        for ((path, to_goal), from_pawn) in path.iter_mut().zip(to_goal).zip(from_pawn) {
            // The sum of two that are too far is no distance: distances are multiples of four.
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

/// The distances of a position on the official board for two, updated from move to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    /// South's and North's.
    by_player: [Fields; 2],
}

/// The distances that belong to a player, by the squares' indices, in [`STEP`]s.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Fields {
    /// From each square to the goal.
    to_goal: PlaneBytes,
    /// From the pawn to each square.
    from_pawn: PlaneBytes,
}

impl Distances {
    /// The distances of a position.
    pub fn new(position: &Position) -> Self {
        let players = [Player::South, Player::North];
        let [south, north] = players.map(|player| position.goals(player));
        let [south_pawn, north_pawn] = players.map(|player| SquareSet::of(position.pawn(player)));
        let sources = [south, south_pawn, north, north_pawn];
        let [to_south, from_south, to_north, from_north] = steps(position, sources);
        Self {
            by_player: [
                Fields { to_goal: to_south, from_pawn: from_south },
                Fields { to_goal: to_north, from_pawn: from_north },
            ],
        }
    }

    /// Makes them those of the position after a move of a player.
    pub fn update(&mut self, after: &Position, mover: Player, mv: Move) {
        match mv {
            Move::Step(square) => {
                let [from_pawn] = steps(after, [SquareSet::of(square)]);
                self.by_player[usize::from(mover == Player::North)].from_pawn = from_pawn;
            }
            Move::Wall(_) => *self = Self::new(after),
            Move::Pass => {}
        }
    }

    const fn of(&self, player: Player) -> &Fields {
        &self.by_player[matches!(player, Player::North) as usize]
    }
}

/// Writes the features that need no distances, planes 0 to 7 and 12 to 15, in this order.
pub fn write_board_features(position: &Position, planes: &mut [PlaneBytes; 12]) {
    let [a, b, c, d, e, f, g, h, i, j, k, l] = planes;
    write_walls_and_pawns(position, [a, b, c, d, e, f, g, h], [i, j, k, l]);
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

fn write_walls_and_pawns(
    position: &Position,
    [own_pawn, other_pawn, above, right, below, left, horizontal, vertical]: [&mut PlaneBytes; 8],
    walls_left: [&mut PlaneBytes; 4],
) {
    let own = position.turn();
    let [own_left, other_left, own_none, other_none] = walls_left;
    for (player, pawn, left, none) in
        [(own, own_pawn, own_left, own_none), (own.opposite(), other_pawn, other_left, other_none)]
    {
        pawn.fill(0);
        pawn[seen_by(own, position.pawn(player))] = ONE;
        let count = position.walls_left(player).min(MOST_WALLS);
        left.fill(WALL_LEFT * count);
        none.fill(if count == 0 { ONE } else { 0 });
    }
    let walls = position.walls();
    let rows = |orientation| {
        let mut rows = walls.slots(orientation).to_le_bytes();
        if own == Player::North {
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

/// How many steps every square is from the nearest of some, for several sets of them: floods that
/// go on at the same time wait less for each other's results. Pawns are no obstacles.
///
/// A square that is `n` steps away is unreached after each of the rounds 0 to n - 1. So the parity of
/// n is that of the number of rounds that leave it unreached; and the next binary digit is that of
/// every second round (1, 3, 5, …), the next of every fourth (3, 7, …), and so on.
fn steps<const FLOODS: usize>(
    position: &Position,
    sources: [SquareSet; FLOODS],
) -> [PlaneBytes; FLOODS] {
    let mut digits = [[SquareSet::EMPTY; FLOODS]; DIGITS];
    let mut reached = sources;
    for round in 1..=MOST_STEPS {
        for (digit, digits) in digits.iter_mut().enumerate() {
            for flood in 0..FLOODS {
                digits[flood] ^= !reached[flood];
            }
            if round >> digit & 1 == 1 {
                break;
            }
        }
        let before = reached;
        for flood in 0..FLOODS {
            reached[flood] |= position.neighbours(reached[flood]);
        }
        if reached == before {
            break;
        }
    }
    std::array::from_fn(|flood| {
        let unreached = !reached[flood];
        let (mut low, mut last) = ([0; 9], [0; 9]);
        for (place, digits) in digits.iter().enumerate() {
            let squares = digits[flood] | unreached;
            if !squares.is_empty() {
                for (row, bits) in squares.rows().into_iter().enumerate() {
                    let (eight, ninth) = spread(bits);
                    low[row] |= eight << place;
                    last[row] |= ninth << place;
                }
            }
        }
        let mut plane = [0; MAX_SQUARES];
        for row in 0..9 {
            write_row(&mut plane, row, (low[row], last[row]), STEP.trailing_zeros());
        }
        plane
    })
}

/// The byte of each square of a row: a one in the lowest bit of each, the last square apart.
#[inline(always)]
fn spread(row: u16) -> (u64, u8) {
    (SPREAD[usize::from(row & 0xff)], (row >> 8) as u8)
}

/// Eight bits as the lowest bits of eight bytes.
static SPREAD: [u64; 256] = {
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

    /// Updated from move to move, they are those of the position.
    #[test]
    fn distances_are_updated() {
        let mut random = Random::new(3);
        for _ in 0..20 {
            let mut position = Position::default();
            let mut distances = Distances::new(&position);
            while position.winner().is_none() && position.hash() % 64 != 0 {
                let moves: Vec<Move> = position.legal_moves().iter().collect();
                let (mover, mv) = (position.turn(), random.pick(&moves).unwrap());
                position.play_unchecked(mv);
                distances.update(&position, mover, mv);
                assert_eq!(distances, Distances::new(&position), "{position}");
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
