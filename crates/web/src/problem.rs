//! How a request fails, as an answer of HTTP.

use std::fmt;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use quoridor_service as service;
use quoridor_session::Refusal;
use quoridor_store::StoreError;
use serde_json::Value;

pub(crate) use service::ErrorJson;

/// Why a request was not done.
#[derive(Debug)]
pub(crate) struct Problem(pub(crate) service::Problem);

impl Problem {
    pub(crate) fn new(status: StatusCode, line: impl fmt::Display) -> Self {
        Self(service::Problem::new(status.as_u16(), line))
    }

    /// The request cannot be understood, or asks for something impossible.
    pub(crate) fn bad(line: impl fmt::Display) -> Self {
        Self(service::Problem::bad(line))
    }

    /// The client asks too often.
    pub(crate) fn too_many(line: impl fmt::Display) -> Self {
        Self(service::Problem::too_many(line))
    }

    /// There is too much to do, or no more time.
    pub(crate) fn busy(line: impl fmt::Display) -> Self {
        Self(service::Problem::busy(line))
    }

    /// As a message of a WebSocket.
    pub(crate) fn message(&self, id: Option<u64>) -> Value {
        self.0.message(id)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<service::Problem> for Problem {
    fn from(problem: service::Problem) -> Self {
        Self(problem)
    }
}

impl From<Problem> for service::Problem {
    fn from(problem: Problem) -> Self {
        problem.0
    }
}

impl From<&StoreError> for Problem {
    fn from(error: &StoreError) -> Self {
        Self(error.into())
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        Self::from(&error)
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        Self(refusal.into())
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status());
        (status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR), Json(self.0.json())).into_response()
    }
}
