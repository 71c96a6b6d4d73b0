//! The file of lessons: one line each.

use quoridor_core::{Move, Position, Square, SquareSet};

use super::{Chapter, Goal, Lesson, Standing};

/// Why a file of lessons cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct LessonError {
    /// The line, from one.
    pub line: usize,
    /// The problem, in one line.
    pub reason: String,
}

/// Reads a file of lessons. Empty lines and lines with `#` are comments.
///
/// # Errors
/// The first line that is not a lesson whose solution reaches its goal.
pub(super) fn read(text: &str) -> Result<Vec<Lesson>, LessonError> {
    let lines = text.lines().enumerate().map(|(place, line)| (place + 1, line.trim()));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(line, text)| lesson(text).map_err(|reason| LessonError { line, reason }))
        .collect()
}

fn lesson(line: &str) -> Result<Lesson, String> {
    let parts: Vec<&str> = line.split(';').map(str::trim).collect();
    let [chapter, name, position, goal, solution] = parts[..] else {
        return Err("a lesson has five parts: CHAPTER ; NAME ; POSITION ; GOAL ; MOVES".to_owned());
    };
    let chapter = match chapter {
        "rules" => Chapter::Rules,
        "practice" => Chapter::Practice,
        other => return Err(format!("'{other}' is no chapter: there are rules and practice")),
    };
    let position: Position = position.parse().map_err(|error| format!("position: {error}"))?;
    let moves: Result<Vec<Move>, String> = solution
        .split_whitespace()
        .map(|mv| mv.parse().map_err(|error| format!("{mv}: {error}")))
        .collect();
    let (goal, solution, name) = (read_goal(goal)?, moves?, name.to_owned());
    let lesson = Lesson { name, chapter, position, goal, solution };
    let own: Vec<Move> =
        lesson.solution.iter().copied().step_by(position.seats().count()).collect();
    let attempt = lesson.attempt(&own)?;
    if attempt.standing != Standing::Solved || attempt.line != lesson.solution {
        return Err(format!("these moves do not reach the goal: {:?}", attempt.standing));
    }
    Ok(lesson)
}

/// `reach d5 f5 in 2`, `cut 3`, `win` or `solve`.
fn read_goal(text: &str) -> Result<Goal, String> {
    let bad = || format!("'{text}' is no goal: like 'reach d5 f5 in 2', 'cut 3', 'win', 'solve'");
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        ["win"] => Ok(Goal::Win),
        ["solve"] => Ok(Goal::Solve),
        ["cut", steps] => Ok(Goal::Cut { steps: steps.parse().map_err(|_| bad())? }),
        ["reach", ref squares @ .., "in", moves] if !squares.is_empty() => {
            let squares: Result<SquareSet, _> =
                squares.iter().map(|square| square.parse::<Square>()).collect();
            let moves = moves.parse().map_err(|_| bad())?;
            Ok(Goal::Reach { squares: squares.map_err(|_| bad())?, moves })
        }
        _ => Err(bad()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::lessons;
    use super::*;

    /// Reading them also plays the solutions.
    #[test]
    fn the_shipped_lessons_are_read() {
        let names: BTreeSet<&str> = lessons().iter().map(Lesson::name).collect();
        assert_eq!(names.len(), lessons().len(), "a name is there twice");
        assert!(lessons().iter().filter(|lesson| lesson.chapter() == Chapter::Rules).count() >= 10);
    }

    #[test]
    fn bad_lines_say_what_is_wrong_and_where() {
        let error = |line: &str| read(&format!("# comment\n{line}")).unwrap_err().to_string();
        let line = "rules ; move ; - / - / b1 c3 / 0 0 / 1 / 3x3 ; reach a2 in 2 ; b2";
        assert!(error("rules ; move").starts_with("line 2: a lesson has five parts"));
        assert!(error(&line.replace("rules", "chess")).contains("there are rules and practice"));
        assert!(error(&line.replace("in 2", "")).contains("'reach a2' is no goal"));
        assert!(error(line).contains("these moves do not reach the goal: Open"));
        assert!(error(&line.replace("; b2", "; c3")).contains("c3"));
    }
}
