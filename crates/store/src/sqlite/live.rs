//! Games that are being played: written move by move.

use quoridor_core::{LegalMove, Player};
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use crate::columns::{ReasonColumns, symmetry_name};
use crate::live_game::{Change, Exit, NewLiveGame, Stamp, Target, Update};
use crate::played::{MoveStats, Reason};
use crate::position_key::PositionKey;
use crate::rows::{GameRows, MoveRow};
use crate::sqlite::rows::{insert_position, player_id};
use crate::sqlite::seating;
use crate::{Date, GameId, Source, Store, StoreError};

impl Store {
    /// Writes a change of a game that is being played. When this returns, it is on the disk.
    ///
    /// A change that was written before, whose answer got lost, may be written again: nothing
    /// happens then.
    ///
    /// # Errors
    /// The game has other moves than the change expects, is over, or does not exist; the database
    /// failed. Nothing has been written.
    pub fn write_live(&mut self, change: &Change) -> Result<GameId, StoreError> {
        self.write(|transaction| write(transaction, change)?)
    }

    /// Writes changes of several games with one access to the disk. Each succeeds or fails by
    /// itself, as [`write_live`](Self::write_live) says.
    ///
    /// # Errors
    /// The database failed: none of them was written.
    pub fn write_all_live<'a>(
        &mut self,
        changes: impl IntoIterator<Item = &'a Change>,
    ) -> Result<Vec<Result<GameId, StoreError>>, StoreError> {
        self.write(|transaction| {
            changes.into_iter().map(|change| write(transaction, change)).collect()
        })
    }

    /// The unfinished game that was changed last.
    ///
    /// # Errors
    /// The database failed.
    pub fn latest_live(&self) -> Result<Option<GameId>, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT games.id FROM games JOIN seatings ON seatings.game = games.id \
             WHERE outcome IS NULL AND source = 'live' AND plies > 0 \
             ORDER BY changed DESC NULLS LAST, games.id DESC LIMIT 1",
        )?;
        Ok(statement.query_row([], |row| row.get(0)).optional()?.map(GameId))
    }

    /// The stamp of a live game: whether it was changed elsewhere.
    ///
    /// # Errors
    /// There is no such game; the database failed.
    pub fn stamp(&self, game: GameId) -> Result<Stamp, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT plies, (SELECT move FROM moves WHERE game = id AND ply = plies - 1), \
                    (SELECT COUNT(*) FROM exits WHERE game = id), outcome IS NOT NULL \
             FROM games WHERE id = ?1",
        )?;
        let stamp = statement.query_row([game.0], |row| {
            Ok(Stamp {
                plies: row.get::<_, i64>(0)? as usize,
                last: row.get(1)?,
                exits: row.get::<_, i64>(2)? as usize,
                is_over: row.get(3)?,
            })
        });
        stamp.optional()?.ok_or(StoreError::NoGame(game))
    }

    /// A number that changes when another connection has written to the store.
    ///
    /// # Errors
    /// The database failed.
    pub fn version(&self) -> Result<i64, StoreError> {
        Ok(self
            .connection
            .prepare_cached("PRAGMA data_version")?
            .query_row([], |row| row.get(0))?)
    }
}

/// Writes a change. The inner error is a refusal, before anything of the change was written; the
/// outer one spoils the whole transaction.
fn write(
    transaction: &Transaction<'_>,
    change: &Change,
) -> Result<Result<GameId, StoreError>, StoreError> {
    let game = match &change.target {
        Target::Stored(game) => *game,
        Target::New(new) => {
            if let Err(refused) = MoveRow::of_moves(&change.update).and(new.check()) {
                return Ok(Err(refused));
            }
            match new.rematch_of.map(|earlier| seating::rematch(transaction, earlier)) {
                Some(Err(refused)) => return Ok(Err(refused)),
                Some(Ok(Some(rematch))) => return Ok(Ok(rematch)),
                Some(Ok(None)) | None => begin(transaction, new)?,
            }
        }
    };
    let checked = Stored::load(transaction, game).and_then(|stored| match &change.update {
        Update::Play { moves, exits, end } => {
            stored.check_play(transaction, change.plies, moves, exits, end.as_ref())
        }
        Update::TakeBack { plies, reopen, .. } => {
            stored.check_take_back(change.plies, *plies, *reopen)
        }
        Update::Name { .. } => stored.check_take_back(change.plies, change.plies, false),
    });
    match checked.and_then(|next| Ok((next, MoveRow::of_moves(&change.update)?))) {
        Err(refused) if matches!(change.target, Target::Stored(_)) => return Ok(Err(refused)),
        // The game has just begun in this transaction, which is therefore undone.
        Err(refused) => return Err(refused),
        Ok((Next::IsThere, _)) => return Ok(Ok(game)),
        Ok((Next::Write(mut checksum), rows)) => match &change.update {
            Update::Play { moves, exits, end } => {
                for (offset, ((legal, _), row)) in moves.iter().zip(&rows).enumerate() {
                    let ply = change.plies + offset;
                    row.insert(transaction, game, ply, legal.mv())?;
                    insert_position(transaction, game, ply + 1, legal.after())?;
                    checksum = checksum.wrapping_add(row.checksum(ply, legal.mv()));
                }
                insert_exits(transaction, game, exits)?;
                set_plies(transaction, game, change.plies + moves.len(), checksum)?;
                if let Some(reason) = end {
                    finish(transaction, game, reason)?;
                }
            }
            Update::TakeBack { plies, exits, .. } => take_back(transaction, game, *plies, *exits)?,
            Update::Name { seat, name } => set_name(transaction, game, *seat, name)?,
        },
    }
    Ok(Ok(game))
}

