//! Transcripts of conversations with an engine, and how one is held again.
//!
//! A transcript is text of lines that begin with
//!
//! ```text
//! $   the command that starts the engine: the first line
//! >   what is sent
//! >|  what is sent last, without a newline: then the input ends
//! <   what must come back, line by line
//! ~   nothing may come back for a while
//! #   a comment; empty lines are skipped too
//! ```
//!
//! In what must come back, `<time>` or any other word in angle brackets stands for one word,
//! whatever it is, `<moves...>` for one or more. A line `< ...` stands for any number of lines.
//! After the last line the input ends; the engine must then say no more, and end well.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use quoridor_test_support::PATIENCE;

/// How long `~` listens.
const A_WHILE: Duration = Duration::from_millis(100);

pub(crate) struct Transcript {
    /// Where it is written, for messages.
    pub(crate) name: String,
    /// The words of the command.
    pub(crate) command: Vec<String>,
    /// The other lines, with their numbers.
    lines: Vec<(usize, Line)>,
}

enum Line {
    Send(String),
    SendLast(String),
    Expect(String),
    ExpectAnything,
    Silence,
}

impl Transcript {
    /// Reads a transcript whose first line has a number.
    ///
    /// # Panics
    /// If it is not one.
    pub(crate) fn read(name: &str, text: &str, first: usize) -> Self {
        let mut transcript = Self { name: name.to_owned(), command: Vec::new(), lines: Vec::new() };
        for (number, line) in (first..).zip(text.lines()) {
            let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
            let rest = rest.to_owned();
            let line = match mark {
                "" | "#" => continue,
                "$" => {
                    assert!(transcript.command.is_empty(), "{name}:{number}: a second command");
                    transcript.command = rest.split_whitespace().map(str::to_owned).collect();
                    continue;
                }
                ">" => Line::Send(rest),
                ">|" => Line::SendLast(rest),
                "<" if rest == "..." => Line::ExpectAnything,
                "<" => Line::Expect(rest),
                "~" => Line::Silence,
                _ => panic!("{name}:{number}: a line begins with $, >, >|, <, ~ or #, and a space"),
            };
            transcript.lines.push((number, line));
        }
        assert!(!transcript.command.is_empty(), "{name}: there is no command");
        transcript
    }

    /// Every file of a folder.
    pub(crate) fn read_folder(folder: &Path) -> Vec<Self> {
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        let mut files: Vec<_> =
            files.filter(|file| file.extension().is_some_and(|end| end == "txt")).collect();
        files.sort();
        let read = |file: &Path| {
            Self::read(&file.display().to_string(), &std::fs::read_to_string(file).unwrap(), 1)
        };
        files.iter().map(|file| read(file)).collect()
    }

    /// Says again what was said. The error is where and how the answers differ.
    pub(crate) fn replay(
        &self,
        input: impl Write,
        output: impl Read + Send + 'static,
    ) -> Result<(), String> {
        let (mut input, output) = (Some(input), Output::new(output));
        let mut anything = false;
        for (number, line) in &self.lines {
            let at = |problem: String| format!("{}:{number}: {problem}", self.name);
            let send = |input: &mut Option<_>, text: &str| {
                let writer: &mut _ =
                    input.as_mut().ok_or_else(|| at("the input has ended".to_owned()))?;
                Write::write_all(writer, text.as_bytes()).map_err(|error| at(error.to_string()))
            };
            match line {
                Line::Send(text) => send(&mut input, &format!("{text}\n"))?,
                Line::SendLast(text) => {
                    send(&mut input, text)?;
                    input = None;
                }
                Line::Silence => output.expect_silence().map_err(at)?,
                Line::ExpectAnything => anything = true,
                Line::Expect(pattern) => {
                    output.expect(pattern, anything).map_err(at)?;
                    anything = false;
                }
            }
        }
        drop(input);
        if anything {
            return Ok(());
        }
        output.expect_end().map_err(|problem| format!("{}: {problem}", self.name))
    }
}

/// The lines that an engine says.
struct Output {
    lines: Receiver<String>,
}

impl Output {
    fn new(output: impl Read + Send + 'static) -> Self {
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let mut lines = BufReader::new(output).lines().map_while(Result::ok);
            lines.try_for_each(|line| sender.send(line))
        });
        Self { lines }
    }

    /// The next line must match, or some line after any others.
    fn expect(&self, pattern: &str, after_others: bool) -> Result<(), String> {
        loop {
            let line = self.lines.recv_timeout(PATIENCE).map_err(|error| match error {
                RecvTimeoutError::Timeout => format!("'{pattern}' never came"),
                RecvTimeoutError::Disconnected => {
                    format!("'{pattern}' did not come before the end")
                }
            })?;
            if matches(pattern, &line) {
                return Ok(());
            }
            if !after_others {
                return Err(format!("'{line}' came, not '{pattern}'"));
            }
        }
    }

    fn expect_silence(&self) -> Result<(), String> {
        self.lines
            .recv_timeout(A_WHILE)
            .map_or(Ok(()), |line| Err(format!("'{line}' came, not silence")))
    }

    fn expect_end(&self) -> Result<(), String> {
        match self.lines.recv_timeout(PATIENCE) {
            Err(RecvTimeoutError::Disconnected) => Ok(()),
            Err(RecvTimeoutError::Timeout) => Err("the engine did not end".to_owned()),
            Ok(line) => Err(format!("'{line}' came after the end")),
        }
    }
}

/// Whether a line is what a pattern says.
fn matches(pattern: &str, line: &str) -> bool {
    let pattern: Vec<&str> = pattern.split(' ').collect();
    let line: Vec<&str> = line.split(' ').collect();
    words_match(&pattern, &line)
}

fn words_match(pattern: &[&str], line: &[&str]) -> bool {
    match (pattern, line) {
        ([], []) => true,
        ([], _) | (_, []) => false,
        ([wanted, pattern @ ..], [_, rest @ ..]) if is_wildcard(wanted, "...>") => {
            (0..=rest.len()).any(|more| words_match(pattern, &rest[more..]))
        }
        ([wanted, pattern @ ..], [word, line @ ..]) => {
            (wanted == word || is_wildcard(wanted, ">")) && words_match(pattern, line)
        }
    }
}

fn is_wildcard(word: &str, end: &str) -> bool {
    word.starts_with('<') && word.ends_with(end)
}
