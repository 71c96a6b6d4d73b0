//! `saadatinia-2020-filter`: the move filter of Saadatinia and Amini, *Quoridor game*, 2020: depth
//! and time of the search with and without it.
//!
//! The paper: alpha-beta alone reached three plies, and with the filter six, of which five are used
//! "for better speed".

use quoridor_core::Adjudication;

use super::games::{Contest, Effort, Games, Pairings, Played, depth_table};
use super::{BoxedError, Reproduced, Reproduction, Settings};
use quoridor_arena::OpeningChoice;
use quoridor_arena::statistics::{Estimate, Score};
use quoridor_learn::Progress;
use quoridor_report::Quantity::Exact;
use quoridor_report::{Block, Plot, Point, Provenance, Report, Scale, Series, SeriesKind};

/// Depth and time with and without the filter.
pub(super) const REPRODUCTION: Reproduction = Reproduction {
    name: "saadatinia-2020-filter",
    paper: "M. Saadatinia, M. R. Amini, Quoridor game, 2020",
    summary: "Saadatinia, Amini: the move filter: depth and time of the search with and without it",
    new: "positions and time per move with and without the filter; match results",
    cpu_minutes: 4,
    run,
};

/// The openings of each contest; each is played twice.
const OPENINGS: u64 = 10;

/// Random moves that begin each game: the players are deterministic.
const OPENING: usize = 4;

/// As in the paper's genetic algorithm: a longer game is a tie.
const MOVE_CAP: usize = 120;

/// How deep they came without the filter, and with it.
const WITHOUT: u32 = 3;
const WITH: u32 = 6;

const FILTERED: &str = "saadatinia-2020";
const UNFILTERED: &str = "saadatinia-2020:filter=off";

/// A contest between the player with the filter and the one without.
struct Round {
    /// How both were limited.
    limits: [String; 2],
    played: Played,
    efforts: [Effort; 2],
}

impl Round {
    fn play(games: &mut Games<'_>, limits: [String; 2], rounds: usize) -> Result<Self, BoxedError> {
        let players = [format!("{FILTERED}@{}", limits[0]), format!("{UNFILTERED}@{}", limits[1])];
        let played = games.play(&Contest {
            name: &format!("filter at {} against none at {}", limits[0], limits[1]),
            players: &players,
            pairings: Pairings::RoundRobin,
            openings: OpeningChoice::Random { plies: OPENING },
            rounds,
            adjudication: Adjudication { max_plies: Some(MOVE_CAP), repetitions: None },
        })?;
        let efforts = [0, 1].map(|place| played.effort(place));
        Ok(Self { limits, played, efforts })
    }

    /// Of the player with the filter.
    fn score(&self) -> Score {
        self.played.standings.score(0, 1)
    }
}

/// The results of the experiment.
struct Findings {
    /// With the filter 1, 2 … moves deep; without it as deep, but not deeper than they came.
    by_depth: Vec<Round>,
    /// As many positions for each as the unfiltered search needs for the depth that they reached
    /// without the filter.
    nodes: u64,
    alike: Round,
}

fn run(settings: &Settings, progress: &Progress<'_>) -> Reproduced {
    let mut games = Games::open(REPRODUCTION.name, settings, progress)?;
    let rounds = settings.scaled(OPENINGS, 1) as usize;
    let mut by_depth = Vec::new();
    // A smoke test stays shallow.
    let most = if settings.is_smoke_test() { 1 } else { WITH };
    for depth in (1..=WITH).map(|depth| depth.min(most)) {
        let limits = [depth, depth.min(WITHOUT)].map(|depth| format!("depth={depth}"));
        by_depth.push(Round::play(&mut games, limits, rounds)?);
    }
    let needed =
        by_depth[WITHOUT as usize - 1].efforts[1].nodes.mean().map_or(1.0, |mean| mean.value);
    // A round number, so that a game more or less does not change what is played.
    let unit = 10_f64.powf(needed.log10().floor() - 1.0).max(1.0);
    let nodes = ((needed / unit).round() * unit).max(1.0) as u64;
    let alike = Round::play(&mut games, [0, 1].map(|_| format!("nodes={nodes}")), rounds)?;
    let findings = Findings { by_depth, nodes, alike };
    Ok(Report {
        name: REPRODUCTION.name.to_owned(),
        title: "What a filter of moves gains: Saadatinia and Amini 2020".to_owned(),
        blocks: blocks(settings, &findings),
        provenance: Provenance::here(settings.command(REPRODUCTION.name), settings.seed),
    })
}

