//! The text of the report.

use super::Findings;
use super::formulas::{
    DECISIONS, MOST_WALLS, POSITIONS, TABLE_3_2, choices, decisions, layouts_and_wall_splits,
    mertens_walls, states, wall_splits,
};
use super::games::{MOVE_CAP, OPENING, PAIRINGS, Played};
use super::pawns::areas;
use super::sampling::PAWNS;
use crate::compare::about_verdicts;
use quoridor_arena::statistics::{Estimate, Interval};
use quoridor_report::Quantity::{Decimal, Exact, Percent, PowerOfTen};
use quoridor_report::{Block, Figure, Plot, Point, Quantity, Scale, Series, SeriesKind, Table};

/// Glendenning's averages, from which Mertens and Hoľa compute the game tree.
const GLENDENNINGS_LENGTH: f64 = 91.1;
const GLENDENNINGS_BRANCHING: f64 = 60.4;

/// What `quoridor count --reachable` prints for the standard game, in two minutes.
const REACHABLE_AT_LEAST: u128 = 5_401_270_331_503_544_231_738_802;
const REACHABLE_AT_MOST: u128 = 22_264_760_561_131_792_996_381_440;

pub(super) fn all(findings: &Findings) -> Vec<Block> {
    let mut blocks = vec![
        Block::paragraph(
            "Michal Hoľa's thesis bounds the number of states and estimates the branching factor \
             and the game tree of Quoridor for two players, and quotes Mertens' estimates of \
             2006. Here every number is computed again from its formula; then what he had to \
             estimate is counted exactly, or estimated with an interval.",
        ),
        Block::heading("Where we differ, and why"),
        Block::List(differences(findings)),
    ];
    blocks.extend(state_space(findings));
    blocks.extend(wall_layouts(findings));
    blocks.extend(pawn_positions());
    blocks.extend(walls_that_fit(findings));
    blocks.extend(game_tree(findings));
    blocks.extend(own_games(findings));
    blocks.push(about_verdicts());
    blocks
}

fn differences(findings: &Findings) -> Vec<String> {
    let better: Vec<String> = better_than_table_3_2(findings)
        .map(|(walls, printed, found)| format!("after {walls} walls {found} fit, not {printed}"))
        .collect();
    vec![
        "Equation 3.1 is printed with a product over j from 0 to i. The numbers are those of a \
         product over j below i."
            .to_owned(),
        "Several numbers (states, bytes, decisions, branching factor, tree) are cut off after the \
         last digit that is printed and not rounded."
            .to_owned(),
        "Table 3.1 counts two pawns in the seven middle rows (BB) as if it did not matter which \
         is which. It does: there are 3906 places, not 1953, and 5121 in all, not 3168."
            .to_owned(),
        "Table 3.1 lets a pawn jump to every square that the other could step to; the official \
         rules do so only if the straight jump is not possible. Also by his rule BC has two steps \
         more than printed (a pawn in front of one in the corner can step down, to the side, and \
         jump to one square: three, not two), and BB 233 more than half of them."
            .to_owned(),
        format!(
            "Table 3.2 is not everywhere the most that is possible: {}. a1h b2h a3h b1v a2v \
                 is a layout of five walls beside which 116 fit.",
            better.join(
                ", \
             "
            )
        ),
        "The branching factor of equation 3.6 takes all choices of i of 128 walls for layouts, \
         most of which overlap, and for each the most walls that could fit. The first makes it \
         too small, for it weighs the crowded states too much; the second too large."
            .to_owned(),
        "A mean over all states is not a mean over games: most states have nearly all walls on \
         the board, most positions of games have not."
            .to_owned(),
    ]
}

