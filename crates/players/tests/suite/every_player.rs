//! Every player of the registry plays whole games: legally, and the same again with the same seed.

use quoridor_core::{Adjudication, BoardSize, Game, Outcome, Player, Position, Seats, Variant};
use quoridor_engine::{Agent, Limits, choose_alone};
use quoridor_players::{AGENTS, Spec, find};

/// Small enough for a test, and the same on every machine.
const SMALL: Limits = Limits { nodes: Some(300), simulations: Some(60), ..Limits::NONE };

/// Two hundred moves are enough for a test: players that go back and forth would never end.
const CAP: Adjudication = Adjudication { max_plies: Some(200), repetitions: None };

/// Players that were trained for one board.
const NETS: [&str; 4] = ["hola-2016-nn", "hola-2016-qlnn", "puct", "nnue"];

fn agent(name: &str, seed: u64) -> Box<dyn Agent> {
    let spec: Spec = name.parse().unwrap();
    spec.clone().with("seed", &seed.to_string()).unwrap_or(spec).build().unwrap()
}

fn supports(name: &str, variant: Variant) -> bool {
    find(name).unwrap().supports(variant).is_ok()
}

/// The variant; or the official one for players that know no other, or a small one.
fn playable(name: &str, variant: &str) -> Variant {
    let small = "5x5, 2 players, 2 walls".parse().unwrap();
    let variants = [variant.parse().unwrap(), Variant::STANDARD, small];
    variants.into_iter().find(|variant| supports(name, *variant)).unwrap()
}

/// A game; every move is checked by the rules.
fn play(variant: Variant, agents: &mut [Box<dyn Agent>]) -> (Game, Option<Outcome>, u64) {
    let mut game = Game::new(Position::start(variant));
    let mut nodes = 0;
    while game.ending(&CAP).is_none() {
        let place = variant.seats.place(game.position().turn()).unwrap();
        let decision = choose_alone(agents[place].as_mut(), &game, &SMALL);
        nodes += decision.nodes;
        assert_eq!(decision.line.first(), Some(&decision.mv));
        game.play(decision.mv)
            .unwrap_or_else(|reason| panic!("{:?} {}: {reason}", game.position(), decision.mv));
    }
    let result = game.result(&CAP);
    (game, result, nodes)
}

#[test]
fn twenty_games_against_the_weakest_two() {
    for kind in AGENTS {
        let variant = playable(kind.name, "7x7, 2 players, 4 walls");
        for opponent in ["random", "hola-2016-path"] {
            for seed in 0..10 {
                for first in [true, false] {
                    let (own, other) = (agent(kind.name, seed), agent(opponent, seed + 100));
                    let mut agents = if first { [own, other] } else { [other, own] };
                    play(variant, &mut agents);
                }
            }
        }
    }
}

