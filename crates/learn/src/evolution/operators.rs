//! The operators of the papers' genetic algorithms.
//!
//! # Glendenning 2005, Figures 3.12 and 3.13
//! The figures compare random numbers with ≥ where the text makes the constants *probabilities*;
//! the text is followed: a weight is mutated with probability `rate`, and one that is to be mutated
//! and not zero is lost with probability `lose`. Where the figure *sets* a mutated weight to
//! RANDOM(−1, 1) × MUTFEAT, the text calls MUTFEAT "the maximum amount that a weight can be mutated
//! by": it is added. When the share of the best that is copied is no whole number, it is rounded
//! down. If nobody has won a game, all are as likely to become parents. Of equals in fitness the
//! one that comes first in the population ranks higher, which is the older one.
//!
//! # Saadatinia, Amini 2020
//! The best are crossed in pairs, the better one is the father; the children replace the worst. The
//! child has the father's genes before a break point of 0 to 3, all as likely, and the mother's
//! from there on: with 0 it is its mother. A random number above 0.6 makes one gene another random
//! one: a probability of 0.4.

use quoridor_engine::random::Random;
use serde::{Deserialize, Serialize};

/// The weights (or genes) of a player.
pub type Chromosome = Vec<f64>;

/// How the first chromosomes are made.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Creation {
    /// The probability that a number is not zero: HASFEAT.
    pub has_feature: f64,
    /// The lower end of the range.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Whether it is a whole number, below `high`.
    pub whole: bool,
}

impl Creation {
    /// A number in the range.
    pub fn number(&self, random: &mut Random) -> f64 {
        let number = self.low + random.unit() * (self.high - self.low);
        if self.whole { number.floor() } else { number }
    }

    /// A chromosome of `genes` numbers.
    pub fn chromosome(&self, genes: usize, random: &mut Random) -> Chromosome {
        (0..genes)
            .map(|_| if random.chance(self.has_feature) { self.number(random) } else { 0.0 })
            .collect()
    }

    /// A population of random chromosomes: CREATE-POPULATION.
    pub fn population(&self, size: usize, genes: usize, random: &mut Random) -> Vec<Chromosome> {
        (0..size).map(|_| self.chromosome(genes, random)).collect()
    }
}

/// A genetic algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Genetic {
    /// Who has children, and who stays.
    pub parents: Parents,
    /// How a child's genes come from its parents.
    pub crossover: Crossover,
    /// How they change on the way.
    pub mutation: Mutation,
}

/// Who has children, and who stays.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Parents {
    /// Parents are drawn, each as likely as it is fit; a share of the best stays: ELITISM.
    #[serde(rename_all = "kebab-case")]
    Roulette {
        /// The share.
        elitism: f64,
    },
    /// A number of the best have a child with each other; the remaining places go to the best.
    #[serde(rename_all = "kebab-case")]
    PairsOfBest {
        /// How many.
        best: usize,
    },
}

/// How a child's genes come from its parents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Crossover {
    /// Each from either, as likely.
    Uniform,
    /// Those before a break point from the first, the others from the second.
    OnePoint,
}

/// How genes change.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mutation {
    /// Each with a probability (MUTATION): a zero becomes a random number; another one becomes zero
    /// with a probability (LOSEFEAT), or else moves by at most an amount (MUTFEAT).
    #[serde(rename_all = "kebab-case")]
    EachWeight {
        /// MUTATION.
        rate: f64,
        /// LOSEFEAT.
        lose: f64,
        /// MUTFEAT.
        amount: f64,
    },
    /// With a probability one of them becomes a random number.
    #[serde(rename_all = "kebab-case")]
    OneGene {
        /// The probability.
        rate: f64,
    },
}

/// The places of a population from the fittest to the least; of equals, the first comes first.
pub fn ranking(fitness: &[f64]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..fitness.len()).collect();
    places.sort_by(|&one, &other| fitness[other].total_cmp(&fitness[one]));
    places
}

/// A place drawn by a roulette wheel on which everybody has a space as large as it is fit: SELECT.
/// If nobody is fit, all are as likely.
pub fn roulette(fitness: &[f64], random: &mut Random) -> usize {
    let total: f64 = fitness.iter().sum();
    if total <= 0.0 {
        return random.below(fitness.len());
    }
    let mut ball = random.unit() * total;
    let stops = fitness.iter().position(|space| {
        ball -= space;
        ball < 0.0
    });
    // Rounding may leave the ball on the very edge.
    stops.unwrap_or_else(|| fitness.iter().rposition(|&space| space > 0.0).unwrap_or(0))
}

impl Parents {
    /// The number of chromosomes that are copied unchanged.
    pub fn staying(&self, population: usize) -> usize {
        match *self {
            // A tenth of ten is one, whatever is lost in the last digit.
            Self::Roulette { elitism } => (elitism * population as f64 + 1e-9).floor() as usize,
            Self::PairsOfBest { best } => population.saturating_sub(pairs(best)),
        }
    }
}

/// How many pairs there are.
pub const fn pairs(of: usize) -> usize {
    of * of.saturating_sub(1) / 2
}

impl Crossover {
    /// A child; the father's genes come first.
    pub fn child(self, mother: &[f64], father: &[f64], random: &mut Random) -> Chromosome {
        match self {
            Self::Uniform => {
                let either = |(mother, father): (&f64, &f64)| {
                    if random.chance(0.5) { *mother } else { *father }
                };
                mother.iter().zip(father).map(either).collect()
            }
            Self::OnePoint => {
                let point = random.below(father.len());
                [&father[..point], &mother[point..]].concat()
            }
        }
    }
}

impl Mutation {
    /// Changes a child.
    pub fn apply(self, child: &mut [f64], creation: &Creation, random: &mut Random) {
        match self {
            Self::EachWeight { rate, lose, amount } => {
                for gene in child {
                    if !random.chance(rate) {
                        continue;
                    }
                    *gene = match *gene {
                        0.0 => creation.number(random),
                        _ if random.chance(lose) => 0.0,
                        gene => gene + (2.0 * random.unit() - 1.0) * amount,
                    };
                }
            }
            Self::OneGene { rate } => {
                if random.chance(rate) {
                    let place = random.below(child.len());
                    child[place] = creation.number(random);
                }
            }
        }
    }
}

impl Genetic {
    /// The next generation, as large as this one: first those who stay, from the fittest on, then
    /// the children.
    pub fn next(
        &self,
        population: &[Chromosome],
        fitness: &[f64],
        creation: &Creation,
        random: &mut Random,
    ) -> Vec<Chromosome> {
        let ranking = ranking(fitness);
        let staying = self.parents.staying(population.len());
        let mut next: Vec<Chromosome> =
            ranking[..staying].iter().map(|&place| population[place].clone()).collect();
        let mut couples = match self.parents {
            Parents::Roulette { .. } => Vec::new(),
            Parents::PairsOfBest { best } => {
                let all = (0..best)
                    .flat_map(|father| (father + 1..best).map(move |mother| (mother, father)));
                all.map(|(mother, father)| (ranking[mother], ranking[father])).collect()
            }
        }
        .into_iter();
        while next.len() < population.len() {
            let (mother, father) = couples
                .next()
                .unwrap_or_else(|| (roulette(fitness, random), roulette(fitness, random)));
            let mut child = self.crossover.child(&population[mother], &population[father], random);
            self.mutation.apply(&mut child, creation, random);
            next.push(child);
        }
        next
    }
}

#[cfg(test)]
mod tests;
