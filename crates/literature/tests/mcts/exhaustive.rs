//! Solves small variants for two players completely, without search or chance: what Monte Carlo
//! tree search proves is held against this.
//!
//! A wall is never taken away. So the positions fall into *layers*, one for each set of placed
//! walls and pair of numbers of walls left, and a move either stays in its layer or leads to one
//! with one wall more. Layers are solved from the last to the first; within one, pawns may walk in
//! circles, so results are found backwards from the ends: first all that is decided in one move,
//! then in two, and so on. What is never reached is a draw.

use std::collections::HashMap;

use quoridor_core::{ByPlayer, Player, Position, Seats, Setup, Square, Variant, Wall, WallSet};

/// The value of a position for the player to move, in the fewest (for the winner) or most (for the
/// loser) moves of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Solved {
    Win(u32),
    Loss(u32),
    Draw,
}

/// A result in one byte: moves to a win, minus the moves to a loss minus one, or zero for a draw.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Result(i8);

impl Result {
    const DRAW: Self = Self(0);
    const LOST: Self = Self(-1);

    fn win(plies: u32) -> Self {
        Self(i8::try_from(plies).expect("small boards are decided soon"))
    }

    fn loss(plies: u32) -> Self {
        Self(-1 - i8::try_from(plies).expect("small boards are decided soon"))
    }

    fn solved(self) -> Solved {
        match self.0 {
            0 => Solved::Draw,
            plies if plies > 0 => Solved::Win(plies.unsigned_abs().into()),
            plies => Solved::Loss(u32::from(plies.unsigned_abs()) - 1),
        }
    }
}

/// Placed walls and the walls that South and North have left.
type LayerKey = (WallSet, [u8; 2]);

pub(crate) struct Solver {
    variant: Variant,
    squares: Vec<Square>,
    layers: Vec<Vec<Result>>,
    by_key: HashMap<LayerKey, usize>,
}

impl Solver {
    /// Solves everything that can be reached from the start of a variant for two.
    pub(crate) fn new(variant: Variant) -> Self {
        assert_eq!(variant.seats, Seats::Two);
        let squares = variant.size.squares().iter().collect();
        let mut solver = Self { variant, squares, layers: Vec::new(), by_key: HashMap::new() };
        solver.solve((WallSet::EMPTY, [variant.walls; 2]));
        solver
    }

    pub(crate) fn start(&self) -> Solved {
        self.get(&Position::start(self.variant))
    }

    /// The result of a position that can be reached from the start.
    pub(crate) fn get(&self, position: &Position) -> Solved {
        let key = (
            position.walls(),
            [Player::South, Player::North].map(|player| position.walls_left(player)),
        );
        let [south, north] =
            [Player::South, Player::North].map(|player| self.place(position.pawn(player)));
        self.layers[self.by_key[&key]][self.state(position.turn(), south, north)].solved()
    }

    /// Every position in which the game is not over, layer by layer.
    pub(crate) fn positions(&self) -> Vec<Position> {
        let mut keys: Vec<LayerKey> = self.by_key.keys().copied().collect();
        keys.sort_unstable();
        let positions = keys.into_iter().flat_map(|key| self.positions_of(key));
        positions
            .map(|(_, position)| position)
            .filter(|position| position.winner().is_none())
            .collect()
    }

    /// The number of a square on this board.
    fn place(&self, square: Square) -> usize {
        usize::from(square.row()) * usize::from(self.variant.size.width())
            + usize::from(square.column())
    }

    /// The number of a position in its layer.
    fn state(&self, turn: Player, south: usize, north: usize) -> usize {
        let turn = usize::from(turn == Player::North);
        (turn * self.squares.len() + south) * self.squares.len() + north
    }

    /// The positions of a layer that are legal, with their numbers.
    fn positions_of(
        &self,
        (walls, [south_walls, north_walls]): LayerKey,
    ) -> Vec<(usize, Position)> {
        let mut positions = Vec::new();
        for turn in [Player::South, Player::North] {
            for (south_place, &south) in self.squares.iter().enumerate() {
                for (north_place, &north) in self.squares.iter().enumerate() {
                    let setup = Setup {
                        size: self.variant.size,
                        walls,
                        pawns: ByPlayer::from_values(vec![south, north]).unwrap(),
                        walls_left: ByPlayer::from_values(vec![south_walls, north_walls]).unwrap(),
                        turn,
                    };
                    if let Ok(position) = setup.position() {
                        positions.push((self.state(turn, south_place, north_place), position));
                    }
                }
            }
        }
        positions
    }

