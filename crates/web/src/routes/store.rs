//! The games of the store.

use axum::extract::{Path, State};
use axum::{Extension, Json};
use quoridor_core::notation::Dialect;
use quoridor_core::{Player, Position, Seats, record};
use quoridor_json::{BadGameJson, ExploredJson, ImportedJson, StoredGameJson, SummaryJson};
use quoridor_store::{
    BadGame, CheckedGame, Duplicates, Filter, GameId, Imported, NameIs, ResultIs, Store, StoreError,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;

use crate::address::Address;
use crate::extract::{Body, Parameters};
use crate::problem::Problem;
use crate::server::{Action, Server};
use crate::words::GameRequest;

/// The most games that one answer lists.
const MOST: usize = 500;

/// The games that are wanted.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Listed {
    /// A whole name.
    player: Option<String>,
    /// A part of a name, in capitals or not.
    name: Option<String>,
    /// Whole names beside `name`, separated by spaces.
    or_players: Option<String>,
    /// The seat of `player`.
    seat: Option<String>,
    /// The number of players.
    #[schemars(range(min = 2, max = 4))]
    seats: Option<usize>,
    /// `South wins`, `draw` or `open`.
    result: Option<String>,
    /// The first moves, separated by spaces.
    opening: Option<String>,
    /// A position that occurred.
    position: Option<String>,
    /// The fewest moves.
    min_plies: Option<usize>,
    /// The most moves.
    max_plies: Option<usize>,
    /// The first day, `2026-11-15`.
    since: Option<String>,
    /// The last day.
    until: Option<String>,
    /// The most games, 50 unless given.
    #[schemars(range(max = 500))]
    limit: Option<usize>,
    /// How many games to leave out first.
    #[serde(default)]
    offset: usize,
    /// `newest` unless given, or `oldest`.
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
    /// A page may show a player under another name than the stored one: `name` is a
    /// part of the latter, `or_players` are whole names beside it, separated by spaces.
    fn names(&self) -> Vec<NameIs> {
        let others = self.or_players.iter().flat_map(|names| names.split_whitespace());
        let part = self.name.iter().filter(|name| !name.is_empty()).cloned();
        part.map(NameIs::Containing)
            .chain(others.map(|name| NameIs::Exactly(name.to_owned())))
            .collect()
    }
}

/// The games of the store that match.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Games")]
pub(crate) struct GamesJson {
    /// How many match.
    total: u64,
    /// Those that were asked for.
    games: Vec<SummaryJson>,
}

/// `GET /api/store/games`
pub(crate) async fn list(
    State(server): State<Server>,
    Extension(address): Extension<Address>,
    Parameters(request): Parameters<Listed>,
) -> Result<Json<GamesJson>, Problem> {
    server.allow(address, Action::Search)?;
    let filter = request.filter()?;
    let (total, games) =
        server.reader().ask(move |store| Ok((store.count(&filter)?, store.list(&filter)?))).await?;
    Ok(Json(GamesJson { total, games: games.iter().map(SummaryJson::from).collect() }))
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
) -> Result<Json<StoredGameJson>, Problem> {
    let id = game_id(&id)?;
    let (summary, record) =
        server.reader().ask(move |store| Ok((store.summary(id)?, store.record(id)?))).await?;
    Ok(Json(StoredGameJson::new(&summary, &record).map_err(Problem::bad)?))
}

/// The review of a game of the store.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "StoredReview")]
pub(crate) struct ReviewJson {
    /// The messages of the review: `moves` as they were worked out, and the `summary`. Null if the
    /// game was not reviewed, or has changed since.
    review: Option<serde_json::Value>,
}

/// `GET /api/store/games/{id}/review`
pub(crate) async fn review(
    State(server): State<Server>,
    Path(id): Path<String>,
) -> Result<Json<ReviewJson>, Problem> {
    let id = game_id(&id)?;
    let kept = server.reader().ask(move |store| {
        let moves: Vec<String> =
            store.record(id)?.game().moves().iter().map(ToString::to_string).collect();
        Ok((store.review(id)?, moves))
    });
    let (document, moves) = kept.await?;
    let review: Option<serde_json::Value> =
        document.and_then(|document| serde_json::from_str(&document).ok());
    let is_same = |review: &serde_json::Value| {
        let reviewed = review["moves"].as_array().into_iter().flatten();
        reviewed.map(|each| each["move"].as_str()).eq(moves.iter().map(|mv| Some(mv.as_str())))
    };
    Ok(Json(ReviewJson { review: review.filter(is_same) }))
}

/// Records to add to the store.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "KeepGames")]
#[serde(deny_unknown_fields)]
pub(crate) struct Kept {
    text: String,
}

/// `POST /api/store/games`: the games are read and checked on a thread of their own; the store's
/// thread gets a few at a time, so that moves of other games come between.
pub(crate) async fn keep(
    State(server): State<Server>,
    Extension(address): Extension<Address>,
    Body(request): Body<Kept>,
) -> Result<Json<ImportedJson>, Problem> {
    server.allow(address, Action::Import)?;
    let (writer, limits) = (server.writer().clone(), server.limits().clone());
    let runtime = Handle::current();
    let work = move || {
        let (mut imported, mut batch, mut plies) = (Imported::default(), Vec::new(), 0);
        let mut games = record::read(&request.text);
        for (number, record) in games.by_ref().take(limits.games_kept).enumerate() {
            let checked = match record {
                Ok(record) if record.main.count_moves() > limits.game_moves => {
                    imported.bad.push(too_long(number + 1, limits.game_moves));
                    None
                }
                record => imported.check(number + 1, record),
            };
            let Some(game) = checked else { continue };
            plies += game.plies() + 1;
            batch.push(game);
            if plies >= limits.moves_written {
                plies = 0;
                let add = writer.ask(add_checked(std::mem::take(&mut batch)));
                imported += runtime.block_on(add)?;
            }
        }
        imported += runtime.block_on(writer.ask(add_checked(batch)))?;
        let mut problems: Vec<BadGameJson> =
            imported.bad.iter().take(limits.problems_shown).map(BadGameJson::from).collect();
        let more = imported.bad.iter().skip(limits.problems_shown).map(BadGameJson::from);
        problems.extend(BadGameJson::and_more(more));
        if games.next().is_some() {
            let (game, most) = (limits.games_kept + 1, limits.games_kept);
            let text = format!("only the first {most} games were read");
            problems.push(BadGameJson { file: None, game, line: None, text });
        }
        Ok(ImportedJson { added: imported.added, known: imported.duplicates, problems })
    };
    server.read_file(address, work).await?.map(Json)
}

fn add_checked(
    games: Vec<CheckedGame>,
) -> impl FnOnce(&mut Store) -> Result<Imported, StoreError> + Send {
    move |store| store.add_checked(games, Duplicates::Skip)
}

/// A game with more moves than the server reads.
fn too_long(game: usize, most: usize) -> BadGame {
    let error = StoreError::Unstorable(format!("a game of more than {most} moves"));
    BadGame::Refused { game, error }
}

/// A game whose last position is looked up.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "Explore")]
#[serde(deny_unknown_fields)]
pub(crate) struct Explored {
    #[serde(default)]
    game: GameRequest,
}

/// `POST /api/explore`
pub(crate) async fn explore(
    State(server): State<Server>,
    Extension(address): Extension<Address>,
    Body(request): Body<Explored>,
) -> Result<Json<ExploredJson>, Problem> {
    server.allow(address, Action::Search)?;
    let position = *request.game.game()?.position();
    let found = server.reader().ask(move |store| store.explore(&position)).await?;
    Ok(Json(ExploredJson::new(&position, &found)))
}
