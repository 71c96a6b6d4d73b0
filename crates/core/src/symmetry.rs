//! Symmetries of the game.

use crate::by_player::ByPlayer;
use crate::mv::Move;
use crate::player::Player;
use crate::position::Position;
use crate::seats::Seats;
use crate::setup::Setup;
use crate::square::Square;
use crate::variant::{BoardSize, Variant};
use crate::wall::Wall;

/// A way to turn the board over that leaves the rules as they are.
///
/// Two players have all four. Four players have only the rotation: in a mirror the turns would go
/// round the other way. Three have none but the identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symmetry {
    /// As it is.
    Identity,
    /// Left and right exchanged.
    Mirror,
    /// Turned by 180°, each player taking the seat across.
    Rotation,
    /// Top and bottom exchanged, each player taking the seat across: mirror and rotation together.
    MirrorRotation,
}

impl Symmetry {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Identity, Self::Mirror, Self::Rotation, Self::MirrorRotation];

    /// The symmetries of a variant, the identity first.
    pub const fn of(variant: Variant) -> &'static [Self] {
        match variant.seats {
            Seats::Two => &Self::ALL,
            Seats::Three => &[Self::Identity],
            Seats::Four => &[Self::Identity, Self::Rotation],
        }
    }

    /// Whether left and right change places.
    const fn turns_columns(self) -> bool {
        matches!(self, Self::Mirror | Self::Rotation)
    }

    /// Whether top and bottom change places, and with them the players.
    const fn turns_rows(self) -> bool {
        matches!(self, Self::Rotation | Self::MirrorRotation)
    }

    /// Where a square of a board goes. The square must be on the board.
    pub const fn square(self, square: Square, size: BoardSize) -> Square {
        let (mut column, mut row) = (square.column(), square.row());
        if self.turns_columns() {
            column = size.width() - 1 - column;
        }
        if self.turns_rows() {
            row = size.height() - 1 - row;
        }
        Square::new(column, row).expect("the image of a square is on the board")
    }

    /// Where a wall of a board goes. The wall must be on the board.
    pub const fn wall(self, wall: Wall, size: BoardSize) -> Wall {
        let (mut column, mut row) = (wall.square().column(), wall.square().row());
        if self.turns_columns() {
            column = size.width() - 2 - column;
        }
        if self.turns_rows() {
            row = size.height() - 2 - row;
        }
        let square = Square::new(column, row).expect("the image of a wall is on the board");
        Wall::new(square, wall.orientation()).expect("the image of a wall is on the board")
    }

    /// The image of a move, which must be on the board.
    pub const fn mv(self, mv: Move, size: BoardSize) -> Move {
        match mv {
            Move::Step(square) => Move::Step(self.square(square, size)),
            Move::Wall(wall) => Move::Wall(self.wall(wall, size)),
            Move::Pass => Move::Pass,
        }
    }

    /// Which seat a player gets.
    pub const fn player(self, player: Player) -> Player {
        match player {
            Player::South | Player::North if self.turns_rows() => player.opposite(),
            Player::West | Player::East if self.turns_columns() => player.opposite(),
            _ => player,
        }
    }

    /// The image of a position; `None` if the variant does not have the symmetry.
    ///
    /// ```
    /// use quoridor_core::{Position, Symmetry};
    /// let position: Position = "a1 / - / e2 e9 / 9 10 / 2".parse().unwrap();
    /// let mirrored = Symmetry::Mirror.position(&position).unwrap();
    /// assert_eq!(mirrored.to_string(), "h1 / - / e2 e9 / 9 10 / 2");
    /// let rotated = Symmetry::Rotation.position(&position).unwrap();
    /// assert_eq!(rotated.to_string(), "h8 / - / e1 e8 / 10 9 / 1");
    /// ```
    pub fn position(self, position: &Position) -> Option<Position> {
        if !Self::of(position.variant()).contains(&self) {
            return None;
        }
        let Setup { size, walls, pawns, walls_left, turn } = position.setup();
        let image = Setup {
            size,
            walls: walls.iter().map(|wall| self.wall(wall, size)).collect(),
            pawns: ByPlayer::new(pawns.seats(), |player| {
                self.square(pawns[self.player(player)], size)
            }),
            walls_left: ByPlayer::new(pawns.seats(), |player| walls_left[self.player(player)]),
            turn: self.player(turn),
        };
        Some(Position::from_proved(&image, position.variant()))
    }
}

impl Position {
    /// Of all positions that a symmetry makes of this one, always the same one; and the symmetry
    /// that leads there.
    ///
    /// The player to move may have changed seats, so a value belongs to the *player to move*, not
    /// to a seat.
    ///
    /// ```
    /// use quoridor_core::Position;
    /// let left: Position = "a1 / - / e2 e9 / 9 10 / 2".parse().unwrap();
    /// let right: Position = "h1 / - / e2 e9 / 9 10 / 2".parse().unwrap();
    /// assert_ne!(left, right);
    /// assert_eq!(left.canonical().0, right.canonical().0);
    /// ```
    pub fn canonical(&self) -> (Self, Symmetry) {
        let images = Symmetry::of(self.variant()).iter();
        images
            .filter_map(|&symmetry| Some((symmetry.position(self)?, symmetry)))
            .min_by_key(|(image, symmetry)| {
                (image.turn(), image.pawns(), image.all_walls_left(), image.walls(), *symmetry)
            })
            .expect("the identity is a symmetry of every variant")
    }
}
