//! A perceptron with one hidden layer, sizes known at run time. The champion's evaluation has its
//! own with sizes known at compile time: docs/search.md says why.

use quoridor_engine::net::logistic;

use super::action::Action;
use super::encoding::{Encoding, Inputs};

/// Inputs, a hidden layer of logistic units, and a linear output for each [`Action`].
///
/// Weights are kept by what they start from: a row for each input with the weights to all hidden
/// units, a row for each hidden unit with the weights to all outputs; the last row of each are the
/// biases. So the work of an input is one run through its row, and the sums of different units run
/// beside each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Mlp {
    encoding: Encoding,
    hidden_units: usize,
    to_hidden: Vec<f32>,
    to_output: Vec<f32>,
}

impl Mlp {
    /// The most hidden units that a net may have.
    pub const MOST_HIDDEN_UNITS: usize = 4096;

    /// A net with all weights zero.
    ///
    /// # Panics
    /// Without hidden units, or with more than [`MOST_HIDDEN_UNITS`](Self::MOST_HIDDEN_UNITS).
    pub fn new(encoding: Encoding, hidden_units: usize) -> Self {
        assert!(
            (1..=Self::MOST_HIDDEN_UNITS).contains(&hidden_units),
            "{hidden_units} hidden units"
        );
        let to_hidden = vec![0.0; (encoding.inputs() + 1) * hidden_units];
        let to_output = vec![0.0; (hidden_units + 1) * Action::COUNT];
        Self { encoding, hidden_units, to_hidden, to_output }
    }

    /// The encoding of its inputs.
    pub const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The number of hidden units.
    pub const fn hidden_units(&self) -> usize {
        self.hidden_units
    }

    /// The weights of the hidden layer: for each input, then for the bias, a row of as many as
    /// there are hidden units.
    pub fn to_hidden(&self) -> &[f32] {
        &self.to_hidden
    }

    /// The weights of the output layer: for each hidden unit, then for the bias, a row of
    /// [`Action::COUNT`].
    pub fn to_output(&self) -> &[f32] {
        &self.to_output
    }

    /// Both layers' weights, to be changed.
    pub fn layers_mut(&mut self) -> (&mut [f32], &mut [f32]) {
        (&mut self.to_hidden, &mut self.to_output)
    }

    /// The forward pass: an output for each action.
    pub fn forward(&self, inputs: &Inputs) -> [f32; Action::COUNT] {
        let row = |input: usize| &self.to_hidden[input * self.hidden_units..][..self.hidden_units];
        let mut sums = row(self.encoding.inputs()).to_vec();
        for &(input, value) in inputs.entries() {
            for (sum, weight) in sums.iter_mut().zip(row(usize::from(input))) {
                *sum += value * weight;
            }
        }
        let (rows, _) = self.to_output.as_chunks::<{ Action::COUNT }>();
        let mut outputs = rows[self.hidden_units];
        for (sum, row) in sums.into_iter().zip(rows) {
            let activation = logistic(sum);
            for (output, weight) in outputs.iter_mut().zip(row) {
                *output += activation * weight;
            }
        }
        outputs
    }
}

#[cfg(test)]
mod tests {
    use quoridor_engine::random::Random;

    use super::*;

    fn random_net(encoding: Encoding, hidden_units: usize) -> Mlp {
        let mut random = Random::new(1);
        let mut net = Mlp::new(encoding, hidden_units);
        let (to_hidden, to_output) = net.layers_mut();
        to_hidden
            .iter_mut()
            .chain(to_output)
            .for_each(|weight| *weight = random.normal() as f32 / 20.0);
        net
    }

    /// A slow forward pass in double precision, over all inputs, unit by unit.
    #[test]
    fn it_agrees_with_the_textbook() {
        for encoding in Encoding::ALL {
            let net = random_net(encoding, 37);
            let mut inputs = Inputs::default();
            encoding.encode(&"a4 d1 e7 h5 / e2 h2 / g4 h2 / 5 9 / 2".parse().unwrap(), &mut inputs);
            let mut dense = vec![0.0; encoding.inputs()];
            inputs
                .entries()
                .iter()
                .for_each(|&(input, value)| dense[usize::from(input)] = f64::from(value));
            dense.push(1.0);
            let hidden: Vec<f64> = (0..37)
                .map(|unit| {
                    let weight = |input: usize| f64::from(net.to_hidden()[input * 37 + unit]);
                    let sum: f64 = (0..dense.len()).map(|input| dense[input] * weight(input)).sum();
                    1.0 / (1.0 + (-sum).exp())
                })
                .chain([1.0])
                .collect();
            let outputs = net.forward(&inputs);
            for (action, &output) in outputs.iter().enumerate() {
                let weight =
                    |unit: usize| f64::from(net.to_output()[unit * Action::COUNT + action]);
                let exact: f64 = (0..=37).map(|unit| hidden[unit] * weight(unit)).sum();
                assert!((f64::from(output) - exact).abs() < 1e-5, "{action}: {output} for {exact}");
            }
        }
    }
}
