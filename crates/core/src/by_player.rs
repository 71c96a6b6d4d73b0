//! One value for each player.

use core::fmt;
use core::ops::{Index, IndexMut};
use core::str::FromStr;

use crate::player::Player;
use crate::seats::Seats;

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

    /// Gives the values of a list to the players in turn order; the error is how many there were.
    pub fn from_values(values: Vec<T>) -> Result<Self, usize> {
        let count = values.len();
        let seats = Seats::new(count).ok_or(count)?;
        let mut values = values.into_iter();
        Ok(Self {
            seats,
            values: Player::ALL.map(|player| if seats.has(player) { values.next() } else { None }),
        })
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
        Player::ALL
            .into_iter()
            .zip(&self.values)
            .filter_map(|(player, value)| Some((player, value.as_ref()?)))
    }

    /// The values, in turn order.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.values.iter().flatten()
    }

    /// The same players with other values.
    pub fn map<U>(self, mut change: impl FnMut(Player, T) -> U) -> ByPlayer<U> {
        let mut players = Player::ALL.into_iter();
        let values = self
            .values
            .map(|value| players.next().zip(value).map(|(player, value)| change(player, value)));
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
    /// The number of values found; there must be two, three or four.
    Count(usize),
    /// A value cannot be read.
    Value(E),
}

impl<E: fmt::Display> fmt::Display for ParseByPlayerError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(count) => {
                write!(f, "{count} values: one for each of two, three or four players is needed")
            }
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
        Self::from_values(values.map_err(ParseByPlayerError::Value)?)
            .map_err(ParseByPlayerError::Count)
    }
}
