//! Iterative deepening.

use quoridor_core::Move;
use quoridor_engine::{Budget, Decision, Limits, Progress, Value, Watch};

/// The deepest that a search goes.
pub(crate) const MAX_DEPTH: u32 = 64;

/// A completed search to a depth.
pub(crate) struct Iteration {
    pub(crate) value: Value,
    /// The best moves, at least one.
    pub(crate) line: Vec<Move>,
    /// Whether a deeper search would take too long.
    pub(crate) is_last: bool,
}

/// Searches deeper and deeper until a limit is reached or the result is proved; the last completed
/// depth counts, and without one `first` is played. A search gives up with `None`.
///
/// It begins with depth 1 also under a limit of depth alone: if it is stopped early it has an
/// answer, and the smaller depths cost little.
pub(crate) fn deepen(
    first: Move,
    limits: &Limits,
    watch: &mut Watch<'_>,
    mut search: impl FnMut(u32, &mut Budget, &Watch<'_>) -> Option<Iteration>,
) -> Decision {
    let mut budget = Budget::new(limits);
    let mut decision = Decision::at_once(first);
    for depth in 1..=limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH) {
        let Some(Iteration { value, line, is_last }) = search(depth, &mut budget, watch) else {
            break;
        };
        let nodes = budget.nodes();
        watch.report(&Progress {
            depth,
            value,
            nodes,
            time: budget.elapsed(),
            line: line.clone(),
            rank: 1,
            fullness: None,
        });
        decision = Decision { value: Some(value), depth, ..Decision::at_once(line[0]) };
        decision.line = line;
        let is_proved = matches!(value, Value::WinIn(_) | Value::LossIn(_));
        if is_proved || is_last || budget.is_over(watch) {
            break;
        }
    }
    Decision { nodes: budget.nodes(), ..decision }
}
