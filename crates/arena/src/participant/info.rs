//! `info` lines of engines.

use quoridor_engine::Value;

/// The contents of `info` lines; a line that leaves something out does not change it.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(crate) struct Info {
    /// The evaluation for the side to move.
    pub(crate) value: Option<Value>,
    /// The search depth, in plies.
    pub(crate) depth: u32,
    /// Nodes searched.
    pub(crate) nodes: u64,
}

impl Info {
    /// Takes in what follows the word `info`. Words that are not known, and numbers that are none,
    /// are passed over: they are only for information.
    pub(crate) fn hear<'a>(&mut self, mut words: impl Iterator<Item = &'a str>) {
        let mut heard = *self;
        while let Some(word) = words.next() {
            let mut number = || words.next().and_then(|number| number.parse::<i64>().ok());
            match word {
                "depth" => {
                    heard.depth =
                        number().and_then(|depth| depth.try_into().ok()).unwrap_or(heard.depth);
                }
                "nodes" => {
                    heard.nodes =
                        number().and_then(|nodes| nodes.try_into().ok()).unwrap_or(heard.nodes);
                }
                // The second best line and those after it are about other moves.
                "multipv" if number().is_some_and(|rank| rank > 1) => return,
                "cp" => {
                    heard.value = number()
                        .map(|hundredths| Value::Score(hundredths as f64 / 100.0))
                        .or(heard.value);
                }
                "mate" => heard.value = number().map(in_plies).or(heard.value),
                "wdl" => {
                    if let [Some(wins), Some(draws), Some(losses)] = [number(), number(), number()]
                    {
                        heard.value = chance([wins, draws, losses]).or(heard.value);
                    }
                }
                // The rest is moves, or text.
                "pv" | "string" => break,
                _ => {}
            }
        }
        *self = heard;
    }
}

/// In UGI the moves of all players are counted.
fn in_plies(moves: i64) -> Value {
    let plies = u32::try_from(moves.unsigned_abs()).unwrap_or(u32::MAX);
    if moves > 0 { Value::WinIn(plies) } else { Value::LossIn(plies) }
}

fn chance([wins, draws, losses]: [i64; 3]) -> Option<Value> {
    let [wins, draws, losses] = [wins, draws, losses].map(|count| count as f64);
    let all = wins + draws + losses;
    let good = wins >= 0.0 && draws >= 0.0 && losses >= 0.0 && all > 0.0;
    good.then(|| Value::Chance((wins + draws / 2.0) / all))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(lines: &[&str]) -> Info {
        let mut info = Info::default();
        lines.iter().for_each(|line| info.hear(line.split_whitespace()));
        info
    }

    /// Lines of docs/protocol.md.
    #[test]
    fn scores_are_read() {
        let line = "depth 3 multipv 1 score cp 100 nodes 1234 nps 50 time 20 pv e2 e8 e3";
        assert_eq!(heard(&[line]), Info { value: Some(Value::Score(1.0)), depth: 3, nodes: 1234 });
        assert_eq!(heard(&["score cp 100 wdl 640 0 360"]).value, Some(Value::Chance(0.64)));
        assert_eq!(heard(&["score mate 3"]).value, Some(Value::WinIn(3)));
        assert_eq!(heard(&["score mate -4"]).value, Some(Value::LossIn(4)));
    }

    #[test]
    fn what_is_not_said_is_as_before() {
        let lines = [
            "depth 3 score cp 50 nodes 10",
            "depth 4",
            "depth 9 multipv 2 score cp -50",
            "string depth 12",
        ];
        assert_eq!(heard(&lines), Info { value: Some(Value::Score(0.5)), depth: 4, nodes: 10 });
        assert_eq!(heard(&["depth x nodes -5 score cp", "wdl 0 0 0", "mate"]), Info::default());
    }
}
