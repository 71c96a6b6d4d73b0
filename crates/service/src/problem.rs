//! How a request fails: a status and one line.

use std::fmt;

use quoridor_core::{IllegalMove, visible};
use quoridor_json::Code;
use quoridor_session::{Refusal, StorageError};
use quoridor_store::StoreError;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

/// Why a request was not done.
#[derive(Debug)]
pub struct Problem {
    status: u16,
    /// One line: the problem, and what would be right.
    line: String,
    /// For programs, if the rules refuse a move.
    refusal: Option<Code>,
}

/// A request that failed.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Error")]
pub struct ErrorJson {
    /// One line: what was wrong, and what would be right.
    error: String,
}

impl Problem {
    /// A status of HTTP, and one line.
    pub fn new(status: u16, line: impl fmt::Display) -> Self {
        Self {
            status,
            line: visible(&line.to_string().replace(char::is_control, " ")).into_owned(),
            refusal: None,
        }
    }

    /// The request cannot be understood, or asks for something impossible.
    pub fn bad(line: impl fmt::Display) -> Self {
        Self::new(400, line)
    }

    /// There is no such thing.
    pub fn not_found(line: impl fmt::Display) -> Self {
        Self::new(404, line)
    }

    /// The rules refuse a move.
    pub fn illegal(reason: &IllegalMove) -> Self {
        Self { refusal: Some(reason.into()), ..Self::bad(reason) }
    }

    /// The client asks too often.
    pub fn too_many(line: impl fmt::Display) -> Self {
        Self::new(429, line)
    }

    /// There is too much to do, or no more time.
    pub fn busy(line: impl fmt::Display) -> Self {
        Self::new(503, line)
    }

    /// A search panicked.
    pub fn search_failed() -> Self {
        Self::new(500, "the search failed: please report how it came to this")
    }

    /// The status of HTTP.
    pub const fn status(&self) -> u16 {
        self.status
    }

    /// Whether the game was changed elsewhere.
    pub(crate) const fn is_conflict(&self) -> bool {
        self.status == 409
    }

    /// As the answer to a request.
    pub fn json(&self) -> ErrorJson {
        ErrorJson { error: self.line.clone() }
    }

    /// As a message of a conversation.
    pub fn message(&self, id: Option<u64>) -> Value {
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
            StoreError::NoGame(_) => 404,
            StoreError::Busy
            | StoreError::Interrupted
            | StoreError::Replaced
            | StoreError::ReadOnly => 503,
            // The game was continued elsewhere, in a terminal or by another server.
            StoreError::WrongPly { .. } | StoreError::Diverged(_) | StoreError::Over(_) => 409,
            _ => 500,
        };
        Self::new(status, format_args!("the store: {error}"))
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        Self::from(&error)
    }
}

impl From<StorageError> for Problem {
    fn from(error: StorageError) -> Self {
        let status = match error {
            StorageError::Changed => 409,
            StorageError::NoGame(_) => 404,
            StorageError::Failed(_) => 503,
        };
        Self::new(status, format_args!("the store: {error}"))
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        match &refusal {
            Refusal::Illegal(reason) => Self::illegal(reason),
            refusal => Self::bad(refusal),
        }
    }
}
