//! A game that is being played, and the clients around it.
//!
//! A room neither waits, writes, searches nor sends. What happens is put in ([`join`](Room::join),
//! [`command`](Room::command), [`answer`](Room::answer), …); what is to be done comes out of
//! [`next_effect`](Room::next_effect), which the host calls until there is nothing left, and again
//! after the time that [`wait`](Room::wait) says. The room owns order and retries: nobody is told
//! of a change that is not written, and what happens meanwhile waits. Times are passed in.

mod clients;
mod commands;
mod computers;
mod telling;

use std::collections::VecDeque;
use std::time::Duration;

use quoridor_core::{Game, Player};
use quoridor_engine::{Decision, Term};
use quoridor_json::{DecisionJson, PositionJson};
use quoridor_session::{Change, GameId, LiveGame, Session, Stamp};

use super::connections::{Arrivals, Client, Connections};
use super::message::{Command, Envelope};
use super::retry::Backoff;
use super::state::{Message, StateJson, state};
use super::update::Told;
use crate::problem::Problem;

/// How long a game stays in memory when nobody is connected.
const LINGER: Duration = Duration::from_secs(30);

/// A game that is being played.
pub struct Room {
    pub(super) id: GameId,
    pub(super) session: Session,
    pub(super) connections: Connections,
    arrivals: Arrivals,
    /// The position as it is told.
    pub(super) position: PositionJson,
    /// What was told to everybody.
    told: Option<Told>,
    /// The number of spectators that was told to everybody, and when.
    spectators_told: (Option<usize>, Option<Duration>),
    /// The last computer player's decision, if no human plays.
    pub(super) inside: Option<Box<DecisionJson>>,
    pub(super) is_paused: bool,
    pub(super) pace: Duration,
    /// When the last move was made.
    moved: Duration,
    /// Since when nobody has been connected.
    empty_since: Duration,
    is_thinking: bool,
    /// The number of questions to computer players so far.
    questions: u64,
    /// When a computer player that cannot be built is tried again.
    ask_again: Option<Duration>,
    /// What has to be written before anything else happens.
    due: Option<Due>,
    writes: Backoff,
    inputs: VecDeque<Input>,
    effects: VecDeque<Effect>,
    /// The effect whose outcome everything waits for.
    waiting: Option<Waiting>,
}

/// Something that a host does for a room.
#[derive(Debug)]
pub enum Effect {
    /// Write a change and give the outcome to [`Room::written`].
    Write(Change),
    /// Read the game, unless it still has this stamp, for [`Room::loaded`].
    Load(Option<Stamp>),
    /// Ask a computer player for a move, for [`Room::answer`] or [`Room::could_not_ask`].
    Ask(Question),
    /// Search a hint, which goes to the client directly, or call [`Room::could_not_hint`].
    Hint {
        /// The client.
        client: Client,
        /// The number of its message.
        id: Option<u64>,
        /// The game.
        game: Game,
    },
    /// Send a message.
    Tell {
        /// The clients, players first.
        to: Vec<Client>,
        /// The message, in JSON.
        text: String,
    },
    /// Disconnect a client; it may try again.
    Disconnect(Client),
}

/// A question to a computer player: which move?
#[derive(Debug)]
pub struct Question {
    /// The number of the question: answers to earlier ones are ignored.
    pub number: u64,
    /// The seat to move.
    pub seat: Player,
    /// The computer player.
    pub spec: String,
    /// The game so far.
    pub game: Game,
    /// The time left on its clock, and the increment.
    pub clock: Option<(Duration, Duration)>,
}

/// What has happened and waits for its turn.
enum Input {
    Join(Client, Vec<String>),
    Leave(Client),
    Command(Client, Envelope),
    Answer(u64, Option<(Decision, Vec<Term>)>),
    Refresh,
}

/// A change that follows from the game itself.
#[derive(Clone)]
struct Due {
    change: Change,
    inside: Option<Box<DecisionJson>>,
}

/// An effect whose outcome is awaited.
enum Waiting {
    /// A change of a client, which wants to know.
    Command(Change, Client, Option<u64>),
    /// The game after this one, for a client.
    Rematch(Client, Option<u64>),
    /// A change that is due, and the command that had to wait for it.
    Due(Due, Option<(Client, Envelope)>),
    /// The stored game, for a client that joins.
    Load(Option<(Client, Vec<String>)>),
}

/// When a command is answered.
enum Granted {
    Now,
    Later,
}

