//! The search against plain minimax, and what it promises.

use std::sync::atomic::AtomicBool;

use quoridor_core::{Game, Move, Player, Position, Variant};

use super::deepening::Deepening;
use super::evaluation::Evaluation;
use super::knowledge::{Knowledge, Policy, PolicySettings};
use super::ordering::{Hints, History, Picker};
use super::score::{DRAW, INFINITE, Score, loss_in, win_in};
use super::search::Pruning;
use super::table::Table;
use super::tuning::Tuning;
use super::{Shared, ThreadState};
use crate::agent::{Agent, Watch, choose_alone};
use crate::decision::{Decision, Value};
use crate::limits::{Budget, Limits};
use crate::race::{Race, RaceValue};
use crate::random::Random;
use crate::registry::{Options, SpecError, agent};

/// The value of a position by its definition: no window, no table, no order.
fn minimax(position: &Position, depth: u32, ply: u32, path: &mut Vec<Position>) -> Score {
    let player = position.turn();
    if position.winner().is_some() {
        return loss_in(ply);
    }
    if path.contains(position) {
        return DRAW;
    }
    if position.walls_left(player) == 0 && position.walls_left(player.opposite()) == 0 {
        return match Race::solve(position).value_of(position) {
            RaceValue::Win(plies) => win_in(ply + u32::from(plies)),
            RaceValue::Loss(plies) => loss_in(ply + u32::from(plies)),
            RaceValue::Draw => DRAW,
        };
    }
    if position.legal_steps().intersects(position.goals(player)) {
        return win_in(ply + 1);
    }
    if depth == 0 {
        return Evaluation::shipped().of(position);
    }
    path.push(*position);
    let values = position.legal_moves().iter().map(|mv| {
        let mut next = *position;
        next.play_unchecked(mv);
        -minimax(&next, depth - 1, ply + 1, path)
    });
    let best = values.max().expect("a game that is not over has a move");
    path.pop();
    best
}

fn random_positions(variant: Variant, count: usize) -> Vec<Position> {
    let mut random = Random::new(11);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Position::start(variant);
        for _ in 0..random.below(20) {
            let legal: Vec<Move> = position.legal_moves().iter().collect();
            if let Some(mv) = random.pick(&legal) {
                position.play_unchecked(mv);
            }
        }
        if position.outcome().is_none() {
            positions.push(position);
        }
    }
    positions
}

/// The root's score at a depth with all pruning off; the table is on.
fn without_pruning(position: &Position, depth: u32) -> Score {
    let mut table = Table::new(1).unwrap();
    table.begin_search();
    let (mut state, game) = (ThreadState::default(), Game::new(*position));
    // Nothing is tuned where nothing is pruned.
    let tuning = Tuning::new([0.0; Tuning::COUNT]);
    let knowledge = Evaluation::shipped();
    let shared = Shared { table: &table, knowledge, tuning, game: &game };
    let mut search = shared.search(&mut state, Budget::new(&Limits::NONE));
    search.pruning = Pruning { is_on: false };
    let (stop, mut report) = (AtomicBool::new(false), |_: &_| {});
    let watch = Watch::new(&stop, &mut report);
    Deepening::new(search, &game, 1).best_from(0, depth, -INFINITE, INFINITE, &watch).unwrap()
}

#[test]
fn without_pruning_it_is_minimax() {
    let small = random_positions("5x5, 2 players, 2 walls".parse().unwrap(), 150);
    let tiny = random_positions("3x3, 2 players, 2 walls".parse().unwrap(), 50);
    for (position, depths) in small
        .iter()
        .map(|position| (position, 1..=3))
        .chain(tiny.iter().map(|position| (position, 1..=5)))
    {
        for depth in depths {
            // The root itself is not asked whether it is decided: its moves are.
            let values = position.legal_moves().iter().map(|mv| {
                let mut next = *position;
                next.play_unchecked(mv);
                -minimax(&next, depth - 1, 1, &mut vec![*position])
            });
            assert_eq!(
                without_pruning(position, depth),
                values.max().unwrap(),
                "{position:?} at depth {depth}"
            );
        }
    }
}

