//! `glendenning-2005-competitions`: the fast and the slow round robin of the eleven champions of
//! Lisa Glendenning, *Mastering Quoridor*, thesis, University of New Mexico, 2005, section 4.3.
//!
//! Her agents had 8 and 15 seconds for a move on machines of 2005. Here they have as many positions
//! as those may have looked at, so that the same command plays the same games.

use quoridor_core::Adjudication;
use quoridor_engine::players::glendenning_2005::champions;

use super::games::{Contest, Games, Played};
use super::{Reproduced, Reproduction, Settings};
use quoridor_arena::OpeningChoice;
use quoridor_arena::Progress;
use quoridor_arena::statistics::{Crosstable, Estimate, GameFigures, RatingSettings};
use quoridor_report::Quantity::{Decimal, Exact};
use quoridor_report::{
    Block, Comparison, Plot, Point, Provenance, Quantity, Report, Scale, Series, SeriesKind,
};

/// The two competitions.
pub(super) const REPRODUCTION: Reproduction = Reproduction {
    name: "glendenning-2005-competitions",
    summary: "Glendenning's fast and slow round robin of the eleven champions, with length, branching factor and depth of the games",
    run,
};

/// What stands for a second of her machines, in positions: in 7 to 20 seconds they finished a
/// search of two moves, 17,689 positions at most, but not one of three.
const NODES_A_SECOND: u64 = 5000;

/// A longer game is a draw.
const MOVE_CAP: usize = 182;

/// Her figures, over the 220 games of both competitions.
const LENGTH: f64 = 91.1;
const BRANCHING: f64 = 60.4;
const DEPTH: f64 = 4.1;

/// The champion of population 7, who won both competitions, and that of population 5, who won no
/// game.
const BEST: &str = "psi1";
const WORST: &str = "omega1";

struct Competition {
    name: &'static str,
    seconds: u64,
    nodes: u64,
    played: Played,
}

impl Competition {
    fn figures(&self) -> &GameFigures {
        self.played.standings.figures()
    }

    /// Games won by each champion, in the order of the thesis.
    fn wins(&self) -> Vec<u64> {
        self.played.standings.rows().map(|(_, line)| line.wins).collect()
    }

    /// From one: how many champions won more games, and one.
    fn rank(&self, place: usize) -> usize {
        let wins = self.wins();
        wins.iter().filter(|&&other| other > wins[place]).count() + 1
    }
}

fn place(name: &str) -> usize {
    champions::names().position(|champion| champion == name).unwrap_or_default()
}

fn run(settings: &Settings, progress: &Progress<'_>) -> Reproduced {
    let mut games = Games::open(REPRODUCTION.name, settings, progress)?;
    let mut competitions = Vec::new();
    for (name, seconds) in [("fast", 8), ("slow", 15)] {
        let nodes = settings.scaled(seconds * NODES_A_SECOND, 1);
        let entered = |name: &str| format!("glendenning-2005:chromosome={name}@nodes={nodes}");
        let players: Vec<String> = champions::names().map(entered).collect();
        let played = games.play(&Contest {
            name: &format!("{name} competition"),
            players: &players,
            openings: OpeningChoice::Start,
            rounds: 1,
            adjudication: Adjudication { max_plies: Some(MOVE_CAP), repetitions: None },
        })?;
        competitions.push(Competition { name, seconds, nodes, played });
    }
    Ok(Report {
        name: REPRODUCTION.name.to_owned(),
        title: "The competitions of the eleven champions: Glendenning 2005, section 4.3".to_owned(),
        blocks: blocks(settings, &competitions),
        provenance: Provenance::here(settings.command(REPRODUCTION.name), settings.seed),
    })
}

