//! The proofs of the search are true.

use quoridor_core::{Game, Position};
use quoridor_engine::{Decision, Limits, Value};
use quoridor_literature::search::mcts::{Expansion, MctsSettings};

use crate::exhaustive::{Solved, Solver};
use crate::known_results::variant;
use crate::searches::{choose, uniform};

/// Searches a position and fails if a proof, of the position or of one of its moves, disagrees with
/// the solver. The moves that a proof says may be more than needed, never fewer.
fn check(
    solver: &Solver,
    position: &Position,
    settings: MctsSettings,
    simulations: u64,
) -> Decision {
    let game = Game::new(*position);
    let decision = choose(&mut uniform(settings), &game, &Limits::simulations(simulations));
    let agrees = |value: Value, solved: Solved| match (value, solved) {
        (Value::WinIn(proved), Solved::Win(plies))
        | (Value::LossIn(proved), Solved::Loss(plies)) => proved >= plies,
        (Value::WinIn(_) | Value::LossIn(_), _) => false,
        (Value::Chance(_) | Value::Steps(_) | Value::Score(_), _) => true,
    };
    let solved = solver.get(position);
    assert!(
        agrees(decision.value.unwrap(), solved),
        "{position}: {:?}, but {solved:?}",
        decision.value
    );
    for root in &decision.root {
        let mut next = *position;
        next.play_unchecked(root.mv);
        let solved = match solver.get(&next) {
            Solved::Win(plies) => Solved::Loss(plies + 1),
            Solved::Loss(plies) => Solved::Win(plies + 1),
            Solved::Draw => Solved::Draw,
        };
        assert!(
            agrees(root.value, solved),
            "{position} {}: {:?}, but {solved:?}",
            root.mv,
            root.value
        );
    }
    decision
}

fn is_proved(decision: &Decision) -> bool {
    matches!(decision.value, Some(Value::WinIn(_) | Value::LossIn(_)))
}

const SMALL: [(&str, u8); 5] = [("3x3", 0), ("3x3", 1), ("3x3", 2), ("5x3", 0), ("5x3", 1)];

#[test]
fn starts_of_small_boards() {
    for (size, walls) in SMALL {
        let solver = Solver::new(variant(size, walls));
        for expansion in [Expansion::AllChildren, Expansion::OneChild] {
            let settings = MctsSettings { expansion, ..MctsSettings::default() };
            let decision =
                check(&solver, &Position::start(variant(size, walls)), settings, 200_000);
            assert_eq!(
                is_proved(&decision),
                solver.start() != Solved::Draw,
                "{size} with {walls} walls: {decision:?}"
            );
        }
    }
}

#[test]
fn positions_of_small_boards() {
    for (size, walls) in SMALL {
        let solver = Solver::new(variant(size, walls));
        // All of the smallest boards, some thousands of the others.
        let positions = solver.positions();
        let stride = (positions.len() / 5000).max(1);
        let (mut decided, mut proved) = (0, 0);
        for (number, position) in positions.iter().step_by(stride).enumerate() {
            let expansion = [Expansion::AllChildren, Expansion::OneChild][number % 2];
            let decision = check(
                &solver,
                position,
                MctsSettings { expansion, ..MctsSettings::default() },
                5000,
            );
            decided += u32::from(solver.get(position) != Solved::Draw);
            proved += u32::from(is_proved(&decision));
        }
        // It must not only be right but also have something to say.
        assert!(
            proved * 10 >= decided * 9,
            "{size} with {walls} walls: {proved} of {decided} proved"
        );
    }
}

/// Three columns and five rows with two walls each: the smallest board where pawns can walk in
/// circles for ever and neither may leave.
#[test]
fn a_draw_is_never_proved() {
    let solver = Solver::new(variant("3x5", 2));
    let mut draws = solver.positions();
    draws.retain(|position| solver.get(position) == Solved::Draw);
    assert_eq!(draws.len(), 32);
    for position in draws {
        let decision = check(&solver, &position, MctsSettings::default(), 20_000);
        assert!(!is_proved(&decision), "{position}");
        assert_eq!(decision.nodes, 20_000);
    }
}
