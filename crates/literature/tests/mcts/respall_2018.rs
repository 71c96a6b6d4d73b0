//! Respall's player, from outside.

use quoridor_core::{BoardSize, Game, Position, Seats, Variant};
use quoridor_engine::registry::Options;
use quoridor_engine::{Agent, Limits, Value, choose_alone};
use quoridor_literature::respall_2018::KIND;

fn agent(spec: &str) -> Box<dyn Agent> {
    Options::read(spec, &[KIND]).unwrap().build().unwrap()
}

#[test]
fn plays_every_board_with_two_three_and_four_players() {
    let mut agent = agent("respall-2018:simulations=40,no-repeat=true");
    for size in BoardSize::all() {
        for seats in Seats::ALL {
            let variant = Variant { size, seats, walls: 2 };
            KIND.supports(variant).unwrap();
            agent.new_game();
            let mut game = Game::new(Position::start(variant));
            while game.position().winner().is_none() && game.moves().len() < 120 {
                let decision = choose_alone(agent.as_mut(), &game, &Limits::NONE);
                game.play(decision.mv)
                    .unwrap_or_else(|error| panic!("{}: {error}", game.position()));
            }
        }
    }
}

#[test]
fn games_for_three_and_four_are_finished() {
    for seats in [Seats::Three, Seats::Four] {
        let mut agent = agent("respall-2018:simulations=300,no-repeat=true,seed=3");
        let mut game = Game::new(Position::start(Variant::official(seats)));
        while game.position().winner().is_none() {
            assert!(game.moves().len() < 400, "{}", game.position());
            let decision = choose_alone(agent.as_mut(), &game, &Limits::NONE);
            game.play(decision.mv).unwrap();
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_decision_and_another_seed_another() {
    let decide =
        |spec| choose_alone(agent(spec).as_mut(), &Game::default(), &Limits::simulations(2000));
    let first = decide("respall-2018:seed=5");
    assert_eq!(decide("respall-2018:seed=5"), first);
    assert_ne!(decide("respall-2018:seed=6").root, first.root);
    assert_eq!(first.nodes, 2000);
}

#[test]
fn takes_the_simulations_of_its_options_unless_it_is_limited() {
    let mut agent = agent("respall-2018:simulations=70");
    for (limits, nodes) in [(Limits::NONE, 70), (Limits::depth(3), 70), (Limits::nodes(30), 30)] {
        assert_eq!(choose_alone(agent.as_mut(), &Game::default(), &limits).nodes, nodes);
    }
}

/// Both are three steps from their goals, North moves, and South has no wall to stop it.
#[test]
fn proves_a_race() {
    let game = Game::new("a1 / - / a6 i4 / 0 1 / 2".parse().unwrap());
    let decision = choose_alone(agent("respall-2018").as_mut(), &game, &Limits::NONE);
    // The first proof that is found need not be the shortest.
    assert!(matches!(decision.value, Some(Value::WinIn(5..))), "{:?}", decision.value);
    assert!(decision.nodes < 120_000);
}

#[test]
fn bad_options_are_refused() {
    for option in [
        "simulations=0",
        "c=-1",
        "c=nan",
        "win-score=0",
        "walk-ahead=1.5",
        "playout-cap=0",
        "memory=0",
    ] {
        let (name, value) = option.split_once('=').unwrap();
        let error = Options::of(KIND).with(name, value).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{name}: expected ")), "{error}");
    }
}
