//! Anything one can write down as a position, and the proof that it is one.

use core::fmt;

use crate::by_player::ByPlayer;
use crate::illegal::overlapped;
use crate::passages::Passages;
use crate::player::Player;
use crate::position::Position;
use crate::square::Square;
use crate::square_set::SquareSet;
use crate::variant::{BoardSize, Variant};
use crate::wall::Wall;
use crate::wall_set::WallSet;

/// A position as it is written down, legal or not. [`Setup::position`] proves it.
///
/// How many walls each player started with is not part of it: it follows from the walls on the
/// board and left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The board.
    pub size: BoardSize,
    /// The walls on it.
    pub walls: WallSet,
    /// Where the pawns stand; it also says who plays.
    pub pawns: ByPlayer<Square>,
    /// How many walls each player has left.
    pub walls_left: ByPlayer<u8>,
    /// Whose turn it is.
    pub turn: Player,
}

impl Setup {
    /// The start of a game.
    pub fn start(variant: Variant) -> Self {
        Self {
            size: variant.size,
            walls: WallSet::EMPTY,
            pawns: ByPlayer::new(variant.seats, |player| variant.size.start(player)),
            walls_left: ByPlayer::new(variant.seats, |_| variant.walls),
            turn: Player::South,
        }
    }

    /// Proves that this is a position.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    ///
    /// ```
    /// use quoridor_core::{Setup, Variant, Wall};
    /// let mut setup = Setup::start(Variant::STANDARD);
    /// let walls = ["e3h", "f3h"].map(|wall| wall.parse::<Wall>().unwrap());
    /// setup.walls = walls.into_iter().collect();
    /// let error = setup.position().unwrap_err();
    /// assert_eq!(error.to_string(), "the walls e3h and f3h overlap");
    /// ```
    pub fn position(&self) -> Result<Position, SetupError> {
        let seats = self.pawns.seats();
        if self.walls_left.seats() != seats {
            return Err(SetupError::WallCount {
                pawns: seats.count(),
                counts: self.walls_left.seats().count(),
            });
        }
        if !seats.has(self.turn) {
            return Err(SetupError::TurnOfAbsent { player: self.turn });
        }
        self.check_walls()?;
        self.check_pawns()?;
        self.check_paths()?;
        let variant = Variant { size: self.size, seats, walls: self.check_stocks()? };
        Ok(Position::from_proved(self, variant))
    }

    /// The player that stands on its goal; the first in turn order if there are several.
    pub(crate) fn winner(&self) -> Option<Player> {
        self.pawns
            .iter()
            .find(|&(player, &pawn)| self.size.goals(player).contains(pawn))
            .map(|(player, _)| player)
    }

    fn check_walls(&self) -> Result<(), SetupError> {
        for wall in self.walls {
            if !self.size.has_wall(wall) {
                return Err(SetupError::WallOffBoard { wall });
            }
            let others = self.walls - WallSet::of(wall);
            if let Some(other) = overlapped(others, wall) {
                return Err(SetupError::WallsOverlap { walls: [wall, other] });
            }
            if others.contains(wall.turned()) {
                return Err(SetupError::WallsCross { walls: [wall, wall.turned()] });
            }
        }
        Ok(())
    }

    fn check_pawns(&self) -> Result<(), SetupError> {
        let mut occupied = SquareSet::EMPTY;
        for (player, &pawn) in self.pawns.iter() {
            if !self.size.has_square(pawn) {
                return Err(SetupError::PawnOffBoard { player, pawn });
            }
            if occupied.contains(pawn) {
                return Err(SetupError::SharedSquare { square: pawn });
            }
            occupied.insert(pawn);
        }
        let mut winners =
            self.pawns.iter().filter(|&(player, &pawn)| self.size.goals(player).contains(pawn));
        if let (Some((first, _)), Some((second, _))) = (winners.next(), winners.next()) {
            return Err(SetupError::TwoWinners { players: [first, second] });
        }
        Ok(())
    }

