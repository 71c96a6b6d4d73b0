//! Applying a change that has been written.

use std::time::Duration;

use quoridor_core::Move;
use quoridor_store::{Change, GameId, MoveStats, Update};

use crate::session::Session;
use crate::storage::{Storage, StorageError};

impl Session {
    /// Applies a change that was proposed by this session in its present state and that the storage
    /// has written under this number. Interfaces tell players of it afterwards.
    pub fn apply(&mut self, change: Change, id: GameId, now: Duration) {
        debug_assert_eq!(change.plies, self.plies());
        self.id = Some(id);
        match &change.update {
            Update::Play { moves, .. } => {
                // Moving declines an opponent's offer of a draw, not one's own.
                if !moves.is_empty() && !self.draw.agreed().any(|seat| seat == self.turn()) {
                    self.draw.withdraw();
                }
                for (legal, _) in moves {
                    self.remember(legal.mv());
                }
                if !moves.is_empty() {
                    self.turn_began = now;
                }
            }
            &Update::TakeBack { plies, .. } => {
                let moves = self.live.game.moves();
                let taken = (plies..moves.len()).rev();
                let taken: Vec<(Move, MoveStats)> =
                    taken.map(|ply| (moves[ply], self.live.move_stats[ply])).collect();
                self.undone.extend(taken);
                self.turn_began = now;
                self.draw.withdraw();
            }
            Update::Name { .. } => {
                self.live.apply(&change);
                return;
            }
        }
        self.takeback.withdraw();
        self.live.apply(&change);
        if self.is_over() {
            self.draw.withdraw();
        }
    }

    /// A move that is the next to be played again leaves the others; any other move makes them
    /// unreachable, and comments of a file on them too.
    fn remember(&mut self, mv: Move) {
        if self.undone.pop().is_none_or(|(next, _)| next != mv) {
            self.undone.clear();
        }
    }

    /// The rematch that everybody agreed on has been written under this number.
    pub fn rematch_began(&mut self, rematch: GameId) {
        self.live.seating.rematch = Some(rematch);
    }

    /// Writes a proposal to a storage and applies it: for interfaces that may wait. If the game was
    /// changed elsewhere, the session becomes what the storage has.
    ///
    /// # Errors
    /// The storage has not written it.
    pub fn commit(
        &mut self,
        change: Change,
        storage: &mut dyn Storage,
        now: Duration,
    ) -> Result<(), StorageError> {
        match (storage.write(&change), self.id) {
            (Ok(id), _) => {
                self.apply(change, id, now);
                Ok(())
            }
            (Err(StorageError::Changed), Some(id)) => {
                *self = Self::stored(id, storage.load(id)?, now);
                Err(StorageError::Changed)
            }
            (Err(error), _) => Err(error),
        }
    }
}
