//! The folder of an experiment: its identity, its progress and its results.
//!
//! | file | what it is |
//! |---|---|
//! | `run.toml` | which experiment, version, seed and config: all that decides its numbers |
//! | `checkpoint` | how far it has come: see [`Checkpoint`] |
//! | `*.csv` | what was measured, a row at a time |
//! | `*.svg`, `*.md`, `*.html`, … | made from the above at the end, or again at any time |
//!
//! # The contract
//! An experiment opens its folder, goes on from the state that [`state`](RunFolder::state) gives
//! it, or from the beginning, adds [`row`](RunFolder::row)s, and makes a
//! [`checkpoint`](RunFolder::checkpoint) now and then. A run that was killed at any moment and is
//! opened again has the state of the last checkpoint and exactly the rows that were added before
//! it. So, if an experiment's steps follow from its state, config and seed alone, it ends with the
//! same files, bit by bit, as if nobody had touched it. Random numbers are therefore drawn anew for
//! each step, from the seed and the step's number, or their generator is part of the state.
//!
//! Options that change no result do not belong in the config: the number of games played at once,
//! or how many steps are to be made in all if an earlier step is the same whatever their number.
//! (Then the same folder can go on to more steps later.)

mod checkpoint;
mod identity;

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use quoridor_store::files::{create_folder, write_atomically};

use checkpoint::{Checkpoint, TableState};
pub use identity::Identity;

/// The names of its own files.
const IDENTITY: &str = "run.toml";
const CHECKPOINT: &str = "checkpoint";
const LOCK: &str = "lock";

