//! The positions of the training set and the held-out set.

use std::fmt::Display;

use csv::StringRecord;
use quoridor_core::{Outcome, Position};
use quoridor_engine::Value;
use quoridor_engine::players::alphabeta::evaluation::{LOG_ODDS_PER_UNIT, features};
use quoridor_store::PlayedGame;

use crate::run_folder::RunFolder;

/// The columns of the table.
pub(super) const HEADER: &str = "game,won,search,own_distance,other_distance,own_walls,\
    other_walls,own_sure_steps,other_sure_steps,own_detour,other_detour";

/// One game in this many is held out.
const HELD_OUT: usize = 5;

/// A position of a game, for the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The number of its game, from zero.
    pub game: usize,
    /// 1 if the game was won, 0 if it was lost, a half if neither.
    pub won: f64,
    /// The value of the search, in steps.
    pub search: f64,
    /// Its features.
    pub features: [u8; 8],
}

impl Sample {
    /// Every other undecided position of a game: South's in games of even numbers, North's in the
    /// others.
    pub fn of(number: usize, game: &PlayedGame) -> Vec<Self> {
        let positions = &game.game.positions()[game.opening..];
        let values = game.move_stats.iter().map(|stats| stats.value);
        Self::of_positions(number, positions, values, game.outcome())
    }

    /// The same of the positions of a game, each with the value of the search.
    pub(super) fn of_positions(
        number: usize,
        positions: &[Position],
        values: impl Iterator<Item = Option<Value>>,
        outcome: Outcome,
    ) -> Vec<Self> {
        let sample = |(place, (position, value)): (usize, (&Position, Option<Value>))| match value {
            Some(Value::Steps(search)) if (place + number).is_multiple_of(2) => Some(Self {
                game: number,
                won: match outcome {
                    Outcome::Draw => 0.5,
                    Outcome::Win(winner) if winner == position.turn() => 1.0,
                    Outcome::Win(_) => 0.0,
                },
                search,
                features: features(position),
            }),
            _ => None,
        };
        positions.iter().zip(values).enumerate().filter_map(sample).collect()
    }

    /// Whether its game belongs to the held-out set, which measures how well the networks
    /// generalise.
    pub const fn is_held_out(&self) -> bool {
        self.game % HELD_OUT == HELD_OUT - 1
    }

    /// The search's log-odds of a win.
    pub fn search_odds(&self) -> f64 {
        100.0 * LOG_ODDS_PER_UNIT * self.search
    }

    /// Adds its row to a table.
    pub(super) fn record(&self, folder: &mut RunFolder, table: &str) {
        let Self { game, won, search, features } = self;
        let mut cells: Vec<&dyn Display> = vec![game, won, search];
        cells.extend(features.iter().map(|feature| feature as &dyn Display));
        folder.row(table, HEADER, &cells);
    }

    /// Reads a row; `None` if it is not one.
    pub(super) fn read(row: &StringRecord) -> Option<Self> {
        if row.len() != 3 + 8 {
            return None;
        }
        let mut features = [0; 8];
        for (feature, cell) in features.iter_mut().zip(row.iter().skip(3)) {
            *feature = cell.parse().ok()?;
        }
        let [won, search] = [row[1].parse().ok()?, row[2].parse().ok()?];
        Some(Self { game: row[0].parse().ok()?, won, search, features })
    }
}

#[cfg(test)]
mod tests {
    use quoridor_core::{ByPlayer, Ending, Game, Player, Seats};
    use quoridor_store::{MoveStats, Reason};

    use super::*;

    #[test]
    fn rows_read_back_equal() {
        let sample =
            Sample { game: 7, won: 0.5, search: -1.37, features: [8, 7, 10, 9, 0, 1, 2, 20] };
        let folder = tempfile::tempdir().unwrap();
        let identity = crate::run_folder::Identity::new("test", 1, &toml::Table::new());
        let mut folder = RunFolder::open(folder.path(), &identity).unwrap();
        sample.record(&mut folder, "t.csv");
        let text = folder.table("t.csv").unwrap();
        assert_eq!(text, format!("{HEADER}\n7,0.5,-1.37,8,7,10,9,0,1,2,20\n"));
        let read = folder.parsed_rows("t.csv", |_, row| Sample::read(row)).unwrap();
        assert_eq!(read, [sample]);
        for row in [
            "",
            "7,0.5,-1.37,8,7,10,9,0,1,2",
            "7,0.5,-1.37,8,7,10,9,0,1,2,20,1",
            "7,0.5,x,8,7,10,9,0,1,2,20",
        ] {
            let record: StringRecord = row.split(',').collect::<Vec<_>>().into();
            assert_eq!(Sample::read(&record), None, "{row}");
        }
        let held_out =
            |game| Sample { game, won: 0.0, search: 0.0, features: [0; 8] }.is_held_out();
        assert_eq!((0..20).filter(|&game| held_out(game)).count(), 4);
    }

    /// A game of two moves of opening and four of the players, the last of which was seen to win.
    #[test]
    fn every_other_position_that_is_open() {
        let mut game = Game::default();
        ["e2", "e8", "e3", "e7", "e4", "e6"]
            .iter()
            .for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
        let values = [Value::Steps(0.5), Value::Steps(-0.5), Value::Steps(0.25), Value::WinIn(9)];
        let thoughts =
            values.map(|value| MoveStats { value: Some(value), ..MoveStats::default() }).to_vec();
        let reason = Reason::Over(Ending::Goal(Player::North));
        let players = ByPlayer::new(Seats::Two, |player| player.to_string());
        let played = PlayedGame { players, game, opening: 2, move_stats: thoughts, reason };
        let even: Vec<(f64, f64, [u8; 8])> = Sample::of(0, &played)
            .iter()
            .map(|sample| (sample.won, sample.search, sample.features))
            .collect();
        assert_eq!(
            even.iter().map(|sample| (sample.0, sample.1)).collect::<Vec<_>>(),
            [(0.0, 0.5), (0.0, 0.25)]
        );
        // Both have gone one step of eight, then two; nobody has placed a wall.
        assert_eq!([even[0].2[0], even[0].2[1], even[0].2[2], even[1].2[0]], [7, 7, 10, 6]);
        // The third of North's would be decided.
        let odd: Vec<(f64, f64)> =
            Sample::of(1, &played).iter().map(|sample| (sample.won, sample.search)).collect();
        assert_eq!(odd, [(1.0, -0.5)]);
    }
}
