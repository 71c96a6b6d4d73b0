//! Uniform random playouts, and the claim that with them the agent "spends all fences at the
//! beginning of the game".

use quoridor_arena::OpeningChoice;
use quoridor_arena::statistics::{ClusteredMean, Proportion};
use quoridor_core::Move;
use quoridor_report::{Block, Figure, Quantity};

use super::UNDECIDED;
use crate::compare;
use crate::games::{Contest, Games, Pairings, Played, depth_table, written};
use crate::{BoxedError, Settings};

/// Simulations per move and openings at scale 1. A uniform playout takes hundreds of moves: the
/// paper's 120,000 simulations would take hours per game.
const SIMULATIONS: u64 = 5_000;
const OPENINGS: u64 = 10;
const OPENING: usize = 2;

/// The agents: with the paper's heuristic, and with uniform playouts.
const AGENTS: [&str; 2] = ["respall-2018", "respall-2018:playouts=uniform,playout-cap=10000"];
const NAMES: [&str; 2] = ["heuristic", "uniform"];

/// The beginning of a game: an agent's first 15 moves. Ten fences fit into them.
const BEGINNING: usize = 15;

/// The games between the two.
pub(super) struct Playouts {
    simulations: u64,
    played: Played,
}

/// The fences of one agent in its games.
struct Fences {
    /// Fences among its first moves; a cluster per game.
    placed: ClusteredMean,
    /// Games in which all ten fences were placed within the first moves.
    all_spent: Proportion,
    /// Its move, counted from one, on which it placed its fifth fence; games without are left out.
    fifth: ClusteredMean,
}

impl Playouts {
    pub(super) fn play(settings: &Settings, games: &mut Games<'_>) -> Result<Self, BoxedError> {
        let simulations = settings.scaled(SIMULATIONS, 1);
        let played = games.play(&Contest {
            name: "uniform playouts",
            players: &AGENTS.map(|agent| format!("{agent}@simulations={simulations}")),
            pairings: Pairings::RoundRobin,
            openings: OpeningChoice::Random { plies: OPENING },
            rounds: settings.scaled(OPENINGS, 1) as usize,
            adjudication: UNDECIDED,
        })?;
        Ok(Self { simulations, played })
    }

    fn fences(&self, place: usize) -> Fences {
        let name = self.played.standings.rows().nth(place).map_or("", |(name, _)| name);
        let mut fences = Fences {
            placed: ClusteredMean::default(),
            all_spent: Proportion::new(0, 0),
            fifth: ClusteredMean::default(),
        };
        for game in self.played.games.values() {
            let own: Vec<bool> = game
                .game
                .positions()
                .iter()
                .zip(game.game.moves())
                .skip(game.opening)
                .filter(|(position, _)| game.players[position.turn()] == name)
                .map(|(_, mv)| matches!(mv, Move::Wall(_)))
                .collect();
            let placed = own.iter().take(BEGINNING).filter(|&&is_wall| is_wall).count();
            fences.placed += ClusteredMean::of(1, placed as u64);
            // The opening may have placed one of the ten.
            let before = game.game.moves()[..game.opening].iter().zip(game.game.positions());
            let in_opening = before
                .filter(|(mv, position)| {
                    matches!(mv, Move::Wall(_)) && game.players[position.turn()] == name
                })
                .count();
            fences.all_spent.trials += 1;
            fences.all_spent.successes += u64::from(placed + in_opening >= 10);
            let mut walls = own.iter().enumerate().filter(|(_, is_wall)| **is_wall);
            if let Some((ply, _)) = walls.nth(4) {
                fences.fifth += ClusteredMean::of(1, ply as u64 + 1);
            }
        }
        fences
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        let fences = [0, 1].map(|place| self.fences(place));
        let score = self.played.standings.score(0, 1);
        let shown = |mean: &ClusteredMean| {
            mean.mean().map_or_else(|| "–".to_owned(), |mean| written(mean, 1))
        };
        let rows = NAMES.iter().zip(&fences).map(|(name, fences)| {
            let Proportion { successes, trials } = fences.all_spent;
            vec![
                (*name).to_owned(),
                shown(&fences.placed),
                format!("{successes} of {trials}"),
                shown(&fences.fifth),
            ]
        });
        let depths = NAMES
            .iter()
            .enumerate()
            .map(|(place, name)| ((*name).to_owned(), self.played.effort(place)));
        vec![
            Block::heading("Uniform random playouts"),
            Block::paragraph(&format!(
                "The paper: \"Running MCTS with random simulation shows that our agent spends all \
                 fences at the beginning of the game and on average is better to save them until \
                 the middle of the game.\" Here the agent with the paper's heuristic plays the \
                 same agent with uniform random playouts ({}), {} simulations per move each, from \
                 openings of {OPENING} random moves. The beginning of a game is taken to be an \
                 agent's first {BEGINNING} moves. All fences are spent if none is left then; the \
                 random moves of the opening may have placed one, which the mean number of fences \
                 below leaves out.",
                AGENTS[1],
                Quantity::Exact(self.simulations.into())
            )),
            Block::Figures(self.figures(&fences)),
            Block::table(
                [
                    "playouts",
                    "fences in the first 15 moves",
                    "games with all fences spent by then",
                    "move of the fifth fence",
                ],
                rows.collect(),
            ),
            Block::paragraph(&format!(
                "The heuristic won {} games, {} were undecided, and it lost {}.",
                score.wins, score.draws, score.losses
            )),
            depth_table(depths.collect()),
        ]
    }

    fn figures(&self, [heuristic, uniform]: &[Fences; 2]) -> Vec<Figure> {
        let spent = compare::claim_larger(
            "games with all fences spent at the beginning, uniform against heuristic",
            "larger",
            uniform.all_spent,
            heuristic.all_spent,
        );
        let better = compare::claim_more_than_half(
            "decided games won by the heuristic against uniform playouts",
            compare::decided(self.played.standings.score(0, 1)),
        );
        [spent].into_iter().chain(better).collect()
    }
}
