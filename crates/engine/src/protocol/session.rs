//! The session: handles each event.

use std::io::{self, Write};
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use quoridor_core::{Diagram, Game, Player};

use crate::bench;
use crate::protocol::ProtocolError;
use crate::protocol::command::{Command, Dialect, Question};
use crate::protocol::event::{Answer, Event};
use crate::protocol::go::Go;
use crate::protocol::info::{Info, PlyCount};
use crate::protocol::options::{Change, EngineOptions};
use crate::protocol::worker::{Job, SearchJob, Worker};

/// A conversation.
pub(super) struct Session<W> {
    output: W,
    options: EngineOptions,
    worker: Worker,
    dialect: Dialect,
    game: Game,
    /// The search whose `bestmove` is still to be sent.
    search: Option<Running>,
    /// The commands between `stop` and `bestmove`: they are obeyed after it.
    waiting: Vec<Command>,
}

/// A search that goes on, or whose answer is held back until `stop`.
struct Running {
    stop: Arc<AtomicBool>,
    until_stopped: bool,
    answer: Option<Answer>,
}

impl Running {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// How long a search that is to stop is waited for at the end. Players answer long before; one that
/// does not must not keep the program alive.
const PATIENCE: Duration = Duration::from_secs(2);

/// The longest text that is sent back, in characters: what was wrong is at its beginning.
const LONGEST_NOTE: usize = 500;

impl<W: Write> Session<W> {
    pub(super) fn new(output: W, options: EngineOptions, worker: Worker) -> Self {
        let (dialect, game) = (Dialect::Ugi, Game::default());
        Self { output, options, worker, dialect, game, search: None, waiting: Vec::new() }
    }

    /// Goes on until `quit`, the end of the input, or a failure, and leaves no search running.
    pub(super) fn run(mut self, events: &Receiver<Event>) -> Result<(), ProtocolError> {
        let result = self.listen(events).and_then(|()| self.finish(events));
        // Also if the output is closed.
        if let Some(search) = &self.search {
            search.stop.store(true, Ordering::Relaxed);
        }
        result
    }

    /// Until `quit` or the end of the input.
    fn listen(&mut self, events: &Receiver<Event>) -> Result<(), ProtocolError> {
        while let Ok(event) = events.recv() {
            match event {
                Event::EndOfInput => return Ok(()),
                Event::Line(Err(bad)) => self.note(bad)?,
                Event::Line(Ok(line)) => match Command::read(&line) {
                    Ok(Some(Command::Quit)) => return Ok(()),
                    Ok(Some(command)) => self.obey_in_turn(command)?,
                    Ok(None) => {}
                    Err(error) => self.note(error)?,
                },
                event => self.hear(event)?,
            }
        }
        Ok(())
    }

    /// Sends what is still owed.
    fn finish(&mut self, events: &Receiver<Event>) -> Result<(), ProtocolError> {
        let deadline = Instant::now() + PATIENCE;
        while self.search.is_some() {
            // Again for each search that was still waiting for the one before it.
            self.stop()?;
            let Ok(event) = events.recv_timeout(deadline.saturating_duration_since(Instant::now()))
            else {
                break;
            };
            self.hear(event)?;
        }
        Ok(())
    }

    /// Handles an event of the player's thread.
    fn hear(&mut self, event: Event) -> Result<(), ProtocolError> {
        match event {
            Event::Progress(progress) => {
                let info = Info::of_progress(&progress, self.ply_count());
                self.say(info)?;
            }
            Event::Answer(answer) => match &mut self.search {
                Some(search) if search.until_stopped && !search.is_stopped() => {
                    search.answer = Some(answer);
                }
                _ => self.conclude(answer)?,
            },
            Event::PlayerPanicked => return Err(ProtocolError::PlayerPanicked),
            Event::Line(_) | Event::EndOfInput => {}
        }
        Ok(())
    }

    /// Obeys, unless the command has to wait for a search that is about to end, or must not come
    /// during one.
    fn obey_in_turn(&mut self, command: Command) -> Result<(), ProtocolError> {
        let Some(search) = &self.search else { return self.obey(command) };
        let is_urgent =
            command == Command::IsReady || command == Command::Stop && self.waiting.is_empty();
        if search.is_stopped() && !is_urgent {
            self.waiting.push(command);
            return Ok(());
        }
        if command.fits_a_search() {
            return self.obey(command);
        }
        let word = match command {
            Command::Go(_) => "go",
            Command::Position(_) => "position",
            Command::SetOption { .. } => "setoption",
            Command::Bench { .. } => "bench",
            _ => "a new game",
        };
        self.note(format_args!(
            "{word} is ignored during a search: wait for bestmove, or send stop"
        ))?;
        Ok(())
    }

