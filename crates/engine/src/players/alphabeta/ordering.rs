//! Move ordering: staged move generation with killers, counter-moves and history.

use quoridor_core::{Move, Position, Wall, WallSet};

use super::knowledge::{Knowledge, Policy};
use super::score::Score;

/// A move and its rank in the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    pub(super) rank: Score,
    /// Whether it is reduced less and never pruned: a step forward, or a wall across the opponent's
    /// shortest path.
    pub(super) is_forcing: bool,
    /// By how many plies more than others it is reduced, or fewer.
    pub(super) extra_reduction: i8,
    /// Whether it is a quiet wall that a policy has no hope for.
    pub(super) is_unlikely: bool,
}

impl Candidate {
    const fn new(mv: Move, rank: Score, is_forcing: bool) -> Self {
        Self { mv, rank, is_forcing, extra_reduction: 0, is_unlikely: false }
    }
}

/// The history heuristic, killer moves and counter-moves of one thread.
#[derive(Debug)]
pub(super) struct History {
    /// By player and move: higher for moves that failed high often and at large depths.
    by_move: Box<[[Score; Move::COUNT]; 4]>,
    /// By ply: the last two moves that failed high there.
    killers: Vec<[Option<Move>; 2]>,
    /// By previous move: the move that refuted it.
    counter_moves: Box<[Option<Move>; Move::COUNT]>,
}

const MOST_HISTORY: Score = 8_000;

impl Default for History {
    fn default() -> Self {
        Self {
            by_move: Box::new([[0; Move::COUNT]; 4]),
            killers: Vec::new(),
            counter_moves: Box::new([None; Move::COUNT]),
        }
    }
}

impl History {
    /// Another search begins: older values count less, and plies have shifted.
    pub(super) fn fade(&mut self) {
        self.by_move.iter_mut().flatten().for_each(|score| *score /= 4);
        self.killers.clear();
    }

    /// A move failed high; those tried before it did not.
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
        let history = &mut self.by_move[position.turn() as usize];
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
            self.counter_moves[usize::from(before.index())] = Some(best);
        }
    }

    /// The killers and the counter-move, with their bonuses.
    fn refutations(&self, hints: &Hints) -> [(Option<Move>, Score); 3] {
        let [first, second] = self.killers.get(hints.ply).copied().unwrap_or([None; 2]);
        let counter =
            hints.before.and_then(|before| self.counter_moves[usize::from(before.index())]);
        [(first, 30_000), (counter, 25_000), (second, 22_000)]
    }

    fn rank(&self, position: &Position, mv: Move) -> Score {
        self.by_move[position.turn() as usize][usize::from(mv.index())]
    }
}

/// The context that move ordering depends on.
pub(super) struct Hints {
    pub(super) table: Option<Move>,
    pub(super) before: Option<Move>,
    pub(super) ply: usize,
    /// The remaining depth.
    pub(super) depth: i32,
}

/// Generates the moves of a position in stages, the most promising first. Most nodes fail high
/// after a few moves, so a stage is generated only when it is needed, and whether a wall leaves
/// everybody a path is tested only when the wall is about to be searched.
#[derive(Debug)]
pub(super) struct Picker {
    stage: Stage,
    list: Vec<Candidate>,
    place: usize,
    /// The forcing walls. Killers change while they are searched, so the set is kept.
    forcing: WallSet,
    legality: Legality,
    are_quiet_walls_skipped: bool,
}

/// Lazy legality of walls. Testing all takes hardly longer than testing one that touches others,
/// but often only one is searched.
#[derive(Clone, Copy, Debug)]
enum Legality {
    Untested,
    OneTested,
    Known(WallSet),
}

