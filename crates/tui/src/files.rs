//! Files of games, loaded and saved.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use quoridor_core::record;
use quoridor_session::{Session, Storage};
use quoridor_store::files::write_atomically;

/// A larger file is not read: no file of games is, and a wrong name should not fill the memory.
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
    Session::from_record(&record, Duration::ZERO).map_err(|error| about(&error))
}

/// The game that was played last, in any interface.
///
/// # Errors
/// There is none, or it cannot be read: one line.
pub(crate) fn latest(storage: &dyn Storage) -> Result<Session, String> {
    let failed = |error: quoridor_session::StorageError| error.to_string();
    let id = storage.latest().map_err(failed)?;
    let id = id.ok_or("there is no game to continue: play one first")?;
    Ok(Session::stored(id, storage.load(id).map_err(failed)?, Duration::ZERO))
}

/// The files that were saved in this run.
#[derive(Debug, Default)]
pub(crate) struct Saved {
    /// The last one: saving there again replaces nothing but ourselves.
    last: Option<PathBuf>,
}

impl Saved {
    /// Writes a file, and says which; without a name the first free one of `quoridor-1.pgn`,
    /// `quoridor-2.pgn`, …
    ///
    /// # Errors
    /// One line. A file that exists is replaced only if that is asked for, or if it is the one that
    /// was saved last.
    pub(crate) fn save(
        &mut self,
        path: Option<PathBuf>,
        replace: bool,
        text: &str,
    ) -> Result<String, String> {
        let path = path.unwrap_or_else(free_name);
        let name = path.display();
        if path.exists() && !replace && self.last.as_ref() != Some(&path) {
            return Err(format!("{name} already exists: save! {name} replaces it"));
        }
        write_atomically(&path, text.as_bytes()).map_err(|error| format!("{name}: {error}"))?;
        let saved =
            format!("saved as {}", path.canonicalize().unwrap_or_else(|_| path.clone()).display());
        self.last = Some(path);
        Ok(saved)
    }
}

fn free_name() -> PathBuf {
    let names = (1_u32..).map(|number| PathBuf::from(format!("quoridor-{number}.pgn")));
    names.into_iter().find(|name| !name.exists()).expect("some name is free")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_files_are_reported() {
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
        assert_eq!(load(&path, 1).unwrap().plies(), 1);
    }
}
