//! A position of a game as a row of 64 bytes ([`Row::LAYOUT`]).
//!
//! Numbers have their lowest byte first. A move is 9·row + column of the pawn's target, 81 + 8·row
//! + column for a horizontal and 145 + 8·row + column for a vertical wall.

use quoridor_core::{
    BoardSize, ByPlayer, Move, Outcome, Player, Position, Seats, Setup, Square, Wall, WallSet,
};

/// A position of a game, and what the game and the search said of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The position, on the official board for two.
    pub position: Position,
    /// How its game ended.
    pub outcome: Outcome,
    /// The expected score of the player to move by the search, from 0 to 1.
    pub value: f64,
    /// The number of the game.
    pub game: u32,
    /// Plies since the first row of the game.
    pub ply: u16,
    /// Plies to the end of the game, those that a proof spared included.
    pub plies_left: u16,
    /// Whether the search proved the result.
    pub is_proved: bool,
    /// Whether the game was ended by a proof.
    pub is_adjudicated: bool,
    /// Whether the search was a short one, whose policy is not to be learnt.
    pub is_short: bool,
    /// Whether the game was ended by a resignation.
    pub is_resigned: bool,
    /// The move that was played.
    pub mv: Move,
    /// The policy target: moves and their shares, the largest first, at most twelve.
    pub policy: Vec<(Move, f64)>,
}

/// Why some bytes are not a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowError {
    /// They were changed or damaged.
    #[error("its checksum is wrong: it was changed or damaged")]
    Checksum,
    /// They say something that no row does.
    #[error("not a position of the official board for two")]
    Content,
}

impl Row {
    /// The bytes of a row.
    pub const SIZE: usize = 64;

    /// The fields of a row: their names, and their types and shapes as NumPy writes them.
    pub const LAYOUT: [(&str, &str, &[usize]); 16] = [
        // Bit 8·row + column of the square that names the wall.
        ("horizontal", "<u8", &[]),
        ("vertical", "<u8", &[]),
        // Of South and of North: 9·row + column.
        ("pawns", "u1", &[2]),
        ("walls_left", "u1", &[2]),
        // 0 South, 1 North.
        ("turn", "u1", &[]),
        // 0 South won, 1 North won, 2 draw.
        ("result", "u1", &[]),
        // The expected score of the player to move by the search, in 65535ths.
        ("value", "<u2", &[]),
        ("game", "<u4", &[]),
        ("ply", "<u2", &[]),
        ("plies_left", "<u2", &[]),
        // 1 result proved, 2 game ended by a proof, 4 short search, 8 game resigned.
        ("flags", "u1", &[]),
        ("move", "u1", &[]),
        // How many moves the policy has, 1 to 12.
        ("moves", "u1", &[]),
        ("zero", "u1", &[]),
        // Moves and weights (255 is all), the most likely first.
        ("policy", "u1", &[Self::MOST_MOVES, 2]),
        // FNV-1a (32 bits) of the bytes before.
        ("checksum", "<u4", &[]),
    ];

    /// The most moves of a policy.
    pub const MOST_MOVES: usize = 12;

