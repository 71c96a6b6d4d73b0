//! Board size, players and walls.

use core::fmt;
use core::str::FromStr;

use crate::geometry::Geometry;
use crate::player::Player;
use crate::seats::Seats;
use crate::square::{MAX_SIDE, Square};
use crate::square_set::SquareSet;
use crate::wall::Wall;
use crate::wall_set::WallSet;

/// The smallest width and height of a board.
const MIN_WIDTH: u8 = 2;
const MIN_HEIGHT: u8 = 3;

/// Width and height of a board.
///
/// ```
/// use quoridor_core::BoardSize;
/// let size: BoardSize = "5x7".parse().unwrap();
/// assert_eq!((size.width(), size.height()), (5, 7));
/// assert!("10x9".parse::<BoardSize>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardSize {
    width: u8,
    height: u8,
}

impl BoardSize {
    /// Nine by nine.
    pub const STANDARD: Self = Self { width: MAX_SIDE, height: MAX_SIDE };

    /// A width of 2 to 9 and a height of 3 to 9; `None` otherwise.
    pub const fn new(width: u8, height: u8) -> Option<Self> {
        if width >= MIN_WIDTH && width <= MAX_SIDE && height >= MIN_HEIGHT && height <= MAX_SIDE {
            Some(Self { width, height })
        } else {
            None
        }
    }

    /// The number of columns.
    #[inline]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// The number of rows.
    #[inline]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Whether the board has the square.
    #[inline]
    pub const fn has_square(self, square: Square) -> bool {
        square.column() < self.width && square.row() < self.height
    }

    /// Whether the board has the wall's slot.
    #[inline]
    pub const fn has_wall(self, wall: Wall) -> bool {
        wall.square().column() + 1 < self.width && wall.square().row() + 1 < self.height
    }

    /// The squares of the board.
    #[inline]
    pub const fn squares(self) -> SquareSet {
        self.geometry().squares
    }

    /// The walls that an empty board has room for.
    #[inline]
    pub const fn walls(self) -> WallSet {
        let slots = self.geometry().slots;
        WallSet { horizontal: slots, vertical: slots }
    }

    /// The squares that a player must reach.
    #[inline]
    pub const fn goals(self, player: Player) -> SquareSet {
        self.geometry().goals[player as usize]
    }

    /// The squares of a row, counted from zero; empty off the board.
    pub fn row(self, row: u8) -> SquareSet {
        self.squares().iter().filter(|square| square.row() == row).collect()
    }

    /// The squares of a column, counted from zero; empty off the board.
    pub fn column(self, column: u8) -> SquareSet {
        self.squares().iter().filter(|square| square.column() == column).collect()
    }

    /// Where a player's pawn starts: in the middle of its side, right or up of it if the side is
    /// even.
    pub const fn start(self, player: Player) -> Square {
        let (middle_column, middle_row) = (self.width / 2, self.height / 2);
        let square = match player {
            Player::South => Square::new(middle_column, 0),
            Player::West => Square::new(0, middle_row),
            Player::North => Square::new(middle_column, self.height - 1),
            Player::East => Square::new(self.width - 1, middle_row),
        };
        square.expect("the start is on the board")
    }

    #[inline]
    pub(crate) const fn geometry(self) -> &'static Geometry {
        Geometry::of(self.width, self.height)
    }

    /// Every size there is, the smallest first.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (MIN_WIDTH..=MAX_SIDE)
            .flat_map(|width| (MIN_HEIGHT..=MAX_SIDE).map(move |height| Self { width, height }))
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl fmt::Debug for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseBoardSizeError;

impl fmt::Display for ParseBoardSizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a board size: a size is a width 2-9, x and a height 3-9, like 9x9")
    }
}

impl core::error::Error for ParseBoardSizeError {}

impl FromStr for BoardSize {
    type Err = ParseBoardSizeError;

    fn from_str(text: &str) -> Result<Self, ParseBoardSizeError> {
        let &[width @ b'0'..=b'9', b'x', height @ b'0'..=b'9'] = text.as_bytes() else {
            return Err(ParseBoardSizeError);
        };
        Self::new(width - b'0', height - b'0').ok_or(ParseBoardSizeError)
    }
}

/// A kind of game: the board, who plays, and how many walls each of them starts with.
///
/// ```
/// use quoridor_core::Variant;
/// assert_eq!(Variant::STANDARD.to_string(), "9x9, 2 players, 10 walls");
/// assert_eq!("9x9, 2 players, 10 walls".parse(), Ok(Variant::STANDARD));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variant {
    /// The board.
    pub size: BoardSize,
    /// Who plays.
    pub seats: Seats,
    /// How many walls each player starts with.
    pub walls: u8,
}

impl Variant {
    /// The official game for two: nine by nine, ten walls each.
    pub const STANDARD: Self = Self::official(Seats::Two);

    /// The nine by nine game: ten walls each for two and five for four, as the official rules say;
    /// seven for three.
    pub const fn official(seats: Seats) -> Self {
        let walls = match seats {
            Seats::Two => 10,
            Seats::Three => 7,
            Seats::Four => 5,
        };
        Self { size: BoardSize::STANDARD, seats, walls }
    }

    /// Whether the board has the square.
    #[inline]
    pub const fn has_square(self, square: Square) -> bool {
        self.size.has_square(square)
    }

    /// Whether the board has the wall's slot.
    #[inline]
    pub const fn has_wall(self, wall: Wall) -> bool {
        self.size.has_wall(wall)
    }
}

impl Default for Variant {
    fn default() -> Self {
        Self::STANDARD
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} players, {} walls", self.size, self.seats, self.walls)
    }
}

/// The text is not a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseVariantError;

impl fmt::Display for ParseVariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "not a variant: a variant is a size, the players and the walls of each, like 9x9, 2 \
             players, 10 walls",
        )
    }
}

impl core::error::Error for ParseVariantError {}

impl FromStr for Variant {
    type Err = ParseVariantError;

    fn from_str(text: &str) -> Result<Self, ParseVariantError> {
        let mut fields = text.split(", ");
        let mut field = || fields.next().ok_or(ParseVariantError);
        let size = field()?.parse().map_err(|_| ParseVariantError)?;
        let seats = field()?.strip_suffix(" players").ok_or(ParseVariantError)?;
        let walls = field()?.strip_suffix(" walls").ok_or(ParseVariantError)?;
        let variant = Self {
            size,
            seats: seats.parse().map_err(|_| ParseVariantError)?,
            walls: walls.parse().map_err(|_| ParseVariantError)?,
        };
        if fields.next().is_none() { Ok(variant) } else { Err(ParseVariantError) }
    }
}
