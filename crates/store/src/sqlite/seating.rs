//! Who may move for which seat of a live game, and by which clock.

use quoridor_core::{ByPlayer, Player};
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use crate::columns::{duration, nanoseconds, read};
use crate::keys::hash;
use crate::live_game::{LiveGame, Occupant, Seating};
use crate::played::MoveStats;
use crate::rows::GameRows;
use crate::sqlite::live::load_exits;
use crate::{GameId, Keys, Store, StoreError, TimeControl};

impl Store {
    /// A game that is or was being played by people or computer players at a screen.
    ///
    /// # Errors
    /// There is no such game, or it comes from a match or a file; the database failed.
    pub fn live(&self, game: GameId) -> Result<LiveGame, StoreError> {
        let columns = Columns::load(&self.connection, game)?;
        let stored = GameRows::load(&self.connection, game)?;
        let clock = match (columns.time, columns.increment) {
            (Some(time), Some(increment)) => {
                Some(TimeControl { time: duration(time)?, increment: duration(increment)? })
            }
            _ => None,
        };
        let claims = Claims::load(&self.connection, game)?;
        let occupants = load_occupants(&self.connection, &stored, &claims)?;
        let control = claims.keys(CONTROL, columns.control);
        let rematch = columns.rematch.map(GameId);
        let mut move_stats = vec![MoveStats::default(); stored.opening];
        move_stats.extend(stored.move_stats()?);
        move_stats.resize(stored.game.moves().len(), MoveStats::default());
        let ended = stored.summary.reason.clone().zip(stored.summary.outcome);
        Ok(LiveGame {
            seating: Seating { occupants, clock, control, rematch },
            move_stats,
            exits: load_exits(&self.connection, game)?,
            ended,
            given: stored.given()?,
            tags: stored.tags,
            game: stored.game,
        })
    }

    /// Adds a token to some seats of a live game, and to the pausing of a game between computers.
    /// Of tokens that were added, a seat keeps the newest.
    ///
    /// # Errors
    /// There is no such game; the database failed.
    pub fn claim(
        &mut self,
        game: GameId,
        seats: &[(Player, String)],
        control: Option<&str>,
    ) -> Result<(), StoreError> {
        let seats = seats.iter().map(|(seat, token)| (seat.to_string(), token.as_str()));
        let control = control.map(|token| (CONTROL.to_owned(), token));
        let claims: Vec<_> = seats.chain(control).collect();
        self.write(|transaction| {
            Columns::load(transaction, game)?;
            for (seat, token) in &claims {
                insert_claim(transaction, game, seat, &hash(token))?;
                let forget = "DELETE FROM claims WHERE game = ?1 AND seat = ?2 AND id NOT IN \
                              (SELECT id FROM claims WHERE game = ?1 AND seat = ?2 \
                               ORDER BY id DESC LIMIT ?3)";
                transaction.prepare_cached(forget)?.execute(params![game.0, seat, MOST_CLAIMS])?;
            }
            Ok(())
        })
    }
}

/// The most tokens of a seat beside its first one. A browser claims a game once.
const MOST_CLAIMS: i64 = 16;

/// The seat of claims that allow pausing.
const CONTROL: &str = "control";

fn insert_claim(
    transaction: &Transaction<'_>,
    game: GameId,
    seat: &str,
    hash: &str,
) -> Result<(), StoreError> {
    transaction
        .prepare_cached("INSERT INTO claims (game, seat, hash) VALUES (?1, ?2, ?3)")?
        .execute(params![game.0, seat, hash])?;
    Ok(())
}

/// Writes the keys of a seat after the first one, which has a column of its own.
fn insert_more_keys(
    transaction: &Transaction<'_>,
    game: GameId,
    seat: &str,
    keys: &Keys,
) -> Result<(), StoreError> {
    keys.hashes().iter().skip(1).try_for_each(|hash| insert_claim(transaction, game, seat, hash))
}

/// The tokens that were given out after a game began.
struct Claims(Vec<(String, String)>);

impl Claims {
    fn load(connection: &Connection, game: GameId) -> Result<Self, StoreError> {
        let mut statement = connection
            .prepare_cached("SELECT seat, hash FROM claims WHERE game = ?1 ORDER BY id")?;
        let claims = statement.query_map([game.0], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(Self(claims.collect::<Result<_, _>>()?))
    }

    /// The keys of a seat: the first, and those that were claimed.
    fn keys(&self, seat: &str, first: Option<String>) -> Keys {
        let claimed = self.0.iter().filter(|(of, _)| of == seat).map(|(_, hash)| hash.clone());
        Keys::of_hashes(first.filter(|hash| !hash.is_empty()).into_iter().chain(claimed).collect())
    }
}

/// Whether the store has a place for a seating.
pub(super) fn check(seating: &Seating) -> Result<(), StoreError> {
    if let Some(clock) = seating.clock {
        nanoseconds(clock.time)?;
        nanoseconds(clock.increment)?;
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
        .execute(params![game.0, time, increment, seating.control.hashes().first()])?;
    insert_more_keys(transaction, game, CONTROL, &seating.control)?;
    for (seat, occupant) in seating.occupants.iter() {
        let seat = seat.to_string();
        let (key, spec) = match occupant {
            Occupant::Human { keys, .. } => {
                (Some(keys.hashes().first().map_or("", String::as_str)), None)
            }
            Occupant::Computer { spec } => (None, Some(spec)),
        };
        transaction
            .prepare_cached(
                "INSERT INTO occupants (game, seat, token, spec) VALUES (?1, ?2, ?3, ?4)",
            )?
            .execute(params![game.0, seat, key, spec])?;
        if let Some(keys) = occupant.keys() {
            insert_more_keys(transaction, game, &seat, keys)?;
        }
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
    stored: &GameRows,
    claims: &Claims,
) -> Result<ByPlayer<Occupant>, StoreError> {
    let game = stored.summary.id;
    let mut statement =
        connection.prepare_cached("SELECT seat, token, spec FROM occupants WHERE game = ?1")?;
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
            (Some(key), _) => Some(Occupant::Human {
                name: stored.summary.players[seat].clone().unwrap_or_default(),
                keys: claims.keys(&seat.to_string(), Some(key)),
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
