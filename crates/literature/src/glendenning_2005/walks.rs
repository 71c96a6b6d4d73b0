//! The Markov chain feature at the leaves of a search.
//!
//! A leaf differs from the position that the search began with by a few walls and steps, and the
//! equations of its walk ([`Walk`]) by a few entries. So the matrix A of a walk is inverted once
//! per search, on the board without the opponent's pawn, and changed afterwards. A changed matrix
//! is A + Σ uᵢ rᵢᵀ and its right side b + Σ βᵢ uᵢ, with a term for each passage that a new wall
//! closes and for each square that the opponent's pawn is next to. With G = A⁻¹ and v = G b, the
//! values of the changed walk are v + Σ zᵢ G uᵢ, where (Woodbury)
//!
//! > zᵢ + Σⱼ (rᵢᵀ G uⱼ) zⱼ = βᵢ − rᵢᵀ v.
//!
//! These are a handful of equations instead of seventy. They have no single solution if walls or
//! the pawn have shut squares in, from which a walk never ends. As no walk that ends comes there,
//! the equations of such squares are left as they were.

use quoridor_core::{
    Direction, MAX_SIDE, MAX_SQUARES, Orientation, Player, Position, Square, SquareSet, Wall,
    WallSet,
};

use super::markov::{Walk, rounded};

/// The place of an entry that is left out, beside those of the squares: its row and its column of
/// every inverse are zero. So are those of goals, whose values are known.
const NOWHERE: usize = MAX_SQUARES;

/// The squares, [`NOWHERE`], and padding to a whole number of vectors.
const WIDTH: usize = 88;

/// The most terms of a leaf: four walls, and the four neighbours of the opponent's pawn.
const MAX_TERMS: usize = 12;

/// Pivots below this are zero but for rounding. Others are far above it: a pivot is a quotient of
/// numbers of spanning forests of two boards that differ by one passage.
const ZERO: f64 = 1e-9;

/// The walks of both players in one search.
#[derive(Clone, Debug, Default)]
pub(super) struct Walks {
    root: Option<Position>,
    /// Without the opponent's pawn, by walker.
    open: [Option<Box<Solution>>; 2],
    /// With it, by walker and the pawn's square.
    past_pawn: [Vec<(Square, Option<Box<Solution>>)>; 2],
    /// Those of the last leaf, kept for their memory.
    terms: Terms,
}

/// The solved equations of a walk, by the indices of squares.
#[derive(Clone, Debug)]
struct Solution {
    inverse: [[f64; WIDTH]; MAX_SQUARES + 1],
    values: [f64; MAX_SQUARES + 1],
    /// Squares from which the walk never ends: their values are 0.
    endless: SquareSet,
}

impl Walks {
    /// Forgets everything about another search.
    pub(super) fn begin(&mut self, root: &Position) {
        self.root = Some(*root);
        self.open = [None, None];
        self.past_pawn = [Vec::new(), Vec::new()];
    }

    /// The value of a player's walk from its pawn: that of [`Walk::value`].
    pub(super) fn value(&mut self, position: &Position, player: Player) -> f64 {
        self.updated(position, player)
            .unwrap_or_else(|| Walk::of_player(position, player).value(position.pawn(player)))
    }

    /// The same, unless there is no such solution.
    fn updated(&mut self, position: &Position, player: Player) -> Option<f64> {
        let root = self.root?;
        let is_later = root.walls() - position.walls() == WallSet::EMPTY;
        if !is_later || position.variant() != root.variant() {
            return None;
        }
        let pawn = position.pawn(player);
        if position.goals(player).contains(pawn) {
            return Some(1.0);
        }
        let opponent = position.pawn(player.opposite());
        let place = self.find(&root, player, opponent);
        let solution = self.past_pawn[seat(player)][place].1.as_deref()?;
        let (terms, mut endless) = (&mut self.terms, solution.endless);
        terms.of_walls(&root, position, player, endless)?;
        let factors = match terms.factors(solution) {
            Some(factors) => factors,
            None => {
                let ending = ending(position, player, Some(opponent));
                endless |= position.variant().size.squares() - ending;
                terms.of_walls(&root, position, player, endless)?;
                terms.factors(solution)?
            }
        };
        if endless.contains(pawn) {
            return Some(0.0);
        }
        let at_pawn = &solution.inverse[index(pawn)];
        let change: f64 = terms.iter().zip(factors).map(|(term, z)| z * term.column(at_pawn)).sum();
        Some(rounded(solution.values[index(pawn)] + change))
    }