fn state_space(findings: &Findings) -> Vec<Block> {
    let bound = 2.0 * PAWNS * layouts_and_wall_splits(choices);
    let counts = findings.layouts.counts();
    let exact: u128 = (0..=MOST_WALLS)
        .zip(counts)
        .map(|(walls, count)| u128::from(wall_splits(walls)) * count)
        .sum();
    let seconds_a_year = 365.25 * 86_400.0;
    let rows = vec![
        Figure::exact("Mertens: pawns (3.1)", Exact(6480), Exact(81 * 80)),
        Figure::exact(
            "Mertens: walls (3.1)",
            Quantity::large(6.1582e38),
            Quantity::large(mertens_walls(false)),
        )
        .because(&format!(
            "j below i; as printed, with j up to i, it would be {}",
            Quantity::large(mertens_walls(true))
        )),
        Figure::exact(
            "Mertens: states (3.1)",
            Quantity::large(3.9905e42),
            Quantity::large(6480.0 * mertens_walls(false)),
        ),
        Figure::exact("Hoľa: pawns (3.2)", Exact(6399), Exact(81 * 80 - 9 * 9)),
        Figure::exact(
            "Hoľa: walls and stocks (3.2)",
            Quantity::large(1.7796e23),
            Quantity::large(layouts_and_wall_splits(choices)),
        ),
        Figure::exact("Hoľa: states (3.2)", Quantity::large(2.2775e27), Quantity::large(bound))
            .because("cut off, not rounded"),
        Figure::exact(
            "Hoľa: years at a million states a second",
            Quantity::large(7.2172e13),
            Quantity::large(bound / 1e6 / seconds_a_year),
        ),
        Figure::exact(
            "Hoľa: bytes at 50 a state",
            Quantity::large(1.1387e29),
            Quantity::large(50.0 * bound),
        )
        .because("cut off, not rounded"),
        Figure::new_exact(
            "wall layouts of 0 to 20 walls that neither overlap nor cross",
            Exact(counts.iter().sum()),
        )
        .because("what he says would make the estimate very precise"),
        Figure::new_exact("the same with stocks, Σ f(i)·L(i)", Exact(exact)),
        Figure::new_exact(
            "states without crossing walls, 2·6399·Σ f(i)·L(i)",
            Exact(2 * 6399 * exact),
        ),
        Figure::measured(
            "states, both pawns with a path",
            findings.sampled.states,
            Quantity::large,
        )
        .because("layouts drawn at random; reachable or not is not asked"),
        Figure::new_exact(
            "open positions that games can reach, at least",
            Exact(REACHABLE_AT_LEAST),
        )
        .because("quoridor count --reachable; docs/solved.md has the proof"),
        Figure::new_exact("positions that games can reach, at most", Exact(REACHABLE_AT_MOST))
            .because("the same; the turn of finished games is known"),
    ];
    vec![
        Block::heading("State space"),
        Block::paragraph(
            "A state is where the pawns are, which walls are on the board, how many each player \
             has left, and whose turn it is. f(i) is in how many ways i walls can come from two \
             stocks of ten.",
        ),
        Block::Figures(rows),
    ]
}

