//! The inner loops: sums of products of bytes, by the widest vector unit that the processor has.
//!
//! All kernels compute the same 32-bit integers, so they agree bit by bit; a test compares them.
//! They compute 3×3 convolutions with less than a third of the products ([`winograd`]), all other
//! layers by their definition ([`direct`]).
//! Of this only the x86-64 kernels are unsafe: those vector units can be reached in no other way,
//! and portable Rust is 7 to 10 times slower than AVX2 (docs/speed.md).
#![allow(unsafe_code)]

use super::layer::{Block, Cells, Conv, LANES, activation};

/// The sums of sixteen outputs in a row of the board become activations or logits, the same for all
/// kernels: a macro, because it has to be compiled with the features of each. `activate` makes
/// activations.
macro_rules! finish_row_with {
    ($activate:ident, $layer:ident, $block:ident, $row:ident, $sums:ident, $finish:ident) => {{
        let (bias, scale) = (&$layer.bias[$block], &$layer.scale[$block]);
        match $finish {
            Finish::Activate { output, skip } => {
                for (column, sums) in $sums.iter().enumerate() {
                    let skip = skipped(*skip, $block, $row, column);
                    output[$block][$row][column + 1] = $activate(sums, bias, scale, &skip);
                }
            }
            Finish::Logits(logits) => {
                let logits = logits.iter_mut().skip(LANES * $block).take(LANES);
                for (lane, logits) in logits.enumerate() {
                    for (column, sums) in $sums.iter().enumerate() {
                        logits[9 * $row + column] = (sums[lane] + bias[lane]) as f32 * scale[lane];
                    }
                }
            }
        }
    }};
}

#[macro_use]
mod direct;
#[macro_use]
mod winograd;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod vnni;

use direct::{Tap, four_of, taps, window};
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
use winograd::pair_of;
use winograd::{Lanes, PAIRS, Pairs, TILES, transform_products};
pub(super) use winograd::{Winograd, WinogradBuffers};

/// A way to compute layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Plain Rust.
    Portable,
    /// 128-bit vectors of WebAssembly, which browsers have had since 2023.
    Simd128,
    /// 256-bit vectors of x86-64 processors since 2013.
    Avx2,
    /// 512-bit vectors with instructions that multiply and add, of Intel servers since 2019 and
    /// AMD's since 2022.
    Vnni,
}

/// The kernel without unsafe code that every processor of a target has. WebAssembly has one of the
/// two, because a page loads it.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
use {self::portable as plain, Kernel::Portable as SLOWEST};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use {self::simd128 as plain, Kernel::Simd128 as SLOWEST};

impl Kernel {
    /// All of them, the slowest first.
    pub const ALL: [Self; 4] = [Self::Portable, Self::Simd128, Self::Avx2, Self::Vnni];

    /// The fastest that this processor has.
    pub fn fastest() -> Self {
        let available = Self::ALL.into_iter().rev().find(|kernel| kernel.is_available());
        available.unwrap_or(SLOWEST)
    }

    /// Whether this processor has it.
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => !cfg!(all(target_arch = "wasm32", target_feature = "simd128")),
            Self::Simd128 => cfg!(all(target_arch = "wasm32", target_feature = "simd128")),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            Self::Vnni => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vnni")
            }
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 | Self::Vnni => false,
        }
    }

    /// The same kernel, or the slowest of those that this processor has.
    fn checked(self) -> Self {
        if self.is_available() { self } else { SLOWEST }
    }

    /// The kernel as layers call it: checked once, not in every layer.
    pub(super) fn ready(self) -> Ready {
        Ready(self.checked())
    }
}

/// A kernel that this processor was found to have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ready(Kernel);

impl Ready {
    /// Computes a convolution.
    pub(super) fn conv(
        self,
        layer: &Conv,
        input: &[Cells],
        finish: &mut Finish<'_>,
        buffers: &mut WinogradBuffers,
    ) {
        match self.0 {
            Kernel::Portable | Kernel::Simd128 => plain::conv(layer, input, finish, buffers),
            // SAFETY: `Ready` is made by `Kernel::ready` alone, which found the features.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => unsafe { avx2::conv(layer, input, finish, buffers) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kernel::Vnni => unsafe { vnni::conv(layer, input, finish, buffers) },
            #[cfg(not(target_arch = "x86_64"))]
            Kernel::Avx2 | Kernel::Vnni => plain::conv(layer, input, finish, buffers),
        }
    }

    /// The sums of a block of sixteen outputs that depend on all inputs.
    pub(super) fn dense(self, weights: &[Block], input: &[[u8; 4]]) -> [i32; LANES] {
        match self.0 {
            Kernel::Portable | Kernel::Simd128 => plain::dense(weights, input),
            // SAFETY: as in `conv`.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => unsafe { avx2::dense(weights, input) },
            // SAFETY: as in `conv`.
            #[cfg(target_arch = "x86_64")]
            Kernel::Vnni => unsafe { vnni::dense(weights, input) },
            #[cfg(not(target_arch = "x86_64"))]
            Kernel::Avx2 | Kernel::Vnni => plain::dense(weights, input),
        }
    }
}

/// Where the sums of a convolution go.
pub(super) enum Finish<'a> {
    /// They become activations; `skip` is a residual connection and what its activations are worth.
    Activate { output: &'a mut [Cells], skip: Option<(&'a [Cells], f32)> },
    /// They become numbers, by channel and square.
    Logits(&'a mut [[f32; 81]]),
}