    /// The place of the walk at the root past the opponent's pawn on some square.
    fn find(&mut self, root: &Position, player: Player, opponent: Square) -> usize {
        let seat = seat(player);
        let known = self.past_pawn[seat].iter().position(|(square, _)| *square == opponent);
        known.unwrap_or_else(|| {
            let open =
                self.open[seat].get_or_insert_with(|| Box::new(Solution::open(root, player)));
            let solution = open.past_pawn(root, player, opponent);
            self.past_pawn[seat].push((opponent, solution));
            self.past_pawn[seat].len() - 1
        })
    }
}

impl Solution {
    /// The walk of a player on a board without the opponent's pawn.
    fn open(root: &Position, player: Player) -> Self {
        /// Neighbours are at most a row apart in the list of unknowns.
        const BAND: usize = MAX_SIDE as usize;
        let (goals, start_row) = (root.goals(player), root.goals(player.opposite()));
        let ending = ending(root, player, None);
        let unknowns = ending - goals;
        let squares: Vec<usize> = unknowns.iter().map(index).collect();
        let mut places = [0; MAX_SQUARES];
        for (place, &square) in squares.iter().enumerate() {
            places[square] = place;
        }
        let mut solution = Self {
            inverse: [[0.0; WIDTH]; MAX_SQUARES + 1],
            values: [0.0; MAX_SQUARES + 1],
            endless: root.variant().size.squares() - ending,
        };
        let mut rows = vec![[0.0; 2 * BAND + 1]; squares.len()];
        let mut right_sides = [0.0; WIDTH];
        for (place, square) in unknowns.iter().enumerate() {
            let neighbours = root.neighbours(SquareSet::of(square));
            let degree = neighbours.len() + usize::from(start_row.contains(square));
            rows[place][BAND] = degree as f64;
            for neighbour in neighbours & unknowns {
                rows[place][BAND + places[index(neighbour)] - place] = -1.0;
            }
            right_sides[index(square)] = (neighbours & goals).len() as f64;
            solution.inverse[index(square)][index(square)] = 1.0;
        }
        for place in 0..rows.len() {
            for distance in 1..=BAND.min(rows.len() - 1 - place) {
                let [above, below] = rows.get_disjoint_mut([place, place + distance]).expect("two");
                let entry = below[BAND - distance];
                if entry != 0.0 {
                    let factor = entry / above[BAND];
                    for (cell, above) in
                        below[BAND + 1 - distance..].iter_mut().zip(&above[BAND + 1..])
                    {
                        *cell -= factor * above;
                    }
                    solution.subtract(squares[place + distance], factor, squares[place]);
                }
            }
        }
        for place in (0..rows.len()).rev() {
            for distance in 1..=BAND.min(rows.len() - 1 - place) {
                let entry = rows[place][BAND + distance];
                if entry != 0.0 {
                    solution.subtract(squares[place], entry, squares[place + distance]);
                }
            }
            for cell in &mut solution.inverse[squares[place]] {
                *cell /= rows[place][BAND];
            }
        }
        for &square in &squares {
            let row = &solution.inverse[square];
            solution.values[square] = row.iter().zip(&right_sides).map(|(g, b)| g * b).sum();
        }
        solution
    }

    /// Subtracts a multiple of one row of the inverse from another.
    fn subtract(&mut self, from: usize, factor: f64, row: usize) {
        let [from, row] = self.inverse.get_disjoint_mut([from, row]).expect("two rows");
        for (cell, other) in from.iter_mut().zip(row) {
            *cell -= factor * *other;
        }
    }

