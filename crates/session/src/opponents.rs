//! Computer players: how they are called, which of them play a variant, and how long they think.

use std::time::Duration;

use quoridor_core::{Variant, visible};
use quoridor_engine::protocol::Clock;
use quoridor_engine::{Limits, SpecError};
use quoridor_players::Spec;
use quoridor_players::{AGENTS, CHAMPION};
use quoridor_store::Occupant;

/// The strongest of the levels.
pub const LEVELS: u8 = 10;

/// The players whose levels are for people. Games that were stored when `champion` was another name
/// of `alphabeta` have its levels.
const LADDERS: [&str; 2] = [CHAMPION, "alphabeta"];

/// The players that give hints: the first that plays the variant.
const ADVISERS: [&str; 2] = [CHAMPION, "respall-2018"];

/// How long a hint is thought about.
pub const HINT_TIME: Duration = Duration::from_secs(1);

/// The longest that a computer player may think about a move without a clock. It then plays the
/// best move that it has found.
const LONGEST: Duration = Duration::from_secs(60);

/// The name of a human who has not given one.
const HUMAN: &str = "human";

/// The names of all computer players, the weakest level first.
pub fn labels() -> Vec<String> {
    let levels = (1..=LEVELS).map(|level| format!("level {level}"));
    levels.chain(AGENTS.iter().map(|kind| kind.name.to_owned())).collect()
}

/// The spec of a label like `level 3`; any other text is a spec itself.
pub fn spec_of(label: &str) -> String {
    match label.strip_prefix("level ") {
        Some(level) => format!("{CHAMPION}:level={}", level.trim()),
        None => label.to_owned(),
    }
}

/// The label of a spec: `level 3` if it is one, otherwise the spec.
pub fn label(spec: &str) -> String {
    let level = LADDERS.iter().find_map(|name| spec.strip_prefix(name)?.strip_prefix(":level="));
    match level {
        Some(level) if !level.contains(',') => format!("level {level}"),
        _ => spec.to_owned(),
    }
}

/// The name of an occupant as it is shown: `level 3` rather than the spec.
pub fn name(occupant: &Occupant) -> String {
    match occupant {
        Occupant::Human { name, .. } => visible(name).into_owned(),
        Occupant::Computer { spec } => label(spec),
    }
}

/// A human who has not given a name, at this screen.
pub fn human() -> Occupant {
    Occupant::human(HUMAN, "")
}

/// Reads `human`, `level 3`, or a computer player's spec.
///
/// # Errors
/// It is none of them: one line.
pub fn read(text: &str) -> Result<Occupant, String> {
    let text = text.trim();
    if text == HUMAN {
        return Ok(human());
    }
    match spec_of(text).parse::<Spec>() {
        Ok(spec) => Ok(Occupant::Computer { spec: spec.to_string() }),
        Err(error) => Err(format!("{error}; or write human")),
    }
}

/// Whether a computer player exists and plays a variant.
///
/// # Errors
/// One line.
pub fn check(spec: &str, variant: Variant) -> Result<Spec, String> {
    let parsed: Spec = spec.parse().map_err(|error: SpecError| error.to_string())?;
    parsed.supports(variant).map_err(|error| format!("{} {error}", label(spec)))?;
    Ok(parsed)
}

/// Whether the player of a label plays a variant.
pub fn plays(label: &str, variant: Variant) -> bool {
    check(&spec_of(label), variant).is_ok()
}

/// The player that gives hints in games of a variant.
pub fn adviser(variant: Variant) -> Option<Spec> {
    ADVISERS.into_iter().find_map(|name| check(name, variant).ok()).map(Spec::impartial)
}

/// The limits that a computer player is told, and the time after which it is stopped, with the time
/// left on its clock and the increment. Players without the option `time` ignore the clock, however
/// long they take.
pub fn thinking_time(spec: &Spec, clock: Option<(Duration, Duration)>) -> (Limits, Duration) {
    let Some((left, increment)) = clock else { return (Limits::NONE, LONGEST) };
    let limits = Clock { left: Some(left), increment }.limit(Limits::NONE, None);
    let most = limits.stretch.or(limits.time).unwrap_or(LONGEST).min(LONGEST);
    let follows_clock = spec.value("time").is_some();
    (if follows_clock { limits } else { Limits::NONE }, most)
}

#[cfg(test)]
mod tests {
    use quoridor_core::Seats;

    use super::*;

    #[test]
    fn every_label_is_a_player() {
        for label in labels() {
            let spec = spec_of(&label);
            spec.parse::<Spec>().unwrap_or_else(|error| panic!("{label}: {error}"));
            assert_eq!(super::label(&spec), label);
        }
        assert_eq!(label("alphabeta:level=3"), "level 3");
        assert_eq!(label("alphabeta:level=3,hash=4"), "alphabeta:level=3,hash=4");
        assert_eq!(label("puct:level=3"), "puct:level=3");
    }

    #[test]
    fn there_is_an_adviser_for_any_number_of_players() {
        for seats in Seats::ALL {
            assert!(adviser(Variant::official(seats)).is_some(), "{seats}");
        }
    }
}
