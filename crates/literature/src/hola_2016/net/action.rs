//! The outputs of a network: one for each action.

use quoridor_core::{Move, Orientation, Position, Square, Wall};

/// Something that a player can do, whatever the position: one of 128 walls or one of 12 steps and
/// jumps. Each has an output of the net.
///
/// The numbers are Hoľa's: `h0` to `h63` and `v0` to `v63`, from the top left, then the twelve
/// words that his program knows for the pawn. A step is a direction and not a square, so that
/// walking up is the same answer everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(u8);

/// Columns to the right and rows up: `u d l r uu dd ll rr ul ur dl dr`.
const STEPS: [(i8, i8); 12] = [
    (0, 1),
    (0, -1),
    (-1, 0),
    (1, 0),
    (0, 2),
    (0, -2),
    (-2, 0),
    (2, 0),
    (-1, 1),
    (1, 1),
    (-1, -1),
    (1, -1),
];

/// The slots in a row of the official board.
const SIDE: u8 = 8;

/// The walls that lie the same way.
const SLOTS: u8 = SIDE * SIDE;

impl Action {
    /// How many there are.
    pub const COUNT: usize = 140;

    /// The action with a number; `None` if it is too large.
    pub const fn new(number: usize) -> Option<Self> {
        if number < Self::COUNT { Some(Self(number as u8)) } else { None }
    }

    /// Its number, below [`COUNT`](Self::COUNT).
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// The action of a move of the player to move; `None` for a pass, and for a step that no
    /// pawn can make.
    pub fn of(mv: Move, position: &Position) -> Option<Self> {
        match mv {
            Move::Wall(wall) => Some(Self::of_wall(wall)),
            Move::Step(to) => {
                let from = position.pawn(position.turn());
                let offset = |to: u8, from: u8| to as i8 - from as i8;
                let step = (offset(to.column(), from.column()), offset(to.row(), from.row()));
                let place = STEPS.iter().position(|&other| other == step)?;
                Some(Self(2 * SLOTS + place as u8))
            }
            Move::Pass => None,
        }
    }

    /// The action of placing a wall.
    pub(super) const fn of_wall(wall: Wall) -> Self {
        let (column, row) = (wall.square().column(), wall.square().row());
        let number = (SIDE - 1 - row) * SIDE + column;
        match wall.orientation() {
            Orientation::Horizontal => Self(number),
            Orientation::Vertical => Self(number + SLOTS),
        }
    }

    /// The move of the player to move, legal or not; `None` off the board.
    pub fn mv(self, position: &Position) -> Option<Move> {
        if let Some(step) = self.0.checked_sub(2 * SLOTS) {
            let (columns, rows) = STEPS[usize::from(step)];
            return position.pawn(position.turn()).offset(columns, rows).map(Move::Step);
        }
        let orientation =
            if self.0 < SLOTS { Orientation::Horizontal } else { Orientation::Vertical };
        let number = self.0 % SLOTS;
        let square = Square::new(number % SIDE, SIDE - 1 - number / SIDE)?;
        Wall::new(square, orientation).map(Move::Wall)
    }
}

#[cfg(test)]
mod tests {
    use quoridor_core::notation::Dialect;

    use super::*;

    /// In the middle of an open board every action is on the board; the words are those of the
    /// dialect, which was written from his program's manual.
    #[test]
    fn the_numbers_are_those_of_his_notation() {
        let position: Position = "- / - / e5 a9 / 10 10 / 1".parse().unwrap();
        let words = ["u", "d", "l", "r", "uu", "dd", "ll", "rr", "ul", "ur", "dl", "dr"];
        for number in 0..Action::COUNT {
            let action = Action::new(number).unwrap();
            let mv = action.mv(&position).unwrap();
            let word = match number {
                0..64 => format!("h{number}"),
                64..128 => format!("v{}", number - 64),
                _ => words[number - 128].to_owned(),
            };
            assert_eq!(Dialect::Hola.write_move(mv, &position).unwrap(), word);
            assert_eq!(Action::of(mv, &position), Some(action));
        }
        assert_eq!(Action::new(Action::COUNT), None);
    }

    /// Every legal move of a game with jumps is an action, and no two are the same.
    #[test]
    fn legal_moves_are_different_actions() {
        for text in
            ["- / - / e4 e5 / 10 10 / 1", "e5 / - / e4 e5 / 9 10 / 2", "d8 / d7 / a9 b9 / 3 3 / 1"]
        {
            let position: Position = text.parse().unwrap();
            let actions: Vec<_> = position
                .legal_moves()
                .iter()
                .map(|mv| Action::of(mv, &position).unwrap())
                .collect();
            let different: std::collections::HashSet<_> = actions.iter().collect();
            assert_eq!(different.len(), position.legal_moves().len());
        }
    }

    #[test]
    fn what_is_off_the_board_is_no_move() {
        let position: Position = "- / - / a1 e9 / 10 10 / 1".parse().unwrap();
        let [down, left] = [129, 130].map(|number| Action::new(number).unwrap().mv(&position));
        assert_eq!((down, left), (None, None));
        assert_eq!(Action::of(Move::Pass, &position), None);
        assert_eq!(Action::of("e5".parse().unwrap(), &position), None);
    }
}