    /// The same walk with the opponent's pawn in its way.
    fn past_pawn(&self, root: &Position, player: Player, opponent: Square) -> Option<Box<Self>> {
        let (goals, pawn) = (root.goals(player), SquareSet::of(opponent));
        let ending = ending(root, player, Some(opponent));
        let mut terms = Terms::default();
        for square in (root.neighbours(pawn) & ending) - goals {
            let before = root.neighbours(SquareSet::of(square));
            terms.replace(square, before, root.steps_from(square, pawn), goals)?;
        }
        let factors = terms.factors(self)?;
        let mut rows = [[0.0; WIDTH]; MAX_TERMS];
        for (row, term) in rows.iter_mut().zip(terms.iter()) {
            for &(place, entry) in term.row() {
                for (cell, other) in row.iter_mut().zip(&self.inverse[place]) {
                    *cell += entry * other;
                }
            }
        }
        solve(&mut terms.matrix(self), &mut rows[..terms.count])?;
        let mut changed = Box::new(self.clone());
        changed.endless = root.variant().size.squares() - ending - pawn;
        for place in 0..MAX_SQUARES {
            for (number, term) in terms.iter().enumerate() {
                let column = term.column(&self.inverse[place]);
                changed.values[place] += factors[number] * column;
                for (cell, row) in changed.inverse[place].iter_mut().zip(&rows[number]) {
                    *cell -= column * row;
                }
            }
        }
        Some(changed)
    }
}

/// A term u rᵀ of a changed matrix, with its β.
#[derive(Clone, Copy, Debug, Default)]
struct Term {
    /// u is 1 at the first place and −1 at the second.
    column: [usize; 2],
    /// The entries of r.
    row: [(usize, f64); MAX_ENTRIES],
    entries: usize,
    beta: f64,
}

/// The most entries of r: the square's own, up to four neighbours that it lost, and up to three
/// that it gained.
const MAX_ENTRIES: usize = 8;

impl Term {
    fn row(&self) -> &[(usize, f64)] {
        &self.row[..self.entries]
    }

    /// A row of an inverse, times u.
    fn column(&self, row: &[f64; WIDTH]) -> f64 {
        row[self.column[0]] - row[self.column[1]]
    }
}

/// The terms of a changed walk.
#[derive(Clone, Copy, Debug, Default)]
struct Terms {
    terms: [Term; MAX_TERMS],
    count: usize,
}

type Matrix = [[f64; MAX_TERMS]; MAX_TERMS];

impl Terms {
    fn iter(&self) -> impl Iterator<Item = &Term> {
        self.terms[..self.count].iter()
    }

    fn push(&mut self, term: Term) -> Option<()> {
        *self.terms.get_mut(self.count)? = term;
        self.count += 1;
        Some(())
    }

    /// What the walls do that were placed since the root, but to squares from which the walk never
    /// ends. `None` if there are too many terms, or if a wall gives such a square a way out: a wall
    /// behind the pawn turns the jump over it aside.
    fn of_walls(
        &mut self,
        root: &Position,
        position: &Position,
        player: Player,
        endless: SquareSet,
    ) -> Option<()> {
        self.count = 0;
        let goals = position.goals(player);
        let opponent = position.pawn(player.opposite());
        let pawn = SquareSet::of(opponent);
        let walls = position.walls() - root.walls();
        // A wall at the pawn changes the jumps over it.
        let is_at_pawn = walls
            .iter()
            .any(|wall| passages(wall).into_iter().flatten().any(|square| square == opponent));
        let mut replaced = SquareSet::EMPTY;
        if is_at_pawn {
            let beside = |direction: Direction| {
                let (columns, rows) = direction.offset();
                opponent.offset(columns, rows)
            };
            let sides: SquareSet = Direction::ALL.into_iter().filter_map(beside).collect();
            replaced = sides & position.variant().size.squares();
            if replaced.intersects(endless) {
                return None;
            }
            for square in replaced - goals {
                let (before, after) =
                    (root.steps_from(square, pawn), position.steps_from(square, pawn));
                self.replace(square, before, after, goals)?;
            }
        }
        let without_term = replaced | pawn | goals | endless;
        for [one, other] in walls.iter().flat_map(passages) {
            if without_term.contains(one) && without_term.contains(other) {
                continue;
            }
            let place = |square: Square| {
                if without_term.contains(square) { NOWHERE } else { index(square) }
            };
            let goal = |square: Square| f64::from(u8::from(goals.contains(square)));
            let mut term = Term {
                column: [place(one), place(other)],
                beta: goal(one) - goal(other),
                entries: 2,
                ..Term::default()
            };
            term.row[..2].copy_from_slice(&[(index(one), -1.0), (index(other), 1.0)]);
            self.push(term)?;
        }
        Some(())
    }

