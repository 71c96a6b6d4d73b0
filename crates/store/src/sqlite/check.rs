//! Whether a store is sound: its file, and each of its games.

use std::time::Duration;

use quoridor_core::record::Record;
use rusqlite::{Connection, params};

use crate::columns::symmetry_name;
use crate::position_key::PositionKey;
use crate::rows::{GameRows, fingerprint};
use crate::{Filter, GameId, Source, Store, StoreError};

/// The result of checking a store.
#[derive(Debug, Default)]
pub struct Survey {
    /// The number of games.
    pub games: u64,
    /// Everything that is wrong.
    pub damage: Vec<StoreError>,
}

/// A probe that succeeded is not repeated within this time: anyone may ask for the health of a
/// server.
const PROBE_PAUSE: Duration = Duration::from_secs(1);

/// The most defects of the file that are listed.
const MOST_DEFECTS: usize = 20;

impl Store {
    /// Checks the whole file and every game, which takes a while if there are many. `progress`
    /// hears the number of games that were checked.
    ///
    /// # Errors
    /// The database failed otherwise than by damage.
    pub fn survey(&self, mut progress: impl FnMut(u64)) -> Result<Survey, StoreError> {
        let mut survey = Survey { damage: file_defects(&self.connection)?, games: 0 };
        let (ids, damage) = self.ids(&Filter::default())?;
        survey.damage.extend(damage);
        for id in ids {
            if let Err(error) = self.check_game(id) {
                survey.damage.push(error.only_damage(id)?);
            }
            survey.games += 1;
            progress(survey.games);
        }
        Ok(survey)
    }

    /// Checks the whole file and every game.
    ///
    /// # Errors
    /// The first damage.
    pub fn check(&self) -> Result<(), StoreError> {
        self.survey(|_| ())?.damage.into_iter().next().map_or(Ok(()), Err)
    }

    fn check_game(&self, id: GameId) -> Result<(), StoreError> {
        let rows = GameRows::load(&self.connection, id)?;
        let record = rows.record()?;
        check_fingerprint(&rows, &record)?;
        check_points(&self.connection, &rows)?;
        check_positions(&self.connection, &rows)?;
        if rows.summary.source == Source::Live {
            self.live(id)?;
        }
        Ok(())
    }

    /// Whether the store can be used: the newest games are read, a game is inserted and taken back,
    /// and something is written to the disk.
    ///
    /// # Errors
    /// The file was removed or replaced; it can only be read; it is damaged; the disk is full;
    /// another program writes all the time.
    pub fn probe(&mut self) -> Result<(), StoreError> {
        self.place.check()?;
        if self.connection.is_readonly("main")? {
            return Err(StoreError::ReadOnly);
        }
        if self.probed.is_some_and(|probed| probed.elapsed() < PROBE_PAUSE) {
            return Ok(());
        }
        self.list(&Filter { newest_first: true, limit: Some(10), ..Filter::default() })?;
        self.write(|transaction| {
            transaction.execute_batch("SAVEPOINT probe")?;
            GameRows::imported(&Record::default())?.insert(transaction)?;
            // The version that it has: the transaction has something to write.
            let sql = "ROLLBACK TO probe; RELEASE probe; PRAGMA user_version";
            Ok(transaction.execute_batch(&format!("{sql} = {}", super::open::VERSION))?)
        })?;
        self.probed = Some(std::time::Instant::now());
        Ok(())
    }
}

impl StoreError {
    /// The damage of a game; another error is none.
    pub(super) fn only_damage(self, id: GameId) -> Result<Self, Self> {
        match self.about(id) {
            damage @ Self::DamagedGame { .. } => Ok(damage),
            error => Err(error),
        }
    }
}

fn defect(found: &str) -> StoreError {
    StoreError::Damaged(found.replace(char::is_control, " "))
}

/// What SQLite finds wrong in the file.
fn file_defects(connection: &Connection) -> Result<Vec<StoreError>, StoreError> {
    let mut defects = Vec::new();
    for (sql, suffix) in [
        (format!("PRAGMA integrity_check({MOST_DEFECTS})"), ""),
        ("PRAGMA foreign_key_check".to_owned(), " has dangling references"),
    ] {
        let found = connection.prepare(&sql).and_then(|mut statement| {
            statement.query_map([], |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()
        });
        match found.map_err(StoreError::from) {
            Ok(found) => {
                let found = found.iter().filter(|found| *found != "ok").take(MOST_DEFECTS);
                defects.extend(found.map(|found| defect(&format!("{found}{suffix}"))));
            }
            Err(error @ StoreError::Damaged(_)) => defects.push(error),
            Err(error) => return Err(error),
        }
    }
    Ok(defects)
}

/// What is wrong with the table of games: its rows and its indexes disagree.
pub(super) fn games_table_defect(
    connection: &Connection,
) -> Result<Option<StoreError>, StoreError> {
    let sql = "PRAGMA integrity_check('games')";
    match connection.query_row(sql, [], |row| row.get::<_, String>(0)).map_err(StoreError::from) {
        Ok(found) => Ok((found != "ok").then(|| defect(&found))),
        Err(damage @ StoreError::Damaged(_)) => Ok(Some(damage)),
        Err(error) => Err(error),
    }
}

fn check_fingerprint(rows: &GameRows, record: &Record) -> Result<(), StoreError> {
    let in_progress = rows.summary.source == Source::Live && rows.summary.outcome.is_none();
    if rows.fingerprint == (!in_progress).then(|| fingerprint(record)) {
        Ok(())
    } else {
        Err(StoreError::Damaged("its fingerprint differs".to_owned()))
    }
}

fn check_points(connection: &Connection, rows: &GameRows) -> Result<(), StoreError> {
    let points = rows.points();
    let mut statement =
        connection.prepare_cached("SELECT points FROM seats WHERE game = ?1 AND seat = ?2")?;
    for &seat in rows.game.start().seats().players() {
        let stored: Option<f64> =
            statement.query_row(params![rows.summary.id.0, seat.to_string()], |row| row.get(0))?;
        if stored != points.as_ref().map(|points| points[seat]) {
            return Err(StoreError::Damaged(format!("the points of {seat} differ")));
        }
    }
    Ok(())
}

fn check_positions(connection: &Connection, rows: &GameRows) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT 1 FROM positions WHERE hash = ?1 AND game = ?2 AND ply = ?3 AND symmetry = ?4",
    )?;
    for (ply, position) in rows.game.positions().iter().enumerate() {
        let PositionKey { hash, symmetry } = PositionKey::of(position);
        let id = rows.summary.id.0;
        if !statement.exists(params![hash, id, ply as i64, symmetry_name(symmetry)])? {
            return Err(StoreError::Damaged(format!("the position after move {ply} differs")));
        }
    }
    Ok(())
}
