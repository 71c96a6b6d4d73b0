//! Played games as records.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use quoridor_core::record::{Clock, Evaluation, Record, Score, Tag};
use quoridor_core::{Player, Seats};
use quoridor_engine::Value;

use crate::played::{PlayedGame, Thought};

/// The record of a game: the players, why it ended, what was thought and what the clocks showed. More tags may be put in front.
///
/// In a record a value is one for the player who moves first. Where more than two play there is no such number, and none is written.
pub fn to_record(game: &PlayedGame, tags: &[(&str, String)]) -> Record {
    let mut record = Record::new(&game.game, Some(game.outcome()));
    let tag = |name: &str, value: String| Tag { name: name.to_owned(), value };
    record.tags.extend(tags.iter().map(|(name, value)| tag(name, value.clone())));
    record.tags.extend(game.players.iter().map(|(player, name)| tag(&player.to_string(), name.clone())));
    record.tags.push(tag("Termination", game.reason.to_string()));
    record.tags.push(tag("OpeningPlies", game.opening.to_string()));
    let seats = game.game.start().seats();
    let movers = game.game.positions()[game.opening..].iter().map(quoridor_core::Position::turn);
    let moves = record.main.moves.iter_mut().skip(game.opening);
    for ((recorded, thought), mover) in moves.zip(&game.thoughts).zip(movers) {
        recorded.evaluation = if seats == Seats::Two { evaluation(thought, mover) } else { None };
        let clock = |clock: std::time::Duration| Clock { milliseconds: clock.as_millis() as u64 };
        recorded.clock = thought.clock.map(clock);
    }
    record
}

/// A chance becomes a hundredth of the Elo difference at which one wins so often, as in the engine protocol.
fn evaluation(thought: &Thought, mover: Player) -> Option<Evaluation> {
    let sign = if mover == Player::South { 1 } else { -1 };
    let hundredths = |score: f64| Score::Hundredths(sign * (score * 100.0).round().clamp(-1e9, 1e9) as i32);
    let moves = |plies: u32| i32::try_from(plies).unwrap_or(i32::MAX);
    let score = match thought.value? {
        Value::Score(score) => hundredths(score),
        Value::Chance(chance) => {
            let chance = chance.clamp(0.0001, 0.9999);
            hundredths(4.0 * (chance / (1.0 - chance)).log10())
        }
        Value::WinIn(plies) => Score::WinsIn(sign * moves(plies)),
        Value::LossIn(plies) => Score::WinsIn(-sign * moves(plies)),
    };
    Some(Evaluation { score, depth: (thought.depth > 0).then_some(thought.depth) })
}

/// A file that games are appended to. What has been appended survives whatever happens to the program.
#[derive(Debug)]
pub struct RecordFile {
    file: File,
}

impl RecordFile {
    /// Opens the file, or makes it. Games that are in it stay.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self { file: OpenOptions::new().create(true).append(true).open(path)? })
    }

    /// Appends a game, and returns once it is on the disk.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn append(&mut self, record: &Record) -> io::Result<()> {
        let text = record.write().map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.to_string()))?;
        self.file.write_all(text.as_bytes())?;
        self.file.sync_data()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use quoridor_core::{ByPlayer, Game, record};

    use super::*;
    use crate::played::Reason;

    fn played() -> PlayedGame {
        let mut game = Game::default();
        ["e2", "e8", "e3", "e7"].iter().for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
        let clock = Some(Duration::from_millis(9_500));
        let thought = |value| Thought { clock, value: Some(value), depth: 5, nodes: 10, time: Duration::from_secs(1) };
        PlayedGame {
            players: ByPlayer::new(Seats::Two, |player| format!("{player} \"x\"")),
            game,
            opening: 2,
            thoughts: vec![thought(Value::Score(0.25)), thought(Value::LossIn(4))],
            reason: Reason::LosesOnTime(Player::South),
        }
    }

    #[test]
    fn a_record_says_who_why_and_what_was_thought() {
        let text = to_record(&played(), &[("Round", "3.1".to_owned())]).write().unwrap();
        assert_eq!(
            text,
            "[Round \"3.1\"]\n[South \"South \\\"x\\\"\"]\n[North \"North \\\"x\\\"\"]\n\
             [Termination \"South loses on time\"]\n[OpeningPlies \"2\"]\n[Result \"0-1\"]\n\n\
             1. e2 e8 2. e3 {[%eval 0.25,5] [%clk 0:00:09.500]} 2... e7\n{[%eval #4,5] [%clk 0:00:09.500]} 0-1\n\n"
        );
        let read = record::read(&text).next().unwrap().unwrap();
        assert_eq!(read.game(), played().game);
    }
}
