//! 128-bit vectors of WebAssembly.

use std::arch::wasm32::{
    i16x8, i16x8_extend_low_i8x16, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane, i32x4_splat,
    u16x8_extend_low_u8x16, u32x4_splat, u64x2, v128,
};

use super::*;

/// Eight outputs, two in each register.
type Half = [v128; 4];

pub(super) fn conv(
    layer: &Conv,
    input: &[Cells],
    finish: &mut Finish<'_>,
    buffers: &mut WinogradBuffers,
) {
    winograd_or_conv_with!(products, accumulate, finish_row, layer, input, finish, buffers);
}

/// Sums of a block and a row become activations or logits.
fn finish_row(layer: &Conv, [block, row]: [usize; 2], sums: &RowSums, finish: &mut Finish<'_>) {
    finish_row_with!(activate, layer, block, row, sums, finish);
}

/// Half a block and three columns at a time: twelve registers of sixteen.
fn accumulate(layer: &Conv, input: &[Cells], taps: &[Tap], block: usize, sums: &mut RowSums) {
    for half in 0..2 {
        for columns in [0, 3, 6] {
            let mut registers = [[i32x4_splat(0); 4]; 3];
            for (group, weights) in layer.block(block).chunks_exact(layer.taps()).enumerate() {
                for &tap in taps {
                    let loaded = load(&weights[tap.number], half);
                    let cells = &window(&input[group / 4], tap)[columns..columns + 3];
                    for (registers, cell) in registers.iter_mut().zip(cells) {
                        multiply(registers, &loaded, four_of(cell, group));
                    }
                }
            }
            for (sums, registers) in sums[columns..].iter_mut().zip(&registers) {
                store(sums, half, registers);
            }
        }
    }
}

/// Adds up the products of a point: three tiles at a time are twelve registers of sixteen.
fn products(weights: &[Pairs], data: &[[Lanes; TILES]], sums: &mut RowSums) {
    for first in [0, 3, 6] {
        let mut registers = [[i32x4_splat(0); 4]; 3];
        for (weights, tiles) in weights.chunks(PAIRS).zip(data) {
            for (pair, weights) in weights.iter().enumerate() {
                let weights = load_pairs(weights);
                for (registers, tile) in registers.iter_mut().zip(&tiles[first..first + 3]) {
                    let both = i32x4_splat(pair_of(tile, pair));
                    for (register, &weights) in registers.iter_mut().zip(&weights) {
                        *register = i32x4_add(*register, i32x4_dot_i16x8(both, weights));
                    }
                }
            }
        }
        for (sums, registers) in sums[first..].iter_mut().zip(&registers) {
            for (sums, &four) in sums.as_chunks_mut::<4>().0.iter_mut().zip(registers) {
                *sums = [
                    i32x4_extract_lane::<0>(four),
                    i32x4_extract_lane::<1>(four),
                    i32x4_extract_lane::<2>(four),
                    i32x4_extract_lane::<3>(four),
                ];
            }
        }
    }
}

/// The weights of two inputs, four outputs in each register.
#[inline(always)]
fn load_pairs(weights: &Pairs) -> [v128; 4] {
    std::array::from_fn(|place| {
        let [a, b, c, d, e, f, g, h] = weights.as_chunks::<8>().0[place];
        i16x8(a, b, c, d, e, f, g, h)
    })
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
