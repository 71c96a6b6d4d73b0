//! Themes of solutions, in exact terms.

use std::fmt;
use std::str::FromStr;

use quoridor_core::{Move, Position};

/// A theme of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Theme {
    /// The first move is a wall that lengthens the opponent's shortest path by three steps or more.
    Cut,
    /// The first move is a wall that lengthens no path of the opponent: it defends.
    Defence,
    /// The first move is a step.
    Run,
    /// The first move is a step away from the goal, or one that comes no closer to it.
    Detour,
    /// A move of the solution jumps over the opponent's pawn.
    Jump,
    /// The first move is the solver's last wall.
    LastWall,
    /// Nobody has walls left: only steps decide.
    Race,
    /// At most four walls are left, and at least one.
    Endgame,
    /// The solver finds three moves or more.
    Long,
}

impl Theme {
    /// All themes, with the names that they have in files.
    pub const ALL: [(Self, &str); 9] = [
        (Self::Cut, "cut"),
        (Self::Defence, "defence"),
        (Self::Run, "run"),
        (Self::Detour, "detour"),
        (Self::Jump, "jump"),
        (Self::LastWall, "last-wall"),
        (Self::Race, "race"),
        (Self::Endgame, "endgame"),
        (Self::Long, "long"),
    ];

    /// The name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(theme, _)| *theme == self).map_or("", |(_, name)| name)
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Theme {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.iter().find(|(_, name)| *name == text);
        found.map(|(theme, _)| *theme).ok_or_else(|| {
            let names = Self::ALL.map(|(_, name)| name);
            format!("no theme is called '{text}': there are {}", names.join(", "))
        })
    }
}

/// The themes of a solution, in the order of [`Theme::ALL`].
pub fn themes(position: &Position, solution: &[Move]) -> Vec<Theme> {
    let (solver, opponent) = (position.turn(), position.turn().opposite());
    let mut next = *position;
    if let Some(&first) = solution.first() {
        next.play_unchecked(first);
    }
    let is_wall = matches!(solution.first(), Some(Move::Wall(_)));
    let longer = next.distance(opponent).saturating_sub(position.distance(opponent));
    let left = position.walls_left(solver) + position.walls_left(opponent);
    let is_about = |theme: &Theme| match theme {
        Theme::Cut => is_wall && longer >= 3,
        Theme::Defence => is_wall && longer == 0,
        Theme::Run => !is_wall,
        Theme::Detour => !is_wall && next.distance(solver) >= position.distance(solver),
        Theme::Jump => has_jump(position, solution),
        Theme::LastWall => is_wall && position.walls_left(solver) == 1,
        Theme::Race => left == 0,
        Theme::Endgame => (1..=4).contains(&left),
        Theme::Long => solution.len() >= 5,
    };
    Theme::ALL.iter().map(|(theme, _)| *theme).filter(is_about).collect()
}

/// Whether a pawn goes farther than to a neighbouring square.
fn has_jump(position: &Position, solution: &[Move]) -> bool {
    let mut here = *position;
    solution.iter().any(|&mv| {
        let from = here.pawn(here.turn());
        here.play_unchecked(mv);
        let Move::Step(to) = mv else { return false };
        let columns = from.column().abs_diff(to.column());
        columns + from.row().abs_diff(to.row()) > 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(position: &str, solution: &str) -> Vec<&'static str> {
        let solution: Vec<Move> =
            solution.split_whitespace().map(|mv| mv.parse().unwrap()).collect();
        themes(&position.parse().unwrap(), &solution).into_iter().map(Theme::name).collect()
    }

    #[test]
    fn a_jump_over_the_opponent_in_a_race() {
        assert_eq!(of("- / - / b1 b2 / 0 0 / 1 / 3x3", "b3"), ["run", "jump", "race"]);
    }

    /// 3x3, North on b3 heads for row 1. A wall below a3 and b3 costs it one step.
    #[test]
    fn walls_by_what_they_cost() {
        let position = "- / - / a1 b3 / 1 1 / 1 / 3x3";
        assert_eq!(of(position, "a2h"), ["last-wall", "endgame"]);
        // Beside the pawn: its path stays the same.
        assert_eq!(of(position, "a2v"), ["defence", "last-wall", "endgame"]);
    }

    #[test]
    fn names_are_read_back() {
        for (theme, name) in Theme::ALL {
            assert_eq!(name.parse(), Ok(theme));
        }
        assert!("Cut".parse::<Theme>().unwrap_err().contains("there are cut, defence"));
    }
}
