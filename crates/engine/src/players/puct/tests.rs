//! Contracts of the search.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use quoridor_core::{Game, Move, Player, Position};

use super::{Races, Settings, StepwiseSearch, evaluate};
use crate::agent::{Watch, choose_alone};
use crate::decision::{Decision, Progress, RootMove, Value};
use crate::limits::Limits;
use crate::net::conv::POLICY_SIZE;
use crate::race::{Race, RaceValue};
use crate::random::Random;
use crate::registry::agent;

fn decide(position: &str, nodes: u64) -> Decision {
    let game = Game::new(position.parse().unwrap());
    choose_alone(agent("puct").as_mut(), &game, &Limits::nodes(nodes))
}

fn random_positions(count: usize, walls_first: f64) -> Vec<Position> {
    let mut random = Random::new(29);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Position::default();
        for _ in 0..10 + random.below(30) {
            let walls: Vec<Move> = position.legal_walls().iter().map(Move::Wall).collect();
            let moves: Vec<Move> = position.legal_moves().iter().collect();
            let wall = if random.chance(walls_first) { random.pick(&walls) } else { None };
            if let Some(mv) = wall.or_else(|| random.pick(&moves)) {
                position.play_unchecked(mv);
            }
        }
        if position.outcome().is_none() {
            positions.push(position);
        }
    }
    positions
}

#[test]
fn wins_are_found_and_counted() {
    assert_eq!(decide("- / - / e8 a5 / 10 10 / 1", 50).value, Some(Value::WinIn(1)));
    assert_eq!(decide("- / - / a5 i5 / 0 0 / 1", 50).value, Some(Value::WinIn(7)));
    assert_eq!(decide("- / - / a4 i5 / 0 0 / 1", 50).value, Some(Value::LossIn(8)));
    // South alone has walls and wins the race without them.
    assert!(matches!(decide("a1 c1 e1 / - / a5 i5 / 3 0 / 1", 200).value, Some(Value::WinIn(_))));
}

/// The policy likes other moves much better, and in the first two positions one of those is proved
/// to win, only later, before a step to the goal would have its turn.
#[test]
fn no_win_in_one_move_is_overlooked() {
    for (text, wins) in [
        ("a2 c3 c5 d8 e6 g4 h8 / a5 d4 e3 e5 h2 h6 / b8 b9 / 6 1 / 1", &["a9", "c9"][..]),
        ("a3 b2 c6 d2 e6 h6 h8 / a1 b3 b7 c1 d3 d5 d8 e8 f3 f7 h5 / f7 f8 / 2 0 / 1", &["f9"]),
        ("c6 g4 / a2 a6 d3 e2 e7 h2 h8 / a8 a9 / 1 10 / 1", &["b9"]),
    ] {
        let game = Game::new(text.parse().unwrap());
        let is_win = |mv: Move| wins.contains(&mv.to_string().as_str());
        let agents =
            ["puct", "puct:noise=0.9", "puct:threads=2", "puct:contempt=0.7"].map(String::from);
        let levels = (1..=9).map(|level| format!("puct:level={level}"));
        for name in agents.into_iter().chain(levels) {
            for nodes in [1, 1000] {
                let decision = choose_alone(agent(&name).as_mut(), &game, &Limits::nodes(nodes));
                assert!(is_win(decision.mv), "{name} {nodes}: {} in {text}", decision.mv);
                assert_eq!(decision.value, Some(Value::WinIn(1)), "{name} {nodes}: {text}");
            }
        }
        let mut search = StepwiseSearch::new(Settings::default(), 1);
        search.begin(&game, 1);
        while search.next_leaf(&mut Races::default()).is_some() {
            search.submit(&[0.0; POLICY_SIZE], 0.0);
        }
        assert!(is_win(search.decision().mv), "{} in {text}", search.decision().mv);
    }
}

