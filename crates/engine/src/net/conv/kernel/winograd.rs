//! 3×3 convolutions with fewer multiplications: Winograd's minimal filtering F(3×3, 3×3).
//!
//! The board is nine tiles of 3×3 squares. The squares that a tile depends on, 5×5 with those
//! around it, become 25 sums, its *points*; so do the nine weights of each pair of channels. A tile
//! then needs 25 products for each pair of channels instead of 81, and a second transform makes
//! the sums of its squares of them (S. Winograd, *Arithmetic complexity of computations*, 1980;
//! A. Lavin, S. Gray, *Fast algorithms for convolutional neural networks*, CVPR 2016). Both
//! transforms are made of two, by columns and by rows, with the points 0, 1, -1, 2 and infinity.
//!
//! **Exactly the same integers.** The weights' transform has denominators of 6, so it is multiplied
//! by them, and the sums are 36 times too large. Points fit 16 bits: those of activations up to 255
//! are at most 4,590, those of weights 10,368. Sums may be larger than 32 bits, but addition and
//! multiplication modulo 2³² do not mind, and 36 times the result fits, or there is no [`Winograd`]
//! for the layer.

use super::super::layer::{Cells, LANES, WIDTH};
use super::RowSums;

/// The sums that a tile is made of.
pub(in super::super) const POINTS: usize = 25;

/// The tiles of a board.
pub(super) const TILES: usize = 9;

/// A number for each of sixteen channels.
pub(super) type Lanes = [i16; LANES];

/// The weights of two inputs and sixteen outputs at a point: by output and input.
pub(super) type Pairs = [i16; 2 * LANES];

/// The pairs of inputs that a [`Lanes`] has.
pub(super) const PAIRS: usize = LANES / 2;

/// The transform of the weights, times six.
const WEIGHTS: [[i32; 3]; 5] = [[3, 0, 0], [-3, -3, -3], [-1, 1, -1], [1, 2, 4], [0, 0, 6]];

/// The sums are this many times too large.
const FACTOR: i32 = 36;

/// The inverse of 9 modulo 2³²: multiplication by it divides multiples of 9.
const NINTH: i32 = 954_437_177;

/// The transformed weights of a convolution.
#[derive(Clone, Debug)]
pub(in super::super) struct Winograd {
    /// By sixteen outputs, point and two inputs.
    weights: Vec<Pairs>,
    pairs: usize,
}

impl Winograd {
    /// Transforms weights, which are given by output, input and tap. There is none if sums might
    /// not fit 32 bits.
    pub(in super::super) fn new([inputs, outputs]: [usize; 2], weights: &[i8]) -> Option<Self> {
        let fits = |weights: &[i8]| {
            let total = |sign: i64| -> i64 {
                weights.iter().map(|&weight| (sign * i64::from(weight)).max(0)).sum()
            };
            255 * i64::from(FACTOR) * total(1).max(total(-1)) <= i64::from(i32::MAX)
        };
        if !weights.chunks(9 * inputs).all(fits) {
            return None;
        }
        let pairs = inputs.div_ceil(2);
        let mut transformed = vec![[0; 2 * LANES]; outputs.div_ceil(LANES) * POINTS * pairs];
        for (number, taps) in weights.as_chunks::<9>().0.iter().enumerate() {
            let (output, input) = (number / inputs, number % inputs);
            let at_point = |point: usize| {
                let (down, right) = (WEIGHTS[point / 5], WEIGHTS[point % 5]);
                let tap = |tap: usize| down[tap / 3] * right[tap % 3] * i32::from(taps[tap]);
                (0..9).map(tap).sum::<i32>()
            };
            for point in 0..POINTS {
                let place = (output / LANES * POINTS + point) * pairs + input / 2;
                transformed[place][output % LANES * 2 + input % 2] = at_point(point) as i16;
            }
        }
        Some(Self { weights: transformed, pairs })
    }

    /// The weights of sixteen outputs at a point, by pair of inputs.
    #[inline(always)]
    pub(super) fn block(&self, block: usize, point: usize) -> &[Pairs] {
        &self.weights[(block * POINTS + point) * self.pairs..][..self.pairs]
    }
}

/// Intermediate results of a layer.
#[derive(Clone, Debug)]
pub(in super::super) struct WinogradBuffers {
    pub(super) input: Points,
    /// The sums of sixteen outputs, by point and tile.
    pub(super) products: [RowSums; POINTS],
    /// The sums of sixteen outputs, by row and column.
    pub(super) board: [RowSums; 9],
}

impl Default for WinogradBuffers {
    fn default() -> Self {
        let nothing = [[0; LANES]; 9];
        Self { input: Points::default(), products: [nothing; POINTS], board: [nothing; 9] }
    }
}

