//! `quoridor grade`: how often players give away a won position, by exact values.

use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::Args;
use quoridor_arena::statistics::binomial::clopper_pearson;
use quoridor_arena::statistics::{CONFIDENCE, Interval, Proportion};
use quoridor_arena::{Grade, grade};
use quoridor_core::{BoardSize, Seats, Variant};
use quoridor_engine::Limits;
use quoridor_players::Spec;
use quoridor_solve::{Options, Progress, Solution, Space, solve};
use serde_json::{Value as Json, json};

use super::rules::MOST_MILLISECONDS;
use crate::cores::or_all_cores;
use crate::failure::Failure;
use crate::interrupt;
use crate::progress::with_progress;

/// Grade players by exact values: how often they give away a won or a drawn position
///
/// The game is solved first. Then each player meets perfect play, from random openings and from
/// both seats, under each of the limits. Positions count in which some moves keep the value and
/// others do not, each position once. Intervals are exact binomial ones of 95 %. Ctrl-C prints the
/// grades so far.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
                        quoridor grade champion --board 5x5 --walls 3 --nodes 1000,10000\n  \
                        quoridor grade champion respall-2018 --board 9x9 --walls 1 --movetime \
                        10,100 --games 40")]
pub(crate) struct Arguments {
    /// The players, NAME or NAME:OPTION=VALUE,…: see quoridor agents
    #[arg(required = true, value_name = "PLAYER")]
    players: Vec<Spec>,

    /// Width and height of the board
    #[arg(long, value_name = "WxH")]
    board: BoardSize,

    /// Walls of each player
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(..=64))]
    walls: u8,

    /// Number of games under each limit
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,

    /// Node limits of a move, one row for each
    #[arg(
        long,
        value_name = "N,…",
        value_delimiter = ',',
        conflicts_with = "movetime",
        required_unless_present = "movetime"
    )]
    nodes: Vec<u64>,

    /// Time limits of a move in milliseconds, one row for each
    #[arg(long, value_name = "MS,…", value_delimiter = ',',
          value_parser = clap::value_parser!(u64).range(1..=MOST_MILLISECONDS))]
    movetime: Vec<u64>,

    /// Seed of the openings and of perfect play
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Most memory for the solution, in GB
    #[arg(long, value_name = "GB", default_value_t = 4.0, value_parser = super::solve::gigabytes)]
    memory: f64,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A row of the table.
struct Row {
    player: String,
    limit: String,
    grade: Grade,
}

impl Arguments {
    /// The limits with their names.
    fn limits(&self) -> Vec<(String, Limits)> {
        let nodes =
            self.nodes.iter().map(|&nodes| (format!("{nodes} nodes"), Limits::nodes(nodes)));
        let times = self
            .movetime
            .iter()
            .map(|&time| (format!("{time} ms"), Limits::time(Duration::from_millis(time))));
        nodes.chain(times).collect()
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let variant = Variant { size: arguments.board, seats: Seats::Two, walls: arguments.walls };
    for player in &arguments.players {
        player
            .supports(variant)
            .map_err(|error| Failure::usage(anyhow!("{} {error}", player.kind().name)))?;
    }
    let stop = interrupt::flag().context("cannot listen for Ctrl-C")?;
    let options = Options {
        threads: or_all_cores(None),
        memory: (arguments.memory * 1e9) as u64,
        keep: true,
    };
    let space = Space::new(variant.size, variant.walls);
    let progress = Progress::until(stop.clone());
    let solution = with_progress(
        || format!("solving the game, {:.0} %", 100.0 * progress.share()),
        || solve(&space, options, None, &progress),
    );
    let solution = solution.map_err(|error| Failure::from(anyhow!(error)))?;
    let mut rows = Vec::new();
    for player in &arguments.players {
        for (limit, limits) in arguments.limits() {
            let mut agent = player.build().map_err(Failure::usage)?;
            let grade = with_progress(
                || format!("{player}, {limit}"),
                || {
                    let Arguments { games, seed, .. } = *arguments;
                    grade(agent.as_mut(), &solution, &limits, games, seed, &stop)
                },
            );
            rows.push(Row { player: player.to_string(), limit, grade });
        }
    }
    Ok(if arguments.json { as_json(&solution, &rows) } else { as_text(&rows) })
}

fn interval(proportion: Proportion) -> Option<Interval> {
    clopper_pearson(proportion.successes, proportion.trials, CONFIDENCE)
}

fn as_text(rows: &[Row]) -> String {
    let width = |text: fn(&Row) -> &str, heading: &str| {
        rows.iter().map(|row| text(row).chars().count()).max().unwrap_or(0).max(heading.len())
    };
    let (players, limits) = (width(|row| &row.player, "player"), width(|row| &row.limit, "limit"));
    let mut text = format!(
        "{:players$}  {:limits$}  games  won positions  given away            drawn  lost\n",
        "player", "limit"
    );
    for Row { player, limit, grade } in rows {
        let won = match (grade.won.share(), interval(grade.won)) {
            (Some(share), Some(Interval { low, high })) => {
                format!("{:.1} % [{:.1}, {:.1}]", 100.0 * share, 100.0 * low, 100.0 * high)
            }
            _ => "-".to_owned(),
        };
        text.push_str(&format!(
            "{player:players$}  {limit:limits$}  {:>5}  {:>13}  {won:20}  {:>5}  {:>4}\n",
            grade.games, grade.won.trials, grade.drawn.trials, grade.drawn.successes
        ));
    }
    text
}

fn as_json(solution: &Solution, rows: &[Row]) -> String {
    let variant = solution.variant();
    let counts = |proportion: Proportion| {
        json!({
            "positions": proportion.trials,
            "given_away": proportion.successes,
            "share": proportion.share(),
            "interval": interval(proportion).map(|Interval { low, high }| [low, high]),
        })
    };
    let rows: Vec<Json> = rows
        .iter()
        .map(|row| {
            json!({
                "player": row.player,
                "limit": row.limit,
                "games": row.grade.games,
                "won": counts(row.grade.won),
                "drawn": counts(row.grade.drawn),
            })
        })
        .collect();
    let answer = json!({
        "board": variant.size.to_string(),
        "walls": variant.walls,
        "grades": rows,
    });
    format!("{answer}\n")
}
