//! A position is searched, deeper and deeper.

use std::time::Duration;

use quoridor_core::Game;
use quoridor_engine::{Decision, Limits, Moment, Progress, Watch};
use quoridor_json::{DecisionJson, ValueJson, for_south};
use serde_json::{Value, json};

use super::analyst::Analysts;
use crate::players::Player;
use crate::problem::Problem;
use crate::work::{Outbox, Signal, Work};

/// The first time for which a player that reports one line only thinks; then twice as long.
const FIRST_SLICE: Duration = Duration::from_secs(1);

/// An analysis of a position.
pub(crate) struct Search {
    id: u64,
    game: Game,
    analyst: Player,
    depth: Option<u32>,
    /// How many lines are wanted.
    lines: usize,
    /// The remaining time.
    time: Duration,
    /// Whether the player reports one line only: it tells what it thinks of the other moves when it
    /// decides, so it thinks for a slice of the time, and again for a longer one.
    has_one_line: bool,
    slice: Duration,
    told: Told,
    outbox: Box<dyn Outbox>,
}

/// The reports so far. When a search that was interrupted goes on, it begins anew (with a full
/// table, so quickly): what the client knows is not said again.
#[derive(Clone, Copy, Default)]
struct Told {
    depth: u32,
    rank: usize,
    /// The nodes of the newest report, without those from before an interruption.
    reported: u64,
    /// The nodes and the time from before the search was interrupted.
    nodes: u64,
    time: Duration,
}

impl Told {
    /// Whether a report says more. The depth of a tree search may fall, its nodes do not.
    fn is_news(&self, progress: &Progress) -> bool {
        let Progress { depth, rank, nodes, .. } = *progress;
        (depth, rank) > (self.depth, self.rank) || (nodes, rank) > (self.reported, self.rank)
    }
}

impl Search {
    pub(crate) fn new(
        id: u64,
        game: Game,
        player: Option<&str>,
        lines: usize,
        limits: Limits,
        outbox: Box<dyn Outbox>,
        analysts: Analysts<'_>,
    ) -> Result<Self, Problem> {
        let analyst = analysts.build(player, game.position(), lines)?;
        let has_one_line = lines > 1 && !analysts.ranks_lines(player, game.position())?;
        let (slice, told) = (FIRST_SLICE, Told::default());
        let (depth, time) = (limits.depth, limits.time.unwrap_or_default());
        Ok(Self { id, game, analyst, depth, lines, time, has_one_line, slice, told, outbox })
    }
}

impl Work for Search {
    fn run(&mut self, signal: &Signal) -> bool {
        loop {
            // A player that answers at once never uses its time up.
            let is_last = !self.has_one_line || self.slice >= self.time;
            let decision = self.think(signal);
            if signal.is_cancelled() {
                return true;
            }
            self.tell_lines(&decision);
            if self.time.is_zero() || is_last && !signal.is_stopped() {
                self.tell_decision(&decision);
                return true;
            }
            if signal.is_stopped() {
                return false;
            }
            self.slice *= 2;
        }
    }
}

impl Search {
    /// Searches as long as it may, and says what is found on the way.
    fn think(&mut self, signal: &Signal) -> Decision {
        let Self { id, game, analyst, depth, time, told, outbox, .. } = self;
        let (before, begin) = (*told, Moment::now());
        let most = if self.has_one_line { self.slice.min(*time) } else { *time };
        let limits = Limits { time: Some(most), depth: *depth, ..Limits::NONE };
        let mut report = |progress: &Progress| {
            if !signal.is_cancelled() && told.is_news(progress) {
                (told.depth, told.rank) = (progress.depth, progress.rank);
                told.reported = progress.nodes;
                outbox.mention(&progress_words(*id, game, progress, &before));
            }
        };
        let decision =
            analyst.agent.choose(game, &limits, &mut Watch::new(signal.stop(), &mut report));
        *time = time.saturating_sub(begin.elapsed());
        told.nodes += decision.nodes;
        told.time += begin.elapsed();
        decision
    }