    /// Solves a layer, if it is not yet solved, and all that follow; says which it is.
    fn solve(&mut self, key: LayerKey) -> usize {
        if let Some(&layer) = self.by_key.get(&key) {
            return layer;
        }
        let mut results = vec![Result::DRAW; 2 * self.squares.len() * self.squares.len()];
        let mut open = Vec::new();
        let mut after = HashMap::new();
        for (state, position) in self.positions_of(key) {
            match position.winner() {
                // The winner has just moved.
                Some(winner) if winner != position.turn() => results[state] = Result::LOST,
                Some(_) => {}
                None => open.push(self.open_state(key, state, &position, &mut after)),
            }
        }
        solve_backwards(&mut results, open);
        let layer = self.layers.len();
        self.layers.push(results);
        self.by_key.insert(key, layer);
        layer
    }

    /// The value of a position as far as it is known before its layer is solved. `after` remembers
    /// the layers after each wall, by who places it.
    fn open_state(
        &mut self,
        (walls, walls_left): LayerKey,
        state: usize,
        position: &Position,
        after: &mut HashMap<(Player, Wall), usize>,
    ) -> Open {
        let turn = position.turn();
        let [south, north] =
            [Player::South, Player::North].map(|player| self.place(position.pawn(player)));
        let next = self.state(turn.opposite(), south, north);
        let steps = position.legal_steps().iter().map(|square| match turn {
            Player::South => self.state(turn.opposite(), self.place(square), north),
            _ => self.state(turn.opposite(), south, self.place(square)),
        });
        let mut open =
            Open { state, steps: steps.collect(), won_by_wall: None, lost_by_walls: Some(0) };
        for wall in position.legal_walls() {
            let layer = *after.entry((turn, wall)).or_insert_with(|| {
                let mut walls_left = walls_left;
                walls_left[usize::from(turn == Player::North)] -= 1;
                self.solve((walls.with(wall), walls_left))
            });
            match self.layers[layer][next].solved() {
                Solved::Loss(plies) => {
                    open.won_by_wall =
                        Some(open.won_by_wall.map_or(plies, |fewest| fewest.min(plies)));
                    open.lost_by_walls = None;
                }
                Solved::Win(plies) => {
                    open.lost_by_walls = open.lost_by_walls.map(|most| most.max(plies));
                }
                Solved::Draw => open.lost_by_walls = None,
            }
        }
        open
    }
}

/// A position whose layer is not yet solved.
struct Open {
    state: usize,
    /// Where steps lead to, in the same layer.
    steps: Vec<usize>,
    /// If some wall makes the opponent lose: in how many moves after it, at least.
    won_by_wall: Option<u32>,
    /// If every wall makes the opponent win: in how many moves after it, at most.
    lost_by_walls: Option<u32>,
}

/// Finds what is decided in one move, in two, and so on, until nothing more is.
fn solve_backwards(results: &mut [Result], mut open: Vec<Open>) {
    let by_walls = open.iter().flat_map(|open| [open.won_by_wall, open.lost_by_walls]).flatten();
    let last_by_walls = by_walls.max().unwrap_or(0) + 1;
    for plies in 1.. {
        let before = open.len();
        open.retain(|open| {
            let within = |limit: u32| limit < plies;
            let step_wins =
                |&step: &usize| matches!(results[step].solved(), Solved::Loss(n) if within(n));
            let step_loses =
                |&step: &usize| matches!(results[step].solved(), Solved::Win(n) if within(n));
            if open.won_by_wall.is_some_and(within) || open.steps.iter().any(step_wins) {
                results[open.state] = Result::win(plies);
                false
            } else if open.lost_by_walls.is_some_and(within) && open.steps.iter().all(step_loses) {
                results[open.state] = Result::loss(plies);
                false
            } else {
                true
            }
        });
        if open.len() == before && plies > last_by_walls {
            return;
        }
    }
}