    /// The row as bytes.
    pub fn bytes(&self) -> [u8; Self::SIZE] {
        let mut bytes = [0; Self::SIZE];
        let position = &self.position;
        let (mut horizontal, mut vertical) = (0_u64, 0_u64);
        for wall in position.walls() {
            match wall.index() {
                slot @ 0..64 => horizontal |= 1 << slot,
                slot => vertical |= 1 << (slot - 64),
            }
        }
        bytes[..8].copy_from_slice(&horizontal.to_le_bytes());
        bytes[8..16].copy_from_slice(&vertical.to_le_bytes());
        for (place, player) in [Player::South, Player::North].into_iter().enumerate() {
            bytes[16 + place] = position.pawn(player).index();
            bytes[18 + place] = position.walls_left(player);
        }
        bytes[20] = u8::from(position.turn() == Player::North);
        bytes[21] = match self.outcome {
            Outcome::Win(Player::North) => 1,
            Outcome::Win(_) => 0,
            Outcome::Draw => 2,
        };
        bytes[22..24].copy_from_slice(&share(self.value, 65_535.0).to_le_bytes());
        bytes[24..28].copy_from_slice(&self.game.to_le_bytes());
        bytes[28..30].copy_from_slice(&self.ply.to_le_bytes());
        bytes[30..32].copy_from_slice(&self.plies_left.to_le_bytes());
        let flags = [self.is_proved, self.is_adjudicated, self.is_short, self.is_resigned];
        bytes[32] = (0..).zip(flags).map(|(bit, flag)| u8::from(flag) << bit).sum();
        bytes[33] = self.mv.index();
        let policy = &self.policy[..self.policy.len().min(Self::MOST_MOVES)];
        bytes[34] = policy.len() as u8;
        for (entry, (mv, weight)) in bytes[36..60].chunks_exact_mut(2).zip(policy) {
            entry.copy_from_slice(&[mv.index(), share(*weight, 255.0) as u8]);
        }
        let sum = checksum(&bytes[..60]);
        bytes[60..].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Whether the checksum of some bytes is right.
    pub fn is_whole(bytes: &[u8; Self::SIZE]) -> bool {
        checksum(&bytes[..60]).to_le_bytes() == bytes[60..]
    }

    /// The row of some bytes.
    ///
    /// # Errors
    /// They are not a row's.
    pub fn read(bytes: &[u8; Self::SIZE]) -> Result<Self, RowError> {
        let [wide, high] = [&bytes[..8], &bytes[8..16]]
            .map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes")));
        let short = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        if !Self::is_whole(bytes) {
            return Err(RowError::Checksum);
        }
        let bits = |word: u64, first: u8| {
            (0..64).filter(move |slot| word >> slot & 1 != 0).map(move |slot| first + slot)
        };
        let walls: WallSet =
            bits(wide, 0).chain(bits(high, 64)).filter_map(Wall::from_index).collect();
        let square = |at: usize| Square::from_index(bytes[at]).ok_or(RowError::Content);
        let setup = Setup {
            size: BoardSize::STANDARD,
            walls,
            pawns: ByPlayer::new(Seats::Two, by_seat(square(16)?, square(17)?)),
            walls_left: ByPlayer::new(Seats::Two, by_seat(bytes[18], bytes[19])),
            turn: if bytes[20] == 0 { Player::South } else { Player::North },
        };
        let mv = |index: u8| Move::from_index(index).ok_or(RowError::Content);
        let count = usize::from(bytes[34]);
        let entries = bytes[36..60].as_chunks::<2>().0.iter().take(count);
        let policy: Result<Vec<(Move, f64)>, RowError> =
            entries.map(|&[index, weight]| Ok((mv(index)?, f64::from(weight) / 255.0))).collect();
        Ok(Self {
            position: setup.position().map_err(|_| RowError::Content)?,
            outcome: match bytes[21] {
                0 => Outcome::Win(Player::South),
                1 => Outcome::Win(Player::North),
                _ => Outcome::Draw,
            },
            value: f64::from(short(22)) / 65_535.0,
            game: u32::from_le_bytes([bytes[24], bytes[25], bytes[26], bytes[27]]),
            ply: short(28),
            plies_left: short(30),
            is_proved: bytes[32] & 1 != 0,
            is_adjudicated: bytes[32] & 2 != 0,
            is_short: bytes[32] & 4 != 0,
            is_resigned: bytes[32] & 8 != 0,
            mv: mv(bytes[33])?,
            policy: policy?,
        })
    }
}

fn by_seat<T: Copy>(south: T, north: T) -> impl Fn(Player) -> T {
    move |player| if player == Player::South { south } else { north }
}

/// A number from 0 to 1 as a whole number of parts.
fn share(number: f64, parts: f64) -> u16 {
    (number.clamp(0.0, 1.0) * parts).round() as u16
}

/// FNV-1a, 32 bits.
fn checksum(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .fold(0x811c_9dc5, |hash: u32, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Row {
        Row {
            position: "d2 f4 / e3 / e4 e6 / 8 9 / 2".parse().unwrap(),
            outcome: Outcome::Win(Player::North),
            value: 0.25,
            game: 70_000,
            ply: 12,
            plies_left: 300,
            is_proved: false,
            is_adjudicated: true,
            is_short: true,
            is_resigned: false,
            mv: "e5".parse().unwrap(),
            policy: vec![("e5".parse().unwrap(), 0.8), ("a1h".parse().unwrap(), 0.2)],
        }
    }

    /// The published test vectors of FNV-1a.
    #[test]
    fn the_checksum_is_the_published_one() {
        assert_eq!(checksum(b""), 0x811c_9dc5);
        assert_eq!(checksum(b"a"), 0xe40c_292c);
        assert_eq!(checksum(b"foobar"), 0xbf9c_f968);
    }

    #[test]
    fn rows_read_back_equal() {
        let read = Row::read(&sample().bytes()).unwrap();
        assert!((read.value - 0.25).abs() < 1e-4);
        assert!(
            read.policy
                .iter()
                .zip(&sample().policy)
                .all(|(one, other)| { one.0 == other.0 && (one.1 - other.1).abs() < 1.0 / 255.0 })
        );
        assert_eq!(Row { value: 0.25, policy: sample().policy, ..read.clone() }, sample());
        // Rounding twice changes nothing.
        assert_eq!(read.bytes(), sample().bytes());
    }

    /// Worked out by hand: d2 is bit 8 + 3, f4 bit 24 + 5, e3v bit 16 + 4; e4 is square 27 + 4.
    #[test]
    fn bytes_worked_out_by_hand() {
        let bytes = sample().bytes();
        assert_eq!(bytes[..8], ((1_u64 << 11) | (1 << 29)).to_le_bytes());
        assert_eq!(bytes[8..16], (1_u64 << 20).to_le_bytes());
        assert_eq!(bytes[16..22], [31, 49, 8, 9, 1, 1]);
        assert_eq!(bytes[22..24], 16_384_u16.to_le_bytes());
        assert_eq!(bytes[24..32], [0x70, 0x11, 1, 0, 12, 0, 44, 1]);
        assert_eq!(bytes[32..40], [2 + 4, 40, 2, 0, 40, 204, 81, 51]);
    }

    #[test]
    fn damage_is_found() {
        let good = sample().bytes();
        for place in 0..Row::SIZE {
            let mut bytes = good;
            bytes[place] ^= 4;
            assert_eq!(Row::read(&bytes), Err(RowError::Checksum), "byte {place}");
        }
        let mut bytes = good;
        bytes[17] = 31;
        let sum = checksum(&bytes[..60]).to_le_bytes();
        bytes[60..].copy_from_slice(&sum);
        assert_eq!(Row::read(&bytes), Err(RowError::Content));
    }
}
