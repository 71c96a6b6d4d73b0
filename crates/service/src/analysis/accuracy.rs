//! How accurate the moves of a game were, from the win probabilities that they lost.
//!
//! The formulas are those that lichess publishes ("Accuracy", lichess.org/page/accuracy). A move's
//! accuracy falls exponentially with the percentage points that it lost. A player's accuracy is the
//! mean of two means: one weighted by how much the win probability moved around each move, so that
//! a decided game counts little, and a harmonic one, so that blunders count much.

/// The accuracy of a move that lost this much win probability: 100 for none.
pub(crate) fn move_accuracy(lost: f64) -> f64 {
    (103.1668 * (-0.04354 * 100.0 * lost).exp() - 3.1669).clamp(0.0, 100.0)
}

/// The widths of the windows in which win probabilities are compared.
const NARROWEST: usize = 2;
const WIDEST: usize = 8;

/// The least and the largest weight of a move: standard deviations in percentage points.
const LIGHTEST: f64 = 0.5;
const HEAVIEST: f64 = 12.0;

/// The weights of the moves of a game: `chances` are the win probabilities of one side before each
/// move and after the last.
pub(crate) fn weights(chances: &[f64]) -> Vec<f64> {
    let moves = chances.len().saturating_sub(1);
    let width = (moves / 10).clamp(NARROWEST, WIDEST).min(chances.len());
    let mut windows: Vec<&[f64]> = vec![&chances[..width]; width.saturating_sub(2)];
    windows.extend(chances.windows(width));
    let weight = |window: &&[f64]| (100.0 * deviation(window)).clamp(LIGHTEST, HEAVIEST);
    windows.iter().take(moves).map(weight).collect()
}

/// The standard deviation of some numbers, all there are.
fn deviation(numbers: &[f64]) -> f64 {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    (numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / count).sqrt()
}

/// The accuracy of a player: of moves with the win probability that each lost and its weight.
/// `None` if there are none.
pub(crate) fn accuracy(moves: &[(f64, f64)]) -> Option<f64> {
    if moves.is_empty() {
        return None;
    }
    let accuracies = moves.iter().map(|&(lost, weight)| (move_accuracy(lost), weight));
    let (sum, weight) = accuracies
        .clone()
        .fold((0.0, 0.0), |(sum, all), (each, weight)| (sum + each * weight, all + weight));
    // A move that is worth nothing would make the whole mean nothing.
    let inverse: f64 = accuracies.map(|(each, _)| 1.0 / each.max(1.0)).sum();
    let harmonic = moves.len() as f64 / inverse;
    Some(f64::midpoint(sum / weight, harmonic))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: 103.1668 · e^(−0.04354 · points) − 3.1669.
    #[test]
    fn a_move_by_the_published_formula() {
        for (points, expected) in
            [(0.0, 99.9999), (5.0, 79.8165), (10.0, 63.5820), (20.0, 40.0199), (50.0, 8.5305)]
        {
            let found = move_accuracy(points / 100.0);
            assert!((found - expected).abs() < 0.01, "{points}: {found}");
        }
        assert_eq!(move_accuracy(1.0).max(0.0), 0.0);
    }

    #[test]
    fn weights_follow_how_much_the_chances_move() {
        // Ten quiet moves, then a blunder: windows of two.
        let mut chances = vec![0.5; 11];
        chances.push(0.1);
        let weights = weights(&chances);
        assert_eq!(weights.len(), 11);
        assert!(weights[..10].iter().all(|&weight| (weight - LIGHTEST).abs() < 1e-12));
        // Half of the 40 points between two values is their standard deviation; 12 at most.
        assert!((weights[10] - HEAVIEST).abs() < 1e-12);
        assert!((deviation(&[0.5, 0.1]) - 0.2).abs() < 1e-12);
    }

    #[test]
    fn a_blunder_is_not_hidden_by_quiet_moves() {
        let quiet = vec![(0.0, LIGHTEST); 19];
        assert!(accuracy(&quiet).is_some_and(|found| found > 99.9));
        let mut one = quiet;
        one.push((0.4, HEAVIEST));
        // Weighted: (19 · 0.5 · 100 + 12 · 14.92) / 21.5 = 52.5; harmonic: 20 / (0.19 + 1 / 14.92).
        let found = accuracy(&one).unwrap();
        assert!((found - f64::midpoint(52.5, 77.8)).abs() < 0.2, "{found}");
        assert_eq!(accuracy(&[]), None);
    }
}
