//! `cargo xtask oracle`
//!
//! OpenSpiel 2.0.2 plays random games and says which moves are legal; the rules crate must say the
//! same. Where OpenSpiel is known to depart from the rules:
//! - a game of 4·N² moves is a draw: `oracle.py` stops before;
//! - for three and four players a move may be listed twice: legal *sets* are compared;
//! - for three and four players the pass is broken, and where OpenSpiel lists a single action, it
//!   may be a pass: there only the number of moves, one, is compared, and the game goes no further;
//! - for three and four players on an even board, two of them start elsewhere: such boards are left
//!   out;
//! - for three and four players the returns are in turn order, and not by player (so those of
//!   players 1 and 2 are swapped): turn order is what is compared.
//!
//! Its players 0, 1, 2, 3 are South, North, West, East and move in the order 0, 2, 1, 3, which is
//! ours. Its actions are numbers on a grid, relative ones for steps; their strings name the true
//! target, and [`Dialect::OpenSpiel`](quoridor_core::notation::Dialect::OpenSpiel) reads them.

mod compare;
mod sample;
mod tally;

use anyhow::{Context, bail, ensure};
use quoridor_core::Seats;

use self::compare::compare;
use self::sample::Sample;
use self::tally::Tally;
use crate::openspiel::OPENSPIEL;
use crate::shell::Step;
use crate::workspace::Workspace;

/// How many positions that differ are shown before the comparison is given up.
const SHOWN_DIFFERENCES: usize = 3;

/// Compare the legal moves with those of OpenSpiel, over random games
///
/// Makes a Python environment with OpenSpiel below the target directory, once. Fails if a position
/// differs, or if fewer positions were compared than asked for.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask oracle --two 100000 --three 0 --four 0 --seed 7")]
pub(crate) struct Arguments {
    /// How many positions of games for two players to compare
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    two: usize,
    /// How many positions of games for three players to compare
    #[arg(long, value_name = "N", default_value_t = 3_000)]
    three: usize,
    /// How many positions of games for four players to compare
    #[arg(long, value_name = "N", default_value_t = 3_000)]
    four: usize,
    /// Chooses the random games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments, workspace: &Workspace) -> anyhow::Result<()> {
    let (_, python) = OPENSPIEL.python(workspace)?;
    let script = workspace.root.join("xtask/src/oracle/oracle.py");
    for (seats, positions) in [
        (Seats::Two, arguments.two),
        (Seats::Three, arguments.three),
        (Seats::Four, arguments.four),
    ] {
        let games = Step::new("OpenSpiel's games", &python).args([&script]).args([
            seats.to_string(),
            positions.to_string(),
            arguments.seed.to_string(),
        ]);
        let tally = compare_games(games)?;
        println!("{seats} players: {tally}");
        ensure!(
            tally.positions() == positions,
            "{} positions of {seats} players were compared, but {positions} were asked for",
            tally.positions()
        );
    }
    Ok(())
}

/// Compares every finding that OpenSpiel prints, one a line.
fn compare_games(games: Step) -> anyhow::Result<Tally> {
    let mut tally = Tally::default();
    let mut differences = 0;
    games.lines(|line| {
        let sample: Sample = serde_json::from_str(line)
            .with_context(|| format!("cannot understand what oracle.py says: {line}"))?;
        match compare(&sample) {
            Ok(compared) => tally.add(&compared),
            Err(difference) => {
                eprintln!("{difference}");
                differences += 1;
            }
        }
        ensure!(
            differences < SHOWN_DIFFERENCES,
            "OpenSpiel and we differ in {differences} positions or more"
        );
        Ok(())
    })?;
    if differences > 0 {
        bail!("OpenSpiel and we differ in {differences} positions");
    }
    Ok(tally)
}
