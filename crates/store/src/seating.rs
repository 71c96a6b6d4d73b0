//! Games that are played at a server: who may move for which seat.

use std::fmt;
use std::time::Duration;

use quoridor_core::{ByPlayer, Game, Outcome, Player, Position};
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use crate::columns::{duration, nanoseconds, read};
use crate::live::begin;
use crate::played::{Reason, Thought};
use crate::stored::StoredGame;
use crate::{GameId, Store, StoreError};

/// Who plays a game at a server, and by which clock.
#[derive(Clone, Debug, PartialEq)]
pub struct Seating {
    /// Who sits where.
    pub sitters: ByPlayer<Sitter>,
    /// The clock; `None` if nobody is in a hurry.
    pub clock: Option<TimeControl>,
    /// The secret of who may pause a game of computer players alone.
    pub control: Option<String>,
    /// The game that followed, if there was one.
    pub rematch: Option<GameId>,
}

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq)]
pub enum Sitter {
    /// Somebody who knows a secret.
    Human {
        /// The name, which is shown and proves nothing.
        name: String,
        /// The secret.
        token: String,
    },
    /// A computer player.
    Computer {
        /// Which, as the registry writes it.
        spec: String,
    },
}

impl Sitter {
    /// What the store calls it.
    pub fn name(&self) -> &str {
        match self {
            Self::Human { name, .. } => name,
            Self::Computer { spec } => spec,
        }
    }

    /// The secret of a human.
    pub fn token(&self) -> Option<&str> {
        match self {
            Self::Human { token, .. } => Some(token),
            Self::Computer { .. } => None,
        }
    }
}

/// Without the secret: what is printed for debugging may be read by others.
impl fmt::Debug for Sitter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human { name, .. } => {
                f.debug_struct("Human").field("name", name).finish_non_exhaustive()
            }
            Self::Computer { spec } => f.debug_struct("Computer").field("spec", spec).finish(),
        }
    }
}

/// How much time each player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// At the beginning.
    pub time: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// A game at a server, as the store knows it.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatedGame {
    /// Who plays.
    pub seating: Seating,
    /// The moves so far.
    pub game: Game,
    /// What the players thought, and what their clocks showed, move by move.
    pub thoughts: Vec<Thought>,
    /// Why and how it ended; `None` while it is on.
    pub ended: Option<(Reason, Outcome)>,
}

impl Store {
    /// Begins a game at a server. If it is a `rematch_of` another, that one remembers it; if that
    /// one has had its rematch already, nothing is begun and the number of the earlier is given.
    ///
    /// # Errors
    /// A clock of more than 292 years; the database failed.
    pub fn begin_seated(
        &mut self,
        seating: &Seating,
        start: &Position,
        rematch_of: Option<GameId>,
    ) -> Result<GameId, StoreError> {
        self.write(|transaction| {
            if let Some(earlier) = rematch_of
                && let Some(rematch) = load_columns(transaction, earlier)?.rematch
            {
                return Ok(GameId(rematch));
            }
            let names =
                ByPlayer::new(start.seats(), |seat| seating.sitters[seat].name().to_owned());
            let game = begin(transaction, &names, start)?;
            insert(transaction, game, seating)?;
            if let Some(earlier) = rematch_of {
                transaction
                    .prepare_cached("UPDATE seatings SET rematch = ?2 WHERE game = ?1")?
                    .execute(params![earlier.0, game.0])?;
            }
            Ok(game)
        })
    }

    /// A game that was begun at a server.
    ///
    /// # Errors
    /// There is no such game, or it was not begun at a server; the database failed.
    pub fn seated(&self, game: GameId) -> Result<SeatedGame, StoreError> {
        let columns = load_columns(&self.connection, game)?;
        let stored = StoredGame::load(&self.connection, game)?;
        let clock = match (columns.time, columns.increment) {
            (Some(time), Some(increment)) => {
                Some(TimeControl { time: duration(time)?, increment: duration(increment)? })
            }
            _ => None,
        };
        let sitters = load_sitters(&self.connection, &stored)?;
        let rematch = columns.rematch.map(GameId);
        let thoughts = stored.thoughts()?;
        let ended = stored.summary.reason.clone().zip(stored.summary.outcome);
        let seating = Seating { sitters, clock, control: columns.control, rematch };
        Ok(SeatedGame { seating, game: stored.game, thoughts, ended })
    }
}

fn insert(
    transaction: &Transaction<'_>,
    game: GameId,
    seating: &Seating,
) -> Result<(), StoreError> {
    let time = seating.clock.map(|clock| nanoseconds(clock.time)).transpose()?;
    let increment = seating.clock.map(|clock| nanoseconds(clock.increment)).transpose()?;
    transaction
        .prepare_cached(
            "INSERT INTO seatings (game, time, increment, control) VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![game.0, time, increment, seating.control])?;
    for (seat, sitter) in seating.sitters.iter() {
        let spec = match sitter {
            Sitter::Human { .. } => None,
            Sitter::Computer { spec } => Some(spec),
        };
        transaction
            .prepare_cached(
                "INSERT INTO sitters (game, seat, token, spec) VALUES (?1, ?2, ?3, ?4)",
            )?
            .execute(params![game.0, seat.to_string(), sitter.token(), spec])?;
    }
    Ok(())
}

struct Columns {
    time: Option<i64>,
    increment: Option<i64>,
    control: Option<String>,
    rematch: Option<i64>,
}

fn load_columns(connection: &Connection, game: GameId) -> Result<Columns, StoreError> {
    let mut statement = connection
        .prepare_cached("SELECT time, increment, control, rematch FROM seatings WHERE game = ?1")?;
    let columns = statement.query_row([game.0], |row| {
        Ok(Columns {
            time: row.get(0)?,
            increment: row.get(1)?,
            control: row.get(2)?,
            rematch: row.get(3)?,
        })
    });
    columns.optional()?.ok_or(StoreError::NoGame(game))
}

fn load_sitters(
    connection: &Connection,
    stored: &StoredGame,
) -> Result<ByPlayer<Sitter>, StoreError> {
    let game = stored.summary.id;
    let mut statement =
        connection.prepare_cached("SELECT seat, token, spec FROM sitters WHERE game = ?1")?;
    let mut rows = statement.query([game.0])?;
    let mut sitters: ByPlayer<Option<Sitter>> =
        ByPlayer::new(stored.summary.start.seats(), |_| None);
    while let Some(row) = rows.next()? {
        let seat = read::<Player>(&row.get::<_, String>(0)?)?;
        if sitters.get(seat).is_none() {
            return Err(StoreError::Damaged(format!("{seat} does not take part in game {game}")));
        }
        sitters[seat] = match (row.get::<_, Option<String>>(1)?, row.get::<_, Option<String>>(2)?) {
            (Some(token), _) => Some(Sitter::Human {
                name: stored.summary.players[seat].clone().unwrap_or_default(),
                token,
            }),
            (None, spec) => spec.map(|spec| Sitter::Computer { spec }),
        };
    }
    let empty = |seat| StoreError::Damaged(format!("nobody sits on {seat} in game {game}"));
    let known = sitters.iter().map(|(seat, sitter)| sitter.clone().ok_or_else(|| empty(seat)));
    let known = known.collect::<Result<Vec<_>, _>>()?;
    ByPlayer::from_values(known)
        .map_err(|count| StoreError::Damaged(format!("game {game} has {count} seats")))
}
