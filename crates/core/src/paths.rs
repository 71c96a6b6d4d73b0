//! Shortest paths: distances, fields of them, the paths themselves, and the walls that lengthen
//! them.
//!
//! Pawns do not block paths: a distance is the number of steps on an otherwise empty board. The
//! floods work on whole sets of squares at a time ([`Passages::spread`]).

use core::ops::Deref;

use crate::by_player::ByPlayer;
use crate::direction::Direction;
use crate::passages::Passages;
use crate::player::Player;
use crate::position::Position;
use crate::square::{MAX_SIDE, MAX_SQUARES, Square};
use crate::square_set::SquareSet;
use crate::wall::{MAX_WALLS, SLOT_SIDE, Wall};
use crate::wall_set::WallSet;

impl Position {
    /// How many steps a player's pawn is from its goal.
    ///
    /// ```
    /// use quoridor_core::{Player, Position};
    /// assert_eq!(Position::default().distance(Player::South), 8);
    /// ```
    #[inline]
    pub fn distance(&self, player: Player) -> u8 {
        self.passages
            .distance(SquareSet::of(self.pawn(player)), self.goals(player))
            .expect("in a legal position every player has a path")
    }

    /// How many steps each player's pawn is from its goal.
    pub fn distances(&self) -> ByPlayer<u8> {
        ByPlayer::new(self.seats(), |player| self.distance(player))
    }

    /// How many steps there are from a square to the nearest square of a set, ignoring pawns;
    /// `None` without a path.
    ///
    /// ```
    /// use quoridor_core::{Position, SquareSet};
    /// let position: Position = "d2 f2 / - / e2 e9 / 9 9 / 1".parse().unwrap();
    /// let row_3: SquareSet = position.variant().size.row(2);
    /// assert_eq!(position.steps_between("e2".parse().unwrap(), row_3), Some(3)); // by c2 or h2
    /// ```
    #[inline]
    pub fn steps_between(&self, from: Square, to: SquareSet) -> Option<u8> {
        self.passages.distance(SquareSet::of(from), to)
    }

    /// How many steps every square of the board is from a player's goal.
    #[inline]
    pub fn distance_field(&self, player: Player) -> DistanceField {
        DistanceField::new(&self.passages, self.goals(player), SquareSet::EMPTY)
    }

    /// One shortest path of a player, from its pawn to a goal square. Of several, always the same
    /// one.
    pub fn shortest_path(&self, player: Player) -> Path {
        Path::shortest(&self.passages, self.pawn(player), self.goals(player))
    }

    /// The squares on any shortest path of a player, its pawn's and the goal's included.
    pub fn shortest_path_squares(&self, player: Player) -> SquareSet {
        let pawn = SquareSet::of(self.pawn(player));
        let field = DistanceField::new(&self.passages, self.goals(player), pawn);
        // The flood stopped at the pawn; from there, every step to a lower layer is on a shortest
        // path.
        let (mut front, mut squares) = (pawn, pawn);
        for distance in (0..field.farthest).rev() {
            front = self.passages.spread(front) & field.layer(distance);
            squares |= front;
        }
        squares
    }

    /// The walls that could be placed now, by any player, and would lengthen a player's shortest
    /// path; and by how much.
    ///
    /// ```
    /// use quoridor_core::{Player, Position};
    /// // A row with two gaps: b1 and i1.
    /// let position: Position = "c1 e1 g1 / - / e1 e9 / 9 8 / 1".parse().unwrap();
    /// assert_eq!(position.distance(Player::South), 8 + 3);
    /// let detours = position.detours(Player::South);
    /// assert_eq!(detours.get("a1h".parse().unwrap()), 1); // round by i1
    /// ```
    pub fn detours(&self, player: Player) -> Detours {
        let pawn = self.pawn(player);
        let goals = self.goals(player);
        let path = self.shortest_path(player);
        let mut detours = Detours { walls: WallSet::EMPTY, extra: [0; MAX_WALLS] };
        // Only a wall across every shortest path lengthens it: begin with those across one, and
        // whenever another path turns up that is as short, forget the walls that are not across it
        // too.
        let mut candidates = self.open_walls() & path.walls_across();
        while let Some(wall) = candidates.iter().next() {
            candidates = candidates - WallSet::of(wall);
            let mut passages = self.passages;
            passages.close(wall);
            let distance = passages
                .distance(SquareSet::of(pawn), goals)
                .expect("an open wall leaves everybody a path");
            if distance == path.steps() {
                candidates &= Path::shortest(&passages, pawn, goals).walls_across();
            } else {
                detours.walls.insert(wall);
                detours.extra[wall.index() as usize] = distance - path.steps();
            }
        }
        detours
    }
}

