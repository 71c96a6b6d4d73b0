//! `glendenning-2005-competitions`: the fast and the slow competition of the eleven champions of
//! Lisa Glendenning, *Mastering Quoridor*, thesis, University of New Mexico, 2005, chapters 4 and
//! 5.
//!
//! Her agents had 8 and 15 seconds for a move on machines of 2005. Here they have a number of
//! positions instead, so that the same command plays the same games.
//!
//! By her definition "a turn is ended after both players have moved", so that the mean length of
//! 91.1 turns would be 182.2 moves, but MOVECAP, 182, is "the maximum number of moves a game could
//! last": "turns" are moves there. Games are played up to 364 moves here, and results are counted
//! at 182.

mod behaviour;
mod claims;
mod competition;

use quoridor_arena::OpeningChoice;
use quoridor_arena::statistics::{Crosstable, RatingSettings};
use quoridor_core::Adjudication;
use quoridor_learn::Progress;
use quoridor_literature::glendenning_2005::champions;
use quoridor_report::Quantity::{Decimal, Exact};
use quoridor_report::{Block, Figure, Plot, Point, Provenance, Report, Scale, Series, SeriesKind};

use self::competition::{Competition, LONGEST, MOVE_CAP};
use crate::compare::{self, about_verdicts};
use crate::games::{Contest, Games, Pairings, Played, depth_table};
use crate::{BoxedError, Reproduced, Reproduction, Settings};

pub(super) const REPRODUCTION: Reproduction = Reproduction {
    name: "glendenning-2005-competitions",
    paper: "L. Glendenning, Mastering Quoridor, 2005",
    summary: "Glendenning: fast and slow competition of the eleven champions, with length, \
              branching factor and depth of the games",
    new: "ratings from random openings; games without her limit of moves; the average chromosome \
          as a player; how psi1 moves and places fences, in numbers",
    cpu_minutes: 75,
    run,
};

/// The positions that stand for a second of her machines: in 7 seconds they finished a search of
/// two moves, 17,689 positions at most, and in 20 seconds not one of three. Eight such seconds
/// search as deep as her games did.
const NODES_PER_SECOND: u64 = 2500;

/// Her figures, over the 220 games of both competitions.
const LENGTH: f64 = 91.1;
const BRANCHING: f64 = 60.4;
const DEPTH: f64 = 4.1;
const GAMES: u64 = 220;

/// Random openings of the additional games, and their moves.
const OPENINGS: u64 = 2;
const OPENING: usize = 4;

struct Findings {
    competitions: Vec<Competition>,
    /// The champions from random openings, at the fast limit.
    openings: Played,
    /// The average chromosome against the champions, at the fast limit, from the start.
    average: Played,
}

fn run(settings: &Settings, progress: &Progress<'_>) -> Reproduced {
    let findings = find(settings, progress)?;
    Ok(Report {
        name: REPRODUCTION.name.to_owned(),
        title: "The competitions of the eleven champions: Glendenning 2005, chapter 4".to_owned(),
        blocks: blocks(settings, &findings),
        provenance: Provenance::here(settings.command(REPRODUCTION.name), settings.seed),
    })
}

fn find(settings: &Settings, progress: &Progress<'_>) -> Result<Findings, BoxedError> {
    let mut games = Games::open(REPRODUCTION.name, settings, progress)?;
    let nodes = |seconds: u64| settings.scaled(seconds * NODES_PER_SECOND, 1);
    let entered = |name: &str, seconds: u64| {
        format!("glendenning-2005:chromosome={name}@nodes={}", nodes(seconds))
    };
    let adjudication = Adjudication { max_plies: Some(LONGEST), repetitions: None };
    let mut competitions = Vec::new();
    for (name, seconds) in [("fast", 8), ("slow", 15)] {
        let players: Vec<String> = champions::names().map(|name| entered(name, seconds)).collect();
        let played = games.play(&Contest {
            name: &format!("{name} competition"),
            players: &players,
            pairings: Pairings::RoundRobin,
            openings: OpeningChoice::Start,
            rounds: 1,
            adjudication,
        })?;
        competitions.push(Competition { name, seconds, nodes: nodes(seconds), played });
    }
    let fast: Vec<String> = champions::names().map(|name| entered(name, 8)).collect();
    let openings = games.play(&Contest {
        name: "random openings",
        players: &fast,
        pairings: Pairings::RoundRobin,
        openings: OpeningChoice::Random { plies: OPENING },
        rounds: settings.scaled(OPENINGS, 1) as usize,
        adjudication: Adjudication { max_plies: Some(MOVE_CAP), repetitions: None },
    })?;
    let mut with_average = vec![format!(
        "glendenning-2005:weights={}@nodes={}",
        average_weights().map(|weight| format!("{weight:.3}")).join(","),
        nodes(8)
    )];
    with_average.extend(fast);
    let average = games.play(&Contest {
        name: "average chromosome",
        players: &with_average,
        pairings: Pairings::Gauntlet,
        openings: OpeningChoice::Start,
        rounds: 1,
        adjudication,
    })?;
    Ok(Findings { competitions, openings, average })
}

