//! Unstoppable runs: wins that are certain without solving the race.
//!
//! The rival has no wall left, so it can hinder the runner with its pawn only: by standing in the
//! way, or by gaining steps with jumps. Both need the pawns side by side. If along one of the
//! runner's shortest paths the rival, going anywhere at full speed, can never be beside the runner,
//! then the pawns never meet, nobody jumps, and the player who needs fewer moves arrives first.
//! Walls that the runner may have left do not matter: it does not need them. The converse is not
//! true: a pawn that can be met may still win.

use quoridor_core::{Player, Position, SquareSet};

/// In how many moves of both together a player surely wins a game for two, whatever the other, who
/// must have no wall left, does; `None` if that is not sure. The player may have a quicker way, and
/// either player may be to move.
pub fn unstoppable_run(position: &Position, runner: Player) -> Option<u32> {
    let rival = runner.opposite();
    // How many moves the rival is ahead when the runner moves for the first time.
    let ahead = u8::from(position.turn() == rival);
    let path = position.shortest_path(runner);
    if path.steps() + ahead > position.distance(rival) {
        return None;
    }
    // The squares next to where the rival can be after its answer to the runner's last step.
    let mut beside = SquareSet::of(position.pawn(rival));
    for _ in 0..=ahead {
        beside |= position.neighbours(beside);
    }
    for &square in &path[..path.len() - 1] {
        if beside.contains(square) {
            return None;
        }
        beside |= position.neighbours(beside);
    }
    // The goal square itself is not taken: it is next to the last square looked at.
    Some(2 * u32::from(path.steps()) - 1 + u32::from(ahead))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::race::{Race, RaceValue};
    use crate::random::Random;
    use quoridor_core::Move;

    /// Against the exact solution of the race: what is called sure is won, and not sooner than in
    /// truth.
    #[test]
    fn what_is_sure_is_won() {
        let (mut random, mut sure, mut all) = (Random::new(3), 0, 0);
        for _ in 0..120 {
            let mut position = Position::default();
            while position.outcome().is_none()
                && position.all_walls_left().values().any(|&left| left > 0)
            {
                let moves: Vec<Move> = position.legal_moves().iter().collect();
                let walls: Vec<Move> = position.legal_walls().iter().map(Move::Wall).collect();
                let choice = if random.chance(0.5) { random.pick(&walls) } else { None };
                position.play_unchecked(
                    choice.or_else(|| random.pick(&moves)).expect("a move is always legal"),
                );
            }
            if position.outcome().is_some() {
                continue;
            }
            let race = Race::solve(&position);
            for _ in 0..40 {
                let steps: Vec<Move> = position.legal_steps().iter().map(Move::Step).collect();
                position.play_unchecked(random.pick(&steps).expect("a step is always legal"));
                if position.outcome().is_some() {
                    break;
                }
                let value = race.value_of(&position);
                all += 1;
                if let Some(moves) = unstoppable_run(&position, position.turn()) {
                    assert!(
                        matches!(value, RaceValue::Win(exact) if u32::from(exact) <= moves),
                        "{position}"
                    );
                    sure += 1;
                }
                if let Some(moves) = unstoppable_run(&position, position.turn().opposite()) {
                    assert!(
                        matches!(value, RaceValue::Loss(exact) if u32::from(exact) <= moves),
                        "{position}"
                    );
                    sure += 1;
                }
            }
        }
        // Pawns that stray at random stay close to each other; those that race seldom do.
        assert!(sure * 15 > all && all > 1_000, "only {sure} of {all}");
    }
}
