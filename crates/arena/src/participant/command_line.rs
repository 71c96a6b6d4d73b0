//! The command line of an external engine.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::{env, fs, io};

use thiserror::Error;

/// A program and its arguments, `./engine --quiet`, split as a POSIX shell splits words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    text: String,
    program: String,
    arguments: Vec<String>,
}

impl CommandLine {
    /// The program.
    pub fn program(&self) -> &str {
        &self.program
    }

    /// Its arguments.
    pub fn arguments(&self) -> &[String] {
        &self.arguments
    }

    /// Whether the program exists: a path, or a name in one of the folders of `PATH`. Starts
    /// nothing.
    pub(crate) fn check(&self) -> io::Result<()> {
        let program = Path::new(&self.program);
        if program.components().count() > 1 {
            return fs::metadata(program).map(|_| ());
        }
        let folders = env::var_os("PATH").unwrap_or_default();
        let is_there =
            |name: &str| env::split_paths(&folders).any(|folder| folder.join(name).is_file());
        if is_there(&self.program) || (cfg!(windows) && is_there(&format!("{}.exe", self.program)))
        {
            Ok(())
        } else {
            Err(io::Error::new(io::ErrorKind::NotFound, "no such program in PATH"))
        }
    }
}

/// As it was typed.
impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The text is not a command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseCommandLineError {
    /// It has no words.
    #[error("no program: write the program and its arguments, like ./engine --quiet")]
    Empty,
    /// A quotation has no end.
    #[error("a quotation mark or a backslash in the command line has no end")]
    Unclosed,
}

impl FromStr for CommandLine {
    type Err = ParseCommandLineError;

    fn from_str(text: &str) -> Result<Self, ParseCommandLineError> {
        let mut words = shlex::split(text).ok_or(ParseCommandLineError::Unclosed)?.into_iter();
        let program = words
            .next()
            .filter(|program| !program.is_empty())
            .ok_or(ParseCommandLineError::Empty)?;
        Ok(Self { text: text.trim().to_owned(), program, arguments: words.collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As a shell splits them.
    #[test]
    fn words_are_those_of_a_shell() {
        let all = |text: &str| {
            let command: CommandLine = text.parse().unwrap();
            [std::slice::from_ref(&command.program), command.arguments()].concat()
        };
        assert_eq!(all("./engine  --quiet\t-x"), ["./engine", "--quiet", "-x"]);
        assert_eq!(all("'my engine' --name=\"a b\" ''"), ["my engine", "--name=a b", ""]);
        assert_eq!(all(r#"a\ b "c\"d" 'e\f'"#), ["a b", "c\"d", "e\\f"]);
    }

    #[test]
    fn what_cannot_be_started_is_refused() {
        assert_eq!("  ".parse::<CommandLine>(), Err(ParseCommandLineError::Empty));
        assert_eq!("''".parse::<CommandLine>(), Err(ParseCommandLineError::Empty));
        for text in ["'a", "a \"b", "a\\"] {
            assert_eq!(text.parse::<CommandLine>(), Err(ParseCommandLineError::Unclosed), "{text}");
        }
    }

    #[test]
    fn programs_are_looked_up_but_not_started() {
        let check = |text: &str| text.parse::<CommandLine>().unwrap().check();
        assert!(check("/nowhere/engine --quiet").is_err());
        assert!(check("no-such-program-anywhere").is_err());
        let this = std::env::current_exe().unwrap();
        assert!(check(&format!("'{}' x", this.display())).is_ok());
    }
}
