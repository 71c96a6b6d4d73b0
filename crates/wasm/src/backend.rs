//! Answers what a server would: requests, conversations and live games. Searches run elsewhere.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quoridor_json::ImportedJson;
use quoridor_service::analysis::{Questions, Ticket};
use quoridor_service::live::{Client, Tokens};
use quoridor_service::routes::stored::{self, game_id};
use quoridor_service::routes::texts::TextLimits;
use quoridor_service::{Outbox, Problem, routes};
use quoridor_session::GameId;
use quoridor_store::{Date, MemoryGame, MemoryStore};
use serde_json::{Value, json};

use crate::dispatch::{Answered, Dispatch, Request, answered, answered_with, parameter, read};
use crate::games::Games;
use crate::search::{PagePlayers, Played, Task};

/// The questions of one analysis that may be open.
const QUESTIONS: usize = 8;

/// The program around the module.
#[derive(Clone, Copy)]
pub struct Host {
    /// Takes an event: a message to a client, a search to begin or to end, a game to keep.
    pub emit: fn(&Value),
    /// The time since any fixed moment.
    pub now: fn() -> Duration,
    /// Days since 1 January 1970.
    pub today: fn() -> u64,
    /// Random bytes that nobody can guess.
    pub random: fn() -> [u8; 16],
}

impl Host {
    pub(crate) fn date(&self) -> Date {
        Date::of_day((self.today)())
    }

    pub(crate) const fn line(&self, connection: u64) -> Line {
        Line { connection, emit: self.emit }
    }

    pub(crate) fn token(&self) -> Result<String, Problem> {
        Ok(quoridor_service::live::token_of((self.random)()))
    }
}

/// Messages to one client.
pub(crate) struct Line {
    connection: u64,
    emit: fn(&Value),
}

impl Line {
    pub(crate) const fn client(&self) -> Client {
        Client(self.connection)
    }

    /// Sends a message that is JSON already.
    pub(crate) fn send(&self, text: &str) {
        let connection = self.connection;
        (self.emit)(&json!({ "event": "message", "connection": connection, "text": text }));
    }

    pub(crate) fn close(&self) {
        (self.emit)(&json!({ "event": "closed", "connection": self.connection }));
    }
}

impl Outbox for Line {
    fn say(&self, message: &Value) {
        self.send(&message.to_string());
    }
}

/// A search that was begun. Dropping it ends the search.
pub(crate) struct Begun {
    task: u64,
    done: Arc<AtomicBool>,
    emit: fn(&Value),
}

impl Ticket for Begun {
    fn is_done(&self) -> bool {
        self.done.load(Ordering::Relaxed)
    }
}

impl Drop for Begun {
    fn drop(&mut self) {
        if !self.is_done() {
            (self.emit)(&json!({ "event": "cancel", "task": self.task }));
        }
    }
}

/// The receiver of the messages of a search.
#[derive(Clone, Copy)]
pub(crate) enum Receiver {
    /// A client, and the number under which it asked.
    Connection(u64, Option<u64>),
    /// A live game, and the question's number there.
    Game(GameId, u64),
}

/// The store, and the searches that are running.
pub(crate) struct Parts {
    pub(crate) host: Host,
    pub(crate) store: MemoryStore,
    last: u64,
    running: BTreeMap<u64, (Receiver, Arc<AtomicBool>)>,
}

impl Parts {
    pub(crate) fn now(&self) -> Duration {
        (self.host.now)()
    }

    pub(crate) fn begin(&mut self, task: &Task, receiver: Receiver) -> Begun {
        self.last += 1;
        let done = Arc::new(AtomicBool::new(false));
        self.running.insert(self.last, (receiver, Arc::clone(&done)));
        let is_game = matches!(receiver, Receiver::Game(..));
        (self.host.emit)(&json!({
            "event": "search",
            "task": self.last,
            "of": task,
            "network": crate::search::needs(task),
            "plays": is_game,
        }));
        Begun { task: self.last, done, emit: self.host.emit }
    }

    /// Notes that a search has ended, and returns its receiver.
    fn finish(&mut self, task: u64) -> Option<Receiver> {
        let (receiver, done) = self.running.remove(&task)?;
        done.store(true, Ordering::Relaxed);
        Some(receiver)
    }
}

/// Something that a client keeps open.
enum Conversation {
    Analysis(Questions<Begun>),
    /// A live game; whether the first message has come.
    Game(GameId, bool),
}

