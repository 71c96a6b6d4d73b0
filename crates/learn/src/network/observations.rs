//! The observed actions of one of two players, game after game.

use std::collections::VecDeque;

use quoridor_core::{Adjudication, Game, Player, Symmetry};
use quoridor_engine::random::Random;
use quoridor_engine::random::mixed;
use quoridor_engine::{Agent, Limits, choose_alone};
use quoridor_literature::hola_2016::net::{Action, Encoding, Inputs};
use quoridor_players::Spec;

use super::trainer::Example;
use crate::parallel::in_parallel;

/// Actions after which a game ends (chapter 5).
pub(super) const MOST_ACTIONS: usize = 1000;

/// The observed player.
pub(super) const TEACHER: &str = "hola-2016-heuristic";

/// A player of the registry with its own random numbers.
///
/// # Panics
/// If there is no such player; the names are ours.
pub(super) fn player(name: &str, seed: u64) -> Box<dyn Agent> {
    let spec: Spec = name.parse().expect("the player is in the registry");
    let spec = spec.clone().with("seed", &seed.to_string()).unwrap_or(spec);
    spec.build().expect("the player takes any seed")
}

/// How games are watched.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Watching {
    pub(super) seed: u64,
    /// The opponents of the observed player, in turn.
    pub(super) partners: Vec<String>,
    pub(super) encoding: Encoding,
    /// The target output of the observed action.
    pub(super) reward: f32,
    /// Whether about half of the games are seen in a mirror.
    pub(super) mirror: bool,
}

impl Watching {
    /// The actions of a game. The player who is watched is South in even games and North in odd
    /// ones.
    fn game(&self, number: u64) -> Vec<Example> {
        let mut random = Random::new(mixed(&[self.seed, number]));
        let partner = &self.partners[(number / 2) as usize % self.partners.len()];
        let mut players = [player(TEACHER, random.next()), player(partner, random.next())];
        let watched = if number.is_multiple_of(2) { Player::South } else { Player::North };
        let symmetry =
            if self.mirror && random.chance(0.5) { Symmetry::Mirror } else { Symmetry::Identity };
        let cap = Adjudication { max_plies: Some(MOST_ACTIONS), repetitions: None };
        let mut game = Game::default();
        let mut examples = Vec::new();
        while game.ending(&cap).is_none() {
            let turn = game.position().turn();
            let place = usize::from(turn != watched);
            let mv = choose_alone(players[place].as_mut(), &game, &Limits::NONE).mv;
            if turn == watched {
                let position =
                    symmetry.position(game.position()).expect("two players have a mirror");
                let mut inputs = Inputs::default();
                self.encoding.encode(&position, &mut inputs);
                let seen = symmetry.mv(mv, position.variant().size);
                let action =
                    Action::of(seen, &position).expect("every move of a game for two is an action");
                examples.push(Example { inputs, action, value: self.reward });
            }
            game.play(mv).expect("the players play legal moves");
        }
        examples
    }
}

/// The actions of all games in their order.
#[derive(Debug)]
pub(super) struct Observations {
    watching: Watching,
    next_game: u64,
    /// Games that have been watched and not quite used up: their numbers, how many of their actions
    /// are used, and all their actions.
    waiting: VecDeque<(u64, usize, Vec<Example>)>,
}

/// Games that are watched at a time by each thread.
const AT_A_TIME: u64 = 16;

impl Observations {
    /// All actions from the first game on.
    pub(super) const fn new(watching: Watching) -> Self {
        Self { watching, next_game: 0, waiting: VecDeque::new() }
    }

    /// Goes on at a [`place`](Self::place): the game and how many of its actions are used.
    pub(super) fn go_to(&mut self, (game, used): (u64, usize)) {
        self.next_game = game;
        self.waiting.clear();
        if used > 0 {
            self.waiting.push_back((game, used, self.watching.game(game)));
            self.next_game += 1;
        }
    }

    /// Where it stands: a game, and how many of its actions are used.
    pub(super) fn place(&self) -> (u64, usize) {
        self.waiting.front().map_or((self.next_game, 0), |&(game, used, _)| (game, used))
    }

    /// The next actions.
    pub(super) fn take(&mut self, count: usize, threads: usize) -> Vec<Example> {
        let mut taken = Vec::with_capacity(count);
        while taken.len() < count {
            let Some((_, used, examples)) = self.waiting.front_mut() else {
                self.watch(threads);
                continue;
            };
            let end = examples.len().min(*used + count - taken.len());
            taken.extend_from_slice(&examples[*used..end]);
            *used = end;
            if end == examples.len() {
                self.waiting.pop_front();
            }
        }
        taken
    }

    fn watch(&mut self, threads: usize) {
        let end = self.next_game + AT_A_TIME * threads.max(1) as u64;
        let mut games: Vec<_> = (self.next_game..end).map(|game| (game, 0, Vec::new())).collect();
        in_parallel(&mut games, threads, |(game, _, examples)| {
            *examples = self.watching.game(*game);
        });
        self.waiting.extend(games);
        self.next_game = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watching() -> Watching {
        let partners = vec![TEACHER.to_owned()];
        Watching { seed: 1, partners, encoding: Encoding::Numbers, reward: 100.0, mirror: false }
    }

    #[test]
    fn the_same_actions_however_they_are_taken() {
        let mut whole = Observations::new(watching());
        let all = whole.take(500, 1);
        let mut parts = Observations::new(watching());
        let mut taken = Vec::new();
        for count in [1, 120, 7, 250, 122] {
            taken.extend(parts.take(count, 3));
            let place = parts.place();
            parts = Observations::new(watching());
            parts.go_to(place);
        }
        assert_eq!(taken, all);
        assert_eq!(parts.place(), whole.place());
    }

    /// The first input is the colour to move: one player is watched in each game, each in every
    /// other.
    #[test]
    fn one_of_the_two_is_watched() {
        for number in 0..4 {
            let game = watching().game(number);
            let colour = |example: &Example| u64::from(example.inputs.entries()[0].0 == 0);
            assert!(game.iter().all(|example| colour(example) == number % 2));
            assert!(game.len() >= 8, "{}", game.len());
        }
    }

    /// In a mirror South's pawn is seen on the other side: square 76 + d becomes 76 − d.
    #[test]
    fn some_games_are_seen_in_a_mirror() {
        let (plain, mirrored) = (watching(), Watching { mirror: true, ..watching() });
        let lengths =
            |watching: &Watching| (0..40).map(|game| watching.game(game).len()).collect::<Vec<_>>();
        assert_eq!(lengths(&mirrored), lengths(&plain));
        let different = (0..40).filter(|&game| mirrored.game(game) != plain.game(game)).count();
        assert!((8..=32).contains(&different), "{different}");
    }
    /// An opponent that never places a wall keeps its ten walls: inputs 3 and 4.
    #[test]
    fn partners_take_turns() {
        let partners = vec![TEACHER.to_owned(), "hola-2016-path".to_owned()];
        let watching = Watching { partners, ..watching() };
        let opponent_has_all_walls = |number: u64| {
            let other = 4 - (number % 2) as u16;
            let full = |example: &Example| example.inputs.entries().contains(&(other, 10.0));
            watching.game(number).iter().all(full)
        };
        assert!([2, 3, 6, 7].into_iter().all(opponent_has_all_walls));
        assert!(![0, 1, 4, 5].into_iter().all(opponent_has_all_walls));
    }
}
