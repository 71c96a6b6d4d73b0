//! Games as texts, in and out.

use std::collections::BTreeMap;

use quoridor_core::notation::{Dialect, ReplayCode, is_braced_codes, read_moves};
use quoridor_core::record::{self, Record, Tag, read_result};
use quoridor_core::{Game, Position, visible};
use quoridor_json::{BadGameJson, GameJson, LineJson};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::problem::Problem;
use crate::share;
use crate::words::GameRequest;

/// The limits of texts with games.
#[derive(Clone, Copy, Debug)]
pub struct TextLimits {
    /// The most games of a text that one answer shows.
    pub games_shown: usize,
    /// An answer has no further game once it has this many moves.
    pub moves_shown: usize,
    /// The most bad games of a text that one answer names.
    pub problems_shown: usize,
    /// The most games that one request adds to the store.
    pub games_kept: usize,
    /// The most moves of a game, variations included.
    pub game_moves: usize,
    /// The longest comment of a game that one request adds to the store.
    pub comment_letters: usize,
    /// The most moves that are given to the store at once.
    pub moves_written: usize,
}

impl Default for TextLimits {
    fn default() -> Self {
        Self {
            games_shown: 200,
            moves_shown: 20_000,
            problems_shown: 100,
            games_kept: 5000,
            game_moves: 5000,
            comment_letters: 10_000,
            moves_written: 500,
        }
    }
}

/// A text to read.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "Import")]
#[serde(deny_unknown_fields)]
pub struct Imported {
    text: String,
    #[serde(default)]
    game: GameRequest,
    dialect: Option<String>,
    /// The number of games of earlier answers, which are left out.
    #[serde(default)]
    offset: usize,
}

impl Imported {
    /// Whether the text is read for the first time.
    pub const fn is_first_page(&self) -> bool {
        self.offset == 0
    }
}

/// The games of a text.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ReadGames")]
pub struct ReadJson {
    /// `position`, `moves`, `replay`, `record` or `share`.
    kind: &'static str,
    games: Vec<GameJson>,
    /// How many good games the text has.
    total: usize,
    /// The offset of the next answer, if there are more games.
    next: Option<usize>,
    /// The games that could not be read.
    problems: Vec<BadGameJson>,
}

impl Imported {
    /// The games of the text, from the offset on, as many as fit into an answer.
    ///
    /// # Errors
    /// The text cannot be read.
    pub fn read(&self, limits: &TextLimits) -> Result<ReadJson, Problem> {
        let kind = Kind::of(&self.text);
        if kind == Kind::Record {
            return self.read_records(limits);
        }
        let record = self.read_one(kind)?;
        if record.main.count_moves() > limits.game_moves {
            let most = limits.game_moves;
            return Err(Problem::bad(format_args!("text: a game has at most {most} moves here")));
        }
        let games = vec![GameJson::from(&record)];
        Ok(ReadJson { kind: kind.name(), games, total: 1, next: None, problems: Vec::new() })
    }

    fn read_one(&self, kind: Kind) -> Result<Record, Problem> {
        let (text, start, dialect) = (self.text.trim(), self.game.start()?, self.dialect()?);
        Ok(match kind {
            Kind::Share => share::read(text).map_err(Problem::bad)?,
            Kind::Position => {
                let start: Position =
                    text.parse().map_err(|error| Problem::bad(format_args!("text: {error}")))?;
                Record { start, ..Record::default() }
            }
            Kind::Replay => {
                let code = ReplayCode::read(text, &start).map_err(Problem::bad)?;
                Record::new(&code.game, code.game.position().outcome())
            }
            Kind::Moves | Kind::Record => {
                let (dialect, game) = match dialect {
                    Some(dialect) => {
                        (dialect, dialect.read_moves(text, &start).map_err(Problem::bad)?)
                    }
                    None => read_moves(text, &start).map_err(Problem::bad)?,
                };
                Record { dialect, ..Record::new(&game, game.position().outcome()) }
            }
        })
    }

    fn dialect(&self) -> Result<Option<Dialect>, Problem> {
        self.dialect.as_deref().map(read_dialect).transpose()
    }

    fn read_records(&self, limits: &TextLimits) -> Result<ReadJson, Problem> {
        let mut records = record::read(self.text.trim()).starting_from(self.game.start()?);
        if let Some(dialect) = self.dialect()? {
            records = records.assuming(dialect);
        }
        let mut words = ReadJson {
            kind: Kind::Record.name(),
            games: Vec::new(),
            total: 0,
            next: None,
            problems: Vec::new(),
        };
        let (mut moves, mut bad) = (0, Vec::new());
        for (number, record) in (1..).zip(records) {
            let problem = match record {
                Ok(record) if record.main.count_moves() > limits.game_moves => {
                    let most = limits.game_moves;
                    let text = format!("game {number}: it has more than {most} moves");
                    BadGameJson { file: None, game: number, line: None, text }
                }
                Ok(record) => {
                    let is_full =
                        words.games.len() >= limits.games_shown || moves >= limits.moves_shown;
                    if words.total >= self.offset && !is_full {
                        moves += record.main.count_moves();
                        words.games.push(GameJson::from(&record));
                    }
                    words.total += 1;
                    continue;
                }
                Err(error) => BadGameJson::from(&error),
            };
            bad.push(problem);
        }
        let more = bad.split_off(bad.len().min(limits.problems_shown));
        words.problems = bad;
        words.problems.extend(BadGameJson::and_more(more.into_iter()));
        let shown = self.offset.saturating_add(words.games.len());
        words.next = (shown < words.total).then_some(shown);
        Ok(words)
    }
}

