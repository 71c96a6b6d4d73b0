//! A moment of a game beside the graph of its values.

use quoridor_core::{Game, Player};

use crate::board::{Board, colour, document, drawing};
use crate::escaped;

const WIDTH: u32 = 340;
const PADDING: u32 = 24;
/// Height of the names above the graph, and of the graph.
const NAMES: u32 = 56;
const GRAPH: u32 = 150;
/// Longer names are cut.
const LONGEST_NAME: usize = 30;

/// The contents of a card.
#[derive(Clone, Debug)]
pub struct Card<'a> {
    /// The game.
    pub game: &'a Game,
    /// The number of moves before the moment; the move that is shown is the last of them.
    pub ply: usize,
    /// The expected score of South in each position of the game, from 0 to 1.
    pub chances: &'a [f64],
    /// The names of South and North.
    pub names: [&'a str; 2],
    /// The lines about the moment.
    pub lines: &'a [String],
}

/// A picture of a moment of a game for two: the board, and beside it who played, how the chances of
/// winning changed, and what happened.
#[must_use]
pub fn card(of: &Card<'_>) -> String {
    let (board_width, height) = Board::of(of.game.start()).extent();
    let x = board_width + PADDING;
    let line = |x: u32, y: u32, size: u32, weight: u32, text: &str| {
        format!(
            "<text x=\"{x}\" y=\"{y}\" font-family=\"sans-serif\" font-size=\"{size}\" \
             font-weight=\"{weight}\" fill=\"#211d18\">{}</text>",
            escaped(text)
        )
    };
    let mut text = format!(
        "<rect width=\"{}\" height=\"{height}\" rx=\"8\" fill=\"#fffefb\"/>{}",
        board_width + WIDTH,
        drawing(of.game, of.ply)
    );
    let players = [Player::South, Player::North].into_iter().zip(of.names);
    for (row, (player, name)) in (0..).zip(players) {
        let y = PADDING + 14 + row * 24;
        text.push_str(&format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"6\" fill=\"{}\"/>",
            x + 6,
            y - 5,
            colour(player)
        ));
        text.push_str(&line(x + 20, y, 16, 700, &shortened(name)));
    }
    text.push_str(&graph(of, (x, PADDING + NAMES)));
    for (row, words) in (0..).zip(of.lines) {
        text.push_str(&line(x, PADDING + NAMES + GRAPH + 30 + row * 24, 15, 400, words));
    }
    document((board_width + WIDTH, height), &text)
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= LONGEST_NAME {
        return name.to_owned();
    }
    name.chars().take(LONGEST_NAME - 1).chain(['…']).collect()
}

/// The chances of South from move to move, with a mark at the moment.
fn graph(of: &Card<'_>, (left, top): (u32, u32)) -> String {
    let width = f64::from(WIDTH - 2 * PADDING);
    let last = of.chances.len().saturating_sub(1).max(1) as f64;
    let place = |ply: usize, chance: f64| {
        let x = f64::from(left) + width * ply as f64 / last;
        (x, f64::from(top) + f64::from(GRAPH) * (1.0 - chance.clamp(0.0, 1.0)))
    };
    let points: Vec<String> = (0..)
        .zip(of.chances)
        .map(|(ply, &chance)| {
            let (x, y) = place(ply, chance);
            format!("{x:.1},{y:.1}")
        })
        .collect();
    let middle = top + GRAPH / 2;
    let right = left + WIDTH - 2 * PADDING;
    let mut text = format!(
        "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{GRAPH}\" rx=\"6\" \
         fill=\"#efebe3\"/><line x1=\"{left}\" y1=\"{middle}\" x2=\"{right}\" y2=\"{middle}\" \
         stroke=\"#c9c0b0\"/><polyline points=\"{}\" fill=\"none\" stroke=\"{}\" \
         stroke-width=\"2\"/>",
        points.join(" "),
        colour(Player::South)
    );
    if let Some(&chance) = of.chances.get(of.ply) {
        let (x, y) = place(of.ply, chance);
        text.push_str(&format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"#b3141f\"/>"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::well_formed::{count, elements};

    #[test]
    fn the_graph_has_a_point_for_every_position_and_names_are_text() {
        let mut game = Game::new("- / - / b1 b3 / 1 1 / 1 / 3x3".parse().unwrap());
        for mv in ["a1", "b2"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let svg = card(&Card {
            game: &game,
            ply: 1,
            chances: &[0.5, 1.0, 0.0],
            names: ["<b>Ann</b> & Bob", &"x".repeat(40)],
            lines: &["1. a1".to_owned()],
        });
        assert!(!elements(&svg).contains(&"b"));
        assert!(svg.contains("&lt;b&gt;Ann&lt;/b&gt; &amp; Bob"));
        let points = svg.split("points=\"").nth(1).unwrap().split('"').next().unwrap();
        // From the left edge to the right one: half, top, bottom.
        let board = 3 * 36 + 2 * 8 + 2 * 22;
        let (left, top) = (f64::from(board + 24), 80.0);
        let expected = [(0.0, 0.5), (0.5, 0.0), (1.0, 1.0)]
            .map(|(x, y)| format!("{:.1},{:.1}", left + 292.0 * x, top + 150.0 * y));
        assert_eq!(points, expected.join(" "));
        // Two pawns, the colours of the players and the mark.
        assert_eq!(count(&svg, "circle"), 5);
        assert!(svg.contains(&format!(">{}…<", "x".repeat(29))));
    }
}
