//! The files of an evening: the shelf where every game is kept, and the files that are asked for.

use std::path::{Path, PathBuf};

use quoridor_store::files::write_atomically;

use crate::files::{Shelf, free_name, load};
use crate::session::Session;

/// A game that was taken up, and the file that it goes on in.
#[derive(Debug)]
pub(crate) struct Resumed {
    pub(crate) session: Session,
    pub(crate) path: PathBuf,
}

#[derive(Debug)]
pub(crate) struct Desk {
    shelf: Shelf,
    /// The game that is kept, and where.
    kept: Option<(u64, PathBuf)>,
    /// The file that was saved last: saving there again replaces nothing but ourselves.
    saved: Option<PathBuf>,
}

impl Desk {
    pub(crate) const fn new(shelf: PathBuf) -> Self {
        Self { shelf: Shelf::new(shelf), kept: None, saved: None }
    }

    /// Keeps the text of a game: the same game in the same file.
    ///
    /// # Errors
    /// One line.
    pub(crate) fn keep(&mut self, game_number: u64, text: &str) -> Result<(), String> {
        let failed = |error: std::io::Error| format!("the game is not kept: {error}");
        let path = match &self.kept {
            Some((number, path)) if *number == game_number => path.clone(),
            _ => self.shelf.new_path().map_err(failed)?,
        };
        write_atomically(&path, text.as_bytes()).map_err(failed)?;
        self.kept = Some((game_number, path));
        Ok(())
    }

    /// From now on a game is kept in a file that is there already.
    pub(crate) fn resume(&mut self, game_number: u64, path: PathBuf) {
        self.kept = Some((game_number, path));
    }

    /// Writes a file that was asked for, and says which.
    ///
    /// # Errors
    /// One line; a file that is there is replaced only if that is said, or if it is the one that
    /// was saved last.
    pub(crate) fn save(
        &mut self,
        path: Option<PathBuf>,
        replace: bool,
        text: &str,
    ) -> Result<String, String> {
        let path = path.unwrap_or_else(free_name);
        let name = path.display();
        if path.exists() && !replace && self.saved.as_ref() != Some(&path) {
            return Err(format!("{name} is there already: save! {name} replaces it"));
        }
        write_atomically(&path, text.as_bytes()).map_err(|error| format!("{name}: {error}"))?;
        let told =
            format!("saved as {}", path.canonicalize().unwrap_or_else(|_| path.clone()).display());
        self.saved = Some(path);
        Ok(told)
    }

    /// Reads one game of a file.
    ///
    /// # Errors
    /// One line.
    pub(crate) fn load(path: &Path, number: usize) -> Result<Session, String> {
        load(path, number)
    }

    /// The game that was played last.
    ///
    /// # Errors
    /// There is none, or it cannot be read: one line.
    pub(crate) fn latest(&self) -> Result<Resumed, String> {
        let path = self.shelf.latest().ok_or("there is no game to continue: play one first")?;
        load(&path, 1).map(|session| Resumed { session, path })
    }
}
