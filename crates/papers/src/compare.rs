//! Figures with their tests.
//!
//! Two figures differ if the p-value is below 5 %. They agree only if a difference that matters
//! would have been found: ten percentage points of wins, or the margin that the caller names.

use std::cmp::Ordering;

use quoridor_arena::statistics::binomial::clopper_pearson;
use quoridor_arena::statistics::{
    CONFIDENCE, ClusteredMean, Comparison, Estimate, NORMAL_QUANTILE, POWER, Pairs, Proportion,
    SIGNIFICANCE, Sample, Score, Verdict, fisher_exact, power_of_proportions,
};
use quoridor_report::{Block, Figure, Quantity};

/// The smallest difference of two shares that matters.
pub(crate) const MARGIN: f64 = 0.1;

/// How verdicts are reached, for the foot of a report.
pub(crate) fn about_verdicts() -> Block {
    Block::paragraph(
        "Verdicts: two figures differ if the p-value of the difference is below 0.05 (Fisher's \
         exact test for shares of games, Welch's test for means; where a paper prints no spread, \
         its games are taken to vary as ours do). They agree if it is not, and a difference that \
         matters (ten percentage points unless the remark says otherwise) would have been found \
         with a probability of 80 %. A claim that something is larger agrees if it is so \
         significantly, and differs if it is significantly smaller. Otherwise the comparison is \
         inconclusive, and the number of games is given that would find a difference that matters \
         or, if there were enough for that, the difference that was found. Exact figures agree if \
         they are equal to one unit in the last printed digit. Repeated games count once.",
    )
}

fn percent(share: f64) -> Quantity {
    Quantity::Percent(share, 1)
}

/// A share with its exact binomial interval; `None` without trials.
pub(crate) fn estimate(proportion: Proportion) -> Option<Estimate> {
    let interval = clopper_pearson(proportion.successes, proportion.trials, CONFIDENCE)?;
    Some(Estimate { value: proportion.share()?, interval })
}

/// The decided games of a score.
pub(crate) fn decided(score: Score) -> Proportion {
    Proportion::new(score.wins, score.decided())
}

/// A share of games beside the paper's, by Fisher's exact test.
pub(crate) fn shares(what: &str, paper: Proportion, ours: Proportion) -> Figure {
    let theirs = percent(paper.share().unwrap_or(f64::NAN));
    let Some(share) = estimate(ours) else {
        return Figure::missing(what, theirs).because("no games");
    };
    let counts = format!(
        "{} of {} there, {} of {} here",
        paper.successes, paper.trials, ours.successes, ours.trials
    );
    let test = Comparison::of_proportions(paper, ours, MARGIN);
    Figure::measured(what, share, percent).beside(theirs, test).because(&counts)
}

/// A share of games beside one that the paper prints without a number of games, by the exact
/// binomial test.
pub(crate) fn share_with(what: &str, paper: f64, ours: Proportion) -> Figure {
    let Some(share) = estimate(ours) else {
        return Figure::missing(what, percent(paper)).because("no games");
    };
    let counts = format!("{} of {} here", ours.successes, ours.trials);
    let test = Comparison::with_share(paper, ours, MARGIN);
    Figure::measured(what, share, percent).beside(percent(paper), test).because(&counts)
}

/// A share of games that the paper does not have.
pub(crate) fn new_share(what: &str, ours: Proportion) -> Option<Figure> {
    let counts = format!("{} of {}", ours.successes, ours.trials);
    Some(Figure::measured(what, estimate(ours)?, percent).because(&counts))
}

/// The games behind a mean, as a sample of as many numbers.
pub(crate) fn sample(mean: &ClusteredMean) -> Option<Sample> {
    let count = mean.clusters();
    let estimate = mean.mean()?;
    let deviation = estimate.error() / NORMAL_QUANTILE * (count as f64).sqrt();
    Some(Sample { mean: estimate.value, deviation, count })
}

