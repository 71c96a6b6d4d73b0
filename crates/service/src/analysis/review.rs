//! A review of a game: the win probability that each move lost.
//!
//! Every position is searched afresh with the same number of nodes, or of simulations where the
//! champion searches with its network. A move's loss is the value of the
//! position after the best move less the value after the move that was made, both to the player who
//! made it, in steps and in win probability: a step that decides a close game weighs more than one
//! in a game that is won. Positions after moves are compared with each other, not with the position
//! before them, because searches of different depth differ even where nobody erred.

use quoridor_core::{Game, Move, Player, Seats};
use quoridor_engine::{Limits, Value, Watch, sort_few};
use quoridor_json::{ValueJson, for_south, seat_map};
use serde_json::{Value as Json, json};

use super::accuracy;
use super::analyst::{Analysts, REVIEWER};
use super::facts::facts;
use crate::players::Player as Analyst;
use crate::problem::Problem;
use crate::words::in_steps;
use crate::work::{Outbox, Signal, Work};

/// From which loss of win probability on a move is called so.
const JUDGEMENTS: [(f64, &str); 3] = [(0.20, "blunder"), (0.10, "mistake"), (0.05, "inaccuracy")];

/// A move that seems to lose this much win probability is looked at again, with this many times the
/// nodes: a short search takes some good moves of strong players for bad ones.
const DOUBTFUL: f64 = 0.02;
const VERIFICATION: u64 = 5;

/// The nodes of alpha-beta that take as long as a simulation with the network.
const NODES_PER_SIMULATION: u64 = 50;

/// A move is a turning point from this loss of win probability on; at most this many are listed.
const DECIDING: f64 = 0.10;
const MOST_DECIDING: usize = 5;

/// A game that is reviewed.
pub(crate) struct Review {
    id: u64,
    game: Game,
    analyst: Analyst,
    nodes: u64,
    /// The simulations of a search that was interrupted, which then goes on; `None` before a new
    /// one.
    interrupted: Option<u64>,
    /// The results of the positions so far, from the first on.
    found: Vec<Found>,
    /// The number of moves that the client was told about.
    told: usize,
    outbox: Box<dyn Outbox>,
    /// Where the review is kept when it is done.
    sink: Option<ReviewSink>,
}

/// Where a review goes when it is done: the game that was reviewed, and the document.
pub type ReviewSink = Box<dyn Fn(&Game, &Json) + Send>;

/// The value of a position for the player to move, and the best move.
struct Found {
    value: Value,
    line: Vec<Move>,
    /// The value after the best move, for the opponent, if another was made.
    after_best: Option<Value>,
    /// The value after the move that was made, if it was looked at again.
    after_made: Option<Value>,
    /// Whether both moves were looked at again.
    is_verified: bool,
}

impl Review {
    pub(crate) fn new(
        id: u64,
        game: Game,
        nodes: u64,
        outbox: Box<dyn Outbox>,
        analysts: Analysts<'_>,
        sink: Option<ReviewSink>,
    ) -> Result<Self, Problem> {
        if game.start().seats() != Seats::Two {
            return Err(Problem::bad("game: only games for two can be reviewed"));
        }
        if game.moves().is_empty() {
            return Err(Problem::bad("game: there are no moves to review"));
        }
        let analyst = analysts.build(Some(REVIEWER), game.start(), 1)?;
        let (interrupted, found) = (None, Vec::new());
        Ok(Self { id, game, analyst, nodes, interrupted, found, told: 0, outbox, sink })
    }

    /// The game after a number of moves.
    fn after(&self, ply: usize) -> Option<Game> {
        let mut game = Game::new(*self.game.start());
        for &mv in &self.game.moves()[..ply] {
            game.play(mv).ok()?;
        }
        Some(game)
    }

    /// The value of a game's last position for the player to move, and the best line. `None` if it
    /// was interrupted.
    fn search(&mut self, game: &Game, nodes: u64, signal: &Signal) -> Option<(Value, Vec<Move>)> {
        if game.position().outcome().is_some() {
            // The player to move has just lost.
            return Some((Value::LossIn(0), Vec::new()));
        }
        let before = self.interrupted.unwrap_or_else(|| {
            // What is known of another position would be an advantage for this one.
            self.analyst.agent.new_game();
            0
        });
        let simulations = (nodes / NODES_PER_SIMULATION).saturating_sub(before).max(1);
        let limits = Limits { simulations: Some(simulations), ..Limits::nodes(nodes) };
        let mut report = |_: &_| {};
        let mut watch = Watch::new(signal.stop(), &mut report);
        let decision = self.analyst.agent.choose(game, &limits, &mut watch);
        if signal.is_stopped() {
            self.interrupted = Some(before + decision.nodes);
            return None;
        }
        self.interrupted = None;
        Some((decision.value.unwrap_or(Value::Steps(0.0)), decision.line))
    }

