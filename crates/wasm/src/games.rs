//! The live games of a page.

use std::collections::BTreeMap;
use std::time::Duration;

use quoridor_service::live::{Asked, Client, Granted, Join, Room, StateJson, Wish, read_message};
use quoridor_service::{Outbox, Problem};
use quoridor_session::{Change, GameId};
use quoridor_store::{MemoryStore, StoreError};
use serde_json::{Value, json};

use crate::desk::{Begun, For, Host, Line, Tasks};
use crate::search::{Found, Names, Played, Task};

/// How often it is looked whether something is due, at least.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// A game that is open, and the searches for it.
struct Open {
    room: Room,
    thinking: Option<Begun>,
    hints: BTreeMap<u64, Begun>,
}

/// All games that are open.
pub(crate) struct Games {
    host: Host,
    open: BTreeMap<GameId, Open>,
    names: Names,
}

impl Games {
    pub(crate) fn new(host: Host) -> Self {
        Self { host, open: BTreeMap::new(), names: Names::default() }
    }

    fn now(&self) -> Duration {
        (self.host.now)()
    }

    /// A game, opened if it was not.
    fn open(&mut self, id: GameId, store: &MemoryStore) -> Result<&mut Open, Problem> {
        let now = self.now();
        match self.open.entry(id) {
            std::collections::btree_map::Entry::Occupied(open) => Ok(open.into_mut()),
            std::collections::btree_map::Entry::Vacant(place) => {
                let room = Room::new(id, store.live(id)?, now);
                Ok(place.insert(Open { room, thinking: None, hints: BTreeMap::new() }))
            }
        }
    }

    /// The state of a game as spectators see it.
    pub(crate) fn look(&mut self, id: GameId, store: &MemoryStore) -> Result<StateJson, Problem> {
        let now = self.now();
        Ok(self.open(id, store)?.room.state(now))
    }

    /// Sets the shortest time between moves of a game between bots.
    pub(crate) fn set_pace(
        &mut self,
        id: GameId,
        milliseconds: u64,
        store: &MemoryStore,
    ) -> Result<(), Problem> {
        self.open(id, store)?.room.set_pace(milliseconds);
        Ok(())
    }

    /// Takes over a game that was changed in another tab.
    pub(crate) fn refresh(&mut self, id: GameId, store: &MemoryStore, tasks: &mut Tasks) {
        let now = self.now();
        let Some(open) = self.open.get_mut(&id) else { return };
        let Ok(live) = store.live(id) else { return };
        if live.stamp() != open.room.stamp() {
            open.room.refresh(live, now);
            open.settle(now, tasks);
        }
    }

    /// The first message of a client. Whether it was understood.
    pub(crate) fn join(
        &mut self,
        id: GameId,
        connection: u64,
        text: &str,
        line: Line,
        store: &MemoryStore,
        tasks: &mut Tasks,
    ) -> bool {
        let now = self.now();
        let join = match Join::read(text) {
            Ok(join) => join,
            Err(problem) => {
                line.say(&problem.message(None));
                return false;
            }
        };
        let Ok(open) = self.open(id, store) else { return false };
        if !open.room.knows(&join.tokens)
            && let Ok(live) = store.live(id)
        {
            open.room.update_keys(live.seating);
        }
        open.room.join(Client(connection), Box::new(line), &join.tokens, now);
        open.settle(now, tasks);
        true
    }

    /// A client goes.
    pub(crate) fn leave(&mut self, id: GameId, connection: u64) {
        let now = self.now();
        let Some(open) = self.open.get_mut(&id) else { return };
        open.room.leave(Client(connection), now);
        open.hints.remove(&connection);
        if open.room.is_empty() {
            open.thinking = None;
        }
        open.room.tell_all(now);
    }

    /// A message of a client.
    pub(crate) fn say(
        &mut self,
        id: GameId,
        connection: u64,
        text: &str,
        store: &mut MemoryStore,
        tasks: &mut Tasks,
    ) {
        let (now, host) = (self.now(), self.host);
        let Ok(open) = self.open(id, store) else { return };
        let client = Client(connection);
        let said = match read_message(text) {
            Ok(said) => said,
            Err((id, problem)) => return open.room.say_to(client, &problem.message(id)),
        };
        let is_hint = said.is_hint();
        match open.grant(client, said.id, said.wish, now, &host, store, tasks) {
            // A hint comes when it is found.
            Ok(()) if is_hint => {}
            Ok(()) => open.room.say_to(client, &json!({ "type": "ok", "id": said.id })),
            Err(problem) => open.room.say_to(client, &problem.message(said.id)),
        }
    }

    /// The search of a computer player says something.
    pub(crate) fn hear(
        &mut self,
        id: GameId,
        question: u64,
        message: &Value,
        store: &mut MemoryStore,
        tasks: &mut Tasks,
    ) {
        let found = serde_json::from_value::<Found>(message["found"].clone()).ok();
        let found = found.map(|found| found.decision(&mut self.names));
        self.decide(id, question, found, store, tasks);
    }

