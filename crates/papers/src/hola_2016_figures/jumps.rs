//! Hoľa's jump rule: "If opponent's pawn stands on an adjacent space, current player can jump with
//! his pawn to all the places where the opponent pawn can move."
//!
//! By the official rules a pawn jumps straight over the other one, and aside only if a wall or the
//! edge is behind it. His rule allows every official jump and more. All players here play by the
//! official rules; this measures how often his would have given them another choice.

use std::collections::HashSet;

use quoridor_arena::OpeningChoice;
use quoridor_arena::statistics::Proportion;
use quoridor_core::{Adjudication, Direction, Position, SquareSet};
use quoridor_report::{Block, Quantity};

use crate::compare;
use crate::games::{Contest, Games, Pairings};
use crate::{BoxedError, Settings};

/// Openings at scale 1; each is played twice.
const OPENINGS: u64 = 100;

/// Counts over positions and games.
pub(super) struct Jumps {
    positions: u64,
    /// Positions with the pawns next to each other and no wall between.
    contact: u64,
    /// Positions in which his rule allows more steps.
    extra: u64,
    /// Positions in which one of these leads nearer to the goal than every official step.
    nearer: u64,
    games: u64,
    /// Games with at least one such position.
    games_with_extra: u64,
    games_with_nearer: u64,
}

/// The steps that his rule allows and the official one does not.
fn extra_steps(position: &Position) -> SquareSet {
    let (own, other) = (position.pawn(position.turn()), position.pawn(position.turn().opposite()));
    let is_adjacent =
        Direction::ALL.iter().any(|&direction| position.neighbour(own, direction) == Some(other));
    if !is_adjacent {
        return SquareSet::default();
    }
    let official = position.legal_steps();
    Direction::ALL
        .iter()
        .filter_map(|&direction| position.neighbour(other, direction))
        .filter(|&square| square != own && !official.contains(square))
        .collect()
}

fn is_in_contact(position: &Position) -> bool {
    let own = position.pawn(position.turn());
    let other = position.pawn(position.turn().opposite());
    Direction::ALL.iter().any(|&direction| position.neighbour(own, direction) == Some(other))
}

fn leads_nearer(position: &Position, extra: SquareSet) -> bool {
    let field = position.distance_field(position.turn());
    let nearest = |squares: SquareSet| squares.iter().filter_map(|square| field.get(square)).min();
    match (nearest(extra), nearest(position.legal_steps())) {
        (Some(extra), Some(official)) => extra < official,
        (extra, official) => extra.is_some() && official.is_none(),
    }
}

impl Jumps {
    /// Plays `hola-2016-heuristic` against itself and counts.
    pub(super) fn measure(settings: &Settings, games: &mut Games<'_>) -> Result<Self, BoxedError> {
        let played = games.play(&Contest {
            name: "jump rule",
            players: &["hola-2016-heuristic:seed=1", "hola-2016-heuristic:seed=2"]
                .map(str::to_owned),
            pairings: Pairings::RoundRobin,
            openings: OpeningChoice::Start,
            rounds: settings.scaled(OPENINGS, 1) as usize,
            adjudication: Adjudication { max_plies: Some(1000), repetitions: None },
        })?;
        let mut jumps = Self {
            positions: 0,
            contact: 0,
            extra: 0,
            nearer: 0,
            games: 0,
            games_with_extra: 0,
            games_with_nearer: 0,
        };
        let mut seen = HashSet::new();
        for game in played.games.values() {
            if seen.insert(game.game.moves().to_vec()) {
                jumps.count(&game.game.positions()[..game.game.moves().len()]);
            }
        }
        Ok(jumps)
    }

    fn count(&mut self, positions: &[Position]) {
        let (mut extra, mut nearer) = (0, 0);
        for position in positions {
            self.contact += u64::from(is_in_contact(position));
            let steps = extra_steps(position);
            if !steps.is_empty() {
                extra += 1;
                nearer += u64::from(leads_nearer(position, steps));
            }
        }
        self.positions += positions.len() as u64;
        self.games += 1;
        self.extra += extra;
        self.nearer += nearer;
        self.games_with_extra += u64::from(extra > 0);
        self.games_with_nearer += u64::from(nearer > 0);
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        let row = |what: &str, count: u64, of: u64| {
            let share = compare::estimate(Proportion::new(count, of));
            let percent = |share: f64| Quantity::Percent(share, 2).to_string();
            vec![
                what.to_owned(),
                count.to_string(),
                of.to_string(),
                share.map_or_else(String::new, |share| percent(share.value)),
                share.map_or_else(String::new, |share| {
                    format!("{} to {}", percent(share.interval.low), percent(share.interval.high))
                }),
            ]
        };
        let rows = vec![
            row("positions with the pawns in contact", self.contact, self.positions),
            row("positions with more steps by his rule", self.extra, self.positions),
            row("positions where one of them leads nearer", self.nearer, self.positions),
            row("games with more steps by his rule", self.games_with_extra, self.games),
            row("games where one of them leads nearer", self.games_with_nearer, self.games),
        ];
        vec![
            Block::heading("The jump rule"),
            Block::paragraph(
                "Section 3.2: \"If opponent's pawn stands on an adjacent space, current player \
                 can jump with his pawn to all the places where the opponent pawn can move.\" The \
                 official rules allow a jump to the side only if a wall or the edge is behind the \
                 other pawn. Players here follow the official rules. In games of \
                 hola-2016-heuristic against itself from the usual start (distinct games; \
                 intervals of positions take them as independent):",
            ),
            Block::table(["", "count", "of", "share", "95 % interval"], rows),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked by hand, South to move.
    #[test]
    fn the_steps_of_his_rule() {
        let extra = |position: &str| extra_steps(&position.parse().unwrap()).to_string();
        // Apart: none. In contact on an open board: d6 and f6 beside the straight jump e7.
        assert_eq!(extra("- / - / e5 e7 / 10 10 / 1"), "");
        assert_eq!(extra("- / - / e5 e6 / 10 10 / 1"), "d6 f6");
        // A wall behind: d6 and f6 are official. A wall between: no contact.
        assert_eq!(extra("e6 / - / e5 e6 / 10 9 / 1"), "");
        assert_eq!(extra("e5 / - / e5 e6 / 10 9 / 1"), "");
        // A wall right of e6: only d6 is left.
        assert_eq!(extra("- / e6 / e5 e6 / 10 9 / 1"), "d6");
    }
}
