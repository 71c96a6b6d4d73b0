//! The network: a residual tower with a head for the policy and one for the value.

use super::kernel::{Finish, Kernel, Ready, WinogradBuffers};
use super::layer::{Cells, Conv, Dense, LANES, NO_CELLS, activation};
use super::planes::Planes;
use super::policy::POLICY_SIZE;
use crate::random::Random;

/// How large a network is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The residual blocks, of two convolutions each.
    pub blocks: usize,
    /// The channels of the tower, a multiple of 16.
    pub channels: usize,
    /// The channels of the policy head, a multiple of 16.
    pub policy_channels: usize,
    /// The channels of the value head, a multiple of 4 up to 16.
    pub value_channels: usize,
    /// The hidden units of the value head, a multiple of 16.
    pub value_units: usize,
}

impl Shape {
    /// Whether a network can have it.
    pub fn is_valid(&self) -> bool {
        let lanes =
            |channels: usize| (LANES..=256).contains(&channels) && channels.is_multiple_of(LANES);
        (1..=40).contains(&self.blocks)
            && lanes(self.channels)
            && lanes(self.policy_channels)
            && lanes(self.value_units)
            && [4, 8, 12, 16].contains(&self.value_channels)
    }
}

/// A residual block: two convolutions, and the input again.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Residual {
    pub(super) first: Conv,
    pub(super) second: Conv,
    /// The value of one unit of the input's activations in units of the output's.
    pub(super) skip: f32,
}

/// A network for the official board for two.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    pub(super) shape: Shape,
    pub(super) stem: Conv,
    pub(super) blocks: Vec<Residual>,
    pub(super) policy: Conv,
    pub(super) policy_logits: Conv,
    pub(super) value: Conv,
    pub(super) value_units: Dense,
    pub(super) value_logit: Dense,
}

/// The evaluation of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// A logit for each move, at its [`policy_index`](super::policy_index).
    pub policy: [f32; POLICY_SIZE],
    /// The logit of the expected score of the player to move: a win is 1, a draw a half.
    pub value: f32,
}

/// Room for the activations, kept between evaluations.
#[derive(Clone, Debug)]
pub struct Scratch {
    kernel: Ready,
    buffers: [Vec<Cells>; 3],
    winograd: WinogradBuffers,
}

impl Scratch {
    /// Room for the activations of a network, and the kernel to compute them with: the portable one
    /// where the processor does not have the other.
    pub fn new(network: &Network, kernel: Kernel) -> Self {
        let Shape { channels, policy_channels, .. } = network.shape;
        let cells = || vec![NO_CELLS; channels.max(policy_channels).div_ceil(LANES)];
        Self {
            kernel: kernel.ready(),
            buffers: [cells(), cells(), cells()],
            winograd: WinogradBuffers::default(),
        }
    }
}

impl Network {
    /// How large it is.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// A network of random weights whose activations fill most of a byte: for tests and
    /// benchmarks.
    ///
    /// # Panics
    /// If no network has the shape.
    pub fn random(shape: Shape, seed: u64) -> Self {
        assert!(shape.is_valid(), "no network has the shape {shape:?}");
        let mut random = Random::new(seed);
        let mut numbers = |inputs: usize, outputs: usize| {
            let weights: Vec<i8> =
                (0..inputs * outputs).map(|_| (random.below(255) as i32 - 127) as i8).collect();
            let bias: Vec<i32> =
                (0..outputs).map(|_| random.below(20_001) as i32 - 10_000).collect();
            let typical = 60.0 * 73.0 * (inputs as f32).sqrt();
            let scale: Vec<f32> =
                (0..outputs).map(|_| (0.5 + random.unit() as f32) * 60.0 / typical).collect();
            (weights, bias, scale)
        };
        let mut conv = |inputs: usize, outputs: usize, taps: usize| {
            let (weights, bias, scale) = numbers(inputs * taps, outputs);
            Conv::new([inputs, outputs, taps], &weights, &bias, &scale)
        };
        let Shape { blocks, channels, policy_channels, value_channels, value_units } = shape;
        let stem = conv(Planes::COUNT, channels, 9);
        let blocks = (0..blocks)
            .map(|_| Residual {
                first: conv(channels, channels, 9),
                second: conv(channels, channels, 9),
                skip: 0.75,
            })
            .collect();
        let policy = conv(channels, policy_channels, 9);
        let policy_logits = conv(policy_channels, 3, 1);
        let value = conv(channels, value_channels, 1);
        let mut dense = |inputs: usize, outputs: usize| {
            let (weights, bias, scale) = numbers(inputs, outputs);
            Dense::new([inputs, outputs], &weights, &bias, &scale)
        };
        let value_units_layer = dense(81 * value_channels, value_units);
        let value_logit = dense(value_units, 1);
        Self {
            shape,
            stem,
            blocks,
            policy,
            policy_logits,
            value,
            value_units: value_units_layer,
            value_logit,
        }
    }

