//! Which moves are searched, and in which order.

use quoridor_core::{Move, Position, Wall, WallSet};

use super::score::Score;

/// A move and how soon it is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    pub(super) rank: Score,
    /// Whether it is worth full depth: a step forward, or a wall across the opponent's shortest
    /// path.
    pub(super) is_forcing: bool,
}

/// What earlier parts of the search say about moves.
#[derive(Debug)]
pub(super) struct Memory {
    /// By player and move: how often, and how high in the tree, it was too good.
    history: Box<[[Score; Move::COUNT]; 4]>,
    /// By ply: the last two moves that were too good there.
    killers: Vec<[Option<Move>; 2]>,
    /// By the move before: the move that answered it.
    counters: Box<[Option<Move>; Move::COUNT]>,
}

const MOST_HISTORY: Score = 8_000;

impl Default for Memory {
    fn default() -> Self {
        Self {
            history: Box::new([[0; Move::COUNT]; 4]),
            killers: Vec::new(),
            counters: Box::new([None; Move::COUNT]),
        }
    }
}

impl Memory {
    /// Another search begins: old experience counts less.
    pub(super) fn fade(&mut self) {
        self.history.iter_mut().flatten().for_each(|score| *score /= 4);
        self.killers.clear();
    }

    /// A move was too good for the opponent to allow; those tried before it were not.
    pub(super) fn reward(
        &mut self,
        position: &Position,
        ply: usize,
        depth: i32,
        before: Option<Move>,
        best: Move,
        tried: &[Move],
    ) {
        let bonus = (depth * depth).min(400);
        let history = &mut self.history[position.turn() as usize];
        let mut add = |mv: Move, bonus: Score| {
            let score = &mut history[usize::from(mv.index())];
            *score += bonus - *score * bonus.abs() / MOST_HISTORY;
        };
        add(best, bonus);
        tried.iter().for_each(|&mv| add(mv, -bonus));
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let [first, second] = &mut self.killers[ply];
        if *first != Some(best) {
            (*second, *first) = (*first, Some(best));
        }
        if let Some(before) = before {
            self.counters[usize::from(before.index())] = Some(best);
        }
    }

    /// Moves that were good nearby, and by how much they are preferred.
    fn favourites(&self, hints: &Hints) -> [(Option<Move>, Score); 3] {
        let [first, second] = self.killers.get(hints.ply).copied().unwrap_or([None; 2]);
        let counter = hints.before.and_then(|before| self.counters[usize::from(before.index())]);
        [(first, 30_000), (counter, 25_000), (second, 22_000)]
    }

    fn rank(&self, position: &Position, mv: Move) -> Score {
        self.history[position.turn() as usize][usize::from(mv.index())]
    }
}

/// What is worth trying first.
pub(super) struct Hints {
    pub(super) table: Option<Move>,
    pub(super) before: Option<Move>,
    pub(super) ply: usize,
}

/// Hands out the moves of a position that is not over, those to search first in front. Most nodes
/// are done after the first few, so each group of moves is listed only when it is needed, and
/// whether a wall seals somebody off is tested only when it is about to be searched: most never
/// are.
#[derive(Debug)]
pub(super) struct Picker {
    group: Group,
    list: Vec<Candidate>,
    place: usize,
    /// The walls among the promising moves. What was good nearby changes while they are searched,
    /// so this is not worked out again.
    promising: WallSet,
    legality: Legality,
}

/// What is known of which walls are legal. To test all of them takes hardly longer than to test one
/// that touches others, but often no more than one is searched.
#[derive(Clone, Copy, Debug)]
enum Legality {
    Untested,
    OneTested,
    Known(WallSet),
}

