//! Training of a network: forward and backward passes over a batch, and steps of Adam.
//!
//! The hidden units are kept in groups, each with all its weights, so that threads change different
//! groups and share nothing. The order of summation does not depend on the number of threads; see
//! [`gemm`](super::gemm).

use std::thread;

use quoridor_engine::net::{Action, Encoding, Inputs, Mlp, logistic};
use quoridor_engine::random::Random;

use crate::adam::{BETA_1, BETA_2, Step, Weight};

use super::gemm::{Matrix, Tiles, add_product};

/// Hidden units that stay together.
const GROUP: usize = 128;

/// A training example.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// The inputs.
    pub inputs: Inputs,
    /// The action in question.
    pub action: Action,
    /// The target output of that action.
    pub value: f32,
}

/// The targets of the actions that an example does not name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    /// Zero: only one action is right.
    Zero,
    /// The present output, so that they do not contribute to the gradient.
    Unchanged,
}

/// Weights in training: values, gradients, and the moments of Adam.
#[derive(Clone, Debug, PartialEq)]
struct Weights {
    values: Vec<f32>,
    gradients: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
}

impl Weights {
    fn new(values: Vec<f32>) -> Self {
        let zero = || vec![0.0; values.len()];
        Self { gradients: zero(), means: zero(), squares: zero(), values }
    }

    /// One step of Adam.
    fn step(&mut self, step: Step) {
        let weights =
            self.values.iter_mut().zip(&self.gradients).zip(&mut self.means).zip(&mut self.squares);
        step.apply(weights.map(|(((value, &gradient), mean), square)| Weight {
            value,
            gradient,
            mean,
            square,
        }));
    }

    /// The parts of the state.
    fn kept(&mut self) -> [&mut Vec<f32>; 3] {
        [&mut self.values, &mut self.means, &mut self.squares]
    }
}

/// Some hidden units with all their weights: from each input and the bias (a row each), and to each
/// output (a row for each unit).
#[derive(Clone, Debug, PartialEq)]
struct Group {
    first: usize,
    units: usize,
    from_inputs: Weights,
    to_outputs: Weights,
}

/// A network in training.
#[derive(Debug)]
pub struct Trainer {
    encoding: Encoding,
    hidden_units: usize,
    learning_rate: f32,
    groups: Vec<Group>,
    output_bias: Weights,
    /// β₁ᵗ and β₂ᵗ of Adam.
    powers: [f32; 2],
    room: Room,
}

/// Buffers for a batch, reused from batch to batch.
#[derive(Debug, Default)]
struct Room {
    to_outputs: Vec<f32>,
    forward: Tiles,
    backward: Tiles,
    errors: Tiles,
    rows: Vec<Rows>,
}

/// Some examples of a batch, and all that follows from them: activations of hidden units, errors of
/// outputs and gradients of hidden sums, a row for each example.
#[derive(Debug, Default)]
struct Rows {
    activations: Vec<f32>,
    errors: Vec<f32>,
    hidden: Vec<f32>,
    loss: Vec<f64>,
}

/// Examples that one thread takes at a time.
const SHARE: usize = 64;

impl Trainer {
    /// An untrained network: random weights with a standard deviation of `deviation`, truncated at
    /// two of them; the biases are `deviation` itself.
    pub fn new(
        encoding: Encoding,
        hidden_units: usize,
        deviation: f32,
        learning_rate: f32,
        random: &mut Random,
    ) -> Self {
        let mut net = Mlp::new(encoding, hidden_units);
        let mut draw = || loop {
            let number = random.normal();
            if number.abs() <= 2.0 {
                return number as f32 * deviation;
            }
        };
        let (to_hidden, to_output) = net.layers_mut();
        for (weights, row) in [(to_hidden, hidden_units), (to_output, Action::COUNT)] {
            let (weights, biases) = weights.split_at_mut(weights.len() - row);
            weights.fill_with(&mut draw);
            biases.fill(deviation);
        }
        Self::from_net(&net, learning_rate)
    }

    /// Training that begins with the weights of a network.
    pub fn from_net(net: &Mlp, learning_rate: f32) -> Self {
        let units = net.hidden_units();
        let group = |first: usize| {
            let width = GROUP.min(units - first);
            let from_inputs = net
                .to_hidden()
                .chunks(units)
                .flat_map(|row| &row[first..first + width])
                .copied()
                .collect();
            let to_outputs =
                net.to_output()[first * Action::COUNT..][..width * Action::COUNT].to_vec();
            Group {
                first,
                units: width,
                from_inputs: Weights::new(from_inputs),
                to_outputs: Weights::new(to_outputs),
            }
        };
        Self {
            encoding: net.encoding(),
            hidden_units: units,
            learning_rate,
            groups: (0..units).step_by(GROUP).map(group).collect(),
            output_bias: Weights::new(net.to_output()[units * Action::COUNT..].to_vec()),
            powers: [1.0; 2],
            room: Room::default(),
        }
    }