    /// Evaluates a position. The scratch must be for a network of the same shape.
    pub fn evaluate(&self, planes: &Planes, scratch: &mut Scratch) -> Output {
        let Scratch { kernel, buffers: [tower, inner, next], winograd } = scratch;
        let channels = self.shape.channels / LANES;
        let mut conv = |layer: &Conv, input: &[Cells], mut finish: Finish<'_>| {
            kernel.conv(layer, input, &mut finish, winograd);
        };
        conv(&self.stem, planes.cells(), Finish::Activate { output: tower, skip: None });
        for Residual { first, second, skip } in &self.blocks {
            conv(first, &tower[..channels], Finish::Activate { output: inner, skip: None });
            let skip = Some((&tower[..], *skip));
            conv(second, &inner[..channels], Finish::Activate { output: next, skip });
            std::mem::swap(tower, next);
        }
        conv(&self.policy, &tower[..channels], Finish::Activate { output: inner, skip: None });
        let mut policy = [[0.0; 81]; 3];
        let policy_channels = self.shape.policy_channels / LANES;
        conv(&self.policy_logits, &inner[..policy_channels], Finish::Logits(&mut policy));
        conv(&self.value, &tower[..channels], Finish::Activate { output: inner, skip: None });
        Output {
            policy: policy.as_flattened().try_into().expect("three planes are the policy"),
            value: self.value_of(*kernel, inner),
        }
    }

    /// The logit of the value from the activations of the value head's channels.
    fn value_of(&self, kernel: Ready, channels: &[Cells]) -> f32 {
        // Four channels of a square stand together; the columns of zeros at the sides are left out.
        let groups = self.shape.value_channels / 4;
        let mut board = Vec::with_capacity(groups * 81);
        for group in 0..groups {
            for row in &channels[group / 4] {
                board.extend(row[1..10].iter().map(|cell| cell.as_chunks().0[group % 4]));
            }
        }
        let units = self.value_units.inner();
        let mut hidden = vec![[0_u8; 4]; units.outputs() / 4];
        for block in 0..units.blocks() {
            let sums = kernel.dense(units.block(block), &board);
            for lane in 0..LANES {
                let value =
                    (sums[lane] + units.bias[block][lane]) as f32 * units.scale[block][lane];
                hidden[4 * block + lane / 4][lane % 4] = activation(value);
            }
        }
        let logit = self.value_logit.inner();
        let sums = kernel.dense(logit.block(0), &hidden);
        (sums[0] + logit.bias[0][0]) as f32 * logit.scale[0][0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quoridor_core::{Move, Position};

    fn positions(count: usize) -> Vec<Position> {
        let mut random = Random::new(23);
        let mut positions = Vec::new();
        while positions.len() < count {
            let mut position = Position::default();
            for _ in 0..random.below(40) {
                let moves: Vec<Move> = position.legal_moves().iter().collect();
                if let Some(mv) = random.pick(&moves) {
                    position.play_unchecked(mv);
                }
            }
            positions.push(position);
        }
        positions
    }

    /// A convolution by its definition, on plain arrays.
    fn slow_conv(layer: &Conv, input: &[Vec<i32>], taps: usize) -> Vec<Vec<i32>> {
        let (weights, bias, _) = layer.numbers();
        let inputs = layer.inputs();
        let at = |channel: usize, row: i32, column: i32| {
            let is_inside = (0..9).contains(&row) && (0..9).contains(&column);
            if is_inside { input[channel][(9 * row + column) as usize] } else { 0 }
        };
        let sum = |output: usize, square: i32| {
            let mut sum = bias[output];
            for channel in 0..inputs {
                for tap in 0..taps {
                    let (down, right) =
                        if taps == 9 { (tap as i32 / 3 - 1, tap as i32 % 3 - 1) } else { (0, 0) };
                    let weight = weights[(output * inputs + channel) * taps + tap];
                    sum += i32::from(weight) * at(channel, square / 9 + down, square % 9 + right);
                }
            }
            sum
        };
        (0..layer.outputs())
            .map(|output| (0..81).map(|square| sum(output, square)).collect())
            .collect()
    }

    fn slow_activate(
        layer: &Conv,
        sums: &[Vec<i32>],
        skip: Option<(&[Vec<i32>], f32)>,
    ) -> Vec<Vec<i32>> {
        let (_, _, scale) = layer.numbers();
        let one = |channel: usize, square: usize| {
            let mut value = sums[channel][square] as f32 * scale[channel];
            if let Some((input, worth)) = skip {
                value += input[channel][square] as f32 * worth;
            }
            value.round_ties_even().clamp(0.0, 255.0) as i32
        };
        (0..sums.len())
            .map(|channel| (0..81).map(|square| one(channel, square)).collect())
            .collect()
    }

    /// The whole network by its definition.
    fn slow_evaluate(network: &Network, planes: &Planes) -> Output {
        let board = |plane| (0..81).map(|square| i32::from(planes.get(plane, square))).collect();
        let input: Vec<Vec<i32>> = (0..Planes::COUNT).map(board).collect();
        let conv = |layer: &Conv, input: &[Vec<i32>], taps| {
            slow_activate(layer, &slow_conv(layer, input, taps), None)
        };
        let mut tower = conv(&network.stem, &input, 9);
        for Residual { first, second, skip } in &network.blocks {
            let inner = conv(first, &tower, 9);
            tower = slow_activate(second, &slow_conv(second, &inner, 9), Some((&tower, *skip)));
        }
        let policy = conv(&network.policy, &tower, 9);
        let (_, _, scale) = network.policy_logits.numbers();
        let sums = slow_conv(&network.policy_logits, &policy, 1);
        let mut logits = [0.0; POLICY_SIZE];
        for (place, logit) in logits.iter_mut().enumerate() {
            *logit = sums[place / 81][place % 81] as f32 * scale[place / 81];
        }
        let value = conv(&network.value, &tower, 1);
        let dense = |layer: &Dense, input: &[i32]| {
            let (weights, bias, scale) = layer.inner().numbers();
            let sums = (0..layer.outputs()).map(|output| {
                let row = &weights[output * input.len()..][..input.len()];
                let sum: i32 = row.iter().zip(input).map(|(&w, &x)| i32::from(w) * x).sum();
                (sum + bias[output]) as f32 * scale[output]
            });
            sums.collect::<Vec<f32>>()
        };
        // Four channels of a square stand together.
        let flat: Vec<i32> = (0..value.len() / 4)
            .flat_map(|group| (0..81).map(move |square| (group, square)))
            .flat_map(|(group, square)| (0..4).map(move |more| (4 * group + more, square)))
            .map(|(channel, square)| value[channel][square])
            .collect();
        let units: Vec<i32> = dense(&network.value_units, &flat)
            .iter()
            .map(|value| value.round_ties_even().clamp(0.0, 255.0) as i32)
            .collect();
        Output { policy: logits, value: dense(&network.value_logit, &units)[0] }
    }

    const SHAPES: [Shape; 4] = [
        Shape { blocks: 2, channels: 16, policy_channels: 16, value_channels: 8, value_units: 32 },
        Shape { blocks: 1, channels: 48, policy_channels: 32, value_channels: 8, value_units: 64 },
        Shape { blocks: 1, channels: 64, policy_channels: 48, value_channels: 4, value_units: 16 },
        Shape { blocks: 1, channels: 80, policy_channels: 96, value_channels: 16, value_units: 48 },
    ];

    #[test]
    fn every_kernel_computes_the_definition() {
        for (number, shape) in SHAPES.into_iter().enumerate() {
            let network = Network::random(shape, number as u64);
            for position in positions(6) {
                let planes = Planes::new(&position);
                let expected = slow_evaluate(&network, &planes);
                assert!(expected.policy.iter().any(|&logit| logit != 0.0));
                for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()) {
                    let mut scratch = Scratch::new(&network, kernel);
                    // The second time the buffers are not empty.
                    for _ in 0..2 {
                        assert_eq!(network.evaluate(&planes, &mut scratch), expected, "{kernel:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn shapes_that_no_network_has() {
        let good = SHAPES[0];
        assert!(SHAPES.iter().all(Shape::is_valid));
        for bad in [
            Shape { blocks: 0, ..good },
            Shape { channels: 24, ..good },
            Shape { channels: 0, ..good },
            Shape { policy_channels: 272, ..good },
            Shape { value_channels: 6, ..good },
            Shape { value_units: 8, ..good },
        ] {
            assert!(!bad.is_valid(), "{bad:?}");
        }
    }
}
