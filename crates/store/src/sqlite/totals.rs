//! How many games there are, how they ended, and how long they were.

use std::collections::BTreeMap;

use quoridor_core::{Outcome, Player};
use rusqlite::params_from_iter;

use crate::columns::read;
use crate::{Filter, Store, StoreError};

/// Counts of games.
#[derive(Clone, Debug, PartialEq)]
pub struct Totals {
    /// How many games there are.
    pub games: u64,
    /// How many of them have no result.
    pub open: u64,
    /// Games drawn.
    pub draws: u64,
    /// The results of each seat that was taken in a game with a result, in turn order.
    pub seats: Vec<SeatTotals>,
    /// How long the games with a result were; `None` if there are none.
    pub lengths: Option<Lengths>,
}

/// The results of a seat, over the games that have one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeatTotals {
    /// Which seat.
    pub seat: Player,
    /// Games in which the seat was taken.
    pub games: u64,
    /// How many of them were won from there.
    pub wins: u64,
    /// How many points were made there.
    pub points: f64,
}

/// How many moves games had.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lengths {
    /// The shortest.
    pub shortest: usize,
    /// As many games are shorter as are longer: the mean of the two in the middle if their number
    /// is even.
    pub median: f64,
    /// The mean.
    pub mean: f64,
    /// The longest.
    pub longest: usize,
}

/// The results of a player, over the games that have one.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The player's name.
    pub name: String,
    /// How many games with a result.
    pub games: u64,
    /// How many of them the player won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// How many points the player made.
    pub points: f64,
}

impl Store {
    /// Counts the games that a filter lets through, whatever its limit and offset.
    ///
    /// # Errors
    /// The database failed.
    pub fn totals(&self, filter: &Filter) -> Result<Totals, StoreError> {
        let (condition, values) = filter.condition();
        let sql = format!(
            "SELECT outcome, plies, COUNT(*) FROM games {condition} GROUP BY outcome, plies"
        );
        let mut statement = self.connection.prepare(&sql)?;
        let mut rows = statement.query(params_from_iter(values))?;
        let mut totals = Totals { games: 0, open: 0, draws: 0, seats: Vec::new(), lengths: None };
        let mut lengths: BTreeMap<usize, u64> = BTreeMap::new();
        while let Some(row) = rows.next()? {
            let outcome: Option<Outcome> =
                row.get::<_, Option<String>>(0)?.as_deref().map(read).transpose()?;
            let (plies, games) =
                (row.get::<_, i64>(1)? as usize, row.get::<_, i64>(2)?.cast_unsigned());
            totals.games += games;
            match outcome {
                None => totals.open += games,
                Some(outcome) => {
                    *lengths.entry(plies).or_default() += games;
                    totals.draws += if outcome == Outcome::Draw { games } else { 0 };
                }
            }
        }
        totals.lengths = Lengths::of(&lengths);
        totals.seats = self.seat_totals(filter)?;
        Ok(totals)
    }

    fn seat_totals(&self, filter: &Filter) -> Result<Vec<SeatTotals>, StoreError> {
        let (condition, values) = filter.condition();
        let sql = format!(
            "SELECT seats.seat, COUNT(*), SUM(games.outcome = seats.seat || ' wins'), \
             SUM(seats.points) \
             FROM seats JOIN (SELECT id, outcome FROM games {condition}) AS games ON games.id = \
             seats.game \
             WHERE games.outcome IS NOT NULL GROUP BY seats.seat"
        );
        let mut statement = self.connection.prepare(&sql)?;
        let seats = statement.query_and_then(params_from_iter(values), |row| {
            Ok::<_, StoreError>(SeatTotals {
                seat: read(&row.get::<_, String>(0)?)?,
                games: row.get::<_, i64>(1)?.cast_unsigned(),
                wins: row.get::<_, i64>(2)?.cast_unsigned(),
                points: row.get(3)?,
            })
        })?;
        let mut seats: Vec<SeatTotals> = seats.collect::<Result<_, _>>()?;
        seats.sort_by_key(|totals| totals.seat);
        Ok(seats)
    }

    /// The results of the players in the games that match a filter, ignoring its limit and offset.
    /// Players with a larger share of the points come first.
    ///
    /// # Errors
    /// The database failed.
    pub fn standings(&self, filter: &Filter) -> Result<Vec<Standing>, StoreError> {
        let (condition, values) = filter.condition();
        let sql = format!(
            "SELECT players.name, COUNT(*), SUM(games.outcome = seats.seat || ' wins'), \
             SUM(games.outcome = 'draw'), \
             SUM(seats.points) \
             FROM seats JOIN (SELECT id, outcome FROM games {condition}) AS games ON games.id = \
             seats.game \
             JOIN players ON players.id = seats.player \
             WHERE games.outcome IS NOT NULL GROUP BY players.id \
             ORDER BY SUM(seats.points) / COUNT(*) DESC, COUNT(*) DESC, players.name"
        );
        let mut statement = self.connection.prepare(&sql)?;
        let standings = statement.query_map(params_from_iter(values), |row| {
            Ok(Standing {
                name: row.get(0)?,
                games: row.get::<_, i64>(1)?.cast_unsigned(),
                wins: row.get::<_, i64>(2)?.cast_unsigned(),
                draws: row.get::<_, i64>(3)?.cast_unsigned(),
                points: row.get(4)?,
            })
        })?;
        Ok(standings.collect::<Result<_, _>>()?)
    }
}

impl Lengths {
    /// Of how many games each length had.
    fn of(counts: &BTreeMap<usize, u64>) -> Option<Self> {
        let games: u64 = counts.values().sum();
        let (&shortest, &longest) = (counts.keys().next()?, counts.keys().next_back()?);
        let moves: f64 = counts.iter().map(|(&plies, &count)| plies as f64 * count as f64).sum();
        let at = |place: u64| {
            let mut passed = 0;
            let middle = counts.iter().find(|&(_, &count)| {
                passed += count;
                passed > place
            });
            middle.map_or(longest, |(&plies, _)| plies) as f64
        };
        let median = f64::midpoint(at((games - 1) / 2), at(games / 2));
        Some(Self { shortest, median, mean: moves / games as f64, longest })
    }
}
