//! The inner loops: sums of products of bytes, by the widest vector unit that the processor has.
//!
//! All kernels compute the same 32-bit integers, so they agree bit by bit; a test compares them.
//! Of this only the x86-64 kernels are unsafe: those vector units can be reached in no other way,
//! and portable Rust is 11 to 14 times slower than AVX2, 87 to 125 times slower than AVX-512 VNNI
//! (docs/neural.md).
#![allow(unsafe_code)]

use super::layer::{Block, Cells, Conv, LANES, activation};

/// A way to compute layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Plain Rust.
    Portable,
    /// 128-bit vectors of WebAssembly, which browsers have had since 2023.
    Simd128,
    /// 256-bit vectors of x86-64 processors since 2013.
    Avx2,
    /// 512-bit vectors with products of bytes, of Intel servers since 2019 and AMD's since 2022.
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
    pub(super) fn conv(self, layer: &Conv, input: &[Cells], finish: &mut Finish<'_>) {
        match self.0 {
            Kernel::Portable | Kernel::Simd128 => plain::conv(layer, input, finish),
            // SAFETY: `Ready` is made by `Kernel::ready` alone, which found the features.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => unsafe { avx2::conv(layer, input, finish) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kernel::Vnni => unsafe { vnni::conv(layer, input, finish) },
            #[cfg(not(target_arch = "x86_64"))]
            Kernel::Avx2 | Kernel::Vnni => plain::conv(layer, input, finish),
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
        let groups = &input[4 * block..4 * block + 4];
        for lane in 0..LANES {
            values[lane] = f32::from(groups[lane / 4][row][column + 1][lane % 4]) * worth;
        }
    }
    values
}

/// A place of a convolution: the row and column where it reads for the first square of a row, and
/// the number of its weights.
#[derive(Clone, Copy, Default)]
struct Tap {
    row: usize,
    column: usize,
    number: usize,
}

/// The taps of a convolution in a row of the board, those above and below the board left out.
///
/// A list, because the compiler would unroll loops of known length, and run out of registers.
fn taps(count: usize, row: usize) -> ([Tap; 9], usize) {
    let mut taps = [Tap::default(); 9];
    if count == 1 {
        taps[0] = Tap { row, column: 1, number: 0 };
        return (taps, 1);
    }
    let mut length = 0;
    for number in 0..9 {
        let shifted = row + number / 3;
        if (1..=9).contains(&shifted) {
            taps[length] = Tap { row: shifted - 1, column: number % 3, number };
            length += 1;
        }
    }
    (taps, length)
}

/// The squares that a tap reads for the nine of a row.
#[inline(always)]
fn window(cells: &Cells, tap: Tap) -> &[[u8; 4]; 9] {
    cells[tap.row][tap.column..].first_chunk().expect("a row is as wide as its taps")
}

