//! Reading records.

use core::ops::Range;

use super::lexer::{Lexer, Token};
use super::problem::{RecordError, RecordProblem};
use super::result::{is_result, read_result};
use super::{Line, Record, Tag};
use crate::notation::Dialect;
use crate::notation::move_list::{Word, turn_number};
use crate::outcome::Outcome;
use crate::players_out::PlayersOut;
use crate::position::Position;
use crate::variant::Variant;
use crate::visible::hidden_in;

/// How deep variations may lie in variations.
const MAX_NESTING: usize = 24;

/// How many tags a game may have, how many comments a move, and how many commands a comment: each
/// of them costs a look at all others.
const MAX_TAGS: usize = 1000;
const MAX_COMMENTS: usize = 250;
const MAX_COMMANDS: usize = 64;

/// Reads the games of a text, one after the other.
///
/// A game that is bad is given as its error, and the next one is read.
///
/// ```
/// use quoridor_core::record;
/// let text = "[South \"Ann\"]\n\n1. e2 e8 {so far} *\n\n[South \"Bob\"]\n\n1. e5 *\n";
/// let mut games = record::read(text);
/// assert_eq!(games.next().unwrap().unwrap().tag("South"), Some("Ann"));
/// let error = games.next().unwrap().unwrap_err();
/// assert_eq!((error.game, error.line), (2, 7));
/// assert!(games.next().is_none());
/// ```
pub fn read(text: &str) -> Records<'_> {
    Records {
        lexer: Lexer::new(text),
        game: 0,
        start: Position::default(),
        dialect: Dialect::Standard,
        allows_hidden: false,
    }
}

/// The games of a text.
#[derive(Clone, Debug)]
pub struct Records<'a> {
    lexer: Lexer<'a>,
    game: usize,
    /// Where games start whose tags do not say.
    start: Position,
    /// The notation of games whose tags do not say.
    dialect: Dialect,
    allows_hidden: bool,
}

impl Records<'_> {
    /// Reads tags and comments with [hidden](crate::is_hidden) characters too: of texts that this
    /// program has written, before it refused them.
    #[must_use]
    pub fn with_hidden_characters(self) -> Self {
        Self { allows_hidden: true, ..self }
    }

    /// Reads games that have no tag `Dialect` in this one, instead of standard notation.
    #[must_use]
    pub fn assuming(self, dialect: Dialect) -> Self {
        Self { dialect, ..self }
    }

    /// Reads games that have neither a tag `Variant` nor `Position` from this position on, instead
    /// of the standard start.
    #[must_use]
    pub fn starting_from(self, start: Position) -> Self {
        Self { start, ..self }
    }
}

impl Iterator for Records<'_> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        // Comments before the tags, or before the first move, are about the whole game.
        let (mut preface, mut hidden) = (String::new(), None);
        while let Some(Token::Comment(text)) = self.lexer.peek() {
            let line = self.lexer.line();
            self.lexer.next();
            join(&mut preface, text);
            hidden = hidden.or(hidden_in(text).map(|character| (line, character)));
        }
        self.lexer.peek()?;
        self.game += 1;
        let stage = if self.lexer.at_tag() { Stage::Tags } else { Stage::Moves };
        let allows_hidden = self.allows_hidden;
        let mut reader = Reader { lexer: &mut self.lexer, line: 0, stage, allows_hidden };
        let record = reader.record(self.start, self.dialect).and_then(|mut record| {
            if let Some((line, character)) = hidden.filter(|_| !allows_hidden) {
                reader.line = line;
                return Err(RecordProblem::Hidden(character));
            }
            join(&mut preface, &record.main.comment);
            record.main.comment = preface;
            Ok(record)
        });
        let Reader { line, stage, .. } = reader;
        Some(record.map_err(|problem| {
            if stage != Stage::End {
                self.lexer.skip_to_next_game(stage == Stage::Tags);
            }
            RecordError { game: self.game, line, problem }
        }))
    }
}

