//! Monte Carlo tree search whose simulated players rather walk than build when they are ahead.
//!
//! V. Massagué Respall, J. A. Brown, H. Aslam, *Monte Carlo Tree Search for Quoridor*, conference
//! paper, September 2018.
//!
//! # What the paper says
//! - UCT, wᵢ / nᵢ + c √(ln t / nᵢ) with c = √2. The score wᵢ grows by 10 with every win, so a unit
//!   of c weighs a tenth of what it does elsewhere.
//! - A leaf gets *all* its children, a random one of them is simulated. Nodes hold a move and
//!   counts: with boards in them the authors ran out of memory after 5,000 simulations.
//! - The simulation is random but for one thing, because players that place walls at random have
//!   none left in the middle of the game: the shortest paths of both players are computed, and "if
//!   the player at the turn, has a shorter path than the opponent, then it gives more chances to
//!   move the pawn rather than placing another fence".
//! - "In the end, we select the node with best results and higher win scores": the move with the
//!   highest score.
//! - 120,000 simulations a move; another agent has 60,000, and won 113 of 210 decided games between
//!   them.
//! - Nothing keeps it from going back and forth: 40 of 250 games against itself were not decided.
//!   (`no-repeat=true` helps.)
//!
//! # What it leaves open, and what is done here
//! - *How likely a simulated player moves its pawn*: `walk-ahead` if its path is shorter than the
//!   opponent's, `walk-behind` if not. Against 0.8 and 0.5, none of seven other pairs from 0.5 to
//!   0.95 and 0.3 to 0.8 won clearly more than half of 40 to 80 games.
//! - *Where the pawn goes*: along a shortest path, which is known anyway; a random one of several,
//!   and as far as it can by a jump.
//! - *Which wall is placed*: any legal one, all as likely.
//! - *How long a simulated game may take*: `playout-cap` moves; a longer one is a draw and adds no
//!   score. Pawns that walk shortest paths seldom get that far.
//! - *In which order children are tried that were never tried before*: at random.
//! - *What a simulation is worth whose end is certain*: it is not played out, and a position that
//!   is decided is not visited again (see [`mcts`](crate::search::mcts)). The paper knows no
//!   proofs; they find nothing that more simulations would not find as well.
//! - *Three and four players*, whom the paper leaves for later: the path is compared with that of
//!   the opponent who is nearest to its goal.

use quoridor_core::{
    DistanceField, Game, Move, Orientation, Player, Position, Square, SquareSet, Wall,
};
use quoridor_engine::random::Random;
use quoridor_engine::registry::{AgentKind, NO_REPEAT, OptionKind, OptionType, SEED};
use quoridor_engine::{Agent, Decision, Limits, Watch, any_variant, choices};

use crate::search::mcts::{Expansion, Mcts, MctsSettings, Playout};

/// The player, for a list of players.
pub const KIND: AgentKind = AgentKind {
    name: "respall-2018",
    summary: "Massagué Respall, Brown, Aslam 2018: Monte Carlo tree search whose playouts walk \
              when ahead",
    options: &[
        OptionKind::new(
            "simulations",
            "120000",
            OptionType::Integer { min: 1, max: u64::MAX },
            "playouts per move if no limit is given",
        ),
        OptionKind::new(
            "c",
            "1.4142135623730951",
            OptionType::Float { min: 0.0, max: f64::MAX },
            "exploration constant of UCT",
        ),
        OptionKind::new(
            "win-score",
            "10",
            OptionType::Float { min: f64::MIN_POSITIVE, max: f64::MAX },
            "score that a win adds to a node",
        ),
        OptionKind::new(
            "walk-ahead",
            "0.8",
            PROBABILITY,
            "probability of a pawn move in playouts for the player with the shorter path",
        ),
        OptionKind::new(
            "walk-behind",
            "0.5",
            PROBABILITY,
            "the same for a player whose path is not shorter",
        ),
        OptionKind::new(
            "playouts",
            "heuristic",
            OptionType::Choice(&["heuristic", "uniform"]),
            "playouts by the paper's heuristic, or with every legal move as likely",
        ),
        OptionKind::new(
            "playout-cap",
            "200",
            OptionType::Integer { min: 1, max: u32::MAX as u64 },
            "number of moves after which a playout is a draw",
        ),
        OptionKind::new(
            "memory",
            "1024",
            OptionType::Integer { min: 1, max: 1 << 20 },
            "memory limit of the tree in MiB",
        ),
        SEED,
        NO_REPEAT,
    ],
    supports: any_variant,
    build: |options| {
        let settings = MctsSettings {
            exploration: options.get("c"),
            reward: options.get("win-score"),
            expansion: Expansion::AllChildren,
            memory: options.get::<usize>("memory") << 20,
        };
        let playout = WalkWhenAhead {
            walk_ahead: options.get("walk-ahead"),
            walk_behind: options.get("walk-behind"),
            cap: options.get("playout-cap"),
            runners: Vec::new(),
        };
        let playout = match options.text("playouts") {
            "uniform" => Playouts::Uniform { cap: options.get("playout-cap") },
            _ => Playouts::Heuristic(playout),
        };
        Ok(Box::new(Respall2018 {
            search: Mcts::new(settings, playout),
            simulations: options.get("simulations"),
            seed: options.get("seed"),
            no_repeat: options.get("no-repeat"),
        }))
    },
};

