//! Everything that can be asked.

use std::time::Duration;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use serde_json::{Value, json};
use tower_http::timeout::TimeoutLayer;

use crate::problem::Problem;
use crate::routes::{games, openapi, players, positions, store, texts};
use crate::server::Server;
use crate::{analysis, files, guard};

/// The largest file that can be imported.
const LARGEST_IMPORT: usize = 1 << 20;

/// The largest of all other requests.
const LARGEST_REQUEST: usize = 1 << 16;

/// After which time a request that was not answered is given up.
const PATIENCE: Duration = Duration::from_secs(30);

/// Everything that can be asked, without a socket.
pub fn app(server: Server) -> Router {
    let imports = Router::new()
        .route("/api/import", post(texts::import))
        .route("/api/store/games", get(store::list).post(store::keep))
        .layer(DefaultBodyLimit::max(LARGEST_IMPORT));
    Router::new()
        .route("/api/health", get(health))
        .route("/api/openapi.json", get(openapi::openapi))
        .route("/api/position", post(positions::position))
        .route("/api/check", post(positions::check))
        .route("/api/setup", post(positions::setup))
        .route("/api/export", post(texts::export))
        .route("/api/players", get(players::players))
        .route("/api/explore", post(store::explore))
        .route("/api/store/games/{id}", get(store::show))
        .route("/api/games", post(games::begin))
        .route("/api/games/{game}", get(games::show))
        .route("/api/games/{game}/claim", post(games::claim))
        .route("/api/games/{game}/live", get(games::live))
        .route("/api/analysis", get(analysis::connect))
        .route("/api/{*rest}", axum::routing::any(no_route))
        .layer(DefaultBodyLimit::max(LARGEST_REQUEST))
        .merge(imports)
        .method_not_allowed_fallback(wrong_method)
        .fallback(files::file)
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, PATIENCE))
        .layer(middleware::from_fn_with_state(server.clone(), guard::guard))
        .with_state(server)
}

async fn health(State(server): State<Server>) -> Json<Value> {
    let (running, waiting) = server.compute().analyses();
    let analyses = json!({ "running": running, "waiting": waiting });
    Json(json!({ "ok": true, "version": env!("CARGO_PKG_VERSION"), "analyses": analyses }))
}

async fn no_route() -> Response {
    Problem::new(StatusCode::NOT_FOUND, "there is no such route: docs/http.md lists them")
        .into_response()
}

async fn wrong_method() -> Response {
    Problem::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "this route takes another method: docs/http.md says which",
    )
    .into_response()
}
