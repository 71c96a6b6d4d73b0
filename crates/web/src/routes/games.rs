//! Games that are being played.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::{Extension, Json};
use quoridor_core::{ByPlayer, Player, Position};
use quoridor_json::SeatMap;
use quoridor_service::routes::stored::game_id;
use quoridor_service::words::{GameRequest, read_name};
use quoridor_service::{Outbox as _, Players};
use quoridor_session::{GameId, Keys, Occupant, Seating, TimeControl};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::address::Address;
use crate::extract::Body;
use crate::live::{Client, Join, StateJson, read_message};
use crate::openapi::Created;
use crate::problem::Problem;
use crate::resources::Resources;
use crate::server::{Action, Server};
use crate::socket::{self, Listener, Opening, Outbox, Terms, first_message};

/// The least and the most minutes on a clock, and seconds of increment: a twentieth of a second, a
/// day, an hour.
const LEAST_MINUTES: f64 = 0.001;
const MOST_MINUTES: f64 = 24.0 * 60.0;
const MOST_INCREMENT: f64 = 3600.0;

/// A game to begin.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "BeginGame")]
#[serde(deny_unknown_fields)]
pub(crate) struct Begun {
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

/// A game, with the secrets that let one play its seats.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Tokens")]
pub(crate) struct TokensJson {
    /// The number of the game.
    game: String,
    /// The token of each human seat.
    tokens: SeatMap<String>,
    /// The token that may pause a game of computer players alone.
    control: Option<String>,
}

/// The tokens that open the seats of a game. The store has only their hashes.
struct Tokens {
    seats: Vec<(Player, String)>,
    /// In a game between computers.
    control: Option<String>,
}

impl Tokens {
    /// New tokens, for these human seats.
    fn new(humans: impl Iterator<Item = Player>) -> Result<Self, Problem> {
        let seats =
            humans.map(|seat| Ok((seat, new_token()?))).collect::<Result<Vec<_>, Problem>>()?;
        let control = if seats.is_empty() { Some(new_token()?) } else { None };
        Ok(Self { seats, control })
    }

    /// The token of a seat; empty if no human plays it.
    fn of(&self, seat: Player) -> &str {
        self.seats.iter().find(|(of, _)| *of == seat).map_or("", |(_, token)| token)
    }

