//! The keys of the position hash.

use crate::player::Player;
use crate::square::{MAX_SQUARES, Square};
use crate::variant::Variant;
use crate::wall::{MAX_WALLS, Wall};

struct Keys {
    pawns: [[u64; MAX_SQUARES]; 4],
    walls: [u64; MAX_WALLS],
    walls_left: [[u64; 256]; 4],
    turns: [u64; 4],
}

/// The next number of the SplitMix64 sequence (Steele, Lea, Flood 2014).
const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

const fn fill<const N: usize>(state: &mut u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut place = 0;
    while place < N {
        keys[place] = split_mix(state);
        place += 1;
    }
    keys
}

const fn fill_by_seat<const N: usize>(state: &mut u64) -> [[u64; N]; 4] {
    [fill(state), fill(state), fill(state), fill(state)]
}

static KEYS: Keys = {
    let mut state = 0;
    Keys {
        pawns: fill_by_seat(&mut state),
        walls: fill(&mut state),
        walls_left: fill_by_seat(&mut state),
        turns: fill(&mut state),
    }
};

#[inline]
pub(crate) fn pawn(player: Player, square: Square) -> u64 {
    KEYS.pawns[player as usize][square.index() as usize]
}

#[inline]
pub(crate) fn wall(wall: Wall) -> u64 {
    KEYS.walls[wall.index() as usize]
}

/// The key of the walls that a player has left.
#[inline]
pub(crate) fn walls_left(player: Player, walls: u8) -> u64 {
    KEYS.walls_left[player as usize][walls as usize]
}

#[inline]
pub(crate) fn turn(player: Player) -> u64 {
    KEYS.turns[player as usize]
}

/// The part of the hash that never changes in a game. (How many walls each started with follows
/// from the rest.)
pub(crate) fn variant(variant: Variant) -> u64 {
    let fields = [variant.size.width(), variant.size.height(), variant.seats as u8, 0, 0, 0, 0, 0];
    split_mix(&mut u64::from_le_bytes(fields))
}
