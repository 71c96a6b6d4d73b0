//! Seats, and one value for each of them.

use core::fmt;
use core::ops::{Index, IndexMut};
use core::str::FromStr;

use crate::direction::Direction;

/// A player, named by the side of the board it starts from.
///
/// Clockwise and in turn order: South, West, North, East. Two players are South and North; three South, West and North.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// Starts on the bottom row and heads for the top one. Moves first.
    South,
    /// Starts in the left column and heads for the right one.
    West,
    /// Starts on the top row and heads for the bottom one.
    North,
    /// Starts in the right column and heads for the left one.
    East,
}

impl Player {
    /// All four, in turn order.
    pub const ALL: [Self; 4] = [Self::South, Self::West, Self::North, Self::East];

    /// The player across the board.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::South => Self::North,
            Self::West => Self::East,
            Self::North => Self::South,
            Self::East => Self::West,
        }
    }

    /// The way to the goal.
    #[inline]
    pub const fn heading(self) -> Direction {
        match self {
            Self::South => Direction::Up,
            Self::West => Direction::Right,
            Self::North => Direction::Down,
            Self::East => Direction::Left,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::South => "South",
            Self::West => "West",
            Self::North => "North",
            Self::East => "East",
        })
    }
}

/// The text is not a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsePlayerError;

impl fmt::Display for ParsePlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a player: the players are South, West, North and East")
    }
}

impl core::error::Error for ParsePlayerError {}

impl FromStr for Player {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerError> {
        Self::ALL.into_iter().find(|player| text.eq_ignore_ascii_case(&player.to_string())).ok_or(ParsePlayerError)
    }
}

/// Which players take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seats {
    /// South and North.
    Two,
    /// South, West and North.
    Three,
    /// South, West, North and East.
    Four,
}

impl Seats {
    /// Two, three and four.
    pub const ALL: [Self; 3] = [Self::Two, Self::Three, Self::Four];

    /// The seats of so many players; `None` unless it is two, three or four.
    #[inline]
    pub const fn new(count: usize) -> Option<Self> {
        match count {
            2 => Some(Self::Two),
            3 => Some(Self::Three),
            4 => Some(Self::Four),
            _ => None,
        }
    }

    /// How many players take part.
    #[inline]
    pub const fn count(self) -> usize {
        self.players().len()
    }

    /// The players that take part, in turn order.
    #[inline]
    pub const fn players(self) -> &'static [Player] {
        match self {
            Self::Two => &[Player::South, Player::North],
            Self::Three => &[Player::South, Player::West, Player::North],
            Self::Four => &Player::ALL,
        }
    }

    /// Whether the player takes part.
    #[inline]
    pub const fn has(self, player: Player) -> bool {
        match player {
            Player::South | Player::North => true,
            Player::West => !matches!(self, Self::Two),
            Player::East => matches!(self, Self::Four),
        }
    }

    /// Who moves after a player.
    #[inline]
    pub const fn next(self, player: Player) -> Player {
        match (self, player) {
            (Self::Two, Player::South) | (_, Player::West) => Player::North,
            (Self::Three | Self::Four, Player::South) => Player::West,
            (Self::Four, Player::North) => Player::East,
            (_, Player::North | Player::East) => Player::South,
        }
    }

    /// The place of a player in the turn order, from zero; `None` if it does not take part.
    pub fn place(self, player: Player) -> Option<usize> {
        self.players().iter().position(|&other| other == player)
    }
}

impl fmt::Display for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.count())
    }
}

/// The text is not a number of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSeatsError;

impl fmt::Display for ParseSeatsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a number of players: two, three or four can play")
    }
}

impl core::error::Error for ParseSeatsError {}

impl FromStr for Seats {
    type Err = ParseSeatsError;

    fn from_str(text: &str) -> Result<Self, ParseSeatsError> {
        match text {
            "2" => Ok(Self::Two),
            "3" => Ok(Self::Three),
            "4" => Ok(Self::Four),
            _ => Err(ParseSeatsError),
        }
    }
}

/// One value for each player that takes part.
///
/// ```
/// use quoridor_core::{ByPlayer, Player, Seats};
/// let names = ByPlayer::new(Seats::Two, |player| player.to_string());
/// assert_eq!(names[Player::North], "North");
/// assert_eq!(names.iter().count(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ByPlayer<T> {
    seats: Seats,
    /// By seat; what stands at an empty seat is never shown.
    values: [Option<T>; 4],
}

impl<T> ByPlayer<T> {
    /// One value for each player, made in turn order.
    pub fn new(seats: Seats, mut value: impl FnMut(Player) -> T) -> Self {
        Self { seats, values: Player::ALL.map(|player| seats.has(player).then(|| value(player))) }
    }

    /// The players that have a value.
    #[inline]
    pub const fn seats(&self) -> Seats {
        self.seats
    }

    /// The value of a player; `None` if it does not take part.
    #[inline]
    pub const fn get(&self, player: Player) -> Option<&T> {
        self.values[player as usize].as_ref()
    }

    /// The players and their values, in turn order.
    pub fn iter(&self) -> impl Iterator<Item = (Player, &T)> {
        Player::ALL.into_iter().zip(&self.values).filter_map(|(player, value)| Some((player, value.as_ref()?)))
    }

    /// The values, in turn order.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.values.iter().flatten()
    }

    /// The same players with other values.
    pub fn map<U>(self, mut change: impl FnMut(Player, T) -> U) -> ByPlayer<U> {
        let mut players = Player::ALL.into_iter();
        let values = self.values.map(|value| players.next().zip(value).map(|(player, value)| change(player, value)));
        ByPlayer { seats: self.seats, values }
    }
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    /// # Panics
    /// If the player does not take part.
    #[inline]
    fn index(&self, player: Player) -> &T {
        self.values[player as usize].as_ref().expect("the player takes part")
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    /// # Panics
    /// If the player does not take part.
    #[inline]
    fn index_mut(&mut self, player: Player) -> &mut T {
        self.values[player as usize].as_mut().expect("the player takes part")
    }
}

impl<T: fmt::Debug> fmt::Debug for ByPlayer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// The values in turn order, with a space between them.
impl<T: fmt::Display> fmt::Display for ByPlayer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, value) in self.values().enumerate() {
            if place > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{value}")?;
        }
        Ok(())
    }
}

/// The text does not hold one value for each of two to four players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseByPlayerError<E> {
    /// So many values were found; there must be two, three or four.
    Count(usize),
    /// A value cannot be read.
    Value(E),
}

impl<E: fmt::Display> fmt::Display for ParseByPlayerError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(count) => write!(f, "{count} values: one for each of two, three or four players is needed"),
            Self::Value(error) => error.fmt(f),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> core::error::Error for ParseByPlayerError<E> {}

/// Values in turn order, with space between them.
impl<T: FromStr> FromStr for ByPlayer<T> {
    type Err = ParseByPlayerError<T::Err>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let values = text.split_whitespace().map(str::parse).collect::<Result<Vec<T>, _>>();
        Self::from_values(values.map_err(ParseByPlayerError::Value)?).map_err(ParseByPlayerError::Count)
    }
}

impl<T> ByPlayer<T> {
    /// Gives the values of a list to the players in turn order; the error is how many there were.
    pub fn from_values(values: Vec<T>) -> Result<Self, usize> {
        let count = values.len();
        let seats = Seats::new(count).ok_or(count)?;
        let mut values = values.into_iter();
        Ok(Self { seats, values: Player::ALL.map(|player| if seats.has(player) { values.next() } else { None }) })
    }
}
