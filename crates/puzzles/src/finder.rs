//! Finds puzzles in games.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use quoridor_core::{Game, Move, Player, Position, Seats, WallSet};
use quoridor_engine::run::unstoppable_run;

use crate::{Difficulty, Judge, Puzzle, Settings, Tries, Verdict, winning_moves};

/// Finds puzzles, each only once.
#[derive(Debug)]
pub struct Finder {
    settings: Settings,
    /// The hashes of the positions that were puzzles already, each by its canonical form.
    positions: HashSet<u64>,
    /// The walls and first moves of puzzles. Games that part late have positions with the same
    /// walls and the same solution, which differ by a step.
    ideas: HashSet<(WallSet, Move)>,
}

/// Why a puzzle does not stand up to verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The place of the solver's move that is not the only one, from one.
    pub mv: usize,
}

/// MiB of each transposition table of a thread.
const TABLE: u64 = 1;

/// How many times as many nodes as the search that finds a puzzle the champion has to find it too.
const SECOND_OPINION: u64 = 20;

impl Finder {
    /// A finder that knows some puzzles already.
    pub fn new(settings: Settings, known: &[Puzzle]) -> Self {
        let mut finder = Self { settings, positions: HashSet::new(), ideas: HashSet::new() };
        for puzzle in known {
            finder.is_new(puzzle);
        }
        finder
    }

    /// The puzzles in some games, in their order. Threads share the games, which changes nothing.
    /// `None` if it was stopped.
    pub fn find(
        &mut self,
        games: &[Game],
        threads: usize,
        stop: &AtomicBool,
    ) -> Option<Vec<Puzzle>> {
        let next = AtomicUsize::new(0);
        let settings = &self.settings;
        let work = || {
            let mut judge = Judge::new(TABLE);
            let mut found = Vec::new();
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(game) = games.get(place) else { return found };
                let mut positions = game.positions();
                while let Some((position, later)) = positions.split_first() {
                    if stop.load(Ordering::Relaxed) {
                        return found;
                    }
                    positions = later;
                    if let Some(puzzle) = puzzle_at(&mut judge, position, settings) {
                        // The rest of its solution is no puzzle of its own.
                        positions = later.get(puzzle.solution().len()..).unwrap_or_default();
                        found.push((place, puzzle));
                    }
                }
            }
        };
        let mut found: Vec<(usize, Puzzle)> = thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
            workers
                .into_iter()
                .flat_map(|worker| worker.join().expect("no search panics"))
                .collect()
        });
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        // Stable: a thread finds the puzzles of a game in their order.
        found.sort_by_key(|(place, _)| *place);
        let puzzles = found.into_iter().map(|(_, puzzle)| puzzle);
        Some(puzzles.filter(|puzzle| self.is_new(puzzle)).collect())
    }

    fn is_new(&mut self, puzzle: &Puzzle) -> bool {
        let position = puzzle.position();
        let is_new_position = self.positions.insert(position.canonical().0.hash());
        let is_new_idea = self.ideas.insert((position.walls(), puzzle.solution()[0]));
        is_new_position && is_new_idea
    }
}

/// The puzzle that a position is, verified and rated.
fn puzzle_at(judge: &mut Judge, position: &Position, settings: &Settings) -> Option<Puzzle> {
    if position.outcome().is_some() || position.seats() != Seats::Two {
        return None;
    }
    let left: u8 = position.all_walls_left().values().sum();
    if !settings.walls.contains(&left) || only_runs(position, position.turn()) {
        return None;
    }
    let mv = judge.suspect(position, settings.nodes)?;
    let unrated = Difficulty::new(Difficulty::RANGE.0)?;
    let first = Puzzle::new(*position, vec![mv], unrated).ok()?;
    if Tries::of_level(&first, settings.glance, 0).share() > 0.5 {
        return None;
    }
    let solution = solution(judge, position, settings)?;
    if !judge.agrees(position, solution[0], settings.nodes * SECOND_OPINION) {
        return None;
    }
    let puzzle = Puzzle::new(*position, solution, unrated).ok()?;
    let difficulty = Difficulty::measure(&puzzle);
    Some(puzzle.rated(difficulty))
}

