//! Positions that the rules allow, counted by a transfer matrix with connectivity.
//!
//! Squares are visited row by row from the bottom. What the squares before say about those to
//! come is the *profile*: for the last `width` squares which of them are connected below
//! (a non-crossing partition into regions), which regions touch the bottom row, where the pawns
//! are waiting for a path, which walls reach into the next row, and how many walls there are. A
//! region that leaves the profile while a pawn in it still waits for its goal counts nothing. Once
//! both pawns have their paths, connectivity is forgotten.

use std::collections::HashMap;

use quoridor_core::BoardSize;

use super::walls::{Entry, OpenWalls, Place};
use crate::space::Splits;

/// How many pairs of a wall layout and two pawns are legal, by the number of walls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PawnCounts {
    /// The game goes on: neither pawn stands on its goal.
    pub open: Vec<u128>,
    /// The game is over: exactly one pawn stands on its goal.
    pub finished: Vec<u128>,
}

impl PawnCounts {
    /// The number of legal positions with this many walls for each player: pawns, walls on the
    /// board, walls left and player to move. When the game is over, it is the loser's turn.
    ///
    /// Whether a game can get there from the start is not asked.
    pub fn positions(&self, walls: usize) -> u128 {
        let by_walls = self.open.iter().zip(&self.finished).take(2 * walls + 1).enumerate();
        let positions = by_walls.map(|(placed, (open, finished))| {
            let splits = Splits::new([walls; 2], placed, usize::MAX / 4).count() as u128;
            splits * (2 * open + finished)
        });
        positions.sum()
    }
}

/// Counts the legal pairs of a wall layout and two pawns.
///
/// `progress` is called with each square's number and the number of profiles; counting stops with
/// `None` if it returns false.
pub fn legal_pawns(
    size: BoardSize,
    progress: &mut dyn FnMut(usize, usize) -> bool,
) -> Option<PawnCounts> {
    let open = Board::new(size, false).count(progress)?;
    let with_south_on_goal = Board::new(size, true).count(progress)?;
    // By half a turn, North's finished games are as many as South's.
    let finished = with_south_on_goal.iter().zip(&open).map(|(all, open)| 2 * (all - open));
    let finished = finished.collect();
    Some(PawnCounts { open, finished })
}

const MAX_WIDTH: usize = 9;

/// Where a pawn is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pawn {
    /// On a square to come.
    ToCome,
    /// In this region of the profile, and waits for its goal.
    Waits(u8),
    /// It has its path.
    Done,
}

impl Pawn {
    const fn code(self) -> u64 {
        match self {
            Self::ToCome => 14,
            Self::Done => 15,
            Self::Waits(region) => region as u64,
        }
    }

    const fn from_code(code: u64) -> Self {
        match code & 15 {
            14 => Self::ToCome,
            15 => Self::Done,
            region => Self::Waits(region as u8),
        }
    }

    const fn is_in(self, region: u8) -> bool {
        matches!(self, Self::Waits(own) if own == region)
    }
}

/// The state of the transfer matrix: what the squares so far imply for the next ones.
#[derive(Clone, Copy, Debug)]
struct Profile {
    /// By column: the region of its last square.
    regions: [u8; MAX_WIDTH],
    /// The regions that touch the bottom row, as bits.
    bottom: u16,
    south: Pawn,
    north: Pawn,
    walls: OpenWalls,
}

impl Profile {
    /// Numbers the regions by their first columns, forgets what makes no difference, and packs
    /// the profile into a word.
    fn pack(mut self, width: usize) -> u64 {
        let done = self.south == Pawn::Done && self.north == Pawn::Done;
        if done {
            self.regions = [0; MAX_WIDTH];
        }
        let mut names = [u8::MAX; 16];
        let mut next = 0;
        let (mut key, mut bottom) = (0, 0_u16);
        for column in 0..width {
            let region = usize::from(self.regions[column]);
            if names[region] == u8::MAX {
                names[region] = next;
                bottom |= (self.bottom >> region & 1) << next;
                next += 1;
            }
            key = key << 4 | u64::from(names[region]);
        }
        if self.north == Pawn::Done {
            bottom = 0;
        }
        let rename = |pawn: Pawn| match pawn {
            Pawn::Waits(region) => Pawn::Waits(names[usize::from(region)]),
            other => other,
        };
        key = key << 9 | u64::from(bottom);
        key = key << 4 | rename(self.south).code();
        key = key << 4 | rename(self.north).code();
        key << 9 | self.walls.code()
    }

