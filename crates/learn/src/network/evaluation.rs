//! Test games of a network against players that do not learn.

use std::sync::Arc;

use quoridor_arena::statistics::binomial::clopper_pearson;
use quoridor_arena::statistics::{CONFIDENCE, Interval};
use quoridor_core::{Adjudication, Game, Outcome, Player};
use quoridor_engine::random::Random;
use quoridor_engine::random::mixed;
use quoridor_engine::{Agent, Limits, choose_alone};
use quoridor_literature::hola_2016::net::Mlp;
use quoridor_literature::hola_2016::nets::NetPlayer;

use super::observations::{MOST_ACTIONS, player};
use crate::parallel::in_parallel;

/// The opponents of Figures 5.1, 5.2 and 5.3.
pub const OPPONENTS: [&str; 3] = ["random", "hola-2016-path", "hola-2016-heuristic"];

/// The opponent that draws no random numbers. Neither does a net: from each seat they have a single
/// game, which more games would only repeat.
pub const DETERMINISTIC: &str = "hola-2016-path";

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
    /// How many games; the net is South in every other. Against [`DETERMINISTIC`] there are only
    /// two that differ, and no more are played.
    pub games: u64,
    /// Whether the net does not go back to positions that the game has seen.
    pub no_repeat: bool,
    /// Which random numbers the opponent draws.
    pub seed: u64,
}

impl Contest {
    /// Plays them. The number of threads changes nothing but the time.
    pub fn play(&self, net: &Arc<Mlp>, threads: usize) -> Tally {
        let distinct = if self.opponent == DETERMINISTIC { self.games.min(2) } else { self.games };
        let mut games: Vec<(u64, Tally)> =
            (0..distinct).map(|number| (number, Tally::default())).collect();
        in_parallel(&mut games, threads, |(number, tally)| *tally = self.game(net, *number));
        games.iter().fold(Tally::default(), |sum, (_, game)| Tally {
            won: sum.won + game.won,
            lost: sum.lost + game.lost,
            stuck: sum.stuck + game.stuck,
        })
    }

    fn game(&self, net: &Arc<Mlp>, number: u64) -> Tally {
        let cap = Adjudication { max_plies: Some(MOST_ACTIONS), repetitions: None };
        let (seat, game) = self.played(net, number, &cap);
        match game.result(&cap) {
            Some(Outcome::Win(winner)) if winner == seat => Tally { won: 1, ..Tally::default() },
            Some(Outcome::Win(_)) => Tally { lost: 1, ..Tally::default() },
            Some(Outcome::Draw) | None => Tally { stuck: 1, ..Tally::default() },
        }
    }

    /// A game, and the seat of the net.
    fn played(&self, net: &Arc<Mlp>, number: u64, cap: &Adjudication) -> (Player, Game) {
        let seat = if number.is_multiple_of(2) { Player::South } else { Player::North };
        let mut net: Box<dyn Agent> = Box::new(NetPlayer::new(Arc::clone(net), self.no_repeat));
        let mut opponent = player(self.opponent, Random::new(mixed(&[self.seed, number])).next());
        let mut game = Game::default();
        while game.ending(cap).is_none() {
            let turn = game.position().turn();
            let mover = if turn == seat { net.as_mut() } else { opponent.as_mut() };
            let mv = choose_alone(mover, &game, &Limits::NONE).mv;
            game.play(mv).expect("the players play legal moves");
        }
        (seat, game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::imitation::{Config, Imitation};

    /// Games with other seeds repeat those against the path player, move by move, but not those
    /// against the other opponents.
    #[test]
    fn against_the_path_player_two_games_differ() {
        let folder = tempfile::tempdir().unwrap();
        let config = Config { hidden_units: 4, ..Config::default() };
        let net = Imitation::open(folder.path(), config, 1, 1).unwrap().net().unwrap();
        let cap = Adjudication { max_plies: Some(60), repetitions: None };
        for opponent in OPPONENTS {
            let contest = Contest { opponent, games: 6, no_repeat: false, seed: 1 };
            let moves = |number| contest.played(&net, number, &cap).1.moves().to_vec();
            let repeats = [0, 1].iter().all(|&seat| moves(seat) == moves(seat + 2));
            assert_eq!(repeats, opponent == DETERMINISTIC, "{opponent}");
            let games = if opponent == DETERMINISTIC { 2 } else { 6 };
            assert_eq!(contest.play(&net, 1).games(), games, "{opponent}");
        }
    }
}
