use super::*;

const WEIGHTS: Creation = Creation { has_feature: 0.3, low: -1.0, high: 1.0, whole: false };
const GENES: Creation = Creation { has_feature: 1.0, low: 0.0, high: 80.0, whole: true };

/// The frequency of an event in repeated trials lies within five standard deviations of its
/// probability.
#[track_caller]
fn happens(count: usize, tries: usize, probability: f64) {
    let deviation = (tries as f64 * probability * (1.0 - probability)).sqrt();
    let distance = (count as f64 - tries as f64 * probability).abs();
    assert!(
        distance <= 5.0 * deviation,
        "{count} of {tries}, expected {}",
        tries as f64 * probability
    );
}

#[test]
fn three_of_ten_weights_are_there_and_spread_evenly() {
    let genes = WEIGHTS.population(1000, 10, &mut Random::new(1)).concat();
    let there: Vec<f64> = genes.iter().copied().filter(|&gene| gene != 0.0).collect();
    happens(there.len(), genes.len(), 0.3);
    for quarter in [-1.0, -0.5, 0.0, 0.5] {
        happens(
            there.iter().filter(|&&gene| gene >= quarter && gene < quarter + 0.5).count(),
            there.len(),
            0.25,
        );
    }
}

#[test]
fn genes_below_eighty_are_whole_and_all_as_likely() {
    let genes = GENES.population(20_000, 4, &mut Random::new(2)).concat();
    assert!(genes.iter().all(|&gene| gene.fract() == 0.0 && (0.0..80.0).contains(&gene)));
    for value in [0.0, 1.0, 40.0, 79.0] {
        happens(genes.iter().filter(|&&gene| gene == value).count(), genes.len(), 1.0 / 80.0);
    }
}

#[test]
fn selection_is_proportional_to_fitness() {
    let fitness = [1.0, 0.0, 6.0, 3.0];
    let mut random = Random::new(3);
    let mut counts = [0; 4];
    for _ in 0..100_000 {
        counts[roulette(&fitness, &mut random)] += 1;
    }
    for (count, share) in counts.into_iter().zip([0.1, 0.0, 0.6, 0.3]) {
        happens(count, 100_000, share);
    }
    // Nobody has won a game.
    let count = (0..100_000).filter(|_| roulette(&[0.0; 5], &mut random) == 4).count();
    happens(count, 100_000, 0.2);
}

#[test]
fn equals_rank_by_their_places() {
    assert_eq!(ranking(&[2.0, 5.0, 2.0, 7.0, 5.0]), [3, 1, 4, 0, 2]);
}

/// Ten and 0.2 are the thesis' own example: the first and the second are copied once.
#[test]
fn the_best_stay_as_they_are() {
    let genetic = Genetic {
        parents: Parents::Roulette { elitism: 0.2 },
        crossover: Crossover::Uniform,
        mutation: Mutation::EachWeight { rate: 1.0, lose: 0.5, amount: 0.5 },
    };
    let population = WEIGHTS.population(10, 10, &mut Random::new(4));
    let fitness = [3.0, 1.0, 9.0, 0.0, 2.0, 17.0, 4.0, 5.0, 6.0, 7.0];
    for seed in 0..100 {
        let next = genetic.next(&population, &fitness, &WEIGHTS, &mut Random::new(seed));
        assert_eq!(next.len(), 10);
        assert_eq!((&next[0], &next[1]), (&population[5], &population[2]));
        // Every weight of a child is mutated, so that no child is a copy.
        assert!(next[2..].iter().all(|child| !population.contains(child)));
    }
    let staying = |elitism, population| Parents::Roulette { elitism }.staying(population);
    assert_eq!(
        (staying(0.1, 10), staying(0.1, 15), staying(0.2, 15), staying(0.2, 25), staying(0.3, 10)),
        (1, 1, 3, 5, 3)
    );
}

/// Without mutation a child has each gene from either parent, half and half, and a chromosome that
/// never won has no children.
#[test]
fn uniform_crossover_takes_each_gene_from_either() {
    let (mother, father) = (vec![1.0; 10], vec![2.0; 10]);
    let mut random = Random::new(5);
    let children: Vec<f64> =
        (0..10_000).flat_map(|_| Crossover::Uniform.child(&mother, &father, &mut random)).collect();
    happens(children.iter().filter(|&&gene| gene == 1.0).count(), children.len(), 0.5);
    let genetic = Genetic {
        parents: Parents::Roulette { elitism: 0.0 },
        crossover: Crossover::Uniform,
        mutation: Mutation::EachWeight { rate: 0.0, lose: 0.0, amount: 0.0 },
    };
    let population = vec![vec![1.0; 4], vec![2.0; 4], vec![3.0; 4]];
    let next = genetic.next(&population, &[1.0, 1.0, 0.0], &WEIGHTS, &mut random);
    assert!(next.concat().iter().all(|&gene| gene == 1.0 || gene == 2.0), "{next:?}");
}

