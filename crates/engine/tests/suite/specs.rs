//! Names and options of players.

use quoridor_engine::{Spec, registry::AGENTS};

#[test]
fn every_player_can_be_made_by_its_name_alone() {
    for kind in AGENTS {
        let spec: Spec = kind.name.parse().unwrap_or_else(|error| panic!("{}: {error}", kind.name));
        assert_eq!(spec.to_string(), kind.name);
        assert!(!kind.summary.is_empty() && !kind.summary.contains('\n'));
        assert!(kind.options.iter().all(|option| !option.help.is_empty()));
    }
}

#[test]
fn the_champion_has_a_name() {
    let champion: Spec = "champion:hash=1".parse().unwrap();
    assert_eq!(champion.to_string(), "alphabeta:hash=1");
}

#[test]
fn names_are_unique() {
    let mut names: Vec<&str> = AGENTS.iter().map(|kind| kind.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), AGENTS.len());
}

#[test]
fn specs_round_trip() {
    for text in [
        "random",
        "random:seed=7",
        "saadatinia-2020:genes=1,2,3,4,depth=2",
        "saadatinia-2020:depth=2,genes=1,2,3,4",
    ] {
        assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
    }
}

#[test]
fn bad_specs_say_what_would_be_good() {
    for (text, message) in [
        ("rondom", "no player is called 'rondom': there are champion, random, hola-2016-path, "),
        ("", "no player is called ''"),
        ("random:sede=7", "random has no option 'sede': its options are seed"),
        ("random:seed", "'seed' is not an option and its value: write name=value"),
        (
            "random:seed=x",
            "random does not take 'x' for seed (which random numbers, a whole number): a good value is 1",
        ),
        ("random:seed=1,seed=2", "the option 'seed' is set twice"),
        ("mertens-2006:depth=0", "mertens-2006 does not take '0' for depth"),
        (
            "saadatinia-2020:genes=1,2,3",
            "saadatinia-2020 does not take '1,2,3' for genes (the four coefficients)",
        ),
        ("saadatinia-2020:filter=maybe", "saadatinia-2020 does not take 'maybe' for filter"),
        ("eizagirre:k=inf", "eizagirre does not take 'inf' for k"),
    ] {
        let error = text.parse::<Spec>().unwrap_err().to_string();
        assert!(error.starts_with(message), "{text:?} gives {error:?}");
    }
}
