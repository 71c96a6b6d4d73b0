//! What an attempt reaches.

use quoridor_core::{Move, Position};

use super::{Goal, Lesson};

/// An attempt at a lesson.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// The learner's moves and the answers of the opponents.
    pub line: Vec<Move>,
    /// Where they lead.
    pub position: Position,
    /// How the attempt stands.
    pub standing: Standing,
}

/// How an attempt stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The goal is reached.
    Solved,
    /// It can still be reached.
    Open,
    /// It is missed.
    Failed(Mistake),
}

/// Why an attempt failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// The pawn is not on the square, and no moves are left.
    NotThere,
    /// A step, where a wall was wanted.
    WallWanted,
    /// The wall costs the opponent too little.
    TooCheap {
        /// The steps that it costs.
        cost: u8,
        /// The steps that it has to cost.
        wanted: u8,
    },
    /// An opponent arrived first.
    TooSlow,
    /// Another move was the only one that wins.
    OtherMove,
}

impl Lesson {
    /// Plays the learner's moves, and answers each of them. After the goal is reached or missed
    /// nothing more is played.
    ///
    /// # Errors
    /// The move that is illegal, and why.
    pub fn attempt(&self, moves: &[Move]) -> Result<Attempt, String> {
        let mut attempt =
            Attempt { line: Vec::new(), position: *self.position(), standing: Standing::Open };
        for (number, &mv) in moves.iter().enumerate() {
            if attempt.standing != Standing::Open {
                break;
            }
            let before = attempt.position;
            attempt.position = before.play(mv).map_err(|error| format!("{mv}: {error}"))?;
            attempt.line.push(mv);
            attempt.standing = self.judge(&before, &attempt, number + 1);
            if attempt.standing == Standing::Open {
                self.answer(&mut attempt);
            }
        }
        Ok(attempt)
    }

    /// Judges the learner's move that was just made.
    fn judge(&self, before: &Position, attempt: &Attempt, number: usize) -> Standing {
        let learner = before.turn();
        let (after, mv) = (&attempt.position, attempt.line[attempt.line.len() - 1]);
        match self.goal() {
            Goal::Reach { squares, .. } if squares.contains(after.pawn(learner)) => {
                Standing::Solved
            }
            Goal::Reach { moves, .. } if number >= *moves => Standing::Failed(Mistake::NotThere),
            Goal::Win if after.winner() == Some(learner) => Standing::Solved,
            Goal::Reach { .. } | Goal::Win => Standing::Open,
            Goal::Cut { steps } => {
                let opponent = after.turn();
                let cost = after.distance(opponent).saturating_sub(before.distance(opponent));
                match mv {
                    Move::Wall(_) if cost >= *steps => Standing::Solved,
                    Move::Wall(_) => Standing::Failed(Mistake::TooCheap { cost, wanted: *steps }),
                    _ => Standing::Failed(Mistake::WallWanted),
                }
            }
            Goal::Solve => match self.solution().get(attempt.line.len() - 1) {
                Some(&right) if right == mv && attempt.line.len() == self.solution().len() => {
                    Standing::Solved
                }
                Some(&right) if right == mv => Standing::Open,
                _ => Standing::Failed(Mistake::OtherMove),
            },
        }
    }

    /// Plays the opponents' moves, until it is the learner's turn or somebody arrived.
    fn answer(&self, attempt: &mut Attempt) {
        while attempt.position.turn() != self.position().turn() {
            let mv = match self.goal() {
                Goal::Solve => self.solution()[attempt.line.len()],
                _ => running_step(&attempt.position),
            };
            attempt.position.play_unchecked(mv);
            attempt.line.push(mv);
            if attempt.position.winner().is_some() {
                attempt.standing = Standing::Failed(Mistake::TooSlow);
                return;
            }
        }
    }
}

/// The step that leaves the shortest path; of several the first.
fn running_step(position: &Position) -> Move {
    let player = position.turn();
    let steps = position.legal_steps().iter().map(Move::Step);
    let left = |mv: &Move| {
        let mut next = *position;
        next.play_unchecked(*mv);
        next.distance(player)
    };
    steps.min_by_key(left).unwrap_or(Move::Pass)
}

#[cfg(test)]
mod tests {
    use super::super::file::read;
    use super::*;

    fn attempt(lesson: &str, moves: &str) -> Attempt {
        let lesson = &read(&format!("rules ; name ; {lesson}")).unwrap()[0];
        let moves: Vec<Move> = moves.split_whitespace().map(|mv| mv.parse().unwrap()).collect();
        lesson.attempt(&moves).unwrap()
    }

    /// 3x3: South walks from b1 to a2 while North walks from c3 to c2.
    #[test]
    fn squares_are_reached_or_missed() {
        let lesson = "- / - / b1 c3 / 0 0 / 1 / 3x3 ; reach a2 in 2 ; a1 c2 a2";
        assert_eq!(attempt(lesson, "").standing, Standing::Open);
        assert_eq!(attempt(lesson, "b2").standing, Standing::Open);
        assert_eq!(attempt(lesson, "b2 a2").standing, Standing::Solved);
        let missed = attempt(lesson, "a1 b1");
        assert_eq!(missed.standing, Standing::Failed(Mistake::NotThere));
        // Nothing is answered or played after the end.
        assert_eq!(missed.line.len(), 3);
        assert_eq!(attempt(lesson, "a1 b1 a1"), missed);
    }

    /// North on b3 heads for row 1: a wall below a3 and b3 costs one step, one beside it none.
    #[test]
    fn walls_are_judged_by_what_they_cost() {
        let lesson = "- / - / a1 b3 / 2 2 / 1 / 3x3 ; cut 1 ; a2h";
        assert_eq!(attempt(lesson, "a2h").standing, Standing::Solved);
        let cheap = Mistake::TooCheap { cost: 0, wanted: 1 };
        assert_eq!(attempt(lesson, "a2v").standing, Standing::Failed(cheap));
        assert_eq!(attempt(lesson, "a2").standing, Standing::Failed(Mistake::WallWanted));
    }

    /// Both need two steps, and South begins.
    #[test]
    fn a_race_is_won_or_lost() {
        let lesson = "- / - / a1 c3 / 0 0 / 1 / 3x3 ; win ; a2 c2 a3";
        assert_eq!(attempt(lesson, "a2 a3").standing, Standing::Solved);
        let lost = attempt(lesson, "b1 b2");
        assert_eq!(lost.standing, Standing::Failed(Mistake::TooSlow));
        assert_eq!(lost.position.winner(), Some(quoridor_core::Player::North));
    }

    #[test]
    fn only_the_moves_of_a_solution_solve_it() {
        let lesson = "- / - / a1 c3 / 0 0 / 1 / 3x3 ; solve ; a2 c2 a3";
        assert_eq!(attempt(lesson, "a2").standing, Standing::Open);
        assert_eq!(attempt(lesson, "a2").line.len(), 2);
        assert_eq!(attempt(lesson, "a2 a3").standing, Standing::Solved);
        assert_eq!(attempt(lesson, "b1").standing, Standing::Failed(Mistake::OtherMove));
    }

    #[test]
    fn illegal_moves_are_errors() {
        let lesson = read("rules ; name ; - / - / b1 c3 / 0 0 / 1 / 3x3 ; reach b2 in 1 ; b2");
        let error = lesson.unwrap()[0].attempt(&["b3".parse().unwrap()]).unwrap_err();
        assert!(error.starts_with("b3: "), "{error}");
    }
}
