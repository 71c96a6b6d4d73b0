//! What the network says of a position, as the tree needs it.

use std::cmp::Reverse;

use quoridor_core::{Move, Player, Position};

use super::{Edge, NO_NODE};
use crate::net::conv::{POLICY_SIZE, policy_places};
use crate::net::{exponential, logistic};

/// The network's evaluation of a position: a value from -1 to 1, and the moves by its policy.
#[derive(Debug)]
pub(in crate::players::puct) struct Evaluation {
    value: f64,
    /// The likeliest move first; of equals, the one with the lower index. A number holds both, the
    /// prior's bits above the complement of the index: priors are not negative, so their bits have
    /// their order.
    moves: Vec<u64>,
}

impl Evaluation {
    /// The evaluation of a position that is not over. Moves that let the opponent win at once are
    /// left out, unless `all_moves`.
    pub(in crate::players::puct) fn new(
        position: &Position,
        policy: &[f32; POLICY_SIZE],
        value: f32,
        temperature: f32,
        all_moves: bool,
    ) -> Self {
        let player = position.turn();
        let is_risky = !all_moves && position.distance(player.opposite()) <= 2;
        let legal = position.legal_moves();
        // Indices and priors in arrays of their own: so the compiler can do many of them at once.
        let (mut indices, mut priors, mut count) = ([0; Move::COUNT], [0.0; Move::COUNT], 0);
        let places = policy_places(player);
        legal.iter().for_each(|mv| {
            if !(is_risky && loses_at_once(position, mv)) {
                indices[count] = mv.index();
                priors[count] = policy[usize::from(places[usize::from(mv.index())])] / temperature;
                count += 1;
            }
        });
        let (indices, priors) = (&indices[..count], &mut priors[..count]);
        let most = priors.iter().fold(f32::NEG_INFINITY, |most, &prior| most.max(prior));
        for prior in priors.iter_mut() {
            *prior = exponential(*prior - most);
        }
        let sum = priors.iter().fold(0.0, |sum, prior| sum + prior);
        let mut moves: Vec<u64> = Vec::with_capacity(count);
        moves.extend(indices.iter().zip(priors).map(|(index, prior)| {
            u64::from((*prior / sum).to_bits()) << 8 | u64::from(u8::MAX - index)
        }));
        moves.sort_unstable_by_key(|&key| Reverse(key));
        let score = logistic(value);
        Self { value: f64::from(2.0 * score - 1.0), moves }
    }

    /// The value for the player to move, from -1 to 1.
    pub(in crate::players::puct) const fn value(&self) -> f64 {
        self.value
    }

    /// How many moves there are.
    pub(in crate::players::puct) const fn len(&self) -> usize {
        self.moves.len()
    }

    /// The moves, the likeliest first.
    pub(in crate::players::puct) fn edges(&self) -> impl Iterator<Item = Edge> {
        self.moves.iter().map(|key| Edge {
            mv: Move::from_index(u8::MAX - *key as u8).expect("it was made of a move"),
            prior: f32::from_bits((key >> 8) as u32),
            child: NO_NODE,
            visits: 0,
        })
    }
}

/// Whether the opponent can go to its goal after a move.
fn loses_at_once(position: &Position, mv: Move) -> bool {
    let mut next = *position;
    next.play_unchecked(mv);
    let opponent: Player = next.turn();
    next.winner().is_none() && next.legal_steps().intersects(next.goals(opponent))
}
