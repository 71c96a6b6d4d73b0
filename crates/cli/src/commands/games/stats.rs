//! `quoridor games stats`

use clap::Args;
use quoridor_store::{Standing, Totals};
use serde_json::{Value, json};

use super::filter::FilterArguments;
use super::table;
use crate::failure::Failure;
use crate::store::StoreArguments;

/// Count the games of the store: results by seat, lengths, and how each player did
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor games stats\n  \
                        quoridor games stats --opening \"e2 e8 e3 e7\" --json")]
pub(crate) struct Arguments {
    #[command(flatten)]
    filter: FilterArguments,

    #[command(flatten)]
    store: StoreArguments,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let filter = arguments.filter.filter()?;
    let mut store = arguments.store.open_existing()?;
    arguments.filter.check(&mut store)?;
    let (totals, standings) =
        store.ask(|store| Ok((store.totals(&filter)?, store.standings(&filter)?)))?;
    Ok(if arguments.json { as_json(&totals, &standings) } else { as_text(&totals, &standings) })
}

fn as_text(totals: &Totals, standings: &[Standing]) -> String {
    let mut text = format!("games   {}, {} without a result\n", totals.games, totals.open);
    if let Some(lengths) = totals.lengths {
        let (shortest, longest) = (lengths.shortest, lengths.longest);
        text.push_str(&format!(
            "plies   {shortest} to {longest}, median {:.1}, mean {:.1}\ndraws   {}\n",
            lengths.median, lengths.mean, totals.draws
        ));
    }
    for seat in &totals.seats {
        text.push_str(&format!(
            "{:<8}won {} of {}, {} points\n",
            seat.seat,
            seat.wins,
            seat.games,
            points(seat.points)
        ));
    }
    if !standings.is_empty() {
        let heading =
            ["player", "games", "won", "drawn", "lost", "points"].map(str::to_owned).to_vec();
        let rows: Vec<Vec<String>> =
            std::iter::once(heading).chain(standings.iter().map(row)).collect();
        text.push_str(&format!("\n{}", table(&rows)));
    }
    text
}

fn row(standing: &Standing) -> Vec<String> {
    let Standing { name, games, wins, draws, .. } = standing;
    let counts = [games, wins, draws, &(games - wins - draws)].map(ToString::to_string);
    let mut row = vec![name.clone()];
    row.extend(counts);
    row.push(points(standing.points));
    row
}

/// Points are shared by two, three or four.
fn points(points: f64) -> String {
    let text = format!("{points:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn as_json(totals: &Totals, standings: &[Standing]) -> String {
    let seats = totals.seats.iter().map(|seat| {
        json!({ "seat": seat.seat.to_string(), "games": seat.games, "wins": seat.wins,
            "points": seat.points })
    });
    let lengths = totals.lengths.map(|lengths| {
        json!({
            "shortest": lengths.shortest,
            "median": lengths.median,
            "mean": lengths.mean,
            "longest": lengths.longest,
        })
    });
    let players = standings.iter().map(|standing| {
        json!({
            "name": standing.name,
            "games": standing.games,
            "wins": standing.wins,
            "draws": standing.draws,
            "points": standing.points,
        })
    });
    let answer = json!({
        "games": totals.games,
        "open": totals.open,
        "draws": totals.draws,
        "seats": seats.collect::<Value>(),
        "plies": lengths,
        "players": players.collect::<Value>(),
    });
    format!("{answer}\n")
}
