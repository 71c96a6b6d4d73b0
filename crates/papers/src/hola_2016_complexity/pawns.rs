//! Table 3.1: where two pawns can stand on a board without walls, and how many steps there are.
//!
//! Hoľa cuts the board into the mover's start row A, the seven rows B between, and its goal row C.
//! He lets a pawn jump to *every* square that the other pawn could step to; the official rules
//! allow that only if the straight jump is not possible.

use quoridor_core::{ByPlayer, Player, Position, Seats, Setup, Square, SquareSet, Variant};

/// The pawns' places in two areas, and their steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Areas {
    /// The areas of the pawn that is to move and of the other one.
    pub(crate) name: &'static str,
    /// The sums of the rows of Table 3.1.
    pub(crate) printed_positions: u32,
    pub(crate) printed_steps: u32,
    /// Places of both pawns.
    pub(crate) positions: u32,
    /// Steps by his rule.
    pub(crate) steps_by_his_rule: u32,
    /// Steps by the official rules.
    pub(crate) steps: u32,
}

/// Every pair of areas in which the game is not over.
pub(crate) fn areas() -> [Areas; 4] {
    [("AB", 567, 1591), ("AC", 81, 225), ("BC", 567, 2147), ("BB", 1953, 7346)].map(
        |(name, printed_positions, printed_steps)| {
            let mut areas = Areas {
                name,
                printed_positions,
                printed_steps,
                positions: 0,
                steps_by_his_rule: 0,
                steps: 0,
            };
            for position in positions().filter(|position| {
                area(position, Player::South) + &area(position, Player::North) == name
            }) {
                areas.positions += 1;
                areas.steps += position.legal_steps().len() as u32;
                areas.steps_by_his_rule += steps_by_his_rule(&position).len() as u32;
            }
            areas
        },
    )
}

/// Every position without walls on the board in which South is to move and nobody has won.
fn positions() -> impl Iterator<Item = Position> {
    let squares = Variant::STANDARD.size.squares();
    squares
        .iter()
        .flat_map(move |south| squares.iter().filter_map(move |north| with_pawns(south, north)))
}

fn with_pawns(south: Square, north: Square) -> Option<Position> {
    let pawns =
        ByPlayer::new(Seats::Two, |player| if player == Player::South { south } else { north });
    let position = Setup { pawns, ..Setup::start(Variant::STANDARD) }.position().ok()?;
    position.winner().is_none().then_some(position)
}

/// Which area a pawn stands in, as South sees the board.
fn area(position: &Position, player: Player) -> String {
    let pawn = position.pawn(player);
    let row = |player| position.goals(player).contains(pawn);
    if row(Player::North) {
        "A"
    } else if row(Player::South) {
        "C"
    } else {
        "B"
    }
    .to_owned()
}

/// Where South can go if it may jump to every square that North could step to.
fn steps_by_his_rule(position: &Position) -> SquareSet {
    let (south, north) = (position.pawn(Player::South), position.pawn(Player::North));
    let neighbours = |square| {
        quoridor_core::Direction::ALL
            .into_iter()
            .filter_map(move |direction| position.neighbour(square, direction))
    };
    let mut steps = SquareSet::default();
    for square in neighbours(south) {
        if square == north {
            neighbours(north)
                .filter(|&behind| behind != south)
                .for_each(|behind| steps.insert(behind));
        } else {
            steps.insert(square);
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By listing squares and neighbours with nothing of this program (a script of twenty lines):
    /// positions, steps by his rule, steps by the official rules.
    #[test]
    fn as_listed_otherwise() {
        let found = areas()
            .map(|areas| (areas.name, areas.positions, areas.steps_by_his_rule, areas.steps));
        assert_eq!(
            found,
            [
                ("AB", 567, 1591, 1575),
                ("AC", 81, 225, 225),
                ("BC", 567, 2149, 2149),
                ("BB", 3906, 15158, 14770)
            ]
        );
    }

    /// The printed sums are the table's totals.
    #[test]
    fn the_table_adds_up() {
        assert_eq!(areas().iter().map(|areas| areas.printed_positions).sum::<u32>(), 3168);
        assert_eq!(areas().iter().map(|areas| areas.printed_steps).sum::<u32>(), 11309);
    }
}