    /// A square has other neighbours than before.
    fn replace(
        &mut self,
        square: Square,
        before: SquareSet,
        after: SquareSet,
        goals: SquareSet,
    ) -> Option<()> {
        let count = |squares: SquareSet| squares.len() as f64;
        let mut term = Term {
            column: [index(square), NOWHERE],
            beta: count(after & goals) - count(before & goals),
            ..Term::default()
        };
        let own = std::iter::once((index(square), count(after) - count(before)));
        let lost = (before - after).iter().map(|square| (index(square), 1.0));
        let gained = (after - before).iter().map(|square| (index(square), -1.0));
        for entry in own.chain(lost).chain(gained) {
            *term.row.get_mut(term.entries)? = entry;
            term.entries += 1;
        }
        if before == after { Some(()) } else { self.push(term) }
    }

    /// The matrix of the equations for the factors z.
    fn matrix(&self, solution: &Solution) -> Matrix {
        let mut matrix = [[0.0; MAX_TERMS]; MAX_TERMS];
        for (number, (cells, term)) in matrix.iter_mut().zip(self.iter()).enumerate() {
            for &(place, entry) in term.row() {
                for (cell, other) in cells.iter_mut().zip(self.iter()) {
                    *cell += entry * other.column(&solution.inverse[place]);
                }
            }
            cells[number] += 1.0;
        }
        matrix
    }

    /// The factors z; `None` without a single solution.
    fn factors(&self, solution: &Solution) -> Option<[f64; MAX_TERMS]> {
        let mut right_sides = [[0.0; 1]; MAX_TERMS];
        for (right_side, term) in right_sides.iter_mut().zip(self.iter()) {
            let known: f64 =
                term.row().iter().map(|&(place, entry)| entry * solution.values[place]).sum();
            right_side[0] = term.beta - known;
        }
        solve(&mut self.matrix(solution), &mut right_sides[..self.count])?;
        Some(right_sides.map(|[factor]| factor))
    }
}

/// Solves equations with several right sides, which become the solutions; `None` if the matrix has
/// no inverse.
fn solve<const N: usize>(matrix: &mut Matrix, right_sides: &mut [[f64; N]]) -> Option<()> {
    let count = right_sides.len();
    for place in 0..count {
        let size = |row: usize| matrix[row][place].abs();
        let best = (place..count).max_by(|&one, &other| size(one).total_cmp(&size(other)))?;
        if size(best) < ZERO {
            return None;
        }
        matrix.swap(place, best);
        right_sides.swap(place, best);
        let (above, below) = matrix.split_at_mut(place + 1);
        let (sides_above, sides_below) = right_sides.split_at_mut(place + 1);
        for (row, sides) in below.iter_mut().zip(sides_below) {
            let factor = row[place] / above[place][place];
            for (cell, other) in row[place + 1..count].iter_mut().zip(&above[place][place + 1..]) {
                *cell -= factor * other;
            }
            for (side, other) in sides.iter_mut().zip(&sides_above[place]) {
                *side -= factor * other;
            }
        }
    }
    for place in (0..count).rev() {
        let (above, below) = right_sides.split_at_mut(place + 1);
        for (entry, solution) in matrix[place][place + 1..].iter().zip(below) {
            for (side, other) in above[place].iter_mut().zip(solution) {
                *side -= entry * *other;
            }
        }
        for side in &mut above[place] {
            *side /= matrix[place][place];
        }
    }
    Some(())
}

