//! Attempts at a puzzle.

use quoridor_core::{Move, Position};

use crate::lesson::{Attempt, Mistake, Standing};
use crate::{Judge, Puzzle};

/// Nodes of the search that answers a wrong move.
const NODES: u64 = 5_000;

impl Puzzle {
    /// Plays the solver's moves. The right ones are answered as the solution says, the first wrong
    /// one by the best move that a search finds; nothing is played after that.
    ///
    /// # Errors
    /// The move that is illegal, and why.
    pub fn attempt(&self, moves: &[Move]) -> Result<Attempt, String> {
        let mut attempt =
            Attempt { line: Vec::new(), position: *self.position(), standing: Standing::Open };
        for (turn, &mv) in self.solution().chunks(2).zip(moves) {
            let (right, answer) = (turn[0], turn.get(1));
            attempt.position =
                attempt.position.play(mv).map_err(|error| format!("{mv}: {error}"))?;
            attempt.line.push(mv);
            if mv != right {
                attempt.standing = Standing::Failed(Mistake::OtherMove);
                let refutation = refutation(&attempt.position);
                attempt.position.play_unchecked(refutation);
                attempt.line.push(refutation);
                return Ok(attempt);
            }
            match answer {
                Some(&answer) => {
                    attempt.position.play_unchecked(answer);
                    attempt.line.push(answer);
                }
                None => attempt.standing = Standing::Solved,
            }
        }
        Ok(attempt)
    }
}

/// The best move against a wrong one. A wrong move never ends the game: a step that wins at once is
/// no puzzle.
fn refutation(position: &Position) -> Move {
    Judge::new(1).best(position, NODES).mv
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    fn attempt(moves: &str) -> Attempt {
        // South needs two steps and North three; but North is next to move after a wall.
        let line = "- / - / a1 c3 / 0 0 / 1 / 3x3 ; a2 c2 a3 ; 900";
        let moves: Vec<Move> = moves.split_whitespace().map(|mv| mv.parse().unwrap()).collect();
        read(line).unwrap()[0].attempt(&moves).unwrap()
    }

    fn line(attempt: &Attempt) -> String {
        attempt.line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn right_moves_are_answered_by_the_solution() {
        assert_eq!(attempt("").standing, Standing::Open);
        assert_eq!(line(&attempt("a2")), "a2 c2");
        assert_eq!(attempt("a2").standing, Standing::Open);
        assert_eq!(attempt("a2 a3").standing, Standing::Solved);
    }

    /// After b1 North wins the race: it runs.
    #[test]
    fn a_wrong_move_is_refuted() {
        let wrong = attempt("b1 b2");
        assert_eq!(wrong.standing, Standing::Failed(Mistake::OtherMove));
        assert_eq!(line(&wrong), "b1 c2");
    }

    #[test]
    fn illegal_moves_are_errors() {
        let puzzle = &read("- / - / a1 c3 / 0 0 / 1 / 3x3 ; a2 c2 a3 ; 900").unwrap()[0];
        let error = puzzle.attempt(&["a3".parse().unwrap()]).unwrap_err();
        assert!(error.starts_with("a3: "), "{error}");
    }
}
