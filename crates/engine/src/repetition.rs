//! Moves that do not repeat a position.

use quoridor_core::{Game, Move, MoveSet};

/// The legal moves, without those that repeat a position of the game unless all do.
pub fn moves_without_repetition(game: &Game) -> MoveSet {
    let legal = game.position().legal_moves();
    // A wall never repeats a position.
    let seen = game.since_last_wall();
    let fresh = |mv: &Move| {
        let mut next = *game.position();
        next.play_unchecked(*mv);
        !seen.contains(&next)
    };
    let steps = legal.steps.iter().filter(|&square| fresh(&Move::Step(square))).collect();
    let left = MoveSet { steps, ..legal };
    if left.is_empty() { legal } else { left }
}

/// The moves to choose from: all legal ones, or with `no-repeat` those above.
pub fn choices(game: &Game, no_repeat: bool) -> MoveSet {
    if no_repeat { moves_without_repetition(game) } else { game.position().legal_moves() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &str) -> Game {
        let mut game = Game::default();
        for mv in moves.split(' ') {
            game.play(mv.parse().unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn the_way_back_is_left_out() {
        // South could go back to e1, where the game began.
        let left = moves_without_repetition(&game("e2 e8 e1 e9 e2 e8"));
        assert!(!left.steps.contains("e1".parse().unwrap()));
        assert_eq!(left.len(), game("e2 e8 e1 e9 e2 e8").position().legal_moves().len() - 1);
    }

    #[test]
    fn a_wall_makes_everything_new() {
        let game = game("e2 e8 e1 e9 e2 e8 a1h a8h");
        assert_eq!(moves_without_repetition(&game), game.position().legal_moves());
    }
}
