//! Layers of the network: weights in the order that the kernels read them.

use std::sync::OnceLock;

use super::kernel::Winograd;

/// A row of the board with a column of zeros at each side, so that a convolution needs no edges.
pub(super) const WIDTH: usize = 11;

/// Sixteen channels: what a kernel computes at once.
pub(super) const LANES: usize = 16;

/// The activations of sixteen channels: by row, column (from one) and channel.
pub(super) type Cells = [[[u8; LANES]; WIDTH]; 9];

/// Sixteen channels that are zero everywhere.
pub(super) const NO_CELLS: Cells = [[[0; LANES]; WIDTH]; 9];

/// Four inputs of sixteen outputs.
pub(super) type Block = [i8; 4 * LANES];

/// A convolution, 3×3 or 1×1.
#[derive(Clone, Debug, PartialEq)]
pub struct Conv {
    inputs: usize,
    outputs: usize,
    taps: usize,
    /// By sixteen outputs, four inputs and tap.
    pub(super) weights: Vec<Block>,
    pub(super) bias: Vec<[i32; LANES]>,
    pub(super) scale: Vec<[f32; LANES]>,
    transformed: Transformed,
}

/// The transformed weights of a 3×3 convolution, computed when a kernel first asks for them. They
/// follow from the weights, so layers are equal without them.
#[derive(Clone, Debug, Default)]
struct Transformed(OnceLock<Option<Winograd>>);

impl PartialEq for Transformed {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Conv {
    /// A convolution with `taps` (9 or 1) weights for each pair of channels; weights are given by
    /// output, input and tap (row by row from the mover's side), biases and scales by output.
    ///
    /// # Panics
    /// If the numbers are not as many as the channels need.
    pub fn new(
        [inputs, outputs, taps]: [usize; 3],
        weights: &[i8],
        bias: &[i32],
        scale: &[f32],
    ) -> Self {
        assert!(taps == 9 || taps == 1, "a convolution is 3×3 or 1×1");
        assert_eq!(weights.len(), inputs * outputs * taps, "one weight for each pair and tap");
        let groups = inputs.div_ceil(4);
        let mut packed = vec![[0; 4 * LANES]; outputs.div_ceil(LANES) * groups * taps];
        for (number, &weight) in weights.iter().enumerate() {
            let (output, input, tap) =
                (number / (inputs * taps), number / taps % inputs, number % taps);
            let block = (output / LANES * groups + input / 4) * taps + tap;
            packed[block][output % LANES * 4 + input % 4] = weight;
        }
        Self {
            inputs,
            outputs,
            taps,
            weights: packed,
            bias: in_lanes(bias, outputs),
            scale: in_lanes(scale, outputs),
            transformed: Transformed::default(),
        }
    }

    /// The input channels.
    pub const fn inputs(&self) -> usize {
        self.inputs
    }

    /// The output channels.
    pub const fn outputs(&self) -> usize {
        self.outputs
    }

    /// The weights of each pair of channels: 9 or 1.
    pub(super) const fn taps(&self) -> usize {
        self.taps
    }

    /// The transformed weights, if it is a 3×3 convolution that can be computed by them.
    #[inline(always)]
    pub(super) fn winograd(&self) -> Option<&Winograd> {
        self.transformed.0.get_or_init(|| self.transform()).as_ref()
    }

    #[cold]
    fn transform(&self) -> Option<Winograd> {
        if self.taps != 9 {
            return None;
        }
        let (weights, ..) = self.numbers();
        Winograd::new([self.inputs, self.outputs], &weights)
    }

    /// How many blocks of sixteen outputs there are.
    pub(super) const fn blocks(&self) -> usize {
        self.bias.len()
    }

    /// The weights of a block of sixteen outputs.
    #[inline(always)]
    pub(super) fn block(&self, block: usize) -> &[Block] {
        let length = self.inputs.div_ceil(4) * self.taps;
        &self.weights[block * length..][..length]
    }

    /// The numbers as [`new`](Self::new) takes them.
    pub(super) fn numbers(&self) -> (Vec<i8>, Vec<i32>, Vec<f32>) {
        let Self { inputs, outputs, taps, .. } = *self;
        let groups = inputs.div_ceil(4);
        let weight = |number: usize| {
            let (output, input, tap) =
                (number / (inputs * taps), number / taps % inputs, number % taps);
            let block = (output / LANES * groups + input / 4) * taps + tap;
            self.weights[block][output % LANES * 4 + input % 4]
        };
        (
            (0..inputs * outputs * taps).map(weight).collect(),
            self.bias.iter().flatten().copied().take(outputs).collect(),
            self.scale.iter().flatten().copied().take(outputs).collect(),
        )
    }
}

/// A layer in which every output depends on every input.
#[derive(Clone, Debug, PartialEq)]
pub struct Dense {
    inner: Conv,
}

impl Dense {
    /// A layer with weights by output and input, biases and scales by output.
    ///
    /// # Panics
    /// If the numbers are not as many as the layer needs.
    pub fn new([inputs, outputs]: [usize; 2], weights: &[i8], bias: &[i32], scale: &[f32]) -> Self {
        Self { inner: Conv::new([inputs, outputs, 1], weights, bias, scale) }
    }

    /// The weights as a convolution of a board of one square has them.
    pub(super) const fn inner(&self) -> &Conv {
        &self.inner
    }

    /// How many outputs it has.
    pub const fn outputs(&self) -> usize {
        self.inner.outputs
    }
}

fn in_lanes<T: Copy + Default>(numbers: &[T], count: usize) -> Vec<[T; LANES]> {
    assert_eq!(numbers.len(), count, "one number for each output");
    let lanes = |chunk: &[T]| {
        let mut lanes = [T::default(); LANES];
        lanes[..chunk.len()].copy_from_slice(chunk);
        lanes
    };
    numbers.chunks(LANES).map(lanes).collect()
}

/// The activation that a sum becomes: rounded to the nearest, the even one of two, within a byte.
///
/// Adding 1.5·2²³ rounds to a whole number, which is then in the lowest bits. There are comparisons
/// instead of `clamp`, because the compiler makes vector instructions of them.
#[inline(always)]
pub(super) fn activation(value: f32) -> u8 {
    const ROUND: f32 = 12_582_912.0;
    let value = if value > 0.0 { value } else { 0.0 };
    let value = if value < 255.0 { value } else { 255.0 };
    (value + ROUND).to_bits() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn activations_round_to_even_and_stay_in_a_byte() {
        for hundredth in -100_000..100_000 {
            let value = hundredth as f32 / 128.0;
            let expected = value.round_ties_even().clamp(0.0, 255.0) as u8;
            assert_eq!(activation(value), expected, "{value}");
        }
        assert_eq!(activation(f32::INFINITY), 255);
    }

    #[test]
    fn numbers_are_found_again() {
        let weights: Vec<i8> = (0..20 * 18 * 9).map(|number| (number % 251) as u8 as i8).collect();
        let (bias, scale): (Vec<i32>, Vec<f32>) =
            ((0..18).collect(), (0..18).map(|number| number as f32).collect());
        let conv = Conv::new([20, 18, 9], &weights, &bias, &scale);
        assert_eq!(conv.numbers(), (weights, bias, scale));
        assert_eq!((conv.blocks(), conv.weights.len()), (2, 2 * 5 * 9));
    }
}
