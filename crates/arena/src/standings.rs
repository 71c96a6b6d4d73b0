//! Games become points.

use std::collections::{BTreeMap, HashMap, HashSet};

use quoridor_core::{Ending, Outcome};

use crate::played::{PlayedGame, Reason};
use crate::schedule::Fixture;
use crate::score::Score;

/// The points of everybody.
///
/// Games are counted in the order of their numbers, however they come in: so the standings after so many games do not depend on how many are played at once.
#[derive(Clone, Debug)]
pub struct Standings {
    names: Vec<String>,
    lines: Vec<Line>,
    /// By the places of two entrants, the smaller one first.
    scores: BTreeMap<(usize, usize), Score>,
    reasons: BTreeMap<String, u64>,
    duplicates: u64,
    counted: usize,
    seen: HashSet<u64>,
    waiting: BTreeMap<usize, (Fixture, PlayedGame)>,
    /// Points of the first of two in the game of a bout that has been counted.
    halves: HashMap<usize, f64>,
}

/// What somebody has done.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Line {
    /// Games that count.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that somebody else won, or that were forfeited.
    pub losses: u64,
    /// The points.
    pub points: f64,
}

impl Standings {
    /// Nobody has played yet.
    pub fn new(names: Vec<String>) -> Self {
        let lines = vec![Line::default(); names.len()];
        Self {
            names,
            lines,
            scores: BTreeMap::new(),
            reasons: BTreeMap::new(),
            duplicates: 0,
            counted: 0,
            seen: HashSet::new(),
            waiting: BTreeMap::new(),
            halves: HashMap::new(),
        }
    }

    /// Takes a game in, to be counted in its turn.
    pub fn add(&mut self, fixture: Fixture, game: PlayedGame) {
        self.waiting.insert(fixture.number, (fixture, game));
    }

    /// Counts the next game by number, if it is there: one at a time, so that whoever looks at the standings sees each of them.
    pub fn count_next(&mut self) -> bool {
        let next = self.waiting.remove(&self.counted);
        next.is_some_and(|(fixture, game)| {
            self.count(&fixture, &game);
            true
        })
    }

    /// No more games will come: counts those that were waiting for others.
    pub fn close(&mut self) {
        for (fixture, game) in std::mem::take(&mut self.waiting).into_values() {
            self.count(&fixture, &game);
        }
    }

    fn count(&mut self, fixture: &Fixture, game: &PlayedGame) {
        self.counted += 1;
        *self.reasons.entry(reason_in_words(game)).or_default() += 1;
        if !self.seen.insert(game.fingerprint()) {
            self.duplicates += 1;
            return;
        }
        let (points, outcome) = (game.points(), game.outcome());
        for (player, &place) in fixture.seats.iter() {
            let line = &mut self.lines[place];
            line.games += 1;
            line.points += points[player];
            match outcome {
                Outcome::Win(winner) if winner == player => line.wins += 1,
                Outcome::Draw if game.reason.forfeited_by() != Some(player) => line.draws += 1,
                _ => line.losses += 1,
            }
        }
        let places: Vec<(usize, f64)> = fixture.seats.iter().map(|(player, &place)| (place, points[player])).collect();
        if let [one, other] = places[..] {
            let (first, second) = if one.0 < other.0 { (one, other) } else { (other, one) };
            let score = self.scores.entry((first.0, second.0)).or_default();
            score.wins += u64::from(first.1 > second.1);
            score.draws += u64::from(first.1 == second.1);
            score.losses += u64::from(first.1 < second.1);
            match self.halves.remove(&fixture.bout) {
                Some(half) => score.pairs[((half + first.1) * 2.0).round() as usize] += 1,
                None => drop(self.halves.insert(fixture.bout, first.1)),
            }
        }
    }

    /// How many games were counted, duplicates included.
    pub const fn counted(&self) -> usize {
        self.counted
    }

    /// How many games were the same as one before, and are no evidence.
    pub const fn duplicates(&self) -> u64 {
        self.duplicates
    }

    /// Everybody's name and what they have done, in the order in which they were entered.
    pub fn lines(&self) -> impl Iterator<Item = (&str, &Line)> {
        self.names.iter().map(String::as_str).zip(&self.lines)
    }

