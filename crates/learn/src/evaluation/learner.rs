//! Training of the evaluation networks: the loss, the initial weights, the learning rate, and the
//! networks for play.
//!
//! Results of mathematical libraries are rounded to twelve digits, because they differ in the last
//! digit from machine to machine.

use std::f64::consts::PI;

use quoridor_engine::players::alphabeta::evaluation::{LOG_ODDS_PER_UNIT, Net};
use quoridor_engine::random::{Random, mixed};

use crate::mlp::{self, Activation, BETA_1, BETA_2, MlpTrainer, Step};

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

impl<const INPUTS: usize> mlp::Example for Example<INPUTS> {
    fn inputs(&self) -> impl Iterator<Item = (usize, f32)> {
        self.inputs.iter().copied().enumerate()
    }
}

/// A network in training. Its output is the log-odds of a win.
#[derive(Debug)]
pub(super) struct Learner<const INPUTS: usize, const FIRST: usize, const SECOND: usize> {
    pub(super) mlp: MlpTrainer,
}

impl<const INPUTS: usize, const FIRST: usize, const SECOND: usize> Learner<INPUTS, FIRST, SECOND> {
    fn zero() -> Self {
        Self { mlp: MlpTrainer::new(Activation::Rectified, &[INPUTS, FIRST, SECOND, 1]) }
    }

    /// An untrained network with He initialisation (He et al. 2015).
    pub(super) fn new(seed: u64) -> Self {
        let mut learner = Self::zero();
        let mut random = Random::new(seed);
        for layer in &mut learner.mlp.layers {
            let deviation = (2.0 / layer.inputs() as f64).sqrt();
            let weights = layer.weights();
            layer.values[..weights].fill_with(|| (random.normal() * deviation) as f32);
        }
        learner
    }

    /// The complete state, bit by bit: all values, all means, all squares.
    pub(super) fn bits(&mut self) -> Vec<u32> {
        let mut bits = Vec::new();
        self.for_each_number(|number| bits.push(number.to_bits()));
        bits
    }

    /// Restores a state; `None` if it is of another shape.
    pub(super) fn of_bits(bits: &[u32]) -> Option<Self> {
        let mut learner = Self::zero();
        let mut bits = bits.iter();
        let mut is_complete = true;
        learner.for_each_number(|number| match bits.next() {
            Some(&bits) => *number = f32::from_bits(bits),
            None => is_complete = false,
        });
        (is_complete && bits.next().is_none()).then_some(learner)
    }

    fn for_each_number(&mut self, mut visit: impl FnMut(&mut f32)) {
        for kind in 0..3 {
            for layer in &mut self.mlp.layers {
                layer.kept()[kind].iter_mut().for_each(&mut visit);
            }
        }
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
        let mut order: Vec<&Example<INPUTS>> = examples.iter().collect();
        let mut random = Random::new(mixed(&[seed, epoch as u64]));
        for place in (1..order.len()).rev() {
            order.swap(place, random.below(place + 1));
        }
        let size = BATCH.min(examples.len()).max(1);
        let steps = examples.len() / size;
        for (number, batch) in order.chunks_exact(size).enumerate() {
            self.find_gradients(batch);
            let step = epoch * steps + number + 1;
            let share = step as f64 / (epochs * steps) as f64;
            self.step(step, RATE * (0.5 + 0.5 * rounded((PI * share).cos())));
        }
    }

    /// Sets the gradients of the mean cross-entropy of some examples, and of the weight decay.
    pub(super) fn find_gradients(&mut self, examples: &[&Example<INPUTS>]) {
        let share = 1.0 / examples.len() as f32;
        self.mlp.find_gradients(examples, 1, |example, odds| {
            odds[0] = (logistic(f64::from(odds[0])) as f32 - example.chance) * share;
            // The loss is measured once after every epoch.
            0.0
        });
        for layer in &mut self.mlp.layers {
            let weights = layer.weights();
            let gradients = layer.gradients[..weights].iter_mut();
            gradients.zip(&layer.values).for_each(|(gradient, value)| *gradient += DECAY * value);
        }
    }

    /// A step of Adam, counted from one.
    pub(super) fn step(&mut self, step: usize, rate: f64) {
        let correction = |beta: f32| 1.0 - rounded(f64::from(beta).powf(step as f64)) as f32;
        let step = Step::CorrectMoments {
            rate: rate as f32,
            mean: correction(BETA_1),
            square: correction(BETA_2),
        };
        self.mlp.step(step, 1);
    }

    /// The network as it is trained: from scaled features to the log-odds of a win.
    pub(super) fn net(&self) -> Net<INPUTS, FIRST, SECOND> {
        let mut net = Net::ZERO;
        let values = self.mlp.layers.iter().flat_map(|layer| &layer.values);
        net.numbers_mut().zip(values).for_each(|(number, value)| *number = *value);
        net
    }

    /// The network for play: from unscaled features to hundredths of a step.
    pub(super) fn for_play(&self) -> Net<INPUTS, FIRST, SECOND> {
        let mut net = self.net();
        for (row, scale) in net.first.weights.iter_mut().zip(SCALES) {
            row.iter_mut().for_each(|weight| *weight /= scale);
        }
        net.last.numbers_mut().for_each(|number| *number /= LOG_ODDS_PER_UNIT as f32);
        net.numbers_mut().filter(|number| number.abs() < SMALLEST).for_each(|number| *number = 0.0);
        net
    }
}

/// The output of a network: the log-odds of a win.
pub(super) fn odds<const INPUTS: usize, const FIRST: usize, const SECOND: usize>(
    Net { first, second, last }: &Net<INPUTS, FIRST, SECOND>,
    inputs: &[f32; INPUTS],
) -> f64 {
    let first = first.units(inputs).map(|unit| unit.max(0.0));
    let second = second.units(&first).map(|unit| unit.max(0.0));
    f64::from(last.units(&second)[0])
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
