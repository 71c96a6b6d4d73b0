//! The opening book: positions near the start with a score, grown by searches.
//!
//! A position is found by the hash of its canonical image, so that mirror images are one. Moves are
//! not stored: a book move is a legal move that leads to a position of the book.
//!
//! # File
//! All numbers are little-endian. The magic, the length of the origin (2 bytes) and the origin in
//! UTF-8, the number of positions (4 bytes), the positions in the order of their keys, and the
//! FNV-1a hash of everything before it (8 bytes). A position has 15 bytes: its key (8), the score
//! of the player to move in ten-thousandths (2), the number of positions below it, itself included
//! (3), the length of the longest line below it (1) and its plies from the start (1).

mod names;

use std::borrow::Cow;
use std::fmt;

use quoridor_core::{BoardSize, Move, Position, Seats};

pub use self::names::{Opening, openings};
use crate::few::sort_few;
use crate::fnv::Fnv;

/// A book.
#[derive(Clone, PartialEq, Eq)]
pub struct Book {
    origin: String,
    /// The positions as in the file, in the order of their keys.
    records: Cow<'static, [u8]>,
}

/// A position of a book.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BookEntry {
    /// The probability that the player to move wins, from the best lines below (negamax).
    pub chance: f64,
    /// The number of book positions below it, itself included.
    pub positions: u32,
    /// The length of the longest line below it, in plies.
    pub depth: u8,
    /// Its distance from the start, in plies.
    pub plies: u8,
}

/// A move of a book.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BookMove {
    /// The move. Of two moves that lead to mirror images, only one is listed.
    pub mv: Move,
    /// The probability that the player who makes it wins.
    pub chance: f64,
    /// Its share of the book positions below the moves of its position.
    pub share: f64,
    /// Whether its score can be compared with that of the others, see [`is_explored`].
    pub is_explored: bool,
    /// The position after it.
    pub entry: BookEntry,
}

/// The name of the file of the shipped book.
pub const FILE: &str = "opening.book";

/// The first bytes of a file.
const MAGIC: &[u8; 8] = b"QUORBOOK";
/// The bytes of a position.
const RECORD: usize = 15;
/// A score of one: certain victory.
const CERTAIN: f64 = 10_000.0;
/// The largest number of positions below a position.
const MOST_POSITIONS: u32 = (1 << 24) - 1;

/// Whether a move was explored enough for its score to count: it has at least a twentieth of the
/// positions below it that the move with most has. The best of many rough scores is too good.
pub const fn is_explored(positions: u32, most: u32) -> bool {
    positions as u64 * 20 >= most as u64
}

/// The key of a position.
pub fn key(position: &Position) -> u64 {
    position.canonical().0.hash()
}

