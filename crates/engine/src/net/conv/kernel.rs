//! The inner loops: sums of products of bytes, by the widest vector unit that the processor has.
//!
//! All kernels compute the same 32-bit integers, so they agree bit by bit; a test compares them.
//! This is the only unsafe code of the program: the vector units can be reached in no other way, and
//! a network is four (AVX2) to ten (AVX-512 VNNI) times slower without them.
#![allow(unsafe_code)]

use super::layer::{Block, Cells, Conv, LANES, activation};

/// A way to compute layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Plain Rust.
    Portable,
    /// 256-bit vectors of x86-64 processors since 2013.
    Avx2,
    /// 512-bit vectors with products of bytes, of Intel servers since 2019 and AMD's since 2022.
    Vnni,
}

impl Kernel {
    /// All of them, the slowest first.
    pub const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Vnni];

    /// The fastest that this processor has.
    pub fn fastest() -> Self {
        let available = Self::ALL.into_iter().rev().find(|kernel| kernel.is_available());
        available.unwrap_or(Self::Portable)
    }

    /// Whether this processor has it.
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
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

    /// The same kernel, or the portable one if this processor does not have it.
    fn checked(self) -> Self {
        if self.is_available() { self } else { Self::Portable }
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
    /// Computes a 3×3 convolution.
    pub(super) fn conv3(self, layer: &Conv, input: &[Cells], finish: &mut Finish<'_>) {
        match self.0 {
            Kernel::Portable => portable::conv::<9>(layer, input, finish),
            // SAFETY: `Ready` is made by `Kernel::ready` alone, which found the features.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => unsafe { avx2::conv::<9>(layer, input, finish) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kernel::Vnni => unsafe { vnni::conv::<9>(layer, input, finish) },
            #[cfg(not(target_arch = "x86_64"))]
            Kernel::Avx2 | Kernel::Vnni => portable::conv::<9>(layer, input, finish),
        }
    }

    /// Computes a 1×1 convolution.
    pub(super) fn conv1(self, layer: &Conv, input: &[Cells], finish: &mut Finish<'_>) {
        match self.0 {
            Kernel::Portable => portable::conv::<1>(layer, input, finish),
            // SAFETY: as in `conv3`.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => unsafe { avx2::conv::<1>(layer, input, finish) },
            // SAFETY: as in `conv3`.
            #[cfg(target_arch = "x86_64")]
            Kernel::Vnni => unsafe { vnni::conv::<1>(layer, input, finish) },
            #[cfg(not(target_arch = "x86_64"))]
            Kernel::Avx2 | Kernel::Vnni => portable::conv::<1>(layer, input, finish),
        }
    }

    /// The sums of a block of sixteen outputs that depend on all inputs.
    pub(super) fn dense(self, weights: &[Block], input: &[[u8; 4]]) -> [i32; LANES] {
        match self.0 {
            Kernel::Portable => portable::dense(weights, input),
            // SAFETY: as in `conv3`.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => unsafe { avx2::dense(weights, input) },
            // SAFETY: as in `conv3`.
            #[cfg(target_arch = "x86_64")]
            Kernel::Vnni => unsafe { vnni::dense(weights, input) },
            #[cfg(not(target_arch = "x86_64"))]
            Kernel::Avx2 | Kernel::Vnni => portable::dense(weights, input),
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

/// What becomes of the sums of a block of outputs in a row.
#[inline(always)]
fn finish_row(layer: &Conv, block: usize, row: usize, sums: &RowSums, finish: &mut Finish<'_>) {
    let (bias, scale) = (&layer.bias[block], &layer.scale[block]);
    match finish {
        Finish::Activate { output, skip } => {
            let groups = &mut output[4 * block..4 * block + 4];
            for (column, sums) in sums.iter().enumerate() {
                let mut values = [0.0; LANES];
                for lane in 0..LANES {
                    values[lane] = (sums[lane] + bias[lane]) as f32 * scale[lane];
                }
                if let Some((input, worth)) = skip {
                    let input = &input[4 * block..4 * block + 4];
                    for lane in 0..LANES {
                        let skipped = f32::from(input[lane / 4][row][column + 1][lane % 4]);
                        values[lane] += skipped * *worth;
                    }
                }
                let mut bytes = [0; LANES];
                for lane in 0..LANES {
                    bytes[lane] = activation(values[lane]);
                }
                for (group, bytes) in groups.iter_mut().zip(bytes.as_chunks().0) {
                    group[row][column + 1] = *bytes;
                }
            }
        }
        Finish::Logits(logits) => {
            for (lane, logits) in logits.iter_mut().skip(LANES * block).take(LANES).enumerate() {
                for (column, sums) in sums.iter().enumerate() {
                    logits[9 * row + column] = (sums[lane] + bias[lane]) as f32 * scale[lane];
                }
            }
        }
    }
}

/// The loop over rows and outputs, the same for all kernels: a macro, because it has to be compiled
/// with the features of each.
macro_rules! conv_with {
    ($accumulate:ident, $layer:ident, $input:ident, $finish:ident) => {{
        let mut sums = [[[0; LANES]; 9]; 3];
        let mut block = 0;
        while block < $layer.blocks() {
            // As many at once as the registers hold.
            let count = match $layer.blocks() - block {
                1 => 1,
                2 | 4 => 2,
                _ => 3,
            };
            let weights = |more: usize| $layer.block(block + more);
            for row in 0..9 {
                match count {
                    1 => $accumulate::<1, TAPS>($input, row, [weights(0)], &mut sums),
                    2 => $accumulate::<2, TAPS>($input, row, [weights(0), weights(1)], &mut sums),
                    _ => $accumulate::<3, TAPS>(
                        $input,
                        row,
                        [weights(0), weights(1), weights(2)],
                        &mut sums,
                    ),
                }
                for more in 0..count {
                    finish_row($layer, block + more, row, &sums[more], $finish);
                }
            }
            block += count;
        }
    }};
}

/// The rows of the board that a row of a convolution reads, and the first tap of each: one above and
/// one below where there are such; for 1×1 only the row itself.
#[inline(always)]
fn rows<const TAPS: usize>(row: usize) -> impl Iterator<Item = (usize, usize)> {
    let (first, last) =
        if TAPS == 9 { (row.saturating_sub(1), (row + 1).min(8)) } else { (row, row) };
    (first..=last).map(move |from| (from, if TAPS == 9 { 3 * (from + 1 - row) } else { 0 }))
}

/// The columns that each tap of a row begins at: three for 3×3, the board's own for 1×1.
const fn first_column<const TAPS: usize>(tap: usize) -> usize {
    if TAPS == 9 { tap } else { 1 }
}

const fn taps_in_row<const TAPS: usize>() -> usize {
    if TAPS == 9 { 3 } else { 1 }
}

mod portable {
    use super::*;

    pub(super) fn conv<const TAPS: usize>(layer: &Conv, input: &[Cells], finish: &mut Finish<'_>) {
        conv_with!(accumulate, layer, input, finish);
    }

    fn accumulate<const BLOCKS: usize, const TAPS: usize>(
        input: &[Cells],
        row: usize,
        weights: [&[Block]; BLOCKS],
        sums: &mut [RowSums; 3],
    ) {
        for (sums, weights) in sums.iter_mut().zip(weights) {
            *sums = [[0; LANES]; 9];
            for (group, cells) in input.iter().enumerate() {
                for (from, first_tap) in rows::<TAPS>(row) {
                    for tap in 0..taps_in_row::<TAPS>() {
                        let weights = &weights[group * TAPS + first_tap + tap];
                        let cells = &cells[from][first_column::<TAPS>(tap)..];
                        for (sums, cell) in sums.iter_mut().zip(cells) {
                            multiply(sums, weights, cell);
                        }
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

#[cfg(target_arch = "x86_64")]
mod vnni {
    use std::arch::x86_64::{
        __m512i, _mm512_dpbusd_epi32, _mm512_loadu_si512, _mm512_set1_epi32, _mm512_setzero_si512,
        _mm512_storeu_si512,
    };

    use super::*;

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
    pub(super) fn conv<const TAPS: usize>(layer: &Conv, input: &[Cells], finish: &mut Finish<'_>) {
        conv_with!(accumulate, layer, input, finish);
    }

    /// Three blocks and nine columns are 27 of the 32 registers.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
    #[inline]
    fn accumulate<const BLOCKS: usize, const TAPS: usize>(
        input: &[Cells],
        row: usize,
        weights: [&[Block]; BLOCKS],
        sums: &mut [RowSums; 3],
    ) {
        let mut registers = [[_mm512_setzero_si512(); 9]; BLOCKS];
        for (group, cells) in input.iter().enumerate() {
            for (from, first_tap) in rows::<TAPS>(row) {
                for tap in 0..taps_in_row::<TAPS>() {
                    let place = group * TAPS + first_tap + tap;
                    let loaded: [__m512i; BLOCKS] =
                        std::array::from_fn(|block| load(&weights[block][place]));
                    for column in 0..9 {
                        let cell = cells[from][first_column::<TAPS>(tap) + column];
                        let cell = _mm512_set1_epi32(i32::from_le_bytes(cell));
                        for block in 0..BLOCKS {
                            let register = &mut registers[block][column];
                            *register = _mm512_dpbusd_epi32(*register, cell, loaded[block]);
                        }
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
    pub(super) fn conv<const TAPS: usize>(layer: &Conv, input: &[Cells], finish: &mut Finish<'_>) {
        conv_with!(accumulate, layer, input, finish);
    }

    /// One block and three columns at a time: twelve of the sixteen registers.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn accumulate<const BLOCKS: usize, const TAPS: usize>(
        input: &[Cells],
        row: usize,
        weights: [&[Block]; BLOCKS],
        sums: &mut [RowSums; 3],
    ) {
        for (sums, weights) in sums.iter_mut().zip(weights) {
            for columns in [0, 3, 6] {
                let mut registers = [[_mm256_setzero_si256(); 4]; 3];
                for (group, cells) in input.iter().enumerate() {
                    for (from, first_tap) in rows::<TAPS>(row) {
                        for tap in 0..taps_in_row::<TAPS>() {
                            let loaded = load(&weights[group * TAPS + first_tap + tap]);
                            let cells = &cells[from][first_column::<TAPS>(tap) + columns..];
                            for (registers, cell) in registers.iter_mut().zip(cells) {
                                multiply(registers, &loaded, cell);
                            }
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
        std::array::from_fn(|quarter| {
            let weights: &[i8; 16] = &weights.as_chunks().0[quarter];
            // SAFETY: sixteen bytes are read, as many as there are; they need not be aligned.
            let bytes = unsafe { _mm_loadu_si128(weights.as_ptr().cast()) };
            _mm256_cvtepi8_epi16(bytes)
        })
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
