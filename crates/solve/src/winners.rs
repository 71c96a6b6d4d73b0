//! Who wins which game: the table of solved games, read, written and drawn.

use core::fmt;
use core::fmt::Write;
use core::str::FromStr;
use std::collections::BTreeMap;

use quoridor_core::BoardSize;

use crate::value::Value;

/// The games that this project has solved.
const SOLVED: &str = include_str!("../data/solved.txt");

/// Values of starts by board, from no walls on; `None` where a game is not solved.
///
/// One line for a board: its size, then for 0, 1, 2, … walls each `1:23` (the first player wins in
/// 23 moves), `2:14` (the second player wins in 14), `D` (a draw) or `?`. Lines that begin with `#`
/// are comments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Winners(BTreeMap<BoardSize, Vec<Option<Value>>>);

impl Winners {
    /// The games that this project has solved.
    pub fn solved() -> Self {
        SOLVED.parse().expect("the table of solved games is well-formed")
    }

    /// The boards, and the values of their starts from no walls on.
    pub fn iter(&self) -> impl Iterator<Item = (BoardSize, &[Option<Value>])> {
        self.0.iter().map(|(&size, values)| (size, &values[..]))
    }

    /// The value of the start of a game, if it is in the table.
    pub fn get(&self, size: BoardSize, walls: u8) -> Option<Value> {
        *self.0.get(&size)?.get(usize::from(walls))?
    }

    /// A grid of boards and walls, coloured by the winner, as an SVG drawing.
    pub fn svg(&self) -> String {
        const CELL: usize = 34;
        const ROW: usize = 20;
        const LEFT: usize = 60;
        const TOP: usize = 40;
        let columns = self.0.values().map(Vec::len).max().unwrap_or(0);
        let (width, height) = (LEFT + columns * CELL + 10, TOP + self.0.len() * ROW + 40);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"11\" \
             text-anchor=\"middle\">\n<title>Winner by board and walls</title>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
             <text x=\"{}\" y=\"14\">walls of each player</text>\n",
            LEFT + columns * CELL / 2
        );
        for column in 0..columns {
            let x = LEFT + column * CELL + CELL / 2;
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{}\">{column}</text>", TOP - 8);
        }
        for (row, (size, values)) in self.0.iter().enumerate() {
            let y = TOP + row * ROW;
            let _ = writeln!(svg, "<text x=\"30\" y=\"{}\">{size}</text>", y + 14);
            for (column, value) in values.iter().enumerate() {
                let x = LEFT + column * CELL;
                let (colour, text) = look(*value);
                let _ = writeln!(
                    svg,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{ROW}\" \
                     fill=\"{colour}\" stroke=\"white\"/><text x=\"{}\" y=\"{}\">{text}</text>",
                    x + CELL / 2,
                    y + 14
                );
            }
        }
        let y = TOP + self.0.len() * ROW + 24;
        for (place, (value, text)) in [
            (Some(Value::Win(1)), "first player wins"),
            (Some(Value::Loss(2)), "second player wins"),
            (Some(Value::Draw), "draw"),
        ]
        .into_iter()
        .enumerate()
        {
            let x = 20 + place * 135;
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{}\" width=\"12\" height=\"12\" fill=\"{}\"/>\
                 <text x=\"{}\" y=\"{y}\" text-anchor=\"start\">{text}</text>",
                y - 10,
                look(value).0,
                x + 18
            );
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// The colour of a value for the first player, and the number of moves.
pub(crate) fn look(value: Option<Value>) -> (&'static str, String) {
    match value {
        Some(Value::Win(moves)) => ("#9ecae1", moves.to_string()),
        Some(Value::Loss(moves)) => ("#fdae6b", moves.to_string()),
        Some(Value::Draw) => ("#c7c7c7", "=".to_owned()),
        None => ("#f4f4f4", String::new()),
    }
}

/// A line that is not one of the table of solved games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct ParseWinnersError {
    line: usize,
    problem: String,
}

impl FromStr for Winners {
    type Err = ParseWinnersError;

    fn from_str(text: &str) -> Result<Self, ParseWinnersError> {
        let mut winners = BTreeMap::new();
        for (number, line) in (1..).zip(text.lines()) {
            let error = |problem| ParseWinnersError { line: number, problem };
            let mut words = line.split_whitespace();
            let Some(board) = words.next().filter(|word| !word.starts_with('#')) else { continue };
            let size = board.parse().map_err(|_| error(format!("'{board}' is not a board")))?;
            let values: Result<Vec<_>, _> = words
                .map(|word| {
                    parse_value(word).ok_or_else(|| {
                        error(format!("'{word}' is not a value: expected 1:23, 2:14, D or ?"))
                    })
                })
                .collect();
            winners.insert(size, values?);
        }
        Ok(Self(winners))
    }
}

fn parse_value(word: &str) -> Option<Option<Value>> {
    match word.split_once(':') {
        Some(("1", moves)) => moves.parse().ok().map(|moves| Some(Value::Win(moves))),
        Some(("2", moves)) => moves.parse().ok().map(|moves| Some(Value::Loss(moves))),
        None if word == "D" => Some(Some(Value::Draw)),
        None if word == "?" => Some(None),
        _ => None,
    }
}

impl fmt::Display for Winners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (size, values) in &self.0 {
            write!(f, "{size}")?;
            for value in values {
                match value {
                    Some(Value::Win(moves)) => write!(f, " 1:{moves}")?,
                    Some(Value::Loss(moves)) => write!(f, " 2:{moves}")?,
                    Some(Value::Draw) => f.write_str(" D")?,
                    None => f.write_str(" ?")?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Winners;
    use crate::value::Value;

    /// `quoridor solve --list --svg docs/images/solved.svg` draws it anew.
    #[test]
    fn the_picture_in_the_docs_is_that_of_the_table() {
        let picture = include_str!("../../../docs/images/solved.svg");
        assert!(picture == Winners::solved().svg(), "docs/images/solved.svg is out of date");
    }

    #[test]
    fn tables_are_read_and_written() {
        let text = "2x3 2:4 1:5\n8x3 2:8 2:10 2:12 D ?\n";
        let winners: Winners = format!("# A comment.\n\n{text}").parse().unwrap();
        assert_eq!(winners.to_string(), text);
        let size = "8x3".parse().unwrap();
        assert_eq!(winners.get(size, 3), Some(Value::Draw));
        assert_eq!(winners.get(size, 4), None);
        assert_eq!(winners.get(size, 5), None);
        let svg = winners.svg();
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
        let error = "2x3 2:4\n3x3 5".parse::<Winners>().unwrap_err();
        assert_eq!(error.to_string(), "line 2: '5' is not a value: expected 1:23, 2:14, D or ?");
    }
}
