//! `quoridor book show` and `quoridor book lines`.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Args;
use quoridor_core::Game;
use quoridor_core::notation::Dialect;
use quoridor_engine::book::{Book, BookEntry, Opening};
use serde_json::{Value, json};

use crate::failure::Failure;

/// Show the moves of the opening book
///
/// The score is the expected score of the player who makes the move, from the best lines below it;
/// the share is that of the book positions below it, and the depth the length of the longest line.
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor book show\n  quoridor book show e2 e8 e3 e7 --json")]
pub(super) struct Arguments {
    /// The moves played so far
    #[arg(value_name = "MOVES")]
    moves: Vec<String>,

    /// A book of quoridor book explore [default: the one that the program ships with]
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Write lines of the opening book as openings for a match
///
/// Writes the lines of --plies plies that have the most book positions below them.
#[derive(Args)]
#[command(after_help = "Example:\n  quoridor book lines --plies 4 --lines 200 > openings.txt")]
pub(super) struct LinesArguments {
    /// Plies of every line
    #[arg(long, value_name = "N", default_value_t = 4,
          value_parser = clap::value_parser!(u8).range(1..=40))]
    plies: u8,

    /// Number of lines
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = clap::value_parser!(u32).range(1..))]
    lines: u32,

    /// Keep positions in which the player to move is expected to score between this …
    #[arg(long, value_name = "PERCENT", default_value_t = 0,
          value_parser = clap::value_parser!(u8).range(0..=100))]
    from: u8,

    /// … and this
    #[arg(long, value_name = "PERCENT", default_value_t = 100,
          value_parser = clap::value_parser!(u8).range(0..=100))]
    to: u8,

    /// A book of quoridor book explore [default: the one that the program ships with]
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
}

fn book(path: Option<&Path>) -> Result<Cow<'static, Book>, Failure> {
    let Some(path) = path else {
        let shipped = Book::shipped().map(Cow::Borrowed);
        return Ok(shipped.context("this program was built without the opening book")?);
    };
    let read = || -> anyhow::Result<Book> { Ok(Book::read(Cow::Owned(fs::read(path)?))?) };
    let book = read().with_context(|| path.display().to_string());
    book.map(Cow::Owned).map_err(|error| Failure { usage: true, ..Failure::from(error) })
}

pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let moves = arguments.moves.join(" ");
    let game = Dialect::Standard
        .read_moves(&moves, Game::default().start())
        .map_err(|error| Failure::usage(anyhow!(error)))?;
    let book = book(arguments.book.as_deref())?;
    let entry = book.get(game.position());
    let opening = Opening::of(&game);
    if arguments.json {
        return Ok(format!("{}\n", in_json(&book, &game, entry, opening)));
    }
    let mut text = String::new();
    if let Some(opening) = opening {
        text += &format!("{} ({})\n", opening.name, opening.source);
    }
    let Some(entry) = entry else {
        return Ok(text + "not in the book\n");
    };
    text += &format!(
        "{} to move scores {:.1} %, {} of {} positions\n",
        game.position().turn(),
        entry.chance * 100.0,
        entry.positions,
        book.len()
    );
    let moves = book.moves(game.position());
    if moves.is_empty() {
        return Ok(text + "the book ends here\n");
    }
    text += "\nmove    score    share  depth\n";
    for mv in moves {
        text += &format!(
            "{:<5} {:>5.1} %  {:>5.1} %  {:>5}\n",
            mv.mv.to_string(),
            mv.chance * 100.0,
            mv.share * 100.0,
            mv.entry.depth + 1
        );
    }
    Ok(text)
}

fn in_json(book: &Book, game: &Game, entry: Option<BookEntry>, opening: Option<&Opening>) -> Value {
    let moves = book.moves(game.position());
    let moves = moves.iter().map(|mv| {
        json!({
            "move": mv.mv.to_string(),
            "score": mv.chance,
            "share": mv.share,
            "depth": mv.entry.depth + 1,
            "positions": mv.entry.positions,
        })
    });
    json!({
        "opening": opening.map(|opening| json!({
            "name": opening.name,
            "source": opening.source,
        })),
        "score": entry.map(|entry| entry.chance),
        "positions": entry.map_or(0, |entry| entry.positions),
        "moves": moves.collect::<Value>(),
    })
}

pub(super) fn lines(arguments: &LinesArguments) -> Result<String, Failure> {
    let book = book(arguments.book.as_deref())?;
    let mut games = vec![Game::default()];
    for _ in 0..arguments.plies {
        let mut next: Vec<Game> = Vec::new();
        for game in &games {
            for mv in book.moves(game.position()) {
                let mut after = game.clone();
                if after.play(mv.mv).is_ok() {
                    next.push(after);
                }
            }
        }
        next.sort_by_key(|game| game.position().canonical().0.hash());
        next.dedup_by_key(|game| game.position().canonical().0.hash());
        games = next;
    }
    let percent = |entry: &BookEntry| entry.chance * 100.0;
    let mut found: Vec<(BookEntry, Game)> = games
        .into_iter()
        .filter_map(|game| Some((book.get(game.position())?, game)))
        .filter(|(entry, _)| {
            percent(entry) >= f64::from(arguments.from) && percent(entry) <= f64::from(arguments.to)
        })
        .collect();
    if found.len() < arguments.lines as usize {
        return Err(anyhow!(
            "the book has {} such positions, not {}: try more --plies",
            found.len(),
            arguments.lines
        )
        .into());
    }
    found.sort_by_key(|(entry, _)| std::cmp::Reverse(entry.positions));
    let lines = found.iter().take(arguments.lines as usize).map(|(entry, game)| {
        let moves = Dialect::Standard.write_moves(game).unwrap_or_default();
        format!("{moves} # {:.3}\n", entry.chance)
    });
    Ok(lines.collect())
}
