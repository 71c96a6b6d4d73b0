//! How many steps every square is from the goals and from the pawns.
//!
//! While a flood goes on, distances are kept as six sets, one for each binary digit, so that a
//! distance field costs six conversions of a set to bytes and not one for each distance.

use quoridor_core::{Direction, Floods, MAX_SQUARES, Player, Position, Square, SquareSet, Wall};

use super::features::{MOST_STEPS, PlaneBytes, SPREAD, STEP};

/// Binary digits of a distance.
const DIGITS: usize = MOST_STEPS.count_ones() as usize;

/// The distances of a position.
#[derive(Clone, Debug)]
pub(super) struct Distances {
    /// South's and North's.
    pub(super) by_player: [Fields; 2],
}

/// The distances that belong to a player, by the squares' indices, in [`STEP`]s.
#[derive(Clone, Debug)]
pub(super) struct Fields {
    /// From each square to the goal.
    pub(super) to_goal: PlaneBytes,
    /// From the pawn to each square.
    pub(super) from_pawn: PlaneBytes,
}

impl Distances {
    pub(super) fn new(position: &Position) -> Self {
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

    /// Makes them those of the position after a wall was placed.
    pub(super) fn update(&mut self, after: &Position, wall: Wall) {
        let at_wall = squares_at(wall, after);
        let players = [Player::South, Player::North];
        for (player, Fields { to_goal, from_pawn }) in players.into_iter().zip(&mut self.by_player)
        {
            let sources = [after.goals(player), SquareSet::of(after.pawn(player))];
            match [&*to_goal, &*from_pawn].map(|field| is_unchanged(field, &at_wall)) {
                [true, true] => {}
                [false, false] => [*to_goal, *from_pawn] = steps(after, sources),
                [false, true] => [*to_goal] = steps(after, [sources[0]]),
                [true, false] => [*from_pawn] = steps(after, [sources[1]]),
            }
        }
    }
}

/// The open neighbours of each square at a wall, as indices; in place of a closed one, the square.
type AtWall = [(usize, [usize; 4]); 4];

fn squares_at(wall: Wall, position: &Position) -> AtWall {
    let first = wall.square();
    [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(columns, rows)| {
        let square = Square::from_index(first.index() + columns + 9 * rows);
        let square = square.expect("a wall touches four squares");
        let neighbour = |way| position.neighbour(square, way).unwrap_or(square).index().into();
        (square.index().into(), Direction::ALL.map(neighbour))
    })
}

/// Whether a new wall leaves distances as they are: every square at it is still next to one that is
/// a step nearer, or has the distance 0.
fn is_unchanged(field: &PlaneBytes, at_wall: &AtWall) -> bool {
    at_wall.iter().all(|&(square, neighbours)| {
        let nearest = neighbours.iter().fold(u8::MAX, |least, &next| least.min(field[next]));
        field[square] == 0 || nearest < field[square]
    })
}

/// How many steps every square is from the nearest of some, in [`STEP`]s, for several sets of them.
/// Pawns are no obstacles.
///
/// A square that is `n` steps away is unreached after each of the rounds 0 to n - 1. So the
/// parity of n is that of the number of rounds that leave it unreached; and the next binary digit
/// is that of every second round (1, 3, 5, …), the next of every fourth (3, 7, …), and so on.
/// Here the squares that were reached are counted instead, and the digits turned around at the
/// end.
pub(super) fn steps<const FLOODS: usize>(
    position: &Position,
    sources: [SquareSet; FLOODS],
) -> [PlaneBytes; FLOODS] {
    let mut digits = [[[0; FLOODS]; 2]; DIGITS];
    let (mut floods, mut rounds) = (Floods::new(position, sources), 0_u8);
    let reached = loop {
        // Four rounds without a question: which digits they belong to is known.
        let [first, second, third, fourth] = std::array::from_fn(|_| {
            let before = floods.words();
            floods.advance();
            before
        });
        rounds += 4;
        let places = rounds.trailing_zeros() as usize;
        for word in 0..2 {
            for flood in 0..FLOODS {
                let twos = second[word][flood] ^ fourth[word][flood];
                digits[0][word][flood] ^= first[word][flood] ^ third[word][flood] ^ twos;
                digits[1][word][flood] ^= twos;
            }
        }
        for digits in digits.iter_mut().take(places + 1).skip(2) {
            for word in 0..2 {
                (0..FLOODS).for_each(|flood| digits[word][flood] ^= fourth[word][flood]);
            }
        }
        let mut grown = 0;
        for (before, after) in fourth.iter().zip(floods.words()) {
            (0..FLOODS).for_each(|flood| grown |= before[flood] ^ after[flood]);
        }
        if grown == 0 || rounds > MOST_STEPS {
            break fourth;
        }
    };
    std::array::from_fn(|flood| {
        let all = SquareSet::FULL.words();
        let unreached = [0, 1].map(|word| !reached[word][flood] & all[word]);
        let used = match unreached {
            [0, 0] => (rounds - 1).ilog2() as usize + 1,
            _ => DIGITS,
        };
        let digits: [[u64; 2]; DIGITS] = std::array::from_fn(|place| {
            let turned = if rounds >> place & 1 == 1 { u64::MAX } else { 0 };
            let digit = |word: usize| (digits[place][word][flood] ^ turned) & all[word];
            [digit(0) | unreached[0], digit(1) | unreached[1]]
        });
        plane(&digits[..used])
    })
}

/// The plane of numbers, in [`STEP`]s, whose binary digits are sets of squares, lowest first.
fn plane(digits: &[[u64; 2]]) -> PlaneBytes {
    // Eight squares at a time: 45 of one word, then 36 of the other.
    let eights = (0..6).map(|place| (0, 8 * place)).chain((0..5).map(|place| (1, 8 * place)));
    let mut bytes = [[0; 8]; 11];
    for (bytes, (word, shift)) in bytes.iter_mut().zip(eights) {
        let number = digits.iter().rev().fold(0, |number, digit| {
            number << 1 | SPREAD[usize::from((digit[word] >> shift) as u8)]
        });
        *bytes = (number << STEP.trailing_zeros()).to_le_bytes();
    }
    let (odd, even) = bytes.as_flattened().split_at(48);
    let mut plane = [0; MAX_SQUARES];
    for (row, bytes) in plane.as_chunks_mut::<9>().0.iter_mut().enumerate() {
        let word = if row % 2 == 0 { odd } else { even };
        bytes.copy_from_slice(&word[row / 2 * 9..][..9]);
    }
    plane
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One way through the board, 80 steps long: from both ends, and from the middle.
    #[test]
    fn long_distances_count_up_to_the_most_steps() {
        let rows = (1..9).map(|row| {
            let columns = if row % 2 == 1 { ["a", "c", "e", "g"] } else { ["b", "d", "f", "h"] };
            columns.map(|column| format!("{column}{row}")).join(" ")
        });
        let walls = rows.collect::<Vec<_>>().join(" ");
        let position: Position = format!("{walls} / - / e1 e9 / 0 0 / 1").parse().unwrap();
        let squares = ["a1", "i9", "e5", "i1"].map(|name| name.parse::<Square>().unwrap());
        let planes = steps(&position, squares.map(SquareSet::of));
        assert_eq!(position.steps_between(squares[0], SquareSet::of(squares[1])), Some(80));
        for (from, plane) in squares.into_iter().zip(planes) {
            for to in Square::all() {
                let steps = position.steps_between(from, SquareSet::of(to)).unwrap();
                let found = plane[usize::from(to.index())];
                assert_eq!(found, STEP * steps.min(MOST_STEPS), "{from} {to}");
            }
        }
    }
}