    fn unpack(mut key: u64, width: usize) -> Self {
        let mut take = |bits: u32| {
            let part = key & ((1 << bits) - 1);
            key >>= bits;
            part
        };
        let walls = OpenWalls::from_code(take(9));
        let north = Pawn::from_code(take(4));
        let south = Pawn::from_code(take(4));
        let bottom = take(9) as u16;
        let mut regions = [0; MAX_WIDTH];
        for column in (0..width).rev() {
            regions[column] = take(4) as u8;
        }
        Self { regions, bottom, south, north, walls }
    }

    /// Makes two regions one.
    fn join(&mut self, kept: u8, gone: u8, width: usize) {
        if kept == gone {
            return;
        }
        for region in &mut self.regions[..width] {
            if *region == gone {
                *region = kept;
            }
        }
        self.bottom |= (self.bottom >> gone & 1) << kept;
        self.bottom &= !(1 << gone);
        for pawn in [&mut self.south, &mut self.north] {
            if pawn.is_in(gone) {
                *pawn = Pawn::Waits(kept);
            }
        }
    }
}

struct Board {
    width: usize,
    height: usize,
    /// Whether South may stand on its goal.
    south_on_goal: bool,
}

impl Board {
    fn new(size: BoardSize, south_on_goal: bool) -> Self {
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        Self { width, height, south_on_goal }
    }

    fn count(&self, progress: &mut dyn FnMut(usize, usize) -> bool) -> Option<Vec<u128>> {
        let most = (self.width - 1) * (self.height - 1);
        let mut regions = [0; MAX_WIDTH];
        // Before the first row, every column is a region of its own.
        for (column, region) in regions.iter_mut().enumerate().take(self.width) {
            *region = column as u8;
        }
        let begin = Profile {
            regions,
            bottom: 0,
            south: Pawn::ToCome,
            north: Pawn::ToCome,
            walls: OpenWalls::default(),
        };
        let mut counts = HashMap::from([(begin.pack(self.width), vec![1_u128])]);
        for square in 0..self.width * self.height {
            let (row, column) = (square / self.width, square % self.width);
            let mut next: HashMap<u64, Vec<u128>> = HashMap::with_capacity(counts.len() * 2);
            for (key, walls) in counts {
                let profile = Profile::unpack(key, self.width);
                self.visit(&profile, row, column, &mut |profile, added| {
                    let target = next.entry(profile.pack(self.width)).or_default();
                    if target.len() < walls.len() + added {
                        target.resize(walls.len() + added, 0);
                    }
                    for (target, count) in target[added..].iter_mut().zip(&walls) {
                        *target += count;
                    }
                });
            }
            counts = next;
            if !progress(square, counts.len()) {
                return None;
            }
        }
        let mut total = vec![0; most + 1];
        for (key, walls) in counts {
            let profile = Profile::unpack(key, self.width);
            if profile.south == Pawn::Done && profile.north == Pawn::Done {
                for (total, count) in total.iter_mut().zip(walls) {
                    *total += count;
                }
            }
        }
        Some(total)
    }

    /// Visits a square in all ways: all walls around it, with either pawn or none.
    fn visit(
        &self,
        profile: &Profile,
        row: usize,
        column: usize,
        then: &mut impl FnMut(Profile, usize),
    ) {
        let place = Place { width: self.width, height: self.height, row, column };
        place.for_each(profile.walls, &mut |entry| {
            let mut next = *profile;
            next.walls = entry.walls;
            if self.enter(&mut next, row, column, &entry) {
                self.place_pawns(&next, row, column, &mut |profile| then(profile, entry.added));
            }
        });
    }

    /// Puts the square into the profile in place of the one below it; false if a waiting pawn is
    /// cut off.
    fn enter(&self, profile: &mut Profile, row: usize, column: usize, entry: &Entry) -> bool {
        const FRESH: u8 = 13;
        let below = profile.regions[column];
        profile.regions[column] = FRESH;
        profile.bottom &= !(1 << FRESH);
        let remains = profile.regions[..self.width].contains(&below);
        if entry.is_closed_below {
            if !remains && (profile.south.is_in(below) || profile.north.is_in(below)) {
                return false;
            }
        } else {
            profile.join(FRESH, below, self.width);
        }
        if row == 0 {
            profile.bottom |= 1 << FRESH;
        }
        if !entry.is_closed_left {
            profile.join(FRESH, profile.regions[column - 1], self.width);
        }
        self.settle(profile, row, FRESH);
        true
    }

