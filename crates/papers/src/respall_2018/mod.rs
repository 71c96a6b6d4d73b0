//! `respall-2018`: Table 1 of Massagué Respall, Brown and Aslam, *Monte Carlo Tree Search for
//! Quoridor*, 2018, the tournament that selects two of its opponents, and uniform playouts.
//!
//! Their agent of 120,000 simulations plays one of half as many, van Steenbergen's four brains and
//! agents with evolved weights. `--scale` scales the search limits; the number of games is always
//! that of the paper.

mod playouts;
mod tournament;

use quoridor_arena::OpeningChoice;
use quoridor_arena::statistics::binomial::{clopper_pearson, exact_test};
use quoridor_arena::statistics::{CONFIDENCE, Estimate, Interval, Proportion, Score};
use quoridor_core::Adjudication;
use quoridor_learn::Progress;
use quoridor_report::{
    Block, Figure, Plot, Point, Provenance, Quantity, Report, Scale, Series, SeriesKind, p_value,
};

use self::playouts::Playouts;
use self::tournament::Tournament;
use crate::compare::{self, about_verdicts};
use crate::games::{Contest, Games, Pairings, Played, depth_table};
use crate::{Reproduced, Reproduction, Settings};

/// Table 1.
pub(super) const REPRODUCTION: Reproduction = Reproduction {
    name: "respall-2018",
    paper: "V. Massagué Respall, J. A. Brown, H. Aslam, Monte Carlo Tree Search for Quoridor, 2018",
    summary: "Massagué Respall, Brown, Aslam: Table 1, the tournament of ten chromosomes, uniform \
              playouts",
    new: "what uniform playouts do with the fences, in numbers; the tournament's chromosomes",
    cpu_minutes: 170,
    run,
};

/// The simulations of the agent, and of the one with half of them.
const SIMULATIONS: u64 = 120_000;
const HALF: u64 = 60_000;

/// The positions that stand for ten seconds of an evolved agent. Its search ends by itself after an
/// iteration of 17,689 leaves.
const NODES: u64 = 200_000;

/// A longer game is undecided. Positions may repeat: the paper speaks of pawns that moved back and
/// forth.
const UNDECIDED: Adjudication = Adjudication { max_plies: Some(200), repetitions: None };

/// A row of Table 1.
struct Opponent {
    /// The paper's name for it.
    name: &'static str,
    /// The player here.
    player: Player,
    /// The paper's games: all, decided, and won by the agent.
    games: u64,
    decided: u64,
    wins: u64,
}

/// An opponent of Table 1, here.
enum Player {
    /// A player without limits.
    Fixed(&'static str),
    /// A player and the limit of its search at full scale.
    Limited(&'static str, &'static str, u64),
    /// The best chromosome of the tournament, or the second best.
    Evolved(usize),
}

impl Opponent {
    const fn brain(name: &'static str, spec: &'static str, games: u64, wins: u64) -> Self {
        Self { name, player: Player::Fixed(spec), games, decided: games, wins }
    }

    const fn evolved(name: &'static str, player: Player) -> Self {
        Self { name, player, games: 10, decided: 10, wins: 10 }
    }

