//! Games of people and other programs, from the store, to learn from instead of self-play.
//!
//! Glendenning names learning from games of people as future work. A stored game has no values of
//! our search: they are added by searching its positions.

use std::collections::HashSet;

use quoridor_core::{BoardSize, Game, Move, Outcome, Position, Seats};
use quoridor_engine::{Limits, Value, choose_alone};
use quoridor_players::Spec;
use quoridor_store::files::checksum;
use quoridor_store::{Filter, Store, StoreError};

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct FinishedGame {
    /// Its positions and moves.
    pub game: Game,
    /// Its result.
    pub outcome: Outcome,
}

impl FinishedGame {
    /// The finished games of a filter for two players on 9x9, at most `limit`, in the order in
    /// which they were stored. The same moves with the same result are taken once: they would be
    /// learnt from and held out at the same time.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn of_store(store: &Store, filter: &Filter, limit: usize) -> Result<Vec<Self>, StoreError> {
        let mut seen: HashSet<(Position, Vec<Move>, Outcome)> = HashSet::new();
        let mut games = Vec::new();
        let listed = store.list(filter)?;
        if let Some(damage) = listed.damage.into_iter().next() {
            return Err(damage);
        }
        for summary in listed.games {
            let variant = summary.start.variant();
            let is_usual = variant.seats == Seats::Two && variant.size == BoardSize::STANDARD;
            let Some(outcome) = summary.outcome.filter(|_| is_usual && summary.plies > 0) else {
                continue;
            };
            let record = store.record(summary.id)?;
            let game = record.game();
            let moves = game.moves().to_vec();
            if seen.insert((record.start, moves, outcome)) {
                games.push(Self { game, outcome });
            }
            if games.len() == limit {
                break;
            }
        }
        Ok(games)
    }

    /// The value of the search in every other position, from `first` on; `None` in the others.
    pub(super) fn values(&self, first: usize, spec: &Spec, nodes: u64) -> Vec<Option<Value>> {
        let mut agent = spec.build().expect("the player was built before");
        let mut game = Game::new(*self.game.start());
        let mut values = Vec::new();
        for (ply, &mv) in self.game.moves().iter().enumerate() {
            let is_sampled = ply % 2 == first % 2;
            let value = is_sampled
                .then(|| choose_alone(agent.as_mut(), &game, &Limits::nodes(nodes)).value);
            values.push(value.flatten());
            game.play(mv).expect("the moves were legal before");
        }
        values
    }
}

/// A checksum of all games: a run continues only with the same ones.
pub(super) fn fingerprint(games: &[FinishedGame]) -> String {
    let line = |finished: &FinishedGame| {
        let moves: Vec<String> = finished.game.moves().iter().map(ToString::to_string).collect();
        let result = match finished.outcome {
            Outcome::Win(player) => player.to_string(),
            Outcome::Draw => "draw".to_owned(),
        };
        format!("{} / {} / {result}\n", finished.game.start(), moves.join(" "))
    };
    format!("{:016x}", checksum(games.iter().map(line).collect::<String>().as_bytes()))
}
