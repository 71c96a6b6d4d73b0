//! The opening explorer: the moves played in a position, and their results.

use std::collections::BTreeMap;

use quoridor_core::{Move, Outcome, Position, Symmetry};
use quoridor_engine::sort_few;

/// A move that was played in a position, with the results for the player who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Continuation {
    /// The move. In a position that is its own mirror image, it stands for its image too.
    pub mv: Move,
    /// In how many games it was played.
    pub games: u64,
    /// Games that the player won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// How many of them another player won. (The rest has no result.)
    pub losses: u64,
}

/// The moves of games in a position or in one of its images, as they are counted.
pub(crate) struct Explorer {
    position: Position,
    canonical: Position,
    /// From the position to its canonical image.
    here: Symmetry,
    own: Vec<Symmetry>,
    continuations: BTreeMap<Move, Continuation>,
    /// The moves of the game that is being counted.
    current: (i64, Vec<Move>),
}

impl Explorer {
    pub(crate) fn new(position: &Position) -> Self {
        let (canonical, here) = position.canonical();
        let (continuations, current) = (BTreeMap::new(), (0, Vec::new()));
        let own = own_symmetries(position);
        Self { position: *position, canonical, here, own, continuations, current }
    }

    /// Counts a move of a game: `there` is the symmetry from the game's position to the canonical
    /// image. All moves of a game come one after the other; each different one counts once.
    pub(crate) fn add(
        &mut self,
        game: i64,
        there: Symmetry,
        played: Move,
        outcome: Option<Outcome>,
    ) {
        let size = self.position.variant().size;
        // Every symmetry is its own inverse: from the game to the canonical image, and from
        // there to the position.
        let mv = self.here.mv(there.mv(played, size), size);
        let mv = self.own.iter().map(|own| own.mv(mv, size)).min().unwrap_or(mv);
        if self.current.0 != game {
            self.current = (game, Vec::new());
        }
        if self.current.1.contains(&mv) {
            return;
        }
        self.current.1.push(mv);
        let mover = there.player(self.canonical.turn());
        let none = Continuation { mv, games: 0, wins: 0, draws: 0, losses: 0 };
        let continuation = self.continuations.entry(mv).or_insert(none);
        continuation.games += 1;
        match outcome {
            Some(Outcome::Win(winner)) if winner == mover => continuation.wins += 1,
            Some(Outcome::Win(_)) => continuation.losses += 1,
            Some(Outcome::Draw) => continuation.draws += 1,
            None => {}
        }
    }

    /// The moves, the most frequent first.
    pub(crate) fn finish(self) -> Vec<Continuation> {
        let mut continuations: Vec<Continuation> = self.continuations.into_values().collect();
        sort_few(&mut continuations, |one, other| other.games.cmp(&one.games));
        continuations
    }
}

/// The symmetries that change nothing about a position.
fn own_symmetries(position: &Position) -> Vec<Symmetry> {
    let all = Symmetry::of(position.variant()).iter().copied();
    all.filter(|symmetry| symmetry.position(position).as_ref() == Some(position)).collect()
}
