//! The `info` lines of a search.

use std::fmt;
use std::time::Duration;

use quoridor_core::{Move, Seats};

use crate::decision::{Decision, Progress, RootMove, Value};
use crate::protocol::command::Dialect;

/// A line about a search:
/// `info depth 4 multipv 1 score cp 25 nodes 1000 nps 50000 time 20 pv e2 e8`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Info<'a> {
    /// How the end of the game is counted.
    pub(super) count: PlyCount,
    pub(super) depth: u32,
    /// Which of the best lines it is, from one.
    pub(super) rank: usize,
    pub(super) value: Option<Value>,
    pub(super) nodes: u64,
    pub(super) time: Duration,
    /// How full the table is, in thousandths.
    pub(super) fullness: Option<u32>,
    pub(super) line: &'a [Move],
}

impl<'a> Info<'a> {
    /// About a search that goes on.
    pub(super) fn of_progress(progress: &'a Progress, count: PlyCount) -> Self {
        let Progress { depth, value, nodes, time, ref line, rank, fullness } = *progress;
        Self { count, depth, rank, value: Some(value), nodes, time, fullness, line }
    }

    /// About a search that is over: its line, then the other moves that it compared, up to `lines`
    /// in all. If it counts visits, moves without any have no line: nothing is known about them.
    pub(super) fn of_decision(
        decision: &'a Decision,
        time: Duration,
        lines: usize,
        count: PlyCount,
    ) -> impl Iterator<Item = Self> {
        let Decision { depth, nodes, value, ref line, .. } = *decision;
        let first = Self { count, depth, rank: 1, value, nodes, time, fullness: None, line };
        let has_visits = decision.root.iter().any(|root| root.visits > 0);
        let is_compared = move |root: &&RootMove| root.visits > 0 || !has_visits;
        let others = decision.root.iter().filter(|root| root.mv != decision.mv);
        let others = others.filter(is_compared);
        let others = (2..=lines).zip(others).map(move |(rank, root)| Self {
            rank,
            value: Some(root.value),
            line: std::slice::from_ref(&root.mv),
            ..first
        });
        std::iter::once(first).chain(others)
    }
}

impl fmt::Display for Info<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "info depth {} multipv {}", self.depth, self.rank)?;
        if let Some(value) = self.value {
            f.write_str(" score ")?;
            self.count.write_score(value, f)?;
        }
        let per_second = self.nodes as f64 / self.time.as_secs_f64().max(1e-9);
        write!(f, " nodes {} nps {per_second:.0} time {}", self.nodes, self.time.as_millis())?;
        if let Some(fullness) = self.fullness {
            write!(f, " hashfull {fullness}")?;
        }
        if !self.line.is_empty() {
            f.write_str(" pv")?;
        }
        self.line.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

/// How the moves to the end of a game are counted.
///
/// UGI counts the moves of all players, UCI only those of the player to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlyCount {
    pub(super) dialect: Dialect,
    pub(super) seats: Seats,
}

impl PlyCount {
    fn count(self, plies: u32) -> u32 {
        match self.dialect {
            Dialect::Ugi => plies,
            Dialect::Uci => plies.div_ceil(self.seats.count() as u32),
        }
    }

    fn write_score(self, value: Value, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match value {
            Value::Steps(score) | Value::Score(score) => {
                write!(f, "cp {:.0}", unsigned_zero((score * 100.0).round()))
            }
            Value::Chance(chance) => {
                let wins = (chance * 1000.0).round().clamp(0.0, 1000.0);
                write!(f, "cp {:.0} wdl {wins:.0} 0 {:.0}", centisteps(chance), 1000.0 - wins)
            }
            Value::WinIn(plies) => write!(f, "mate {}", self.count(plies)),
            Value::LossIn(plies) => write!(f, "mate -{}", self.count(plies)),
        }
    }
}

/// The score that stands for a probability of winning, in hundredths of a step: at most 1535 either
/// way, one game in ten thousand.
fn centisteps(chance: f64) -> f64 {
    unsigned_zero((100.0 * Value::steps_of(chance.clamp(0.0001, 0.9999))).round())
}

