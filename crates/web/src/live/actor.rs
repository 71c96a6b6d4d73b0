//! The actor of one game: it alone changes the game, and tells the clients. The game itself is a
//! [`Room`]; the actor writes what the room proposes, and asks the computer players.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use quoridor_core::{Game, Player};
use quoridor_service::analysis::hint;
use quoridor_service::live::{Asked, Client, Computer, Granted, Room, Said, Wish};
use quoridor_session::{Change, GameId, LiveGame, StorageError};
use serde_json::json;
use tokio::sync::{mpsc, watch};
use tokio::time::sleep_until;

use super::computer::{Found, Reply, Thinking};
use super::{Games, Request};
use crate::address::Address;
use crate::compute::Ticket;
use crate::metrics::Rejection;
use crate::problem::Problem;
use crate::socket::Outbox;

/// A game that is being played.
pub(super) struct Actor {
    games: Games,
    room: Room,
    /// The moment from which the room's times count.
    began: Instant,
    visitors: HashMap<Client, Visitor>,
    computers: HashMap<Player, Computer>,
    /// The move that is being searched.
    thinking: Option<Ticket>,
    replies: mpsc::UnboundedSender<Reply>,
    replied: Option<mpsc::UnboundedReceiver<Reply>>,
    /// Changes whenever another program has written to the store.
    elsewhere: watch::Receiver<u64>,
}

/// A client that is connected.
struct Visitor {
    address: Address,
    outbox: Outbox,
    /// The hint that it waits for.
    hint: Option<Ticket>,
}

impl Actor {
    pub(super) fn new(id: GameId, live: LiveGame, games: Games) -> Self {
        let (replies, replied) = mpsc::unbounded_channel();
        Self {
            elsewhere: games.store().elsewhere(),
            games,
            room: Room::new(id, live, Duration::ZERO),
            began: Instant::now(),
            visitors: HashMap::new(),
            computers: HashMap::new(),
            thinking: None,
            replies,
            replied: Some(replied),
        }
    }

