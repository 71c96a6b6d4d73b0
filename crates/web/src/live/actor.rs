//! The actor of one game: it alone changes the game, and tells the clients.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use quoridor_core::Player;
use quoridor_json::DecisionJson;
use quoridor_session::{Change, GameId, LiveGame, Occupant, Reason, Session, StorageError};
use serde_json::json;
use tokio::sync::{mpsc, watch};
use tokio::time::sleep_until;

use super::computer::{Computer, Found, Reply, Thinking};
use super::connections::Connections;
use super::message::{Said, Wish};
use super::state::state;
use super::{Client, Games, Request};
use crate::compute::Ticket;
use crate::metrics::Rejection;
use crate::problem::Problem;
use quoridor_service::Outbox as _;
use quoridor_service::analysis::hint;

/// How long a game stays in memory when nobody is connected.
const LINGER: Duration = Duration::from_secs(30);

/// How often it is tried again to build a computer player for which there was no memory.
const RETRY: Duration = Duration::from_secs(1);

/// The shortest time between two greetings or names of a client.
const CHATTER: Duration = Duration::from_secs(1);

/// The longest time between two moves of computer players that can be asked for, in milliseconds.
const SLOWEST_PACE: u64 = 60_000;

/// A game that is being played.
pub(super) struct Actor {
    pub(super) id: GameId,
    games: Games,
    pub(super) session: Session,
    /// The moment from which the session's times count.
    began: Instant,
    pub(super) connections: Connections,
    computers: HashMap<Player, Computer>,
    thinking: Option<Ticket>,
    /// The number of questions to computer players so far.
    questions: u64,
    replies: mpsc::UnboundedSender<Reply>,
    replied: Option<mpsc::UnboundedReceiver<Reply>>,
    /// The last computer player's decision, if no human plays.
    pub(super) inside: Option<DecisionJson>,
    pub(super) is_paused: bool,
    /// Whether the computer player to move could not be built: it is tried again.
    is_short: bool,
    pub(super) pace: Duration,
    /// When the last move was made.
    moved: Instant,
    /// Since when nobody has been connected.
    empty_since: Instant,
    /// Changes whenever another program has written to the store.
    elsewhere: watch::Receiver<u64>,
}

impl Actor {
    pub(super) fn new(id: GameId, live: LiveGame, games: Games) -> Self {
        let (replies, replied) = mpsc::unbounded_channel();
        let now = Instant::now();
        Self {
            id,
            elsewhere: games.store().elsewhere(),
            games,
            session: Session::stored(id, live, Duration::ZERO),
            began: now,
            connections: Connections::default(),
            computers: HashMap::new(),
            thinking: None,
            questions: 0,
            replies,
            replied: Some(replied),
            inside: None,
            is_paused: false,
            is_short: false,
            pace: Duration::ZERO,
            moved: now,
            empty_since: now,
        }
    }

    /// Plays the game until nobody is connected any more.
    pub(super) async fn run(mut self, mut requests: mpsc::Receiver<Request>) {
        let Some(mut replied) = self.replied.take() else { return };
        // An older server may have been killed between the last move and the end that it brought.
        if let Some(end) = self.session.propose_end() {
            let _ = self.commit(end).await;
        }
        self.think();
        loop {
            let deadline = self.deadline();
            tokio::select! {
                request = requests.recv() => match request {
                    Some(request) => self.answer(request).await,
                    None => return,
                },
                Some(reply) = replied.recv() => self.hear(reply).await,
                Ok(()) = self.elsewhere.changed() => self.refresh().await,
                () = sleep_until(deadline.into()) => {
                    self.check_clock().await;
                    self.think();
                    if self.may_go() && self.games.let_go(self.id, &requests) {
                        return;
                    }
                }
            }
        }
    }

    /// The time as the session counts it.
    pub(super) fn now(&self) -> Duration {
        self.began.elapsed()
    }