    /// The search of a computer player has ended. If it has not answered, it failed.
    pub(crate) fn fail(
        &mut self,
        id: GameId,
        question: u64,
        store: &mut MemoryStore,
        tasks: &mut Tasks,
    ) {
        self.decide(id, question, None, store, tasks);
    }

    fn decide(
        &mut self,
        id: GameId,
        question: u64,
        found: Option<(quoridor_engine::Decision, Vec<quoridor_engine::Term>)>,
        store: &mut MemoryStore,
        tasks: &mut Tasks,
    ) {
        let (now, host) = (self.now(), self.host);
        let Some(open) = self.open.get_mut(&id) else { return };
        if !open.room.is_wanted(question) {
            return;
        }
        open.check_clock(now, &host, store, tasks);
        // Its time ran out before: the answer is for a turn that is over.
        if !open.room.is_wanted(question) {
            return;
        }
        let answer = found.as_ref().map(|(decision, terms)| (decision, terms.as_slice()));
        let change = open.room.decide(answer, now);
        let done = change.and_then(|change| open.commit(change, now, &host, store, tasks));
        if let Err(problem) = done {
            open.room.could_not_write(&problem.message(None));
        }
    }

    /// Does what is due, and says when something will be.
    pub(crate) fn tick(&mut self, store: &mut MemoryStore, tasks: &mut Tasks) -> Duration {
        let (now, host) = (self.now(), self.host);
        for open in self.open.values_mut() {
            open.check_clock(now, &host, store, tasks);
            open.think(now, tasks);
        }
        self.open.retain(|_, open| !open.room.may_go(now));
        let waits = self.open.values().map(|open| open.room.wait(now));
        waits.min().unwrap_or(LONGEST_WAIT).min(LONGEST_WAIT)
    }
}

impl Open {
    #[expect(clippy::too_many_arguments, reason = "parts of one desk, borrowed one by one")]
    fn grant(
        &mut self,
        client: Client,
        id: Option<u64>,
        wish: Wish,
        now: Duration,
        host: &Host,
        store: &mut MemoryStore,
        tasks: &mut Tasks,
    ) -> Result<(), Problem> {
        self.room.check(client, &wish)?;
        if wish != Wish::Ping {
            self.check_clock(now, host, store, tasks);
        }
        match self.room.grant(client, wish, now)? {
            Granted::Nothing => {}
            Granted::Changed => self.settle(now, tasks),
            Granted::Write(change) => self.commit(change, now, host, store, tasks)?,
            Granted::Rematch(change) => {
                if let Some(change) = change {
                    let rematch = store.write_live(&change, host.date())?;
                    self.room.rematch_began(rematch);
                }
                self.room.tell_all(now);
            }
            Granted::Hint(game) => {
                let task = Task::Hint { id, played: Played::from(&game) };
                let begun = tasks.begin(&task, For::Connection(client.0));
                self.hints.insert(client.0, begun);
            }
            Granted::Step => {
                let asked = self.room.ask(now);
                self.ask(asked, tasks);
                self.settle(now, tasks);
            }
        }
        Ok(())
    }

    fn commit(
        &mut self,
        change: Change,
        now: Duration,
        host: &Host,
        store: &mut MemoryStore,
        tasks: &mut Tasks,
    ) -> Result<(), Problem> {
        match store.write_live(&change, host.date()) {
            Ok(id) => self.room.written(change, id, now),
            Err(error) => {
                let is_changed =
                    !matches!(error, StoreError::NoGame(_) | StoreError::Unstorable(_));
                if is_changed && let Ok(live) = store.live(self.room.id()) {
                    self.room.refresh(live, now);
                    self.settle(now, tasks);
                }
                return Err(error.into());
            }
        }
        self.settle(now, tasks);
        Ok(())
    }

    /// The state is another: the computer player to move is asked, and everybody is told.
    fn settle(&mut self, now: Duration, tasks: &mut Tasks) {
        if !self.room.is_thinking() {
            self.thinking = None;
        }
        self.think(now, tasks);
        self.room.tell_all(now);
    }

    fn think(&mut self, now: Duration, tasks: &mut Tasks) {
        let asked = self.room.ask_if_due(now);
        self.ask(asked, tasks);
    }

    fn ask(&mut self, asked: Option<Asked>, tasks: &mut Tasks) {
        let Some(Asked { question, seat, spec, game, clock }) = asked else { return };
        let millis = |time: Duration| time.as_millis() as u64;
        let task = Task::Move {
            player: format!("{}/{seat}", self.room.id()),
            spec,
            played: Played::from(&game),
            clock: clock.map(|(left, increment)| (millis(left), millis(increment))),
        };
        self.thinking = Some(tasks.begin(&task, For::Game(self.room.id(), question)));
    }

    fn check_clock(
        &mut self,
        now: Duration,
        host: &Host,
        store: &mut MemoryStore,
        tasks: &mut Tasks,
    ) {
        if let Some(change) = self.room.flag_fall(now) {
            let _ = self.commit(change, now, host, store, tasks);
        }
    }
}
