//! Games for three and four: what each player can force against all others together.
//!
//! With more than two players there is no best play as such, since one player may help another. One
//! question has an exact answer: can a player win if all others play together against it? That is a
//! game of two sides. At most one player can do it, and often nobody can.

use std::collections::{HashMap, VecDeque};

use quoridor_core::{Player, Position, Variant};

/// What a player can force against all others together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forced {
    /// The player.
    pub player: Player,
    /// In how many moves, of all players, it wins from the start; `None` if the others prevent it.
    pub from_start: Option<u16>,
    /// From how many of the positions it forces a win; those in which it has won count.
    pub positions: u64,
    /// The most moves that one of these wins takes.
    pub longest: u16,
}

/// A game for any number of players, in which each has played against the coalition of the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coalitions {
    /// How many positions games can reach.
    pub positions: u64,
    /// By player, in turn order.
    pub forced: Vec<Forced>,
}

impl Coalitions {
    /// Lists all positions that games can reach and solves them by retrograde analysis, once for
    /// each player. `progress` is called with the number of positions so far; solving stops with
    /// `None` if it returns false.
    ///
    /// ```
    /// use quoridor_core::{Seats, Variant};
    /// use quoridor_solve::Coalitions;
    /// let variant = Variant { size: "3x3".parse().unwrap(), seats: Seats::Four, walls: 0 };
    /// let solved = Coalitions::solve(variant, &mut |_| true).unwrap();
    /// assert!(solved.forced.iter().all(|forced| forced.from_start.is_none()));
    /// ```
    pub fn solve(variant: Variant, progress: &mut dyn FnMut(u64) -> bool) -> Option<Self> {
        let graph = Graph::new(variant, progress)?;
        let forced = variant.seats.players().iter().map(|&player| {
            let wins = graph.wins_of(player);
            Forced {
                player,
                from_start: wins[0],
                positions: wins.iter().flatten().count() as u64,
                longest: wins.iter().flatten().copied().max().unwrap_or(0),
            }
        });
        Some(Self { positions: graph.len() as u64, forced: forced.collect() })
    }
}

/// The positions that games can reach, the start first, and the moves between them.
struct Graph {
    /// Whose turn it is.
    turns: Vec<Player>,
    winners: Vec<Option<Player>>,
    /// How many moves each position has.
    moves: Vec<u16>,
    /// Where the moves to each position begin in `from`; at the end, the number of all moves.
    first_to: Vec<u32>,
    /// The positions from which moves lead to each position.
    from: Vec<u32>,
}

impl Graph {
    fn new(variant: Variant, progress: &mut dyn FnMut(u64) -> bool) -> Option<Self> {
        let start = Position::start(variant);
        let mut numbers = HashMap::from([(start, 0_u32)]);
        // Positions are numbered as they are met and looked at in that order.
        let mut next = VecDeque::from([start]);
        let (mut turns, mut winners, mut moves) = (Vec::new(), Vec::new(), Vec::new());
        let mut edges: Vec<(u32, u32)> = Vec::new();
        while let Some(position) = next.pop_front() {
            let number = turns.len() as u32;
            if number.is_multiple_of(1 << 14) && !progress(numbers.len() as u64) {
                return None;
            }
            let legal = position.legal_moves();
            for mv in legal {
                let mut after = position;
                after.play_unchecked(mv);
                let fresh = numbers.len() as u32;
                let target = *numbers.entry(after).or_insert_with(|| {
                    next.push_back(after);
                    fresh
                });
                edges.push((number, target));
            }
            turns.push(position.turn());
            winners.push(position.winner());
            moves.push(legal.len() as u16);
        }
        let mut first_to = vec![0_u32; turns.len() + 1];
        for &(_, to) in &edges {
            first_to[to as usize + 1] += 1;
        }
        for number in 0..turns.len() {
            first_to[number + 1] += first_to[number];
        }
        let (mut places, mut from) = (first_to.clone(), vec![0; edges.len()]);
        for (source, to) in edges {
            let place = &mut places[to as usize];
            from[*place as usize] = source;
            *place += 1;
        }
        Some(Self { turns, winners, moves, first_to, from })
    }

    fn len(&self) -> usize {
        self.turns.len()
    }

