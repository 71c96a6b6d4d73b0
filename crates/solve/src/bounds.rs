//! Tables of which only bounds are known, found by searching.
//!
//! A table has a lower and an upper bound for every position of one layout and one split of the
//! walls left. The bounds of a table follow from those of the tables after one more wall, by
//! retrograde analysis within the layout: once with what is best for South among all that is
//! still possible there, once with what is best for North.

use core::mem;
use std::collections::HashMap;

use quoridor_core::Symmetry;

use crate::layout::{Layout, Slots};
use crate::passages::{Passages, Squares, squares};
use crate::space::{Space, swaps};
use crate::sweep::{Sweeper, sweeper};
use crate::value::Code;

/// A table that has not been looked at yet.
const NONE: u32 = u32::MAX;

/// The number of a table.
pub(crate) type TableId = u32;

/// A canonical layout and the walls left, as far as the board has room for them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    layout: Layout,
    left: [usize; 2],
}

/// The bounds of one table.
struct Bounds {
    key: Key,
    /// Lower bounds in the form of a table, then upper bounds.
    codes: Box<[u8]>,
    /// By wall and the player who places it: the table after the wall. None before the first
    /// refresh.
    after: Option<Box<[[TableId; 2]]>>,
}

/// A wall that fits into a layout.
pub(crate) struct Placement {
    pub(crate) passages: Passages,
    canonical: Layout,
    /// The symmetry that leads to the canonical layout.
    symmetry: Symmetry,
    /// The squares from which South and North have a path.
    connected: [Squares; 2],
}

impl Placement {
    /// Whether the wall leaves both pawns a path.
    pub(crate) fn is_legal(&self, pawns: [usize; 2]) -> bool {
        self.connected[0] >> pawns[0] & 1 != 0 && self.connected[1] >> pawns[1] & 1 != 0
    }
}

/// All tables that a search has looked at.
pub(crate) struct BoundTables {
    space: Space,
    tables: Vec<Bounds>,
    by_key: HashMap<Key, TableId>,
    by_layout: HashMap<Layout, Vec<TableId>>,
    sweeper: Box<dyn Sweeper>,
    /// Whether some bound is so close to the longest game that fits into a byte that a draw may
    /// be a longer game.
    pub(crate) too_long: bool,
    /// How often a table was solved within its bounds.
    pub(crate) sweeps: u64,
    bytes: u64,
}

