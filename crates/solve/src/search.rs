//! The value of one position, without solving the whole game.

use core::cmp::Reverse;

use quoridor_core::{Player, Position};

use crate::bounds::{BoundTables, Placement, TableId};
use crate::error::SolveError;
use crate::layout::Layout;
use crate::passages::{Passages, Squares, squares};
use crate::solver::Progress;
use crate::space::Space;
use crate::value::{Code, Value};

/// A search for the values of single positions of a game for two.
///
/// A null-window search over wall layouts: "does the player to move reach at least this value?" is
/// answered with lower and upper bounds of whole tables. Only the tables that a question needs are
/// looked at. Positions that repeat are no problem: repetitions happen within a layout, and there
/// retrograde analysis finds the bounds.
///
/// ```
/// use quoridor_solve::{Progress, Search, Space, Value};
/// let mut search = Search::new(&Space::new("4x3".parse().unwrap(), 3), 1 << 20);
/// assert_eq!(search.start(&Progress::default()).unwrap(), Value::Win(13));
/// ```
pub struct Search {
    space: Space,
    tables: BoundTables,
    memory: u64,
}

/// What a search has looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Tables: layouts, with the splits of the walls left.
    pub tables: usize,
    /// Layouts, of which mirror images and half turns count once.
    pub layouts: usize,
    /// How often a table was solved with what was known of the tables after it.
    pub sweeps: u64,
    /// About how many bytes the tables take.
    pub bytes: u64,
}

/// A question: does the player to move at a place of a table have at least this code?
#[derive(Clone, Copy)]
struct Question {
    place: usize,
    code: u8,
}

/// A move that may lead to the answer yes.
enum Candidate {
    /// A pawn move, to a place in the same table.
    Pawn(usize),
    /// A wall.
    Wall(usize),
}

/// By optimist: whether the bounds of a table may have become tighter, because a table after it
/// was searched.
type News = [bool; 2];

impl Search {
    /// A search in a game, with tables of at most this many bytes.
    pub fn new(space: &Space, memory: u64) -> Self {
        Self { space: space.clone(), tables: BoundTables::new(space), memory }
    }

    /// The value of the start.
    ///
    /// # Errors
    /// If it takes too much memory, is stopped, or a game may last too long.
    pub fn start(&mut self, progress: &Progress) -> Result<Value, SolveError> {
        let size = self.space.slots.size();
        let pawn = |player| self.space.number(size.start(player));
        let place = self.space.place_of_pawns(pawn(Player::South), pawn(Player::North));
        let table = self.tables.table(Layout::EMPTY, self.space.walls());
        self.value_at(table, place, progress)
    }

    /// The value of a position for the player to move; `None` if it is not one of the game. What
    /// was found for other positions is used again.
    ///
    /// # Errors
    /// If it takes too much memory, is stopped, or a game may last too long.
    pub fn value(
        &mut self,
        position: &Position,
        progress: &Progress,
    ) -> Result<Option<Value>, SolveError> {
        if !self.space.covers(position) {
            return Ok(None);
        }
        if let Some(winner) = position.winner() {
            return Ok(Some(Value::of_finished(winner == position.turn())));
        }
        let slots = self.tables.slots();
        let (layout, symmetry) = slots.canonical(slots.layout(position.walls()));
        let seats = [Player::South, Player::North].map(|player| symmetry.player(player));
        let [south, north] = seats
            .map(|player| self.space.number(symmetry.square(position.pawn(player), slots.size())));
        let mover = usize::from(position.turn() == seats[1]);
        let place = mover * self.space.plane_len() + self.space.place_of_pawns(south, north);
        let table =
            self.tables.table(layout, seats.map(|player| position.walls_left(player).into()));
        self.value_at(table, place, progress).map(Some)
    }

    /// What the search has looked at so far.
    pub fn effort(&self) -> Effort {
        Effort {
            tables: self.tables.len(),
            layouts: self.tables.layouts(),
            sweeps: self.tables.sweeps,
            bytes: self.tables.bytes(),
        }
    }

    /// First who wins, then ever shorter games until the loser can avoid them.
    fn value_at(
        &mut self,
        table: TableId,
        place: usize,
        progress: &Progress,
    ) -> Result<Value, SolveError> {
        progress.begin(self.space.estimated_tables().ceil() as u64);
        loop {
            let (low, high) = self.tables.bounds(table, place);
            if low == high {
                // Games that do not fit into a byte look like draws.
                if low == Code::DRAW.0 && self.tables.too_long {
                    return Err(SolveError::TooLong);
                }
                return Ok(Code(low).value().expect("the position is legal"));
            }
            let code = match Code::DRAW.0 {
                draw if low <= draw && high > draw => draw + 1,
                draw if low < draw && high == draw => draw,
                draw if low > draw => low + 1,
                _ => high,
            };
            self.decide(table, Question { place, code }, progress)?;
        }
    }

