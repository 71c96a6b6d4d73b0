//! The limits of a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::agent::Watch;
use crate::clock::Moment;

/// The limits of a search. Nothing is limited unless it is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Limits {
    /// Time on the clock of the machine.
    pub time: Option<Duration>,
    /// The most time that a hard move may take. Time that is not used is saved for later moves, so
    /// a player that can tell an easy move from a hard one may answer long before
    /// [`time`](Self::time), or take more, but never more than this. `None` if nothing is gained by
    /// being quick: then `time` is the limit.
    pub stretch: Option<Duration>,
    /// Positions searched.
    pub nodes: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Playouts.
    pub simulations: Option<u64>,
}

impl Limits {
    /// No limit at all.
    pub const NONE: Self =
        Self { time: None, stretch: None, nodes: None, depth: None, simulations: None };

    /// A limit of time.
    pub const fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::NONE }
    }

    /// A limit of nodes.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::NONE }
    }

    /// A limit of depth.
    pub const fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::NONE }
    }

    /// A limit of playouts.
    pub const fn simulations(simulations: u64) -> Self {
        Self { simulations: Some(simulations), ..Self::NONE }
    }

    /// Whether nothing is limited.
    pub fn is_none(&self) -> bool {
        *self == Self::NONE
    }

    /// These limits for a player that plays no games out: a limit of them is none.
    #[must_use]
    pub const fn without_simulations(self) -> Self {
        Self { simulations: None, ..self }
    }

    /// The time of a search that may take some multiple of [`time`](Self::time): no more than the
    /// stretch, and `time` itself if there is none.
    pub(crate) fn stretched_time(&self, times: f64) -> Option<Duration> {
        match (self.time, self.stretch) {
            (Some(time), Some(stretch)) => {
                let wanted = Duration::try_from_secs_f64(times * time.as_secs_f64());
                Some(wanted.map_or(stretch, |wanted| wanted.min(stretch)))
            }
            (time, _) => time,
        }
    }

    /// These limits; or the others if none of these is set.
    #[must_use]
    pub fn or(self, others: Self) -> Self {
        if self.is_none() { others } else { self }
    }
}

/// Keeps count of what a search uses up.
#[derive(Debug)]
pub struct Budget {
    limits: Limits,
    /// The time after which it is over: that of the limits, unless the search takes more of its
    /// clock.
    time: Option<Duration>,
    begin: Moment,
    nodes: u64,
    /// Where nodes are added up that other threads want to know of.
    counter: Option<Arc<AtomicU64>>,
    spent: bool,
}

/// The number of nodes between two checks of the clock.
const NODES_BETWEEN_LOOKS: u64 = 256;

impl Budget {
    /// Begins to count now.
    pub fn new(limits: &Limits) -> Self {
        Self {
            limits: *limits,
            time: limits.time,
            begin: Moment::now(),
            nodes: 0,
            counter: None,
            spent: false,
        }
    }

    /// The same budget, its nodes also counted in a place that other threads can see: every so
    /// often, not each at once.
    #[must_use]
    pub fn counted_in(self, counter: Arc<AtomicU64>) -> Self {
        Self { counter: Some(counter), ..self }
    }

    /// Lets the search take some multiple of its time from its beginning on, if that may be
    /// stretched, and at most as far as it may.
    pub(crate) fn stretch(&mut self, times: f64) {
        self.time = self.limits.stretched_time(times);
    }

    /// Counts a node, and says whether the search may go on. Once it may not, it never may.
    #[inline]
    pub fn take_node(&mut self, watch: &Watch<'_>) -> bool {
        if self.spent || self.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            self.spent = true;
            return false;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) {
            self.spent = self.is_over(watch);
            if let Some(counter) = &self.counter {
                counter.fetch_add(NODES_BETWEEN_LOOKS, Ordering::Relaxed);
            }
        }
        !self.spent
    }

    /// Whether the time is over or the search was stopped: a look at the clock.
    pub fn is_over(&self, watch: &Watch<'_>) -> bool {
        watch.is_stopped() || self.time.is_some_and(|limit| self.begin.elapsed() >= limit)
    }

    /// Whether a node was refused, or the time was over at the last look.
    #[inline]
    pub const fn is_spent(&self) -> bool {
        self.spent
    }

    /// How many nodes were counted.
    #[inline]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How long it has been.
    pub fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// The limits.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: one and a half times 200 ms are 300 ms, but not if 250 ms are the most.
    #[test]
    fn time_is_stretched_only_as_far_as_it_may() {
        let milliseconds = Duration::from_millis;
        let stretched =
            |time, stretch, times| Limits { time, stretch, ..Limits::NONE }.stretched_time(times);
        let time = Some(milliseconds(200));
        assert_eq!(stretched(time, None, 1.5), time, "movetime");
        assert_eq!(stretched(time, Some(milliseconds(600)), 1.0), time);
        assert_eq!(stretched(time, Some(milliseconds(600)), 1.5), Some(milliseconds(300)));
        assert_eq!(stretched(time, Some(milliseconds(250)), 1.5), Some(milliseconds(250)));
        assert_eq!(
            stretched(time, Some(milliseconds(250)), f64::INFINITY),
            Some(milliseconds(250))
        );
        assert_eq!(stretched(None, None, 1.5), None);
    }
}
