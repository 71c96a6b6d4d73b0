//! Questions about positions and games, answered when there is time.

mod accuracy;
mod analyst;
mod heat;
mod hint;
mod review;
mod search;

use std::collections::HashMap;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::WebSocket;
use axum::response::Response;
use serde::Deserialize;
use serde_json::json;

use self::heat::Heat;
use self::review::Review;
use self::search::Search;
use crate::compute::{Client, Ticket, Work};
use crate::problem::Problem;
use crate::serve::Place;
use crate::server::Server;
use crate::socket::{self, Listener, Opening, Outbox};
use crate::words::GameRequest;

pub(crate) use hint::hint;

/// The most questions of one connection that are not answered.
const MOST_QUESTIONS: usize = 8;

/// The longest that an analysis may take, and how long it takes unless that is said, in seconds.
const LONGEST: f64 = 600.0;
const USUAL: f64 = 60.0;

/// `GET /api/analysis`
pub(crate) async fn connect(
    State(server): State<Server>,
    place: Option<Extension<Place>>,
    Opening(upgrade): Opening,
) -> Response {
    upgrade.on_upgrade(async move |socket| {
        talk(server, socket).await;
        drop(place);
    })
}

/// When the client goes, its tickets go, and with them all its searches.
async fn talk(server: Server, socket: WebSocket) {
    let (outbox, inbox) = socket::channel();
    let mut questions =
        Questions { client: server.games().new_client(), server, outbox, open: HashMap::new() };
    socket::converse(socket, inbox, &mut questions).await;
}

/// The questions of a connection.
struct Questions {
    server: Server,
    client: Client,
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
}

impl Listener for Questions {
    async fn hear(&mut self, text: &str) {
        if let Err((id, problem)) = self.take(text) {
            self.outbox.say(&problem.message(id));
        }
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
        if self.open.len() >= MOST_QUESTIONS {
            return Err(Problem::busy(format_args!(
                "{MOST_QUESTIONS} questions are open: stop one or wait for an answer"
            )));
        }
        let work = self.work(words)?;
        let (ticket, ahead) = self.server.compute().analysis(self.client, work)?;
        self.open.insert(id, ticket);
        self.outbox.say(&json!({ "type": "queued", "id": id, "ahead": ahead }));
        Ok(())
    }

    fn work(&self, words: &Words) -> Result<Box<dyn Work>, Problem> {
        let game = words.game.game()?;
        let (id, outbox) = (words.id, self.outbox.clone());
        match words.r#type.as_str() {
            "analyse" => {
                let lines = within("lines", words.lines.unwrap_or(1), 1, 20)?;
                let seconds = words.seconds.unwrap_or(USUAL);
                if !(seconds > 0.0 && seconds <= LONGEST) {
                    return Err(Problem::bad(format_args!(
                        "seconds: more than 0, at most {LONGEST}"
                    )));
                }
                let time = Duration::from_secs_f64(seconds);
                Ok(Box::new(Search::new(
                    id,
                    game,
                    words.player.as_deref(),
                    lines,
                    words.depth,
                    time,
                    outbox,
                )?))
            }
            "heat" => {
                let depth = within("depth", words.depth.unwrap_or(2), 1, 4)?;
                Ok(Box::new(Heat::new(id, game, depth, outbox)?))
            }
            "review" => {
                let nodes = within("nodes", words.nodes.unwrap_or(20_000), 100, 1_000_000)?;
                Ok(Box::new(Review::new(id, game, nodes, outbox)?))
            }
            _ => Err(Problem::bad("unknown type: it is analyse, heat, review or stop")),
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
