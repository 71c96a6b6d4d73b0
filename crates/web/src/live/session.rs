//! One game that is being played: an actor, which alone changes it.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use quoridor_core::{Adjudication, ByPlayer, IllegalMove, Move, Player, Position};
use quoridor_engine::Decision;
use quoridor_store::{GameId, SeatedGame, Seating, Sitter};
use quoridor_store::{PlayedGame, Reason, Thought};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::sleep_until;

use super::clock::Clocks;
use super::computer::{Answer, Computer, Found, Thinking};
use super::message::{Said, Wish};
use super::seats::{Connections, Offer};
use super::state::state;
use super::{Games, Request};
use crate::analysis::hint;
use crate::compute::{Client, Ticket};
use crate::problem::Problem;
use crate::words::decision_words;

/// When a game that the rules would let go on for ever is a draw.
pub(super) const RULES: Adjudication = Adjudication { max_plies: Some(200), repetitions: Some(3) };

/// How long a game stays here when nobody is.
const LINGER: Duration = Duration::from_secs(30);

/// The longest time between two moves of computer players that can be asked for, in milliseconds.
const SLOWEST_PACE: u64 = 60_000;

/// A game that is being played.
pub(super) struct Session {
    pub(super) id: GameId,
    games: Games,
    /// What the store has too.
    pub(super) seated: SeatedGame,
    pub(super) clocks: Option<Clocks>,
    /// Since when whoever is to move has been thinking. After a restart: since then, so that nobody
    /// loses the time in which there was no server.
    pub(super) turn_began: Instant,
    pub(super) connections: Connections,
    pub(super) undo: Offer,
    pub(super) rematch: Offer,
    computers: HashMap<Player, Computer>,
    thinking: Option<Ticket>,
    /// How many questions computer players have been asked.
    questions: u64,
    answers: mpsc::UnboundedSender<Answer>,
    answered: Option<mpsc::UnboundedReceiver<Answer>>,
    /// What the last computer player thought, if no human plays.
    pub(super) inside: Option<Value>,
    pub(super) is_paused: bool,
    pace: Duration,
    /// Since when nobody has been here.
    empty_since: Instant,
}

impl Session {
    pub(super) fn new(id: GameId, seated: SeatedGame, games: Games) -> Self {
        let (answers, answered) = mpsc::unbounded_channel();
        Self {
            id,
            games,
            clocks: seated.seating.clock.map(Clocks::new),
            seated,
            turn_began: Instant::now(),
            connections: Connections::default(),
            undo: Offer::default(),
            rematch: Offer::default(),
            computers: HashMap::new(),
            thinking: None,
            questions: 0,
            answers,
            answered: Some(answered),
            inside: None,
            is_paused: false,
            pace: Duration::ZERO,
            empty_since: Instant::now(),
        }
    }

    /// Plays the game until nobody is here any more.
    pub(super) async fn run(mut self, mut requests: mpsc::Receiver<Request>) {
        let Some(mut answered) = self.answered.take() else { return };
        // The server may have been killed between the last move and the end that it made.
        let _ = self.end_if_over().await;
        self.think();
        loop {
            let deadline = self.deadline();
            tokio::select! {
                request = requests.recv() => match request {
                    Some(request) => self.answer(request).await,
                    None => return,
                },
                Some(answer) = answered.recv() => self.hear(answer).await,
                () = sleep_until(deadline.into()) => {
                    self.look_at_the_clock().await;
                    self.think();
                    if self.may_go() && self.games.let_go(self.id, &requests) {
                        return;
                    }
                }
            }
        }
    }

