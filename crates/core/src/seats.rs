//! Which players take part.

use core::fmt;
use core::str::FromStr;

use crate::player::Player;

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

    /// The seats of a number of players; `None` unless it is two, three or four.
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
