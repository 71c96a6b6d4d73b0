//! The game line by line: for pipes and screen readers.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use quoridor_core::notation::Dialect;
use quoridor_core::{Diagram, Player};
use quoridor_engine::{Agent, Limits, choose_alone};
use quoridor_players::Spec;
use quoridor_session::{Change, Occupant, Refusal, Session, Storage, opponents};

use crate::command::{COMMANDS, Command, read_move};
use crate::files::{self, Saved};
use crate::opponents::shown;
use crate::text::clean;
use crate::{Look, PlayError, Settings, Start};

/// Plays line by line: prints the board whenever a human has to move, reads a move or a command,
/// and prints the computers' moves. Ends with the input, at `quit`, or with a game between
/// computers.
///
/// # Errors
/// The game to start with cannot be read, or the output cannot be written.
pub fn run_plain(
    start: Start,
    settings: Settings,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    prompt: &str,
) -> Result<(), PlayError> {
    let Settings { look, storage, warning, .. } = settings;
    let Some(session) = start.open(storage.as_ref())? else {
        return Err(PlayError::Open("the plain mode has no menu: name the players".to_owned()));
    };
    let (saved, began) = (Saved::default(), Instant::now());
    let agents = HashMap::new();
    let mut plain = Plain { session, storage, saved, output, look, dialect: None, agents, began };
    if let Some(warning) = warning {
        plain.say(&warning).map_err(PlayError::Stream)?;
    }
    plain.play(input, prompt).map_err(PlayError::Stream)
}

struct Plain<'a> {
    session: Session,
    storage: Box<dyn Storage + Send>,
    saved: Saved,
    output: &'a mut dyn Write,
    look: Look,
    dialect: Option<Dialect>,
    /// The computer players of this game.
    agents: HashMap<Player, Box<dyn Agent>>,
    /// The moment from which the session's times count.
    began: Instant,
}

/// Whether the game goes on.
#[derive(PartialEq, Eq)]
enum Next {
    Go,
    Quit,
}