/// A mean over games beside one that the paper prints without its spread: its games are taken to
/// vary as ours do (Welch's test). `None` without games.
pub(crate) fn means(
    what: &str,
    paper: f64,
    paper_games: u64,
    ours: &ClusteredMean,
    margin: f64,
    quantity: impl Fn(f64) -> Quantity,
) -> Option<Figure> {
    let ours_sample = sample(ours)?;
    let theirs = Sample { mean: paper, count: paper_games, ..ours_sample };
    let test = mean_test(theirs, ours_sample, margin);
    let remark = format!("a difference of {margin} matters");
    let figure = Figure::measured(what, ours.mean()?, &quantity);
    Some(figure.beside(quantity(paper), test).because(&remark))
}

/// Welch's test of two means. Samples without any spread are compared directly.
pub(crate) fn mean_test(published: Sample, ours: Sample, margin: f64) -> Option<Comparison> {
    if published.deviation > 0.0 || ours.deviation > 0.0 {
        return Comparison::of_means(published, ours, margin);
    }
    let is_near = (published.mean - ours.mean).abs() <= margin;
    let verdict = if is_near { Verdict::Agrees } else { Verdict::Differs };
    Some(Comparison { p_value: f64::from(u8::from(is_near)), verdict })
}

/// A claim that one share is larger than another, both measured here. It agrees if the difference
/// is significant and has the claimed sign, and differs if the sign is significantly the other one.
pub(crate) fn claim_larger(
    what: &str,
    claim: &'static str,
    larger: Proportion,
    smaller: Proportion,
) -> Figure {
    let (Some(p), Some(high), Some(low)) =
        (fisher_exact(larger, smaller), larger.share(), smaller.share())
    else {
        return Figure::missing(what, Quantity::Words(claim)).because("no games");
    };
    let found = match high.total_cmp(&low) {
        Ordering::Greater => "larger",
        Ordering::Less => "smaller",
        Ordering::Equal => "equal",
    };
    let trials = larger.trials.min(smaller.trials);
    let needed = match trials_each(low, MARGIN) {
        needed if needed > trials => needed,
        _ => trials_each(low, found_difference(high - low, trials)),
    };
    let counts = format!(
        "{} of {} against {} of {}",
        larger.successes, larger.trials, smaller.successes, smaller.trials
    );
    Figure::new(what, Quantity::Words(found))
        .beside(Quantity::Words(claim), None)
        .judged(Some(p), claim_verdict(p, high > low, Some(needed)))
        .because(&counts)
}

/// A claim that a share is above one half, by the exact binomial test. The verdict is that of
/// [`claim_larger`]. `None` without trials.
pub(crate) fn claim_more_than_half(what: &str, ours: Proportion) -> Option<Figure> {
    let share = estimate(ours)?;
    let test = Comparison::with_share(0.5, ours, MARGIN)?;
    let needed = |test: Comparison| match test.verdict {
        Verdict::Inconclusive { games_needed } => games_needed,
        Verdict::Agrees | Verdict::Differs => None,
    };
    let difference = found_difference(share.value - 0.5, ours.trials);
    let needed = needed(test).or_else(|| needed(Comparison::with_share(0.5, ours, difference)?));
    let verdict = claim_verdict(test.p_value, share.value > 0.5, needed);
    let counts = format!("{} of {}; tested against one half", ours.successes, ours.trials);
    Some(
        Figure::measured(what, share, percent)
            .beside(Quantity::Words("more than half"), None)
            .judged(Some(test.p_value), verdict)
            .because(&counts),
    )
}

/// A claim that a player gets more than half of the points, by Student's test with pairs of games
/// from one opening as the sample: the two games of a pair are not independent. `None` with fewer
/// than two pairs.
pub(crate) struct PointsClaim {
    sample: Sample,
    score: Score,
}