    async fn answer(&mut self, request: Request) {
        match request {
            Request::Join { client, address, outbox, tokens } => {
                self.refresh().await;
                self.learn_keys(&tokens).await;
                if self.is_unwatched_computers_turn() {
                    // It has not thought while nobody was there.
                    self.session.restart_turn(self.now());
                }
                self.connections.add(client, address, outbox, &tokens, self.session.seating());
                self.think();
                self.tell_all();
            }
            Request::Leave { client } => {
                self.connections.remove(client);
                self.empty_since = Instant::now();
                if self.connections.is_empty() {
                    self.stop_thinking();
                    self.computers.clear();
                }
                self.tell_all();
            }
            Request::Look { answer } => {
                self.refresh().await;
                let _ = answer.send(state(self));
            }
            Request::Pace { milliseconds } => self.set_pace(milliseconds),
            Request::Say { client, said: Said { id, wish } } => {
                let began = Instant::now();
                let (is_move, is_hint) = (matches!(wish, Wish::Move { .. }), wish == Wish::Hint);
                let done = self.grant(client, id, wish).await;
                if is_move {
                    self.games.metrics().moves.note(began.elapsed());
                }
                let Some(connection) = self.connections.get(client) else { return };
                match done {
                    // A hint comes when it is found.
                    Ok(()) if is_hint => {}
                    Ok(()) => connection.outbox.say(&json!({ "type": "ok", "id": id })),
                    Err(problem) => connection.outbox.say(&problem.message(id)),
                }
            }
        }
    }

    async fn grant(&mut self, client: Client, id: Option<u64>, wish: Wish) -> Result<(), Problem> {
        let connection = self.connections.get(client).ok_or_else(|| Problem::bad("join first"))?;
        let (seats, controls) = (connection.seats.clone(), connection.controls);
        match wish {
            Wish::Ping => return Ok(()),
            Wish::Pause | Wish::Resume | Wish::Step | Wish::Pace { .. } if !controls => {
                return Err(Problem::bad("only who started a game between bots can pause it"));
            }
            Wish::Pause | Wish::Resume | Wish::Step | Wish::Pace { .. } => {}
            _ if seats.is_empty() => {
                return Err(Problem::bad("you are watching: to play, open the link of a seat"));
            }
            _ => {}
        }
        self.check_clock().await;
        let now = self.now();
        let proposed = match wish {
            Wish::Move { ply, mv } => match self.session.propose_move_by(&seats, ply, mv, now)? {
                Some(change) => Some(change),
                None => return Ok(()),
            },
            Wish::Resign { seat } => Some(self.session.propose_resignation(&seats, seat)?),
            Wish::Undo => self.session.offer_takeback(&seats)?,
            Wish::Draw => self.session.offer_draw(&seats)?,
            Wish::Name { name } => {
                self.check_chatter(client)?;
                self.session.propose_name(&seats, &name)?
            }
            Wish::Greet { greeting } => {
                self.check_chatter(client)?;
                let from = seats[0].to_string();
                let said = json!({ "type": "greeting", "from": from, "greeting": greeting });
                self.connections.iter().for_each(|client| client.outbox.say(&said));
                return Ok(());
            }
            Wish::Rematch => return self.offer_rematch(&seats).await,
            Wish::Hint => return self.hint(client, id, &seats),
            Wish::Decline => {
                self.session.decline();
                None
            }
            Wish::Pause => {
                self.is_paused = true;
                self.stop_thinking();
                None
            }
            Wish::Resume => {
                self.is_paused = false;
                None
            }
            Wish::Step => {
                self.is_paused = true;
                self.ask_computer();
                None
            }
            Wish::Pace { milliseconds } => {
                self.set_pace(milliseconds);
                None
            }
            Wish::Ping => None,
        };
        match proposed {
            Some(change) => self.commit(change).await,
            None => {
                self.think();
                self.tell_all();
                Ok(())
            }
        }
    }

    /// Writes a proposal, makes it happen, and tells everybody: in this order, so that nobody hears
    /// of a move that is not on the disk.
    async fn commit(&mut self, change: Change) -> Result<(), Problem> {
        match self.games.store().write(change.clone()).await? {
            Ok(id) => self.session.apply(change, id, self.now()),
            Err(error) => {
                let problem = Problem::from(&error);
                if StorageError::from(error) == StorageError::Changed {
                    self.refresh().await;
                }
                return Err(problem);
            }
        }
        self.moved = Instant::now();
        self.stop_thinking();
        if self.session.is_over() {
            self.computers.clear();
        }
        self.think();
        self.tell_all();
        Ok(())
    }