/// The sums of sixteen outputs in a row of the board.
type RowSums = [[i32; LANES]; 9];

/// Sixteen sums of a square become activations; `skip` is what is added to them.
#[inline(always)]
fn activate(
    sums: &[i32; LANES],
    bias: &[i32; LANES],
    scale: &[f32; LANES],
    skip: &[f32; LANES],
) -> [u8; LANES] {
    let mut bytes = [0; LANES];
    for lane in 0..LANES {
        let value = (sums[lane] + bias[lane]) as f32 * scale[lane] + skip[lane];
        bytes[lane] = activation(value);
    }
    bytes
}

/// The activations of sixteen channels at a square, times what they are worth; zero without a skip
/// connection.
#[inline(always)]
fn skipped(skip: Option<(&[Cells], f32)>, block: usize, row: usize, column: usize) -> [f32; LANES] {
    let mut values = [0.0; LANES];
    if let Some((input, worth)) = skip {
        for (value, &byte) in values.iter_mut().zip(&input[block][row][column + 1]) {
            *value = f32::from(byte) * worth;
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::super::layer::NO_CELLS;
    use super::*;
    use crate::random::Random;

    fn conv(outputs: usize, taps: usize, random: &mut Random) -> Conv {
        let weights: Vec<i8> =
            (0..4 * outputs * taps).map(|_| (random.below(255) as i32 - 127) as i8).collect();
        let bias: Vec<i32> = (0..outputs).map(|_| random.below(2001) as i32 - 1000).collect();
        let scale: Vec<f32> = (0..outputs).map(|_| 0.01 * random.unit() as f32).collect();
        Conv::new([4, outputs, taps], &weights, &bias, &scale)
    }

    fn cells(random: &mut Random) -> Cells {
        let mut cells = NO_CELLS;
        for square in cells.iter_mut().flat_map(|row| &mut row[1..10]) {
            *square = [0; LANES].map(|_: u8| random.below(256) as u8);
        }
        cells
    }

    /// One layer of each kind and width, so small that Miri can run every kernel: it finds reads
    /// and writes outside of a layer, and vector instructions that are not what they seem. Whole
    /// networks are compared with their definition beside `Network`.
    #[test]
    fn kernels_agree_on_every_kind_of_layer() {
        let mut random = Random::new(7);
        // One, two and three blocks; a last block that is not full.
        for (outputs, taps) in [(16, 9), (32, 1), (48, 1), (35, 1)] {
            let layer = conv(outputs, taps, &mut random);
            let input = [cells(&mut random)];
            let skip: Vec<Cells> =
                (0..outputs.div_ceil(LANES)).map(|_| cells(&mut random)).collect();
            let results = |kernel: Kernel| {
                let kernel = kernel.ready();
                let mut output = vec![NO_CELLS; skip.len()];
                let mut buffers = WinogradBuffers::default();
                kernel.conv(
                    &layer,
                    &input,
                    &mut Finish::Activate { output: &mut output, skip: Some((&skip, 0.5)) },
                    &mut buffers,
                );
                let mut logits = vec![[0.0; 81]; outputs];
                kernel.conv(&layer, &input, &mut Finish::Logits(&mut logits), &mut buffers);
                let fours = input[0][4].as_flattened().as_chunks().0;
                let dense = kernel.dense(layer.block(0), &fours[..layer.block(0).len()]);
                (output, logits, dense)
            };
            let expected = results(Kernel::Portable);
            assert!(expected.1.iter().flatten().any(|&logit| logit > 0.0));
            for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()) {
                assert!(results(kernel) == expected, "{kernel:?}, {outputs} outputs, {taps} taps");
            }
        }
    }

    /// A closed formula: every input is 255 and every weight the same, so that a square's sum
    /// counts the squares around it. The largest sums that 36 times fit 32 bits, and larger ones,
    /// which are computed by their definition.
    #[test]
    fn large_sums_are_exact() {
        let mut full = NO_CELLS;
        for square in full.iter_mut().flat_map(|row| &mut row[1..10]) {
            *square = [255; LANES];
        }
        for (inputs, weight, is_transformed) in
            [(204, 127, true), (208, 127, false), (200, -128, true), (204, -128, false)]
        {
            let layer =
                Conv::new([inputs, 16, 9], &vec![weight; inputs * 144], &[0; 16], &[1.0; 16]);
            assert_eq!(layer.winograd().is_some(), is_transformed, "{inputs} inputs");
            let along = |place: usize| if place.is_multiple_of(8) { 2 } else { 3 };
            for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()) {
                let mut logits = [[0.0; 81]; 16];
                let input = vec![full; inputs.div_ceil(LANES)];
                let mut finish = Finish::Logits(&mut logits);
                kernel.ready().conv(&layer, &input, &mut finish, &mut WinogradBuffers::default());
                for (square, &logit) in logits.iter().flat_map(|logits| logits.iter().enumerate()) {
                    let squares = along(square / 9) * along(square % 9);
                    let expected = i32::from(weight) * 255 * inputs as i32 * squares;
                    assert_eq!(logit, expected as f32, "{kernel:?}, {inputs} inputs, {square}");
                }
            }
        }
    }
}
