//! Ratings of all players of a tournament at once, by the Bradley–Terry model.

use super::crosstable::{Crosstable, Encounter};
use super::evidence::{ELO_A_NATURAL_LOGARITHM, units_of};
use super::rating_model::{Meeting, Profile, RatingModel};
use super::{Estimate, Interval};

/// How to rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Drawn games of each player against an imagined average player; more than none.
    pub prior: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { prior: 1.0 }
    }
}

/// The rating of a player.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// The player's name.
    pub player: String,
    /// Elo above the mean of all players, with the profile-likelihood interval.
    pub elo: Estimate,
    /// Games played.
    pub games: u64,
    /// Points made.
    pub points: f64,
}

impl Crosstable {
    /// The players' ratings, the strongest first. Their mean is zero.
    pub fn ratings(&self, settings: &Settings) -> Vec<Rating> {
        let players = self.players();
        let place =
            |name: &str| players.binary_search(&name).expect("the table lists every player");
        let meetings = self.iter().map(|(one, other, Encounter { pairs, singles })| {
            let units = units_of(&pairs).chain(units_of(&singles)).collect();
            Meeting::new(place(one), place(other), units)
        });
        let model = RatingModel {
            players: players.len(),
            meetings: meetings.collect(),
            prior: settings.prior,
        };
        let fit = model.fit();
        let rating = |(place, &player): (usize, &&str)| {
            let own = players.iter().map(|opponent| self.encounter(player, opponent));
            let (games, points) =
                own.fold((0, 0.0), |sum, own| (sum.0 + own.games(), sum.1 + own.points()));
            let Profile { value, low, high } = model.profile(&fit, place);
            let elo = Estimate { value, interval: Interval { low, high } }
                .map(|strength| strength * ELO_A_NATURAL_LOGARITHM);
            Rating { player: player.to_owned(), elo, games, points }
        };
        let mut ratings: Vec<Rating> = players.iter().enumerate().map(rating).collect();
        ratings.sort_by(|one, other| {
            other.elo.value.total_cmp(&one.elo.value).then_with(|| one.player.cmp(&other.player))
        });
        ratings
    }
}

#[cfg(test)]
mod tests {
    use super::super::rating_model::expected;
    use super::super::{Pairs, Score};
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
        let ratings = table.ratings(&Settings { prior: 1e-9 });
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
    fn a_player_that_won_everything_has_a_finite_rating() {
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
    fn an_empty_table_has_no_ratings() {
        assert_eq!(Crosstable::default().ratings(&Settings::default()), []);
    }

    /// The results of issue 15: an interval of the bootstrap that this replaced did not contain its
    /// own estimate.
    #[test]
    fn intervals_contain_their_estimates() {
        let mut table = Crosstable::default();
        let won = |pairs| Pairs { by_half_points: [0, 0, 0, 0, pairs] };
        table.record("a", "b", won(2));
        table.record("a", "c", won(1));
        table.record("b", "c", Pairs { by_half_points: [0, 0, 1, 0, 1] });
        table.record("a", "d", Score { wins: 1, ..Score::default() });
        for rating in table.ratings(&Settings::default()) {
            let Interval { low, high } = rating.elo.interval;
            assert!(low < rating.elo.value && rating.elo.value < high, "{rating:?}");
        }
    }
}
