//! The moves that win, exactly, where at most one wall is left in all.
//!
//! Without walls the position is a race, which the engine solves. With one wall left, its holder
//! can place it once, and then a race begins. So the races behind all walls are solved first, for
//! every place of the pawns; the places before the wall follow by retrograde analysis. No search is
//! involved, and nothing is estimated.

use quoridor_core::{MAX_SQUARES, Move, Player, Position, Square, SquareSet, Wall};
use quoridor_engine::race::{Race, RaceValue};

/// The moves that win a position for two with at most one wall left in all, in the order of the
/// legal moves; `None` if more are left. A game that nobody can win is not won.
pub fn winning_moves(position: &Position) -> Option<Vec<Move>> {
    let player = position.turn();
    let after = |mv: Move| {
        let mut next = *position;
        next.play_unchecked(mv);
        next
    };
    let is_lost_race =
        |next: &Position| matches!(Race::solve(next).value_of(next), RaceValue::Loss(_));
    let left: u8 = position.all_walls_left().values().sum();
    let endgame = match left {
        0 => None,
        1 => Some(OneWall::solve(position)),
        _ => return None,
    };
    let wins = |&mv: &Move| {
        let next = after(mv);
        match (&endgame, mv) {
            _ if next.winner() == Some(player) => true,
            (Some(endgame), Move::Step(_)) => endgame.is_won(player, &next),
            _ => is_lost_race(&next),
        }
    };
    Some(position.legal_moves().iter().filter(wins).collect())
}

/// For each square of the holder of the wall, the squares of the other player.
type Places = [SquareSet; MAX_SQUARES];

/// The endgame of one labyrinth with one wall left, for every place of the pawns.
struct OneWall {
    holder: Player,
    /// Where each wins: the holder with the holder to move, with the other to move; then the other.
    won: [[Places; 2]; 2],
}

/// The values after the wall is placed, for every place of the pawns.
struct Placement {
    /// Where some wall wins.
    wins: Places,
    /// Where every wall loses.
    loses: Places,
}

fn of(square: Square) -> usize {
    usize::from(square.index())
}

impl OneWall {
    fn solve(position: &Position) -> Self {
        let holder = match position.walls_left(Player::South) {
            0 => Player::North,
            _ => Player::South,
        };
        let placement = Placement::new(position, holder);
        let mut endgame = Self { holder, won: [[[SquareSet::EMPTY; MAX_SQUARES]; 2]; 2] };
        while endgame.extend(position, &placement) {}
        endgame
    }

    /// Whether a player wins a position of this labyrinth with the wall still to place.
    fn is_won(&self, player: Player, position: &Position) -> bool {
        let (own, other) = (position.pawn(self.holder), position.pawn(self.holder.opposite()));
        let won = &self.won[usize::from(player != self.holder)];
        won[usize::from(position.turn() != self.holder)][of(own)].contains(other)
    }

    /// Adds the places that are won one ply earlier than those known, and answers whether there are
    /// any.
    fn extend(&mut self, position: &Position, placement: &Placement) -> bool {
        let mut has_more = false;
        let squares = position.variant().size.squares();
        let goals = [position.goals(self.holder), position.goals(self.holder.opposite())];
        for own in squares - goals[0] {
            for other in (squares - goals[1]).iter().filter(|&other| other != own) {
                let places = [own, other];
                // Who moves, and who wins: 0 is the holder.
                for mover in 0..2 {
                    let steps =
                        position.steps_from(places[mover], SquareSet::of(places[1 - mover]));
                    for winner in 0..2 {
                        if self.won[winner][mover][of(own)].contains(other) {
                            continue;
                        }
                        let leads_there = |step: Square| {
                            let (own, other) = if mover == 0 { (step, other) } else { (own, step) };
                            self.won[winner][1 - mover][of(own)].contains(other)
                        };
                        let is_won = if winner == mover {
                            steps.intersects(goals[mover])
                                || steps.iter().any(leads_there)
                                || mover == 0 && placement.wins[of(own)].contains(other)
                        } else {
                            !steps.intersects(goals[mover])
                                && steps.iter().all(leads_there)
                                && (mover == 1 || placement.loses[of(own)].contains(other))
                        };
                        if is_won {
                            self.won[winner][mover][of(own)].insert(other);
                            has_more = true;
                        }
                    }
                }
            }
        }
        has_more
    }
}

impl Placement {
    fn new(position: &Position, holder: Player) -> Self {
        let other = holder.opposite();
        let squares = position.variant().size.squares();
        let mut placement =
            Self { wins: [SquareSet::EMPTY; MAX_SQUARES], loses: [squares; MAX_SQUARES] };
        let mut setup = position.setup();
        setup.turn = holder;
        let before = setup.position().expect("either player may be to move");
        for wall in Wall::all().filter(|&wall| before.wall_fits(wall)) {
            let mut after = before;
            // It may seal off the pawns of this position, but not those of others: where it does,
            // the field of distances has a gap.
            after.play_unchecked(Move::Wall(wall));
            let race = Race::solve(&after);
            let connected = |player| after.distance_field(player).within(u8::MAX);
            let (own_squares, other_squares) = (connected(holder), connected(other));
            for own in own_squares {
                for rival in other_squares.iter().filter(|&rival| rival != own) {
                    match race.value(other, rival, own) {
                        RaceValue::Loss(_) => placement.wins[of(own)].insert(rival),
                        RaceValue::Win(_) => continue,
                        RaceValue::Draw => {}
                    };
                    placement.loses[of(own)] = placement.loses[of(own)] - SquareSet::of(rival);
                }
            }
        }
        placement
    }
}

#[cfg(test)]
mod tests {
    use quoridor_engine::random::Random;
    use quoridor_solve::{Options, Space, Value as Exact, solve};

    use super::*;

    /// Beside the solver of small boards, which shares no code with this one: the same moves win,
    /// in every position of random games.
    #[test]
    fn the_same_moves_win_as_on_a_solved_board() {
        let space = Space::new("4x5".parse().unwrap(), 2);
        let options = Options { threads: 1, memory: 64 << 20, keep: true };
        let solution = solve(&space, options, None, &Default::default()).unwrap();
        let (mut random, mut compared, mut with_a_wall) = (Random::new(5), 0, 0);
        for _ in 0..60 {
            let mut position = Position::start(solution.variant());
            while position.outcome().is_none() {
                if let Some(found) = winning_moves(&position) {
                    let is_win = |(_, value): &&(Move, Exact)| matches!(value, Exact::Win(_));
                    let moves = solution.moves(&position).unwrap();
                    let mut exact: Vec<Move> =
                        moves.iter().filter(is_win).map(|(mv, _)| *mv).collect();
                    exact.sort_by_key(|mv| mv.index());
                    let mut found = found;
                    found.sort_by_key(|mv| mv.index());
                    assert_eq!(found, exact, "{position}");
                    compared += 1;
                    with_a_wall += usize::from(!position.legal_walls().is_empty());
                }
                let moves: Vec<Move> = position.legal_moves().iter().collect();
                position.play_unchecked(moves[random.below(moves.len())]);
            }
        }
        assert!(compared > 200 && with_a_wall > 20, "{compared}, {with_a_wall} with a wall");
    }

    #[test]
    fn more_walls_are_not_solved() {
        assert_eq!(winning_moves(&Position::default()), None);
    }
}