    /// Plays the game until nobody is connected any more.
    pub(super) async fn run(mut self, mut requests: mpsc::Receiver<Request>) {
        let Some(mut replied) = self.replied.take() else { return };
        if let Some(end) = self.room.propose_end() {
            let _ = self.commit(end).await;
        }
        self.think();
        loop {
            let deadline = Instant::now() + self.room.wait(self.now());
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
                    let is_idle = self.room.may_go(self.now());
                    if is_idle && self.games.let_go(self.room.id(), &requests) {
                        return;
                    }
                }
            }
        }
    }

    /// The time as the room counts it.
    fn now(&self) -> Duration {
        self.began.elapsed()
    }

    async fn answer(&mut self, request: Request) {
        match request {
            Request::Join { client, address, outbox, tokens } => {
                self.refresh().await;
                self.learn_keys(&tokens).await;
                self.room.join(client, Box::new(outbox.clone()), &tokens, self.now());
                self.visitors.insert(client, Visitor { address, outbox, hint: None });
                self.settle();
            }
            Request::Leave { client } => {
                self.room.leave(client, self.now());
                self.visitors.remove(&client);
                if self.room.is_empty() {
                    self.thinking = None;
                    self.computers.clear();
                }
                self.room.tell_all(self.now());
            }
            Request::Look { answer } => {
                self.refresh().await;
                let _ = answer.send(self.room.state(self.now()));
            }
            Request::Pace { milliseconds } => self.room.set_pace(milliseconds),
            Request::Say { client, said: Said { id, wish } } => {
                let began = Instant::now();
                let (is_move, is_hint) = (matches!(wish, Wish::Move { .. }), wish == Wish::Hint);
                let done = self.grant(client, id, wish).await;
                if is_move {
                    self.games.metrics().moves.note(began.elapsed());
                }
                match done {
                    // A hint comes when it is found.
                    Ok(()) if is_hint => {}
                    Ok(()) => self.room.say_to(client, &json!({ "type": "ok", "id": id })),
                    Err(problem) => self.room.say_to(client, &problem.message(id)),
                }
            }
        }
    }

    async fn grant(&mut self, client: Client, id: Option<u64>, wish: Wish) -> Result<(), Problem> {
        self.room.check(client, &wish)?;
        if wish != Wish::Ping {
            self.check_clock().await;
        }
        match self.room.grant(client, wish, self.now())? {
            Granted::Nothing => Ok(()),
            Granted::Changed => {
                self.settle();
                Ok(())
            }
            Granted::Write(change) => self.commit(change).await,
            Granted::Rematch(change) => self.rematch(change).await,
            Granted::Hint(game) => self.hint(client, id, game),
            Granted::Step => {
                let asked = self.room.ask(self.now());
                self.ask(asked);
                self.settle();
                Ok(())
            }
        }
    }

    /// Writes a proposal, makes it happen, and tells everybody: in this order, so that nobody hears
    /// of a move that is not on the disk.
    async fn commit(&mut self, change: Change) -> Result<(), Problem> {
        match self.games.store().write(change.clone()).await? {
            Ok(id) => self.room.written(change, id, self.now()),
            Err(error) => {
                let problem = Problem::from(&error);
                if StorageError::from(error) == StorageError::Changed {
                    self.refresh().await;
                }
                return Err(problem);
            }
        }
        if self.room.is_over() {
            self.computers.clear();
        }
        self.settle();
        Ok(())
    }

    /// The state is another: the computer player to move is asked, and everybody is told.
    fn settle(&mut self) {
        if !self.room.is_thinking() {
            self.thinking = None;
        }
        self.think();
        self.room.tell_all(self.now());
    }

    /// Takes over what another program has written: the game may be continued in a terminal.
    async fn refresh(&mut self) {
        let (id, stamp) = (self.room.id(), self.room.stamp());
        let loaded = self.games.store().ask(move |store| {
            Ok(if store.stamp(id)? == stamp { None } else { Some(store.live(id)?) })
        });
        // If the store fails, the next change says so.
        let Ok(Some(live)) = loaded.await else { return };
        self.room.refresh(live, self.now());
        self.computers.clear();
        self.settle();
    }

    /// Reads the keys of the game again if a token is unknown: it may have been claimed since.
    async fn learn_keys(&mut self, tokens: &[String]) {
        if self.room.knows(tokens) {
            return;
        }
        let id = self.room.id();
        if let Ok(live) = self.games.store().ask(move |store| store.live(id)).await {
            self.room.update_keys(live.seating);
        }
    }

    async fn rematch(&mut self, change: Option<Change>) -> Result<(), Problem> {
        if let Some(change) = change {
            let rematch = self.games.store().write(change).await?.map_err(|e| Problem::from(&e))?;
            self.room.rematch_began(rematch);
        }
        self.room.tell_all(self.now());
        Ok(())
    }

    fn hint(&mut self, client: Client, id: Option<u64>, game: Game) -> Result<(), Problem> {
        if let Some(visitor) = self.visitors.get_mut(&client) {
            let (address, outbox) = (visitor.address, Box::new(visitor.outbox.clone()));
            let work = hint(game, id, outbox, &self.games.resources().of(address))?;
            visitor.hint = Some(self.games.compute().analysis(address, Box::new(work))?.0);
        }
        Ok(())
    }

    /// Asks the computer player to move, if it is one's turn and the game goes on.
    fn think(&mut self) {
        let asked = self.room.ask_if_due(self.now());
        self.ask(asked);
    }

    fn ask(&mut self, asked: Option<Asked>) {
        let Some(Asked { question, seat, spec, game, clock }) = asked else { return };
        let first = self.room.first_client().and_then(|client| self.visitors.get(&client));
        let Some(address) = first.map(|visitor| visitor.address) else { return };
        let build = || Computer::new(&spec, &self.games.resources().of(address));
        let computer = match self.computers.remove(&seat).map_or_else(build, Ok) {
            Ok(computer) => computer,
            Err(problem) => {
                if self.room.could_not_ask(&problem) {
                    self.games.metrics().reject(Rejection::Memory);
                }
                return;
            }
        };
        let (limits, most) = computer.limits(clock);
        let work = Thinking::new(computer, game, limits, question, self.replies.clone());
        self.thinking = Some(self.games.compute().game(address, Box::new(work), most));
    }

    /// A computer player has answered.
    async fn hear(&mut self, Reply { question, found }: Reply) {
        if !self.room.is_wanted(question) {
            return;
        }
        self.thinking = None;
        self.check_clock().await;
        // Its time ran out before: the answer is for a turn that is over.
        if !self.room.is_wanted(question) {
            return;
        }
        let now = self.now();
        let proposed = match found {
            None => self.room.decide(None, now),
            Some(Found { seat, computer, decision, terms }) => {
                // Its tables take megabytes, which a game that nobody watches does without.
                if !self.room.is_empty() {
                    self.computers.insert(seat, computer);
                }
                self.room.decide(Some((&decision, &terms)), now)
            }
        };
        let done = match proposed {
            Ok(change) => self.commit(change).await,
            Err(problem) => Err(problem.into()),
        };
        if let Err(problem) = done {
            self.room.could_not_write(&problem.message(None));
        }
    }

    async fn check_clock(&mut self) {
        if let Some(change) = self.room.flag_fall(self.now()) {
            let _ = self.commit(change).await;
        }
    }
}
