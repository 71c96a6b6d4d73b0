//! `quoridor match`: games between two, three or four players.

use anyhow::anyhow;
use clap::Args;
use quoridor_arena::statistics::{EloModel, Sprt};
use quoridor_arena::{Arena, Entry, OpeningChoice, Shard, TournamentPlan, entrants, round_robin};
use serde_json::json;

use crate::commands::rules::RulesArguments;
use crate::contest::{Contest, KeepArguments, Played};
use crate::failure::Failure;
use crate::start::StartArguments;
use crate::table;

/// Play a match and estimate the difference in Elo
///
/// Every opening is played with the seats swapped (with three or four players, in every rotation of
/// the seats). Random players get another seed in every game. With limits on nodes, depth or
/// simulations the same command plays the same games, at any --concurrency. A game that repeats
/// another one move by move is not counted.
///
/// Ctrl-C abandons the games in progress, prints the standings of the finished ones, and exits with
/// code 1. With --store the same command resumes the match.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
                        quoridor match mertens-2006:depth=3 mertens-2006:depth=2 --games 100 \
                        --concurrency 2\n  \
                        quoridor match champion respall-2018 --tc 10+0.1 --openings random:6 --out \
                        games.pgn\n  \
                        quoridor match alphabeta cmd:\"./other-engine --quiet\" --movetime 100 \
                        --recover\n  \
                        quoridor match champion@movetime=100 respall-2018@simulations=5000 --store \
                        games.sqlite\n  \
                        quoridor match alphabeta:hash=64 alphabeta --nodes 20000 --sprt 0,10\n  \
                        quoridor match random random random random --players 4 --games 40")]
pub(crate) struct Arguments {
    /// The participants, one for each seat: NAME or NAME:OPTION=VALUE,… (see quoridor agents), or
    /// cmd:PROGRAM ARGUMENTS; optionally with limits of its own, like @movetime=100
    #[arg(required = true, num_args = 2..=4, value_name = "PLAYER")]
    entries: Vec<Entry>,

    #[command(flatten)]
    start: StartArguments,

    #[command(flatten)]
    rules: RulesArguments,

    /// Number of games, a multiple of the number of players [default: 100, or with --sprt no limit]
    #[arg(long, value_name = "N", conflicts_with = "rounds",
          value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,

    /// Number of rounds: openings, each played from every seat
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,

    /// Stop by a sequential probability ratio test of ELO0 against ELO1 for the first player, with
    /// α = β = 0.05
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,

    /// Elo model of the SPRT: normalized or logistic
    #[arg(long, value_name = "MODEL", default_value_t = EloModel::Normalized, requires = "sprt")]
    sprt_model: EloModel,

    /// Openings: random:PLIES, start, or a file with one opening per line
    #[arg(long, value_name = "OPENINGS", default_value = "random:4")]
    openings: OpeningChoice,

    /// Seed of openings and players; one other than 1 also shuffles the openings of a file
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Number of games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,

    /// Restart crashed engines instead of ending the match
    #[arg(long)]
    recover: bool,

    /// Play only a part of the games, for several machines: 2/5 is the second of five. See
    /// docs/cluster.md
    #[arg(long, value_name = "INDEX/COUNT", conflicts_with = "sprt")]
    shard: Option<Shard>,

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
    let (openings, shard) = (arguments.openings.clone(), arguments.shard);
    let plan = TournamentPlan { arena, start, groups, openings, rounds, sprt, shard };
    let played = Contest { plan: &plan, event: "quoridor match", keep: &arguments.keep }.play()?;
    let output = if arguments.json {
        as_json(&played, sprt.as_ref())
    } else {
        as_text(&played, sprt.as_ref())
    };
    played.conclude(&plan, "--recover", output)
}

impl Arguments {
    /// The number of rounds; `None` without a limit.
    fn rounds(&self, seats: usize) -> Result<Option<usize>, anyhow::Error> {
        match (self.rounds, self.games) {
            (Some(rounds), _) => Ok(Some(rounds as usize)),
            (None, Some(games)) if !(games as usize).is_multiple_of(seats) => Err(anyhow!(
                "--games {games}: every opening is played {seats} times, so write a multiple of \
                 {seats}"
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
