//! The transposition table of the plain alpha-beta search.

use quoridor_core::Move;

use crate::search::WIN;

/// The kind of bound that a stored value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    AtLeast,
    /// The value is at most this.
    AtMost,
}

/// An entry of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// A win or loss is kept as its distance from *this* position, not from where the search began.
    value: f64,
    /// How deep the search below it went.
    pub depth: u32,
    /// The kind of bound.
    pub bound: Bound,
    /// The best move.
    pub mv: Option<Move>,
}

impl Entry {
    /// The result of a search at a ply from the root.
    pub fn new(value: f64, ply: u32, depth: u32, bound: Bound, mv: Option<Move>) -> Self {
        Self { value: shift(value, f64::from(ply)), depth, bound, mv }
    }

    /// The value as a search at a ply from the root sees it.
    pub fn value_at(&self, ply: u32) -> f64 {
        shift(self.value, -f64::from(ply))
    }
}

/// Moves a won or lost value nearer to, or farther from, the end.
fn shift(value: f64, plies: f64) -> f64 {
    if value.abs() < WIN / 2.0 { value } else { value + plies * value.signum() }
}

/// A table of fixed size: a position takes the place of any other whose hash falls there.
#[derive(Clone, Debug)]
pub struct Table {
    slots: Vec<Option<(u64, Entry)>>,
}

impl Table {
    /// A table for a number of positions, at least one.
    pub fn new(entries: usize) -> Self {
        Self { slots: vec![None; entries.max(1)] }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.fill(None);
    }

    /// The entry of a position.
    pub fn get(&self, hash: u64) -> Option<Entry> {
        self.slots[self.place(hash)].filter(|(other, _)| *other == hash).map(|(_, entry)| entry)
    }

    /// Remembers a position.
    pub fn put(&mut self, hash: u64, entry: Entry) {
        let place = self.place(hash);
        self.slots[place] = Some((hash, entry));
    }

    const fn place(&self, hash: u64) -> usize {
        ((hash as u128 * self.slots.len() as u128) >> 64) as usize
    }
}