    /// What two have done against each other, for the one with the smaller place.
    pub fn score(&self, first: usize, second: usize) -> Score {
        self.scores.get(&(first, second)).copied().unwrap_or_default()
    }

    /// How games ended, and how many of them did.
    pub fn reasons(&self) -> impl Iterator<Item = (&str, u64)> {
        self.reasons.iter().map(|(reason, &count)| (reason.as_str(), count))
    }
}

/// Why a game ended, with the name of whoever is to blame; the same words for all games that ended alike.
fn reason_in_words(game: &PlayedGame) -> String {
    let name = game.reason.forfeited_by().map(|player| game.players[player].as_str()).unwrap_or_default();
    match &game.reason {
        Reason::Over(Ending::Goal(_)) => "the pawn is on its goal".to_owned(),
        Reason::Over(ending) => ending.to_string(),
        Reason::AgreedDraw => Reason::AgreedDraw.to_string(),
        Reason::Resigns(_) => format!("{name} resigns"),
        Reason::IllegalMove(..) => format!("{name} makes an illegal move"),
        Reason::LosesOnTime(_) => format!("{name} loses on time"),
        Reason::Disconnects(_) => format!("{name} disconnects"),
        Reason::Stalls(_) => format!("{name}'s connection stalls"),
    }
}

#[cfg(test)]
mod tests {
    use quoridor_core::{ByPlayer, Game, Player, Seats};

    use super::*;

    /// A game of two; the one whose place is given wins it.
    fn game(number: usize, winner: usize, first_move: &str) -> (Fixture, PlayedGame) {
        let first = number % 2;
        let seats = ByPlayer::new(Seats::Two, |player| if player == Player::South { first } else { 1 - first });
        let mut game = Game::default();
        game.play(first_move.parse().unwrap()).unwrap();
        let loser = if seats[Player::South] == winner { Player::North } else { Player::South };
        let played = PlayedGame {
            players: seats.map(|_, place| place.to_string()),
            game,
            opening: 0,
            thoughts: Vec::new(),
            reason: Reason::Resigns(loser),
        };
        (Fixture { number, round: number / 2, bout: number / 2, seats, opening: Game::default() }, played)
    }

    fn standings(games: Vec<(Fixture, PlayedGame)>) -> Standings {
        let mut standings = Standings::new(vec!["0".to_owned(), "1".to_owned()]);
        games.into_iter().for_each(|(fixture, game)| standings.add(fixture, game));
        while standings.count_next() {}
        standings
    }

    #[test]
    fn pairs_are_counted_together() {
        let games = vec![game(0, 0, "e2"), game(1, 0, "e2"), game(2, 1, "d1"), game(3, 0, "d1")];
        let score = standings(games).score(0, 1);
        assert_eq!(score, Score { wins: 3, draws: 0, losses: 1, pairs: [0, 0, 1, 0, 1] });
    }

    #[test]
    fn the_same_game_again_proves_nothing() {
        let standings = standings(vec![game(0, 0, "e2"), game(1, 1, "e2"), game(2, 0, "e2"), game(3, 0, "d1")]);
        assert_eq!((standings.counted(), standings.duplicates()), (4, 1));
        assert_eq!(standings.score(0, 1), Score { wins: 2, draws: 0, losses: 1, pairs: [0, 0, 1, 0, 0] });
        assert_eq!(standings.lines().map(|(_, line)| line.games).collect::<Vec<_>>(), [3, 3]);
        assert_eq!(standings.reasons().collect::<Vec<_>>(), [("0 resigns", 1), ("1 resigns", 3)]);
    }

    #[test]
    fn games_wait_for_their_turn() {
        let mut standings = standings(vec![game(1, 0, "e2"), game(3, 0, "d1")]);
        assert_eq!(standings.counted(), 0);
        let (fixture, played) = game(0, 1, "e2");
        standings.add(fixture, played);
        assert!(standings.count_next() && standings.count_next() && !standings.count_next());
        standings.close();
        assert_eq!(standings.counted(), 3);
    }
}
