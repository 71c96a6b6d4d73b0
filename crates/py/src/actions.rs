//! Actions: moves as numbers, absolute or as the mover sees them.

use std::sync::LazyLock;

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyInt;
use quoridor_core::{BoardSize, MAX_SQUARES, Move, MoveSet, Orientation, Player, Symmetry};
use quoridor_engine::net::conv;

/// Every action under a symmetry of the official board.
fn images(symmetry: Symmetry) -> [u8; Move::COUNT] {
    std::array::from_fn(|index| {
        let mv = Move::from_index(index as u8).expect("an index of a move");
        symmetry.mv(mv, BoardSize::STANDARD).index()
    })
}

/// Top and bottom exchanged: an action of North as North sees it, and back.
static FLIP: LazyLock<[u8; Move::COUNT]> = LazyLock::new(|| images(Symmetry::MirrorRotation));

/// The move of an action as the mover sees it; `None` if no action has the number.
pub(crate) fn move_of(action: i64, mover: Player) -> Option<Move> {
    let action = u8::try_from(action).ok().filter(|&action| usize::from(action) < Move::COUNT)?;
    Move::from_index(if mover == Player::North { FLIP[usize::from(action)] } else { action })
}

/// The action of a move as the mover sees it.
pub(crate) fn action_of(mv: Move, mover: Player) -> u8 {
    if mover == Player::North { FLIP[usize::from(mv.index())] } else { mv.index() }
}

/// The move at a place among some moves, in the order of their indices.
pub(crate) fn nth_move(moves: &MoveSet, place: usize) -> Option<Move> {
    let Some(mut place) = place.checked_sub(moves.steps.len()) else {
        return moves.steps.iter().nth(place).map(Move::Step);
    };
    let ways = [Orientation::Horizontal, Orientation::Vertical];
    let wall = ways.into_iter().enumerate().find_map(|(way, orientation)| {
        let slots = moves.walls.slots(orientation);
        let count = slots.count_ones() as usize;
        if place >= count {
            place -= count;
            return None;
        }
        Move::from_index((MAX_SQUARES + 64 * way + nth_bit(slots, place)) as u8)
    });
    wall.or_else(|| (moves.pass && place == 0).then_some(Move::Pass))
}

/// The place of a set bit, counted from the lowest.
fn nth_bit(mut bits: u64, mut number: usize) -> usize {
    let mut first = 0;
    loop {
        let count = (bits & 0xff).count_ones() as usize;
        if number < count {
            for _ in 0..number {
                bits &= bits - 1;
            }
            return first + bits.trailing_zeros() as usize;
        }
        number -= count;
        bits >>= 8;
        first += 8;
    }
}

/// The number of each action as an object of Python, made once.
pub(crate) fn action_numbers(py: Python<'_>) -> &[Py<PyInt>] {
    static NUMBERS: PyOnceLock<Vec<Py<PyInt>>> = PyOnceLock::new();
    NUMBERS.get_or_init(py, || {
        let number = |action: usize| {
            let Ok(number) = action.into_pyobject(py);
            number.unbind()
        };
        (0..Move::COUNT).map(number).collect()
    })
}

/// The place of each action, as the mover sees it, among the logits of the policy. The pass, which
/// comes last, has none and is left out.
pub(crate) fn policy_places() -> &'static [u8] {
    &conv::policy_places(Player::South)[..Move::COUNT - 1]
}

/// Adds the maps of actions to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let map = |images: &[u8]| PyArray1::from_iter(py, images.iter().map(|&image| i64::from(image)));
    module.add("FLIP", map(FLIP.as_slice()))?;
    module.add("MIRROR", map(&images(Symmetry::Mirror)))?;
    module.add("POLICY_PLACES", map(policy_places()))
}
