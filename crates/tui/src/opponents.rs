//! The computer players that the menu offers.

use quoridor_players::Spec;
use quoridor_session::{Occupant, opponents};

use crate::text::clean;

/// The opponent of a new game.
pub(crate) const FIRST_LEVEL: &str = "level 3";

/// The opponent in a new game of three or four: the champion plays with two only.
pub(crate) const ONE_OF_FOUR: &str = "hola-2016-heuristic";

/// The name of an occupant, safe to show: it may come from a file.
pub(crate) fn shown(occupant: &Occupant) -> String {
    clean(&opponents::name(occupant))
}

/// An occupant in one line.
pub(crate) fn about(occupant: &Occupant) -> &'static str {
    let Occupant::Computer { spec } = occupant else { return "a human at this terminal" };
    if opponents::label(spec).starts_with("level ") {
        return "our own player: level 1 loses to a beginner, level 10 is the champion";
    }
    spec.parse::<Spec>().map_or("", |spec| spec.kind().summary)
}