fn blocks(settings: &Settings, findings: &Findings) -> Vec<Block> {
    vec![
        Block::paragraph(&format!(
            "The player with the filter meets the same player without it, {} games each time, \
             from openings of {OPENING} random moves, each from both seats; a game of {MOVE_CAP} \
             moves is a draw. First both search to the same depth, then the filtered one deeper; \
             in the end both may search the same number of positions: {}, the mean of a search of \
             depth {WITHOUT} without the filter.",
            findings.alike.played.standings.counted(),
            Exact(findings.nodes.into())
        )),
        Block::heading("Depth"),
        Block::paragraph(&costs(findings)),
        Block::heading("Positions and time per move"),
        Block::paragraph(
            "Positions do not depend on the machine; times, in microseconds, are of this one, with \
             other games running beside. The ratio is how many times fewer positions are searched \
             with the filter. Intervals take games, not moves, as independent.",
        ),
        effort_table(findings),
        Block::Plot(plot("Positions looked at for a move", "positions", findings, |effort| {
            effort.nodes.mean()
        })),
        Block::Plot(plot("Time for a move", "microseconds", findings, |effort| {
            effort.microseconds.mean()
        })),
        Block::heading("Match results"),
        Block::paragraph(
            "The intervals take all decided games as independent; the two games of an opening are \
             not quite.",
        ),
        score_table(findings),
        Block::heading("Depth reached"),
        depth_table(
            findings
                .by_depth
                .iter()
                .chain([&findings.alike])
                .flat_map(|round| {
                    [0, 1].map(|place| {
                        let name = ["filter", "no filter"][place];
                        (format!("{name}, {}", round.limits[place]), round.efforts[place])
                    })
                })
                .collect(),
        ),
        Block::heading("Where we differ, and why"),
        Block::List(differences(settings)),
    ]
}

/// The paper's depths, and what they cost here.
fn costs(findings: &Findings) -> String {
    let positions = |depth: u32, place: usize| {
        let round = findings.by_depth.get(depth as usize - 1);
        let nodes = round.and_then(|round| round.efforts[place].nodes.mean());
        nodes.map_or(f64::NAN, |nodes| nodes.value)
    };
    let shown = |positions: f64| Exact(positions.round() as u128);
    let (deep, shallow) = (positions(WITH, 0), positions(WITHOUT, 1));
    // The deepest search with the filter that costs no more than one of three plies without it.
    let same_cost = (1..=WITH).filter(|&depth| positions(depth, 0) <= shallow).max().unwrap_or(1);
    let [filtered, unfiltered] =
        findings.alike.efforts.map(|effort| effort.depth.mean().map_or(0.0, |mean| mean.value));
    format!(
        "The paper: \"using only alpha beta pruning we could get only as deep as {WITHOUT} layers \
         into the tree\"; \"Using the filtering we could reduce the time and go as deep as {WITH} \
         layers down but for better speed we use only 5 layers\". Here a move costs {} positions \
         at depth {WITHOUT} without the filter and {} at depth {WITH} with it, {:.0} times as \
         many. For the cost of depth {WITHOUT} without the filter the search comes to depth \
         {same_cost} with it ({} positions). If both have {} positions per move, the mean depth is \
         {filtered:.1} with the filter and {unfiltered:.1} without it. These means are \
         above the depths of the same cost, because positions differ: where few moves are \
         possible, the same number of positions reaches much deeper.",
        shown(shallow),
        shown(deep),
        deep / shallow,
        shown(positions(same_cost, 0)),
        Exact(findings.nodes.into())
    )
}