fn blocks(settings: &Settings, competitions: &[Competition]) -> Vec<Block> {
    let both: GameFigures =
        competitions.iter().map(|competition| competition.figures().clone()).sum();
    vec![
        Block::paragraph(
            "The champions of eleven populations of Glendenning's genetic algorithm play each other, everybody everybody from both seats, once fast (8 seconds a move in the thesis) and once slowly \
             (15 seconds): 220 games from the start position. A game of 182 moves is a draw. Intervals take games, not moves, as independent.",
        ),
        Block::heading("Length, branching factor, depth"),
        Block::Comparisons(figures(&both, competitions)),
        Block::heading("Games won"),
        Block::Comparisons(ranks(competitions)),
        wins_table(competitions),
        Block::Plot(plot(competitions)),
        Block::heading("Ratings"),
        Block::paragraph(
            "Of both competitions together, in Elo above the mean (Bradley–Terry), with intervals drawn anew from the pairs of games. The thesis counts wins only.",
        ),
        ratings_table(competitions),
        Block::heading("Where we differ, and why"),
        Block::List(differences(settings, &both, competitions)),
    ]
}

fn figures(both: &GameFigures, competitions: &[Competition]) -> Vec<Comparison> {
    let decimal = |number: f64| Decimal(number, 1);
    let mut rows = Vec::new();
    rows.extend(both.length.mean_with_interval().map(|mean| {
        Comparison::measured(
            "moves of a game, both competitions",
            Some(decimal(LENGTH)),
            mean,
            decimal,
        )
    }));
    rows.extend(both.mean_branching.mean().map(|mean| {
        Comparison::measured(
            "branching factor, both competitions",
            Some(decimal(BRANCHING)),
            mean,
            decimal,
        )
    }));
    for competition in competitions {
        let what = format!("depth of the search, {} competition", competition.name);
        let mean = competition.figures().mean_depth.mean();
        let remark = format!(
            "{} positions for {} seconds",
            Exact(competition.nodes.into()),
            competition.seconds
        );
        rows.extend(mean.map(|mean| {
            Comparison::measured(&what, Some(decimal(DEPTH)), mean, decimal).because(&remark)
        }));
    }
    let first = both.first_player.wins_of_decided();
    rows.extend(first.map(|share| {
        Comparison::measured("decided games won by who moved first", None, share, |share| {
            Quantity::Percent(share, 1)
        })
        .because("not in the thesis")
    }));
    rows.push(
        Comparison::new("undecided games", Exact(both.first_player.draws.into()))
            .because("of both competitions; not in the thesis"),
    );
    rows
}

fn ranks(competitions: &[Competition]) -> Vec<Comparison> {
    let mut rows = Vec::new();
    for competition in competitions {
        let rank = Exact(competition.rank(place(BEST)) as u128);
        rows.push(
            Comparison::exact(&format!("rank of {BEST}, {}", competition.name), Exact(1), rank)
                .because("by games won; population 7"),
        );
        let wins = Exact(competition.wins()[place(WORST)].into());
        rows.push(
            Comparison::exact(
                &format!("games won by {WORST}, {}", competition.name),
                Exact(0),
                wins,
            )
            .because("of 20; population 5 had become homogeneous"),
        );
    }
    rows
}

fn wins_table(competitions: &[Competition]) -> Block {
    let rows = champions::names().enumerate().map(|(place, champion)| {
        let mut cells = vec![format!("{} {champion}", place + 1)];
        for competition in competitions {
            if let Some((_, line)) = competition.played.standings.rows().nth(place) {
                cells.extend([line.wins, line.draws, line.losses].map(|count| count.to_string()));
            }
        }
        cells
    });
    Block::table(
        ["champion", "fast: won", "drawn", "lost", "slow: won", "drawn", "lost"],
        rows.collect(),
    )
}

fn ratings_table(competitions: &[Competition]) -> Block {
    let name = |entered: &str| -> String {
        let found = champions::names().find(|champion| entered.contains(&format!("={champion}@")));
        found.unwrap_or(entered).to_owned()
    };
    let mut table = Crosstable::default();
    for competition in competitions {
        for (one, other, encounter) in competition.played.standings.crosstable().iter() {
            table.record(&name(one), &name(other), encounter);
        }
    }
    let ratings = table.ratings(&RatingSettings::default()).into_iter().map(|rating| {
        let interval = rating.elo.interval;
        vec![
            rating.player,
            rating.games.to_string(),
            format!("{:.1}", rating.points),
            format!("{:+.0}", rating.elo.value),
            format!("{:+.0} to {:+.0}", interval.low, interval.high),
        ]
    });
    Block::table(["champion", "games", "points", "Elo", "95 % interval"], ratings.collect())
}

