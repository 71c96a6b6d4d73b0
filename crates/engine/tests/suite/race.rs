//! Races against an independent solution: state by state, with counters of moves not yet refuted.

use std::collections::{HashMap, VecDeque};

use quoridor_core::{Player, Position, Square, SquareSet, Variant};
use quoridor_engine::race::{Race, RaceValue};
use quoridor_engine::random::Random;

/// A random labyrinth: walls at random, as long as the rules allow them, and nobody has one left.
fn labyrinth(random: &mut Random) -> Position {
    let mut position = Position::start(Variant { walls: 20, ..Variant::STANDARD });
    for _ in 0..2 * random.below(16) {
        let walls: Vec<_> = position.legal_walls().iter().collect();
        let Some(wall) = random.pick(&walls) else { break };
        position.play_unchecked(quoridor_core::Move::Wall(wall));
    }
    position
}

type State = (Player, Square, Square);

/// The same walls with the pawns elsewhere: `None` if a pawn would stand on its goal or both on one
/// square.
fn with_pawns(labyrinth: &Position, (turn, south, north): State) -> Option<Position> {
    let mut setup = labyrinth.setup();
    setup.turn = turn;
    setup.pawns[Player::South] = south;
    setup.pawns[Player::North] = north;
    let position = setup.position().ok()?;
    position.outcome().is_none().then_some(position)
}

/// Classical retrograde analysis over single states, with the rules' own legal steps.
fn solve_slowly(labyrinth: &Position) -> HashMap<State, RaceValue> {
    let mut successors: HashMap<State, (bool, Vec<State>)> = HashMap::new();
    for turn in [Player::South, Player::North] {
        for south in Square::all() {
            for north in Square::all() {
                let state = (turn, south, north);
                let Some(position) = with_pawns(labyrinth, state) else { continue };
                let wins = position.legal_steps().intersects(position.goals(turn));
                let after = |step: Square| match turn {
                    Player::South => (Player::North, step, north),
                    _ => (Player::South, south, step),
                };
                let others = position.legal_steps() - position.goals(turn);
                successors.insert(state, (wins, others.iter().map(after).collect()));
            }
        }
    }
    let mut predecessors: HashMap<State, Vec<State>> = HashMap::new();
    for (state, (_, nexts)) in &successors {
        for next in nexts {
            predecessors.entry(*next).or_default().push(*state);
        }
    }
    let mut open: HashMap<State, usize> =
        successors.iter().map(|(state, (_, nexts))| (*state, nexts.len())).collect();
    let mut values: HashMap<State, RaceValue> = HashMap::new();
    let mut queue: VecDeque<State> = VecDeque::new();
    for (state, (wins, _)) in &successors {
        if *wins {
            values.insert(*state, RaceValue::Win(1));
            queue.push_back(*state);
        }
    }
    while let Some(state) = queue.pop_front() {
        let value = values[&state];
        for before in predecessors.get(&state).into_iter().flatten() {
            if values.contains_key(before) {
                continue;
            }
            let found = match value {
                RaceValue::Loss(moves) => Some(RaceValue::Win(moves + 1)),
                RaceValue::Win(moves) => {
                    let left = open.get_mut(before).unwrap();
                    *left -= 1;
                    (*left == 0).then_some(RaceValue::Loss(moves + 1))
                }
                RaceValue::Draw => None,
            };
            if let Some(found) = found {
                values.insert(*before, found);
                queue.push_back(*before);
            }
        }
    }
    successors
        .keys()
        .map(|state| (*state, values.get(state).copied().unwrap_or(RaceValue::Draw)))
        .collect()
}

/// Compares all states of some labyrinths, and that the step chosen keeps the value.
fn compare(labyrinths: u64) -> usize {
    let mut draws = 0;
    for seed in 0..labyrinths {
        let labyrinth = labyrinth(&mut Random::new(seed));
        let race = Race::solve(&labyrinth);
        let slow = solve_slowly(&labyrinth);
        for (&(turn, south, north), &value) in &slow {
            let (own, other) = if turn == Player::South { (south, north) } else { (north, south) };
            assert_eq!(race.value(turn, own, other), value, "{labyrinth:?} {turn} {south} {north}");
            draws += usize::from(value == RaceValue::Draw);
            if (usize::from(own.index()) + usize::from(other.index())).is_multiple_of(7) {
                let position = with_pawns(&labyrinth, (turn, south, north)).unwrap();
                let step = race.best_step(&position);
                assert!(position.legal_steps().contains(step));
                if position.goals(turn).contains(step) {
                    assert_eq!(value, RaceValue::Win(1));
                    continue;
                }
                let next = if turn == Player::South {
                    (Player::North, step, north)
                } else {
                    (Player::South, south, step)
                };
                let kept = match slow[&next] {
                    RaceValue::Loss(moves) => RaceValue::Win(moves + 1),
                    RaceValue::Win(moves) => RaceValue::Loss(moves + 1),
                    RaceValue::Draw => RaceValue::Draw,
                };
                assert_eq!(kept, value, "{position:?}");
            }
        }
    }
    draws
}

#[test]
fn races_equal_a_slow_solution() {
    compare(20);
}

/// `cargo test --release -p quoridor-engine --test suite -- --ignored --nocapture a_thousand_races`
#[test]
#[ignore = "takes ten seconds in a release build: run by name"]
fn a_thousand_races() {
    println!("{} draws", compare(1_000));
}

#[test]
fn races_worked_by_hand() {
    let value = |text: &str| {
        let position: Position = text.parse().unwrap();
        Race::solve(&position).value_of(&position)
    };
    // Apart from each other, who needs fewer moves wins; with the move, who needs as many.
    assert_eq!(value("- / - / a5 i5 / 0 0 / 1"), RaceValue::Win(7));
    assert_eq!(value("- / - / a4 i5 / 0 0 / 1"), RaceValue::Loss(8));
    // Face to face, the player who jumps gains a step: South needs 3 instead of 4 moves.
    assert_eq!(value("- / - / e5 e6 / 0 0 / 1"), RaceValue::Win(5));
    assert!(SquareSet::of("e7".parse().unwrap()).contains({
        let position: Position = "- / - / e5 e6 / 0 0 / 1".parse().unwrap();
        Race::solve(&position).best_step(&position)
    }));
}
