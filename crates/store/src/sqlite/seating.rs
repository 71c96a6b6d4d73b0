//! Who may move for which seat of a live game, and by which clock.

use quoridor_core::record::{Line, RecordedMove};
use quoridor_core::{ByPlayer, Player};
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use crate::live_game::{LiveGame, Occupant, Seating};
use crate::played::MoveStats;
use crate::sqlite::columns::{duration, nanoseconds, read};
use crate::sqlite::live::load_exits;
use crate::sqlite::stored::StoredGame;
use crate::{GameId, Store, StoreError, TimeControl};

impl Store {
    /// A game that is or was being played by people or computer players at a screen.
    ///
    /// # Errors
    /// There is no such game, or it comes from a match or a file; the database failed.
    pub fn live(&self, game: GameId) -> Result<LiveGame, StoreError> {
        let columns = Columns::load(&self.connection, game)?;
        let stored = StoredGame::load(&self.connection, game)?;
        let clock = match (columns.time, columns.increment) {
            (Some(time), Some(increment)) => {
                Some(TimeControl { time: duration(time)?, increment: duration(increment)? })
            }
            _ => None,
        };
        let occupants = load_occupants(&self.connection, &stored)?;
        let rematch = columns.rematch.map(GameId);
        let mut move_stats = vec![MoveStats::default(); stored.opening];
        move_stats.extend(stored.move_stats()?);
        move_stats.resize(stored.game.moves().len(), MoveStats::default());
        let ended = stored.summary.reason.clone().zip(stored.summary.outcome);
        let given: Vec<RecordedMove> = stored.given()?;
        Ok(LiveGame {
            seating: Seating { occupants, clock, control: columns.control, rematch },
            move_stats,
            exits: load_exits(&self.connection, game)?,
            ended,
            tags: stored.tags(&self.connection)?,
            given: Line { comment: stored.comment.clone(), moves: given },
            game: stored.game,
        })
    }
}

/// Whether the store has a place for a seating.
pub(super) fn check(seating: &Seating) -> Result<(), StoreError> {
    if let Some(clock) = seating.clock {
        nanoseconds(clock.time)?;
        nanoseconds(clock.increment)?;
    }
    if seating.occupants.values().any(|occupant| occupant.token() == Some("")) {
        return Err(StoreError::Unstorable("a seat without a token".to_owned()));
    }
    Ok(())
}

pub(super) fn insert(
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
    for (seat, occupant) in seating.occupants.iter() {
        let spec = match occupant {
            Occupant::Human { .. } => None,
            Occupant::Computer { spec } => Some(spec),
        };
        transaction
            .prepare_cached(
                "INSERT INTO sitters (game, seat, token, spec) VALUES (?1, ?2, ?3, ?4)",
            )?
            .execute(params![game.0, seat.to_string(), occupant.token(), spec])?;
    }
    Ok(())
}

/// The rematch of a game, if there is one.
pub(super) fn rematch(connection: &Connection, game: GameId) -> Result<Option<GameId>, StoreError> {
    Ok(Columns::load(connection, game)?.rematch.map(GameId))
}

pub(super) fn set_rematch(
    transaction: &Transaction<'_>,
    game: GameId,
    rematch: GameId,
) -> Result<(), StoreError> {
    transaction
        .prepare_cached("UPDATE seatings SET rematch = ?2 WHERE game = ?1")?
        .execute(params![game.0, rematch.0])?;
    Ok(())
}

struct Columns {
    time: Option<i64>,
    increment: Option<i64>,
    control: Option<String>,
    rematch: Option<i64>,
}

impl Columns {
    fn load(connection: &Connection, game: GameId) -> Result<Self, StoreError> {
        let mut statement = connection.prepare_cached(
            "SELECT time, increment, control, rematch FROM seatings WHERE game = ?1",
        )?;
        let columns = statement.query_row([game.0], |row| {
            Ok(Self {
                time: row.get(0)?,
                increment: row.get(1)?,
                control: row.get(2)?,
                rematch: row.get(3)?,
            })
        });
        columns.optional()?.ok_or(StoreError::NoGame(game))
    }
}

fn load_occupants(
    connection: &Connection,
    stored: &StoredGame,
) -> Result<ByPlayer<Occupant>, StoreError> {
    let game = stored.summary.id;
    let mut statement =
        connection.prepare_cached("SELECT seat, token, spec FROM sitters WHERE game = ?1")?;
    let mut rows = statement.query([game.0])?;
    let mut occupants: ByPlayer<Option<Occupant>> =
        ByPlayer::new(stored.summary.start.seats(), |_| None);
    while let Some(row) = rows.next()? {
        let seat = read::<Player>(&row.get::<_, String>(0)?)?;
        if occupants.get(seat).is_none() {
            return Err(StoreError::Damaged(format!("{seat} does not take part in game {game}")));
        }
        occupants[seat] = match (row.get::<_, Option<String>>(1)?, row.get::<_, Option<String>>(2)?)
        {
            (Some(token), _) => Some(Occupant::Human {
                name: stored.summary.players[seat].clone().unwrap_or_default(),
                token,
            }),
            (None, spec) => spec.map(|spec| Occupant::Computer { spec }),
        };
    }
    let empty = |seat| StoreError::Damaged(format!("nobody sits on {seat} in game {game}"));
    let known =
        occupants.iter().map(|(seat, occupant)| occupant.clone().ok_or_else(|| empty(seat)));
    let known = known.collect::<Result<Vec<_>, _>>()?;
    ByPlayer::from_values(known)
        .map_err(|count| StoreError::Damaged(format!("game {game} has {count} seats")))
}
