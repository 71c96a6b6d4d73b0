//! The actor of one game: it carries out what the game's [`Room`] wants done.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use quoridor_core::{Game, Player};
use quoridor_service::Problem;
use quoridor_service::analysis::hint;
use quoridor_service::live::{Client, Command, Computer, Effect, Question, Room};
use quoridor_session::{GameId, LiveGame};
use tokio::sync::{mpsc, watch};
use tokio::time::sleep_until;

use super::computer::{Found, Reply, Thinking};
use super::{Games, Request};
use crate::address::Address;
use crate::compute::Ticket;
use crate::metrics::Rejection;
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
    replied: mpsc::UnboundedReceiver<Reply>,
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
            replied,
        }
    }

    /// Plays the game until nobody has been connected for a while.
    pub(super) async fn run(mut self, mut requests: mpsc::Receiver<Request>) {
        loop {
            self.carry_out().await;
            let deadline = Instant::now() + self.room.wait(self.now());
            tokio::select! {
                request = requests.recv() => match request {
                    Some(request) => self.take(request).await,
                    None => return,
                },
                Some(Reply { question, found }) = self.replied.recv() => {
                    let answer = found.map(|Found { seat, computer, decision, terms }| {
                        self.computers.insert(seat, computer);
                        (decision, terms)
                    });
                    self.room.answer(question, answer);
                }
                Ok(()) = self.elsewhere.changed() => self.room.refresh(),
                () = sleep_until(deadline.into()) => {
                    if self.room.may_go(self.now()) {
                        return self.games.clone().let_go(self.room.id(), requests).await;
                    }
                }
            }
        }
    }

    /// The time as the room counts it.
    fn now(&self) -> Duration {
        self.began.elapsed()
    }

    async fn take(&mut self, request: Request) {
        match request {
            Request::Join { client, address, outbox, tokens } => {
                self.visitors.insert(client, Visitor { address, outbox, hint: None });
                self.room.join(client, tokens);
            }
            Request::Leave { client } => {
                self.room.leave(client);
                self.carry_out().await;
                self.visitors.remove(&client);
            }
            Request::Look { answer } => {
                self.room.refresh();
                self.carry_out().await;
                let _ = answer.send(self.room.state(self.now()));
            }
            Request::Pace { milliseconds } => self.room.set_pace(milliseconds),
            Request::Say { client, envelope } => {
                let began = Instant::now();
                let is_move = matches!(envelope.command, Command::Move { .. });
                self.room.command(client, envelope);
                self.carry_out().await;
                if is_move {
                    self.games.metrics().moves.note(began.elapsed());
                }
            }
        }
    }

    /// Carries out all effects, one after the other.
    async fn carry_out(&mut self) {
        while let Some(effect) = self.room.next_effect(self.now()) {
            match effect {
                Effect::Write(change) => {
                    let written = self.games.store().write(change).await;
                    let written = written.map_err(Problem::from).and_then(|done| Ok(done?));
                    self.room.written(written, self.now());
                }
                Effect::Load(unless) => {
                    let id = self.room.id();
                    let loaded = self.games.store().ask(move |store| {
                        let is_known = unless.is_some() && store.stamp(id).ok() == unless;
                        if is_known { Ok(None) } else { store.live(id).map(Some) }
                    });
                    self.room.loaded(loaded.await.ok().flatten(), self.now());
                }
                Effect::Ask(question) => {
                    if let Err(problem) = self.ask(question)
                        && self.room.could_not_ask(&problem, self.now())
                    {
                        self.games.metrics().reject(Rejection::Memory);
                    }
                }
                Effect::Hint { client, id, game } => {
                    if let Err(problem) = self.hint(client, id, game) {
                        self.room.could_not_hint(client, id, &problem);
                    }
                }
                Effect::Tell { to, text } => {
                    let text = Utf8Bytes::from(text);
                    for client in to {
                        let Some(visitor) = self.visitors.get(&client) else { continue };
                        visitor.outbox.send(text.clone());
                        if visitor.outbox.is_closed() {
                            self.room.leave(client);
                        }
                    }
                }
                Effect::Disconnect(client) => {
                    if let Some(visitor) = self.visitors.remove(&client) {
                        visitor.outbox.disconnect();
                    }
                }
            }
        }
        if !self.room.is_thinking() {
            self.thinking = None;
        }
        if self.room.is_empty() || self.room.is_over() {
            // Their tables take megabytes.
            self.computers.clear();
        }
    }

    fn hint(&mut self, client: Client, id: Option<u64>, game: Game) -> Result<(), Problem> {
        let Some(visitor) = self.visitors.get_mut(&client) else { return Ok(()) };
        let (address, outbox) = (visitor.address, Box::new(visitor.outbox.clone()));
        let work = hint(game, id, outbox, &self.games.resources().of(address))?;
        visitor.hint = Some(self.games.compute().analysis(address, work)?.0);
        Ok(())
    }

    fn ask(&mut self, question: Question) -> Result<(), Problem> {
        let Question { number, seat, spec, game, clock } = question;
        let first = self.room.first_client().and_then(|client| self.visitors.get(&client));
        let Some(address) = first.map(|visitor| visitor.address) else { return Ok(()) };
        let build = || Computer::new(&spec, &self.games.resources().of(address));
        let computer = self.computers.remove(&seat).map_or_else(build, Ok)?;
        let (limits, most) = computer.limits(clock);
        let work = Thinking::new(computer, game, limits, number, self.replies.clone());
        self.thinking = Some(self.games.compute().game(address, Box::new(work), most));
        Ok(())
    }
}
