//! Games that are being played: the one place where they are.
//!
//! Each is an actor of its own ([`session`]), which alone changes it. It is begun when somebody
//! asks for the game and goes when nobody has for a while: all that matters is in the store before
//! anybody hears of it.

mod clock;
mod computer;
mod message;
mod seats;
mod session;
mod state;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quoridor_core::Position;
use quoridor_store::{GameId, SeatedGame, Seating};
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

use self::message::Said;
use self::session::Session;
use crate::compute::{Client, Compute};
use crate::keeper::Keeper;
use crate::problem::Problem;
use crate::socket::Outbox;

pub(crate) use computer::check_spec;
pub(crate) use message::{Join, read_message};

/// How many requests wait for a session.
const MOST_WAITING: usize = 64;

/// All games that are being played.
#[derive(Clone)]
pub(crate) struct Games {
    parts: Arc<Parts>,
}

struct Parts {
    store: Keeper,
    compute: Compute,
    sessions: Mutex<Sessions>,
    /// How many clients there have been.
    clients: AtomicU64,
}

/// The games that are here. Nobody waits for anything else while holding them: every message of
/// every game passes through.
#[derive(Default)]
struct Sessions {
    by_game: HashMap<GameId, mpsc::Sender<Request>>,
    /// How many have been let go.
    gone: u64,
}

/// What is asked of a session.
enum Request {
    Join { client: Client, outbox: Outbox, tokens: Vec<String> },
    Leave { client: Client },
    Say { client: Client, said: Said },
    Look { answer: oneshot::Sender<Value> },
    Pace { milliseconds: u64 },
}

impl Games {
    pub(crate) fn new(store: Keeper, compute: Compute) -> Self {
        let sessions = Mutex::new(Sessions::default());
        Self { parts: Arc::new(Parts { store, compute, sessions, clients: AtomicU64::new(0) }) }
    }

    /// A number for a connection that nobody else has.
    pub(crate) fn new_client(&self) -> Client {
        Client(self.parts.clients.fetch_add(1, Ordering::Relaxed))
    }

    /// Begins a game.
    pub(crate) async fn begin(&self, seating: Seating, start: Position) -> Result<GameId, Problem> {
        self.parts.store.ask(move |store| store.begin_seated(&seating, &start, None)).await
    }

    /// Says how fast computer players who play alone move at most. It is forgotten when nobody
    /// watches for a while.
    pub(crate) async fn set_pace(&self, game: GameId, milliseconds: u64) -> Result<(), Problem> {
        self.send(game, Request::Pace { milliseconds }).await
    }

    /// What a spectator sees of a game.
    pub(crate) async fn look(&self, game: GameId) -> Result<Value, Problem> {
        let (answer, answered) = oneshot::channel();
        self.send(game, Request::Look { answer }).await?;
        answered.await.map_err(|_| Problem::busy("the server is about to end"))
    }

    /// Brings a client to a game.
    pub(crate) async fn join(
        &self,
        game: GameId,
        client: Client,
        outbox: Outbox,
        join: Join,
    ) -> Result<(), Problem> {
        self.send(game, Request::Join { client, outbox, tokens: join.tokens }).await
    }

    /// A client has said something.
    pub(crate) async fn say(
        &self,
        game: GameId,
        client: Client,
        said: Said,
    ) -> Result<(), Problem> {
        self.send(game, Request::Say { client, said }).await
    }

    /// A client has gone. If the session has gone too, there is nothing to tell.
    pub(crate) async fn leave(&self, game: GameId, client: Client) {
        let session = self.sessions().by_game.get(&game).cloned();
        if let Some(session) = session {
            let _ = session.send(Request::Leave { client }).await;
        }
    }

    /// Asks a game's session, which is begun if there is none.
    async fn send(&self, game: GameId, mut request: Request) -> Result<(), Problem> {
        loop {
            let session = self.session(game).await?;
            match session.send(request).await {
                Ok(()) => return Ok(()),
                // It ended in this moment.
                Err(mpsc::error::SendError(returned)) => request = returned,
            }
        }
    }

    async fn session(&self, game: GameId) -> Result<mpsc::Sender<Request>, Problem> {
        loop {
            let gone = {
                let sessions = self.sessions();
                if let Some(session) = sessions.find(game) {
                    return Ok(session);
                }
                sessions.gone
            };
            let seated: SeatedGame = self.parts.store.ask(move |store| store.seated(game)).await?;
            let mut sessions = self.sessions();
            // Somebody else may have been faster, and the game may even have gone on and been let
            // go since it was read.
            if let Some(session) = sessions.find(game) {
                return Ok(session);
            }
            if sessions.gone != gone {
                continue;
            }
            let (sender, requests) = mpsc::channel(MOST_WAITING);
            tokio::spawn(Session::new(game, seated, self.clone()).run(requests));
            sessions.by_game.insert(game, sender.clone());
            return Ok(sender);
        }
    }

    /// Lets a session go, unless somebody has just asked it something.
    fn let_go(&self, game: GameId, requests: &mpsc::Receiver<Request>) -> bool {
        let mut sessions = self.sessions();
        if requests.is_empty() {
            sessions.by_game.remove(&game);
            sessions.gone += 1;
            return true;
        }
        false
    }

    /// They are whole whenever nobody holds them, even if somebody panicked.
    fn sessions(&self) -> MutexGuard<'_, Sessions> {
        self.parts.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn store(&self) -> &Keeper {
        &self.parts.store
    }

    fn compute(&self) -> &Compute {
        &self.parts.compute
    }
}

impl Sessions {
    fn find(&self, game: GameId) -> Option<mpsc::Sender<Request>> {
        self.by_game.get(&game).filter(|session| !session.is_closed()).cloned()
    }
}
