//! Schedules: the games of a match or tournament.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use quoridor_core::{ByPlayer, Game, Seats};
use thiserror::Error;

use crate::opening::Openings;

/// A game to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Fixture {
    /// Its number, from zero. Opening, seats and all random numbers of a game follow from its
    /// number, not from when it is played.
    pub number: usize,
    /// The number of its opening, from zero.
    pub round: usize,
    /// Games of the same bout have the same opening and the same participants in other seats: a
    /// pair of games, for two players.
    pub bout: usize,
    /// The participants by seat, as places in the list.
    pub seats: ByPlayer<usize>,
    /// Its opening.
    pub opening: Game,
}

/// All games to be played, in order: for each opening every group of participants, for each group
/// every rotation of the seats (or only the first: [`single_seat_order`](Self::single_seat_order)).
#[derive(Clone, Debug)]
pub struct Schedule {
    groups: Vec<ByPlayer<usize>>,
    seats: Seats,
    openings: Openings,
    rounds: Option<usize>,
    done: BTreeSet<usize>,
    next: usize,
    /// The difference of the numbers of games that follow each other.
    step: usize,
    shard: Option<Shard>,
}

impl Schedule {
    /// A number of rounds, or endless ones, of one opening each.
    ///
    /// # Panics
    /// If there is no group, or one of another number of seats.
    pub fn new(groups: Vec<ByPlayer<usize>>, openings: Openings, rounds: Option<usize>) -> Self {
        let seats = groups.first().expect("a schedule has a group").seats();
        assert!(
            groups.iter().all(|group| group.seats() == seats),
            "all groups have the same number of seats"
        );
        Self {
            groups,
            seats,
            openings,
            rounds,
            done: BTreeSet::new(),
            next: 0,
            step: 1,
            shard: None,
        }
    }

    /// Leaves out games that have been played already.
    #[must_use]
    pub fn without(mut self, done: impl IntoIterator<Item = usize>) -> Self {
        self.done.extend(done);
        self
    }

    /// Plays every group in the listed seats only. Games keep the numbers that they have among all
    /// rotations, so that their random numbers are the same.
    #[must_use]
    pub fn single_seat_order(mut self) -> Self {
        self.step = self.seats.count();
        self
    }

    /// Only the games of a shard: every bout whose number is its index modulo its count, so that
    /// the games of a pair stay together.
    #[must_use]
    pub fn shard(mut self, shard: Option<Shard>) -> Self {
        self.shard = shard;
        self
    }

    /// The number of all games, those left out included; `None` without an end.
    pub fn total(&self) -> Option<usize> {
        let bouts = self.end()? / self.seats.count();
        let bouts = self.shard.map_or(bouts, |shard| shard.share_of(bouts));
        Some(bouts * self.seats.count() / self.step)
    }

    /// The number after that of the last game.
    fn end(&self) -> Option<usize> {
        self.rounds.map(|rounds| rounds * self.groups.len() * self.seats.count())
    }
}

impl Iterator for Schedule {
    type Item = Fixture;

    fn next(&mut self) -> Option<Fixture> {
        let is_left_out = |number: &usize| {
            self.done.contains(number)
                || self.shard.is_some_and(|shard| !shard.has(number / self.seats.count()))
        };
        while is_left_out(&self.next) {
            self.next += self.step;
        }
        let number = self.next;
        if self.end().is_some_and(|end| number >= end) {
            return None;
        }
        self.next += self.step;
        let (bout, rotation) = (number / self.seats.count(), number % self.seats.count());
        let (round, group) = (bout / self.groups.len(), &self.groups[bout % self.groups.len()]);
        let players = self.seats.players();
        let entrant = |place: usize| group[players[(place + rotation) % players.len()]];
        let mut place = 0..;
        let seats = ByPlayer::new(self.seats, |_| entrant(place.next().unwrap_or_default()));
        Some(Fixture { number, round, bout, seats, opening: self.openings.get(round) })
    }
}

/// One of several equal parts of a match, for several machines: `2/5` is the second of five.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From zero.
    index: usize,
    count: usize,
}

impl Shard {
    const fn has(self, bout: usize) -> bool {
        bout % self.count == self.index
    }

    /// Its share of a number of bouts.
    pub(crate) const fn share_of(self, bouts: usize) -> usize {
        (bouts + self.count - 1 - self.index) / self.count
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

/// The text is not a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected INDEX/COUNT with INDEX from 1 to COUNT, like 2/5")]
pub struct ParseShardError;

impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Self, ParseShardError> {
        let numbers = text.split_once('/').and_then(|(index, count)| {
            Some((index.parse::<usize>().ok()?, count.parse::<usize>().ok()?))
        });
        match numbers {
            Some((index, count)) if (1..=count).contains(&index) => {
                Ok(Self { index: index - 1, count })
            }
            _ => Err(ParseShardError),
        }
    }
}

/// Every group of participants, one for each seat: a round robin.
pub fn round_robin(entrants: usize, seats: Seats) -> Vec<ByPlayer<usize>> {
    let mut groups: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..seats.count() {
        let longer = |group: &Vec<usize>| {
            let first = group.last().map_or(0, |last| last + 1);
            (first..entrants)
                .map(|entrant| [group.as_slice(), &[entrant]].concat())
                .collect::<Vec<_>>()
        };
        groups = groups.iter().flat_map(longer).collect();
    }
    groups.into_iter().filter_map(|group| ByPlayer::from_values(group).ok()).collect()
}

/// The groups of a gauntlet: those of a round robin with exactly one of the first participants.
pub fn gauntlet(entrants: usize, seats: Seats, first: usize) -> Vec<ByPlayer<usize>> {
    let meets =
        |group: &ByPlayer<usize>| group.values().filter(|&&entrant| entrant < first).count() == 1;
    round_robin(entrants, seats).into_iter().filter(meets).collect()
}

#[cfg(test)]
mod tests {
    use quoridor_core::{Position, Variant};

