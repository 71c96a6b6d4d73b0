//! Standings: the points of all participants.

use std::collections::{BTreeMap, HashMap, HashSet};

use quoridor_core::{Ending, Outcome};

use crate::schedule::Fixture;
use crate::statistics::{Crosstable, Encounter, GameFigures, GameResult, Pairs, Score};
use quoridor_store::{PlayedGame, Reason};

/// The points of all participants.
///
/// Games are counted in the order of their numbers, however they come in: so the standings after so
/// many games do not depend on how many are played at once.
#[derive(Clone, Debug)]
pub struct Standings {
    names: Vec<String>,
    rows: Vec<StandingsRow>,
    /// By the places of two entrants, the smaller one first: how the first of them did.
    duels: BTreeMap<Places, Duel>,
    figures: GameFigures,
    reasons: BTreeMap<String, u64>,
    duplicates: u64,
    counted: usize,
    seen: HashSet<u64>,
    waiting: BTreeMap<usize, (Fixture, PlayedGame)>,
    /// By bout: who played the one game of it that has been counted, and how it ended for the first
    /// of the two.
    halves: HashMap<usize, (Places, GameResult)>,
}

/// The places of two entrants, the smaller one first.
type Places = (usize, usize);

/// How one of two did against the other.
#[derive(Clone, Copy, Debug, Default)]
struct Duel {
    /// In all games.
    score: Score,
    /// In the pairs of which both games count.
    pairs: Pairs,
}

/// The results of a participant.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct StandingsRow {
    /// Games that count.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games lost or forfeited.
    pub losses: u64,
    /// The points.
    pub points: f64,
}

