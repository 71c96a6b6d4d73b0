//! The board of one layout: passages between squares, regions with a path, steps and jumps.

use crate::layout::{Layout, Slots, bits};

/// A set of squares, as a bitboard: square `row * width + column`.
pub(crate) type Squares = u128;

/// Which steps a layout allows.
#[derive(Clone, Debug)]
pub(crate) struct Passages {
    pub(crate) width: usize,
    pub(crate) squares: usize,
    /// The squares from which a step up, right, down, left is open.
    pub(crate) open: [Squares; 4],
}

pub(crate) const UP: usize = 0;
pub(crate) const RIGHT: usize = 1;
pub(crate) const DOWN: usize = 2;
pub(crate) const LEFT: usize = 3;

impl Passages {
    pub(crate) fn new(slots: &Slots, layout: Layout) -> Self {
        let (width, height) =
            (usize::from(slots.size().width()), usize::from(slots.size().height()));
        let squares = width * height;
        let all = (1 << squares) - 1;
        let top = ((1 << width) - 1) << (squares - width);
        let left_column: Squares = (0..height).map(|row| 1 << (row * width)).sum();
        let mut up = all & !top;
        let mut right = all & !(left_column << (width - 1));
        let square = |slot: u32| slot as usize / (width - 1) * width + slot as usize % (width - 1);
        for slot in bits(layout.horizontal) {
            up &= !(0b11 << square(slot));
        }
        for slot in bits(layout.vertical) {
            right &= !((1 | 1 << width) << square(slot));
        }
        Self { width, squares, open: [up, right, up << width, right << 1] }
    }

    /// The square next to another, if the step is open.
    pub(crate) fn step(&self, from: usize, direction: usize) -> Option<usize> {
        (self.open[direction] >> from & 1 != 0).then(|| match direction {
            UP => from + self.width,
            RIGHT => from + 1,
            DOWN => from - self.width,
            _ => from - 1,
        })
    }

    /// The squares one open step away.
    pub(crate) fn neighbours(&self, of: Squares) -> Squares {
        (of & self.open[UP]) << self.width
            | (of & self.open[RIGHT]) << 1
            | (of & self.open[DOWN]) >> self.width
            | (of & self.open[LEFT]) >> 1
    }

    /// The squares that are connected to some of these.
    pub(crate) fn region(&self, from: Squares) -> Squares {
        let mut reached = from;
        loop {
            let next = reached | self.neighbours(reached);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    pub(crate) fn bottom_row(&self) -> Squares {
        (1 << self.width) - 1
    }

    pub(crate) fn top_row(&self) -> Squares {
        self.bottom_row() << (self.squares - self.width)
    }

    /// The squares that a pawn can go to, with the other pawn on `other`.
    pub(crate) fn targets(&self, from: usize, other: usize) -> Squares {
        let near = self.neighbours(1 << from);
        if near >> other & 1 == 0 {
            return near;
        }
        let mut targets = near & !(1 << other);
        for direction in [UP, RIGHT, DOWN, LEFT] {
            if self.step(from, direction) != Some(other) {
                continue;
            }
            if let Some(behind) = self.step(other, direction) {
                targets |= 1 << behind;
            } else {
                for side in [(direction + 1) % 4, (direction + 3) % 4] {
                    if let Some(beside) = self.step(other, side) {
                        targets |= 1 << beside;
                    }
                }
            }
        }
        targets
    }
}

/// The squares of a set, lowest first.
pub(crate) fn squares(mut set: Squares) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        square
    })
}

#[cfg(test)]
mod tests {
    use quoridor_core::{Game, Player, Square, SquareSet, Variant};

    use super::{Passages, squares};
    use crate::layout::Slots;
    use crate::testing::{self, Lcg};

    /// Steps, jumps and paths against the rules, on thousands of positions of random games.
    #[test]
    fn steps_and_regions_are_those_of_the_rules() {
        let mut random = Lcg(1);
        let mut compared = 0;
        for size in ["2x3", "3x3", "5x4", "4x7", "9x9"] {
            for _ in 0..30 {
                let variant = testing::variant(size, 10);
                let (slots, width) = (Slots::new(variant.size), usize::from(variant.size.width()));
                let number = |square: Square| {
                    usize::from(square.row()) * width + usize::from(square.column())
                };
                let set = |set: SquareSet| set.iter().fold(0, |all, one| all | 1 << number(one));
                let mut game = Game::new(variant_start(variant));
                while game.position().winner().is_none() && game.moves().len() < 60 {
                    let position = game.position();
                    let passages = Passages::new(&slots, slots.layout(position.walls()));
                    for [from, other] in
                        [[Player::South, Player::North], [Player::North, Player::South]]
                    {
                        let [from, other] = [from, other].map(|player| position.pawn(player));
                        let steps = position.steps_from(from, SquareSet::of(from).with(other));
                        assert_eq!(passages.targets(number(from), number(other)), set(steps));
                    }
                    for (player, goals) in [
                        (Player::South, passages.top_row()),
                        (Player::North, passages.bottom_row()),
                    ] {
                        let field = position.distance_field(player);
                        for square in variant.size.squares() {
                            let connected = passages.region(goals) >> number(square) & 1 != 0;
                            assert_eq!(connected, field.get(square).is_some());
                        }
                    }
                    compared += 1;
                    let moves: Vec<_> = position.legal_moves().iter().collect();
                    game.play(moves[random.below(moves.len())]).unwrap();
                }
            }
        }
        assert!(compared > 2000, "{compared} positions");
        assert_eq!(squares(0b1010).collect::<Vec<_>>(), [1, 3]);
    }

    fn variant_start(variant: Variant) -> quoridor_core::Position {
        quoridor_core::Position::start(variant)
    }
}