    /// Takes over what another program has written: the game may be continued in a terminal.
    async fn refresh(&mut self) {
        let id = self.id;
        let stamp = self.session.live().stamp();
        let loaded = self.games.store().ask(move |store| {
            Ok(if store.stamp(id)? == stamp { None } else { Some(store.live(id)?) })
        });
        // If the store fails, the next change says so.
        let Ok(Some(live)) = loaded.await else { return };
        self.session = Session::stored(id, live, self.now());
        self.moved = Instant::now();
        self.stop_thinking();
        self.computers.clear();
        self.inside = None;
        self.think();
        self.tell_all();
    }

    /// Reads the keys of the game again if a token is unknown: it may have been claimed since.
    async fn learn_keys(&mut self, tokens: &[String]) {
        let seating = self.session.seating();
        let keys = seating.occupants.values().filter_map(Occupant::keys);
        let keys: Vec<_> = keys.chain([&seating.control]).collect();
        if tokens.iter().all(|token| keys.iter().any(|keys| keys.open_with(token))) {
            return;
        }
        let id = self.id;
        if let Ok(live) = self.games.store().ask(move |store| store.live(id)).await {
            self.session.update_keys(live.seating);
        }
    }

    async fn offer_rematch(&mut self, seats: &[Player]) -> Result<(), Problem> {
        if let Some(change) = self.session.offer_rematch(seats)? {
            let rematch = self.games.store().write(change).await?.map_err(|e| Problem::from(&e))?;
            self.session.rematch_began(rematch);
        }
        self.tell_all();
        Ok(())
    }

    /// Greetings and names reach everybody, so that a client has to pause between them.
    fn check_chatter(&mut self, client: Client) -> Result<(), Problem> {
        let Some(connection) = self.connections.get_mut(client) else { return Ok(()) };
        let now = Instant::now();
        if connection.chattered.is_some_and(|last| now.duration_since(last) < CHATTER) {
            return Err(Problem::too_many("wait a moment before the next greeting or name"));
        }
        connection.chattered = Some(now);
        Ok(())
    }

    fn hint(&mut self, client: Client, id: Option<u64>, seats: &[Player]) -> Result<(), Problem> {
        self.session.check_hint(seats)?;
        let game = self.session.game().clone();
        let (compute, resources) = (self.games.compute().clone(), self.games.resources().clone());
        if let Some(connection) = self.connections.get_mut(client) {
            let address = connection.address;
            let outbox = Box::new(connection.outbox.clone());
            let work = hint(game, id, outbox, &resources.of(address))?;
            connection.hint = Some(compute.analysis(address, Box::new(work))?.0);
        }
        Ok(())
    }

    fn set_pace(&mut self, milliseconds: u64) {
        self.pace = Duration::from_millis(milliseconds.min(SLOWEST_PACE));
    }

    pub(super) const fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    fn stop_thinking(&mut self) {
        self.thinking = None;
        self.questions += 1;
    }

    /// Asks the computer player to move, if it is one's turn and the game goes on. Nothing is
    /// computed for a game that nobody watches.
    fn think(&mut self) {
        if !self.is_paused && self.moved.elapsed() >= self.pace_now() {
            self.ask_computer();
        }
    }

    /// The shortest time between two moves: none where a human waits.
    fn pace_now(&self) -> Duration {
        if self.session.has_human() || self.session.plies() == 0 {
            Duration::ZERO
        } else {
            self.pace
        }
    }

