//! The game within one layout: value iteration over the positions of both pawns.
//!
//! While nobody places a wall, only the pawns and the turn change, and positions may repeat. The
//! solver starts with every open position as a draw and recomputes values from successors until
//! nothing changes. After `n` rounds the values are those of the game that is called a draw after
//! `n` pawn moves. Rounds only add wins and losses and shorten distances, so the values where
//! nothing changes any more are those of the whole game.
//!
//! A position is a byte ([`Code`]) in a row for North's square and a column for South's. South's
//! steps are then shifts within a row and North's are minima of whole rows, sixteen bytes at a
//! time. Only positions with adjacent pawns, where a pawn may jump, are computed one by one.

use core::mem;

use crate::passages::{DOWN, LEFT, Passages, RIGHT, Squares, UP, squares};
use crate::value::Code;

const ILLEGAL: u8 = Code::ILLEGAL.0;

/// Bytes around a row, at least the widest board.
const GUARD: usize = 16;
const LONGEST_ROW: usize = 96;

/// One row: the positions with North on one square.
type Row<const STRIDE: usize> = [u8; STRIDE];

/// The positions of one layout and split of the walls left: South to move, then North to move,
/// each a row per square of North above the bottom row, of a byte per square of South below the
/// top row.
pub(crate) const fn table_len(width: usize, squares: usize) -> usize {
    2 * (squares - width) * (squares - width)
}

/// Solves layouts one after the other.
pub(crate) trait Sweeper {
    /// Prepares for the tables of a layout.
    fn begin(&mut self, passages: Passages);

    /// Solves a table. `by_walls` has, in the form of a table, the smallest code after any wall
    /// that the player to move can place there; `None` if there are no walls left.
    ///
    /// Returns whether every distance fits into a byte.
    fn solve(&mut self, by_walls: Option<&[u8]>, table: &mut [u8]) -> bool;

    /// Solves a table of which bounds are known: every position has at least the code of `least`
    /// and at most that of `most`, both in the form of a table.
    ///
    /// The bounds hold for the values after any number of rounds too, as far as they are wins and
    /// losses, so rounds still only add wins and losses and shorten distances.
    ///
    /// Returns whether every distance fits into a byte.
    fn solve_between(
        &mut self,
        by_walls: &[u8],
        least: &[u8],
        most: &[u8],
        table: &mut [u8],
    ) -> bool;
}

/// A sweeper for boards with this many squares.
pub(crate) fn sweeper(squares: usize) -> Box<dyn Sweeper> {
    match squares {
        0..=16 => Box::new(Sweep::<16>::new(squares)),
        17..=32 => Box::new(Sweep::<32>::new(squares)),
        33..=48 => Box::new(Sweep::<48>::new(squares)),
        49..=64 => Box::new(Sweep::<64>::new(squares)),
        _ => Box::new(Sweep::<96>::new(squares)),
    }
}

struct Sweep<const STRIDE: usize> {
    passages: Passages,
    /// North's squares with a path, less the bottom row, where the game is over.
    north_squares: Squares,
    /// 255 where a step of South is blocked, by direction.
    blocked: [Row<STRIDE>; 4],
    /// 255 where South has no path, or has won.
    south_illegal: Row<STRIDE>,
    /// Zero on South's goal, 255 elsewhere.
    south_open: Row<STRIDE>,
    /// By North's square: South's squares next to it, with what both can do there.
    contacts: Vec<Vec<Contact>>,
    /// By North's square: where North can go, jumps included, with South anywhere.
    reach: Vec<Squares>,
    /// By North's square, South to move and North to move.
    south: Vec<Row<STRIDE>>,
    north: Vec<Row<STRIDE>>,
    by_walls: [Vec<Row<STRIDE>>; 2],
    /// Bounds of both, for tables that are solved between bounds.
    least: [Vec<Row<STRIDE>>; 2],
    most: [Vec<Row<STRIDE>>; 2],
}

/// Two pawns on adjacent squares with no wall between.
struct Contact {
    south: usize,
    south_targets: Targets,
    north_targets: Targets,
}

/// At most five squares: three neighbours and two jumps.
struct Targets {
    squares: [u8; 5],
    len: u8,
}

impl Targets {
    fn new(set: Squares) -> Self {
        let mut targets = Self { squares: [0; 5], len: 0 };
        for square in squares(set) {
            targets.squares[usize::from(targets.len)] = square as u8;
            targets.len += 1;
        }
        targets
    }

