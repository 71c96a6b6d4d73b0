//! The player as others see it: its options, whole games, the same answer every time.

use quoridor_core::{Game, Position, Seats, Variant};
use quoridor_engine::choose_alone;

use super::*;

const KINDS: [AgentKind; 2] = [KIND, crate::respall_2018_ga::KIND];

fn build(spec: &str) -> Box<dyn Agent> {
    let random = quoridor_engine::players::random::KIND;
    Options::read(spec, &[KINDS[0], KINDS[1], random]).unwrap().build().unwrap()
}

fn refusal(spec: &str) -> String {
    Options::read(spec, &KINDS).err().unwrap_or_else(|| panic!("{spec} was taken")).to_string()
}

#[test]
fn every_champion_can_be_asked_for() {
    for name in champions::names() {
        build(&format!("glendenning-2005:chromosome={name}"));
        assert!(champions::NAMES.contains(&name), "{name} is not a choice");
    }
    assert_eq!(
        refusal("glendenning-2005:chromosome=psi3"),
        "chromosome: expected digamma1, digamma2, heta1, heta2, omega1, omicron1, psi1, psi2, \
         rho1, rho2 or xi1, got 'psi3'"
    );
}

/// So that the listed defaults do not contradict each other.
#[test]
fn the_default_weights_are_those_of_the_default_chromosome() {
    let numbers = |text: &str| -> Vec<f64> {
        text.split(',').map(|number| number.parse().unwrap()).collect()
    };
    let psi1 = champions::weights("psi1").unwrap();
    assert_eq!(numbers(KIND.options[1].default), psi1);
    // The other agent has no Markov chains, the third and fourth features.
    let without_markov: Vec<f64> = [&psi1[..2], &psi1[4..]].concat();
    assert_eq!(numbers(crate::respall_2018_ga::KIND.options[0].default), without_markov);
    assert_eq!(CUTOFF.default.parse(), Ok(search::CUTOFF));
}

#[test]
fn options_are_checked() {
    build("glendenning-2005:weights=1,2,3,4,5,6,7,8,9,-10,time=0.5,no-repeat=true,cutoff=100");
    build("respall-2018-ga:weights=1,2,3,4,5,6,7,-8,time=2.5");
    assert_eq!(
        refusal("glendenning-2005:chromosome=psi1,weights=1,2,3,4,5,6,7,8,9,10"),
        "glendenning-2005 takes chromosome or weights, not both"
    );
    for bad in [
        "weights=1,2,3",
        "weights=1,2,3,4,5,6,7,8,9,1e7",
        "time=0",
        "time=-1",
        "time=1e30",
        "time=NaN",
        "cutoff=x",
    ] {
        let message = refusal(&format!("glendenning-2005:{bad}"));
        let name = bad.split('=').next().unwrap();
        assert!(message.starts_with(&format!("{name}: expected ")), "{message}");
    }
    refusal("respall-2018-ga:weights=1,2,3,4,5,6,7,8,9,10");
}

#[test]
fn two_players_on_any_board() {
    for agent in KINDS {
        assert_eq!(agent.supports(Variant::STANDARD), Ok(()));
        assert_eq!(
            agent.supports(Variant { size: "5x4".parse().unwrap(), ..Variant::STANDARD }),
            Ok(())
        );
        let error = agent.supports(Variant::official(Seats::Four)).unwrap_err();
        assert!(error.to_string().ends_with("it plays games for two"), "{error}");
    }
}

/// Plays a game of at most 120 moves and checks every move.
fn play(variant: Variant, players: [&str; 2], limits: &Limits) -> Game {
    let mut agents = players.map(build);
    let mut game = Game::new(Position::start(variant));
    while game.position().winner().is_none() && game.moves().len() < 120 {
        let turn = game.moves().len() % 2;
        let decision = choose_alone(agents[turn].as_mut(), &game, limits);
        assert_eq!(decision.line.first(), Some(&decision.mv));
        let position = *game.position();
        game.play(decision.mv).unwrap_or_else(|reason| {
            panic!("{}: {position} {}: {reason}", players[turn], decision.mv)
        });
        if players[turn].contains("no-repeat=true") && game.repetitions() > 1 {
            // Then every other move would have brought a position back as well.
            game.undo();
            let fresh = quoridor_engine::moves_without_repetition(&game);
            assert_eq!(fresh, game.position().legal_moves(), "{position}");
            game.redo();
        }
    }
    game
}

#[test]
fn whole_games_without_an_illegal_move() {
    let specs =
        champions::names().map(|name| format!("glendenning-2005:chromosome={name},no-repeat=true"));
    let specs: Vec<String> = specs
        .chain(["respall-2018-ga".to_owned(), "respall-2018-ga:no-repeat=true".to_owned()])
        .collect();
    let small = Variant { size: "4x5".parse().unwrap(), walls: 3, ..Variant::STANDARD };
    for (round, spec) in specs.iter().enumerate() {
        for seed in 0..2 {
            let random = format!("random:seed={}", 2 * round + seed);
            let players =
                if seed == 0 { [spec.as_str(), &random] } else { [random.as_str(), spec] };
            play(Variant::STANDARD, players, &Limits::nodes(700));
            play(small, players, &Limits::nodes(700));
        }
    }
}

#[test]
fn the_same_answer_every_time() {
    let game = play(Variant::STANDARD, ["glendenning-2005", "random:seed=3"], &Limits::nodes(500));
    let again = play(Variant::STANDARD, ["glendenning-2005", "random:seed=3"], &Limits::nodes(500));
    assert_eq!(game, again);
    let game = Game::default();
    for spec in ["glendenning-2005:chromosome=psi2", "respall-2018-ga"] {
        for limits in [Limits::nodes(5_000), Limits::depth(2)] {
            let first = choose_alone(build(spec).as_mut(), &game, &limits);
            assert_eq!(first, choose_alone(build(spec).as_mut(), &game, &limits));
        }
    }
}

/// A limit that it has no use for does not take away its own, without which this search would not
/// end.
#[test]
fn a_limit_of_simulations_is_none() {
    let mut agent = build(&format!("glendenning-2005:time=0.01,cutoff={}", u64::MAX));
    let decision = choose_alone(agent.as_mut(), &Game::default(), &Limits::simulations(1));
    assert!(Position::default().is_legal(decision.mv));
}
