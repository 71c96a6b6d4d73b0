//! The four brains of Martijn van Steenbergen's program *Quoridor* (2006), as far as they are
//! known.
//!
//! The program is closed; what is known is how Massagué Respall, Brown and Aslam (*Monte Carlo Tree
//! Search for Quoridor*, 2018) describe the brains, against which they played by hand:
//!
//! - *Brain1* "simply moves the pawn at every turn without placing any fence";
//! - *Brain2* "places all fences at the beginning of the game, wasting all resources";
//! - *Brain3* "places fences more strategically, but still the problem of placing all fences at the
//!   beginning of the game";
//! - *Brain4* "is the smartest agent, it focuses on reaching the goal and it uses fences during the
//!   middle of the game".
//!
//! All the rest is inferred: a step that wins is always taken; otherwise pawns follow a shortest
//! path; Brain2 places legal walls at random; Brain3 places the wall that gains most, the gain
//! being the steps that it adds to the opponent's path less those that it adds to the own, and a
//! random one of the best; Brain4 walks, but once both pawns together are six rows from where they
//! started it places the best wall if the opponent is at least as near to its goal and the wall
//! gains two steps or more.

use quoridor_core::{Game, Move, MoveSet, Position, Wall};
use quoridor_engine::random::Random;
use quoridor_engine::registry::{AgentKind, NO_REPEAT, Options, SEED};
use quoridor_engine::{Agent, Decision, Limits, Watch, choices, two_players_only};

use crate::hola_2016::step_on_path;

/// The player, for a list of players.
pub const BRAIN1: AgentKind = AgentKind {
    name: "van-steenbergen-brain1",
    summary: "van Steenbergen 2006: only moves the pawn",
    options: &[SEED, NO_REPEAT],
    supports: two_players_only,
    build: |options| Ok(build(options, Brain::Walks)),
};

/// The player, for a list of players.
pub const BRAIN2: AgentKind = AgentKind {
    name: "van-steenbergen-brain2",
    summary: "van Steenbergen 2006: places all walls first, anywhere",
    build: |options| Ok(build(options, Brain::WastesWalls)),
    ..BRAIN1
};

/// The player, for a list of players.
pub const BRAIN3: AgentKind = AgentKind {
    name: "van-steenbergen-brain3",
    summary: "van Steenbergen 2006: places all walls first, where they gain most",
    build: |options| Ok(build(options, Brain::PlacesWallsAtOnce)),
    ..BRAIN1
};

/// The player, for a list of players.
pub const BRAIN4: AgentKind = AgentKind {
    name: "van-steenbergen-brain4",
    summary: "van Steenbergen 2006: heads for the goal and places walls in the middle of the game",
    build: |options| Ok(build(options, Brain::PlacesWallsInTheMiddle)),
    ..BRAIN1
};

