//! New games, and the tokens of their seats.

use std::collections::BTreeMap;
use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use quoridor_core::{ByPlayer, Player, Position};
use quoridor_json::SeatMap;
use quoridor_session::{Change, GameId, Keys, Occupant, Seating, TimeControl};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::players::Players;
use crate::problem::Problem;
use crate::words::{GameRequest, read_name};

/// The source of tokens.
pub type NewToken<'a> = &'a mut dyn FnMut() -> Result<String, Problem>;

/// A token of random bytes.
pub fn token_of(bytes: [u8; 16]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

/// Limits of a clock: minutes, and seconds of increment.
const LEAST_MINUTES: f64 = 0.001;
const MOST_MINUTES: f64 = 24.0 * 60.0;
const MOST_INCREMENT: f64 = 3600.0;

/// A request for a new game.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "BeginGame")]
#[serde(deny_unknown_fields)]
pub struct Begun {
    #[serde(default)]
    game: GameRequest,
    /// Who plays each seat.
    seats: BTreeMap<String, OccupantWords>,
    clock: Option<ClockWords>,
    /// The shortest time between moves of a game between computers, in milliseconds.
    pace: Option<u64>,
}

/// Who plays a seat.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "Occupant")]
#[serde(rename_all = "lowercase")]
enum OccupantWords {
    /// A human with a name, which may be empty.
    Human(String),
    /// A computer player.
    Computer(String),
}

/// A clock.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "Clock")]
#[serde(deny_unknown_fields)]
struct ClockWords {
    /// The time of each player.
    minutes: f64,
    /// The seconds that are added for each move.
    #[serde(default)]
    increment: f64,
}

/// A new game and its tokens.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Tokens")]
pub struct TokensJson {
    /// The number of the game.
    game: String,
    /// The token of each human seat.
    tokens: SeatMap<String>,
    /// The token that may pause a game of computer players alone.
    control: Option<String>,
}

/// The tokens of a game. The store has only their hashes.
pub struct Tokens {
    /// The token of each human seat.
    pub seats: Vec<(Player, String)>,
    /// In a game between computers.
    pub control: Option<String>,
}

impl Tokens {
    /// New tokens for the human seats of a game.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn of_seating(seating: &Seating, new_token: NewToken<'_>) -> Result<Self, Problem> {
        let humans = seating.occupants.iter().filter(|(_, occupant)| occupant.is_human());
        Self::new(humans.map(|(seat, _)| seat), new_token)
    }

    fn new(humans: impl Iterator<Item = Player>, new_token: NewToken<'_>) -> Result<Self, Problem> {
        let seats =
            humans.map(|seat| Ok((seat, new_token()?))).collect::<Result<Vec<_>, Problem>>()?;
        let control = if seats.is_empty() { Some(new_token()?) } else { None };
        Ok(Self { seats, control })
    }

    /// The token of a seat; empty if no human plays it.
    fn of(&self, seat: Player) -> &str {
        self.seats.iter().find(|(of, _)| *of == seat).map_or("", |(_, token)| token)
    }

    /// The tokens of a game, as they are answered.
    pub fn json(self, game: GameId) -> TokensJson {
        let tokens = self.seats.into_iter().map(|(seat, token)| (seat.to_string(), token));
        TokensJson { game: game.to_string(), tokens: tokens.collect(), control: self.control }
    }
}

impl Begun {
    /// The change that begins the game, and the tokens of its seats.
    ///
    /// # Errors
    /// The request is invalid, or the system has no random numbers.
    pub fn change(
        &self,
        players: &dyn Players,
        new_token: NewToken<'_>,
    ) -> Result<(Change, Tokens), Problem> {
        if self.game.has_moves() {
            return Err(Problem::bad(
                "game.moves: a game that is to be played starts from a position, not from moves",
            ));
        }
        let start = self.game.start()?;
        if start.outcome().is_some() {
            return Err(Problem::bad("game.position: this game is over"));
        }
        let (seating, tokens) = self.seating(&start, players, new_token)?;
        Ok((Change::begin(seating, start, None), tokens))
    }

    /// The shortest time between moves of a game between computers, in milliseconds.
    pub const fn pace(&self) -> Option<u64> {
        self.pace
    }

    fn seating(
        &self,
        start: &Position,
        players: &dyn Players,
        new_token: NewToken<'_>,
    ) -> Result<(Seating, Tokens), Problem> {
        let seats = start.seats();
        let names: Vec<String> = seats.players().iter().map(ToString::to_string).collect();
        if self.seats.len() != names.len()
            || !names.iter().all(|name| self.seats.contains_key(name))
        {
            return Err(Problem::bad(format_args!(
                "seats: every seat needs a player: {}",
                names.join(", ")
            )));
        }
        let is_human = |seat: &Player| {
            matches!(self.seats.get(&seat.to_string()), Some(OccupantWords::Human(_)))
        };
        let tokens = Tokens::new(seats.players().iter().copied().filter(is_human), new_token)?;
        let occupants = seats.players().iter().map(|seat| match &self.seats[&seat.to_string()] {
            OccupantWords::Human(human) => {
                Ok(Occupant::human(read_name("seats", human)?, tokens.of(*seat)))
            }
            OccupantWords::Computer(spec) => {
                players.check(spec, start.variant())?;
                Ok(Occupant::Computer { spec: spec.clone() })
            }
        });
        let occupants = occupants.collect::<Result<Vec<_>, Problem>>()?;
        let occupants = ByPlayer::from_values(occupants)
            .map_err(|count| Problem::bad(format_args!("{count} seats")))?;
        let control = Keys::of_token(tokens.control.as_deref().unwrap_or_default());
        let clock = self.clock.as_ref().map(ClockWords::control).transpose()?;
        Ok((Seating { occupants, clock, control, rematch: None }, tokens))
    }
}

impl ClockWords {
    fn control(&self) -> Result<TimeControl, Problem> {
        if !(LEAST_MINUTES..=MOST_MINUTES).contains(&self.minutes) {
            return Err(Problem::bad(format_args!(
                "clock.minutes: {LEAST_MINUTES} to {MOST_MINUTES}"
            )));
        }
        if !(0.0..=MOST_INCREMENT).contains(&self.increment) {
            return Err(Problem::bad(format_args!(
                "clock.increment: seconds, 0 to {MOST_INCREMENT}"
            )));
        }
        let time = Duration::from_secs_f64(self.minutes * 60.0);
        Ok(TimeControl { time, increment: Duration::from_secs_f64(self.increment) })
    }
}
