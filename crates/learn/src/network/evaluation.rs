//! Test games of a network against players that do not learn.

use std::sync::Arc;

use quoridor_arena::statistics::binomial::clopper_pearson;
use quoridor_arena::statistics::{CONFIDENCE, Interval};
use quoridor_core::{Adjudication, Game, Outcome, Player};
use quoridor_engine::net::Mlp;
use quoridor_engine::players::hola_2016_nets::NetPlayer;
use quoridor_engine::random::Random;
use quoridor_engine::random::mixed;
use quoridor_engine::{Agent, Limits, choose_alone};

use super::observations::{MOST_ACTIONS, player};
use crate::parallel::in_parallel;

/// The opponents of Figures 5.1, 5.2 and 5.3.
pub const OPPONENTS: [&str; 3] = ["random", "hola-2016-path", "hola-2016-heuristic"];

/// Results of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Tally {
    /// Won by the net.
    pub won: u64,
    /// Won by the opponent.
    pub lost: u64,
    /// Still undecided after 1000 actions, which the thesis counts as lost: the net (or both) walks
    /// back and forth.
    pub stuck: u64,
}

impl Tally {
    /// All of them.
    pub const fn games(&self) -> u64 {
        self.won + self.lost + self.stuck
    }

    /// The share that the net won.
    pub fn share(&self) -> f64 {
        self.won as f64 / self.games().max(1) as f64
    }

    /// Where the share may lie if the games are a sample.
    pub fn interval(&self) -> Option<Interval> {
        clopper_pearson(self.won, self.games(), CONFIDENCE)
    }
}

/// Games of a net against one of the [`OPPONENTS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contest {
    /// The opponent, as in a spec.
    pub opponent: &'static str,
    /// How many games; the net is South in every other.
    pub games: u64,
    /// Whether the net does not go back to positions that the game has seen.
    pub no_repeat: bool,
    /// Which random numbers the opponent draws.
    pub seed: u64,
}

impl Contest {
    /// Plays them. The number of threads changes nothing but the time.
    pub fn play(&self, net: &Arc<Mlp>, threads: usize) -> Tally {
        let mut games: Vec<(u64, Tally)> =
            (0..self.games).map(|number| (number, Tally::default())).collect();
        in_parallel(&mut games, threads, |(number, tally)| *tally = self.game(net, *number));
        games.iter().fold(Tally::default(), |sum, (_, game)| Tally {
            won: sum.won + game.won,
            lost: sum.lost + game.lost,
            stuck: sum.stuck + game.stuck,
        })
    }

    fn game(&self, net: &Arc<Mlp>, number: u64) -> Tally {
        let seat = if number.is_multiple_of(2) { Player::South } else { Player::North };
        let mut net: Box<dyn Agent> = Box::new(NetPlayer::new(Arc::clone(net), self.no_repeat));
        let mut opponent = player(self.opponent, Random::new(mixed(&[self.seed, number])).next());
        let cap = Adjudication { max_plies: Some(MOST_ACTIONS), repetitions: None };
        let mut game = Game::default();
        while game.ending(&cap).is_none() {
            let turn = game.position().turn();
            let mover = if turn == seat { net.as_mut() } else { opponent.as_mut() };
            let mv = choose_alone(mover, &game, &Limits::NONE).mv;
            game.play(mv).expect("the players play legal moves");
        }
        match game.result(&cap) {
            Some(Outcome::Win(winner)) if winner == seat => Tally { won: 1, ..Tally::default() },
            Some(Outcome::Win(_)) => Tally { lost: 1, ..Tally::default() },
            Some(Outcome::Draw) | None => Tally { stuck: 1, ..Tally::default() },
        }
    }
}
