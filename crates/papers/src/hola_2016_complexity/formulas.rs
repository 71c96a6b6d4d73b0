//! Hoľa's and Mertens' formulas, as they are printed or as their numbers show that they were meant.

/// Most walls on the board: ten of each player.
pub(crate) const MOST_WALLS: u32 = 20;

/// The number of slots times two orientations.
const WALLS: u32 = 128;

/// The number of ways in which `i` placed walls can be divided between two players who started with
/// ten each: Hoľa's f(i), equation 3.2.
pub(crate) fn wall_splits(i: u32) -> u32 {
    if i <= 10 { i + 1 } else { 21 - i }
}

/// The same if the player to move has a wall left: Hoľa's g(i), equation 3.4.
pub(crate) fn wall_splits_with_a_wall(i: u32) -> u32 {
    if i <= 9 { i + 1 } else { 20 - i }
}

/// The binomial coefficient: choices of `i` of the 128 walls, legal or not.
pub(crate) fn choices(i: u32) -> f64 {
    (0..i).map(|j| f64::from(WALLS - j) / f64::from(j + 1)).product()
}

/// Mertens' estimate of the wall layouts, equation 3.1. The product is printed with j up to i; its
/// value is that with j below i.
pub(crate) fn mertens_walls(j_up_to_i: bool) -> f64 {
    let product =
        |i: u32| (0..i + u32::from(j_up_to_i)).map(|j| f64::from(WALLS - 4 * j)).product::<f64>();
    (0..=MOST_WALLS).map(product).sum()
}

/// Σ f(i)·layouts(i).
pub(crate) fn layouts_and_wall_splits(layouts: impl Fn(u32) -> f64) -> f64 {
    (0..=MOST_WALLS).map(|i| f64::from(wall_splits(i)) * layouts(i)).sum()
}

/// Hoľa's Table 3.2: the most walls that still fit after `i`.
pub(crate) const TABLE_3_2: [u32; 21] = [
    128, 125, 123, 120, 118, 115, 113, 111, 109, 107, 105, 103, 101, 98, 96, 94, 92, 90, 88, 86, 0,
];

/// Positions and decisions of the pawns, as he counts them: Table 3.1.
pub(crate) const POSITIONS: f64 = 3168.0;
pub(crate) const DECISIONS: f64 = 11309.0;

/// The states in which a decision is made, equation 3.5.
pub(crate) fn states() -> f64 {
    POSITIONS * layouts_and_wall_splits(choices)
}

/// All decisions, equation 3.5.
pub(crate) fn decisions() -> f64 {
    let each = |i: u32| {
        let walls =
            POSITIONS * f64::from(wall_splits_with_a_wall(i)) * f64::from(TABLE_3_2[i as usize]);
        (DECISIONS * f64::from(wall_splits(i)) + walls) * choices(i)
    };
    (0..=MOST_WALLS).map(each).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As printed, to the five digits that are printed: rounded, or, as he does at times, cut off.
    fn prints(number: f64, mantissa: f64, exponent: i32) {
        let off = number / 10_f64.powi(exponent) - mantissa;
        assert!((-5e-5..1e-4).contains(&off), "{number} is not {mantissa}e{exponent}");
    }

    #[test]
    fn his_numbers_follow_from_his_formulas() {
        prints(mertens_walls(false), 6.1582, 38);
        prints(6480.0 * mertens_walls(false), 3.9905, 42);
        prints(layouts_and_wall_splits(choices), 1.7796, 23);
        prints(2.0 * 6399.0 * layouts_and_wall_splits(choices), 2.2775, 27);
        prints(states(), 5.6379, 26);
        prints(decisions(), 1.0766, 28);
        prints(decisions() / states(), 19.0974, 0);
    }

    #[test]
    fn wall_splits_by_listing_them() {
        for i in 0..=MOST_WALLS {
            let splits =
                (0..=10_u32).filter(|first| (0..=10).contains(&(i as i64 - i64::from(*first))));
            assert_eq!(wall_splits(i), splits.clone().count() as u32);
            assert_eq!(
                wall_splits_with_a_wall(i),
                splits.filter(|&first| first < 10).count() as u32
            );
        }
    }

    #[test]
    fn choices_are_pascals() {
        assert_eq!((choices(0), choices(1), choices(2)), (1.0, 128.0, 8128.0));
        assert!((choices(20) / 119_656_698_232_656_998_274_400.0 - 1.0).abs() < 1e-12);
    }
}
