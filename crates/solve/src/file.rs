//! Files of solved positions.
//!
//! ```text
//! 16 bytes  "QUORIDOR SOLVED\n"
//!  5 bytes  format 1, width, height, walls of South, walls of North
//!  3 bytes  zero
//! then for every stored layer, most walls first, its chunks in order, each
//!  4 bytes  walls of the layer       4 bytes  number of the chunk
//!  8 bytes  length                   8 bytes  checksum
//!           the tables of the layouts of the chunk, one byte per position
//! and at the end a chunk of layer 4294967295 without content, with the checksum of all others'
//! ```
//! Numbers are little-endian. The layer in which all walls are placed is not stored. A file is
//! written under its name with `.partial` at the end and renamed when it is complete; whatever a
//! kill leaves is checked, cut off after the last good chunk and continued.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};

use std::path::{Path, PathBuf};

use quoridor_core::BoardSize;

use crate::error::SolveError;
use crate::positioned::FileExt;
use crate::space::Space;

const MAGIC: &[u8; 16] = b"QUORIDOR SOLVED\n";
const FORMAT: u8 = 1;
const HEADER: u64 = 24;
const CHUNK_HEADER: usize = 24;
const END: u32 = u32::MAX;
/// How many bytes are written between two calls of fsync.
const SYNC_BYTES: u64 = 256 << 20;

/// A 64-bit checksum: FNV-1a over little-endian words of eight bytes, the last one padded with
/// zeros, then over the length.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    let step = |sum: u64, word: u64| (sum ^ word).wrapping_mul(PRIME);
    let (words, rest) = bytes.as_chunks::<8>();
    let mut sum = words.iter().fold(BASIS, |sum, &word| step(sum, u64::from_le_bytes(word)));
    if !rest.is_empty() {
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        sum = step(sum, u64::from_le_bytes(last));
    }
    step(sum, bytes.len() as u64)
}

/// Where a chunk stands: its layer, its number, and how many bytes it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChunkKey {
    pub(crate) layer: u32,
    pub(crate) chunk: u32,
    pub(crate) len: u64,
}

impl ChunkKey {
    fn header(self, checksum: u64) -> [u8; CHUNK_HEADER] {
        let mut header = [0; CHUNK_HEADER];
        header[0..4].copy_from_slice(&self.layer.to_le_bytes());
        header[4..8].copy_from_slice(&self.chunk.to_le_bytes());
        header[8..16].copy_from_slice(&self.len.to_le_bytes());
        header[16..24].copy_from_slice(&checksum.to_le_bytes());
        header
    }
}

/// A file of solved positions, complete or growing.
#[derive(Debug)]
pub(crate) struct TableFile {
    path: PathBuf,
    file: File,
    /// Where the next chunk begins.
    end: u64,
    /// The checksums so far.
    sums: Vec<u8>,
    /// Whether the chunks from here on may already be in the file.
    reading: bool,
    complete: bool,
    unsynced: u64,
}

/// The name under which a file grows.
fn partial(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".partial");
    name.into()
}

fn header(space: &Space) -> [u8; HEADER as usize] {
    let mut header = [0; HEADER as usize];
    header[..16].copy_from_slice(MAGIC);
    let size = space.variant().size;
    let walls = space.walls().map(|walls| walls as u8);
    header[16..21].copy_from_slice(&[FORMAT, size.width(), size.height(), walls[0], walls[1]]);
    header
}

/// The game of a file, from its first bytes.
fn read_header(path: &Path, file: &mut File) -> Result<Space, SolveError> {
    let mut bytes = [0; HEADER as usize];
    file.read_exact(&mut bytes).map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof => SolveError::bad_file(path, "not a file of solved positions"),
        _ => SolveError::Io { path: path.to_owned(), error },
    })?;
    if bytes[..16] != *MAGIC {
        return Err(SolveError::bad_file(path, "not a file of solved positions"));
    }
    let [format, width, height] = [bytes[16], bytes[17], bytes[18]];
    let walls = [bytes[19], bytes[20]];
    if format != FORMAT {
        let problem = format!("its format is {format}, and this program reads format {FORMAT}");
        return Err(SolveError::bad_file(path, problem));
    }
    let size = BoardSize::new(width, height).filter(|_| walls.iter().all(|&walls| walls <= 64));
    let size = size.ok_or_else(|| {
        let game = format!("{width}x{height} with {} and {} walls", walls[0], walls[1]);
        SolveError::bad_file(path, format!("its header is damaged: there is no game on {game}"))
    })?;
    Ok(Space::with_handicap(size, walls))
}

impl TableFile {
    /// Opens a complete file; says which game it is of.
    pub(crate) fn open(path: &Path) -> Result<(Space, Self), SolveError> {
        let mut file = File::open(path).map_err(SolveError::io(path))?;
        let space = read_header(path, &mut file)?;
        Ok((space, Self::at_begin(path, file, true)))
    }

    /// Opens the file of a game to continue it, or begins it.
    pub(crate) fn create(path: &Path, space: &Space) -> Result<Self, SolveError> {
        if path.exists() {
            let (found, file) = Self::open(path)?;
            if (found.variant(), found.walls()) != (space.variant(), space.walls()) {
                let problem = format!("it holds {}, not this game", game_name(&found));
                return Err(SolveError::bad_file(path, problem));
            }
            return Ok(file);
        }
        let growing = partial(path);
        let io = || SolveError::io(&growing);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(&growing).map_err(io())?;
        let header = header(space);
        if file.metadata().map_err(io())?.len() < HEADER {
            file.set_len(0).map_err(io())?;
            file.write_all(&header).map_err(io())?;
        } else {
            let found = read_header(&growing, &mut file)?;
            if (found.variant(), found.walls()) != (space.variant(), space.walls()) {
                let problem = format!("it holds {}, not this game", game_name(&found));
                return Err(SolveError::bad_file(&growing, problem));
            }
        }
        Ok(Self::at_begin(path, file, false))
    }

