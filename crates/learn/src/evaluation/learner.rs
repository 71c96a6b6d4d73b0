//! Training of the evaluation networks: gradients of the cross-entropy, and steps of Adam.
//!
//! Everything is added up in a fixed order, so that the same examples make the same numbers. What
//! mathematical libraries calculate is rounded to twelve digits, for they differ in the last one.

use std::f64::consts::PI;

use quoridor_engine::players::alphabeta::evaluation::{LOG_ODDS_PER_UNIT, Layer, Net};
use quoridor_engine::random::Random;
use quoridor_engine::random::mixed;

use crate::adam::{BETA_1, BETA_2, Step, Weight};

/// Batch size.
const BATCH: usize = 512;

/// Initial learning rate. It falls to zero along half a period of a cosine.
const RATE: f64 = 3e-3;

/// Weight decay (L2 regularisation).
const DECAY: f32 = 1e-6;

/// Divisors of the features: networks learn best from inputs around one.
const SCALES: [f32; 8] = [5.0, 5.0, 5.0, 5.0, 2.0, 2.0, 2.0, 2.0];

/// Weights below this are zero in play: those of dead units shrink without end, and arithmetic with
/// subnormal numbers is slow.
const SMALLEST: f32 = 1e-6;

/// The first INPUTS features, scaled.
pub(super) fn inputs<const INPUTS: usize>(features: &[u8; 8]) -> [f32; INPUTS] {
    std::array::from_fn(|place| f32::from(features[place]) / SCALES[place])
}

/// An example: the inputs of a network and its target, the probability of a win.
#[derive(Clone, Debug)]
pub(super) struct Example<const INPUTS: usize> {
    /// Scaled features.
    pub(super) inputs: [f32; INPUTS],
    /// The target, from 0 to 1.
    pub(super) chance: f32,
}

/// A network in training, with the moments of Adam. Its output is the log-odds of a win.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Learner<const INPUTS: usize, const FIRST: usize, const SECOND: usize> {
    pub(super) net: Net<INPUTS, FIRST, SECOND>,
    mean: Net<INPUTS, FIRST, SECOND>,
    square: Net<INPUTS, FIRST, SECOND>,
}

impl<const INPUTS: usize, const FIRST: usize, const SECOND: usize> Learner<INPUTS, FIRST, SECOND> {
    /// An untrained network with He initialisation (He et al. 2015).
    pub(super) fn new(seed: u64) -> Self {
        let mut net = Net::ZERO;
        let mut random = Random::new(seed);
        draw(&mut net.first, &mut random);
        draw(&mut net.second, &mut random);
        draw(&mut net.last, &mut random);
        Self { net, mean: Net::ZERO, square: Net::ZERO }
    }

    /// The complete state, bit by bit.
    pub(super) fn bits(&self) -> Vec<u32> {
        let Self { net, mean, square } = self;
        net.numbers()
            .chain(mean.numbers())
            .chain(square.numbers())
            .map(|number| number.to_bits())
            .collect()
    }

    /// Restores a state; `None` if it is of another shape.
    pub(super) fn of_bits(bits: &[u32]) -> Option<Self> {
        let mut learner = Self { net: Net::ZERO, mean: Net::ZERO, square: Net::ZERO };
        let Self { net, mean, square } = &mut learner;
        let mut bits = bits.iter();
        for number in net.numbers_mut().chain(mean.numbers_mut()).chain(square.numbers_mut()) {
            *number = f32::from_bits(*bits.next()?);
        }
        bits.next().is_none().then_some(learner)
    }

    /// Trains on every example once, in an order that follows from the seed and the epoch, which is
    /// counted from zero. An incomplete last batch is dropped.
    pub(super) fn epoch(
        &mut self,
        examples: &[Example<INPUTS>],
        epoch: usize,
        epochs: usize,
        seed: u64,
    ) {
        let mut order: Vec<usize> = (0..examples.len()).collect();
        let mut random = Random::new(mixed(&[seed, epoch as u64]));
        for place in (1..order.len()).rev() {
            order.swap(place, random.below(place + 1));
        }
        let size = BATCH.min(examples.len()).max(1);
        let steps = examples.len() / size;
        for (number, batch) in order.chunks_exact(size).enumerate() {
            let gradient = self.gradient(batch.iter().map(|&place| &examples[place]));
            let step = epoch * steps + number + 1;
            let share = step as f64 / (epochs * steps) as f64;
            self.step(&gradient, step, RATE * (0.5 + 0.5 * rounded((PI * share).cos())));
        }
    }

