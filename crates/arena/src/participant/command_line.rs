//! How a program is started.

use std::fmt;
use std::str::FromStr;

/// A program and its arguments, `./engine --quiet`. Quotes of either kind hold words together; a
/// backslash takes the next character as it is, except in single quotes.
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
}

/// As it was typed.
impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The text does not say what to start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseCommandLineError {
    /// It has no words.
    Empty,
    /// A quotation has no end.
    Unclosed,
}

impl fmt::Display for ParseCommandLineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => {
                "no program is named: write the program and its arguments, like ./engine --quiet"
            }
            Self::Unclosed => "a quotation mark in the program and its arguments has no second one",
        })
    }
}

impl std::error::Error for ParseCommandLineError {}

impl FromStr for CommandLine {
    type Err = ParseCommandLineError;

    fn from_str(text: &str) -> Result<Self, ParseCommandLineError> {
        let mut words = words(text)?.into_iter();
        let program = words
            .next()
            .filter(|program| !program.is_empty())
            .ok_or(ParseCommandLineError::Empty)?;
        Ok(Self { text: text.trim().to_owned(), program, arguments: words.collect() })
    }
}

fn words(text: &str) -> Result<Vec<String>, ParseCommandLineError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (Some(open), _) if character == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => {
                let next = characters.next().ok_or(ParseCommandLineError::Unclosed)?;
                word.get_or_insert_default().push(next);
            }
            (None, space) if space.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    if quote.is_some() { Err(ParseCommandLineError::Unclosed) } else { Ok(words) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As a shell takes them apart.
    #[test]
    fn words_are_those_of_a_shell() {
        let all = |text: &str| words(text).unwrap();
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
}