/// Answers requests, leads live games, and keeps the store.
pub struct Backend {
    parts: Parts,
    games: Games,
    conversations: BTreeMap<u64, Conversation>,
}

impl Backend {
    /// A backend without games.
    pub fn new(host: Host) -> Self {
        let store = MemoryStore::default();
        let parts = Parts { host, store, last: 0, running: BTreeMap::new() };
        Self { parts, games: Games::default(), conversations: BTreeMap::new() }
    }

    /// Takes a game that was kept.
    ///
    /// # Errors
    /// One line: it cannot be read.
    pub fn restore(&mut self, id: i64, row: &str) -> Result<(), String> {
        let game: MemoryGame = serde_json::from_str(row).map_err(|error| error.to_string())?;
        if !game.is_sound() {
            return Err("the parts of the game do not belong together".to_owned());
        }
        self.parts.store.put(GameId(id), game);
        // If it is open here, it was changed in another tab.
        self.games.refresh(GameId(id), &mut self.parts);
        Ok(())
    }

    /// Answers a request: its status, and JSON. `target` is a path with its query.
    pub fn request(&mut self, method: &str, target: &str, body: &str) -> (u16, String) {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let request = Request { method, path, body };
        let pure = routes::exports(routes::questions(Dispatch::new(&request))).answered;
        let answer = pure.or_else(|| self.answer(&request, query)).unwrap_or_else(|| {
            let line = "there is no such route: docs/http.md lists them";
            answered::<()>(Err(Problem::not_found(line)))
        });
        self.keep_changes();
        answer
    }

    fn answer(&mut self, request: &Request<'_>, query: &str) -> Option<Answered> {
        let Request { method, path, body } = *request;
        let store = &mut self.parts.store;
        Some(match (method, path) {
            ("GET", "/api/store/games") => answered(
                serde_urlencoded::from_str(query)
                    .map_err(|error| {
                        let line = format_args!("Failed to deserialize query string: {error}");
                        Problem::bad(line)
                    })
                    .and_then(|listed| stored::list(store, &listed)),
            ),
            ("POST", "/api/store/games") => answered(read(body).and_then(|kept: stored::Kept| {
                kept.keep(&TextLimits::default(), |games| Ok(store.add_checked(games)))
                    as Result<ImportedJson, Problem>
            })),
            ("POST", "/api/explore") => {
                answered(read(body).and_then(|explored| stored::explore(store, &explored)))
            }
            ("POST", "/api/import") => {
                let read: Result<routes::texts::Imported, _> = read(body);
                answered(read.and_then(|imported| imported.read(&TextLimits::default())))
            }
            ("GET", "/api/health") => answered(Ok(json!({
                "ok": true,
                "problems": [],
                "version": env!("CARGO_PKG_VERSION"),
                "analyses": { "running": self.parts.running.len(), "waiting": 0 },
            }))),
            ("GET", "/api/addresses") => answered(Ok(json!({ "origins": [] }))),
            ("POST", "/api/games") => answered_with(201, self.begin(body)),
            ("GET", _) => {
                if let Some(id) = parameter("/api/store/games/{id}", path) {
                    answered(stored::show(store, id))
                } else if let Some(id) = parameter("/api/store/games/{id}/review", path) {
                    answered(stored::review(store, id))
                } else if let Some(id) = parameter("/api/games/{game}", path) {
                    let (games, parts) = (&mut self.games, &self.parts);
                    answered(game_id(id).and_then(|id| games.look(id, parts)))
                } else {
                    return None;
                }
            }
            ("POST", _) => {
                let id = parameter("/api/games/{game}/claim", path)?;
                answered(self.claim(id))
            }
            _ => return None,
        })
    }

    fn begin(&mut self, body: &str) -> Result<quoridor_service::live::TokensJson, Problem> {
        let begun: quoridor_service::live::Begun = read(body)?;
        let host = self.parts.host;
        let (change, tokens) = begun.change(&PagePlayers, &mut || host.token())?;
        let id = self.parts.store.write_live(&change, host.date())?;
        if let Some(milliseconds) = begun.pace() {
            self.games.set_pace(id, milliseconds, &self.parts)?;
        }
        Ok(tokens.json(id))
    }

    fn claim(&mut self, id: &str) -> Result<quoridor_service::live::TokensJson, Problem> {
        let (id, host) = (game_id(id)?, self.parts.host);
        let seating = self.parts.store.live(id)?.seating;
        let tokens = Tokens::of_seating(&seating, &mut || host.token())?;
        self.parts.store.claim(id, &tokens.seats, tokens.control.as_deref())?;
        Ok(tokens.json(id))
    }

