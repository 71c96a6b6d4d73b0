//! Files that played games are appended to.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use quoridor_core::record::Tag;

use crate::played::PlayedGame;

/// A file that games are appended to. What has been appended survives whatever happens to the
/// program.
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

    /// Appends the record of a game, tags that it does not have itself in front, and returns once
    /// it is on the disk.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn append(&mut self, game: &PlayedGame, tags: &[(&str, String)]) -> io::Result<()> {
        let mut record = game.record(None);
        let more =
            tags.iter().map(|(name, value)| Tag { name: (*name).to_owned(), value: value.clone() });
        record.tags.splice(0..0, more);
        let text = record
            .write()
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.to_string()))?;
        self.file.write_all(text.as_bytes())?;
        self.file.sync_data()
    }
}

#[cfg(test)]
mod tests {
    use quoridor_core::{ByPlayer, Game, Player, Seats, record};

    use super::*;
    use crate::played::Reason;

    #[test]
    fn games_are_appended_and_can_be_read_again() {
        let mut game = Game::default();
        ["e2", "e8", "e3", "e7"].iter().for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
        let players = ByPlayer::new(Seats::Two, |player| format!("{player} \"x\""));
        let reason = Reason::LosesOnTime(Player::South);
        let played = PlayedGame { players, game, opening: 2, move_stats: Vec::new(), reason };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        for round in ["3.1", "3.2"] {
            RecordFile::open(&path)
                .unwrap()
                .append(&played, &[("Round", round.to_owned())])
                .unwrap();
        }
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(
            text.starts_with(
                "[Round \"3.1\"]\n[South \"South \\\"x\\\"\"]\n[North \"North \\\"x\\\"\"]\n\
                 [White \"South \\\"x\\\"\"]\n[Black \"North \\\"x\\\"\"]\n\
                 [Termination \"South loses on time\"]\n[OpeningPlies \"2\"]\n[Result \"0-1\"]\n\n\
                 1. e2 e8 2. e3 e7 0-1\n\n[Round \"3.2\"]"
            ),
            "{text}"
        );
        let games: Vec<Game> = record::read(&text).map(|record| record.unwrap().game()).collect();
        assert_eq!(games, [played.game.clone(), played.game]);
    }
}
