//! Levels: mistakes that the policy finds plausible.
//!
//! The policy learnt which moves strong players make, so moves that it likes are moves that a
//! person would consider. Levels 1 to 4 draw a move from the policy and look no further; 5 and 6
//! draw by the visits of a short search; 7 to 9 limit the search only. No level overlooks a win in
//! one move. Levels 1 to 6 do not return to an earlier position if they need not; from 7 on the
//! search decides, to which such a move is a draw.

use quoridor_core::Game;

use super::PuctPlayer;
use crate::agent::Watch;
use crate::decision::{Decision, RootMove};
use crate::limits::Limits;
use crate::logarithm::ln;
use crate::net::exponential;
use crate::random::Random;
use crate::registry::HIGHEST_LEVEL;
use crate::repetition::moves_without_repetition;

/// The limits of a level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// The simulations of the search; with none the policy alone decides.
    simulations: u64,
    /// The temperature of the draw among plausible moves: the higher, the more even. Zero plays the
    /// best move.
    temperature: f64,
}

/// From level one on.
const LEVELS: [Level; HIGHEST_LEVEL - 1] = [
    Level { simulations: 0, temperature: 5.1 },
    Level { simulations: 0, temperature: 1.55 },
    Level { simulations: 0, temperature: 0.86 },
    Level { simulations: 0, temperature: 0.56 },
    Level { simulations: 4, temperature: 0.7 },
    Level { simulations: 8, temperature: 0.4 },
    Level { simulations: 20, temperature: 0.0 },
    Level { simulations: 70, temperature: 0.0 },
    Level { simulations: 300, temperature: 0.0 },
];

/// A move is plausible if its share is at least this part of the largest.
const PLAUSIBLE: f64 = 0.035;

impl Level {
    /// The limits of a level; none at the highest.
    pub(super) fn of(level: usize) -> Option<&'static Self> {
        LEVELS.get(level - 1)
    }

    fn limits(&self, limits: &Limits) -> Limits {
        let most = self.simulations.max(1);
        Limits { nodes: Some(limits.nodes.map_or(most, |nodes| nodes.min(most))), ..*limits }
    }

    /// How much each move is liked: by the visits of the search; by the policy if there was none,
    /// or if it visited other moves only.
    fn shares<'a>(&self, moves: &[&'a RootMove]) -> Vec<(&'a RootMove, f64)> {
        let has_visits = self.simulations > 0 && moves.iter().any(|root| root.visits > 0);
        let share = |root: &RootMove| if has_visits { root.visits as f64 } else { root.prior };
        moves.iter().map(|&root| (root, share(root))).collect()
    }
}

impl PuctPlayer {
    /// Plays at a level.
    pub(super) fn choose_at(
        &mut self,
        level: &Level,
        game: &Game,
        limits: &Limits,
        watch: &mut Watch<'_>,
    ) -> Decision {
        if let Some(win) = Decision::win_at_once(game.position()) {
            return win;
        }
        // A tree that is kept would make the search longer than the level says.
        self.tree.clear();
        let mut decision = self.search(game, &level.limits(limits), watch);
        if level.temperature == 0.0 {
            return decision;
        }
        let fresh = moves_without_repetition(game);
        let moves = decision.root.iter().filter(|root| fresh.contains(root.mv));
        let shares = level.shares(&moves.collect::<Vec<_>>());
        if let Some(chosen) = drawn(&shares, level.temperature, &mut self.random) {
            (decision.mv, decision.value, decision.line) =
                (chosen.mv, Some(chosen.value), vec![chosen.mv]);
        }
        decision
    }
}