/// Knowledge whose policy is drawn at random.
#[derive(Debug)]
struct RandomPolicy;

impl Knowledge for RandomPolicy {
    type Cache = ();

    fn rough_score(&self, _: &Position, _: u8, _: u8) -> Score {
        0
    }

    fn score(&self, (): &mut (), _: &Position) -> Score {
        0
    }

    fn policy(&self, (): &mut (), position: &Position, _: i32) -> Option<Policy> {
        let mut random = Random::new(position.hash());
        let logits = std::array::from_fn(|_| random.below(40_000) as i32);
        let settings = PolicySettings {
            depth: 1,
            rank_weight: 1.0,
            logits_per_ply: 10_000,
            likely: 8_000,
            reduced_less: 4_000,
            unlikely: 30_000,
        };
        Some(Policy { logits, settings })
    }
}

/// The moves of a position in the order of a search.
fn listed<K: Knowledge>(knowledge: &K, position: &Position, table: Option<Move>) -> Vec<Move> {
    let (history, mut cache) = (History::default(), K::Cache::default());
    let hints = Hints { table, before: None, ply: 0, depth: 3 };
    let mut picker = Picker::new(Vec::new());
    let mut next = || picker.next(position, &history, &hints, knowledge, &mut cache);
    std::iter::from_fn(|| next().map(|candidate| candidate.mv)).collect()
}

/// Every legal move comes once and no other, with and without a policy, also when the player to
/// move has no walls left.
#[test]
fn the_order_has_every_legal_move_once() {
    let variants = ["9x9, 2 players, 2 walls", "9x9, 2 players, 10 walls"];
    let positions = variants.map(|variant| random_positions(variant.parse().unwrap(), 60));
    for position in positions.iter().flatten() {
        let legal: Vec<Move> = position.legal_moves().iter().collect();
        for table in [None, legal.last().copied()] {
            let orders = [
                listed(&RandomPolicy, position, table),
                listed(Evaluation::shipped(), position, table),
            ];
            for mut moves in orders {
                assert!(table.is_none() || moves.first() == table.as_ref());
                moves.sort_unstable_by_key(|mv| mv.index());
                let mut legal = legal.clone();
                legal.sort_unstable_by_key(|mv| mv.index());
                assert_eq!(moves, legal, "{position}");
            }
        }
    }
}

fn decide(position: &str, limits: Limits) -> Decision {
    let mut agent = agent("alphabeta:hash=4");
    choose_alone(agent.as_mut(), &Game::new(position.parse().unwrap()), &limits)
}

#[test]
fn wins_are_found_and_counted() {
    assert_eq!(decide("- / - / e8 a5 / 10 10 / 1", Limits::depth(4)).value, Some(Value::WinIn(1)));
    let race = decide("- / - / a5 i5 / 0 0 / 1", Limits::depth(4));
    assert_eq!(race.value, Some(Value::WinIn(7)));
    assert_eq!(decide("- / - / a4 i5 / 0 0 / 1", Limits::depth(4)).value, Some(Value::LossIn(8)));
}

#[test]
fn a_won_race_is_played_out_without_a_detour() {
    let mut game = Game::new("- / - / a5 i5 / 0 0 / 1".parse().unwrap());
    let mut agent = agent("alphabeta:hash=4");
    while game.position().outcome().is_none() {
        let decision = choose_alone(agent.as_mut(), &game, &Limits::depth(3));
        game.play(decision.mv).unwrap();
    }
    assert_eq!(game.position().winner(), Some(Player::South));
    assert_eq!(game.moves().len(), 7);
}

