//! Bytes become lines, whatever the bytes are.

use std::fmt;
use std::io::{self, BufRead, Read};
use std::sync::mpsc::SyncSender;
use std::thread;

use crate::protocol::event::Event;

/// The longest line that is read, in bytes: a game of a hundred thousand moves fits.
const LONGEST: usize = 1 << 20;

/// A line that cannot be a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BadLine {
    /// It is longer than [`LONGEST`].
    TooLong,
    /// It is not UTF-8.
    NotText,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "a line of more than {LONGEST} bytes is ignored"),
            Self::NotText => f.write_str("a line that is not UTF-8 is ignored"),
        }
    }
}

/// Reads lines on a thread of its own until they end or the receiver is gone.
pub(super) fn start(mut input: impl BufRead + Send + 'static, events: SyncSender<Event>) {
    thread::spawn(move || {
        // An input that cannot be read any more has ended.
        while let Ok(Some(line)) = read_line(&mut input) {
            if events.send(Event::Line(line)).is_err() {
                return;
            }
        }
        // The receiver is gone: there is nothing to report.
        let _ = events.send(Event::EndOfInput);
    });
}

/// The next line without its end; `None` after the last one, which may lack a newline.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, BadLine>>> {
    let mut bytes = Vec::new();
    if input.take(LONGEST as u64 + 1).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() > LONGEST && bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(BadLine::TooLong)));
    }
    Ok(Some(String::from_utf8(bytes).map_err(|_| BadLine::NotText)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<Result<String, BadLine>> {
        let mut input = input;
        std::iter::from_fn(|| read_line(&mut input).unwrap()).collect()
    }

    #[test]
    fn the_last_line_needs_no_newline() {
        assert_eq!(lines(b""), []);
        assert_eq!(
            lines(b"ugi\r\n\nquit"),
            [Ok("ugi\r\n".to_owned()), Ok("\n".to_owned()), Ok("quit".to_owned())]
        );
    }

    #[test]
    fn bad_lines_do_not_spoil_the_next() {
        assert_eq!(lines(b"\xff\xfe\nquit\n"), [Err(BadLine::NotText), Ok("quit\n".to_owned())]);
        let long = |length| [vec![b'a'; length], b"\nquit\n".to_vec()].concat();
        assert_eq!(lines(&long(LONGEST + 1)), [Err(BadLine::TooLong), Ok("quit\n".to_owned())]);
        assert_eq!(lines(&long(5 * LONGEST)), [Err(BadLine::TooLong), Ok("quit\n".to_owned())]);
        assert!(lines(&long(LONGEST))[0].is_ok());
    }
}
