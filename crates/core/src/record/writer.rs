//! Writing records.

use super::reader::READING_TAGS;
use super::result::write_result;
use super::{Line, Record, RecordedMove};
use crate::notation::{Dialect, MoveTextError};
use crate::position::Position;
use crate::variant::Variant;

/// Where lines of moves are broken.
const LINE_WIDTH: usize = 80;

impl Record {
    /// The text of the record, with a blank line at its end, so that records can be written one
    /// after the other.
    ///
    /// # Errors
    /// The record's dialect has no word for one of its moves: [`Dialect::write_move`].
    pub fn write(&self) -> Result<String, MoveTextError> {
        let variant = self.start.variant();
        let result = write_result(self.result, self.start.seats());
        let mut text = String::new();
        // Those that say how to read the rest follow from the rest.
        for tag in self.tags.iter().filter(|tag| !READING_TAGS.contains(&tag.name.as_str())) {
            write_tag(&mut text, &tag.name, &tag.value);
        }
        if self.start != Position::start(variant) {
            write_tag(&mut text, "Position", &self.start.to_string());
        } else if variant != Variant::STANDARD {
            write_tag(&mut text, "Variant", &variant.to_string());
        }
        if self.dialect != Dialect::Standard {
            write_tag(&mut text, "Dialect", self.dialect.name());
        }
        write_tag(&mut text, "Result", &result);
        text.push('\n');
        let mut writer = MoveText { dialect: self.dialect, text, column: 0 };
        writer.line(&self.main, &self.start, 0)?;
        writer.word(&result);
        writer.text.push_str("\n\n");
        Ok(writer.text)
    }
}

fn write_tag(text: &mut String, name: &str, value: &str) {
    text.push_str(&format!("[{name} \""));
    for character in value.chars() {
        match character {
            '"' | '\\' => text.extend(['\\', character]),
            // A tag is one line; a line break can only have been put there by a program.
            '\n' | '\r' => text.push(' '),
            _ => text.push(character),
        }
    }
    text.push_str("\"]\n");
}

struct MoveText {
    dialect: Dialect,
    text: String,
    column: usize,
}

impl MoveText {
    /// Writes a line from a position on; `ply` moves of the game were made before it.
    fn line(&mut self, line: &Line, start: &Position, ply: usize) -> Result<(), MoveTextError> {
        let mut position = *start;
        // After a comment or variation, the number of the next move is written again.
        let mut interrupted = true;
        self.comment(&line.comment);
        for (index, recorded) in line.moves.iter().enumerate() {
            let alone = index + 1 == line.moves.len();
            self.mv(recorded, &position, ply + index, interrupted, alone)?;
            interrupted = self.said(recorded, &position, ply + index)?;
            position.play_unchecked(recorded.mv);
        }
        Ok(())
    }

    fn mv(
        &mut self,
        recorded: &RecordedMove,
        position: &Position,
        ply: usize,
        interrupted: bool,
        alone: bool,
    ) -> Result<(), MoveTextError> {
        let seats = position.seats();
        let place = seats.place(position.turn()).expect("the player to move takes part");
        // The game may start with any player: complete its first turn as if the others had moved
        // before.
        let turn = (ply + seats.count() - 1 - place) / seats.count() + 1;
        let mv = self.dialect.write_move(recorded.mv, position)?;
        // In records braces enclose comments; Saadatinia's codes are read without them, too.
        let mv = mv.trim_matches(['{', '}']);
        let number =
            self.dialect.number(turn, place, interrupted && place > 0, alone && place == 0);
        self.word(&format!("{number}{mv}"));
        Ok(())
    }

    /// Writes what was said about a move, and whether anything was.
    fn said(
        &mut self,
        recorded: &RecordedMove,
        before: &Position,
        ply: usize,
    ) -> Result<bool, MoveTextError> {
        for nag in &recorded.nags {
            self.word(&format!("${nag}"));
        }
        let mut commands = Vec::new();
        commands.extend(recorded.evaluation.map(|evaluation| format!("[%eval {evaluation}]")));
        commands.extend(recorded.clock.map(|clock| format!("[%clk {clock}]")));
        if !commands.is_empty() {
            self.word(&format!("{{{}}}", commands.join(" ")));
        }
        self.comment(&recorded.comment);
        for variation in &recorded.variations {
            self.word("(");
            self.line(variation, before, ply)?;
            self.word(")");
        }
        Ok(!commands.is_empty() || !recorded.comment.is_empty() || !recorded.variations.is_empty())
    }

    /// Writes a comment in braces; one that has a closing brace in it, as lines after semicolons.
    fn comment(&mut self, comment: &str) {
        if comment.contains('}') {
            for line in comment.lines() {
                self.word(&format!(";{line}"));
                self.text.push('\n');
                self.column = 0;
            }
        } else if !comment.is_empty() {
            self.word(&format!("{{{comment}}}"));
        }
    }

    fn word(&mut self, word: &str) {
        let width = word.chars().count();
        if self.column > 0 && self.column + 1 + width > LINE_WIDTH {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column += width;
    }
}