fn wall_layouts(findings: &Findings) -> Vec<Block> {
    let counts = findings.layouts.counts();
    let header =
        ["walls", "choices of 128", "exact layouts", "share", "with paths", "95 % interval"]
            .map(str::to_owned)
            .to_vec();
    let rows = (0..=MOST_WALLS).zip(counts).zip(&findings.sampled.strata).map(
        |((walls, &count), stratum)| {
            let Interval { low, high } = stratum.legal.interval;
            let all = choices(walls);
            vec![
                walls.to_string(),
                if all < 1e15 { Exact(all.round() as u128) } else { Quantity::large(all) }
                    .to_string(),
                Exact(count).to_string(),
                Percent(count as f64 / all, 2).to_string(),
                Percent(stratum.legal.value, 2).to_string(),
                format!("{} to {}", Percent(low, 2), Percent(high, 2)),
            ]
        },
    );
    let logarithms = |numbers: Vec<f64>| {
        (0..).zip(numbers).map(|(x, y): (u32, f64)| Point::new(f64::from(x), y.log10())).collect()
    };
    let plot = Plot {
        title: "Wall layouts by the number of walls".to_owned(),
        x_label: "walls on the board".to_owned(),
        y_label: "layouts".to_owned(),
        x_scale: Scale::Linear,
        scale: Scale::PowersOfTen,
        x_names: Vec::new(),
        series: vec![
            line("choices of 128 walls", logarithms((0..=MOST_WALLS).map(choices).collect())),
            line(
                "neither overlapping nor crossing",
                logarithms(counts.iter().map(|&count| count as f64).collect()),
            ),
        ],
    };
    let legal = (0..).zip(&findings.sampled.strata).map(|(x, stratum): (u32, _)| {
        let percent = stratum.legal.map(|share| share * 100.0);
        Point { interval: Some(percent.interval), ..Point::new(f64::from(x), percent.value) }
    });
    let sealed = Plot {
        title: "Layouts that leave both pawns a path".to_owned(),
        x_label: "walls on the board".to_owned(),
        y_label: "percent of layouts and pawns".to_owned(),
        x_scale: Scale::Linear,
        scale: Scale::Linear,
        x_names: Vec::new(),
        series: vec![Series {
            name: format!("{} samples each", findings.samples),
            kind: SeriesKind::Scatter,
            points: legal.collect(),
        }],
    };
    vec![
        Block::heading("Wall layouts"),
        Block::paragraph(
            "L(i), the layouts of i walls that neither overlap nor cross, counted exactly, row by \
             row of slots. Then the share of them that leaves both pawns a path, pawns drawn at \
             random: layouts were drawn from all of i walls alike, and the rules asked. Every one \
             of these layouts obeys the path rule for some places of the pawns: docs/solved.md has \
             the proof, and the exact number of legal positions on smaller boards \
             (quoridor count).",
        ),
        Block::Table(Table { header, rows: rows.collect() }),
        Block::Plot(plot),
        Block::Plot(sealed),
    ]
}

fn pawn_positions() -> Vec<Block> {
    let header = [
        "areas",
        "places, paper",
        "places, here",
        "steps, paper",
        "steps, his rule",
        "steps, official",
    ]
    .map(str::to_owned)
    .to_vec();
    let areas = areas();
    let sum = |number: fn(&super::pawns::Areas) -> u32| areas.iter().map(number).sum::<u32>();
    let row = |name: &str, numbers: [u32; 5]| {
        [vec![name.to_owned()], numbers.map(|number| number.to_string()).to_vec()].concat()
    };
    let mut rows: Vec<Vec<String>> = areas
        .iter()
        .map(|areas| {
            row(
                areas.name,
                [
                    areas.printed_positions,
                    areas.positions,
                    areas.printed_steps,
                    areas.steps_by_his_rule,
                    areas.steps,
                ],
            )
        })
        .collect();
    rows.push(row(
        "together",
        [
            sum(|areas| areas.printed_positions),
            sum(|areas| areas.positions),
            sum(|areas| areas.printed_steps),
            sum(|areas| areas.steps_by_his_rule),
            sum(|areas| areas.steps),
        ],
    ));
    vec![
        Block::heading("Places of the pawns (Table 3.1)"),
        Block::paragraph(
            "Areas of the pawn that is to move and of the other: A is the mover's start row, C \
             its goal row, B the seven rows between. Without walls. \"His rule\" lets a pawn jump \
             to every square that the other could step to.",
        ),
        Block::Table(Table { header, rows }),
    ]
}

/// Where more walls fit than Table 3.2 says: after how many, what is printed, what fits. He has
/// none after the last, for no wall is left to place.
fn better_than_table_3_2(findings: &Findings) -> impl Iterator<Item = (usize, u32, u32)> {
    let found = findings.most_free.iter().take(MOST_WALLS as usize).enumerate();
    found.filter_map(|(walls, found)| {
        let (printed, found) = (TABLE_3_2[walls], (*found)?);
        (found != printed).then_some((walls, printed, found))
    })
}

