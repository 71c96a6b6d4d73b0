//! Growing an opening book by best-first expansion.
//!
//! Every position of the book is searched once, with the same number of nodes. A search offers the
//! moves that it visited, each at a cost: the rarer it was visited, the more it seems to lose and
//! the deeper it is, the higher. The cheapest move of all positions is next; costs add up along a
//! line, so the book is wide where players have a choice and long where they have none. The idea of
//! a priority from depth and score loss is that of T. Lincke, *Strategies for the automatic
//! construction of opening books*, CG 2000, LNCS 2063.
//!
//! At the end scores are backed up by negamax. Costs and scores are whole numbers and searches have
//! a node limit, so the book is the same on every machine, at any concurrency and after any number
//! of interruptions.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet, VecDeque};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use quoridor_core::{Game, Move, Position};
use quoridor_engine::book::{Book, BookEntry, is_explored, key, openings};
use quoridor_engine::{Agent, Limits, Value, Watch};
use quoridor_players::Spec;
use quoridor_store::files::write_atomically;

use super::balanced::BookError;
use super::journal::{Candidate, Journal, Searched};

/// The parameters of an exploration.
#[derive(Clone, Debug)]
pub struct ExplorePlan {
    /// The player that searches the positions.
    pub judge: Spec,
    /// Its node limit for each position.
    pub nodes: u64,
    /// The number of positions.
    pub positions: usize,
}

/// Progress, in positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExploreProgress {
    /// Positions searched.
    pub positions: usize,
}

/// Positions that are searched between two writes of the journal. Which ones these are does not
/// depend on each other's results, so they are searched at the same time.
const BATCH: usize = 32;

/// The cost of a ply, in thousandths of the logarithm of a share.
const PLY_COST: u64 = 100;
/// The cost of a ten-thousandth of winning probability: a loss of a tenth costs as much as a share
/// of 13 %.
const LOSS_COST: f64 = 2.0;
/// Positions of lines up to this cost offer every legal move, so that the first moves that people
/// try are in the book.
const COMPLETE_COST: u64 = 700;
/// The priority of a move of an opening with a name: it is always in the book. The moves behind it
/// cost as much as behind any other.
const NAMED_PRIORITY: u64 = 0;

/// A position that was searched.
struct Node {
    position: Position,
    searched: Searched,
    /// The cost of the line that led here.
    cost: u64,
    parent: Option<usize>,
}

/// A move to be searched: the cheapest is first, among equals the oldest.
type Offer = Reverse<(u64, usize)>;

/// The book as it grows.
#[derive(Default)]
struct Tree {
    nodes: Vec<Node>,
    by_key: HashMap<u64, usize>,
    offers: BinaryHeap<Offer>,
    /// The offered moves, with the places of their positions.
    moves: Vec<(usize, Candidate)>,
    named: HashSet<u64>,
}

/// A position that is about to be searched.
struct Task {
    position: Position,
    parent: Option<usize>,
    /// The cost of the line without the loss of the last move, which its own search decides.
    cost: u64,
}

impl ExplorePlan {
    /// Grows the book and writes it atomically. If `stop` is set, it returns `Ok(None)`: a call
    /// with the same judge and nodes goes on, also with a larger number of positions.
    ///
    /// # Errors
    /// A file cannot be read or written, the journal belongs to another plan, or the judge does not
    /// compare moves.
    pub fn grow(
        &self,
        out: &Path,
        concurrency: usize,
        stop: &AtomicBool,
        mut tell: impl FnMut(ExploreProgress),
    ) -> Result<Option<ExploreProgress>, BookError> {
        let (mut journal, known) = Journal::open(out, &self.heading())?;
        let mut known: VecDeque<Searched> = known.into();
        let mut tree = Tree::new();
        let mut batch =
            vec![Task { position: Position::default().canonical().0, parent: None, cost: 0 }];
        while !batch.is_empty() {
            let mut results: Vec<Searched> = known.drain(..batch.len().min(known.len())).collect();
            let unknown = &batch[results.len()..];
            if !unknown.is_empty() {
                let Some(found) = self.search(unknown, concurrency, stop)? else { return Ok(None) };
                journal.append(&found)?;
                results.extend(found);
            }
            for (task, searched) in batch.into_iter().zip(results) {
                tree.insert(task, searched);
            }
            tell(ExploreProgress { positions: tree.nodes.len() });
            batch = tree.cheapest(BATCH.min(self.positions - tree.nodes.len()));
        }
        let origin = format!(
            "quoridor book explore --agent {} --nodes {} --positions {}",
            self.judge, self.nodes, self.positions
        );
        write_atomically(out, &Book::pack(&origin, tree.entries()))
            .map_err(|error| BookError::write(out, error))?;
        Ok(Some(ExploreProgress { positions: tree.nodes.len() }))
    }