    /// The player with its limits.
    fn entered(&self, settings: &Settings, tournament: &Tournament) -> String {
        let limited = |spec: &str, limit: &str, full: u64| {
            format!("{spec}@{limit}={}", settings.scaled(full, 1))
        };
        match self.player {
            Player::Fixed(spec) => spec.to_owned(),
            Player::Limited(spec, limit, full) => limited(spec, limit, full),
            Player::Evolved(rank) => limited(tournament.two_best()[rank], "nodes", NODES),
        }
    }
}

const OPPONENTS: [Opponent; 8] = [
    Opponent {
        name: "60k Agent",
        player: Player::Limited("respall-2018", "simulations", HALF),
        games: 250,
        decided: 210,
        wins: 97,
    },
    Opponent::brain("Brain1", "van-steenbergen-brain1", 10, 10),
    Opponent::brain("Brain2", "van-steenbergen-brain2", 10, 10),
    Opponent::brain("Brain3", "van-steenbergen-brain3", 10, 10),
    Opponent::brain("Brain4", "van-steenbergen-brain4", 100, 66),
    Opponent::evolved("Chromosome2", Player::Evolved(0)),
    Opponent::evolved("Chromosome5", Player::Evolved(1)),
    Opponent::evolved("Psi1", Player::Limited("glendenning-2005:chromosome=psi1", "nodes", NODES)),
];

/// A row of the table, played here.
struct Row {
    opponent: &'static Opponent,
    /// Both players, as they were entered.
    players: [String; 2],
    played: Played,
}

impl Row {
    fn score(&self) -> Score {
        self.played.standings.score(0, 1)
    }

    /// The agent's share of the decided games; `None` if none was decided.
    fn share(&self) -> Option<Estimate> {
        self.score().wins_of_decided()
    }

    fn paper(&self) -> Estimate {
        let Opponent { wins, decided, .. } = *self.opponent;
        let interval =
            clopper_pearson(wins, decided, CONFIDENCE).unwrap_or(Interval { low: 0.0, high: 1.0 });
        Estimate { value: wins as f64 / decided as f64, interval }
    }

    fn figure(&self) -> Figure {
        let Opponent { name, decided, wins, .. } = *self.opponent;
        let what = format!("decided games won against {name}");
        compare::shares(&what, Proportion::new(wins, decided), compare::decided(self.score()))
    }

