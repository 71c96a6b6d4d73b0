//! Files of games.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use quoridor_core::record;

use crate::session::Session;

/// A file is not read if it is larger: no file of games is, and a wrong name should not fill the
/// memory.
const LARGEST: u64 = 64 << 20;

/// Reads one game of a file.
///
/// # Errors
/// One line: the file, and what is wrong.
pub(crate) fn load(path: &Path, number: usize) -> Result<Session, String> {
    let name = path.display();
    let about = |error: &dyn std::fmt::Display| format!("{name}: {error}");
    let size = fs::metadata(path).map_err(|error| about(&error))?.len();
    if size > LARGEST {
        return Err(about(&format!("{size} bytes are too many for a file of games")));
    }
    let bytes = fs::read(path).map_err(|error| about(&error))?;
    let text = String::from_utf8(bytes).map_err(|_| about(&"not a text in UTF-8"))?;
    let game = record::read(&text).nth(number - 1).ok_or_else(|| {
        let count = record::read(&text).count();
        about(&format!("there is no game {number}: it has {count}"))
    })?;
    let record = game.map_err(|error| about(&error))?;
    Session::from_record(&record).map_err(|error| about(&error))
}

/// The first of `quoridor-1.pgn`, `quoridor-2.pgn` … that is not there yet.
pub(crate) fn free_name() -> PathBuf {
    let names = (1_u32..).map(|number| PathBuf::from(format!("quoridor-{number}.pgn")));
    names.into_iter().find(|name| !name.exists()).expect("some name is free")
}

/// The folder where every game is kept from its first move on, a file each.
#[derive(Clone, Debug)]
pub(crate) struct Shelf {
    folder: PathBuf,
}

impl Shelf {
    pub(crate) const fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The game that was played last.
    pub(crate) fn latest(&self) -> Option<PathBuf> {
        let games = fs::read_dir(&self.folder).ok()?.filter_map(|entry| {
            let path = entry.ok()?.path();
            let changed = path.metadata().and_then(|data| data.modified()).ok()?;
            (path.extension()? == "pgn").then_some((changed, path))
        });
        games.max().map(|(_, path)| path)
    }

    /// Where a new game is kept: named by when it began and by the process, so that two terminals
    /// do not share one.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub(crate) fn new_path(&self) -> io::Result<PathBuf> {
        fs::create_dir_all(&self.folder)?;
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(self.folder.join(format!("{}-{}.pgn", since.as_millis(), std::process::id())))
    }
}

#[cfg(test)]
mod tests {
    use quoridor_store::files::write_atomically;

    use super::*;

    #[test]
    fn what_cannot_be_loaded_says_why() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let name = path.display().to_string();
        let error = |text: &[u8], number| {
            fs::write(&path, text).unwrap();
            load(&path, number).unwrap_err()
        };
        assert_eq!(error(b"\xff", 1), format!("{name}: not a text in UTF-8"));
        assert_eq!(error(b"", 1), format!("{name}: there is no game 1: it has 0"));
        assert_eq!(
            error(b"1. e2 *\n\n1. e5 *\n", 3),
            format!("{name}: there is no game 3: it has 2")
        );
        let illegal = error(b"1. e2 *\n\n1. e5 *\n", 2);
        assert!(
            illegal.starts_with(&format!("{name}: line 3, game 2: 'e5': illegal")),
            "{illegal}"
        );
        assert_eq!(load(&path, 1).unwrap().game().moves().len(), 1);
    }

    #[test]
    fn the_latest_game_is_the_one_that_was_changed_last() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Shelf::new(folder.path().join("games"));
        assert_eq!(shelf.latest(), None);
        let first = shelf.new_path().unwrap();
        write_atomically(&first, b"1. e2 *\n").unwrap();
        let later = SystemTime::now() + std::time::Duration::from_secs(5);
        let second = first.with_file_name("0-second.pgn");
        write_atomically(&second, b"1. e2 *\n").unwrap();
        fs::File::options().write(true).open(&second).unwrap().set_modified(later).unwrap();
        assert_eq!(shelf.latest(), Some(second));
    }
}