    /// Searches the position after a number of moves, and the one after its best move if another
    /// was made. `None` if it was interrupted.
    fn look(&mut self, ply: usize, signal: &Signal) -> Option<Found> {
        let mut game = self.after(ply)?;
        let (value, line) = self.search(&game, self.nodes, signal)?;
        let best = line.first().copied();
        let after_best = match best.filter(|best| self.game.moves().get(ply) != Some(best)) {
            Some(best) if ply < self.game.moves().len() => {
                game.play(best).ok()?;
                Some(self.search(&game, self.nodes, signal)?.0)
            }
            _ => None,
        };
        Some(Found { value, line, after_best, after_made: None, is_verified: false })
    }

    /// Looks again at a move that seems to be bad, and at the best one. `None` if it was
    /// interrupted: it then goes on where it was.
    fn verify(&mut self, ply: usize, signal: &Signal) -> Option<()> {
        let found = &self.found[ply];
        let is_begun = found.after_made.is_some();
        if found.is_verified || !(is_begun || self.judged(ply).lost_chance >= DOUBTFUL) {
            return Some(());
        }
        let nodes = VERIFICATION * self.nodes;
        if !is_begun {
            let made = self.after(ply + 1)?;
            self.found[ply].after_made = Some(self.search(&made, nodes, signal)?.0);
        }
        let mut game = self.after(ply)?;
        game.play(*self.found[ply].line.first()?).ok()?;
        self.found[ply].after_best = Some(self.search(&game, nodes, signal)?.0);
        self.found[ply].is_verified = true;
        Some(())
    }

    fn judged(&self, ply: usize) -> Judged {
        let (before, after) = (&self.found[ply], &self.found[ply + 1]);
        let by = self.game.positions()[ply].turn();
        let Some(best) = before.after_best else {
            return Judged { by, is_best: true, loss: 0.0, lost_chance: 0.0 };
        };
        let made = before.after_made.unwrap_or(after.value);
        // The move that was made may turn out to be the better one.
        let loss = (in_steps(made) - in_steps(best)).max(0.0);
        let chances = made.win_probability().zip(best.win_probability());
        let lost_chance = chances.map_or(0.0, |(made, best)| (made - best).max(0.0));
        Judged { by, is_best: false, loss, lost_chance }
    }

    /// What is found out about a move.
    fn reviewed(&self, ply: usize) -> Json {
        let (found, judged) = (&self.found[ply], self.judged(ply));
        let made = self.game.moves()[ply];
        let after = found.after_made.unwrap_or(self.found[ply + 1].value);
        let best = found.line.first().copied();
        let south = for_south(found.value, judged.by, Seats::Two);
        json!({
            "type": "reviewed",
            "id": self.id,
            "ply": ply,
            "by": judged.by.to_string(),
            "move": made.to_string(),
            "best": best.map(|best| best.to_string()),
            "line": found.line.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "value": ValueJson::from(found.value),
            "south": south.map(ValueJson::from),
            "loss": judged.loss,
            "lost_chance": judged.lost_chance,
            "chance": south.and_then(Value::win_probability),
            "judgement": judged.word(),
            "facts": facts(&self.game.positions()[ply], made, best, after),
        })
    }