    /// The games won among all; `None` if all were decided, there and here.
    fn among_all(&self) -> Option<Figure> {
        let Opponent { name, games, decided, wins, .. } = *self.opponent;
        let score = self.score();
        if decided == games && score.draws == 0 {
            return None;
        }
        let what = format!("games won among all games, {name}");
        let ours = Proportion::new(score.wins, score.games());
        Some(compare::shares(&what, Proportion::new(wins, games), ours))
    }
}

fn run(settings: &Settings, progress: &Progress<'_>) -> Reproduced {
    let mut games = Games::open(REPRODUCTION.name, settings, progress)?;
    let tournament = Tournament::play(settings, &mut games)?;
    let agent = format!("respall-2018@simulations={}", settings.scaled(SIMULATIONS, 1));
    let mut rows = Vec::new();
    for opponent in &OPPONENTS {
        let players = [agent.clone(), opponent.entered(settings, &tournament)];
        let played = games.play(&Contest {
            name: opponent.name,
            players: &players,
            pairings: Pairings::RoundRobin,
            openings: OpeningChoice::Start,
            rounds: opponent.games as usize / 2,
            adjudication: UNDECIDED,
        })?;
        rows.push(Row { opponent, players, played });
    }
    let playouts = Playouts::play(settings, &mut games)?;
    Ok(Report {
        name: REPRODUCTION.name.to_owned(),
        title: "Monte Carlo tree search against other agents: Massagué Respall, Brown, Aslam 2018"
            .to_owned(),
        blocks: blocks(settings, &rows, &tournament, &playouts),
        provenance: Provenance::here(settings.command(REPRODUCTION.name), settings.seed),
    })
}

fn blocks(
    settings: &Settings,
    rows: &[Row],
    tournament: &Tournament,
    playouts: &Playouts,
) -> Vec<Block> {
    let mut blocks = vec![
        Block::paragraph(&format!(
            "An agent of {} simulations per move plays the opponents of the paper's Table 1, as \
             many games as there, half of them in each seat, all from the start position. A game \
             of 200 moves is undecided. As in the paper the first rows have the shares of the \
             decided games. Leaving out undecided games can hide a difference: rows with all games \
             follow for the opponents that had some.",
            Quantity::Exact(settings.scaled(SIMULATIONS, 1).into())
        )),
        Block::heading("Table 1"),
        Block::Figures(figures(rows)),
        Block::Plot(plot(rows)),
        Block::heading("The games"),
        Block::paragraph(
            "Games that repeat an earlier one move by move do not count. \"Against one half\" is \
             the p-value of the exact binomial test of the share against one half, as in the \
             paper, which prints significant rows in bold.",
        ),
        games_table(rows),
        Block::heading("Depth reached"),
        depth_table(
            rows.iter()
                .flat_map(|row| {
                    [("the agent", 0), ("the opponent", 1)].map(|(who, place)| {
                        (format!("{}: {who}", row.opponent.name), row.played.effort(place))
                    })
                })
                .collect(),
        ),
    ];
    blocks.extend(tournament.blocks());
    blocks.extend(playouts.blocks());
    blocks.extend([
        Block::heading("Where we differ, and why"),
        Block::List(differences(settings, rows)),
        Block::heading("The players"),
        Block::table(
            ["opponent", "players"],
            rows.iter()
                .map(|row| {
                    vec![
                        row.opponent.name.to_owned(),
                        format!("{} against {}", row.players[0], row.players[1]),
                    ]
                })
                .collect(),
        ),
        about_verdicts(),
    ]);
    blocks
}

/// The place of the first opponent with evolved weights; the others follow it.
const FIRST_EVOLVED: usize = 5;

/// The rows of the table, the games won among all, and the undecided games.
fn figures(rows: &[Row]) -> Vec<Figure> {
    let mut figures: Vec<Figure> = rows.iter().map(Row::figure).collect();
    figures.extend(rows.iter().filter_map(Row::among_all));
    let undecided = |what: &str, rows: &[Row]| {
        let score: Score = rows.iter().map(Row::score).sum();
        let opponents = || rows.iter().map(|row| row.opponent);
        let games = opponents().map(|opponent| opponent.games).sum();
        let decided: u64 = opponents().map(|opponent| opponent.decided).sum();
        let paper = Proportion::new(games - decided, games);
        compare::shares(what, paper, Proportion::new(score.draws, score.games()))
    };
    figures.push(undecided("undecided games against the 60k Agent", &rows[..1]));
    figures.push(undecided("undecided games against evolved weights", &rows[FIRST_EVOLVED..]));
    figures
}

fn differences(settings: &Settings, rows: &[Row]) -> Vec<String> {
    let mut points = Vec::new();
    points.extend(settings.share(
        "every search has that share of the paper's simulations and of the positions that stand \
         for its time. Opponents without a search (the brains) are as strong as at full scale, so \
         that the agent does worse against them",
    ));
    let others: u64 = rows[FIRST_EVOLVED..].iter().map(|row| row.score().draws).sum();
    if others > 0 {
        points.push(format!(
            "Against Chromosome2, Chromosome5 and Psi1 {others} games were undecided here and none \
             in the paper. It says that moving a pawn back and forth \"only happened in self \
             play\". That is not reproduced."
        ));
    }
    let depth = rows.last().and_then(|row| row.played.effort(1).depth.mean());
    points.extend([
        format!(
            "The paper played the weights of Psi1 in its own genetic algorithm agent, with eight \
             features and ten seconds per move. Here Psi1 is glendenning-2005: her search with \
             her ten features and {} positions per move at full scale, which reached a depth of \
             {:.2} on average. It is another opponent, and a stronger one may explain why it is \
             beaten less often.",
            Quantity::Exact(NODES.into()),
            depth.map_or(f64::NAN, |depth| depth.value)
        ),
        "The paper does not say when a game against the 60k Agent was given up; here after 200 \
         moves."
            .to_owned(),
        "The paper describes the playouts in words: a player with the shorter path has \"more \
         chances\" to move its pawn. Here it moves with probability 0.8 if it is ahead and 0.5 if \
         not (options walk-ahead and walk-behind), along a shortest path; a wall is any legal one."
            .to_owned(),
        "Van Steenbergen's program of 2006 is closed source and not available. The brains here \
         follow the paper's description of one sentence each: they are other players of the same \
         kind."
            .to_owned(),
        "The weights of Chromosome2 and Chromosome5 are not printed, and a tournament of ten \
         random chromosomes selects others."
            .to_owned(),
        format!(
            "The evolved agents had ten seconds per move; here {} positions (at full scale), so \
             that the same command plays the same games. Their search ends by itself after an \
             iteration of 17,689 leaves.",
            Quantity::Exact(NODES.into())
        ),
        "The paper does not say who began; here each player begins half of the games.".to_owned(),
    ]);
    points
}

fn games_table(rows: &[Row]) -> Block {
    let header = [
        "opponent",
        "games",
        "repeated",
        "won",
        "undecided",
        "lost",
        "against one half",
        "first player won",
        "length",
    ];
    let row = |row: &Row| {
        let (score, standings) = (row.score(), &row.played.standings);
        let figures = standings.figures();
        let test = exact_test(score.wins, score.decided(), 0.5).map_or_else(String::new, p_value);
        let first = figures
            .first_player
            .wins_of_decided()
            .map(|share| format!("{:.1} %", share.map(|p| p * 100.0)));
        vec![
            row.opponent.name.to_owned(),
            standings.counted().to_string(),
            standings.duplicates().to_string(),
            score.wins.to_string(),
            score.draws.to_string(),
            score.losses.to_string(),
            test,
            first.unwrap_or_default(),
            figures
                .length
                .mean_with_interval()
                .map_or_else(String::new, |length| format!("{length:.1}")),
        ]
    };
    Block::table(header, rows.iter().map(row).collect())
}

fn plot(rows: &[Row]) -> Plot {
    let bars = |name: &str, share: &dyn Fn(&Row) -> Option<Estimate>| {
        let point = |(x, row): (u32, &Row)| {
            let percent = share(row)?.map(|share| share * 100.0);
            Some(Point {
                interval: Some(percent.interval),
                ..Point::new(f64::from(x), percent.value)
            })
        };
        let points = (0..).zip(rows).filter_map(point).collect();
        Series { name: name.to_owned(), kind: SeriesKind::Bar, points }
    };
    Plot {
        title: "Decided games won by the agent".to_owned(),
        x_label: "opponent".to_owned(),
        y_label: "percent".to_owned(),
        x_scale: Scale::Linear,
        scale: Scale::Linear,
        x_names: rows.iter().map(|row| row.opponent.name.to_owned()).collect(),
        series: vec![bars("paper", &|row| Some(row.paper())), bars("here", &Row::share)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::made_twice;

    /// The bounds that the paper prints in Table 1; 55.85 is printed as 55.9.
    #[test]
    fn the_papers_intervals_follow_from_its_counts() {
        let printed = [(39.3, 53.2), (69.2, 100.0), (69.2, 100.0), (69.2, 100.0), (55.9, 75.2)];
        for (opponent, (low, high)) in OPPONENTS.iter().zip(printed) {
            let interval = clopper_pearson(opponent.wins, opponent.decided, CONFIDENCE).unwrap();
            assert!((interval.low * 100.0 - low).abs() < 0.06, "{}: {interval:.4}", opponent.name);
            assert!(
                (interval.high * 100.0 - high).abs() < 0.051,
                "{}: {interval:.4}",
                opponent.name
            );
        }
        let games: u64 = OPPONENTS.iter().map(|opponent| opponent.games).sum();
        assert_eq!(games, 250 + 3 * 10 + 100 + 3 * 10);
    }

    /// The smallest report, from the games that were kept and from new ones.
    #[test]
    fn a_whole_report() {
        let report = made_twice(&REPRODUCTION);
        let table: Vec<_> =
            report.figures().filter(|figure| figure.what.contains("won against ")).collect();
        assert_eq!(table.len(), 8);
        assert_eq!(report.html().matches("<svg").count(), 1);
    }
}