const PROBABILITY: OptionType = OptionType::Float { min: 0.0, max: 1.0 };

/// The player.
#[derive(Debug)]
pub struct Respall2018 {
    search: Mcts<Playouts>,
    simulations: u64,
    seed: u64,
    no_repeat: bool,
}

impl Agent for Respall2018 {
    fn choose(&mut self, game: &Game, limits: &Limits, watch: &mut Watch<'_>) -> Decision {
        let choices = choices(game, self.no_repeat);
        let is_limited =
            limits.simulations.is_some() || limits.nodes.is_some() || limits.time.is_some();
        let limits = if is_limited { *limits } else { Limits::simulations(self.simulations) };
        // Other numbers in every position, and when it comes back; but the same whatever was
        // searched before.
        let random =
            Random::new(self.seed ^ game.position().hash().rotate_left(game.moves().len() as u32));
        self.search.choose(game, choices, random, &limits, watch)
    }
}

/// How simulated games are finished.
#[derive(Debug)]
enum Playouts {
    /// With the paper's heuristic.
    Heuristic(WalkWhenAhead),
    /// With uniform random moves, the paper's first attempt.
    Uniform {
        /// The number of moves after which a game is a draw.
        cap: u32,
    },
}

impl Playout for Playouts {
    fn play_out(&mut self, position: &Position, random: &mut Random) -> Option<Player> {
        match self {
            Self::Heuristic(playout) => playout.play_out(position, random),
            Self::Uniform { cap } => play_out_uniformly(position, *cap, random),
        }
    }
}

/// Plays random moves, every legal one as likely, up to a number of moves.
fn play_out_uniformly(position: &Position, cap: u32, random: &mut Random) -> Option<Player> {
    let mut position = *position;
    for _ in 0..cap {
        let legal = position.legal_moves();
        position.play_unchecked(legal.iter().nth(random.below(legal.len()))?);
        if position.winner().is_some() {
            break;
        }
    }
    position.winner()
}

/// Finishes games as the paper's simulations do.
#[derive(Debug)]
struct WalkWhenAhead {
    walk_ahead: f64,
    walk_behind: f64,
    cap: u32,
    /// The players of the game that is being finished, in turn order.
    runners: Vec<Runner>,
}

/// How far a player has to go. The distance of its pawn changes with its steps, the field only with
/// walls.
#[derive(Debug)]
struct Runner {
    player: Player,
    field: DistanceField,
    distance: u8,
}

impl Runner {
    fn new(player: Player, position: &Position) -> Self {
        let field = position.distance_field(player);
        let distance =
            field.get(position.pawn(player)).expect("in a legal position every player has a path");
        Self { player, field, distance }
    }
}

impl Playout for WalkWhenAhead {
    fn play_out(&mut self, position: &Position, random: &mut Random) -> Option<Player> {
        let mut position = *position;
        let players = position.seats().players();
        self.runners.clear();
        self.runners.extend(players.iter().map(|&player| Runner::new(player, &position)));
        let mut place = position.seats().place(position.turn())?;
        for _ in 0..self.cap {
            let mv = self.choose(place, &position, random);
            position.play_unchecked(mv);
            if position.winner().is_some() {
                break;
            }
            if matches!(mv, Move::Wall(_)) {
                for runner in &mut self.runners {
                    *runner = Runner::new(runner.player, &position);
                }
            }
            place = (place + 1) % players.len();
        }
        position.winner()
    }
}

impl WalkWhenAhead {
    /// A move for the player at a place in the turn order.
    fn choose(&mut self, place: usize, position: &Position, random: &mut Random) -> Move {
        if position.walls_left(position.turn()) > 0 {
            let nearest = |distance: u8, runner: &Runner| distance.min(runner.distance);
            let (before, after) = (&self.runners[..place], &self.runners[place + 1..]);
            let opponent = before.iter().chain(after).fold(u8::MAX, nearest);
            let is_ahead = self.runners[place].distance < opponent;
            let walk = if is_ahead { self.walk_ahead } else { self.walk_behind };
            if !random.chance(walk)
                && let Some(wall) = random_wall(position, random)
            {
                return Move::Wall(wall);
            }
        }
        self.runners[place].walk(position, random)
    }
}