impl Room {
    /// The room of a stored game.
    pub fn new(id: GameId, live: LiveGame, now: Duration) -> Self {
        let session = Session::stored(id, live, now);
        // A program may have been killed between the last move and the end that it brought.
        let due = session.propose_end().map(|change| Due { change, inside: None });
        Self {
            id,
            position: PositionJson::new(session.game()),
            told: None,
            session,
            connections: Connections::default(),
            arrivals: Arrivals::new(now),
            spectators_told: (None, None),
            inside: None,
            is_paused: false,
            pace: Duration::ZERO,
            moved: now,
            empty_since: now,
            is_thinking: false,
            questions: 0,
            ask_again: None,
            due,
            writes: Backoff::default(),
            inputs: VecDeque::new(),
            effects: VecDeque::new(),
            waiting: None,
        }
    }

    /// The number of the game.
    pub const fn id(&self) -> GameId {
        self.id
    }

    /// The state as spectators see it.
    pub fn state(&self, now: Duration) -> StateJson {
        state(self, now)
    }

    /// Whether nobody is connected.
    pub fn is_empty(&self) -> bool {
        self.connections.is_empty()
    }

    /// Whether the game is over.
    pub const fn is_over(&self) -> bool {
        self.session.is_over()
    }

    /// Whether a computer player was asked, and its answer is wanted.
    pub const fn is_thinking(&self) -> bool {
        self.is_thinking
    }

    /// The client on whose account computer players think: a player, or a spectator if there is
    /// none.
    pub fn first_client(&self) -> Option<Client> {
        self.connections.first()
    }

    /// A client comes.
    pub fn join(&mut self, client: Client, tokens: Vec<String>) {
        self.inputs.push_back(Input::Join(client, tokens));
    }

    /// A client goes.
    pub fn leave(&mut self, client: Client) {
        self.inputs.push_back(Input::Leave(client));
    }

    /// A message of a client.
    pub fn command(&mut self, client: Client, envelope: Envelope) {
        self.inputs.push_back(Input::Command(client, envelope));
    }

    /// A computer player has answered a question, or failed.
    pub fn answer(&mut self, question: u64, answer: Option<(Decision, Vec<Term>)>) {
        self.inputs.push_back(Input::Answer(question, answer));
    }

    /// Another program may have changed the game.
    pub fn refresh(&mut self) {
        self.inputs.push_back(Input::Refresh);
    }

    /// The next thing to do; `None` if there is nothing until more happens.
    pub fn next_effect(&mut self, now: Duration) -> Option<Effect> {
        while self.effects.is_empty() && self.waiting.is_none() && self.step(now) {}
        self.effects.pop_front()
    }

    /// Does what comes next. Whether there was anything.
    fn step(&mut self, now: Duration) -> bool {
        if self.writes.left(now).is_zero()
            && let Some(due) = self.due(now)
        {
            self.write_due(due, None);
            return true;
        }
        let Some(input) = self.inputs.pop_front() else {
            return self.ask_if_due(now) || self.tell_spectators(now);
        };
        match input {
            Input::Join(client, tokens) => self.let_in(client, tokens, now),
            Input::Leave(client) => self.let_out(client, now),
            Input::Answer(question, answer) => self.decide(question, answer, now),
            Input::Refresh => self.load(None),
            Input::Command(client, envelope) => self.command_or_due(client, envelope, now),
        }
        true
    }

    /// What has to be written before anything else happens: a computer player's move, or the loss
    /// of a player whose clock has run out.
    fn due(&self, now: Duration) -> Option<Due> {
        if self.due.is_none() && self.is_unwatched_computers_turn() {
            return None;
        }
        let flag_fall = || self.session.propose_flag_fall(now);
        self.due.clone().or_else(|| flag_fall().map(|change| Due { change, inside: None }))
    }

    /// What is due comes before a command, which fails if that cannot be written.
    fn command_or_due(&mut self, client: Client, envelope: Envelope, now: Duration) {
        if let Err(problem) = self.check(client, &envelope.command) {
            return self.tell_problem(vec![client], envelope.id, &problem);
        }
        match self.due(now) {
            Some(due) if envelope.command != (Command::Ping {}) => {
                self.write_due(due, Some((client, envelope)));
            }
            _ => self.carry_out(client, envelope, now),
        }
    }

    fn write_due(&mut self, due: Due, then: Option<(Client, Envelope)>) {
        self.effects.push_back(Effect::Write(due.change.clone()));
        self.waiting = Some(Waiting::Due(due, then));
    }

    fn load(&mut self, then: Option<(Client, Vec<String>)>) {
        let is_known = then.as_ref().is_none_or(|(_, tokens)| self.knows(tokens));
        let stamp = is_known.then(|| self.session.live().stamp());
        self.effects.push_back(Effect::Load(stamp));
        self.waiting = Some(Waiting::Load(then));
    }

