//! Random games over all variants, the same on every machine.

use quoridor_core::{BoardSize, Game, Move, Position, Seats, Variant};

/// A small generator (xorshift*, Vigna 2016): the tests need the same numbers everywhere, not good
/// ones.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 8
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub(crate) fn chance(&mut self, percent: u64) -> bool {
        self.next() % 100 < percent
    }

    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// A variant: often the standard one, otherwise any size, any number of players, few walls or more
/// than the board can hold.
pub(crate) fn variant(random: &mut Random) -> Variant {
    if random.chance(25) {
        return Variant::STANDARD;
    }
    let sizes: Vec<BoardSize> = BoardSize::all().collect();
    let size = if random.chance(40) { BoardSize::STANDARD } else { random.pick(&sizes) };
    let seats =
        if random.chance(50) { Seats::Two } else { random.pick(&[Seats::Three, Seats::Four]) };
    let walls = random.pick(&[0, 1, 2, 3, 5, 7, 10, 20, 40]);
    Variant { size, seats, walls }
}

/// The positions of a random game. How eagerly walls are placed and how straight the pawns go
/// differs from game to game, so that there are open boards and mazes, races and pawns that meet.
pub(crate) fn game(variant: Variant, random: &mut Random) -> Vec<(Move, Position)> {
    let walls = random.pick(&[5, 30, 60, 95]);
    let straight = random.pick(&[0, 40, 90]);
    let mut position = Position::start(variant);
    let mut played = Vec::new();
    while position.outcome().is_none() && played.len() < 150 {
        let mv = choose(&position, walls, straight, random);
        position = position.play(mv).unwrap_or_else(|error| panic!("{position:?} {mv}: {error}"));
        played.push((mv, position));
    }
    played
}

/// A random game of a random variant, with its history.
pub(crate) fn played(random: &mut Random) -> Game {
    let variant = variant(random);
    let mut played = Game::new(Position::start(variant));
    for (mv, _) in game(variant, random) {
        played.play(mv).unwrap();
    }
    played
}

fn choose(position: &Position, walls: u64, straight: u64, random: &mut Random) -> Move {
    let legal = position.legal_moves();
    let steps: Vec<Move> = legal.steps.iter().map(Move::Step).collect();
    if !legal.walls.is_empty() && (steps.is_empty() || random.chance(walls)) {
        let walls: Vec<Move> = legal.walls.iter().map(Move::Wall).collect();
        return random.pick(&walls);
    }
    let ahead = position.shortest_path(position.turn()).get(1).copied().map(Move::Step);
    match ahead {
        Some(step) if steps.contains(&step) && random.chance(straight) => step,
        _ if steps.is_empty() => Move::Pass,
        _ => random.pick(&steps),
    }
}
