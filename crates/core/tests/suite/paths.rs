//! Paths, the squares on all of them, and the walls that lengthen them.

use quoridor_core::{Direction, Orientation, Player, Position, Square, SquareSet, Wall, WallSet};

use crate::random::{self, Random};
use crate::slow::SlowPosition;

/// Checks everything about the paths of one player against the slow distances.
fn check(position: &Position, slow: &SlowPosition, index: usize, player: Player) {
    let distances = slow.distances_to_goal(index);
    let at = |square: Square| distances[usize::from(square.index())];
    let pawn = position.pawn(player);

    let path = position.shortest_path(player);
    assert_eq!(path[0], pawn);
    assert!(position.goals(player).contains(path[path.len() - 1]), "{position:?}");
    for (step, square) in path.iter().enumerate() {
        assert_eq!(at(*square), at(pawn).map(|distance| distance - step as u8), "{position:?}");
    }
    let neighbours =
        |a: Square, b: Square| a.column().abs_diff(b.column()) + a.row().abs_diff(b.row()) == 1;
    assert!(path.windows(2).all(|step| neighbours(step[0], step[1])), "{position:?}");

    // A square is on a shortest path if the ways to it and from it add up.
    let from_pawn = slow.distances_from(pawn);
    let on_any: SquareSet = Square::all()
        .filter(|&square| {
            let sum =
                from_pawn[usize::from(square.index())].zip(at(square)).map(|(to, from)| to + from);
            sum.is_some() && sum == at(pawn)
        })
        .collect();
    assert_eq!(position.shortest_path_squares(player), on_any, "{position:?} {player}");

    let field = position.distance_field(player);
    let farthest = distances.iter().flatten().max();
    assert_eq!(Some(&field.farthest()), farthest);
    for distance in 0..=field.farthest() + 1 {
        let exactly: SquareSet =
            Square::all().filter(|&square| at(square) == Some(distance)).collect();
        let within: SquareSet =
            Square::all().filter(|&square| at(square).is_some_and(|at| at <= distance)).collect();
        assert_eq!(field.at(distance), exactly, "{position:?}");
        assert_eq!(field.within(distance), within, "{position:?}");
    }

    let detours = position.detours(player);
    for wall in quoridor_core::Wall::all() {
        let extra = if position.open_walls().contains(wall) {
            let with_wall =
                slow.distances_to_goal_with(index, Some(wall))[usize::from(pawn.index())];
            with_wall.unwrap() - at(pawn).unwrap()
        } else {
            0
        };
        assert_eq!(detours.get(wall), extra, "{position:?} {player} {wall}");
        assert_eq!(detours.walls().contains(wall), extra > 0);
    }
    assert!(detours.iter().all(|(wall, extra)| detours.get(wall) == extra && extra > 0));
    check_bottlenecks(position, &distances, &from_pawn, player);
}

/// The steps on shortest paths, layer by layer, from the slow distances: where there is one, or two
/// that one wall closes, is a bottleneck.
fn check_bottlenecks(
    position: &Position,
    to_goal: &[Option<u8>],
    from_pawn: &[Option<u8>],
    player: Player,
) {
    let found = position.bottlenecks(player);
    let all = to_goal[usize::from(position.pawn(player).index())].unwrap();
    assert_eq!(found.distance, all);
    assert_eq!(found.squares, position.shortest_path_squares(player));
    let open = position.open_walls();
    let (mut walls, mut sure) = (WallSet::EMPTY, 0);
    for step in 0..all {
        let is_on = |square: Square, step: u8| {
            let index = usize::from(square.index());
            from_pawn[index] == Some(step) && to_goal[index] == Some(all - step)
        };
        let mut steps = Vec::new();
        for from in Square::all().filter(|&square| is_on(square, step)) {
            for direction in Direction::ALL {
                steps.extend(
                    position
                        .neighbour(from, direction)
                        .filter(|&to| is_on(to, step + 1))
                        .map(|to| (from, to)),
                );
            }
        }
        let closes = |wall: Wall, (from, to): (Square, Square)| {
            let (low, high) = (from.min(to), from.max(to));
            let orientation = if low.column() == high.column() {
                Orientation::Horizontal
            } else {
                Orientation::Vertical
            };
            let (along, across) = match orientation {
                Orientation::Horizontal => {
                    ((low.column(), wall.square().column()), (low.row(), wall.square().row()))
                }
                Orientation::Vertical => {
                    ((low.row(), wall.square().row()), (low.column(), wall.square().column()))
                }
            };
            wall.orientation() == orientation
                && across.0 == across.1
                && (along.1..=along.1 + 1).contains(&along.0)
        };
        let closing: WallSet =
            Wall::all().filter(|&wall| steps.iter().all(|&step| closes(wall, step))).collect();
        walls |= closing;
        sure += usize::from(steps.len() == 1 && !closing.intersects(open));
    }
    assert_eq!(found.walls, walls, "{position:?} {player}");
    assert_eq!(found.sure_steps(open), sure, "{position:?} {player}");
    let lengthening = position.detours(player);
    assert_eq!(position.open_among(found.walls), found.walls & open);
    for wall in found.walls & open {
        assert_eq!(position.distance_behind(player, wall), Some(all + lengthening.get(wall)));
        assert!(lengthening.get(wall) > 0);
    }
}

#[test]
fn paths_equal_the_slow_ones() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let variant = random::variant(&mut random);
        let mut slow = SlowPosition::start(variant);
        for (mv, position) in random::game(variant, &mut random) {
            slow.play(mv);
            for (index, &player) in variant.seats.players().iter().enumerate() {
                check(&position, &slow, index, player);
            }
        }
    }
}

/// A spiral that is much longer than any path of a real game: the far part of the distance field.
#[test]
fn a_long_way_round() {
    let walls: Vec<String> = (1..=8)
        .flat_map(|row| {
            // Rows of walls with a gap that changes sides.
            let columns = if row % 2 == 1 { ["a", "c", "e", "g"] } else { ["b", "d", "f", "h"] };
            columns.map(|column| format!("{column}{row}"))
        })
        .collect();
    let text = format!("{} / - / e1 e9 / 0 0 / 1", walls.join(" "));
    let position: Position = text.parse().unwrap();
    // Four columns to the first gap, then eight columns in each of seven rows, and eight steps up.
    assert_eq!(position.distance(Player::South), 4 + 7 * 8 + 8);
    assert_eq!(position.shortest_path(Player::South).steps(), 68);
    let field = position.distance_field(Player::South);
    assert_eq!(field.get(position.pawn(Player::South)), Some(68));
    assert_eq!(field.farthest(), 72);
    assert_eq!(position.shortest_path_squares(Player::South).len(), 69);
}
