//! The evaluation function: EVAL(s) = w · f, a weighted sum of features (section 2.4.3).

use quoridor_core::Position;
use quoridor_engine::Term;

use super::features::{Feature, Formula};
use super::walks::Walks;
use crate::evaluator::Evaluator;

/// A weighted sum of features.
///
/// "If a chromosome has a zero weight for a feature, then it does not waste time calculating the
/// value of that feature" (section 3.4): such features are not even kept.
#[derive(Clone, Debug)]
pub struct WeightedSum {
    terms: Vec<(f64, Feature)>,
    walks: Walks,
}

impl WeightedSum {
    /// The sum of as many features as weights.
    pub fn new<const N: usize>(features: &[Feature; N], weights: &[f64; N]) -> Self {
        let terms = weights.iter().copied().zip(features.iter().copied());
        let terms = terms.filter(|(weight, _)| *weight != 0.0).collect();
        Self { terms, walks: Walks::default() }
    }
}

impl Evaluator for WeightedSum {
    /// The features that have a weight, and their values in a position.
    fn terms(&self, position: &Position) -> Vec<Term> {
        let term = |&(weight, feature): &(f64, Feature)| Term {
            feature: feature.abbreviation,
            value: feature.value(position),
            weight,
        };
        self.terms.iter().map(term).collect()
    }

    fn begin_search(&mut self, root: &Position) {
        self.walks.begin(root);
    }

    fn evaluate(&mut self, position: &Position) -> f64 {
        let Self { terms, walks } = self;
        let value = |(weight, feature): &(f64, Feature)| match feature.formula {
            Formula::Plain(value) => weight * value(position),
            Formula::Markov(walker) => weight * walks.value(position, walker(position)),
        };
        terms.iter().map(value).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::glendenning_2005::champions;
    use crate::glendenning_2005::features::FEATURES;

    #[test]
    fn a_feature_without_weight_is_never_computed() {
        let features = [
            Feature::plain("a half", |_| 0.5),
            Feature::plain("never", |_| panic!("a feature of weight zero was computed")),
        ];
        assert_eq!(WeightedSum::new(&features, &[3.0, 0.0]).evaluate(&Position::default()), 1.5);
        assert_eq!(WeightedSum::new(&features, &[3.0, -0.0]).evaluate(&Position::default()), 1.5);
    }

    /// psi1 at the start, where both are 8 steps from their goal: 0.747 · 73/81 + 0.096 · 73/81 −
    /// 0.792 · 1/9 + 0.327 · 10/10 = 0.998740…
    #[test]
    fn psi1_at_the_start() {
        let weights = champions::weights("psi1").unwrap();
        let value = WeightedSum::new(&FEATURES, &weights).evaluate(&Position::default());
        assert!((value - (0.843 * 73.0 / 81.0 - 0.088 + 0.327)).abs() < 1e-12, "{value}");
    }

    #[test]
    fn only_the_features_of_a_champion_are_kept() {
        let kept = |name: &str| -> Vec<&str> {
            let sum = WeightedSum::new(&FEATURES, &champions::weights(name).unwrap());
            sum.terms.iter().map(|(_, feature)| feature.abbreviation).collect()
        };
        assert_eq!(kept("psi1"), ["SPP", "SPO", "MDO", "NFP"]);
        assert_eq!(kept("rho1"), ["SPP", "SPO", "PD"]);
    }
}