    /// Carries a command out and answers it, now or when it is written.
    fn carry_out(&mut self, client: Client, Envelope { id, command }: Envelope, now: Duration) {
        match self.grant(client, id, command, now) {
            Ok(Granted::Now) => self.tell(vec![client], &Message::Ok { id }),
            Ok(Granted::Later) => {}
            Err(problem) => self.tell_problem(vec![client], id, &problem),
        }
    }

    /// The stored game, if it has changed and could be read.
    pub fn loaded(&mut self, live: Option<LiveGame>, now: Duration) {
        let then = match self.waiting.take() {
            Some(Waiting::Load(then)) => then,
            other => return self.waiting = other,
        };
        match live {
            Some(live) if live.stamp() == self.session.live().stamp() => {
                self.session.update_keys(live.seating);
            }
            Some(live) => self.restart(live, now),
            // If the store fails, the next change says so.
            None => {}
        }
        if let Some((client, tokens)) = then {
            self.has_joined(client, &tokens, now);
        }
    }

    /// Takes over what another program has written: the game may be continued in a terminal.
    fn restart(&mut self, live: LiveGame, now: Duration) {
        self.session = Session::stored(self.id, live, now);
        (self.moved, self.inside, self.due) = (now, None, None);
        self.stop_thinking();
        self.position = PositionJson::new(self.session.game());
        self.ask_if_due(now);
        let state = state(self, now);
        self.told = Some(Told::new(&state));
        self.tell(self.connections.everybody(), &Message::State(&state));
    }

    /// The outcome of [`Effect::Write`].
    pub fn written(&mut self, outcome: Result<GameId, Problem>, now: Duration) {
        let Some(waiting) = self.waiting.take() else { return };
        let id = match outcome {
            Ok(id) => id,
            Err(problem) => return self.not_written(waiting, &problem, now),
        };
        self.writes = Backoff::default();
        match waiting {
            Waiting::Command(change, client, number) => {
                self.apply(change, id, now);
                self.tell(vec![client], &Message::Ok { id: number });
            }
            Waiting::Rematch(client, number) => {
                self.session.rematch_began(id);
                self.settle(now);
                self.tell(vec![client], &Message::Ok { id: number });
            }
            Waiting::Due(Due { change, inside }, then) => {
                self.due = None;
                self.inside = inside.or(self.inside.take());
                self.apply(change, id, now);
                let command = then.map(|(client, envelope)| Input::Command(client, envelope));
                command.into_iter().for_each(|command| self.inputs.push_front(command));
            }
            Waiting::Load(_) => {}
        }
    }

    /// The store refused a change. A change that is due is tried again later; everybody is told
    /// once.
    fn not_written(&mut self, waiting: Waiting, problem: &Problem, now: Duration) {
        let is_lost = problem.is_conflict();
        match waiting {
            Waiting::Command(_, client, id) | Waiting::Rematch(client, id) => {
                self.tell_problem(vec![client], id, problem);
            }
            Waiting::Due(due, then) => {
                self.due = (!is_lost).then_some(due);
                if self.writes.fail(now) {
                    self.tell_problem(self.connections.everybody(), None, problem);
                }
                if let Some((client, envelope)) = then {
                    self.tell_problem(vec![client], envelope.id, problem);
                }
            }
            Waiting::Load(_) => {}
        }
        if is_lost {
            self.load(None);
        }
    }

    fn apply(&mut self, change: Change, id: GameId, now: Duration) {
        let plies = self.session.plies();
        self.session.apply(change, id, now);
        if self.session.plies() != plies {
            self.position = PositionJson::new(self.session.game());
        }
        (self.moved, self.ask_again) = (now, None);
        self.stop_thinking();
        self.settle(now);
    }

    /// The time until something is due.
    pub fn wait(&self, now: Duration) -> Duration {
        let is_pending = self.due(now).is_some();
        let clock = || self.session.time_left(self.running_clock()?, now);
        let again = || Some(self.ask_again?.saturating_sub(now));
        let next_move = || {
            let waits = !self.is_thinking && !self.is_paused && !self.is_over();
            (waits && !self.connections.is_empty()).then(|| self.pace_left(now))
        };
        let times = if is_pending {
            [Some(self.writes.left(now)), None, None]
        } else {
            [clock(), again(), next_move().filter(|left| !left.is_zero())]
        };
        let times = times.into_iter().chain([self.spectators_wait(now)]).flatten();
        times.min().unwrap_or(LINGER).min(LINGER)
    }

    /// Whether nothing is lost if the game is only in the store for a while.
    pub fn may_go(&self, now: Duration) -> bool {
        self.connections.is_empty()
            && self.inputs.is_empty()
            && self.due.is_none()
            && self.running_clock().is_none()
            && now.saturating_sub(self.empty_since) >= LINGER
    }
}
