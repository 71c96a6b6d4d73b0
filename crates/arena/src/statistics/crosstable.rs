//! Crosstables: the results of all encounters of a tournament.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::Sum;
use std::ops::{Add, AddAssign, Not};

use super::{Estimate, Evidence, Pairs, Score};

/// How a player did against another: pairs of games, and games that have no partner. `!` is how the
/// other did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Encounter {
    /// Pairs of games from one opening, seats swapped.
    pub pairs: Pairs,
    /// Games outside of pairs.
    pub singles: Score,
}

impl Encounter {
    /// All games.
    pub fn games(&self) -> u64 {
        2 * self.pairs.count() + self.singles.games()
    }

    /// The points of all games.
    pub fn points(&self) -> f64 {
        self.pairs.points() + self.singles.points()
    }

    /// How much stronger the player is, from the pairs; from the single games only if there is no
    /// pair. `None` without games.
    pub fn strength(&self) -> Option<Strength> {
        if self.pairs.count() > 0 { Strength::of(&self.pairs) } else { Strength::of(&self.singles) }
    }
}

/// The difference in strength of two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// In Elo; infinite if all points were won or lost.
    pub elo: Estimate,
    /// In normalised Elo; `None` if all units gave the same.
    pub normalized_elo: Option<Estimate>,
    /// The likelihood of superiority (LOS).
    pub likelihood_of_superiority: f64,
}

impl Strength {
    /// The strength that evidence shows; `None` without evidence.
    pub fn of(evidence: &impl Evidence) -> Option<Self> {
        Some(Self {
            elo: evidence.elo()?,
            normalized_elo: evidence.normalized_elo(),
            likelihood_of_superiority: evidence.likelihood_of_superiority()?,
        })
    }
}

impl From<Pairs> for Encounter {
    fn from(pairs: Pairs) -> Self {
        Self { pairs, ..Self::default() }
    }
}

impl From<Score> for Encounter {
    fn from(singles: Score) -> Self {
        Self { singles, ..Self::default() }
    }
}

impl Add for Encounter {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { pairs: self.pairs + other.pairs, singles: self.singles + other.singles }
    }
}

impl Not for Encounter {
    type Output = Self;

    fn not(self) -> Self {
        Self { pairs: !self.pairs, singles: !self.singles }
    }
}

/// All encounters of a tournament.
///
/// ```
/// use quoridor_arena::statistics::{Crosstable, RatingSettings, Score};
/// let mut table = Crosstable::default();
/// table.record("one", "other", Score { wins: 30, draws: 0, losses: 10 });
/// let ratings = table.ratings(&RatingSettings { prior: 1e-9, ..RatingSettings::default() });
/// assert_eq!(ratings[0].player, "one");
/// // 400 log10(3)
/// assert_eq!(format!("{:.1}", ratings[0].elo.value - ratings[1].elo.value), "190.8");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Crosstable {
    /// By the two names in their order, as the first of them sees it.
    encounters: BTreeMap<(String, String), Encounter>,
}

impl Crosstable {
    /// Counts how a player did against another. What a player does against itself says nothing
    /// about it, and is left out.
    pub fn record(&mut self, player: &str, opponent: &str, encounter: impl Into<Encounter>) {
        let encounter = encounter.into();
        let (names, encounter) = match player.cmp(opponent) {
            std::cmp::Ordering::Less => ((player, opponent), encounter),
            std::cmp::Ordering::Greater => ((opponent, player), !encounter),
            std::cmp::Ordering::Equal => return,
        };
        let sum = self.encounters.entry((names.0.to_owned(), names.1.to_owned())).or_default();
        *sum = *sum + encounter;
    }

    /// How a player did against another.
    pub fn encounter(&self, player: &str, opponent: &str) -> Encounter {
        let find = |one: &str, other: &str| {
            self.encounters.get(&(one.to_owned(), other.to_owned())).copied()
        };
        find(player, opponent).or_else(|| find(opponent, player).map(Not::not)).unwrap_or_default()
    }

    /// The players, in the order of their names.
    pub fn players(&self) -> Vec<&str> {
        let names: BTreeSet<&str> = self
            .encounters
            .keys()
            .flat_map(|(one, other)| [one.as_str(), other.as_str()])
            .collect();
        names.into_iter().collect()
    }

    /// Every encounter, as the first of the two sees it.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str, Encounter)> {
        self.encounters
            .iter()
            .map(|((one, other), &encounter)| (one.as_str(), other.as_str(), encounter))
    }
}

impl Add for Crosstable {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl AddAssign for Crosstable {
    fn add_assign(&mut self, other: Self) {
        for ((player, opponent), encounter) in other.encounters {
            let sum = self.encounters.entry((player, opponent)).or_default();
            *sum = *sum + encounter;
        }
    }
}

impl Sum for Crosstable {
    fn sum<I: Iterator<Item = Self>>(tables: I) -> Self {
        tables.fold(Self::default(), Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encounter_has_two_sides() {
        let mut table = Crosstable::default();
        table.record("a", "b", Score { wins: 2, draws: 1, losses: 0 });
        table.record("b", "a", Pairs { by_half_points: [0, 0, 0, 1, 0] });
        table.record("a", "a", Score { wins: 1, ..Score::default() });
        let seen = table.encounter("b", "a");
        assert_eq!((seen.games(), seen.points()), (5, 2.0));
        assert_eq!(table.encounter("a", "b"), !seen);
        assert_eq!(table.encounter("a", "c"), Encounter::default());
        assert_eq!(table.players(), ["a", "b"]);
    }

    /// The numbers are those of fastchess for the same pairs.
    #[test]
    fn pairs_say_more_than_single_games() {
        let pairs = Pairs { by_half_points: [34, 54, 31 + 32, 64, 75] };
        let strength =
            Encounter { pairs, singles: Score { wins: 1, ..Score::default() } }.strength().unwrap();
        assert!((strength.elo.value - 55.58).abs() < 0.006, "{strength:?}");
        assert!((strength.normalized_elo.unwrap().value - 57.94).abs() < 0.006, "{strength:?}");
        let alone = Encounter::from(Score { wins: 1, ..Score::default() }).strength().unwrap();
        assert_eq!((alone.elo.value, alone.likelihood_of_superiority), (f64::INFINITY, 0.75));
        assert_eq!(Encounter::default().strength(), None);
    }

    #[test]
    fn tables_merge() {
        let table = |player, opponent, wins| {
            let mut table = Crosstable::default();
            table.record(player, opponent, Score { wins, draws: 1, losses: 2 });
            table
        };
        let (a, b, c) = (table("x", "y", 3), table("y", "x", 5), table("z", "x", 1));
        assert_eq!((a.clone() + b.clone()) + c.clone(), a.clone() + (b.clone() + c.clone()));
        assert_eq!(a.clone() + b.clone(), b.clone() + a.clone());
        assert_eq!((a + b + c).encounter("x", "y").singles, Score { wins: 5, draws: 2, losses: 7 });
    }
}
