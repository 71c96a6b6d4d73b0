//! One layer: its canonical layouts in a fixed order, and where the tables of each are.

use std::sync::Mutex;
use std::thread;

use crate::layout::{Layout, Slots};
use crate::space::Space;

/// About how many bytes of tables are solved, checked and written together.
const CHUNK_BYTES: usize = 4 << 20;

/// The canonical layouts with one number of walls.
#[derive(Debug)]
pub(crate) struct Layer {
    pub(crate) walls: usize,
    pub(crate) layouts: Vec<Layout>,
    /// How many tables come before those of each layout; at the end, the number of all.
    first_tables: Vec<u32>,
    /// The layouts by hash, with linear probing: their numbers, or [`VACANT`].
    by_hash: Vec<u32>,
    chunk_layouts: usize,
    table_len: usize,
}

const VACANT: u32 = u32::MAX;

impl Layer {
    pub(crate) fn new(space: &Space, walls: usize, threads: usize) -> Self {
        let layouts = canonical_layouts(&space.slots, walls, threads);
        let mut first_tables = Vec::with_capacity(layouts.len() + 1);
        let (mut tables, mut most) = (0, 1);
        for &layout in &layouts {
            first_tables.push(tables);
            let count = space.splits(layout).count();
            most = most.max(count);
            tables += count as u32;
        }
        first_tables.push(tables);
        let table_len = space.table_len();
        let by_hash = index_by_hash(&layouts);
        let chunk_layouts = (CHUNK_BYTES / (most * table_len)).max(1);
        Self { walls, layouts, first_tables, by_hash, chunk_layouts, table_len }
    }

    /// The number of a canonical layout.
    pub(crate) fn find(&self, layout: Layout) -> Option<usize> {
        let mask = self.by_hash.len() - 1;
        let mut slot = hash(layout) as usize & mask;
        loop {
            let number = self.by_hash[slot];
            if number == VACANT {
                return None;
            }
            if self.layouts[number as usize] == layout {
                return Some(number as usize);
            }
            slot = (slot + 1) & mask;
        }
    }

    pub(crate) fn tables(&self) -> u64 {
        u64::from(self.first_tables[self.layouts.len()])
    }

    /// The bytes of all tables.
    pub(crate) fn bytes(&self) -> u64 {
        self.tables() * self.table_len as u64
    }

    pub(crate) fn chunks(&self) -> usize {
        self.layouts.len().div_ceil(self.chunk_layouts)
    }

    /// The numbers of the layouts of a chunk.
    pub(crate) fn layouts_of_chunk(&self, chunk: usize) -> core::ops::Range<usize> {
        let first = chunk * self.chunk_layouts;
        first..(first + self.chunk_layouts).min(self.layouts.len())
    }

    pub(crate) fn chunk_bytes(&self, chunk: usize) -> usize {
        let layouts = self.layouts_of_chunk(chunk);
        let tables = self.first_tables[layouts.end] - self.first_tables[layouts.start];
        tables as usize * self.table_len
    }

    /// The bytes of the tables of a layout.
    pub(crate) fn block_bytes(&self, number: usize) -> usize {
        (self.first_tables[number + 1] - self.first_tables[number]) as usize * self.table_len
    }

    /// The chunk of a layout, and where its tables begin in it.
    pub(crate) fn place(&self, number: usize) -> (usize, usize) {
        let chunk = number / self.chunk_layouts;
        let first = self.first_tables[chunk * self.chunk_layouts];
        (chunk, (self.first_tables[number] - first) as usize * self.table_len)
    }
}

/// All canonical layouts with this many walls, always in the same order.
fn canonical_layouts(slots: &Slots, walls: usize, threads: usize) -> Vec<Layout> {
    // The layouts of the first walls share out the work.
    let first = walls.min(2);
    let mut tasks = Vec::new();
    slots.for_each(Layout::EMPTY, 0, first, &mut |layout| tasks.push((layout, Vec::new())));
    let next = Mutex::new(tasks.iter_mut());
    let work = || {
        while let Some((start, found)) = next.lock().ok().and_then(|mut next| next.next()) {
            let last_slot = 63 - (start.horizontal | start.vertical).leading_zeros().min(63);
            let from = if start.is_empty() { 0 } else { last_slot + 1 };
            slots.for_each(*start, from, walls - first, &mut |layout| {
                if slots.is_canonical(layout) {
                    found.push(layout);
                }
            });
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    let mut all = Vec::with_capacity(tasks.iter().map(|(_, found)| found.len()).sum());
    for (_, found) in tasks {
        all.extend(found);
    }
    all
}

fn index_by_hash(layouts: &[Layout]) -> Vec<u32> {
    let size = (layouts.len() * 3 / 2 + 1).next_power_of_two();
    let mut by_hash = vec![VACANT; size];
    for (number, &layout) in layouts.iter().enumerate() {
        let mut slot = hash(layout) as usize & (size - 1);
        while by_hash[slot] != VACANT {
            slot = (slot + 1) & (size - 1);
        }
        by_hash[slot] = number as u32;
    }
    by_hash
}

fn hash(layout: Layout) -> u64 {
    // Odd constants with well-mixed bits: the fractional parts of the golden ratio and of √2.
    let mixed = layout.horizontal.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ layout.vertical.wrapping_mul(0x6a09_e667_f3bc_c909).rotate_left(32);
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 29
}

#[cfg(test)]
mod tests {
    use super::Layer;
    use crate::layout::Layout;
    use crate::space::Space;

    #[test]
    fn every_layout_has_one_canonical_image_in_its_layer() {
        for (size, walls) in [("2x3", 2), ("3x3", 2), ("4x3", 3), ("9x9", 1)] {
            let space = Space::new(size.parse().unwrap(), walls);
            for placed in 0..=space.last_layer() {
                let layer = Layer::new(&space, placed, 3);
                let alone = Layer::new(&space, placed, 1);
                assert_eq!(layer.layouts, alone.layouts);
                let mut met = vec![false; layer.layouts.len()];
                space.slots.for_each(Layout::EMPTY, 0, placed, &mut |layout| {
                    let number = layer.find(space.slots.canonical(layout).0).unwrap();
                    met[number] = true;
                });
                assert!(met.iter().all(|&met| met));
                let bytes: usize = (0..layer.chunks()).map(|chunk| layer.chunk_bytes(chunk)).sum();
                assert_eq!(bytes as u64, layer.bytes());
            }
        }
    }
}
