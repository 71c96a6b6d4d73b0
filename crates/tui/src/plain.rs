//! The game line by line: for pipes and screen readers.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};

use quoridor_core::notation::Dialect;
use quoridor_core::{Diagram, Player};
use quoridor_engine::{Agent, Limits, choose_alone};

use crate::command::{COMMANDS, Command, read_move};
use crate::desk::Desk;
use crate::keeper::{StoreGame, not_stored};
use crate::occupant::Occupant;
use crate::opponents;
use crate::session::Session;
use crate::{Look, PlayError, Settings, Start};

/// Plays line by line: prints the board whenever a person has to move, reads a move or a command,
/// and says what the computers play. Ends with the input, at `quit`, or with a game between
/// computers.
///
/// # Errors
/// What there was to begin with cannot be read, or the output cannot be written.
pub fn run_plain(
    start: Start,
    settings: Settings,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    prompt: &str,
) -> Result<(), PlayError> {
    let Settings { look, shelf, store, .. } = settings;
    let mut desk = Desk::new(shelf);
    let opened = start.open(&desk)?;
    let Some((session, resumed)) = opened else {
        return Err(PlayError::Open("the plain mode has no menu: say who plays".to_owned()));
    };
    if let Some(path) = resumed {
        desk.resume(FIRST_GAME, path);
    }
    let mut plain = Plain {
        session,
        desk,
        store,
        output,
        look,
        game_number: FIRST_GAME,
        dialect: None,
        agents: HashMap::new(),
    };
    plain.play(input, prompt).map_err(PlayError::Stream)
}

const FIRST_GAME: u64 = 1;

struct Plain<'a> {
    session: Session,
    desk: Desk,
    store: StoreGame,
    output: &'a mut dyn Write,
    look: Look,
    game_number: u64,
    dialect: Option<Dialect>,
    /// The players of this game.
    agents: HashMap<Player, Box<dyn Agent>>,
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
        loop {
            while self.session.reason().is_none() && !self.session.to_move().is_human() {
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
            lines.push(format!("{player} ({occupant}): {walls}, {steps} to go"));
        }
        let comment = self.session.comment();
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

    fn computer_moves(&mut self) -> io::Result<()> {
        let turn = self.session.position().turn();
        let Occupant::Computer(spec) = self.session.to_move().clone() else { return Ok(()) };
        let agent = match self.agents.entry(turn) {
            std::collections::hash_map::Entry::Occupied(seated) => seated.into_mut(),
            std::collections::hash_map::Entry::Vacant(seat) => {
                seat.insert(spec.build().map_err(|error| io::Error::other(error.to_string()))?)
            }
        };
        let begin = std::time::Instant::now();
        let decision = choose_alone(agent.as_mut(), self.session.game(), &Limits::NONE);
        let name = self.session.to_move().to_string();
        self.session.play_decision(&decision, begin.elapsed()).map_err(|reason| {
            io::Error::other(format!("{name} wants {}, but {reason}", decision.mv))
        })?;
        // What was said must not be lost: it is kept first.
        self.after_move()?;
        self.say(&format!("{turn} ({name}) plays {}.", decision.mv))?;
        Ok(())
    }

    /// Keeps the game, and stores it if it is over.
    fn after_move(&mut self) -> io::Result<()> {
        let kept = self.desk.keep(self.game_number, &self.session.text());
        let stored = self.session.take_finished().map_or(Ok(()), |played| (self.store)(&played));
        let stored = stored.map_err(|error| not_stored(&error));
        for error in [kept, stored].into_iter().filter_map(Result::err) {
            self.say(&error)?;
        }
        Ok(())
    }

    fn run(&mut self, line: &str) -> io::Result<Next> {
        match Command::read(line) {
            Err(error) => return self.say(&error),
            Ok(Command::Move(text)) => {
                let mv = read_move(&text, self.session.position(), self.dialect);
                match mv.and_then(|mv| self.session.play(mv).map_err(|reason| reason.to_string())) {
                    Ok(()) => self.after_move()?,
                    Err(error) => return self.say(&error),
                }
            }
            Ok(Command::Undo) if self.session.undo() => self.after_change()?,
            Ok(Command::Undo) => return self.say("there is nothing to take back"),
            Ok(Command::Redo) if self.session.redo() => self.after_change()?,
            Ok(Command::Redo) => return self.say("there is nothing to play again"),
            Ok(Command::Save { path, replace }) => {
                let told = self.desk.save(path, replace, &self.session.text());
                return self.say(&told.unwrap_or_else(|error| error));
            }
            Ok(Command::Load { path, number }) => match Desk::load(&path, number) {
                Ok(session) => self.sit_down(session)?,
                Err(error) => return self.say(&error),
            },
            Ok(Command::Hint) => return self.hint(),
            Ok(Command::Resign) => match self.session.resign() {
                Ok(()) => self.after_move()?,
                Err(reason) => return self.say(&reason.to_string()),
            },
            Ok(Command::Help) => return self.help(),
            Ok(Command::Notation(dialect)) => {
                self.dialect = dialect;
                let names = dialect.map_or("standard notation and Hoľa's", Dialect::name);
                return self.say(&format!("moves are read in {names}"));
            }
            Ok(Command::Flip | Command::Stop | Command::Pause | Command::Menu) => {
                return self.say(&format!("{line} is of no use in the plain mode"));
            }
            Ok(Command::Quit) => return Ok(Next::Quit),
        }
        Ok(Next::Go)
    }

    fn after_change(&mut self) -> io::Result<()> {
        if let Err(error) = self.desk.keep(self.game_number, &self.session.text()) {
            self.say(&error)?;
        }
        Ok(())
    }

    fn sit_down(&mut self, session: Session) -> io::Result<()> {
        self.session = session;
        self.game_number += 1;
        self.agents.clear();
        self.after_change()
    }

    fn hint(&mut self) -> io::Result<Next> {
        if let Some(verdict) = self.session.verdict() {
            return self.say(&format!("the game is over: {verdict}"));
        }
        let agent = opponents::adviser(self.session.position().variant())
            .and_then(|spec| spec.build().ok());
        let Some(mut agent) = agent else {
            return self.say("nobody here can give advice for this variant");
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
