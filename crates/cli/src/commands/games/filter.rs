//! Which games a command is about.

use std::fmt;
use std::str::FromStr;

use anyhow::anyhow;
use clap::Args;
use quoridor_core::notation::Dialect;
use quoridor_core::record::read_result;
use quoridor_core::{Player, Position, Seats, Variant};
use quoridor_store::{Date, Filter, ResultIs, TournamentId};

use crate::failure::Failure;
use crate::store::OpenStore;

#[derive(Args)]
pub(crate) struct FilterArguments {
    /// Games of this player
    #[arg(long, value_name = "NAME")]
    player: Option<String>,

    /// Games in which that player sits here: South, West, North or East
    #[arg(long, value_name = "SEAT", requires = "player")]
    seat: Option<Player>,

    /// Games with this result: 1-0, 0-1, 1/2-1/2, like 0-0-1-0 for more players, or * for none
    #[arg(long, value_name = "RESULT")]
    result: Option<ResultArgument>,

    /// Games that begin with these moves, like "e2 e8 e3"
    #[arg(long, value_name = "MOVES")]
    opening: Option<String>,

    /// What the opening is played on
    #[arg(long, value_name = "VARIANT", default_value_t = Variant::STANDARD, requires = "opening")]
    variant: Variant,

    /// Games in which this position, or a mirror image of it, was on the board
    #[arg(long, value_name = "STRING", allow_hyphen_values = true)]
    position: Option<Position>,

    /// Games of at least so many moves, those of all players counted
    #[arg(long, value_name = "N")]
    min_plies: Option<usize>,

    /// Games of at most so many moves
    #[arg(long, value_name = "N")]
    max_plies: Option<usize>,

    /// Games of this day or later, like 2026-11-15
    #[arg(long, value_name = "DATE")]
    since: Option<Date>,

    /// Games of this day or earlier
    #[arg(long, value_name = "DATE")]
    until: Option<Date>,

    /// Games of this tournament or match, by its number in the store
    #[arg(long, value_name = "N")]
    tournament: Option<i64>,
}

impl FilterArguments {
    /// Whether what it speaks of is in the store.
    pub(crate) fn check(&self, store: &mut OpenStore) -> Result<(), Failure> {
        let check =
            |tournament| store.ask(|store| store.check_tournament(TournamentId(tournament)));
        self.tournament.map_or(Ok(()), check).map_err(Failure::from)
    }

    pub(crate) fn filter(&self) -> Result<Filter, Failure> {
        let opening = self.opening.as_ref().map(|moves| {
            let start = Position::start(self.variant);
            Dialect::Standard
                .read_moves(moves, &start)
                .map_err(|error| Failure::usage(anyhow!("--opening: {error}")))
        });
        Ok(Filter {
            player: self.player.clone(),
            seat: self.seat,
            seats: self.result.and_then(|result| result.seats),
            result: self.result.map(|result| result.is),
            opening: opening.transpose()?,
            position: self.position,
            min_plies: self.min_plies,
            max_plies: self.max_plies,
            since: self.since,
            until: self.until,
            tournament: self.tournament.map(TournamentId),
            ..Filter::default()
        })
    }
}

/// A result as records write it, which also says how many play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ResultArgument {
    is: ResultIs,
    seats: Option<Seats>,
}

/// The text is not a result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ParseResultArgumentError;

impl fmt::Display for ParseResultArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "not a result: it is 1-0, 0-1 or 1/2-1/2, the points of three or four players like 0-0-1-0, or * for none",
        )
    }
}

impl std::error::Error for ParseResultArgumentError {}

impl FromStr for ResultArgument {
    type Err = ParseResultArgumentError;

    fn from_str(text: &str) -> Result<Self, ParseResultArgumentError> {
        let found =
            Seats::ALL.into_iter().find_map(|seats| Some((read_result(text, seats).ok()?, seats)));
        match found {
            Some((Some(outcome), seats)) => {
                Ok(Self { is: ResultIs::Outcome(outcome), seats: Some(seats) })
            }
            Some((None, _)) => Ok(Self { is: ResultIs::Open, seats: None }),
            None => Err(ParseResultArgumentError),
        }
    }
}