struct Reader<'l, 'a> {
    lexer: &'l mut Lexer<'a>,
    /// The line of the last token that was taken.
    line: usize,
    stage: Stage,
    allows_hidden: bool,
}

/// How far into a game the reader has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Tags,
    Moves,
    /// The whole game has been taken: what follows is the next one.
    End,
}

/// A line of moves that is being read.
struct Open {
    line: Line,
    /// Where its next move is made.
    position: Position,
    /// Where its last move was made: variations begin there.
    before: Option<(Position, PlayersOut)>,
    /// How many comments there are since.
    comments: usize,
    /// How far they have been searched for commands.
    searched: Searched,
    /// How many moves of the game were made before the line.
    plies_before: usize,
    out: PlayersOut,
}

impl Open {
    fn new(position: Position, plies_before: usize, out: PlayersOut) -> Self {
        let (line, searched) = (Line::default(), Searched::default());
        Self { line, position, before: None, comments: 0, searched, plies_before, out }
    }

    /// How many moves of the game were made before the line's next one.
    fn plies(&self) -> usize {
        self.plies_before + self.line.moves.len()
    }
}

impl<'a> Reader<'_, 'a> {
    fn take(&mut self) -> Option<Token<'a>> {
        self.line = self.lexer.line();
        self.lexer.next()
    }

    fn check_hidden(&self, text: &str) -> Result<(), RecordProblem> {
        match hidden_in(text).filter(|_| !self.allows_hidden) {
            Some(character) => Err(RecordProblem::Hidden(character)),
            None => Ok(()),
        }
    }

    fn record(
        &mut self,
        default_start: Position,
        default_dialect: Dialect,
    ) -> Result<Record, RecordProblem> {
        let tags = self.tags()?;
        let start = tags.start()?.unwrap_or(default_start);
        let dialect = tags.dialect()?.unwrap_or(default_dialect);
        let Played { main, end, result } = self.moves(start, dialect)?;
        let read = |word: Option<&str>| {
            word.map(|word| read_result(word, start.seats()))
                .transpose()
                .map_err(RecordProblem::Result)
        };
        let result = match (read(result)?, read(tags.get("Result"))?) {
            (Some(said), Some(tagged)) if said != tagged => {
                return Err(RecordProblem::ResultsDiffer);
            }
            (Some(result), _) | (None, Some(result)) => result,
            (None, None) => None,
        };
        if end.is_some() && result.is_some() && result != end {
            return Err(RecordProblem::ResultIsNotTheEnd);
        }
        Ok(Record { tags: tags.others(), start, dialect, main, result: result.or(end) })
    }

    fn tags(&mut self) -> Result<Tags, RecordProblem> {
        let mut tags = Tags(Vec::new());
        while let Some(Token::Tag { name, value }) = self.lexer.peek() {
            self.take();
            if tags.get(name).is_some() {
                return Err(RecordProblem::TagTwice { name: name.to_owned() });
            }
            if tags.0.len() == MAX_TAGS {
                return Err(RecordProblem::TooMany {
                    most: MAX_TAGS,
                    what: "tags are in one game",
                });
            }
            self.check_hidden(value)?;
            tags.0.push(Tag { name: name.to_owned(), value: unescape(value) });
        }
        Ok(tags)
    }

    /// The moves up to the result, or up to the next game or the end of the text if there is none.
    fn moves(&mut self, start: Position, dialect: Dialect) -> Result<Played<'a>, RecordProblem> {
        let mut open = vec![Open::new(start, 0, PlayersOut::default())];
        let mut result = None;
        while result.is_none() {
            if matches!(self.lexer.peek(), None | Some(Token::Tag { .. })) {
                break;
            }
            let Some(token) = self.take() else { break };
            if matches!(token, Token::Word(_)) {
                self.stage = Stage::Moves;
            }
            let nested = open.len() > 1;
            let current = open.last_mut().expect("the main line is open");
            match token {
                Token::Word(word) if is_result(word) && !nested => result = Some(word),
                Token::Word(word) => read_word(current, word, dialect, &start)?,
                Token::Comment(text) => {
                    self.check_hidden(text)?;
                    read_comment(current, text)?;
                }
                Token::Nag(nag) => {
                    let last =
                        current.line.moves.last_mut().ok_or(RecordProblem::NothingToJudge)?;
                    last.nags.push(nag);
                }
                Token::Open => {
                    let (before, out) = current.before.ok_or(RecordProblem::NothingToVary)?;
                    let plies_before = current.plies() - 1;
                    if open.len() > MAX_NESTING {
                        return Err(RecordProblem::TooMany {
                            most: MAX_NESTING,
                            what: "variations lie in one another",
                        });
                    }
                    open.push(Open::new(before, plies_before, out));
                }
                Token::Close => {
                    let closed = open.pop().expect("the main line is open");
                    let parent = open.last_mut().ok_or(RecordProblem::StrayClose)?;
                    let varied = parent.line.moves.last_mut().expect("a variation follows a move");
                    if closed.line.moves.is_empty() {
                        return Err(RecordProblem::EmptyVariation);
                    }
                    varied.variations.push(closed.line);
                }
                Token::Bad(problem) => return Err(RecordProblem::Text(problem)),
                Token::Tag { .. } => unreachable!("a tag ends the moves"),
            }
        }
        self.stage = Stage::End;
        if open.len() > 1 {
            return Err(RecordProblem::NotClosed);
        }
        let mut main = open.pop().expect("the main line is open");
        self.comments_after_result(&mut main)?;
        let Open { line: main, position, .. } = main;
        Ok(Played { main, end: position.outcome(), result })
    }
}

