//! Plain Rust, for every processor.

use super::*;

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

fn accumulate(layer: &Conv, input: &[Cells], taps: &[Tap], block: usize, sums: &mut RowSums) {
    *sums = [[0; LANES]; 9];
    for (group, weights) in layer.block(block).chunks_exact(layer.taps()).enumerate() {
        for &tap in taps {
            for (sums, cell) in sums.iter_mut().zip(window(&input[group / 4], tap)) {
                multiply(sums, &weights[tap.number], four_of(cell, group));
            }
        }
    }
}

/// Adds up the products of a point.
pub(super) fn products(weights: &[Pairs], data: &[[Lanes; TILES]], sums: &mut RowSums) {
    *sums = [[0; LANES]; 9];
    for (weights, tiles) in weights.chunks(PAIRS).zip(data) {
        for (pair, weights) in weights.iter().enumerate() {
            for (sums, tile) in sums.iter_mut().zip(tiles) {
                let [first, second] = tile.as_chunks::<2>().0[pair];
                for (sum, weights) in sums.iter_mut().zip(weights.as_chunks::<2>().0) {
                    let product = i32::from(weights[0]) * i32::from(first)
                        + i32::from(weights[1]) * i32::from(second);
                    *sum = sum.wrapping_add(product);
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
