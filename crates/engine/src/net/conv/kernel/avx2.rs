//! 256-bit vectors of x86-64 processors.

use std::arch::x86_64::{
    __m256i, _mm_cvtepu8_epi16, _mm_cvtsi32_si128, _mm_loadu_si128, _mm_storeu_si128,
    _mm256_add_epi32, _mm256_add_ps, _mm256_broadcastq_epi64, _mm256_castsi256_si128,
    _mm256_cvtepi8_epi16, _mm256_cvtepi32_ps, _mm256_cvtps_epi32, _mm256_loadu_ps,
    _mm256_loadu_si256, _mm256_madd_epi16, _mm256_max_ps, _mm256_min_ps, _mm256_mul_ps,
    _mm256_packus_epi16, _mm256_packus_epi32, _mm256_permutevar8x32_epi32, _mm256_set1_epi32,
    _mm256_set1_ps, _mm256_setr_epi32, _mm256_setzero_ps, _mm256_setzero_si256,
    _mm256_storeu_si256,
};

use super::*;

#[target_feature(enable = "avx2")]
pub(super) fn conv(
    layer: &Conv,
    input: &[Cells],
    finish: &mut Finish<'_>,
    buffers: &mut WinogradBuffers,
) {
    winograd_or_conv_with!(products, accumulate, finish_row, layer, input, finish, buffers);
}

/// Sums of a block and a row become activations or logits.
#[target_feature(enable = "avx2")]
fn finish_row(layer: &Conv, [block, row]: [usize; 2], sums: &RowSums, finish: &mut Finish<'_>) {
    finish_row_with!(activate, layer, block, row, sums, finish);
}

/// Three columns at a time: twelve of the sixteen registers.
#[target_feature(enable = "avx2")]
#[inline]
fn accumulate(layer: &Conv, input: &[Cells], taps: &[Tap], block: usize, sums: &mut RowSums) {
    for columns in [0, 3, 6] {
        let mut registers = [[_mm256_setzero_si256(); 4]; 3];
        for (group, weights) in layer.block(block).chunks_exact(layer.taps()).enumerate() {
            for &tap in taps {
                let loaded = load(&weights[tap.number]);
                let cells = &window(&input[group / 4], tap)[columns..columns + 3];
                for (registers, cell) in registers.iter_mut().zip(cells) {
                    multiply(registers, &loaded, four_of(cell, group));
                }
            }
        }
        for (sums, registers) in sums[columns..].iter_mut().zip(registers) {
            store(sums, registers);
        }
    }
}

/// Adds up the products of a point. Five tiles are ten of the sixteen registers.
#[target_feature(enable = "avx2")]
#[inline]
fn products(weights: &[Pairs], data: &[[Lanes; TILES]], sums: &mut RowSums) {
    products_of_tiles::<0, 5>(weights, data, sums);
    products_of_tiles::<5, 4>(weights, data, sums);
}

#[target_feature(enable = "avx2")]
#[inline]
fn products_of_tiles<const FIRST: usize, const COUNT: usize>(
    weights: &[Pairs],
    data: &[[Lanes; TILES]],
    sums: &mut RowSums,
) {
    let mut registers = [[_mm256_setzero_si256(); 2]; COUNT];
    for (weights, tiles) in weights.chunks(PAIRS).zip(data) {
        for (pair, weights) in weights.iter().enumerate() {
            let weights = load_pairs(weights);
            for tile in 0..COUNT {
                let both = _mm256_set1_epi32(pair_of(&tiles[FIRST + tile], pair));
                for half in 0..2 {
                    let register = &mut registers[tile][half];
                    *register = _mm256_add_epi32(*register, _mm256_madd_epi16(both, weights[half]));
                }
            }
        }
    }
    for (sums, registers) in sums[FIRST..].iter_mut().zip(registers) {
        for (sums, register) in sums.as_chunks_mut::<8>().0.iter_mut().zip(registers) {
            // SAFETY: eight numbers are 32 bytes, as many as are written; they need not be aligned.
            unsafe { _mm256_storeu_si256(sums.as_mut_ptr().cast(), register) };
        }
    }
}

/// The same as [`super::activate`], which the compiler does one lane at a time.
#[target_feature(enable = "avx2")]
#[inline]
fn activate(
    sums: &[i32; LANES],
    bias: &[i32; LANES],
    scale: &[f32; LANES],
    skip: &[f32; LANES],
) -> [u8; LANES] {
    let mut rounded = [_mm256_setzero_si256(); 2];
    for (half, rounded) in rounded.iter_mut().enumerate() {
        let eight = 8 * half..8 * half + 8;
        // SAFETY: each slice has eight numbers of four bytes, as many as are read; they need not be
        // aligned.
        let (sums, bias, scale, skip) = unsafe {
            (
                _mm256_loadu_si256(sums[eight.clone()].as_ptr().cast()),
                _mm256_loadu_si256(bias[eight.clone()].as_ptr().cast()),
                _mm256_loadu_ps(scale[eight.clone()].as_ptr()),
                _mm256_loadu_ps(skip[eight].as_ptr()),
            )
        };
        let values = _mm256_mul_ps(_mm256_cvtepi32_ps(_mm256_add_epi32(sums, bias)), scale);
        let values = _mm256_add_ps(values, skip);
        let values =
            _mm256_min_ps(_mm256_max_ps(values, _mm256_setzero_ps()), _mm256_set1_ps(255.0));
        *rounded = _mm256_cvtps_epi32(values);
    }
    // Both instructions pack the halves of a register by themselves: fours of the first and the
    // second register are in turn, and each four is there twice.
    let packed = _mm256_packus_epi32(rounded[0], rounded[1]);
    let packed = _mm256_packus_epi16(packed, packed);
    let order = _mm256_setr_epi32(0, 4, 1, 5, 0, 4, 1, 5);
    let packed = _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(packed, order));
    let mut bytes = [0; LANES];
    // SAFETY: sixteen bytes are written, as many as there are; they need not be aligned.
    unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), packed) };
    bytes
}

/// The weights of two inputs, eight outputs in each register.
#[target_feature(enable = "avx2")]
#[inline]
fn load_pairs(weights: &Pairs) -> [__m256i; 2] {
    let mut registers = [_mm256_setzero_si256(); 2];
    for (register, weights) in registers.iter_mut().zip(weights.as_chunks::<16>().0) {
        // SAFETY: sixteen numbers are 32 bytes, as many as are read; they need not be aligned.
        *register = unsafe { _mm256_loadu_si256(weights.as_ptr().cast()) };
    }
    registers
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