/// Whether a player only has to run: the opponent has no walls left and comes too late.
fn only_runs(position: &Position, player: Player) -> bool {
    position.walls_left(player.opposite()) == 0 && unstoppable_run(position, player).is_some()
}

/// The moves of the solver, each the only one that wins by a large search, with the best answers.
/// They end when the game does, before a move that is not the only one, and when the solver only
/// has to run.
fn solution(judge: &mut Judge, position: &Position, settings: &Settings) -> Option<Vec<Move>> {
    let Settings { nodes, verification, .. } = *settings;
    let solver = position.turn();
    let (mut here, mut solution) = (*position, Vec::new());
    for _ in 0..settings.longest {
        // The moves after the first are found by the small search before the large one is asked.
        let is_likely = solution.is_empty() || judge.suspect(&here, nodes).is_some();
        if !is_likely || only_runs(&here, solver) {
            break;
        }
        let verdict = judge.judge(&here, nodes * verification, verification);
        let Verdict::One { mv, answer, .. } = verdict else { break };
        solution.extend([mv, answer]);
        here.play_unchecked(mv);
        here.play_unchecked(answer);
        if here.winner().is_some() {
            break;
        }
    }
    // The last answer, which nothing follows, is not part of it.
    solution.pop();
    (!solution.is_empty()).then_some(solution)
}

impl Puzzle {
    /// Verifies that each move of the solver is the only one that wins: by searches of this many
    /// nodes, and of a share of it for moves that look hopeless; where at most one wall is left,
    /// exactly as well.
    ///
    /// # Errors
    /// The first move that is not.
    pub fn verify(&self, judge: &mut Judge, nodes: u64, share: u64) -> Result<(), Rejected> {
        let mut here = *self.position();
        for (place, turn) in self.solution().chunks(2).enumerate() {
            let is_exact = winning_moves(&here).is_none_or(|winning| winning == turn[..1]);
            let verdict = judge.judge(&here, nodes, share);
            let is_only = matches!(verdict, Verdict::One { mv, .. } if mv == turn[0]);
            if !(is_exact && is_only) {
                return Err(Rejected { mv: place + 1 });
            }
            for &mv in turn {
                here.play_unchecked(mv);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use quoridor_core::Adjudication;
    use quoridor_engine::{Limits, choose_alone};
    use quoridor_players::Spec;

    use super::*;

    /// A game of level 2 against itself on a small board.
    fn small_game(seed: u32) -> Game {
        let spec: Spec = format!("alphabeta:hash=1,level=2,seed={seed}").parse().unwrap();
        let mut agent = spec.build().unwrap();
        let mut game = Game::new(Position::start("5x5, 2 players, 3 walls".parse().unwrap()));
        while game.result(&Adjudication::STANDARD).is_none() {
            let mv = choose_alone(agent.as_mut(), &game, &Limits::NONE).mv;
            game.play(mv).unwrap();
        }
        game
    }

    /// Small searches: the puzzles are what they are, the same with one thread and with three, and
    /// stand up to verification.
    #[test]
    fn puzzles_are_found_once_and_verified() {
        let settings =
            Settings { nodes: 5_000, verification: 2, glance: 1, longest: 3, walls: 0..=6 };
        let games: Vec<Game> = (0..6).map(small_game).collect();
        let stop = AtomicBool::new(false);
        let find =
            |threads| Finder::new(settings.clone(), &[]).find(&games, threads, &stop).unwrap();
        let found = find(1);
        assert_eq!(found, find(3));
        for (place, puzzle) in found.iter().enumerate() {
            let same =
                |other: &Puzzle| other.canonical().position() == puzzle.canonical().position();
            assert!(!found[..place].iter().any(same));
            assert_eq!(puzzle.verify(&mut Judge::new(1), 10_000, 2), Ok(()));
        }
        assert_eq!(Finder::new(settings, &found).find(&games, 2, &stop), Some(Vec::new()));
        assert!(!found.is_empty(), "the games have no puzzle at all");
    }
}
