//! Commands and moves that can be typed.

use std::path::PathBuf;

use quoridor_core::notation::{Dialect, MoveTextError};
use quoridor_core::{Move, Position};

/// A line that was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A move, still to be read.
    Move(String),
    /// Take back the last move.
    Undo,
    /// Play it again.
    Redo,
    /// Write the game to a file, over one that is there only if that is said.
    Save {
        /// Where to; `None` for the next free name.
        path: Option<PathBuf>,
        /// Whether a file may be replaced.
        replace: bool,
    },
    /// Read a game from a file.
    Load {
        /// The file.
        path: PathBuf,
        /// Which of its games, counted from one.
        number: usize,
    },
    /// Ask for the champion's move.
    Hint,
    /// Turn the board around.
    Flip,
    /// Resign.
    Resign,
    /// Show the keys and commands.
    Help,
    /// Make the computer move now.
    Stop,
    /// Pause or resume a game between computers.
    Pause,
    /// Read moves in one notation only, or in standard and Hoľa's.
    Notation(Option<Dialect>),
    /// Back to the menu; the game is saved.
    Menu,
    /// Quit; the game is saved.
    Quit,
}

/// A command as the help shows it.
#[derive(Clone, Copy, Debug)]
pub struct CommandHelp {
    /// How it is typed.
    pub usage: &'static str,
    /// Its effect.
    pub help: &'static str,
    /// Whether it does anything line by line too.
    pub in_plain_mode: bool,
}

impl CommandHelp {
    const fn everywhere(usage: &'static str, help: &'static str) -> Self {
        Self { usage, help, in_plain_mode: true }
    }

    const fn on_screen(usage: &'static str, help: &'static str) -> Self {
        Self { usage, help, in_plain_mode: false }
    }
}

/// Every command there is, in the order of the help.
pub const COMMANDS: [CommandHelp; 13] = [
    CommandHelp::everywhere("undo", "take back your last move"),
    CommandHelp::everywhere("redo", "play it again"),
    CommandHelp::everywhere("hint", "show the champion's move"),
    CommandHelp::on_screen("stop", "make the computer move now"),
    CommandHelp::on_screen("pause", "pause or resume the computers"),
    CommandHelp::on_screen("flip", "turn the board around"),
    CommandHelp::everywhere("resign", "lose; of three or four players, leave the game"),
    CommandHelp::everywhere("save [FILE]", "save the game to a file; save! replaces one"),
    CommandHelp::everywhere("load FILE [N]", "continue the N-th game of a file"),
    CommandHelp::everywhere(
        "notation NAME",
        "read moves as standard, hola, glendenning, openspiel, or both",
    ),
    CommandHelp::everywhere("help", "this page"),
    CommandHelp::on_screen("menu", "to the menu; the game is saved"),
    CommandHelp::everywhere("quit", "leave; the game is saved"),
];

impl Command {
    /// Reads a line.
    ///
    /// # Errors
    /// The problem, in one line. Moves are read later: that depends on the position.
    pub fn read(line: &str) -> Result<Self, String> {
        let line = line.trim();
        let (word, rest) = line
            .split_once(char::is_whitespace)
            .map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let command = match word {
            "undo" => Self::Undo,
            "redo" => Self::Redo,
            "hint" => Self::Hint,
            "stop" => Self::Stop,
            "pause" => Self::Pause,
            "flip" => Self::Flip,
            "resign" => Self::Resign,
            "help" => Self::Help,
            "menu" => Self::Menu,
            "quit" => Self::Quit,
            "save" | "save!" => {
                let path = (!rest.is_empty()).then(|| PathBuf::from(rest));
                return Ok(Self::Save { path, replace: word == "save!" });
            }
            "load" => return Self::read_load(rest),
            "notation" => return Self::read_notation(rest),
            _ if rest.is_empty() => Self::Move(word.to_owned()),
            _ => {
                return Err(format!(
                    "'{}' is not a command: {}",
                    word.escape_debug(),
                    list_of_words()
                ));
            }
        };
        if rest.is_empty() { Ok(command) } else { Err(format!("{word} takes no argument")) }
    }

    fn read_load(rest: &str) -> Result<Self, String> {
        // A last word that is a number says which game, unless it is the name of the file.
        let numbered = rest.rsplit_once(char::is_whitespace).and_then(|(path, number)| {
            let number = number.parse().ok().filter(|&number| number > 0)?;
            Some((path.trim(), number))
        });
        match numbered.unwrap_or((rest, 1)) {
            ("", _) => {
                Err("load needs a file: write load FILE, or load FILE 2 for its second game"
                    .to_owned())
            }
            (path, number) => Ok(Self::Load { path: path.into(), number }),
        }
    }

    fn read_notation(rest: &str) -> Result<Self, String> {
        if rest == "both" {
            return Ok(Self::Notation(None));
        }
        let names =
            "standard, hola, glendenning, openspiel, saadatinia, or both for standard and hola";
        rest.parse()
            .map(|dialect| Self::Notation(Some(dialect)))
            .map_err(|_| format!("notation needs a name: {names}"))
    }
}

/// The names of the commands, for an error message.
fn list_of_words() -> String {
    let words: Vec<&str> =
        COMMANDS.iter().filter_map(|command| command.usage.split(' ').next()).collect();
    format!("there are {}", words.join(", "))
}

