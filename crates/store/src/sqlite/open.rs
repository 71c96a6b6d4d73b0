//! Opening a store, and whether it is sound.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use rusqlite_migration::{M, Migrations};

use super::place::{Place, close_to_others, make_private};
use super::seating::hash_tokens;
use crate::{Store, StoreError};

/// The migrations, from each version to the next; a new file has version 0.
static MIGRATIONS: LazyLock<Migrations<'static>> = LazyLock::new(|| {
    let steps = [
        M::up(include_str!("migrations/1-games.sql")),
        M::up(include_str!("migrations/2-seatings.sql")),
        M::up(include_str!("migrations/3-exits.sql")),
        M::up_with_hook(include_str!("migrations/4-token-hashes.sql"), hash_tokens),
        M::up(include_str!("migrations/5-champion.sql")),
        M::up(include_str!("migrations/6-reviews.sql")),
    ];
    Migrations::new(steps.to_vec())
});

/// The version after all migrations.
const VERSION: i64 = 6;

/// The application id in the header of the file: "Quor".
const APPLICATION: i64 = 0x5175_6f72;

/// How long to wait for other writers. They are done in milliseconds, unless the disk is slow or
/// somebody imports.
const PATIENCE: Duration = Duration::from_secs(60);

/// A log of more pages than this, of 4 KiB each, is emptied even if somebody has to wait: 64 MiB.
const MOST_PAGES_OF_LOG: i64 = 16_384;

/// After which pause what SQLite does not wait for by itself is tried again.
const PAUSE: Duration = Duration::from_millis(10);

/// Statements that are kept prepared: more than there are.
const STATEMENTS: usize = 64;

impl Store {
    /// Opens a store, and makes it if there is no file or an empty one.
    ///
    /// # Errors
    /// The file is something else, or damaged, or of a newer version; it cannot be read or written.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        // If it is there, that is fine; what else stops this stops SQLite too, which says why.
        let _ = make_private(path);
        Self::open_with(path, OpenFlags::SQLITE_OPEN_CREATE)
    }

    /// Opens a store that is there.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if there is no file; otherwise as [`open`](Self::open).
    pub fn open_existing(path: &Path) -> Result<Self, StoreError> {
        if !fs::exists(path).unwrap_or(true) {
            return Err(StoreError::Missing);
        }
        Self::open_with(path, OpenFlags::empty())
    }

    fn open_with(path: &Path, more: OpenFlags) -> Result<Self, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | more;
        let before = Place::new(path).map(|place| place.file()).ok();
        let mut connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(PATIENCE)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        connection.set_transaction_behavior(TransactionBehavior::Immediate);
        // Before anything is written: the file may be somebody else's.
        check_owner(&connection)?;
        patiently(|| use_write_ahead_log(&connection))?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        patiently(|| migrate(&mut connection))?;
        close_to_others(path);
        let place = Place::new(path)?;
        // The file could have been replaced since it was opened.
        if before != Some(place.file()) && before.is_some() {
            return Err(StoreError::Replaced);
        }
        Ok(Self { connection, place })
    }

    /// Opens the store again that is now where this one was opened, if that was replaced. Says
    /// whether it was.
    ///
    /// # Errors
    /// No store is there, or it cannot be opened.
    pub fn reopen_if_replaced(&mut self) -> Result<bool, StoreError> {
        if self.place.check().is_ok() {
            return Ok(false);
        }
        *self = Self::open_existing(self.place.path())?;
        Ok(true)
    }

    /// Whether the store can be written, without writing anything.
    ///
    /// # Errors
    /// The file was removed or replaced; it can only be read; another program writes all the time.
    pub fn check_writable(&mut self) -> Result<(), StoreError> {
        self.place.check()?;
        if self.connection.is_readonly("main")? {
            return Err(StoreError::ReadOnly);
        }
        self.connection.transaction()?.rollback()?;
        Ok(())
    }

    /// Leaves checkpoints to another connection, see [`tidy`](Self::tidy). Appending to the WAL is
    /// fast, but a checkpoint is not, and a writer would have to wait for it now and then.
    ///
    /// # Errors
    /// The database failed.
    pub fn leave_tidying(&self) -> Result<(), StoreError> {
        self.connection.pragma_update(None, "wal_autocheckpoint", 0)?;
        Ok(())
    }

    /// Brings what was written from the log into the file, as far as that blocks no other
    /// connection. It makes nothing safer: what is in the log is on the disk.
    ///
    /// SQLite cannot restart the WAL under constant writes, so that it would grow for ever. A long
    /// one is therefore truncated even if others have to wait for that: not for long, since hardly
    /// anything of it is left to do then.
    ///
    /// # Errors
    /// The database failed.
    pub fn tidy(&self) -> Result<(), StoreError> {
        let pages: i64 =
            self.connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |row| row.get(1))?;
        if pages > MOST_PAGES_OF_LOG {
            self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
        }
        Ok(())
    }

    /// Looks at the whole file, which takes a while if it is large.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] with the first thing that is wrong.
    pub fn check(&self) -> Result<(), StoreError> {
        let found: String =
            self.connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
        if found != "ok" {
            return Err(StoreError::Damaged(found.replace(char::is_control, " ")));
        }
        let mut statement = self.connection.prepare("PRAGMA foreign_key_check")?;
        let strays = statement.query_map([], |row| row.get::<_, String>(0))?;
        match strays.into_iter().next().transpose()? {
            Some(table) => Err(StoreError::Damaged(format!("{table} speaks of what is not there"))),
            None => Ok(()),
        }
    }
}