/// The folder of an experiment, to be written by this process alone.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    /// Rows of each table that are not in a checkpoint yet; headers too.
    pending: BTreeMap<String, String>,
    last: Checkpoint,
    is_new: bool,
    /// Held as long as this lives, and given up by a process that dies.
    _lock: File,
}

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RunFolderError {
    /// Something else is in the folder.
    #[error("{}: the folder is not empty and has no {IDENTITY}: name another one", .0.display())]
    Foreign(PathBuf),
    /// Another experiment, version, seed or config is in the folder: the difference.
    #[error("{}: the run in this folder has {}: name another folder", .0.display(), .1)]
    Different(PathBuf, String),
    /// Another process is working in it.
    #[error("{}: another process is at work in this folder", .0.display())]
    Busy(PathBuf),
    /// A file is not as it was written: which one, and the damage.
    #[error("{}: {}", .0.display(), .1)]
    Damaged(PathBuf, String),
    /// A file cannot be read or written.
    #[error("{}: {}", .0.display(), .1)]
    Io(PathBuf, #[source] io::Error),
}

impl RunFolder {
    /// Creates the folder, or opens it if it belongs to the same run.
    ///
    /// # Errors
    /// The folder has something else in it, another process uses it, or its files are damaged.
    pub fn open(path: &Path, identity: &Identity) -> Result<Self, RunFolderError> {
        let io = |error| RunFolderError::Io(path.to_owned(), error);
        create_folder(path).map_err(io)?;
        let known = path.join(IDENTITY);
        if !known.exists() && holds_anything(path).map_err(io)? {
            return Err(RunFolderError::Foreign(path.to_owned()));
        }
        let lock = lock(path)?;
        remove_leftovers(path).map_err(io)?;
        let is_new = match fs::read_to_string(&known) {
            Ok(text) => match identity.difference(&text) {
                Ok(None) => false,
                Ok(Some(difference)) => {
                    return Err(RunFolderError::Different(path.to_owned(), difference));
                }
                Err(problem) => return Err(RunFolderError::Damaged(known, problem)),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                write_atomically(&known, identity.text().as_bytes()).map_err(io)?;
                true
            }
            Err(error) => return Err(RunFolderError::Io(known, error)),
        };
        let file = path.join(CHECKPOINT);
        let last = match fs::read(&file) {
            Ok(bytes) => Checkpoint::read(&bytes)
                .map_err(|problem| RunFolderError::Damaged(file, problem))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Checkpoint::default(),
            Err(error) => return Err(RunFolderError::Io(file, error)),
        };
        let mut folder =
            Self { path: path.to_owned(), pending: BTreeMap::new(), last, is_new, _lock: lock };
        folder.restore_tables()?;
        Ok(folder)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it was created by this call.
    pub const fn is_new(&self) -> bool {
        self.is_new
    }

    /// The state of the last checkpoint; `None` before the first one.
    pub fn state(&self) -> Option<&[u8]> {
        self.last.state.as_deref()
    }

    /// The state of the last checkpoint, as text; `None` before the first one.
    ///
    /// # Errors
    /// It is no text.
    pub fn state_text(&self) -> Result<Option<&str>, RunFolderError> {
        let not_text = |_| {
            RunFolderError::Damaged(self.path.join(CHECKPOINT), "its state is not text".to_owned())
        };
        self.state().map(|state| std::str::from_utf8(state).map_err(not_text)).transpose()
    }

    /// The state of the checkpoint is not one of this experiment: the error that says so.
    pub fn bad_state(&self, problem: impl fmt::Display) -> RunFolderError {
        RunFolderError::Damaged(
            self.path.join(CHECKPOINT),
            format!("its state cannot be used: {problem}"),
        )
    }

    /// Adds a row to a table, like `fitness.csv`, whose first line is the header. It is on the disk
    /// after the next checkpoint.
    pub fn row(&mut self, table: &str, header: &str, cells: &[&dyn fmt::Display]) {
        let is_begun = self.last.tables.contains_key(table);
        let pending = self.pending.entry(table.to_owned()).or_default();
        if !is_begun && pending.is_empty() {
            *pending = format!("{header}\n");
        }
        let mut writer = csv::Writer::from_writer(Vec::new());
        let written = writer.write_record(cells.iter().map(ToString::to_string));
        let row = written.ok().and_then(|()| writer.into_inner().ok());
        let row = row.and_then(|row| String::from_utf8(row).ok());
        pending.push_str(&row.expect("memory can be written, and cells are text"));
    }

    /// The whole of a table, rows that are not in a checkpoint yet included; empty if there is
    /// none.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn table(&self, table: &str) -> Result<String, RunFolderError> {
        let path = self.path.join(table);
        let mut text = match self.last.tables.get(table) {
            Some(state) => read_table(&path, state)?,
            None => String::new(),
        };
        text.push_str(self.pending.get(table).map_or("", String::as_str));
        Ok(text)
    }

    /// The rows of a table, cell by cell, without the header.
    ///
    /// # Errors
    /// It cannot be read, or is not CSV.
    pub fn rows(&self, table: &str) -> Result<Vec<Vec<String>>, RunFolderError> {
        let cells = |_, row: &csv::StringRecord| Some(row.iter().map(str::to_owned).collect());
        self.parsed_rows(table, cells)
    }

    /// The rows of a table, each parsed from its line number and its cells, without the header.
    ///
    /// # Errors
    /// The table cannot be read, or a row cannot be parsed.
    pub fn parsed_rows<T>(
        &self,
        table: &str,
        parse: impl Fn(u64, &csv::StringRecord) -> Option<T>,
    ) -> Result<Vec<T>, RunFolderError> {
        let text = self.table(table)?;
        let damaged = |line: u64| {
            let problem = format!("line {line} is not a row of this table");
            RunFolderError::Damaged(self.path.join(table), problem)
        };
        let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
        let mut row = csv::StringRecord::new();
        let mut rows = Vec::new();
        for line in 2.. {
            match reader.read_record(&mut row) {
                Ok(true) => rows.push(parse(line, &row).ok_or_else(|| damaged(line))?),
                Ok(false) => break,
                Err(_) => return Err(damaged(line)),
            }
        }
        Ok(rows)
    }

    /// Keeps everything: when this returns, the rows and the state are on the disk.
    ///
    /// # Errors
    /// A file cannot be written. The folder is then as after the checkpoint before, or as after
    /// this one; it can be tried again.
    pub fn checkpoint(&mut self, state: &[u8]) -> Result<(), RunFolderError> {
        let mut tables = self.last.tables.clone();
        for (table, rows) in &self.pending {
            let path = self.path.join(table);
            let before = self.last.tables.get(table).copied();
            let before = before.unwrap_or_else(|| TableState::of(&[]));
            append(&path, before.length, rows.as_bytes())
                .map_err(|error| RunFolderError::Io(path, error))?;
            tables.insert(table.clone(), before.and(rows.as_bytes()));
        }
        let next = Checkpoint { tables, state: Some(state.to_vec()) };
        let path = self.path.join(CHECKPOINT);
        write_atomically(&path, &next.bytes()).map_err(|error| RunFolderError::Io(path, error))?;
        self.pending.clear();
        self.last = next;
        Ok(())
    }

    /// Writes a file that follows from what has been measured: weights at some step, a drawing, a
    /// report.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self, name: &str, content: &[u8]) -> Result<PathBuf, RunFolderError> {
        let path = self.path.join(name);
        match write_atomically(&path, content) {
            Ok(()) => Ok(path),
            Err(error) => Err(RunFolderError::Io(path, error)),
        }
    }

    /// Removes the rows that were written after the last checkpoint, and checks that the others
    /// are as they were written.
    fn restore_tables(&mut self) -> Result<(), RunFolderError> {
        for entry in fs::read_dir(&self.path)
            .map_err(|error| RunFolderError::Io(self.path.clone(), error))?
        {
            let path = entry.map_err(|error| RunFolderError::Io(self.path.clone(), error))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.extension().is_some_and(|extension| extension == "csv")
                && !self.last.tables.contains_key(&*name)
            {
                fs::remove_file(&path).map_err(|error| RunFolderError::Io(path, error))?;
            }
        }
        for (table, state) in &mut self.last.tables {
            let path = self.path.join(table);
            let io = |error| RunFolderError::Io(path.clone(), error);
            let file = OpenOptions::new().write(true).open(&path).map_err(io)?;
            let found = file.metadata().map_err(io)?.len();
            if found < state.length {
                let problem = format!(
                    "it has {found} bytes, and had {} at the last checkpoint",
                    state.length
                );
                return Err(RunFolderError::Damaged(path, problem));
            }
            file.set_len(state.length).and_then(|()| file.sync_all()).map_err(io)?;
            // The older format has no checksum; the next checkpoint needs one.
            *state = TableState::of(read_table(&path, state)?.as_bytes());
        }
        Ok(())
    }
}

