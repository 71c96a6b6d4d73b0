//! The positions that are learnt from.

use quoridor_core::{Outcome, Position};
use quoridor_engine::Value;
use quoridor_engine::players::alphabeta::evaluation::{LOG_ODDS_PER_UNIT, measures};
use quoridor_store::PlayedGame;

/// What the columns of the table are.
pub(super) const HEADER: &str = "game,won,search,own_distance,other_distance,own_walls,other_walls,own_sure_steps,other_sure_steps,own_detour,other_detour";

/// Of so many games one is held out.
const HELD_OUT: usize = 5;

/// A position of a game, for whoever is to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The number of its game, from zero.
    pub game: usize,
    /// 1 if the game was won, 0 if it was lost, a half if neither.
    pub won: f64,
    /// What the search said that it is worth, in steps.
    pub search: f64,
    /// What is measured in it.
    pub measures: [u8; 8],
}

impl Sample {
    /// Every other position of a game that the search did not see the end of. In games of even
    /// numbers they are South's, in the others North's: both are learnt from alike.
    pub fn of(number: usize, game: &PlayedGame) -> Vec<Self> {
        let positions = &game.game.positions()[game.opening..];
        let sample = |(place, (position, value)): (usize, (&Position, Option<Value>))| match value {
            Some(Value::Score(search)) if (place + number).is_multiple_of(2) => Some(Self {
                game: number,
                won: match game.outcome() {
                    Outcome::Draw => 0.5,
                    Outcome::Win(winner) if winner == position.turn() => 1.0,
                    Outcome::Win(_) => 0.0,
                },
                search,
                measures: measures(position),
            }),
            _ => None,
        };
        positions
            .iter()
            .zip(game.thoughts.iter().map(|thought| thought.value))
            .enumerate()
            .filter_map(sample)
            .collect()
    }

    /// Whether nothing is learnt from its game, so that one sees how well the rest was learnt.
    pub const fn is_held_out(&self) -> bool {
        self.game % HELD_OUT == HELD_OUT - 1
    }

    /// What the search thought of the chance to win, as the logarithm of the odds.
    pub fn search_odds(&self) -> f64 {
        100.0 * LOG_ODDS_PER_UNIT * self.search
    }

    pub(super) fn row(&self) -> String {
        let Self { game, won, search, measures } = self;
        format!("{game},{won},{search},{}", measures.map(|measure| measure.to_string()).join(","))
    }

    pub(super) fn read(row: &str) -> Option<Self> {
        let mut cells = row.split(',');
        let mut cell = || cells.next();
        let game = cell()?.parse().ok()?;
        let [won, search] = [cell()?.parse().ok()?, cell()?.parse().ok()?];
        let mut measures = [0; 8];
        for measure in &mut measures {
            *measure = cell()?.parse().ok()?;
        }
        cell().is_none().then_some(Self { game, won, search, measures })
    }
}

#[cfg(test)]
mod tests {
    use quoridor_core::{ByPlayer, Ending, Game, Player, Seats};
    use quoridor_store::{Reason, Thought};

    use super::*;

    #[test]
    fn rows_read_back_equal() {
        let sample =
            Sample { game: 7, won: 0.5, search: -1.37, measures: [8, 7, 10, 9, 0, 1, 2, 20] };
        assert_eq!(sample.row(), "7,0.5,-1.37,8,7,10,9,0,1,2,20");
        assert_eq!(Sample::read(&sample.row()), Some(sample));
        for row in [
            "",
            "7,0.5,-1.37,8,7,10,9,0,1,2",
            "7,0.5,-1.37,8,7,10,9,0,1,2,20,1",
            "7,0.5,x,8,7,10,9,0,1,2,20",
        ] {
            assert_eq!(Sample::read(row), None, "{row}");
        }
        let held_out =
            |game| Sample { game, won: 0.0, search: 0.0, measures: [0; 8] }.is_held_out();
        assert_eq!((0..20).filter(|&game| held_out(game)).count(), 4);
    }

    /// A game of two moves of opening and four of the players, the last of which was seen to win.
    #[test]
    fn every_other_position_that_is_open() {
        let mut game = Game::default();
        ["e2", "e8", "e3", "e7", "e4", "e6"]
            .iter()
            .for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
        let values = [Value::Score(0.5), Value::Score(-0.5), Value::Score(0.25), Value::WinIn(9)];
        let thoughts =
            values.map(|value| Thought { value: Some(value), ..Thought::default() }).to_vec();
        let reason = Reason::Over(Ending::Goal(Player::North));
        let players = ByPlayer::new(Seats::Two, |player| player.to_string());
        let played = PlayedGame { players, game, opening: 2, thoughts, reason };
        let even: Vec<(f64, f64, [u8; 8])> = Sample::of(0, &played)
            .iter()
            .map(|sample| (sample.won, sample.search, sample.measures))
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
