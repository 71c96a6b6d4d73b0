//! Everything that can be asked.

use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use axum::{Json, Router, middleware};
use quoridor_service::routes;
use serde_json::Value;

use crate::openapi::{Api, Operation, document};
use crate::problem::Problem;
use crate::routes::{games, health, store, texts};
use crate::server::Server;
use crate::{analysis, files, guard};

/// Requests that carry files.
fn imports() -> Api {
    routes::exports(Api::new())
        .post("/api/import", "importGames", "Read games and positions from a text", texts::import)
        .get("/api/store/games", "listGames", "List the games of the store", store::list)
        .post("/api/store/games", "keepGames", "Add the games of a text to the store", store::keep)
}

/// All other requests.
fn questions() -> Api {
    routes::questions(Api::new())
        .get("/api/health", "health", "Whether the server is well", health::health)
        .get(
            "/api/addresses",
            "listAddresses",
            "Where other devices find the server",
            health::addresses,
        )
        .post("/api/explore", "explore", "What was played in a position", store::explore)
        .get("/api/store/games/{id}", "showStoredGame", "A game of the store", store::show)
        .get(
            "/api/store/games/{id}/review",
            "showReview",
            "The review of a game of the store",
            store::review,
        )
        .post("/api/games", "beginGame", "Begin a live game", games::begin)
        .get("/api/games/{game}", "showGame", "The state of a live game", games::show)
        .post(
            "/api/games/{game}/claim",
            "claimGame",
            "The tokens of a game, for a browser on the server's machine",
            games::claim,
        )
        .get("/api/games/{game}/live", "playGame", "WebSocket: play or watch a game", games::live)
        .get("/api/analysis", "analyse", "WebSocket: analyse positions", analysis::connect)
}

/// The OpenAPI document of the routes.
#[must_use]
pub fn openapi() -> Value {
    let operations: Vec<Operation> =
        [questions(), imports()].into_iter().flat_map(|api| api.into_parts().1).collect();
    document(&operations)
}

/// Everything that can be asked, without a socket.
pub fn app(server: Server) -> Router {
    let limits = server.limits();
    let (imports, _) = imports().into_parts();
    let (questions, _) = questions().into_parts();
    questions
        .route("/api/openapi.json", get(async || Json(openapi())))
        .route("/metrics", get(health::metrics))
        .route("/api", any(no_route))
        .route("/api/", any(no_route))
        .route("/api/{*rest}", any(no_route))
        .layer(DefaultBodyLimit::max(limits.body_bytes))
        .merge(imports.layer(DefaultBodyLimit::max(limits.import_bytes)))
        .method_not_allowed_fallback(wrong_method)
        .fallback(files::file)
        .layer(middleware::from_fn_with_state(server.clone(), guard::guard))
        .with_state(server)
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
