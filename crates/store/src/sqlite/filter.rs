//! A filter as a condition of the database.

use quoridor_core::{Outcome, Player};
use rusqlite::types::Value;

use crate::position_key::PositionKey;
use crate::{Filter, NameIs};

impl Filter {
    /// The `WHERE` clause, with the values of its parameters.
    pub(super) fn condition(&self) -> (String, Vec<Value>) {
        let mut conditions = Conditions::default();
        self.about_players(&mut conditions);
        self.about_moves(&mut conditions);
        if let Some(result) = self.result {
            conditions.add("games.outcome IS ?", [text_or_null(result.outcome())]);
        }
        if let Some(since) = self.since {
            conditions.add("games.date >= ?", [since.to_string().into()]);
        }
        if let Some(until) = self.until {
            conditions.add("games.date <= ?", [until.to_string().into()]);
        }
        if let Some(tournament) = self.tournament {
            let sql = "games.id IN (SELECT game FROM tournament_games WHERE tournament = ?)";
            conditions.add(sql, [tournament.0.into()]);
        }
        conditions.finish()
    }

    fn about_players(&self, conditions: &mut Conditions) {
        let joined = "games.id IN (SELECT seats.game FROM seats JOIN players ON players.id = \
                      seats.player WHERE";
        let taken = "SELECT 1 FROM seats WHERE game = games.id AND seat = ?";
        match (&self.player, self.seat) {
            (Some(name), Some(seat)) => {
                let sql = format!("{joined} players.name = ? AND seats.seat = ?)");
                conditions.add(&sql, [name.clone().into(), seat.to_string().into()]);
            }
            (Some(name), None) => {
                conditions.add(&format!("{joined} players.name = ?)"), [name.clone().into()]);
            }
            (None, Some(seat)) => {
                let sql = format!("EXISTS ({taken} AND player IS NOT NULL)");
                conditions.add(&sql, [seat.to_string().into()]);
            }
            (None, None) => {}
        }
        if !self.names.is_empty() {
            // Looked up by an index, however many they are; only parts of names need a scan.
            let is_exact = |name: &&NameIs| matches!(name, NameIs::Exactly(_));
            let (exact, parts): (Vec<_>, Vec<_>) = self.names.iter().partition(is_exact);
            let sql = format!(
                "games.id IN (SELECT game FROM seats WHERE player IN (SELECT id FROM players WHERE \
                 name IN ({}){}))",
                vec!["?"; exact.len()].join(", "),
                " UNION SELECT id FROM players WHERE INSTR(LOWER(name), LOWER(?)) > 0"
                    .repeat(parts.len())
            );
            let value = |name: &NameIs| match name {
                NameIs::Exactly(name) | NameIs::Containing(name) => Value::from(name.clone()),
            };
            conditions.add(&sql, exact.into_iter().chain(parts).map(value));
        }
        if let Some(seats) = self.seats {
            // Two seats without the third, or three without the fourth: faster than to count them.
            for (seat, least) in [(Player::West, 3), (Player::East, 4)] {
                let is_taken = if seats.count() >= least { "EXISTS" } else { "NOT EXISTS" };
                conditions.add(&format!("{is_taken} ({taken})"), [seat.to_string().into()]);
            }
        }
    }

    fn about_moves(&self, conditions: &mut Conditions) {
        if let Some(opening) = &self.opening {
            let plies = opening.moves().len();
            let moves: Vec<String> = opening.moves().iter().map(ToString::to_string).collect();
            conditions.add("games.start = ?", [opening.start().to_string().into()]);
            // The position finds the games fast; that they came to it by the same moves remains to
            // be seen.
            let sql = "games.id IN (SELECT game FROM positions WHERE hash = ? AND ply = ?)";
            conditions.add(sql, [PositionKey::of(opening.position()).hash.into(), integer(plies)]);
            let sql = "(SELECT COALESCE(GROUP_CONCAT(move, ' ' ORDER BY ply), '') FROM moves \
                       WHERE game = games.id AND ply < ?) = ?";
            conditions.add(sql, [integer(plies), moves.join(" ").into()]);
        }
        if let Some(position) = &self.position {
            let sql = "games.id IN (SELECT game FROM positions WHERE hash = ?)";
            conditions.add(sql, [PositionKey::of(position).hash.into()]);
        }
        if let Some(plies) = self.min_plies {
            conditions.add("games.plies >= ?", [integer(plies)]);
        }
        if let Some(plies) = self.max_plies {
            conditions.add("games.plies <= ?", [integer(plies)]);
        }
    }

    /// The `LIMIT` clause, its values behind the others.
    pub(super) fn page(&self, values: &mut Vec<Value>) -> &'static str {
        values.extend([self.limit.map_or(Value::Integer(-1), integer), integer(self.offset)]);
        "LIMIT ? OFFSET ?"
    }
}

/// Numbers beyond SQLite's largest integer become that: no game has more moves.
fn integer(number: usize) -> Value {
    Value::Integer(i64::try_from(number).unwrap_or(i64::MAX))
}

fn text_or_null(outcome: Option<Outcome>) -> Value {
    outcome.map_or(Value::Null, |outcome| Value::Text(outcome.to_string()))
}

#[derive(Default)]
struct Conditions {
    sql: Vec<String>,
    values: Vec<Value>,
}

impl Conditions {
    fn add(&mut self, sql: &str, values: impl IntoIterator<Item = Value>) {
        self.sql.push(sql.to_owned());
        self.values.extend(values);
    }

    fn finish(self) -> (String, Vec<Value>) {
        let sql = if self.sql.is_empty() {
            String::new()
        } else {
            format!("WHERE {}", self.sql.join(" AND "))
        };
        (sql, self.values)
    }
}
