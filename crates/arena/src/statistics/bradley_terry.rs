//! Ratings of all players of a tournament at once.
//!
//! The model of Zermelo (1929), Bradley and Terry (1952): of the games between i and j, i wins the
//! share γᵢ / (γᵢ + γⱼ); a draw is half a win for each. The strengths are those that make the
//! results likeliest. A player that won or lost everything would be infinitely strong or weak, and
//! players that never met through others could not be compared; so each also has a number of drawn
//! games (one, unless told otherwise) against an imagined player of strength 1: the prior.

use quoridor_engine::random::Random;

use super::crosstable::{Crosstable, Encounter};
use super::evidence::elo_of_share;
use super::{CONFIDENCE, Estimate, Evidence, Interval};

/// How to rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How many drawn games against an imagined average player each player is given; more than
    /// none.
    pub prior: f64,
    /// How many times the tournament is drawn anew for the intervals.
    pub replicates: usize,
    /// Which random numbers draw it.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { prior: 1.0, replicates: 1000, seed: 1 }
    }
}

/// How strong a player is.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// Its name.
    pub player: String,
    /// In Elo above the mean of all players, with the bootstrap's interval.
    pub elo: Estimate,
    /// How many games it played.
    pub games: u64,
    /// The points that it got.
    pub points: f64,
}

impl Crosstable {
    /// The players' ratings, the strongest first. Their mean is zero.
    ///
    /// The intervals are percentiles of the ratings of tournaments drawn anew from this one: within
    /// each encounter, as many pairs (and games without a partner) are drawn as there were, with
    /// their results as likely as they were. One more result, spread evenly over the possible ones,
    /// is added to what is drawn from: otherwise a player that won everything would always do so
    /// again, and its interval would have no width.
    pub fn ratings(&self, settings: &Settings) -> Vec<Rating> {
        let players = self.players();
        let place =
            |name: &str| players.binary_search(&name).expect("the table lists every player");
        let encounters: Vec<(usize, usize, Encounter)> = self
            .iter()
            .map(|(one, other, encounter)| (place(one), place(other), encounter))
            .collect();
        let games: Vec<Meeting> = encounters.iter().map(Meeting::of).collect();
        let values = strengths(players.len(), &games, settings.prior);
        let mut random = Random::new(settings.seed);
        let mut drawn = vec![Vec::with_capacity(settings.replicates); players.len()];
        for _ in 0..settings.replicates {
            let games: Vec<Meeting> = encounters
                .iter()
                .map(|&(one, other, encounter)| {
                    let points = redraw(&encounter.pairs, &mut random)
                        + redraw(&encounter.singles, &mut random);
                    Meeting { one, other, games: encounter.games() as f64, points }
                })
                .collect();
            for (values, value) in
                drawn.iter_mut().zip(strengths(players.len(), &games, settings.prior))
            {
                values.push(value);
            }
        }
        let mut ratings: Vec<Rating> = Vec::new();
        for ((&player, value), drawn) in players.iter().zip(values).zip(drawn) {
            let own = players.iter().map(|opponent| self.encounter(player, opponent));
            let (games, points) =
                own.fold((0, 0.0), |sum, own| (sum.0 + own.games(), sum.1 + own.points()));
            let elo = Estimate { value, interval: percentiles(drawn, value) };
            ratings.push(Rating { player: player.to_owned(), elo, games, points });
        }
        ratings.sort_by(|one, other| {
            other.elo.value.total_cmp(&one.elo.value).then_with(|| one.player.cmp(&other.player))
        });
        ratings
    }
}

/// Two players' games against each other.
struct Meeting {
    one: usize,
    other: usize,
    games: f64,
    /// The points of the first of them.
    points: f64,
}

impl Meeting {
    fn of(&(one, other, encounter): &(usize, usize, Encounter)) -> Self {
        Self { one, other, games: encounter.games() as f64, points: encounter.points() }
    }
}

/// The points of as many units as there are, drawn anew.
fn redraw<E: Evidence>(evidence: &E, random: &mut Random) -> f64 {
    let (counts, units) = (evidence.counts(), evidence.units());
    let counts = counts.as_ref();
    let extra = 1.0 / counts.len() as f64;
    let half_points: usize = (0..units)
        .map(|_| {
            let mut rest = random.unit() * (units as f64 + 1.0);
            let drawn = counts.iter().position(|&count| {
                rest -= count as f64 + extra;
                rest < 0.0
            });
            drawn.unwrap_or(counts.len() - 1)
        })
        .sum();
    half_points as f64 / 2.0
}

