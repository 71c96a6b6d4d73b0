//! Games of our own, for how long a game is and how many moves there are to choose from.

use quoridor_core::{Adjudication, ByPlayer, Ending, Game, Move, Player, Seats};
use quoridor_engine::random::Random;
use quoridor_engine::{Limits, Spec, SpecError, choose_alone};

use std::collections::BTreeSet;

use crate::played::{PlayedGame, Reason, Thought};
use crate::statistics::{Distribution, GameFigures};

/// So many moves at random begin each game, so that players without lots do not play the same one again.
pub(crate) const OPENING: usize = 4;

/// Glendenning's MOVECAP in the competitions that gave 91.1 moves and 60.4 choices: a longer game is a draw.
pub(crate) const MOVE_CAP: usize = 182;

/// Who plays itself, and what it may use up for a move.
pub(crate) struct Pairing {
    pub(crate) spec: &'static str,
    pub(crate) limits: Limits,
    pub(crate) limits_in_words: &'static str,
}

/// Players from the weakest to the strongest.
pub(crate) const PAIRINGS: [Pairing; 5] = [
    Pairing { spec: "random", limits: Limits::NONE, limits_in_words: "" },
    Pairing { spec: "hola-2016-heuristic", limits: Limits::NONE, limits_in_words: "" },
    Pairing { spec: "mertens-2006", limits: Limits::depth(2), limits_in_words: "depth 2" },
    Pairing { spec: "respall-2018", limits: Limits::simulations(1000), limits_in_words: "1,000 simulations" },
    Pairing { spec: "champion:hash=4", limits: Limits::nodes(1000), limits_in_words: "1,000 nodes" },
];

/// What a player's games against itself look like.
pub(crate) struct Played {
    pub(crate) figures: GameFigures,
    /// Games that ended by the move cap.
    pub(crate) capped: u64,
    /// Games that had been played before, and were not counted again.
    pub(crate) repeated: u64,
    /// The decimal logarithm of the product of all choices of a game, times a million and rounded: the size of the tree of which it is one branch.
    pub(crate) tree: Distribution,
}

/// A player's games against itself.
pub(crate) fn play(pairing: &Pairing, games: u64, seed: u64) -> Result<Played, SpecError> {
    let adjudication = Adjudication { max_plies: Some(MOVE_CAP), repetitions: None };
    let mut played = Played { figures: GameFigures::default(), capped: 0, repeated: 0, tree: Distribution::default() };
    let mut seen = BTreeSet::new();
    for number in 0..games {
        let mut random = Random::new(seed.wrapping_add(number));
        let mut agents = Vec::new();
        for _ in 0..2 {
            agents.push(seeded(pairing.spec, &mut random)?.build()?);
        }
        let (mut game, mut thoughts) = (opening(&mut random), Vec::new());
        let ending = loop {
            if let Some(ending) = game.ending(&adjudication) {
                break ending;
            }
            let place = usize::from(game.position().turn() == Player::North);
            let decision = choose_alone(agents[place].as_mut(), &game, &pairing.limits);
            game.play(decision.mv).expect("players make legal moves");
            thoughts.push(Thought { depth: decision.depth, nodes: decision.nodes, ..Thought::default() });
        };
        let players = ByPlayer::new(Seats::Two, |_| pairing.spec.to_owned());
        let game = PlayedGame { players, game, opening: OPENING, thoughts, reason: Reason::Over(ending) };
        if !seen.insert(game.fingerprint()) {
            played.repeated += 1;
            continue;
        }
        played.capped += u64::from(ending == Ending::MoveCap);
        played.tree.record((tree_size(&game.game) * 1e6).round() as u64);
        played.figures += GameFigures::of(&game);
    }
    Ok(played)
}

/// The decimal logarithm of the product of the choices in every position of a game.
fn tree_size(game: &Game) -> f64 {
    let chosen = &game.positions()[..game.moves().len()];
    chosen.iter().map(|position| (position.legal_moves().len() as f64).log10()).sum()
}

/// The player, with lots of its own if it draws any.
fn seeded(spec: &str, random: &mut Random) -> Result<Spec, SpecError> {
    let spec: Spec = spec.parse()?;
    if spec.value("seed").is_some() { spec.with("seed", &random.next().to_string()) } else { Ok(spec) }
}

/// A game that begins with moves at random.
fn opening(random: &mut Random) -> Game {
    let mut game = Game::default();
    for _ in 0..OPENING {
        let moves: Vec<Move> = game.position().legal_moves().iter().collect();
        let mv = random.pick(&moves).expect("nobody wins within four moves");
        game.play(mv).expect("a legal move");
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Players that only walk: somebody wins long before the cap, and as only the opening's walls are on the board, there are many to choose from.
    #[test]
    fn games_are_played_and_counted() {
        let walkers = Pairing { spec: "hola-2016-path", limits: Limits::NONE, limits_in_words: "" };
        let played = play(&walkers, 20, 5).unwrap();
        assert_eq!((played.figures.games() + played.repeated, played.capped), (20, 0));
        let length = &played.figures.length;
        assert!(length.min().unwrap() > 8 && length.max().unwrap() < 60, "{length:?}");
        assert_eq!(played.figures.branching.count(), length.total() as u64 - OPENING as u64 * played.figures.games());
        assert!(played.figures.branching.min().unwrap() > 60);
        // The product of the choices lies between those of the fewest and of the most choices.
        let logarithm = played.tree.mean().unwrap() / 1e6;
        assert!(logarithm > 8.0 * 1.7 && logarithm < 60.0 * 2.13, "{logarithm}");
        assert_eq!(play(&walkers, 20, 5).unwrap().figures, played.figures);
    }
}