fn plot(competitions: &[Competition]) -> Plot {
    let bars = |competition: &Competition| Series {
        name: format!(
            "{} ({} positions a move)",
            competition.name,
            Exact(competition.nodes.into())
        ),
        kind: SeriesKind::Bar,
        points: (0..)
            .zip(competition.wins())
            .map(|(x, wins): (u32, u64)| Point::new(f64::from(x), wins as f64))
            .collect(),
    };
    Plot {
        title: "Games won by each champion (Figures 4.3 and 4.4)".to_owned(),
        x_label: "champion".to_owned(),
        y_label: "games won, of 20".to_owned(),
        x_scale: Scale::Linear,
        scale: Scale::Linear,
        x_names: champions::names().map(str::to_owned).collect(),
        series: competitions.iter().map(bars).collect(),
    }
}

fn differences(
    settings: &Settings,
    both: &GameFigures,
    competitions: &[Competition],
) -> Vec<String> {
    let mut points = Vec::new();
    let mut compare = |what: &str, paper: f64, mean: Option<Estimate>| {
        let Some(mean) = mean else { return };
        let side = if paper < mean.interval.low { "more" } else { "less" };
        points.push(if mean.interval.contains(paper) {
            format!("{what}: the thesis' {paper} lies within our interval, {mean:.1}.")
        } else {
            format!("{what}: {side} than the thesis' {paper}, {mean:.1}.")
        });
    };
    compare("Moves of a game", LENGTH, both.length.mean_with_interval());
    compare("Branching factor", BRANCHING, both.mean_branching.mean());
    for competition in competitions {
        compare(
            &format!("Depth, {}", competition.name),
            DEPTH,
            competition.figures().mean_depth.mean(),
        );
    }
    points.extend(settings.share("every search has that share of the positions"));
    points.extend([
        format!(
            "How many positions her machines of 2005 looked at in a second is not said. She writes that within the limits of 7 to 20 seconds a search of two moves (17,689 leaves) could be finished and one of \
             three could not where there are most moves to choose from; {} a second is inferred from that. As her search ends after an iteration of 17,689 leaves, the limit matters little, and \
             she, too, found the same depth in both competitions.",
            Exact(NODES_A_SECOND.into())
        ),
        "A search is deterministic under a limit of positions and was not under one of seconds; one game of each kind is all that eleven deterministic players can give from the start position. Which champion wins a \
         single game is a matter of details (the order of moves of equal value, when a search is broken off) that the thesis does not fix."
            .to_owned(),
        "The numbers of games won of all champions are in Figures 4.3 and 4.4 only as bars; in words the thesis says that psi1 won both competitions and that the champion of population 5 won no game."
            .to_owned(),
    ]);
    points
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn a_whole_report() {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings { seed: 1, scale: 0.001, folder: folder.path().to_owned() };
        let stop = AtomicBool::new(false);
        let reproduced = || run(&settings, &Progress { tell: &|_| (), stop: &stop }).unwrap();
        let report = reproduced();
        let paper: Vec<f64> =
            report.comparisons().filter_map(|figure| Some(figure.paper?.value())).collect();
        assert_eq!(paper, [LENGTH, BRANCHING, DEPTH, DEPTH, 1.0, 0.0, 1.0, 0.0]);
        let all: Vec<&str> = champions::names().collect();
        assert_eq!((all.len(), all[place(BEST)], all[place(WORST)]), (11, BEST, WORST));
        assert!(report.markdown().contains("| 7 psi1 |") && report.html().contains("<svg"));
        assert_eq!(reproduced().markdown(), report.markdown());
    }
}
