//! Who answers.

use quoridor_core::{Position, Seats};
use quoridor_engine::registry::CHAMPION;
use quoridor_engine::{Agent, Spec};

use crate::live::check_spec;
use crate::problem::Problem;

/// Who analyses games of more than two: the champion plays with two only.
const FOR_MANY: &str = "respall-2018:memory=64";

/// MiB of the table of one analysis: many wait at the same time.
const TABLE: &str = "16";

/// A player that compares this many lines, if it can: the one that was asked for, or the strongest.
pub(super) fn analyst(
    player: Option<&str>,
    position: &Position,
    lines: usize,
) -> Result<Box<dyn Agent>, Problem> {
    if position.outcome().is_some() {
        return Err(Problem::bad("game: it is over, there is nothing to find"));
    }
    let mut spec = spec_of(player, position)?;
    if spec.value("multipv").is_some() {
        spec = spec.with("multipv", &lines.to_string()).map_err(Problem::bad)?;
    }
    if spec.value("hash").is_some() && !spec.is_set("hash") {
        spec = spec.with("hash", TABLE).map_err(Problem::bad)?;
    }
    spec.build().map_err(Problem::bad)
}

/// Whether a player reports several lines by itself.
pub(super) fn ranks_lines(player: Option<&str>, position: &Position) -> Result<bool, Problem> {
    Ok(spec_of(player, position)?.value("multipv").is_some())
}

fn spec_of(player: Option<&str>, position: &Position) -> Result<Spec, Problem> {
    let name = player.unwrap_or(if position.seats() == Seats::Two { CHAMPION } else { FOR_MANY });
    check_spec(name, position.variant())
}
