//! Training of Hoľa's networks: the loss, the initial weights, and the state in a checkpoint.

use quoridor_engine::random::Random;
use quoridor_literature::hola_2016::net::{Action, Encoding, Inputs, Mlp};

use crate::mlp::{self, Activation, BETA_1, BETA_2, MlpTrainer, Step};
use crate::run_folder::{RunFolder, RunFolderError};

/// A checkpoint lists the hidden units in groups of this size: part of the format of run folders.
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

impl mlp::Example for Example {
    fn inputs(&self) -> impl Iterator<Item = (usize, f32)> {
        self.inputs.entries().iter().map(|&(input, value)| (usize::from(input), value))
    }
}

impl Example {
    /// Replaces outputs by their errors, multiplied by a factor; returns the sum of squares of the
    /// errors.
    fn loss(&self, others: Others, scale: f32, outputs: &mut [f32]) -> f64 {
        let action = self.action.number();
        let difference = outputs[action] - self.value;
        if others == Others::Unchanged {
            outputs.fill(0.0);
        }
        outputs[action] = difference;
        let loss = outputs.iter().map(|&error| f64::from(error) * f64::from(error)).sum();
        outputs.iter_mut().for_each(|error| *error *= scale);
        loss
    }
}

/// A network in training.
#[derive(Debug)]
pub struct Trainer {
    encoding: Encoding,
    hidden_units: usize,
    learning_rate: f32,
    /// β₁ᵗ and β₂ᵗ of Adam.
    powers: [f32; 2],
    mlp: MlpTrainer,
}

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
        let sizes = [encoding.inputs(), hidden_units, Action::COUNT];
        let mut mlp = MlpTrainer::new(Activation::Logistic, &sizes);
        let mut draw = || loop {
            let number = random.normal();
            if number.abs() <= 2.0 {
                return number as f32 * deviation;
            }
        };
        for layer in &mut mlp.layers {
            let begin = layer.weights();
            let (weights, biases) = layer.values.split_at_mut(begin);
            weights.fill_with(&mut draw);
            biases.fill(deviation);
        }
        Self { encoding, hidden_units, learning_rate, powers: [1.0; 2], mlp }
    }

    /// The network with the present weights.
    pub fn net(&self) -> Mlp {
        let mut net = Mlp::new(self.encoding, self.hidden_units);
        let (to_hidden, to_output) = net.layers_mut();
        for (weights, layer) in [to_hidden, to_output].into_iter().zip(&self.mlp.layers) {
            weights.copy_from_slice(&layer.values);
        }
        net
    }

    /// Learns from a batch; returns the loss before, which is the mean square error over all
    /// outputs of all examples.
    pub fn learn(&mut self, examples: &[Example], others: Others, threads: usize) -> f64 {
        let loss = self.find_gradients(examples, others, threads);
        self.powers[0] *= BETA_1;
        self.powers[1] *= BETA_2;
        self.mlp.step(Step::with_corrected_rate(self.learning_rate, self.powers), threads);
        loss
    }

    /// Sets the gradients of the mean square error over a batch; returns that error.
    fn find_gradients(&mut self, examples: &[Example], others: Others, threads: usize) -> f64 {
        let outputs = examples.len() * Action::COUNT;
        let scale = 2.0 / outputs as f32;
        let squares = self.mlp.find_gradients(examples, threads, |example, outputs| {
            example.loss(others, scale, outputs)
        });
        squares / outputs as f64
    }

    /// The complete state, in bytes.
    pub fn state(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.for_each_number(|number| bytes.extend(number.to_le_bytes()));
        bytes
    }

    /// Restores the state of a trainer of the same shape.
    ///
    /// # Errors
    /// The bytes are too few or too many.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), WrongState> {
        let mut wanted = 0;
        self.for_each_number(|_| wanted += 1);
        let (numbers, rest) = bytes.as_chunks::<4>();
        if numbers.len() != wanted || !rest.is_empty() {
            return Err(WrongState { found: bytes.len(), wanted: 4 * wanted });
        }
        let mut numbers = numbers.iter().map(|&bytes| f32::from_le_bytes(bytes));
        self.for_each_number(|number| *number = numbers.next().unwrap_or_default());
        Ok(())
    }

    /// The numbers of the state, in the order of a checkpoint: for each group of hidden units the
    /// weights from the inputs, then those to the outputs; at last the biases of the outputs. Each
    /// part has values, means and squares.
    fn for_each_number(&mut self, mut visit: impl FnMut(&mut f32)) {
        self.powers.iter_mut().for_each(&mut visit);
        let units = self.hidden_units;
        let [hidden, output] = &mut self.mlp.layers[..] else { return };
        for first in (0..units).step_by(GROUP) {
            let end = units.min(first + GROUP);
            for numbers in hidden.kept() {
                let rows = numbers.chunks_exact_mut(units);
                rows.flat_map(|row| &mut row[first..end]).for_each(&mut visit);
            }
            for numbers in output.kept() {
                numbers[first * Action::COUNT..end * Action::COUNT].iter_mut().for_each(&mut visit);
            }
        }
        for numbers in output.kept() {
            numbers[units * Action::COUNT..].iter_mut().for_each(&mut visit);
        }
    }
}

/// The state of an experiment: six numbers, then that of its trainer.
pub(super) fn write_state(words: [u64; 6], trainer: &mut Trainer) -> Vec<u8> {
    let mut state: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    state.extend(trainer.state());
    state
}

/// Restores the trainer from the checkpoint of a run folder, and returns the six numbers; `None`
/// before the first checkpoint.
pub(super) fn read_state(
    folder: &RunFolder,
    trainer: &mut Trainer,
) -> Result<Option<[u64; 6]>, RunFolderError> {
    let Some(state) = folder.state() else { return Ok(None) };
    let (head, net) =
        state.split_at_checked(8 * 6).ok_or_else(|| folder.bad_state("it is too short"))?;
    trainer.restore(net).map_err(|error| folder.bad_state(error))?;
    let (words, _) = head.as_chunks::<8>();
    Ok(Some(std::array::from_fn(|place| u64::from_le_bytes(words[place]))))
}

/// A state is not that of a trainer of this shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the state of the network has {found} bytes instead of {wanted}")]
pub struct WrongState {
    found: usize,
    wanted: usize,
}

#[cfg(test)]
mod tests;
