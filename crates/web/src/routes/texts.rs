//! Games as texts.

use axum::extract::State;
use axum::{Extension, Json};
use quoridor_service::routes::texts::{Imported, ReadJson};

use crate::address::Address;
use crate::extract::Body;
use crate::problem::Problem;
use crate::server::{Action, Server};

/// `POST /api/import`
pub(crate) async fn import(
    State(server): State<Server>,
    Extension(address): Extension<Address>,
    Body(request): Body<Imported>,
) -> Result<Json<ReadJson>, Problem> {
    // A long file is read page by page.
    let action = if request.is_first_page() { Action::Import } else { Action::Page };
    server.allow(address, action)?;
    let limits = server.limits().texts();
    Ok(Json(server.read_file(address, move || request.read(&limits)).await??))
}
