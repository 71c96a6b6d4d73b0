//! Openings.

use std::collections::HashSet;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use quoridor_core::notation::{Dialect, MoveListError};
use quoridor_core::{Game, Move, Position};
use quoridor_engine::random::Random;
use thiserror::Error;

use quoridor_engine::Fnv;

/// A choice of openings, as it is typed: `start`, `random:6`, or the name of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningChoice {
    /// The start position.
    Start,
    /// Random moves.
    Random {
        /// The number of moves.
        plies: usize,
    },
    /// A file of openings.
    File(PathBuf),
}

/// The most moves of a random opening: every player still has walls and a way to go.
const MOST_RANDOM_PLIES: usize = 40;

impl FromStr for OpeningChoice {
    type Err = ParseOpeningChoiceError;

    fn from_str(text: &str) -> Result<Self, ParseOpeningChoiceError> {
        match text.split_once(':') {
            _ if text.is_empty() => Err(ParseOpeningChoiceError),
            _ if text == "start" => Ok(Self::Start),
            Some(("random", plies)) => {
                let plies =
                    plies.parse().ok().filter(|plies| (1..=MOST_RANDOM_PLIES).contains(plies));
                plies.map(|plies| Self::Random { plies }).ok_or(ParseOpeningChoiceError)
            }
            _ => Ok(Self::File(text.into())),
        }
    }
}

impl fmt::Display for OpeningChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("start"),
            Self::Random { plies } => write!(f, "random:{plies}"),
            Self::File(file) => file.display().fmt(f),
        }
    }
}

/// The text names no openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected start, random: and a number of plies from 1 to {MOST_RANDOM_PLIES}, or a file")]
pub struct ParseOpeningChoiceError;

/// Openings by number. When there are no more, they repeat from the first.
#[derive(Clone, Debug)]
pub struct Openings {
    start: Position,
    known: Vec<Game>,
    more: Option<RandomOpenings>,
}

impl Openings {
    /// Prepares the openings of a choice. The seed chooses random openings, and shuffles those of a
    /// file unless it is 1.
    ///
    /// # Errors
    /// The file cannot be read, or has a mistake in it.
    pub fn new(choice: &OpeningChoice, start: &Position, seed: u64) -> Result<Self, OpeningsError> {
        let (known, more) = match choice {
            OpeningChoice::Start => (vec![Game::new(*start)], None),
            OpeningChoice::Random { plies } => {
                (Vec::new(), Some(RandomOpenings::new(*start, [*plies], seed)))
            }
            OpeningChoice::File(file) => (shuffled(read_file(file, start)?, seed), None),
        };
        Ok(Self { start: *start, known, more })
    }

    /// The openings of a list.
    pub fn listed(openings: Vec<Game>) -> Self {
        Self { start: Position::default(), known: openings, more: None }
    }

    /// A hash of the openings of a file, in their order.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut hash = Fnv::default();
        for opening in &self.known {
            opening.moves().iter().for_each(|mv| hash.text(&mv.to_string()));
            hash.text("");
        }
        hash.value()
    }

    /// The opening of a number.
    pub fn get(&mut self, number: usize) -> Game {
        while self.known.len() <= number {
            match self.more.as_mut().and_then(Iterator::next) {
                Some(opening) => self.known.push(opening),
                // Where not one opening is balanced, there is still the start.
                None if self.known.is_empty() => self.known.push(Game::new(self.start)),
                None => {
                    self.more = None;
                    break;
                }
            }
        }
        self.known[number % self.known.len()].clone()
    }
}

/// Distinct balanced openings of random moves.
///
/// Each move is a step or a wall with equal probability. Balanced: the shortest paths differ by one
/// step at most. Distinct: no position is another one mirrored or rotated.
#[derive(Clone, Debug)]
pub struct RandomOpenings {
    start: Position,
    /// The lengths, in turn.
    plies: Vec<usize>,
    random: Random,
    seen: HashSet<Position>,
}

/// Failed attempts in a row after which there are no more openings.
const TRIES: usize = 20_000;

