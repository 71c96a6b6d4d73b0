//! 512-bit vectors of x86-64 processors, with instructions that multiply and add.

use std::arch::x86_64::{
    __m512i, _mm_storeu_si128, _mm512_add_epi32, _mm512_add_ps, _mm512_cvtepi32_epi8,
    _mm512_cvtepi32_ps, _mm512_cvtps_epi32, _mm512_dpbusd_epi32, _mm512_dpwssd_epi32,
    _mm512_loadu_ps, _mm512_loadu_si512, _mm512_max_ps, _mm512_min_ps, _mm512_mul_ps,
    _mm512_set1_epi32, _mm512_set1_ps, _mm512_setzero_ps, _mm512_setzero_si512,
    _mm512_storeu_si512,
};

use super::*;

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
pub(super) fn conv(
    layer: &Conv,
    input: &[Cells],
    finish: &mut Finish<'_>,
    buffers: &mut WinogradBuffers,
) {
    winograd_or_conv_with!(products, accumulate, finish_row, layer, input, finish, buffers);
}

/// Sums of a block and a row become activations or logits.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn finish_row(layer: &Conv, [block, row]: [usize; 2], sums: &RowSums, finish: &mut Finish<'_>) {
    finish_row_with!(activate, layer, block, row, sums, finish);
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
#[inline]
fn accumulate(layer: &Conv, input: &[Cells], taps: &[Tap], block: usize, sums: &mut RowSums) {
    let mut registers = [_mm512_setzero_si512(); 9];
    for (group, weights) in layer.block(block).chunks_exact(layer.taps()).enumerate() {
        for &tap in taps {
            let loaded = load(&weights[tap.number]);
            let window = window(&input[group / 4], tap);
            // Loops and no closures: the library's functions that call closures are compiled
            // without these features, and calling them would save all registers to memory.
            for column in 0..9 {
                let four = four_of(&window[column], group);
                let cell = _mm512_set1_epi32(i32::from_le_bytes(*four));
                registers[column] = _mm512_dpbusd_epi32(registers[column], cell, loaded);
            }
        }
    }
    for (sums, register) in sums.iter_mut().zip(registers) {
        store(sums, register);
    }
}

/// Adds up the products of a point: nine tiles are nine registers.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
#[inline]
fn products(weights: &[Pairs], data: &[[Lanes; TILES]], sums: &mut RowSums) {
    let mut registers = [_mm512_setzero_si512(); TILES];
    for (weights, tiles) in weights.chunks(PAIRS).zip(data) {
        for (pair, weights) in weights.iter().enumerate() {
            // SAFETY: 32 numbers are 64 bytes, as many as are read; they need not be aligned.
            let weights = unsafe { _mm512_loadu_si512(weights.as_ptr().cast()) };
            for tile in 0..TILES {
                let both = _mm512_set1_epi32(pair_of(&tiles[tile], pair));
                registers[tile] = _mm512_dpwssd_epi32(registers[tile], both, weights);
            }
        }
    }
    for (sums, register) in sums.iter_mut().zip(registers) {
        store(sums, register);
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
    let values = _mm512_min_ps(_mm512_max_ps(values, _mm512_setzero_ps()), _mm512_set1_ps(255.0));
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
