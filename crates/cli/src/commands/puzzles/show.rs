//! `quoridor puzzles show`: one puzzle.

use anyhow::anyhow;
use clap::Args;
use quoridor_core::Diagram;
use quoridor_puzzles::{Puzzle, Theme, puzzle, puzzles};
use serde_json::json;

use crate::failure::Failure;

/// Print a puzzle that is part of the program
#[derive(Args)]
#[command(after_help = "Example:\n  quoridor puzzles show ID --solution")]
pub(super) struct Arguments {
    /// The name, as in the address of the page
    #[arg(value_name = "ID")]
    id: String,

    /// Print the solution too
    #[arg(long)]
    solution: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let found = puzzle(&arguments.id).ok_or_else(|| {
        let like = puzzles().first().map(Puzzle::id).unwrap_or_default();
        Failure::usage(anyhow!("there is no puzzle '{}': a name is like {like}", arguments.id))
    })?;
    let position = found.position();
    let themes: Vec<&str> = found.themes().into_iter().map(Theme::name).collect();
    let solution: Vec<String> = found.solution().iter().map(ToString::to_string).collect();
    let rating = found.difficulty().rating();
    if arguments.json {
        let answer = json!({
            "id": found.id(), "position": position.to_string(), "rating": rating,
            "themes": themes, "solution": solution,
        });
        return Ok(format!("{answer}\n"));
    }
    let (player, themes) = (position.turn(), themes.join(", "));
    let mut text = format!(
        "{position}\n\n{}\n\n{player} to move: one move wins.\nrating {rating}; {themes}\n",
        Diagram::of(position)
    );
    if arguments.solution {
        text.push_str(&format!("solution: {}\n", solution.join(" ")));
    }
    Ok(text)
}
