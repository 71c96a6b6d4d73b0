//! The index page: all reproductions in one table.

use quoridor_arena::statistics::Verdict;
use quoridor_report::{Figure, Report};

use crate::REPRODUCTIONS;

/// The index page in Markdown, from reports that were written beside it.
pub fn index(reports: &[Report]) -> String {
    let mut text = "\
# Reproductions of the literature

One page per experiment: the paper's figures beside ours, with intervals, p-values and verdicts. The
pages are written by the program; `cargo xtask results` makes them again.

- *Reproduced*: the figures agree.
- *Not reproduced*: the difference is significant, or the numbers are not equal.
- *Open*: too few games, in the paper or here, to decide; the page says how many are needed.

| page | paper | reproduced | not reproduced | open | new |
|---|---|---|---|---|---|
"
    .to_owned();
    for report in reports {
        let Some(reproduction) = REPRODUCTIONS.iter().find(|entry| entry.name == report.name)
        else {
            continue;
        };
        text.push_str(&format!(
            "| [{name}]({name}.md) | {} | {} | {} | {} | {} |\n",
            reproduction.paper,
            listed(report, &|verdict| verdict == Verdict::Agrees),
            listed(report, &|verdict| verdict == Verdict::Differs),
            listed(report, &|verdict| matches!(verdict, Verdict::Inconclusive { .. })),
            reproduction.new,
            name = report.name,
        ));
    }
    text.push_str("\n## How the pages were made\n\n| page | command | CPU time |\n|---|---|---|\n");
    for report in reports {
        let time = report.provenance.cpu_time.map_or_else(
            || "not measured".to_owned(),
            |time| format!("{:.0} minutes", time.as_secs_f64() / 60.0),
        );
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

    #[test]
    fn figures_are_sorted_by_verdict() {
        let figures = vec![
            Figure::exact("pawns", Quantity::Exact(6480), Quantity::Exact(6480)),
            Figure::exact("positions", Quantity::Exact(3168), Quantity::Exact(5121)),
            Figure::new("layouts", Quantity::Exact(7)),
        ];
        let report = Report {
            name: "hola-2016-complexity".to_owned(),
            title: String::new(),
            blocks: vec![Block::Figures(figures)],
            provenance: Provenance::here("quoridor reproduce hola-2016-complexity".to_owned(), 1),
        };
        let page = index(&[report]);
        let row = page.lines().find(|line| line.starts_with("| [hola-2016-complexity]")).unwrap();
        assert!(row.contains(" | pawns | positions | – | "), "{row}");
    }
}
