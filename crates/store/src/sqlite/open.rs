//! Opening a store, and checkpoints.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use super::place::{Place, make_private};
use crate::{Store, StoreError};

/// The tables.
const SCHEMA: &str = include_str!("schema.sql");

/// The `user_version` of the schema. It changes whenever the schema does, or what a column means.
pub(super) const VERSION: i64 = 7;

/// The application id in the header of the file: "Quor".
const APPLICATION: i64 = 0x5175_6f72;

/// How long to wait for other writers. They are done in milliseconds, unless the disk is slow or
/// somebody imports.
const PATIENCE: Duration = Duration::from_secs(60);

/// A log of more pages than this, of 4 KiB each, is emptied even if somebody has to wait: 64 MiB.
const MOST_PAGES_OF_LOG: i64 = 16_384;

/// The pause before another attempt where SQLite does not wait by itself.
pub(super) const PAUSE: Duration = Duration::from_millis(10);

/// Prepared statements that are kept: more than there are.
const STATEMENTS: usize = 64;

impl Store {
    /// Opens a store, and makes it if there is no file or an empty one.
    ///
    /// # Errors
    /// The file is something else, damaged, or of another version; it cannot be read or written.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        // If it is there, that is fine; what else stops this stops SQLite too, which says why.
        let _ = make_private(path);
        Self::open_with(path, OpenFlags::SQLITE_OPEN_CREATE)
    }

    /// Opens a store that is there. On a read-only file system it can only be read.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if there is no file; otherwise as [`open`](Self::open).
    pub fn open_existing(path: &Path) -> Result<Self, StoreError> {
        if !fs::exists(path).unwrap_or(true) {
            return Err(StoreError::Missing);
        }
        match Self::open_with(path, OpenFlags::empty()) {
            Err(error) if error.is_read_only() && !has_log(path) => {
                Self::open_immutable(path).map_err(|_| error)
            }
            opened => opened,
        }
    }

    fn open_with(path: &Path, more: OpenFlags) -> Result<Self, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | more;
        let before = Place::new(path).map(|place| place.file()).ok();
        let mut connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(PATIENCE)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        connection.set_transaction_behavior(TransactionBehavior::Immediate);
        // Before anything is written: the file may be somebody else's.
        let is_new = !is_store(&connection)?;
        patiently(|| use_write_ahead_log(&connection))?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        connection.pragma_update(None, "cell_size_check", true)?;
        if is_new {
            patiently(|| make_tables(&mut connection))?;
        }
        let place = Place::new(path)?;
        // The file could have been replaced since it was opened.
        if before != Some(place.file()) && before.is_some() {
            return Err(StoreError::Replaced);
        }
        Ok(Self { connection, place, probed: None })
    }

    /// Opens a store without a log on a file system that cannot be written, where SQLite finds no
    /// place for the log's index. Nobody can change the file there.
    fn open_immutable(path: &Path) -> Result<Self, StoreError> {
        let place = Place::new(path)?;
        let escaped = place.path().to_string_lossy().replace('%', "%25");
        let escaped = escaped.replace('?', "%3f").replace('#', "%23");
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_URI;
        let uri = format!("file:{escaped}?immutable=1");
        let connection = Connection::open_with_flags(uri, flags)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        connection.pragma_update(None, "cell_size_check", true)?;
        if is_store(&connection)? {
            Ok(Self { connection, place, probed: None })
        } else {
            Err(StoreError::NotAStore)
        }
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
}

/// The files that SQLite keeps beside a store.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// Whether there is a log that may hold changes.
fn has_log(path: &Path) -> bool {
    fs::metadata(beside(path, "-wal")).is_ok_and(|log| log.len() > 0)
}

impl StoreError {
    /// Whether SQLite could not write where it has to.
    fn is_read_only(&self) -> bool {
        match self {
            Self::ReadOnly => true,
            Self::Sqlite(error) => error.sqlite_error_code() == Some(ErrorCode::CannotOpen),
            _ => false,
        }
    }
}

/// Whether the file is a store, of this version; otherwise it is empty.
fn is_store(connection: &Connection) -> Result<bool, StoreError> {
    let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
    let (application, found) = (number("PRAGMA application_id")?, number("PRAGMA user_version")?);
    match application {
        APPLICATION if found == VERSION => Ok(true),
        APPLICATION => Err(StoreError::Version { found, known: VERSION }),
        0 if found == 0 && number("SELECT COUNT(*) FROM sqlite_schema")? == 0 => Ok(false),
        // Another program may have made it a store between one question and the next.
        0 if number("PRAGMA application_id")? == APPLICATION => is_store(connection),
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

/// Makes the tables of an empty file, unless another program has just done it.
fn make_tables(connection: &mut Connection) -> Result<(), StoreError> {
    let transaction = connection.transaction()?;
    if !is_store(&transaction)? {
        transaction.execute_batch(SCHEMA)?;
    }
    Ok(transaction.commit()?)
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
    use super::*;

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

    /// As on a read-only file system, where no test of an ordinary user can be.
    #[test]
    fn a_store_that_cannot_be_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("100% #1?.sqlite");
        drop(Store::open(&path).unwrap());
        let mut store = Store::open_immutable(&path).unwrap();
        assert_eq!(store.count(&crate::Filter::default()).unwrap(), 0);
        assert!(matches!(store.begin_or_resume("", 1), Err(StoreError::ReadOnly)));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no log and no index");
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