fn build(options: &Options, brain: Brain) -> Box<dyn Agent> {
    let (seed, no_repeat) = (options.get("seed"), options.get("no-repeat"));
    Box::new(VanSteenbergenPlayer { brain, seed, random: Random::new(seed), no_repeat })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Brain {
    Walks,
    WastesWalls,
    PlacesWallsAtOnce,
    PlacesWallsInTheMiddle,
}

/// One of the four brains.
#[derive(Debug)]
pub struct VanSteenbergenPlayer {
    brain: Brain,
    seed: u64,
    random: Random,
    no_repeat: bool,
}

/// The middle of the game begins when both pawns together have advanced by this many rows.
const ROWS_BEFORE_THE_MIDDLE: u8 = 6;

/// The least gain of a wall in the middle of the game.
const WORTH_A_WALL: i16 = 2;

impl Agent for VanSteenbergenPlayer {
    fn choose(&mut self, game: &Game, _limits: &Limits, _watch: &mut Watch<'_>) -> Decision {
        let position = game.position();
        let choices = choices(game, self.no_repeat);
        let wall = match self.brain {
            _ if choices.steps.intersects(position.goals(position.turn())) => None,
            Brain::Walks => None,
            Brain::WastesWalls => {
                let walls: Vec<Wall> = choices.walls.iter().collect();
                self.random.pick(&walls)
            }
            Brain::PlacesWallsAtOnce => self.best_wall(position, choices).map(|(wall, _)| wall),
            Brain::PlacesWallsInTheMiddle => self.wall_in_the_middle(position, choices),
        };
        let mv = wall.map(Move::Wall).or_else(|| step_on_path(position, choices, &mut self.random));
        Decision::at_once(
            mv.or_else(|| choices.iter().next()).expect("a game that is not over has a move"),
        )
    }

    fn new_game(&mut self) {
        self.random = Random::new(self.seed);
    }
}

impl VanSteenbergenPlayer {
    /// The wall that gains most, a random one of several, and its gain.
    fn best_wall(&mut self, position: &Position, choices: MoveSet) -> Option<(Wall, i16)> {
        let ours = position.detours(position.turn());
        let theirs = position.detours(position.turn().opposite());
        let gain = |wall: Wall| i16::from(theirs.get(wall)) - i16::from(ours.get(wall));
        let most = choices.walls.iter().map(gain).max()?;
        let best: Vec<Wall> = choices.walls.iter().filter(|&wall| gain(wall) == most).collect();
        self.random.pick(&best).map(|wall| (wall, most))
    }

    fn wall_in_the_middle(&mut self, position: &Position, choices: MoveSet) -> Option<Wall> {
        let (player, opponent) = (position.turn(), position.turn().opposite());
        let rows_made = |player| {
            let start = position.variant().size.start(player);
            start.row().abs_diff(position.pawn(player).row())
        };
        let in_the_middle = rows_made(player) + rows_made(opponent) >= ROWS_BEFORE_THE_MIDDLE;
        let behind = position.distance(opponent) <= position.distance(player);
        if !(in_the_middle && behind) {
            return None;
        }
        self.best_wall(position, choices)
            .filter(|&(_, gain)| gain >= WORTH_A_WALL)
            .map(|(wall, _)| wall)
    }
}

#[cfg(test)]
mod tests {
    use quoridor_engine::choose_alone;

    use super::*;

    const BRAINS: [AgentKind; 4] = [BRAIN1, BRAIN2, BRAIN3, BRAIN4];

    fn chosen(brain: usize, position: &str) -> Move {
        let mut agent = crate::agent(BRAINS[brain - 1], "");
        choose_alone(agent.as_mut(), &Game::new(position.parse().unwrap()), &Limits::NONE).mv
    }

    #[test]
    fn each_brain_does_what_is_said_of_it() {
        let start = "- / - / e1 e9 / 10 10 / 1";
        assert_eq!(chosen(1, start).to_string(), "e2");
        assert!(matches!(chosen(2, start), Move::Wall(_)));
        assert!(matches!(chosen(3, start), Move::Wall(_)));
        assert_eq!(chosen(4, start).to_string(), "e2");
        // A row of walls with two gaps: to close the near one costs North most. South is far ahead
        // of it, or not.
        let row = "a2 c2 g2 / - / e3 e6 / 9 8 / 1";
        let gap = chosen(3, row);
        let position: Position = row.parse().unwrap();
        let Move::Wall(wall) = gap else { panic!("brain 3 walks") };
        let best =
            position.detours(quoridor_core::Player::North).iter().map(|(_, extra)| extra).max();
        assert_eq!(Some(position.detours(quoridor_core::Player::North).get(wall)), best);
        assert!(matches!(chosen(4, "a2 c2 g2 / - / e3 e4 / 9 8 / 1"), Move::Wall(_)));
        assert!(matches!(chosen(4, "a2 c2 g2 / - / e8 e6 / 9 8 / 1"), Move::Step(_)));
    }

    #[test]
    fn nobody_misses_a_win() {
        for brain in 1..=4 {
            assert_eq!(chosen(brain, "- / - / e8 a5 / 10 10 / 1").to_string(), "e9");
        }
    }
}
