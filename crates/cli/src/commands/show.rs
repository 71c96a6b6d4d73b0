//! `quoridor show`: a position.

use clap::Args;
use quoridor_core::{Diagram, Position};
use quoridor_json::PositionJson;

use crate::failure::Failure;
use crate::json::json_line;
use crate::start::GameArguments;

/// Show a position: the board, distances to the goals, walls left, legal moves
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor show --moves \"e2 e8 e3h\"\n  \
                        quoridor show --position \"d2 f4 / e3 / e4 e6 / 8 9 / 1\" --json\n  \
                        quoridor show --board 5x5 --walls 3 --ascii")]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    /// Draw the board in plain ASCII
    #[arg(long)]
    ascii: bool,

    /// Print one JSON object
    #[arg(long, conflicts_with = "ascii")]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let game = arguments.game.game()?;
    Ok(if arguments.json {
        json_line(&PositionJson::new(&game))
    } else {
        as_text(game.position(), arguments.ascii)
    })
}

fn as_text(position: &Position, ascii: bool) -> String {
    let diagram = Diagram::of(position);
    let mut text = if ascii { diagram.ascii().to_string() } else { diagram.to_string() };
    text.push('\n');
    for &player in position.seats().players() {
        let turn = if position.outcome().is_none() && player == position.turn() {
            "  to move"
        } else {
            ""
        };
        let (pawn, distance, walls) =
            (position.pawn(player), position.distance(player), position.walls_left(player));
        text.push_str(&format!(
            "{player:<6}{pawn}  distance {distance:>2}  walls left {walls:>2}{turn}\n"
        ));
    }
    if let Some(outcome) = position.outcome() {
        text.push_str(&format!("\nThe game is over: {outcome}.\n"));
    }
    text.push_str(&format!("\nPosition: {position}\n"));
    let legal = position.legal_moves();
    text.push_str(&format!("Legal moves: {}\n", legal.len()));
    if !legal.steps.is_empty() {
        text.push_str(&format!("  steps  {}\n", legal.steps));
    }
    if !legal.walls.is_empty() {
        text.push_str(&wrapped("  walls  ", &legal.walls.to_string()));
    }
    if legal.pass {
        text.push_str("  pass\n");
    }
    text
}

/// Words in lines of at most 100 columns, the first behind a heading and the others as far in.
fn wrapped(heading: &str, words: &str) -> String {
    let (mut text, mut column) = (heading.to_owned(), heading.len());
    for (index, word) in words.split(' ').enumerate() {
        if column + 1 + word.len() > 100 {
            text.push('\n');
            text.push_str(&" ".repeat(heading.len()));
            column = heading.len();
        } else if index > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    }
    text.push('\n');
    text
}