/// The points of a layer's input.
#[derive(Clone, Debug, Default)]
pub(super) struct Points {
    /// By point, sixteen channels and tile.
    numbers: Vec<[Lanes; TILES]>,
}

impl Points {
    /// The numbers at a point, by sixteen channels and tile.
    #[inline(always)]
    pub(super) fn at(&self, point: usize) -> &[[Lanes; TILES]] {
        let blocks = self.numbers.len() / POINTS;
        &self.numbers[point * blocks..][..blocks]
    }

    /// Transforms the input of a layer.
    #[inline(always)]
    pub(super) fn transform(&mut self, input: &[Cells]) {
        let blocks = input.len();
        self.numbers.resize(POINTS * blocks, [[0; LANES]; TILES]);
        for (block, cells) in input.iter().enumerate() {
            for tile_row in 0..3 {
                let columns = transformed_columns(cells, tile_row);
                for (down, columns) in columns.iter().enumerate() {
                    for tile_column in 0..3 {
                        let [a, b, c, d, e] =
                            columns[3 * tile_column..].first_chunk().expect("a tile is inside");
                        let points = transform_input([a, b, c, d, e]);
                        for (right, &lanes) in points.iter().enumerate() {
                            self.numbers[(5 * down + right) * blocks + block]
                                [3 * tile_row + tile_column] = lanes;
                        }
                    }
                }
            }
        }
    }
}

/// The columns of sixteen channels in a row of tiles, transformed from above to below: by point and
/// column. Beyond the edge of the board there are zeros.
#[inline(always)]
fn transformed_columns(cells: &Cells, tile_row: usize) -> [[Lanes; WIDTH]; 5] {
    let mut columns = [[[0; LANES]; WIDTH]; 5];
    for column in 0..WIDTH {
        let mut squares = [[0; LANES]; 5];
        for (place, lanes) in squares.iter_mut().enumerate() {
            let row = 3 * tile_row + place;
            if (1..=9).contains(&row) {
                *lanes = cells[row - 1][column].map(i16::from);
            }
        }
        let [a, b, c, d, e] = &squares;
        for (down, &lanes) in transform_input([a, b, c, d, e]).iter().enumerate() {
            columns[down][column] = lanes;
        }
    }
    columns
}

/// The sums on the board, from the products of all points.
#[inline(always)]
pub(super) fn transform_products(products: &[RowSums; POINTS], board: &mut [RowSums; 9]) {
    for tile in 0..TILES {
        let mut columns = [[[0; LANES]; 3]; 5];
        for (right, column) in columns.iter_mut().enumerate() {
            let point = |down: usize| &products[5 * down + right][tile];
            *column = transform_output([point(0), point(1), point(2), point(3), point(4)]);
        }
        let [a, b, c, d, e] = &columns;
        for down in 0..3 {
            let row = transform_output([&a[down], &b[down], &c[down], &d[down], &e[down]]);
            for (right, sums) in row.iter().enumerate() {
                let results = &mut board[tile / 3 * 3 + down][tile % 3 * 3 + right];
                for (result, sum) in results.iter_mut().zip(sums) {
                    // 36 times the result fits, so that the shift loses nothing.
                    *result = (sum >> 2).wrapping_mul(NINTH);
                }
            }
        }
    }
}

/// Five squares in a line become five points: the coefficients of the products of all but one of
/// (x - 0), (x - 1), (x + 1), (x - 2), and of all of them.
#[inline(always)]
fn transform_input([a, b, c, d, e]: [&Lanes; 5]) -> [Lanes; 5] {
    let mut points = [[0; LANES]; 5];
    for lane in 0..LANES {
        let [a, b, c, d, e] = [a[lane], b[lane], c[lane], d[lane], e[lane]];
        let (d_b, b_c, a_c, e_c) =
            (d.wrapping_sub(b), b.wrapping_sub(c), a.wrapping_sub(c), e.wrapping_sub(c));
        points[0][lane] = d_b.wrapping_add(a_c << 1);
        points[1][lane] = d_b.wrapping_sub(b).wrapping_sub(c);
        points[2][lane] = d_b.wrapping_add(b_c << 1).wrapping_add(b_c);
        points[3][lane] = d_b;
        points[4][lane] = e_c.wrapping_sub(d_b << 1);
    }
    points
}

