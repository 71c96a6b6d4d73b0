//! Solves the tables of one layout from those of the layouts with one wall more.

use quoridor_core::Symmetry;

use crate::error::SolveError;
use crate::layout::Layout;
use crate::passages::Passages;
use crate::space::{Space, Splits, swaps};
use crate::sweep::{Sweeper, sweeper};
use crate::tables::Tables;

/// Where the values after a wall come from.
#[derive(Clone, Copy)]
pub(crate) enum NextLayer<'a> {
    /// No walls are left.
    None,
    /// The layer with one wall more is solved.
    Solved(&'a Tables),
    /// The layer with one wall more has no walls left: its layouts are solved whenever they are
    /// needed.
    Race,
}

/// The buffers of one thread.
pub(crate) struct Worker<'a> {
    space: &'a Space,
    sweeper: Box<dyn Sweeper>,
    race_sweeper: Box<dyn Sweeper>,
    /// By split, player to move and symmetry of the successor: the smallest codes after a wall, in
    /// the coordinates of the successor's canonical layout, so that whole tables can be compared.
    best: Vec<u8>,
    /// The same for one split, in the layout's own coordinates.
    by_walls: Vec<u8>,
    buffer: Vec<u8>,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(space: &'a Space) -> Self {
        Self {
            space,
            sweeper: sweeper(space.squares),
            race_sweeper: sweeper(space.squares),
            best: Vec::new(),
            by_walls: vec![0; space.table_len()],
            buffer: Vec::new(),
        }
    }

    /// Solves all tables of a canonical layout.
    pub(crate) fn solve(
        &mut self,
        layout: Layout,
        next: NextLayer<'_>,
        block: &mut [u8],
    ) -> Result<(), SolveError> {
        let splits = self.space.splits(layout);
        self.sweeper.begin(Passages::new(&self.space.slots, layout));
        let any_walls = self.collect(layout, &splits, next)?;
        for (split, table) in block.chunks_exact_mut(self.space.table_len()).enumerate() {
            let by_walls = if any_walls {
                self.merge(split);
                Some(&self.by_walls[..])
            } else {
                None
            };
            if !self.sweeper.solve(by_walls, table) {
                return Err(SolveError::TooLong);
            }
        }
        Ok(())
    }

    /// Collects the smallest codes after any wall; says whether there is any wall.
    fn collect(
        &mut self,
        layout: Layout,
        splits: &Splits,
        next: NextLayer<'_>,
    ) -> Result<bool, SolveError> {
        let space = self.space;
        let plane = space.plane_len();
        self.best.clear();
        self.best.resize(splits.count() * 8 * plane, u8::MAX);
        let mut any = false;
        for successor in space.slots.successors(layout) {
            let (canonical, symmetry) = space.slots.canonical(successor);
            let block = match next {
                NextLayer::None => return Ok(false),
                NextLayer::Solved(tables) => {
                    let number = tables.layer.find(canonical).expect("a layer has every layout");
                    tables.block(number, &mut self.buffer).map_err(|error| SolveError::Io {
                        path: "the file of solved positions".into(),
                        error,
                    })?
                }
                NextLayer::Race => {
                    self.buffer.resize(space.table_len(), 0);
                    self.race_sweeper.begin(Passages::new(&space.slots, canonical));
                    if !self.race_sweeper.solve(None, &mut self.buffer) {
                        return Err(SolveError::TooLong);
                    }
                    &self.buffer[..]
                }
            };
            any = true;
            let after = space.splits(successor);
            for split in 0..splits.count() {
                let left = splits.walls_left(split);
                for mover in 0..2 {
                    if left[mover] == 0 {
                        continue;
                    }
                    let mut left = left;
                    left[mover] -= 1;
                    // In the image, the players may have changed seats.
                    let swaps = swaps(symmetry);
                    let south_left = left[usize::from(swaps)];
                    let opponent = usize::from((mover == 0) != swaps);
                    let begin = after.index(south_left) * 2 * plane + opponent * plane;
                    let codes = &block[begin..begin + plane];
                    let slot = (split * 2 + mover) * 4 + symmetry as usize;
                    let best = &mut self.best[slot * plane..(slot + 1) * plane];
                    for (best, &code) in best.iter_mut().zip(codes) {
                        *best = (*best).min(code);
                    }
                }
            }
        }
        Ok(any)
    }

    /// Brings the codes of a split together in the coordinates of the layout.
    fn merge(&mut self, split: usize) {
        let plane = self.space.plane_len();
        for mover in 0..2 {
            let target = &mut self.by_walls[mover * plane..(mover + 1) * plane];
            target.fill(u8::MAX);
            for symmetry in Symmetry::ALL {
                let slot = (split * 2 + mover) * 4 + symmetry as usize;
                let best = &self.best[slot * plane..(slot + 1) * plane];
                let places = self.space.image_places(symmetry);
                for (target, &place) in target.iter_mut().zip(places) {
                    *target = (*target).min(best[usize::from(place)]);
                }
            }
        }
    }
}