#[test]
fn the_official_board_too() {
    for kind in AGENTS.iter().filter(|kind| supports(kind.name, Variant::STANDARD)) {
        let mut agents = [agent(kind.name, 1), agent("hola-2016-heuristic", 2)];
        play(Variant::STANDARD, &mut agents);
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for kind in AGENTS {
        let variant = playable(kind.name, "7x7, 2 players, 4 walls");
        let game = || play(variant, &mut [agent(kind.name, 5), agent("hola-2016-heuristic", 6)]);
        let alone = game();
        // With other games running on other threads, too.
        let others: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..3).map(|_| scope.spawn(game)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(others.iter().all(|other| *other == alone), "{}", kind.name);
    }
}

/// A limit that a player has no use for is none: it answers by its own. One that no stack would
/// bear is cut.
#[test]
fn odd_limits_are_survived() {
    let small = Game::new("- / - / b2 b3 / 1 1 / 1 / 3x4".parse().unwrap());
    for kind in AGENTS {
        let mut player = agent(kind.name, 1);
        let game = if supports(kind.name, small.position().variant()) {
            small.clone()
        } else {
            Game::default()
        };
        for limits in
            [Limits::simulations(10), Limits { nodes: Some(2_000), ..Limits::depth(1_000_000) }]
        {
            let decision = choose_alone(player.as_mut(), &game, &limits);
            assert!(game.position().is_legal(decision.mv), "{}", kind.name);
        }
    }
}

/// After a new game has begun, the same game is played again.
#[test]
fn a_new_game_forgets_the_last() {
    for kind in AGENTS {
        let variant = playable(kind.name, "5x5, 2 players, 3 walls");
        let mut players = [agent(kind.name, 5), agent("hola-2016-heuristic", 6)];
        let first = play(variant, &mut players);
        players.iter_mut().for_each(|player| player.new_game());
        assert_eq!(play(variant, &mut players), first, "{}", kind.name);
    }
}

#[test]
fn variants_are_played_or_refused() {
    for kind in AGENTS {
        for seats in Seats::ALL {
            for size in
                [BoardSize::new(3, 3).unwrap(), BoardSize::new(4, 6).unwrap(), BoardSize::STANDARD]
            {
                let variant = Variant { size, seats, walls: 2 };
                match kind.supports(variant) {
                    Ok(()) => {
                        let mut agents: Vec<_> =
                            seats.players().iter().map(|_| agent("random", 3)).collect();
                        agents[0] = agent(kind.name, 1);
                        play(variant, &mut agents);
                    }
                    Err(unsupported) => {
                        let on_the_board_it_was_trained_for =
                            size == BoardSize::STANDARD || !NETS.contains(&kind.name);
                        // It plays what it can solve.
                        let is_perfect = kind.name == "perfect";
                        let must =
                            seats == Seats::Two && on_the_board_it_was_trained_for && !is_perfect;
                        assert!(!must, "{} must play with two", kind.name);
                        assert!(
                            unsupported.to_string().contains("it plays games for two"),
                            "{unsupported}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn three_and_four_can_play() {
    for name in ["random", "hola-2016-path", "hola-2016-heuristic"] {
        for seats in [Seats::Three, Seats::Four] {
            assert!(supports(name, Variant::official(seats)), "{name}");
        }
    }
}

#[test]
fn nobody_misses_a_win_in_one() {
    let game = Game::new("- / - / e8 a6 / 10 10 / 1".parse().unwrap());
    let careless = ["random", "hola-2016-qlnn"];
    for kind in AGENTS
        .iter()
        .filter(|kind| !careless.contains(&kind.name) && supports(kind.name, Variant::STANDARD))
    {
        let decision = choose_alone(agent(kind.name, 1).as_mut(), &game, &SMALL);
        let mut end = game.clone();
        end.play(decision.mv).unwrap();
        assert_eq!(end.position().winner(), Some(Player::South), "{}", kind.name);
    }
}

#[test]
fn no_repeat_avoids_positions_that_the_game_has_seen() {
    for kind in
        AGENTS.iter().filter(|kind| kind.options.iter().any(|option| option.name == "no-repeat"))
    {
        let spec: Spec = format!("{}:no-repeat=true", kind.name).parse().unwrap();
        let mut agents = [spec.build().unwrap(), spec.build().unwrap()];
        let (game, _, _) = play(playable(kind.name, "5x5, 2 players, 2 walls"), &mut agents);
        for place in 0..game.moves().len() {
            let so_far = &game.positions()[..=place];
            let could_avoid =
                quoridor_engine::moves_without_repetition(&prefix(&game, place)).iter().any(|mv| {
                    let mut next = so_far[place];
                    next.play_unchecked(mv);
                    !so_far.contains(&next)
                });
            assert!(
                !could_avoid || !so_far.contains(&game.positions()[place + 1]),
                "{}",
                kind.name
            );
        }
    }
}

fn prefix(game: &Game, plies: usize) -> Game {
    let mut prefix = Game::new(*game.start());
    for &mv in &game.moves()[..plies] {
        prefix.play(mv).unwrap();
    }
    prefix
}

/// Worked by hand. For psi1 at the start, with both 8 steps from the goal: 0.747 · 73/81 + 0.096 ·
/// 73/81 − 0.792 · 1/9 + 0.327 · 10/10.
#[test]
fn weighted_sums_are_explained() {
    let explained = |name: &str, position: &str| {
        let terms = agent(name, 1).explain(&position.parse().unwrap());
        (
            terms.iter().map(|term| term.feature).collect::<Vec<_>>(),
            terms.iter().map(quoridor_engine::Term::product).sum(),
        )
    };
    let (features, sum): (_, f64) = explained("glendenning-2005", "- / - / e1 e9 / 10 10 / 1");
    assert_eq!(features, ["SPP", "SPO", "MDO", "NFP"]);
    assert!((sum - (0.843 * 73.0 / 81.0 - 0.088 + 0.327)).abs() < 1e-12, "{sum}");
    let (features, sum): (_, f64) = explained("mertens-2006", "- / - / e5 e8 / 10 10 / 1");
    assert_eq!((features, sum), (vec!["their path", "own path"], 3.0));
    let (features, sum): (_, f64) = explained("eizagirre", "a1 a8 h8 / - / e5 e8 / 7 10 / 1");
    assert_eq!((features, sum), (vec!["distance", "walls, sq."], 30.0 - 9.0));
    assert_eq!(explained("random", "- / - / e1 e9 / 10 10 / 1"), (vec![], 0.0));
}
