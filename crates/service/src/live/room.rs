//! A game that is being played, and the clients around it.
//!
//! A room neither waits, writes nor searches: its host writes the changes that it proposes,
//! tells it when they are written, and asks the computer players that are due. The time is passed
//! in.

use std::time::Duration;

use quoridor_core::{Game, Player};
use quoridor_engine::{Decision, Term};
use quoridor_json::DecisionJson;
use quoridor_session::{Change, GameId, LiveGame, Occupant, Reason, Seating, Session, Stamp};
use serde_json::{Value as Json, json};

use super::connections::{Client, Connections};
use super::message::Wish;
use super::state::{StateJson, state};
use crate::problem::Problem;
use crate::work::Outbox;

/// How long a game stays in memory when nobody is connected.
const LINGER: Duration = Duration::from_secs(30);

/// How often a computer player is asked again for which there was no memory, or whose move could
/// not be written.
const RETRY: Duration = Duration::from_secs(1);

/// The shortest time between two greetings or names of a client.
const CHATTER: Duration = Duration::from_secs(1);

/// The longest time between two moves of computer players that can be asked for, in milliseconds.
const SLOWEST_PACE: u64 = 60_000;

/// A game that is being played.
pub struct Room {
    pub(super) id: GameId,
    pub(super) session: Session,
    pub(super) connections: Connections,
    /// Whether a computer player was asked for a move.
    is_thinking: bool,
    /// The number of questions to computer players so far.
    questions: u64,
    /// The last computer player's decision, if no human plays.
    pub(super) inside: Option<DecisionJson>,
    pub(super) is_paused: bool,
    /// Whether the computer player to move could not be built, or its move not be written: it is
    /// asked again, and everybody has been told why.
    is_stuck: bool,
    pub(super) pace: Duration,
    /// When the last move was made.
    moved: Duration,
    /// Since when nobody has been connected.
    empty_since: Duration,
}

/// A wish that was granted.
pub enum Granted {
    /// There is nothing to tell anybody.
    Nothing,
    /// The state is another.
    Changed,
    /// The change is to be written.
    Write(Change),
    /// A rematch was offered; the change that begins it, if all agree.
    Rematch(Option<Change>),
    /// A hint for this game is wanted.
    Hint(Game),
    /// The computer player to move is to be asked, even though the game is paused.
    Step,
}

/// A question to a computer player: which move?
pub struct Asked {
    /// The number of the question: answers to earlier ones are ignored.
    pub question: u64,
    /// The seat to move.
    pub seat: Player,
    /// The computer player.
    pub spec: String,
    /// The game so far.
    pub game: Game,
    /// The time left on its clock, and the increment.
    pub clock: Option<(Duration, Duration)>,
}

impl Room {
    /// The room of a stored game.
    pub fn new(id: GameId, live: LiveGame, now: Duration) -> Self {
        Self {
            id,
            session: Session::stored(id, live, now),
            connections: Connections::default(),
            is_thinking: false,
            questions: 0,
            inside: None,
            is_paused: false,
            is_stuck: false,
            pace: Duration::ZERO,
            moved: now,
            empty_since: now,
        }
    }

    /// The number of the game.
    pub const fn id(&self) -> GameId {
        self.id
    }

    /// An older program may have been killed between the last move and the end that it brought: the
    /// change that is missing.
    pub fn propose_end(&self) -> Option<Change> {
        self.session.propose_end()
    }