#[test]
fn lines_are_legal_and_the_same_again() {
    for position in random_positions(Variant::STANDARD, 30) {
        let game = Game::new(position);
        let decide = || {
            let mut agent = agent("alphabeta:hash=4");
            choose_alone(agent.as_mut(), &game, &Limits::nodes(3_000))
        };
        let decision = decide();
        assert_eq!(decision, decide(), "{position:?}");
        assert!(decision.nodes <= 3_000);
        let mut end = position;
        for &mv in &decision.line {
            end = end.play(mv).unwrap();
        }
    }
}

#[test]
fn a_stopped_search_answers_at_once() {
    let mut agent = agent("alphabeta:hash=4");
    let game = Game::default();
    let stopped = AtomicBool::new(true);
    let decision =
        Agent::choose(agent.as_mut(), &game, &Limits::NONE, &mut Watch::new(&stopped, &mut |_| {}));
    assert!(game.position().is_legal(decision.mv) && decision.nodes < 1_000);
}

/// Once it took a loss for granted without a look at the walls that prevent it.
#[test]
fn a_loss_is_claimed_only_after_every_wall() {
    let decision = decide("b1 e4 e5 / b5 / d4 d6 / 2 2 / 2 / 6x6", Limits::depth(4));
    assert!(matches!(decision.value, Some(Value::Steps(_))), "{decision:?}");
}

/// Solved by others (see the players' literature): the first player loses 3x3 with up to four
/// walls each, wins 4x3 with three and 3x5 with three, and loses 3x5 with four.
#[test]
fn small_boards_are_solved() {
    let lost = [("3x3", 0), ("3x3", 1), ("3x3", 2), ("3x3", 3), ("3x3", 4), ("3x5", 4)];
    let won = [("4x3", 3), ("3x5", 3)];
    let value = |(board, walls)| {
        let variant: Variant = format!("{board}, 2 players, {walls} walls").parse().unwrap();
        decide(&Position::start(variant).to_string(), Limits::depth(40)).value
    };
    for board in lost {
        assert!(matches!(value(board), Some(Value::LossIn(_))), "{board:?}");
    }
    for board in won {
        assert!(matches!(value(board), Some(Value::WinIn(_))), "{board:?}");
    }
}

/// Positions of a labyrinth without walls left, in which nobody wins at once.
fn races(count: usize) -> Vec<Position> {
    let mut random = Random::new(5);
    let mut races = Vec::new();
    while races.len() < count {
        let mut position = Position::default();
        while position.outcome().is_none()
            && position.all_walls_left().values().any(|&left| left > 0)
        {
            let legal = position.legal_moves();
            let moves: Vec<Move> = if random.chance(0.6) {
                legal.walls.iter().map(Move::Wall).collect()
            } else {
                legal.iter().collect()
            };
            let moves = if moves.is_empty() { legal.iter().collect() } else { moves };
            position.play_unchecked(random.pick(&moves).unwrap());
        }
        if position.outcome().is_none() {
            races.push(position);
        }
    }
    races
}

#[test]
fn a_race_is_decided_exactly_and_the_move_keeps_the_value() {
    for position in races(60) {
        let race = Race::solve(&position);
        let decision = decide(&position.to_string(), Limits::nodes(1));
        let next = position.play(decision.mv).unwrap();
        match race.value_of(&position) {
            RaceValue::Win(plies) => {
                assert_eq!(decision.value, Some(Value::WinIn(u32::from(plies))));
                assert!(
                    next.outcome().is_some() || race.value_of(&next) == RaceValue::Loss(plies - 1)
                );
            }
            RaceValue::Loss(plies) => {
                assert_eq!(decision.value, Some(Value::LossIn(u32::from(plies))));
                assert_eq!(race.value_of(&next), RaceValue::Win(plies - 1));
            }
            RaceValue::Draw => assert_eq!(race.value_of(&next), RaceValue::Draw),
        }
    }
}

