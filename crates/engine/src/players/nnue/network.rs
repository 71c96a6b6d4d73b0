//! The network: sums of feature weights that are kept up to date, and small layers on top.
//!
//! All numbers are integers, so every machine computes the same:
//!
//! - sum of a unit = bias + weights of the features that are present (16 bits, wrapping);
//! - activation = clamp(sum, 0, 127), where 64 is 1.0;
//! - hidden unit = clamp(⌊(bias + Σ weight · activation) / 64⌋, 0, 127);
//! - score = ⌊(bias + Σ weight · hidden unit) / 256⌋, in hundredths of a step;
//! - logit of a move = bias + Σ weight · activation, in 4096ths.

use quoridor_core::{Move, Symmetry};

use super::features::Features;

/// The number of units, whose sums are kept up to date.
pub const UNITS: usize = 128;

/// The number of hidden units between them and the score.
pub const HIDDEN: usize = 32;

/// The number of moves that have logits: all but the pass.
pub const MOVES: usize = Move::COUNT - 1;

/// An activation of 1.0 is 2 to this power.
const ONE: u32 = 6;

/// The largest activation.
const MOST: i16 = 127;

/// A score of one is 2 to this power before it is rounded down.
const FINE: u32 = 8;

/// The activations of the units.
pub type Units = [i16; UNITS];

/// The weights and biases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// By feature, the weights to all units.
    pub(super) first: Box<[[i16; UNITS]; Features::COUNT]>,
    pub(super) first_bias: [i16; UNITS],
    /// By hidden unit, the weights from all units.
    pub(super) hidden: Box<[[i16; UNITS]; HIDDEN]>,
    pub(super) hidden_bias: [i32; HIDDEN],
    pub(super) score: [i16; HIDDEN],
    pub(super) score_bias: i32,
    /// By index of the move, the weights from all units.
    pub(super) policy: Box<[[i16; UNITS]; MOVES]>,
    pub(super) policy_bias: [i32; MOVES],
}

/// The sums of the units for some features. To go to other features only the differences are added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accumulator {
    features: Features,
    sums: [i16; UNITS],
}

impl Network {
    /// The sums without any feature.
    pub const fn empty(&self) -> Accumulator {
        Accumulator { features: Features::NONE, sums: self.first_bias }
    }

    /// Makes the sums those of other features.
    #[inline]
    pub fn update(&self, accumulator: &mut Accumulator, features: Features) {
        let Accumulator { features: before, sums } = accumulator;
        for feature in before.without(&features) {
            for (sum, weight) in sums.iter_mut().zip(&self.first[feature]) {
                *sum = sum.wrapping_sub(*weight);
            }
        }
        for feature in features.without(before) {
            for (sum, weight) in sums.iter_mut().zip(&self.first[feature]) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        *before = features;
    }

    /// The score, in hundredths of a step for the player to move.
    #[inline]
    pub fn score(&self, units: &Units) -> i32 {
        let mut sum = self.score_bias;
        for ((weights, bias), last) in self.hidden.iter().zip(self.hidden_bias).zip(self.score) {
            let hidden = (bias + dot(weights, units)) >> ONE;
            sum += i32::from(last) * hidden.clamp(0, MOST.into());
        }
        sum >> FINE
    }

    /// The logit of every move that a position's view shows, by its index.
    pub fn policy(&self, units: &Units) -> [i32; MOVES] {
        let mut logits = self.policy_bias;
        for (logit, weights) in logits.iter_mut().zip(self.policy.iter()) {
            *logit += dot(weights, units);
        }
        logits
    }
}

impl Accumulator {
    /// The activations.
    #[inline]
    pub fn units(&self) -> Units {
        self.sums.map(|sum| sum.clamp(0, MOST))
    }
}

#[inline]
fn dot(weights: &[i16; UNITS], units: &Units) -> i32 {
    weights.iter().zip(units).map(|(&weight, &unit)| i32::from(weight) * i32::from(unit)).sum()
}

/// The place of a view in an array of all four.
pub(super) const fn place_of(view: Symmetry) -> usize {
    match view {
        Symmetry::Identity => 0,
        Symmetry::Mirror => 1,
        Symmetry::Rotation => 2,
        Symmetry::MirrorRotation => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::super::features::tests::positions;
    use super::super::file::{read, tests::random_file};
    use super::*;

    /// The sums by their definition.
    fn slow(network: &Network, features: &Features) -> [i16; UNITS] {
        std::array::from_fn(|unit| {
            let weights = features.without(&Features::NONE);
            let sum: i32 = weights.map(|feature| i32::from(network.first[feature][unit])).sum();
            (sum + i32::from(network.first_bias[unit])) as i16
        })
    }

    /// From position to position of whole games, each of both players' views in turn.
    #[test]
    fn updated_sums_are_those_computed_anew() {
        let network = read(&random_file(1)).unwrap();
        let mut accumulator = network.empty();
        assert_eq!(accumulator.sums, network.first_bias);
        for position in positions(10) {
            let features = Features::new(&position);
            network.update(&mut accumulator, features);
            assert_eq!(accumulator, Accumulator { features, sums: slow(&network, &features) });
        }
    }

    /// The largest activations and weights do not overflow.
    #[test]
    fn extreme_sums_fit() {
        let mut network = read(&random_file(1)).unwrap();
        let units = [MOST; UNITS];
        let most = 1 << 24;
        for (weight, bias, last) in [(127, most, i16::MAX), (-128, -most, i16::MIN)] {
            network.hidden.as_flattened_mut().fill(weight);
            network.policy.as_flattened_mut().fill(weight);
            network.hidden_bias.fill(bias);
            network.policy_bias.fill(bias);
            network.score.fill(last);
            network.score_bias = bias;
            let sum = bias + 128 * 127 * i32::from(weight);
            assert_eq!(network.policy(&units), [sum; MOVES]);
            let hidden = if sum > 0 { 127 } else { 0 };
            assert_eq!(network.score(&units), (bias + 32 * hidden * i32::from(last)) >> 8);
        }
    }
}
