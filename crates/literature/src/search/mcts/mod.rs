//! Monte Carlo tree search with upper confidence bounds (UCT), for two, three or four players.
//!
//! L. Kocsis, C. Szepesvári, *Bandit based Monte-Carlo planning*, ECML 2006; C. Browne et al., *A
//! survey of Monte Carlo tree search methods*, IEEE TCIAIG 4 (2012). Proved results: M. Winands, Y.
//! Björnsson, J.-T. Saito, *Monte-Carlo tree search solver*, CG 2008.
//!
//! A simulation goes down the tree, at each node to the child that is best for *the player who is
//! to move there*; expands the leaf it comes to; has a [`Playout`] finish the game; and counts the
//! result in every node on its way ([`simulation`]). Nodes are moves and counts ([`tree`]). Where
//! the game is decided whatever anybody does, that is proved ([`proof`]) and not simulated again.
//! At the end the moves are ranked ([`ranking`]).
//!
//! Positions can repeat in Quoridor. A node stands for a way to a position, not for the position,
//! so a repeated one is just another node; playouts must break off by themselves.

mod proof;
mod ranking;
mod simulation;
mod tree;

use std::time::Duration;

use quoridor_core::{Game, MoveSet, Player, Position};
use quoridor_engine::random::Random;
use quoridor_engine::{Budget, Decision, Limits, Progress, RootMove, Value, Watch};
use simulation::Visit;
use tree::{ROOT, Tree};

/// Plays games to their end.
pub trait Playout: Send {
    /// Plays on from a position until somebody has won, and says who; `None` if it gave up, which
    /// counts as a draw.
    ///
    /// It must give up at some time: pawns can go back and forth for ever.
    fn play_out(&mut self, position: &Position, random: &mut Random) -> Option<Player>;
}

/// How the tree grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expansion {
    /// A leaf that is met gets all its children, and the game is played out from a random one of
    /// them.
    AllChildren,
    /// A leaf that is met for the first time is played out itself; the next time, one of its
    /// children takes its place.
    OneChild,
}

/// The settings of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MctsSettings {
    /// The constant c of UCT: how much a move that was seldom tried gains over one that was often
    /// tried.
    pub exploration: f64,
    /// The score that a win adds to a node. Doubling it is the same as halving c; usually 1.
    pub reward: f64,
    /// How the tree grows.
    pub expansion: Expansion,
    /// How many bytes the tree may take. Once it is full, games are played out from its leaves as
    /// they are.
    pub memory: usize,
}

impl Default for MctsSettings {
    fn default() -> Self {
        Self {
            exploration: std::f64::consts::SQRT_2,
            reward: 1.0,
            expansion: Expansion::OneChild,
            memory: 256 << 20,
        }
    }
}

/// The search.
#[derive(Debug)]
pub struct Mcts<P> {
    settings: MctsSettings,
    playout: P,
    tree: Tree,
    /// The way of the simulation that is going on, kept so that it need not be made again.
    path: Vec<Visit>,
}

/// The number of simulations between two checks of the clock and the stop flag: less than a
/// millisecond.
const SIMULATIONS_BETWEEN_LOOKS: u64 = 16;
/// The first simulation after which a report is made; then whenever their number has doubled, or so
/// much time has gone by.
const FIRST_REPORT: u64 = 1024;
const TIME_BETWEEN_REPORTS: Duration = Duration::from_millis(500);

impl<P: Playout> Mcts<P> {
    /// A search with nothing in its tree.
    pub fn new(settings: MctsSettings, playout: P) -> Self {
        Self { settings, playout, tree: Tree::new(settings.memory), path: Vec::new() }
    }

    /// Chooses among some moves of a game that is not over; there must be at least one move, and a
    /// limit of simulations, nodes or time.
    ///
    /// A simulation counts as a node. The search ends early if the position is decided.
    pub fn choose(
        &mut self,
        game: &Game,
        choices: MoveSet,
        mut random: Random,
        limits: &Limits,
        watch: &mut Watch<'_>,
    ) -> Decision {
        let root = game.position();
        // Nodes count to u32::MAX, half a day of simulations.
        let most = [limits.simulations, limits.nodes]
            .into_iter()
            .flatten()
            .fold(u32::MAX.into(), u64::min);
        let budget = Budget::new(limits);
        let mut next_report = TIME_BETWEEN_REPORTS;
        self.tree.begin(root, choices);
        // The first simulation is done in any case, so that there is an opinion.
        let mut simulations = 0;
        while self.tree.node(ROOT).proof.is_none() && (simulations == 0 || simulations < most) {
            self.simulate(root, &mut random);
            simulations += 1;
            if simulations.is_multiple_of(SIMULATIONS_BETWEEN_LOOKS) {
                if budget.is_over(watch) {
                    break;
                }
                let time = budget.elapsed();
                let doubled = simulations >= FIRST_REPORT && simulations.is_power_of_two();
                if doubled || time >= next_report {
                    next_report = time + TIME_BETWEEN_REPORTS;
                    let line = self.tree.line(root);
                    let value = value_of_best(&self.tree.root_moves(root.turn()), root, choices);
                    watch.report(&Progress {
                        depth: line.len() as u32,
                        value,
                        nodes: simulations,
                        time,
                        line,
                        rank: 1,
                        fullness: None,
                    });
                }
            }
        }
        let root_moves = self.tree.root_moves(root.turn());
        let line = self.tree.line(root);
        Decision {
            mv: root_moves[0].mv,
            value: Some(value_of_best(&root_moves, root, choices)),
            depth: line.len() as u32,
            line,
            nodes: simulations,
            root: root_moves,
        }
    }
}

/// The value of the position by its best move. If all choices lose, that proves nothing while other
/// legal moves were excluded.
fn value_of_best(root_moves: &[RootMove], root: &Position, choices: MoveSet) -> Value {
    match root_moves[0].value {
        Value::LossIn(_) if choices != root.legal_moves() => Value::Chance(0.0),
        value => value,
    }
}
