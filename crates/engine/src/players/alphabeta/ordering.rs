//! Which moves are searched, and in which order.

use quoridor_core::{Move, Position, Wall, WallSet};

use super::score::Score;

/// A move and how soon it is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    pub(super) rank: Score,
    /// Whether it is worth full depth: a step forward, or a wall across the opponent's shortest path.
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
        Self { history: Box::new([[0; Move::COUNT]; 4]), killers: Vec::new(), counters: Box::new([None; Move::COUNT]) }
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

/// Lists the moves of a position that is not over, those to search first in front. Walls fit, but whether one seals somebody off is not
/// tested yet: most are never searched.
pub(super) fn candidates(position: &Position, memory: &Memory, hints: &Hints, list: &mut Vec<Candidate>) {
    let player = position.turn();
    let field = position.distance_field(player);
    let here = field.get(position.pawn(player)).map_or(0, Score::from);
    let killers = memory.killers.get(hints.ply).copied().unwrap_or([None; 2]);
    let counter = hints.before.and_then(|before| memory.counters[usize::from(before.index())]);
    let remembered = |mv: Move| {
        let mv = Some(mv);
        if mv == hints.table {
            1_000_000
        } else if mv == killers[0] {
            30_000
        } else if mv == counter {
            25_000
        } else if mv == killers[1] {
            22_000
        } else {
            0
        }
    };
    for square in position.legal_steps() {
        let mv = Move::Step(square);
        let gain = here - field.get(square).map_or(here, Score::from);
        list.push(Candidate {
            mv,
            rank: remembered(mv) + 20_000 * gain + memory.rank(position, mv),
            is_forcing: gain > 0,
        });
    }
    if position.walls_left(player) > 0 {
        let across_theirs = position.shortest_path(player.opposite()).walls_across();
        let across_ours = position.shortest_path(player).walls_across();
        let push = |wall: Wall, list: &mut Vec<Candidate>| {
            let mv = Move::Wall(wall);
            let (hinders, hurts) = (across_theirs.contains(wall), across_ours.contains(wall));
            let rank =
                remembered(mv) + 12_000 * Score::from(hinders) - 9_000 * Score::from(hurts) + memory.rank(position, mv);
            list.push(Candidate { mv, rank, is_forcing: hinders && !hurts });
        };
        fitting_walls(position).iter().for_each(|wall| push(wall, list));
    }
}

/// The walls that fit, legal or not.
fn fitting_walls(position: &Position) -> WallSet {
    position.variant().size.walls() - position.walls().conflicts()
}

/// Brings the best of the candidates from a place on to that place.
#[inline]
pub(super) fn bring_best(list: &mut [Candidate], place: usize) {
    let best = (place..list.len()).max_by_key(|&other| (list[other].rank, std::cmp::Reverse(other)));
    if let Some(best) = best {
        list.swap(place, best);
    }
}
