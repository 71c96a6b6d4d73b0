//! The journal of an exploration: the result of every search, in the order of the positions.
//!
//! Which position is searched next follows from the results so far, so the journal is all that is
//! needed to go on.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use quoridor_core::Move;
use quoridor_store::files::write_atomically;

use super::balanced::BookError;

/// The result of a search, in whole numbers so that it is the same after it was written and read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Searched {
    /// The probability that the player to move wins, in ten-thousandths.
    pub(super) chance: u32,
    /// The moves that were visited.
    pub(super) moves: Vec<Candidate>,
}

/// A move that a search visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    pub(super) visits: u64,
    /// The probability that the player who makes it wins, in ten-thousandths.
    pub(super) chance: u32,
}

impl Searched {
    fn line(&self) -> String {
        let moves = self
            .moves
            .iter()
            .map(|Candidate { mv, visits, chance }| format!(" {mv}:{visits}:{chance}"));
        format!("{}{}\n", self.chance, moves.collect::<String>())
    }

    fn read(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let chance = words.next()?.parse().ok()?;
        let candidate = |word: &str| {
            let mut fields = word.split(':');
            let mv = fields.next()?.parse().ok()?;
            let (visits, chance) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
            Some(Candidate { mv, visits, chance })
        };
        Some(Self { chance, moves: words.map(candidate).collect::<Option<_>>()? })
    }
}

/// The file beside the book.
pub(super) struct Journal {
    pub(super) path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens or creates the journal of a book; and the results in it. A last line without a line
    /// feed was cut off by a crash.
    pub(super) fn open(out: &Path, heading: &str) -> Result<(Self, Vec<Searched>), BookError> {
        let mut path = out.as_os_str().to_owned();
        path.push(".journal");
        let path = PathBuf::from(path);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(BookError::Read { path, error }),
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let written = if whole == 0 {
            write_atomically(&path, heading.as_bytes())
        } else if whole < text.len() {
            write_atomically(&path, &text.as_bytes()[..whole])
        } else {
            Ok(())
        };
        written.map_err(|error| BookError::write(&path, error))?;
        let results = if whole == 0 {
            Vec::new()
        } else {
            let Some(lines) = text[..whole].strip_prefix(heading) else {
                return Err(BookError::AnotherPlan(path));
            };
            let results: Option<_> = lines.lines().map(Searched::read).collect();
            results.ok_or_else(|| BookError::Damaged(path.clone()))?
        };
        let file = OpenOptions::new()
            .append(true)
            .open(&path)
            .map_err(|error| BookError::write(&path, error))?;
        Ok((Self { path, file }, results))
    }

    pub(super) fn append(&mut self, results: &[Searched]) -> Result<(), BookError> {
        let text: String = results.iter().map(Searched::line).collect();
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| BookError::write(&self.path, error))
    }
}
