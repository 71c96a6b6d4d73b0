//! Two players of Michal Hoľa, *Artificial neural network as an opponent in Quoridor*, Comenius
//! University Bratislava 2016, section 4.2.
//!
//! `PathPlayer` "only follows shortest path to the goal row". `HeuristicPlayer` decides by the
//! first of these that applies:
//!
//! 1. no walls left: follow the shortest path;
//! 2. one step left to the goal row: move to win;
//! 3. standing on the starting line: follow the shortest path;
//! 4. more than two possibilities to block (prolong) the opponent's path: with probability 0.6
//!    follow the shortest path;
//! 5. there are walls that block the opponent's path, do not block the own one, and do not cut
//!    anybody off: place one such;
//! 6. follow the shortest path.
//!
//! Inferred: among equally short steps, and among the walls of rule 5, the choice is random. "The
//! path" in rule 5 is one shortest path, as in his `path_blockers`; the walls of rule 4 are those
//! that really prolong it. If the step on the path is not legal (a pawn stands there), the legal
//! step that leads nearest to the goal is taken. With three or four players, which the thesis
//! leaves out, the opponent is the one nearest to its goal.

pub mod net;
pub mod nets;

use quoridor_core::{Game, Move, MoveSet, Player, Position};
use quoridor_engine::random::Random;
use quoridor_engine::registry::{AgentKind, NO_REPEAT, Options, SEED};
use quoridor_engine::{Agent, Decision, Limits, Watch, any_variant, choices};

/// The player, for a list of players.
pub const PATH: AgentKind = AgentKind {
    name: "hola-2016-path",
    summary: "Hoľa 2016: follows its shortest path and never places a wall",
    options: &[SEED, NO_REPEAT],
    supports: any_variant,
    build: |options| Ok(build(options, Style::Path)),
};

/// The player, for a list of players.
pub const HEURISTIC: AgentKind = AgentKind {
    name: "hola-2016-heuristic",
    summary: "Hoľa 2016: follows its shortest path and now and then blocks the opponent's",
    build: |options| Ok(build(options, Style::Heuristic)),
    ..PATH
};

fn build(options: &Options, style: Style) -> Box<dyn Agent> {
    let (seed, no_repeat) = (options.get("seed"), options.get("no-repeat"));
    Box::new(HolaPlayer { style, seed, random: Random::new(seed), no_repeat })
}

/// How often rule 4 follows the path.
const FOLLOW_THE_PATH: f64 = 0.6;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Path,
    Heuristic,
}

/// `PathPlayer` or `HeuristicPlayer`.
#[derive(Debug)]
pub struct HolaPlayer {
    style: Style,
    seed: u64,
    random: Random,
    no_repeat: bool,
}

impl Agent for HolaPlayer {
    fn choose(&mut self, game: &Game, _limits: &Limits, _watch: &mut Watch<'_>) -> Decision {
        let position = game.position();
        let choices = choices(game, self.no_repeat);
        let wall = match self.style {
            Style::Path => None,
            Style::Heuristic => self.wall(position, choices),
        };
        let mv = wall.or_else(|| step_on_path(position, choices, &mut self.random));
        Decision::at_once(
            mv.or_else(|| choices.iter().next()).expect("a game that is not over has a move"),
        )
    }

    fn new_game(&mut self) {
        self.random = Random::new(self.seed);
    }
}

impl HolaPlayer {
    /// The wall that the heuristic player places, if it does not rather follow its path.
    fn wall(&mut self, position: &Position, choices: MoveSet) -> Option<Move> {
        let player = position.turn();
        let walls_left = position.walls_left(player) > 0;
        let can_win = choices.steps.intersects(position.goals(player));
        let on_start_line = position.goals(player.opposite()).contains(position.pawn(player));
        if !walls_left || can_win || on_start_line {
            return None;
        }
        let opponent = nearest_opponent(position);
        if position.detours(opponent).walls().len() > 2 && self.random.chance(FOLLOW_THE_PATH) {
            return None;
        }
        let theirs = position.shortest_path(opponent).walls_across();
        let ours = position.shortest_path(player).walls_across();
        let walls: Vec<_> = ((theirs - ours) & choices.walls).iter().collect();
        self.random.pick(&walls).map(Move::Wall)
    }
}

