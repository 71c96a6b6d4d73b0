//! Exact quantities about a move, from which the coach makes its sentences.

use quoridor_core::{Move, Player, Position, Seats};
use quoridor_engine::Value;
use quoridor_engine::race::{Race, RaceValue};
use quoridor_json::seat_map;
use serde_json::{Value as Json, json};

/// The facts of a move: the shortest paths of both players before it, after it and after the best
/// move, the walls left after it, who wins the race after it, and the winner if one is proved.
///
/// `value` is that of the position after the move, for the player to move there.
pub(super) fn facts(before: &Position, made: Move, best: Option<Move>, value: Value) -> Json {
    let after = played(before, made);
    let better = best.filter(|&best| best != made).map(|best| steps(&played(before, best)));
    json!({
        "before": steps(before),
        "after": steps(&after),
        "best": better,
        "walls_left": seat_map(Seats::Two, |player| after.walls_left(player)),
        "race": race(&after),
        "proved": proof(&after, value),
    })
}

/// The winners of a race in which nobody places another wall: with the player to move first, and
/// with the other one first. They differ where one tempo decides. A race that nobody wins has no
/// winner, and a game that is over has no race.
fn race(after: &Position) -> Option<Json> {
    if after.outcome().is_some() {
        return None;
    }
    let race = Race::solve(after);
    let winner = |first: Player| {
        let second = first.opposite();
        let winner = match race.value(first, after.pawn(first), after.pawn(second)) {
            RaceValue::Win(_) => first,
            RaceValue::Loss(_) => second,
            RaceValue::Draw => return None,
        };
        Some(winner.to_string())
    };
    let turn = after.turn();
    Some(json!({ "to_move": winner(turn), "waiting": winner(turn.opposite()) }))
}

fn played(position: &Position, mv: Move) -> Position {
    let mut after = *position;
    after.play_unchecked(mv);
    after
}

/// The steps that each player needs, other pawns aside.
fn steps(position: &Position) -> Json {
    json!(seat_map(Seats::Two, |player| position.distance(player)))
}

