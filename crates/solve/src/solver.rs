//! Solves a game: retrograde analysis, layouts with the most walls first.

use core::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use crate::count::layouts_by_walls;
use crate::error::SolveError;
use crate::file::{ChunkKey, TableFile};
use crate::layer::Layer;
use crate::layout::Layout;
use crate::solution::Solution;
use crate::space::Space;
use crate::tables::Tables;
use crate::worker::{NextLayer, Worker};

/// How many layouts a thread takes at a time.
const BATCH: usize = 8;

/// How to solve a game.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How many threads work.
    pub threads: usize,
    /// How many bytes of tables may be held in memory.
    pub memory: u64,
    /// Whether the tables of all layers are kept, so that the solution knows every position. Those
    /// in a file always are.
    pub keep: bool,
}

/// How far a solver has come, for other threads to look at.
#[derive(Debug, Default)]
pub struct Progress {
    tables: AtomicU64,
    total: AtomicU64,
    layer: AtomicU64,
    stop: Arc<AtomicBool>,
}

impl Progress {
    /// Stops soon after the flag is set.
    pub fn until(stop: Arc<AtomicBool>) -> Self {
        Self { stop, ..Self::default() }
    }

    /// The share of the tables that are solved, about; it may pass 1 a little.
    pub fn share(&self) -> f64 {
        let total = self.total.load(Ordering::Relaxed).max(1);
        self.tables.load(Ordering::Relaxed) as f64 / total as f64
    }

    /// How many walls the layouts have that are being solved.
    pub fn layer(&self) -> u64 {
        self.layer.load(Ordering::Relaxed)
    }

    /// How many tables are solved.
    pub fn tables(&self) -> u64 {
        self.tables.load(Ordering::Relaxed)
    }

    pub(crate) fn check(&self) -> Result<(), SolveError> {
        if self.stop.load(Ordering::Relaxed) { Err(SolveError::Stopped) } else { Ok(()) }
    }

    pub(crate) fn begin(&self, total: u64) {
        self.total.store(total, Ordering::Relaxed);
        self.tables.store(0, Ordering::Relaxed);
    }

    pub(crate) fn begin_layer(&self, walls: usize) {
        self.layer.store(walls as u64, Ordering::Relaxed);
    }

    pub(crate) fn set(&self, tables: u64) {
        self.tables.store(tables, Ordering::Relaxed);
    }

    pub(crate) fn add(&self, tables: u64) {
        self.tables.fetch_add(tables, Ordering::Relaxed);
    }
}

/// Solves a game.
///
/// With a file, the tables are written to it chunk by chunk. If the file exists, what it holds is
/// checked and not solved again; what a killed run has left is continued.
///
/// # Errors
/// See [`SolveError`].
pub fn solve(
    space: &Space,
    options: Options,
    path: Option<&Path>,
    progress: &Progress,
) -> Result<Solution, SolveError> {
    let mut file = path.map(|path| TableFile::create(path, space)).transpose()?;
    let mut solver = Solver { space, options, progress, layers: Vec::new() };
    solver.layers.resize_with(space.last_layer() + 1, || None);
    progress.begin(space.estimated_tables().ceil() as u64);
    let last_stored = match space.race_layer() {
        // Without walls there is only the race, and it is stored.
        Some(race) if race > 0 => race - 1,
        _ => space.last_layer(),
    };
    for walls in (0..=last_stored).rev() {
        solver.solve_layer(walls, file.as_mut())?;
        solver.forget_above(walls, file.is_some());
    }
    let checksum = file.as_mut().map(TableFile::finish).transpose()?;
    Ok(Solution::new(space.clone(), solver.layers, checksum))
}

struct Solver<'a> {
    space: &'a Space,
    options: Options,
    progress: &'a Progress,
    layers: Vec<Option<Tables>>,
}