impl Reader<'_, '_> {
    /// Comments behind the result, on its line or at the end of the text, are about the game before
    /// them.
    fn comments_after_result(&mut self, main: &mut Open) -> Result<(), RecordProblem> {
        let to_the_end = self.lexer.has_only_comments();
        while let Some(Token::Comment(text)) = self.lexer.peek() {
            if self.lexer.line() != self.line && !to_the_end {
                break;
            }
            self.take();
            self.check_hidden(text)?;
            read_comment(main, text)?;
        }
        Ok(())
    }
}

/// The moves of a game as they were read.
struct Played<'a> {
    main: Line,
    /// How the game ended on the board.
    end: Option<Outcome>,
    /// The result that was written after the moves.
    result: Option<&'a str>,
}

/// A number, a move, or both (`1.e2`).
fn read_word(
    current: &mut Open,
    word: &str,
    dialect: Dialect,
    start: &Position,
) -> Result<(), RecordProblem> {
    let Word { turn, side, mv } = dialect.word(word);
    if side.is_some_and(|side| side != current.position.turn()) {
        return Err(RecordProblem::WrongSide { word: word.to_owned() });
    }
    let expected = turn_number(start, current.plies());
    if turn.is_some_and(|turn| turn != expected) {
        return Err(RecordProblem::WrongTurn { word: word.to_owned(), expected });
    }
    let Some(text) = mv else { return Ok(()) };
    let before = (current.position, current.out);
    let legal = dialect
        .replay_move(text, &current.position, &mut current.out)
        .map_err(|error| RecordProblem::Move { word: text.to_owned(), error })?;
    current.before = Some(before);
    current.position = *legal.after();
    current.line.moves.push(legal.mv().into());
    (current.comments, current.searched) = (0, Searched::default());
    Ok(())
}

