//! The transposition table, shared by the threads of a search without locks.
//!
//! An entry is two words: its data, and the position's hash XORed with the data (Hyatt, Mann 2002).
//! If two threads write a slot at the same time, the words do not fit each other and match no
//! position: a torn entry is never used.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use quoridor_core::Move;

use super::score::Score;

/// The kind of bound that a stored score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// The data of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) score: Score,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    pub(super) mv: Option<Move>,
}

/// Where an entry's fields are in its word: the score in the low 16 bits, then depth, move, bound
/// and age.
impl Entry {
    const NO_MOVE: u64 = 0xff;

    fn pack(self, age: u8) -> u64 {
        let mv = self.mv.map_or(Self::NO_MOVE, |mv| u64::from(mv.index()));
        u64::from(self.score as i16 as u16)
            | u64::from(self.depth) << 16
            | mv << 24
            | (self.bound as u64) << 32
            | u64::from(age) << 40
            | 1 << 63
    }

    fn unpack(word: u64) -> Self {
        let bound = match word >> 32 & 0xff {
            0 => Bound::Exact,
            1 => Bound::AtLeast,
            _ => Bound::AtMost,
        };
        Self {
            score: Score::from(word as u16 as i16),
            depth: (word >> 16) as u8,
            bound,
            mv: Move::from_index((word >> 24) as u8),
        }
    }
}

/// The least number of bytes that are reserved, whether or not they are used. glibc's allocator
/// maps larger blocks directly and returns them to the system when they are dropped; smaller ones
/// come from heaps, which fragment in a server that makes and drops many tables. Reserved memory
/// that is never written to costs nothing.
const LEAST_ROOM: usize = 33 << 20;

/// The table.
#[derive(Debug)]
pub(super) struct Table {
    /// Empty before the first search, or before it is prepared.
    slots: Vec<[AtomicU64; 2]>,
    /// The number of slots when they are laid out.
    count: usize,
    age: AtomicU8,
}

impl Table {
    /// A table of a size in MiB, at least one; `None` if the machine does not have the memory.
    pub(super) fn new(mebibytes: usize) -> Option<Self> {
        Self::with_slots((mebibytes << 20) / size_of::<[AtomicU64; 2]>())
    }

    fn with_slots(count: usize) -> Option<Self> {
        let mut slots = Vec::new();
        slots.try_reserve_exact(count.max(LEAST_ROOM / size_of::<[AtomicU64; 2]>())).ok()?;
        Some(Self { slots, count, age: AtomicU8::new(0) })
    }

    /// Touches the memory of all entries, if that has not been done: it takes a while.
    pub(super) fn lay_out(&mut self) {
        self.slots.resize_with(self.count, || [const { AtomicU64::new(0) }; 2]);
    }

    /// Another search begins: entries of earlier ones may be replaced. To be called before the
    /// table is used.
    pub(super) fn begin_search(&mut self) {
        self.lay_out();
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    /// Empties the table, which is then ready for a search.
    pub(super) fn clear(&mut self) {
        if self.slots.is_empty() {
            return self.lay_out();
        }
        for [key, data] in &self.slots {
            key.store(0, Ordering::Relaxed);
            data.store(0, Ordering::Relaxed);
        }
        self.age.store(0, Ordering::Relaxed);
    }

    /// How full it is, in thousandths: how many of the first thousand entries are of this search.
    pub(super) fn fullness(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let is_of_now = |word: u64| word != 0 && (word >> 40) as u8 == age;
        self.slots
            .iter()
            .take(1000)
            .filter(|[_, data]| is_of_now(data.load(Ordering::Relaxed)))
            .count() as u32
    }

    /// The entry of a position.
    pub(super) fn get(&self, hash: u64) -> Option<Entry> {
        self.fetch(hash).entry()
    }

    /// Fetches the place of a position from memory. That takes long, but a processor goes on
    /// meanwhile with whatever does not need to know what is there: the longer before
    /// [`entry`](Fetched::entry), the better.
    #[inline]
    pub(super) fn fetch(&self, hash: u64) -> Fetched {
        let [key, data] = &self.slots[self.place(hash)];
        Fetched { hash, key: key.load(Ordering::Relaxed), data: data.load(Ordering::Relaxed) }
    }

    /// Stores a position, unless the slot holds another one of this search with a larger depth.
    #[inline]
    pub(super) fn put(&self, hash: u64, entry: Entry) {
        let [key, data] = &self.slots[self.place(hash)];
        let age = self.age.load(Ordering::Relaxed);
        let old = data.load(Ordering::Relaxed);
        let same = key.load(Ordering::Relaxed) ^ old == hash;
        let old_is_of_now = old != 0 && (old >> 40) as u8 == age;
        if !same && old_is_of_now && Entry::unpack(old).depth > entry.depth + 3 {
            return;
        }
        let word = entry.pack(age);
        data.store(word, Ordering::Relaxed);
        key.store(hash ^ word, Ordering::Relaxed);
    }

    #[inline]
    fn place(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.slots.len() as u128) >> 64) as usize
    }
}

