//! `quoridor count`: how many wall layouts and positions there are, exactly.

use std::sync::Mutex;
use std::sync::atomic::Ordering;

use anyhow::{Context, anyhow};
use clap::Args;
use quoridor_core::{BoardSize, Seats, Variant};
use quoridor_solve::{
    Reachable, layouts_by_walls, legal_layouts_by_walls, legal_pawns, reachable,
    reachable_at_least, reachable_at_most,
};
use serde_json::json;

use crate::failure::Failure;
use crate::interrupt;
use crate::progress::with_progress;

/// Count wall layouts and legal positions exactly, by the number of walls
///
/// Layouts are sets of walls that neither overlap nor cross. A legal layout obeys the path rule for
/// some placement of the pawns. With --positions also the pairs of a layout and two pawns that the
/// rules allow are counted, and the legal positions for two players with --walls walls each. With
/// --reachable the positions that a game can reach are listed and counted, or, if they are too
/// many, bounded from below and above.
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor count\n  \
                        quoridor count --board 5x5 --walls 3 --positions\n  \
                        quoridor count --board 4x4 --walls 2 --reachable")]
pub(crate) struct Arguments {
    /// Width and height of the board
    #[arg(long, value_name = "WxH", default_value_t = BoardSize::STANDARD)]
    board: BoardSize,

    /// Walls of each of two players
    #[arg(long, value_name = "N", default_value_t = 10)]
    walls: u8,

    /// Also count legal positions: a second at width 5, a minute at width 6, hours from width 8 on
    #[arg(long)]
    positions: bool,

    /// Maximum number of profiles held in memory by --positions; each takes up to a kilobyte
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    max_profiles: usize,

    /// Also count the positions that games can reach
    #[arg(long)]
    reachable: bool,

    /// Maximum number of positions listed by --reachable; each takes about two hundred bytes
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    max_positions: u64,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let (size, walls) = (arguments.board, usize::from(arguments.walls));
    let (layouts, legal) = (layouts_by_walls(size), legal_layouts_by_walls(size));
    let pawns = if arguments.positions { Some(count_pawns(arguments)?) } else { None };
    let at_most = |counts: &[u128]| counts.iter().take(2 * walls + 1).sum::<u128>();
    let positions = pawns.as_ref().map(|pawns| pawns.positions(walls));
    let reached = if arguments.reachable { Some(Reached::count(arguments)?) } else { None };
    if arguments.json {
        let texts = |counts: &[u128]| counts.iter().map(u128::to_string).collect::<Vec<_>>();
        let bound = |bound: Option<u128>| bound.map(|bound| bound.to_string());
        let answer = json!({
            "board": size.to_string(),
            "walls": walls,
            "layouts": texts(&layouts),
            "legal_layouts": texts(&legal),
            "layouts_of_game": at_most(&layouts).to_string(),
            "legal_layouts_of_game": at_most(&legal).to_string(),
            "open": pawns.as_ref().map(|pawns| texts(&pawns.open)),
            "finished": pawns.as_ref().map(|pawns| texts(&pawns.finished)),
            "positions": positions.map(|positions| positions.to_string()),
            "reachable": reached.as_ref().and_then(|reached| reached.exactly).map(|exactly| {
                json!({ "open": exactly.open, "finished": exactly.finished })
            }),
            "reachable_at_least": bound(reached.as_ref().and_then(|reached| reached.at_least)),
            "reachable_at_most": bound(reached.as_ref().and_then(|reached| reached.at_most)),
        });
        return Ok(format!("{answer}\n"));
    }
    let mut text = String::new();
    text.push_str("walls layouts legal");
    text.push_str(if pawns.is_some() { " open finished\n" } else { "\n" });
    for (placed, (all, legal)) in layouts.iter().zip(&legal).enumerate() {
        if *all == 0 {
            continue;
        }
        text.push_str(&format!("{placed} {all} {legal}"));
        if let Some(pawns) = &pawns {
            text.push_str(&format!(" {} {}", pawns.open[placed], pawns.finished[placed]));
        }
        text.push('\n');
    }
    let most = 2 * walls;
    text.push_str(&format!("\nlayouts with at most {most} walls: {}\n", at_most(&layouts)));
    text.push_str(&format!("legal for some placement: {}\n", at_most(&legal)));
    if let Some(positions) = positions {
        text.push_str(&format!("legal positions with {walls} walls each: {positions}\n"));
    }
    if let Some(reached) = reached {
        text.push_str(&reached.line(arguments));
    }
    Ok(text)
}

