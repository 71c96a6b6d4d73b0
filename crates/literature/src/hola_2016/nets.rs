//! The two nets of Michal Hoľa, *Artificial neural network as an opponent in Quoridor*, Comenius
//! University Bratislava 2016, sections 4.2.3, 4.2.4 and chapter 5.
//!
//! `NNPlayer` learned by watching `HeuristicPlayer` play against itself; `QLNNPlayer` by
//! Q-learning. Both ask a perceptron of 133 inputs, 1000 logistic units and a linear output for
//! every action, take the action with the greatest output, and if it is not legal the next best.
//! `quoridor learn imitate` and `quoridor learn qlearn` train them.
//!
//! "Remembering previous actions and disallowing selection of same actions" is the cure that he
//! names for a pawn that walks back and forth in a dead end: with `no-repeat=true`, an action that
//! leads to a position that the game has seen is passed over, and so is a step that the pawn has
//! made before from the same square with the same walls on the board. (Without the latter the other
//! pawn need only move for a dead end to be new.) If nothing else is left, they are taken.
//!
//! Inferred: equal outputs are taken in the order of the actions' numbers. The shipped weights are
//! `hola-2016-nn.weights` and `hola-2016-qlnn.weights` in `crates/literature/data`;
//! docs/training.md says how they were made.

use std::sync::{Arc, LazyLock};

use quoridor_core::{BoardSize, Game, Move, MoveSet, Position, Seats, Variant};
use quoridor_engine::net::container;
use quoridor_engine::registry::{AgentKind, NO_REPEAT, Options, SHIPPED, SpecError, WEIGHTS_FILE};
use quoridor_engine::shipped::Shipped;
use quoridor_engine::{
    Agent, Decision, Limits, RootMove, Term, Unsupported, Value, Watch, choices, sort_few,
};

use super::net::{self, Action, Inputs, Mlp};

/// The player, for a list of players.
pub const NN: AgentKind = AgentKind {
    name: "hola-2016-nn",
    summary: "Hoľa 2016: a neural network that has watched hola-2016-heuristic",
    options: &[WEIGHTS_FILE, NO_REPEAT],
    supports: official_board,
    build: |options| build(options, &NN_FILE, &NN_WEIGHTS),
};

/// The player, for a list of players.
pub const QLNN: AgentKind = AgentKind {
    name: "hola-2016-qlnn",
    summary: "Hoľa 2016: a neural network trained by Q-learning, which failed",
    build: |options| build(options, &QLNN_FILE, &QLNN_WEIGHTS),
    ..NN
};

/// The file of the network of `hola-2016-nn`.
pub static NN_FILE: Shipped = quoridor_engine::shipped!("hola-2016-nn.weights");

/// The file of the network of `hola-2016-qlnn`.
pub static QLNN_FILE: Shipped = quoridor_engine::shipped!("hola-2016-qlnn.weights");

static NN_WEIGHTS: LazyLock<Arc<Mlp>> = LazyLock::new(|| shipped_net(&NN_FILE));

static QLNN_WEIGHTS: LazyLock<Arc<Mlp>> = LazyLock::new(|| shipped_net(&QLNN_FILE));

/// The net of a file that is part of the program.
fn shipped_net(file: &Shipped) -> Arc<Mlp> {
    let bytes = file.bytes().expect("it is looked for before");
    Arc::new(net::read(bytes).expect("the tests read the shipped weights"))
}

fn build(
    options: &Options,
    own: &Shipped,
    net: &LazyLock<Arc<Mlp>>,
) -> Result<Box<dyn Agent>, SpecError> {
    let file = options.text("weights");
    let net = if file == SHIPPED {
        options.check_shipped("weights", own)?;
        Arc::clone(net)
    } else {
        let read = container::read_file(file.as_ref(), net::read);
        Arc::new(read.map_err(|reason| options.unusable("weights", reason))?)
    };
    Ok(Box::new(NetPlayer { net, no_repeat: options.get("no-repeat") }))
}

/// The networks have one input for each square and each of ten walls.
fn official_board(variant: Variant) -> Result<(), Unsupported> {
    let plays =
        variant.seats == Seats::Two && variant.size == BoardSize::STANDARD && variant.walls <= 10;
    if plays {
        Ok(())
    } else {
        Err(Unsupported { variant, can: "games for two on 9x9 with at most ten walls each" })
    }
}