/// Of all opponents the one with the shortest way to its goal; of several, the one that moves
/// first.
pub(crate) fn nearest_opponent(position: &Position) -> Player {
    let seats = position.seats();
    let mut opponents = std::iter::successors(Some(seats.next(position.turn())), |&player| {
        Some(seats.next(player))
    });
    let others = opponents.by_ref().take(seats.count() - 1);
    others.min_by_key(|&player| position.distance(player)).expect("there is an opponent")
}

/// The step that leads nearest to the goal, a random one of several; `None` without a legal step.
pub(crate) fn step_on_path(
    position: &Position,
    choices: MoveSet,
    random: &mut Random,
) -> Option<Move> {
    let field = position.distance_field(position.turn());
    let nearest = choices.steps.iter().filter_map(|square| field.get(square)).min()?;
    let best: Vec<_> =
        choices.steps.iter().filter(|&square| field.get(square) == Some(nearest)).collect();
    random.pick(&best).map(Move::Step)
}

#[cfg(test)]
mod tests {
    use quoridor_engine::choose_alone;

    use super::*;

    /// How often each kind of move is chosen in a position, over many seeds.
    fn choices_of(kind: AgentKind, position: &str) -> (usize, usize, Vec<Move>) {
        let game = Game::new(position.parse().unwrap());
        let moves: Vec<Move> = (0..500)
            .map(|seed| {
                let mut agent = crate::agent(kind, &format!("seed={seed}"));
                choose_alone(agent.as_mut(), &game, &Limits::NONE).mv
            })
            .collect();
        let walls = moves.iter().filter(|mv| matches!(mv, Move::Wall(_))).count();
        (moves.len() - walls, walls, moves)
    }

    #[test]
    fn the_path_player_never_places_a_wall() {
        let (_, walls, moves) = choices_of(PATH, "- / - / e4 e6 / 10 10 / 1");
        assert_eq!(walls, 0);
        assert!(moves.iter().all(|mv| mv.to_string() == "e5"));
    }

    #[test]
    fn without_walls_or_on_the_start_line_the_heuristic_player_walks() {
        assert_eq!(choices_of(HEURISTIC, "- / - / e1 e4 / 10 10 / 1").1, 0);
        assert_eq!(choices_of(HEURISTIC, "a1 c1 / a3 / e4 e6 / 0 3 / 1").1, 0);
    }

    #[test]
    fn one_step_from_the_goal_it_wins() {
        let (_, walls, moves) = choices_of(HEURISTIC, "- / - / e8 d2 / 10 10 / 1");
        assert_eq!(walls, 0);
        assert!(moves.iter().all(|mv| mv.to_string() == "e9"));
    }

    /// On an open board many walls prolong the path: it walks with probability 0.6, within four
    /// standard deviations of 500 trials.
    #[test]
    fn many_ways_to_block_make_it_walk_three_times_in_five() {
        let (steps, _, moves) = choices_of(HEURISTIC, "- / - / e3 e8 / 10 10 / 1");
        assert!((256..=344).contains(&steps), "{steps}");
        // Every wall lies across the way down from e8 and not across the way up from e3: only those
        // behind South are left.
        let rows = |mv: &Move| matches!(mv, Move::Wall(wall) if wall.square().row() <= 1);
        assert!(moves.iter().all(|mv| matches!(mv, Move::Step(_)) || rows(mv)), "{moves:?}");
    }

    #[test]
    fn four_players_look_at_the_nearest() {
        let position: Position = "- / - / e2 g5 e8 h5 / 5 5 5 5 / 1".parse().unwrap();
        assert_eq!(nearest_opponent(&position), Player::West);
    }
}