/// Reads a move as it was typed: in one notation, or in standard notation and in Hoľa's.
///
/// In the latter case a word like `h3`, which is a square in one and a wall in the other, is what
/// is legal; if both are, it is neither.
///
/// # Errors
/// Why it is not a legal move, in one line.
pub fn read_move(
    text: &str,
    position: &Position,
    dialect: Option<Dialect>,
) -> Result<Move, String> {
    if let Some(dialect) = dialect {
        return dialect.read_move(text, position).map_err(|error| error.to_string());
    }
    let standard = Dialect::Standard.read_move(text, position);
    let hola = Dialect::Hola.read_move(text, position);
    match (standard, hola) {
        (Ok(one), Ok(other)) if one != other => Err(format!(
            "{text} is the step {one}, and Hoľa's word for {other}: write notation standard or \
             notation hola first"
        )),
        (Ok(mv), _) | (Err(_), Ok(mv)) => Ok(mv),
        (
            Err(MoveTextError::NotAMove { .. }),
            Err(MoveTextError::NotAMove { .. } | MoveTextError::TwoPlayersOnly { .. }),
        ) => {
            let text = text.escape_debug();
            Err(format!(
                "'{text}' is neither a move like e2, e3h, u or h44, nor a command: type help"
            ))
        }
        (Err(MoveTextError::NotAMove { .. }), Err(error)) | (Err(error), Err(_)) => {
            Err(error.to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read() {
        assert_eq!(Command::read("undo"), Ok(Command::Undo));
        assert_eq!(Command::read(" e3h "), Ok(Command::Move("e3h".to_owned())));
        assert_eq!(Command::read("save"), Ok(Command::Save { path: None, replace: false }));
        let path = || PathBuf::from("my game.pgn");
        assert_eq!(
            Command::read("save! my game.pgn"),
            Ok(Command::Save { path: Some(path()), replace: true })
        );
        assert_eq!(
            Command::read("load my game.pgn"),
            Ok(Command::Load { path: path(), number: 1 })
        );
        assert_eq!(
            Command::read("load my game.pgn 3"),
            Ok(Command::Load { path: path(), number: 3 })
        );
        assert_eq!(Command::read("load 3"), Ok(Command::Load { path: "3".into(), number: 1 }));
        assert_eq!(Command::read("notation hola"), Ok(Command::Notation(Some(Dialect::Hola))));
        assert_eq!(Command::read("notation both"), Ok(Command::Notation(None)));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = |line: &str| Command::read(line).unwrap_err();
        assert_eq!(error("undo it"), "undo takes no argument");
        assert!(
            error("lod x.pgn")
                .starts_with("'lod' is not a command: there are undo, redo, hint, stop")
        );
        assert!(error("load").starts_with("load needs a file"));
        assert!(error("notation chess").starts_with("notation needs a name: standard"));
    }

    /// The help cannot forget a command or name one that is not there.
    #[test]
    fn every_command_of_the_help_is_one() {
        for command in COMMANDS {
            let line = command.usage.replace(['[', ']'], "").replace("NAME", "hola");
            assert!(!matches!(Command::read(&line), Ok(Command::Move(_)) | Err(_)), "{line}");
        }
    }

    #[test]
    fn every_command_is_documented() {
        let page = include_str!("../../../docs/terminal.md");
        for command in COMMANDS {
            let word = command.usage.split(' ').next().unwrap();
            assert!(page.contains(&format!("`{word}")), "{word} is not in docs/terminal.md");
        }
    }

    #[test]
    fn moves_are_read_in_both_notations() {
        let start = Position::default();
        let read = |text: &str| read_move(text, &start, None).map(|mv| mv.to_string());
        assert_eq!(read("e2"), Ok("e2".to_owned()));
        assert_eq!(read("e3h"), Ok("e3h".to_owned()));
        assert_eq!(read("u"), Ok("e2".to_owned()));
        // Hoľa's walls are numbered from the top left: row 8 has 0 to 7, h24 is the first of the
        // fourth row from the top.
        assert_eq!(read("v24"), Ok("a5v".to_owned()));
        assert_eq!(read("h3"), Ok("d8h".to_owned()), "the pawn is far from h3");
        assert_eq!(
            read("e5").unwrap_err(),
            "illegal: the pawn on e1 cannot go to e5: it can go to d1 f1 e2"
        );
        assert_eq!(
            read("ul").unwrap_err(),
            "illegal (d2 in standard notation): the pawn on e1 cannot go to d2: it can go to d1 f1 \
             e2"
        );
        let error = read("e33").unwrap_err();
        assert_eq!(
            error,
            "'e33' is neither a move like e2, e3h, u or h44, nor a command: type help"
        );
        let hola = Some(Dialect::Hola);
        assert!(
            read_move("e2", &start, hola)
                .unwrap_err()
                .starts_with("not a move: in the hola dialect")
        );
    }

    #[test]
    fn what_could_be_two_moves_is_none() {
        let position: Position = "- / - / h2 e9 / 10 10 / 1".parse().unwrap();
        let error = read_move("h3", &position, None).unwrap_err();
        assert_eq!(
            error,
            "h3 is the step h3, and Hoľa's word for d8h: write notation standard or notation hola \
             first"
        );
        assert_eq!(read_move("h3", &position, Some(Dialect::Standard)).unwrap().to_string(), "h3");
        assert_eq!(read_move("h3", &position, Some(Dialect::Hola)).unwrap().to_string(), "d8h");
    }
}