    fn iter(&self) -> impl Iterator<Item = usize> {
        self.squares[..usize::from(self.len)].iter().map(|&square| usize::from(square))
    }
}

impl<const STRIDE: usize> Sweep<STRIDE> {
    fn new(squares: usize) -> Self {
        let rows = || vec![[ILLEGAL; STRIDE]; squares];
        Self {
            passages: Passages { width: 0, squares, open: [0; 4] },
            north_squares: 0,
            blocked: [[ILLEGAL; STRIDE]; 4],
            south_illegal: [ILLEGAL; STRIDE],
            south_open: [ILLEGAL; STRIDE],
            contacts: Vec::new(),
            reach: Vec::new(),
            south: rows(),
            north: rows(),
            by_walls: [rows(), rows()],
            least: [0; 2].map(|code| vec![[code; STRIDE]; squares]),
            most: [ILLEGAL; 2].map(|code| vec![[code; STRIDE]; squares]),
        }
    }

    /// Puts every open position down as a draw, and those where the game is over as lost.
    fn reset(&mut self) {
        let Passages { width, squares: count, .. } = self.passages;
        for north in 0..count {
            let legal = self.north_squares >> north & 1 != 0;
            let (south_row, north_row) = (&mut self.south[north], &mut self.north[north]);
            *south_row = [ILLEGAL; STRIDE];
            *north_row = [ILLEGAL; STRIDE];
            if north < width {
                // North has won.
                south_row.fill(Code::LOST.0);
                south_row[north] = ILLEGAL;
            } else if legal {
                for south in 0..STRIDE {
                    let open = Code::DRAW.0 | self.south_illegal[south];
                    south_row[south] = open;
                    north_row[south] = open & self.south_open[south];
                }
                south_row[north] = ILLEGAL;
                north_row[north] = ILLEGAL;
            }
        }
    }

    /// Recomputes the row with South to move; says whether it has changed.
    fn sweep_south<const BOUNDED: bool>(&mut self, north: usize) -> bool {
        let source = &self.north[north];
        let mut padded = [ILLEGAL; LONGEST_ROW + 2 * GUARD];
        padded[GUARD..GUARD + STRIDE].copy_from_slice(source);
        let width = self.passages.width;
        let shifted = |offset: usize| -> &Row<STRIDE> {
            padded[offset..].first_chunk().expect("the guards are wide enough")
        };
        let (up, right) = (shifted(GUARD + width), shifted(GUARD + 1));
        let (down, left) = (shifted(GUARD - width), shifted(GUARD - 1));
        let by_walls = &self.by_walls[0][north];
        let mut new = [0; STRIDE];
        for at in 0..STRIDE {
            let best = (up[at] | self.blocked[UP][at])
                .min(right[at] | self.blocked[RIGHT][at])
                .min(down[at] | self.blocked[DOWN][at])
                .min(left[at] | self.blocked[LEFT][at])
                .min(by_walls[at]);
            new[at] = Code(best).before().0 | self.south_illegal[at];
        }
        for contact in &self.contacts[north] {
            let at = contact.south;
            let steps = contact.south_targets.iter().map(|target| source[target]);
            let best = steps.fold(by_walls[at], u8::min);
            new[at] = Code(best).before().0 | self.south_illegal[at];
        }
        if BOUNDED {
            clamp(&mut new, &self.least[0][north], &self.most[0][north]);
        }
        new[north] = ILLEGAL;
        let changed = new != self.south[north];
        self.south[north] = new;
        changed
    }

    /// Recomputes the row with North to move; says whether it has changed.
    fn sweep_north<const BOUNDED: bool>(&mut self, north: usize) -> bool {
        let by_walls = &self.by_walls[1][north];
        let mut best = *by_walls;
        for target in squares(self.passages.neighbours(1 << north)) {
            for (best, &code) in best.iter_mut().zip(&self.south[target]) {
                *best = (*best).min(code);
            }
        }
        let mut new = [0; STRIDE];
        for at in 0..STRIDE {
            new[at] = (Code(best[at]).before().0 | self.south_illegal[at]) & self.south_open[at];
        }
        for contact in &self.contacts[north] {
            let at = contact.south;
            if self.south_open[at] == 0 {
                continue;
            }
            let steps = contact.north_targets.iter().map(|target| self.south[target][at]);
            let best = steps.fold(by_walls[at], u8::min);
            new[at] = Code(best).before().0 | self.south_illegal[at];
        }
        if BOUNDED {
            clamp(&mut new, &self.least[1][north], &self.most[1][north]);
        }
        new[north] = ILLEGAL;
        let changed = new != self.north[north];
        self.north[north] = new;
        changed
    }