impl Standings {
    /// Standings without games.
    pub fn new(names: Vec<String>) -> Self {
        let rows = vec![StandingsRow::default(); names.len()];
        Self {
            names,
            rows,
            duels: BTreeMap::new(),
            figures: GameFigures::default(),
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

    /// Counts the next game by number, if it is there. One at a time, so that the standings can be
    /// checked after each game.
    pub fn count_next(&mut self) -> bool {
        let next = self.waiting.remove(&self.counted);
        next.is_some_and(|(fixture, game)| {
            self.count(&fixture, &game);
            true
        })
    }

    /// Counts all games that were waiting for others: no more games will come.
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
        self.figures += GameFigures::of(game);
        let (points, outcome) = (game.points(), game.outcome());
        for (player, &place) in fixture.seats.iter() {
            let row = &mut self.rows[place];
            row.games += 1;
            row.points += points[player];
            match outcome {
                Outcome::Win(winner) if winner == player => row.wins += 1,
                Outcome::Draw if game.reason.forfeited_by() != Some(player) => row.draws += 1,
                _ => row.losses += 1,
            }
        }
        self.count_duel(fixture, outcome);
    }

    fn count_duel(&mut self, fixture: &Fixture, outcome: Outcome) {
        let seats: Vec<_> = fixture.seats.iter().map(|(player, &place)| (place, player)).collect();
        let [one, other] = seats[..] else { return };
        let ((first, player), (second, _)) =
            if one.0 < other.0 { (one, other) } else { (other, one) };
        let (places, result) = ((first, second), GameResult::of(outcome, player));
        let duel = self.duels.entry(places).or_default();
        duel.score += result.into();
        match self.halves.remove(&fixture.bout) {
            Some((_, half)) => duel.pairs += Pairs::of(half, result),
            None => drop(self.halves.insert(fixture.bout, (places, result))),
        }
    }

    /// The number of games counted, duplicates included.
    pub const fn counted(&self) -> usize {
        self.counted
    }

    /// The number of games that repeat an earlier one, and are no evidence.
    pub const fn duplicates(&self) -> u64 {
        self.duplicates
    }

    /// The names and results of all participants, in the order of entry.
    pub fn rows(&self) -> impl Iterator<Item = (&str, &StandingsRow)> {
        self.names.iter().map(String::as_str).zip(&self.rows)
    }

    /// The score of one participant against another, by their places.
    pub fn score(&self, player: usize, opponent: usize) -> Score {
        let duel =
            |places: Places| self.duels.get(&places).map(|duel| duel.score).unwrap_or_default();
        if player < opponent { duel((player, opponent)) } else { !duel((opponent, player)) }
    }

    /// The same as evidence: pairs, and games whose partners do not count or are not over.
    pub fn encounter(&self, player: usize, opponent: usize) -> Encounter {
        let places = (player.min(opponent), player.max(opponent));
        let pairs = self.duels.get(&places).map(|duel| duel.pairs).unwrap_or_default();
        let halves = self.halves.values().filter(|(half, _)| *half == places);
        let encounter = Encounter { pairs, singles: halves.map(|&(_, result)| result).collect() };
        if player < opponent { encounter } else { !encounter }
    }

    /// The crosstable, for games of two.
    pub fn crosstable(&self) -> Crosstable {
        let mut table = Crosstable::default();
        for &(first, second) in self.duels.keys() {
            table.record(&self.names[first], &self.names[second], self.encounter(first, second));
        }
        table
    }

    /// Length and first-player score of the games that count.
    pub const fn figures(&self) -> &GameFigures {
        &self.figures
    }

    /// The reasons why games ended, with their counts.
    pub fn reasons(&self) -> impl Iterator<Item = (&str, u64)> {
        self.reasons.iter().map(|(reason, &count)| (reason.as_str(), count))
    }
}

/// The reason why a game ended, with the name of the player that forfeited it; the same text for
/// all games that ended alike.
fn reason_in_words(game: &PlayedGame) -> String {
    let name =
        game.reason.forfeited_by().map(|player| game.players[player].as_str()).unwrap_or_default();
    match &game.reason {
        Reason::Over(Ending::Goal(_)) => "the pawn is on its goal".to_owned(),
        Reason::Over(ending) => ending.to_string(),
        Reason::AgreedDraw => Reason::AgreedDraw.to_string(),
        Reason::Resigns(_) => format!("{name} resigns"),
        Reason::IllegalMove(..) => format!("{name} makes an illegal move"),
        Reason::LosesOnTime(_) => format!("{name} loses on time"),
        Reason::Disconnects(_) => format!("{name} disconnects"),
        Reason::Stalls(_) => format!("{name}'s connection stalls"),
        Reason::LastPlayer(_) => "all others have left".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use quoridor_core::{ByPlayer, Game, Player, Seats};

    use super::*;

    /// A game of two; the one whose place is given wins it.
    fn game(number: usize, winner: usize, first_move: &str) -> (Fixture, PlayedGame) {
        let first = number % 2;
        let seats =
            ByPlayer::new(
                Seats::Two,
                |player| if player == Player::South { first } else { 1 - first },
            );
        let mut game = Game::default();
        game.play(first_move.parse().unwrap()).unwrap();
        let loser = if seats[Player::South] == winner { Player::North } else { Player::South };
        let played = PlayedGame {
            players: seats.map(|_, place| place.to_string()),
            game,
            opening: 0,
            move_stats: Vec::new(),
            reason: Reason::Resigns(loser),
        };
        (
            Fixture {
                number,
                round: number / 2,
                bout: number / 2,
                seats,
                opening: Game::default(),
            },
            played,
        )
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
        let standings = standings(games);
        assert_eq!(standings.score(0, 1), Score { wins: 3, draws: 0, losses: 1 });
        assert_eq!(standings.score(1, 0), Score { wins: 1, draws: 0, losses: 3 });
        assert_eq!(standings.encounter(0, 1), Pairs { by_half_points: [0, 0, 1, 0, 1] }.into());
        assert_eq!(standings.crosstable().encounter("1", "0"), !standings.encounter(0, 1));
        // South is 0 in the even games and 1 in the others: it won only the first.
        assert_eq!(standings.figures().first_player, Score { wins: 1, draws: 0, losses: 3 });
    }

    #[test]
    fn the_same_game_again_proves_nothing() {
        let standings =
            standings(vec![game(0, 0, "e2"), game(1, 1, "e2"), game(2, 0, "e2"), game(3, 0, "d1")]);
        assert_eq!((standings.counted(), standings.duplicates()), (4, 1));
        assert_eq!(standings.score(0, 1), Score { wins: 2, draws: 0, losses: 1 });
        // The game whose partner does not count is one by itself.
        let encounter = standings.encounter(0, 1);
        assert_eq!(encounter.pairs.by_half_points, [0, 0, 1, 0, 0]);
        assert_eq!(encounter.singles, Score { wins: 1, draws: 0, losses: 0 });
        assert_eq!(standings.figures().games(), 3);
        assert_eq!(standings.rows().map(|(_, row)| row.games).collect::<Vec<_>>(), [3, 3]);
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
