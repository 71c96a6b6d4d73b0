//! The champions of the eleven populations, as Table 4.1 of the thesis prints them.

/// The table.
const TABLE: &str = include_str!("../../data/glendenning-2005-champions.csv");

/// The names of the champions, in the order of the table.
pub const NAMES: [&str; 11] = [
    "digamma1", "digamma2", "heta1", "heta2", "omega1", "omicron1", "psi1", "psi2", "rho1", "rho2",
    "xi1",
];

/// The names and weights in the table.
fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    // A line about where it is from, and the head of the table.
    TABLE.lines().skip(2).filter_map(|row| row.split_once(','))
}

/// The weights of a champion, in the order of Table 3.1; `None` if there is none of the name.
pub fn weights(name: &str) -> Option<[f64; 10]> {
    let (_, weights) = rows().find(|(champion, _)| *champion == name)?;
    let weights: Vec<f64> = weights.split(',').filter_map(|weight| weight.parse().ok()).collect();
    weights.try_into().ok()
}

/// The names of the champions, in the order of the table.
pub fn names() -> impl Iterator<Item = &'static str> {
    NAMES.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::glendenning_2005::features::FEATURES;

    #[test]
    fn every_row_has_its_ten_weights() {
        assert!(rows().map(|(name, _)| name).eq(NAMES));
        for name in names() {
            let weights =
                weights(name).unwrap_or_else(|| panic!("the row of {name} is not ten numbers"));
            assert!(weights.iter().all(|weight| weight.abs() <= 1.303), "{name}: {weights:?}");
        }
    }

    #[test]
    fn the_columns_are_in_the_order_of_the_features() {
        let head: Vec<&str> = TABLE.lines().nth(1).unwrap().split(',').skip(1).collect();
        assert_eq!(head, FEATURES.map(|feature| feature.abbreviation));
    }

    /// The sums of the columns of Table 4.1, in thousandths, added up from its text: a wrong digit
    /// anywhere shows.
    #[test]
    fn the_columns_add_up() {
        let thousandths = |column: usize| {
            names()
                .map(|name| (weights(name).unwrap()[column] * 1000.0).round() as i32)
                .sum::<i32>()
        };
        let sums: Vec<i32> = (0..10).map(thousandths).collect();
        assert_eq!(sums, [5125, -626, 2317, -87, 2769, -1372, -1885, 3143, -1620, 3457]);
    }
}