/// A comment after a move, or before the first: its commands are taken out, the rest is kept.
///
/// Commands are looked for in all that has been said about the move, until there are none: what is
/// kept has none when it is read again. What was searched before is not searched again, so the time
/// is linear in the length of the text.
fn read_comment(current: &mut Open, text: &str) -> Result<(), RecordProblem> {
    let Some(last) = current.line.moves.last_mut() else {
        join(&mut current.line.comment, text);
        return Ok(());
    };
    current.comments += 1;
    if current.comments > MAX_COMMENTS {
        return Err(RecordProblem::TooMany {
            most: MAX_COMMENTS,
            what: "comments are about one move",
        });
    }
    join(&mut last.comment, text);
    let mut commands = 0;
    while let Some(Command { place, name, value }) =
        next_command(&last.comment, &mut current.searched)
    {
        commands += 1;
        if commands > MAX_COMMANDS {
            let what = "commands like [%clk 0:09:58] are in one comment";
            return Err(RecordProblem::TooMany { most: MAX_COMMANDS, what });
        }
        match name {
            "eval" => last.evaluation = Some(value.parse().map_err(RecordProblem::Evaluation)?),
            _ => last.clock = Some(value.parse().map_err(RecordProblem::Clock)?),
        }
        let kept = last.comment[..place.start].trim_end().len();
        let mut end = place.end;
        if kept == 0 {
            end += last.comment[end..].len() - last.comment[end..].trim_start().len();
        }
        last.comment.replace_range(kept..end, "");
        // A bracket before the command may begin another one, with what comes behind it.
        let begins_another = last.comment[..kept].ends_with('[');
        current.searched = Searched { begin: kept - usize::from(begins_another), end: None };
    }
    Ok(())
}

/// `[%eval …]` or `[%clk …]` in a comment.
struct Command<'a> {
    place: Range<usize>,
    name: &'a str,
    value: &'a str,
}

/// How far a comment has been searched for commands.
#[derive(Clone, Copy, Default)]
struct Searched {
    /// There is no command that begins before this place.
    begin: usize,
    /// If something begins there that could be a command: it does not end before this place.
    end: Option<usize>,
}

/// The first command that has not been seen, and how far was searched for it.
fn next_command<'a>(comment: &'a str, searched: &mut Searched) -> Option<Command<'a>> {
    loop {
        let begin = match searched.end {
            Some(_) => searched.begin,
            None => match comment[searched.begin..].find("[%") {
                Some(place) => searched.begin + place,
                None => {
                    searched.begin = comment.len();
                    return None;
                }
            },
        };
        let from = searched.end.unwrap_or(begin);
        let Some(end) = comment[from..].find(']').map(|place| from + place) else {
            *searched = Searched { begin, end: Some(comment.len()) };
            return None;
        };
        *searched = Searched { begin: end + 1, end: None };
        if let Some((name @ ("eval" | "clk"), value)) =
            comment[begin + 2..end].split_once(char::is_whitespace)
        {
            return Some(Command { place: begin..end + 1, name, value: value.trim() });
        }
    }
}

/// Comments one after the other become one, a line each. Space around lines and empty lines are
/// dropped: after a semicolon, they could not be written.
fn join(comment: &mut String, more: &str) {
    for line in more.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if !comment.is_empty() {
            comment.push('\n');
        }
        comment.push_str(line);
    }
}

fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut characters = value.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => text.extend(characters.next()),
            _ => text.push(character),
        }
    }
    text
}

/// The tags that say how to read the rest.
pub(super) const READING_TAGS: [&str; 4] = ["Result", "Variant", "Position", "Dialect"];

struct Tags(Vec<Tag>);

impl Tags {
    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
    }

    fn start(&self) -> Result<Option<Position>, RecordProblem> {
        let variant: Option<Variant> =
            self.get("Variant").map(str::parse).transpose().map_err(RecordProblem::Variant)?;
        let position: Option<Position> =
            self.get("Position").map(str::parse).transpose().map_err(RecordProblem::Position)?;
        match (variant, position) {
            (Some(variant), Some(position)) if position.variant() != variant => {
                Err(RecordProblem::VariantIsNotPositions)
            }
            (_, Some(position)) => Ok(Some(position)),
            (variant, None) => Ok(variant.map(Position::start)),
        }
    }

    fn dialect(&self) -> Result<Option<Dialect>, RecordProblem> {
        self.get("Dialect").map(str::parse).transpose().map_err(RecordProblem::Dialect)
    }

    fn others(self) -> Vec<Tag> {
        self.0.into_iter().filter(|tag| !READING_TAGS.contains(&tag.name.as_str())).collect()
    }
}