/// North is a step from its goal and South two: South has to place a wall.
#[test]
fn a_wall_is_placed_when_nothing_else_helps() {
    let text = "- / - / e7 a2 / 1 1 / 1";
    let decision = decide(text, 400);
    let next = text.parse::<Position>().unwrap().play(decision.mv).unwrap();
    assert!(!next.legal_steps().intersects(next.goals(Player::North)), "{}", decision.mv);
}

/// Against alpha-beta: no proof of the one contradicts a proof of the other, and most of what
/// alpha-beta proves within few plies is proved here too.
#[test]
fn proofs_agree_with_alpha_beta() {
    let (mut both, mut short) = (0, 0);
    for position in random_positions(150, 0.45) {
        let game = Game::new(position);
        let there = choose_alone(agent("alphabeta:hash=1").as_mut(), &game, &Limits::nodes(4_000));
        let here = choose_alone(agent("puct").as_mut(), &game, &Limits::nodes(600));
        match (there.value.unwrap(), here.value.unwrap()) {
            (Value::WinIn(_), Value::WinIn(_)) | (Value::LossIn(_), Value::LossIn(_)) => both += 1,
            (Value::WinIn(plies) | Value::LossIn(plies), other) => {
                assert!(!matches!(other, Value::WinIn(_) | Value::LossIn(_)), "{position}");
                short += u32::from(plies <= 3);
            }
            _ => {}
        }
    }
    assert!(both >= 10 && short == 0, "{both} proved by both, {short} short ones missed");
}

#[test]
fn a_race_is_decided_exactly_and_the_move_keeps_the_value() {
    for text in ["d4 f6 / e3 g2 / d3 g7 / 0 0 / 1", "a2 c2 e2 / c5 / b4 h6 / 0 0 / 2"] {
        let position: Position = text.parse().unwrap();
        let (race, decision) = (Race::solve(&position), decide(text, 300));
        let next = position.play(decision.mv).unwrap();
        match race.value_of(&position) {
            RaceValue::Win(plies) => {
                assert_eq!(decision.value, Some(Value::WinIn(plies.into())), "{text}");
                assert_eq!(race.value_of(&next), RaceValue::Loss(plies - 1));
            }
            RaceValue::Loss(plies) => {
                assert_eq!(decision.value, Some(Value::LossIn(plies.into())), "{text}");
            }
            RaceValue::Draw => assert_eq!(race.value_of(&next), RaceValue::Draw),
        }
    }
}

#[test]
fn lines_are_legal_and_the_same_again() {
    for position in random_positions(12, 0.3) {
        let game = Game::new(position);
        let decide = || choose_alone(agent("puct").as_mut(), &game, &Limits::nodes(300));
        let decision = decide();
        assert_eq!(decision, decide(), "{position:?}");
        assert!(decision.nodes <= 300);
        let visits: u64 = decision.root.iter().map(|root| root.visits).sum();
        assert!(visits <= 300, "{visits}");
        let mut end = position;
        for &mv in &decision.line {
            end = end.play(mv).unwrap();
        }
    }
}

/// A game against itself: the tree that is kept from move to move changes no rule, and games with
/// the same limits are the same.
#[test]
fn games_with_a_kept_tree_are_the_same_again() {
    let play = || {
        let mut player = agent("puct");
        let mut game = Game::default();
        while game.position().outcome().is_none() && game.moves().len() < 24 {
            let decision = choose_alone(player.as_mut(), &game, &Limits::nodes(120));
            assert_eq!(decision.line[0], decision.mv);
            game.play(decision.mv).unwrap();
        }
        game
    };
    assert_eq!(play(), play());
}

/// With more visits kept from the move before, the same number of new ones makes more in all.
#[test]
fn what_was_found_is_kept() {
    let mut player = agent("puct");
    let mut game = Game::default();
    let first = choose_alone(player.as_mut(), &game, &Limits::nodes(500));
    game.play(first.mv).unwrap();
    game.play(first.line[1]).unwrap();
    let second = choose_alone(player.as_mut(), &game, &Limits::nodes(100));
    let visits: u64 = second.root.iter().map(|root| root.visits).sum();
    assert!(second.nodes == 100 && visits > 100, "{visits} of {}", second.nodes);
    // Another game keeps nothing.
    player.new_game();
    let again = choose_alone(player.as_mut(), &Game::default(), &Limits::nodes(500));
    assert_eq!(again, first);
}

