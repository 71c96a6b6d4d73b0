//! The games of the store.

use axum::Json;
use axum::extract::{Path, State};
use quoridor_core::notation::Dialect;
use quoridor_core::{Player, Position, Seats, record};
use quoridor_store::{Duplicates, Filter, GameId, NameIs, ResultIs, Summary};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::extract::{Body, Parameters};
use crate::problem::Problem;
use crate::server::Server;
use crate::words::{GameRequest, game_words};

/// The most games that one answer lists.
const MOST: usize = 500;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Listed {
    player: Option<String>,
    name: Option<String>,
    or_players: Option<String>,
    seat: Option<String>,
    seats: Option<usize>,
    result: Option<String>,
    opening: Option<String>,
    position: Option<String>,
    min_plies: Option<usize>,
    max_plies: Option<usize>,
    since: Option<String>,
    until: Option<String>,
    limit: Option<usize>,
    #[serde(default)]
    offset: usize,
    order: Option<String>,
}

/// A parameter, or what is wrong with it.
fn read<T: std::str::FromStr>(name: &str, text: Option<&String>) -> Result<Option<T>, Problem>
where
    T::Err: std::fmt::Display,
{
    // A field of a form that was left empty asks for nothing.
    let text = text.filter(|text| !text.is_empty());
    text.map(|text| text.parse().map_err(|error| Problem::bad(format_args!("{name}: {error}"))))
        .transpose()
}

impl Listed {
    fn filter(&self) -> Result<Filter, Problem> {
        let seats = self
            .seats
            .map(|count| Seats::new(count).ok_or_else(|| Problem::bad("seats: 2, 3 or 4")));
        let result = match self.result.as_deref() {
            None | Some("") => None,
            Some("open") => Some(ResultIs::Open),
            Some(text) => Some(ResultIs::Outcome(
                text.parse()
                    .map_err(|error| Problem::bad(format_args!("result: {error}, or open")))?,
            )),
        };
        let opening = self.opening.as_ref().filter(|moves| !moves.is_empty()).map(|moves| {
            let game = Dialect::Standard.read_moves(moves, &Position::default());
            game.map_err(|error| Problem::bad(format_args!("opening: {error}")))
        });
        let newest_first = match self.order.as_deref() {
            None | Some("newest") => true,
            Some("oldest") => false,
            Some(_) => return Err(Problem::bad("order: newest or oldest")),
        };
        let limit = self.limit.unwrap_or(50);
        if limit > MOST {
            return Err(Problem::bad(format_args!("limit: at most {MOST}")));
        }
        Ok(Filter {
            player: self.player.clone().filter(|name| !name.is_empty()),
            names: self.names(),
            seat: read::<Player>("seat", self.seat.as_ref())?,
            seats: seats.transpose()?,
            result,
            opening: opening.transpose()?,
            position: read("position", self.position.as_ref())?,
            min_plies: self.min_plies,
            max_plies: self.max_plies,
            since: read("since", self.since.as_ref())?,
            until: read("until", self.until.as_ref())?,
            tournament: None,
            limit: Some(limit),
            offset: self.offset,
            newest_first,
        })
    }
}

impl Listed {
    /// What a page shows of a player may be another name than the one it is kept under: `name` is a
    /// part of the latter, `or_players` are whole names beside it, separated by spaces.
    fn names(&self) -> Vec<NameIs> {
        let others = self.or_players.iter().flat_map(|names| names.split_whitespace());
        let part = self.name.iter().filter(|name| !name.is_empty()).cloned();
        part.map(NameIs::Containing)
            .chain(others.map(|name| NameIs::Exactly(name.to_owned())))
            .collect()
    }
}

/// `GET /api/store/games`
pub(crate) async fn list(
    State(server): State<Server>,
    Parameters(request): Parameters<Listed>,
) -> Result<Json<Value>, Problem> {
    let filter = request.filter()?;
    let (total, games) =
        server.reader().ask(move |store| Ok((store.count(&filter)?, store.list(&filter)?))).await?;
    let games: Vec<Value> = games.iter().map(|game| Value::Object(summary_words(game))).collect();
    Ok(Json(json!({ "total": total, "games": games })))
}

fn summary_words(summary: &Summary) -> Map<String, Value> {
    let players = summary.players.iter().map(|(seat, name)| (seat.to_string(), json!(name)));
    let words = [
        ("id", json!(summary.id.to_string())),
        ("source", json!(summary.source.name())),
        ("players", Value::Object(players.collect())),
        ("start", json!(summary.start.to_string())),
        ("plies", json!(summary.plies)),
        ("outcome", json!(summary.outcome.map(|outcome| outcome.to_string()))),
        ("reason", json!(summary.reason.as_ref().map(ToString::to_string))),
        ("date", json!(summary.date.map(|date| date.to_string()))),
    ];
    words.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// The number of a game in a path.
pub(crate) fn game_id(text: &str) -> Result<GameId, Problem> {
    text.parse()
        .map(GameId)
        .map_err(|_| Problem::bad("a game is named by its number in the store, like 17"))
}

/// `GET /api/store/games/{id}`
pub(crate) async fn show(
    State(server): State<Server>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let id = game_id(&id)?;
    let (summary, record) =
        server.reader().ask(move |store| Ok((store.summary(id)?, store.record(id)?))).await?;
    let mut words = summary_words(&summary);
    if let Value::Object(game) = game_words(&record) {
        words.extend(game);
    }
    words.insert("record".to_owned(), json!(record.write().map_err(Problem::bad)?));
    Ok(Json(Value::Object(words)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Kept {
    text: String,
}

/// `POST /api/store/games`
pub(crate) async fn keep(
    State(server): State<Server>,
    Body(request): Body<Kept>,
) -> Result<Json<Value>, Problem> {
    let imported = server
        .writer()
        .ask(move |store| store.import(record::read(&request.text), Duplicates::Skip, |_| {}))
        .await?;
    let problems: Vec<String> = imported.bad.iter().map(ToString::to_string).collect();
    Ok(Json(json!({ "added": imported.added, "known": imported.duplicates, "problems": problems })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Explored {
    #[serde(default)]
    game: GameRequest,
}

/// `POST /api/explore`
pub(crate) async fn explore(
    State(server): State<Server>,
    Body(request): Body<Explored>,
) -> Result<Json<Value>, Problem> {
    let position = *request.game.game()?.position();
    let continuations = server.reader().ask(move |store| store.explore(&position)).await?;
    let draw = 1.0 / position.seats().count() as f64;
    let moves = continuations.iter().map(|found| {
        let ended = found.wins + found.draws + found.losses;
        let score = (found.wins as f64 + found.draws as f64 * draw) / ended as f64;
        json!({
            "move": found.mv.to_string(),
            "games": found.games,
            "wins": found.wins,
            "draws": found.draws,
            "losses": found.losses,
            "open": found.games - ended,
            "score": (ended > 0).then_some(score),
        })
    });
    let games: u64 = continuations.iter().map(|found| found.games).sum();
    Ok(Json(json!({ "games": games, "moves": moves.collect::<Vec<_>>() })))
}