    fn heading(&self) -> String {
        format!("# quoridor book explore --agent {} --nodes {}\n", self.judge, self.nodes)
    }

    /// Searches positions, several at once; `None` if `stop` was set.
    fn search(
        &self,
        tasks: &[Task],
        concurrency: usize,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Searched>>, BookError> {
        let no_opinion = || BookError::NoOpinion(self.judge.to_string());
        let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        thread::scope(|scope| {
            for _ in 0..concurrency.clamp(1, tasks.len()) {
                scope.spawn(|| {
                    let Ok(mut judge) = self.judge.build() else { return };
                    while let Some(task) = {
                        let place = next.fetch_add(1, Ordering::Relaxed);
                        tasks.get(place).map(|task| (place, task))
                    } {
                        let searched = self.searched(judge.as_mut(), &task.1.position, stop);
                        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                        found.push((task.0, searched));
                    }
                });
            }
        });
        let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        found.sort_by_key(|&(place, _)| place);
        let found: Option<Vec<_>> = found.into_iter().map(|(_, searched)| searched).collect();
        found.filter(|found| found.len() == tasks.len()).map(Some).ok_or_else(no_opinion)
    }

    /// A position as a judge without memory of others finds it; `None` if it does not compare
    /// moves.
    fn searched(
        &self,
        judge: &mut dyn Agent,
        position: &Position,
        stop: &AtomicBool,
    ) -> Option<Searched> {
        // The judge counts in chances.
        let whole =
            |value: Value| (value.win_probability().unwrap_or(0.5) * 10_000.0).round() as u32;
        judge.new_game();
        let game = Game::new(*position);
        let limits = Limits::nodes(self.nodes);
        let decision = judge.choose(&game, &limits, &mut Watch::new(stop, &mut |_| {}));
        let visited = decision.root.iter().filter(|mv| mv.visits > 0);
        let moves =
            visited.map(|mv| Candidate { mv: mv.mv, visits: mv.visits, chance: whole(mv.value) });
        let moves: Vec<_> = moves.collect();
        (!moves.is_empty())
            .then_some(())
            .and(decision.value)
            .map(|value| Searched { chance: whole(value), moves })
    }
}

impl Tree {
    fn new() -> Self {
        let named = openings().iter().flat_map(|opening| {
            let mut position = Position::default();
            opening.moves.iter().map(move |&mv| {
                position.play_unchecked(mv);
                key(&position)
            })
        });
        Self { named: named.collect(), ..Self::default() }
    }

    /// The positions behind the cheapest moves, at most this many, none of them twice.
    fn cheapest(&mut self, most: usize) -> Vec<Task> {
        let mut tasks: Vec<Task> = Vec::new();
        let mut keys = HashSet::new();
        while tasks.len() < most {
            let Some(Reverse((_, place))) = self.offers.pop() else { break };
            let (parent, candidate) = self.moves[place];
            let mut position = self.nodes[parent].position;
            position.play_unchecked(candidate.mv);
            let key = key(&position);
            if position.winner().is_some() || self.by_key.contains_key(&key) || !keys.insert(key) {
                continue;
            }
            let share = self.share_cost(parent, candidate.visits);
            let cost = self.nodes[parent].cost + PLY_COST + share;
            tasks.push(Task { position: position.canonical().0, parent: Some(parent), cost });
        }
        tasks
    }

    /// The cost of a move's share of the visits.
    fn share_cost(&self, node: usize, visits: u64) -> u64 {
        let all: u64 = self.nodes[node].searched.moves.iter().map(|mv| mv.visits).sum();
        let share = visits.max(1) as f64 / all.max(1) as f64;
        (-share.ln() * 1000.0).round() as u64
    }

    /// Adds a position, and offers its moves.
    fn insert(&mut self, task: Task, searched: Searched) {
        let Task { position, parent, cost } = task;
        let loss = parent.map_or(0, |parent| {
            loss_cost(self.nodes[parent].searched.chance, 10_000 - searched.chance.min(10_000))
        });
        let place = self.nodes.len();
        self.by_key.insert(position.hash(), place);
        self.nodes.push(Node { position, searched, cost: cost + loss, parent });
        self.offer_moves(place);
    }