impl Book {
    /// The book that the program ships with; `None` if it was built without the feature `book`. A
    /// WebAssembly module has it once its file was provided.
    pub fn shipped() -> Option<&'static Self> {
        #[cfg(feature = "book")]
        {
            static BOOK: std::sync::LazyLock<Book> = std::sync::LazyLock::new(|| {
                let bytes = include_bytes!("../../data/opening.book");
                Book::read(Cow::Borrowed(bytes)).expect("the tests read the shipped book")
            });
            Some(&BOOK)
        }
        #[cfg(all(not(feature = "book"), target_family = "wasm"))]
        {
            static BOOK: std::sync::OnceLock<Option<Book>> = std::sync::OnceLock::new();
            let bytes = crate::shipped::provided(FILE)?;
            BOOK.get_or_init(|| Self::read(Cow::Borrowed(bytes)).ok()).as_ref()
        }
        #[cfg(not(any(feature = "book", target_family = "wasm")))]
        None
    }

    /// Reads a file.
    ///
    /// # Errors
    /// It is no book, or it is damaged.
    pub fn read(bytes: Cow<'static, [u8]>) -> Result<Self, BookError> {
        let damaged = BookError::Damaged;
        let rest = bytes.strip_prefix(MAGIC).ok_or(BookError::NoBook)?;
        let (rest, sum) = rest.split_last_chunk::<8>().ok_or(damaged)?;
        if u64::from_le_bytes(*sum) != Fnv::of(&bytes[..bytes.len() - sum.len()]) {
            return Err(damaged);
        }
        let (length, rest) = rest.split_first_chunk::<2>().ok_or(damaged)?;
        let length = usize::from(u16::from_le_bytes(*length));
        let (origin, rest) = rest.split_at_checked(length).ok_or(damaged)?;
        let (count, records) = rest.split_first_chunk::<4>().ok_or(damaged)?;
        let is_sorted = records.chunks_exact(RECORD).is_sorted_by(|a, b| key_of(a) < key_of(b));
        if records.len() != u32::from_le_bytes(*count) as usize * RECORD || !is_sorted {
            return Err(damaged);
        }
        let origin = String::from_utf8(origin.to_vec()).map_err(|_| damaged)?;
        let begin = MAGIC.len() + 2 + length + 4;
        let end = bytes.len() - 8;
        let records = match bytes {
            Cow::Borrowed(bytes) => Cow::Borrowed(&bytes[begin..end]),
            Cow::Owned(bytes) => Cow::Owned(bytes[begin..end].to_vec()),
        };
        Ok(Self { origin, records })
    }

    /// The content of a file with these positions. `origin` says how they were made.
    pub fn pack(origin: &str, positions: impl IntoIterator<Item = (u64, BookEntry)>) -> Vec<u8> {
        let mut positions: Vec<_> = positions.into_iter().collect();
        positions.sort_unstable_by_key(|&(key, _)| key);
        positions.dedup_by_key(|&mut (key, _)| key);
        let mut origin = origin.to_owned();
        while origin.len() > usize::from(u16::MAX) {
            origin.pop();
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend((origin.len() as u16).to_le_bytes());
        bytes.extend(origin.as_bytes());
        bytes.extend((positions.len() as u32).to_le_bytes());
        for (key, entry) in positions {
            bytes.extend(key.to_le_bytes());
            let score = (entry.chance.clamp(0.0, 1.0) * CERTAIN).round() as u16;
            bytes.extend(score.to_le_bytes());
            bytes.extend(&entry.positions.min(MOST_POSITIONS).to_le_bytes()[..3]);
            bytes.extend([entry.depth, entry.plies]);
        }
        bytes.extend(Fnv::of(&bytes).to_le_bytes());
        bytes
    }

    /// How it was made.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The number of its positions.
    pub fn len(&self) -> usize {
        self.records.len() / RECORD
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// A position; `None` if it is not in the book.
    pub fn get(&self, position: &Position) -> Option<BookEntry> {
        let variant = position.variant();
        if variant.seats != Seats::Two || variant.size != BoardSize::STANDARD {
            return None;
        }
        self.find(key(position))
    }

    fn find(&self, key: u64) -> Option<BookEntry> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            let record = &self.records[middle * RECORD..][..RECORD];
            match key_of(record).cmp(&key) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(entry_of(record)),
            }
        }
        None
    }

    /// The book moves of a position: the explored ones, the best first, then the others. Moves that
    /// lead back towards the start are none.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let Some(here) = self.get(position) else { return Vec::new() };
        let mut keys = Vec::new();
        let mut moves: Vec<BookMove> = position
            .legal_moves()
            .iter()
            .filter_map(|mv| {
                let mut after = *position;
                after.play_unchecked(mv);
                let key = key(&after);
                let entry = self.find(key)?;
                if entry.plies != here.plies + 1 || keys.contains(&key) {
                    return None;
                }
                keys.push(key);
                Some(BookMove {
                    mv,
                    chance: 1.0 - entry.chance,
                    share: 0.0,
                    is_explored: false,
                    entry,
                })
            })
            .collect();
        let all: u32 = moves.iter().map(|mv| mv.entry.positions).sum();
        let most = moves.iter().map(|mv| mv.entry.positions).max().unwrap_or(0);
        for mv in &mut moves {
            mv.share = f64::from(mv.entry.positions) / f64::from(all);
            mv.is_explored = is_explored(mv.entry.positions, most);
        }
        sort_few(&mut moves, |a, b| {
            let explored = b.is_explored.cmp(&a.is_explored);
            let chance = b.chance.total_cmp(&a.chance);
            explored.then(chance).then(b.entry.positions.cmp(&a.entry.positions))
        });
        moves
    }
}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Book")
            .field("origin", &self.origin)
            .field("positions", &self.len())
            .finish_non_exhaustive()
    }
}

fn key_of(record: &[u8]) -> u64 {
    u64::from_le_bytes(record[..8].try_into().expect("a record has eight bytes and more"))
}

fn entry_of(record: &[u8]) -> BookEntry {
    BookEntry {
        chance: f64::from(u16::from_le_bytes([record[8], record[9]])) / CERTAIN,
        positions: u32::from_le_bytes([record[10], record[11], record[12], 0]),
        depth: record[13],
        plies: record[14],
    }
}

/// Why a file cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookError {
    /// The file is something else.
    NoBook,
    /// The file is damaged.
    Damaged,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoBook => "not an opening book: expected a file of quoridor book explore",
            Self::Damaged => "the opening book is damaged: make it again or get another copy",
        })
    }
}

impl std::error::Error for BookError {}

#[cfg(test)]
mod tests;
