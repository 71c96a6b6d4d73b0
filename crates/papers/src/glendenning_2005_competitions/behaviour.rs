//! How psi1 moves its pawn and places its fences.
//!
//! The thesis: "While chromosome 7 is able to effectively place fences to lengthen the opponent's
//! path, it is not very effective at moving towards the goal, especially near the end of the game,
//! and does not play fences defensively."

use quoridor_arena::statistics::{ClusteredMean, Proportion};
use quoridor_core::Move;
use quoridor_report::{Block, Figure, Quantity};

use super::competition::{BEST, Competition, champion_of};
use crate::compare;

/// Counts over the moves of one champion.
struct Behaviour {
    /// The steps by which a fence lengthens the opponent's path, and the own one; a cluster per
    /// game.
    opponents_path: ClusteredMean,
    own_path: ClusteredMean,
    /// Fences that lengthen the opponent's path, among all.
    effective: Proportion,
    /// Pawn moves that lead nearer to the goal, among all: in the first three quarters of a game,
    /// and in the last one.
    early: Proportion,
    late: Proportion,
}

fn count(proportion: &mut Proportion, is_success: bool) {
    proportion.successes += u64::from(is_success);
    proportion.trials += 1;
}

impl Behaviour {
    fn of(champion: &str, competitions: &[Competition]) -> Self {
        let none = Proportion::new(0, 0);
        let mut behaviour = Self {
            opponents_path: ClusteredMean::default(),
            own_path: ClusteredMean::default(),
            effective: none,
            early: none,
            late: none,
        };
        let games = competitions.iter().flat_map(|competition| competition.played.games.values());
        for game in games {
            let seats: Vec<_> = game
                .players
                .iter()
                .filter(|(_, name)| champion_of(name) == champion)
                .map(|(player, _)| player)
                .collect();
            let (positions, moves) = (game.game.positions(), game.game.moves());
            for player in seats {
                let (mut fences, mut theirs, mut ours) = (0, 0, 0);
                for (ply, pair) in positions.windows(2).enumerate() {
                    let (before, after) = (&pair[0], &pair[1]);
                    if before.turn() != player {
                        continue;
                    }
                    let opponent = player.opposite();
                    match moves[ply] {
                        Move::Wall(_) => {
                            let theirs_now = after.distance(opponent) - before.distance(opponent);
                            fences += 1;
                            theirs += u64::from(theirs_now);
                            ours += u64::from(after.distance(player) - before.distance(player));
                            count(&mut behaviour.effective, theirs_now > 0);
                        }
                        _ => {
                            let is_late = 4 * ply >= 3 * moves.len();
                            let nearer = after.distance(player) < before.distance(player);
                            let steps =
                                if is_late { &mut behaviour.late } else { &mut behaviour.early };
                            count(steps, nearer);
                        }
                    }
                }
                behaviour.opponents_path += ClusteredMean::of(fences, theirs);
                behaviour.own_path += ClusteredMean::of(fences, ours);
            }
        }
        behaviour
    }
}

pub(super) fn blocks(competitions: &[Competition]) -> Vec<Block> {
    let behaviour = Behaviour::of(BEST, competitions);
    let decimal = |number| Quantity::Decimal(number, 2);
    let mut figures = Vec::new();
    let lengthened = [
        ("steps that a fence adds to the opponent's path", behaviour.opponents_path),
        ("steps that a fence adds to the own path", behaviour.own_path),
    ];
    for (what, mean) in lengthened {
        figures.extend(mean.mean().map(|mean| Figure::measured(what, mean, decimal)));
    }
    figures.extend(compare::new_share(
        "fences that lengthen the opponent's path",
        behaviour.effective,
    ));
    figures.extend(compare::new_share(
        "pawn moves towards the goal, first three quarters of a game",
        behaviour.early,
    ));
    figures.extend(compare::new_share("pawn moves towards the goal, last quarter", behaviour.late));
    let percent = |moves: Proportion| Quantity::Percent(moves.share().unwrap_or_default(), 0);
    vec![
        Block::paragraph(
            "The thesis: \"While chromosome 7 is able to effectively place fences to lengthen the \
             opponent's path, it is not very effective at moving towards the goal, especially near \
             the end of the game, and does not play fences defensively.\" In numbers, over its \
             games of both competitions (moves of a game are not independent, so that intervals of \
             shares are too narrow):",
        ),
        Block::Figures(figures),
        Block::paragraph(&format!(
            "That {} of its pawn moves lead nearer to the goal in the first three quarters of a \
             game and {} in the last one fits \"not very effective at moving towards the goal\". \
             Whether it is worse near the end is not tested, since the moves of a game are not \
             independent.",
            percent(behaviour.early),
            percent(behaviour.late)
        )),
    ]
}