impl PointsClaim {
    pub(crate) fn new(pairs: Pairs, score: Score) -> Option<Self> {
        let counts = (0_u8..).zip(pairs.by_half_points);
        let shares = counts.flat_map(|(half_points, count)| {
            std::iter::repeat_n(f64::from(half_points) / 4.0, count as usize)
        });
        Some(Self { sample: Sample::of(&shares.collect::<Vec<f64>>())?, score })
    }

    fn test(&self, margin: f64) -> Option<Comparison> {
        mean_test(Sample { mean: 0.5, deviation: 0.0, count: 2 }, self.sample, margin)
    }

    /// The p-value, not corrected for other tests.
    pub(crate) fn p_value(&self) -> Option<f64> {
        Some(self.test(MARGIN)?.p_value)
    }

    /// The share of the points, without a verdict.
    pub(crate) fn measured(&self, what: &str) -> Figure {
        let share = self.sample.mean_with_interval().map(|share| share.clamp(0.0, 1.0));
        let Score { wins, draws, losses } = self.score;
        let counts = format!("{wins} won, {draws} drawn, {losses} lost");
        Figure::measured(what, share, percent).because(&counts)
    }

    /// The same with a verdict by a p-value that may be corrected.
    pub(crate) fn judged(&self, what: &str, p: f64) -> Figure {
        let pairs = self.sample.count;
        let needed = |margin| match self.test(margin)?.verdict {
            Verdict::Inconclusive { games_needed } => games_needed.filter(|needed| *needed > pairs),
            Verdict::Agrees | Verdict::Differs => None,
        };
        let difference = found_difference(self.sample.mean - 0.5, pairs);
        let needed = needed(MARGIN).or_else(|| needed(difference));
        let figure = self.measured(what);
        let remark = format!("{}; tested against one half", figure.remark);
        figure
            .beside(Quantity::Words("more than half"), None)
            .judged(Some(p), claim_verdict(p, self.sample.mean > 0.5, needed))
            .counted_in("openings")
            .because(&remark)
    }
}

/// Holm's correction (1979) of the p-values of several tests: if all null hypotheses are true, the
/// probability that one of the corrected values is below a number is at most that number.
pub(crate) fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&one, &other| p_values[one].total_cmp(&p_values[other]));
    let mut corrected = vec![0.0; p_values.len()];
    let mut largest: f64 = 0.0;
    for (rank, place) in order.into_iter().enumerate() {
        largest = largest.max(p_values[place] * (p_values.len() - rank) as f64).min(1.0);
        corrected[place] = largest;
    }
    corrected
}

/// The size of a difference that was found; of equal shares the smallest that trials can show.
fn found_difference(difference: f64, trials: u64) -> f64 {
    difference.abs().max(1.0 / trials as f64)
}

/// The verdict on a claim with a sign.
const fn claim_verdict(p: f64, has_sign: bool, games_needed: Option<u64>) -> Verdict {
    match (p < SIGNIFICANCE, has_sign) {
        (true, true) => Verdict::Agrees,
        (true, false) => Verdict::Differs,
        (false, _) => Verdict::Inconclusive { games_needed },
    }
}

