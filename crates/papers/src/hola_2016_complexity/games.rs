//! Games of our own, for how long a game is and how many moves there are to choose from.

use std::collections::HashSet;
use std::error::Error;

use quoridor_core::{Adjudication, Ending, Game, Move};

use crate::games::{Contest, Games, Pairings};
use quoridor_arena::OpeningChoice;
use quoridor_arena::statistics::{Distribution, GameFigures};
use quoridor_store::Reason;

/// Random moves that begin each game, so that deterministic players do not repeat one game.
pub(crate) const OPENING: usize = 4;

/// Glendenning's MOVECAP in the competitions that gave 91.1 moves and 60.4 choices: a longer game
/// is a draw.
pub(crate) const MOVE_CAP: usize = 182;

/// Who plays itself, and what it may use up for a move.
pub(crate) struct Pairing {
    pub(crate) spec: &'static str,
    /// As it is entered: `nodes=1000`.
    pub(crate) limits: &'static str,
    pub(crate) limits_in_words: &'static str,
}

/// Players from the weakest to the strongest.
pub(crate) const PAIRINGS: [Pairing; 6] = [
    Pairing { spec: "random", limits: "own", limits_in_words: "" },
    Pairing { spec: "hola-2016-heuristic", limits: "own", limits_in_words: "" },
    Pairing { spec: "mertens-2006", limits: "depth=2", limits_in_words: "depth 2" },
    Pairing {
        spec: "respall-2018",
        limits: "simulations=1000",
        limits_in_words: "1,000 simulations",
    },
    Pairing { spec: "alphabeta:hash=4", limits: "nodes=1000", limits_in_words: "1,000 nodes" },
    Pairing { spec: "champion", limits: "nodes=100", limits_in_words: "100 nodes" },
];

/// The games of a player against itself.
pub(crate) struct Played {
    pub(crate) figures: GameFigures,
    /// Games that ended by the move cap.
    pub(crate) capped: u64,
    /// Games that had been played before, and were not counted again.
    pub(crate) repeated: u64,
    /// The decimal logarithm of the product of all choices of a game, times a million and rounded:
    /// the size of the tree of which it is one branch.
    pub(crate) tree: Distribution,
    pub(crate) knuth: Knuth,
}

/// The mean of the products of all choices, added up from their logarithms.
///
/// If all moves are drawn uniformly, its expectation is the number of games of the whole tree
/// (D. E. Knuth, Estimating the efficiency of backtrack programs, 1975).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Knuth {
    games: u64,
    /// The decimal logarithm of the largest product.
    largest: f64,
    /// The sum of all products, with the largest as the unit.
    sum: f64,
}

impl Knuth {
    const NONE: Self = Self { games: 0, largest: f64::NEG_INFINITY, sum: 0.0 };

    fn add(&mut self, logarithm: f64) {
        self.games += 1;
        if logarithm > self.largest {
            self.sum = self.sum * 10_f64.powf(self.largest - logarithm) + 1.0;
            self.largest = logarithm;
        } else {
            self.sum += 10_f64.powf(logarithm - self.largest);
        }
    }

    /// The decimal logarithm of the mean.
    pub(crate) fn mean(&self) -> f64 {
        self.largest + (self.sum / self.games as f64).log10()
    }

    /// How much of the mean the largest product alone makes.
    pub(crate) fn share_of_largest(&self) -> f64 {
        1.0 / self.sum
    }
}

/// Plays a player against itself, from a number of openings.
pub(crate) fn play(
    pairing: &Pairing,
    openings: usize,
    games: &mut Games<'_>,
) -> Result<Played, Box<dyn Error + Send + Sync>> {
    let contest = Contest {
        name: &format!("{} plays itself", pairing.spec),
        players: &vec![format!("{}@{}", pairing.spec, pairing.limits); 2],
        pairings: Pairings::RoundRobin,
        openings: OpeningChoice::Random { plies: OPENING },
        rounds: openings,
        adjudication: Adjudication { max_plies: Some(MOVE_CAP), repetitions: None },
    };
    let mut played = Played {
        figures: GameFigures::default(),
        capped: 0,
        repeated: 0,
        tree: Distribution::default(),
        knuth: Knuth::NONE,
    };
    // Who sat where does not matter between a player and itself.
    let mut seen: HashSet<Vec<Move>> = HashSet::new();
    for game in games.play(&contest)?.games.values() {
        if !seen.insert(game.game.moves().to_vec()) {
            played.repeated += 1;
            continue;
        }
        played.capped += u64::from(game.reason == Reason::Over(Ending::MoveCap));
        let tree = tree_size(&game.game);
        played.tree.record((tree * 1e6).round() as u64);
        played.knuth.add(tree);
        played.figures += GameFigures::of(game);
    }
    Ok(played)
}

/// The decimal logarithm of the product of the choices in every position of a game.
fn tree_size(game: &Game) -> f64 {
    let chosen = &game.positions()[..game.moves().len()];
    chosen.iter().map(|position| (position.legal_moves().len() as f64).log10()).sum()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::{Progress, Settings};

    /// Products of 10, 1000 and 100.
    #[test]
    fn products_are_added_up_from_their_logarithms() {
        let mut knuth = Knuth::NONE;
        for logarithm in [1.0, 3.0, 2.0] {
            knuth.add(logarithm);
        }
        assert!((knuth.mean() - (1110.0_f64 / 3.0).log10()).abs() < 1e-12, "{knuth:?}");
        assert!((knuth.share_of_largest() - 1000.0 / 1110.0).abs() < 1e-12, "{knuth:?}");
    }

    /// Players that only walk: somebody wins long before the cap, and as only the opening's walls
    /// are on the board, there are many to choose from.
    #[test]
    fn games_are_played_and_counted() {
        let walkers = Pairing { spec: "hola-2016-path", limits: "own", limits_in_words: "" };
        let walk = || {
            let folder = tempfile::tempdir().unwrap();
            let settings = Settings { seed: 5, scale: 1.0, folder: folder.path().to_owned() };
            let stop = AtomicBool::new(false);
            let progress = Progress { tell: &|_| (), stop: &stop };
            play(&walkers, 10, &mut Games::open("walkers", &settings, &progress).unwrap()).unwrap()
        };
        let played = walk();
        assert_eq!((played.figures.games() + played.repeated, played.capped), (20, 0));
        let length = &played.figures.length;
        assert!(length.min().unwrap() > 8 && length.max().unwrap() < 60, "{length:?}");
        assert_eq!(
            played.figures.branching.count(),
            length.total() as u64 - OPENING as u64 * played.figures.games()
        );
        assert!(played.figures.branching.min().unwrap() > 60);
        // The product of the choices lies between those of the fewest and of the most choices.
        let logarithm = played.tree.mean().unwrap() / 1e6;
        assert!(logarithm > 8.0 * 1.7 && logarithm < 60.0 * 2.13, "{logarithm}");
        assert_eq!(walk().figures, played.figures);
    }
}
