//! Whether exactly one move of a position wins.

use std::ops::RangeInclusive;

use quoridor_core::{Game, Move, Position, Square};
use quoridor_engine::race::{Race, RaceValue};
use quoridor_engine::{Agent, Decision, Limits, Value, choose_alone};
use quoridor_players::Spec;

/// How puzzles are found and verified.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Nodes of the search that finds a puzzle.
    pub nodes: u64,
    /// How many times as many nodes verify it.
    pub verification: u64,
    /// The level that must miss the first move at least half of the time. Levels up to 4 look no
    /// further than the position itself.
    pub glance: usize,
    /// The most moves of the solver.
    pub longest: usize,
    /// How many walls are left, of both players together. With many of them a single move hardly
    /// ever decides, and searches are dear.
    pub walls: RangeInclusive<u8>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { nodes: 1_000, verification: 100, glance: 3, longest: 4, walls: 0..=6 }
    }
}

/// A move wins if it is proved to, or if the probability is at least this.
const WINS: f64 = 0.9;

/// A move fails if it is proved to lose, or if the probability of winning is at most this.
const FAILS: f64 = 0.35;

/// Where a small search gives the best move less than this, no larger one is made.
const HOPELESS: f64 = 0.2;

/// Where a small search gives even the second move more than this, no larger one is made.
const DECIDED: f64 = 0.98;

/// How many moves beside the best one are verified with the whole number of nodes. The search ranks
/// all of them; those that it ranks lower get as many nodes as the search that finds a puzzle.
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
    /// Compares the two best moves.
    pair: Box<dyn Agent>,
    /// Ranks the best move and its alternatives.
    ranking: Box<dyn Agent>,
    search: Box<dyn Agent>,
    /// Another search with another evaluation, where there is one. It is built when it is first
    /// asked: its network is not everywhere, and only those who make puzzles ask it.
    champion: Option<Box<dyn Agent>>,
}

fn build(text: &str) -> Box<dyn Agent> {
    let spec: Spec = text.parse().expect("the options are known");
    spec.build().expect("neither needs a file")
}

impl std::fmt::Debug for Judge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Judge").finish_non_exhaustive()
    }
}

impl Judge {
    /// A judge with transposition tables of some MiB.
    pub fn new(mebibytes: u64) -> Self {
        let search = |lines| build(&format!("alphabeta:hash={mebibytes},multipv={lines}"));
        Self {
            pair: search(2),
            ranking: search(ALTERNATIVES + 1),
            search: search(1),
            champion: None,
        }
    }

    /// The move that a search chooses.
    pub fn best(&mut self, position: &Position, nodes: u64) -> Decision {
        fresh(self.search.as_mut(), position, nodes)
    }

    /// The only move that wins, if a single search of the position says so, and no step wins at
    /// once. It is not verified: the search looks at the other moves only together.
    pub fn suspect(&mut self, position: &Position, nodes: u64) -> Option<Move> {
        if wins_at_once(position) {
            return None;
        }
        if is_race(position) {
            return only_winning_step(position);
        }
        let chances = |found: &Decision| {
            let chance = |place: usize| found.root.get(place)?.value.win_probability();
            Some((chance(0)?, chance(1)?))
        };
        // A search of a fraction says that most positions are decided whatever is played.
        let (best, next) = chances(&fresh(self.pair.as_mut(), position, nodes / 6 + 1))?;
        if best < HOPELESS || next > DECIDED {
            return None;
        }
        let found = fresh(self.pair.as_mut(), position, nodes);
        let (best, next) = chances(&found)?;
        (best >= WINS && next <= FAILS).then_some(found.mv)
    }

    /// Whether the champion, too, chooses this move and expects to win. A race needs no opinion: it
    /// is solved.
    pub fn agrees(&mut self, position: &Position, mv: Move, nodes: u64) -> bool {
        if is_race(position) {
            return true;
        }
        let champion = self.champion.get_or_insert_with(|| build("champion:hash=64,contempt=0"));
        let opinion = fresh(champion.as_mut(), position, nodes);
        opinion.mv == mv && opinion.value.is_some_and(|value| value.win_probability() >= Some(WINS))
    }

    /// Whether exactly one move wins, and not at once. The best move and the next ones are searched
    /// on their own with the whole number of nodes, all others with a share of it. A race is
    /// solved exactly.
    pub fn judge(&mut self, position: &Position, nodes: u64, share: u64) -> Verdict {
        if wins_at_once(position) {
            return Verdict::Other;
        }
        if is_race(position) {
            let Some(mv) = only_winning_step(position) else { return Verdict::Other };
            let mut next = *position;
            next.play_unchecked(mv);
            let answer = Move::Step(Race::solve(&next).best_step(&next));
            return Verdict::One { mv, is_proved: true, answer };
        }
        let ranked = fresh(self.ranking.as_mut(), position, nodes);
        let best = ranked.mv;
        let Some((value, answer)) = self.after(position, best, nodes) else {
            return Verdict::Other;
        };
        if value.win_probability() < Some(WINS) {
            return Verdict::Other;
        }
        let next: Vec<Move> = ranked.root.iter().map(|ranked| ranked.mv).collect();
        let others = position.legal_moves().iter().filter(|mv| !next.contains(mv));
        // The likeliest refutations first.
        let is_only = next
            .iter()
            .filter(|&&mv| mv != best)
            .all(|&mv| self.fails(position, mv, nodes))
            && { others }.all(|mv| self.fails(position, mv, (nodes / share).max(1)));
        let is_proved = matches!(value, Value::WinIn(_));
        if is_only { Verdict::One { mv: best, is_proved, answer } } else { Verdict::Other }
    }

    fn fails(&mut self, position: &Position, mv: Move, nodes: u64) -> bool {
        let after = self.after(position, mv, nodes);
        after.is_some_and(|(value, _)| value.win_probability() <= Some(FAILS))
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

/// The decision of a search with an empty table: old entries would make it depend on the searches
/// before.
fn fresh(agent: &mut dyn Agent, position: &Position, nodes: u64) -> Decision {
    agent.new_game();
    choose_alone(agent, &Game::new(*position), &Limits::nodes(nodes))
}

fn wins_at_once(position: &Position) -> bool {
    position.legal_steps().intersects(position.goals(position.turn()))
}

/// Whether nobody has walls left.
fn is_race(position: &Position) -> bool {
    position.all_walls_left().values().all(|&left| left == 0)
}

/// The step that wins a race, if only one does.
fn only_winning_step(position: &Position) -> Option<Move> {
    let race = Race::solve(position);
    let wins = |step: &Square| {
        let mut next = *position;
        next.play_unchecked(Move::Step(*step));
        matches!(race.value_of(&next), RaceValue::Loss(_))
    };
    let mut winning = position.legal_steps().iter().filter(wins);
    let step = winning.next()?;
    winning.next().is_none().then_some(Move::Step(step))
}

/// The same value seen by the other player, one ply earlier.
fn negated(value: Value) -> Value {
    match value {
        Value::WinIn(plies) => Value::LossIn(plies + 1),
        Value::LossIn(plies) => Value::WinIn(plies + 1),
        value => value.negated(),
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
        assert_eq!(Judge::new(1).judge(&position, 1_000, 1), Verdict::Other);
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
                    let verdict = judge.judge(&position, 20_000, 1);
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
        assert_eq!(negated(Value::Steps(-1.5)), Value::Steps(1.5));
    }
}
