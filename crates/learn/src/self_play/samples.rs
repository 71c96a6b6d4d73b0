//! What a network learns from rows: the inputs and the targets of every position.

use quoridor_core::{MAX_SQUARES, Move, Outcome, Player, SquareSet};
use quoridor_engine::net::conv::{PlaneBytes, policy_index, write_features};
use rayon::prelude::*;

use super::LeafPlanes;
use super::row::{Row, RowError};

/// The planes of the auxiliary targets: the horizontal and the vertical walls at the end of the
/// game, and the squares that the player to move and the opponent will visit.
pub const AUXILIARY: usize = 4;

/// The inputs and targets of rows: the same number of entries everywhere, one for each row, as the
/// player to move sees them. Shares and results are from 0 to 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    /// The features of the positions.
    pub planes: Vec<LeafPlanes>,
    /// 1 where it is so.
    pub auxiliary: Vec<[PlaneBytes; AUXILIARY]>,
    /// The places of the moves of the policy among the logits.
    pub policy_place: Vec<[u8; Row::MOST_MOVES]>,
    /// The shares of these moves; all zero after a short search.
    pub policy_weight: Vec<[f32; Row::MOST_MOVES]>,
    /// The place of the opponent's answer among the logits.
    pub answer: Vec<u8>,
    /// Whether the game has an answer to the move.
    pub has_answer: Vec<bool>,
    /// The score of the player to move.
    pub result: Vec<f32>,
    /// The expected score by the search.
    pub search: Vec<f32>,
    /// Plies to the end of the game.
    pub plies_left: Vec<f32>,
    /// The number of the game.
    pub game: Vec<i64>,
    /// Whether the search proved the result.
    pub is_proved: Vec<bool>,
    /// Whether both players have walls left.
    pub both_have_walls: Vec<bool>,
}

/// A row that cannot be learnt from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("row {row}: {error}")]
pub struct BadRow {
    /// Its place, from 0 on.
    pub row: usize,
    /// What is wrong with it.
    pub error: RowError,
}

impl Samples {
    /// The samples of the rows of whole games, computed in all threads.
    ///
    /// # Errors
    /// A row is damaged.
    pub fn new(rows: &[[u8; Row::SIZE]]) -> Result<Self, BadRow> {
        let read = rows.par_iter().enumerate();
        let rows: Vec<Row> = read
            .map(|(row, bytes)| Row::read(bytes).map_err(|error| BadRow { row, error }))
            .collect::<Result<_, _>>()?;
        let planes = rows.par_iter().map(|row| {
            let mut planes = [[0; MAX_SQUARES]; _];
            write_features(&row.position, &mut planes);
            planes
        });
        let planes = planes.collect();
        let games: Vec<&[Row]> = rows.chunk_by(|_, next| next.ply != 0).collect();
        let auxiliary = games.par_iter().flat_map_iter(|game| auxiliary(game)).collect();
        let mut samples = Self { planes, auxiliary, ..Self::default() };
        games.iter().for_each(|game| samples.add_targets(game));
        Ok(samples)
    }

    /// Adds what has no planes.
    fn add_targets(&mut self, game: &[Row]) {
        for (number, row) in game.iter().enumerate() {
            let mover = row.position.turn();
            let place = |mv| policy_index(mv, mover).unwrap_or_default() as u8;
            let (mut places, mut weights) = ([0; Row::MOST_MOVES], [0.0; Row::MOST_MOVES]);
            // In whole 255ths, as they are stored: the sum is then exact.
            let parts = row.policy.iter().map(|&(mv, share)| (mv, (255.0 * share).round() as f32));
            for (entry, (mv, part)) in places.iter_mut().zip(&mut weights).zip(parts) {
                (*entry.0, *entry.1) = (place(mv), if row.is_short { 0.0 } else { part });
            }
            let sum = weights.iter().sum::<f32>().max(1.0);
            self.policy_place.push(places);
            self.policy_weight.push(weights.map(|weight| weight / sum));
            let answer = game.get(number + 1).map(|next| place(next.mv));
            self.answer.push(answer.unwrap_or_default());
            self.has_answer.push(answer.is_some());
            self.result.push(match row.outcome {
                Outcome::Draw => 0.5,
                Outcome::Win(winner) => f32::from(u8::from(winner == mover)),
            });
            self.search.push(row.value as f32);
            self.plies_left.push(row.plies_left.into());
            self.game.push(row.game.into());
            self.is_proved.push(row.is_proved);
            let left = [mover, mover.opposite()].map(|player| row.position.walls_left(player));
            self.both_have_walls.push(!left.contains(&0));
        }
    }
}