    fn ask_computer(&mut self) {
        if self.thinking.is_some() || self.session.is_over() {
            return;
        }
        let turn = self.session.turn();
        let Occupant::Computer { spec } = self.session.to_move() else { return };
        let Some(address) = self.connections.account() else { return };
        let build = || Computer::new(spec, self.games.resources(), address);
        let computer = match self.computers.remove(&turn).map_or_else(build, Ok) {
            Ok(computer) => computer,
            // There is no memory for it now, or the registry has changed since the game began.
            Err(problem) => {
                if !std::mem::replace(&mut self.is_short, true) {
                    self.games.metrics().reject(Rejection::Memory);
                    let message = problem.message(None);
                    self.connections.iter().for_each(|client| client.outbox.say(&message));
                }
                return;
            }
        };
        self.is_short = false;
        let clock = self.session.clocks().and_then(|clocks| {
            Some((self.session.time_left(turn, self.now())?, clocks.control().increment))
        });
        let (limits, most) = computer.limits(clock);
        self.questions += 1;
        let game = self.session.game().clone();
        let work = Thinking::new(computer, game, limits, self.questions, self.replies.clone());
        self.thinking = Some(self.games.compute().game(address, Box::new(work), most));
    }

    /// A computer player has answered.
    async fn hear(&mut self, Reply { question, found }: Reply) {
        if question != self.questions || self.thinking.is_none() {
            return;
        }
        self.thinking = None;
        self.check_clock().await;
        // Its time ran out before: the answer is for a turn that is over.
        if question != self.questions {
            return;
        }
        let turn = self.session.turn();
        let now = self.now();
        let proposed = match found {
            None => Ok(self.session.propose_forfeit(turn, Reason::Disconnects(turn))),
            Some(Found { computer, decision, terms }) => {
                // Its tables take megabytes, which a game that nobody watches does without.
                if !self.connections.is_empty() {
                    self.computers.insert(turn, computer);
                }
                if !self.session.has_human() {
                    let seats = self.session.position().seats();
                    self.inside = Some(DecisionJson::new(&decision, &terms, turn, seats));
                }
                let time = self.session.thinking_time(now);
                self.session.propose_decision(&decision, time, now)
            }
        };
        let done = match proposed {
            Ok(change) => self.commit(change).await,
            Err(refusal) => Err(refusal.into()),
        };
        // A move that is not stored was not made: it is tried again when somebody joins.
        if let Err(problem) = done {
            self.connections.iter().for_each(|client| client.outbox.say(&problem.message(None)));
        }
    }

    /// The next moment at which something is due.
    fn deadline(&self) -> Instant {
        let mut wait = if self.is_short { RETRY } else { LINGER };
        if let Some(turn) = self.running_clock() {
            let left = self.session.time_left(turn, self.now());
            wait = wait.min(left.unwrap_or(LINGER));
        }
        let waits = !self.is_thinking() && !self.is_paused && !self.connections.is_empty();
        if waits && !self.session.is_over() {
            let pace = self.pace_now().saturating_sub(self.moved.elapsed());
            wait = if pace.is_zero() { wait } else { wait.min(pace) };
        }
        Instant::now() + wait
    }

    /// Whether it is the turn of a computer player that does not think, because nobody watches.
    fn is_unwatched_computers_turn(&self) -> bool {
        self.connections.is_empty() && !self.session.to_move().is_human()
    }

    /// The player whose clock is running: not that of a computer player that does not think.
    fn running_clock(&self) -> Option<Player> {
        self.session.running_clock().filter(|_| !self.is_unwatched_computers_turn())
    }

    async fn check_clock(&mut self) {
        if self.is_unwatched_computers_turn() {
            return;
        }
        if let Some(change) = self.session.propose_flag_fall(self.now()) {
            let _ = self.commit(change).await;
        }
    }

    /// Whether nothing is lost if the game is only in the store for a while.
    fn may_go(&self) -> bool {
        self.connections.is_empty()
            && !self.is_thinking()
            && self.running_clock().is_none()
            && self.empty_since.elapsed() >= LINGER
    }

    fn tell_all(&self) {
        let mut state = json!(state(self));
        state["type"] = json!("state");
        for connection in self.connections.iter() {
            let seats: Vec<String> = connection.seats.iter().map(ToString::to_string).collect();
            state["yours"] = json!(seats);
            connection.outbox.say(&state);
        }
    }
}
