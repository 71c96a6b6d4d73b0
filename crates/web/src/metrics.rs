//! Counts and times for operators, in the text format of Prometheus.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// The upper bounds of the histograms' buckets, in seconds.
const BUCKETS: [f64; 11] = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0];

/// Why something was refused.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rejection {
    /// An address has asked too much.
    Rate,
    /// An address has too many connections.
    Connections,
    /// There is no memory for another table or answer.
    Memory,
    /// Too many wait already.
    Queue,
    /// A foreign `Host` or `Origin`.
    Foreign,
    /// A request took too long.
    Time,
    /// A WebSocket broke a rule.
    Socket,
    /// The store failed.
    Store,
}

const REJECTIONS: [&str; 8] =
    ["rate", "connections", "memory", "queue", "foreign", "time", "socket", "store"];
const STATUSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

/// A counter for each value of one label.
type Counters = Family<[(&'static str, &'static str); 1], Counter<u64, AtomicU64>>;

/// How long something took.
#[derive(Clone, Debug)]
pub(crate) struct Times(Histogram);

impl Default for Times {
    fn default() -> Self {
        Self(Histogram::new(BUCKETS))
    }
}

impl Times {
    pub(crate) fn note(&self, time: Duration) {
        self.0.observe(time.as_secs_f64());
    }
}

/// Everything that is counted.
#[derive(Debug)]
pub(crate) struct Metrics {
    requests: Counters,
    rejections: Counters,
    /// From a move's arrival to its acknowledgement.
    pub(crate) moves: Times,
    /// From a request's headers to its answer.
    request_times: Times,
    /// Writes of the store, all games of one transaction together.
    pub(crate) writes: Times,
}

impl Default for Metrics {
    /// Everything is there from the beginning, as zero.
    fn default() -> Self {
        let (requests, rejections) = (Counters::default(), Counters::default());
        STATUSES.iter().for_each(|status| drop(requests.get_or_create(&[("status", status)])));
        REJECTIONS.iter().for_each(|why| drop(rejections.get_or_create(&[("reason", why)])));
        let (moves, request_times, writes) = Default::default();
        Self { requests, rejections, moves, request_times, writes }
    }
}

impl Metrics {
    pub(crate) fn request(&self, status: u16, time: Duration) {
        let status = STATUSES[usize::from(status / 100).clamp(1, STATUSES.len()) - 1];
        self.requests.get_or_create(&[("status", status)]).inc();
        self.request_times.note(time);
    }

    pub(crate) fn reject(&self, why: Rejection) {
        self.rejections.get_or_create(&[("reason", REJECTIONS[why as usize])]).inc();
    }

    /// The counts, and gauges that others know: name, explanation, value.
    pub(crate) fn text(&self, gauges: &[(&str, &str, u64)]) -> String {
        let mut all = Registry::with_prefix("quoridor");
        all.register("requests", "Requests by status", self.requests.clone());
        all.register("rejections", "Refused requests by reason", self.rejections.clone());
        let mut times = |name, help, times: &Times| all.register(name, help, times.0.clone());
        times("move_seconds", "Time until a move is acknowledged", &self.moves);
        times("request_seconds", "Time of a request", &self.request_times);
        times("store_write_seconds", "Time of a transaction", &self.writes);
        for &(name, help, value) in gauges {
            all.register(name, help, ConstGauge::new(value.cast_signed()));
        }
        let mut text = String::new();
        // A string takes everything.
        let _ = encode(&mut text, &all);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1.9 ms counted as at most one.
    #[test]
    fn times_are_in_the_bucket_above_them() {
        let metrics = Metrics::default();
        for microseconds in [0, 1000, 1900, 90_000_000] {
            metrics.moves.note(Duration::from_micros(microseconds));
        }
        let text = metrics.text(&[("games", "Games in memory", 7)]);
        for line in [
            "quoridor_move_seconds_bucket{le=\"0.001\"} 2",
            "quoridor_move_seconds_bucket{le=\"0.002\"} 3",
            "quoridor_move_seconds_bucket{le=\"30.0\"} 3",
            "quoridor_move_seconds_bucket{le=\"+Inf\"} 4",
            "quoridor_move_seconds_count 4",
            "quoridor_rejections_total{reason=\"store\"} 0",
            "quoridor_games 7",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}: {text}");
        }
    }
}