/// Whether a change is still to be written.
enum Next {
    /// It is, to a game with this checksum.
    Write(i64),
    IsThere,
}

/// The columns that say whether a change fits.
struct Stored {
    game: GameId,
    is_live: bool,
    plies: usize,
    /// The word of the reason for which it ended.
    reason: Option<String>,
    is_over: bool,
    checksum: i64,
}

impl Stored {
    fn load(connection: &Connection, game: GameId) -> Result<Self, StoreError> {
        let mut statement = connection.prepare_cached(
            "SELECT source, plies, reason, outcome IS NOT NULL, checksum FROM games WHERE id = ?1",
        )?;
        let stored = statement.query_row([game.0], |row| {
            Ok(Self {
                game,
                is_live: row.get::<_, String>(0)? == Source::Live.name(),
                plies: row.get::<_, i64>(1)? as usize,
                reason: row.get(2)?,
                is_over: row.get(3)?,
                checksum: row.get(4)?,
            })
        });
        stored.optional()?.ok_or(StoreError::NoGame(game))
    }

    /// Only what is being played can go on, and only from the position that the change knows.
    fn check_play(
        &self,
        connection: &Connection,
        plies: usize,
        moves: &[(LegalMove, MoveStats)],
        exits: &[Exit],
        end: Option<&Reason>,
    ) -> Result<Next, StoreError> {
        if self.is_live && self.is_there(connection, plies, moves, exits, end)? {
            return Ok(Next::IsThere);
        }
        if !self.is_live || self.is_over {
            return Err(StoreError::Over(self.game));
        }
        if plies != self.plies {
            return Err(StoreError::WrongPly { ply: plies, plies: self.plies });
        }
        if let Some((legal, _)) = moves.first() {
            let key = PositionKey::of(legal.before());
            let known: Option<String> = connection
                .prepare_cached(
                    "SELECT symmetry FROM positions WHERE hash = ?1 AND game = ?2 AND ply = ?3",
                )?
                .query_row(params![key.hash, self.game.0, plies as i64], |row| row.get(0))
                .optional()?;
            if known.as_deref() != Some(symmetry_name(key.symmetry)) {
                return Err(StoreError::Diverged(self.game));
            }
        }
        Ok(Next::Write(self.checksum))
    }

    /// Whether a change was written already: a client that missed the answer asks again.
    fn is_there(
        &self,
        connection: &Connection,
        plies: usize,
        moves: &[(LegalMove, MoveStats)],
        exits: &[Exit],
        end: Option<&Reason>,
    ) -> Result<bool, StoreError> {
        let asks_for_nothing = moves.is_empty() && exits.is_empty() && end.is_none();
        let end = end.map(|reason| ReasonColumns::from(reason).word);
        if asks_for_nothing || self.plies != plies + moves.len() || self.reason != end {
            return Ok(false);
        }
        let mut statement = connection
            .prepare_cached("SELECT move FROM moves WHERE game = ?1 AND ply >= ?2 ORDER BY ply")?;
        let stored = statement.query_map(params![self.game.0, plies as i64], |row| row.get(0))?;
        let stored: Vec<String> = stored.collect::<Result<_, _>>()?;
        let known = load_exits(connection, self.game)?;
        Ok(stored.iter().eq(moves
            .iter()
            .map(|(legal, _)| legal.mv().to_string())
            .collect::<Vec<_>>()
            .iter())
            && exits.iter().all(|exit| known.contains(exit)))
    }

    fn check_take_back(&self, plies: usize, left: usize, reopen: bool) -> Result<Next, StoreError> {
        if !self.is_live || (self.is_over && !reopen) {
            return Err(StoreError::Over(self.game));
        }
        if plies != self.plies || left > plies {
            return Err(StoreError::WrongPly { ply: plies.max(left), plies: self.plies });
        }
        Ok(Next::Write(self.checksum))
    }
}

