//! Whether exactly one move of a position wins.

use quoridor_core::{Game, Move, Position};
use quoridor_engine::registry::Spec;
use quoridor_engine::{Agent, Decision, Limits, Value, choose_alone};

/// How puzzles are found and verified.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Nodes of the search that finds a puzzle.
    pub nodes: u64,
    /// How many times as many nodes verify it.
    pub verification: u64,
    /// Nodes of the glance that must miss it.
    pub glance: u64,
    /// The most moves of the solver.
    pub longest: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { nodes: 20_000, verification: 100, glance: 100, longest: 4 }
    }
}

/// A move wins if it is proved to, or if the probability is at least this.
const WINS: f64 = 0.9;

/// A move fails if it is proved to lose, or if the probability of winning is at most this.
const FAILS: f64 = 0.35;

/// How many moves beside the best one are looked at: the search ranks all of them, and one that it
/// ranks lower does not win.
const ALTERNATIVES: usize = 5;

/// The judgement of a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Exactly one move wins.
    One {
        /// The move.
        mv: Move,
        /// Whether the search has proved it.
        is_proved: bool,
        /// The best answer to it.
        answer: Move,
    },
    /// No move wins, or several, or a step wins at once, or it is too close to tell.
    Other,
}

/// Judges positions by searches of a fixed size.
pub struct Judge {
    ranking: Box<dyn Agent>,
    search: Box<dyn Agent>,
}

impl std::fmt::Debug for Judge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Judge").finish_non_exhaustive()
    }
}

impl Judge {
    /// A judge with transposition tables of some MiB.
    pub fn new(mebibytes: u64) -> Self {
        let build = |spec: String| {
            let spec: Spec = spec.parse().expect("the options of alphabeta are known");
            spec.build().expect("alphabeta needs no file")
        };
        Self {
            ranking: build(format!("alphabeta:hash={mebibytes},multipv={}", ALTERNATIVES + 1)),
            search: build(format!("alphabeta:hash={mebibytes}")),
        }
    }

    /// The move that a search chooses.
    pub fn best(&mut self, position: &Position, nodes: u64) -> Decision {
        // A table with old entries would make the answer depend on what was asked before.
        self.search.new_game();
        choose_alone(self.search.as_mut(), &Game::new(*position), &Limits::nodes(nodes))
    }

    /// Whether exactly one move wins, and not at once. The best move and each alternative are
    /// searched on their own, with the whole number of nodes.
    pub fn judge(&mut self, position: &Position, nodes: u64) -> Verdict {
        self.ranking.new_game();
        let limits = Limits::nodes(nodes);
        let ranked = choose_alone(self.ranking.as_mut(), &Game::new(*position), &limits);
        let wins = |place: usize| {
            ranked.root.get(place).is_some_and(|next| next.value.win_probability() >= WINS)
        };
        // Most positions end here: the ranking already says that nothing or much wins. A race is
        // solved without a ranking, and has few moves.
        let is_race = ranked.root.is_empty();
        if !is_race && (!wins(0) || wins(1)) {
            return Verdict::Other;
        }
        let candidates: Vec<Move> = match is_race {
            true => position.legal_moves().iter().collect(),
            false => ranked.root.iter().map(|candidate| candidate.mv).collect(),
        };
        let Some((value, answer)) = self.after(position, ranked.mv, nodes) else {
            return Verdict::Other;
        };
        let mut others = candidates.into_iter().filter(|&mv| mv != ranked.mv);
        let is_proved = matches!(value, Value::WinIn(_));
        let is_only = value.win_probability() >= WINS
            && others.all(|other| self.fails(position, other, nodes));
        if is_only { Verdict::One { mv: ranked.mv, is_proved, answer } } else { Verdict::Other }
    }

    fn fails(&mut self, position: &Position, mv: Move, nodes: u64) -> bool {
        let after = self.after(position, mv, nodes);
        after.is_some_and(|(value, _)| value.win_probability() <= FAILS)
    }

    /// The value of a move for the player who makes it, and the best answer to it; `None` if the
    /// game is over then.
    fn after(&mut self, position: &Position, mv: Move, nodes: u64) -> Option<(Value, Move)> {
        let mut next = *position;
        next.play_unchecked(mv);
        if next.winner().is_some() {
            return None;
        }
        let decision = self.best(&next, nodes);
        Some((negated(decision.value?), decision.mv))
    }
}

/// The same value seen by the other player, one ply earlier.
fn negated(value: Value) -> Value {
    match value {
        Value::Score(score) => Value::Score(-score),
        Value::Chance(chance) => Value::Chance(1.0 - chance),
        Value::WinIn(plies) => Value::LossIn(plies + 1),
        Value::LossIn(plies) => Value::WinIn(plies + 1),
    }
}

#[cfg(test)]
mod tests {
    use quoridor_engine::random::Random;
    use quoridor_solve::{Options, Space, Value as Exact, solve};

    use super::*;

    /// Both pawns are a step from their goal on an open board: South has three winning steps.
    #[test]
    fn several_winning_moves_are_no_puzzle() {
        let position: Position = "- / - / b4 d2 / 0 0 / 1 / 5x5".parse().unwrap();
        assert_eq!(Judge::new(1).judge(&position, 1_000), Verdict::Other);
    }

    /// Beside the exact values of every position of a small board, in random games: what the judge
    /// calls the only winning move is one, and it finds most of them.
    #[test]
    fn the_only_winning_move_is_that_of_the_solved_board() {
        let space = Space::new("4x5".parse().unwrap(), 2);
        let options = Options { threads: 1, memory: 64 << 20, keep: true };
        let solution = solve(&space, options, None, &Default::default()).unwrap();
        let (mut random, mut judge) = (Random::new(1), Judge::new(1));
        let (mut found, mut all) = (0, 0);
        for _ in 0..30 {
            let mut position = Position::start(solution.variant());
            while position.outcome().is_none() {
                let wins_at_once = position.legal_steps() & position.goals(position.turn());
                if wins_at_once.is_empty() {
                    let moves = solution.moves(&position).unwrap();
                    let is_win = |(_, value): &&(Move, Exact)| matches!(value, Exact::Win(_));
                    let winning: Vec<_> = moves.iter().filter(is_win).collect();
                    let verdict = judge.judge(&position, 20_000);
                    if let Verdict::One { mv, .. } = verdict {
                        assert!(winning.len() == 1 && winning[0].0 == mv, "{position}: {mv}");
                        found += 1;
                    }
                    all += usize::from(winning.len() == 1);
                }
                let moves: Vec<Move> = position.legal_moves().iter().collect();
                position.play_unchecked(moves[random.below(moves.len())]);
            }
        }
        assert!(all >= 25 && 2 * found > all, "{found} of {all}");
    }

    #[test]
    fn values_change_sides() {
        assert_eq!(negated(Value::WinIn(3)), Value::LossIn(4));
        assert_eq!(negated(Value::LossIn(0)), Value::WinIn(1));
        assert_eq!(negated(Value::Chance(0.25)), Value::Chance(0.75));
        assert_eq!(negated(Value::Score(-1.5)), Value::Score(1.5));
    }
}
