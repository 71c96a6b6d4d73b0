//! The measured strength of the levels: each against the level below.
//!
//! The results do not add up: the score of level 9 against level 1 was not measured.

use quoridor_engine::registry::HIGHEST_LEVEL;

/// The players with levels. The levels of `champion` are those of the player that it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ladder {
    /// The levels of `puct`.
    Puct,
    /// The levels of `alphabeta`.
    AlphaBeta,
}

/// All levels.
pub const LEVELS: std::ops::RangeInclusive<usize> = 1..=HIGHEST_LEVEL;

/// The result of a level against the level below.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelScore {
    /// The number of games.
    pub games: u32,
    /// Its share of the points, 0 to 1: a draw is half a point.
    pub score: f64,
    /// The half-width of the 95 % interval.
    pub margin: f64,
}

impl Ladder {
    /// The result of a level against the level below; `None` if it was not measured.
    #[must_use]
    pub fn against_the_level_below(self, level: usize) -> Option<LevelScore> {
        self.lines().find(|&(of, _)| of == level).map(|(_, score)| score)
    }

    /// One line per level; the comment lines say how it was measured.
    const fn table(self) -> &'static str {
        match self {
            Self::Puct => include_str!("../data/puct-levels.csv"),
            Self::AlphaBeta => include_str!("../data/alphabeta-levels.csv"),
        }
    }

    /// The readable lines of the table; a test checks that all are.
    fn lines(self) -> impl Iterator<Item = (usize, LevelScore)> {
        self.table().lines().filter_map(|line| {
            let mut fields = line.split(',');
            let level = fields.next()?.parse().ok()?;
            let games = fields.next()?.parse().ok()?;
            let score = fields.next()?.parse().ok()?;
            let margin = fields.next()?.parse().ok()?;
            fields.next().is_none().then_some((level, LevelScore { games, score, margin }))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LADDERS: [(Ladder, &str); 2] = [(Ladder::Puct, "puct"), (Ladder::AlphaBeta, "alphabeta")];

    #[test]
    fn every_line_can_be_read() {
        for (ladder, name) in LADDERS {
            let rows: Vec<&str> =
                ladder.table().lines().filter(|line| !line.starts_with('#')).collect();
            assert_eq!(rows[0], "level,games,score,margin");
            let levels: Vec<usize> = ladder.lines().map(|(level, _)| level).collect();
            assert_eq!(levels.len(), rows.len() - 1);
            assert!(levels.is_sorted_by(|one, other| one < other), "{name}: {levels:?}");
            for (level, LevelScore { games, score, margin }) in ladder.lines() {
                assert!(LEVELS.contains(&level) && level > *LEVELS.start(), "{name}: {level}");
                assert!(
                    games > 0 && (0.0..=1.0).contains(&score) && (0.0..0.5).contains(&margin),
                    "{name}: level {level}"
                );
            }
            assert_eq!(ladder.against_the_level_below(*LEVELS.start()), None);
        }
    }

    /// The champion, and both players that it can be, know as many levels.
    #[test]
    fn there_are_as_many_levels_as_players_have() {
        for name in LADDERS.map(|(_, name)| name).into_iter().chain([crate::CHAMPION]) {
            let build = |level| format!("{name}:level={level}").parse::<crate::Spec>()?.build();
            for level in LEVELS {
                assert!(build(level).is_ok(), "{name}: {level}");
            }
            assert!(build(LEVELS.end() + 1).is_err());
        }
    }

    /// The page shows the same numbers as docs/agents.md.
    #[test]
    fn the_document_says_the_same() {
        let document = include_str!("../../../docs/agents.md");
        for (ladder, name) in LADDERS {
            let title = format!("\n### Levels of `{name}`\n");
            let section = document.split(&title).nth(1).expect("a section on the levels");
            let section = section.split("\n### ").next().expect("there is a first part");
            // | 2 – 1 | 69.5 % ± 6.9 | 6 – 5 | 79.5 % ± 5.9 |
            let cells: Vec<&str> = section
                .lines()
                .filter(|line| line.contains(" – "))
                .flat_map(|line| line.split('|'))
                .collect();
            let mut told: Vec<(usize, String)> = cells
                .windows(2)
                .filter_map(|pair| {
                    let (level, below) = pair[0].trim().split_once(" – ")?;
                    let level: usize = level.parse().ok()?;
                    let below = below.split(' ').next()?;
                    (below.parse() == Ok(level - 1)).then(|| (level, pair[1].trim().to_owned()))
                })
                .collect();
            let mut known: Vec<(usize, String)> = ladder
                .lines()
                .map(|(level, LevelScore { score, margin, .. })| {
                    (level, format!("{:.1} % ± {:.1}", 100.0 * score, 100.0 * margin))
                })
                .collect();
            known.sort_unstable();
            told.sort_unstable();
            assert_eq!(told, known, "crates/players/data/{name}-levels.csv and docs/agents.md");
        }
    }
}