fn percentiles(mut values: Vec<f64>, value: f64) -> Interval {
    values.sort_by(f64::total_cmp);
    let at =
        |share: f64| values.get((share * values.len() as f64) as usize).copied().unwrap_or(value);
    let tail = (1.0 - CONFIDENCE) / 2.0;
    Interval { low: at(tail), high: at(1.0 - tail) }
}

/// The likeliest strengths in Elo, of mean zero: Newton's method on their logarithms, whose
/// likelihood has one maximum.
fn strengths(players: usize, meetings: &[Meeting], prior: f64) -> Vec<f64> {
    let mut logs = vec![0.0; players];
    let mut before = log_likelihood(&logs, meetings, prior);
    for _ in 0..200 {
        let step = newton_step(&logs, meetings, prior);
        let longest = step.iter().copied().map(f64::abs).fold(0.0, f64::max);
        // Far from the maximum a step can lead beyond it: then a shorter one.
        let mut factor = if longest > 2.0 { 2.0 / longest } else { 1.0 };
        let (next, likelihood) = loop {
            let next: Vec<f64> =
                logs.iter().zip(&step).map(|(log, step)| log + factor * step).collect();
            let likelihood = log_likelihood(&next, meetings, prior);
            if likelihood >= before || factor < 1e-6 {
                break (next, likelihood);
            }
            factor /= 2.0;
        };
        (logs, before) = (next, likelihood);
        if longest < 1e-10 {
            break;
        }
    }
    let mean = logs.iter().sum::<f64>() / players.max(1) as f64;
    logs.iter().map(|log| elo_of_share(expected(log - mean))).collect()
}

/// The share of the points of a player that is stronger by the factor of this logarithm.
fn expected(log: f64) -> f64 {
    1.0 / (1.0 + (-log).exp())
}

fn log_likelihood(logs: &[f64], meetings: &[Meeting], prior: f64) -> f64 {
    // ln(1 / (1 + e⁻ˣ)), without losing what is small.
    let ln_expected =
        |log: f64| if log > 0.0 { -(-log).exp().ln_1p() } else { log - log.exp().ln_1p() };
    let likelihood = |log: f64, games: f64, points: f64| {
        points * ln_expected(log) + (games - points) * ln_expected(-log)
    };
    let played = meetings.iter().map(|meeting| {
        likelihood(logs[meeting.one] - logs[meeting.other], meeting.games, meeting.points)
    });
    let imagined = logs.iter().map(|&log| likelihood(log, prior, prior / 2.0));
    played.chain(imagined).sum()
}

/// The gradient of the likelihood divided by its curvature.
fn newton_step(logs: &[f64], meetings: &[Meeting], prior: f64) -> Vec<f64> {
    let players = logs.len();
    let mut gradient: Vec<f64> = logs.iter().map(|&log| prior * (0.5 - expected(log))).collect();
    let mut curvature = vec![vec![0.0; players]; players];
    for (place, &log) in logs.iter().enumerate() {
        curvature[place][place] = prior * expected(log) * expected(-log);
    }
    for &Meeting { one, other, games, points } in meetings {
        let share = expected(logs[one] - logs[other]);
        let (excess, bend) = (points - games * share, games * share * (1.0 - share));
        gradient[one] += excess;
        gradient[other] -= excess;
        curvature[one][one] += bend;
        curvature[other][other] += bend;
        curvature[one][other] -= bend;
        curvature[other][one] -= bend;
    }
    solve(curvature, gradient)
}