/// The positions that games can reach.
struct Reached {
    /// `None` if they are too many to be listed.
    exactly: Option<Reachable>,
    /// Open positions; `None` if all are listed, and on boards that are too small for the proof.
    at_least: Option<u128>,
    /// `None` if all are listed.
    at_most: Option<u128>,
}

impl Reached {
    fn count(arguments: &Arguments) -> Result<Self, Failure> {
        let variant = Variant { size: arguments.board, seats: Seats::Two, walls: arguments.walls };
        let stop = interrupt::flag().context("cannot listen for Ctrl-C")?;
        let so_far = Mutex::new((0, 0));
        let message = || {
            let (walls, positions) = so_far.lock().map_or((0, 0), |so_far| *so_far);
            format!("{walls} walls on the board, {positions} positions")
        };
        let mut tell = |walls, positions| {
            if let Ok(mut so_far) = so_far.lock() {
                *so_far = (walls, positions);
            }
            positions <= arguments.max_positions && !stop.load(Ordering::Relaxed)
        };
        let exactly = with_progress(message, || reachable(variant, &mut tell));
        if stop.load(Ordering::Relaxed) {
            return Err(anyhow!("stopped").into());
        }
        if exactly.is_some() {
            return Ok(Self { exactly, at_least: None, at_most: None });
        }
        let (board, walls) = (arguments.board, usize::from(arguments.walls));
        let message = || "counting the layouts that leave the board connected".to_owned();
        let at_least = with_progress(message, || reachable_at_least(board, walls));
        Ok(Self { exactly, at_least, at_most: Some(reachable_at_most(board, walls)) })
    }

    fn line(&self, arguments: &Arguments) -> String {
        if let Some(Reachable { open, finished }) = self.exactly {
            return format!("reachable positions: {} ({open} open)\n", open + finished);
        }
        let most = arguments.max_positions;
        let mut line = format!("reachable positions: more than --max-positions {most}");
        if let Some(bound) = self.at_least {
            line.push_str(&format!("; at least {bound} open"));
        }
        if let Some(bound) = self.at_most {
            line.push_str(&format!("; at most {bound}"));
        }
        line + "\n"
    }
}

fn count_pawns(arguments: &Arguments) -> Result<quoridor_solve::PawnCounts, Failure> {
    let size = arguments.board;
    let squares = usize::from(size.width()) * usize::from(size.height());
    let stop = interrupt::flag().context("cannot listen for Ctrl-C")?;
    let so_far = Mutex::new((0, 0));
    let message = || {
        let (square, profiles) = so_far.lock().map_or((0, 0), |so_far| *so_far);
        format!("square {square} of {squares}, {profiles} profiles")
    };
    let mut tell = |square, profiles| {
        if let Ok(mut so_far) = so_far.lock() {
            *so_far = (square, profiles);
        }
        profiles <= arguments.max_profiles && !stop.load(Ordering::Relaxed)
    };
    let counted = with_progress(message, || legal_pawns(size, &mut tell));
    let (square, profiles) = so_far.lock().map_or((0, 0), |so_far| *so_far);
    counted.ok_or_else(|| {
        anyhow!(
            "stopped at square {} of {squares} with {profiles} profiles: --max-profiles allows {}",
            square + 1,
            arguments.max_profiles
        )
        .into()
    })
}