    fn at_begin(path: &Path, file: File, complete: bool) -> Self {
        Self {
            path: path.to_owned(),
            file,
            end: HEADER,
            sums: Vec::new(),
            reading: true,
            complete,
            unsynced: 0,
        }
    }

    /// A second handle to read chunks with.
    pub(crate) fn reader(&self) -> Result<File, SolveError> {
        self.file.try_clone().map_err(SolveError::io(&self.path))
    }

    /// The next chunk, if it is in the file; its content is put into `bytes`. Returns where the
    /// content begins.
    ///
    /// # Errors
    /// If a complete file has another chunk there or a damaged one. A growing file is cut off
    /// there instead.
    pub(crate) fn read(
        &mut self,
        key: ChunkKey,
        bytes: &mut Vec<u8>,
    ) -> Result<Option<u64>, SolveError> {
        if !self.reading {
            return Ok(None);
        }
        match self.try_read(key, bytes) {
            Ok(sum) => {
                let begin = self.end + CHUNK_HEADER as u64;
                self.end = begin + key.len;
                self.sums.extend(sum.to_le_bytes());
                Ok(Some(begin))
            }
            Err(problem) if self.complete => Err(SolveError::bad_file(&self.path, problem)),
            Err(_) => {
                self.reading = false;
                self.file.set_len(self.end).map_err(SolveError::io(&self.path))?;
                Ok(None)
            }
        }
    }

    fn try_read(&self, key: ChunkKey, bytes: &mut Vec<u8>) -> Result<u64, String> {
        let place = format!("the chunk at byte {}", self.end);
        let failed = |error: io::Error| match error.kind() {
            ErrorKind::UnexpectedEof => format!("{place} is missing or cut off"),
            _ => format!("{place}: {error}"),
        };
        let mut header = [0; CHUNK_HEADER];
        self.file.read_exact_at(&mut header, self.end).map_err(failed)?;
        let sum = u64::from_le_bytes(header[16..].try_into().expect("eight bytes"));
        if header != key.header(sum) {
            return Err(format!("{place} is not the one that belongs there"));
        }
        bytes.resize(key.len as usize, 0);
        self.file.read_exact_at(bytes, self.end + CHUNK_HEADER as u64).map_err(failed)?;
        if checksum(bytes) != sum {
            return Err(format!("{place} is damaged: its checksum is wrong"));
        }
        Ok(sum)
    }

    /// Appends a chunk; returns where its content begins.
    pub(crate) fn append(&mut self, key: ChunkKey, bytes: &[u8]) -> Result<u64, SolveError> {
        let sum = checksum(bytes);
        self.write(key.header(sum).as_slice())?;
        let begin = self.end;
        self.write(bytes)?;
        self.sums.extend(sum.to_le_bytes());
        if self.unsynced >= SYNC_BYTES {
            self.file.sync_data().map_err(SolveError::io(&self.path))?;
            self.unsynced = 0;
        }
        Ok(begin)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), SolveError> {
        self.file.write_all_at(bytes, self.end).map_err(SolveError::io(&self.path))?;
        self.end += bytes.len() as u64;
        self.unsynced += bytes.len() as u64;
        Ok(())
    }

    /// Ends the file and gives it its name; of a complete file, checks the end.
    pub(crate) fn finish(&mut self) -> Result<u64, SolveError> {
        let sum = checksum(&self.sums);
        let key = ChunkKey { layer: END, chunk: 0, len: 0 };
        let end = key.header(sum);
        if self.complete {
            let mut found = Vec::new();
            let read = (&self.file)
                .seek(SeekFrom::Start(self.end))
                .and_then(|_| (&self.file).take(CHUNK_HEADER as u64 + 1).read_to_end(&mut found));
            read.map_err(SolveError::io(&self.path))?;
            if found != end {
                return Err(SolveError::bad_file(&self.path, "its end is damaged"));
            }
            return Ok(sum);
        }
        let io = || SolveError::io(&self.path);
        self.file.set_len(self.end).map_err(io())?;
        self.file.write_all_at(&end, self.end).map_err(io())?;
        self.file.sync_all().map_err(io())?;
        fs::rename(partial(&self.path), &self.path).map_err(io())?;
        self.complete = true;
        Ok(sum)
    }
}

/// The game in words.
pub(crate) fn game_name(space: &Space) -> String {
    let size = space.variant().size;
    match space.walls() {
        [south, north] if south == north => format!("{size} with {south} walls each"),
        [south, north] => format!("{size} with {south} and {north} walls"),
    }
}

#[cfg(test)]
mod tests {
    use super::checksum;

    /// FNV-1a of nothing is its basis, here followed by a step for the length.
    #[test]
    fn checksums_are_fnv_1a_over_words() {
        assert_eq!(checksum(&[]), 0xcbf2_9ce4_8422_2325_u64.wrapping_mul(0x0100_0000_01b3));
        let a = checksum(b"12345678a");
        assert_ne!(a, checksum(b"12345678a\0"));
        assert_ne!(a, checksum(b"12345678b"));
    }
}
