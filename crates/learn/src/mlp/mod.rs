//! Training of multilayer perceptrons: forward and backward passes over a batch, and steps of Adam.
//!
//! It trains Hoľa's networks and the champion's evaluation. Hidden units share one activation,
//! outputs are linear, and the caller's loss says what they should be. Every sum is added up in the
//! order of inputs, units and examples, so that the numbers depend neither on the machine nor on
//! the number of threads; see [`gemm`].

mod adam;
mod gemm;

use quoridor_engine::net::logistic;

use crate::parallel::in_parallel;
use gemm::{Matrix, Tiles, add_product};

pub(crate) use adam::{BETA_1, BETA_2, Step};

/// Examples that one thread takes at a time.
const SHARE: usize = 64;

/// Rows of a gradient, and weights of a step, that one thread takes at a time.
const ROWS: usize = 128;
const WEIGHTS: usize = 1 << 14;

/// A training example.
pub(crate) trait Example: Sync {
    /// The inputs that may differ from zero, with their places.
    fn inputs(&self) -> impl Iterator<Item = (usize, f32)>;
}

impl<E: Example> Example for &E {
    fn inputs(&self) -> impl Iterator<Item = (usize, f32)> {
        (**self).inputs()
    }
}

/// The activation function of hidden units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Activation {
    Logistic,
    Rectified,
}

impl Activation {
    fn apply(self, sums: &mut [f32]) {
        match self {
            Self::Logistic => sums.iter_mut().for_each(|sum| *sum = logistic(*sum)),
            Self::Rectified => sums.iter_mut().for_each(|sum| *sum = sum.max(0.0)),
        }
    }

    /// Multiplies the errors of units by the derivative, which follows from their activations.
    fn back_propagate(self, errors: &mut [f32], activations: &[f32]) {
        for (error, &activation) in errors.iter_mut().zip(activations) {
            match self {
                Self::Logistic => *error *= activation * (1.0 - activation),
                Self::Rectified if activation > 0.0 => {}
                Self::Rectified => *error = 0.0,
            }
        }
    }
}

/// A fully connected layer in training: weights, their gradients, and the moments of Adam. Each has
/// a row for each input, then one for the biases.
#[derive(Debug)]
pub(crate) struct Layer {
    inputs: usize,
    units: usize,
    pub(crate) values: Vec<f32>,
    pub(crate) gradients: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
}

impl Layer {
    fn new(inputs: usize, units: usize) -> Self {
        let zeros = || vec![0.0; (inputs + 1) * units];
        let (values, gradients, means, squares) = (zeros(), zeros(), zeros(), zeros());
        Self { inputs, units, values, gradients, means, squares }
    }

    /// The number of inputs.
    pub(crate) const fn inputs(&self) -> usize {
        self.inputs
    }

    /// The number of weights, which is where the biases begin.
    pub(crate) const fn weights(&self) -> usize {
        self.inputs * self.units
    }

    /// The numbers of a checkpoint: values and moments.
    pub(crate) fn kept(&mut self) -> [&mut [f32]; 3] {
        [&mut self.values, &mut self.means, &mut self.squares]
    }

    /// The product of the inputs of a first layer with its weights, for each example.
    fn add_inputs<E: Example>(&self, examples: &[E], sums: &mut [f32]) {
        for (sums, example) in sums.chunks_exact_mut(self.units).zip(examples) {
            for (input, value) in example.inputs() {
                add_scaled(sums, value, &self.values[input * self.units..][..self.units]);
            }
        }
    }

    /// Sets the gradients of a first layer from the errors of its units.
    fn set_first_gradients<E: Example>(&mut self, examples: &[E], errors: &[f32], threads: usize) {
        let units = self.units;
        let (weights, biases) = self.gradients.split_at_mut(self.inputs * units);
        let part = self.inputs.div_ceil(threads.max(1)).max(1);
        let mut parts: Vec<_> = weights.chunks_mut(part * units).enumerate().collect();
        in_parallel(&mut parts, threads, |(number, rows)| {
            let first = *number * part;
            rows.fill(0.0);
            for (errors, example) in errors.chunks_exact(units).zip(examples) {
                for (input, value) in example.inputs() {
                    let row = input
                        .checked_sub(first)
                        .and_then(|row| rows.chunks_exact_mut(units).nth(row));
                    if let Some(row) = row {
                        add_scaled(row, value, errors);
                    }
                }
            }
        });
        set_bias_gradients(biases, errors);
    }

    /// Sets the gradients of a later layer from the activations before it and its units' errors.
    fn set_gradients(&mut self, activations: &[f32], errors: &[f32], threads: usize) {
        let (weights, biases) = self.gradients.split_at_mut(self.inputs * self.units);
        let left = Matrix::new(activations, self.inputs).transposed();
        let right = Tiles::new(Matrix::new(errors, self.units));
        let mut parts: Vec<_> = weights.chunks_mut(ROWS * self.units).enumerate().collect();
        in_parallel(&mut parts, threads, |(number, rows)| {
            rows.fill(0.0);
            add_product(left, *number * ROWS, &right, rows);
        });
        set_bias_gradients(biases, errors);
    }
}

/// A network in training.
#[derive(Debug)]
pub(crate) struct MlpTrainer {
    activation: Activation,
    pub(crate) layers: Vec<Layer>,
}