    /// The gradient of the mean cross-entropy of some examples, and of the weight decay.
    pub(super) fn gradient<'a>(
        &self,
        examples: impl ExactSizeIterator<Item = &'a Example<INPUTS>>,
    ) -> Net<INPUTS, FIRST, SECOND> {
        let Net { first, second, last } = &self.net;
        let mut gradient = Net::ZERO;
        let share = 1.0 / examples.len() as f32;
        for Example { inputs, chance } in examples {
            let first_units = first.units(inputs);
            let first_outputs = first_units.map(|unit| unit.max(0.0));
            let second_units = second.units(&first_outputs);
            let second_outputs = second_units.map(|unit| unit.max(0.0));
            let [odds] = last.units(&second_outputs);
            let error = [(logistic(f64::from(odds)) as f32 - chance) * share];
            add_gradient(&mut gradient.last, &second_outputs, &error);
            let error = back_propagate(last, &second_units, &error);
            add_gradient(&mut gradient.second, &first_outputs, &error);
            let error = back_propagate(second, &first_units, &error);
            add_gradient(&mut gradient.first, inputs, &error);
        }
        decay(&mut gradient.first, first);
        decay(&mut gradient.second, second);
        decay(&mut gradient.last, last);
        gradient
    }

    /// A step of Adam, counted from one.
    pub(super) fn step(&mut self, gradient: &Net<INPUTS, FIRST, SECOND>, step: usize, rate: f64) {
        let correction = |beta: f32| 1.0 - rounded(f64::from(beta).powf(step as f64)) as f32;
        let step = Step::CorrectMoments {
            rate: rate as f32,
            mean: correction(BETA_1),
            square: correction(BETA_2),
        };
        let moments = self.mean.numbers_mut().zip(self.square.numbers_mut());
        let weights = self.net.numbers_mut().zip(gradient.numbers()).zip(moments);
        step.apply(weights.map(|((value, &gradient), (mean, square))| Weight {
            value,
            gradient,
            mean,
            square,
        }));
    }

    /// Its output: the log-odds of a win.
    pub(super) fn odds(&self, inputs: &[f32; INPUTS]) -> f64 {
        let Net { first, second, last } = &self.net;
        let first = first.units(inputs).map(|unit| unit.max(0.0));
        let second = second.units(&first).map(|unit| unit.max(0.0));
        f64::from(last.units(&second)[0])
    }

    /// The network for play: from unscaled features to hundredths of a step.
    pub(super) fn for_play(&self) -> Net<INPUTS, FIRST, SECOND> {
        let mut net = self.net.clone();
        for (row, scale) in net.first.weights.iter_mut().zip(SCALES) {
            row.iter_mut().for_each(|weight| *weight /= scale);
        }
        net.last.numbers_mut().for_each(|number| *number /= LOG_ODDS_PER_UNIT as f32);
        net.numbers_mut().filter(|number| number.abs() < SMALLEST).for_each(|number| *number = 0.0);
        net
    }
}

fn draw<const INPUTS: usize, const UNITS: usize>(
    layer: &mut Layer<INPUTS, UNITS>,
    random: &mut Random,
) {
    let size = (2.0 / INPUTS as f64).sqrt();
    layer.weights.iter_mut().flatten().for_each(|weight| *weight = (random.normal() * size) as f32);
}

/// Adds the gradient of a layer: the outer product of its inputs and the errors of its units.
#[inline]
fn add_gradient<const INPUTS: usize, const UNITS: usize>(
    gradient: &mut Layer<INPUTS, UNITS>,
    inputs: &[f32; INPUTS],
    errors: &[f32; UNITS],
) {
    for (row, input) in gradient.weights.iter_mut().zip(inputs) {
        row.iter_mut().zip(errors).for_each(|(weight, error)| *weight += input * error);
    }
    gradient.biases.iter_mut().zip(errors).for_each(|(begin, error)| *begin += error);
}

/// Back-propagates errors to the units before a layer; rectified units pass none on.
#[inline]
fn back_propagate<const INPUTS: usize, const UNITS: usize>(
    layer: &Layer<INPUTS, UNITS>,
    before: &[f32; INPUTS],
    errors: &[f32; UNITS],
) -> [f32; INPUTS] {
    let blamed = |row: &[f32; UNITS]| {
        row.iter().zip(errors).map(|(weight, error)| weight * error).sum::<f32>()
    };
    std::array::from_fn(
        |place| if before[place] > 0.0 { blamed(&layer.weights[place]) } else { 0.0 },
    )
}

fn decay<const INPUTS: usize, const UNITS: usize>(
    gradient: &mut Layer<INPUTS, UNITS>,
    layer: &Layer<INPUTS, UNITS>,
) {
    let weights = gradient.weights.iter_mut().flatten().zip(layer.weights.iter().flatten());
    weights.for_each(|(slope, weight)| *slope += DECAY * weight);
}

/// The probability of log-odds.
pub(super) fn logistic(odds: f64) -> f64 {
    rounded(1.0 / (1.0 + (-odds).exp()))
}

/// The log-loss of log-odds for a result from 0 to 1.
pub(super) fn log_loss(odds: f64, came: f64) -> f64 {
    // The logarithm of 1 + e^odds, without its overflow.
    let either_way = odds.max(0.0) + (-odds.abs()).exp().ln_1p();
    either_way - came * odds
}

fn rounded(number: f64) -> f64 {
    (number * 1e12).round() / 1e12
}