    /// Answers a question.
    fn decide(
        &mut self,
        table: TableId,
        question: Question,
        progress: &Progress,
    ) -> Result<bool, SolveError> {
        let mut placements = None;
        loop {
            let (low, high) = self.tables.bounds(table, question.place);
            if low >= question.code || high < question.code {
                return Ok(low >= question.code);
            }
            progress.check()?;
            progress.set(self.tables.len() as u64);
            if self.tables.bytes() > self.memory {
                return Err(SolveError::SearchMemory { allowed: self.memory });
            }
            let placements = &**placements.get_or_insert_with(|| self.tables.placements(table));
            let mut news = [true; 2];
            if self.tables.is_expanded(table) {
                news = self.follow(table, placements, question, progress)?;
                if news == [false; 2] {
                    // What was found on the way to other tables has answered it.
                    news = [true; 2];
                }
            }
            self.tables.refresh(table, placements, (0..2).filter(|&optimist| news[optimist]));
        }
    }

    /// Follows the most promising moves to an open question behind a wall, and answers it.
    ///
    /// The way ends, because the code of a win or loss counts the moves: a question leads to one
    /// about a game that is a move shorter. Where it ends, a wall has answered the question of the
    /// last position with yes, or every move there with no.
    fn follow(
        &mut self,
        table: TableId,
        placements: &[Placement],
        mut question: Question,
        progress: &Progress,
    ) -> Result<News, SolveError> {
        let passages = self.tables.passages(table);
        let mut visited = Vec::new();
        let mut news = [false; 2];
        'way: loop {
            let Question { place, code } = question;
            let (mover, code) = (place / self.space.plane_len(), code_after(code));
            visited.push(place);
            for candidate in self.candidates(table, placements, &passages, question, &visited) {
                let wall = match candidate {
                    Candidate::Pawn(place) => {
                        question = Question { place, code };
                        continue 'way;
                    }
                    Candidate::Wall(wall) => wall,
                };
                let placement = &placements[wall];
                let after = self.tables.after(table, wall, placement, mover);
                let place = self.tables.place_after(placement, place);
                if !self.decide(after, Question { place, code }, progress)? {
                    news[1 - mover] = true;
                    return Ok(news);
                }
                news[mover] = true;
            }
            return Ok(news);
        }
    }

    /// The moves that may lead to the answer yes, the most promising first.
    fn candidates(
        &self,
        table: TableId,
        placements: &[Placement],
        passages: &Passages,
        question: Question,
        visited: &[usize],
    ) -> impl Iterator<Item = Candidate> + use<> {
        let (space, tables) = (&self.space, &self.tables);
        let (plane, code) = (space.plane_len(), code_after(question.code));
        let (mover, pawns) = (question.place / plane, space.pawns(question.place % plane));
        let mut candidates = Vec::new();
        for target in squares(passages.targets(pawns[mover], pawns[1 - mover])) {
            let mut pawns = pawns;
            pawns[mover] = target;
            let place = (1 - mover) * plane + space.place_of_pawns(pawns[0], pawns[1]);
            if tables.bounds(table, place).0 < code {
                let score = (!visited.contains(&place), lead(passages, pawns, mover));
                candidates.push((score, Candidate::Pawn(place)));
            }
        }
        if tables.left(table)[mover] > 0 {
            for (wall, placement) in placements.iter().enumerate() {
                let refuted = || {
                    tables.known_after(table, wall, mover).is_some_and(|after| {
                        tables.bounds(after, tables.place_after(placement, question.place)).0
                            >= code
                    })
                };
                if placement.is_legal(pawns) && !refuted() {
                    let score = (true, lead(&placement.passages, pawns, mover));
                    candidates.push((score, Candidate::Wall(wall)));
                }
            }
        }
        // Of moves with the same score pawn moves stay first.
        candidates.sort_by_key(|&(score, _)| Reverse(score));
        candidates.into_iter().map(|(_, candidate)| candidate)
    }
}

/// A player to move has at least a code exactly if a successor has less than this.
const fn code_after(code: u8) -> u8 {
    if code > Code::DRAW.0 { 255 - code } else { (256 - code as u16) as u8 }
}

/// By how many steps a player's way is shorter than the opponent's.
fn lead(passages: &Passages, pawns: [usize; 2], player: usize) -> i32 {
    let goals = [passages.top_row(), passages.bottom_row()];
    let [south, north] = [0, 1].map(|player| steps(passages, pawns[player], goals[player]));
    if player == 0 { north - south } else { south - north }
}

/// The steps from a square to the nearest of the goals, as if the other pawn were not there.
fn steps(passages: &Passages, from: usize, goals: Squares) -> i32 {
    let mut reached: Squares = 1 << from;
    let mut steps = 0;
    while reached & goals == 0 {
        reached |= passages.neighbours(reached);
        steps += 1;
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::code_after;
    use crate::value::Code;

    #[test]
    fn a_question_leads_to_one_about_the_successors() {
        for question in 1..=254 {
            for successor in 0..=254 {
                let yes = Code(successor).before().0 >= question;
                assert_eq!(yes, successor < code_after(question), "{question} {successor}");
            }
        }
    }
}
