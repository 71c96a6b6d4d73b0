//! Counts and times for operators, in the text format of Prometheus.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The upper bounds of the histograms' buckets, in milliseconds.
const BUCKETS: [u64; 11] = [1, 2, 5, 10, 25, 50, 100, 250, 1000, 5000, 30_000];

/// Why something was refused.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rejection {
    /// An address has asked too much.
    Rate,
    /// An address has too many connections.
    Connections,
    /// There is no memory for another table.
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

/// How long something took.
#[derive(Debug, Default)]
pub(crate) struct Histogram {
    buckets: [AtomicU64; BUCKETS.len()],
    count: AtomicU64,
    microseconds: AtomicU64,
}

impl Histogram {
    pub(crate) fn note(&self, time: Duration) {
        let milliseconds = time.as_millis() as u64;
        if let Some(bucket) = BUCKETS.iter().position(|&most| milliseconds <= most) {
            self.buckets[bucket].fetch_add(1, Ordering::Relaxed);
        }
        self.count.fetch_add(1, Ordering::Relaxed);
        self.microseconds.fetch_add(time.as_micros() as u64, Ordering::Relaxed);
    }

    fn write(&self, text: &mut String, name: &str, help: &str) {
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} histogram");
        let mut sum = 0;
        for (bucket, most) in self.buckets.iter().zip(BUCKETS) {
            sum += bucket.load(Ordering::Relaxed);
            let _ = writeln!(text, "{name}_bucket{{le=\"{}\"}} {sum}", most as f64 / 1000.0);
        }
        let count = self.count.load(Ordering::Relaxed);
        let seconds = self.microseconds.load(Ordering::Relaxed) as f64 / 1e6;
        let _ = writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {count}");
        let _ = writeln!(text, "{name}_sum {seconds}\n{name}_count {count}");
    }
}

/// Everything that is counted.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// Requests by the first digit of their status.
    requests: [AtomicU64; 6],
    rejections: [AtomicU64; REJECTIONS.len()],
    /// From a move's arrival to its acknowledgement.
    pub(crate) moves: Histogram,
    /// From a request's headers to its answer.
    pub(crate) request_times: Histogram,
    /// Writes of the store, all games of one transaction together.
    pub(crate) writes: Histogram,
}

impl Metrics {
    pub(crate) fn request(&self, status: u16, time: Duration) {
        self.requests[usize::from(status / 100).min(5)].fetch_add(1, Ordering::Relaxed);
        self.request_times.note(time);
    }

    pub(crate) fn reject(&self, why: Rejection) {
        self.rejections[why as usize].fetch_add(1, Ordering::Relaxed);
    }

    /// The counts, and gauges that others know: name, explanation, value.
    pub(crate) fn text(&self, gauges: &[(&str, &str, u64)]) -> String {
        let mut text = String::new();
        let counter = |text: &mut String, name: &str, help: &str| {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} counter");
        };
        counter(&mut text, "quoridor_requests_total", "Requests by status.");
        for (digit, count) in self.requests.iter().enumerate().skip(1) {
            let count = count.load(Ordering::Relaxed);
            let _ = writeln!(text, "quoridor_requests_total{{status=\"{digit}xx\"}} {count}");
        }
        counter(&mut text, "quoridor_rejections_total", "What was refused, and why.");
        for (reason, count) in REJECTIONS.iter().zip(&self.rejections) {
            let count = count.load(Ordering::Relaxed);
            let _ = writeln!(text, "quoridor_rejections_total{{reason=\"{reason}\"}} {count}");
        }
        self.moves.write(&mut text, "quoridor_move_seconds", "Time until a move is acknowledged.");
        self.request_times.write(&mut text, "quoridor_request_seconds", "Time of a request.");
        self.writes.write(&mut text, "quoridor_store_write_seconds", "Time of a transaction.");
        for (name, help, value) in gauges {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_cumulative() {
        let histogram = Histogram::default();
        for milliseconds in [0, 1, 3, 90_000] {
            histogram.note(Duration::from_millis(milliseconds));
        }
        let mut text = String::new();
        histogram.write(&mut text, "x", "y");
        assert!(text.contains("x_bucket{le=\"0.001\"} 2\n"), "{text}");
        assert!(text.contains("x_bucket{le=\"0.005\"} 3\n"), "{text}");
        assert!(text.contains("x_bucket{le=\"30\"} 3\nx_bucket{le=\"+Inf\"} 4\nx_sum 90.004\n"));
    }
}