/// Whether the file is empty, or a store of a version that is known.
fn check_owner(connection: &Connection) -> Result<(), StoreError> {
    let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
    let (application, version) = (number("PRAGMA application_id")?, number("PRAGMA user_version")?);
    match application {
        APPLICATION if version > VERSION => {
            Err(StoreError::Newer { found: version, known: VERSION })
        }
        APPLICATION => Ok(()),
        0 if version == 0 && number("SELECT COUNT(*) FROM sqlite_schema")? == 0 => Ok(()),
        // Another program may have made it a store between one question and the next.
        0 if number("PRAGMA application_id")? == APPLICATION => check_owner(connection),
        _ => Err(StoreError::NotAStore),
    }
}

fn use_write_ahead_log(connection: &Connection) -> Result<(), StoreError> {
    let mode: String = connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0))?;
    if mode == "wal" {
        Ok(())
    } else {
        Err(StoreError::Damaged(format!("its journal is '{mode}' and cannot be changed")))
    }
}

fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let is_old = MIGRATIONS.pending_migrations(connection).is_ok_and(|pending| pending > 0);
    match MIGRATIONS.to_latest(connection) {
        Ok(()) => {
            if is_old {
                // The log still has what was overwritten, like tokens. If another program uses it,
                // it is emptied later.
                let _ = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
            }
            Ok(())
        }
        // Another program was faster, and what this one would have made is there.
        Err(_) if MIGRATIONS.pending_migrations(connection) == Ok(0) => Ok(()),
        Err(rusqlite_migration::Error::RusqliteError { err, .. }) => Err(err.into()),
        Err(error) => Err(StoreError::Damaged(error.to_string())),
    }
}

/// SQLite does not wait when two programs change the journal of a new file at the same time.
fn patiently(mut work: impl FnMut() -> Result<(), StoreError>) -> Result<(), StoreError> {
    let begin = Instant::now();
    loop {
        match work() {
            Err(StoreError::Busy) if begin.elapsed() < PATIENCE => thread::sleep(PAUSE),
            done => return done,
        }
    }
}

#[cfg(test)]
mod tests {
    use quoridor_core::{LegalMove, Player};

    use super::*;
    use crate::position_key::PositionKey;
    use crate::sqlite::columns::symmetry_name;

    #[test]
    fn the_migrations_are_sound() {
        MIGRATIONS.validate().unwrap();
    }

    /// Before 3.51.3, a write-ahead log that was begun anew could corrupt the database.
    #[test]
    fn sqlite_is_new_enough() {
        assert!(rusqlite::version_number() >= 3_051_003, "{}", rusqlite::version());
    }

    #[test]
    fn a_store_can_go_to_another_thread() {
        fn can_be_sent<T: Send>() {}
        can_be_sent::<Store>();
    }