    fn offer_moves(&mut self, place: usize) {
        let node = &self.nodes[place];
        let (position, chance, cost) = (node.position, node.searched.chance, node.cost);
        let mut candidates = node.searched.moves.clone();
        let is_named = |mv: Move| {
            let mut after = position;
            after.play_unchecked(mv);
            self.named.contains(&key(&after))
        };
        let may_be_named = self.named.contains(&position.hash()) || node.parent.is_none();
        let named: Vec<Move> = if may_be_named {
            position.legal_moves().iter().filter(|&mv| is_named(mv)).collect()
        } else {
            Vec::new()
        };
        let is_complete = cost <= COMPLETE_COST;
        for mv in position.legal_moves() {
            let is_wanted = is_complete || named.contains(&mv);
            if is_wanted && !candidates.iter().any(|candidate| candidate.mv == mv) {
                candidates.push(Candidate { mv, visits: 0, chance });
            }
        }
        for candidate in candidates {
            let share = self.share_cost(place, candidate.visits);
            let line = cost + PLY_COST + share + loss_cost(chance, candidate.chance);
            let is_named = named.contains(&candidate.mv);
            let priority = if is_named { NAMED_PRIORITY } else { line };
            self.offers.push(Reverse((priority, self.moves.len())));
            self.moves.push((place, candidate));
        }
    }

    /// The positions with scores from the lines below them.
    ///
    /// A score is the best of the explored moves. Moves that were hardly explored do not count:
    /// the best of many rough scores is too good. If the move that the search of the position
    /// preferred is not in the book, the score of the search counts as that of a move.
    fn entries(&self) -> Vec<(u64, BookEntry)> {
        let children: Vec<Vec<usize>> = self.nodes.iter().map(|node| self.children(node)).collect();
        let plies = plies(&children);
        let mut positions = vec![1_u32; self.nodes.len()];
        for (place, node) in self.nodes.iter().enumerate().rev() {
            if let Some(parent) = node.parent {
                positions[parent] += positions[place];
            }
        }
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|&place| Reverse(plies[place]));
        let mut chances: Vec<u32> =
            self.nodes.iter().map(|node| node.searched.chance.min(10_000)).collect();
        let mut depths = vec![0_u8; self.nodes.len()];
        for &place in &order {
            let deeper = || children[place].iter().filter(|&&child| plies[child] > plies[place]);
            let most = deeper().map(|&child| positions[child]).max().unwrap_or(0);
            let explored = deeper().filter(|&&child| is_explored(positions[child], most));
            let best = explored.map(|&child| 10_000 - chances[child]).max();
            let own = Some(chances[place]).filter(|_| !self.knows_preferred(place));
            chances[place] = best.max(own).unwrap_or(chances[place]);
            let below = deeper().map(|&child| depths[child].saturating_add(1)).max();
            depths[place] = below.unwrap_or(0);
        }
        let entry = |place: usize| BookEntry {
            chance: f64::from(chances[place]) / 10_000.0,
            positions: positions[place],
            depth: depths[place],
            plies: plies[place],
        };
        self.by_key.iter().map(|(&key, &place)| (key, entry(place))).collect()
    }

    /// Whether the move that the search of a position preferred is in the book.
    fn knows_preferred(&self, place: usize) -> bool {
        let node = &self.nodes[place];
        let preferred = node.searched.moves.iter().max_by_key(|mv| (mv.visits, Reverse(mv.mv)));
        preferred.is_some_and(|preferred| {
            let mut after = node.position;
            after.play_unchecked(preferred.mv);
            self.by_key.contains_key(&key(&after))
        })
    }

    /// The positions of the book that legal moves lead to.
    fn children(&self, node: &Node) -> Vec<usize> {
        let after = |mv| {
            let mut after = node.position;
            after.play_unchecked(mv);
            self.by_key.get(&key(&after)).copied()
        };
        let mut children: Vec<usize> =
            node.position.legal_moves().iter().filter_map(after).collect();
        children.sort_unstable();
        children.dedup();
        children
    }
}

fn loss_cost(best: u32, chance: u32) -> u64 {
    (f64::from(best.saturating_sub(chance)) * LOSS_COST).round() as u64
}

/// The distance of every position from the first one, in plies.
fn plies(children: &[Vec<usize>]) -> Vec<u8> {
    let mut plies = vec![u8::MAX; children.len()];
    let mut queue = VecDeque::from([0]);
    plies[0] = 0;
    while let Some(place) = queue.pop_front() {
        for &child in &children[place] {
            if plies[child] == u8::MAX {
                plies[child] = plies[place].saturating_add(1);
                queue.push_back(child);
            }
        }
    }
    plies
}

#[cfg(test)]
#[path = "explore_tests.rs"]
mod tests;
