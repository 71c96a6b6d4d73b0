//! The players that the menu offers, and how they are called there.

use std::time::Duration;

use quoridor_core::Variant;
use quoridor_engine::registry::{AGENTS, CHAMPION};
use quoridor_engine::{AgentKind, Spec};

/// The strongest of the levels.
const LEVELS: u8 = 10;

/// Who is asked for a hint: the first that plays the variant.
const ADVISERS: [&str; 2] = [CHAMPION, "respall-2018"];

/// How long that one may think.
pub(crate) const HINT_TIME: Duration = Duration::from_secs(1);

/// The level of a new game that nobody has chosen one for.
pub(crate) const FIRST_LEVEL: &str = "level 3";

/// The opponent of a new game for three or four that nobody has chosen one for: the champion plays
/// with two only.
pub(crate) const ONE_OF_FOUR: &str = "hola-2016-heuristic";

/// Everybody there is to play against, the weakest level first: as the menu calls them.
pub(crate) fn labels() -> Vec<String> {
    let levels = (1..=LEVELS).map(|level| format!("level {level}"));
    levels.chain(AGENTS.iter().map(|kind| kind.name.to_owned())).collect()
}

/// The spec that a label stands for; any other text stands for itself.
pub(crate) fn spec_of(label: &str) -> String {
    match label.strip_prefix("level ") {
        Some(level) => format!("{}:level={}", champions_name(), level.trim()),
        None => label.to_owned(),
    }
}

/// How a player is called: `level 3` if it is one, otherwise by its spec.
pub(crate) fn label(spec: &Spec) -> String {
    let text = spec.to_string();
    match text.strip_prefix(champions_name()).and_then(|rest| rest.strip_prefix(":level=")) {
        Some(level) if !level.contains(',') => format!("level {level}"),
        _ => text,
    }
}

/// Whether the player of a label plays a variant.
pub(crate) fn plays(label: &str, variant: Variant) -> bool {
    spec_of(label).parse::<Spec>().is_ok_and(|spec| spec.supports(variant).is_ok())
}

/// What a player is, in one line.
pub(crate) fn about(spec: &Spec) -> &'static str {
    if label(spec).starts_with("level ") {
        "our own player: level 1 is weaker than a beginner, level 10 is the champion"
    } else {
        spec.kind().summary
    }
}

/// Who gives hints in games of a variant.
pub(crate) fn adviser(variant: Variant) -> Option<Spec> {
    ADVISERS.into_iter().find(|name| plays(name, variant))?.parse().ok()
}

fn champions_name() -> &'static str {
    AgentKind::find(CHAMPION).map_or(CHAMPION, |kind| kind.name)
}

#[cfg(test)]
mod tests {
    use quoridor_core::Seats;

    use super::*;

    #[test]
    fn every_label_is_a_player() {
        for label in labels() {
            let spec =
                spec_of(&label).parse::<Spec>().unwrap_or_else(|error| panic!("{label}: {error}"));
            assert_eq!(super::label(&spec), label, "one can go on from it to the next");
        }
    }

    #[test]
    fn there_is_an_adviser_for_any_number_of_players() {
        for seats in Seats::ALL {
            assert!(adviser(Variant::official(seats)).is_some(), "{seats}");
        }
    }
}