/// The solution of a system of equations whose matrix is symmetric and positive definite, so that
/// no rows need be swapped.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for pivot in 0..size {
        let (above, below) = matrix.split_at_mut(pivot + 1);
        let pivot_row = &above[pivot];
        for (row, line) in below.iter_mut().enumerate() {
            let factor = line[pivot] / pivot_row[pivot];
            for (cell, from) in line[pivot..].iter_mut().zip(&pivot_row[pivot..]) {
                *cell -= factor * from;
            }
            right[pivot + 1 + row] -= factor * right[pivot];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::super::{GameResult, Pairs, Score, share_of_elo};
    use super::*;

    /// The American League East of 1987, thirteen games each (Agresti, *Categorical Data Analysis*,
    /// 2nd edition, Table 10.10): wins of each over those below it.
    #[test]
    fn the_baseball_teams_of_agresti() {
        let teams =
            ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"];
        let wins: [&[u64]; 6] =
            [&[7, 9, 7, 7, 9, 11], &[7, 5, 11, 9, 9], &[7, 7, 8, 12], &[6, 7, 10], &[7, 12], &[6]];
        let mut table = Crosstable::default();
        for (place, row) in wins.iter().enumerate() {
            for (distance, &wins) in (1..).zip(row.iter()) {
                table.record(
                    teams[place],
                    teams[place + distance],
                    Score { wins, draws: 0, losses: 13 - wins },
                );
            }
        }
        let ratings =
            table.ratings(&Settings { prior: 1e-9, replicates: 0, ..Settings::default() });
        let names: Vec<&str> = ratings.iter().map(|rating| rating.player.as_str()).collect();
        assert_eq!(names, teams);
        // His estimates are natural logarithms above Baltimore.
        let last = ratings[6].elo.value;
        for (rating, expected) in
            ratings.iter().zip([1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0.0])
        {
            let log = (rating.elo.value - last) * std::f64::consts::LN_10 / 400.0;
            assert!((log - expected).abs() < 6e-4, "{}: {log}", rating.player);
        }
    }

    /// By hand: two players that played one game have, with the prior's drawn game each, x and -x
    /// with 1 - σ(2x) = σ(x) - ½.
    #[test]
    fn whoever_won_everything_is_not_infinitely_strong() {
        let mut table = Crosstable::default();
        table.record("winner", "loser", Score { wins: 1, ..Score::default() });
        let ratings = table.ratings(&Settings::default());
        let x = ratings[0].elo.value * std::f64::consts::LN_10 / 400.0;
        assert!((1.0 - expected(2.0 * x) - (expected(x) - 0.5)).abs() < 1e-9, "{x}");
        assert_eq!(
            (ratings[0].player.as_str(), ratings[0].games, ratings[0].points),
            ("winner", 1, 1.0)
        );
        assert!((ratings[0].elo.value + ratings[1].elo.value).abs() < 1e-9);
        assert!(ratings[0].elo.error() > 0.0);
    }

    #[test]
    fn nobody_has_no_rating() {
        assert_eq!(Crosstable::default().ratings(&Settings::default()), []);
    }

    /// A simulated round robin between players of given strengths.
    fn tournament(truth: &[(&str, f64)], pairs: usize, random: &mut Random) -> Crosstable {
        let mut table = Crosstable::default();
        for (place, &(one, strength)) in truth.iter().enumerate() {
            for &(other, weaker) in &truth[place + 1..] {
                let share = share_of_elo(strength - weaker);
                let drawn: Pairs = (0..pairs)
                    .map(|_| {
                        let mut game = || {
                            if random.chance(share) { GameResult::Win } else { GameResult::Loss }
                        };
                        Pairs::of(game(), game())
                    })
                    .sum();
                table.record(one, other, drawn);
            }
        }
        table
    }

    const TRUTH: [(&str, f64); 5] =
        [("a", 180.0), ("b", 60.0), ("c", 0.0), ("d", -90.0), ("e", -150.0)];

    /// Planted ratings come back, and the intervals hold them as often as they say.
    #[test]
    fn planted_ratings_are_recovered() {
        let random = &mut Random::new(8);
        let rated = tournament(&TRUTH, 5000, random)
            .ratings(&Settings { replicates: 0, ..Settings::default() });
        for (rating, (name, truth)) in rated.iter().zip(TRUTH) {
            // A standard error of about two.
            assert!(rating.player == name && (rating.elo.value - truth).abs() < 8.0, "{rating:?}");
        }
        let (mut held, mut all) = (0, 0);
        for seed in 0..60 {
            for rating in tournament(&TRUTH, 40, random).ratings(&Settings {
                replicates: 200,
                seed,
                ..Settings::default()
            }) {
                let (_, truth) = TRUTH.iter().find(|(name, _)| *name == rating.player).unwrap();
                held += usize::from(rating.elo.interval.contains(*truth));
                all += 1;
            }
        }
        // 285 of 300 are expected; the ratings of one tournament hang together, so allow for six
        // standard deviations of a coin.
        assert_eq!(all, 300);
        assert!((262..=300).contains(&held), "{held}");
    }

    #[test]
    fn the_same_seed_gives_the_same_intervals() {
        let table = tournament(&TRUTH, 20, &mut Random::new(9));
        let settings = Settings { replicates: 50, ..Settings::default() };
        assert_eq!(table.ratings(&settings), table.ratings(&settings));
        assert_ne!(table.ratings(&settings), table.ratings(&Settings { seed: 2, ..settings }));
    }
}