    /// A few values that differ if the game was changed elsewhere.
    pub fn stamp(&self) -> Stamp {
        self.session.live().stamp()
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

    /// A client on whose account computer players think: somebody who plays, or a spectator if
    /// nobody does.
    pub fn first_client(&self) -> Option<Client> {
        self.connections.first()
    }

    /// Whether all these tokens are known.
    pub fn knows(&self, tokens: &[String]) -> bool {
        let seating = self.session.seating();
        let keys = seating.occupants.values().filter_map(Occupant::keys);
        let keys: Vec<_> = keys.chain([&seating.control]).collect();
        tokens.iter().all(|token| keys.iter().any(|keys| keys.open_with(token)))
    }

    /// Takes over the keys that the game now has.
    pub fn update_keys(&mut self, seating: Seating) {
        self.session.update_keys(seating);
    }

    /// A client comes.
    pub fn join(
        &mut self,
        client: Client,
        outbox: Box<dyn Outbox>,
        tokens: &[String],
        now: Duration,
    ) {
        if self.is_unwatched_computers_turn() {
            // It has not thought while nobody was there.
            self.session.restart_turn(now);
        }
        self.connections.add(client, outbox, tokens, self.session.seating());
    }

    /// A client goes.
    pub fn leave(&mut self, client: Client, now: Duration) {
        self.connections.remove(client);
        self.empty_since = now;
        if self.connections.is_empty() {
            self.stop_thinking();
        }
    }

    /// Says something to a client, if it is still there.
    pub fn say_to(&self, client: Client, message: &serde_json::Value) {
        if let Some(connection) = self.connections.get(client) {
            connection.outbox.say(message);
        }
    }

    /// Says something to everybody.
    pub fn say_to_all(&self, message: &serde_json::Value) {
        self.connections.iter().for_each(|connection| connection.outbox.say(message));
    }

    /// Tells everybody the state.
    pub fn tell_all(&self, now: Duration) {
        let mut state = json!(state(self, now));
        state["type"] = json!("state");
        for connection in self.connections.iter() {
            let seats: Vec<String> = connection.seats.iter().map(ToString::to_string).collect();
            state["yours"] = json!(seats);
            connection.outbox.say(&state);
        }
    }

    /// Whether a client may have a wish granted, before anything else is looked at.
    ///
    /// # Errors
    /// The client has not joined, or is a spectator.
    pub fn check(&self, client: Client, wish: &Wish) -> Result<(), Problem> {
        let connection = self.connections.get(client).ok_or_else(|| Problem::bad("join first"))?;
        match wish {
            Wish::Pause | Wish::Resume | Wish::Step | Wish::Pace { .. } if !connection.controls => {
                Err(Problem::bad("only who started a game between bots can pause it"))
            }
            Wish::Ping | Wish::Pause | Wish::Resume | Wish::Step | Wish::Pace { .. } => Ok(()),
            _ if connection.seats.is_empty() => {
                Err(Problem::bad("you are watching: to play, open the link of a seat"))
            }
            _ => Ok(()),
        }
    }

    /// The consequences of a wish. The clock is to be [looked at](Self::flag_fall) before.
    ///
    /// # Errors
    /// It is refused.
    pub fn grant(&mut self, client: Client, wish: Wish, now: Duration) -> Result<Granted, Problem> {
        let connection = self.connections.get(client).ok_or_else(|| Problem::bad("join first"))?;
        let seats = connection.seats.clone();
        let proposed = match wish {
            Wish::Move { ply, mv } => match self.session.propose_move_by(&seats, ply, mv, now)? {
                Some(change) => Some(change),
                None => return Ok(Granted::Nothing),
            },
            Wish::Resign { seat } => Some(self.session.propose_resignation(&seats, seat)?),
            Wish::Undo => self.session.offer_takeback(&seats)?,
            Wish::Draw => self.session.offer_draw(&seats)?,
            Wish::Name { name } => {
                self.check_chatter(client, now)?;
                self.session.propose_name(&seats, &name)?
            }
            Wish::Greet { greeting } => {
                self.check_chatter(client, now)?;
                let from = seats[0].to_string();
                self.say_to_all(&json!({ "type": "greeting", "from": from, "greeting": greeting }));
                return Ok(Granted::Nothing);
            }
            Wish::Rematch => return Ok(Granted::Rematch(self.session.offer_rematch(&seats)?)),
            Wish::Hint => {
                self.session.check_hint(&seats)?;
                return Ok(Granted::Hint(self.session.game().clone()));
            }
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
                return Ok(Granted::Step);
            }
            Wish::Pace { milliseconds } => {
                self.set_pace(milliseconds);
                None
            }
            Wish::Ping => return Ok(Granted::Nothing),
        };
        Ok(proposed.map_or(Granted::Changed, Granted::Write))
    }

    /// Greetings and names reach everybody, so that a client has to pause between them.
    fn check_chatter(&mut self, client: Client, now: Duration) -> Result<(), Problem> {
        let Some(connection) = self.connections.get_mut(client) else { return Ok(()) };
        if connection.chattered.is_some_and(|last| now.saturating_sub(last) < CHATTER) {
            return Err(Problem::too_many("wait a moment before the next greeting or name"));
        }
        connection.chattered = Some(now);
        Ok(())
    }

    /// A change is written: makes it happen.
    pub fn written(&mut self, change: Change, id: GameId, now: Duration) {
        self.session.apply(change, id, now);
        self.is_stuck = false;
        self.moved = now;
        self.stop_thinking();
    }

    /// A rematch began.
    pub fn rematch_began(&mut self, rematch: GameId) {
        self.session.rematch_began(rematch);
    }

    /// Takes over what another program has written: the game may be continued in a terminal.
    pub fn refresh(&mut self, live: LiveGame, now: Duration) {
        self.session = Session::stored(self.id, live, now);
        self.moved = now;
        self.stop_thinking();
        self.inside = None;
    }

    /// Sets the shortest time between moves of a game between bots.
    pub fn set_pace(&mut self, milliseconds: u64) {
        self.pace = Duration::from_millis(milliseconds.min(SLOWEST_PACE));
    }