/// The slot of a position, loaded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fetched {
    hash: u64,
    key: u64,
    data: u64,
}

impl Fetched {
    /// The entry of the position, if the slot holds it.
    #[inline]
    pub(super) fn entry(self) -> Option<Entry> {
        (self.data != 0 && self.key ^ self.data == self.hash).then(|| Entry::unpack(self.data))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So small that Miri lays it out in a moment.
    fn small_table() -> Table {
        Table::with_slots(64).unwrap()
    }

    #[test]
    fn entries_come_back_as_they_were() {
        let mut table = small_table();
        table.begin_search();
        let moves =
            [None, Some(Move::Pass), Some("e2".parse().unwrap()), Some("h8v".parse().unwrap())];
        for (number, mv) in moves.into_iter().enumerate() {
            for (score, bound) in
                [(-31_000, Bound::AtMost), (0, Bound::Exact), (31_000, Bound::AtLeast)]
            {
                let entry = Entry { score, depth: number as u8, bound, mv };
                let hash = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(number as u64 + 1);
                table.put(hash, entry);
                assert_eq!(table.get(hash), Some(entry));
                assert_eq!(table.get(hash ^ 1), None);
            }
        }
        table.clear();
        assert_eq!(table.get(0x9e37_79b9_7f4a_7c15), None);
    }

    #[test]
    fn a_torn_entry_is_not_used() {
        let mut table = small_table();
        table.begin_search();
        let entry = Entry { score: 5, depth: 9, bound: Bound::Exact, mv: None };
        table.put(77, entry);
        let [_, data] = &table.slots[table.place(77)];
        data.fetch_add(1, Ordering::Relaxed);
        assert_eq!(table.get(77), None);
    }

    /// A complete model of a slot that three threads write and others read. Nothing orders the two
    /// words of an entry, so a reader may find any word of one beside any word of another: all
    /// pairs are tried, and only those of one entry count, for its own position alone.
    #[test]
    fn no_two_words_of_different_entries_are_an_entry() {
        let entry = |score, depth| Entry { score, depth, bound: Bound::Exact, mv: None };
        let entries = [(11, entry(5, 9)), (u64::MAX / 3, entry(-7, 2)), (1 << 40, entry(30, 1))];
        let words: Vec<(u64, u64)> = std::iter::once((0, 0))
            .chain(entries.map(|(hash, entry)| (hash ^ entry.pack(1), entry.pack(1))))
            .collect();
        for (writer, &(key, _)) in words.iter().enumerate() {
            for (other, &(_, data)) in words.iter().enumerate() {
                for (number, &(hash, entry)) in entries.iter().enumerate() {
                    let is_own = writer == other && writer == number + 1;
                    let found = Fetched { hash, key, data }.entry();
                    assert_eq!(found, is_own.then_some(entry), "{writer} {other} {number}");
                }
            }
        }
    }

    /// Threads that write and read the same few slots: for ThreadSanitizer and Miri.
    #[test]
    fn threads_share_slots() {
        let mut table = small_table();
        table.begin_search();
        let table = &table;
        let hash = |number: u64| number % 4;
        std::thread::scope(|scope| {
            for thread in 0..3_u64 {
                scope.spawn(move || {
                    for number in 0..200_u64 {
                        let depth = (number % 60) as u8;
                        let score = Score::from(hash(number) as i16);
                        let entry = Entry { score, depth, bound: Bound::Exact, mv: None };
                        table.put(hash(number), entry);
                        // Of whichever thread it is, it is an entry of this position.
                        if let Some(found) = table.get(hash(number + thread)) {
                            assert_eq!(found.score, Score::from(hash(number + thread) as i16));
                        }
                    }
                });
            }
        });
    }
}
