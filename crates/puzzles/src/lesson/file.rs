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

    use quoridor_core::Player;

    use super::super::lessons;
    use super::*;
    use crate::{Difficulty, Judge, Puzzle, winning_moves};

    /// Reading them also plays the solutions.
    #[test]
    fn the_shipped_lessons_are_read() {
        let names: BTreeSet<&str> = lessons().iter().map(Lesson::name).collect();
        assert_eq!(names.len(), lessons().len(), "a name is there twice");
        let count = |chapter| lessons().iter().filter(|one| one.chapter() == chapter).count();
        assert_eq!((count(Chapter::Rules), count(Chapter::Practice)), (10, 10));
    }

    /// Exactly with at most one wall left, elsewhere by a search.
    #[test]
    fn practice_has_one_winning_move_at_a_time() {
        let mut judge = Judge::new(1);
        for lesson in lessons().iter().filter(|lesson| lesson.chapter() == Chapter::Practice) {
            assert_eq!(*lesson.goal(), Goal::Solve);
            let easiest = Difficulty::new(Difficulty::RANGE.0).unwrap();
            let puzzle =
                Puzzle::new(*lesson.position(), lesson.solution().to_vec(), easiest).unwrap();
            assert_eq!(puzzle.verify(&mut judge, 30_000, 30), Ok(()), "{}", lesson.name());
        }
    }

    /// The numbers of steps that the texts of the practice tell.
    #[test]
    fn the_texts_of_the_practice_count_right() {
        let start = |name: &str| {
            let lesson = lessons().iter().find(|lesson| lesson.name() == name).unwrap();
            (*lesson.position(), lesson.solution().to_vec())
        };
        let distances = |position: &Position| {
            let learner = position.turn();
            (position.distance(learner), position.distance(learner.opposite()))
        };
        // The steps that the best wall of a player costs the other one.
        let best_wall = |position: &Position, player: Player| {
            let mut setup = position.setup();
            setup.turn = player;
            let position = setup.position().unwrap();
            let costs = position.legal_walls().iter().map(|wall| {
                let mut next = position;
                next.play_unchecked(Move::Wall(wall));
                next.distance(player.opposite()) - position.distance(player.opposite())
            });
            costs.max().unwrap()
        };
        let after = |name: &str, moves: usize| {
            let (mut position, solution) = start(name);
            solution[..moves].iter().for_each(|&mv| position.play_unchecked(mv));
            position
        };
        assert_eq!(distances(&start("race-count").0), (11, 11));
        assert_eq!(distances(&start("best-cut").0), (8, 2));
        assert_eq!(best_wall(&start("best-cut").0, Player::South), 11);
        assert_eq!(best_wall(&start("last-wall").0, Player::South), 2);
        assert_eq!(best_wall(&after("last-wall", 2), Player::South), 4);
        assert_eq!(distances(&start("corridor").0).1, 1);
        assert_eq!(best_wall(&start("corridor").0, Player::South), 10);
        assert_eq!(best_wall(&start("double-wall").0, Player::South), 8);
        assert!(
            best_wall(&after("double-wall", 1), Player::North)
                < best_wall(&start("double-wall").0, Player::North)
        );
        assert_eq!(distances(&start("jump-parity").0), (9, 8));
        assert_eq!(best_wall(&start("run-in-time").0, Player::North), 6);
        assert_eq!(best_wall(&after("run-in-time", 1), Player::North), 2);
        assert_eq!(best_wall(&start("own-wall").0, Player::South), 13);
        assert_eq!(best_wall(&after("own-wall", 1), Player::South), 4);
        assert_eq!(distances(&start("tempo-wall").0), (8, 6));
        assert_eq!(best_wall(&start("tempo-wall").0, Player::South), 2);
        // Zugzwang: if the opponent could pass, no move would win.
        let mut passed = after("zugzwang", 1).setup();
        passed.turn = passed.turn.opposite();
        assert_eq!(winning_moves(&passed.position().unwrap()), Some(Vec::new()));
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
