//! How a request fails: a status and one line.

use std::fmt;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use quoridor_core::{IllegalMove, visible};
use quoridor_json::Code;
use quoridor_session as session;
use quoridor_store::StoreError;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

/// Why a request was not done.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    /// One line: the problem, and what would be right.
    line: String,
    /// For programs, if the rules refuse a move.
    refusal: Option<Code>,
}

/// A request that failed.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Error")]
pub(crate) struct ErrorJson {
    /// One line: what was wrong, and what would be right.
    error: String,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, line: impl fmt::Display) -> Self {
        Self {
            status,
            line: visible(&line.to_string().replace(char::is_control, " ")).into_owned(),
            refusal: None,
        }
    }

    /// The request cannot be understood, or asks for something impossible.
    pub(crate) fn bad(line: impl fmt::Display) -> Self {
        Self::new(StatusCode::BAD_REQUEST, line)
    }

    /// The rules refuse a move.
    pub(crate) fn illegal(reason: &IllegalMove) -> Self {
        Self { refusal: Some(reason.into()), ..Self::bad(reason) }
    }

    /// The client asks too often.
    pub(crate) fn too_many(line: impl fmt::Display) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, line)
    }

    /// There is too much to do, or no more time.
    pub(crate) fn busy(line: impl fmt::Display) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, line)
    }

    /// As a message of a WebSocket.
    pub(crate) fn message(&self, id: Option<u64>) -> Value {
        let mut message = json!({ "type": "error", "id": id, "error": self.line });
        if let Some(Code { code, params }) = &self.refusal {
            message["code"] = json!(code);
            message["params"] = params.clone();
        }
        message
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line)
    }
}

impl From<&StoreError> for Problem {
    fn from(error: &StoreError) -> Self {
        let status = match error {
            StoreError::NoGame(_) => StatusCode::NOT_FOUND,
            StoreError::Busy | StoreError::Replaced | StoreError::ReadOnly => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            // The game was continued elsewhere, in a terminal or by another server.
            StoreError::WrongPly { .. } | StoreError::Diverged(_) | StoreError::Over(_) => {
                StatusCode::CONFLICT
            }
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self::new(status, format_args!("the store: {error}"))
    }
}

impl From<session::Refusal> for Problem {
    fn from(refusal: session::Refusal) -> Self {
        match &refusal {
            session::Refusal::Illegal(reason) => Self::illegal(reason),
            refusal => Self::bad(refusal),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status, Json(ErrorJson { error: self.line })).into_response()
    }
}