    async fn answer(&mut self, request: Request) {
        match request {
            Request::Join { client, outbox, tokens } => {
                self.connections.add(client, outbox, &tokens, &self.seated.seating);
                self.think();
                self.tell_all();
            }
            Request::Leave { client } => {
                self.connections.remove(client);
                self.empty_since = Instant::now();
                if self.connections.is_empty() {
                    self.computers.clear();
                }
                self.tell_all();
            }
            Request::Look { answer } => {
                let _ = answer.send(state(self));
            }
            Request::Pace { milliseconds } => self.set_pace(milliseconds),
            Request::Say { client, said: Said { id, wish } } => {
                let done = self.grant(client, id, wish).await;
                let Some(connection) = self.connections.get(client) else { return };
                match done {
                    // A hint comes when it is found.
                    Ok(()) if wish == Wish::Hint => {}
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
                return Err(Problem::bad(
                    "only whoever began a game of computer players alone can pause it",
                ));
            }
            Wish::Pause | Wish::Resume | Wish::Step | Wish::Pace { .. } => {}
            _ if seats.is_empty() => {
                return Err(Problem::bad(
                    "you look on: only who has the link of a seat can play it",
                ));
            }
            _ => {}
        }
        match wish {
            Wish::Move { ply, mv } => return self.play_for(&seats, ply, mv).await,
            Wish::Undo => self.offer_undo(&seats).await?,
            Wish::Decline => {
                self.undo.withdraw();
                self.rematch.withdraw();
            }
            Wish::Resign { seat } => self.resign(&seats, seat).await?,
            Wish::Rematch => self.offer_rematch(&seats).await?,
            Wish::Hint => return self.hint(client, id, &seats),
            Wish::Pause => {
                self.is_paused = true;
                self.stop_thinking();
            }
            Wish::Resume => self.is_paused = false,
            Wish::Step => {
                self.is_paused = true;
                self.ask_computer();
            }
            Wish::Pace { milliseconds } => self.set_pace(milliseconds),
            Wish::Ping => {}
        }
        self.think();
        self.tell_all();
        Ok(())
    }

    /// A human's move.
    async fn play_for(&mut self, seats: &[Player], ply: usize, mv: Move) -> Result<(), Problem> {
        let game = &self.seated.game;
        let made = game.moves().len();
        let mover_of = |ply: usize| game.positions().get(ply).map(Position::turn);
        // Somebody who did not hear that it was made says it again.
        if ply + 1 == made
            && game.moves().last() == Some(&mv)
            && mover_of(ply).is_some_and(|own| seats.contains(&own))
        {
            return Ok(());
        }
        self.check_on()?;
        let turn = game.position().turn();
        if !seats.contains(&turn) {
            let player = seats.first().copied().unwrap_or(turn);
            return Err(Problem::illegal(&IllegalMove::NotYourTurn { player, turn }));
        }
        if ply != made {
            return Err(Problem::bad(format_args!(
                "{made} moves have been made, not {ply}: the board has changed"
            )));
        }
        game.position().check(mv).map_err(|reason| Problem::illegal(&reason))?;
        self.make_move(mv, None).await
    }

    /// Makes a legal move of whoever is to move, by the clock. It is on the disk when this returns,
    /// and everybody has been told.
    async fn make_move(&mut self, mv: Move, decision: Option<&Decision>) -> Result<(), Problem> {
        let (game, time) = (&self.seated.game, self.turn_began.elapsed());
        let turn = game.position().turn();
        let clock = self.clocks.map(|clocks| {
            let left = clocks.left(turn, game, &self.seated.thoughts, self.turn_began);
            (left, left + clocks.control().increment)
        });
        if clock.is_some_and(|(left, _)| left.is_zero()) {
            self.finish(Reason::LosesOnTime(turn)).await?;
            return Err(Problem::bad("your time was over before the move"));
        }
        let thought = Thought {
            time,
            clock: clock.map(|(_, after)| after),
            value: decision.and_then(|decision| decision.value),
            depth: decision.map_or(0, |decision| decision.depth),
            nodes: decision.map_or(0, |decision| decision.nodes),
        };
        let (id, ply) = (self.id, game.moves().len());
        self.games.store().append(id, ply, mv, thought).await?;
        self.seated.game.play(mv).map_err(|reason| Problem::illegal(&reason))?;
        self.seated.thoughts.push(thought);
        self.turn_began = Instant::now();
        self.undo.withdraw();
        let ended = self.end_if_over().await;
        self.think();
        self.tell_all();
        ended
    }

    /// Ends the game in the store if it is over on the board.
    async fn end_if_over(&mut self) -> Result<(), Problem> {
        match self.seated.game.ending(&RULES) {
            Some(ending) if self.seated.ended.is_none() => self.finish(Reason::Over(ending)).await,
            _ => Ok(()),
        }
    }

    /// Ends the game. Everybody is told.
    async fn finish(&mut self, reason: Reason) -> Result<(), Problem> {
        let (id, kept) = (self.id, reason.clone());
        self.games.store().ask(move |store| store.finish(id, &kept)).await?;
        let played = PlayedGame {
            players: ByPlayer::new(self.seated.game.start().seats(), |_| String::new()),
            game: self.seated.game.clone(),
            opening: 0,
            thoughts: Vec::new(),
            reason,
        };
        let outcome = played.outcome();
        self.seated.ended = Some((played.reason, outcome));
        self.stop_thinking();
        self.computers.clear();
        self.undo.withdraw();
        self.tell_all();
        Ok(())
    }

    fn check_on(&self) -> Result<(), Problem> {
        match &self.seated.ended {
            Some((_, outcome)) => {
                Err(Problem::illegal(&IllegalMove::GameOver { outcome: *outcome }))
            }
            None => Ok(()),
        }
    }

    async fn offer_undo(&mut self, seats: &[Player]) -> Result<(), Problem> {
        self.check_on()?;
        if self.decision_of(seats).is_none() && self.undo.agreed.is_empty() {
            return Err(Problem::bad("there is no move of yours to take back"));
        }
        if !self.undo.agree(seats, &self.seated.seating) {
            return Ok(());
        }
        let by = std::mem::take(&mut self.undo).by;
        let Some(plies) = self.decision_of(&by) else { return Ok(()) };
        let id = self.id;
        self.games.store().ask(move |store| store.take_back(id, plies)).await?;
        self.stop_thinking();
        while self.seated.game.moves().len() > plies {
            self.seated.game.undo();
        }
        self.seated.thoughts.truncate(plies);
        self.turn_began = Instant::now();
        Ok(())
    }

    /// How many moves there were before the last decision of some seats.
    fn decision_of(&self, seats: &[Player]) -> Option<usize> {
        let positions = self.seated.game.positions();
        (0..positions.len() - 1).rev().find(|&ply| seats.contains(&positions[ply].turn()))
    }

    async fn resign(&mut self, seats: &[Player], seat: Option<Player>) -> Result<(), Problem> {
        self.check_on()?;
        let turn = self.seated.game.position().turn();
        let player = match seat {
            Some(seat) if seats.contains(&seat) => seat,
            Some(seat) => return Err(Problem::bad(format_args!("{seat} is not your seat"))),
            None if seats.contains(&turn) => turn,
            None => seats[0],
        };
        self.finish(Reason::Resigns(player)).await
    }

    async fn offer_rematch(&mut self, seats: &[Player]) -> Result<(), Problem> {
        if self.seated.ended.is_none() {
            return Err(Problem::bad("a rematch can be asked for when the game is over"));
        }
        if !self.rematch.agree(seats, &self.seated.seating) || self.seated.seating.rematch.is_some()
        {
            return Ok(());
        }
        let (id, start) = (self.id, *self.seated.game.start());
        let seating = moved_on(&self.seated.seating);
        let rematch = self
            .games
            .store()
            .ask(move |store| store.begin_seated(&seating, &start, Some(id)))
            .await?;
        self.seated.seating.rematch = Some(rematch);
        Ok(())
    }

    fn hint(&mut self, client: Client, id: Option<u64>, seats: &[Player]) -> Result<(), Problem> {
        self.check_on()?;
        if !seats.contains(&self.seated.game.position().turn()) {
            return Err(Problem::bad("hints are for who is to move"));
        }
        let game = self.seated.game.clone();
        let compute = self.games.compute().clone();
        if let Some(connection) = self.connections.get_mut(client) {
            let work = hint(game, id, connection.outbox.clone())?;
            connection.hint = Some(compute.analysis(client, Box::new(work))?.0);
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

    fn is_of_computers(&self) -> bool {
        self.seated.seating.sitters.values().all(|sitter| matches!(sitter, Sitter::Computer { .. }))
    }

    /// Asks the computer player whose turn it is, if it is one's and the game goes on.
    fn think(&mut self) {
        let waits = self.is_paused || (self.is_of_computers() && self.connections.is_empty());
        if !waits && self.turn_began.elapsed() >= self.pace_now() {
            self.ask_computer();
        }
    }

    /// What is at least between two moves: nothing where a human waits.
    fn pace_now(&self) -> Duration {
        if self.is_of_computers() && !self.seated.game.moves().is_empty() {
            self.pace
        } else {
            Duration::ZERO
        }
    }

    fn ask_computer(&mut self) {
        let turn = self.seated.game.position().turn();
        if self.thinking.is_some() || self.seated.ended.is_some() {
            return;
        }
        let Sitter::Computer { spec } = &self.seated.seating.sitters[turn] else { return };
        let computer = self.computers.remove(&turn).map_or_else(|| Computer::new(spec), Ok);
        // The registry may have changed since the game began: then nobody moves.
        let Ok(computer) = computer else { return };
        let clock = self.clocks.map(|clocks| {
            let left = clocks.left(turn, &self.seated.game, &self.seated.thoughts, self.turn_began);
            (left, clocks.control().increment)
        });
        let (limits, most) = computer.limits(clock);
        self.questions += 1;
        let game = self.seated.game.clone();
        let work = Thinking::new(computer, game, limits, self.questions, self.answers.clone());
        self.thinking = Some(self.games.compute().game(Box::new(work), most));
    }

    /// A computer player has answered.
    async fn hear(&mut self, Answer { question, found }: Answer) {
        let is_current = question == self.questions && self.thinking.is_some();
        let turn = self.seated.game.position().turn();
        let Some(Found { computer, decision, terms }) = found else {
            if is_current {
                self.thinking = None;
                let _ = self.finish(Reason::Disconnects(turn)).await;
            }
            return;
        };
        if !is_current {
            return;
        }
        self.thinking = None;
        // What it remembers takes megabytes, which a game that nobody looks at does without.
        if !self.connections.is_empty() {
            self.computers.insert(turn, computer);
        }
        if self.is_of_computers() {
            self.inside =
                Some(decision_words(&decision, &terms, turn, self.seated.game.start().seats()));
        }
        if self.seated.game.position().is_legal(decision.mv) {
            // What the store cannot keep has not happened: it is tried again when somebody comes.
            let _ = self.make_move(decision.mv, Some(&decision)).await;
        } else {
            let _ = self.finish(Reason::IllegalMove(turn, decision.mv.to_string())).await;
        }
    }

    /// When to look at the clock next.
    fn deadline(&self) -> Instant {
        let now = Instant::now();
        let mut wait = LINGER;
        if self.seated.ended.is_none() {
            if let Some(left) = self.time_left() {
                wait = wait.min(left);
            }
            if !self.is_thinking() && !self.is_paused && !self.connections.is_empty() {
                let pace = self.pace_now().saturating_sub(self.turn_began.elapsed());
                wait = if pace.is_zero() { wait } else { wait.min(pace) };
            }
        }
        now + wait
    }

    /// What whoever is to move has left, if its clock is running.
    fn time_left(&self) -> Option<Duration> {
        let game = &self.seated.game;
        let clocks = self.clocks.filter(|_| Clocks::is_running(game))?;
        Some(clocks.left(game.position().turn(), game, &self.seated.thoughts, self.turn_began))
    }

    async fn look_at_the_clock(&mut self) {
        let is_out = self.time_left().is_some_and(|left| left.is_zero());
        if is_out && self.seated.ended.is_none() {
            let _ = self.finish(Reason::LosesOnTime(self.seated.game.position().turn())).await;
        }
    }

    /// Whether nothing is lost if the game is only in the store for a while.
    fn may_go(&self) -> bool {
        let ticks = self.seated.ended.is_none() && self.time_left().is_some();
        self.connections.is_empty()
            && !self.is_thinking()
            && !ticks
            && self.empty_since.elapsed() >= LINGER
    }

    fn tell_all(&self) {
        let mut state = state(self);
        state["type"] = json!("state");
        for connection in self.connections.iter() {
            state["yours"] =
                json!(connection.seats.iter().map(ToString::to_string).collect::<Vec<_>>());
            connection.outbox.say(&state);
        }
    }
}

/// Everybody goes on by one seat, and takes the secret along.
fn moved_on(seating: &Seating) -> Seating {
    let seats = seating.sitters.seats();
    let mut sitters = seating.sitters.clone();
    for (seat, sitter) in seating.sitters.iter() {
        sitters[seats.next(seat)] = sitter.clone();
    }
    Seating { sitters, rematch: None, ..seating.clone() }
}
