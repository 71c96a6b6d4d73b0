//! An independent check of a solution.
//!
//! Moves, legality and images come from the rules (`quoridor-core`), not from the solver. Every
//! position of every canonical layout is looked at, also those that no game can reach:
//!
//! - won in `n` moves: some move leads to a position that is lost in `n - 1`, none to one that is
//!   lost sooner;
//! - lost in `n` moves: every move leads to a won position, the slowest to one won in `n - 1`;
//! - drawn: some move leads to a draw, none to a lost position.
//!
//! Distances fall to zero along the moves, so these conditions prove wins and losses; and a player
//! who always moves from draw to draw never loses, so they prove draws. Layouts without walls left
//! are not stored: they are solved again and then checked in the same way.

use core::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use quoridor_core::{
    ByPlayer, DistanceField, MAX_SQUARES, Player, Position, Setup, Square, SquareSet, Wall, WallSet,
};

use crate::error::SolveError;
use crate::layer::Layer;
use crate::layout::Layout;
use crate::solution::Solution;
use crate::solver::{Progress, on_threads};
use crate::space::{Space, Splits};
use crate::value::{Code, Value};

/// The positions that were checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Canonical layouts.
    pub layouts: u64,
    /// Positions that the player to move wins.
    pub won: u64,
    /// Positions that the player to move loses.
    pub lost: u64,
    /// Positions that neither can win.
    pub drawn: u64,
    /// The longest game with best play, in moves.
    pub longest: u8,
}

impl Verified {
    /// All positions.
    pub const fn positions(&self) -> u64 {
        self.won + self.lost + self.drawn
    }

    fn count(&mut self, value: Value) {
        match value {
            Value::Win(moves) => {
                self.won += 1;
                self.longest = self.longest.max(moves);
            }
            Value::Loss(moves) => {
                self.lost += 1;
                self.longest = self.longest.max(moves);
            }
            Value::Draw => self.drawn += 1,
        }
    }

    fn add(&mut self, other: Self) {
        self.layouts += other.layouts;
        self.won += other.won;
        self.lost += other.lost;
        self.drawn += other.drawn;
        self.longest = self.longest.max(other.longest);
    }
}

/// A position whose value does not follow from its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The position.
    pub position: String,
    /// The mistake.
    pub problem: String,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.position, self.problem)
    }
}

/// How to check a solution.
#[derive(Clone, Copy, Debug)]
pub struct VerifyOptions {
    /// The number of threads.
    pub threads: usize,
    /// Only every n-th layout is checked; 1 for all.
    pub every: usize,
}

/// Checks a solution, which must have kept all its layers.
///
/// # Errors
/// If a file cannot be read or the check was stopped. The inner error is the first contradiction
/// that was found.
pub fn verify(
    solution: &Solution,
    options: VerifyOptions,
    progress: &Progress,
) -> Result<Result<Verified, Contradiction>, SolveError> {
    let space = &solution.space;
    let totals = Mutex::new(Verified::default());
    let contradiction = Mutex::new(None);
    progress.begin(u64::MAX);
    let mut layers = Vec::new();
    for walls in 0..=space.last_layer() {
        layers.push(match &solution.layers[walls] {
            Some(tables) => Source::Stored(&tables.layer),
            None => Source::Race(Layer::new(space, walls, options.threads)),
        });
    }
    let layouts = layers.iter().map(|layer| layer.get().layouts.len() / options.every + 1);
    progress.begin(layouts.sum::<usize>() as u64);
    for source in &layers {
        let layer = source.get();
        progress.begin_layer(layer.walls);
        let next = AtomicUsize::new(0);
        let found = AtomicU64::new(0);
        on_threads(options.threads, || {
            let mut checker = Checker { solution, totals: Verified::default() };
            loop {
                let number = next.fetch_add(options.every, Ordering::Relaxed);
                if number >= layer.layouts.len() || found.load(Ordering::Relaxed) > 0 {
                    break;
                }
                progress.check()?;
                if let Err(problem) = checker.check_layout(layer.layouts[number])? {
                    found.store(1, Ordering::Relaxed);
                    if let Ok(mut contradiction) = contradiction.lock() {
                        contradiction.get_or_insert(problem);
                    }
                }
                progress.add(1);
            }
            if let Ok(mut totals) = totals.lock() {
                totals.add(checker.totals);
            }
            Ok(())
        })?;
        if found.into_inner() > 0 {
            break;
        }
    }
    let contradiction = contradiction.into_inner().unwrap_or_default();
    let totals = totals.into_inner().unwrap_or_default();
    Ok(contradiction.map_or(Ok(totals), Err))
}

