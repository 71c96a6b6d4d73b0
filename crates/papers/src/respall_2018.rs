//! `respall-2018`: Table 1 of Massagué Respall, Brown and Aslam, *Monte Carlo Tree Search for
//! Quoridor*, 2018.
//!
//! Their agent of 120,000 simulations against one of half as many, against van Steenbergen's four
//! brains and against agents whose weights were evolved. `--scale` scales what the searches may use
//! up; the number of games is always that of the paper.

use quoridor_core::Adjudication;

use super::games::{Contest, Games, Played};
use super::{Reproduced, Reproduction, Settings};
use quoridor_arena::OpeningChoice;
use quoridor_arena::Progress;
use quoridor_arena::statistics::binomial::{clopper_pearson, exact_test};
use quoridor_arena::statistics::{CONFIDENCE, Estimate, Interval, Score};
use quoridor_report::{
    Block, Comparison, Plot, Point, Provenance, Quantity, Report, Scale, Series, SeriesKind,
};

/// Table 1.
pub(super) const REPRODUCTION: Reproduction = Reproduction {
    name: "respall-2018",
    summary: "Massagué Respall, Brown, Aslam, Table 1: their agent against one of half the simulations, four brains, three chromosomes",
    run,
};

/// The simulations of the agent, and of the one with half of them.
const SIMULATIONS: u64 = 120_000;
const HALF: u64 = 60_000;

/// What stands for ten seconds of an evolved agent, in positions. Its search ends by itself after
/// an iteration of 17,689 leaves.
const NODES: u64 = 200_000;

/// A longer game is undecided. Positions may come again: the paper speaks of pawns that went to and
/// fro.
const UNDECIDED: Adjudication = Adjudication { max_plies: Some(200), repetitions: None };

/// A row of Table 1.
struct Opponent {
    /// As the paper calls it.
    name: &'static str,
    /// Who it is here, without limits.
    spec: &'static str,
    /// What it may use up: the name of the limit, and how much at full scale.
    limit: Option<(&'static str, u64)>,
    games: u64,
    decided: u64,
    /// Of the agent.
    wins: u64,
}

impl Opponent {
    const fn brain(name: &'static str, spec: &'static str, games: u64, wins: u64) -> Self {
        Self { name, spec, limit: None, games, decided: games, wins }
    }

    const fn evolved(name: &'static str, spec: &'static str) -> Self {
        Self { name, spec, limit: Some(("nodes", NODES)), games: 10, decided: 10, wins: 10 }
    }
}

/// Chromosome2 and Chromosome5 are not printed. Glendenning's champions of these numbers, digamma2
/// and omega1, stand for them, without the Markov chains that the paper does not use.
const OPPONENTS: [Opponent; 8] = [
    Opponent {
        name: "60k Agent",
        spec: "respall-2018",
        limit: Some(("simulations", HALF)),
        games: 250,
        decided: 210,
        wins: 97,
    },
    Opponent::brain("Brain1", "van-steenbergen-brain1", 10, 10),
    Opponent::brain("Brain2", "van-steenbergen-brain2", 10, 10),
    Opponent::brain("Brain3", "van-steenbergen-brain3", 10, 10),
    Opponent::brain("Brain4", "van-steenbergen-brain4", 100, 66),
    Opponent::evolved(
        "Chromosome2",
        "respall-2018-ga:weights=0,0.331,1.165,-0.3,0.903,0.522,-0.504,-0.265",
    ),
    Opponent::evolved(
        "Chromosome5",
        "respall-2018-ga:weights=-0.452,-0.462,0.627,-0.908,0,0,0,-0.078",
    ),
    Opponent::evolved("Psi1", "glendenning-2005:chromosome=psi1"),
];

/// A row of the table, played again.
struct Row {
    opponent: &'static Opponent,
    /// Both, as they were entered.
    players: [String; 2],
    played: Played,
}

impl Row {
    fn score(&self) -> Score {
        self.played.standings.score(0, 1)
    }

    /// The agent's share of the decided games; none if none was decided.
    fn share(&self) -> Option<Estimate> {
        self.score().wins_of_decided()
    }

    fn paper(&self) -> Estimate {
        let Opponent { wins, decided, .. } = *self.opponent;
        let interval =
            clopper_pearson(wins, decided, CONFIDENCE).unwrap_or(Interval { low: 0.0, high: 1.0 });
        Estimate { value: wins as f64 / decided as f64, interval }
    }

