//! Statistics of the diversity of a population.
//!
//! A population whose chromosomes are all the same has nothing to select from, and only mutation
//! can change it: so died Glendenning's population 5.

use super::operators::Chromosome;

/// The diversity of a population.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Diversity {
    /// The number of distinct chromosomes.
    pub distinct: usize,
    /// The mean Euclidean distance of two chromosomes.
    pub distance: f64,
}

impl Diversity {
    /// Of a population.
    pub fn of(population: &[Chromosome]) -> Self {
        let is_new = |place: usize| !population[..place].contains(&population[place]);
        let pairs = (0..population.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
        let distances: Vec<f64> =
            pairs.map(|(one, other)| distance(&population[one], &population[other])).collect();
        Self {
            distinct: (0..population.len()).filter(|&place| is_new(place)).count(),
            distance: distances.iter().sum::<f64>() / distances.len().max(1) as f64,
        }
    }
}

fn distance(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| (one - other) * (one - other)).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worked_by_hand() {
        let population = vec![vec![0.0, 0.0], vec![3.0, 4.0], vec![0.0, 0.0]];
        // 5, 5 and 0.
        assert_eq!(Diversity::of(&population), Diversity { distinct: 2, distance: 10.0 / 3.0 });
        assert_eq!(Diversity::of(&vec![vec![1.0]; 4]), Diversity { distinct: 1, distance: 0.0 });
        assert_eq!(Diversity::of(&[vec![1.0]]), Diversity { distinct: 1, distance: 0.0 });
    }
}
