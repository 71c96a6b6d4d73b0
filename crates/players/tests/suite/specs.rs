//! Names and options of players.

use quoridor_engine::registry::{OptionType, Parameter};
use quoridor_players::{AGENTS, Spec};

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
        (
            "rondom",
            "no player is called 'rondom' (did you mean 'random'?): there are champion, random, \
             hola-2016-path, ",
        ),
        ("nobody", "no player is called 'nobody': there are champion, random, hola-2016-path, "),
        ("", "no player is called ''"),
        (
            "random:sede=7",
            "random has no option 'sede' (did you mean 'seed'?): its options are seed",
        ),
        ("random:seed", "'seed' has no value: write name=value"),
        ("random:seed=x", "seed: expected an integer, got 'x'"),
        ("random:seed=1,seed=2", "the option 'seed' is set twice"),
        ("mertens-2006:depth=0", "depth: expected an integer from 1 to 64, got '0'"),
        (
            "saadatinia-2020:genes=1,2,3",
            "genes: expected 4 numbers (own rows,their rows,own next row,their next row), got \
             '1,2,3'",
        ),
        ("saadatinia-2020:filter=maybe", "filter: expected on or off, got 'maybe'"),
        ("eizagirre:k=inf", "k: expected a number from -1000000 to 1000000, got 'inf'"),
    ] {
        let error = text.parse::<Spec>().unwrap_err().to_string();
        assert!(error.starts_with(message), "{text:?} gives {error:?}");
    }
}

/// Reading a spec opens no file: only building the player does.
#[test]
fn files_are_read_when_the_player_is_built() {
    let spec: Spec = "hola-2016-nn:weights=/no/such/file".parse().unwrap();
    assert!(spec.names_file() && spec.is_set("weights") && !spec.is_set("no-repeat"));
    let error = spec.build().err().unwrap().to_string();
    assert!(error.starts_with("weights: cannot use '/no/such/file': "), "{error}");
    let shipped: Spec = "hola-2016-nn:weights=shipped".parse().unwrap();
    assert!(!shipped.names_file() && shipped.is_set("weights"));
}

#[test]
fn options_that_exclude_each_other_are_refused_in_any_order() {
    for options in [
        "chromosome=psi1,weights=1,2,3,4,5,6,7,8,9,0",
        "weights=1,2,3,4,5,6,7,8,9,0,chromosome=psi1",
    ] {
        let error = format!("glendenning-2005:{options}").parse::<Spec>().unwrap_err().to_string();
        assert!(error.starts_with("glendenning-2005 takes ") && error.ends_with(", not both"));
    }
}

/// The types of all options fit what the players read: both ends of every range can be built with.
/// (Not the largest table, nor a thousand threads.)
#[test]
fn players_can_be_built_at_both_ends_of_every_range() {
    let is_tried = |name: &str| !["hash", "threads"].contains(&name);
    for kind in AGENTS {
        for option in kind.options.iter().filter(|option| is_tried(option.name)) {
            let list = |end: fn(&Parameter) -> f64, parameters: &[Parameter]| {
                let ends: Vec<String> = parameters.iter().map(|one| end(one).to_string()).collect();
                ends.join(",")
            };
            let values: Vec<String> = match option.values {
                OptionType::Integer { min, max } => vec![min.to_string(), max.to_string()],
                OptionType::Float { min, max } | OptionType::Seconds { min, max } => {
                    vec![min.to_string(), max.to_string()]
                }
                OptionType::Boolean => vec!["true".to_owned(), "false".to_owned()],
                OptionType::Choice(choices) => choices.iter().map(ToString::to_string).collect(),
                OptionType::List(all) => vec![list(|one| one.min, all), list(|one| one.max, all)],
                OptionType::File | OptionType::Text => vec![option.default.to_owned()],
            };
            for value in values {
                let spec: Spec = kind.name.parse().unwrap();
                let spec = spec.with(option.name, &value).unwrap();
                assert!(spec.build().is_ok(), "{spec}");
            }
            let spec: Spec = kind.name.parse().unwrap();
            assert!(
                spec.with(option.name, option.default).is_ok(),
                "{} {}",
                kind.name,
                option.name
            );
        }
    }
}