    /// Whether it could have come out like the paper's: the intervals overlap.
    fn agrees(&self) -> Option<bool> {
        let (ours, paper) = (self.share()?.interval, self.paper().interval);
        Some(ours.low <= paper.high && paper.low <= ours.high)
    }
}

fn run(settings: &Settings, progress: &Progress<'_>) -> Reproduced {
    let mut games = Games::open(REPRODUCTION.name, settings, progress)?;
    let agent = format!("respall-2018@simulations={}", settings.scaled(SIMULATIONS, 1));
    let mut rows = Vec::new();
    for opponent in &OPPONENTS {
        let limit =
            opponent.limit.map(|(name, full)| format!("@{name}={}", settings.scaled(full, 1)));
        let players = [agent.clone(), format!("{}{}", opponent.spec, limit.unwrap_or_default())];
        let played = games.play(&Contest {
            name: opponent.name,
            players: &players,
            openings: OpeningChoice::Start,
            rounds: opponent.games as usize / 2,
            adjudication: UNDECIDED,
        })?;
        rows.push(Row { opponent, players, played });
    }
    Ok(Report {
        name: REPRODUCTION.name.to_owned(),
        title: "Monte Carlo tree search against other agents: Massagué Respall, Brown, Aslam 2018, Table 1".to_owned(),
        blocks: blocks(settings, &rows),
        provenance: Provenance::here(settings.command(REPRODUCTION.name), settings.seed),
    })
}

fn blocks(settings: &Settings, rows: &[Row]) -> Vec<Block> {
    vec![
        Block::paragraph(&format!(
            "An agent of {} simulations a move plays the opponents of the paper's Table 1, as many games as there, each second one in the other seat, all from the start position. As in the paper \
             the shares are of the decided games, with exact binomial intervals (Clopper–Pearson). A game of 200 moves is undecided.",
            Quantity::Exact(settings.scaled(SIMULATIONS, 1).into())
        )),
        Block::heading("Table 1"),
        Block::Comparisons(rows.iter().map(comparison).collect()),
        Block::Plot(plot(rows)),
        Block::heading("Where we differ, and why"),
        Block::List(differences(settings, rows)),
        Block::heading("The games"),
        Block::paragraph(
            "Repeated games, move by move the same, do not count. \"Against one half\" is the exact binomial test of the share against a fair coin, as in the paper, where what is below 0.05 is bold.",
        ),
        games_table(rows),
        Block::heading("Who played"),
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
    ]
}

fn comparison(row: &Row) -> Comparison {
    let (opponent, score) = (row.opponent, row.score());
    let what = format!("wins against {}", opponent.name);
    let percent = |share| Quantity::Percent(share, 1);
    let counts = format!(
        "{} of {} decided there, {} of {} here",
        opponent.wins,
        opponent.decided,
        score.wins,
        score.decided()
    );
    let Some(share) = row.share() else {
        return Comparison::missing(&what, percent(row.paper().value))
            .because("no game was decided");
    };
    let verdict = if row.agrees() == Some(false) { "; the intervals do not meet" } else { "" };
    Comparison::measured(&what, Some(percent(row.paper().value)), share, percent)
        .because(&format!("{counts}{verdict}"))
}

fn differences(settings: &Settings, rows: &[Row]) -> Vec<String> {
    let mut points = Vec::new();
    let apart: Vec<&str> = rows
        .iter()
        .filter(|row| row.agrees() == Some(false))
        .map(|row| row.opponent.name)
        .collect();
    points.push(if apart.is_empty() {
        "The intervals of all rows meet those of the paper.".to_owned()
    } else {
        format!("The intervals do not meet those of the paper against {}.", apart.join(", "))
    });
    points.extend(settings.share(
        "every search has only that share of the paper's simulations and of the positions that stand for its time. Opponents without a search (the brains) \
         are as strong as ever, so that the agent does worse against them than at full scale",
    ));
    let undecided: u64 = rows.iter().take(1).map(|row| row.score().draws).sum();
    let others: u64 = rows.iter().skip(1).map(|row| row.score().draws).sum();
    if others > 0 {
        points.push(format!(
            "Against the other opponents {others} games were undecided here and none there; the shares of those rows rest on few games. A weak search and an evolved agent both lose their way and go to and fro; \
             how long the paper's authors, who carried the moves over by hand, played on is not said."
        ));
    }
    points.extend([
        format!(
            "Against itself with half of the simulations, 40 of 250 games were undecided there, {undecided} here. The paper does not say when a game was given up; here after 200 moves."
        ),
        "The playouts are described in words (whoever is ahead walks more often); with which chances is inferred, see docs/agents.md.".to_owned(),
        "The program of van Steenbergen (2006) is closed and not to be had. The brains here follow the paper's description of them in a sentence each: they are other players of the same kind."
            .to_owned(),
        "The weights of Chromosome2 and Chromosome5 are not printed. Glendenning's champions of these numbers stand for them: digamma2 and omega1, without her Markov chains."
            .to_owned(),
        format!(
            "The evolved agents had ten seconds a move; here {} positions (at full scale), so that the same command plays the same games. Their search ends by itself after an iteration of 17,689 leaves.",
            Quantity::Exact(NODES.into())
        ),
        "Both games from an opening are played with the seats swapped; who began in the paper is not said.".to_owned(),
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
        let test =
            exact_test(score.wins, score.decided(), 0.5).map_or_else(String::new, |p| match p {
                p if p < 0.0001 => "< 0.0001".to_owned(),
                p => format!("{p:.4}"),
            });
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
    use std::sync::atomic::AtomicBool;

    use super::*;

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

    /// With next to nothing to search by, a whole report; and the same again, from the games that
    /// were kept and from new ones.
    #[test]
    fn a_whole_report() {
        let reproduced = |folder: &std::path::Path| {
            let settings = Settings { seed: 1, scale: 0.0001, folder: folder.to_owned() };
            let stop = AtomicBool::new(false);
            run(&settings, &Progress { tell: &|_| (), stop: &stop }).unwrap()
        };
        let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let report = reproduced(one.path());
        assert_eq!(report.comparisons().count(), 8);
        assert!(report.comparisons().all(|comparison| comparison.paper.is_some()));
        assert_eq!(report.html().matches("<svg").count(), 1);
        assert_eq!(reproduced(one.path()).markdown(), report.markdown());
        assert_eq!(reproduced(other.path()).markdown(), report.markdown());
    }
}