/// Never `-0`.
fn unsigned_zero(number: f64) -> f64 {
    if number == 0.0 { 0.0 } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(value: Value, dialect: Dialect, seats: Seats) -> String {
        let count = PlyCount { dialect, seats };
        let value = Some(value);
        let line = Info {
            count,
            depth: 3,
            rank: 1,
            value,
            nodes: 1000,
            time: Duration::from_millis(20),
            fullness: None,
            line: &[],
        };
        let text = line.to_string();
        let text = text.strip_prefix("info depth 3 multipv 1 score ").unwrap();
        text.strip_suffix(" nodes 1000 nps 50000 time 20").unwrap().to_owned()
    }

    #[test]
    fn scores_are_in_hundredths() {
        let ugi = |value| score(value, Dialect::Ugi, Seats::Two);
        assert_eq!(ugi(Value::Score(1.25)), "cp 125");
        assert_eq!(ugi(Value::Score(-0.001)), "cp 0");
        assert_eq!(ugi(Value::Score(-1e9)), "cp -100000000000");
    }

    /// ln(0.64 / 0.36) / 0.6 = 0.959 and ln(0.9999 / 0.0001) / 0.6 = 15.350 steps.
    #[test]
    fn chances_are_in_steps_and_in_thousandths() {
        let ugi = |value| score(value, Dialect::Ugi, Seats::Two);
        assert_eq!(ugi(Value::Chance(0.5)), "cp 0 wdl 500 0 500");
        assert_eq!(ugi(Value::Chance(0.64)), "cp 96 wdl 640 0 360");
        assert_eq!(ugi(Value::Chance(0.0)), "cp -1535 wdl 0 0 1000");
        assert_eq!(ugi(Value::Chance(1.0)), "cp 1535 wdl 1000 0 0");
    }

    #[test]
    fn the_end_is_counted_as_each_protocol_does() {
        assert_eq!(score(Value::WinIn(3), Dialect::Ugi, Seats::Two), "mate 3");
        assert_eq!(score(Value::LossIn(4), Dialect::Ugi, Seats::Two), "mate -4");
        assert_eq!(score(Value::WinIn(1), Dialect::Uci, Seats::Two), "mate 1");
        assert_eq!(score(Value::WinIn(3), Dialect::Uci, Seats::Two), "mate 2");
        assert_eq!(score(Value::LossIn(4), Dialect::Uci, Seats::Two), "mate -2");
        assert_eq!(score(Value::WinIn(5), Dialect::Uci, Seats::Four), "mate 2");
    }

    #[test]
    fn other_moves_follow_the_line() {
        let mv = |text: &str| text.parse::<Move>().unwrap();
        let root = |text, visits| RootMove {
            mv: mv(text),
            visits,
            value: Value::Score(visits as f64),
            prior: 0.5,
        };
        let decision = Decision {
            value: Some(Value::Score(3.0)),
            line: vec![mv("e2"), mv("e8")],
            root: vec![root("e2", 3), root("d1", 2), root("f1", 1), root("a1h", 0)],
            ..Decision::at_once(mv("e2"))
        };
        let count = PlyCount { dialect: Dialect::Ugi, seats: Seats::Two };
        let lines = |lines| {
            let infos = Info::of_decision(&decision, Duration::ZERO, lines, count);
            infos.map(|info| info.to_string()).collect::<Vec<_>>()
        };
        let first = "info depth 0 multipv 1 score cp 300 nodes 0 nps 0 time 0 pv e2 e8";
        assert_eq!(lines(1), [first]);
        assert_eq!(
            lines(2),
            [first, "info depth 0 multipv 2 score cp 200 nodes 0 nps 0 time 0 pv d1"]
        );
        // Nobody tried a1h. A player without a search tries no move.
        assert_eq!(lines(9).len(), 3);
        let root = vec![root("e2", 0), root("d1", 0)];
        let decision = Decision { root, ..Decision::at_once(mv("e2")) };
        assert_eq!(Info::of_decision(&decision, Duration::ZERO, 9, count).count(), 2);
    }
}
