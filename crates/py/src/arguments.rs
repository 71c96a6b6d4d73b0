//! Arguments that several classes take: board sizes, moves, players.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use quoridor_core::{BoardSize, Move, Player, Position, Seats, Variant};

use crate::IllegalMoveError;

/// A board size: `9`, `(5, 7)` or `"5x7"`.
#[derive(FromPyObject)]
pub(crate) enum Size {
    Side(u8),
    WidthAndHeight(u8, u8),
    Text(String),
}

impl Size {
    fn read(&self) -> PyResult<BoardSize> {
        let size = match self {
            Self::Side(side) => BoardSize::new(*side, *side),
            Self::WidthAndHeight(width, height) => BoardSize::new(*width, *height),
            Self::Text(text) => text.parse().ok(),
        };
        size.ok_or_else(|| {
            PyValueError::new_err(
                "size: expected a width of 2 to 9 and a height of 3 to 9, like 9, (5, 7) or '5x7'",
            )
        })
    }
}

/// The variant that arguments describe. Without a number of walls, the official one.
pub(crate) fn variant(size: &Size, players: usize, walls: Option<u8>) -> PyResult<Variant> {
    let seats = Seats::new(players).ok_or_else(|| {
        PyValueError::new_err(format!("players: expected 2, 3 or 4, got {players}"))
    })?;
    let walls = walls.unwrap_or(Variant::official(seats).walls);
    Ok(Variant { size: size.read()?, seats, walls })
}

/// A move in standard notation, or an action number.
pub(crate) fn read_move(mv: &Bound<'_, PyAny>) -> PyResult<Move> {
    if let Ok(text) = mv.cast::<PyString>() {
        let text = text.to_str()?;
        let read = text.parse::<Move>();
        return read.map_err(|error| IllegalMoveError::new_err(format!("'{text}': {error}")));
    }
    let Ok(action) = mv.extract::<i64>() else {
        return Err(PyTypeError::new_err("a move is a text like 'e2' or an action number"));
    };
    from_action(action)
}

/// The move of an action number.
pub(crate) fn from_action(action: i64) -> PyResult<Move> {
    u8::try_from(action).ok().and_then(Move::from_index).ok_or_else(|| {
        IllegalMoveError::new_err(format!(
            "action {action}: expected a number from 0 to {}",
            Move::COUNT - 1
        ))
    })
}

/// The player at a place in turn order, counted from 0.
pub(crate) fn player(position: &Position, place: usize) -> PyResult<Player> {
    let players = position.seats().players();
    players.get(place).copied().ok_or_else(|| {
        PyValueError::new_err(format!(
            "player: expected a number from 0 to {}, got {place}",
            players.len() - 1
        ))
    })
}

/// The place of a player in turn order, counted from 0.
pub(crate) fn place(position: &Position, player: Player) -> usize {
    position.seats().place(player).unwrap_or_default()
}
