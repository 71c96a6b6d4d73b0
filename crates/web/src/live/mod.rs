//! Games that are being played.
//!
//! Each has an [`actor`], which alone changes it. An actor starts when its game is asked for and
//! ends when nobody has been connected for a while: all that matters is in the store.

mod actor;
mod computer;

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quoridor_service::Outbox as _;
use quoridor_service::live::{Client, Envelope, Join, StateJson};
use quoridor_session::{Change, GameId, LiveGame};
use tokio::sync::{mpsc, oneshot};

use self::actor::Actor;
use crate::address::Address;
use crate::compute::Compute;
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::resources::Resources;
use crate::socket::Outbox;
use crate::store_thread::StoreThread;

/// How many requests wait for an actor.
const MOST_WAITING: usize = 64;

/// All games that are being played.
#[derive(Clone)]
pub(crate) struct Games {
    parts: Arc<Parts>,
}

struct Parts {
    store: StoreThread,
    compute: Compute,
    resources: Resources,
    metrics: Arc<Metrics>,
    actors: Mutex<Actors>,
    /// How many clients there have been.
    clients: AtomicU64,
}

type Forwarding = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The actors that are running. Nobody waits for anything else while holding them: every message
/// of every game passes through.
#[derive(Default)]
struct Actors {
    by_game: HashMap<GameId, mpsc::Sender<Request>>,
    /// How many have ended.
    gone: u64,
}

/// A request to an actor.
enum Request {
    Join { client: Client, address: Address, outbox: Outbox, tokens: Vec<String> },
    Leave { client: Client },
    Say { client: Client, envelope: Envelope },
    Look { answer: oneshot::Sender<StateJson> },
    Pace { milliseconds: u64 },
}

impl Games {
    pub(crate) fn new(
        store: StoreThread,
        compute: Compute,
        resources: Resources,
        metrics: Arc<Metrics>,
    ) -> Self {
        let (actors, clients) = (Mutex::new(Actors::default()), AtomicU64::new(0));
        let parts = Parts { store, compute, resources, metrics, actors, clients };
        Self { parts: Arc::new(parts) }
    }

    /// How many games are in memory.
    pub(crate) fn count(&self) -> usize {
        self.actors().by_game.len()
    }

    /// A number for a connection that nobody else has.
    pub(crate) fn new_client(&self) -> Client {
        Client(self.parts.clients.fetch_add(1, Ordering::Relaxed))
    }

    /// Begins a game.
    pub(crate) async fn begin(&self, change: Change) -> Result<GameId, Problem> {
        let written = self.parts.store.write(change).await?;
        written.map_err(|error| Problem::from(&error))
    }

    /// Sets the shortest time between moves of a game between bots. It is forgotten when nobody
    /// watches for a while.
    pub(crate) async fn set_pace(&self, game: GameId, milliseconds: u64) -> Result<(), Problem> {
        self.send(game, Request::Pace { milliseconds }).await
    }

    /// The state of a game as spectators see it.
    pub(crate) async fn look(&self, game: GameId) -> Result<StateJson, Problem> {
        let (answer, answered) = oneshot::channel();
        self.send(game, Request::Look { answer }).await?;
        answered.await.map_err(|_| Problem::busy("the server is about to end"))
    }

    /// Brings a client to a game.
    pub(crate) async fn join(
        &self,
        game: GameId,
        client: Client,
        address: Address,
        outbox: Outbox,
        join: Join,
    ) -> Result<(), Problem> {
        self.send(game, Request::Join { client, address, outbox, tokens: join.tokens }).await
    }

    /// A message of a client.
    pub(crate) async fn say(
        &self,
        game: GameId,
        client: Client,
        envelope: Envelope,
    ) -> Result<(), Problem> {
        self.send(game, Request::Say { client, envelope }).await
    }

