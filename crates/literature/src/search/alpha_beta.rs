//! Negamax with alpha-beta pruning: a readable search for two players.
//!
//! It takes any [`Evaluator`] and any [`MoveFilter`]; it goes to a fixed depth or, with a limit of
//! time or nodes, deeper and deeper, and then only the last *completed* depth counts. A
//! transposition table is optional. (The champion has a sharper search of its own.)

use quoridor_core::{Game, Move, MoveSet, Position};
use quoridor_engine::registry::Options;
use quoridor_engine::{Agent, Budget, Decision, Limits, Term, Value, Watch, choices};

use crate::evaluator::{Evaluator, UNPROVED_WIN};
use crate::search::WIN;
use crate::search::deepening::{Iteration, MAX_DEPTH, deepen};
use crate::search::table::{Bound, Entry, Table};

/// Which moves are searched, and in which order.
pub trait MoveFilter: Send {
    /// Adds the moves to search to an empty list: at least one.
    fn moves(&mut self, position: &Position, moves: &mut Vec<Move>);

    /// Whether it keeps every legal move. Otherwise wins and losses that the search finds are not
    /// proved.
    fn is_complete(&self) -> bool;
}

/// Every legal move: steps first, then walls.
#[derive(Clone, Copy, Debug, Default)]
pub struct EveryMove;

impl MoveFilter for EveryMove {
    fn moves(&mut self, position: &Position, moves: &mut Vec<Move>) {
        position.legal_moves().iter().for_each(|mv| moves.push(mv));
    }

    fn is_complete(&self) -> bool {
        true
    }
}

/// The search.
#[derive(Debug)]
pub struct AlphaBeta<E, F = EveryMove> {
    evaluator: E,
    filter: F,
    table: Option<Table>,
    /// Whether branches that cannot change the result are skipped; without it this is plain
    /// negamax.
    prunes: bool,
    /// The hash of positions in the transposition table.
    key: fn(&Position) -> u64,
    /// The lists of moves of each depth, kept so that they need not be made again.
    lists: Vec<Vec<Move>>,
}

impl<E: Evaluator, F: MoveFilter> AlphaBeta<E, F> {
    /// A search without a table.
    pub const fn new(evaluator: E, filter: F) -> Self {
        Self {
            evaluator,
            filter,
            table: None,
            prunes: true,
            key: Position::hash,
            lists: Vec::new(),
        }
    }

    /// The same search with a transposition table of a number of entries.
    #[must_use]
    pub fn with_table(self, entries: usize) -> Self {
        self.with_table_by(entries, Position::hash)
    }

    /// The same search with a transposition table of a number of entries and a hash of one's own.
    #[must_use]
    pub fn with_table_by(self, entries: usize, key: fn(&Position) -> u64) -> Self {
        Self { table: Some(Table::new(entries)), key, ..self }
    }

    /// The same search without alpha-beta pruning: every move of every position is searched.
    #[must_use]
    pub fn without_pruning(self) -> Self {
        Self { prunes: false, ..self }
    }

    /// Chooses among some moves of a game for two that is not over; there must be at least one, and
    /// a limit.
    pub fn choose(
        &mut self,
        game: &Game,
        choices: MoveSet,
        limits: &Limits,
        watch: &mut Watch<'_>,
    ) -> Decision {
        let position = game.position();
        let mut root = Vec::new();
        self.filter.moves(position, &mut root);
        root.retain(|mv| choices.contains(*mv));
        if root.is_empty() {
            root.extend(choices.iter());
        }
        if let Some(table) = &mut self.table {
            table.clear();
        }
        self.evaluator.begin_search(position);
        let is_complete = self.filter.is_complete();
        let has_all_choices = choices == position.legal_moves();
        deepen(root[0], limits, watch, |depth, budget, watch| {
            let (value, line) = self.search_root(position, &root, depth, budget, watch)?;
            // The best move first: it makes the next depth prune more.
            if let Some(index) = root.iter().position(|mv| *mv == line[0]) {
                root[..=index].rotate_right(1);
            }
            let unproved_win = self.evaluator.unproved_win();
            let value = as_proof_or(unproved_win, value, is_complete, has_all_choices);
            Some(Iteration { value, line, is_last: false })
        })
    }

    /// The value and the line of the best of some moves; `None` if the budget was spent before all
    /// were searched.
    fn search_root(
        &mut self,
        position: &Position,
        moves: &[Move],
        depth: u32,
        budget: &mut Budget,
        watch: &Watch<'_>,
    ) -> Option<(f64, Vec<Move>)> {
        let mut best: Option<(f64, Vec<Move>)> = None;
        let mut line = Vec::new();
        for &mv in moves {
            let mut next = *position;
            next.play_unchecked(mv);
            let alpha = best.as_ref().map_or(f64::NEG_INFINITY, |(value, _)| *value);
            line.clear();
            let value = -self.negamax(
                &next,
                depth - 1,
                1,
                f64::NEG_INFINITY,
                if self.prunes { -alpha } else { f64::INFINITY },
                &mut line,
                budget,
                watch,
            )?;
            if value > alpha {
                best = Some((value, std::iter::once(mv).chain(line.iter().copied()).collect()));
            }
        }
        best
    }