/// The trials in each of two samples that show a difference from a share, in either direction that
/// exists, with a probability of 80 %.
pub(crate) fn trials_each(share: f64, difference: f64) -> u64 {
    let others = [share - difference, share + difference];
    let has_power = |trials: u64| {
        let mut possible = others.iter().filter(|other| (0.0..=1.0).contains(*other));
        possible.all(|&other| power_of_proportions(share, other, trials) >= POWER)
    };
    let (mut too_few, mut enough) = (0, 1);
    while !has_power(enough) {
        (too_few, enough) = (enough, 2 * enough);
    }
    while enough - too_few > 1 {
        let middle = u64::midpoint(too_few, enough);
        if has_power(middle) { enough = middle } else { too_few = middle }
    }
    enough
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R: `power.prop.test(p1 = .50, p2 = .60, power = .80)` needs n = 387.34.
    #[test]
    fn the_games_that_a_claim_needs() {
        assert_eq!(trials_each(0.5, MARGIN), 388);
    }

    #[test]
    fn claims_have_a_sign() {
        let verdict = |larger, smaller| {
            let proportion = |(k, n)| Proportion::new(k, n);
            claim_larger("", "larger", proportion(larger), proportion(smaller)).verdict.unwrap()
        };
        assert_eq!(verdict((10, 10), (5, 10)), Verdict::Agrees);
        assert_eq!(verdict((5, 10), (10, 10)), Verdict::Differs);
        assert_eq!(verdict((6, 10), (5, 10)), Verdict::Inconclusive { games_needed: Some(388) });
        // Enough for ten points, but 2 of 3,000 against 15 of 6,000 has p = 0.0712.
        let rare = verdict((2, 3000), (15, 6000));
        assert_eq!(rare, Verdict::Inconclusive { games_needed: Some(15_902) });
        assert!(matches!(verdict((200, 400), (200, 400)), Verdict::Inconclusive { .. }));
        let half = |successes, trials| {
            let ours = Proportion::new(successes, trials);
            claim_more_than_half("", ours).unwrap().verdict.unwrap()
        };
        assert_eq!((half(9, 10), half(1, 10)), (Verdict::Agrees, Verdict::Differs));
        assert_eq!(half(6, 10), Verdict::Inconclusive { games_needed: Some(210) });
        // The normal approximation tells 0.55 from 0.5 with (1.96 · 0.5 + 0.84 · 0.4975)² / 0.05²
        // games.
        assert!(matches!(half(105, 210), Verdict::Inconclusive { games_needed: Some(_) }));
        assert_eq!(half(121, 220), Verdict::Inconclusive { games_needed: Some(783) });
    }

    /// By hand: 4·0.005, 3·0.01, 2·0.03, and 0.04 must not be below the one before.
    #[test]
    fn holms_correction() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, expected) in corrected.into_iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
    }

    /// Four pairs of 2, 2, 1 and 1 points: the mean is 3/4, the deviation 1/√12, so that t is √3,
    /// with p = 0.1817 at three degrees of freedom (1 - 2/π·(atan 1 + 1/2), in closed form).
    #[test]
    fn pairs_are_the_sample() {
        let pairs = Pairs { by_half_points: [0, 0, 2, 0, 2] };
        let score = Score { wins: 6, draws: 0, losses: 2 };
        let claim = PointsClaim::new(pairs, score).unwrap();
        let p = claim.p_value().unwrap();
        let expected = 1.0 - 2.0 / std::f64::consts::PI * (std::f64::consts::FRAC_PI_4 + 0.5);
        assert!((p - expected).abs() < 1e-9, "{p} {expected}");
        let figure = claim.judged("", p);
        assert_eq!(figure.ours, Some(Quantity::Percent(0.75, 1)));
        assert!(matches!(figure.verdict, Some(Verdict::Inconclusive { games_needed: Some(_) })));
    }

    /// Four games of lengths 10, 20, 30 and 40: the mean is 25, the deviation 12.91.
    #[test]
    fn a_sample_of_games() {
        let mean: ClusteredMean =
            [10, 20, 30, 40].map(|n| ClusteredMean::of(1, n)).into_iter().sum();
        let sample = sample(&mean).unwrap();
        assert_eq!((sample.mean, sample.count), (25.0, 4));
        assert!((sample.deviation - 12.909_944_487).abs() < 1e-6, "{sample:?}");
        let decimal = |number| Quantity::Decimal(number, 1);
        let figure = means("length", 25.5, 4, &mean, 100.0, decimal).unwrap();
        assert_eq!(figure.verdict, Some(Verdict::Agrees));
        let far = means("length", 250.0, 4, &mean, 1.0, decimal).unwrap();
        assert_eq!(far.verdict, Some(Verdict::Differs));
    }
}