impl Passages {
    /// How many steps there are from one set of squares to another, if there is a path.
    #[inline]
    pub(crate) fn distance(&self, from: SquareSet, to: SquareSet) -> Option<u8> {
        let mut reached = from;
        for distance in 0..MAX_SQUARES as u8 {
            if reached.intersects(to) {
                return Some(distance);
            }
            reached = self.spread(reached);
        }
        None
    }
}

/// How far every square is from a goal.
///
/// ```
/// use quoridor_core::{Player, Position};
/// let field = Position::default().distance_field(Player::South);
/// assert_eq!(field.get("c4".parse().unwrap()), Some(5));
/// assert_eq!(field.at(5).to_string(), "a4 b4 c4 d4 e4 f4 g4 h4 i4");
/// ```
#[derive(Clone, Debug)]
pub struct DistanceField {
    /// The squares at most a number of steps away.
    near: [SquareSet; NEAR],
    /// The same for distances from [`NEAR`] on, which only a maze has: to make room for them in
    /// every field would cost more than to find the distances.
    far: Vec<SquareSet>,
    /// The largest distance of a square that has a path.
    farthest: u8,
}

/// The first distance that does not have its place in the field itself.
const NEAR: usize = 32;

impl DistanceField {
    /// Floods the board from the goals on, as far as the first of the squares to stop at.
    #[inline]
    pub(crate) fn new(passages: &Passages, goals: SquareSet, stop: SquareSet) -> Self {
        let mut near = [SquareSet::EMPTY; NEAR];
        let mut reached = goals;
        for (distance, layer) in near.iter_mut().enumerate() {
            *layer = reached;
            let more = passages.spread(reached);
            if more == reached || reached.intersects(stop) {
                return Self { near, far: Vec::new(), farthest: distance as u8 };
            }
            reached = more;
        }
        let far = Self::far_layers(passages, reached, stop);
        Self { near, farthest: (NEAR + far.len() - 1) as u8, far }
    }

    #[cold]
    fn far_layers(passages: &Passages, mut reached: SquareSet, stop: SquareSet) -> Vec<SquareSet> {
        let mut far = Vec::with_capacity(MAX_SQUARES - NEAR);
        loop {
            far.push(reached);
            let more = passages.spread(reached);
            if more == reached || reached.intersects(stop) {
                return far;
            }
            reached = more;
        }
    }

    /// How many steps a square is from the goal; `None` without a path.
    #[inline]
    pub fn get(&self, square: Square) -> Option<u8> {
        self.near
            .iter()
            .chain(&self.far)
            .position(|layer| layer.contains(square))
            .map(|distance| distance as u8)
    }

    /// The squares at most a number of steps away.
    #[inline]
    pub fn within(&self, distance: u8) -> SquareSet {
        self.layer(distance.min(self.farthest))
    }

    /// The squares exactly a number of steps away.
    #[inline]
    pub fn at(&self, distance: u8) -> SquareSet {
        match distance {
            0 => self.within(0),
            _ => self.within(distance) - self.within(distance - 1),
        }
    }

    /// The largest distance of a square that has a path.
    #[inline]
    pub const fn farthest(&self) -> u8 {
        self.farthest
    }

