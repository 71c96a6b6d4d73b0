//! How strong the champion's levels were found to be: each against the level below.
//!
//! Nothing is added up along the ladder: what level 9 would score against level 1 was not played,
//! and does not follow.

/// One line per level; the comment lines say how it was measured.
const TABLE: &str = include_str!("../data/levels.csv");

/// The levels that there are.
pub const LEVELS: std::ops::RangeInclusive<usize> = 1..=10;

/// How a level did against the level below.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelScore {
    /// How many games were played.
    pub games: u32,
    /// The share of the points that it got, 0 to 1: a draw is half a point.
    pub score: f64,
    /// The half-width of the 95 % interval of that share.
    pub margin: f64,
}

/// How a level did against the level below; `None` where that was not measured, and for the lowest.
#[must_use]
pub fn against_the_level_below(level: usize) -> Option<LevelScore> {
    lines().find(|&(of, _)| of == level).map(|(_, score)| score)
}

/// The lines of the table that can be read; a test reads them all.
fn lines() -> impl Iterator<Item = (usize, LevelScore)> {
    TABLE.lines().filter_map(|line| {
        let mut fields = line.split(',');
        let level = fields.next()?.parse().ok()?;
        let games = fields.next()?.parse().ok()?;
        let score = fields.next()?.parse().ok()?;
        let margin = fields.next()?.parse().ok()?;
        fields.next().is_none().then_some((level, LevelScore { games, score, margin }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_can_be_read() {
        let rows: Vec<&str> = TABLE.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(rows[0], "level,games,score,margin");
        let levels: Vec<usize> = lines().map(|(level, _)| level).collect();
        assert_eq!(levels.len(), rows.len() - 1);
        assert!(levels.is_sorted_by(|one, other| one < other), "{levels:?}");
        for (level, LevelScore { games, score, margin }) in lines() {
            assert!(LEVELS.contains(&level) && level > *LEVELS.start(), "{level}");
            assert!(
                games > 0 && (0.0..=1.0).contains(&score) && (0.0..0.5).contains(&margin),
                "level {level}"
            );
        }
        assert_eq!(against_the_level_below(*LEVELS.start()), None);
    }

    /// The champion knows as many levels.
    #[test]
    fn there_are_as_many_levels_as_the_champion_has() {
        for level in LEVELS {
            assert!(
                format!("champion:level={level}").parse::<crate::Spec>().unwrap().build().is_ok(),
                "{level}"
            );
        }
        let above = LEVELS.end() + 1;
        assert!(
            format!("champion:level={above}")
                .parse::<crate::Spec>()
                .and_then(|spec| spec.build())
                .is_err()
        );
    }

    /// The page shows the same numbers as docs/agents.md.
    #[test]
    fn the_document_says_the_same() {
        let document = include_str!("../../../docs/agents.md");
        // | 2 – 1 | 69.5 % ± 6.9 | 6 – 5 | 79.5 % ± 5.9 |
        let cells: Vec<&str> = document
            .lines()
            .filter(|line| line.contains(" – "))
            .flat_map(|line| line.split('|'))
            .collect();
        let told: Vec<(usize, String)> = cells
            .windows(2)
            .filter_map(|pair| {
                let (level, below) = pair[0].trim().split_once(" – ")?;
                let (level, below): (usize, &str) = (level.parse().ok()?, below.split(' ').next()?);
                (below.parse() == Ok(level - 1)).then(|| (level, pair[1].trim().to_owned()))
            })
            .collect();
        let mut known: Vec<(usize, String)> = lines()
            .map(|(level, LevelScore { score, margin, .. })| {
                (level, format!("{:.1} % ± {:.1}", 100.0 * score, 100.0 * margin))
            })
            .collect();
        known.sort_unstable();
        let mut sorted = told;
        sorted.sort_unstable();
        assert_eq!(sorted, known, "crates/engine/data/levels.csv and docs/agents.md");
    }
}