    /// A client has gone. If the actor has ended too, there is nothing to tell.
    pub(crate) async fn leave(&self, game: GameId, client: Client) {
        let actor = self.actors().by_game.get(&game).cloned();
        if let Some(actor) = actor {
            let _ = actor.send(Request::Leave { client }).await;
        }
    }

    /// Asks a game's actor, which is started if there is none.
    async fn send(&self, game: GameId, mut request: Request) -> Result<(), Problem> {
        loop {
            let actor = self.actor(game).await?;
            match actor.send(request).await {
                Ok(()) => return Ok(()),
                // It ended in this moment.
                Err(mpsc::error::SendError(returned)) => request = returned,
            }
        }
    }

    async fn actor(&self, game: GameId) -> Result<mpsc::Sender<Request>, Problem> {
        loop {
            let gone = {
                let actors = self.actors();
                if let Some(actor) = actors.find(game) {
                    return Ok(actor);
                }
                actors.gone
            };
            let live: LiveGame = self.parts.store.ask(move |store| store.live(game)).await?;
            let mut actors = self.actors();
            // Somebody else may have been faster, and the game may even have gone on and been let
            // go since it was read.
            if let Some(actor) = actors.find(game) {
                return Ok(actor);
            }
            if actors.gone != gone {
                continue;
            }
            if actors.by_game.len() >= self.parts.resources.games() {
                return Err(Problem::busy("too many games are open: try again in a minute"));
            }
            let (sender, requests) = mpsc::channel(MOST_WAITING);
            tokio::spawn(Actor::new(game, live, self.clone()).run(requests));
            actors.by_game.insert(game, sender.clone());
            return Ok(sender);
        }
    }

    /// An actor ends. Requests that have reached it meanwhile go to the next one, which this future
    /// may start: so it is boxed.
    fn let_go(self, game: GameId, mut requests: mpsc::Receiver<Request>) -> Forwarding {
        {
            let mut actors = self.actors();
            requests.close();
            actors.by_game.remove(&game);
            actors.gone += 1;
        }
        Box::pin(async move {
            while let Some(request) = requests.recv().await {
                let joining = match &request {
                    Request::Join { outbox, .. } => Some(outbox.clone()),
                    _ => None,
                };
                if let (Err(problem), Some(outbox)) = (self.send(game, request).await, joining) {
                    outbox.say(&problem.message(None));
                }
            }
        })
    }

    /// They are whole whenever nobody holds them, even if somebody panicked.
    fn actors(&self) -> MutexGuard<'_, Actors> {
        self.parts.actors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn store(&self) -> &StoreThread {
        &self.parts.store
    }

    fn compute(&self) -> &Compute {
        &self.parts.compute
    }

    fn resources(&self) -> &Resources {
        &self.parts.resources
    }

    fn metrics(&self) -> &Metrics {
        &self.parts.metrics
    }
}

impl Actors {
    fn find(&self, game: GameId) -> Option<mpsc::Sender<Request>> {
        self.by_game.get(&game).filter(|actor| !actor.is_closed()).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::{Config, Server};
    use quoridor_core::{ByPlayer, Position, Seats};
    use quoridor_session::{Keys, Occupant, Seating};

    /// A request that was sent while an idle actor ended was lost.
    #[tokio::test]
    async fn requests_to_an_actor_that_ends_go_to_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::new(&folder.path().join("games.sqlite"), Config::new(1)).unwrap();
        let occupants = ByPlayer::new(Seats::Two, |_| Occupant::human("", ""));
        let seating = Seating { occupants, clock: None, control: Keys::default(), rematch: None };
        let change = Change::begin(seating, Position::default(), None);
        let games = server.games();
        let game = games.begin(change).await.unwrap();
        let (sender, requests) = mpsc::channel(1);
        games.actors().by_game.insert(game, sender.clone());
        let (answer, answered) = oneshot::channel();
        assert!(sender.send(Request::Look { answer }).await.is_ok());
        games.clone().let_go(game, requests).await;
        answered.await.expect("the next actor answers");
    }
}