impl Solver<'_> {
    fn solve_layer(
        &mut self,
        walls: usize,
        mut file: Option<&mut TableFile>,
    ) -> Result<(), SolveError> {
        self.progress.begin_layer(walls);
        let layer = Layer::new(self.space, walls, self.options.threads);
        let reader = file.as_deref().map(TableFile::reader).transpose()?;
        let mut tables = Tables::new(layer, reader);
        if file.is_none() {
            self.check_memory(&tables.layer)?;
        }
        for chunk in 0..tables.layer.chunks() {
            self.progress.check()?;
            let key = ChunkKey {
                layer: walls as u32,
                chunk: chunk as u32,
                len: tables.layer.chunk_bytes(chunk) as u64,
            };
            let mut bytes = Vec::new();
            let mut begin = match file.as_deref_mut() {
                Some(file) => file.read(key, &mut bytes)?,
                None => None,
            };
            if begin.is_none() {
                self.solve_races_before(walls)?;
                bytes = self.solve_chunk(&tables.layer, chunk)?;
                if let Some(file) = file.as_deref_mut() {
                    begin = Some(file.append(key, &bytes)?);
                }
            } else {
                self.progress.add(bytes.len() as u64 / self.space.table_len() as u64);
            }
            let held = self.fits(&tables, key.len);
            tables.push(bytes, begin, held);
        }
        self.layers[walls] = Some(tables);
        Ok(())
    }

    /// The bytes of the tables in memory.
    fn in_memory(&self) -> u64 {
        self.layers.iter().flatten().map(Tables::in_memory).sum()
    }

    /// Whether a chunk may stay in memory.
    fn fits(&self, tables: &Tables, len: u64) -> bool {
        self.in_memory() + tables.in_memory() + len <= self.options.memory
    }

    fn check_memory(&self, layer: &Layer) -> Result<(), SolveError> {
        let (needed, allowed) = (self.in_memory() + layer.bytes(), self.options.memory);
        if needed > allowed { Err(SolveError::Memory { needed, allowed }) } else { Ok(()) }
    }

    /// Solves the layer without walls left, if the layer before it is to be solved and the tables
    /// fit into memory.
    fn solve_races_before(&mut self, walls: usize) -> Result<(), SolveError> {
        let next = walls + 1;
        if self.space.race_layer() != Some(next) || self.layers[next].is_some() {
            return Ok(());
        }
        let layouts = layouts_by_walls(self.space.variant().size)[next];
        // Layouts that are their own image make it a little more than a quarter.
        let images = 0.97 * self.space.slots.symmetries().len() as f64;
        let bytes = layouts as f64 / images * self.space.table_len() as f64;
        if self.in_memory() as f64 + bytes > 0.9 * self.options.memory as f64 {
            return Ok(());
        }
        self.progress.begin_layer(next);
        let mut tables = Tables::new(Layer::new(self.space, next, self.options.threads), None);
        for chunk in 0..tables.layer.chunks() {
            self.progress.check()?;
            let bytes = self.solve_chunk(&tables.layer, chunk)?;
            tables.push(bytes, None, true);
        }
        self.layers[next] = Some(tables);
        self.progress.begin_layer(walls);
        Ok(())
    }

    /// Drops the tables that are not needed any more once a layer is solved.
    fn forget_above(&mut self, walls: usize, in_file: bool) {
        let race = self.space.race_layer();
        for layer in walls + 1..self.layers.len() {
            let needless = race == Some(layer) || (!in_file && !self.options.keep && walls > 0);
            if needless {
                self.layers[layer] = None;
            } else if let Some(tables) = &mut self.layers[layer]
                && !self.options.keep
            {
                tables.release_memory();
            }
        }
    }

    /// Solves the layouts of a chunk on all threads.
    fn solve_chunk(&self, layer: &Layer, chunk: usize) -> Result<Vec<u8>, SolveError> {
        let next = match self.layers.get(layer.walls + 1) {
            Some(Some(tables)) => NextLayer::Solved(tables),
            Some(None) if self.space.race_layer() == Some(layer.walls + 1) => NextLayer::Race,
            _ => NextLayer::None,
        };
        let mut bytes = vec![0; layer.chunk_bytes(chunk)];
        let batches = Mutex::new(batches(layer, chunk, &mut bytes).into_iter());
        let work = || -> Result<(), SolveError> {
            let mut worker = Worker::new(self.space);
            while let Some(batch) = batches.lock().ok().and_then(|mut batches| batches.next()) {
                self.progress.check()?;
                for (layout, block) in batch {
                    let tables = block.len() / self.space.table_len();
                    worker.solve(layout, next, block)?;
                    self.progress.add(tables as u64);
                }
            }
            Ok(())
        };
        on_threads(self.options.threads, work)?;
        Ok(bytes)
    }
}

/// Does the same work on several threads; the first error of any.
pub(crate) fn on_threads(
    threads: usize,
    work: impl Fn() -> Result<(), SolveError> + Sync,
) -> Result<(), SolveError> {
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(&work)).collect();
        let mut result = work();
        for other in others {
            let theirs = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            result = result.and(theirs);
        }
        result
    })
}

/// The layouts of a chunk with the bytes of each, a few at a time.
fn batches<'a>(
    layer: &Layer,
    chunk: usize,
    mut bytes: &'a mut [u8],
) -> Vec<Vec<(Layout, &'a mut [u8])>> {
    let Range { start, end } = layer.layouts_of_chunk(chunk);
    let mut batches = Vec::with_capacity((end - start).div_ceil(BATCH));
    for number in start..end {
        let (block, rest) = bytes.split_at_mut(layer.block_bytes(number));
        bytes = rest;
        if (number - start).is_multiple_of(BATCH) {
            batches.push(Vec::with_capacity(BATCH));
        }
        let batch = batches.last_mut().expect("the first batch has just been begun");
        batch.push((layer.layouts[number], block));
    }
    batches
}
