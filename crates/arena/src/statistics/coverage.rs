//! Coverage of the Elo intervals in simulation: tournaments between players of known ratings.

use quoridor_engine::random::Random;

use super::rating_model::{Meeting, RatingModel, Units, expected};
use super::{
    Crosstable, Encounter, Evidence, GameResult, Pairs, RatingSettings, elo_of_share, share_of_elo,
};

/// A kind of tournament that is simulated.
#[derive(Clone, Copy, Debug)]
struct Setting {
    players: usize,
    /// Pairs of games of every two players.
    pairs: usize,
    /// The standard deviation of the ratings, in Elo.
    spread: f64,
    /// The standard deviation of an opening's advantage for the first player, in Elo.
    opening: f64,
    /// The largest share of games that are drawn.
    draws: f64,
}

/// How many intervals contained the true rating.
#[derive(Clone, Copy, Debug, Default)]
struct Coverage {
    covered: u32,
    intervals: u32,
}

impl Coverage {
    fn add(&mut self, is_covered: bool) {
        self.covered += u32::from(is_covered);
        self.intervals += 1;
    }

    fn percent(self) -> f64 {
        100.0 * f64::from(self.covered) / f64::from(self.intervals)
    }
}

/// A normally distributed number: Box and Muller (1958).
fn normal(random: &mut Random) -> f64 {
    let (radius, angle) = (1.0 - random.unit(), random.unit());
    (-2.0 * radius.ln()).sqrt() * (2.0 * std::f64::consts::PI * angle).cos()
}

impl Setting {
    /// One game with a difference in Elo.
    fn game(&self, elo: f64, random: &mut Random) -> GameResult {
        let share = share_of_elo(elo);
        let draws = self.draws * 4.0 * share * (1.0 - share);
        let number = random.unit();
        if number < share - draws / 2.0 {
            GameResult::Win
        } else if number < share + draws / 2.0 {
            GameResult::Draw
        } else {
            GameResult::Loss
        }
    }

    fn meet(&self, elo: f64, random: &mut Random) -> Pairs {
        let pair = |_| {
            let opening = self.opening * normal(random);
            Pairs::of(self.game(elo + opening, random), self.game(elo - opening, random))
        };
        (0..self.pairs).map(pair).sum()
    }

    /// The expected share of the points: the mean over the advantages of openings.
    fn share(&self, elo: f64) -> f64 {
        let places = || (-40..=40).map(|place| f64::from(place) / 10.0);
        let weight = |place: f64| (-place * place / 2.0).exp();
        let sum: f64 =
            places().map(|place| weight(place) * share_of_elo(elo + self.opening * place)).sum();
        sum / places().map(weight).sum::<f64>()
    }

    /// The ratings that would come of endless games.
    fn limits(&self, truth: &[f64]) -> Vec<f64> {
        let mut meetings = Vec::new();
        for (one, other) in pairings(truth.len()) {
            let share = self.share(truth[one] - truth[other]);
            let units = vec![Units { points: 1e9 * share, games: 1e9, count: 1.0 }];
            meetings.push(Meeting::new(one, other, units));
        }
        let strengths = RatingModel { players: truth.len(), meetings, prior: 1e-3 }.fit().strengths;
        let elo = |strength: &f64| elo_of_share(expected(*strength));
        let mean = strengths.iter().map(elo).sum::<f64>() / truth.len() as f64;
        strengths.iter().map(|strength| elo(strength) - mean).collect()
    }

    /// The coverage of the ratings of tournaments, and that of matches of the first two players.
    fn simulate(&self, tournaments: u32, random: &mut Random) -> (Coverage, Coverage) {
        let (mut ratings, mut matches) = (Coverage::default(), Coverage::default());
        for _ in 0..tournaments {
            let truth: Vec<f64> = (0..self.players).map(|_| self.spread * normal(random)).collect();
            let names: Vec<String> = (0..self.players).map(|place| place.to_string()).collect();
            let mut table = Crosstable::default();
            for (one, other) in pairings(self.players) {
                let pairs = self.meet(truth[one] - truth[other], random);
                table.record(&names[one], &names[other], pairs);
            }
            let limits = self.limits(&truth);
            for rating in table.ratings(&RatingSettings::default()) {
                let interval = rating.elo.interval;
                assert!(interval.contains(rating.elo.value), "{rating:?}");
                let place: usize = rating.player.parse().expect("names are places");
                ratings.add(interval.contains(limits[place]));
            }
            let Encounter { pairs, .. } = table.encounter("0", "1");
            let elo = pairs.elo().expect("there are pairs");
            assert!(elo.interval.contains(elo.value), "{elo}");
            matches.add(elo.interval.contains(elo_of_share(self.share(truth[0] - truth[1]))));
        }
        (ratings, matches)
    }
}

fn pairings(players: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..players).flat_map(move |one| (one + 1..players).map(move |other| (one, other)))
}

const PLAIN: Setting = Setting { players: 4, pairs: 3, spread: 150.0, opening: 0.0, draws: 0.0 };

/// Between 92 and 98 % for 1 to 10 pairs, with and without draws and openings that favour a seat.
/// The standard deviation of a percentage is about 0.8, because the ratings of one tournament
/// depend on each other.
#[test]
fn intervals_cover_the_truth() {
    let random = &mut Random::new(15);
    let settings = [1, 2, 5, 10].map(|pairs| Setting { pairs, ..PLAIN });
    let others = [
        Setting { spread: 300.0, ..PLAIN },
        Setting { opening: 250.0, ..PLAIN },
        Setting { draws: 0.3, ..PLAIN },
        Setting { players: 7, pairs: 1, ..PLAIN },
    ];
    for setting in settings.into_iter().chain(others) {
        let (ratings, matches) = setting.simulate(400, random);
        let percent = ratings.percent();
        assert!((92.0..=98.0).contains(&percent), "{setting:?}: {percent}");
        // One pair has five results, hardly any of which can be excluded.
        let most = if setting.pairs == 1 { 100.0 } else { 98.5 };
        let percent = matches.percent();
        assert!((91.0..=most).contains(&percent), "match, {setting:?}: {percent}");
    }
}

/// The table of docs/results/measured/statistics.md: `cargo test --release -p quoridor-arena --lib
/// -- --ignored --nocapture coverage_table`.
#[test]
#[ignore = "a minute or two: it prints a table"]
fn coverage_table() {
    println!("| players | spread | openings | draws | 1 pair | 2 | 3 | 5 | 10 | 40 |");
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let random = &mut Random::new(16);
    for players in [2, 4, 8] {
        for (spread, opening, draws) in [
            (50.0, 0.0, 0.0),
            (150.0, 0.0, 0.0),
            (300.0, 0.0, 0.0),
            (150.0, 250.0, 0.0),
            (150.0, 0.0, 0.3),
        ] {
            let cell = |pairs| {
                let setting = Setting { players, pairs, spread, opening, draws };
                let (ratings, matches) = setting.simulate(4000 / players as u32, random);
                let coverage = if players == 2 { matches } else { ratings };
                format!("{:.1}", coverage.percent())
            };
            let cells = [1, 2, 3, 5, 10, 40].map(cell).join(" | ");
            println!("| {players} | {spread} | {opening} | {} % | {cells} |", 100.0 * draws);
        }
    }
}