impl BoundTables {
    pub(crate) fn new(space: &Space) -> Self {
        // The walls left are part of a key, so half a turn is a symmetry even of a handicap.
        let space = Space::new(space.slots.size(), 0);
        Self {
            sweeper: sweeper(space.squares),
            space,
            tables: Vec::new(),
            by_key: HashMap::new(),
            by_layout: HashMap::new(),
            too_long: false,
            sweeps: 0,
            bytes: 0,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.tables.len()
    }

    pub(crate) fn layouts(&self) -> usize {
        self.by_layout.len()
    }

    /// About how many bytes the tables take.
    pub(crate) const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The slots of the board, with all its symmetries.
    pub(crate) const fn slots(&self) -> &Slots {
        &self.space.slots
    }

    /// The least and the greatest code that a position can have.
    pub(crate) fn bounds(&self, table: TableId, place: usize) -> (u8, u8) {
        let (low, high) = self.tables[table as usize].codes.split_at(self.space.table_len());
        (low[place], high[place])
    }

    pub(crate) fn left(&self, table: TableId) -> [usize; 2] {
        self.tables[table as usize].key.left
    }

    /// Whether the table's bounds have been found from those after one more wall.
    pub(crate) fn is_expanded(&self, table: TableId) -> bool {
        self.tables[table as usize].after.is_some()
    }

    pub(crate) fn passages(&self, table: TableId) -> Passages {
        Passages::new(&self.space.slots, self.tables[table as usize].key.layout)
    }

    /// Every wall that fits into the layout of a table.
    pub(crate) fn placements(&self, table: TableId) -> Vec<Placement> {
        let slots = &self.space.slots;
        let successors = slots.successors(self.tables[table as usize].key.layout);
        successors
            .map(|layout| {
                let (canonical, symmetry) = slots.canonical(layout);
                let passages = Passages::new(slots, layout);
                let connected =
                    [passages.top_row(), passages.bottom_row()].map(|goal| passages.region(goal));
                Placement { passages, canonical, symmetry, connected }
            })
            .collect()
    }

    /// The table of a canonical layout and walls left.
    pub(crate) fn table(&mut self, layout: Layout, left: [usize; 2]) -> TableId {
        let room = self.space.slots.room(layout);
        let key = Key { layout, left: left.map(|walls| walls.min(room)) };
        if let Some(&table) = self.by_key.get(&key) {
            return table;
        }
        let codes = self.first_bounds(key);
        let after = (key.left == [0, 0]).then(Box::default);
        self.bytes += codes.len() as u64 + 128;
        let id = self.tables.len() as TableId;
        self.tables.push(Bounds { key, codes, after });
        self.by_key.insert(key, id);
        self.by_layout.entry(layout).or_default().push(id);
        id
    }

    /// The bounds of a table before its walls are looked at.
    fn first_bounds(&mut self, key: Key) -> Box<[u8]> {
        let (len, plane) = (self.space.table_len(), self.space.plane_len());
        let mut codes = vec![0; 2 * len];
        let (low, high) = codes.split_at_mut(len);
        if key.left == [0, 0] {
            self.sweeper.begin(Passages::new(&self.space.slots, key.layout));
            self.too_long |= !self.sweeper.solve(None, low);
            self.sweeps += 1;
            high.copy_from_slice(low);
            return codes.into();
        }
        high.fill(Code::WON_NEXT.0);
        let passages = Passages::new(&self.space.slots, key.layout);
        let [south, north] =
            [passages.top_row(), passages.bottom_row()].map(|goal| passages.region(goal));
        for place in 0..plane {
            let [s, n] = self.space.pawns(place);
            if south >> s & 1 == 0 || north >> n & 1 == 0 || s == n {
                for codes in [&mut *low, &mut *high] {
                    codes[place] = Code::ILLEGAL.0;
                    codes[plane + place] = Code::ILLEGAL.0;
                }
            }
        }
        if key.left.contains(&0) {
            // A player without walls does not do better than if the opponent had none either.
            self.table(key.layout, [0, 0]);
        }
        self.tighten(key, low, high);
        codes.into()
    }

    /// Takes over the bounds of other splits of the walls left: a wall more for a player, or one
    /// less for the opponent, is never a disadvantage.
    fn tighten(&self, key: Key, low: &mut [u8], high: &mut [u8]) {
        let (len, plane) = (self.space.table_len(), self.space.plane_len());
        let Some(others) = self.by_layout.get(&key.layout) else { return };
        for &other in others {
            let Bounds { key: Key { left, .. }, codes, .. } = &self.tables[other as usize];
            if *left == key.left {
                continue;
            }
            for mover in 0..2 {
                let range = mover * plane..(mover + 1) * plane;
                let rival = 1 - mover;
                if left[mover] >= key.left[mover] && left[rival] <= key.left[rival] {
                    let theirs = &codes[len..][range.clone()];
                    for (high, &code) in high[range.clone()].iter_mut().zip(theirs) {
                        *high = (*high).min(code);
                    }
                }
                if left[mover] <= key.left[mover] && left[rival] >= key.left[rival] {
                    for (low, &code) in low[range.clone()].iter_mut().zip(&codes[range]) {
                        *low = (*low).max(code);
                    }
                }
            }
        }
    }

    /// The table after a wall that a player places.
    pub(crate) fn after(
        &mut self,
        table: TableId,
        wall: usize,
        placement: &Placement,
        mover: usize,
    ) -> TableId {
        if let Some(after) = self.known_after(table, wall, mover) {
            return after;
        }
        let mut left = self.tables[table as usize].key.left;
        left[mover] -= 1;
        if swaps(placement.symmetry) {
            left.swap(0, 1);
        }
        let id = self.table(placement.canonical, left);
        if let Some(after) = &mut self.tables[table as usize].after {
            after[wall][mover] = id;
        }
        id
    }

    /// The same if it has been looked at.
    pub(crate) fn known_after(&self, table: TableId, wall: usize, mover: usize) -> Option<TableId> {
        let after = self.tables[table as usize].after.as_ref()?[wall][mover];
        (after != NONE).then_some(after)
    }

    /// Where a position stands after a wall.
    pub(crate) fn place_after(&self, placement: &Placement, place: usize) -> usize {
        let plane = self.space.plane_len();
        let opponent = usize::from((place < plane) != swaps(placement.symmetry));
        let image = self.space.image_places(placement.symmetry)[place % plane];
        opponent * plane + usize::from(image)
    }

    /// Finds the bounds of a table from those after one more wall: upper bounds of the positions
    /// where an optimist is to move, and lower bounds of the others.
    pub(crate) fn refresh(
        &mut self,
        table: TableId,
        placements: &[Placement],
        optimists: impl Iterator<Item = usize>,
    ) {
        let (len, plane) = (self.space.table_len(), self.space.plane_len());
        let Bounds { key, after, codes } = &mut self.tables[table as usize];
        let key = *key;
        let mut codes = mem::take(codes);
        if after.is_none() {
            *after = Some(vec![[NONE; 2]; placements.len()].into());
            self.bytes += 8 * placements.len() as u64;
        }
        let (low, high) = codes.split_at_mut(len);
        self.tighten(key, low, high);
        self.sweeper.begin(Passages::new(&self.space.slots, key.layout));
        let mut best = vec![0; len];
        for optimist in optimists {
            let by_walls = self.best_for(table, placements, optimist);
            self.too_long |= !self.sweeper.solve_between(&by_walls, low, high, &mut best);
            self.sweeps += 1;
            for (mover, best) in best.chunks_exact(plane).enumerate() {
                let bounds = if mover == optimist { &mut *high } else { &mut *low };
                bounds[mover * plane..(mover + 1) * plane].copy_from_slice(best);
            }
        }
        self.tables[table as usize].codes = codes;
    }

    /// The smallest code after any wall, in the form of a table, if all that is not known turns
    /// out in favour of one player.
    fn best_for(&self, table: TableId, placements: &[Placement], optimist: usize) -> Vec<u8> {
        let space = &self.space;
        let (len, plane) = (space.table_len(), space.plane_len());
        let Bounds { key, after, .. } = &self.tables[table as usize];
        let after = after.as_deref().unwrap_or_default();
        let mut by_walls = vec![Code::ILLEGAL.0; len];
        // By symmetry, in the coordinates of the canonical layouts.
        let mut best = vec![Code::ILLEGAL.0; 4 * plane];
        for (mover, by_walls) in by_walls.chunks_exact_mut(plane).enumerate() {
            if key.left[mover] == 0 {
                continue;
            }
            best.fill(Code::ILLEGAL.0);
            for (placement, after) in placements.iter().zip(after) {
                let symmetry = placement.symmetry;
                if after[mover] == NONE {
                    if optimist == mover {
                        self.assume_won(placement, by_walls);
                    }
                    continue;
                }
                let opponent = usize::from((mover == 0) != swaps(symmetry));
                // The mover hopes for the lower bounds of the opponent's codes.
                let begin = usize::from(optimist != mover) * len + opponent * plane;
                let codes = &self.tables[after[mover] as usize].codes[begin..begin + plane];
                let best = &mut best[symmetry as usize * plane..][..plane];
                for (best, &code) in best.iter_mut().zip(codes) {
                    *best = (*best).min(code);
                }
            }
            for symmetry in Symmetry::ALL {
                let best = &best[symmetry as usize * plane..][..plane];
                for (code, &place) in by_walls.iter_mut().zip(space.image_places(symmetry)) {
                    *code = (*code).min(best[usize::from(place)]);
                }
            }
        }
        by_walls
    }

    /// Puts the best code wherever the wall is legal.
    fn assume_won(&self, placement: &Placement, by_walls: &mut [u8]) {
        let all = (1 << self.space.squares) - 1;
        if placement.connected == [all; 2] {
            by_walls.fill(Code::LOST.0);
            return;
        }
        let row = self.space.squares - self.space.width;
        for north in squares(placement.connected[1]).filter(|&square| square >= self.space.width) {
            for south in squares(placement.connected[0]).filter(|&square| square < row) {
                by_walls[self.space.place_of_pawns(south, north)] = Code::LOST.0;
            }
        }
    }
}
