//! Squared against plain wall difference, in matches.

use quoridor_arena::OpeningChoice;
use quoridor_arena::statistics::{ClusteredMean, Score};
use quoridor_core::Adjudication;
use quoridor_report::{Block, Figure, Quantity};

use crate::compare::{PointsClaim, holm};
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
             the difference squared. Taking into account just the difference placing walls is \
             considered beneficial as long as the enemies' path length is stretched enough. In \
             reality though, no matter how much shorter a players' path is, if he runs out of \
             walls sooner by far, then he is very likely to lose.\" Here the same player meets \
             itself with either difference, from openings of {OPENING} random moves, each from \
             both seats; a game of {MOVE_CAP} moves is a draw."
        )),
        Block::paragraph(&format!(
            "k is the value of a step of distance. The paper: \"It is a good idea to multiply the \
             difference by a scalar, in order to make it possible for other factors to yield \
             values that are smaller than what corresponds to a distance of 1.\" That means k \
             above 1: k = 1 is measured, but is no test of the paper. The sample is openings, \
             since the two games of one are not independent (Student's test); the p-values are \
             corrected for {} tests (Holm).",
            SETTINGS.iter().filter(|(k, _)| *k > 1).count()
        )),
        Block::Figures(figures(matches)),
        Block::table(
            ["match", "won by squared", "drawn", "lost", "walls left at the end: squared", "plain"],
            rows.collect(),
        ),
        Block::heading("Depth reached"),
        depth_table(depths.collect()),
    ]
}

/// The points of the squared difference: of k above 1 tested against one half.
fn figures(matches: &[Match]) -> Vec<Figure> {
    let claims: Vec<Option<PointsClaim>> = matches
        .iter()
        .map(|contest| {
            PointsClaim::new(contest.played.standings.encounter(0, 1).pairs, contest.score())
        })
        .collect();
    let is_tested = |contest: &Match| contest.k > 1;
    let p_values = matches
        .iter()
        .zip(&claims)
        .filter(|(contest, _)| is_tested(contest))
        .map(|(_, claim)| claim.as_ref().and_then(PointsClaim::p_value).unwrap_or(1.0));
    let mut corrected = holm(&p_values.collect::<Vec<_>>()).into_iter();
    let figure = |(contest, claim): (&Match, &Option<PointsClaim>)| {
        let what = format!("points of the squared difference, {}", contest.name());
        let p = if is_tested(contest) { corrected.next() } else { None };
        match (claim, p) {
            (Some(claim), Some(p)) => claim.judged(&what, p),
            (Some(claim), None) => claim.measured(&what),
            (None, _) => Figure::missing(&what, Quantity::Words("more than half")),
        }
    };
    matches.iter().zip(&claims).map(figure).collect()
}