enum Source<'a> {
    Stored(&'a Layer),
    Race(Layer),
}

impl Source<'_> {
    const fn get(&self) -> &Layer {
        match self {
            Self::Stored(layer) => layer,
            Self::Race(layer) => layer,
        }
    }
}

/// The tables of one layout, seen through the symmetry that leads to its canonical image.
struct View<'a> {
    space: &'a Space,
    splits: Splits,
    /// Whether the players change seats.
    swapped: bool,
    /// The numbers of the images of squares.
    images: [usize; MAX_SQUARES],
    block: Vec<u8>,
}

impl<'a> View<'a> {
    fn new(solution: &'a Solution, walls: WallSet) -> Result<Self, SolveError> {
        let space = &solution.space;
        let size = space.variant().size;
        let candidates = space.slots.symmetries().iter().map(|&symmetry| {
            let image = walls.iter().map(|wall| symmetry.wall(wall, size)).collect();
            (space.slots.layout(image), symmetry)
        });
        let (layout, symmetry) = candidates.min().expect("the identity is a symmetry");
        let mut images = [0; MAX_SQUARES];
        for square in size.squares() {
            let image = symmetry.square(square, size);
            images[usize::from(square.index())] = space.number(image);
        }
        let block = if solution.is_race(layout) {
            solution.race(layout)
        } else {
            let missing = || SolveError::BadFile {
                path: "the solution".into(),
                problem: format!("layer {} was not kept", layout.len()),
            };
            let tables = solution.layers[layout.len()].as_ref().ok_or_else(missing)?;
            let number = tables.layer.find(layout).expect("a layer has every layout");
            let mut buffer = Vec::new();
            let block = tables.block(number, &mut buffer);
            let block = block.map_err(|error| SolveError::Io { path: "the file".into(), error })?;
            block.to_vec()
        };
        let swapped = symmetry.player(Player::South) == Player::North;
        Ok(Self { space, splits: space.splits(layout), swapped, images, block })
    }

    /// The code of a position of this layout in which the game is not over.
    fn code(&self, pawns: [Square; 2], [south_left, north_left]: [usize; 2], turn: Player) -> Code {
        let [south, north] = pawns.map(|pawn| self.images[usize::from(pawn.index())]);
        let (south, north, left) =
            if self.swapped { (north, south, north_left) } else { (south, north, south_left) };
        let plane = usize::from((turn == Player::North) != self.swapped);
        let place = (2 * self.splits.index(left) + plane) * self.space.plane_len();
        Code(self.block[place + self.space.place_of_pawns(south, north)])
    }
}

struct Checker<'a> {
    solution: &'a Solution,
    totals: Verified,
}

impl Checker<'_> {
    fn check_layout(&mut self, layout: Layout) -> Result<Result<(), Contradiction>, SolveError> {
        let space = &self.solution.space;
        let walls = space.slots.walls(layout);
        self.totals.layouts += 1;
        let size = space.variant().size;
        let mut scene = Scene {
            here: View::new(self.solution, walls)?,
            after: Vec::new(),
            rules: Rules::new(space, walls),
            walls,
        };
        if layout.len() < space.all_walls() {
            for wall in size.walls() - walls.conflicts() {
                scene.after.push((wall, View::new(self.solution, walls.with(wall))?));
            }
        }
        for south in size.squares() - size.goals(Player::South) {
            for north in size.squares() - size.goals(Player::North) {
                if let Err(contradiction) = scene.check(south, north, &mut self.totals) {
                    return Ok(Err(contradiction));
                }
            }
        }
        Ok(Ok(()))
    }
}

/// A layout, and the layouts with one wall more.
struct Scene<'a> {
    here: View<'a>,
    after: Vec<(Wall, View<'a>)>,
    rules: Option<Rules>,
    walls: WallSet,
}

