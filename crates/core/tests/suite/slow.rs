//! The rules a second time, as plainly as possible: grids of booleans, breadth-first search, no bit
//! tricks, nothing kept that can be worked out again. It shares only the vocabulary with the crate.

use std::collections::{HashSet, VecDeque};

use quoridor_core::{
    IllegalMove, Move, Orientation, Outcome, Player, Seats, Square, SquareSet, Variant, Wall,
};

type Place = (i32, i32);

const UP: Place = (0, 1);
const DOWN: Place = (0, -1);
const LEFT: Place = (-1, 0);
const RIGHT: Place = (1, 0);
const WAYS: [Place; 4] = [UP, DOWN, LEFT, RIGHT];

#[derive(Clone)]
pub(crate) struct SlowPosition {
    width: i32,
    height: i32,
    players: Vec<Player>,
    /// In turn order, like the next three.
    pawns: Vec<Place>,
    walls_left: Vec<u32>,
    turn: usize,
    walls: Vec<(Place, Orientation)>,
    winner: Option<Player>,
}

impl SlowPosition {
    pub(crate) fn start(variant: Variant) -> Self {
        let (width, height) = (i32::from(variant.size.width()), i32::from(variant.size.height()));
        let players = match variant.seats {
            Seats::Two => vec![Player::South, Player::North],
            Seats::Three => vec![Player::South, Player::West, Player::North],
            Seats::Four => vec![Player::South, Player::West, Player::North, Player::East],
        };
        let pawns = players.iter().map(|player| match player {
            Player::South => (width / 2, 0),
            Player::West => (0, height / 2),
            Player::North => (width / 2, height - 1),
            Player::East => (width - 1, height / 2),
        });
        Self {
            width,
            height,
            pawns: pawns.collect(),
            walls_left: players.iter().map(|_| u32::from(variant.walls)).collect(),
            turn: 0,
            walls: Vec::new(),
            winner: None,
            players,
        }
    }

    pub(crate) fn turn(&self) -> Player {
        self.players[self.turn]
    }

    pub(crate) fn pawn(&self, index: usize) -> Square {
        name(self.pawns[index])
    }

    pub(crate) fn walls_left(&self, index: usize) -> u32 {
        self.walls_left[index]
    }

    pub(crate) fn winner(&self) -> Option<Player> {
        self.winner
    }

    pub(crate) fn walls(&self) -> HashSet<Wall> {
        self.walls
            .iter()
            .map(|&(place, orientation)| Wall::new(name(place), orientation).unwrap())
            .collect()
    }

    /// Makes a move that is legal.
    pub(crate) fn play(&mut self, mv: Move) {
        match mv {
            Move::Step(square) => {
                self.pawns[self.turn] = place(square);
                if self.is_goal(self.turn, place(square)) {
                    self.winner = Some(self.players[self.turn]);
                }
            }
            Move::Wall(wall) => {
                self.walls.push((place(wall.square()), wall.orientation()));
                self.walls_left[self.turn] -= 1;
            }
            Move::Pass => {}
        }
        self.turn = (self.turn + 1) % self.players.len();
    }

    /// Every move there is on the largest board, with the reason why it is illegal, if it is.
    pub(crate) fn judge_all(&self) -> Vec<(Move, Option<IllegalMove>)> {
        let grid = Grid::new(self, None);
        let steps = self.steps(&grid);
        let mut judged: Vec<(Move, Option<IllegalMove>)> = Square::all()
            .map(|square| (Move::Step(square), self.judge_step(square, &steps)))
            .chain(Wall::all().map(|wall| (Move::Wall(wall), self.judge_wall(wall))))
            .collect();
        let pass = match self.winner {
            Some(winner) => Some(IllegalMove::GameOver { outcome: Outcome::Win(winner) }),
            None if judged.iter().any(|(_, reason)| reason.is_none()) => {
                Some(IllegalMove::CannotPass)
            }
            None => None,
        };
        judged.push((Move::Pass, pass));
        judged
    }

    fn judge_step(&self, to: Square, steps: &HashSet<Place>) -> Option<IllegalMove> {
        if let Some(winner) = self.winner {
            return Some(IllegalMove::GameOver { outcome: Outcome::Win(winner) });
        }
        if !self.on_board(place(to)) {
            return Some(IllegalMove::OffBoard { mv: Move::Step(to) });
        }
        if steps.contains(&place(to)) {
            return None;
        }
        let legal = steps.iter().map(|&place| name(place)).collect();
        Some(IllegalMove::NotAStep { from: name(self.pawns[self.turn]), to, legal })
    }

    fn judge_wall(&self, wall: Wall) -> Option<IllegalMove> {
        if let Some(winner) = self.winner {
            return Some(IllegalMove::GameOver { outcome: Outcome::Win(winner) });
        }
        let (x, y) = place(wall.square());
        if x > self.width - 2 || y > self.height - 2 {
            return Some(IllegalMove::OffBoard { mv: Move::Wall(wall) });
        }
        if self.walls_left[self.turn] == 0 {
            return Some(IllegalMove::NoWallsLeft { player: self.players[self.turn] });
        }
        let stands = |place: Place, orientation| self.walls.contains(&(place, orientation));
        let along = match wall.orientation() {
            Orientation::Horizontal => [(x - 1, y), (x, y), (x + 1, y)],
            Orientation::Vertical => [(x, y - 1), (x, y), (x, y + 1)],
        };
        if let Some(&other) = along.iter().find(|&&other| stands(other, wall.orientation())) {
            return Some(IllegalMove::Overlaps {
                wall: Wall::new(name(other), wall.orientation()).unwrap(),
            });
        }
        if stands((x, y), wall.orientation().turned()) {
            return Some(IllegalMove::Crosses { wall: wall.turned() });
        }
        let grid = Grid::new(self, Some(wall));
        (0..self.players.len()).find_map(|index| {
            let distances = grid.distances(&[self.pawns[index]]);
            let reach = distances.iter().enumerate().filter(|(_, distance)| distance.is_some());
            let reach: Vec<Place> =
                reach.map(|(cell, _)| (cell as i32 % 9, cell as i32 / 9)).collect();
            if reach.iter().any(|&place| self.is_goal(index, place)) {
                return None;
            }
            let reach: SquareSet = reach.into_iter().map(name).collect();
            Some(IllegalMove::SealsOff { player: self.players[index], reach })
        })
    }

