//! A review of a game: the win probability that each move lost.
//!
//! Every position is searched with the same number of nodes. A move's loss is the value of the
//! position before it less the value after it, both to the player who made it, in steps and in win
//! probability: a step that decides a close game weighs more than one in a game that is won.

use quoridor_core::{Game, Move, Player, Seats};
use quoridor_engine::{Limits, Value, Watch};
use quoridor_json::{ValueJson, for_south, seat_map};
use serde_json::{Value as Json, json};

use super::accuracy;
use super::analyst::{Analysts, REVIEWER};
use crate::compute::{Signal, Work};
use crate::problem::Problem;
use crate::resources::Player as Analyst;
use crate::socket::Outbox;
use crate::words::in_steps;

/// From which loss of win probability on a move is called so.
const JUDGEMENTS: [(f64, &str); 3] = [(0.20, "blunder"), (0.10, "mistake"), (0.05, "inaccuracy")];

/// A move is a turning point from this loss of win probability on; at most this many are listed.
const DECIDING: f64 = 0.10;
const MOST_DECIDING: usize = 5;

/// A game that is reviewed.
pub(super) struct Review {
    id: u64,
    game: Game,
    analyst: Analyst,
    nodes: u64,
    /// The results of the positions so far, from the first on.
    found: Vec<Found>,
    outbox: Outbox,
}

/// The value of a position for the player to move, and the best move.
struct Found {
    value: Value,
    line: Vec<Move>,
}

impl Review {
    pub(super) fn new(
        id: u64,
        game: Game,
        nodes: u64,
        outbox: Outbox,
        analysts: Analysts<'_>,
    ) -> Result<Self, Problem> {
        if game.start().seats() != Seats::Two {
            return Err(Problem::bad("game: only games for two can be reviewed"));
        }
        if game.moves().is_empty() {
            return Err(Problem::bad("game: there are no moves to review"));
        }
        let analyst = analysts.build(Some(REVIEWER), game.start(), 1)?;
        Ok(Self { id, game, analyst, nodes, found: Vec::new(), outbox })
    }

    /// Searches the position after a number of moves. `None` if it was interrupted.
    fn look(&mut self, ply: usize, signal: &Signal) -> Option<Found> {
        let mut game = Game::new(*self.game.start());
        for &mv in &self.game.moves()[..ply] {
            game.play(mv).ok()?;
        }
        if game.position().outcome().is_some() {
            // The player to move has just lost.
            return Some(Found { value: Value::LossIn(0), line: Vec::new() });
        }
        let mut report = |_: &_| {};
        let mut watch = Watch::new(signal.stop(), &mut report);
        let decision = self.analyst.agent.choose(&game, &Limits::nodes(self.nodes), &mut watch);
        let value = decision.value.unwrap_or(Value::Score(0.0));
        (!signal.is_stopped()).then_some(Found { value, line: decision.line })
    }

    fn judged(&self, ply: usize) -> Judged {
        let (before, after) = (&self.found[ply], &self.found[ply + 1]);
        let (mv, best) = (self.game.moves()[ply], before.line.first().copied());
        let (had, has) = (in_steps(before.value), -in_steps(after.value));
        let is_best = best == Some(mv);
        // A deeper look after the move may show that it was even better.
        let loss = if is_best { 0.0 } else { (had - has).max(0.0) };
        let (could, can) = (before.value.win_probability(), 1.0 - after.value.win_probability());
        let lost_chance = if is_best { 0.0 } else { (could - can).max(0.0) };
        Judged { by: self.game.positions()[ply].turn(), is_best, loss, lost_chance }
    }

    fn tell(&self, ply: usize) {
        let (found, judged) = (&self.found[ply], self.judged(ply));
        let south = for_south(found.value, judged.by, Seats::Two);
        self.outbox.say(&json!({
            "type": "reviewed",
            "id": self.id,
            "ply": ply,
            "by": judged.by.to_string(),
            "move": self.game.moves()[ply].to_string(),
            "best": found.line.first().map(ToString::to_string),
            "line": found.line.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "value": ValueJson::from(found.value),
            "south": south.map(ValueJson::from),
            "loss": judged.loss,
            "lost_chance": judged.lost_chance,
            "chance": south.map(Value::win_probability),
            "judgement": judged.word(),
        }));
    }

    fn accuracy(&self, player: Player, judged: &[Judged]) -> Option<f64> {
        let south = |(ply, found): (usize, &Found)| {
            let chance = found.value.win_probability();
            let is_south = self.game.positions()[ply].turn() == Player::South;
            if is_south { chance } else { 1.0 - chance }
        };
        let chances: Vec<f64> = self.found.iter().enumerate().map(south).collect();
        let weights = accuracy::weights(&chances);
        let moves = judged.iter().zip(weights).filter(|(judged, _)| judged.by == player);
        let moves: Vec<(f64, f64)> =
            moves.map(|(judged, weight)| (judged.lost_chance, weight)).collect();
        accuracy::accuracy(&moves)
    }

