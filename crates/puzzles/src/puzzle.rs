//! A puzzle, and the file of puzzles: one line each.

use std::fmt;

use quoridor_core::{Move, Position};

use crate::{Difficulty, Theme, themes};

/// A position, and the moves that solve it.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    position: Position,
    solution: Vec<Move>,
    difficulty: Difficulty,
}

/// Why a puzzle cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct PuzzleError {
    /// The line, from one.
    pub line: usize,
    /// The problem, in one line.
    pub reason: String,
}

impl Puzzle {
    /// A puzzle whose moves are checked: the solver's and the opponent's in turn, ending with the
    /// solver's.
    ///
    /// # Errors
    /// The mistake in the moves.
    pub fn new(
        position: Position,
        solution: Vec<Move>,
        difficulty: Difficulty,
    ) -> Result<Self, String> {
        if solution.len().is_multiple_of(2) {
            return Err("a solution ends with a move of the solver: an odd number".to_owned());
        }
        let mut here = position;
        for &mv in &solution {
            here = here.play(mv).map_err(|error| format!("{mv}: {error}"))?;
        }
        Ok(Self { position, solution, difficulty })
    }

    /// The name, which is part of addresses: it follows from the position, and is the same for its
    /// mirror image.
    pub fn id(&self) -> String {
        format!("{:08x}", self.position.canonical().0.hash() as u32)
    }

    /// The position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The moves of the solver and the answers in turn.
    pub fn solution(&self) -> &[Move] {
        &self.solution
    }

    /// The difficulty.
    pub const fn difficulty(&self) -> Difficulty {
        self.difficulty
    }

    /// The same puzzle with another difficulty.
    pub fn rated(self, difficulty: Difficulty) -> Self {
        Self { difficulty, ..self }
    }

    /// The themes of the solution.
    pub fn themes(&self) -> Vec<Theme> {
        themes(&self.position, &self.solution)
    }

    /// Turned and mirrored so that puzzles that differ by a symmetry are the same.
    pub fn canonical(&self) -> Self {
        let (position, symmetry) = self.position.canonical();
        let size = self.position.variant().size;
        let solution = self.solution.iter().map(|&mv| symmetry.mv(mv, size)).collect();
        Self { position, solution, difficulty: self.difficulty }
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves: Vec<String> = self.solution.iter().map(ToString::to_string).collect();
        write!(f, "{} ; {} ; {}", self.position, moves.join(" "), self.difficulty.rating())
    }
}

/// Reads a file of puzzles. Empty lines and lines with `#` are comments.
///
/// # Errors
/// The first line that is not a puzzle.
pub fn read(text: &str) -> Result<Vec<Puzzle>, PuzzleError> {
    let numbered = text.lines().enumerate().map(|(place, line)| (place + 1, line.trim()));
    let lines = numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|(line, text)| read_line(text).map_err(|reason| PuzzleError { line, reason }))
        .collect()
}

fn read_line(line: &str) -> Result<Puzzle, String> {
    let parts: Vec<&str> = line.split(';').map(str::trim).collect();
    let [position, solution, rating] = parts[..] else {
        return Err("a puzzle has three parts: POSITION ; MOVES ; RATING".to_owned());
    };
    let position = position.parse().map_err(|error| format!("position: {error}"))?;
    let moves: Result<Vec<Move>, String> = solution
        .split_whitespace()
        .map(|mv| mv.parse().map_err(|error| format!("{mv}: {error}")))
        .collect();
    let difficulty = rating.parse().ok().and_then(Difficulty::new).ok_or_else(|| {
        let (low, high) = Difficulty::RANGE;
        format!("'{rating}' is not a rating from {low} to {high}")
    })?;
    Puzzle::new(position, moves?, difficulty)
}

/// Writes a file of puzzles, the easiest first.
pub fn write(puzzles: &[Puzzle]) -> String {
    let mut lines: Vec<&Puzzle> = puzzles.iter().collect();
    lines.sort_by_key(|puzzle| puzzle.difficulty);
    let head = "# Quoridor puzzles, one a line: position ; solution ; rating of the level that \
                solves it half of the time\n";
    lines.iter().fold(head.to_owned(), |text, puzzle| format!("{text}{puzzle}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "- / - / b1 b2 / 0 0 / 1 / 3x3 ; b3 ; 1250";

    #[test]
    fn a_line_is_read_and_written_back() {
        let puzzles = read(&format!("# comment\n\n{LINE}\n")).unwrap();
        assert_eq!(puzzles.len(), 1);
        assert_eq!(puzzles[0].to_string(), LINE);
        assert_eq!(read(&write(&puzzles)), Ok(puzzles));
    }

    #[test]
    fn bad_lines_say_what_is_wrong_and_where() {
        let error = |line: &str| read(&format!("{LINE}\n{line}")).unwrap_err().to_string();
        assert!(error("b1 ; b2").starts_with("line 2: a puzzle has three parts"));
        assert!(error(&LINE.replace("b3", "b3 a2")).contains("an odd number"));
        assert!(error(&LINE.replace("; b3", "; c3")).contains("c3"));
        assert!(
            error(&LINE.replace("1250", "11")).contains("'11' is not a rating from 400 to 2600")
        );
        assert!(error(&LINE.replace("3x3", "1x1")).contains("position: "));
    }

    /// The mirrored position with the mirrored move.
    #[test]
    fn symmetric_puzzles_are_the_same() {
        let one = &read("- / - / a1 b3 / 1 1 / 1 / 3x3 ; a2h ; 900").unwrap()[0];
        let other = &read("- / - / c1 b3 / 1 1 / 1 / 3x3 ; b2h ; 900").unwrap()[0];
        assert_eq!(one.canonical(), other.canonical());
        assert_ne!(one.canonical(), read(LINE).unwrap()[0].canonical());
    }
}
