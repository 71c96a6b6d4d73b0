//! Searches that take a while: where their answers go, and how they are told to stop.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;

use crate::problem::Problem;

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

impl Outbox for Arc<dyn Outbox> {
    fn say(&self, message: &Value) {
        (**self).say(message);
    }

    fn mention(&self, message: &Value) {
        (**self).mention(message);
    }
}

/// A search whose client is told if it panics.
pub(crate) struct Caught {
    id: Option<u64>,
    work: Box<dyn Work>,
    outbox: Arc<dyn Outbox>,
}

impl Caught {
    /// The work that `begin` makes of an outbox.
    pub(crate) fn new(
        id: Option<u64>,
        outbox: Box<dyn Outbox>,
        begin: impl FnOnce(Box<dyn Outbox>) -> Result<Box<dyn Work>, Problem>,
    ) -> Result<Self, Problem> {
        let outbox: Arc<dyn Outbox> = outbox.into();
        Ok(Self { id, work: begin(Box::new(Arc::clone(&outbox)))?, outbox })
    }
}

impl Work for Caught {
    fn run(&mut self, signal: &Signal) -> bool {
        catch_unwind(AssertUnwindSafe(|| self.work.run(signal))).unwrap_or_else(|_| {
            self.outbox.say(&Problem::search_failed().message(self.id));
            true
        })
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    struct Panicking;

    impl Work for Panicking {
        fn run(&mut self, _: &Signal) -> bool {
            panic!("a search failed")
        }
    }

    struct Messages(Arc<Mutex<Vec<Value>>>);

    impl Outbox for Messages {
        fn say(&self, message: &Value) {
            self.0.lock().unwrap().push(message.clone());
        }
    }

    #[test]
    fn a_search_that_panics_is_answered() {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let outbox = Box::new(Messages(Arc::clone(&heard)));
        let mut caught = Caught::new(Some(7), outbox, |_| Ok(Box::new(Panicking))).ok().unwrap();
        assert!(caught.run(&Signal::default()));
        let heard = heard.lock().unwrap();
        assert_eq!((&heard[0]["type"], &heard[0]["id"]), (&"error".into(), &7.into()));
    }
}