impl MlpTrainer {
    /// A network of zeros; the sizes are those of the inputs, the hidden layers and the outputs.
    pub(crate) fn new(activation: Activation, sizes: &[usize]) -> Self {
        let layers = sizes.windows(2).map(|pair| Layer::new(pair[0], pair[1])).collect();
        Self { activation, layers }
    }

    /// Sets the gradients over a batch, and returns the sum of the losses. `loss` replaces the
    /// outputs for an example by the derivatives of its loss, and returns the loss.
    pub(crate) fn find_gradients<E: Example>(
        &mut self,
        examples: &[E],
        threads: usize,
        loss: impl Fn(&E, &mut [f32]) -> f64 + Sync,
    ) -> f64 {
        let Self { activation, layers } = self;
        let pass = Pass::new(*activation, layers);
        let mut shares: Vec<(&[E], Share)> =
            examples.chunks(SHARE).map(|examples| (examples, Share::default())).collect();
        in_parallel(&mut shares, threads, |(examples, share)| {
            *share = pass.both_ways(examples, &loss);
        });
        let all = |of: fn(&Share) -> &Vec<Vec<f32>>, place: usize| -> Vec<f32> {
            shares.iter().flat_map(|(_, share)| &of(share)[place]).copied().collect()
        };
        for (place, layer) in layers.iter_mut().enumerate() {
            let errors = all(|share| &share.errors, place);
            match place.checked_sub(1) {
                None => layer.set_first_gradients(examples, &errors, threads),
                Some(before) => {
                    let activations = all(|share| &share.activations, before);
                    layer.set_gradients(&activations, &errors, threads);
                }
            }
        }
        shares.iter().flat_map(|(_, share)| &share.losses).sum()
    }

    /// A step of Adam.
    pub(crate) fn step(&mut self, step: Step, threads: usize) {
        let mut parts: Vec<_> = self
            .layers
            .iter_mut()
            .flat_map(|Layer { values, gradients, means, squares, .. }| {
                let moments = means.chunks_mut(WEIGHTS).zip(squares.chunks_mut(WEIGHTS));
                values.chunks_mut(WEIGHTS).zip(gradients.chunks(WEIGHTS)).zip(moments)
            })
            .collect();
        in_parallel(&mut parts, threads, |((values, gradients), (means, squares))| {
            step.apply(values, gradients, means, squares);
        });
    }
}

/// The weights of all layers after the first, arranged for both directions.
struct Pass<'a> {
    activation: Activation,
    layers: &'a [Layer],
    forward: Vec<Tiles>,
    backward: Vec<Tiles>,
}

/// All that follows from some examples: the activations of the hidden layers and the errors of all
/// layers, a row for each example.
#[derive(Default)]
struct Share {
    activations: Vec<Vec<f32>>,
    errors: Vec<Vec<f32>>,
    losses: Vec<f64>,
}

impl<'a> Pass<'a> {
    fn new(activation: Activation, layers: &'a [Layer]) -> Self {
        let matrices = layers[1..].iter().map(|layer| {
            let matrix = Matrix::new(&layer.values[..layer.weights()], layer.units);
            (Tiles::new(matrix), Tiles::new(matrix.transposed()))
        });
        let (forward, backward) = matrices.unzip();
        Self { activation, layers, forward, backward }
    }

    fn both_ways<E: Example>(&self, examples: &[E], loss: impl Fn(&E, &mut [f32]) -> f64) -> Share {
        let mut activations: Vec<Vec<f32>> = Vec::with_capacity(self.layers.len());
        for layer in self.layers {
            let mut sums = layer.values[layer.weights()..].repeat(examples.len());
            match activations.last_mut() {
                None => layer.add_inputs(examples, &mut sums),
                Some(before) => {
                    self.activation.apply(before);
                    let tiles = &self.forward[activations.len() - 1];
                    let before = Matrix::new(&activations[activations.len() - 1], layer.inputs);
                    add_product(before, 0, tiles, &mut sums);
                }
            }
            activations.push(sums);
        }
        let mut outputs = activations.pop().unwrap_or_default();
        let count = self.layers.last().map_or(1, |layer| layer.units);
        let losses = outputs
            .chunks_exact_mut(count)
            .zip(examples)
            .map(|(outputs, example)| loss(example, outputs))
            .collect();
        let mut errors = vec![outputs];
        for (before, tiles) in activations.iter().zip(&self.backward).rev() {
            let after = &errors[errors.len() - 1];
            let mut sums = vec![0.0; before.len()];
            add_product(Matrix::new(after, tiles.length()), 0, tiles, &mut sums);
            self.activation.back_propagate(&mut sums, before);
            errors.push(sums);
        }
        errors.reverse();
        Share { activations, errors, losses }
    }
}

/// The sum of the errors over all examples.
fn set_bias_gradients(biases: &mut [f32], errors: &[f32]) {
    biases.fill(0.0);
    for errors in errors.chunks_exact(biases.len()) {
        biases.iter_mut().zip(errors).for_each(|(sum, error)| *sum += error);
    }
}

fn add_scaled(sums: &mut [f32], factor: f32, row: &[f32]) {
    sums.iter_mut().zip(row).for_each(|(sum, number)| *sum += factor * number);
}
