//! The arrays that show a board to a network.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quoridor_core::{Game, MAX_SQUARES, Move, MoveSet, Player};
use quoridor_engine::net::conv::{GameFeatures, Planes, write_action_mask};

/// The features of a game, kept from one look at its planes to the next: most moves change few of
/// them.
#[derive(Default)]
pub(crate) struct Observation {
    /// The features after a number of moves of the game.
    kept: Option<Box<(usize, GameFeatures)>>,
}

/// A copy looks anew: most copies are made to try moves, and are never shown to a network.
impl Clone for Observation {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Observation {
    /// Must be told when only this many moves are left.
    pub(crate) fn forget_after(&mut self, moves: usize) {
        self.kept.take_if(|kept| kept.0 > moves);
    }

    /// Writes the planes of the position.
    pub(crate) fn write(&mut self, game: &Game, planes: &mut [u8]) -> PyResult<()> {
        let (position, moves) = (game.position(), game.moves());
        if !Planes::can_show(position) {
            return Err(PyValueError::new_err("planes: expected a board of 9x9 with two players"));
        }
        let (rows, rest) = planes.as_chunks_mut::<MAX_SQUARES>();
        let planes = rows.try_into().ok().filter(|_| rest.is_empty());
        let planes: &mut [_; Planes::COUNT] = planes.ok_or_else(|| {
            let count = Planes::COUNT;
            PyValueError::new_err(format!("out: expected an array of shape ({count}, 9, 9)"))
        })?;
        let kept =
            self.kept.get_or_insert_with(|| Box::new((moves.len(), GameFeatures::new(position))));
        let (known, features) = &mut **kept;
        for (&mv, positions) in moves.iter().zip(game.positions().windows(2)).skip(*known) {
            features.update(&positions[1], positions[0].turn(), mv);
        }
        *known = moves.len();
        features.write(position, planes);
        Ok(())
    }
}

/// Sets the entries of legal actions to 1 and all others to 0.
pub(crate) fn fill_mask(legal: &MoveSet, mask: &mut [u8]) -> PyResult<()> {
    let length = mask.len();
    let mask = mask.try_into().map_err(|_| {
        PyValueError::new_err(format!("out: expected {} entries, got {length}", Move::COUNT))
    })?;
    // South sees actions as they are.
    write_action_mask(legal, Player::South, mask);
    Ok(())
}