    fn check_paths(&self) -> Result<(), SetupError> {
        let mut passages: Passages = self.size.geometry().passages;
        for wall in self.walls {
            passages.close(wall);
        }
        for (player, &pawn) in self.pawns.iter() {
            let reach = passages.reachable(SquareSet::of(pawn));
            if !reach.intersects(self.size.goals(player)) {
                return Err(SetupError::NoPath { player, reach });
            }
        }
        Ok(())
    }

    /// Number of walls each player started with: all walls, placed and left, dealt evenly.
    fn check_stocks(&self) -> Result<u8, SetupError> {
        let (on_board, players) = (self.walls.len(), self.pawns.seats().count());
        let in_stock: usize = self.walls_left.values().map(|&left| usize::from(left)).sum();
        let uneven = SetupError::UnevenWalls { on_board, in_stock, players };
        if !(on_board + in_stock).is_multiple_of(players) {
            return Err(uneven);
        }
        let each = u8::try_from((on_board + in_stock) / players).map_err(|_| uneven)?;
        match self.walls_left.iter().find(|&(_, &left)| left > each) {
            Some((player, &left)) => Err(SetupError::TooManyWallsLeft { player, left, each }),
            None => Ok(each),
        }
    }
}

/// An error in a [`Setup`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// The counts of walls left and of pawns differ.
    WallCount {
        /// How many pawns there are.
        pawns: usize,
        /// Number of counts of walls left.
        counts: usize,
    },
    /// It is the turn of a player that does not take part.
    TurnOfAbsent {
        /// Who.
        player: Player,
    },
    /// A wall does not lie on the board.
    WallOffBoard {
        /// Which.
        wall: Wall,
    },
    /// Two walls share an edge.
    WallsOverlap {
        /// Which.
        walls: [Wall; 2],
    },
    /// Two walls share their middle.
    WallsCross {
        /// Which.
        walls: [Wall; 2],
    },
    /// A pawn does not stand on the board.
    PawnOffBoard {
        /// Whose.
        player: Player,
        /// Where.
        pawn: Square,
    },
    /// Two pawns stand on one square.
    SharedSquare {
        /// Where.
        square: Square,
    },
    /// Two pawns stand on their goals: the game was over when the first got there.
    TwoWinners {
        /// Whose.
        players: [Player; 2],
    },
    /// A player has no path to the goal.
    NoPath {
        /// Who.
        player: Player,
        /// The squares that this player can reach.
        reach: SquareSet,
    },
    /// The walls, placed and left, cannot have been dealt evenly.
    UnevenWalls {
        /// How many walls are on the board.
        on_board: usize,
        /// How many walls the players have left together.
        in_stock: usize,
        /// How many players there are.
        players: usize,
    },
    /// A player has more walls left than each started with.
    TooManyWallsLeft {
        /// Who.
        player: Player,
        /// How many are left.
        left: u8,
        /// How many each must have started with.
        each: u8,
    },
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WallCount { pawns, counts } => {
                write!(f, "{pawns} pawns but {counts} counts of walls left")
            }
            Self::TurnOfAbsent { player } => {
                write!(f, "it is {player}'s turn, who does not take part")
            }
            Self::WallOffBoard { wall } => write!(f, "the wall {wall} is off the board"),
            Self::WallsOverlap { walls: [a, b] } => write!(f, "the walls {a} and {b} overlap"),
            Self::WallsCross { walls: [a, b] } => write!(f, "the walls {a} and {b} cross"),
            Self::PawnOffBoard { player, pawn } => {
                write!(f, "{player}'s pawn on {pawn} is off the board")
            }
            Self::SharedSquare { square } => write!(f, "two pawns stand on {square}"),
            Self::TwoWinners { players: [a, b] } => {
                write!(f, "both {a} and {b} stand on their goal")
            }
            Self::NoPath { player, .. } => write!(f, "{player} has no path to the goal"),
            Self::UnevenWalls { on_board, in_stock, players } => {
                write!(
                    f,
                    "{on_board} walls on the board and {in_stock} left cannot have been dealt \
                     evenly to {players} players"
                )
            }
            Self::TooManyWallsLeft { player, left, each } => {
                write!(f, "{player} has {left} walls left, but each player started with {each}")
            }
        }
    }
}

impl core::error::Error for SetupError {}
