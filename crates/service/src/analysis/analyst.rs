//! Who answers.

use quoridor_core::{Position, Seats};
use quoridor_players::CHAMPION;
use quoridor_players::Spec;

use crate::players::{Player, Players};
use crate::problem::Problem;

/// Who analyses games of more than two: the champion plays with two only.
const FOR_MANY: &str = "respall-2018:memory=64";

/// Who compares every move, to a depth of alpha-beta.
pub(crate) const COMPARER: &str = "alphabeta";

/// Who reviews games: the strongest player, so that those who play are seldom stronger.
pub(crate) const REVIEWER: &str = CHAMPION;

/// MiB of the table of one analysis: many wait at the same time.
const TABLE: u64 = 16;

/// MiB of the tree of players that search with a network. One MiB holds about 650 positions, and
/// some 5,000 are searched in a second.
const TREE: u64 = 48;
const TREE_PLAYERS: [&str; 2] = [CHAMPION, "puct"];

/// The players that answer questions.
#[derive(Clone, Copy)]
pub(crate) struct Analysts<'a>(pub(crate) &'a dyn Players);

impl Analysts<'_> {
    /// A player that compares this many lines, if it can: the one that was asked for, or the
    /// strongest.
    pub(crate) fn build(
        self,
        player: Option<&str>,
        position: &Position,
        lines: usize,
    ) -> Result<Player, Problem> {
        if position.outcome().is_some() {
            return Err(Problem::bad("game: it is over, there is nothing to find"));
        }
        let mut spec = self.spec_of(player, position)?;
        if spec.value("multipv").is_some() {
            spec = spec.with("multipv", &lines.to_string()).map_err(Problem::bad)?;
        }
        let has_tree = TREE_PLAYERS.contains(&spec.kind().name);
        self.0.build(&spec, if has_tree { TREE } else { TABLE })
    }

    /// Whether a player reports several lines by itself.
    pub(crate) fn ranks_lines(
        self,
        player: Option<&str>,
        position: &Position,
    ) -> Result<bool, Problem> {
        Ok(self.spec_of(player, position)?.value("multipv").is_some())
    }

    /// The player that was asked for, or the strongest. An analysis is for both sides, so a draw is
    /// a draw unless the asker wants contempt.
    fn spec_of(self, player: Option<&str>, position: &Position) -> Result<Spec, Problem> {
        let usual = if position.seats() == Seats::Two { CHAMPION } else { FOR_MANY };
        Ok(self.0.check(player.unwrap_or(usual), position.variant())?.impartial())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::PlayerLimits;

    struct Machine;

    impl Players for Machine {
        fn limits(&self) -> PlayerLimits {
            PlayerLimits { table_mib: 16, threads: 1 }
        }

        fn hold(&self, _: u64) -> Result<Box<dyn std::any::Any + Send>, Problem> {
            Ok(Box::new(()))
        }
    }

    #[test]
    fn an_analysis_has_no_contempt_unless_it_is_asked_for() {
        for (player, spec) in [
            (None, "champion:contempt=0"),
            (Some("champion:c-puct=2"), "champion:c-puct=2,contempt=0"),
            (Some("champion:contempt=0.5"), "champion:contempt=0.5"),
            (Some("alphabeta"), "alphabeta"),
        ] {
            let found = Analysts(&Machine).spec_of(player, &Position::default()).unwrap();
            assert_eq!(found.to_string(), spec);
        }
    }
}
