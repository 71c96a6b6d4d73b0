//! Perfect play on boards that are small enough to be solved exactly.
//!
//! Before its first move it solves the whole game by retrograde analysis ([`quoridor_solve`]). That
//! takes two seconds at most. It wins in as few moves as possible, keeps a draw, and loses as late
//! as possible; among moves of equal value it chooses at random.
//!
//! Under a time limit that is shorter than the solution takes, it goes straight for its goal while
//! the solver works on in a thread of its own.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use quoridor_core::{Game, Move, Position, Variant};
use quoridor_engine::random::Random;
use quoridor_engine::registry::{AgentKind, SEED};
use quoridor_engine::{
    Agent, Decision, Limits, RootMove, Unsupported, Value, Watch, two_players_only,
};
use quoridor_solve::{Options, Solution, Space, solve};

/// The player's name.
pub const NAME: &str = "perfect";

/// The most memory that the tables of a game may take, in MiB.
pub const MOST_MEBIBYTES: u64 = 128;

/// The player, for a list of players.
pub const KIND: AgentKind = AgentKind {
    name: NAME,
    summary: "plays perfectly: small boards, and 9x9 with one wall each, solved before it moves",
    options: &[SEED],
    supports: is_small_enough,
    build: |options| {
        let seed = options.get("seed");
        Ok(Box::new(PerfectPlayer {
            seed,
            random: Random::new(seed),
            solution: None,
            waiting: Waiting::default(),
        }))
    },
};

/// The most walls each: no board has room for more.
const MOST_WALLS: u8 = 64;

/// More plies of a principal variation than anybody reads.
const LONGEST_LINE: usize = 40;

/// Whether a game has few enough positions.
///
/// # Errors
/// It has more than two players, or too many positions.
pub fn is_small_enough(variant: Variant) -> Result<(), Unsupported> {
    /// Games that were asked about: counting positions takes longer than looking it up.
    static KNOWN: Mutex<Vec<(Variant, bool)>> = Mutex::new(Vec::new());
    two_players_only(variant)?;
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let found = known.iter().find(|(asked, _)| *asked == variant);
    let fits = found.map(|&(_, fits)| fits).unwrap_or_else(|| {
        let fits = variant.walls <= MOST_WALLS
            && Space::new(variant.size, variant.walls).estimated_bytes() <= MOST_MEBIBYTES << 20;
        known.push((variant, fits));
        fits
    });
    let can = "games for two that it can solve, such as 5x5 with three walls each or 9x9 with one";
    if fits { Ok(()) } else { Err(Unsupported { variant, can }) }
}

/// The player.
#[derive(Debug)]
pub struct PerfectPlayer {
    seed: u64,
    random: Random,
    solution: Option<Arc<Solution>>,
    waiting: Waiting,
}

impl PerfectPlayer {
    /// The solution of a game; `None` if the time is over first.
    fn solution(
        &mut self,
        variant: Variant,
        limits: &Limits,
        watch: &Watch<'_>,
    ) -> Option<Arc<Solution>> {
        if let Some(solution) = self.solution.as_ref().filter(|known| known.variant() == variant) {
            return Some(Arc::clone(solution));
        }
        let solution = self.waiting.solution(variant, limits, watch)?;
        self.solution = Some(Arc::clone(&solution));
        Some(solution)
    }

    fn best_move(&mut self, solution: &Solution, position: &Position) -> Option<Decision> {
        let moves = solution.moves(position)?;
        let best = moves.first()?.1;
        let good = Solution::best_of(&moves);
        let mv = self.random.pick(&good)?;
        let share = 1.0 / good.len() as f64;
        let root = moves.iter().map(|&(mv, value)| RootMove {
            mv,
            visits: 1,
            value: value_of(value),
            prior: if value == best { share } else { 0.0 },
        });
        let line = principal_variation(solution, position, mv);
        Some(Decision {
            mv,
            value: Some(value_of(best)),
            depth: line.len() as u32,
            line,
            nodes: moves.len() as u64,
            root: root.collect(),
        })
    }
}

/// Waits for a game that is being solved in another thread.
#[cfg(not(target_family = "wasm"))]
mod waiting {
    use std::sync::Arc;
    use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
    use std::thread;
    use std::time::Duration;

    use quoridor_core::Variant;
    use quoridor_engine::{Budget, Limits, Watch};
    use quoridor_solve::Solution;

    use super::solved;

    /// Polling interval of the clock.
    const LOOK: Duration = Duration::from_millis(5);

    #[derive(Debug, Default)]
    pub(super) struct Waiting(Option<(Variant, Receiver<Arc<Solution>>)>);

    impl Waiting {
        /// The solution of a game; `None` if the time is over first.
        pub(super) fn solution(
            &mut self,
            variant: Variant,
            limits: &Limits,
            watch: &Watch<'_>,
        ) -> Option<Arc<Solution>> {
            let budget = Budget::new(limits);
            if self.0.as_ref().is_none_or(|(solving, _)| *solving != variant) {
                let (sender, receiver) = mpsc::channel();
                thread::spawn(move || {
                    // The player may be gone.
                    let _ = sender.send(solved(variant));
                });
                self.0 = Some((variant, receiver));
            }
            let (_, receiver) = self.0.as_ref()?;
            let solution = loop {
                match receiver.recv_timeout(LOOK) {
                    Ok(solution) => break Some(solution),
                    Err(RecvTimeoutError::Timeout) if budget.is_over(watch) => return None,
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break None,
                }
            };
            self.0 = None;
            solution
        }
    }
}

/// Solves a game at once: WebAssembly has no threads.
#[cfg(target_family = "wasm")]
mod waiting {
    use std::sync::Arc;