impl Legality {
    fn is_legal_wall(&mut self, position: &Position, wall: Wall) -> bool {
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
enum Stage {
    /// The move of the transposition table.
    HashMove,
    /// Steps, walls across the opponent's shortest path, killers and the counter-move.
    Forcing,
    /// All other walls.
    Quiet,
    None,
}

impl Picker {
    /// Begins; the list is one whose memory is reused.
    pub(super) fn new(mut list: Vec<Candidate>) -> Self {
        list.clear();
        Self {
            stage: Stage::HashMove,
            list,
            place: 0,
            forcing: WallSet::EMPTY,
            legality: Legality::Untested,
            are_quiet_walls_skipped: false,
        }
    }

    /// Gives the list back.
    pub(super) fn into_list(self) -> Vec<Candidate> {
        self.list
    }

    /// Skips the quiet walls that have not come yet.
    pub(super) fn skip_quiet_walls(&mut self) {
        if self.are_quiet_walls_skipped {
            return;
        }
        self.are_quiet_walls_skipped = true;
        if self.stage == Stage::Quiet {
            self.stage = Stage::None;
        } else {
            self.list.drain(..self.place);
            self.place = 0;
            self.list
                .retain(|candidate| candidate.is_forcing || !matches!(candidate.mv, Move::Wall(_)));
        }
    }

    /// The next move.
    pub(super) fn next<K: Knowledge>(
        &mut self,
        position: &Position,
        history: &History,
        hints: &Hints,
        knowledge: &K,
        cache: &mut K::Cache,
    ) -> Option<Candidate> {
        loop {
            while self.place < self.list.len() {
                select_best(&mut self.list, self.place);
                let candidate = self.list[self.place];
                self.place += 1;
                match candidate.mv {
                    Move::Wall(wall) if !self.legality.is_legal_wall(position, wall) => {}
                    _ => return Some(candidate),
                }
            }
            self.list.clear();
            self.place = 0;
            match self.stage {
                Stage::HashMove => {
                    self.stage = Stage::Forcing;
                    if let Some(mv) = hints.table.filter(|&mv| position.is_legal(mv)) {
                        return Some(Candidate::new(mv, 0, true));
                    }
                }
                Stage::Forcing => {
                    self.stage = Stage::Quiet;
                    self.list_forcing(position, history, hints);
                    if let Some(policy) = knowledge.policy(cache, position, hints.depth) {
                        // Without walls left there are no quiet ones.
                        if self.stage == Stage::Quiet {
                            self.stage = Stage::None;
                            self.list_quiet(position, history, hints);
                        }
                        self.rank_by(&policy);
                    }
                }
                Stage::Quiet => {
                    self.stage = Stage::None;
                    self.list_quiet(position, history, hints);
                }
                Stage::None => return None,
            }
        }
    }

    fn list_forcing(&mut self, position: &Position, history: &History, hints: &Hints) {
        let player = position.turn();
        let field = position.distance_field(player);
        let here = field.get(position.pawn(player)).map_or(0, Score::from);
        let refutations = history.refutations(hints);
        let bonus_of = |mv: Move| {
            refutations
                .iter()
                .find(|(refutation, _)| *refutation == Some(mv))
                .map_or(0, |(_, rank)| *rank)
        };
        for square in position.legal_steps() {
            let mv = Move::Step(square);
            let gain = here - field.get(square).map_or(here, Score::from);
            if hints.table != Some(mv) {
                let rank = bonus_of(mv) + 20_000 * gain + history.rank(position, mv);
                self.list.push(Candidate::new(mv, rank, gain > 0));
            }
        }
        if position.walls_left(player) == 0 {
            self.stage = Stage::None;
            return;
        }
        self.forcing = forcing_walls(position, &refutations);
        for wall in self.forcing {
            let mv = Move::Wall(wall);
            if hints.table != Some(mv) {
                let rank = bonus_of(mv) + FORCING_BONUS + history.rank(position, mv);
                self.list.push(Candidate::new(mv, rank, true));
            }
        }
    }

    fn list_quiet(&mut self, position: &Position, history: &History, hints: &Hints) {
        let across_ours = position.shortest_path(position.turn()).walls_across();
        for wall in fitting_walls(position) - self.forcing {
            let mv = Move::Wall(wall);
            if hints.table != Some(mv) {
                let rank =
                    history.rank(position, mv) - 9_000 * Score::from(across_ours.contains(wall));
                self.list.push(Candidate::new(mv, rank, false));
            }
        }
    }

    /// Ranks the listed moves by a policy too. Likely quiet walls count as forcing; the others stay
    /// behind, and unlikely moves are reduced more.
    fn rank_by(&mut self, Policy { logits, settings }: &Policy) {
        let logit = |mv: Move| logits[usize::from(mv.index())];
        let most = self.list.iter().map(|candidate| logit(candidate.mv)).max().unwrap_or(0);
        for candidate in &mut self.list {
            let below = most - logit(candidate.mv);
            let is_quiet_wall = !candidate.is_forcing && matches!(candidate.mv, Move::Wall(_));
            if is_quiet_wall && below < settings.likely {
                candidate.is_forcing = true;
                candidate.rank += FORCING_BONUS;
            } else if is_quiet_wall {
                candidate.rank -= QUIET_MALUS;
                candidate.is_unlikely = below > settings.unlikely;
            }
            let malus = (f64::from(below) * settings.rank_weight) as Score;
            candidate.rank = candidate.rank.saturating_sub(malus);
            // More plies than any search has left are as many.
            let more = (below / settings.logits_per_ply).min(100) as i8;
            candidate.extra_reduction = more - i8::from(below < settings.reduced_less);
        }
    }
}

/// The rank of walls across the opponent's path, before anything is added.
const FORCING_BONUS: Score = 12_000;

/// More than any other differences of ranks.
const QUIET_MALUS: Score = 1_000_000;

/// The walls across the opponent's shortest path but not across the own one, and the killers and
/// counter-moves that fit; legal or not.
fn forcing_walls(position: &Position, refutations: &[(Option<Move>, Score); 3]) -> WallSet {
    let player = position.turn();
    let theirs = position.shortest_path(player.opposite()).walls_across();
    let in_the_way = theirs - position.shortest_path(player).walls_across();
    let refuting =
        refutations.iter().fold(WallSet::EMPTY, |walls, (refutation, _)| match refutation {
            Some(Move::Wall(wall)) => walls.with(*wall),
            _ => walls,
        });
    (in_the_way | refuting) & fitting_walls(position)
}

/// The walls that fit, legal or not.
fn fitting_walls(position: &Position) -> WallSet {
    position.variant().size.walls() - position.walls().conflicts()
}

/// Selection sort, one step: moves the best candidate from a place on to that place.
#[inline]
fn select_best(list: &mut [Candidate], place: usize) {
    let best =
        (place..list.len()).max_by_key(|&other| (list[other].rank, std::cmp::Reverse(other)));
    if let Some(best) = best {
        list.swap(place, best);
    }
}
