//! The log for operators: lines of JSON on the error output.

use std::io::{Write, stderr};
use std::time::{Duration, SystemTime};

use serde_json::json;

use crate::address::Address;

/// Writes lines, or none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Log {
    is_on: bool,
}

impl Log {
    pub(crate) const fn new(is_on: bool) -> Self {
        Self { is_on }
    }

    /// A request that was answered. Its query is left out: names of players are in it.
    pub(crate) fn request(
        self,
        address: Address,
        method: &str,
        path: &str,
        status: u16,
        time: Duration,
    ) {
        self.line(&json!({
            "event": "request",
            "address": address.to_string(),
            "method": method,
            "path": path.chars().take(200).collect::<String>(),
            "status": status,
            "ms": time.as_micros() as f64 / 1000.0,
        }));
    }

    /// Anything else.
    pub(crate) fn event(self, event: &str, detail: &str) {
        self.line(&json!({ "event": event, "detail": detail }));
    }

    fn line(self, event: &serde_json::Value) {
        if !self.is_on {
            return;
        }
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let mut event = event.clone();
        event["time"] = json!(now.as_millis() as u64);
        // Nobody may be there to read it.
        let _ = writeln!(stderr().lock(), "{event}");
    }
}