    /// Where the pawn to move can go.
    fn steps(&self, grid: &Grid) -> HashSet<Place> {
        let mut steps = HashSet::new();
        if self.winner.is_some() {
            return steps;
        }
        let here = self.pawns[self.turn];
        for way in WAYS {
            if !grid.is_open(here, way) {
                continue;
            }
            let next = add(here, way);
            if !self.pawns.contains(&next) {
                steps.insert(next);
            } else if grid.is_open(next, way) {
                if !self.pawns.contains(&add(next, way)) {
                    steps.insert(add(next, way));
                }
            } else {
                let sides = if way == UP || way == DOWN { [LEFT, RIGHT] } else { [UP, DOWN] };
                for side in sides {
                    if grid.is_open(next, side) && !self.pawns.contains(&add(next, side)) {
                        steps.insert(add(next, side));
                    }
                }
            }
        }
        steps
    }

    /// Where a player's pawn could go if it stood on this square, and if it were its turn.
    pub(crate) fn steps_from(&self, index: usize, square: Square) -> SquareSet {
        let mut there = self.clone();
        there.pawns[index] = place(square);
        there.turn = index;
        there.winner = None;
        there.steps(&Grid::new(&there, None)).into_iter().map(name).collect()
    }

    /// The distance of every square from this one, by [`Square::index`].
    pub(crate) fn distances_from(&self, square: Square) -> Vec<Option<u8>> {
        Grid::new(self, None).distances(&[place(square)])
    }

    /// The distance from every square to a player's goal, by [`Square::index`].
    pub(crate) fn distances_to_goal(&self, index: usize) -> Vec<Option<u8>> {
        self.distances_to_goal_with(index, None)
    }

    /// The same with one wall more.
    pub(crate) fn distances_to_goal_with(
        &self,
        index: usize,
        wall: Option<Wall>,
    ) -> Vec<Option<u8>> {
        let cells = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        let goals: Vec<Place> = cells.filter(|&place| self.is_goal(index, place)).collect();
        Grid::new(self, wall).distances(&goals)
    }

    fn is_goal(&self, index: usize, (x, y): Place) -> bool {
        match self.players[index] {
            Player::South => y == self.height - 1,
            Player::West => x == self.width - 1,
            Player::North => y == 0,
            Player::East => x == 0,
        }
    }

    fn on_board(&self, (x, y): Place) -> bool {
        x >= 0 && x < self.width && y >= 0 && y < self.height
    }
}

/// Which ways are open.
struct Grid {
    up: [[bool; 9]; 9],
    right: [[bool; 9]; 9],
}

impl Grid {
    fn new(position: &SlowPosition, extra: Option<Wall>) -> Self {
        let mut grid = Self { up: [[false; 9]; 9], right: [[false; 9]; 9] };
        for x in 0..position.width {
            for y in 0..position.height {
                grid.up[x as usize][y as usize] = position.on_board((x, y + 1));
                grid.right[x as usize][y as usize] = position.on_board((x + 1, y));
            }
        }
        let extra = extra.map(|wall| (place(wall.square()), wall.orientation()));
        for &((x, y), orientation) in position.walls.iter().chain(&extra) {
            let (x, y) = (x as usize, y as usize);
            match orientation {
                Orientation::Horizontal => (grid.up[x][y], grid.up[x + 1][y]) = (false, false),
                Orientation::Vertical => (grid.right[x][y], grid.right[x][y + 1]) = (false, false),
            }
        }
        grid
    }

    fn is_open(&self, (x, y): Place, way: Place) -> bool {
        let at = |grid: &[[bool; 9]; 9], x: i32, y: i32| {
            x >= 0 && y >= 0 && grid[x as usize][y as usize]
        };
        match way {
            UP => at(&self.up, x, y),
            DOWN => at(&self.up, x, y - 1),
            RIGHT => at(&self.right, x, y),
            _ => at(&self.right, x - 1, y),
        }
    }

    /// The distance of every square from the nearest of some squares, by [`Square::index`].
    fn distances(&self, from: &[Place]) -> Vec<Option<u8>> {
        let mut distances = vec![None; 81];
        let mut queue = VecDeque::new();
        for &place in from {
            distances[cell(place)] = Some(0);
            queue.push_back(place);
        }
        while let Some(place) = queue.pop_front() {
            for way in WAYS {
                let next = add(place, way);
                if self.is_open(place, way) && distances[cell(next)].is_none() {
                    distances[cell(next)] = distances[cell(place)].map(|distance: u8| distance + 1);
                    queue.push_back(next);
                }
            }
        }
        distances
    }
}

fn add((x, y): Place, (dx, dy): Place) -> Place {
    (x + dx, y + dy)
}

fn cell((x, y): Place) -> usize {
    (y * 9 + x) as usize
}

fn place(square: Square) -> Place {
    (i32::from(square.column()), i32::from(square.row()))
}

fn name((x, y): Place) -> Square {
    Square::new(x as u8, y as u8).unwrap()
}