#[test]
fn a_stopped_search_answers_at_once() {
    let stopped = AtomicBool::new(true);
    let mut watch_nothing = |_: &_| {};
    let game = Game::default();
    let decision =
        agent("puct").choose(&game, &Limits::NONE, &mut Watch::new(&stopped, &mut watch_nothing));
    assert!(game.position().is_legal(decision.mv) && decision.nodes < 10);
}

#[test]
fn several_lines_are_reported_in_order() {
    let mut last = Vec::new();
    let game = Game::default();
    let decision = agent("puct:multipv=4").choose(
        &game,
        &Limits::nodes(300),
        &mut Watch::new(&AtomicBool::new(false), &mut |progress| {
            if progress.rank == 1 {
                last.clear();
            }
            last.push((progress.rank, progress.line[0]));
        }),
    );
    let expected: Vec<(usize, Move)> = decision
        .root
        .iter()
        .filter(|root| root.visits > 0)
        .take(4)
        .enumerate()
        .map(|(place, root)| (place + 1, root.mv))
        .collect();
    assert_eq!(last, expected);
    assert!(decision.root.windows(2).all(|pair| pair[0].visits >= pair[1].visits));
}

#[test]
fn threads_share_out_the_simulations() {
    let game = Game::default();
    for threads in [2, 5] {
        let mut player = agent(&format!("puct:threads={threads}"));
        let decision = choose_alone(player.as_mut(), &game, &Limits::nodes(400));
        let visits: u64 = decision.root.iter().map(|root| root.visits).sum();
        assert_eq!((decision.nodes, visits), (400, 400));
        player.new_game();
        let won = Game::new("- / - / e8 a5 / 10 10 / 1".parse().unwrap());
        let decision = choose_alone(player.as_mut(), &won, &Limits::nodes(400));
        assert_eq!(decision.value, Some(Value::WinIn(1)));
    }
}

/// A tree of 1 MiB is full after a few hundred nodes, so every search has to free memory while
/// other threads are on their way through it.
#[test]
fn threads_free_memory_between_them() {
    let (mut player, mut game) = (agent("puct:threads=3,hash=1"), Game::default());
    for _ in 0..6 {
        let decision = choose_alone(player.as_mut(), &game, &Limits::nodes(700));
        assert_eq!(decision.nodes, 700);
        for &mv in decision.line.iter().take(2) {
            game.play(mv).unwrap();
        }
    }
}

/// A tree that is full goes on with the leaves that it has.
#[test]
fn a_small_tree_is_no_obstacle() {
    let game = Game::default();
    let decision = choose_alone(agent("puct:hash=1").as_mut(), &game, &Limits::nodes(3_000));
    assert_eq!(decision.nodes, 3_000);
    assert!(game.position().is_legal(decision.mv));
}

/// South is lost, by the network and by alpha-beta; but it can go back to a position that was
/// there: that is a draw, and the best it has.
#[test]
fn repetitions_are_draws() {
    let mut game = Game::new("- / - / e2 b4 / 2 2 / 1".parse().unwrap());
    let decide = |game: &Game| choose_alone(agent("puct").as_mut(), game, &Limits::nodes(60));
    assert!(decide(&game).value.unwrap().win_probability().unwrap() < 0.1);
    for mv in ["e3", "b5", "e2", "b4"] {
        game.play(mv.parse().unwrap()).unwrap();
    }
    let decision = decide(&game);
    assert_eq!(decision.mv, "e3".parse().unwrap());
    let back = decision.root.iter().find(|root| root.mv == decision.mv).unwrap();
    assert!(back.visits >= 30 && back.value == Value::Chance(0.5), "{back:?}");
}

