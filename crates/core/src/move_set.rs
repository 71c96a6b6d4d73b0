//! The legal moves of a position.

use core::iter::FusedIterator;

use crate::mv::Move;
use crate::square_set::{SquareSet, SquareSetIter};
use crate::wall_set::{WallSet, WallSetIter};

/// A set of moves: counted, asked and walked through without a list being made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct MoveSet {
    /// The squares the pawn can go to.
    pub steps: SquareSet,
    /// The walls that can be placed.
    pub walls: WallSet,
    /// Whether to pass is legal.
    pub pass: bool,
}

impl MoveSet {
    /// No move.
    pub const EMPTY: Self = Self { steps: SquareSet::EMPTY, walls: WallSet::EMPTY, pass: false };

    /// How many moves.
    #[inline]
    pub const fn len(&self) -> usize {
        self.steps.len() + self.walls.len() + self.pass as usize
    }

    /// Whether there is no move.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.steps.is_empty() && self.walls.is_empty() && !self.pass
    }

    /// Whether the move is one of them.
    #[inline]
    pub const fn contains(&self, mv: Move) -> bool {
        match mv {
            Move::Step(square) => self.steps.contains(square),
            Move::Wall(wall) => self.walls.contains(wall),
            Move::Pass => self.pass,
        }
    }

    /// The moves: steps first, then walls, each in the order of their indices.
    #[inline]
    pub const fn iter(&self) -> MoveSetIter {
        MoveSetIter { steps: self.steps.iter(), walls: self.walls.iter(), pass: self.pass }
    }
}

impl FromIterator<Move> for MoveSet {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        let mut set = Self::EMPTY;
        for mv in moves {
            match mv {
                Move::Step(square) => set.steps.insert(square),
                Move::Wall(wall) => set.walls.insert(wall),
                Move::Pass => set.pass = true,
            }
        }
        set
    }
}

impl IntoIterator for MoveSet {
    type Item = Move;
    type IntoIter = MoveSetIter;
    #[inline]
    fn into_iter(self) -> MoveSetIter {
        self.iter()
    }
}

/// The moves of a [`MoveSet`], in order.
#[derive(Clone, Debug)]
pub struct MoveSetIter {
    steps: SquareSetIter,
    walls: WallSetIter,
    pass: bool,
}

impl Iterator for MoveSetIter {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if let Some(square) = self.steps.next() {
            return Some(Move::Step(square));
        }
        if let Some(wall) = self.walls.next() {
            return Some(Move::Wall(wall));
        }
        core::mem::take(&mut self.pass).then_some(Move::Pass)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.steps.len() + self.walls.len() + usize::from(self.pass);
        (len, Some(len))
    }

    /// Walks through the three parts one after the other: quicker than asking at every move which
    /// part is on.
    #[inline]
    fn fold<B, F: FnMut(B, Move) -> B>(self, init: B, mut fold: F) -> B {
        let steps = self.steps.fold(init, |so_far, square| fold(so_far, Move::Step(square)));
        let walls = self.walls.fold(steps, |so_far, wall| fold(so_far, Move::Wall(wall)));
        if self.pass { fold(walls, Move::Pass) } else { walls }
    }
}

impl ExactSizeIterator for MoveSetIter {}
impl FusedIterator for MoveSetIter {}
