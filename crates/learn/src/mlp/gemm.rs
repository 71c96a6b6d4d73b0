//! Products of matrices: all that training spends its time on.
//!
//! Our own, in plain safe Rust: the innermost loop is two rows by twenty columns of sums that stay
//! in registers, which the compiler turns into vector instructions. A library would be faster by
//! fused instructions or wider vectors, depending on the machine; then the same seed would train
//! another net on another machine. Here every element of a product is summed in the order of the
//! common index, one product and one addition at a time, so that the numbers depend neither on the
//! machine nor on the number of threads.

/// Rows and columns of a tile: ten vectors of four numbers, with room for the factors in the
/// sixteen registers that every 64-bit PC has.
const ROWS: usize = 2;
const COLUMNS: usize = 20;

/// The part of the common index that is worked on at a time: a tile's factors then fit the L1
/// cache.
const LENGTH: usize = 200;

/// Pairs of rows that are worked on at a time.
const PAIRS: usize = 8;

/// A matrix, row by row, perhaps to be read the other way round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Matrix<'a> {
    numbers: &'a [f32],
    stride: usize,
    transposed: bool,
}

impl<'a> Matrix<'a> {
    /// A matrix from its rows, one after another, each of `columns` numbers.
    pub(super) const fn new(numbers: &'a [f32], columns: usize) -> Self {
        Self { numbers, stride: columns, transposed: false }
    }

    /// The same with rows and columns exchanged.
    pub(super) const fn transposed(self) -> Self {
        Self { transposed: !self.transposed, ..self }
    }

    const fn rows(&self) -> usize {
        if self.transposed { self.stride } else { self.numbers.len() / self.stride }
    }

    const fn columns(&self) -> usize {
        if self.transposed { self.numbers.len() / self.stride } else { self.stride }
    }

    #[inline]
    fn get(&self, row: usize, column: usize) -> f32 {
        let (row, column) = if self.transposed { (column, row) } else { (row, column) };
        self.numbers[row * self.stride + column]
    }
}

/// The right factor of a product, rearranged: twenty columns at a time, each row of them together.
#[derive(Debug)]
pub(super) struct Tiles {
    numbers: Vec<[f32; COLUMNS]>,
    length: usize,
    columns: usize,
}

impl Tiles {
    /// Rearranges a matrix.
    pub(super) fn new(matrix: Matrix<'_>) -> Self {
        let (length, columns) = (matrix.rows(), matrix.columns());
        let mut tiles = vec![[0.0; COLUMNS]; columns.div_ceil(COLUMNS) * length];
        for (tile, rows) in tiles.chunks_exact_mut(length).enumerate() {
            let first = tile * COLUMNS;
            for (row, numbers) in rows.iter_mut().enumerate() {
                let part = &mut numbers[..COLUMNS.min(columns - first)];
                for (column, number) in part.iter_mut().enumerate() {
                    *number = matrix.get(row, first + column);
                }
            }
        }
        Self { numbers: tiles, length, columns }
    }

    /// The number of rows.
    pub(super) const fn length(&self) -> usize {
        self.length
    }
}

/// Adds the product of some rows of `left` with `right` to as many rows of `sums`, the first of
/// them `first`.
pub(super) fn add_product(left: Matrix<'_>, first: usize, right: &Tiles, sums: &mut [f32]) {
    debug_assert_eq!(left.columns(), right.length);
    let mut pairs = vec![[[0.0; ROWS]; LENGTH]; PAIRS];
    let block_rows = ROWS * PAIRS;
    for (block, sums) in sums.chunks_mut(block_rows * right.columns).enumerate() {
        let first = first + block * block_rows;
        let rows = sums.len() / right.columns;
        for begin in (0..right.length).step_by(LENGTH) {
            let length = LENGTH.min(right.length - begin);
            pack(left, first, rows, begin, length, &mut pairs);
            for (tile, numbers) in right.numbers.chunks_exact(right.length).enumerate() {
                let numbers = &numbers[begin..begin + length];
                let column = tile * COLUMNS;
                let columns = COLUMNS.min(right.columns - column);
                for (pair, two_rows) in pairs.iter().zip(sums.chunks_mut(ROWS * right.columns)) {
                    let mut tile = [[0.0; COLUMNS]; ROWS];
                    for (sums, row) in tile.iter_mut().zip(two_rows.chunks(right.columns)) {
                        sums[..columns].copy_from_slice(&row[column..column + columns]);
                    }
                    add_tile(&pair[..length], numbers, &mut tile);
                    for (sums, row) in tile.iter().zip(two_rows.chunks_mut(right.columns)) {
                        row[column..column + columns].copy_from_slice(&sums[..columns]);
                    }
                }
            }
        }
    }
}

/// Rearranges some rows of the left factor, two at a time.
fn pack(
    left: Matrix<'_>,
    first: usize,
    rows: usize,
    begin: usize,
    length: usize,
    pairs: &mut [[[f32; ROWS]; LENGTH]],
) {
    for place in 0..length {
        for (number, pair) in pairs.iter_mut().enumerate().take(rows.div_ceil(ROWS)) {
            let row = first + number * ROWS;
            let second =
                if number * ROWS + 1 < rows { left.get(row + 1, begin + place) } else { 0.0 };
            pair[place] = [left.get(row, begin + place), second];
        }
    }
}

#[inline(always)]
fn add_tile(left: &[[f32; ROWS]], right: &[[f32; COLUMNS]], tile: &mut [[f32; COLUMNS]; ROWS]) {
    let mut sums = *tile;
    for (factors, numbers) in left.iter().zip(right) {
        for (sums, factor) in sums.iter_mut().zip(factors) {
            for (sum, number) in sums.iter_mut().zip(numbers) {
                *sum += factor * number;
            }
        }
    }
    *tile = sums;
}

#[cfg(test)]
mod tests {
    use quoridor_engine::random::Random;

    use super::*;

    /// The definition, in the same order of additions: the same bits.
    fn slow(left: Matrix<'_>, right: Matrix<'_>, sums: &mut [f32]) {
        for row in 0..left.rows() {
            for column in 0..right.columns() {
                for place in 0..left.columns() {
                    sums[row * right.columns() + column] +=
                        left.get(row, place) * right.get(place, column);
                }
            }
        }
    }

    #[test]
    fn products_are_those_of_the_definition() {
        let mut random = Random::new(1);
        let mut numbers =
            |count: usize| -> Vec<f32> { (0..count).map(|_| random.normal() as f32).collect() };
        for (rows, length, columns) in
            [(1, 1, 1), (2, 20, 20), (17, 203, 41), (33, 450, 140), (5, 140, 64)]
        {
            let (left, right) = (numbers(rows * length), numbers(length * columns));
            let (across_left, across_right) = (numbers(rows * length), numbers(length * columns));
            for transposed in [false, true] {
                let (left, right) = if transposed {
                    (
                        Matrix::new(&across_left, rows).transposed(),
                        Matrix::new(&across_right, length).transposed(),
                    )
                } else {
                    (Matrix::new(&left, length), Matrix::new(&right, columns))
                };
                let tiles = Tiles::new(right);
                let mut sums = numbers(rows * columns);
                let mut expected = sums.clone();
                slow(left, right, &mut expected);
                // In two parts, as two threads would.
                let half = rows.div_ceil(2);
                let (upper, lower) = sums.split_at_mut(half * columns);
                add_product(left, 0, &tiles, upper);
                add_product(left, half, &tiles, lower);
                assert_eq!(sums, expected, "{rows} × {length} × {columns}");
            }
        }
    }
}