/// What follows from the rest of the game, for each of its rows.
fn auxiliary(game: &[Row]) -> Vec<[PlaneBytes; AUXILIARY]> {
    let Some(last) = game.last() else { return Vec::new() };
    let seen = |mv, mover| policy_index(mv, mover).expect("the place of a step or a wall");
    let mut visited = [SquareSet::EMPTY; 2];
    let planes = game.iter().rev().map(|row| {
        let mover = row.position.turn();
        let mut planes = [0; AUXILIARY * MAX_SQUARES];
        for wall in last.position.walls() {
            // Without the plane of the steps, this is where the policy has the wall.
            planes[seen(Move::Wall(wall), mover) - MAX_SQUARES] = 1;
        }
        for (plane, player) in (2..).zip([mover, mover.opposite()]) {
            let visited = &mut visited[usize::from(player == Player::North)];
            for square in *visited {
                planes[plane * MAX_SQUARES + seen(Move::Step(square), mover)] = 1;
            }
            visited.insert(row.position.pawn(player));
        }
        *planes.as_chunks().0.first_chunk().expect("four planes")
    });
    let mut all: Vec<_> = planes.collect();
    all.reverse();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(text: &str, ply: u16, mv: &str) -> Row {
        let mv: Move = mv.parse().unwrap();
        Row {
            position: text.parse().unwrap(),
            outcome: Outcome::Win(Player::North),
            value: 0.25,
            game: 7,
            ply,
            plies_left: 3 - ply,
            is_proved: ply == 2,
            is_adjudicated: false,
            is_short: ply == 1,
            is_resigned: false,
            mv,
            policy: vec![(mv, 0.75), ("a1h".parse().unwrap(), 0.25)],
        }
    }

    /// Worked out by hand: South e4 to e5, North a vertical wall, then another game.
    #[test]
    fn targets_worked_out_by_hand() {
        let rows = [
            row("d2 / - / e4 e6 / 9 10 / 1", 0, "e5"),
            row("d2 / - / e5 e6 / 9 10 / 2", 1, "a3v"),
            row("d2 / a3 / e5 e6 / 9 9 / 1", 2, "f5"),
            row("- / - / e1 e9 / 0 0 / 2", 0, "e8"),
        ];
        let samples = Samples::new(&rows.each_ref().map(Row::bytes)).unwrap();
        assert_eq!(samples.result, [0.0, 1.0, 0.0, 1.0]);
        assert_eq!(samples.plies_left, [3.0, 2.0, 1.0, 3.0]);
        assert_eq!(
            (samples.game[0], samples.search[0]),
            (7, (0.25_f32 * 65_535.0).round() / 65_535.0)
        );
        assert_eq!(samples.is_proved, [false, false, true, false]);
        assert_eq!(samples.both_have_walls, [true, true, true, false]);
        // a1h is a8h for North.
        assert_eq!(samples.policy_place[0][..3], [4 * 9 + 4, 81, 0]);
        assert_eq!(samples.policy_weight[0][..3], [191.0 / 255.0, 64.0 / 255.0, 0.0]);
        assert_eq!(samples.policy_place[3][..2], [9 + 4, 81 + 7 * 9]);
        assert_eq!(samples.policy_weight[1], [0.0; Row::MOST_MOVES], "a short search");
        // North's a3v as South sees it; f5 as North does.
        assert_eq!(samples.answer, [162 + 2 * 9, 4 * 9 + 5, 0, 0]);
        assert_eq!(samples.has_answer, [true, true, false, false]);
        let ones = |row: usize, plane: usize| -> Vec<usize> {
            let plane = samples.auxiliary[row][plane];
            (0..MAX_SQUARES).filter(|&square| plane[square] == 1).collect()
        };
        let of_row = |row: usize| [0, 1, 2, 3].map(|plane| ones(row, plane));
        // d2 is 9 + 3, a3 2·9, e5 4·9 + 4, e6 5·9 + 4; North counts rows from the other side.
        assert_eq!(of_row(0), [vec![12], vec![18], vec![40], vec![49]]);
        assert_eq!(of_row(1), [vec![6 * 9 + 3], vec![5 * 9], vec![3 * 9 + 4], vec![40]]);
        assert_eq!(of_row(2), [vec![12], vec![18], vec![], vec![]]);
        assert_eq!(samples.auxiliary[3], [[0; MAX_SQUARES]; AUXILIARY]);
    }

    #[test]
    fn a_damaged_row_is_named() {
        let good = row("- / - / e1 e9 / 10 10 / 1", 0, "e2").bytes();
        let mut bad = good;
        bad[40] ^= 1;
        let error = Samples::new(&[good, bad]).unwrap_err();
        assert_eq!(error, BadRow { row: 1, error: RowError::Checksum });
        assert!(Samples::new(&[]).unwrap().planes.is_empty());
    }
}
