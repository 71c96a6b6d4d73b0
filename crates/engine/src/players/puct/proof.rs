//! Proved results of positions for two.

use crate::decision::Value;

/// A proved result for the player to move: with how many plies to go at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proof {
    Win(u16),
    Loss(u16),
}

impl Proof {
    /// The value for the player to move, from -1 to 1.
    pub(super) const fn value(self) -> f64 {
        match self {
            Self::Win(_) => 1.0,
            Self::Loss(_) => -1.0,
        }
    }

    /// The proof of a position from the proofs after each of its moves: a move that loses for the
    /// opponent wins; if all win for the opponent, the position is lost.
    pub(super) fn of_moves(moves: impl Iterator<Item = Option<Self>>) -> Option<Self> {
        let (mut win, mut loss, mut is_open) = (None::<u16>, 0, false);
        for proof in moves {
            match proof {
                Some(Self::Loss(plies)) => win = Some(win.map_or(plies, |win| win.min(plies))),
                Some(Self::Win(plies)) => loss = loss.max(plies),
                None => is_open = true,
            }
        }
        match win {
            Some(plies) => Some(Self::Win(plies.saturating_add(1))),
            None if is_open => None,
            None => Some(Self::Loss(loss.saturating_add(1))),
        }
    }

    /// The result for the player who moved here, as others understand it.
    pub(super) fn for_the_mover(self) -> Value {
        match self {
            Self::Win(plies) => Value::LossIn(u32::from(plies) + 1),
            Self::Loss(plies) => Value::WinIn(u32::from(plies) + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Proof::{Loss, Win};
    use super::*;

    #[test]
    fn one_lost_answer_wins_and_the_shortest_counts() {
        let moves = [None, Some(Win(1)), Some(Loss(6)), Some(Loss(4))];
        assert_eq!(Proof::of_moves(moves.into_iter()), Some(Win(5)));
    }

    #[test]
    fn a_loss_needs_every_move_and_the_longest_counts() {
        assert_eq!(Proof::of_moves([Some(Win(1)), Some(Win(5))].into_iter()), Some(Loss(6)));
        assert_eq!(Proof::of_moves([Some(Win(1)), None].into_iter()), None);
    }
}
