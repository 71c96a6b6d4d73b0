//! A move that has been proved legal.

use core::fmt;

use crate::illegal::IllegalMove;
use crate::mv::Move;
use crate::position::Position;
use crate::seats::Seats;

/// A move that was proved legal in a position, with the position that it leads to.
///
/// Code that receives one need not check the move again: a [`Game`](crate::Game) takes it with
/// [`push`](crate::Game::push).
///
/// ```
/// use quoridor_core::{Game, LegalMove};
/// let mut game = Game::default();
/// let legal = LegalMove::new(game.position(), "e2".parse().unwrap()).unwrap();
/// assert_eq!(legal.after().to_string(), "- / - / e2 e9 / 10 10 / 2");
/// game.push(legal).unwrap();
/// assert!(LegalMove::new(game.position(), "e2".parse().unwrap()).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LegalMove {
    before: Position,
    mv: Move,
    after: Position,
}

impl LegalMove {
    /// Checks a move of the player to move.
    ///
    /// # Errors
    /// The first reason that applies.
    pub fn new(before: &Position, mv: Move) -> Result<Self, IllegalMove> {
        before.check(mv).map(|()| Self::unchecked(before, mv))
    }

    /// The turn of a player who is out of a game of three or four: the pawn stays where it is, and
    /// the next player moves. It is written as a pass. `None` with two players, where the game
    /// ends instead, and when the game is over.
    pub fn skip(before: &Position) -> Option<Self> {
        let is_on = before.seats() != Seats::Two && before.outcome().is_none();
        is_on.then(|| Self::unchecked(before, Move::Pass))
    }

    fn unchecked(before: &Position, mv: Move) -> Self {
        let mut after = *before;
        after.play_unchecked(mv);
        Self { before: *before, mv, after }
    }

    /// The position in which it was made.
    pub const fn before(&self) -> &Position {
        &self.before
    }

    /// The move.
    pub const fn mv(&self) -> Move {
        self.mv
    }

    /// The position that it leads to.
    pub const fn after(&self) -> &Position {
        &self.after
    }
}

/// A move was proved legal in another position than the game's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherPosition;

impl fmt::Display for OtherPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the move was proved legal in another position")
    }
}

impl core::error::Error for OtherPosition {}
