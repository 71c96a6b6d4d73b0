//! Players who have left a game of three or four.

use crate::illegal::IllegalMove;
use crate::legal_move::LegalMove;
use crate::mv::Move;
use crate::player::Player;
use crate::position::Position;

/// The players who are out: they ran out of time or resigned, and the others play on. Their pawns
/// stay as obstacles, and their turns are skipped.
///
/// A skipped turn is written as a pass, which is otherwise legal only if nothing else is. So the
/// moves of a game say who is out, from the first skipped turn on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PlayersOut(u8);

impl PlayersOut {
    /// Whether a player is out.
    pub const fn contains(self, player: Player) -> bool {
        self.0 & (1 << player as u8) != 0
    }

    /// A player leaves the game.
    pub const fn insert(&mut self, player: Player) {
        self.0 |= 1 << player as u8;
    }

    /// Whether everybody still plays.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Checks a move of a game that was written down: a pass that is not forced says that the
    /// player is out, and from then on that player only passes.
    ///
    /// # Errors
    /// Why the move is illegal.
    pub fn check(&mut self, position: &Position, mv: Move) -> Result<LegalMove, IllegalMove> {
        let player = position.turn();
        if self.contains(player) && mv != Move::Pass {
            return Err(IllegalMove::PlayerOut { player });
        }
        match (LegalMove::new(position, mv), LegalMove::skip(position)) {
            (Err(IllegalMove::CannotPass), Some(skip)) => {
                self.insert(player);
                Ok(skip)
            }
            (checked, _) => checked,
        }
    }
}