impl Plain<'_> {
    fn play(&mut self, input: &mut dyn BufRead, prompt: &str) -> io::Result<()> {
        let mut is_new = true;
        if let Some(end) = self.session.propose_end() {
            self.commit(end)?;
        }
        loop {
            while !self.session.is_over() && !self.session.to_move().is_human() {
                self.computer_moves()?;
                is_new = true;
            }
            if is_new {
                self.show()?;
            }
            if !self.session.has_human() {
                return Ok(());
            }
            write!(self.output, "{prompt}")?;
            self.output.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                return Ok(());
            }
            if line.trim().is_empty() {
                is_new = false;
                continue;
            }
            let before = self.session.text();
            if self.run(line.trim())? == Next::Quit {
                return Ok(());
            }
            is_new = self.session.text() != before;
        }
    }

    /// The board, and how it stands.
    fn show(&mut self) -> io::Result<()> {
        let position = self.session.position();
        let diagram = Diagram::of(position);
        let picture =
            if self.look.ascii { diagram.ascii().to_string() } else { diagram.to_string() };
        let mut lines = vec![format!("\n{picture}")];
        for (player, occupant) in self.session.occupants().iter() {
            let (walls, steps) = (position.walls_left(player), position.distance(player));
            let (walls, steps) = (counted(walls, "wall"), counted(steps, "step"));
            let out = if self.session.is_out(player) { ", out of the game" } else { "" };
            lines.push(format!("{player} ({}): {walls}, {steps} to go{out}", shown(occupant)));
        }
        let comment = clean(self.session.comment());
        if !comment.is_empty() {
            lines.push(format!("Comment: {comment}"));
        }
        lines.push(match self.session.verdict() {
            Some(verdict) => format!("The game is over. {verdict}."),
            None => format!("{} to move.", position.turn()),
        });
        self.say(&lines.join("\n"))?;
        Ok(())
    }

    fn say(&mut self, text: &str) -> io::Result<Next> {
        writeln!(self.output, "{}", self.look.text(text))?;
        Ok(Next::Go)
    }

    fn now(&self) -> Duration {
        self.began.elapsed()
    }

    fn computer_moves(&mut self) -> io::Result<()> {
        let turn = self.session.turn();
        let Occupant::Computer { spec } = self.session.to_move().clone() else { return Ok(()) };
        let wrong = |error: &dyn std::fmt::Display| io::Error::other(error.to_string());
        let agent = match self.agents.entry(turn) {
            std::collections::hash_map::Entry::Occupied(seated) => seated.into_mut(),
            std::collections::hash_map::Entry::Vacant(seat) => {
                let spec: Spec = spec.parse().map_err(|error| wrong(&error))?;
                seat.insert(spec.build().map_err(|error| wrong(&error))?)
            }
        };
        let begin = Instant::now();
        let decision = choose_alone(agent.as_mut(), self.session.game(), &Limits::NONE);
        let name = shown(self.session.to_move());
        let change = self
            .session
            .propose_decision(&decision, begin.elapsed(), self.now())
            .map_err(|refusal| wrong(&refusal))?;
        // It is saved before it is printed.
        if self.commit(change)? {
            self.say(&format!("{turn} ({name}) plays {}.", decision.mv))?;
            return Ok(());
        }
        Err(io::Error::other(format!("the move {} of {turn} is not saved", decision.mv)))
    }

    /// Writes a change and makes it. Says whether it was made; if not, why.
    fn commit(&mut self, change: Change) -> io::Result<bool> {
        let now = self.now();
        match self.session.commit(change, self.storage.as_mut(), now) {
            Ok(()) => Ok(true),
            Err(error) => {
                self.say(&format!("not saved, so not played: {error}"))?;
                Ok(false)
            }
        }
    }

    fn propose(&mut self, proposed: Result<Change, Refusal>) -> io::Result<Next> {
        match proposed {
            Ok(change) => {
                self.commit(change)?;
                Ok(Next::Go)
            }
            Err(refusal) => self.say(&refusal.to_string()),
        }
    }

    fn run(&mut self, line: &str) -> io::Result<Next> {
        match Command::read(line) {
            Err(error) => return self.say(&error),
            Ok(Command::Move(text)) => {
                match read_move(&text, self.session.position(), self.dialect) {
                    Ok(mv) => return self.propose(self.session.propose_move(mv, self.now())),
                    Err(error) => return self.say(&error),
                }
            }
            Ok(Command::Undo) => return self.propose(self.session.propose_undo()),
            Ok(Command::Redo) => return self.propose(self.session.propose_redo()),
            Ok(Command::Save { path, replace }) => {
                let told = self.saved.save(path, replace, &self.session.text());
                return self.say(&told.unwrap_or_else(|error| error));
            }
            Ok(Command::Load { path, number }) => match files::load(&path, number) {
                Ok(session) => {
                    self.session = session;
                    self.agents.clear();
                }
                Err(error) => return self.say(&error),
            },
            Ok(Command::Hint) => return self.hint(),
            Ok(Command::Resign) => {
                let turn = self.session.turn();
                return self.propose(self.session.propose_resignation(&[turn], Some(turn)));
            }
            Ok(Command::Help) => return self.help(),
            Ok(Command::Notation(dialect)) => {
                self.dialect = dialect;
                let names = dialect.map_or("standard notation and Hoľa's", Dialect::name);
                return self.say(&format!("moves are read in {names}"));
            }
            Ok(Command::Flip | Command::Stop | Command::Pause | Command::Menu) => {
                return self.say(&format!("{line} has no effect in the plain mode"));
            }
            Ok(Command::Quit) => return Ok(Next::Quit),
        }
        Ok(Next::Go)
    }

    fn hint(&mut self) -> io::Result<Next> {
        if let Some(verdict) = self.session.verdict() {
            return self.say(&format!("the game is over: {verdict}"));
        }
        let agent = opponents::adviser(self.session.position().variant())
            .and_then(|spec| spec.build().ok());
        let Some(mut agent) = agent else {
            return self.say("no player here gives hints for this variant");
        };
        let decision =
            choose_alone(agent.as_mut(), self.session.game(), &Limits::time(opponents::HINT_TIME));
        self.say(&format!("hint: {}", decision.mv))
    }

    fn help(&mut self) -> io::Result<Next> {
        let mut text =
            "Type a move like e2 or e3h, in Hoľa's notation like u, ul, h44 or v24, or a command:"
                .to_owned();
        for command in COMMANDS.iter().filter(|command| command.in_plain_mode) {
            text.push_str(&format!("\n{}: {}", command.usage, command.help));
        }
        self.say(&text)
    }
}

/// `1 wall`, `2 walls`.
fn counted(count: u8, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