/// The mean weights of the champions, those of Figure 4.2.
fn average_weights() -> [f64; 10] {
    let all: Vec<[f64; 10]> = champions::names().filter_map(champions::weights).collect();
    std::array::from_fn(|place| {
        all.iter().map(|weights| weights[place]).sum::<f64>() / all.len() as f64
    })
}

fn blocks(settings: &Settings, findings: &Findings) -> Vec<Block> {
    let competitions = &findings.competitions;
    let mut blocks = vec![
        Block::paragraph(
            "The champions of eleven populations of Glendenning's genetic algorithm play a full \
             round robin from both seats, once fast (8 seconds per move in the thesis) and once \
             slowly (15 seconds): 220 games from the start position, as in the thesis.",
        ),
        Block::paragraph(
            "The thesis: \"The average game length was 91.1 turns, the average branching factor \
             was 60.4, and the average depth reached by the search was 4.1.\" By her notation a \
             turn \"is ended after both players have moved\", so that 91.1 turns would be 182.2 \
             moves. No game was as long: MOVECAP, 182 in the competitions, is \"the maximum number \
             of moves a game could last\". It counts the moves of both players: 164 \"allows each \
             player 10 moves to place its fences and 74 moves to get its pawn to the goal\", and \
             her estimate of the time is \"164 moves/game × 15 seconds/move\". So the 91.1 turns \
             are read as moves, as Mertens and Hoľa did, and a game of 182 moves is a draw.",
        ),
        Block::paragraph(
            "Here games are played on to 364 moves, to see what the limit does. Depths and \
             positions per move, the games of the average chromosome and the behaviour of psi1 \
             below are those of whole games; all other results are counted at 182 moves.",
        ),
        Block::heading("Length, branching factor, depth"),
        Block::Figures(averages(competitions)),
        Block::heading("Depth reached"),
        depth_table(
            competitions
                .iter()
                .flat_map(|competition| {
                    champions::names().enumerate().map(|(place, champion)| {
                        let player = format!("{champion}, {}", competition.name);
                        (player, competition.played.effort(place))
                    })
                })
                .collect(),
        ),
        Block::heading("Games won, and what the thesis says of the agents"),
    ];
    blocks.extend(claims::blocks(competitions));
    blocks.push(wins_table(competitions));
    blocks.push(Block::Plot(plot(competitions)));
    blocks.extend([
        Block::heading("Ratings from random openings"),
        Block::paragraph(&format!(
            "Deterministic players play one game per pair and seat from the start position, which \
             is too few to rank them. So each pair also plays from {} openings of {OPENING} random \
             moves, at the fast limit. Elo above the mean (Bradley–Terry), with 95 % intervals.",
            settings.scaled(OPENINGS, 1)
        )),
        ratings_table(&findings.openings),
        Block::heading("The average chromosome"),
        Block::paragraph(
            "The thesis: \"I also played the 'average' chromosome of the champion population (see \
             Figure 4.2), and easily beat it as well.\" Here it plays each champion from both \
             seats at the fast limit.",
        ),
    ]);
    blocks.push(Block::Figures(average_figures(&findings.average)));
    blocks.push(Block::heading("How psi1 plays"));
    blocks.extend(behaviour::blocks(competitions));
    blocks.push(Block::heading("Where we differ, and why"));
    blocks.push(Block::List(differences(settings)));
    blocks.push(about_verdicts());
    blocks
}

/// Differences that matter: ten moves, five legal moves, half a ply.
const LENGTH_MARGIN: f64 = 10.0;
const BRANCHING_MARGIN: f64 = 5.0;
const DEPTH_MARGIN: f64 = 0.5;

