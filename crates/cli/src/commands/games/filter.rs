//! Which games a command is about.

use std::fmt::{self, Display};
use std::str::FromStr;

use anyhow::anyhow;
use clap::Args;
use quoridor_core::notation::Dialect;
use quoridor_core::record::read_result;
use quoridor_core::{Player, Position, Seats, Variant};
use quoridor_store::{Date, Filter, ResultIs, TournamentId};
use serde::{Serialize, Serializer};

use crate::failure::Failure;
use crate::store::OpenStore;

#[derive(Args, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct FilterArguments {
    /// Games of this player
    #[arg(long, value_name = "NAME")]
    player: Option<String>,

    /// Games in which that player sits here: South, West, North or East
    #[arg(long, value_name = "SEAT", requires = "player")]
    #[serde(serialize_with = "as_typed")]
    seat: Option<Player>,

    /// Games with this result: 1-0, 0-1, 1/2-1/2, like 0-0-1-0 for more players, or * for none
    #[arg(long, value_name = "RESULT")]
    #[serde(serialize_with = "as_typed")]
    result: Option<ResultArgument>,

    /// Games that begin with these moves, like "e2 e8 e3"
    #[arg(long, value_name = "MOVES")]
    opening: Option<String>,

    /// Variant of the opening
    #[arg(long, value_name = "VARIANT", default_value_t = Variant::STANDARD, requires = "opening")]
    #[serde(serialize_with = "unless_standard")]
    variant: Variant,

    /// Games in which this position, or a mirror image of it, was on the board
    #[arg(long, value_name = "STRING", allow_hyphen_values = true)]
    #[serde(serialize_with = "as_typed")]
    position: Option<Position>,

    /// Games of at least N plies
    #[arg(long, value_name = "N")]
    min_plies: Option<usize>,

    /// Games of at most N plies
    #[arg(long, value_name = "N")]
    max_plies: Option<usize>,

    /// Games of this day or later, like 2026-11-15
    #[arg(long, value_name = "DATE")]
    #[serde(serialize_with = "as_typed")]
    since: Option<Date>,

    /// Games of this day or earlier
    #[arg(long, value_name = "DATE")]
    #[serde(serialize_with = "as_typed")]
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
            names: Vec::new(),
            seat: self.seat,
            seats: self.result.as_ref().and_then(|result| result.seats),
            result: self.result.as_ref().map(|result| result.is),
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

/// A value as it was typed.
fn as_typed<S: Serializer>(value: &Option<impl Display>, serializer: S) -> Result<S::Ok, S::Error> {
    value.as_ref().map(ToString::to_string).serialize(serializer)
}

/// A variant as it was typed; none if it is the standard one, which needs no option.
fn unless_standard<S: Serializer>(variant: &Variant, serializer: S) -> Result<S::Ok, S::Error> {
    as_typed(&(*variant != Variant::STANDARD).then_some(variant), serializer)
}

/// A result as records write it, which also gives the number of players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ResultArgument {
    text: String,
    is: ResultIs,
    seats: Option<Seats>,
}

impl Display for ResultArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The text is not a result.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error(
    "not a result: it is 1-0, 0-1 or 1/2-1/2, the points of three or four players like 0-0-1-0, or \
     * \
     for none"
)]
pub(crate) struct ParseResultArgumentError;

impl FromStr for ResultArgument {
    type Err = ParseResultArgumentError;

    fn from_str(text: &str) -> Result<Self, ParseResultArgumentError> {
        let found =
            Seats::ALL.into_iter().find_map(|seats| Some((read_result(text, seats).ok()?, seats)));
        let (is, seats) = match found {
            Some((Some(outcome), seats)) => (ResultIs::Outcome(outcome), Some(seats)),
            Some((None, _)) => (ResultIs::Open, None),
            None => return Err(ParseResultArgumentError),
        };
        Ok(Self { text: text.to_owned(), is, seats })
    }
}