#[test]
fn several_lines_are_different_moves_in_order() {
    let mut ranks = Vec::new();
    let game = Game::new(random_positions(Variant::STANDARD, 1)[0]);
    let decision = agent("alphabeta:hash=4,multipv=4").choose(
        &game,
        &Limits::depth(4),
        &mut Watch::new(&AtomicBool::new(false), &mut |progress| {
            ranks.push((progress.depth, progress.rank));
        }),
    );
    let expected: Vec<(u32, usize)> =
        (1..=4).flat_map(|depth| (1..=4).map(move |rank| (depth, rank))).collect();
    assert_eq!(ranks, expected);
    let score = |value| {
        if let Value::Steps(score) = value { score } else { panic!("{value:?} is decided") }
    };
    let scores: Vec<f64> = decision.root.iter().map(|root| score(root.value)).collect();
    assert_eq!(scores.len(), 4);
    assert!(scores.is_sorted_by(|one, other| one >= other), "{scores:?}");
    assert_eq!((decision.root[0].mv, Some(decision.root[0].value)), (decision.mv, decision.value));
    let mut moves: Vec<Move> = decision.root.iter().map(|root| root.mv).collect();
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(moves.len(), 4);
}

#[test]
fn threads_share_out_the_nodes_and_agree_on_what_is_proved() {
    let game = Game::new(Position::start("4x3, 2 players, 3 walls".parse().unwrap()));
    for threads in [1, 2, 5] {
        let mut agent = agent(&format!("alphabeta:hash=4,threads={threads}"));
        let decision = choose_alone(agent.as_mut(), &Game::default(), &Limits::nodes(20_000));
        assert!(decision.nodes <= 20_000 + threads, "{}", decision.nodes);
        assert!(Game::default().position().is_legal(decision.mv));
        agent.new_game();
        let decision = choose_alone(agent.as_mut(), &game, &Limits::depth(30));
        assert!(matches!(decision.value, Some(Value::WinIn(_))), "{threads}: {decision:?}");
    }
}

#[test]
fn mirrored_moves_are_looked_at_once() {
    let moves = |position: &str| super::deepening::distinct_moves(&position.parse().unwrap()).len();
    // Three steps, of which the one ahead is its own image, and 128 walls: none of them lies across
    // the middle line evenly, for there is a column in the middle.
    assert_eq!(moves("- / - / e1 e9 / 10 10 / 1"), 2 + 64);
    assert_eq!(moves("- / - / d1 e9 / 10 10 / 1"), 3 + 128);
}

#[test]
fn no_level_misses_a_win_or_goes_back_and_forth() {
    for level in 1..=9 {
        let spec = format!("alphabeta:hash=1,level={level}");
        let decision = choose_alone(
            agent(&spec).as_mut(),
            &Game::new("- / - / e8 a5 / 10 10 / 1".parse().unwrap()),
            &Limits::NONE,
        );
        assert_eq!(decision.value, Some(Value::WinIn(1)), "{level}");
        // Against a pawn that cannot get away from its place in time.
        let mut game = Game::default();
        let mut players = [agent(&spec), agent("random:seed=3")];
        while game.position().outcome().is_none() {
            let who = game.moves().len() % 2;
            let decision = choose_alone(players[who].as_mut(), &game, &Limits::nodes(400));
            let was_seen = game.since_last_wall().to_vec();
            game.play(decision.mv).unwrap();
            assert!(
                who == 1 || !was_seen.contains(game.position()),
                "level {level} repeats a position"
            );
        }
        assert_eq!(
            game.position().winner(),
            Some(Player::South),
            "level {level} loses to random moves"
        );
    }
}