impl Legality {
    fn is_open(&mut self, position: &Position, wall: Wall) -> bool {
        match self {
            Self::Untested => {
                *self = Self::OneTested;
                position.is_legal(Move::Wall(wall))
            }
            Self::OneTested => {
                let open = position.open_among(position.variant().size.walls());
                *self = Self::Known(open);
                open.contains(wall)
            }
            Self::Known(open) => open.contains(wall),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    /// The move of the table.
    Remembered,
    /// Steps that do not lead back, walls in the opponent's way, and what was good nearby.
    Promising,
    /// All others.
    Quiet,
    None,
}

impl Picker {
    /// Begins; the list is one whose room can be used.
    pub(super) fn new(mut list: Vec<Candidate>) -> Self {
        list.clear();
        Self {
            group: Group::Remembered,
            list,
            place: 0,
            promising: WallSet::EMPTY,
            legality: Legality::Untested,
        }
    }

    /// Gives the room back.
    pub(super) fn into_list(self) -> Vec<Candidate> {
        self.list
    }

    /// Leaves out the quiet walls, if they have not come yet.
    pub(super) fn without_quiet(&mut self) {
        if self.group == Group::Quiet {
            self.group = Group::None;
        }
    }

    /// The next move.
    pub(super) fn next(
        &mut self,
        position: &Position,
        memory: &Memory,
        hints: &Hints,
    ) -> Option<Candidate> {
        loop {
            while self.place < self.list.len() {
                bring_best(&mut self.list, self.place);
                let candidate = self.list[self.place];
                self.place += 1;
                match candidate.mv {
                    Move::Wall(wall) if !self.legality.is_open(position, wall) => {}
                    _ => return Some(candidate),
                }
            }
            self.list.clear();
            self.place = 0;
            match self.group {
                Group::Remembered => {
                    self.group = Group::Promising;
                    if let Some(mv) = hints.table.filter(|&mv| position.is_legal(mv)) {
                        return Some(Candidate { mv, rank: 0, is_forcing: true });
                    }
                }
                Group::Promising => {
                    self.group = Group::Quiet;
                    self.list_promising(position, memory, hints);
                }
                Group::Quiet => {
                    self.group = Group::None;
                    self.list_quiet(position, memory, hints);
                }
                Group::None => return None,
            }
        }
    }

    fn list_promising(&mut self, position: &Position, memory: &Memory, hints: &Hints) {
        let player = position.turn();
        let field = position.distance_field(player);
        let here = field.get(position.pawn(player)).map_or(0, Score::from);
        let favourites = memory.favourites(hints);
        let favour = |mv: Move| {
            favourites
                .iter()
                .find(|(favourite, _)| *favourite == Some(mv))
                .map_or(0, |(_, rank)| *rank)
        };
        for square in position.legal_steps() {
            let mv = Move::Step(square);
            let gain = here - field.get(square).map_or(here, Score::from);
            if hints.table != Some(mv) {
                let rank = favour(mv) + 20_000 * gain + memory.rank(position, mv);
                self.list.push(Candidate { mv, rank, is_forcing: gain > 0 });
            }
        }
        if position.walls_left(player) == 0 {
            self.group = Group::None;
            return;
        }
        self.promising = promising_walls(position, &favourites);
        for wall in self.promising {
            let mv = Move::Wall(wall);
            if hints.table != Some(mv) {
                let rank = favour(mv) + 12_000 + memory.rank(position, mv);
                self.list.push(Candidate { mv, rank, is_forcing: true });
            }
        }
    }

    fn list_quiet(&mut self, position: &Position, memory: &Memory, hints: &Hints) {
        let across_ours = position.shortest_path(position.turn()).walls_across();
        for wall in fitting_walls(position) - self.promising {
            let mv = Move::Wall(wall);
            if hints.table != Some(mv) {
                let rank =
                    memory.rank(position, mv) - 9_000 * Score::from(across_ours.contains(wall));
                self.list.push(Candidate { mv, rank, is_forcing: false });
            }
        }
    }
}

/// The walls in the opponent's way but not in the own, and those that were good nearby; whether or
/// not they seal somebody off.
fn promising_walls(position: &Position, favourites: &[(Option<Move>, Score); 3]) -> WallSet {
    let player = position.turn();
    let theirs = position.shortest_path(player.opposite()).walls_across();
    let in_the_way = theirs - position.shortest_path(player).walls_across();
    let favoured =
        favourites.iter().fold(WallSet::EMPTY, |walls, (favourite, _)| match favourite {
            Some(Move::Wall(wall)) => walls.with(*wall),
            _ => walls,
        });
    (in_the_way | favoured) & fitting_walls(position)
}

/// The walls that fit, legal or not.
fn fitting_walls(position: &Position) -> WallSet {
    position.variant().size.walls() - position.walls().conflicts()
}

/// Brings the best of the candidates from a place on to that place.
#[inline]
fn bring_best(list: &mut [Candidate], place: usize) {
    let best =
        (place..list.len()).max_by_key(|&other| (list[other].rank, std::cmp::Reverse(other)));
    if let Some(best) = best {
        list.swap(place, best);
    }
}
