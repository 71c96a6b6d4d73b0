//! The games of the store.

use axum::extract::{Path, State};
use axum::{Extension, Json};
use quoridor_json::{ExploredJson, ImportedJson, StoredGameJson};
use quoridor_service::routes::stored::{self, Explored, GamesJson, Kept, Listed, ReviewJson};
use quoridor_store::Duplicates;
use tokio::runtime::Handle;

use crate::address::Address;
use crate::extract::{Body, Parameters};
use crate::problem::Problem;
use crate::server::{Action, Server};

/// `GET /api/store/games`
pub(crate) async fn list(
    State(server): State<Server>,
    Extension(address): Extension<Address>,
    Parameters(request): Parameters<Listed>,
) -> Result<Json<GamesJson>, Problem> {
    server.allow(address, Action::Search)?;
    Ok(Json(server.readers().ask(address, move |store| stored::list(store, &request)).await?))
}

/// `GET /api/store/games/{id}`
pub(crate) async fn show(
    State(server): State<Server>,
    Extension(address): Extension<Address>,
    Path(id): Path<String>,
) -> Result<Json<StoredGameJson>, Problem> {
    Ok(Json(server.readers().ask(address, move |store| stored::show(store, &id)).await?))
}

/// `GET /api/store/games/{id}/review`
pub(crate) async fn review(
    State(server): State<Server>,
    Extension(address): Extension<Address>,
    Path(id): Path<String>,
) -> Result<Json<ReviewJson>, Problem> {
    Ok(Json(server.readers().ask(address, move |store| stored::review(store, &id)).await?))
}

/// `POST /api/store/games`: the games are read and checked on a thread of their own; the store's
/// thread gets a few at a time, so that moves of other games come between.
pub(crate) async fn keep(
    State(server): State<Server>,
    Extension(address): Extension<Address>,
    Body(request): Body<Kept>,
) -> Result<Json<ImportedJson>, Problem> {
    server.allow(address, Action::Import)?;
    let (writer, limits) = (server.writer().clone(), server.limits().texts());
    let runtime = Handle::current();
    let work = move || {
        request.keep(&limits, |games| {
            let add = writer.ask(move |store| store.add_checked(games, Duplicates::Skip));
            Ok(runtime.block_on(add)?)
        })
    };
    Ok(Json(server.read_file(address, work).await??))
}

/// `POST /api/explore`
pub(crate) async fn explore(
    State(server): State<Server>,
    Extension(address): Extension<Address>,
    Body(request): Body<Explored>,
) -> Result<Json<ExploredJson>, Problem> {
    server.allow(address, Action::Search)?;
    Ok(Json(server.readers().ask(address, move |store| stored::explore(store, &request)).await?))
}