fn walls_that_fit(findings: &Findings) -> Vec<Block> {
    let header = ["walls", "most, paper", "most, here", "mean that fit", "mean that are legal"]
        .map(str::to_owned)
        .to_vec();
    let counts = findings.layouts.counts();
    let rows = (0..MOST_WALLS as usize).map(|walls| {
        // Every layout of one wall more is one of these with one more wall, in as many ways as it
        // has walls.
        let mean = (walls + 1) as f64 * counts[walls + 1] as f64 / counts[walls] as f64;
        vec![
            walls.to_string(),
            TABLE_3_2[walls].to_string(),
            findings.most_free[walls].map_or_else(String::new, |free| free.to_string()),
            format!("{mean:.2}"),
            findings.sampled.strata[walls]
                .walls
                .map_or_else(String::new, |walls| format!("{walls:.2}")),
        ]
    });
    vec![
        Block::heading("Walls that still fit (Table 3.2)"),
        Block::paragraph(
            "The most walls that fit beside i, if those lie as well as possible, exactly; how \
             many fit on average, (i + 1)·L(i + 1)/L(i), exactly; and how many of them the rules \
             allow on average, from the samples.",
        ),
        Block::Table(Table { header, rows: rows.collect() }),
    ]
}

fn game_tree(findings: &Findings) -> Vec<Block> {
    let (states, decisions) = (states(), decisions());
    let his = decisions / states;
    let power = |branching: f64| PowerOfTen(GLENDENNINGS_LENGTH * branching.log10());
    let branching = findings.sampled.branching;
    let rows = vec![
        Figure::exact(
            "Mertens: tree, 60.4^91.1 (3.3)",
            Quantity::large(1.7884e162),
            power(GLENDENNINGS_BRANCHING),
        ),
        Figure::exact(
            "Hoľa: positions (Table 3.1)",
            Exact(POSITIONS as u128),
            Exact(areas().iter().map(|areas| u128::from(areas.positions)).sum()),
        )
        .because("he takes two pawns in the middle rows for alike"),
        Figure::exact(
            "Hoľa: pawns' decisions (Table 3.1)",
            Exact(DECISIONS as u128),
            Exact(areas().iter().map(|areas| u128::from(areas.steps)).sum()),
        )
        .because("the same, and other rules for jumps"),
        Figure::exact(
            "Hoľa: states with a decision (3.5)",
            Quantity::large(5.6379e26),
            Quantity::large(states),
        )
        .because("his formula and tables"),
        Figure::exact(
            "Hoľa: decisions (3.5)",
            Quantity::large(1.0766e28),
            Quantity::large(decisions),
        )
        .because("his formula and tables; cut off, not rounded"),
        Figure::exact("Hoľa: branching factor (3.6)", Decimal(19.0974, 4), Decimal(his, 4))
            .because("his formula and tables; cut off, not rounded"),
        Figure::exact("Hoľa: tree, 19.0974^91.1 (3.7)", Quantity::large(4.9758e116), power(his))
            .because("cut off, not rounded"),
        Figure::measured(
            "branching factor, mean over all states with paths",
            branching,
            |number| Decimal(number, 2),
        )
        .because("layouts drawn at random, moves by the rules"),
        Figure::measured("tree with that and 91.1 moves", branching, power),
    ];
    vec![Block::heading("Branching factor and game tree"), Block::Figures(rows)]
}

