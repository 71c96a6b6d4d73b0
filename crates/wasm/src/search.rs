//! Searches, in a worker of their own.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use quoridor_core::{Game, Move, Position};
use quoridor_engine::{Decision, Term, Watch};
use quoridor_players::{CHAMPION, shipped};
use quoridor_service::analysis::{Question, hint};
use quoridor_service::live::Computer;
use quoridor_service::{Outbox, PlayerLimits, Players, Problem, Signal};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

/// The longest analysis.
const LONGEST: Duration = Duration::from_secs(600);

/// The players of a page: one thread, and tables that fit beside a browser.
pub(crate) struct PagePlayers;

impl Players for PagePlayers {
    fn limits(&self) -> PlayerLimits {
        PlayerLimits { table_mib: 256, threads: 1 }
    }

    fn hold(&self, _: u64) -> Result<Box<dyn std::any::Any + Send>, Problem> {
        Ok(Box::new(()))
    }
}

/// A game that a search is about.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Played {
    start: String,
    moves: Vec<String>,
}

impl From<&Game> for Played {
    fn from(game: &Game) -> Self {
        let moves = game.moves().iter().map(ToString::to_string).collect();
        Self { start: game.start().to_string(), moves }
    }
}

impl Played {
    pub(crate) fn game(&self) -> Option<Game> {
        let start: Position = self.start.parse().ok()?;
        let mut game = Game::new(start);
        for text in &self.moves {
            game.replay(text.parse::<Move>().ok()?).ok()?;
        }
        Some(game)
    }
}

/// Something to search.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Task {
    /// A question of an analysis, as it was asked.
    Question {
        /// The message.
        text: String,
    },
    /// A hint in a live game.
    Hint {
        /// The number under which the client wants it.
        id: Option<u64>,
        /// The game.
        played: Played,
    },
    /// A move of a computer player. Moves of the same `player` are found with the same table.
    Move {
        /// The seat of a game.
        player: String,
        /// Its spec.
        spec: String,
        /// The game so far.
        played: Played,
        /// Milliseconds left on its clock, and for each move.
        clock: Option<(u64, u64)>,
    },
}

/// The file of the network that a task needs, if it needs one.
pub fn needs(task: &Task) -> Option<&'static str> {
    let of_player = |name: &str| shipped::needed_by(name).map(|file| file.name);
    let of_spec = |text: &str| of_player(text.split(':').next().unwrap_or_default());
    match task {
        Task::Hint { .. } => of_player(CHAMPION),
        Task::Move { spec, .. } => of_spec(spec),
        Task::Question { text } => match Question::read(text) {
            Ok(question) if question.is_by_champion() => of_player(CHAMPION),
            Ok(question) => question.player().and_then(of_spec),
            Err(_) => None,
        },
    }
}

/// Players that have moved in this worker, with their tables.
#[derive(Default)]
pub struct Searcher {
    /// The one that moved last is at the end.
    computers: Vec<(String, Computer)>,
}

/// The most players that keep their tables.
const MOST_COMPUTERS: usize = 4;

/// Says what a search finds to the program around the module.
#[derive(Clone, Copy)]
struct Out(fn(&Json));

impl Outbox for Out {
    fn say(&self, message: &Json) {
        self.0(message);
    }
}