    fn stop_thinking(&mut self) {
        self.is_thinking = false;
        self.questions += 1;
    }

    /// The question to the computer player to move, if it is one's turn and the game goes on.
    /// Nothing is computed for a game that nobody watches.
    pub fn ask_if_due(&mut self, now: Duration) -> Option<Asked> {
        let is_due = !self.is_paused && now.saturating_sub(self.moved) >= self.pace_now();
        if is_due { self.ask(now) } else { None }
    }

    /// The question to the computer player to move, paused or not.
    pub fn ask(&mut self, now: Duration) -> Option<Asked> {
        if self.is_thinking || self.session.is_over() || self.connections.is_empty() {
            return None;
        }
        let seat = self.session.turn();
        let Occupant::Computer { spec } = self.session.to_move() else { return None };
        let spec = spec.clone();
        let clock = self.session.clocks().and_then(|clocks| {
            Some((self.session.time_left(seat, now)?, clocks.control().increment))
        });
        self.questions += 1;
        self.is_thinking = true;
        let game = self.session.game().clone();
        Some(Asked { question: self.questions, seat, spec, game, clock })
    }

    /// The computer player that was asked cannot be built: there is no memory for it now, or the
    /// registry has changed since the game began. Whether that is news.
    pub fn could_not_ask(&mut self, problem: &Problem) -> bool {
        self.is_thinking = false;
        self.is_stuck_because(&problem.message(None))
    }

    /// The move of a computer player could not be written, so it was not made.
    pub fn could_not_write(&mut self, message: &Json) {
        self.is_stuck_because(message);
    }

    /// The computer player to move is asked again later. Everybody is told why, if it is news.
    fn is_stuck_because(&mut self, message: &Json) -> bool {
        let is_news = !std::mem::replace(&mut self.is_stuck, true);
        if is_news {
            self.say_to_all(message);
        }
        is_news
    }

    /// Whether the answer to a question is wanted.
    pub const fn is_wanted(&self, question: u64) -> bool {
        self.is_thinking && question == self.questions
    }

    /// A computer player has answered, or failed: the change that is to be written. The clock is to
    /// be looked at before.
    ///
    /// # Errors
    /// The move is refused.
    pub fn decide(
        &mut self,
        answer: Option<(&Decision, &[Term])>,
        now: Duration,
    ) -> Result<Change, Problem> {
        self.is_thinking = false;
        let turn = self.session.turn();
        let Some((decision, terms)) = answer else {
            return Ok(self.session.propose_forfeit(turn, Reason::Disconnects(turn)));
        };
        if !self.session.has_human() {
            let seats = self.session.position().seats();
            self.inside = Some(DecisionJson::new(decision, terms, turn, seats));
        }
        let time = self.session.thinking_time(now);
        Ok(self.session.propose_decision(decision, time, now)?)
    }

    /// The shortest time between two moves: none where a human waits.
    fn pace_now(&self) -> Duration {
        if self.session.has_human() || self.session.plies() == 0 {
            Duration::ZERO
        } else {
            self.pace
        }
    }

    /// The time until something is due.
    pub fn wait(&self, now: Duration) -> Duration {
        let mut wait = if self.is_stuck { RETRY } else { LINGER };
        if let Some(turn) = self.running_clock() {
            let left = self.session.time_left(turn, now);
            wait = wait.min(left.unwrap_or(LINGER));
        }
        let waits = !self.is_thinking && !self.is_paused && !self.connections.is_empty();
        if waits && !self.session.is_over() {
            let pace = self.pace_now().saturating_sub(now.saturating_sub(self.moved));
            wait = if pace.is_zero() { wait } else { wait.min(pace) };
        }
        wait
    }

    /// Whether it is the turn of a computer player that does not think, because nobody watches.
    fn is_unwatched_computers_turn(&self) -> bool {
        self.connections.is_empty() && !self.session.to_move().is_human()
    }

    /// The player whose clock is running: not that of a computer player that does not think.
    fn running_clock(&self) -> Option<Player> {
        self.session.running_clock().filter(|_| !self.is_unwatched_computers_turn())
    }

    /// The change that a clock which has run down brings.
    pub fn flag_fall(&self, now: Duration) -> Option<Change> {
        if self.is_unwatched_computers_turn() {
            return None;
        }
        self.session.propose_flag_fall(now)
    }

    /// Whether nothing is lost if the game is only in the store for a while.
    pub fn may_go(&self, now: Duration) -> bool {
        self.connections.is_empty()
            && !self.is_thinking
            && self.running_clock().is_none()
            && now.saturating_sub(self.empty_since) >= LINGER
    }
}