    /// Notes which pawns of a region have got their paths.
    fn settle(&self, profile: &mut Profile, row: usize, region: u8) {
        if profile.south.is_in(region) && row + 1 == self.height {
            profile.south = Pawn::Done;
        }
        if profile.north.is_in(region) && profile.bottom >> region & 1 != 0 {
            profile.north = Pawn::Done;
        }
    }

    fn place_pawns(
        &self,
        profile: &Profile,
        row: usize,
        column: usize,
        then: &mut impl FnMut(Profile),
    ) {
        then(*profile);
        let region = profile.regions[column];
        if profile.south == Pawn::ToCome && (row + 1 < self.height || self.south_on_goal) {
            let mut next = *profile;
            next.south = Pawn::Waits(region);
            self.settle(&mut next, row, region);
            then(next);
        }
        if profile.north == Pawn::ToCome && row > 0 {
            let mut next = *profile;
            next.north = Pawn::Waits(region);
            self.settle(&mut next, row, region);
            then(next);
        }
    }
}

#[cfg(test)]
mod tests {
    use quoridor_core::{BoardSize, ByPlayer, Player, Setup};

    use super::legal_pawns;
    use crate::count::enumerate::legal_pawns_by_listing;
    use crate::layout::{Layout, Slots};

    /// Every set of walls and every pair of squares, asked of the rules one by one.
    #[test]
    fn counts_are_those_of_the_rules_on_all_boards_up_to_4x4() {
        for size in BoardSize::all().filter(|size| size.width() <= 4 && size.height() <= 4) {
            let counts = legal_pawns(size, &mut |_, _| true).unwrap();
            let slots = Slots::new(size);
            for walls in 0..=slots.count() as usize {
                let (mut open, mut finished) = (0, 0);
                slots.for_each(Layout::EMPTY, 0, walls, &mut |layout| {
                    for south in size.squares() {
                        for north in size.squares() {
                            let two = |a, b| ByPlayer::from_values(vec![a, b]).unwrap();
                            let odd = (walls % 2) as u8;
                            let setup = Setup {
                                size,
                                walls: slots.walls(layout),
                                pawns: ByPlayer::from_values(vec![south, north]).unwrap(),
                                walls_left: two(0, odd),
                                turn: Player::South,
                            };
                            match setup.position().map(|position| position.winner()) {
                                Ok(None) => open += 1,
                                Ok(Some(_)) => finished += 1,
                                Err(_) => {}
                            }
                        }
                    }
                });
                assert_eq!(counts.open[walls], open, "{size}, {walls} walls");
                assert_eq!(counts.finished[walls], finished, "{size}, {walls} walls");
            }
        }
    }

    /// Larger boards, whose layouts are listed and flooded.
    #[test]
    fn counts_are_those_of_lists_on_larger_boards() {
        for size in ["5x3", "3x5", "6x3", "2x9", "7x3", "5x4", "4x5", "3x7"] {
            let size = size.parse().unwrap();
            let counts = legal_pawns(size, &mut |_, _| true).unwrap();
            assert_eq!(counts, legal_pawns_by_listing(size), "{size}");
        }
    }

    #[test]
    fn counting_can_be_stopped() {
        let size = BoardSize::STANDARD;
        assert_eq!(legal_pawns(size, &mut |square, _| square < 5), None);
    }

    /// Without walls: 72 squares for each, not both on one of the 63 that they share, and either
    /// to move.
    #[test]
    fn positions_without_walls() {
        let size: BoardSize = "5x5".parse().unwrap();
        let counts = legal_pawns(size, &mut |_, _| true).unwrap();
        assert_eq!(counts.open[0], 20 * 20 - 15);
        assert_eq!(counts.finished[0], 2 * (5 * 20 - 5));
        assert_eq!(counts.positions(0), 2 * (20 * 20 - 15) + 2 * (5 * 20 - 5));
    }
}
