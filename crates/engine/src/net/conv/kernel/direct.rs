//! Convolutions by their definition: a product for every square and weight.

use super::super::layer::{Cells, LANES};

/// A place of a convolution: the row and column where it reads for the first square of a row, and
/// the number of its weights.
#[derive(Clone, Copy, Default)]
pub(super) struct Tap {
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) number: usize,
}

/// The taps of a convolution in a row of the board, those above and below the board left out.
///
/// A list, because the compiler would unroll loops of known length, and run out of registers.
pub(super) fn taps(count: usize, row: usize) -> ([Tap; 9], usize) {
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
pub(super) fn window(cells: &Cells, tap: Tap) -> &[[u8; LANES]; 9] {
    cells[tap.row][tap.column..].first_chunk().expect("a row is as wide as its taps")
}

/// Four channels of a square.
#[inline(always)]
pub(super) fn four_of(cell: &[u8; LANES], group: usize) -> &[u8; 4] {
    &cell.as_chunks().0[group % 4]
}

/// The loop over rows and outputs, the same for all kernels: a macro, because it has to be compiled
/// with the features of each. `accumulate` makes sums, `finish_row` takes them.
macro_rules! conv_with {
    ($accumulate:ident, $finish_row:ident, $layer:ident, $input:ident, $finish:ident) => {{
        let mut sums = [[0; LANES]; 9];
        for block in 0..$layer.blocks() {
            for row in 0..9 {
                let (taps, length) = taps($layer.taps(), row);
                $accumulate($layer, $input, &taps[..length], block, &mut sums);
                $finish_row($layer, [block, row], &sums, $finish);
            }
        }
    }};
}