    fn obey(&mut self, command: Command) -> Result<(), ProtocolError> {
        match command {
            Command::Hello(dialect) => self.introduce(dialect)?,
            Command::IsReady => {
                if self.search.is_none() {
                    self.worker.prepare();
                }
                self.say("readyok")?;
            }
            Command::SetOption { name, value } => match self.options.set(&name, &value) {
                Ok(Change::Player(agent)) => self.worker.give(Job::Replace(agent)),
                Ok(Change::None) => {}
                Ok(Change::Unused { agent, option }) => {
                    self.note(format_args!("{agent} makes no use of {option}"))?;
                }
                Err(error) => self.note(error)?,
            },
            Command::NewGame => {
                self.game = Game::default();
                self.worker.give(Job::NewGame);
            }
            Command::Position(game) => self.game = game,
            Command::Go(go) => self.go(&go)?,
            Command::Stop => self.stop()?,
            Command::Query(question) => {
                self.say(format_args!("response {}", self.answer(question)))?;
            }
            Command::Bench { depth } => match self.options.player().build() {
                Ok(mut agent) => {
                    let nodes = bench::signature(agent.as_mut(), depth);
                    self.say(format_args!("bench {nodes}"))?;
                }
                Err(error) => self.note(error)?,
            },
            Command::Show => {
                let position = *self.game.position();
                self.say(format_args!("{}Position: {position}", Diagram::of(&position)))?;
            }
            // Handled in `listen`.
            Command::Quit => {}
        }
        Ok(())
    }

    fn introduce(&mut self, dialect: Dialect) -> io::Result<()> {
        self.dialect = dialect;
        let word = if dialect == Dialect::Ugi { "ugiok" } else { "uciok" };
        let (version, options) = (env!("CARGO_PKG_VERSION"), self.options.to_string());
        self.say(format_args!(
            "id name Quoridor {version}\nid author the Quoridor authors\n{options}{word}"
        ))
    }

    fn go(&mut self, go: &Go) -> io::Result<()> {
        let position = self.game.position();
        if let Some(outcome) = position.outcome() {
            self.note(format_args!("the game is over: {outcome}"))?;
            return self.say("bestmove (none)");
        }
        if let Err(unsupported) = self.options.player().supports(position.variant()) {
            self.note(format_args!("{} {unsupported}", self.options.agent()))?;
            return self.say("bestmove (none)");
        }
        let limits = match go.limits(position) {
            Ok(limits) => limits,
            Err(error) => return self.note(error),
        };
        let stop = Arc::new(AtomicBool::new(false));
        self.worker.give(Job::Search(SearchJob {
            game: self.game.clone(),
            limits,
            stop: Arc::clone(&stop),
        }));
        self.search = Some(Running { stop, until_stopped: go.until_stopped, answer: None });
        Ok(())
    }

    fn stop(&mut self) -> Result<(), ProtocolError> {
        let Some(search) = &mut self.search else { return Ok(()) };
        search.stop.store(true, Ordering::Relaxed);
        search.answer.take().map_or(Ok(()), |answer| self.conclude(answer))
    }

    /// Sends the result of a search, then obeys the commands that waited for it.
    fn conclude(&mut self, answer: Answer) -> Result<(), ProtocolError> {
        self.search = None;
        let Answer { decision, time } = answer;
        for info in Info::of_decision(&decision, time, self.options.lines(), self.ply_count()) {
            self.say(info)?;
        }
        self.say(format_args!("bestmove {}", decision.mv))?;
        mem::take(&mut self.waiting).into_iter().try_for_each(|command| self.obey_in_turn(command))
    }

    fn answer(&self, question: Question) -> String {
        let position = self.game.position();
        match question {
            Question::GameOver => position.outcome().is_some().to_string(),
            Question::FirstPlayersTurn => (position.turn() == Player::South).to_string(),
            Question::Result => {
                match position.winner().and_then(|winner| position.seats().place(winner)) {
                    Some(place) => format!("p{}win", place + 1),
                    None => "none".to_owned(),
                }
            }
        }
    }

    fn ply_count(&self) -> PlyCount {
        PlyCount { dialect: self.dialect, seats: self.game.position().seats() }
    }

    /// Tells people something, in one line whatever is in it.
    fn note(&mut self, text: impl ToString) -> io::Result<()> {
        let text = text.to_string();
        let mut note: String = text.chars().take(LONGEST_NOTE).flat_map(printable).collect();
        if text.chars().nth(LONGEST_NOTE).is_some() {
            note.push('…');
        }
        self.say(format_args!("info string {note}"))
    }

    /// Sends a line, or several; the other side must not wait for it.
    fn say(&mut self, line: impl std::fmt::Display) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }
}

/// A character as it is, or the code of one that would do something to a terminal or to the line.
fn printable(character: char) -> impl Iterator<Item = char> {
    let escaped = character.is_control().then(|| character.escape_default());
    let plain = escaped.is_none().then_some(character);
    escaped.into_iter().flatten().chain(plain)
}