impl Scene<'_> {
    /// Checks the positions with the pawns on two squares.
    fn check(
        &self,
        south: Square,
        north: Square,
        totals: &mut Verified,
    ) -> Result<(), Contradiction> {
        let size = self.here.space.variant().size;
        // Which walls are legal does not depend on how many are left. The rules only know games
        // with as many walls for both: with an odd number on the board, one has one more left.
        let odd = (self.walls.len() % 2) as u8;
        let setup = Setup {
            size,
            walls: self.walls,
            pawns: by_player(south, north),
            walls_left: by_player(1, 1 + odd),
            turn: Player::South,
        };
        let legal = self.rules.as_ref().filter(|rules| rules.legal(south, north));
        // The same for both players and all splits.
        let mut legal_after = None;
        for left in self.here.splits.all() {
            for turn in [Player::South, Player::North] {
                let fail = |problem: String| {
                    let [south_left, north_left] = left.map(|left| left as u8);
                    let walls_left = by_player(south_left, north_left);
                    let position = Setup { walls_left, turn, ..setup }.to_string();
                    Contradiction { position, problem }
                };
                let value = self.here.code([south, north], left, turn).value();
                let (value, rules) = match (value, legal) {
                    (None, None) => continue,
                    (Some(value), Some(rules)) => (value, rules),
                    (None, _) => return Err(fail("it is legal and has no value".to_owned())),
                    (Some(value), None) => {
                        return Err(fail(format!("it is illegal and has the value {value}")));
                    }
                };
                let mut best = self.best_step(rules, [south, north], left, turn);
                let mover = usize::from(turn == Player::North);
                if left[mover] > 0 {
                    let mut left_after = left;
                    left_after[mover] -= 1;
                    if legal_after.is_none() {
                        let position = setup.position();
                        let position = position.map_err(|error| fail(error.to_string()))?;
                        let walls = position.legal_walls();
                        let views = self.after.iter().filter(|(wall, _)| walls.contains(*wall));
                        let views: Vec<&View<'_>> = views.map(|(_, view)| view).collect();
                        if views.len() != walls.len() {
                            return Err(fail("it has a legal wall that does not fit".to_owned()));
                        }
                        legal_after = Some(views);
                    }
                    for view in legal_after.iter().flatten() {
                        let code = view.code([south, north], left_after, turn.opposite());
                        if code == Code::ILLEGAL {
                            return Err(fail(
                                "a wall leads to a position without value".to_owned(),
                            ));
                        }
                        best = best.min(code);
                    }
                }
                let follows = expected(best);
                if follows != Some(value) {
                    let follows = follows.map_or("nothing".to_owned(), |value| value.to_string());
                    let problem =
                        format!("its value is {value}, and from its moves follows {follows}");
                    return Err(fail(problem));
                }
                totals.count(value);
            }
        }
        Ok(())
    }

    /// The smallest code after a step.
    fn best_step(
        &self,
        rules: &Rules,
        [south, north]: [Square; 2],
        left: [usize; 2],
        turn: Player,
    ) -> Code {
        let steps = rules.steps(south, north, turn).map(|(target, over)| {
            let pawns = if turn == Player::South { [target, north] } else { [south, target] };
            if over { Code::LOST } else { self.here.code(pawns, left, turn.opposite()) }
        });
        steps.min().unwrap_or(Code::ILLEGAL)
    }
}

fn by_player<T: Copy>(south: T, north: T) -> ByPlayer<T> {
    ByPlayer::from_values(vec![south, north]).unwrap_or_else(|_| unreachable!("two values"))
}

/// The value of a position from its best successor's, spelt out.
fn expected(best: Code) -> Option<Value> {
    match best.value()? {
        Value::Loss(moves) => Some(Value::Win(moves + 1)),
        Value::Draw => Some(Value::Draw),
        Value::Win(moves) => Some(Value::Loss(moves + 1)),
    }
}

/// The legal pawn moves in one layout.
struct Rules {
    position: Position,
    south: DistanceField,
    north: DistanceField,
}

