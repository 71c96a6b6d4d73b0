//! How a request fails: a status and one line.

use std::fmt;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use quoridor_core::IllegalMove;
use quoridor_store::StoreError;
use serde_json::{Value, json};

use crate::words::illegal_code;

/// Why a request was not done.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    /// What was wrong and what would be right, in one line.
    line: String,
    /// What the rules call it, if they refuse a move.
    code: Option<&'static str>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, line: impl fmt::Display) -> Self {
        Self { status, line: line.to_string().replace(char::is_control, " "), code: None }
    }

    /// The request cannot be understood, or asks for something impossible.
    pub(crate) fn bad(line: impl fmt::Display) -> Self {
        Self::new(StatusCode::BAD_REQUEST, line)
    }

    /// The rules refuse a move.
    pub(crate) fn illegal(reason: &IllegalMove) -> Self {
        Self { code: Some(illegal_code(reason)), ..Self::bad(reason) }
    }

    /// There is too much to do, or no more time.
    pub(crate) fn busy(line: impl fmt::Display) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, line)
    }

    /// As a message of a WebSocket.
    pub(crate) fn message(&self, id: Option<u64>) -> Value {
        match self.code {
            Some(code) => json!({ "type": "error", "id": id, "error": self.line, "code": code }),
            None => json!({ "type": "error", "id": id, "error": self.line }),
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        let status = match error {
            StoreError::NoGame(_) => StatusCode::NOT_FOUND,
            StoreError::Busy => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self::new(status, format_args!("the store: {error}"))
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.line }))).into_response()
    }
}