/// The loop over rows and outputs, the same for all kernels: a macro, because it has to be compiled
/// with the features of each. `accumulate` makes sums, `activate` makes activations of them.
macro_rules! conv_with {
    ($accumulate:ident, $activate:ident, $layer:ident, $input:ident, $finish:ident) => {{
        let mut sums = [[[0; LANES]; 9]; 3];
        let mut first = 0;
        while first < $layer.blocks() {
            // As many at once as the registers hold.
            let count = match $layer.blocks() - first {
                1 => 1,
                2 | 4 => 2,
                _ => 3,
            };
            let weights = |more: usize| $layer.block(first + more);
            for row in 0..9 {
                let (taps, length) = taps($layer.taps(), row);
                let taps = &taps[..length];
                match count {
                    1 => $accumulate($layer, $input, taps, [weights(0)], &mut sums),
                    2 => $accumulate($layer, $input, taps, [weights(0), weights(1)], &mut sums),
                    _ => {
                        let weights = [weights(0), weights(1), weights(2)];
                        $accumulate($layer, $input, taps, weights, &mut sums);
                    }
                }
                for (block, sums) in (first..first + count).zip(&sums) {
                    let (bias, scale) = (&$layer.bias[block], &$layer.scale[block]);
                    match $finish {
                        Finish::Activate { output, skip } => {
                            for (column, sums) in sums.iter().enumerate() {
                                let skip = skipped(*skip, block, row, column);
                                let bytes = $activate(sums, bias, scale, &skip);
                                let groups = &mut output[4 * block..4 * block + 4];
                                for (group, bytes) in groups.iter_mut().zip(bytes.as_chunks().0) {
                                    group[row][column + 1] = *bytes;
                                }
                            }
                        }
                        Finish::Logits(logits) => {
                            let logits = logits.iter_mut().skip(LANES * block).take(LANES);
                            for (lane, logits) in logits.enumerate() {
                                for (column, sums) in sums.iter().enumerate() {
                                    logits[9 * row + column] =
                                        (sums[lane] + bias[lane]) as f32 * scale[lane];
                                }
                            }
                        }
                    }
                }
            }
            first += count;
        }
    }};
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod portable {
    use super::*;

    pub(super) fn conv(layer: &Conv, input: &[Cells], finish: &mut Finish<'_>) {
        conv_with!(accumulate, activate, layer, input, finish);
    }

    fn accumulate<const BLOCKS: usize>(
        layer: &Conv,
        input: &[Cells],
        taps: &[Tap],
        weights: [&[Block]; BLOCKS],
        sums: &mut [RowSums; 3],
    ) {
        for (sums, weights) in sums.iter_mut().zip(weights) {
            *sums = [[0; LANES]; 9];
            for (cells, weights) in input.iter().zip(weights.chunks_exact(layer.taps())) {
                for &tap in taps {
                    for (sums, cell) in sums.iter_mut().zip(window(cells, tap)) {
                        multiply(sums, &weights[tap.number], cell);
                    }
                }
            }
        }
    }

    pub(super) fn dense(weights: &[Block], input: &[[u8; 4]]) -> [i32; LANES] {
        let mut sums = [0; LANES];
        for (weights, cell) in weights.iter().zip(input) {
            multiply(&mut sums, weights, cell);
        }
        sums
    }

    #[inline(always)]
    fn multiply(sums: &mut [i32; LANES], weights: &Block, cell: &[u8; 4]) {
        for (sum, weights) in sums.iter_mut().zip(weights.as_chunks::<4>().0) {
            for (&weight, &value) in weights.iter().zip(cell) {
                *sum += i32::from(weight) * i32::from(value);
            }
        }
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128 {
    use std::arch::wasm32::{
        i16x8_extend_low_i8x16, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane, i32x4_splat,
        u16x8_extend_low_u8x16, u32x4_splat, u64x2, v128,
    };

    use super::*;

    /// Eight outputs, two in each register.
    type Half = [v128; 4];

    pub(super) fn conv(layer: &Conv, input: &[Cells], finish: &mut Finish<'_>) {
        conv_with!(accumulate, activate, layer, input, finish);
    }

    /// Half a block and three columns at a time: twelve registers of sixteen.
    fn accumulate<const BLOCKS: usize>(
        layer: &Conv,
        input: &[Cells],
        taps: &[Tap],
        weights: [&[Block]; BLOCKS],
        sums: &mut [RowSums; 3],
    ) {
        for (sums, weights) in sums.iter_mut().zip(weights) {
            for half in 0..2 {
                for columns in [0, 3, 6] {
                    let mut registers = [[i32x4_splat(0); 4]; 3];
                    for (cells, weights) in input.iter().zip(weights.chunks_exact(layer.taps())) {
                        for &tap in taps {
                            let loaded = load(&weights[tap.number], half);
                            let cells = &window(cells, tap)[columns..columns + 3];
                            for (registers, cell) in registers.iter_mut().zip(cells) {
                                multiply(registers, &loaded, cell);
                            }
                        }
                    }
                    for (sums, registers) in sums[columns..].iter_mut().zip(&registers) {
                        store(sums, half, registers);
                    }
                }
            }
        }
    }

    pub(super) fn dense(weights: &[Block], input: &[[u8; 4]]) -> [i32; LANES] {
        let mut sums = [0; LANES];
        for half in 0..2 {
            let mut registers = [i32x4_splat(0); 4];
            for (weights, cell) in weights.iter().zip(input) {
                multiply(&mut registers, &load(weights, half), cell);
            }
            store(&mut sums, half, &registers);
        }
        sums
    }

    /// Adds the products of four inputs: in pairs, so that each output has two sums.
    #[inline(always)]
    fn multiply(registers: &mut Half, weights: &Half, cell: &[u8; 4]) {
        let cell = u16x8_extend_low_u8x16(u32x4_splat(u32::from_le_bytes(*cell)));
        for (register, &weights) in registers.iter_mut().zip(weights) {
            *register = i32x4_add(*register, i32x4_dot_i16x8(cell, weights));
        }
    }

    /// The weights of half a block as 16-bit numbers.
    #[inline(always)]
    fn load(weights: &Block, half: usize) -> Half {
        let eights = weights.as_chunks::<8>().0;
        std::array::from_fn(|place| {
            let bytes = eights[4 * half + place].map(i8::cast_unsigned);
            i16x8_extend_low_i8x16(u64x2(u64::from_le_bytes(bytes), 0))
        })
    }

    #[inline(always)]
    fn store(sums: &mut [i32; LANES], half: usize, registers: &Half) {
        for (sums, &pairs) in sums[8 * half..].chunks_exact_mut(2).zip(registers) {
            sums[0] = i32x4_extract_lane::<0>(pairs) + i32x4_extract_lane::<1>(pairs);
            sums[1] = i32x4_extract_lane::<2>(pairs) + i32x4_extract_lane::<3>(pairs);
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod vnni {
    use std::arch::x86_64::{
        __m512i, _mm_storeu_si128, _mm512_add_epi32, _mm512_add_ps, _mm512_cvtepi32_epi8,
        _mm512_cvtepi32_ps, _mm512_cvtps_epi32, _mm512_dpbusd_epi32, _mm512_loadu_ps,
        _mm512_loadu_si512, _mm512_max_ps, _mm512_min_ps, _mm512_mul_ps, _mm512_set1_epi32,
        _mm512_set1_ps, _mm512_setzero_ps, _mm512_setzero_si512, _mm512_storeu_si512,
    };

    use super::*;

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
    pub(super) fn conv(layer: &Conv, input: &[Cells], finish: &mut Finish<'_>) {
        conv_with!(accumulate, activate, layer, input, finish);
    }

    /// Three blocks and nine columns are 27 of the 32 registers.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
    #[inline]
    fn accumulate<const BLOCKS: usize>(
        layer: &Conv,
        input: &[Cells],
        taps: &[Tap],
        weights: [&[Block]; BLOCKS],
        sums: &mut [RowSums; 3],
    ) {
        let mut registers = [[_mm512_setzero_si512(); 9]; BLOCKS];
        for (group, cells) in input.iter().enumerate() {
            let first = group * layer.taps();
            for &tap in taps {
                // Loops and no closures: the library's functions that call closures are compiled
                // without these features, and calling them would save all registers to memory.
                let mut loaded = [_mm512_setzero_si512(); BLOCKS];
                for block in 0..BLOCKS {
                    loaded[block] = load(&weights[block][first + tap.number]);
                }
                let window = window(cells, tap);
                for column in 0..9 {
                    let cell = _mm512_set1_epi32(i32::from_le_bytes(window[column]));
                    for block in 0..BLOCKS {
                        let register = &mut registers[block][column];
                        *register = _mm512_dpbusd_epi32(*register, cell, loaded[block]);
                    }
                }
            }
        }
        for (sums, registers) in sums.iter_mut().zip(registers) {
            for (sums, register) in sums.iter_mut().zip(registers) {
                store(sums, register);
            }
        }
    }

    /// The same as [`super::activate`], which the compiler does one lane at a time.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
    #[inline]
    fn activate(
        sums: &[i32; LANES],
        bias: &[i32; LANES],
        scale: &[f32; LANES],
        skip: &[f32; LANES],
    ) -> [u8; LANES] {
        // SAFETY: each array has sixteen numbers of four bytes, as many as are read; they need not
        // be aligned.
        let (sums, bias, scale, skip) = unsafe {
            (
                _mm512_loadu_si512(sums.as_ptr().cast()),
                _mm512_loadu_si512(bias.as_ptr().cast()),
                _mm512_loadu_ps(scale.as_ptr()),
                _mm512_loadu_ps(skip.as_ptr()),
            )
        };
        let values = _mm512_mul_ps(_mm512_cvtepi32_ps(_mm512_add_epi32(sums, bias)), scale);
        let values = _mm512_add_ps(values, skip);
        let values =
            _mm512_min_ps(_mm512_max_ps(values, _mm512_setzero_ps()), _mm512_set1_ps(255.0));
        let packed = _mm512_cvtepi32_epi8(_mm512_cvtps_epi32(values));
        let mut bytes = [0; LANES];
        // SAFETY: sixteen bytes are written, as many as there are; they need not be aligned.
        unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), packed) };
        bytes
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
    pub(super) fn dense(weights: &[Block], input: &[[u8; 4]]) -> [i32; LANES] {
        let mut register = _mm512_setzero_si512();
        for (weights, cell) in weights.iter().zip(input) {
            let cell = _mm512_set1_epi32(i32::from_le_bytes(*cell));
            register = _mm512_dpbusd_epi32(register, cell, load(weights));
        }
        let mut sums = [0; LANES];
        store(&mut sums, register);
        sums
    }

    #[target_feature(enable = "avx512f")]
    #[inline]
    fn load(weights: &Block) -> __m512i {
        // SAFETY: a block is 64 bytes, as many as are read; they need not be aligned.
        unsafe { _mm512_loadu_si512(weights.as_ptr().cast()) }
    }

    #[target_feature(enable = "avx512f")]
    #[inline]
    fn store(sums: &mut [i32; LANES], register: __m512i) {
        // SAFETY: sixteen sums are 64 bytes, as many as are written; they need not be aligned.
        unsafe { _mm512_storeu_si512(sums.as_mut_ptr().cast(), register) }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::{
        __m256i, _mm_cvtepu8_epi16, _mm_cvtsi32_si128, _mm_loadu_si128, _mm256_add_epi32,
        _mm256_broadcastq_epi64, _mm256_cvtepi8_epi16, _mm256_madd_epi16, _mm256_setzero_si256,
        _mm256_storeu_si256,
    };

    use super::*;

    #[target_feature(enable = "avx2")]
    pub(super) fn conv(layer: &Conv, input: &[Cells], finish: &mut Finish<'_>) {
        conv_with!(accumulate, activate, layer, input, finish);
    }

    /// One block and three columns at a time: twelve of the sixteen registers.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn accumulate<const BLOCKS: usize>(
        layer: &Conv,
        input: &[Cells],
        taps: &[Tap],
        weights: [&[Block]; BLOCKS],
        sums: &mut [RowSums; 3],
    ) {
        for (sums, weights) in sums.iter_mut().zip(weights) {
            for columns in [0, 3, 6] {
                let mut registers = [[_mm256_setzero_si256(); 4]; 3];
                for (cells, weights) in input.iter().zip(weights.chunks_exact(layer.taps())) {
                    for &tap in taps {
                        let loaded = load(&weights[tap.number]);
                        let cells = &window(cells, tap)[columns..columns + 3];
                        for (registers, cell) in registers.iter_mut().zip(cells) {
                            multiply(registers, &loaded, cell);
                        }
                    }
                }
                for (sums, registers) in sums[columns..].iter_mut().zip(registers) {
                    store(sums, registers);
                }
            }
        }
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn dense(weights: &[Block], input: &[[u8; 4]]) -> [i32; LANES] {
        let mut registers = [_mm256_setzero_si256(); 4];
        for (weights, cell) in weights.iter().zip(input) {
            multiply(&mut registers, &load(weights), cell);
        }
        let mut sums = [0; LANES];
        store(&mut sums, registers);
        sums
    }

    /// Adds the products of four inputs: in pairs, so that each output has two sums.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn multiply(registers: &mut [__m256i; 4], weights: &[__m256i; 4], cell: &[u8; 4]) {
        let cell = _mm_cvtepu8_epi16(_mm_cvtsi32_si128(i32::from_le_bytes(*cell)));
        let cell = _mm256_broadcastq_epi64(cell);
        for (register, weights) in registers.iter_mut().zip(weights) {
            *register = _mm256_add_epi32(*register, _mm256_madd_epi16(cell, *weights));
        }
    }

    /// The weights of a block as 16-bit numbers, four outputs in each register.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn load(weights: &Block) -> [__m256i; 4] {
        let mut registers = [_mm256_setzero_si256(); 4];
        for (register, weights) in registers.iter_mut().zip(weights.as_chunks::<16>().0) {
            // SAFETY: sixteen bytes are read, as many as there are; they need not be aligned.
            let bytes = unsafe { _mm_loadu_si128(weights.as_ptr().cast()) };
            *register = _mm256_cvtepi8_epi16(bytes);
        }
        registers
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn store(sums: &mut [i32; LANES], registers: [__m256i; 4]) {
        for (sums, register) in sums.chunks_exact_mut(4).zip(registers) {
            let mut pairs = [0_i32; 8];
            // SAFETY: eight numbers are 32 bytes, as many as are written; they need not be aligned.
            unsafe { _mm256_storeu_si256(pairs.as_mut_ptr().cast(), register) };
            for (sum, pair) in sums.iter_mut().zip(pairs.as_chunks::<2>().0) {
                *sum = pair[0] + pair[1];
            }
        }
    }
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
            *square = [0; 4].map(|_: u8| random.below(256) as u8);
        }
        cells
    }

    /// One layer of each kind and width, so small that Miri can run every kernel: it finds reads
    /// and writes outside of a layer, and vector instructions that are not what they seem. Whole
    /// networks are compared with their definition beside `Network`.
    #[test]
    fn kernels_agree_on_every_kind_of_layer() {
        let mut random = Random::new(7);
        // One, two and three blocks at once; a last block that is not full.
        for (outputs, taps) in [(16, 9), (32, 1), (48, 1), (35, 1)] {
            let layer = conv(outputs, taps, &mut random);
            let input = [cells(&mut random)];
            let skip: Vec<Cells> =
                (0..outputs.div_ceil(LANES) * 4).map(|_| cells(&mut random)).collect();
            let results = |kernel: Kernel| {
                let kernel = kernel.ready();
                let mut output = vec![NO_CELLS; skip.len()];
                kernel.conv(
                    &layer,
                    &input,
                    &mut Finish::Activate { output: &mut output, skip: Some((&skip, 0.5)) },
                );
                let mut logits = vec![[0.0; 81]; outputs];
                kernel.conv(&layer, &input, &mut Finish::Logits(&mut logits));
                let dense = kernel.dense(layer.block(0), &input[0][4][..layer.block(0).len()]);
                (output, logits, dense)
            };
            let expected = results(Kernel::Portable);
            assert!(expected.1.iter().flatten().any(|&logit| logit > 0.0));
            for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()) {
                assert!(results(kernel) == expected, "{kernel:?}, {outputs} outputs, {taps} taps");
            }
        }
    }
}