fn averages(competitions: &[Competition]) -> Vec<Figure> {
    let decimal = |number: f64| Decimal(number, 1);
    let mut figures = Vec::new();
    let means = competition::means(competitions, MOVE_CAP);
    let compared = [
        ("game length in moves", LENGTH, means.length, LENGTH_MARGIN),
        ("branching factor", BRANCHING, means.branching, BRANCHING_MARGIN),
    ];
    for (what, paper, mean, margin) in compared {
        figures.extend(compare::means(what, paper, GAMES, &mean, margin, decimal));
    }
    let means = competition::means(competitions, LONGEST);
    let longer = [
        (format!("game length in moves, up to {LONGEST} moves"), means.length, 0),
        (format!("branching factor, up to {LONGEST} moves"), means.branching, 1),
    ];
    for (what, mean, digits) in longer {
        let figure = |mean| Figure::measured(&what, mean, |number| Decimal(number, digits));
        figures.extend(mean.mean().map(figure));
    }
    for competition in competitions {
        let means = competition::means(std::slice::from_ref(competition), MOVE_CAP);
        let what = format!("depth of the search, {} competition", competition.name);
        let remark = format!(
            "{} positions for {} seconds; half a ply matters",
            Exact(competition.nodes.into()),
            competition.seconds
        );
        figures.extend(
            compare::means(&what, DEPTH, GAMES / 2, &means.depth, DEPTH_MARGIN, decimal)
                .map(|figure| figure.because(&remark)),
        );
    }
    figures.extend(competition::depth_difference(competitions, DEPTH_MARGIN));
    let first = competition::first_player(competitions);
    figures.extend(compare::new_share(
        "decided games won by the first player",
        compare::decided(first),
    ));
    let drawn = quoridor_arena::statistics::Proportion::new(first.draws, first.games());
    figures.extend(compare::new_share("games drawn by MOVECAP", drawn));
    figures
}

fn wins_table(competitions: &[Competition]) -> Block {
    let rows = champions::names().enumerate().map(|(place, champion)| {
        let mut cells = vec![format!("{} {champion}", place + 1)];
        for competition in competitions {
            let score = competition.score(place);
            cells.extend([score.wins, score.draws, score.losses].map(|count| count.to_string()));
        }
        cells
    });
    Block::table(
        ["champion", "fast: won", "drawn", "lost", "slow: won", "drawn", "lost"],
        rows.collect(),
    )
}

fn ratings_table(played: &Played) -> Block {
    let mut table = Crosstable::default();
    for (one, other, encounter) in played.standings.crosstable().iter() {
        table.record(competition::champion_of(one), competition::champion_of(other), encounter);
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

fn average_figures(played: &Played) -> Vec<Figure> {
    let score = (1..=champions::names().count())
        .map(|place| played.standings.score(0, place))
        .sum::<quoridor_arena::statistics::Score>();
    let won = compare::new_share(
        "decided games that the average chromosome won against the champions",
        compare::decided(score),
    );
    let psi1 = played.standings.score(0, competition::place(competition::BEST) + 1);
    let lost = Figure::new("its games won against psi1", Exact(psi1.wins.into()))
        .because(&format!("of 2, {} drawn", psi1.draws));
    let drawn = Figure::new("its games drawn", Exact(score.draws.into()))
        .because(&format!("of {}", score.games()));
    won.into_iter().chain([lost, drawn]).collect()
}

fn plot(competitions: &[Competition]) -> Plot {
    let bars = |competition: &Competition| Series {
        name: format!(
            "{} ({} positions per move)",
            competition.name,
            Exact(competition.nodes.into())
        ),
        kind: SeriesKind::Bar,
        points: champions::names()
            .enumerate()
            .map(|(place, _)| Point::new(place as f64, competition.score(place).wins as f64))
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

fn differences(settings: &Settings) -> Vec<String> {
    let mut points = vec![
        format!(
            "The thesis does not say how many positions per second her machines searched. Within \
             7 seconds they could finish a search of two plies (17,689 leaves) and, with the most \
             legal moves, even in 20 not one of three; {} per second is inferred from that. Nearly \
             all of these positions are searched (see Depth reached), so that the depth here \
             depends on that number. She found the same depth in both competitions.",
            Exact(NODES_PER_SECOND.into())
        ),
        "A search is deterministic under a limit of positions and was not under one of seconds. \
         Which champion wins a single game depends on details that the thesis does not fix, such \
         as the order of moves of equal value."
            .to_owned(),
        "The bars of Figures 4.3 and 4.4 are not in the text that we have; only what it says about \
         them is compared."
            .to_owned(),
        "No person played here: that psi1 is easily beaten cannot be tested.".to_owned(),
    ];
    points.extend(settings.share("every search has that share of the positions"));
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::made_twice;

    #[test]
    fn a_whole_report() {
        let report = made_twice(&REPRODUCTION);
        let paper: Vec<f64> = report
            .figures()
            .filter_map(|figure| Some(figure.paper?.value()))
            .filter(|value| value.is_finite())
            .collect();
        assert_eq!(paper[..4], [LENGTH, BRANCHING, DEPTH, DEPTH]);
        assert!(report.markdown().contains("| 7 psi1 |") && report.html().contains("<svg"));
    }

    /// The sums of the columns of Table 4.1 by eleven.
    #[test]
    fn the_average_chromosome() {
        let average = average_weights();
        assert!((average[0] - 5.125 / 11.0).abs() < 1e-9);
        assert!((average[9] - 3.457 / 11.0).abs() < 1e-9);
    }
}