/// Searches, and says what it finds on the way. When it returns, all is said.
pub fn search(searcher: &mut Searcher, task: &Task, emit: fn(&Json)) {
    let out = Out(emit);
    match task {
        Task::Question { text } => {
            let question = match Question::read(text) {
                Ok(question) => question,
                Err(problem) => return out.say(&problem.message(None)),
            };
            let sink = |game: quoridor_session::GameId| -> quoridor_service::analysis::ReviewSink {
                Box::new(move |reviewed, document| {
                    let played = Played::from(reviewed);
                    out.say(&json!({
                        "type": "store-review",
                        "game": game.to_string(),
                        "played": played,
                        "document": document,
                    }));
                })
            };
            match question.work(LONGEST, &PagePlayers, Box::new(out), sink) {
                Ok(mut work) => {
                    out.say(&question.queued(0));
                    work.run(&Signal::default());
                }
                Err(problem) => out.say(&problem.message(Some(question.id()))),
            }
        }
        Task::Hint { id, played } => {
            let Some(game) = played.game() else { return };
            match hint(game, *id, Box::new(out), &PagePlayers) {
                Ok(mut work) => {
                    work.run(&Signal::default());
                }
                Err(problem) => out.say(&problem.message(*id)),
            }
        }
        Task::Move { player, spec, played, clock } => {
            let found = searcher.choose(player, spec, played, *clock);
            out.say(&match found {
                Ok(found) => json!({ "type": "move", "found": found }),
                Err(problem) => problem.message(None),
            });
        }
    }
}

impl Searcher {
    fn choose(
        &mut self,
        player: &str,
        spec: &str,
        played: &Played,
        clock: Option<(u64, u64)>,
    ) -> Result<Found, Problem> {
        let game = played.game().ok_or_else(|| Problem::bad("the game cannot be read"))?;
        let known = self.computers.iter().position(|(known, _)| known == player);
        let mut computer = match known {
            Some(place) => self.computers.remove(place).1,
            None => Computer::new(spec, &PagePlayers)?,
        };
        let clock =
            clock.map(|(left, more)| (Duration::from_millis(left), Duration::from_millis(more)));
        let (limits, most) = computer.limits(clock);
        let (stop, mut report) = (AtomicBool::new(false), |_: &_| {});
        let mut watch = Watch::new(&stop, &mut report).at_most(most);
        let decision = computer.player.agent.choose(&game, &limits, &mut watch);
        let terms = computer.player.agent.explain(game.position());
        if self.computers.len() >= MOST_COMPUTERS {
            self.computers.remove(0);
        }
        self.computers.push((player.to_owned(), computer));
        Ok(Found::new(decision, &terms))
    }
}

/// A decision, on its way from one worker to another.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Found {
    decision: Decision,
    /// Features with values and weights.
    terms: Vec<(String, f64, f64)>,
}

impl Found {
    fn new(decision: Decision, terms: &[Term]) -> Self {
        let terms = terms.iter().map(|term| (term.feature.to_owned(), term.value, term.weight));
        Self { decision, terms: terms.collect() }
    }

    /// The decision and the terms of the evaluation.
    pub(crate) fn decision(self, names: &mut Names) -> (Decision, Vec<Term>) {
        let terms = self.terms.iter().map(|(feature, value, weight)| Term {
            feature: names.get(feature),
            value: *value,
            weight: *weight,
        });
        (self.decision, terms.collect())
    }
}

/// The names of features, which last as long as the program: there are a few dozen.
#[derive(Default)]
pub(crate) struct Names(Vec<&'static str>);

impl Names {
    fn get(&mut self, name: &str) -> &'static str {
        if let Some(known) = self.0.iter().find(|known| **known == name) {
            return known;
        }
        let name: &'static str = name.to_owned().leak();
        self.0.push(name);
        name
    }
}

/// The decision of a player in the start position after this many nodes, as text: for comparisons
/// with other machines.
#[cfg(target_family = "wasm")]
pub(crate) fn count_nodes(spec: &str, nodes: u64) -> String {
    let built = spec.parse().map_err(Problem::bad).and_then(|spec| PagePlayers.build(&spec, 16));
    match built {
        Ok(mut player) => {
            let limits = quoridor_engine::Limits::nodes(nodes);
            let game = Game::default();
            let decision = quoridor_engine::choose_alone(player.agent.as_mut(), &game, &limits);
            format!("{} {}", decision.nodes, decision.mv)
        }
        Err(problem) => problem.to_string(),
    }
}