impl Runner {
    /// A random one of the steps that lead nearest to the goal.
    fn walk(&mut self, position: &Position, random: &mut Random) -> Move {
        let steps = position.legal_steps();
        // A jump can save two steps. Where other pawns are in the way, it may be that no step leads
        // nearer at all.
        for distance in self.distance.saturating_sub(2)..=self.field.farthest() {
            let nearest = steps & self.field.within(distance);
            if let Some(square) = random_square(nearest, random) {
                self.distance = distance;
                return Move::Step(square);
            }
        }
        // Hemmed in, as one of three or four players.
        random_wall(position, random).map_or(Move::Pass, Move::Wall)
    }
}

/// A random one of some squares.
fn random_square(squares: SquareSet, random: &mut Random) -> Option<Square> {
    match squares.len() {
        0 | 1 => squares.first(),
        len => squares.iter().nth(random.below(len)),
    }
}

/// A random legal wall, all as likely; `None` if there is none.
fn random_wall(position: &Position, random: &mut Random) -> Option<Wall> {
    // To try random walls until one is legal is quicker than to find all legal ones, unless few
    // are.
    let size = position.variant().size;
    for _ in 0..TRIES {
        let column = random.below(usize::from(size.width() - 1)) as u8;
        let row = random.below(usize::from(size.height() - 1)) as u8;
        let orientation = Orientation::ALL[random.below(2)];
        let wall = Square::new(column, row).and_then(|square| Wall::new(square, orientation))?;
        if position.is_legal(Move::Wall(wall)) {
            return Some(wall);
        }
    }
    let walls = position.legal_walls();
    if walls.is_empty() { None } else { walls.iter().nth(random.below(walls.len())) }
}

/// How many walls are tried at random before all legal ones are found.
const TRIES: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    fn playout(walk_ahead: f64, walk_behind: f64) -> WalkWhenAhead {
        WalkWhenAhead { walk_ahead, walk_behind, cap: 200, runners: Vec::new() }
    }

    /// How many of a thousand games South wins.
    fn wins(mut playout: WalkWhenAhead, position: &str) -> usize {
        let position = position.parse().unwrap();
        let mut random = Random::new(1);
        (0..1000)
            .filter(|_| playout.play_out(&position, &mut random) == Some(Player::South))
            .count()
    }

    #[test]
    fn who_only_walks_wins_the_race_it_is_ahead_in() {
        assert_eq!(wins(playout(1.0, 1.0), "- / - / a6 i4 / 10 10 / 1"), 1000);
        assert_eq!(wins(playout(1.0, 1.0), "- / - / a6 i4 / 10 10 / 2"), 0);
        // The one behind places its ten walls first, and some of them hit.
        let won = wins(playout(1.0, 0.0), "- / - / a6 i5 / 10 10 / 1");
        assert!((1..1000).contains(&won), "{won}");
    }

    #[test]
    fn a_long_game_is_a_draw() {
        // South needs eight steps, the last of them the fifteenth move, and meets nobody.
        let position = "- / - / a1 i9 / 10 10 / 1".parse().unwrap();
        let capped = |cap| {
            WalkWhenAhead { cap, ..playout(1.0, 1.0) }.play_out(&position, &mut Random::new(1))
        };
        assert_eq!((capped(15), capped(14)), (Some(Player::South), None));
    }

    /// South, without walls, has four steps to choose from, one of which wins at once.
    #[test]
    fn uniform_playouts_choose_any_move() {
        let position: Position = "- / - / b2 a3 / 0 0 / 1 / 3x3".parse().unwrap();
        let steps = position.legal_moves().len();
        let wins = position.legal_steps().iter().filter(|square| square.row() == 2).count();
        assert_eq!((steps, wins), (4, 1));
        let mut random = Random::new(1);
        let won = (0..10_000)
            .filter(|_| play_out_uniformly(&position, 1, &mut random) == Some(Player::South))
            .count();
        // A quarter, within five standard deviations.
        assert!((2283..=2717).contains(&won), "{won}");
    }

    #[test]
    fn walls_are_all_as_likely() {
        for position in ["- / - / b1 b3 / 2 2 / 1 / 3x3", "a1 / - / b1 b3 / 1 2 / 2 / 3x3"] {
            let position: Position = position.parse().unwrap();
            let mut random = Random::new(1);
            let mut counts = [0; quoridor_core::MAX_WALLS];
            let walls = position.legal_walls();
            for _ in 0..walls.len() * 10_000 {
                let wall = random_wall(&position, &mut random).unwrap();
                assert!(walls.contains(wall));
                counts[usize::from(wall.index())] += 1;
            }
            // Ten thousand each, within five standard deviations.
            let good = |wall: Wall| (9_500..10_500).contains(&counts[usize::from(wall.index())]);
            assert!(walls.iter().all(good), "{counts:?}");
        }
    }
}
