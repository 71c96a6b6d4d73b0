//! `quoridor convert`: moves, positions and records from one notation to another.

use std::collections::BTreeMap;
use std::io::{Write, stderr};
use std::path::PathBuf;

use anyhow::{Context, Error, anyhow};
use clap::{Args, ValueEnum};
use quoridor_core::notation::{Dialect, ReplayCode, is_braced_codes};
use quoridor_core::record::{self, Record, write_result};
use quoridor_core::{Game, Move, Position};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::input::read_input;
use crate::start::{DialectChoice, StartArguments};

/// Convert moves, positions and records from one notation to another
///
/// The kind of input is recognised by its text: records have tags, comments or results; positions
/// are position strings, one per line; everything else is moves, games separated by blank lines,
/// each perhaps a tq1 replay code.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
                        echo \"1.e8 e2 2.e7 e3\" | quoridor convert --from glendenning \
                        --to standard\n  \
                        quoridor convert --to hola games.pgn\n  \
                        quoridor convert --to standard --as position moves.txt")]
pub(crate) struct Arguments {
    /// The file [default: standard input, also for -]
    file: Option<PathBuf>,

    /// The notation of the input: standard, glendenning, hola, openspiel, saadatinia, or auto for
    /// the one that fits; in records, auto is what their tag Dialect says, or standard
    #[arg(long, value_name = "DIALECT", default_value_t = DialectChoice::Auto)]
    from: DialectChoice,

    /// The notation of the output: standard, glendenning, hola, openspiel or saadatinia
    #[arg(long, value_name = "DIALECT")]
    to: Dialect,

    /// The kind of output [default: the kind of input]
    #[arg(long = "as", value_name = "FORM")]
    form: Option<Form>,

    #[command(flatten)]
    start: StartArguments,

    /// Print one JSON object: for each game its tags, start, moves, last position and result
    #[arg(long, conflicts_with = "form")]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A list of moves
    Moves,
    /// The position string of the last position
    Position,
    /// A record
    Record,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let text = read_input(arguments.file.as_deref())?;
    let form = Form::of(&text);
    let items = match form {
        Form::Record => read_records(&text, arguments.from, arguments.start.position()),
        Form::Position => read_positions(&text),
        Form::Moves => read_games(&text, arguments.from, &arguments.start.position()),
    };
    let (output, mut errors) = if arguments.json {
        let (games, errors) = parted(items.into_iter().map(|item| as_json(item?, arguments.to)));
        (format!("{}\n", json!({ "games": games })), errors)
    } else {
        let written = items
            .into_iter()
            .map(|item| write(item?, arguments.form.unwrap_or(form), arguments.to));
        let (texts, errors) = parted(written);
        (texts.concat(), errors)
    };
    let Some(last) = errors.pop() else { return Ok(output) };
    for error in &errors {
        let _ = writeln!(stderr(), "error: {error:#}");
    }
    Err(Failure { output, usage: false, error: last })
}

/// The good ones and the errors.
fn parted<T>(results: impl Iterator<Item = Result<T, Error>>) -> (Vec<T>, Vec<Error>) {
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(value) => good.push(value),
            Err(error) => bad.push(error),
        }
    }
    (good, bad)
}

impl Form {
    /// The kind of a text. Only records have brackets and comments in braces, only positions have
    /// four slashes in a line; a replay code may have anything in its first word.
    fn of(text: &str) -> Self {
        let blocks: Vec<&str> = blocks(text)
            .into_iter()
            .map(|(_, block)| block)
            .filter(|block| !ReplayCode::is_one(block) && !is_braced_codes(block))
            .collect();
        let is_record = |block: &&str| {
            block.contains(['[', '{', '(', ';']) || block.split_whitespace().any(record::is_result)
        };
        if blocks.iter().any(is_record) {
            Self::Record
        } else if blocks
            .iter()
            .any(|block| block.lines().any(|line| line.matches('/').count() >= 4))
        {
            Self::Position
        } else {
            Self::Moves
        }
    }
}

/// The thing that is converted: a record, or a position without a history.
enum Item {
    Record(Box<Record>),
    Position(Position),
}

fn read_records(text: &str, from: DialectChoice, start: Position) -> Vec<Result<Item, Error>> {
    let records = record::read(text).starting_from(start);
    let records = match from {
        DialectChoice::Auto => records,
        DialectChoice::Is(dialect) => records.assuming(dialect),
    };
    records.map(|record| Ok(Item::Record(Box::new(record?)))).collect()
}

fn read_positions(text: &str) -> Vec<Result<Item, Error>> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let positions =
        lines.map(|(index, line)| line.parse().with_context(|| format!("line {}", index + 1)));
    positions.map(|position| position.map(Item::Position)).collect()
}

fn read_games(text: &str, from: DialectChoice, start: &Position) -> Vec<Result<Item, Error>> {
    let games = blocks(text).into_iter().map(|(line, block)| {
        let game = from.read_moves(block, start).with_context(|| format!("game at line {line}"))?;
        Ok(Item::Record(Box::new(Record::new(&game, game.position().outcome()))))
    });
    games.collect()
}

/// The parts of a text between blank lines, with the numbers of their first lines.
fn blocks(text: &str) -> Vec<(usize, &str)> {
    let mut blocks: Vec<(usize, &str)> = Vec::new();
    let (mut place, mut begin) = (0, None);
    for (index, line) in text.split_inclusive('\n').enumerate() {
        match (line.trim().is_empty(), begin) {
            (false, None) => begin = Some((index + 1, place)),
            (true, Some((number, from))) => {
                blocks.push((number, &text[from..place]));
                begin = None;
            }
            _ => {}
        }
        place += line.len();
    }
    blocks.extend(begin.map(|(number, from)| (number, &text[from..])));
    blocks
}

fn write(item: Item, form: Form, to: Dialect) -> Result<String, Error> {
    match (item, form) {
        (Item::Record(record), Form::Record) => Ok(Record { dialect: to, ..*record }.write()?),
        (Item::Record(record), Form::Moves) => Ok(format!("{}\n", to.write_moves(&record.game())?)),
        (Item::Record(record), Form::Position) => Ok(format!("{}\n", record.game().position())),
        (Item::Position(position), Form::Position) => Ok(format!("{position}\n")),
        (Item::Position(position), Form::Record) => {
            let game = Game::new(position);
            Ok(Record { dialect: to, ..Record::new(&game, position.outcome()) }.write()?)
        }
        (Item::Position(position), Form::Moves) => {
            Err(anyhow!("the position '{position}' has no moves: use --as position or --as record"))
        }
    }
}

fn as_json(item: Item, to: Dialect) -> Result<Value, Error> {
    let record = match item {
        Item::Record(record) => *record,
        Item::Position(position) => Record::new(&Game::new(position), position.outcome()),
    };
    let game = record.game();
    let written =
        |(mv, before): (&Move, &Position)| to.write_move(*mv, before).map_err(Error::from);
    let moves = game.moves().iter().zip(game.positions()).map(written);
    let tags = record.tags.iter().map(|tag| (&tag.name, &tag.value));
    let seats = game.position().seats();
    let result = record.result.map(|outcome| write_result(Some(outcome), seats));
    Ok(json!({
        "tags": tags.collect::<BTreeMap<_, _>>(),
        "dialect": to.name(),
        "start": game.start().to_string(),
        "moves": moves.collect::<Result<Vec<_>, Error>>()?,
        "end": game.position().to_string(),
        "result": result,
    }))
}