impl RandomOpenings {
    /// The openings of a seed; their lengths are those given, in turn.
    ///
    /// # Panics
    /// If no length is given.
    pub fn new(start: Position, plies: impl IntoIterator<Item = usize>, seed: u64) -> Self {
        let plies: Vec<usize> = plies.into_iter().collect();
        assert!(!plies.is_empty(), "openings have a length");
        Self { start, plies, random: Random::new(seed), seen: HashSet::new() }
    }

    /// Random moves, whatever they lead to; `None` if the game is over with them.
    fn draw(&mut self) -> Option<Game> {
        let mut game = Game::new(self.start);
        for _ in 0..self.plies[self.seen.len() % self.plies.len()] {
            let legal = game.position().legal_moves();
            let steps: Vec<Move> = legal.iter().filter(|mv| matches!(mv, Move::Step(_))).collect();
            let others: Vec<Move> =
                legal.iter().filter(|mv| !matches!(mv, Move::Step(_))).collect();
            let moves = if others.is_empty() || (!steps.is_empty() && self.random.chance(0.5)) {
                steps
            } else {
                others
            };
            game.play(self.random.pick(&moves)?).expect("a legal move is legal");
        }
        game.position().winner().is_none().then_some(game)
    }
}

impl Iterator for RandomOpenings {
    type Item = Game;

    fn next(&mut self) -> Option<Game> {
        let mut fresh = (0..TRIES).filter_map(|_| {
            let game = self.draw().filter(|game| is_balanced(game.position()))?;
            self.seen.insert(game.position().canonical().0).then_some(game)
        });
        fresh.next()
    }
}

/// Whether the players' shortest paths differ by one step at most.
pub fn is_balanced(position: &Position) -> bool {
    let distances = || position.seats().players().iter().map(|&player| position.distance(player));
    distances().max().zip(distances().min()).is_some_and(|(most, least)| most - least <= 1)
}

/// The seed that leaves the openings of a file in their order: the default of matches.
const ORDERED: u64 = 1;

/// Openings in the random order of a seed (Fisher and Yates, 1938).
fn shuffled(mut openings: Vec<Game>, seed: u64) -> Vec<Game> {
    let mut random = Random::new(seed);
    if seed != ORDERED {
        (1..openings.len()).rev().for_each(|last| openings.swap(last, random.below(last + 1)));
    }
    openings
}

fn read_file(file: &Path, start: &Position) -> Result<Vec<Game>, OpeningsError> {
    let text = fs::read_to_string(file)
        .map_err(|error| OpeningsError::Read { file: file.to_owned(), error })?;
    let at = |problem| move |line| OpeningsError::Line { file: file.to_owned(), line, problem };
    let openings = read_openings(&text, start).map_err(|(line, problem)| at(problem)(line))?;
    if openings.is_empty() {
        Err(OpeningsError::Empty { file: file.to_owned() })
    } else {
        Ok(openings)
    }
}

/// Reads openings, one a line; what follows `#` is for people. The error is the number of the line
/// and what is wrong there.
///
/// # Errors
/// Moves that cannot be read or made, and games that are over.
pub fn read_openings(text: &str, start: &Position) -> Result<Vec<Game>, (usize, OpeningProblem)> {
    let lines =
        (1..).zip(text.lines().map(|line| line.split('#').next().unwrap_or_default().trim()));
    let openings = lines.filter(|(_, line)| !line.is_empty()).map(|(number, line)| {
        let game = Dialect::Standard
            .read_moves(line, start)
            .map_err(|error| (number, OpeningProblem::Moves(error)))?;
        if game.position().winner().is_some() {
            Err((number, OpeningProblem::Over))
        } else {
            Ok(game)
        }
    });
    openings.collect()
}

/// Why a line is no opening.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningProblem {
    /// The moves cannot be read or made.
    #[error("{0}")]
    Moves(MoveListError),
    /// The game is over.
    #[error("the game is over after these moves")]
    Over,
}

/// Why there are no openings.
#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    /// The file cannot be read.
    #[error("cannot read {}: {error}", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A line of it is wrong.
    #[error("{}, line {line}: {problem}", file.display())]
    Line {
        /// The file.
        file: PathBuf,
        /// The line, from one.
        line: usize,
        /// The mistake.
        problem: OpeningProblem,
    },
    /// There is nothing in it.
    #[error("{} has no openings: write moves, one opening a line", file.display())]
    Empty {
        /// The file.
        file: PathBuf,
    },
}