    fn summary(&self) -> Json {
        let judged: Vec<Judged> =
            (0..self.game.moves().len()).map(|ply| self.judged(ply)).collect();
        let of = |player: Player| judged.iter().filter(move |judged| judged.by == player);
        let mean = |player: Player, what: fn(&Judged) -> f64| {
            let count = of(player).count();
            (count > 0).then(|| of(player).map(what).sum::<f64>() / count as f64)
        };
        let mut deciding: Vec<usize> =
            (0..judged.len()).filter(|&ply| judged[ply].lost_chance >= DECIDING).collect();
        let mistakes = deciding.clone();
        deciding
            .sort_by(|&one, &other| judged[other].lost_chance.total_cmp(&judged[one].lost_chance));
        deciding.truncate(MOST_DECIDING);
        deciding.sort_unstable();
        json!({
            "type": "review",
            "id": self.id,
            "accuracy": seat_map(Seats::Two, |player| self.accuracy(player, &judged)),
            "losses": seat_map(Seats::Two, |player| mean(player, |judged| judged.loss)),
            "deciding": deciding,
            "mistakes": seat_map(Seats::Two, |player| {
                mistakes.iter().copied().filter(|&ply| judged[ply].by == player).collect::<Vec<_>>()
            }),
        })
    }
}

/// The judgement of a move.
struct Judged {
    by: Player,
    is_best: bool,
    loss: f64,
    lost_chance: f64,
}

impl Judged {
    fn word(&self) -> &'static str {
        let bad = JUDGEMENTS.iter().find(|(from, _)| self.lost_chance >= *from);
        bad.map_or(if self.is_best { "best" } else { "good" }, |(_, word)| word)
    }
}

impl Work for Review {
    fn run(&mut self, signal: &Signal) -> bool {
        while self.found.len() <= self.game.moves().len() {
            let ply = self.found.len();
            let Some(found) = self.look(ply, signal) else { return signal.is_cancelled() };
            self.found.push(found);
            if ply > 0 {
                self.tell(ply - 1);
            }
        }
        self.outbox.say(&self.summary());
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quoridor_core::Position;
    use quoridor_engine::Spec;
    use std::sync::atomic::AtomicBool;

    /// A game of a player against itself, after two random moves.
    fn game_of(spec: &str, limits: &Limits, seed: u64) -> Game {
        let stop = AtomicBool::new(false);
        let choose = |spec: &str, game: &Game| {
            let mut agent: Box<dyn quoridor_engine::Agent> =
                spec.parse::<Spec>().unwrap().build().unwrap();
            let mut report = |_: &_| {};
            agent.choose(game, limits, &mut Watch::new(&stop, &mut report)).mv
        };
        let mut game = Game::new(Position::default());
        while game.position().outcome().is_none() && game.moves().len() < 160 {
            let opening = game.moves().len() < 2;
            let random = format!("random:seed={}", seed * 2 + game.moves().len() as u64);
            let mv = choose(if opening { &random } else { spec }, &game);
            game.play(mv).unwrap();
        }
        game
    }

    /// The table of docs/web.md.
    #[test]
    #[ignore = "measures for some minutes"]
    fn accuracy_of_every_level_against_itself() {
        for level in 1..=10 {
            let mut all = Vec::new();
            for seed in 1..=4 {
                let spec = format!("alphabeta:hash=16,level={level},seed={seed}");
                // The highest level has no limit of its own but time.
                let limits = if level == 10 { Limits::nodes(312_500) } else { Limits::NONE };
                let game = game_of(&spec, &limits, seed);
                let (outbox, _inbox) = crate::socket::channel(128);
                let limits = crate::limits::ServerLimits::default();
                let resources = &crate::resources::Resources::new(1024, 1, &limits);
                let analysts = Analysts { resources, address: crate::address::Address::NONE };
                let mut review = Review::new(1, game, 20_000, outbox, analysts).unwrap();
                assert!(review.run(&Signal::default()));
                let judged: Vec<Judged> =
                    (0..review.game.moves().len()).map(|ply| review.judged(ply)).collect();
                for player in [Player::South, Player::North] {
                    all.extend(review.accuracy(player, &judged));
                }
            }
            let mean = all.iter().sum::<f64>() / all.len() as f64;
            println!("| {level} | {mean:.0} % | {} |", all.len());
        }
    }

    #[test]
    fn judgements_go_by_lost_chances() {
        let word = |lost_chance| {
            Judged { by: Player::South, is_best: false, loss: 0.0, lost_chance }.word()
        };
        assert_eq!(
            [word(0.0), word(0.05), word(0.1), word(0.2), word(0.9)],
            ["good", "inaccuracy", "mistake", "blunder", "blunder"]
        );
    }
}