impl MoveRow {
    /// The columns of the moves of a change.
    fn of_moves(update: &Update) -> Result<Vec<Self>, StoreError> {
        match update {
            Update::Play { moves, .. } => {
                moves.iter().map(|(_, thought)| Self::thought(thought)).collect()
            }
            Update::TakeBack { .. } | Update::Name { .. } => Ok(Vec::new()),
        }
    }
}

impl NewLiveGame {
    /// Whether the store has a place for all of it.
    fn check(&self) -> Result<(), StoreError> {
        GameRows::imported(&self.record)?;
        seating::check(&self.seating)
    }
}

fn begin(transaction: &Transaction<'_>, new: &NewLiveGame) -> Result<GameId, StoreError> {
    let game = GameRows::begun(new, Date::today())?.insert(transaction)?;
    seating::insert(transaction, game, &new.seating)?;
    if let Some(earlier) = new.rematch_of {
        seating::set_rematch(transaction, earlier, game)?;
    }
    Ok(game)
}

fn take_back(
    transaction: &Transaction<'_>,
    game: GameId,
    plies: usize,
    exits: usize,
) -> Result<(), StoreError> {
    let mut rows = GameRows::load(transaction, game)?;
    for (ply, position) in rows.game.positions().iter().enumerate().skip(plies + 1) {
        transaction
            .prepare_cached("DELETE FROM positions WHERE hash = ?1 AND game = ?2 AND ply = ?3")?
            .execute(params![PositionKey::of(position).hash, game.0, ply as i64])?;
    }
    // Rows that refer to a move go before the move.
    for table in ["annotations", "evaluations", "clocks", "moves"] {
        transaction
            .prepare_cached(&format!("DELETE FROM {table} WHERE game = ?1 AND ply >= ?2"))?
            .execute(params![game.0, plies as i64])?;
    }
    transaction
        .prepare_cached("DELETE FROM exits WHERE game = ?1 AND place >= ?2")?
        .execute(params![game.0, exits as i64])?;
    while rows.game.moves().len() > plies {
        rows.game.undo();
    }
    rows.moves.truncate(plies);
    rows.opening = rows.opening.min(plies);
    (rows.summary.outcome, rows.summary.reason, rows.fingerprint) = (None, None, None);
    rows.seal(transaction, game)?;
    set_plies(transaction, game, plies, rows.checksum())
}

fn finish(transaction: &Transaction<'_>, game: GameId, reason: &Reason) -> Result<(), StoreError> {
    let mut rows = GameRows::load(transaction, game)?;
    rows.summary.outcome = Some(reason.outcome(&rows.game));
    rows.summary.reason = Some(reason.clone());
    rows.set_fingerprint()?;
    rows.seal(transaction, game)
}

fn set_name(
    transaction: &Transaction<'_>,
    game: GameId,
    seat: Player,
    name: &str,
) -> Result<(), StoreError> {
    let mut rows = GameRows::load(transaction, game)?;
    rows.summary.players[seat] = Some(name.to_owned());
    let player = player_id(transaction, name)?;
    transaction
        .prepare_cached("UPDATE seats SET player = ?3 WHERE game = ?1 AND seat = ?2")?
        .execute(params![game.0, seat.to_string(), player])?;
    rows.seal(transaction, game)
}

/// Notes that a game has changed.
fn set_plies(
    transaction: &Transaction<'_>,
    game: GameId,
    plies: usize,
    checksum: i64,
) -> Result<(), StoreError> {
    transaction
        .prepare_cached(
            "UPDATE games SET plies = ?2, changed = CAST(1000 * unixepoch('subsec') AS INTEGER), \
                              checksum = ?3 \
             WHERE id = ?1",
        )?
        .execute(params![game.0, plies as i64, checksum])?;
    Ok(())
}

pub(super) fn insert_exits(
    transaction: &Transaction<'_>,
    game: GameId,
    exits: &[Exit],
) -> Result<(), StoreError> {
    for Exit { player, ply, reason } in exits {
        let columns = ReasonColumns::from(reason);
        transaction
            .prepare_cached(
                "INSERT INTO exits (game, place, seat, ply, reason, detail) \
                 VALUES (?1, (SELECT COUNT(*) FROM exits WHERE game = ?1), ?2, ?3, ?4, ?5)",
            )?
            .execute(params![
                game.0,
                player.to_string(),
                *ply as i64,
                columns.word,
                columns.detail
            ])?;
    }
    Ok(())
}

pub(super) fn load_exits(connection: &Connection, game: GameId) -> Result<Vec<Exit>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT seat, ply, reason, detail FROM exits WHERE game = ?1 ORDER BY place",
    )?;
    let exits = statement.query_and_then([game.0], |row| {
        let seat: String = row.get(0)?;
        let player = crate::columns::read(&seat)?;
        let columns = ReasonColumns { word: row.get(2)?, seat: Some(seat), detail: row.get(3)? };
        Ok(Exit { player, ply: row.get::<_, i64>(1)? as usize, reason: columns.reason()? })
    })?;
    exits.collect()
}
