//! `quoridor games explore`

use clap::Args;
use quoridor_json::ExploredJson;
use quoridor_store::Continuation;

use super::table;
use crate::failure::Failure;
use crate::json::json_line;
use crate::start::GameArguments;
use crate::store::StoreArguments;

/// Show the moves that were played in a position, with their results
///
/// Mirror images count as the same position. Games without a result are in the total only, so wins,
/// draws and losses may not add up to it.
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor games explore\n  \
                        quoridor games explore --moves \"e2 e8 e3\"\n  \
                        quoridor games explore --position \"d2 f4 / e3 / e4 e6 / 8 9 / 1\" --json")]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    #[command(flatten)]
    store: StoreArguments,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let game = arguments.game.game()?;
    let mut store = arguments.store.open_existing()?;
    let moves = store.ask(|store| store.explore(game.position()))?;
    if arguments.json {
        return Ok(json_line(&ExploredJson::new(game.position(), &moves)));
    }
    if moves.is_empty() {
        return Ok("no games\n".to_owned());
    }
    let heading = ["move", "games", "won", "drawn", "lost", "points"].map(str::to_owned).to_vec();
    let rows: Vec<Vec<String>> = std::iter::once(heading).chain(moves.iter().map(row)).collect();
    Ok(table(&rows))
}

/// The share of the points of the games with a result; for two players.
fn share(Continuation { wins, draws, losses, .. }: &Continuation) -> Option<f64> {
    let decided = wins + draws + losses;
    (decided > 0).then(|| (*wins as f64 + *draws as f64 / 2.0) / decided as f64)
}

fn row(continuation: &Continuation) -> Vec<String> {
    let Continuation { mv, games, wins, draws, losses } = continuation;
    let mut row = vec![mv.to_string()];
    row.extend([games, wins, draws, losses].map(ToString::to_string));
    row.push(
        share(continuation)
            .map_or_else(|| "-".to_owned(), |share| format!("{:.1} %", share * 100.0)),
    );
    row
}