/// The squares from which a player's walk can end, on its goal or behind its start row, perhaps
/// with the opponent's pawn in its way.
fn ending(position: &Position, player: Player, opponent: Option<Square>) -> SquareSet {
    let pawn: SquareSet = opponent.into_iter().collect();
    let mut jumping_off = position.neighbours(pawn);
    let mut ending = (position.goals(player) | position.goals(player.opposite())) - pawn;
    loop {
        let mut more = (ending | position.neighbours(ending)) - pawn;
        for square in jumping_off - more {
            if position.steps_from(square, pawn).intersects(ending) {
                more.insert(square);
            }
        }
        if more == ending {
            return ending;
        }
        jumping_off = jumping_off - more;
        ending = more;
    }
}

/// The two passages that a wall closes, as the squares on both sides.
fn passages(wall: Wall) -> [[Square; 2]; 2] {
    let at = |columns, rows| {
        wall.square().offset(columns, rows).expect("a wall lies between four squares")
    };
    match wall.orientation() {
        Orientation::Horizontal => [[at(0, 0), at(0, 1)], [at(1, 0), at(1, 1)]],
        Orientation::Vertical => [[at(0, 0), at(1, 0)], [at(0, 1), at(1, 1)]],
    }
}

fn seat(player: Player) -> usize {
    usize::from(player == Player::North)
}

fn index(square: Square) -> usize {
    usize::from(square.index())
}

#[cfg(test)]
mod tests {
    use quoridor_core::Variant;
    use quoridor_engine::random::Random;

    use super::*;
    use crate::glendenning_2005::sample;

    /// Positions up to six plies after a root, in which walls and steps are as likely.
    fn leaves(root: Position, random: &mut Random) -> Vec<Position> {
        let mut leaves = vec![root];
        let mut leaf = root;
        for _ in 0..6 {
            let moves = leaf.legal_moves();
            let walls: Vec<_> = moves.walls.iter().collect();
            let steps: Vec<_> = moves.steps.iter().collect();
            let mv = match random.pick(&walls) {
                Some(wall) if random.chance(0.5) => quoridor_core::Move::Wall(wall),
                _ => quoridor_core::Move::Step(random.pick(&steps).expect("a step")),
            };
            leaf.play_unchecked(mv);
            if leaf.winner().is_some() {
                break;
            }
            leaves.push(leaf);
        }
        leaves
    }

    #[test]
    fn leaves_have_the_values_of_their_walks() {
        let mut random = Random::new(7);
        let (mut updated, mut all) = (0, 0);
        let small = Variant { size: "5x7".parse().unwrap(), walls: 6, ..Variant::STANDARD };
        for variant in [Variant::STANDARD, small] {
            for root in sample::positions(variant, 400) {
                let mut walks = Walks::default();
                walks.begin(&root);
                for leaf in leaves(root, &mut random) {
                    for player in [Player::South, Player::North] {
                        let exact = Walk::of_player(&leaf, player).value(leaf.pawn(player));
                        assert_eq!(walks.value(&leaf, player), exact, "{root} {leaf} {player}");
                        updated += usize::from(walks.updated(&leaf, player).is_some());
                        all += 1;
                    }
                }
            }
        }
        // Most are not left to the slow solution.
        assert!(100 * updated > 99 * all, "{updated} of {all}");
    }

    #[test]
    fn another_search_is_another_root() {
        let positions = sample::positions(Variant::STANDARD, 2);
        let mut walks = Walks::default();
        walks.begin(&positions[0]);
        for position in &positions {
            let exact = Walk::of_player(position, Player::South);
            let value = exact.value(position.pawn(Player::South));
            assert_eq!(walks.value(position, Player::South), value);
        }
    }
}