    /// The best moves of a player that reports one line only.
    fn tell_lines(&self, decision: &Decision) {
        if !self.has_one_line {
            return;
        }
        for (place, root) in decision.root.iter().take(self.lines).enumerate() {
            let line = if root.mv == decision.mv { decision.line.clone() } else { vec![root.mv] };
            let progress = Progress {
                depth: decision.depth,
                value: root.value,
                nodes: 0,
                time: Duration::ZERO,
                line,
                rank: place + 1,
                fullness: None,
            };
            self.outbox.mention(&progress_words(self.id, &self.game, &progress, &self.told));
        }
    }

    fn tell_decision(&self, decision: &Decision) {
        let position = self.game.position();
        let terms = self.analyst.agent.explain(position);
        let words = DecisionJson::new(decision, &terms, position.turn(), position.seats());
        let done = json!({ "type": "done", "id": self.id, "stopped": false, "decision": words });
        self.outbox.say(&done);
    }
}

fn progress_words(id: u64, game: &Game, progress: &Progress, before: &Told) -> Value {
    let position = game.position();
    let south = for_south(progress.value, position.turn(), position.seats());
    let (nodes, time) = (before.nodes + progress.nodes, before.time + progress.time);
    json!({
        "type": "progress",
        "id": id,
        "depth": progress.depth,
        "rank": progress.rank,
        "value": ValueJson::from(progress.value),
        "south": south.map(ValueJson::from),
        "chance": south.and_then(quoridor_engine::Value::win_probability),
        "text": progress.value.to_string(),
        "line": progress.line.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "nodes": nodes,
        "speed": (nodes as f64 / time.as_secs_f64().max(0.001)) as u64,
        "ms": time.as_millis() as u64,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Question;
    use crate::players::{PlayerLimits, Players};
    use std::sync::mpsc::{Sender, channel};

    struct Machine;

    impl Players for Machine {
        fn limits(&self) -> PlayerLimits {
            PlayerLimits { table_mib: 16, threads: 1 }
        }

        fn hold(&self, _: u64) -> Result<Box<dyn std::any::Any + Send>, Problem> {
            Ok(Box::new(()))
        }
    }

    struct Messages(std::sync::Mutex<Sender<Value>>);

    impl Outbox for Messages {
        fn say(&self, message: &Value) {
            self.0.lock().unwrap().send(message.clone()).unwrap();
        }
    }

    /// The slices of a player that answers at once doubled until they overflowed.
    #[test]
    fn a_player_that_answers_at_once_is_asked_a_few_times() {
        let question = r#"{"type": "analyse", "id": 1, "player": "random", "lines": 3,
            "seconds": 600}"#;
        let (sender, messages) = channel();
        let outbox = Box::new(Messages(std::sync::Mutex::new(sender)));
        let question = Question::read(question).unwrap();
        let time = Duration::from_secs(600);
        let mut work = question.work(time, &Machine, outbox, |_| unreachable!()).unwrap();
        assert!(work.run(&Signal::default()));
        assert_eq!(messages.try_iter().last().unwrap()["type"], "done");
    }

    fn progress(depth: u32, rank: usize, nodes: u64) -> Progress {
        let (time, line, fullness) = (Duration::ZERO, Vec::new(), None);
        let value = quoridor_engine::Value::Chance(0.5);
        Progress { depth, value, nodes, time, line, rank, fullness }
    }

    #[test]
    fn a_report_is_made_once() {
        let told = Told { depth: 7, rank: 2, reported: 500, ..Told::default() };
        // Alpha-beta: deeper, or the next line of the same depth.
        assert!(told.is_news(&progress(8, 1, 100)) && told.is_news(&progress(7, 3, 500)));
        // A tree search: shorter lines, but more nodes.
        assert!(told.is_news(&progress(5, 1, 600)));
        for (depth, rank, nodes) in [(7, 2, 500), (7, 1, 400), (6, 3, 500 - 1), (6, 2, 500)] {
            assert!(!told.is_news(&progress(depth, rank, nodes)), "{depth} {rank} {nodes}");
        }
    }
}
