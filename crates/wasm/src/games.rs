//! The live games of a page: carries out what their rooms want done.

use std::collections::BTreeMap;
use std::time::Duration;

use quoridor_service::live::{Client, Effect, Envelope, Join, Question, Room, StateJson};
use quoridor_service::{Outbox, Problem};
use quoridor_session::GameId;
use quoridor_store::MemoryGame;
use serde_json::Value;

use crate::backend::{Begun, Line, Parts, Receiver};
use crate::search::{Found, Names, Played, Task};

/// The longest time between two looks at whether something is due.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// A game that is open, and the searches for it.
struct Open {
    room: Room,
    /// The game that was written in memory, until the browser has stored it, and this game as it
    /// was before.
    writing: Option<(GameId, Option<MemoryGame>)>,
    thinking: Option<Begun>,
    hints: BTreeMap<Client, Begun>,
}

/// All games that are open.
#[derive(Default)]
pub(crate) struct Games {
    open: BTreeMap<GameId, Open>,
    names: Names,
}

impl Games {
    /// A game, opened if it was not.
    fn open(&mut self, id: GameId, parts: &Parts) -> Result<&mut Open, Problem> {
        match self.open.entry(id) {
            std::collections::btree_map::Entry::Occupied(open) => Ok(open.into_mut()),
            std::collections::btree_map::Entry::Vacant(place) => {
                let room = Room::new(id, parts.store.live(id)?, parts.now());
                Ok(place.insert(Open {
                    room,
                    writing: None,
                    thinking: None,
                    hints: BTreeMap::new(),
                }))
            }
        }
    }

    /// The state of a game as spectators see it.
    pub(crate) fn look(&mut self, id: GameId, parts: &Parts) -> Result<StateJson, Problem> {
        Ok(self.open(id, parts)?.room.state(parts.now()))
    }

    /// Sets the shortest time between moves of a game between computers.
    pub(crate) fn set_pace(
        &mut self,
        id: GameId,
        milliseconds: u64,
        parts: &Parts,
    ) -> Result<(), Problem> {
        self.open(id, parts)?.room.set_pace(milliseconds);
        Ok(())
    }

    /// Takes over a game that was changed in another tab.
    pub(crate) fn refresh(&mut self, id: GameId, parts: &mut Parts) {
        if let Some(open) = self.open.get_mut(&id) {
            open.room.refresh();
            open.carry_out(parts);
        }
    }

    /// The first message of a client. Whether it was understood.
    pub(crate) fn join(&mut self, id: GameId, line: &Line, text: &str, parts: &mut Parts) -> bool {
        match (Join::read(text), self.open(id, parts)) {
            (Ok(join), Ok(open)) => {
                open.room.join(line.client(), join.tokens);
                open.carry_out(parts);
                return true;
            }
            (Err(problem), _) | (_, Err(problem)) => line.say(&problem.message(None)),
        }
        false
    }

    /// A client goes.
    pub(crate) fn leave(&mut self, id: GameId, client: Client, parts: &mut Parts) {
        let Some(open) = self.open.get_mut(&id) else { return };
        open.hints.remove(&client);
        open.room.leave(client);
        open.carry_out(parts);
    }

    /// A message of a client.
    pub(crate) fn say(&mut self, id: GameId, line: &Line, text: &str, parts: &mut Parts) {
        let envelope = match Envelope::read(text) {
            Ok(envelope) => envelope,
            Err((number, problem)) => return line.say(&problem.message(number)),
        };
        match self.open(id, parts) {
            Ok(open) => {
                open.room.command(line.client(), envelope);
                open.carry_out(parts);
            }
            Err(problem) => line.say(&problem.message(envelope.id)),
        }
    }

    /// The search of a computer player says something; without a message, it failed.
    pub(crate) fn hear(
        &mut self,
        id: GameId,
        question: u64,
        message: Option<&Value>,
        parts: &mut Parts,
    ) {
        let Some(open) = self.open.get_mut(&id) else { return };
        let found = message.map(|message| message["found"].clone());
        let found = found.and_then(|found| serde_json::from_value::<Found>(found).ok());
        open.room.answer(question, found.map(|found| found.decision(&mut self.names)));
        open.carry_out(parts);
    }

    /// What was written is stored now, or could not be.
    pub(crate) fn stored(&mut self, outcome: Result<(), &str>, parts: &mut Parts) {
        for open in self.open.values_mut() {
            let Some((id, before)) = open.writing.take() else { continue };
            if outcome.is_err() {
                parts.store.forget(id);
                before.into_iter().for_each(|game| parts.store.put(open.room.id(), game));
            }
            open.room.written(outcome.map(|()| id).map_err(Problem::busy), parts.now());
            open.carry_out(parts);
        }
    }

    /// Does what is due, and says when something will be.
    pub(crate) fn tick(&mut self, parts: &mut Parts) -> Duration {
        self.open.values_mut().for_each(|open| open.carry_out(parts));
        let now = parts.now();
        self.open.retain(|_, open| !open.room.may_go(now));
        let waits = self.open.values().map(|open| open.room.wait(now));
        waits.min().unwrap_or(LONGEST_WAIT).min(LONGEST_WAIT)
    }
}

impl Open {
    /// Carries out all effects, one after the other.
    fn carry_out(&mut self, parts: &mut Parts) {
        while let Some(effect) = self.room.next_effect(parts.now()) {
            match effect {
                Effect::Write(change) => {
                    let before = parts.store.get(self.room.id()).ok().cloned();
                    match parts.store.write_live(&change, parts.host.date()) {
                        Ok(id) => self.writing = Some((id, before)),
                        Err(error) => self.room.written(Err(error.into()), parts.now()),
                    }
                }
                Effect::Load(_) => {
                    self.room.loaded(parts.store.live(self.room.id()).ok(), parts.now());
                }
                Effect::Ask(question) => self.ask(question, parts),
                Effect::Hint { client, id, game } => {
                    let task = Task::Hint { id, played: Played::from(&game) };
                    self.hints
                        .insert(client, parts.begin(&task, Receiver::Connection(client.0, id)));
                }
                Effect::Tell { to, text } => {
                    to.iter().for_each(|client| parts.host.line(client.0).send(&text));
                }
                Effect::Disconnect(client) => parts.host.line(client.0).close(),
            }
        }
        if !self.room.is_thinking() {
            self.thinking = None;
        }
    }

    fn ask(&mut self, question: Question, parts: &mut Parts) {
        let Question { number, seat, spec, game, clock } = question;
        let millis = |time: Duration| time.as_millis() as u64;
        let task = Task::Move {
            player: format!("{}/{seat}", self.room.id()),
            spec,
            played: Played::from(&game),
            clock: clock.map(|(left, increment)| (millis(left), millis(increment))),
        };
        self.thinking = Some(parts.begin(&task, Receiver::Game(self.room.id(), number)));
    }
}