/// Five points become the sums of three squares in a line: the values of a polynomial at the points
/// become its coefficients, transposed.
#[inline(always)]
fn transform_output([a, b, c, d, e]: [&[i32; LANES]; 5]) -> [[i32; LANES]; 3] {
    let mut sums = [[0; LANES]; 3];
    for lane in 0..LANES {
        let [a, b, c, d, e] = [a[lane], b[lane], c[lane], d[lane], e[lane]];
        let (sum, difference) = (b.wrapping_add(c), b.wrapping_sub(c));
        sums[0][lane] = a.wrapping_add(sum).wrapping_add(d);
        sums[1][lane] = difference.wrapping_add(d << 1);
        sums[2][lane] = sum.wrapping_add(d << 2).wrapping_add(e);
    }
    sums
}

/// Two inputs side by side, as vector units multiply them: the first in the lower half.
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
pub(super) fn pair_of(lanes: &Lanes, pair: usize) -> i32 {
    // The remainder tells the compiler that the pair is there.
    let [first, second] = lanes.as_chunks::<2>().0[pair % PAIRS];
    i32::from(second) << 16 | i32::from(first.cast_unsigned())
}

/// A 3×3 convolution: a macro for the same reason as `conv_with`. `products` adds up the products
/// of a point, `finish_row` takes the sums.
macro_rules! winograd_with {
    ($products:ident, $finish_row:ident, $weights:ident, $layer:ident, $input:ident, $finish:ident,
     $buffers:ident) => {{
        let WinogradBuffers { input: points, products, board } = $buffers;
        points.transform($input);
        for block in 0..$layer.blocks() {
            for (point, products) in products.iter_mut().enumerate() {
                $products($weights.block(block, point), points.at(point), products);
            }
            transform_products(products, board);
            for (row, sums) in board.iter().enumerate() {
                $finish_row($layer, [block, row], sums, $finish);
            }
        }
    }};
}

/// A convolution by its transformed weights where it has them, or else by its definition.
macro_rules! winograd_or_conv_with {
    ($products:ident, $accumulate:ident, $finish_row:ident, $layer:ident, $input:ident,
     $finish:ident, $buffers:ident) => {
        match $layer.winograd() {
            Some(weights) => {
                winograd_with!($products, $finish_row, weights, $layer, $input, $finish, $buffers);
            }
            None => conv_with!($accumulate, $finish_row, $layer, $input, $finish),
        }
    };
}

#[cfg(test)]
mod tests {
    use super::super::super::layer::NO_CELLS;
    use super::super::portable::products;
    use super::*;
    use crate::random::Random;

    /// Bytes and weights that are often as large or as small as they can be.
    fn extreme(random: &mut Random) -> (u8, i8) {
        match random.below(4) {
            0 => (255, 127),
            1 => (255, -128),
            2 => (0, 0),
            _ => (random.below(256) as u8, (random.below(256) as i32 - 128) as i8),
        }
    }

    /// Every sum by its definition, in 64 bits; the last block of inputs is not full.
    #[test]
    fn sums_are_those_of_the_definition() {
        let mut random = Random::new(11);
        for inputs in [4_usize, 20, 64] {
            let mut input = vec![NO_CELLS; inputs.div_ceil(LANES)];
            for square in input.iter_mut().flatten().flat_map(|row| &mut row[1..10]) {
                *square = [0; LANES].map(|_: u8| extreme(&mut random).0);
            }
            let weights: Vec<i8> =
                (0..inputs * LANES * 9).map(|_| extreme(&mut random).1).collect();
            let winograd = Winograd::new([inputs, LANES], &weights).unwrap();
            let mut buffers = WinogradBuffers::default();
            buffers.input.transform(&input);
            for point in 0..POINTS {
                let sums = &mut buffers.products[point];
                products(winograd.block(0, point), buffers.input.at(point), sums);
            }
            transform_products(&buffers.products, &mut buffers.board);
            for (place, &sum) in buffers.board.as_flattened().as_flattened().iter().enumerate() {
                let (row, column, output) = (place / LANES / 9, place / LANES % 9, place % LANES);
                let mut expected = 0;
                for (number, &weight) in
                    weights[output * inputs * 9..][..inputs * 9].iter().enumerate()
                {
                    let (channel, tap) = (number / 9, number % 9);
                    // Columns are counted from one.
                    let square = (row + tap / 3, column + tap % 3);
                    if (1..=9).contains(&square.0) {
                        let byte = input[channel / LANES][square.0 - 1][square.1][channel % LANES];
                        expected += i64::from(weight) * i64::from(byte);
                    }
                }
                assert_eq!(i64::from(sum), expected, "{inputs} inputs, {row}, {column}, {output}");
            }
        }
    }

    #[test]
    fn the_inverse_of_nine() {
        assert_eq!(NINTH.wrapping_mul(9), 1);
        for result in [0, 1, -1, 59_652_323, -59_652_323] {
            assert_eq!(((FACTOR * result) >> 2).wrapping_mul(NINTH), result);
        }
    }
}