    use super::*;
    use crate::opening::OpeningChoice;

    fn schedule(groups: Vec<ByPlayer<usize>>, rounds: Option<usize>) -> Schedule {
        let start = Position::start(Variant::official(groups[0].seats()));
        Schedule::new(
            groups,
            Openings::new(&OpeningChoice::Random { plies: 4 }, &start, 1).unwrap(),
            rounds,
        )
    }

    fn seats(fixture: &Fixture) -> Vec<usize> {
        fixture.seats.values().copied().collect()
    }

    #[test]
    fn every_opening_is_played_from_both_sides() {
        let games: Vec<Fixture> = schedule(round_robin(2, Seats::Two), Some(2)).collect();
        assert_eq!(games.iter().map(seats).collect::<Vec<_>>(), [[0, 1], [1, 0], [0, 1], [1, 0]]);
        assert_eq!(
            games.iter().map(|game| (game.number, game.bout)).collect::<Vec<_>>(),
            [(0, 0), (1, 0), (2, 1), (3, 1)]
        );
        assert_eq!(games[0].opening, games[1].opening);
        assert_ne!(games[1].opening, games[2].opening);
    }

    #[test]
    fn four_players_sit_everywhere() {
        let games: Vec<Fixture> = schedule(round_robin(4, Seats::Four), Some(1)).collect();
        let all: Vec<Vec<usize>> = games.iter().map(seats).collect();
        assert_eq!(all, [[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]]);
    }

    /// The number of pairs of five is ten, of threes of five is ten too, of fours five.
    #[test]
    fn a_round_robin_has_every_group() {
        let counts: Vec<usize> =
            Seats::ALL.iter().map(|&seats| round_robin(5, seats).len()).collect();
        assert_eq!(counts, [10, 10, 5]);
        assert_eq!(schedule(round_robin(5, Seats::Two), Some(3)).total(), Some(60));
        let pairs: Vec<Vec<usize>> = gauntlet(4, Seats::Two, 2)
            .iter()
            .map(|group| group.values().copied().collect())
            .collect();
        assert_eq!(pairs, [[0, 2], [0, 3], [1, 2], [1, 3]]);
    }

    #[test]
    fn a_single_seat_order_keeps_the_numbers() {
        let all: Vec<Fixture> = schedule(round_robin(3, Seats::Two), Some(2)).collect();
        let single = schedule(round_robin(3, Seats::Two), Some(2)).single_seat_order();
        assert_eq!(single.total(), Some(6));
        let first_of_each_bout: Vec<Fixture> = all.into_iter().step_by(2).collect();
        assert_eq!(single.collect::<Vec<_>>(), first_of_each_bout);
    }

    /// Shards are disjoint, have every game, and keep pairs together.
    #[test]
    fn shards_part_the_games() {
        let all = || schedule(round_robin(3, Seats::Two), Some(5));
        let shards: Vec<Vec<Fixture>> = ["1/4", "2/4", "3/4", "4/4"]
            .map(|text| {
                let shard = all().shard(text.parse().ok());
                let total = shard.total();
                let games: Vec<Fixture> = shard.collect();
                assert_eq!(total, Some(games.len()), "{text}");
                assert!(games.chunks(2).all(|pair| pair[0].bout == pair[1].bout));
                games
            })
            .to_vec();
        let mut games: Vec<Fixture> = shards.concat();
        games.sort_by_key(|fixture| fixture.number);
        assert_eq!(games, all().collect::<Vec<_>>());
        for text in ["", "0/4", "5/4", "1", "1/0", "a/b", "1/2/3"] {
            assert_eq!(text.parse::<Shard>(), Err(ParseShardError), "{text}");
        }
        assert_eq!("2/5".parse::<Shard>().unwrap().to_string(), "2/5");
    }

    #[test]
    fn what_has_been_played_is_left_out() {
        let mut rest = schedule(round_robin(2, Seats::Two), Some(2)).without([0, 1, 3]);
        assert_eq!(rest.next().map(|game| game.number), Some(2));
        assert_eq!((rest.next(), rest.total()), (None, Some(4)));
        assert_eq!(
            schedule(round_robin(2, Seats::Two), None).nth(999).map(|game| game.number),
            Some(999)
        );
    }
}
