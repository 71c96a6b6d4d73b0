//! A figure of a paper beside ours, and whether they agree.

use quoridor_arena::statistics::{Comparison, Estimate, Verdict};

use crate::{Quantity, Table};

/// A figure of a paper beside ours.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The name of the figure.
    pub what: String,
    /// The paper's figure; `None` if it has none.
    pub paper: Option<Quantity>,
    /// Our figure; `None` if nothing was measured.
    pub ours: Option<Quantity>,
    /// Whether ours was computed or counted completely, so that it has no interval.
    pub is_exact: bool,
    /// The 95 % interval of ours; `None` if it is exact, has none, or nothing was measured.
    pub interval: Option<(Quantity, Quantity)>,
    /// The p-value of the difference; `None` if ours is exact or there is nothing to compare.
    pub p_value: Option<f64>,
    /// Whether the figures agree; `None` if the paper has none or nothing was measured.
    pub verdict: Option<Verdict>,
    /// What a verdict counts that says how many are needed: games, unless the caller names others.
    pub units: &'static str,
    /// Why they differ, and other remarks.
    pub remark: String,
}

impl Figure {
    /// An exact figure beside the paper's. They agree if they are equal to one unit in the last
    /// digit that is printed: papers round, or cut off.
    pub fn exact(what: &str, paper: Quantity, ours: Quantity) -> Self {
        let verdict =
            if ours.equals_as_printed(paper) { Verdict::Agrees } else { Verdict::Differs };
        Self { paper: Some(paper), verdict: Some(verdict), ..Self::new_exact(what, ours) }
    }

    /// An exact figure that the paper does not have.
    pub fn new_exact(what: &str, ours: Quantity) -> Self {
        Self { is_exact: true, ..Self::new(what, ours) }
    }

    /// A figure that the paper does not have, without an interval.
    pub fn new(what: &str, ours: Quantity) -> Self {
        Self {
            what: what.to_owned(),
            paper: None,
            ours: Some(ours),
            is_exact: false,
            interval: None,
            p_value: None,
            verdict: None,
            units: "games",
            remark: String::new(),
        }
    }

    /// A figure of the paper without one of ours.
    pub fn missing(what: &str, paper: Quantity) -> Self {
        Self { paper: Some(paper), ours: None, ..Self::new(what, paper) }
    }

    /// A measured figure that the paper does not have, with its interval.
    pub fn measured(what: &str, ours: Estimate, quantity: impl Fn(f64) -> Quantity) -> Self {
        let Estimate { value, interval } = ours;
        Self::new(what, quantity(value)).within(quantity(interval.low), quantity(interval.high))
    }

    /// The same beside the paper's figure. Without a test there is no verdict.
    #[must_use]
    pub fn beside(self, paper: Quantity, test: Option<Comparison>) -> Self {
        Self {
            paper: Some(paper),
            p_value: test.map(|test| test.p_value),
            verdict: test.map(|test| test.verdict),
            ..self
        }
    }

    /// The same with a remark.
    #[must_use]
    pub fn because(self, remark: &str) -> Self {
        Self { remark: remark.to_owned(), ..self }
    }

    /// The same with an interval.
    #[must_use]
    pub fn within(self, low: Quantity, high: Quantity) -> Self {
        Self { interval: Some((low, high)), ..self }
    }

    /// The same with another verdict.
    #[must_use]
    pub fn judged(self, p_value: Option<f64>, verdict: Verdict) -> Self {
        Self { p_value, verdict: Some(verdict), ..self }
    }

    /// The same with other units in the verdict than games.
    #[must_use]
    pub fn counted_in(self, units: &'static str) -> Self {
        Self { units, ..self }
    }

    /// The figures as a table.
    pub(crate) fn table(figures: &[Self]) -> Table {
        let header = ["", "paper", "here", "95 % interval", "p", "verdict", "remark"];
        let row = |figure: &Self| {
            let number = |number: Option<Quantity>| {
                number.map_or_else(|| "–".to_owned(), |number| number.to_string())
            };
            let interval = match figure.interval {
                Some((low, high)) => format!("{low} to {high}"),
                None if figure.is_exact => "exact".to_owned(),
                None => "–".to_owned(),
            };
            let verdict = match (figure.verdict, figure.paper) {
                (Some(verdict), _) => verdict.counted_in(figure.units),
                (None, None) => "not in the paper".to_owned(),
                (None, Some(_)) => "not measured".to_owned(),
            };
            let p_value = figure.p_value.map_or_else(|| "–".to_owned(), p_value);
            vec![
                figure.what.clone(),
                number(figure.paper),
                number(figure.ours),
                interval,
                p_value,
                verdict,
                figure.remark.clone(),
            ]
        };
        let header = header.map(str::to_owned).to_vec();
        Table { header, rows: figures.iter().map(row).collect() }
    }
}

/// A p-value with four digits, or a bound.
pub fn p_value(p: f64) -> String {
    if p < 0.0001 { "< 0.0001".to_owned() } else { format!("{p:.4}") }
}

#[cfg(test)]
mod tests {
    use quoridor_arena::statistics::Proportion;

    use super::*;

    fn verdict(paper: Quantity, ours: Quantity) -> Verdict {
        Figure::exact("", paper, ours).verdict.unwrap()
    }

    #[test]
    fn exact_figures_agree_to_one_unit_in_the_last_digit() {
        use Quantity::{Decimal, Exact};
        assert_eq!(verdict(Exact(6480), Exact(6480)), Verdict::Agrees);
        assert_eq!(verdict(Exact(3168), Exact(5121)), Verdict::Differs);
        // Hoľa's 2.2775·10²⁷ is 2.27757…·10²⁷, cut off.
        let power = |mantissa: f64| Quantity::large(mantissa * 1e27);
        assert_eq!(verdict(power(2.2775), power(2.277_57)), Verdict::Agrees);
        assert_eq!(verdict(power(2.2775), power(2.277_8)), Verdict::Differs);
        assert_eq!(verdict(Decimal(19.0974, 4), Decimal(19.097_46, 4)), Verdict::Agrees);
        assert_eq!(verdict(Decimal(19.0974, 4), Decimal(19.097_7, 4)), Verdict::Differs);
    }

    /// 10 of 10 against 5 of 10: Fisher's exact test gives 0.0325.
    #[test]
    fn a_tested_figure_has_its_p_value_and_verdict() {
        let test = Comparison::of_proportions(Proportion::new(10, 10), Proportion::new(5, 10), 0.1);
        let percent = |share| Quantity::Percent(share, 0);
        let figure = Figure::new("won", percent(0.5)).beside(percent(1.0), test);
        let row = &Figure::table(&[figure]).rows[0];
        assert_eq!(row[1..], ["100 %", "50 %", "–", "0.0325", "differs", ""]);
        let new = Figure::new("won", percent(0.5));
        assert_eq!(Figure::table(&[new]).rows[0][5], "not in the paper");
        let needed = Verdict::Inconclusive { games_needed: Some(16) };
        let figure = Figure::new_exact("won", percent(0.5)).judged(None, needed);
        let row = &Figure::table(&[figure.counted_in("networks")]).rows[0];
        assert_eq!(row[3..6], ["exact", "–", "inconclusive: 16 networks needed"]);
        assert_eq!(p_value(0.000_01), "< 0.0001");
    }
}