    #[test]
    fn a_long_log_is_emptied() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.sqlite");
        let [writer, tidier] = [(); 2].map(|()| Store::open(&file).unwrap());
        writer.leave_tidying().unwrap();
        let log = || fs::metadata(folder.path().join("games.sqlite-wal")).unwrap().len();
        let write = |megabytes: u32| {
            let sql = format!(
                "CREATE TABLE of_{megabytes} (all_of_it BLOB); INSERT INTO of_{megabytes} VALUES \
                 (zeroblob({megabytes} << 20))"
            );
            writer.connection.execute_batch(&sql).unwrap();
        };
        write(1);
        tidier.tidy().unwrap();
        assert!(log() > 1 << 20, "a short one stays, to be written over");
        write(65);
        assert!(log() > 65 << 20);
        tidier.tidy().unwrap();
        assert_eq!(log(), 0);
        tidier.check().unwrap();
    }

    /// A connection that leaves checkpoints to others writes to the WAL alone; the other one brings
    /// it into the file.
    #[test]
    fn tidying_can_be_left_to_others() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        let size = || fs::metadata(&path).unwrap().len();
        let (writer, tidier) = (Store::open(&path).unwrap(), Store::open(&path).unwrap());
        writer.leave_tidying().unwrap();
        tidier.tidy().unwrap();
        let before = size();
        writer
            .connection
            .execute_batch("CREATE TABLE ballast AS SELECT randomblob(8000000) AS it")
            .unwrap();
        assert_eq!(size(), before);
        tidier.tidy().unwrap();
        assert!(size() > before + 8_000_000);
    }

    /// Stores of version 2, as servers wrote them that did not know games of the terminal, and of
    /// version 3, which had tokens instead of hashes; each with an unfinished game.
    #[test]
    fn games_of_an_older_store_go_on() {
        let exits = include_str!("migrations/3-exits.sql");
        for (version, more) in [(2, ""), (3, exits)] {
            a_game_of_an_older_store_goes_on(version, more);
        }
    }

    fn a_game_of_an_older_store_goes_on(version: i64, more: &str) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        let old = Connection::open(&path).unwrap();
        old.pragma_update(None, "journal_mode", "WAL").unwrap();
        old.execute_batch(include_str!("migrations/1-games.sql")).unwrap();
        old.execute_batch(include_str!("migrations/2-seatings.sql")).unwrap();
        old.execute_batch(more).unwrap();
        let mut game = quoridor_core::Game::default();
        game.play("e2".parse().unwrap()).unwrap();
        let positions = game.positions().iter().enumerate().map(|(ply, position)| {
            let PositionKey { hash, symmetry } = PositionKey::of(position);
            format!("({hash}, 7, {ply}, '{}')", symmetry_name(symmetry))
        });
        let positions = positions.collect::<Vec<_>>().join(", ");
        old.execute_batch(&format!(
            "PRAGMA user_version = {version};
             INSERT INTO players (id, name) VALUES (1, 'Ann'), (2, 'random');
             INSERT INTO games (id, source, start, plies, opening, date, dialect, comment)
                 VALUES (7, 'live', '{}', 1, 0, '2026-11-15', 'standard', '');
             INSERT INTO seats (game, seat, player) VALUES (7, 'South', 1), (7, 'North', 2);
             INSERT INTO moves VALUES (7, 0, 'e2');
             INSERT INTO clocks VALUES (7, 0, 1500, NULL);
             INSERT INTO positions VALUES {positions};
             INSERT INTO seatings (game, control) VALUES (7, 'pause-token');
             INSERT INTO sitters VALUES (7, 'South', 'seat-token', NULL), (7, 'North', NULL, \
             'champion:level=3');",
            game.start()
        ))
        .unwrap();
        // As if it had been killed: the log stays.
        let log = folder.path().join("games.sqlite-wal");
        let killed = fs::read(&log).unwrap();
        drop(old);
        fs::write(&log, killed).unwrap();
        let mut store = Store::open(&path).unwrap();
        let id = crate::GameId(7);
        assert_eq!(store.latest_live().unwrap(), Some(id));
        let live = store.live(id).unwrap();
        assert_eq!((&live.game, live.exits.len(), live.ended), (&game, 0, None));
        let keys = live.seating.occupants[Player::South].keys().unwrap();
        assert!(keys.open_with("seat-token") && !keys.open_with("another"));
        assert!(live.seating.control.open_with("pause-token"));
        // `champion` was another name of `alphabeta` then.
        let spec = "alphabeta:level=3".to_owned();
        assert_eq!(live.seating.occupants[Player::North], crate::Occupant::Computer { spec });
        // The tokens are gone from the file and from the log.
        for entry in fs::read_dir(folder.path()).unwrap() {
            let bytes = fs::read(entry.unwrap().path()).unwrap();
            assert!(!bytes.windows(6).any(|six| six == b"-token"));
        }
        let legal = LegalMove::new(game.position(), "e8".parse().unwrap()).unwrap();
        let moves = vec![(legal, crate::MoveStats::default())];
        let update = crate::Update::Play { moves, exits: vec![], end: None };
        let change = crate::Change { target: crate::Target::Stored(id), plies: 1, update };
        store.write_live(&change).unwrap();
        assert_eq!(store.live(id).unwrap().game.moves().len(), 2);
        store.check().unwrap();
    }

    #[test]
    fn what_is_committed_is_on_the_disk() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("games.sqlite")).unwrap();
        let setting = |name: &str| -> String {
            let sql = format!("SELECT CAST({name} AS TEXT) FROM pragma_{name}");
            store.connection.query_row(&sql, [], |row| row.get(0)).unwrap()
        };
        assert_eq!(setting("journal_mode"), "wal");
        assert_eq!(setting("synchronous"), "2");
        assert_eq!(setting("foreign_keys"), "1");
        assert_eq!(setting("application_id"), APPLICATION.to_string());
        assert_eq!(setting("user_version"), VERSION.to_string());
    }
}
