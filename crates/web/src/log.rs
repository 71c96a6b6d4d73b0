//! The log for operators: lines of JSON on the error output.

use std::io::{Write, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::address::Address;

/// The lines that wait while nobody reads the error output. More are dropped, and counted.
const LINES: usize = 1000;

/// Hands lines to a thread that writes them, or to nobody. Never blocks.
#[derive(Clone, Debug)]
pub(crate) struct Log {
    lines: Option<SyncSender<Entry>>,
    dropped: Arc<AtomicU64>,
}

enum Entry {
    Line(Value),
    /// Everything before it is written.
    End(oneshot::Sender<()>),
}

impl Log {
    pub(crate) fn new(is_on: bool) -> Self {
        let dropped = Arc::new(AtomicU64::new(0));
        let lines = is_on.then(|| {
            let (lines, entries) = sync_channel(LINES);
            let dropped = Arc::clone(&dropped);
            thread::spawn(move || {
                let mut told = 0;
                for entry in entries {
                    match entry {
                        Entry::Line(line) => write(line),
                        Entry::End(done) => drop(done.send(())),
                    }
                    let lost = dropped.load(Ordering::Relaxed);
                    if lost > told {
                        write(event("dropped", &format!("{} lines", lost - told)));
                        told = lost;
                    }
                }
            });
            lines
        });
        Self { lines, dropped }
    }

    /// A request that was answered. Its query is left out: names of players are in it.
    pub(crate) fn request(
        &self,
        address: Address,
        method: &str,
        path: &str,
        status: u16,
        time: Duration,
    ) {
        self.put(|| {
            json!({
                "event": "request",
                "address": address.to_string(),
                "method": method,
                "path": path.chars().take(200).collect::<String>(),
                "status": status,
                "ms": time.as_micros() as f64 / 1000.0,
            })
        });
    }

    /// Anything else.
    pub(crate) fn event(&self, name: &str, detail: &str) {
        self.put(|| event(name, detail));
    }

    /// The lines that were dropped.
    pub(crate) fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }

    /// Waits until all lines are written, for so long at most.
    pub(crate) async fn finish(&self, most: Duration) {
        let Some(lines) = &self.lines else { return };
        let (done, all_done) = oneshot::channel();
        if lines.try_send(Entry::End(done)).is_ok() {
            let _ = timeout(most, all_done).await;
        }
    }

    fn put(&self, line: impl FnOnce() -> Value) {
        let Some(lines) = &self.lines else { return };
        let mut line = line();
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        line["time"] = json!(now.as_millis() as u64);
        if lines.try_send(Entry::Line(line)).is_err() {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }
}

fn event(name: &str, detail: &str) -> Value {
    json!({ "event": name, "detail": detail })
}

/// Nobody may be there to read it. Others who write there, like a panic, do not wait for more than
/// one line.
fn write(line: Value) {
    let _ = writeln!(stderr().lock(), "{line}");
}