fn effort_table(findings: &Findings) -> Block {
    let shown = |mean: Option<Estimate>| mean.map_or_else(String::new, |mean| format!("{mean:.0}"));
    let rows = (1..).zip(&findings.by_depth).map(|(depth, round): (u32, _)| {
        let [filtered, unfiltered] = round.efforts;
        let mut cells = vec![
            depth.to_string(),
            shown(filtered.nodes.mean()),
            shown(filtered.microseconds.mean()),
        ];
        if depth <= WITHOUT {
            let saved = unfiltered
                .nodes
                .mean()
                .zip(filtered.nodes.mean())
                .map(|(all, few)| all.value / few.value);
            cells.extend([shown(unfiltered.nodes.mean()), shown(unfiltered.microseconds.mean())]);
            cells.push(saved.map_or_else(String::new, |saved| format!("{saved:.1}")));
        } else {
            cells.extend([String::new(), String::new(), String::new()]);
        }
        cells
    });
    Block::table(
        ["depth", "filter: positions", "µs", "none: positions", "µs", "ratio"],
        rows.collect(),
    )
}

fn score_table(findings: &Findings) -> Block {
    let rows = findings.by_depth.iter().chain([&findings.alike]).map(|round| {
        let score = round.score();
        let share = score
            .wins_of_decided()
            .map(|share| format!("{:.1} %", share.map(|share| share * 100.0)));
        vec![
            format!("filter at {}, none at {}", round.limits[0], round.limits[1]),
            score.wins.to_string(),
            score.draws.to_string(),
            score.losses.to_string(),
            share.unwrap_or_default(),
            round.played.standings.duplicates().to_string(),
        ]
    });
    Block::table(
        ["limits", "won by the filter", "undecided", "lost", "of the decided", "repeated"],
        rows.collect(),
    )
}

fn plot(
    title: &str,
    y_label: &str,
    findings: &Findings,
    mean: fn(&Effort) -> Option<Estimate>,
) -> Plot {
    let line = |name: &str, place: usize, deepest: u32| {
        let point = |(depth, round): (u32, &Round)| {
            // The interval of few games may reach below zero.
            let logarithm = mean(&round.efforts[place])?.map(|mean| mean.max(1.0).log10());
            Some(Point {
                interval: Some(logarithm.interval),
                ..Point::new(f64::from(depth), logarithm.value)
            })
        };
        let points = (1..=deepest).zip(&findings.by_depth).filter_map(point).collect();
        Series { name: name.to_owned(), kind: SeriesKind::Line, points }
    };
    Plot {
        title: title.to_owned(),
        x_label: "moves looked ahead".to_owned(),
        y_label: y_label.to_owned(),
        x_scale: Scale::Linear,
        scale: Scale::PowersOfTen,
        x_names: Vec::new(),
        series: vec![line("with the filter", 0, WITH), line("without it", 1, WITHOUT)],
    }
}

fn differences(settings: &Settings) -> Vec<String> {
    let mut points = vec![
        "The paper says how deep its program could search, but neither how many positions that \
         took nor how long: nothing is tested, and a search of six plies may have taken longer \
         there, too, than one of three."
            .to_owned(),
        "What \"too far\", \"behind\", \"in front\" and \"beside\" mean is inferred: more than \
         two squares from the opponent (option far); all of the wall on the side that the \
         opponent comes from; closing the player's own step towards the goal; closing its step to \
         the side. A narrower filter would reach deeper."
            .to_owned(),
        "Times depend on the machine, and the rules here are much faster than the paper's Java; \
         only ratios can be compared."
            .to_owned(),
    ];
    points.extend(settings.share("that share of the games"));
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::made_twice;

    /// From the games that were kept, their times included.
    #[test]
    fn a_whole_report() {
        let report = made_twice(&REPRODUCTION);
        assert_eq!(report.figures().count(), 0, "the paper has no numbers to test");
        assert_eq!(report.html().matches("<svg").count(), 2);
    }
}