/// The winner that a value proves, and in how many plies; nobody once the game is over.
fn proof(after: &Position, value: Value) -> Option<Json> {
    let said = |winner: Player, plies| json!({ "winner": winner.to_string(), "plies": plies });
    if after.winner().is_some() {
        return None;
    }
    match value {
        Value::WinIn(plies) => Some(said(after.turn(), plies)),
        Value::LossIn(plies) => Some(said(after.turn().opposite(), plies)),
        Value::Steps(_) | Value::Score(_) | Value::Chance(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quoridor_core::{Game, Square};
    use quoridor_engine::{Limits, choose_alone};
    use quoridor_players::Spec;
    use std::collections::{HashMap, VecDeque};

    /// The length of a shortest path, by breadth-first search on the text of the position: a second
    /// implementation that shares nothing with the first.
    fn slow_steps(position: &str, north: bool) -> u64 {
        let fields: Vec<&str> = position.split(" / ").collect();
        let squares = |field: &str| -> Vec<(i32, i32)> {
            let square = |word: &str| {
                let bytes = word.as_bytes();
                (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
            };
            field.split_whitespace().filter(|word| *word != "-").map(square).collect()
        };
        let (across, upright) = (squares(fields[0]), squares(fields[1]));
        let pawns = squares(fields[2]);
        let is_open = |(x, y): (i32, i32), (to_x, to_y): (i32, i32)| {
            let (column, row) = (x.min(to_x), y.min(to_y));
            if x == to_x {
                !across.iter().any(|&(a, b)| b == row && (a == x || a + 1 == x))
            } else {
                !upright.iter().any(|&(a, b)| a == column && (b == y || b + 1 == y))
            }
        };
        let (from, goal) = if north { (pawns[1], 0) } else { (pawns[0], 8) };
        let mut far = vec![None; 81];
        far[(from.0 * 9 + from.1) as usize] = Some(0);
        let mut queue = VecDeque::from([from]);
        while let Some((x, y)) = queue.pop_front() {
            let steps = far[(x * 9 + y) as usize].unwrap();
            if y == goal {
                return steps;
            }
            for to in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
                let is_inside = (0..9).contains(&to.0) && (0..9).contains(&to.1);
                if is_inside && is_open((x, y), to) && far[(to.0 * 9 + to.1) as usize].is_none() {
                    far[(to.0 * 9 + to.1) as usize] = Some(steps + 1);
                    queue.push_back(to);
                }
            }
        }
        panic!("{position}: no path");
    }

    /// Every number of every move of random games, computed again.
    #[test]
    fn paths_and_walls_are_those_of_a_slow_search() {
        for seed in 0..20 {
            let spec = format!("random:seed={seed}").parse::<Spec>().unwrap();
            let mut agent = spec.build().unwrap();
            let mut game = Game::default();
            while game.position().outcome().is_none() && game.moves().len() < 60 {
                let made = choose_alone(agent.as_mut(), &game, &Limits::NONE).mv;
                let best = choose_alone(agent.as_mut(), &game, &Limits::NONE).mv;
                let before = *game.position();
                let facts = facts(&before, made, Some(best), Value::Steps(0.0));
                let other = before.play(best).unwrap();
                game.play(made).unwrap();
                let after = *game.position();
                let expected = |position: &Position, key: &str| {
                    let text = position.to_string();
                    for (seat, north) in [("South", false), ("North", true)] {
                        assert_eq!(facts[key][seat], slow_steps(&text, north), "{key} {text}");
                    }
                };
                expected(&before, "before");
                expected(&after, "after");
                if best == made {
                    assert!(facts["best"].is_null());
                } else {
                    expected(&other, "best");
                }
                let text = after.to_string();
                let left: Vec<u64> = text
                    .split(" / ")
                    .nth(3)
                    .unwrap()
                    .split(' ')
                    .map(|walls| walls.parse().unwrap())
                    .collect();
                assert_eq!(facts["walls_left"]["South"], left[0]);
                assert_eq!(facts["walls_left"]["North"], left[1]);
            }
        }
    }

    /// The winner of a race, by a search through all its lines up to a number of plies: a second
    /// implementation, which knows positions only.
    fn slow_winner(position: &Position, plies: u8, known: &mut Known) -> Option<Player> {
        if let Some(winner) = position.winner() {
            return Some(winner);
        }
        if plies == 0 {
            return None;
        }
        let key = (position.pawn(Player::South), position.pawn(Player::North), position.turn());
        if let Some(&winner) = known.get(&(key, plies)) {
            return winner;
        }
        let turn = position.turn();
        let mut winner = Some(turn.opposite());
        for step in position.legal_steps() {
            match slow_winner(&played(position, Move::Step(step)), plies - 1, known) {
                Some(found) if found == turn => {
                    winner = Some(turn);
                    break;
                }
                None => winner = None,
                Some(_) => {}
            }
        }
        known.insert((key, plies), winner);
        winner
    }

    type Known = HashMap<((Square, Square, Player), u8), Option<Player>>;

    /// The races of random games, with either player to move first.
    #[test]
    fn races_are_those_of_a_slow_search() {
        let mut by_tempo = 0;
        for seed in 0..12 {
            let spec = format!("random:seed={seed}").parse::<Spec>().unwrap();
            let mut agent = spec.build().unwrap();
            let mut game = Game::default();
            while game.position().outcome().is_none() && game.moves().len() < 24 {
                let mv = choose_alone(agent.as_mut(), &game, &Limits::NONE).mv;
                game.play(mv).unwrap();
            }
            let after = *game.position();
            let Some(found) = race(&after) else { continue };
            for (key, turn) in [("to_move", after.turn()), ("waiting", after.turn().opposite())] {
                let mut setup = after.setup();
                setup.turn = turn;
                let position = setup.position().unwrap();
                // Longer than any path; with fewer plies a race could look undecided.
                let plies =
                    2 * (position.distance(Player::South) + position.distance(Player::North));
                let winner = slow_winner(&position, plies.max(40), &mut Known::new());
                let winner = winner.map(|winner| winner.to_string());
                assert_eq!(found[key], json!(winner), "{key}: {position}");
            }
            by_tempo += usize::from(found["to_move"] != found["waiting"]);
        }
        assert!(by_tempo > 0, "no race is decided by the tempo");
    }

    /// By hand, without walls: both need four steps on columns of their own, so the first to move
    /// arrives first. With two steps less, South arrives first in any case.
    #[test]
    fn a_tempo_decides_a_race_of_equal_paths() {
        let race_of = |text: &str| race(&text.parse::<Position>().unwrap()).unwrap();
        let decided =
            |to_move: &str, waiting: &str| json!({ "to_move": to_move, "waiting": waiting });
        assert_eq!(race_of("- / - / a5 i5 / 3 3 / 1"), decided("South", "North"));
        assert_eq!(race_of("- / - / a5 i5 / 3 3 / 2"), decided("North", "South"));
        assert_eq!(race_of("- / - / a7 i5 / 3 3 / 2"), decided("South", "South"));
    }

    /// No walls left: South on a7 needs two steps, North on i4 three. South to move wins by hand:
    /// a8, i3, a9.
    #[test]
    fn proofs_name_the_winner() {
        let before: Position = "- / - / a7 i4 / 0 0 / 1".parse().unwrap();
        let proved =
            |mv: &str, value| facts(&before, mv.parse().unwrap(), None, value)["proved"].clone();
        assert_eq!(
            proved("a8", Value::LossIn(2)),
            json!({ "winner": "South", "plies": 2 }),
            "North is to move and loses in two"
        );
        assert_eq!(proved("a6", Value::WinIn(5)), json!({ "winner": "North", "plies": 5 }));
        assert!(proved("a8", Value::Steps(3.0)).is_null());
        let last: Position = "- / - / a8 i4 / 0 0 / 1".parse().unwrap();
        assert!(facts(&last, "a9".parse().unwrap(), None, Value::LossIn(0))["proved"].is_null());
    }
}
