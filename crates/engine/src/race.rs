//! The end of a game for two in which nobody has a wall left: a race of two pawns through a
//! labyrinth that no longer changes, solved exactly.
//!
//! Nearer is not won. The pawns can meet, and then to have to move may be good (a jump gains a
//! step) or bad (the other jumps), so all positions of the two pawns are solved together, jumps
//! included, backwards from the ends (a retrograde analysis). A player who can neither win
//! nor be made to lose can go on for ever: that is a draw.
//!
//! For each square of the one pawn, the squares of the other are a set; so a step backwards is a
//! few operations on 81 sets, not thousands of lookups.

use std::fmt;

use quoridor_core::{MAX_SQUARES, Player, Position, Square, SquareSet};

/// The value of a race for the player to move, with best play of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RaceValue {
    /// Won in this many plies.
    Win(u8),
    /// Lost in this many plies.
    Loss(u8),
    /// Neither can be made to lose.
    Draw,
}

/// The solution of one labyrinth, for every place of the two pawns and either to move.
#[derive(Clone)]
pub struct Race {
    /// Who is to move: South, North.
    by_mover: [Moves; 2],
    /// Whether the wins of South, of North are entered.
    has_wins: [bool; 2],
}

/// By the square of the player to move and that of the other: the number of plies until the race
/// ends. The player to move makes the last one, and wins, if it is odd; 0 if it never ends.
type Moves = Box<[[u8; MAX_SQUARES]; MAX_SQUARES]>;

impl fmt::Debug for Race {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Race").finish_non_exhaustive()
    }
}

impl Race {
    /// Solves the labyrinth of a position for two. The walls left, if any, count for nothing.
    pub fn solve(position: &Position) -> Self {
        let mut race = Self::unsolved();
        let labyrinth = Labyrinth::new(position);
        race.enter_wins(Player::South, &labyrinth);
        race.enter_wins(Player::North, &labyrinth);
        race
    }

    /// A race of which nothing is known yet; [`plies_to_win`](Self::plies_to_win) solves what it
    /// needs.
    pub(crate) fn unsolved() -> Self {
        let empty =
            || vec![[0; MAX_SQUARES]; MAX_SQUARES].try_into().expect("as many rows as squares");
        Self { by_mover: [empty(), empty()], has_wins: [false; 2] }
    }

    /// The number of plies after which a player wins a position that is not over, which must always
    /// have the same labyrinth; `None` if it does not win.
    ///
    /// To solve the wins of one player takes half of the time of [`solve`](Self::solve).
    pub(crate) fn plies_to_win(&mut self, runner: Player, position: &Position) -> Option<u8> {
        if !self.has_wins[usize::from(runner == Player::North)] {
            self.enter_wins(runner, &Labyrinth::new(position));
        }
        match (self.value_of(position), runner == position.turn()) {
            (RaceValue::Win(plies), true) | (RaceValue::Loss(plies), false) => Some(plies),
            _ => None,
        }
    }

    fn enter_wins(&mut self, runner: Player, labyrinth: &Labyrinth<'_>) {
        let [south, north] = &mut self.by_mover;
        if runner == Player::South {
            labyrinth.solve(runner, south, north);
        } else {
            labyrinth.solve(runner, north, south);
        }
        self.has_wins[usize::from(runner == Player::North)] = true;
    }

    /// The value for a player who is to move, with the pawns on these squares, neither on its goal.
    pub fn value(&self, player: Player, own: Square, other: Square) -> RaceValue {
        let moves = &self.by_mover[usize::from(player == Player::North)];
        match moves[usize::from(own.index())][usize::from(other.index())] {
            0 => RaceValue::Draw,
            moves if moves % 2 == 1 => RaceValue::Win(moves),
            moves => RaceValue::Loss(moves),
        }
    }

    /// The value of a position of this labyrinth that is not over, for the player to move.
    pub fn value_of(&self, position: &Position) -> RaceValue {
        let player = position.turn();
        self.value(player, position.pawn(player), position.pawn(player.opposite()))
    }

    /// The step that keeps the value: the shortest way to win, the longest to lose; in a draw, any
    /// that keeps it.
    pub fn best_step(&self, position: &Position) -> Square {
        let player = position.turn();
        let (opponent, other) = (player.opposite(), position.pawn(player.opposite()));
        let rank = |step: &Square| {
            if position.goals(player).contains(*step) {
                return i16::MAX;
            }
            match self.value(opponent, other, *step) {
                RaceValue::Loss(moves) => 1000 - i16::from(moves),
                RaceValue::Draw => 0,
                RaceValue::Win(moves) => i16::from(moves) - 1000,
            }
        };
        position
            .legal_steps()
            .iter()
            .max_by_key(rank)
            .expect("with two players a step is always legal")
    }
}

/// The squares next to each square, and the jumps over a pawn there.
struct Labyrinth<'a> {
    position: &'a Position,
    cells: Vec<Cell>,
}

/// A square with what surrounds it, in the form that the inner loops want.
struct Cell {
    square: Square,
    neighbours: SquareSet,
    /// The neighbours again, as a list.
    steps: Few<u8>,
    /// For a pawn on each neighbour of this square, with another pawn *on* this square: where it
    /// can jump to.
    jumps_over: Few<(SquareSet, SquareSet)>,
    /// For a pawn on this square, with another pawn on each neighbour: where it can go.
    steps_beside: Few<(SquareSet, Few<u8>)>,
    /// Where a pawn on this square can go, wherever the other is.
    within_a_move: SquareSet,
}

