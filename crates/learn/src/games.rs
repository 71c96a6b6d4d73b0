//! The games of an experiment: players of the registry, all from the usual start, each game by its
//! number.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use quoridor_arena::{
    Arena, Control, Entry, EntryError, MatchEnd, OpeningChoice, Openings, Rules, Schedule,
    Timeouts, entrants,
};
use quoridor_core::{Adjudication, ByPlayer, Position};
use quoridor_engine::Limits;
use quoridor_players::Spec;
use quoridor_store::PlayedGame;

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// The limits of a search.
    pub limits: Limits,
    /// Moves of both players together after which a game is a draw.
    pub move_cap: usize,
    /// The number of games played at once; it changes no result.
    pub concurrency: usize,
}

impl Terms {
    /// Plays games, each between the players of two places in the list, the first of them South,
    /// and hands them back in their order; `None` if it was stopped. `told` hears how many are
    /// over.
    ///
    /// Games follow from the players, the seed and their places in the list alone (unless time is
    /// limited): neither their order in time nor how many are played at once makes a difference.
    ///
    /// # Errors
    /// A player cannot play.
    pub fn play(
        &self,
        players: &[Spec],
        games: &[(usize, usize)],
        seed: u64,
        stop: &AtomicBool,
        mut told: impl FnMut(usize),
    ) -> Result<Option<Vec<PlayedGame>>, EntryError> {
        if games.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let entries: Vec<Entry> = players.iter().cloned().map(Entry::from).collect();
        let arena = Arena {
            entrants: entrants(&entries),
            control: Control { limits: self.limits, ..Control::default() },
            rules: Rules {
                adjudication: Adjudication { max_plies: Some(self.move_cap), repetitions: None },
                ..Rules::default()
            },
            seed,
            concurrency: self.concurrency,
            recover: false,
            timeouts: Timeouts::default(),
        };
        let groups = games
            .iter()
            .filter_map(|&(south, north)| ByPlayer::from_values(vec![south, north]).ok())
            .collect();
        let openings = Openings::new(&OpeningChoice::Start, &Position::default(), seed)
            .expect("the start is at hand");
        let schedule = Schedule::new(groups, openings, Some(1)).single_seat_order();
        let mut played = BTreeMap::new();
        let end = arena.run(schedule, stop, |fixture, game| {
            played.insert(fixture.bout, game);
            told(played.len());
            ControlFlow::Continue(())
        })?;
        Ok(match end {
            MatchEnd::Completed => Some(played.into_values().collect()),
            MatchEnd::Stopped | MatchEnd::EngineFailed(_) => None,
        })
    }
}

/// Every game of a round robin, each pair in both seatings.
pub fn round_robin(players: usize) -> Vec<(usize, usize)> {
    let pairs =
        (0..players).flat_map(|first| (first + 1..players).map(move |second| (first, second)));
    pairs.flat_map(|(first, second)| [(first, second), (second, first)]).collect()
}

/// Every pair of a round robin, in rounds in which nobody plays twice (the circle method).
pub fn rounds(players: usize) -> Vec<Vec<(usize, usize)>> {
    // With an odd number, one place is empty, and the player who meets it pauses.
    let places = players + players % 2;
    let others = places.saturating_sub(1);
    let pair = |first: usize, round: usize| {
        let partner = (0..others).find(|&second| (first + second) % others == round);
        (first, partner.filter(|&second| second != first).unwrap_or(others))
    };
    (0..others)
        .map(|round| {
            let pairs = (0..others).map(|first| pair(first, round));
            pairs.filter(|&(first, second)| first < second && second < players).collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody() {
        assert_eq!(round_robin(3), [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]);
        for players in 0..12 {
            assert_eq!(round_robin(players).len(), players * players.saturating_sub(1));
            let mut all: Vec<(usize, usize)> = Vec::new();
            for round in rounds(players) {
                let mut busy: Vec<usize> =
                    round.iter().flat_map(|&(first, second)| [first, second]).collect();
                busy.sort_unstable();
                assert!(busy.windows(2).all(|pair| pair[0] < pair[1]), "{players}: {round:?}");
                all.extend(round);
            }
            all.sort_unstable();
            let pairs: Vec<(usize, usize)> =
                round_robin(players).into_iter().filter(|(one, two)| one < two).collect();
            assert_eq!(all, pairs, "{players}");
        }
    }

    /// The players named are the ones who sit there, and what is played does not depend on how many
    /// games go on at once.
    #[test]
    fn games_are_the_same_however_many_are_played_at_once() {
        let players: Vec<Spec> = ["random", "hola-2016-path", "hola-2016-heuristic"]
            .iter()
            .map(|name| name.parse().unwrap())
            .collect();
        let play = |concurrency| {
            let terms = Terms { limits: Limits::NONE, move_cap: 60, concurrency };
            let mut heard = Vec::new();
            let stop = AtomicBool::new(false);
            let games =
                terms.play(&players, &[(2, 0), (0, 1), (1, 2)], 5, &stop, |over| heard.push(over));
            assert_eq!(heard, [1, 2, 3]);
            games
                .unwrap()
                .unwrap()
                .into_iter()
                .map(|game| (game.players, game.game))
                .collect::<Vec<_>>()
        };
        let games = play(1);
        let names: Vec<Vec<&str>> = games
            .iter()
            .map(|(players, _)| players.values().map(String::as_str).collect())
            .collect();
        assert_eq!(
            names,
            [
                ["hola-2016-heuristic", "random"],
                ["random", "hola-2016-path"],
                ["hola-2016-path", "hola-2016-heuristic"]
            ]
        );
        assert!(games.iter().all(|(_, game)| game.moves().len() <= 60));
        assert_eq!(play(3), games);
        let stopped = AtomicBool::new(true);
        let terms = Terms { limits: Limits::NONE, move_cap: 60, concurrency: 1 };
        assert_eq!(terms.play(&players, &[(0, 1)], 5, &stopped, |_| ()).unwrap(), None);
    }
}