    /// Opens a conversation: `/api/analysis` or `/api/games/17/live`.
    ///
    /// # Errors
    /// There is nothing to talk about there: a status, and JSON.
    pub fn open(&mut self, connection: u64, path: &str) -> Result<(), (u16, String)> {
        let conversation = if path == "/api/analysis" {
            Ok(Conversation::Analysis(Questions::new(QUESTIONS)))
        } else {
            let id = parameter("/api/games/{game}/live", path);
            let id = id.ok_or_else(|| Problem::not_found("there is no such route"));
            let looked = id.and_then(game_id).and_then(|id| {
                self.games.look(id, &self.parts)?;
                Ok(id)
            });
            looked.map(|id| Conversation::Game(id, false))
        };
        match conversation {
            Ok(conversation) => {
                self.conversations.insert(connection, conversation);
                Ok(())
            }
            Err(problem) => Err(answered::<()>(Err(problem))),
        }
    }

    /// A client says something.
    pub fn say(&mut self, connection: u64, text: &str) {
        let Self { parts, games, conversations } = self;
        let line = parts.host.line(connection);
        match conversations.get_mut(&connection) {
            Some(Conversation::Analysis(questions)) => questions.hear(text, &line, |question| {
                let task = Task::Question { text: text.to_owned() };
                Ok(parts.begin(&task, Receiver::Connection(connection, Some(question.id()))))
            }),
            Some(Conversation::Game(id, true)) => games.say(*id, &line, text, parts),
            Some(Conversation::Game(id, has_joined)) => {
                *has_joined = games.join(*id, &line, text, parts);
                if !*has_joined {
                    conversations.remove(&connection);
                    line.close();
                }
            }
            None => {}
        }
        self.keep_changes();
    }

    /// A client goes.
    pub fn close(&mut self, connection: u64) {
        if let Some(Conversation::Game(id, true)) = self.conversations.remove(&connection) {
            self.games.leave(id, Client(connection), &mut self.parts);
            self.keep_changes();
        }
    }

    /// A search says something.
    pub fn found(&mut self, task: u64, message: &str) {
        let Some(&(receiver, _)) = self.parts.running.get(&task) else { return };
        let Ok(message) = serde_json::from_str::<Value>(message) else { return };
        match receiver {
            Receiver::Connection(..) if message["type"] == "store-review" => {
                self.store_review(&message);
            }
            Receiver::Connection(connection, _) => self.parts.host.line(connection).say(&message),
            Receiver::Game(id, question) => {
                // The move is all that it has to say: nothing is left to be cancelled, and its
                // worker keeps the player's table.
                self.parts.finish(task);
                self.games.hear(id, question, Some(&message), &mut self.parts);
            }
        }
        self.keep_changes();
    }

    /// The worker of a search failed.
    pub fn failed(&mut self, task: u64) {
        if let Some(&(Receiver::Connection(connection, id), _)) = self.parts.running.get(&task) {
            self.parts.host.line(connection).say(&Problem::search_failed().message(id));
        }
        self.ended(task);
    }

    /// A search has ended.
    pub fn ended(&mut self, task: u64) {
        if let Some(Receiver::Game(id, question)) = self.parts.finish(task) {
            self.games.hear(id, question, None, &mut self.parts);
        }
        self.keep_changes();
    }

    fn store_review(&mut self, message: &Value) {
        let played = serde_json::from_value::<Played>(message["played"].clone());
        let game = played.ok().and_then(|played| played.game());
        let id = message["game"].as_str().and_then(|id| game_id(id).ok());
        if let (Some(game), Some(id)) = (game, id) {
            // A game that is not there, or another by now, has no place for it.
            let _ = stored::keep_review(&mut self.parts.store, id, &game, &message["document"]);
        }
    }

    /// The changes that were given out are stored, or there is a problem.
    pub fn stored(&mut self, problem: Option<&str>) {
        self.games.stored(problem.map_or(Ok(()), Err), &mut self.parts);
        self.keep_changes();
    }

    /// Does what is due, and says after how many milliseconds something will be.
    pub fn tick(&mut self) -> u64 {
        let wait = self.games.tick(&mut self.parts);
        self.keep_changes();
        wait.as_millis() as u64
    }

    /// Gives out what has changed in the store.
    fn keep_changes(&mut self) {
        for (id, game) in self.parts.store.take_changed() {
            (self.parts.host.emit)(&json!({ "event": "keep", "game": id.0, "row": game }));
        }
    }
}
