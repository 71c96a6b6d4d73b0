//! Squared against plain wall difference, in matches.

use quoridor_arena::OpeningChoice;
use quoridor_arena::statistics::{ClusteredMean, Score};
use quoridor_core::Adjudication;
use quoridor_report::{Block, Figure};

use crate::compare;
use crate::games::{Contest, Games, Pairings, Played, depth_table, written};
use crate::{BoxedError, Settings};

/// Openings of each match; each is played from both seats.
const OPENINGS: u64 = 100;
const OPENING: usize = 4;

/// A longer game is a draw.
const MOVE_CAP: usize = 200;

/// The value of a step of distance, k, and the depth of both players.
const SETTINGS: [(u32, u32); 5] = [(1, 2), (2, 2), (5, 2), (10, 2), (10, 3)];

/// A match of the squared difference against the plain one.
pub(super) struct Match {
    k: u32,
    depth: u32,
    played: Played,
}

pub(super) fn play(settings: &Settings, games: &mut Games<'_>) -> Result<Vec<Match>, BoxedError> {
    let rounds = settings.scaled(OPENINGS, 1) as usize;
    let play = |(k, depth): (u32, u32)| {
        let depth = if settings.is_smoke_test() { 1 } else { depth };
        let player = |walls: &str| format!("eizagirre:k={k},walls={walls}@depth={depth}");
        let played = games.play(&Contest {
            name: &format!("squared against plain, k={k}, depth {depth}"),
            players: &["squared", "plain"].map(player),
            pairings: Pairings::RoundRobin,
            openings: OpeningChoice::Random { plies: OPENING },
            rounds,
            adjudication: Adjudication { max_plies: Some(MOVE_CAP), repetitions: None },
        })?;
        Ok(Match { k, depth, played })
    };
    SETTINGS.into_iter().map(play).collect()
}

impl Match {
    /// Of the squared difference.
    fn score(&self) -> Score {
        self.played.standings.score(0, 1)
    }

    fn name(&self) -> String {
        format!("k = {}, depth {}", self.k, self.depth)
    }

    /// The walls that a player has left when a game ends, and when the first player has none left.
    fn walls_left(&self, place: usize) -> ClusteredMean {
        let name = self.played.standings.rows().nth(place).map_or("", |(name, _)| name);
        let own = self.played.games.values().flat_map(|game| {
            let seats = game.players.iter().filter(|(_, player)| *player == name);
            let end = game.game.position();
            seats.map(|(player, _)| u64::from(end.walls_left(player))).collect::<Vec<_>>()
        });
        own.map(|walls| ClusteredMean::of(1, walls)).sum()
    }
}

pub(super) fn blocks(matches: &[Match]) -> Vec<Block> {
    let rows = matches.iter().map(|contest| {
        let score = contest.score();
        let walls = |place| {
            contest.walls_left(place).mean().map_or_else(String::new, |mean| written(mean, 1))
        };
        vec![
            contest.name(),
            score.wins.to_string(),
            score.draws.to_string(),
            score.losses.to_string(),
            walls(0),
            walls(1),
        ]
    });
    let depths = matches.iter().flat_map(|contest| {
        ["squared", "plain"].into_iter().enumerate().map(move |(place, walls)| {
            (format!("{walls}, {}", contest.name()), contest.played.effort(place))
        })
    });
    vec![
        Block::heading("Squared against plain wall difference"),
        Block::paragraph(&format!(
            "The paper: \"after some experimentation, it seems that an appropriate potential is \
             the difference squared\"; with the plain difference a player \"runs out of walls \
             sooner\". Here the same player meets itself with either difference, from openings of \
             {OPENING} random moves, each from both seats; a game of {MOVE_CAP} moves is a draw. k \
             is the value of a step of distance."
        )),
        Block::Figures(matches.iter().filter_map(figure).collect()),
        Block::table(
            ["match", "won by squared", "drawn", "lost", "walls left at the end: squared", "plain"],
            rows.collect(),
        ),
        Block::heading("Depth reached"),
        depth_table(depths.collect()),
    ]
}

/// The decided games that the squared difference wins, tested against one half.
fn figure(contest: &Match) -> Option<Figure> {
    let what = format!("decided games won by the squared difference, {}", contest.name());
    compare::claim_more_than_half(&what, compare::decided(contest.score()))
}
