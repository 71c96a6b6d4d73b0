//! The feature `serde`: what has a text is that text, a game its start and its moves.

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Error as _, Serialize, Serializer};

use crate::record::{Record, read};
use crate::{ByPlayer, Game, Move, Outcome, Player, Position};

macro_rules! as_text {
    ($($name:ty),+) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )+};
}
as_text!(Move, Outcome, Player, Position);

/// The values in turn order.
impl<T: Serialize> Serialize for ByPlayer<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.values())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByPlayer<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let values = Vec::deserialize(deserializer)?;
        Self::from_values(values).map_err(|count| D::Error::custom(format!("{count} players")))
    }
}

impl Serialize for Game {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.start(), self.moves()).serialize(serializer)
    }
}

/// Its moves are proved legal.
impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (start, moves): (Position, Vec<Move>) = Deserialize::deserialize(deserializer)?;
        let mut game = Self::new(start);
        moves.into_iter().try_for_each(|mv| game.replay(mv)).map_err(D::Error::custom)?;
        Ok(game)
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.write().map_err(S::Error::custom)?)
    }
}

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let record = read(&text).with_hidden_characters().next();
        record.ok_or_else(|| D::Error::custom("an empty record"))?.map_err(D::Error::custom)
    }
}