    /// The layer of a distance up to the farthest.
    #[inline]
    fn layer(&self, distance: u8) -> SquareSet {
        let distance = usize::from(distance);
        if distance < NEAR { self.near[distance] } else { self.far[distance - NEAR] }
    }
}

/// A path: the squares from a pawn's own to a goal, one step apart.
#[derive(Clone, Copy)]
pub struct Path {
    squares: [Square; MAX_SQUARES],
    len: u8,
}

impl Path {
    /// From a square that has a path to the goals, straight on where that is as short.
    fn shortest(passages: &Passages, from: Square, goals: SquareSet) -> Self {
        let field = DistanceField::new(passages, goals, SquareSet::of(from));
        let mut path = Self { squares: [from; MAX_SQUARES], len: 1 };
        let mut here = from;
        let mut heading = Direction::Up;
        for distance in (0..field.farthest).rev() {
            let closer = field.layer(distance);
            let ways = [heading, heading.sideways()[0], heading.sideways()[1], heading.reversed()];
            let ahead = ways.into_iter().find_map(|way| {
                let next = passages.step(here, way)?;
                closer.contains(next).then_some((way, next))
            });
            (heading, here) = ahead.expect("some neighbour is closer");
            path.squares[usize::from(path.len)] = here;
            path.len += 1;
        }
        path
    }

    /// How many steps it takes.
    #[inline]
    pub const fn steps(&self) -> u8 {
        self.len - 1
    }

    /// The walls that would lie across it.
    pub fn walls_across(&self) -> WallSet {
        self.windows(2).fold(WallSet::EMPTY, |across, step| {
            let (near, far) = (step[0].min(step[1]), step[0].max(step[1]));
            across
                | if near.column() == far.column() {
                    WALLS_ABOVE[near.index() as usize]
                } else {
                    WALLS_RIGHT[near.index() as usize]
                }
        })
    }
}

impl Deref for Path {
    type Target = [Square];

    #[inline]
    fn deref(&self) -> &[Square] {
        &self.squares[..usize::from(self.len)]
    }
}

impl core::fmt::Debug for Path {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The walls that lengthen a player's shortest path.
#[derive(Clone, Copy, Debug)]
pub struct Detours {
    walls: WallSet,
    extra: [u8; MAX_WALLS],
}

impl Detours {
    /// The walls that lengthen the path.
    #[inline]
    pub const fn walls(&self) -> WallSet {
        self.walls
    }

    /// Whether no single wall lengthens the path.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.walls.is_empty()
    }

    /// By how many steps a wall lengthens the path; zero if it does not.
    #[inline]
    pub const fn get(&self, wall: Wall) -> u8 {
        self.extra[wall.index() as usize]
    }

    /// The walls and by how many steps they lengthen the path.
    pub fn iter(&self) -> impl Iterator<Item = (Wall, u8)> {
        self.walls.iter().map(|wall| (wall, self.get(wall)))
    }
}

/// The walls that close a square's way up, and its way to the right.
pub(crate) static WALLS_ABOVE: [WallSet; MAX_SQUARES] = walls_beside(true);
pub(crate) static WALLS_RIGHT: [WallSet; MAX_SQUARES] = walls_beside(false);

const fn walls_beside(above: bool) -> [WallSet; MAX_SQUARES] {
    let mut table = [WallSet::EMPTY; MAX_SQUARES];
    let mut index = 0;
    while index < MAX_SQUARES {
        let (column, row) = (index as u8 % MAX_SIDE, index as u8 / MAX_SIDE);
        let (along, across) = if above { (column, row) } else { (row, column) };
        if across < SLOT_SIDE {
            let mut slots = 0;
            let step = if above { 1 } else { SLOT_SIDE };
            let base = if above { row * SLOT_SIDE } else { column };
            if along < SLOT_SIDE {
                slots |= 1 << (base + along * step);
            }
            if along > 0 {
                slots |= 1 << (base + (along - 1) * step);
            }
            if above {
                table[index].horizontal = slots;
            } else {
                table[index].vertical = slots;
            }
        }
        index += 1;
    }
    table
}
