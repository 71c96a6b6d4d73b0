//! Why a move is illegal.

use core::fmt;

use crate::mv::Move;
use crate::outcome::Outcome;
use crate::player::Player;
use crate::position::Position;
use crate::square::Square;
use crate::square_set::SquareSet;
use crate::wall::{Orientation, Wall};
use crate::wall_set::WallSet;

/// Why a move is illegal: the first reason that applies, in the order of this list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// The game is over.
    GameOver {
        /// How it ended.
        outcome: Outcome,
    },
    /// It is another player's turn.
    NotYourTurn {
        /// Who wanted to move.
        player: Player,
        /// Whose turn it is.
        turn: Player,
    },
    /// The board has no such square, or no room for such a wall.
    OffBoard {
        /// The move.
        mv: Move,
    },
    /// The pawn cannot get to the square in one move.
    NotAStep {
        /// Where the pawn stands.
        from: Square,
        /// Where it was to go.
        to: Square,
        /// Where it can go.
        legal: SquareSet,
    },
    /// To pass is legal only if nothing else is.
    CannotPass,
    /// The player has left a game of three or four.
    PlayerOut {
        /// Who.
        player: Player,
    },
    /// The player has no walls left.
    NoWallsLeft {
        /// Who.
        player: Player,
    },
    /// The wall shares an edge with another.
    Overlaps {
        /// The wall that stands there; of two, the one nearer `a1`.
        wall: Wall,
    },
    /// The wall goes through the middle of another.
    Crosses {
        /// The wall that stands there.
        wall: Wall,
    },
    /// The wall would leave a player without a path.
    SealsOff {
        /// Who; of several, the first in turn order.
        player: Player,
        /// The squares that this player could still reach.
        reach: SquareSet,
    },
}

impl IllegalMove {
    /// A short code for programs, the same in every version: `overlaps`, `seals-off`, …
    ///
    /// ```
    /// use quoridor_core::Position;
    /// let reason = Position::default().check("e5".parse().unwrap()).unwrap_err();
    /// assert_eq!(reason.code(), "not-a-step");
    /// ```
    pub const fn code(&self) -> &'static str {
        match self {
            Self::GameOver { .. } => "game-over",
            Self::NotYourTurn { .. } => "not-your-turn",
            Self::OffBoard { .. } => "off-board",
            Self::NotAStep { .. } => "not-a-step",
            Self::CannotPass => "cannot-pass",
            Self::PlayerOut { .. } => "player-out",
            Self::NoWallsLeft { .. } => "no-walls-left",
            Self::Overlaps { .. } => "overlaps",
            Self::Crosses { .. } => "crosses",
            Self::SealsOff { .. } => "seals-off",
        }
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver { outcome } => write!(f, "the game is over: {outcome}"),
            Self::NotYourTurn { player, turn } => write!(f, "it is {turn}'s turn, not {player}'s"),
            Self::OffBoard { mv } => write!(f, "{mv} is off the board"),
            Self::NotAStep { from, to, legal } if legal.is_empty() => {
                write!(f, "the pawn on {from} cannot go to {to}: it cannot move at all")
            }
            Self::NotAStep { from, to, legal } => {
                write!(f, "the pawn on {from} cannot go to {to}: it can go to {legal}")
            }
            Self::CannotPass => f.write_str("to pass is legal only if there is no other move"),
            Self::PlayerOut { player } => write!(f, "{player} is out of the game"),
            Self::NoWallsLeft { player } => write!(f, "{player} has no walls left"),
            Self::Overlaps { wall } => write!(f, "it overlaps the wall {wall}"),
            Self::Crosses { wall } => write!(f, "it crosses the wall {wall}"),
            Self::SealsOff { player, reach } => {
                let squares = if reach.len() == 1 { "square" } else { "squares" };
                write!(f, "it seals off {player}, who could reach only {} {squares}", reach.len())
            }
        }
    }
}

impl core::error::Error for IllegalMove {}

/// An illegal move: the position as it was, and the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayError {
    /// The position, unchanged.
    pub position: Position,
    /// Why the move is illegal.
    pub reason: IllegalMove,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}

impl core::error::Error for PlayError {}

impl Position {
    /// Whether the player to move may make a move, and if not, why.
    ///
    /// ```
    /// use quoridor_core::{IllegalMove, Position, Variant};
    /// let position = Position::start(Variant::STANDARD).play("e3h".parse().unwrap()).unwrap();
    /// let reason = position.check("f3h".parse().unwrap()).unwrap_err();
    /// assert_eq!(reason, IllegalMove::Overlaps { wall: "e3h".parse().unwrap() });
    /// assert_eq!(reason.to_string(), "it overlaps the wall e3h");
    /// ```
    ///
    /// # Errors
    /// The first reason that applies, in the order of [`IllegalMove`].
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        if let Some(outcome) = self.outcome() {
            return Err(IllegalMove::GameOver { outcome });
        }
        match mv {
            Move::Step(to) => self.check_step(to),
            Move::Wall(wall) => self.check_wall(wall),
            Move::Pass if self.legal_moves().pass => Ok(()),
            Move::Pass => Err(IllegalMove::CannotPass),
        }
    }

    fn check_step(&self, to: Square) -> Result<(), IllegalMove> {
        if !self.variant().has_square(to) {
            return Err(IllegalMove::OffBoard { mv: Move::Step(to) });
        }
        let legal = self.legal_steps();
        if !legal.contains(to) {
            return Err(IllegalMove::NotAStep { from: self.pawn(self.turn()), to, legal });
        }
        Ok(())
    }

    fn check_wall(&self, wall: Wall) -> Result<(), IllegalMove> {
        if !self.variant().has_wall(wall) {
            return Err(IllegalMove::OffBoard { mv: Move::Wall(wall) });
        }
        if self.walls_left(self.turn()) == 0 {
            return Err(IllegalMove::NoWallsLeft { player: self.turn() });
        }
        if let Some(wall) = overlapped(self.walls(), wall) {
            return Err(IllegalMove::Overlaps { wall });
        }
        if self.walls().contains(wall.turned()) {
            return Err(IllegalMove::Crosses { wall: wall.turned() });
        }
        match self.sealed_off(wall) {
            Some((player, reach)) => Err(IllegalMove::SealsOff { player, reach }),
            None => Ok(()),
        }
    }

    /// The first player in turn order that a wall would seal off, and the squares that it could
    /// still reach.
    fn sealed_off(&self, wall: Wall) -> Option<(Player, SquareSet)> {
        if !self.seals(wall) {
            return None;
        }
        let mut passages = self.passages;
        passages.close(wall);
        self.seats().players().iter().find_map(|&player| {
            let reach = passages.reachable(SquareSet::of(self.pawn(player)));
            (!reach.intersects(self.goals(player))).then_some((player, reach))
        })
    }
}

/// The wall of the set that shares an edge with this one; of two, the one nearer `a1`.
pub(crate) fn overlapped(walls: WallSet, wall: Wall) -> Option<Wall> {
    let along = |distance| match wall.orientation() {
        Orientation::Horizontal => wall.offset(distance, 0),
        Orientation::Vertical => wall.offset(0, distance),
    };
    [along(-1), Some(wall), along(1)].into_iter().flatten().find(|&other| walls.contains(other))
}
