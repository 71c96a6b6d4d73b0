//! `quoridor match`: who of two (or three, or four) is stronger.

use anyhow::anyhow;
use clap::Args;
use quoridor_arena::statistics::{EloModel, Sprt};
use quoridor_arena::{Arena, Entry, OpeningChoice, TournamentPlan, entrants, round_robin};
use serde_json::json;

use crate::commands::rules::RulesArguments;
use crate::contest::{Contest, KeepArguments, Played};
use crate::failure::Failure;
use crate::start::StartArguments;
use crate::table;

/// Play games between players, and say who is stronger
///
/// Every opening is played with the seats swapped (with three or four players, in every rotation of
/// the seats). Players that draw lots draw others in every game; under limits of nodes, depth or
/// simulations the same command plays the same games again, however many are played at once. A game
/// that repeats another one move by move is no evidence and is not counted.
///
/// Ctrl-C breaks off the games that are on, prints the table of those that were finished, and ends
/// with exit code 1. With --store the same command goes on.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  quoridor match mertens-2006:depth=3 mertens-2006:depth=2 --games 100 --concurrency 2\n  \
                        quoridor match champion respall-2018 --tc 10+0.1 --openings random:6 --out games.pgn\n  \
                        quoridor match alphabeta cmd:\"./other-engine --quiet\" --movetime 100 --recover\n  \
                        quoridor match champion@movetime=100 respall-2018@simulations=5000 --store games.sqlite\n  \
                        quoridor match alphabeta:hash=64 alphabeta --nodes 20000 --sprt 0,10\n  \
                        quoridor match random random random random --players 4 --games 40"
)]
pub(crate) struct Arguments {
    /// Who plays, one for each seat: NAME or NAME:OPTION=VALUE,… (see quoridor agents), or
    /// cmd:PROGRAM ARGUMENTS; and perhaps @ and limits of its own, like @movetime=100
    #[arg(required = true, num_args = 2..=4, value_name = "PLAYER")]
    entries: Vec<Entry>,

    #[command(flatten)]
    start: StartArguments,

    #[command(flatten)]
    rules: RulesArguments,

    /// The number of games, a multiple of the number of players [default: 100, or with --sprt as
    /// many as it takes]
    #[arg(long, value_name = "N", conflicts_with = "rounds", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,

    /// The number of openings, each of which is played from every seat
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,

    /// Go on until it is proved, with errors of 5 %, that the first is ELO1 stronger or only ELO0
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,

    /// What ELO0 and ELO1 are: normalized (the excess over half of the points in standard
    /// deviations of a game) or logistic (what the table shows)
    #[arg(long, value_name = "MODEL", default_value_t = EloModel::Normalized, requires = "sprt")]
    sprt_model: EloModel,

    /// Where games begin: random:MOVES, start, or a file with the moves of one opening a line
    #[arg(long, value_name = "OPENINGS", default_value = "random:4")]
    openings: OpeningChoice,

    /// Which random openings, and which lots players draw
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How many games are played at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,

    /// A player whose program ends or gives no answer is started again for its next game; without
    /// this, the match ends
    #[arg(long)]
    recover: bool,

    #[command(flatten)]
    keep: KeepArguments,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const DEFAULT_GAMES: usize = 100;

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let start = arguments.start.position();
    let seats = start.seats();
    if let Some(outcome) = start.outcome() {
        return Err(Failure::usage(anyhow!("the game is over: {outcome}")));
    }
    if arguments.entries.len() != seats.count() {
        let (named, needed) = (arguments.entries.len(), seats.count());
        return Err(Failure::usage(anyhow!(
            "{named} players are named for {needed} seats: see --players"
        )));
    }
    if arguments.sprt.is_some() && seats.count() != 2 {
        return Err(Failure::usage(anyhow!("--sprt compares two players, not {seats}")));
    }
    let rounds = arguments.rounds(seats.count()).map_err(Failure::usage)?;
    for entry in &arguments.entries {
        entry.supports(start.variant()).map_err(Failure::usage)?;
    }
    let arena = Arena {
        entrants: entrants(&arguments.entries),
        control: arguments.rules.control(),
        rules: arguments.rules.rules(seats)?,
        seed: arguments.seed,
        concurrency: usize::from(arguments.concurrency),
        recover: arguments.recover,
        timeouts: arguments.rules.timeouts(),
    };
    let groups = round_robin(seats.count(), seats);
    let sprt = arguments.sprt.map(|test| test.with_model(arguments.sprt_model));
    let openings = arguments.openings.clone();
    let plan = TournamentPlan { arena, start, groups, openings, rounds, sprt };
    let played = Contest { plan: &plan, event: "quoridor match", keep: &arguments.keep }.play()?;
    let output = if arguments.json {
        as_json(&played, sprt.as_ref())
    } else {
        as_text(&played, sprt.as_ref())
    };
    played.conclude(&plan, "--recover", output)
}

impl Arguments {
    /// How many openings are played; `None` if nobody knows before.
    fn rounds(&self, seats: usize) -> Result<Option<usize>, anyhow::Error> {
        match (self.rounds, self.games) {
            (Some(rounds), _) => Ok(Some(rounds as usize)),
            (None, Some(games)) if !(games as usize).is_multiple_of(seats) => Err(anyhow!(
                "--games {games}: every opening is played {seats} times, so write a multiple of {seats}"
            )),
            (None, Some(games)) => Ok(Some(games as usize / seats)),
            (None, None) if self.sprt.is_some() => Ok(None),
            (None, None) => Ok(Some(DEFAULT_GAMES.div_ceil(seats))),
        }
    }
}

fn is_duel(played: &Played) -> bool {
    played.standings.rows().count() == 2
}

fn as_text(played: &Played, test: Option<&Sprt>) -> String {
    let mut text = format!("{}\n", table::as_text(&played.standings, &[]));
    if is_duel(played) {
        text.push_str(&table::evidence_as_text(&played.standings.encounter(0, 1), test));
    }
    text.push_str(&table::figures_as_text(&played.standings));
    if let Some(tournament) = played.tournament {
        text.push_str(&format!("tournament    {tournament} of the store\n"));
    }
    text
}

fn as_json(played: &Played, test: Option<&Sprt>) -> String {
    let mut answer = table::as_json(&played.standings);
    let evidence = || table::evidence_as_json(&played.standings.encounter(0, 1), test);
    answer["evidence"] = is_duel(played).then(evidence).into();
    answer["seconds"] = json!(played.time.as_secs_f64());
    answer["tournament"] = json!(played.tournament.map(|tournament| tournament.0));
    format!("{answer}\n")
}