    fn json(self, game: GameId) -> TokensJson {
        let tokens = self.seats.into_iter().map(|(seat, token)| (seat.to_string(), token));
        TokensJson { game: game.to_string(), tokens: tokens.collect(), control: self.control }
    }
}

fn new_token() -> Result<String, Problem> {
    quoridor_session::new_token().map_err(Problem::busy)
}

/// `POST /api/games`
pub(crate) async fn begin(
    State(server): State<Server>,
    Extension(address): Extension<Address>,
    Body(request): Body<Begun>,
) -> Result<Created<TokensJson>, Problem> {
    server.allow(address, Action::NewGame)?;
    if request.game.has_moves() {
        return Err(Problem::bad(
            "game.moves: a game that is to be played starts from a position, not from moves",
        ));
    }
    let start = request.game.start()?;
    if start.outcome().is_some() {
        return Err(Problem::bad("game.position: this game is over"));
    }
    let (seating, tokens) = request.seating(&start, server.resources())?;
    let game = server.games().begin(seating, start).await?;
    if let Some(milliseconds) = request.pace {
        server.games().set_pace(game, milliseconds).await?;
    }
    Ok(Created(tokens.json(game)))
}

/// `POST /api/games/{game}/claim`: new tokens for a game, for a browser on this machine. So a
/// game that was begun in the terminal, or in another browser, can be continued. The tokens that
/// others have stay good.
pub(crate) async fn claim(
    State(server): State<Server>,
    Path(game): Path<String>,
    Extension(address): Extension<Address>,
) -> Result<Json<TokensJson>, Problem> {
    let config = server.config();
    // Behind a proxy, which has a name, everybody seems to be here.
    if !address.is_here() || !config.hosts.is_empty() || config.public.is_some() {
        return Err(Problem::new(
            StatusCode::FORBIDDEN,
            "seats can only be claimed in a browser on the machine that the server runs on",
        ));
    }
    let game = game_id(&game)?;
    let seating = server.reader().ask(move |store| Ok(store.live(game)?.seating)).await?;
    let humans = seating.occupants.iter().filter(|(_, occupant)| occupant.is_human());
    let tokens = Tokens::new(humans.map(|(seat, _)| seat))?;
    let (seats, control) = (tokens.seats.clone(), tokens.control.clone());
    let store = server.games().store();
    store.ask(move |store| store.claim(game, &seats, control.as_deref())).await?;
    Ok(Json(tokens.json(game)))
}

impl Begun {
    fn seating(
        &self,
        start: &Position,
        resources: &Resources,
    ) -> Result<(Seating, Tokens), Problem> {
        let seats = start.seats();
        let names: Vec<String> = seats.players().iter().map(ToString::to_string).collect();
        if self.seats.len() != names.len()
            || !names.iter().all(|name| self.seats.contains_key(name))
        {
            return Err(Problem::bad(format_args!(
                "seats: somebody must sit on each of {}",
                names.join(", ")
            )));
        }
        let is_human = |seat: &Player| {
            matches!(self.seats.get(&seat.to_string()), Some(OccupantWords::Human(_)))
        };
        let tokens = Tokens::new(seats.players().iter().copied().filter(is_human))?;
        let occupants = seats.players().iter().map(|seat| match &self.seats[&seat.to_string()] {
            OccupantWords::Human(human) => {
                Ok(Occupant::human(read_name("seats", human)?, tokens.of(*seat)))
            }
            OccupantWords::Computer(spec) => {
                resources.of(Address::NONE).check(spec, start.variant())?;
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

/// `GET /api/games/{game}`
pub(crate) async fn show(
    State(server): State<Server>,
    Path(game): Path<String>,
) -> Result<Json<StateJson>, Problem> {
    Ok(Json(server.games().look(game_id(&game)?).await?))
}

/// `GET /api/games/{game}/live`
pub(crate) async fn live(
    State(server): State<Server>,
    Path(game): Path<String>,
    Opening { upgrade, terms }: Opening,
) -> Result<Response, Problem> {
    let game = game_id(&game)?;
    // Who asks for a game that is not there is told so at once.
    server.games().look(game).await?;
    Ok(upgrade.on_upgrade(async move |socket| play(server, game, socket, terms).await))
}

async fn play(server: Server, game: GameId, mut socket: WebSocket, terms: Terms) {
    let patience = server.limits().introduction;
    let Some(first) = first_message(&mut socket, patience).await else { return };
    let join = match Join::read(&first) {
        Ok(join) => join,
        Err(problem) => {
            let _ = socket.send(Message::Text(problem.message(None).to_string().into())).await;
            return;
        }
    };
    let (games, client) = (server.games(), server.games().new_client());
    let (outbox, inbox) = socket::channel(server.limits().outbox);
    let address = terms.address;
    if let Err(problem) = games.join(game, client, address, outbox.clone(), join).await {
        outbox.say(&problem.message(None));
    }
    let mut visitor = Visitor { server: server.clone(), address, game, client, outbox };
    socket::converse(socket, inbox, &mut visitor, &terms).await;
    games.leave(game, client).await;
}

/// Somebody who is connected to a game.
struct Visitor {
    server: Server,
    address: Address,
    game: GameId,
    client: Client,
    outbox: Outbox,
}

impl Listener for Visitor {
    async fn hear(&mut self, text: &str) {
        if let Err((id, problem)) = self.pass_on(text).await {
            self.outbox.say(&problem.message(id));
        }
    }
}

impl Visitor {
    async fn pass_on(&self, text: &str) -> Result<(), (Option<u64>, Problem)> {
        let said = read_message(text)?;
        if said.is_hint() {
            let allowed = self.server.allow(self.address, Action::Question);
            allowed.map_err(|problem| (said.id(), problem))?;
        }
        let games = self.server.games();
        games.say(self.game, self.client, said).await.map_err(|problem| (None, problem))
    }
}
