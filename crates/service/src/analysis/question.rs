//! A question, as a client asks it.

use std::time::Duration;

use quoridor_engine::Limits;
use quoridor_session::GameId;
use serde::Deserialize;
use serde_json::{Value, json};

use super::analyst::Analysts;
use super::heat::Heat;
use super::policy::Policy;
use super::review::{Review, ReviewSink};
use super::search::Search;
use crate::players::Players;
use crate::problem::Problem;
use crate::routes::stored::game_id;
use crate::words::GameRequest;
use crate::work::{Caught, Outbox, Work};

/// How long an analysis takes unless that is said, in seconds.
const USUAL: f64 = 60.0;

/// A question about a position or a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    r#type: String,
    id: u64,
    #[serde(default)]
    game: GameRequest,
    lines: Option<usize>,
    depth: Option<u32>,
    seconds: Option<f64>,
    nodes: Option<u64>,
    player: Option<String>,
    store: Option<String>,
}

impl Question {
    /// Reads a message of a client.
    ///
    /// # Errors
    /// It is no question.
    pub fn read(text: &str) -> Result<Self, Problem> {
        serde_json::from_str(text).map_err(|error| {
            Problem::bad(format_args!(
                "a question is a JSON object with type, id and game: {error}"
            ))
        })
    }

    /// The number under which the client wants the answer.
    pub const fn id(&self) -> u64 {
        self.id
    }

    /// Whether it asks to stop another.
    pub fn is_stop(&self) -> bool {
        self.r#type == "stop"
    }

    /// The player that was asked for.
    pub fn player(&self) -> Option<&str> {
        self.player.as_deref()
    }

    /// Whether the champion answers it, or its network.
    pub fn is_by_champion(&self) -> bool {
        match self.r#type.as_str() {
            "analyse" => self.player.is_none(),
            "policy" | "review" => true,
            _ => false,
        }
    }

    /// The message that the question waits for its turn, behind this many.
    pub fn queued(&self, ahead: usize) -> Value {
        json!({ "type": "queued", "id": self.id, "ahead": ahead })
    }

    /// The search that answers it, within the longest time. `sink` stores the review of a game.
    ///
    /// # Errors
    /// The question makes no sense, or there is no memory for another player.
    pub fn work(
        &self,
        longest: Duration,
        players: &dyn Players,
        outbox: Box<dyn Outbox>,
        sink: impl FnOnce(GameId) -> ReviewSink,
    ) -> Result<Box<dyn Work>, Problem> {
        let begin = |outbox| self.begin(longest, players, outbox, sink);
        Ok(Box::new(Caught::new(Some(self.id), outbox, begin)?))
    }

    fn begin(
        &self,
        longest: Duration,
        players: &dyn Players,
        outbox: Box<dyn Outbox>,
        sink: impl FnOnce(GameId) -> ReviewSink,
    ) -> Result<Box<dyn Work>, Problem> {
        let game = self.game.game()?;
        let (id, analysts) = (self.id, Analysts(players));
        match self.r#type.as_str() {
            "analyse" => {
                let lines = within("lines", self.lines.unwrap_or(1), 1, 20)?;
                let seconds = self.seconds.unwrap_or(USUAL);
                let most = longest.as_secs_f64();
                if !(seconds > 0.0 && seconds <= most) {
                    return Err(Problem::bad(format_args!("seconds: more than 0, at most {most}")));
                }
                let time = Some(Duration::from_secs_f64(seconds));
                let limits = Limits { time, depth: self.depth, ..Limits::NONE };
                let player = self.player.as_deref();
                Ok(Box::new(Search::new(id, game, player, lines, limits, outbox, analysts)?))
            }
            "heat" => {
                let depth = within("depth", self.depth.unwrap_or(2), 1, 4)?;
                Ok(Box::new(Heat::new(id, game, depth, outbox, analysts)?))
            }
            "policy" => Ok(Box::new(Policy::new(id, game, outbox)?)),
            "review" => {
                let nodes = within("nodes", self.nodes.unwrap_or(20_000), 100, 1_000_000)?;
                let number = self.store.as_deref().map(game_id).transpose()?;
                Ok(Box::new(Review::new(id, game, nodes, outbox, analysts, number.map(sink))?))
            }
            _ => Err(Problem::bad("unknown type: it is analyse, heat, policy, review or stop")),
        }
    }
}

fn within<T: PartialOrd + std::fmt::Display>(
    name: &str,
    value: T,
    least: T,
    most: T,
) -> Result<T, Problem> {
    if value >= least && value <= most {
        Ok(value)
    } else {
        Err(Problem::bad(format_args!("{name}: {least} to {most}")))
    }
}
