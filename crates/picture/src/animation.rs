//! A game that plays itself.

use quoridor_core::{Game, Move};

use crate::board::{Board, document};

/// How long a pawn takes for its step, in seconds.
const STEP: f64 = 0.3;
/// How long the end is shown before the game begins again, in seconds.
const REST: f64 = 3.0;

/// A game that plays itself, again and again, with a pause of some seconds between two moves.
#[must_use]
pub fn animation(game: &Game, pause: f64) -> String {
    let board = Board::of(game.start());
    let moment = |ply: usize| pause * (ply + 1) as f64;
    let whole = moment(game.moves().len()) + REST;
    let mut text = board.empty();
    // An element that is never seen is the clock that begins again.
    text.push_str(&format!(
        "<rect width=\"0\" height=\"0\"><animate id=\"clock\" attributeName=\"x\" from=\"0\" \
         to=\"0\" begin=\"0s;clock.end\" dur=\"{whole:.2}s\"/></rect>"
    ));
    for wall in game.start().walls() {
        text.push_str(&board.wall(wall, None, ""));
    }
    for (ply, &mv) in game.moves().iter().enumerate() {
        if let Move::Wall(wall) = mv {
            let mover = game.positions()[ply].turn();
            let seen = format!("{}{}", set("opacity", "0", 0.0), set("opacity", "1", moment(ply)));
            text.push_str(&board.wall(wall, Some(mover), &seen));
        }
    }
    for (player, &square) in game.start().pawns().iter() {
        let (x, y) = board.middle(square);
        let mut steps =
            format!("{}{}", set("cx", &x.to_string(), 0.0), set("cy", &y.to_string(), 0.0));
        for (ply, &mv) in game.moves().iter().enumerate() {
            if let (Move::Step(to), true) = (mv, game.positions()[ply].turn() == player) {
                let (x, y) = board.middle(to);
                steps.push_str(&glide("cx", x, moment(ply)));
                steps.push_str(&glide("cy", y, moment(ply)));
            }
        }
        text.push_str(&board.pawn(player, square, &steps));
    }
    document(board.extent(), &text)
}

/// Gives an attribute another value at a moment of the game.
fn set(attribute: &str, to: &str, moment: f64) -> String {
    format!(
        "<set attributeName=\"{attribute}\" to=\"{to}\" begin=\"clock.begin+{moment:.2}s\" \
         fill=\"freeze\"/>"
    )
}

/// Moves a coordinate to another value.
fn glide(attribute: &str, to: u32, moment: f64) -> String {
    format!(
        "<animate attributeName=\"{attribute}\" to=\"{to}\" begin=\"clock.begin+{moment:.2}s\" \
         dur=\"{STEP}s\" fill=\"freeze\"/>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::well_formed::count;

    #[test]
    fn every_move_happens_at_its_moment() {
        let mut game = Game::new("- / a1 / b1 b3 / 2 1 / 1 / 3x3".parse().unwrap());
        for mv in ["b2", "a3", "b2v", "a2"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let svg = animation(&game, 0.5);
        // Three steps of two coordinates, and the clock.
        assert_eq!(count(&svg, "animate"), 3 * 2 + 1);
        // The wall is hidden and shown; both pawns go back to their places.
        assert_eq!(count(&svg, "set"), 2 + 2 * 2);
        // The frame, nine squares, the clock, the wall that was there and the one that was placed.
        assert_eq!(count(&svg, "rect"), 1 + 9 + 1 + 2);
        assert!(svg.contains("attributeName=\"opacity\" to=\"1\" begin=\"clock.begin+1.50s\""));
        assert!(svg.contains("dur=\"5.50s\""), "four moves, the beginning, and the rest");
    }
}