    use quoridor_core::Variant;
    use quoridor_engine::{Limits, Watch};
    use quoridor_solve::Solution;

    use super::solved;

    #[derive(Debug, Default)]
    pub(super) struct Waiting;

    impl Waiting {
        pub(super) fn solution(
            &mut self,
            variant: Variant,
            _limits: &Limits,
            _watch: &Watch<'_>,
        ) -> Option<Arc<Solution>> {
            Some(solved(variant))
        }
    }
}

use waiting::Waiting;

impl Agent for PerfectPlayer {
    fn choose(&mut self, game: &Game, limits: &Limits, watch: &mut Watch<'_>) -> Decision {
        let position = game.position();
        let solution = self.solution(position.variant(), limits, watch);
        let best = solution.and_then(|solution| self.best_move(&solution, position));
        best.unwrap_or_else(|| Decision::at_once(straight_ahead(position)))
    }

    fn new_game(&mut self) {
        self.random = Random::new(self.seed);
    }
}

/// Solves a game, or shares the solution of another player.
fn solved(variant: Variant) -> Arc<Solution> {
    static LAST: Mutex<Weak<Solution>> = Mutex::new(Weak::new());
    // A second player waits for the same solution, and does not look for it once more.
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(solution) = last.upgrade().filter(|known| known.variant() == variant) {
        return solution;
    }
    let space = Space::new(variant.size, variant.walls);
    let options = Options { threads: 1, memory: u64::MAX, keep: true };
    let solution = solve(&space, options, None, &quoridor_solve::Progress::default());
    let solution = Arc::new(solution.expect("small games are solved in memory"));
    *last = Arc::downgrade(&solution);
    solution
}

fn value_of(value: quoridor_solve::Value) -> Value {
    match value {
        quoridor_solve::Value::Win(plies) => Value::WinIn(plies.into()),
        quoridor_solve::Value::Loss(plies) => Value::LossIn(plies.into()),
        quoridor_solve::Value::Draw => Value::Chance(0.5),
    }
}

/// A move and the best moves after it.
fn principal_variation(solution: &Solution, position: &Position, first: Move) -> Vec<Move> {
    let (mut line, mut position) = (vec![first], *position);
    position.play_unchecked(first);
    while position.winner().is_none() && line.len() < LONGEST_LINE {
        let Some(&(mv, _)) = solution.moves(&position).as_ref().and_then(|moves| moves.first())
        else {
            break;
        };
        line.push(mv);
        position.play_unchecked(mv);
    }
    line
}

/// The step that leaves the shortest path; the only legal moves may be walls.
fn straight_ahead(position: &Position) -> Move {
    let player = position.turn();
    let left_after = |mv: &Move| {
        let mut next = *position;
        next.play_unchecked(*mv);
        (!matches!(mv, Move::Step(_)), next.distance(player))
    };
    let best = position.legal_moves().iter().min_by_key(left_after);
    best.expect("a game that is not over has a move")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use quoridor_engine::choose_alone;
    use quoridor_engine::registry::Options;

    use super::*;

    fn player(seed: u64) -> Box<dyn Agent> {
        Options::of(KIND).with("seed", &seed.to_string()).unwrap().build().unwrap()
    }

    fn variant(text: &str) -> Variant {
        text.parse().unwrap()
    }

    /// Perfect games have the published length: 4x3 with three walls each is won by the first
    /// player in 13 moves, 3x3 with two by the second in 12, 9x9 with one by the second in 20.
    #[test]
    fn perfect_games_are_as_long_as_they_should_be() {
        for (game, moves) in [("4x3, 2 players, 3 walls", 13), ("3x3, 2 players, 2 walls", 12)] {
            for seed in 1..=3 {
                let mut game = Game::new(Position::start(variant(game)));
                let mut players = [player(seed), player(seed + 10)];
                while game.position().winner().is_none() {
                    let number = game.moves().len() % 2;
                    let decision = choose_alone(players[number].as_mut(), &game, &Limits::NONE);
                    let left = (moves - game.moves().len()) as u32;
                    let value =
                        if left % 2 == 1 { Value::WinIn(left) } else { Value::LossIn(left) };
                    assert_eq!(decision.value, Some(value));
                    assert_eq!(decision.line.len() as u32, left);
                    game.play(decision.mv).unwrap();
                }
                assert_eq!(game.moves().len(), moves);
            }
        }
        let start = Game::new(Position::start(variant("9x9, 2 players, 1 walls")));
        let decision = choose_alone(player(1).as_mut(), &start, &Limits::NONE);
        assert_eq!(decision.value, Some(Value::LossIn(20)));
    }

    #[test]
    fn larger_games_are_refused() {
        for (game, fits) in [
            ("3x3, 2 players, 10 walls", true),
            ("5x5, 2 players, 3 walls", true),
            ("9x9, 2 players, 1 walls", true),
            ("5x5, 2 players, 4 walls", false),
            ("9x9, 2 players, 2 walls", false),
            ("9x9, 2 players, 10 walls", false),
            ("9x9, 4 players, 1 walls", false),
        ] {
            assert_eq!(is_small_enough(variant(game)).is_ok(), fits, "{game}");
        }
        let refused = is_small_enough(Variant::STANDARD).unwrap_err().to_string();
        assert!(refused.contains("games for two that it can solve"), "{refused}");
    }

    /// With no time to solve the game, the move is legal all the same.
    #[test]
    fn a_time_limit_is_kept() {
        let game = Game::new(Position::start(variant("9x9, 2 players, 1 walls")));
        let decision =
            choose_alone(player(1).as_mut(), &game, &Limits::time(Duration::from_nanos(1)));
        assert!(game.position().is_legal(decision.mv));
    }
}