/// The moves of the first champion, commit 579c22e, for two seeds: its levels stay as they were.
#[test]
fn levels_are_those_of_the_first_champion() {
    let games =
        ["e2 e8 e3 e7", "e2 e8 e3 e7 e4 e6 d3h e6h", "e2 e8 e3 e7 e4 e6 a3h d6h c3h f6h e3v b6h"];
    let expected = [
        "d1h e4 f4h e5 d5h e5",
        "d1h e4 f4 e5 d5h e5",
        "d1h e4 f4 d4 d4 d5h",
        "d1h e4 f4 d4 d4 d5h",
        "d1h e4 f4 f3h d5h e5h",
        "e4 e4 d4 d4 d4 d4",
        "e4 e4 f3h f3h d5h d5h",
        "e4 e4 d4 d4 d5h d5h",
        "e4 e4 d4 d4 d4 d4",
    ];
    for (place, expected) in expected.iter().enumerate() {
        let mut found = Vec::new();
        for moves in games {
            let mut game = Game::default();
            for mv in moves.split(' ') {
                game.play(mv.parse().unwrap()).unwrap();
            }
            for seed in [1, 2] {
                let spec = format!("alphabeta:hash=1,level={},seed={seed}", place + 1);
                let limits = Limits::nodes(20_000);
                found.push(choose_alone(agent(&spec).as_mut(), &game, &limits).mv.to_string());
            }
        }
        assert_eq!(found.join(" "), *expected, "level {}", place + 1);
    }
}

#[test]
fn a_level_plays_the_same_again_and_another_seed_otherwise() {
    let game = |seed: u32| {
        let mut agent = agent(&format!("alphabeta:hash=1,level=3,seed={seed}"));
        let mut game = Game::default();
        for _ in 0..12 {
            let decision = choose_alone(agent.as_mut(), &game, &Limits::NONE);
            game.play(decision.mv).unwrap();
        }
        game
    };
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
}

/// A file is read when the player is made: the shipped numbers play as the shipped ones do, others
/// play otherwise, and what is wrong with a file is said in a line.
#[test]
fn the_evaluation_can_be_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("evaluation.txt");
    let build = |evaluation: &str| -> Result<Box<dyn Agent>, SpecError> {
        Options::of(super::KIND).with("hash", "1")?.with("evaluation", evaluation)?.build()
    };
    let of_file = || build(file.to_str().unwrap());
    let thought = |mut player: Box<dyn Agent>| {
        let decision = choose_alone(player.as_mut(), &Game::default(), &Limits::nodes(2_000));
        (decision.mv, decision.value, decision.nodes)
    };
    let shipped = thought(build("shipped").unwrap());
    std::fs::write(&file, Evaluation::shipped().to_string()).unwrap();
    assert_eq!(thought(of_file().unwrap()), shipped);
    let mut rough = Evaluation::shipped().rough().clone();
    let mut full = Evaluation::shipped().full().clone();
    rough.last.biases = [300.0];
    full.last.biases = [300.0];
    std::fs::write(&file, Evaluation::new(rough, full).to_string()).unwrap();
    assert_ne!(thought(of_file().unwrap()), shipped);
    let error = || of_file().err().unwrap().to_string().replace(&*file.to_string_lossy(), "FILE");
    std::fs::write(&file, "rough\nlayer 4 17\n").unwrap();
    assert_eq!(
        error(),
        "evaluation: cannot use 'FILE': line 2: \"layer 4 16\" was wanted, not \"layer 4 17\""
    );
    std::fs::write(&file, [0xff]).unwrap();
    assert_eq!(error(), "evaluation: cannot use 'FILE': not a text");
    std::fs::remove_file(&file).unwrap();
    assert_eq!(error(), "evaluation: cannot use 'FILE': No such file or directory (os error 2)");
}

/// A thousand nodes for 1,024 threads were one node for each.
#[test]
fn more_threads_than_nodes_do_not_stop_the_search() {
    let nodes = |threads: u32| {
        let mut agent = agent(&format!("alphabeta:hash=1,threads={threads}"));
        let stop = AtomicBool::new(false);
        let mut report = |_: &_| {};
        let mut watch = Watch::new(&stop, &mut report);
        agent.choose(&Game::default(), &Limits::nodes(1000), &mut watch).nodes
    };
    assert!(nodes(1024) >= 500, "{}", nodes(1024));
    assert!(nodes(1024) <= 1100);
}
