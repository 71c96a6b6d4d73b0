//! The index page: all reproductions in one table.
//!
//! The verdicts on the pages of `docs/results` are summed up by hand in [`PAGES`]. Reports of other
//! runs list their figures by verdict.

use std::time::Duration;

use quoridor_arena::statistics::Verdict;
use quoridor_report::{Figure, Report};

use crate::{REPRODUCTIONS, Settings};

/// A page of `docs/results`.
struct Page {
    name: &'static str,
    /// The scale of its run; its seed is 1.
    scale: f64,
    /// What was reproduced, what was not, and what is open.
    verdicts: [&'static str; 3],
    /// The CPU time, and the machine where it matters.
    time: &'static str,
}

/// All pages.
const PAGES: &[Page] = &[
    Page {
        name: "eizagirre",
        scale: 1.0,
        verdicts: [
            "alpha-beta and a transposition table save positions; the squared wall difference wins \
             with k = 2, 5 and 10 at depth 2",
            "–",
            "with k = 10 at depth 3 it wins too little to tell",
        ],
        time: "5 minutes",
    },
    Page {
        name: "glendenning-2005-competitions",
        scale: 1.0,
        verdicts: [
            "heta1 wins most of its decided games",
            "the depth of the search, half a ply to a ply deeper here",
            "11 figures, among them length and branching factor, the rank of psi1 and that omega1 \
             wins nothing (1 of 40 here)",
        ],
        time: "75 minutes",
    },
    Page {
        name: "glendenning-2005-learning",
        scale: 0.5,
        verdicts: [
            "population fitness rises at once (11 of 11 populations); the perceptron rule makes \
             both weights negative (6 of 6)",
            "the mean weights of SPO and MCO, which are more negative here; omega1's champion wins \
             3 of 20 games, hers won none of 40",
            "the other eight weights; the fall after an early peak; a population that freezes (two \
             became nearly homogeneous)",
        ],
        time: "73 minutes",
    },
    Page {
        name: "hola-2016-complexity",
        scale: 1.0,
        verdicts: [
            "13 figures",
            "Hoľa: positions (Table 3.1); pawns' decisions (Table 3.1); walls that still fit \
             after 5 and 6 walls (Table 3.2: 115 and 113, here 116 and 114)",
            "–",
        ],
        time: "2 minutes",
    },
    Page {
        name: "hola-2016-figures",
        scale: 1.0,
        verdicts: [
            "with all three changes of the ablation: it learns to beat random, does not win every \
             game, and still improves against the heuristic; the cure for dead ends helps; \
             Q-learning fails",
            "with the thesis' own settings: it does not learn to beat random and beats the path \
             player from one seat only",
            "with the thesis' own settings, whether it still improves against the heuristic; with \
             all three changes, whether it wins every game against the path player: only six \
             games differ",
        ],
        time: "154 minutes, most of them on 16 cores of a Xeon",
    },
    Page {
        name: "respall-2018",
        scale: 1.0,
        verdicts: [
            "uniform playouts spend all fences at the beginning; the heuristic wins against them",
            "games won against Chromosome2 and Psi1, if undecided games count (4 of 10 each, 10 \
             of 10 there); games won and undecided games against the 60k Agent; that pawns move \
             back and forth only in self-play: a third of the games against evolved weights were \
             undecided",
            "8 figures",
        ],
        time: "170 minutes",
    },
    Page {
        name: "saadatinia-2020-evolution",
        scale: 1.0,
        verdicts: [
            "–",
            "–",
            "the four genes, of which the paper prints one result; whether its genes are better \
             than random ones (17 of 38 decided games)",
        ],
        time: "116 minutes, a third of them on 16 cores of a Xeon",
    },
    Page {
        name: "saadatinia-2020-filter",
        scale: 1.0,
        verdicts: [
            "–",
            "–",
            "the depths of 3 and 6 plies, which the paper prints without what they cost",
        ],
        time: "4 minutes",
    },
];

/// A remark on the scales of the pages.
const ABOUT_SCALES: &str = "
Seven pages show full-scale results. Glendenning's learning, which took weeks on eleven processors,
has half of the generations of our full scale and searches to depth 2 instead of 3; its page says
what that suffices for.
";

/// The scale of the page in `docs/results`; 1 if there is none.
pub fn page_scale(name: &str) -> f64 {
    page(name).map_or(1.0, |page| page.scale)
}

fn page(name: &str) -> Option<&'static Page> {
    PAGES.iter().find(|page| page.name == name)
}

