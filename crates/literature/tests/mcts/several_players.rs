//! Proofs with three and four players, against plain recursion.

use std::collections::HashMap;

use quoridor_core::{BoardSize, Game, Player, Position, Seats, Variant};
use quoridor_engine::random::Random;
use quoridor_engine::{Limits, Value};
use quoridor_literature::search::mcts::MctsSettings;

use crate::searches::{choose, uniform};

/// Whether a player can win within a number of plies, whatever the others do.
fn can_force(
    player: Player,
    position: &Position,
    plies: u32,
    known: &mut HashMap<(Player, Position, u32), bool>,
) -> bool {
    if let Some(winner) = position.winner() {
        return winner == player;
    }
    if plies == 0 {
        return false;
    }
    if let Some(&result) = known.get(&(player, *position, plies)) {
        return result;
    }
    let mut wins_after = |mv| {
        let mut next = *position;
        next.play_unchecked(mv);
        can_force(player, &next, plies - 1, known)
    };
    let mut moves = position.legal_moves().iter();
    let result = if position.turn() == player {
        moves.any(&mut wins_after)
    } else {
        moves.all(&mut wins_after)
    };
    known.insert((player, *position, plies), result);
    result
}

/// The longest proofs that are checked: recursion takes too long for more.
const MAX_PLIES: u32 = 8;

#[test]
fn proofs_with_three_and_four_players() {
    let mut random = Random::new(1);
    let (mut won, mut lost) = (0, 0);
    for number in 0..400_u32 {
        let size = BoardSize::new(3, [3, 4][number as usize % 2]).unwrap();
        let seats = if number % 4 < 2 { Seats::Three } else { Seats::Four };
        let mut position = Position::start(Variant { size, seats, walls: 1 });
        for _ in 0..random.below(10) {
            let moves = position.legal_moves();
            let mut next = position;
            next.play_unchecked(moves.iter().nth(random.below(moves.len())).unwrap());
            if next.winner().is_none() {
                position = next;
            }
        }
        let decision = choose(
            &mut uniform(MctsSettings::default()),
            &Game::new(position),
            &Limits::simulations(2000),
        );
        let mover = position.turn();
        let mut known = HashMap::new();
        match decision.value.unwrap() {
            Value::WinIn(plies) if plies <= MAX_PLIES => {
                assert!(
                    can_force(mover, &position, plies, &mut known),
                    "{position}: {:?}",
                    decision.value
                );
                won += 1;
            }
            Value::LossIn(plies) if plies <= MAX_PLIES => {
                // Every move loses, but not every one need lose to the same opponent.
                let loses = |mv| {
                    let mut next = position;
                    next.play_unchecked(mv);
                    let mut others = seats.players().iter().filter(|&&player| player != mover);
                    others.any(|&player| can_force(player, &next, plies - 1, &mut known))
                };
                assert!(
                    position.legal_moves().iter().all(loses),
                    "{position}: {:?}",
                    decision.value
                );
                lost += 1;
            }
            _ => {}
        }
    }
    assert!(won > 20 && lost > 20, "{won} won, {lost} lost");
}