    /// Recomputes rows until nothing changes.
    fn sweep<const BOUNDED: bool>(&mut self) {
        let mut south_dirty = self.north_squares;
        let mut first = true;
        loop {
            let mut changed: Squares = 0;
            for north in squares(south_dirty) {
                changed |= Squares::from(self.sweep_south::<BOUNDED>(north)) << north;
            }
            let mut next_dirty = 0;
            for north in squares(self.north_squares) {
                if (first || self.reach[north] & changed != 0) && self.sweep_north::<BOUNDED>(north)
                {
                    next_dirty |= 1 << north;
                }
            }
            if next_dirty == 0 {
                return;
            }
            south_dirty = next_dirty;
            first = false;
        }
    }

    /// Copies the codes of a table into rows.
    fn read(&self, table: &[u8], rows: &mut [Vec<Row<STRIDE>>; 2]) {
        let Passages { width, squares: count, .. } = self.passages;
        let row = count - width;
        for (codes, rows) in table.chunks_exact(row * row).zip(rows) {
            for (codes, target) in codes.chunks_exact(row).zip(&mut rows[width..]) {
                target[..row].copy_from_slice(codes);
            }
        }
    }

    /// Copies the rows into a table; says whether every distance fits into a byte.
    fn write(&self, table: &mut [u8]) -> bool {
        let Passages { width, squares: count, .. } = self.passages;
        let row = count - width;
        for (codes, rows) in table.chunks_exact_mut(row * row).zip([&self.south, &self.north]) {
            for (target, codes) in codes.chunks_exact_mut(row).zip(&rows[width..]) {
                target.copy_from_slice(&codes[..row]);
            }
        }
        !table.iter().fold(false, |any, &code| any | Code(code).is_too_long())
    }
}

fn clamp<const STRIDE: usize>(row: &mut Row<STRIDE>, least: &Row<STRIDE>, most: &Row<STRIDE>) {
    for at in 0..STRIDE {
        row[at] = row[at].min(most[at]).max(least[at]);
    }
}

impl<const STRIDE: usize> Sweeper for Sweep<STRIDE> {
    fn begin(&mut self, passages: Passages) {
        let count = passages.squares;
        let south_squares = passages.region(passages.top_row());
        self.north_squares = passages.region(passages.bottom_row()) & !passages.bottom_row();
        for at in 0..STRIDE {
            let bit = |set: Squares| at < count && set >> at & 1 != 0;
            for direction in 0..4 {
                self.blocked[direction][at] =
                    if bit(passages.open[direction]) { 0 } else { ILLEGAL };
            }
            let goal = bit(passages.top_row());
            self.south_illegal[at] = if bit(south_squares) && !goal { 0 } else { ILLEGAL };
            self.south_open[at] = if goal { 0 } else { ILLEGAL };
        }
        self.contacts.clear();
        self.reach.clear();
        for north in 0..count {
            let near = passages.neighbours(1 << north);
            let contacts: Vec<Contact> = squares(near)
                .map(|south| Contact {
                    south,
                    south_targets: Targets::new(passages.targets(south, north)),
                    north_targets: Targets::new(passages.targets(north, south)),
                })
                .collect();
            self.contacts.push(contacts);
            // Jumps lead to neighbours of neighbours.
            self.reach.push(near | passages.neighbours(near));
        }
        self.passages = passages;
    }

    fn solve(&mut self, by_walls: Option<&[u8]>, table: &mut [u8]) -> bool {
        let mut rows = mem::take(&mut self.by_walls);
        match by_walls {
            Some(by_walls) => self.read(by_walls, &mut rows),
            None => rows.iter_mut().for_each(|rows| rows.fill([ILLEGAL; STRIDE])),
        }
        self.by_walls = rows;
        self.reset();
        self.sweep::<false>();
        self.write(table)
    }

    fn solve_between(
        &mut self,
        by_walls: &[u8],
        least: &[u8],
        most: &[u8],
        table: &mut [u8],
    ) -> bool {
        let [mut walls_rows, mut least_rows, mut most_rows] =
            [&mut self.by_walls, &mut self.least, &mut self.most].map(mem::take);
        self.read(by_walls, &mut walls_rows);
        self.read(least, &mut least_rows);
        self.read(most, &mut most_rows);
        (self.by_walls, self.least, self.most) = (walls_rows, least_rows, most_rows);
        self.reset();
        self.sweep::<true>();
        self.write(table)
    }
}