/// Four break points, 0 to 3: the mother herself, and one, two or three genes of the father.
#[test]
fn one_point_crossover_breaks_once() {
    let (mother, father) = (vec![1.0; 4], vec![2.0; 4]);
    let mut random = Random::new(6);
    let mut counts = [0; 4];
    for _ in 0..40_000 {
        let child = Crossover::OnePoint.child(&mother, &father, &mut random);
        let point = child.iter().filter(|&&gene| gene == 2.0).count();
        assert!(child[..point].iter().all(|&gene| gene == 2.0), "{child:?}");
        counts[point] += 1;
    }
    counts.into_iter().for_each(|count| happens(count, 40_000, 0.25));
}

/// The probabilities of what can become of a weight, multiplied out: it stays 1 − r, is lost r·l,
/// moves r·(1 − l); a zero appears r.
#[test]
fn weights_mutate_as_often_as_they_should() {
    let mutation = Mutation::EachWeight { rate: 0.1, lose: 0.2, amount: 0.3 };
    let mut random = Random::new(7);
    let mut genes = vec![5.0; 100_000];
    mutation.apply(&mut genes, &WEIGHTS, &mut random);
    happens(genes.iter().filter(|&&gene| gene == 5.0).count(), genes.len(), 0.9);
    happens(genes.iter().filter(|&&gene| gene == 0.0).count(), genes.len(), 0.02);
    let moved: Vec<f64> =
        genes.iter().map(|gene| gene - 5.0).filter(|by| *by != 0.0 && *by != -5.0).collect();
    happens(moved.len(), genes.len(), 0.08);
    assert!(moved.iter().all(|by| by.abs() <= 0.3));
    happens(moved.iter().filter(|by| by.abs() <= 0.15).count(), moved.len(), 0.5);
    let mut zeros = vec![0.0; 100_000];
    mutation.apply(&mut zeros, &WEIGHTS, &mut random);
    let appeared: Vec<f64> = zeros.into_iter().filter(|&gene| gene != 0.0).collect();
    happens(appeared.len(), 100_000, 0.1);
    assert!(
        appeared.iter().all(|gene| gene.abs() <= 1.0)
            && appeared.iter().any(|gene| gene.abs() > 0.9)
    );
}

/// With probability 0.4 one of four is another of eighty: it differs with probability 0.4 · 79/80.
#[test]
fn one_gene_mutates() {
    let mutation = Mutation::OneGene { rate: 0.4 };
    let mut random = Random::new(8);
    let mut by_place = [0; 4];
    for _ in 0..50_000 {
        let mut child = vec![7.0; 4];
        mutation.apply(&mut child, &GENES, &mut random);
        let changed: Vec<usize> = (0..4).filter(|&place| child[place] != 7.0).collect();
        assert!(changed.len() <= 1);
        changed.into_iter().for_each(|place| by_place[place] += 1);
    }
    by_place.into_iter().for_each(|count| happens(count, 50_000, 0.4 * 79.0 / 80.0 / 4.0));
}

/// Seven, of which the best four have six children: the best one stays, and every pair has a child
/// between them.
#[test]
fn the_best_four_replace_the_worst_six() {
    let genetic = Genetic {
        parents: Parents::PairsOfBest { best: 4 },
        crossover: Crossover::OnePoint,
        mutation: Mutation::OneGene { rate: 0.0 },
    };
    let population: Vec<Chromosome> = (0..7).map(|number| vec![f64::from(number); 4]).collect();
    let fitness = [1.0, 8.0, 3.0, 9.0, 0.0, 12.0, 2.0];
    for seed in 0..50 {
        let next = genetic.next(&population, &fitness, &GENES, &mut Random::new(seed));
        assert_eq!((next.len(), &next[0]), (7, &population[5]));
        // Ranked: 5, 3, 1, 2; the father's genes come first, and the last gene is always the
        // mother's.
        let couples = [(5.0, 3.0), (5.0, 1.0), (5.0, 2.0), (3.0, 1.0), (3.0, 2.0), (1.0, 2.0)];
        for (child, (father, mother)) in next[1..].iter().zip(couples) {
            assert_eq!(child[3], mother);
            assert!(child.iter().all(|&gene| gene == father || gene == mother), "{child:?}");
        }
    }
}