/// Some moves, without steps that the player to move has made from the same square since the last
/// wall was placed, if any others are left.
fn without_steps_made_before(game: &Game, choices: MoveSet) -> MoveSet {
    let now = game.position();
    let player = now.turn();
    let since = game.since_last_wall();
    let moves = &game.moves()[game.moves().len() + 1 - since.len()..];
    let mut steps = choices.steps;
    for (then, mv) in since.iter().zip(moves) {
        if let Move::Step(to) = *mv
            && then.turn() == player
            && then.pawn(player) == now.pawn(player)
        {
            steps = steps.iter().filter(|&square| square != to).collect();
        }
    }
    let left = MoveSet { steps, ..choices };
    if left.is_empty() { choices } else { left }
}

/// `NNPlayer` or `QLNNPlayer`: what they do is the same, what they have learned is not.
#[derive(Debug)]
pub struct NetPlayer {
    net: Arc<Mlp>,
    no_repeat: bool,
}

impl NetPlayer {
    /// A player with a network of one's own.
    pub const fn new(net: Arc<Mlp>, no_repeat: bool) -> Self {
        Self { net, no_repeat }
    }

    /// Some legal moves and what the net answers to each, the best first.
    fn ranked(&self, position: &Position, choices: MoveSet) -> Vec<(Move, f32)> {
        let mut inputs = Inputs::default();
        self.net.encoding().encode(position, &mut inputs);
        let outputs = self.net.forward(&inputs);
        let mut ranked: Vec<_> = (0..Action::COUNT)
            .filter_map(|number| Some((Action::new(number)?.mv(position)?, outputs[number])))
            .filter(|&(mv, _)| choices.contains(mv))
            .collect();
        // Stable: equal outputs stay in the order of the actions.
        sort_few(&mut ranked, |(_, one), (_, other)| other.total_cmp(one));
        ranked
    }
}

impl Agent for NetPlayer {
    fn choose(&mut self, game: &Game, _limits: &Limits, _watch: &mut Watch<'_>) -> Decision {
        let choices = choices(game, self.no_repeat);
        let choices =
            if self.no_repeat { without_steps_made_before(game, choices) } else { choices };
        let ranked = self.ranked(game.position(), choices);
        let root = |&(mv, output): &(Move, f32)| RootMove {
            mv,
            visits: 0,
            value: Value::Score(output.into()),
            prior: 0.0,
        };
        let root: Vec<_> = ranked.iter().map(root).collect();
        let best = *root
            .first()
            .expect("a game for two that is not over has a move, and every move is an action");
        Decision { value: Some(best.value), nodes: 1, root, ..Decision::at_once(best.mv) }
    }

    /// The largest outputs and their moves.
    fn explain(&self, position: &Position) -> Vec<Term> {
        let ranked = self.ranked(position, position.legal_moves());
        let term = |&(mv, output): &(Move, f32)| Term {
            feature: names::of(mv),
            value: output.into(),
            weight: 1.0,
        };
        ranked.iter().take(5).map(term).collect()
    }
}

/// The names of moves on the official board, as static strings.
mod names {
    use quoridor_core::Move;

    /// `a1` to `i9`, by the squares' numbers.
    static SQUARES: [[u8; 2]; 81] = {
        let mut names = [[0; 2]; 81];
        let mut square = 0;
        while square < 81 {
            names[square] = [b'a' + square as u8 % 9, b'1' + square as u8 / 9];
            square += 1;
        }
        names
    };

    /// `a1h` to `h8v`, by the walls' numbers.
    static WALLS: [[u8; 3]; 128] = {
        let mut names = [[0; 3]; 128];
        let mut wall = 0;
        while wall < 128 {
            let slot = wall as u8 % 64;
            names[wall] = [b'a' + slot % 8, b'1' + slot / 8, if wall < 64 { b'h' } else { b'v' }];
            wall += 1;
        }
        names
    };

    pub(super) fn of(mv: Move) -> &'static str {
        let name: &[u8] = match mv {
            Move::Step(square) => &SQUARES[usize::from(square.index())],
            Move::Wall(wall) => &WALLS[usize::from(wall.index())],
            Move::Pass => b"pass",
        };
        str::from_utf8(name).expect("letters and digits")
    }
}