/// The page that a report was made for, if it was.
fn page_of(report: &Report) -> Option<&'static Page> {
    let page = page(&report.name)?;
    let settings = Settings { seed: 1, scale: page.scale, folder: std::path::PathBuf::new() };
    (report.provenance.command == settings.command(&report.name)).then_some(page)
}

/// The index page in Markdown, from reports that were written beside it.
pub fn index(reports: &[Report]) -> String {
    let mut text = "\
# Reproductions of the literature

One page per experiment: the paper's figures beside ours, with intervals, p-values and verdicts. The
pages are written by the program; `cargo xtask results` makes them again.

- *Reproduced*: the figures agree.
- *Not reproduced*: the difference is significant, or the numbers are not equal.
- *Open*: too few games, in the paper or here, to decide; the page says how many are needed.
"
    .to_owned();
    if reports.iter().all(|report| page_of(report).is_some()) {
        text.push_str(ABOUT_SCALES);
    }
    text.push_str("\n| page | paper | reproduced | not reproduced | open | new |\n");
    text.push_str("|---|---|---|---|---|---|\n");
    for report in reports {
        let Some(reproduction) = REPRODUCTIONS.iter().find(|entry| entry.name == report.name)
        else {
            continue;
        };
        let verdicts = page_of(report).map_or_else(
            || {
                [
                    listed(report, &|verdict| verdict == Verdict::Agrees),
                    listed(report, &|verdict| verdict == Verdict::Differs),
                    listed(report, &|verdict| matches!(verdict, Verdict::Inconclusive { .. })),
                ]
            },
            |page| page.verdicts.map(str::to_owned),
        );
        text.push_str(&format!(
            "| [{name}]({name}.md) | {} | {} | {} |\n",
            reproduction.paper,
            verdicts.join(" | "),
            reproduction.new,
            name = report.name,
        ));
    }
    text.push_str("\n## How the pages were made\n\n| page | command | CPU time |\n|---|---|---|\n");
    for report in reports {
        let measured = |time: Duration| format!("{:.0} minutes", time.as_secs_f64() / 60.0);
        let time = match (page_of(report), report.provenance.cpu_time) {
            (Some(page), _) => page.time.to_owned(),
            (None, Some(time)) => measured(time),
            (None, None) => "not measured".to_owned(),
        };
        let command = &report.provenance.command;
        text.push_str(&format!("| {} | `{command}` | {time} |\n", report.name));
    }
    text
}

/// More names than these are counted instead.
const MOST_NAMES: usize = 6;

/// The figures with a verdict: their names, or their number if there are many.
fn listed(report: &Report, is_one: &dyn Fn(Verdict) -> bool) -> String {
    let figures: Vec<&Figure> =
        report.figures().filter(|figure| figure.verdict.is_some_and(is_one)).collect();
    match figures.len() {
        0 => "–".to_owned(),
        count if count > MOST_NAMES => format!("{count} figures"),
        _ => {
            let names: Vec<String> =
                figures.iter().map(|figure| figure.what.replace('|', "\\|")).collect();
            names.join("; ")
        }
    }
}

#[cfg(test)]
mod tests {
    use quoridor_report::{Block, Provenance, Quantity};

    use super::*;

    /// A report without content.
    fn report(name: &str, scale: f64) -> Report {
        let settings = Settings { seed: 1, scale, folder: std::path::PathBuf::new() };
        Report {
            name: name.to_owned(),
            title: String::new(),
            blocks: Vec::new(),
            provenance: Provenance::here(settings.command(name), 1),
        }
    }

    #[test]
    fn the_committed_index_is_the_generated_one() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results/README.md");
        let reports: Vec<Report> = REPRODUCTIONS
            .iter()
            .map(|reproduction| report(reproduction.name, page_scale(reproduction.name)))
            .collect();
        assert_eq!(index(&reports), std::fs::read_to_string(path).unwrap());
    }

    #[test]
    fn figures_are_sorted_by_verdict() {
        let figures = vec![
            Figure::exact("pawns", Quantity::Exact(6480), Quantity::Exact(6480)),
            Figure::exact("positions", Quantity::Exact(3168), Quantity::Exact(5121)),
            Figure::new("layouts", Quantity::Exact(7)),
        ];
        let report =
            Report { blocks: vec![Block::Figures(figures)], ..report("hola-2016-complexity", 0.5) };
        let page = index(&[report]);
        let row = page.lines().find(|line| line.starts_with("| [hola-2016-complexity]")).unwrap();
        assert!(row.contains(" | pawns | positions | – | "), "{row}");
    }
}