    /// The value of a position for the player to move, exact if it lies between alpha and beta and
    /// a bound otherwise; `None` if the budget is spent. `line` is set to the best moves found, if
    /// the value is exact.
    #[expect(clippy::too_many_arguments, reason = "a search is its window, depth, budget and line")]
    fn negamax(
        &mut self,
        position: &Position,
        depth: u32,
        ply: u32,
        mut alpha: f64,
        mut beta: f64,
        line: &mut Vec<Move>,
        budget: &mut Budget,
        watch: &Watch<'_>,
    ) -> Option<f64> {
        if !budget.take_node(watch) {
            return None;
        }
        if position.winner().is_some() {
            // The player who moved last has won; sooner is better.
            return Some(f64::from(ply) - WIN);
        }
        if depth == 0 {
            return Some(self.evaluator.evaluate(position));
        }
        let first_alpha = alpha;
        let key = if self.table.is_some() { (self.key)(position) } else { 0 };
        let remembered = self.table.as_ref().and_then(|table| table.get(key));
        if let Some(entry) = remembered
            && entry.depth == depth
        {
            let value = entry.value_at(ply);
            match entry.bound {
                Bound::Exact => {
                    line.extend(entry.mv);
                    return Some(value);
                }
                Bound::AtLeast => alpha = alpha.max(value),
                Bound::AtMost => beta = beta.min(value),
            }
            if alpha >= beta {
                return Some(value);
            }
        }
        let mut moves = self.take_list(ply, position, remembered.and_then(|entry| entry.mv));
        let mut best = (f64::NEG_INFINITY, None);
        let mut below = Vec::new();
        for &mv in &moves {
            let mut next = *position;
            next.play_unchecked(mv);
            below.clear();
            let value = -self.negamax(
                &next,
                depth - 1,
                ply + 1,
                if self.prunes { -beta } else { f64::NEG_INFINITY },
                if self.prunes { -alpha } else { f64::INFINITY },
                &mut below,
                budget,
                watch,
            )?;
            if value > best.0 {
                best = (value, Some(mv));
                if value > alpha {
                    alpha = value;
                    line.clear();
                    line.push(mv);
                    line.append(&mut below);
                }
                if value >= beta {
                    break;
                }
            }
        }
        moves.clear();
        self.lists[ply as usize] = moves;
        if let Some(table) = &mut self.table {
            let bound = if best.0 >= beta {
                Bound::AtLeast
            } else if best.0 > first_alpha {
                Bound::Exact
            } else {
                Bound::AtMost
            };
            table.put(key, Entry::new(best.0, ply, depth, bound, best.1));
        }
        Some(best.0)
    }

    /// The moves to search, the table's move first, in a list that is given back later.
    fn take_list(&mut self, ply: u32, position: &Position, first: Option<Move>) -> Vec<Move> {
        let ply = ply as usize;
        if self.lists.len() <= ply {
            self.lists.resize_with(ply + 1, Vec::new);
        }
        let mut moves = std::mem::take(&mut self.lists[ply]);
        moves.clear();
        self.filter.moves(position, &mut moves);
        if let Some(place) = first.and_then(|first| moves.iter().position(|mv| *mv == first)) {
            moves[..=place].rotate_right(1);
        }
        moves
    }
}

/// A player that searches to a depth, with the options `depth` and `no-repeat`.
#[derive(Debug)]
pub struct AlphaBetaPlayer<E, F = EveryMove> {
    search: AlphaBeta<E, F>,
    depth: u32,
    no_repeat: bool,
}

impl<E, F> AlphaBetaPlayer<E, F> {
    /// A player with a search.
    pub fn new(search: AlphaBeta<E, F>, options: &Options) -> Self {
        Self { search, depth: options.get("depth"), no_repeat: options.get("no-repeat") }
    }
}

impl<E: Evaluator, F: MoveFilter> Agent for AlphaBetaPlayer<E, F> {
    fn choose(&mut self, game: &Game, limits: &Limits, watch: &mut Watch<'_>) -> Decision {
        let choices = choices(game, self.no_repeat);
        let limits = limits.without_simulations().or(Limits::depth(self.depth));
        self.search.choose(game, choices, &limits, watch)
    }

    fn explain(&self, position: &Position) -> Vec<Term> {
        self.search.evaluator.terms(position)
    }
}

/// The value of a search for which the evaluator has no unproved win of its own: see
/// [`as_proof_or`].
pub(crate) fn as_proof(value: f64, is_complete: bool, has_all_choices: bool) -> Value {
    as_proof_or(UNPROVED_WIN, value, is_complete, has_all_choices)
}

/// The value of a search: a win or loss only if it is proved, and the score of an unproved one
/// otherwise. A move that wins at once always is; a longer win takes a search of every defence, and
/// a loss one of every move.
fn as_proof_or(unproved_win: f64, value: f64, is_complete: bool, has_all_choices: bool) -> Value {
    match as_value(value) {
        Value::WinIn(plies) if plies > 1 && !is_complete => Value::Score(unproved_win),
        Value::LossIn(_) if !is_complete || !has_all_choices => Value::Score(-unproved_win),
        value => value,
    }
}

/// A search value as others understand it, if it is proved.
fn as_value(value: f64) -> Value {
    let plies = WIN - value.abs();
    if plies > f64::from(2 * MAX_DEPTH) {
        Value::Score(value)
    } else if value > 0.0 {
        Value::WinIn(plies as u32)
    } else {
        Value::LossIn(plies as u32)
    }
}