    /// The network with the present weights.
    pub fn net(&self) -> Mlp {
        self.as_net(|weights| &weights.values)
    }

    /// One number of each weight, in the layout of a network.
    fn as_net(&self, of: impl Fn(&Weights) -> &Vec<f32>) -> Mlp {
        let units = self.hidden_units;
        let mut net = Mlp::new(self.encoding, units);
        let (to_hidden, to_output) = net.layers_mut();
        for group in &self.groups {
            let rows = to_hidden.chunks_mut(units).zip(of(&group.from_inputs).chunks(group.units));
            rows.for_each(|(row, part)| {
                row[group.first..group.first + group.units].copy_from_slice(part);
            });
            let part = of(&group.to_outputs);
            to_output[group.first * Action::COUNT..][..part.len()].copy_from_slice(part);
        }
        to_output[units * Action::COUNT..].copy_from_slice(of(&self.output_bias));
        net
    }

    /// Learns from a batch; returns the loss before, which is the mean square error over all
    /// outputs of all examples.
    pub fn learn(&mut self, examples: &[Example], others: Others, threads: usize) -> f64 {
        let loss = self.find_gradients(examples, others, threads);
        self.powers[0] *= BETA_1;
        self.powers[1] *= BETA_2;
        let step = Step::with_corrected_rate(self.learning_rate, self.powers);
        in_parallel(&mut self.groups, threads, |group| {
            group.from_inputs.step(step);
            group.to_outputs.step(step);
        });
        self.output_bias.step(step);
        loss
    }

    /// Sets the gradients of the mean square error over a batch; returns that error.
    fn find_gradients(&mut self, examples: &[Example], others: Others, threads: usize) -> f64 {
        let Self { groups, output_bias, room, hidden_units, .. } = self;
        let Room { to_outputs, forward, backward, errors, rows } = room;
        to_outputs.clear();
        groups.iter().for_each(|group| to_outputs.extend_from_slice(&group.to_outputs.values));
        let matrix = Matrix::new(to_outputs, Action::COUNT);
        forward.set(matrix);
        backward.set(matrix.transposed());
        let scale = 2.0 / (examples.len() * Action::COUNT) as f32;

        rows.resize_with(examples.len().div_ceil(SHARE), Rows::default);
        let mut shares: Vec<(&mut Rows, &[Example])> =
            rows.iter_mut().zip(examples.chunks(SHARE)).collect();
        in_parallel(&mut shares, threads, |(rows, examples)| {
            rows.set_activations(examples, groups, *hidden_units);
            rows.set_errors(examples, others, forward, &output_bias.values, scale, *hidden_units);
            rows.set_hidden(backward);
        });

        let all = |of: fn(&Rows) -> &Vec<f32>| -> Vec<f32> {
            rows.iter().flat_map(of).copied().collect()
        };
        let (activations, all_errors, hidden) =
            (all(|rows| &rows.activations), all(|rows| &rows.errors), all(|rows| &rows.hidden));
        errors.set(Matrix::new(&all_errors, Action::COUNT));
        let activations = Matrix::new(&activations, *hidden_units).transposed();
        in_parallel(groups, threads, |group| {
            group.to_outputs.gradients.fill(0.0);
            add_product(activations, group.first, errors, &mut group.to_outputs.gradients);
            group.set_gradients_from_inputs(examples, &hidden, *hidden_units);
        });
        output_bias.gradients.fill(0.0);
        for errors in all_errors.chunks(Action::COUNT) {
            output_bias
                .gradients
                .iter_mut()
                .zip(errors)
                .for_each(|(gradient, error)| *gradient += error);
        }
        let squares: f64 = rows.iter().flat_map(|rows| &rows.loss).sum();
        squares / (examples.len() * Action::COUNT) as f64
    }