/// The damage of a file that is not as it was written.
pub(crate) const CHANGED: &str = "it was changed after the last checkpoint: restore it, or begin \
                                  again in another folder";

/// The contents of a table up to the last checkpoint.
fn read_table(path: &Path, state: &TableState) -> Result<String, RunFolderError> {
    let text = fs::read_to_string(path).map_err(|error| RunFolderError::Io(path.into(), error))?;
    match TableState::of(text.as_bytes()) {
        found if state.checksum.is_none() || found == *state => Ok(text),
        _ => Err(RunFolderError::Damaged(path.to_owned(), CHANGED.to_owned())),
    }
}

/// Whether there is anything in a folder but what an interrupted beginning leaves.
fn holds_anything(folder: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        if !is_leftover(&name) && name != LOCK {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a name is that of a file which [`write_atomically`] did not come to rename.
fn is_leftover(name: &str) -> bool {
    name.starts_with('.') && name.ends_with(".tmp")
}

fn remove_leftovers(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if is_leftover(&entry.file_name().to_string_lossy()) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

fn lock(folder: &Path) -> Result<File, RunFolderError> {
    let path = folder.join(LOCK);
    let opened = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
    let file = opened.map_err(|error| RunFolderError::Io(path.clone(), error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(RunFolderError::Busy(folder.to_owned())),
        Err(TryLockError::Error(error)) => Err(RunFolderError::Io(path, error)),
    }
}

/// Adds to a file of a length; it is on the disk then.
///
/// The file is longer if this was tried before: then the same rows are written over themselves, so
/// that it is right at every moment for a checkpoint that was written although that failed.
pub(crate) fn append(path: &Path, length: u64, content: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().create(true).write(true).truncate(false).open(path)?;
    file.seek(SeekFrom::Start(length))?;
    file.write_all(content)?;
    file.set_len(length + content.len() as u64)?;
    file.sync_all()
}

#[cfg(test)]
pub(crate) mod tests;