fn read_dialect(name: &str) -> Result<Dialect, Problem> {
    name.parse().map_err(|error| Problem::bad(format_args!("dialect: {error}")))
}

/// The kind of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Share,
    Position,
    Replay,
    Moves,
    Record,
}

impl Kind {
    /// Only records have brackets, braces and results, only positions four slashes in a line; a
    /// replay code may have anything in its first word.
    fn of(text: &str) -> Self {
        if text.trim_start().starts_with(share::PREFIX) {
            Self::Share
        } else if ReplayCode::is_one(text) {
            Self::Replay
        } else if is_braced_codes(text) {
            Self::Moves
        } else if text.contains(['[', '{', '(', ';'])
            || text.split_whitespace().any(record::is_result)
        {
            Self::Record
        } else if text.lines().any(|line| line.matches('/').count() >= 4) {
            Self::Position
        } else {
            Self::Moves
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Share => "share",
            Self::Position => "position",
            Self::Replay => "replay",
            Self::Moves => "moves",
            Self::Record => "record",
        }
    }
}

/// A game to write.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "Export")]
#[serde(deny_unknown_fields)]
pub struct Exported {
    #[serde(default)]
    game: GameRequest,
    /// Moves with comments and variations, instead of `game.moves`.
    line: Option<LineJson>,
    /// The tags of a record.
    #[serde(default)]
    tags: BTreeMap<String, String>,
    /// The result of a record.
    result: Option<String>,
    /// `record`, `replay`, `position`, `share` or a dialect.
    format: String,
}

/// A game as text.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Text")]
pub struct TextJson {
    text: String,
}

/// `POST /api/export`
///
/// # Errors
/// The game, the format or a tag cannot be read, or the format has no words for the game.
pub fn export(request: Exported) -> Result<TextJson, Problem> {
    let record = request.record()?;
    let text = match request.format.as_str() {
        "record" => record.write().map_err(Problem::bad)?,
        "share" => share::write(&record),
        "position" => record.game().position().to_string(),
        "replay" => replay(&record.game())?,
        format => {
            let dialect: Dialect = format.parse().map_err(|_| {
                Problem::bad(
                    "format: it is record, standard, glendenning, hola, openspiel, \
                     saadatinia, replay, position or share",
                )
            })?;
            dialect.write_moves(&record.game()).map_err(Problem::bad)?
        }
    };
    Ok(TextJson { text })
}

/// A replay code has no word for where a game starts.
fn replay(game: &Game) -> Result<String, Problem> {
    if *game.start() != Position::default() {
        return Err(Problem::bad("format: replay codes are for games from the usual start on 9x9"));
    }
    let moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
    Ok(format!("tq1 {}", moves.join(" ")).trim_end().to_owned())
}

impl Exported {
    fn record(&self) -> Result<Record, Problem> {
        let start = self.game.start()?;
        let mut record = match &self.line {
            Some(_) if self.game.has_moves() => {
                return Err(Problem::bad("line: give either a line or game.moves, not both"));
            }
            Some(line) => Record {
                start,
                main: line.line(&start).map_err(Problem::bad)?,
                ..Record::default()
            },
            None => Record::new(&self.game.game()?, None),
        };
        record.result = match &self.result {
            Some(text) => read_result(text, start.seats())
                .map_err(|error| Problem::bad(format_args!("result: {error}")))?,
            None => record.game().position().outcome(),
        };
        for (name, value) in &self.tags {
            record.tags.push(Tag {
                name: tag_name(name)?,
                value: visible(&value.replace(char::is_control, " ")).into_owned(),
            });
        }
        Ok(record)
    }
}

fn tag_name(name: &str) -> Result<String, Problem> {
    let is_good = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    let is_ours = ["Result", "Variant", "Position", "Dialect"].contains(&name);
    if is_good && !is_ours {
        Ok(name.to_owned())
    } else {
        let name: String = name.chars().take(40).collect();
        Err(Problem::bad(format_args!(
            "tags: '{}' cannot be one: a letter, then letters, digits and _, and not Result, \
             Variant, Position or Dialect",
            name.escape_debug()
        )))
    }
}
