//! `quoridor solve --players 3`: what each player can force against all others together.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::{Context, anyhow};
use indicatif::HumanCount;
use quoridor_core::Variant;
use quoridor_json::SeatJson;
use quoridor_solve::Coalitions;
use serde_json::json;

use crate::failure::Failure;
use crate::interrupt;
use crate::progress::with_progress;

/// About how many bytes a position takes with its moves.
const BYTES_A_POSITION: u64 = 500;

/// Solves a game for three or four players.
pub(super) fn run(variant: Variant, memory: u64, as_json: bool) -> Result<String, Failure> {
    let begin = Instant::now();
    let stop = interrupt::flag().context("cannot listen for Ctrl-C")?;
    let (so_far, most) = (AtomicU64::new(0), memory / BYTES_A_POSITION);
    let message = || format!("{} positions", HumanCount(so_far.load(Ordering::Relaxed)));
    let mut tell = |positions| {
        so_far.store(positions, Ordering::Relaxed);
        positions <= most && !stop.load(Ordering::Relaxed)
    };
    let Some(solved) = with_progress(message, || Coalitions::solve(variant, &mut tell)) else {
        return Err(if stop.load(Ordering::Relaxed) {
            anyhow!("stopped").into()
        } else {
            anyhow!("the game has more than {most} positions: allow more with --memory").into()
        });
    };
    let seconds = begin.elapsed().as_secs_f64();
    let winner = solved.forced.iter().find_map(|forced| Some((forced.player, forced.from_start?)));
    let result = winner.map_or_else(
        || "nobody can force a win".to_owned(),
        |(player, moves)| format!("{player} wins in {moves} against all others"),
    );
    if as_json {
        let players: Vec<_> = solved
            .forced
            .iter()
            .map(|forced| {
                json!({
                    "player": SeatJson::from(forced.player),
                    "plies": forced.from_start,
                    "positions": forced.positions,
                    "longest": forced.longest,
                })
            })
            .collect();
        let answer = json!({
            "board": variant.size.to_string(),
            "walls": variant.walls,
            "players": variant.seats.count(),
            "result": result,
            "winner": winner.map(|(player, _)| SeatJson::from(player)),
            "plies": winner.map(|(_, moves)| moves),
            "positions": solved.positions,
            "forced": players,
            "seconds": seconds,
        });
        return Ok(format!("{answer}\n"));
    }
    let mut text = format!("{result}\n\n");
    for forced in &solved.forced {
        let share = 100.0 * forced.positions as f64 / solved.positions as f64;
        let (player, longest) = (forced.player, forced.longest);
        let _ = writeln!(
            text,
            "{player} forces a win from {} positions, {share:.1} %; the longest takes {longest} \
             moves",
            forced.positions
        );
    }
    let _ = writeln!(text, "\nsolved {} positions in {seconds:.1} s", solved.positions);
    Ok(text)
}
