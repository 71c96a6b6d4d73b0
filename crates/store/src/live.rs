//! Games that are being played: stored move by move.

use quoridor_core::notation::Dialect;
use quoridor_core::{ByPlayer, Game, Move, Position};
use rusqlite::{Transaction, params};

use crate::columns::{PositionKey, ReasonColumns, Source};
use crate::incoming::{Details, NewGame, fingerprint, insert_position, today};
use crate::played::{PlayedGame, Reason, Thought};
use crate::stored::StoredGame;
use crate::{GameId, Store, StoreError};

impl Store {
    /// Begins a game to which moves will be appended.
    ///
    /// # Errors
    /// The database failed.
    pub fn begin(
        &mut self,
        players: &ByPlayer<String>,
        start: &Position,
    ) -> Result<GameId, StoreError> {
        self.write(|transaction| begin(transaction, players, start))
    }

    /// Appends a move to a game that is on: behind the first `ply` moves, which must be all there
    /// are.
    ///
    /// When this returns, the move is on the disk. Whoever did not hear the answer may append the
    /// same move once more: nothing happens then.
    ///
    /// # Errors
    /// The move is illegal or not the next one; the game is over, or does not exist; the database
    /// failed.
    pub fn append_move(
        &mut self,
        game: GameId,
        ply: usize,
        mv: Move,
        thought: &Thought,
    ) -> Result<(), StoreError> {
        self.write(|transaction| match NextMove::check(transaction, game, ply, mv, thought)? {
            Some(next) => next.insert(transaction),
            None => Ok(()),
        })
    }

    /// Appends moves of several games with one access to the disk. Each succeeds or fails by
    /// itself, as [`append_move`](Self::append_move) says; when this returns, those that succeeded
    /// are on the disk.
    ///
    /// # Errors
    /// The database failed: none of them was appended.
    pub fn append_moves(
        &mut self,
        moves: &[(GameId, usize, Move, Thought)],
    ) -> Result<Vec<Result<(), StoreError>>, StoreError> {
        self.write(|transaction| {
            let appended = moves.iter().map(|(game, ply, mv, thought)| {
                // A move that is refused is refused before anything of it is written; what fails
                // later fails for all.
                match NextMove::check(transaction, *game, *ply, *mv, thought) {
                    Ok(Some(next)) => next.insert(transaction).map(Ok),
                    Ok(None) => Ok(Ok(())),
                    Err(refused) => Ok(Err(refused)),
                }
            });
            appended.collect()
        })
    }

    /// Takes back the moves of a game that is on, all but the first `plies`.
    ///
    /// # Errors
    /// The game is over, or does not exist, or has fewer moves; the database failed.
    pub fn take_back(&mut self, game: GameId, plies: usize) -> Result<(), StoreError> {
        self.write(|transaction| {
            let stored = StoredGame::load(transaction, game)?;
            check_on(&stored)?;
            let positions = stored.game.positions();
            if plies >= positions.len() {
                return Err(StoreError::WrongPly { ply: plies, plies: positions.len() - 1 });
            }
            for (ply, position) in positions.iter().enumerate().skip(plies + 1) {
                transaction
                    .prepare_cached(
                        "DELETE FROM positions WHERE hash = ?1 AND game = ?2 AND ply = ?3",
                    )?
                    .execute(params![PositionKey::of(position).hash, game.0, ply as i64])?;
            }
            // What speaks of a move goes before the move.
            for table in ["annotations", "evaluations", "clocks", "moves"] {
                transaction
                    .prepare_cached(&format!("DELETE FROM {table} WHERE game = ?1 AND ply >= ?2"))?
                    .execute(params![game.0, plies as i64])?;
            }
            set_plies(transaction, game, plies)
        })
    }

    /// Ends a game that is on. To end it once more for the same reason changes nothing.
    ///
    /// # Errors
    /// The game is over for another reason, or does not exist; the database failed.
    pub fn finish(&mut self, game: GameId, reason: &Reason) -> Result<(), StoreError> {
        self.write(|transaction| {
            let mut stored = StoredGame::load(transaction, game)?;
            if stored.summary.reason.as_ref() == Some(reason) {
                return Ok(());
            }
            check_on(&stored)?;
            let date = stored.summary.date;
            stored.summary.reason = Some(reason.clone());
            let played: PlayedGame = stored.played()?;
            let columns = ReasonColumns::from(reason);
            transaction
                .prepare_cached(
                    "UPDATE games SET outcome = ?2, reason = ?3, reason_seat = ?4, reason_detail = ?5, fingerprint = ?6 \
                     WHERE id = ?1",
                )?
                .execute(params![
                    game.0,
                    played.outcome().to_string(),
                    columns.word,
                    columns.seat,
                    columns.detail,
                    fingerprint(&played.record(date)).cast_signed(),
                ])?;
            for (seat, points) in played.points().iter() {
                transaction
                    .prepare_cached("UPDATE seats SET points = ?3 WHERE game = ?1 AND seat = ?2")?
                    .execute(params![game.0, seat.to_string(), points])?;
            }
            Ok(())
        })
    }
}

/// A move that may be appended.
struct NextMove {
    game: GameId,
    ply: usize,
    mv: Move,
    details: Details,
    position: Position,
}

impl NextMove {
    /// Whether a move may be appended; `None` if it is there already.
    fn check(
        transaction: &Transaction<'_>,
        game: GameId,
        ply: usize,
        mv: Move,
        thought: &Thought,
    ) -> Result<Option<Self>, StoreError> {
        let details = Details::thought(thought)?;
        let stored = StoredGame::load(transaction, game)?;
        let moves = stored.game.moves();
        if ply + 1 == moves.len() && moves.last() == Some(&mv) {
            return Ok(None);
        }
        check_on(&stored)?;
        if ply != moves.len() {
            return Err(StoreError::WrongPly { ply, plies: moves.len() });
        }
        let position = stored.game.position().play(mv);
        let position =
            position.map_err(|error| StoreError::IllegalMove { ply, mv, reason: error.reason })?;
        Ok(Some(Self { game, ply, mv, details, position }))
    }

    fn insert(&self, transaction: &Transaction<'_>) -> Result<(), StoreError> {
        self.details.insert(transaction, self.game, self.ply, self.mv)?;
        insert_position(transaction, self.game, self.ply + 1, &self.position)?;
        set_plies(transaction, self.game, self.ply + 1)
    }
}

/// Begins a game within a transaction.
pub(super) fn begin(
    transaction: &Transaction<'_>,
    players: &ByPlayer<String>,
    start: &Position,
) -> Result<GameId, StoreError> {
    let game = NewGame {
        source: Source::Live,
        players: ByPlayer::new(start.seats(), |player| players.get(player).cloned()),
        game: Game::new(*start),
        opening: 0,
        ended: None,
        reason: None,
        date: Some(today(transaction)?),
        dialect: Dialect::Standard,
        comment: String::new(),
        fingerprint: None,
        tags: Vec::new(),
        details: Vec::new(),
    };
    game.insert(transaction)
}

/// Only what is being played here can go on.
fn check_on(game: &StoredGame) -> Result<(), StoreError> {
    if game.summary.source == Source::Live && game.summary.outcome.is_none() {
        Ok(())
    } else {
        Err(StoreError::Over(game.summary.id))
    }
}

fn set_plies(transaction: &Transaction<'_>, game: GameId, plies: usize) -> Result<(), StoreError> {
    transaction
        .prepare_cached("UPDATE games SET plies = ?2 WHERE id = ?1")?
        .execute(params![game.0, plies as i64])?;
    Ok(())
}