    /// By position: in how many moves a player forces a win against all others; it plays for the
    /// shortest game, and they for the longest.
    fn wins_of(&self, player: Player) -> Vec<Option<u16>> {
        let mut wins = vec![None; self.len()];
        let mut found: Vec<u32> = Vec::new();
        for (number, winner) in self.winners.iter().enumerate() {
            if *winner == Some(player) {
                wins[number] = Some(0);
                found.push(number as u32);
            }
        }
        // The others' moves that do not lead to such a win, or are not known to.
        let mut escapes = self.moves.clone();
        let mut distance = 0;
        while !found.is_empty() {
            distance += 1;
            let mut next = Vec::new();
            for to in found {
                let range =
                    self.first_to[to as usize] as usize..self.first_to[to as usize + 1] as usize;
                for &source in &self.from[range] {
                    let number = source as usize;
                    escapes[number] -= 1;
                    let is_won = self.turns[number] == player || escapes[number] == 0;
                    if is_won && wins[number].is_none() {
                        wins[number] = Some(distance);
                        next.push(source);
                    }
                }
            }
            found = next;
        }
        wins
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use quoridor_core::{Player, Position, Seats, Variant};

    use super::{Coalitions, Graph};
    use crate::solver::{Options, Progress, solve};
    use crate::space::Space;
    use crate::testing::variant;
    use crate::value::Value;

    /// Whether a player can force a win within a number of moves: plain search in depth.
    fn forces(
        position: &Position,
        player: Player,
        moves: u16,
        known: &mut HashMap<(Position, Player, u16), bool>,
    ) -> bool {
        if let Some(winner) = position.winner() {
            return winner == player;
        }
        if moves == 0 {
            return false;
        }
        if let Some(&answer) = known.get(&(*position, player, moves)) {
            return answer;
        }
        let mut after = Vec::new();
        for mv in position.legal_moves() {
            after.push(forces(&position.play(mv).unwrap(), player, moves - 1, known));
        }
        let answer = if position.turn() == player {
            after.iter().any(|&won| won)
        } else {
            after.iter().all(|&won| won)
        };
        known.insert((*position, player, moves), answer);
        answer
    }

    /// Every position of the graph, in the order of its numbers.
    fn listed(variant: Variant) -> Vec<Position> {
        let mut all = vec![Position::start(variant)];
        let mut seen: HashSet<Position> = all.iter().copied().collect();
        let mut at = 0;
        while at < all.len() {
            for mv in all[at].legal_moves() {
                let after = all[at].play(mv).unwrap();
                if seen.insert(after) {
                    all.push(after);
                }
            }
            at += 1;
        }
        all
    }

    #[test]
    fn values_are_those_of_plain_search() {
        for (size, seats, walls) in [
            ("3x3", Seats::Three, 0),
            ("3x3", Seats::Four, 0),
            ("3x3", Seats::Three, 1),
            ("4x4", Seats::Three, 0),
        ] {
            let variant = Variant { seats, ..variant(size, walls) };
            let graph = Graph::new(variant, &mut |_| true).unwrap();
            let positions = listed(variant);
            assert_eq!(graph.len(), positions.len());
            let mut known = HashMap::new();
            for &player in seats.players() {
                let wins = graph.wins_of(player);
                let most = wins.iter().flatten().max().unwrap() + 2;
                for (position, &win) in positions.iter().zip(&wins).step_by(7) {
                    let first =
                        (0..=most).find(|&moves| forces(position, player, moves, &mut known));
                    assert_eq!(first, win, "{position} {player:?}");
                }
            }
        }
    }

    /// With two players the coalition is the opponent.
    #[test]
    fn two_players_are_solved_as_by_the_solver() {
        for (size, walls) in [("3x3", 0), ("3x3", 2), ("4x3", 3), ("3x5", 1)] {
            let solved = Coalitions::solve(variant(size, walls), &mut |_| true).unwrap();
            let space = Space::new(size.parse().unwrap(), walls);
            let options = Options { threads: 1, memory: 1 << 24, keep: false };
            let value = solve(&space, options, None, &Progress::default()).unwrap().start();
            let forced = [solved.forced[0].from_start, solved.forced[1].from_start];
            let expected = match value {
                Value::Win(moves) => [Some(u16::from(moves)), None],
                Value::Loss(moves) => [None, Some(u16::from(moves))],
                Value::Draw => [None, None],
            };
            assert_eq!(forced, expected, "{size} {walls}");
        }
    }

    #[test]
    fn solving_can_be_stopped() {
        assert_eq!(Coalitions::solve(variant("3x3", 2), &mut |_| false), None);
    }
}