/// South could go back to a position in which North can win at once: that is no draw, because North
/// goes to its goal instead of repeating. When the position was there twice the game would be over.
#[test]
fn a_position_that_the_opponent_wins_at_once_is_no_repetition() {
    let mut game = Game::new("- / - / e3 a2 / 2 2 / 1".parse().unwrap());
    let back = "e4".parse().unwrap();
    for is_draw in [false, true] {
        for mv in ["e4", "a3", "e3", "a2"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        for spec in ["puct", "puct:contempt=0.7"] {
            let decision = choose_alone(agent(spec).as_mut(), &game, &Limits::nodes(500));
            let back = decision.root.iter().find(|root| root.mv == back).unwrap();
            assert_eq!(back.value == Value::LossIn(2), !is_draw, "{spec}: {back:?}");
            assert!(decision.mv == back.mv || !is_draw, "{spec}: {}", decision.mv);
        }
    }
}

/// North walks to its goal between walls that leave no room for another one. South's moves lead, in
/// one order or another, to positions that were proved to be lost on another path: so a proof
/// reaches the root's moves, and a search of a depth ends where a line is known to its end.
#[test]
fn a_proof_holds_on_other_paths() {
    let game = Game::new("c1 f1 c2 f2 c3 f3 / - / i1 e4 / 7 7 / 1".parse().unwrap());
    let decision = choose_alone(agent("puct").as_mut(), &game, &Limits::nodes(3_000));
    let wall = decision.root.iter().find(|root| root.mv == "e1v".parse().unwrap()).unwrap();
    assert!(matches!(wall.value, Value::LossIn(_)), "{wall:?}");
    let game = Game::new("c1 f1 c2 f2 c3 f3 c4 f4 / - / i1 e5 / 6 6 / 1".parse().unwrap());
    let limits = Limits { nodes: Some(20_000), ..Limits::depth(8) };
    let decision = choose_alone(agent("puct").as_mut(), &game, &limits);
    assert!(decision.nodes < 20_000, "{decision:?}");
}

/// A win in one is proved by the first simulation. Nothing is known about the other moves, so there
/// is one line, not one of each move with the value of the best.
#[test]
fn moves_that_were_not_tried_have_no_line() {
    let game = Game::new("- / - / e8 a5 / 10 10 / 1".parse().unwrap());
    let mut lines = Vec::new();
    let mut report = |progress: &Progress| lines.push((progress.rank, progress.value));
    let stop = AtomicBool::new(false);
    let decision = agent("puct:multipv=3").choose(
        &game,
        &Limits::nodes(300),
        &mut Watch::new(&stop, &mut report),
    );
    let tried = decision.root.iter().filter(|root| root.visits > 0).count().min(3);
    let expected: Vec<_> = (1..=tried).map(|rank| (rank, decision.root[rank - 1].value)).collect();
    assert_eq!(lines, expected);
    assert_eq!(lines[0], (1, Value::WinIn(1)));
    let untried: Vec<_> = decision.root.iter().filter(|root| root.visits == 0).collect();
    assert!(untried.iter().all(|root| root.value.win_probability().unwrap() < 1.0));
    // They have the value that the network gives the position.
    let network = evaluate(game.position()).unwrap().win_probability;
    let is_its = |root: &&RootMove| (root.value.win_probability().unwrap() - network).abs() < 1e-6;
    assert!(!untried.is_empty() && untried.iter().all(is_its));
}

/// South is behind, and can go back to a position that was there. A draw is worth more than the
/// other moves; with a contempt of 0.9 it is as good as a twentieth of a win, which is less.
#[test]
fn contempt_plays_on() {
    let mut game = Game::new("- / - / e3 c5 / 5 5 / 1".parse().unwrap());
    for mv in ["e4", "c6", "e3", "c5"] {
        game.play(mv.parse().unwrap()).unwrap();
    }
    let back = "e4".parse().unwrap();
    for (spec, is_played, expected) in [("puct", true, 0.5), ("puct:contempt=0.9", false, 0.05)] {
        let decision = choose_alone(agent(spec).as_mut(), &game, &Limits::nodes(500));
        assert_eq!(decision.mv == back, is_played, "{spec}");
        let draw = decision.root.iter().find(|root| root.mv == back).unwrap();
        assert!(
            (draw.value.win_probability().unwrap() - expected).abs() < 1e-9,
            "{spec}: {draw:?}"
        );
    }
}

/// With contempt a draw has another value for the opponent: the tree of one player is of no use to
/// the other.
#[test]
fn contempt_keeps_the_tree_for_the_same_player() {
    let mut player = agent("puct:contempt=0.5");
    let mut visits_after = |moves: usize| -> u64 {
        player.new_game();
        let mut game = Game::default();
        let first = choose_alone(player.as_mut(), &game, &Limits::nodes(500));
        first.line.iter().take(moves).for_each(|&mv| game.play(mv).unwrap());
        let next = choose_alone(player.as_mut(), &game, &Limits::nodes(100));
        next.root.iter().map(|root| root.visits).sum()
    };
    assert_eq!(visits_after(1), 100);
    assert!(visits_after(2) > 100);
}

#[test]
fn noise_varies_games_by_seed() {
    let decide = |seed| {
        let spec = format!("puct:noise=0.5,seed={seed}");
        choose_alone(agent(&spec).as_mut(), &Game::default(), &Limits::nodes(60))
    };
    assert_eq!(decide(1), decide(1));
    assert_ne!(decide(1).root, decide(2).root);
}

/// The ranges of the options, by hand.
#[test]
fn settings_have_the_ranges_of_the_options() {
    let good = Settings::default();
    assert_eq!(good.check(), Ok(()));
    let ends = Settings {
        exploration: 100.0,
        first_play_urgency: 0.0,
        temperature: 0.1,
        noise: 1.0,
        contempt: 1.0,
    };
    assert_eq!(ends.check(), Ok(()));
    for (bad, message) in [
        (Settings { exploration: 0.0, ..good }, "c-puct: expected a number from 0.01 to 100, got"),
        (Settings { first_play_urgency: -0.5, ..good }, "fpu: expected a number from 0 to 2, got"),
        (
            Settings { temperature: 0.0, ..good },
            "policy-temperature: expected a number from 0.1 to 10, got",
        ),
        (Settings { noise: f64::NAN, ..good }, "noise: expected a number from 0 to 1, got"),
        (Settings { noise: f64::INFINITY, ..good }, "noise: expected a number from 0 to 1, got"),
        (Settings { contempt: 1.5, ..good }, "contempt: expected a number from 0 to 1, got"),
    ] {
        let error = bad.check().unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

/// How long a search takes that is stopped at once, has 5 ms, or has to free memory, after a long
/// search and two moves; the last tree is full:
/// `cargo test --release -p quoridor-engine --lib -- --ignored --nocapture after_a_long_search`.
#[test]
#[ignore = "a measurement of about a minute"]
fn time_to_answer_after_a_long_search() {
    for nodes in [30_000, 400_000] {
        for (limit, is_stopped, name) in [
            (Limits::NONE, true, "stopped at once"),
            (Limits::time(Duration::from_millis(5)), false, "5 ms"),
            (Limits::nodes(10_000), false, "10,000 nodes"),
        ] {
            let (mut player, mut game) = (agent("puct"), Game::default());
            let first = choose_alone(player.as_mut(), &game, &Limits::nodes(nodes));
            for &mv in &first.line[..2] {
                game.play(mv).unwrap();
            }
            let (stopped, mut watch_nothing) = (AtomicBool::new(is_stopped), |_: &_| {});
            let begin = Instant::now();
            let mut watch = Watch::new(&stopped, &mut watch_nothing);
            let decision = player.choose(&game, &limit, &mut watch);
            let (time, visits) = (begin.elapsed(), decision.root.iter().map(|root| root.visits));
            println!(
                "after {nodes} nodes, {name}: {:.1} ms, {} new nodes, {} visits",
                time.as_secs_f64() * 1000.0,
                decision.nodes,
                visits.sum::<u64>()
            );
        }
    }
}