#[cfg(test)]
mod tests {
    use quoridor_engine::choose_alone;

    use super::*;

    /// A net without hidden influence: its biases are its opinion.
    fn opinionated(opinions: &[(&str, f32)]) -> NetPlayer {
        let position = Position::default();
        let mut net = Mlp::new(net::Encoding::Numbers, 1);
        let (_, to_output) = net.layers_mut();
        for &(mv, value) in opinions {
            to_output
                [Action::COUNT + Action::of(mv.parse().unwrap(), &position).unwrap().number()] =
                value;
        }
        NetPlayer::new(Arc::new(net), false)
    }

    fn chosen(player: &mut NetPlayer, game: &Game) -> String {
        choose_alone(player, game, &Limits::NONE).mv.to_string()
    }

    #[test]
    fn the_greatest_output_is_played_and_the_next_best_if_it_is_illegal() {
        let mut player = opinionated(&[("e3h", 3.0), ("e2", 2.0), ("d1", 1.0)]);
        assert_eq!(chosen(&mut player, &Game::default()), "e3h");
        let crossed = Game::new("- / e3 / e1 e9 / 10 9 / 1".parse().unwrap());
        assert_eq!(chosen(&mut player, &crossed), "e2");
        let shut_in = Game::new("e1 / e3 / e1 e9 / 9 9 / 1".parse().unwrap());
        assert_eq!(chosen(&mut player, &shut_in), "d1");
    }

    #[test]
    fn with_no_repeat_it_does_not_go_back() {
        let mut game = Game::default();
        for mv in ["d1", "e8", "e1", "e9"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let mut player = opinionated(&[("d1", 2.0), ("e2", 1.0)]);
        assert_eq!(chosen(&mut player, &game), "d1");
        player.no_repeat = true;
        assert_eq!(chosen(&mut player, &game), "e2");
    }

    /// The other pawn has moved on, so that no position comes back; the pawn still does not make
    /// the same step twice.
    #[test]
    fn with_no_repeat_it_leaves_a_dead_end_while_the_other_walks() {
        let mut game = Game::default();
        for mv in ["d1", "e8", "e1", "e7"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let mut player = opinionated(&[("d1", 2.0), ("e2", 1.0)]);
        assert_eq!(chosen(&mut player, &game), "d1");
        player.no_repeat = true;
        assert_eq!(chosen(&mut player, &game), "e2");
        // A wall changes the board: all is open again.
        for mv in ["a1h", "a8h"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        assert_eq!(chosen(&mut player, &game), "d1");
    }

    #[test]
    fn it_says_what_it_thinks_of_the_moves() {
        let mut player = opinionated(&[("e3h", 3.0), ("e2", 2.0), ("d1", 1.0)]);
        let terms = player.explain(&Position::default());
        let names: Vec<_> = terms.iter().map(|term| (term.feature, term.product())).collect();
        assert_eq!(names[..3], [("e3h", 3.0), ("e2", 2.0), ("d1", 1.0)]);
        let decision = choose_alone(&mut player, &Game::default(), &Limits::NONE);
        assert_eq!(decision.value, Some(Value::Score(3.0)));
        assert_eq!(decision.root.len(), Position::default().legal_moves().len());
    }

    #[test]
    fn names_are_those_of_the_moves() {
        for mv in Position::default()
            .legal_moves()
            .iter()
            .chain(["i9", "a1", "c7"].map(|mv| mv.parse().unwrap()))
        {
            assert_eq!(names::of(mv), mv.to_string());
        }
    }

    #[test]
    fn files_that_are_no_weights_are_refused_in_one_line() {
        let error = |file: &str| {
            let options = Options::of(NN).with("weights", file).unwrap();
            options.build().err().unwrap().to_string()
        };
        assert_eq!(
            error("/nowhere"),
            "weights: cannot use '/nowhere': No such file or directory (os error 2)"
        );
        assert_eq!(error("/dev/zero"), "weights: cannot use '/dev/zero': not a file");
        let this = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        assert!(
            error(this)
                .ends_with("not a file of weights: one begins with the line 'quoridor-weights 1'"),
            "{}",
            error(this)
        );
    }
}