impl Rules {
    /// `None` if no position with these walls is legal.
    fn new(space: &Space, walls: WallSet) -> Option<Self> {
        let size = space.variant().size;
        // Both started with as many walls: with an odd number on the board, one has one left.
        let odd = (walls.len() % 2) as u8;
        let mut positions = size.squares().iter().flat_map(|south| {
            size.squares().iter().filter_map(move |north| {
                let setup = Setup {
                    size,
                    walls,
                    pawns: by_player(south, north),
                    walls_left: by_player(0, odd),
                    turn: Player::South,
                };
                setup.position().ok().filter(|position| position.winner().is_none())
            })
        });
        let position = positions.next()?;
        let [south, north] =
            [Player::South, Player::North].map(|player| position.distance_field(player));
        Some(Self { position, south, north })
    }

    fn legal(&self, south: Square, north: Square) -> bool {
        south != north && self.south.get(south).is_some() && self.north.get(north).is_some()
    }

    /// Where the pawn of the player to move can go, and whether that ends the game.
    fn steps(
        &self,
        south: Square,
        north: Square,
        turn: Player,
    ) -> impl Iterator<Item = (Square, bool)> {
        let from = if turn == Player::South { south } else { north };
        let goals = self.position.goals(turn);
        let steps = self.position.steps_from(from, SquareSet::of(south).with(north));
        steps.iter().map(move |target| (target, goals.contains(target)))
    }
}

#[cfg(test)]
mod tests {
    use super::{VerifyOptions, verify};
    use crate::solution::Solution;
    use crate::solver::{Options, Progress, solve};
    use crate::space::Space;
    use crate::value::Code;

    const OPTIONS: VerifyOptions = VerifyOptions { threads: 2, every: 1 };

    fn solution(size: &str, walls: u8) -> Solution {
        let space = Space::new(size.parse().unwrap(), walls);
        let options = Options { threads: 1, memory: 1 << 30, keep: true };
        solve(&space, options, None, &Progress::default()).unwrap()
    }

    #[test]
    fn solutions_are_verified() {
        for (size, walls) in
            [("2x3", 0), ("2x3", 3), ("3x3", 2), ("4x3", 2), ("3x4", 2), ("3x5", 3), ("5x5", 1)]
        {
            let solution = solution(size, walls);
            let verified = verify(&solution, OPTIONS, &Progress::default()).unwrap().unwrap();
            assert!(verified.positions() > 0, "{verified:?}");
            assert_eq!(verified.won > 0, verified.longest > 0);
        }
    }

    /// With handicaps, too; and of two games, a wall more is never a disadvantage.
    #[test]
    fn handicaps_are_verified() {
        for size in ["3x3", "4x3", "3x4"] {
            let size = size.parse().unwrap();
            let options = Options { threads: 1, memory: 1 << 30, keep: true };
            let code = |walls| {
                let space = Space::with_handicap(size, walls);
                let solution = solve(&space, options, None, &Progress::default()).unwrap();
                let verified = verify(&solution, OPTIONS, &Progress::default()).unwrap();
                assert!(verified.unwrap().positions() > 0, "{size} {walls:?}");
                Code::from(solution.start())
            };
            for other in 0..3 {
                let of_south: Vec<Code> = (0..3).map(|south| code([south, other])).collect();
                assert!(of_south.is_sorted(), "{size}, {other} walls for North: {of_south:?}");
                let of_north: Vec<Code> = (0..3).rev().map(|north| code([other, north])).collect();
                assert!(of_north.is_sorted(), "{size}, {other} walls for South: {of_north:?}");
            }
        }
    }

    /// Every change of one byte is noticed.
    #[test]
    fn wrong_values_are_found() {
        let table_len = Space::new("3x3".parse().unwrap(), 1).table_len();
        assert!(verify(&solution("3x3", 1), OPTIONS, &Progress::default()).unwrap().is_ok());
        let mut changed = 0;
        for place in 0..2 * table_len {
            for delta in [1, 64, 128, 255] {
                let mut solution = solution("3x3", 1);
                let tables = solution.layers[1].as_mut().unwrap();
                tables.corrupt(place, delta);
                let result = verify(&solution, OPTIONS, &Progress::default()).unwrap();
                assert!(result.is_err(), "byte {place} + {delta}");
                changed += 1;
            }
        }
        assert_eq!(changed, 8 * table_len);
    }
}