#[cfg(test)]
mod tests {
    use quoridor_core::{Seats, Variant};

    use super::*;

    #[test]
    fn random_openings_are_balanced_distinct_and_the_same_every_time() {
        for seats in Seats::ALL {
            let start = Position::start(Variant::official(seats));
            let openings: Vec<Game> = RandomOpenings::new(start, [6], 5).take(200).collect();
            assert_eq!(openings, RandomOpenings::new(start, [6], 5).take(200).collect::<Vec<_>>());
            assert_ne!(openings, RandomOpenings::new(start, [6], 6).take(200).collect::<Vec<_>>());
            let distinct: HashSet<Position> =
                openings.iter().map(|game| game.position().canonical().0).collect();
            assert_eq!(distinct.len(), 200);
            assert!(
                openings.iter().all(|game| game.moves().len() == 6 && is_balanced(game.position()))
            );
        }
    }

    /// From the start there are 131 moves; those of the left half are the others mirrored.
    #[test]
    fn when_there_are_no_more_they_begin_again() {
        let mut openings =
            Openings::new(&OpeningChoice::Random { plies: 1 }, &Position::default(), 1).unwrap();
        let first = openings.get(0);
        let all = RandomOpenings::new(Position::default(), [1], 1).count();
        // One step forward, one aside, and the walls.
        let walls = Position::default().legal_walls().iter();
        let balanced =
            walls.filter(|&wall| is_balanced(&Position::default().play(Move::Wall(wall)).unwrap()));
        let mirrored: HashSet<Position> = balanced
            .map(|wall| Position::default().play(Move::Wall(wall)).unwrap().canonical().0)
            .collect();
        assert_eq!(all, 2 + mirrored.len());
        assert_eq!(openings.get(all), first);
    }

    #[test]
    fn files_have_one_opening_a_line() {
        let start = Position::default();
        let openings = read_openings("# first\n\n1. e2 e8 2. e3h # a wall\ne2\n", &start).unwrap();
        let moves: Vec<usize> = openings.iter().map(|game| game.moves().len()).collect();
        assert_eq!(moves, [3, 1]);
        let (line, problem) = read_openings("e2 e8\ne2 e7\n", &start).unwrap_err();
        assert_eq!(line, 2);
        assert!(problem.to_string().starts_with("move 2, 'e7': illegal"), "{problem}");
        let near: Position = "- / - / e8 a2 / 10 10 / 1".parse().unwrap();
        assert_eq!(read_openings("e9", &near), Err((1, OpeningProblem::Over)));
    }

    #[test]
    fn a_seed_shuffles_the_openings_of_a_file() {
        let start = Position::default();
        let text: String = start.legal_moves().iter().map(|mv| format!("{mv}\n")).collect();
        let listed = read_openings(&text, &start).unwrap();
        assert_eq!(shuffled(listed.clone(), 1), listed);
        let (second, third) = (shuffled(listed.clone(), 2), shuffled(listed.clone(), 3));
        assert!(second != listed && second != third && second == shuffled(listed.clone(), 2));
        let sorted = |openings: &[Game]| {
            let mut moves: Vec<String> =
                openings.iter().map(|game| game.moves()[0].to_string()).collect();
            moves.sort();
            moves
        };
        assert_eq!(sorted(&second), sorted(&listed));
    }

    #[test]
    fn choices_are_read() {
        assert_eq!("start".parse(), Ok(OpeningChoice::Start));
        assert_eq!("random:6".parse(), Ok(OpeningChoice::Random { plies: 6 }));
        assert_eq!(
            "data/openings.txt".parse(),
            Ok(OpeningChoice::File("data/openings.txt".into()))
        );
        for text in ["", "random:", "random:0", "random:x", "random:41"] {
            assert_eq!(text.parse::<OpeningChoice>(), Err(ParseOpeningChoiceError), "{text}");
        }
    }
}
