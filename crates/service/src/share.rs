//! A whole game in a link.
//!
//! `share:` and the URL-safe Base64 of some bytes. The first says what follows: `m`, the length of
//! a position string, the string (none for the usual start), and a byte for each move; or `r` and a
//! record.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use quoridor_core::record::{self, Record, RecordedMove};
use quoridor_core::{Game, Move, Position};

/// How a shared game begins.
pub(crate) const PREFIX: &str = "share:";

const MOVES: u8 = b'm';
const RECORD: u8 = b'r';

/// The text that holds a game. What has comments, variations or tags is a record; what has none is
/// a byte a move.
pub(crate) fn write(record: &Record) -> String {
    let is_bare = record.tags.is_empty()
        && record.main.comment.is_empty()
        && record.main.moves.iter().all(|recorded| *recorded == RecordedMove::from(recorded.mv));
    let start =
        if record.start == Position::default() { String::new() } else { record.start.to_string() };
    let mut bytes = Vec::new();
    match u8::try_from(start.len()) {
        Ok(length) if is_bare && record.result.is_none() => {
            bytes.extend([MOVES, length]);
            bytes.extend(start.bytes());
            bytes.extend(record.main.moves.iter().map(|recorded| recorded.mv.index()));
        }
        _ => {
            bytes.push(RECORD);
            bytes.extend(record.write().unwrap_or_default().bytes());
        }
    }
    format!("{PREFIX}{}", BASE64_URL_SAFE_NO_PAD.encode(bytes))
}

/// The game that a text holds.
///
/// # Errors
/// One line about what is wrong.
pub(crate) fn read(text: &str) -> Result<Record, String> {
    let broken = || "this link is broken: a part of it is missing or was changed".to_owned();
    let payload = text
        .trim()
        .strip_prefix(PREFIX)
        .ok_or_else(|| format!("a shared game begins with {PREFIX}"))?;
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(payload).map_err(|_| broken())?;
    match bytes.split_first() {
        Some((&MOVES, rest)) => read_moves(rest).ok_or_else(broken),
        Some((&RECORD, rest)) => {
            let text = str::from_utf8(rest).map_err(|_| broken())?;
            let record = record::read(text).next().ok_or_else(broken)?;
            record.map_err(|error| error.to_string())
        }
        _ => Err(broken()),
    }
}

fn read_moves(bytes: &[u8]) -> Option<Record> {
    let (&length, rest) = bytes.split_first()?;
    let (start, moves) = rest.split_at_checked(usize::from(length))?;
    let start = if start.is_empty() {
        Position::default()
    } else {
        str::from_utf8(start).ok()?.parse().ok()?
    };
    let mut game = Game::new(start);
    for &index in moves {
        game.play(Move::from_index(index)?).ok()?;
    }
    Some(Record::new(&game, None))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes by hand: 'm', no start, e2 (column 4, row 1: 13) and e8 (67).
    #[test]
    fn links_stay_readable() {
        let record = read("share:bQANQw").unwrap();
        assert_eq!(record.game().moves(), ["e2".parse().unwrap(), "e8".parse().unwrap()]);
        assert_eq!(write(&record), "share:bQANQw");
    }

    #[test]
    fn what_is_said_comes_back() {
        let text = "[South \"Ann\"]\n\n1. e2 {good} (1. d1 e8) e8 1-0\n";
        let record = record::read(text).next().unwrap().unwrap();
        assert_eq!(read(&write(&record)).unwrap(), record);
        let start: Position = "- / - / c1 c5 / 3 3 / 1 / 5x5".parse().unwrap();
        let record = Record { start, ..Record::default() };
        assert_eq!(read(&write(&record)).unwrap(), record);
    }

    #[test]
    fn broken_links_are_errors() {
        for text in [
            "",
            "share:",
            "share:!",
            "share:bQ",
            "share:bQAN_w",
            "share:bQBD",
            "share:cg",
            "share:eA",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
