//! `quoridor tournament`: a round robin or a gauntlet.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use quoridor_arena::statistics::{Rating, RatingSettings};
use quoridor_arena::{Standings, TournamentPlan};
use quoridor_core::Seats;
use serde_json::{Value, json};

use crate::contest::{Contest, KeepArguments, Played};
use crate::failure::Failure;
use crate::input::read_config;
use crate::table;

/// Play a tournament that a file describes: a round robin or a gauntlet, for two to four seats
///
/// The file is TOML; docs/arena.md explains it. Ctrl-C abandons the games in progress, prints the
/// standings of the finished ones, and exits with code 1. With --store the same command resumes the
/// tournament, also after a crash.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
                        quoridor tournament --config docs/examples/tournament.toml \
                        --out games.pgn\n  \
                        quoridor tournament --config docs/examples/tournament.toml --store \
                        games.sqlite")]
pub(crate) struct Arguments {
    /// The file that describes the tournament
    #[arg(long, value_name = "FILE")]
    config: PathBuf,

    /// Number of games played at the same time [default: as in the file]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,

    #[command(flatten)]
    keep: KeepArguments,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let name = arguments.config.display();
    let text = read_config(&arguments.config)?;
    let mut plan =
        TournamentPlan::read(&text).map_err(|error| Failure::usage(anyhow!("{name}: {error}")))?;
    plan.arena.concurrency = arguments.concurrency.map_or(plan.arena.concurrency, usize::from);
    let played =
        Contest { plan: &plan, event: "quoridor tournament", keep: &arguments.keep }.play()?;
    let ratings = ratings(&played.standings, plan.start.seats());
    let output =
        if arguments.json { as_json(&played, &ratings) } else { as_text(&played, &ratings) };
    played.conclude(&plan, "recover = true", output)
}

/// Ratings are for games of two.
fn ratings(standings: &Standings, seats: Seats) -> Vec<Rating> {
    if seats == Seats::Two {
        standings.crosstable().ratings(&RatingSettings::default())
    } else {
        Vec::new()
    }
}

fn as_text(played: &Played, ratings: &[Rating]) -> String {
    let mut text = format!("{}\n", table::as_text(&played.standings, ratings));
    text.push_str(&table::figures_as_text(&played.standings));
    if let Some(tournament) = played.tournament {
        text.push_str(&format!("tournament    {tournament} of the store\n"));
    }
    if !ratings.is_empty() {
        text.push_str(&format!("\n{}", table::crosstable(&played.standings)));
    }
    text
}

fn as_json(played: &Played, ratings: &[Rating]) -> String {
    let standings = &played.standings;
    let names: Vec<&str> = standings.rows().map(|(name, _)| name).collect();
    let mut pairings: Vec<Value> = Vec::new();
    for second in 0..names.len() {
        for first in 0..second {
            let score = standings.score(first, second);
            if score.games() > 0 {
                pairings.push(json!({
                    "first": names[first], "second": names[second],
                    "wins": score.wins, "draws": score.draws, "losses": score.losses,
                    "pairs": standings.encounter(first, second).pairs.by_half_points,
                }));
            }
        }
    }
    let ratings = ratings
        .iter()
        .map(|rating| json!({ "name": rating.player, "elo": table::estimate(rating.elo) }));
    let mut answer = table::as_json(standings);
    answer["pairings"] = pairings.into();
    answer["ratings"] = ratings.collect();
    answer["tournament"] = json!(played.tournament.map(|tournament| tournament.0));
    format!("{answer}\n")
}
