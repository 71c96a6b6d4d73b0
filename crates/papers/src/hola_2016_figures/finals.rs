//! Games of the finished networks against the opponents of Figures 5.1 to 5.3.
//!
//! From the usual start a network and `hola-2016-path` play the same game again and again: games
//! that repeat an earlier one move by move are no new evidence and count once. Games from random
//! openings are all different.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use quoridor_arena::RandomOpenings;
use quoridor_arena::statistics::{GameResult, Proportion, Score};
use quoridor_core::{Adjudication, Game, Move, Player, Position};
use quoridor_engine::random::mixed;
use quoridor_engine::{Agent, Limits, choose_alone};
use quoridor_learn::network::evaluation::OPPONENTS;
use quoridor_learn::run_folder::{Identity, RunFolder};
use quoridor_learn::{Progress, Stopped};
use quoridor_literature::hola_2016::net::Mlp;
use quoridor_literature::hola_2016::nets::NetPlayer;
use quoridor_players::Spec;
use serde::Serialize;

use super::NAME;
use super::training::Trained;
use crate::parallel::in_parallel;
use crate::{BoxedError, Settings};

/// Games of each network against each opponent, at scale 1.
const GAMES: u64 = 200;

/// Random moves of an opening.
const OPENING: usize = 4;

/// "All games were set to maximum 1000 actions – upon crossing this limit, we consider this as a
/// loss."
const MOVE_CAP: Adjudication = Adjudication { max_plies: Some(1000), repetitions: None };

/// Where games begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Start {
    /// The usual start, as in the thesis.
    Usual,
    /// A random opening.
    Opening,
}

/// The conditions of some games: the training settings and the seed of the network, the opponent,
/// whether positions may repeat, and the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) settings: usize,
    pub(super) seed: usize,
    pub(super) opponent: usize,
    pub(super) no_repeat: bool,
    pub(super) start: Start,
}

/// The games under some conditions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Games {
    /// All of them. A draw is a game of 1000 actions.
    pub(super) all: Score,
    /// Those that differ from each other.
    pub(super) distinct: Score,
}

impl Games {
    /// The share won among distinct games; undecided games are lost, as in the thesis.
    pub(super) fn won(&self) -> Proportion {
        Proportion::new(self.distinct.wins, self.distinct.games())
    }
}

/// All games of the finished networks.
pub(super) struct Finals {
    games: HashMap<Key, Games>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Config {
    games: u64,
    actions: u64,
}

const TABLE: &str = "games.csv";
const HEADER: &str = "settings,seed,opponent,no_repeat,start,won,undecided,lost,distinct_won,\
                      distinct_undecided,distinct_lost";

impl Finals {
    /// Plays the games that are not in the run folder yet.
    pub(super) fn play(
        settings: &Settings,
        trained: &[Trained],
        actions: u64,
        progress: &Progress<'_>,
    ) -> Result<Self, BoxedError> {
        let games = settings.scaled(GAMES, 4);
        let identity = Identity::new("finals", settings.seed, &Config { games, actions });
        let mut folder = RunFolder::open(&settings.folder.join(NAME).join("finals"), &identity)?;
        let done = read(&folder)?;
        for network in trained {
            let keys: Vec<Key> =
                keys(network).into_iter().filter(|key| !done.contains_key(key)).collect();
            if keys.is_empty() {
                continue;
            }
            if progress.stop.load(Ordering::Relaxed) {
                return Err(Stopped.into());
            }
            (progress.tell)(format!("games of {}, seed {}", network.name, network.seed + 1));
            let played = in_parallel(keys, |key, _| {
                let seed = mixed(&[settings.seed, key.seed as u64, key.opponent as u64]);
                Ok((key, play(&network.net, key, games, seed)?))
            })?;
            for (key, games) in played {
                record(&mut folder, key, games);
            }
            folder.checkpoint(b"")?;
        }
        Ok(Self { games: read(&folder)? })
    }

    pub(super) fn get(&self, key: Key) -> Games {
        self.games.get(&key).copied().unwrap_or_default()
    }

