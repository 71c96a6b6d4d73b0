//! Searches that take a while: where their answers go, and how they are told to stop.

use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;

/// Something to search.
pub trait Work: Send {
    /// Searches, and ends soon after it is told to stop. Whether it is done; if not, it is called
    /// again, unless it is cancelled.
    fn run(&mut self, signal: &Signal) -> bool;
}

/// Where messages to a client are put. Never blocks.
pub trait Outbox: Send + Sync {
    /// Says something that must arrive.
    fn say(&self, message: &Value);

    /// Says something that may be left out when the client is behind.
    fn mention(&self, message: &Value) {
        self.say(message);
    }
}

/// The signals that a search receives.
#[derive(Debug, Default)]
pub struct Signal {
    stop: AtomicBool,
    cancelled: AtomicBool,
    done: AtomicBool,
}

impl Signal {
    /// Set when the search is to end, for now or for good.
    pub const fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// Whether it is to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Whether nobody wants its answer any more.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::SeqCst)
    }

    /// Whether it has ended by itself.
    pub fn is_done(&self) -> bool {
        self.done.load(Ordering::SeqCst)
    }

    /// Stops it for now.
    pub fn interrupt(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }

    /// Lets it go on after an interruption.
    pub fn resume(&self) {
        self.stop.store(false, Ordering::SeqCst);
    }

    /// Stops it for good.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::SeqCst);
        self.interrupt();
    }

    /// Notes whether it has ended by itself.
    pub fn set_done(&self, is_done: bool) {
        self.done.store(is_done, Ordering::SeqCst);
    }
}