    fn accuracy(&self, player: Player, judged: &[Judged]) -> Option<f64> {
        let south = |(ply, found): (usize, &Found)| {
            let chance = found.value.win_probability().unwrap_or(0.5);
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
        sort_few(&mut deciding, |&one, &other| {
            judged[other].lost_chance.total_cmp(&judged[one].lost_chance)
        });
        deciding.truncate(MOST_DECIDING);
        sort_few(&mut deciding, usize::cmp);
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
        while self.told < self.game.moves().len() {
            // The position before the move, and the one after it.
            while self.found.len() < self.told + 2 {
                let ply = self.found.len();
                let Some(found) = self.look(ply, signal) else { return signal.is_cancelled() };
                self.found.push(found);
            }
            if self.verify(self.told, signal).is_none() {
                return signal.is_cancelled();
            }
            self.outbox.say(&self.reviewed(self.told));
            self.told += 1;
        }
        let summary = self.summary();
        if let Some(sink) = &self.sink {
            let moves: Vec<Json> =
                (0..self.game.moves().len()).map(|ply| self.reviewed(ply)).collect();
            sink(&self.game, &json!({ "moves": moves, "summary": summary }));
        }
        self.outbox.say(&summary);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::{PlayerLimits, Players};
    use quoridor_core::Position;
    use quoridor_engine::Agent;
    use quoridor_players::Spec;
    use std::sync::atomic::AtomicBool;

    /// Somebody who does not listen, and a machine with enough memory.
    struct Nobody;

    impl Outbox for Nobody {
        fn say(&self, _: &Json) {}
    }

    impl Players for Nobody {
        fn limits(&self) -> PlayerLimits {
            PlayerLimits { table_mib: 256, threads: 1 }
        }

        fn hold(&self, _: u64) -> Result<Box<dyn std::any::Any + Send>, Problem> {
            Ok(Box::new(()))
        }
    }

    /// A game of a player against itself, from a position after two random moves, which are no part
    /// of the game: nobody is to blame for them.
    fn game_of(spec: &str, limits: &Limits, seed: u64) -> Game {
        let stop = AtomicBool::new(false);
        let build = |spec: String| spec.parse::<Spec>().unwrap().build().unwrap();
        let play = |game: &mut Game, agent: &mut dyn Agent| {
            let mut report = |_: &_| {};
            let mv = agent.choose(game, limits, &mut Watch::new(&stop, &mut report)).mv;
            game.play(mv).unwrap();
        };
        let mut opening = Game::new(Position::default());
        let mut random = build(format!("random:seed={seed}"));
        (0..2).for_each(|_| play(&mut opening, random.as_mut()));
        // Each side goes on with its own random numbers, as in a game that is played.
        let mut players = [0, 1].map(|side| build(format!("{spec},seed={}", 2 * seed + side)));
        let mut game = Game::new(*opening.position());
        while game.position().outcome().is_none() && game.moves().len() < 160 {
            let side = game.moves().len() % 2;
            play(&mut game, players[side].as_mut());
        }
        game
    }

    /// The mean, and the half-width of its 95 % interval.
    fn mean_and_error(all: &[f64]) -> (f64, f64) {
        let count = all.len() as f64;
        let mean = all.iter().sum::<f64>() / count;
        let variance = all.iter().map(|each| (each - mean).powi(2)).sum::<f64>() / (count - 1.0);
        (mean, 1.96 * (variance / count).sqrt())
    }

    /// A list of numbers in an environment variable, like `4,5,6`; `usual` if there is none.
    fn numbers(variable: &str, usual: impl Iterator<Item = u64>) -> Vec<u64> {
        let Ok(text) = std::env::var(variable) else { return usual.collect() };
        text.split(',').map(|each| each.parse().expect("numbers with commas")).collect()
    }

    /// The accuracy of both sides in a game of a level against itself.
    fn accuracies(level: u64, seed: u64) -> Vec<f64> {
        // The highest level has no limit of its own but time.
        let limits = if level == 10 { Limits::simulations(1000) } else { Limits::NONE };
        let game = game_of(&format!("champion:level={level}"), &limits, seed);
        let (outbox, analysts) = (Box::new(Nobody), Analysts(&Nobody));
        let mut review = Review::new(1, game, 20_000, outbox, analysts, None).unwrap();
        assert!(review.run(&Signal::default()));
        let moves = 0..review.game.moves().len();
        let judged: Vec<Judged> = moves.map(|ply| review.judged(ply)).collect();
        let sides = [Player::South, Player::North];
        sides.into_iter().filter_map(|player| review.accuracy(player, &judged)).collect()
    }

    /// The table of docs/web.md. The games of all levels grow together, and every game is printed,
    /// so that a measurement that is stopped is not lost.
    #[test]
    #[ignore = "measures for hours"]
    fn accuracy_of_every_level_against_itself() {
        let levels = numbers("QUORIDOR_LEVELS", 1..=10);
        let mut all = vec![Vec::new(); levels.len()];
        for seed in numbers("QUORIDOR_SEEDS", 1..=40) {
            for (&level, all) in levels.iter().zip(&mut all) {
                let found = accuracies(level, seed);
                println!("level {level}, seed {seed}: {found:.2?}");
                all.extend(found);
            }
        }
        for (level, all) in levels.iter().zip(&all) {
            let (mean, error) = mean_and_error(all);
            println!("| {level} | {mean:.1} % ± {error:.1} | {} |", all.len());
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
