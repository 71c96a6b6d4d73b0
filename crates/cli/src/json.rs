//! JSON on the standard output: one line, with the keys in alphabetical order.

use serde::Serialize;
use serde_json::json;

/// An answer as a line of JSON.
pub(crate) fn json_line(answer: &impl Serialize) -> String {
    format!("{}\n", json!(answer))
}
