//! The value of a position, and the byte that stores it.

use core::fmt;

/// The value of a position for the player to move, with best play by both sides.
///
/// Distances count the moves of both players until the game ends. The winner plays for the
/// shortest game and the loser for the longest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The player to move wins in this many moves: an odd number.
    Win(u8),
    /// The player to move loses in this many moves: an even number.
    Loss(u8),
    /// Neither player can force a win.
    Draw,
}

impl Value {
    /// The value of a finished game, in which the player to move has won or lost.
    pub(crate) const fn of_finished(won: bool) -> Self {
        if won { Self::Win(1) } else { Self::Loss(0) }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(moves) => write!(f, "win in {moves}"),
            Self::Loss(moves) => write!(f, "loss in {moves}"),
            Self::Draw => f.write_str("draw"),
        }
    }
}

/// A value in one byte, ordered by how much the *opponent* of the player to move likes it: the
/// best move leads to the successor with the smallest code.
///
/// Loss in 0, 2, … 252 moves are the codes 0 to 126, a draw is 127, win in 253, 251, … 1 moves are
/// 128 to 254, and 255 marks an illegal position, which no minimum picks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Code(pub(crate) u8);

impl Code {
    /// The player to move has already lost.
    pub(crate) const LOST: Self = Self(0);
    pub(crate) const DRAW: Self = Self(127);
    /// The player to move wins with the next move.
    pub(crate) const WON_NEXT: Self = Self(254);
    pub(crate) const ILLEGAL: Self = Self(255);

    /// Codes from here to the other limit, the draw excepted, are too close to the longest game
    /// that fits into a byte.
    const LONGEST: core::ops::RangeInclusive<u8> = 125..=129;

    /// The code of a position whose best successor has this code.
    ///
    /// Branch-free, because the solver applies it to whole rows of bytes.
    #[inline(always)]
    pub(crate) const fn before(self) -> Self {
        Self(254_u8.wrapping_sub(self.0).wrapping_add(self.0 >> 7))
    }

    /// Whether a longer game might not have fitted into a byte.
    #[inline(always)]
    pub(crate) fn is_too_long(self) -> bool {
        self != Self::DRAW && Self::LONGEST.contains(&self.0)
    }

    /// The value; `None` for an illegal position.
    pub(crate) const fn value(self) -> Option<Value> {
        match self.0 {
            0..=126 => Some(Value::Loss(2 * self.0)),
            127 => Some(Value::Draw),
            128..=254 => Some(Value::Win((254 - self.0) * 2 + 1)),
            255 => None,
        }
    }
}

impl From<Value> for Code {
    fn from(value: Value) -> Self {
        match value {
            Value::Loss(moves) => Self(moves / 2),
            Value::Draw => Self::DRAW,
            Value::Win(moves) => Self(254 - moves / 2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Code, Value};

    #[test]
    fn every_code_is_a_value_and_back() {
        for byte in 0..255 {
            let value = Code(byte).value().unwrap();
            assert_eq!(Code::from(value), Code(byte), "{value}");
        }
        assert_eq!(Code::ILLEGAL.value(), None);
    }

    #[test]
    fn values_count_up_by_one_move() {
        assert_eq!(Code::LOST.before().value(), Some(Value::Win(1)));
        for moves in (0..=250).step_by(2) {
            let before = Code::from(Value::Loss(moves)).before();
            assert_eq!(before.value(), Some(Value::Win(moves + 1)));
            assert_eq!(before.before().value(), Some(Value::Loss(moves + 2)));
        }
        assert_eq!(Code::DRAW.before(), Code::DRAW);
    }

    #[test]
    fn the_best_successor_is_a_quick_loss_then_a_draw_then_a_slow_win() {
        use Value::{Draw, Loss, Win};
        let best = |values: &[Value]| {
            let best = values.iter().copied().map(Code::from).min().unwrap();
            best.before().value().unwrap()
        };
        assert_eq!(best(&[Win(3), Draw, Loss(8), Loss(4)]), Win(5));
        assert_eq!(best(&[Win(3), Draw, Win(9)]), Draw);
        assert_eq!(best(&[Win(3), Win(9)]), Loss(10));
    }
}
