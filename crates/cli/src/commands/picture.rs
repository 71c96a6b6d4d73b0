//! `quoridor picture`: a position, a game or its decisive moment as SVG.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Error, anyhow};
use clap::Args;
use quoridor_core::{Game, Player, Seats, record};
use quoridor_engine::{Limits, Value, choose_alone};
use quoridor_picture::{Card, animation, card, still};
use quoridor_players::Spec;
use quoridor_store::files::write_atomically;

use crate::failure::Failure;
use crate::input::read_input;
use crate::progress::with_progress;
use crate::start::GameArguments;

/// Draw a position, an animated game, or the moment that decided a game, as SVG
///
/// The game is one of a file of records, or it is given by --position and --moves. Browsers, and
/// any program that reads SVG, can show the file.
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor picture --moves \"e2 e8 e3h\" --out board.svg\n  \
                        quoridor picture games.pgn --game 2 --animation --out game.svg\n  \
                        quoridor picture games.pgn --moment --out moment.svg")]
pub(crate) struct Arguments {
    /// A file of records [default: the game of --position and --moves]
    #[arg(conflicts_with_all = ["moves", "position", "board", "players", "walls"])]
    file: Option<PathBuf>,

    /// Which game of the file, counted from one
    #[arg(long = "game", value_name = "N", default_value_t = 1, requires = "file",
          value_parser = clap::value_parser!(u32).range(1..))]
    number: u32,

    #[command(flatten)]
    game: GameArguments,

    /// The position after this many moves of both players [default: all]
    #[arg(long, value_name = "N", conflicts_with_all = ["animation", "moment"])]
    ply: Option<usize>,

    /// The whole game, animated
    #[arg(long, conflicts_with = "moment")]
    animation: bool,

    /// Seconds between two moves of an animation
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, requires = "animation",
          value_parser = pause)]
    pause: f64,

    /// The move that lost the most, beside a graph of the win probability; for two players
    #[arg(long)]
    moment: bool,

    /// Nodes of the search of each position, for --moment
    #[arg(long, value_name = "N", default_value_t = 20_000, requires = "moment",
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,

    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

fn pause(text: &str) -> Result<f64, String> {
    let range = 0.1..=60.0;
    let seconds: Option<f64> = text.parse().ok().filter(|seconds| range.contains(seconds));
    seconds.ok_or_else(|| "expected seconds from 0.1 to 60".to_owned())
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let (game, names) = match &arguments.file {
        Some(file) => recorded(file, arguments.number as usize)?,
        None => (arguments.game.game()?, vec!["South".to_owned(), "North".to_owned()]),
    };
    let svg = if arguments.animation {
        animation(&game, arguments.pause)
    } else if arguments.moment {
        decisive(&game, &names, arguments.nodes)?
    } else {
        let moves = game.moves().len();
        let ply = arguments.ply.unwrap_or(moves);
        if ply > moves {
            return Err(Failure::usage(anyhow!("--ply {ply}: the game has {moves} moves")));
        }
        still(&game, ply)
    };
    let out = &arguments.out;
    write_atomically(out, svg.as_bytes())
        .with_context(|| format!("cannot write {}", out.display()))?;
    Ok(format!("{}\n", out.display()))
}

/// A game of a file, and who played.
fn recorded(file: &Path, number: usize) -> Result<(Game, Vec<String>), Error> {
    let text = read_input(Some(file))?;
    let found = record::read(&text).nth(number - 1);
    let record = found.ok_or_else(|| {
        let there = record::read(&text).count();
        anyhow!("--game {number}: {} has {there} games", file.display())
    })?;
    let record = record.with_context(|| file.display().to_string())?;
    let name = |player: Player| record.tag(&player.to_string()).unwrap_or("?").to_owned();
    let game = record.game();
    let names = game.start().seats().players().iter().copied().map(name).collect();
    Ok((game, names))
}

/// The card of the move that lost the most of its player's chances.
fn decisive(game: &Game, names: &[String], nodes: u64) -> Result<String, Failure> {
    let (Seats::Two, [south, north], false) =
        (game.start().seats(), names, game.moves().is_empty())
    else {
        return Err(Failure::usage(anyhow!("--moment: a game for two with at least one move")));
    };
    let done = AtomicUsize::new(0);
    let all = game.positions().len();
    let message = || format!("position {} of {all}", done.load(Ordering::Relaxed));
    let values = with_progress(message, || values(game, nodes, &done))?;
    let chances: Vec<f64> = (values.iter().zip(game.positions()))
        .map(|(value, position)| {
            let chance = value.win_probability().unwrap_or(0.5);
            if position.turn() == Player::South { chance } else { 1.0 - chance }
        })
        .collect();
    // What the mover had before a move, less what it has after it.
    let lost = |ply: usize| {
        let change = chances[ply] - chances[ply + 1];
        if game.positions()[ply].turn() == Player::South { change } else { -change }
    };
    let plies = 0..game.moves().len();
    let worst = plies.max_by(|&one, &other| lost(one).total_cmp(&lost(other))).unwrap_or(0);
    let mover = game.positions()[worst].turn();
    let percent = |ply: usize| {
        let chance = chances[ply];
        100.0 * if mover == Player::South { chance } else { 1.0 - chance }
    };
    let lines = [
        format!("Move {}: {mover} plays {}", worst / 2 + 1, game.moves()[worst]),
        format!("Chances of {mover}: {:.0} % before,", percent(worst)),
        format!("{:.0} % after", percent(worst + 1)),
    ];
    Ok(card(&Card {
        game,
        ply: worst + 1,
        chances: &chances,
        names: [south, north],
        lines: &lines,
    }))
}

/// The value of every position of a game for the player to move.
fn values(game: &Game, nodes: u64, done: &AtomicUsize) -> Result<Vec<Value>, Error> {
    let spec: Spec = "alphabeta:hash=16".parse()?;
    let mut agent = spec.build()?;
    let mut played = Game::new(*game.start());
    let mut values = Vec::new();
    for ply in 0..=game.moves().len() {
        if let Some(mv) = ply.checked_sub(1).map(|before| game.moves()[before]) {
            played.replay(mv).map_err(|reason| anyhow!("{mv}: {reason}"))?;
        }
        let value = if played.position().outcome().is_some() {
            // The player to move has just lost.
            Value::LossIn(0)
        } else {
            let decision = choose_alone(agent.as_mut(), &played, &Limits::nodes(nodes));
            decision.value.unwrap_or(Value::Steps(0.0))
        };
        values.push(value);
        done.fetch_add(1, Ordering::Relaxed);
    }
    Ok(values)
}
