//! `quoridor go`: asks a player for one move.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use clap::Args;
use quoridor_core::{Game, Move};
use quoridor_engine::{Decision, Limits, RootMove, Term, Watch};
use quoridor_json::DecisionJson;
use quoridor_players::{CHAMPION, Spec};
use serde_json::json;

use super::rules::MOST_MILLISECONDS;
use crate::failure::Failure;
use crate::json::json_line;
use crate::progress::with_progress;
use crate::start::GameArguments;

/// Ask a player for a move, its value and the principal variation
///
/// Without a limit the player uses its own defaults (see quoridor agents); of several limits the
/// first that is reached ends the search. If the game is over, or the player does not play the
/// variant, the exit code is 2.
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor go --agent random:seed=7 --moves \"e2 e8 e3h\"\n  \
                        quoridor go --board 5x5 --walls 3 --movetime 500\n  \
                        quoridor go --position \"d2 f4 / e3 / e4 e6 / 8 9 / 1\" --nodes 100000 \
                        --json")]
pub(crate) struct Arguments {
    /// The player, NAME or NAME:OPTION=VALUE,…: see quoridor agents
    #[arg(long, value_name = "SPEC", default_value = CHAMPION)]
    agent: Spec,

    #[command(flatten)]
    game: GameArguments,

    /// Time limit in milliseconds
    #[arg(long, value_name = "MS",
          value_parser = clap::value_parser!(u64).range(..=MOST_MILLISECONDS))]
    movetime: Option<u64>,

    /// Node limit
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Depth limit in plies
    #[arg(long, value_name = "N")]
    depth: Option<u32>,

    /// Limit of playouts
    #[arg(long, value_name = "N")]
    simulations: Option<u64>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The number of compared moves that are shown; JSON has them all.
const ROWS: usize = 10;

impl Arguments {
    fn limits(&self) -> Limits {
        let Self { nodes, depth, simulations, .. } = *self;
        Limits {
            time: self.movetime.map(Duration::from_millis),
            nodes,
            depth,
            simulations,
            ..Limits::NONE
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let game = arguments.game.game()?;
    let (decision, terms, time) = ask(&arguments.agent, &game, &arguments.limits())?;
    if !arguments.json {
        return Ok(as_text(&decision, time));
    }
    let position = game.position();
    let mut answer = json!(DecisionJson::new(&decision, &terms, position.turn(), position.seats()));
    answer["player"] = json!(arguments.agent.to_string());
    answer["position"] = json!(position.to_string());
    answer["seconds"] = json!(time.as_secs_f64());
    Ok(json_line(&answer))
}

/// The player's answer, the terms of its evaluation, and how long it took.
fn ask(
    spec: &Spec,
    game: &Game,
    limits: &Limits,
) -> Result<(Decision, Vec<Term>, Duration), Failure> {
    if let Some(outcome) = game.position().outcome() {
        return Err(Failure::usage(anyhow!("the game is over: {outcome}")));
    }
    spec.supports(game.position().variant())
        .map_err(|error| Failure::usage(anyhow!("{} {error}", spec.kind().name)))?;
    let mut agent = spec.build().map_err(Failure::usage)?;
    let (begin, so_far) = (Instant::now(), Mutex::new(String::from("thinking")));
    let message = || so_far.lock().map(|text| text.clone()).unwrap_or_default();
    let decision = with_progress(message, || {
        let mut report = |progress: &quoridor_engine::Progress| {
            if let Ok(mut text) = so_far.lock() {
                *text = format!(
                    "depth {}, {}, {}",
                    progress.depth,
                    progress.value,
                    in_words(&progress.line)
                );
            }
        };
        agent.choose(game, limits, &mut Watch::new(&AtomicBool::new(false), &mut report))
    });
    Ok((decision, agent.explain(game.position()), begin.elapsed()))
}

fn as_text(decision: &Decision, time: Duration) -> String {
    let value = decision.value.map_or_else(|| "no opinion".to_owned(), |value| value.to_string());
    let mut text = format!(
        "move   {}\nvalue  {value}\nline   {}\ndepth  {}\nnodes  {}\ntime   {:.3} s\n",
        decision.mv,
        in_words(&decision.line),
        decision.depth,
        decision.nodes,
        time.as_secs_f64()
    );
    if decision.root.is_empty() {
        return text;
    }
    text.push_str("\nmove    visits       value   prior\n");
    for RootMove { mv, visits, value, prior } in decision.root.iter().take(ROWS) {
        let (mv, value) = (mv.to_string(), value.to_string());
        text.push_str(&format!("{mv:<4}  {visits:>8}  {value:>10}  {prior:>6.3}\n"));
    }
    if decision.root.len() > ROWS {
        text.push_str(&format!("and {} more moves\n", decision.root.len() - ROWS));
    }
    text
}

fn in_words(line: &[Move]) -> String {
    line.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use quoridor_engine::Value;

    #[test]
    fn the_root_table_is_cut_off() {
        let mv: Move = "e2".parse().unwrap();
        let root = vec![RootMove { mv, visits: 12, value: Value::Chance(0.5), prior: 0.25 }; 12];
        let decision = Decision { value: Some(Value::WinIn(3)), root, ..Decision::at_once(mv) };
        let text = as_text(&decision, Duration::from_millis(5));
        let row = "e2          12      50.0 %   0.250\n";
        assert!(text.starts_with(
            "move   e2\nvalue  win in 3\nline   e2\ndepth  0\nnodes  0\ntime   0.005 s\n\n"
        ));
        assert_eq!(text.matches(row).count(), ROWS, "{text}");
        assert!(text.ends_with("and 2 more moves\n"));
    }
}
