//! Random numbers, the same on every machine.

/// xoshiro256++ (Blackman, Vigna 2019), its state filled by SplitMix64.
///
/// Our own because the same seed must give the same games in ten years, whatever a library changes.
#[derive(Clone, Debug)]
pub struct Random {
    state: [u64; 4],
}

impl Random {
    /// The sequence of a seed.
    pub const fn new(seed: u64) -> Self {
        let mut seed = seed;
        let mut state = [0; 4];
        let mut place = 0;
        while place < 4 {
            seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = seed;
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            state[place] = mixed ^ (mixed >> 31);
            place += 1;
        }
        Self { state }
    }

    /// 64 random bits.
    #[inline]
    pub const fn next(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let result = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let (c, d) = (c ^ a, d ^ b);
        self.state = [a ^ d, b ^ c, c ^ (b << 17), d.rotate_left(45)];
        result
    }

    /// A number below a bound, which must not be zero. (The bias of one part in 2⁶⁴ / bound does
    /// not matter here.)
    #[inline]
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.next() as u128 * bound as u128) >> 64) as usize
    }

    /// A number from 0 up to, but not including, 1.
    #[inline]
    pub const fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// True with a probability.
    #[inline]
    pub const fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// A number of mean 0 and standard deviation 1, almost normally distributed and never beyond 6:
    /// the sum of twelve even ones, which no machine rounds differently.
    pub fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }

    /// One of some items; `None` if there are none.
    #[inline]
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.below(items.len())]) }
    }
}

/// One seed made of several numbers, another one whenever any of them differs: a seed for each
/// game, round or generation.
pub fn mixed(numbers: &[u64]) -> u64 {
    numbers.iter().fold(0, |mixed, &number| Random::new(Random::new(number).next() ^ mixed).next())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the authors' C program from the state 1, 2, 3, 4.
    #[test]
    fn the_published_sequence() {
        let mut random = Random { state: [1, 2, 3, 4] };
        let numbers: Vec<u64> = (0..5).map(|_| random.next()).collect();
        assert_eq!(
            numbers,
            [
                41_943_041,
                58_720_359,
                3_588_806_011_781_223,
                3_591_011_842_654_386,
                9_228_616_714_210_784_205
            ]
        );
    }

    /// The first number of SplitMix64 from zero is published.
    #[test]
    fn seeds_are_mixed() {
        assert_eq!(Random::new(0).state[0], 0xe220_a839_7b1d_cdaf);
    }

    #[test]
    fn numbers_below_a_bound_are_all_there() {
        let mut random = Random::new(1);
        let mut counts = [0; 7];
        for _ in 0..70_000 {
            counts[random.below(7)] += 1;
        }
        // Ten thousand each, within five standard deviations.
        assert!(counts.iter().all(|&count| (9_500..10_500).contains(&count)), "{counts:?}");
        assert!((0..1000).all(|_| (0.0..1.0).contains(&random.unit())));
    }

    /// Mean, variance and kurtosis (3 − 6/5/12) of a sum of twelve even numbers, by the formulas of
    /// Irwin and Hall.
    #[test]
    fn normal_numbers_have_the_moments_that_they_should() {
        let mut random = Random::new(1);
        let numbers: Vec<f64> = (0..200_000).map(|_| random.normal()).collect();
        let moment = |power| {
            numbers.iter().map(|number| number.powi(power)).sum::<f64>() / numbers.len() as f64
        };
        assert!(
            moment(1).abs() < 0.01
                && (moment(2) - 1.0).abs() < 0.015
                && (moment(4) - 2.9).abs() < 0.08
        );
    }

    #[test]
    fn every_number_of_a_seed_matters_and_so_does_the_order() {
        let all: [&[u64]; 5] = [&[1, 2, 3], &[1, 2, 4], &[1, 3, 2], &[2, 2, 3], &[1, 2]];
        let distinct: std::collections::BTreeSet<u64> =
            all.iter().map(|numbers| mixed(numbers)).collect();
        assert_eq!(distinct.len(), all.len());
    }
}