/// One of the plausible moves, drawn with their shares to the power of one by the temperature.
fn drawn<'a, T>(shares: &[(&'a T, f64)], temperature: f64, random: &mut Random) -> Option<&'a T> {
    let largest = shares.iter().fold(0.0, |largest: f64, &(_, share)| largest.max(share));
    let plausible =
        shares.iter().filter(|(_, share)| *share > 0.0 && *share >= PLAUSIBLE * largest);
    let weight = |share: f64| {
        // Logarithm and power of our own: the same on every machine.
        let parts = (share / largest * f64::from(u32::MAX)) as u32;
        f64::from(exponential(((ln(parts.max(1)) - ln(u32::MAX)) / temperature) as f32))
    };
    let weighted: Vec<(&T, f64)> = plausible.map(|&(item, share)| (item, weight(share))).collect();
    let mut left = random.unit() * weighted.iter().map(|&(_, weight)| weight).sum::<f64>();
    for &(item, weight) in &weighted {
        left -= weight;
        if left < 0.0 {
            return Some(item);
        }
    }
    weighted.first().map(|&(item, _)| item)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::choose_alone;
    use crate::decision::Value;
    use crate::registry::agent;

    /// By hand: shares of 8, 4 and 1 at a temperature of a half are drawn as 64, 16 and 1; a share
    /// of 0.1 is not plausible beside one of 8.
    #[test]
    fn moves_are_drawn_by_their_shares() {
        let shares = [(&'a', 8.0), (&'b', 4.0), (&'c', 1.0), (&'d', 0.1), (&'e', 0.0)];
        let (mut random, mut counts) = (Random::new(3), [0_u32; 5]);
        for _ in 0..81_000 {
            let item = *drawn(&shares, 0.5, &mut random).unwrap();
            counts[item as usize - 'a' as usize] += 1;
        }
        // Within five standard deviations.
        for (count, expected, spread) in
            [(counts[0], 64_000, 600), (counts[1], 16_000, 570), (counts[2], 1_000, 160)]
        {
            assert!(count.abs_diff(expected) < spread, "{counts:?}");
        }
        assert_eq!(counts[3..], [0, 0]);
        assert_eq!(drawn::<char>(&[], 1.0, &mut random), None);
    }

    const LOST: &str = "- / - / e2 b4 / 2 2 / 1";

    fn game_at(level: usize, seed: u64) -> Game {
        let mut player = agent(&format!("puct:level={level},seed={seed}"));
        let mut game = Game::default();
        while game.position().outcome().is_none() && game.moves().len() < 60 {
            let decision = choose_alone(player.as_mut(), &game, &Limits::NONE);
            assert!(decision.nodes <= Level::of(level).unwrap().simulations.max(1));
            game.play(decision.mv).unwrap();
        }
        game
    }

    #[test]
    fn games_follow_from_the_seed() {
        for level in [1, 3, 5] {
            assert_eq!(game_at(level, 1), game_at(level, 1), "level {level}");
            assert_ne!(game_at(level, 1), game_at(level, 2), "level {level}");
        }
        // Without a draw the seed is of no account.
        assert_eq!(game_at(7, 1), game_at(7, 2));
    }

    /// By hand: moves count by their visits; if the search visited other moves only, and on levels
    /// that do not search, by the policy.
    #[test]
    fn moves_are_liked_by_their_visits_or_else_by_the_policy() {
        let root_move = |visits, prior| RootMove {
            mv: "e2".parse().unwrap(),
            visits,
            value: Value::Chance(0.5),
            prior,
        };
        let shares = |level, moves: [&RootMove; 2]| -> Vec<f64> {
            let shares = Level::of(level).unwrap().shares(&moves);
            shares.iter().map(|&(_, share)| share).collect()
        };
        let (visited, unlikely, likely) = (root_move(3, 0.2), root_move(0, 0.1), root_move(0, 0.7));
        assert_eq!(shares(5, [&visited, &likely]), [3.0, 0.0]);
        assert_eq!(shares(5, [&unlikely, &likely]), [0.1, 0.7]);
        assert_eq!(shares(4, [&visited, &likely]), [0.2, 0.7]);
    }

    /// South is lost and could go back to a position that was there, a draw. The levels that draw
    /// moves take another one all the same.
    #[test]
    fn a_level_goes_on_although_the_search_would_return() {
        let mut game = Game::new(LOST.parse().unwrap());
        for mv in ["e3", "b5", "e2", "b4"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let fresh = moves_without_repetition(&game);
        let mut full = agent("puct");
        let best = choose_alone(full.as_mut(), &game, &Limits::nodes(200)).mv;
        assert!(!fresh.contains(best), "the search plays {best}");
        for level in 1..=6 {
            for seed in 1..=20 {
                let mut player = agent(&format!("puct:level={level},seed={seed}"));
                let decision = choose_alone(player.as_mut(), &game, &Limits::NONE);
                assert!(fresh.contains(decision.mv), "level {level}: {}", decision.mv);
            }
        }
    }

    /// A level returns to a position only where every move does.
    #[test]
    fn no_level_returns_to_a_position_or_overlooks_a_win() {
        for level in 1..=6 {
            let played = game_at(level, 4);
            let mut game = Game::default();
            for &mv in played.moves() {
                let fresh = moves_without_repetition(&game);
                assert!(fresh.contains(mv), "level {level}: {mv}");
                game.play(mv).unwrap();
            }
            let mut player = agent(&format!("puct:level={level}"));
            let game = Game::new("- / - / e8 a2 / 3 3 / 1".parse().unwrap());
            let decision = choose_alone(player.as_mut(), &game, &Limits::NONE);
            assert_eq!(decision.value, Some(Value::WinIn(1)), "level {level}");
        }
    }
}