fn own_games(findings: &Findings) -> Vec<Block> {
    let header = [
        "player",
        "limit",
        "games",
        "length",
        "longest",
        "capped",
        "choices",
        "depth",
        "first player wins",
        "tree, b^length",
        "tree, product",
    ];
    let rows = PAIRINGS.iter().zip(&findings.games).map(|(pairing, played)| {
        let figures = &played.figures;
        let (length, choices) =
            (figures.length.mean_with_interval(), figures.mean_branching.mean());
        let power = length
            .zip(choices)
            .map(|(length, choices)| PowerOfTen(length.value * choices.value.log10()).to_string());
        let product = played.tree.mean_with_interval().map(|tree| {
            let power = |logarithm: f64| PowerOfTen(logarithm / 1e6).to_string();
            let Interval { low, high } = tree.interval;
            format!("{} [{}, {}]", power(tree.value), power(low), power(high))
        });
        let percent = figures
            .first_player
            .wins_of_decided()
            .map(|share| format!("{:.1} %", share.map(|share| share * 100.0)));
        vec![
            pairing.spec.to_owned(),
            pairing.limits_in_words.to_owned(),
            figures.games().to_string(),
            shown(length),
            figures.length.max().map_or_else(String::new, |longest| longest.to_string()),
            played.capped.to_string(),
            shown(choices),
            figures.depth.mean().map_or_else(String::new, |depth| format!("{depth:.1}")),
            percent.unwrap_or_default(),
            power.unwrap_or_default(),
            product.unwrap_or_default(),
        ]
    });
    let repeated: u64 = findings.games.iter().map(|played| played.repeated).sum();
    let bars = |title: &str, y_label: &str, paper: f64, number: fn(&Played) -> Option<Estimate>| {
        let places = || (0..findings.games.len()).map(|place| place as f64);
        let points = places().zip(&findings.games).filter_map(|(x, played)| {
            let estimate = number(played)?;
            Some(Point { interval: Some(estimate.interval), ..Point::new(x, estimate.value) })
        });
        Plot {
            title: title.to_owned(),
            x_label: "player, against itself".to_owned(),
            y_label: y_label.to_owned(),
            x_scale: Scale::Linear,
            scale: Scale::Linear,
            x_names: PAIRINGS
                .iter()
                .map(|pairing| pairing.spec.split(':').next().unwrap_or_default().to_owned())
                .collect(),
            series: vec![
                Series { name: "here".to_owned(), kind: SeriesKind::Bar, points: points.collect() },
                line(
                    &format!("Glendenning 2005: {paper}"),
                    places().map(|x| Point::new(x, paper)).collect(),
                ),
            ],
        }
    };
    vec![
        Block::heading("Games of our own"),
        Block::paragraph(&format!(
            "Mertens and Hoľa take 91.1 moves and 60.4 choices from Glendenning's competitions of \
             2005 between her eleven champions. Here each player plays itself, after {OPENING} \
             moves at random that leave the ways to the goals alike, to within a step; each such \
             opening is played twice, as in every match. A game of {MOVE_CAP} moves, her cap, is \
             a draw. {repeated} games repeated an earlier one, as those of players without lots \
             must, and are not counted. Intervals take games, not moves, as independent. \
             \"b^length\" is the papers' formula with these means; \"product\" is the mean of the \
             logarithms of the product of all choices in a game, which does not pretend that \
             every position has the mean number of choices; it has a 95 % interval."
        )),
        knuth(findings),
        Block::Table(Table { header: header.map(str::to_owned).to_vec(), rows: rows.collect() }),
        Block::Plot(bars("Length of games", "moves", GLENDENNINGS_LENGTH, |played| {
            played.figures.length.mean_with_interval()
        })),
        Block::Plot(bars(
            "Legal moves to choose from",
            "mean over positions",
            GLENDENNINGS_BRANCHING,
            |played| played.figures.mean_branching.mean(),
        )),
    ]
}

/// What the random games say about the whole tree.
fn knuth(findings: &Findings) -> Block {
    let random = PAIRINGS.iter().zip(&findings.games).find(|(pairing, _)| pairing.spec == "random");
    let text = random.map_or_else(String::new, |(_, played)| {
        format!(
            "Of games whose moves are all drawn uniformly the mean of the products themselves, not \
             of their logarithms, is an unbiased estimate of the number of games of at most \
             {MOVE_CAP} moves (Knuth 1975). For the random player it is {}; only its openings are \
             not drawn from all. {:.0} % of this mean comes from the one game with the largest \
             product: its variance is far too large for an interval, and it is rather too small \
             than too large, since games with the largest products are hardly ever drawn. {} of {} \
             random games were cut off.",
            PowerOfTen(played.knuth.mean()),
            100.0 * played.knuth.share_of_largest(),
            played.capped,
            played.figures.games(),
        )
    });
    Block::paragraph(&text)
}

fn shown(estimate: Option<Estimate>) -> String {
    estimate.map_or_else(String::new, |estimate| format!("{estimate:.1}"))
}

fn line(name: &str, points: Vec<Point>) -> Series {
    Series { name: name.to_owned(), kind: SeriesKind::Line, points }
}
