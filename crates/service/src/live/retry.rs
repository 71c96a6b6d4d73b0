//! When something that failed is tried again.

use std::time::Duration;

const FIRST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(60);

/// Waits after failures: one second after the first, doubled each time up to a minute.
#[derive(Default)]
pub(super) struct Backoff {
    wait: Duration,
    until: Duration,
}

impl Backoff {
    /// It failed. Whether for the first time since it last succeeded.
    pub(super) fn fail(&mut self, now: Duration) -> bool {
        let is_first = self.wait.is_zero();
        self.wait = (self.wait * 2).clamp(FIRST, LONGEST);
        self.until = now + self.wait;
        is_first
    }

    /// The time until the next attempt.
    pub(super) fn left(&self, now: Duration) -> Duration {
        self.until.saturating_sub(now)
    }
}
