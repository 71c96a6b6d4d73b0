//! The positions that the benchmarks ask about: the same on every machine.

use quoridor_core::{Move, Position, Wall};

/// How many mid-game positions there are.
pub(crate) const COUNT: usize = 512;

/// Positions between the 12th and the 40th move of games between players that walk their shortest
/// path and now and then place the wall that hinders the other most. Nobody has won, and the player
/// to move has walls left.
pub(crate) fn mid_game() -> Vec<Position> {
    let mut numbers = Numbers(1);
    let mut positions = Vec::with_capacity(COUNT);
    while positions.len() < COUNT {
        let plies = 12 + numbers.below(29);
        let mut position = Position::default();
        for _ in 0..plies {
            if position.outcome().is_none() {
                position.play_unchecked(choose(&position, &mut numbers));
            }
        }
        if position.outcome().is_none() && position.walls_left(position.turn()) > 0 {
            positions.push(position);
        }
    }
    positions
}

fn choose(position: &Position, numbers: &mut Numbers) -> Move {
    let (player, opponent) = (position.turn(), position.turn().opposite());
    if position.walls_left(player) > 0 && numbers.below(100) < 45 {
        let (mine, theirs) = (position.detours(player), position.detours(opponent));
        let gain = |wall: &Wall| {
            (theirs.get(*wall) as i32 - mine.get(*wall) as i32) * 8 + numbers.peek(wall.index())
        };
        if let Some(wall) = theirs.walls().iter().max_by_key(gain) {
            return Move::Wall(wall);
        }
    }
    let steps = position.legal_steps();
    let next = position.shortest_path(player)[1];
    let step = if steps.contains(next) {
        next
    } else {
        steps.first().expect("two players can always step")
    };
    Move::Step(step)
}

/// A linear congruential generator (Knuth's MMIX): enough to make the games differ.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    /// A number 0-7 for each wall, another one in every position.
    fn peek(&self, salt: u8) -> i32 {
        ((self.0 >> 20) as u32 ^ u32::from(salt)).wrapping_mul(2_654_435_761) as i32 >> 29 & 7
    }
}