    /// The games of all seeds together.
    pub(super) fn of_all_seeds(&self, key: Key, seeds: usize) -> Games {
        (0..seeds).map(|seed| self.get(Key { seed, ..key })).fold(Games::default(), |sum, games| {
            Games { all: sum.all + games.all, distinct: sum.distinct + games.distinct }
        })
    }
}

/// All conditions for a network.
fn keys(network: &Trained) -> Vec<Key> {
    let mut keys = Vec::new();
    for opponent in 0..OPPONENTS.len() {
        for start in [Start::Usual, Start::Opening] {
            for no_repeat in [false, true] {
                let (settings, seed) = (network.settings, network.seed);
                keys.push(Key { settings, seed, opponent, no_repeat, start });
            }
        }
    }
    keys
}

fn record(folder: &mut RunFolder, key: Key, games: Games) {
    let Key { settings, seed, opponent, no_repeat, start } = key;
    let start = if start == Start::Usual { "usual" } else { "opening" };
    let Games { all, distinct } = games;
    folder.row(
        TABLE,
        HEADER,
        &[
            &settings,
            &seed,
            &opponent,
            &no_repeat,
            &start,
            &all.wins,
            &all.draws,
            &all.losses,
            &distinct.wins,
            &distinct.draws,
            &distinct.losses,
        ],
    );
}

fn read(folder: &RunFolder) -> Result<HashMap<Key, Games>, BoxedError> {
    let parse = |cells: &Vec<String>| {
        let number = |place: usize| cells.get(place)?.parse::<u64>().ok();
        let score = |place: usize| {
            Some(Score {
                wins: number(place)?,
                draws: number(place + 1)?,
                losses: number(place + 2)?,
            })
        };
        let key = Key {
            settings: number(0)? as usize,
            seed: number(1)? as usize,
            opponent: number(2)? as usize,
            no_repeat: cells.get(3)? == "true",
            start: if cells.get(4)? == "usual" { Start::Usual } else { Start::Opening },
        };
        Some((key, Games { all: score(5)?, distinct: score(8)? }))
    };
    Ok(folder.rows(TABLE)?.iter().filter_map(parse).collect())
}

fn play(net: &Arc<Mlp>, key: Key, games: u64, seed: u64) -> Result<Games, BoxedError> {
    let mut openings = RandomOpenings::new(Position::default(), [OPENING], seed);
    let mut seen: HashMap<(Player, Vec<Move>), GameResult> = HashMap::new();
    let mut all = Score::default();
    let mut opening = Game::default();
    for number in 0..games {
        let seat = if number.is_multiple_of(2) { Player::South } else { Player::North };
        if key.start == Start::Opening && seat == Player::South {
            opening = openings.next().unwrap_or_default();
        }
        let opponent: Spec = OPPONENTS[key.opponent].parse()?;
        let opponent = opponent.clone().with("seed", &mixed(&[seed, number]).to_string());
        let mut opponent = opponent?.build()?;
        let mut net: Box<dyn Agent> = Box::new(NetPlayer::new(Arc::clone(net), key.no_repeat));
        let mut game = opening.clone();
        while game.ending(&MOVE_CAP).is_none() {
            let is_nets_turn = game.position().turn() == seat;
            let mover = if is_nets_turn { net.as_mut() } else { opponent.as_mut() };
            let mv = choose_alone(mover, &game, &Limits::NONE).mv;
            game.play(mv)?;
        }
        let outcome = game.result(&MOVE_CAP).ok_or("a game did not end")?;
        let result = GameResult::of(outcome, seat);
        all += result.into();
        seen.insert((seat, game.moves().to_vec()), result);
    }
    Ok(Games { all, distinct: seen.into_values().collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let identity = Identity::new("finals", 1, &Config { games: 2, actions: 3 });
        let mut folder = RunFolder::open(folder.path(), &identity).unwrap();
        let key = Key { settings: 4, seed: 2, opponent: 1, no_repeat: true, start: Start::Opening };
        let games = Games {
            all: Score { wins: 3, draws: 2, losses: 1 },
            distinct: Score { wins: 1, draws: 0, losses: 1 },
        };
        record(&mut folder, key, games);
        folder.checkpoint(b"").unwrap();
        assert_eq!(read(&folder).unwrap()[&key], games);
        assert_eq!(games.won(), Proportion::new(1, 2));
    }
}
