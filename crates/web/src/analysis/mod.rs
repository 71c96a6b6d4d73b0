//! Questions about positions and games, answered when there is time.

mod accuracy;
mod analyst;
mod heat;
mod hint;
mod policy;
mod review;
mod search;

use std::collections::HashMap;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::WebSocket;
use axum::response::Response;
use quoridor_engine::Limits;
use serde::Deserialize;
use serde_json::json;

use self::analyst::Analysts;
use self::heat::Heat;
use self::policy::Policy;
use self::review::{Review, Shelf};
use self::search::Search;
use crate::address::Address;
use crate::compute::{Ticket, Work};
use crate::problem::Problem;
use crate::routes::store::game_id;
use crate::server::{Action, Server};
use crate::socket::{self, Listener, Opening, Outbox, Terms};
use crate::words::GameRequest;

pub(crate) use hint::hint;

/// How long an analysis takes unless that is said, in seconds.
const USUAL: f64 = 60.0;

/// `GET /api/analysis`
pub(crate) async fn connect(State(server): State<Server>, opening: Opening) -> Response {
    let Opening { upgrade, terms } = opening;
    upgrade.on_upgrade(async move |socket| talk(server, socket, terms).await)
}

/// When the client goes, its tickets go, and with them all its searches.
async fn talk(server: Server, socket: WebSocket, terms: Terms) {
    let (outbox, inbox) = socket::channel(server.limits().outbox);
    let mut questions = Questions { address: terms.address, server, outbox, open: HashMap::new() };
    socket::converse(socket, inbox, &mut questions, &terms).await;
}

/// The questions of a connection.
struct Questions {
    server: Server,
    address: Address,
    outbox: Outbox,
    open: HashMap<u64, Ticket>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
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

impl Listener for Questions {
    async fn hear(&mut self, text: &str) {
        if let Err((id, problem)) = self.take(text) {
            self.outbox.say(&problem.message(id));
        }
    }

    fn is_idle(&self) -> bool {
        self.open.values().all(Ticket::is_done)
    }
}

impl Questions {
    fn take(&mut self, text: &str) -> Result<(), (Option<u64>, Problem)> {
        let words: Words = serde_json::from_str(text).map_err(|error| {
            (
                None,
                Problem::bad(format_args!(
                    "a question is a JSON object with type, id and game: {error}"
                )),
            )
        })?;
        self.ask(&words).map_err(|problem| (Some(words.id), problem))
    }

    fn ask(&mut self, words: &Words) -> Result<(), Problem> {
        let id = words.id;
        // The number stands for the new question from now on.
        let was_open = self.open.remove(&id).is_some_and(|ticket| !ticket.is_done());
        if words.r#type == "stop" {
            if was_open {
                self.outbox
                    .say(&json!({ "type": "done", "id": id, "stopped": true, "decision": null }));
            }
            return Ok(());
        }
        self.open.retain(|_, ticket| !ticket.is_done());
        let most = self.server.limits().questions;
        if self.open.len() >= most {
            return Err(Problem::busy(format_args!(
                "{most} questions are open: stop one or wait for an answer"
            )));
        }
        self.server.allow(self.address, Action::Question)?;
        let work = self.work(words)?;
        let (ticket, ahead) = self.server.compute().analysis(self.address, work)?;
        self.open.insert(id, ticket);
        self.outbox.say(&json!({ "type": "queued", "id": id, "ahead": ahead }));
        Ok(())
    }

    fn work(&self, words: &Words) -> Result<Box<dyn Work>, Problem> {
        let game = words.game.game()?;
        let (id, outbox) = (words.id, self.outbox.clone());
        let analysts = Analysts { resources: self.server.resources(), address: self.address };
        match words.r#type.as_str() {
            "analyse" => {
                let lines = within("lines", words.lines.unwrap_or(1), 1, 20)?;
                let seconds = words.seconds.unwrap_or(USUAL);
                let most = self.server.limits().analysis_time.as_secs_f64();
                if !(seconds > 0.0 && seconds <= most) {
                    return Err(Problem::bad(format_args!("seconds: more than 0, at most {most}")));
                }
                let time = Some(Duration::from_secs_f64(seconds));
                let limits = Limits { time, depth: words.depth, ..Limits::NONE };
                Ok(Box::new(Search::new(
                    id,
                    game,
                    words.player.as_deref(),
                    lines,
                    limits,
                    outbox,
                    analysts,
                )?))
            }
            "heat" => {
                let depth = within("depth", words.depth.unwrap_or(2), 1, 4)?;
                Ok(Box::new(Heat::new(id, game, depth, outbox, analysts)?))
            }
            "policy" => Ok(Box::new(Policy::new(id, game, outbox)?)),
            "review" => {
                let nodes = within("nodes", words.nodes.unwrap_or(20_000), 100, 1_000_000)?;
                let number = words.store.as_deref().map(game_id).transpose()?;
                let store = self.server.writer();
                let shelf = number.map(|game| Shelf { store: store.clone(), game });
                Ok(Box::new(Review::new(id, game, nodes, outbox, analysts, shelf)?))
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