    /// The complete state, in bytes.
    pub fn state(&mut self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.powers.iter().flat_map(|power| power.to_le_bytes()).collect();
        for numbers in self.all_kept() {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes
    }

    /// Restores the state of a trainer of the same shape.
    ///
    /// # Errors
    /// The bytes are too few or too many.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), WrongState> {
        let (numbers, rest) = bytes.as_chunks::<4>();
        let wanted = 2 + self.all_kept().map(|numbers| numbers.len()).sum::<usize>();
        if numbers.len() != wanted || !rest.is_empty() {
            return Err(WrongState { found: bytes.len(), wanted: 4 * wanted });
        }
        let mut numbers = numbers.iter().map(|&bytes| f32::from_le_bytes(bytes));
        let mut next = || numbers.next().unwrap_or_default();
        self.powers.fill_with(&mut next);
        self.all_kept().for_each(|kept| kept.fill_with(&mut next));
        Ok(())
    }

    fn all_kept(&mut self) -> impl Iterator<Item = &mut Vec<f32>> {
        let groups = self
            .groups
            .iter_mut()
            .flat_map(|group| [&mut group.from_inputs, &mut group.to_outputs]);
        groups.chain([&mut self.output_bias]).flat_map(Weights::kept)
    }
}

/// A state is not that of a trainer of this shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the state of the network has {found} bytes instead of {wanted}")]
pub struct WrongState {
    found: usize,
    wanted: usize,
}

impl Rows {
    fn set_activations(&mut self, examples: &[Example], groups: &[Group], hidden_units: usize) {
        self.activations.resize(examples.len() * hidden_units, 0.0);
        for (activations, example) in self.activations.chunks_exact_mut(hidden_units).zip(examples)
        {
            for group in groups {
                let activations = &mut activations[group.first..group.first + group.units];
                let row =
                    |input: usize| &group.from_inputs.values[input * group.units..][..group.units];
                activations.copy_from_slice(row(group.from_inputs.values.len() / group.units - 1));
                for &(input, value) in example.inputs.entries() {
                    let weights = row(usize::from(input));
                    activations
                        .iter_mut()
                        .zip(weights)
                        .for_each(|(sum, weight)| *sum += value * weight);
                }
                activations.iter_mut().for_each(|sum| *sum = logistic(*sum));
            }
        }
    }

    fn set_errors(
        &mut self,
        examples: &[Example],
        others: Others,
        forward: &Tiles,
        bias: &[f32],
        scale: f32,
        hidden_units: usize,
    ) {
        self.errors.clear();
        examples.iter().for_each(|_| self.errors.extend_from_slice(bias));
        add_product(Matrix::new(&self.activations, hidden_units), 0, forward, &mut self.errors);
        self.loss.clear();
        for (outputs, example) in self.errors.chunks_exact_mut(Action::COUNT).zip(examples) {
            let action = example.action.number();
            let difference = outputs[action] - example.value;
            if others == Others::Unchanged {
                outputs.fill(0.0);
            }
            outputs[action] = difference;
            self.loss.push(outputs.iter().map(|&error| f64::from(error) * f64::from(error)).sum());
            outputs.iter_mut().for_each(|error| *error *= scale);
        }
    }

    fn set_hidden(&mut self, backward: &Tiles) {
        self.hidden.clear();
        self.hidden.resize(self.activations.len(), 0.0);
        let errors = Matrix::new(&self.errors, Action::COUNT);
        add_product(errors, 0, backward, &mut self.hidden);
        for (gradient, activation) in self.hidden.iter_mut().zip(&self.activations) {
            *gradient *= activation * (1.0 - activation);
        }
    }
}

impl Group {
    fn set_gradients_from_inputs(
        &mut self,
        examples: &[Example],
        hidden: &[f32],
        hidden_units: usize,
    ) {
        let gradients = &mut self.from_inputs.gradients;
        gradients.fill(0.0);
        let bias = gradients.len() - self.units;
        for (row, example) in hidden.chunks_exact(hidden_units).zip(examples) {
            let row = &row[self.first..self.first + self.units];
            for &(input, value) in example.inputs.entries() {
                let sums = &mut gradients[usize::from(input) * self.units..][..self.units];
                sums.iter_mut().zip(row).for_each(|(sum, gradient)| *sum += value * gradient);
            }
            gradients[bias..].iter_mut().zip(row).for_each(|(sum, gradient)| *sum += gradient);
        }
    }
}

/// Does something to each item on several threads: each takes a contiguous part.
pub(crate) fn in_parallel<T: Send>(items: &mut [T], threads: usize, work: impl Fn(&mut T) + Sync) {
    let share = items.len().div_ceil(threads.max(1)).max(1);
    let mut parts = items.chunks_mut(share);
    let own = parts.next();
    thread::scope(|scope| {
        for part in parts {
            scope.spawn(|| part.iter_mut().for_each(&work));
        }
        own.into_iter().flatten().for_each(&work);
    });
}

#[cfg(test)]
mod tests;