/// At most five things: a pawn has four neighbours, and five squares to go to beside another.
#[derive(Clone, Copy)]
struct Few<T> {
    items: [T; 5],
    len: usize,
}

impl<T: Copy> Few<T> {
    fn new(filler: T, items: impl Iterator<Item = T>) -> Self {
        let mut few = Self { items: [filler; 5], len: 0 };
        for item in items {
            few.items[few.len] = item;
            few.len += 1;
        }
        few
    }

    fn as_slice(&self) -> &[T] {
        &self.items[..self.len]
    }
}

fn indices(squares: SquareSet) -> Few<u8> {
    Few::new(0, squares.iter().map(Square::index))
}

impl<'a> Labyrinth<'a> {
    fn new(position: &'a Position) -> Self {
        let cell = |square: Square| {
            let pawn = SquareSet::of(square);
            let neighbours = position.neighbours(pawn);
            let over = |from: Square| {
                let from_set = SquareSet::of(from);
                (from_set, position.steps_from(from, pawn) - position.neighbours(from_set))
            };
            let mut within_a_move = neighbours;
            let beside = |other: Square| {
                let other = SquareSet::of(other);
                let steps = position.steps_from(square, other);
                within_a_move |= steps;
                (other, indices(steps))
            };
            Cell {
                square,
                neighbours,
                steps: indices(neighbours),
                jumps_over: Few::new(
                    (SquareSet::EMPTY, SquareSet::EMPTY),
                    neighbours.iter().map(over),
                ),
                steps_beside: Few::new(
                    (SquareSet::EMPTY, indices(SquareSet::EMPTY)),
                    neighbours.iter().map(beside),
                ),
                within_a_move,
            }
        };
        Self { position, cells: position.variant().size.squares().iter().map(cell).collect() }
    }

    /// How the runner beats the rival: first where it wins in one move, then where the rival, to
    /// move, cannot help it, and so on. The moves are entered where the runner is to move, and
    /// where the rival is.
    fn solve(&self, runner: Player, runner_to_move: &mut Moves, rival_to_move: &mut Moves) {
        let runner_goals = self.position.goals(runner);
        let rival_goals = self.position.goals(runner.opposite());
        // By the rival's square, the runner's squares: where the runner, to move, wins; and where
        // the rival, to move, loses. A rival that has reached its goal never loses, so nothing is
        // ever won there.
        let (mut won, mut lost) =
            ([SquareSet::EMPTY; MAX_SQUARES], [SquareSet::EMPTY; MAX_SQUARES]);
        let cells: Vec<&Cell> =
            self.cells.iter().filter(|cell| !rival_goals.contains(cell.square)).collect();
        // The rival's squares for which something new was found: elsewhere nothing new follows.
        let mut new_losses = SquareSet::FULL;
        for moves in (1..=u8::MAX).step_by(2) {
            let mut new_wins = SquareSet::EMPTY;
            for cell in cells.iter().filter(|cell| new_losses.contains(cell.square)) {
                let rival = usize::from(cell.square.index());
                let wins =
                    self.steps_into(cell, lost[rival] | runner_goals) - runner_goals - won[rival];
                if !wins.is_empty() {
                    wins.iter()
                        .for_each(|own| runner_to_move[usize::from(own.index())][rival] = moves);
                    won[rival] |= wins;
                    new_wins.insert(cell.square);
                }
            }
            if new_wins.is_empty() {
                break;
            }
            new_losses = SquareSet::EMPTY;
            for cell in cells.iter().filter(|cell| cell.within_a_move.intersects(new_wins)) {
                let rival = usize::from(cell.square.index());
                let losses = no_way_out(cell, &won) - runner_goals - lost[rival];
                if !losses.is_empty() {
                    losses
                        .iter()
                        .for_each(|own| rival_to_move[rival][usize::from(own.index())] = moves + 1);
                    lost[rival] |= losses;
                    new_losses.insert(cell.square);
                }
            }
        }
    }

    /// From where the runner can get to one of its targets, with the rival on a cell.
    fn steps_into(&self, rival: &Cell, targets: SquareSet) -> SquareSet {
        let pawn = SquareSet::of(rival.square);
        let targets = targets - pawn;
        let mut from = self.position.neighbours(targets);
        for &(beside, jumps) in rival.jumps_over.as_slice() {
            if jumps.intersects(targets) {
                from |= beside;
            }
        }
        from - pawn
    }
}

/// For which squares of the runner every move of a rival on a cell leads to where the runner wins.
fn no_way_out(rival: &Cell, won: &[SquareSet; MAX_SQUARES]) -> SquareSet {
    let far = rival
        .steps
        .as_slice()
        .iter()
        .fold(SquareSet::FULL, |all, &step| all & won[usize::from(step)]);
    let mut squares = far - rival.neighbours - SquareSet::of(rival.square);
    // Next to the rival, the runner's pawn changes where the rival can go.
    for (runner, steps) in rival.steps_beside.as_slice() {
        if steps.as_slice().iter().all(|&step| won[usize::from(step)].intersects(*runner)) {
            squares |= *runner;
        }
    }
    squares
}
