//! Eigenvalues of small symmetric matrices.

/// The eigenvalues of a symmetric matrix, and its eigenvectors as the columns of a matrix: Jacobi's
/// method, which turns away the entries beside the diagonal one after the other. Simple, and for
/// ten rows quick enough.
pub(super) fn symmetric_eigen(matrix: &[Vec<f64>]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = matrix.len();
    let mut a = matrix.to_vec();
    let mut vectors: Vec<Vec<f64>> = (0..n)
        .map(|row| (0..n).map(|column| f64::from(u8::from(row == column))).collect())
        .collect();
    let square = |a: &[Vec<f64>], beside: bool| -> f64 {
        let cells = (0..n).flat_map(|row| (0..n).map(move |column| (row, column)));
        cells
            .filter(|(row, column)| !beside || row != column)
            .map(|(row, column)| a[row][column] * a[row][column])
            .sum()
    };
    let enough = square(&a, false) * 1e-30;
    for _ in 0..MOST_SWEEPS {
        if square(&a, true) <= enough {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                rotate(&mut a, &mut vectors, p, q);
            }
        }
    }
    ((0..n).map(|place| a[place][place]).collect(), vectors)
}

/// Jacobi's method doubles its digits with every sweep: it needs less than ten.
const MOST_SWEEPS: usize = 50;

/// Turns the plane of two axes, `p` before `q`, so that the entry between them becomes zero.
fn rotate(a: &mut [Vec<f64>], vectors: &mut [Vec<f64>], p: usize, q: usize) {
    if a[p][q] == 0.0 {
        return;
    }
    let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    let tangent = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    for row in a.iter_mut().chain(vectors) {
        (row[p], row[q]) = (cosine * row[p] - sine * row[q], sine * row[p] + cosine * row[q]);
    }
    let (before, from) = a.split_at_mut(q);
    for (one, other) in before[p].iter_mut().zip(&mut from[0]) {
        (*one, *other) = (cosine * *one - sine * *other, sine * *one + cosine * *other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quoridor_engine::random::Random;

    #[test]
    fn a_matrix_worked_by_hand() {
        // (2 1; 1 2) has the eigenvalues 1 and 3.
        let (mut values, _) = symmetric_eigen(&[vec![2.0, 1.0], vec![1.0, 2.0]]);
        values.sort_by(f64::total_cmp);
        assert!((values[0] - 1.0).abs() < 1e-12 && (values[1] - 3.0).abs() < 1e-12);
    }

    /// A v = λ v for every pair, and the vectors are orthonormal.
    #[test]
    fn values_and_vectors_belong_together() {
        let mut random = Random::new(1);
        let n = 10;
        let numbers: Vec<f64> = (0..n * n).map(|_| random.normal()).collect();
        let cell =
            |row: usize, column: usize| numbers[row * n + column] + numbers[column * n + row];
        let matrix: Vec<Vec<f64>> =
            (0..n).map(|row| (0..n).map(|column| cell(row, column)).collect()).collect();
        let (values, vectors) = symmetric_eigen(&matrix);
        for (place, value) in values.iter().enumerate() {
            for (row, vector) in matrix.iter().zip(&vectors) {
                let image: f64 =
                    row.iter().zip(&vectors).map(|(cell, vector)| cell * vector[place]).sum();
                assert!((image - value * vector[place]).abs() < 1e-9);
            }
            for other in 0..n {
                let product: f64 = vectors.iter().map(|row| row[place] * row[other]).sum();
                assert!((product - f64::from(u8::from(place == other))).abs() < 1e-9);
            }
        }
    }
}
