//! Reports: a small model of a document, rendered to Markdown and to one HTML file that needs
//! nothing else.
//!
//! What a report says stands beside what the paper says, with how sure it is; and it carries what
//! is needed to make it again.

mod html;
mod markdown;
mod plot;
mod provenance;
mod quantity;

use std::io;
use std::path::{Path, PathBuf};

pub use plot::{Plot, Point, Scale, Series, SeriesKind};
pub use provenance::Provenance;
pub use quantity::Quantity;

use quoridor_arena::statistics::Estimate;
use quoridor_store::files::write_atomically;

/// A document.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// What its files are called, without an ending: `hola-2016-complexity`.
    pub name: String,
    /// The heading above all.
    pub title: String,
    /// What it says, from top to bottom.
    pub blocks: Vec<Block>,
    /// What is needed to make it again.
    pub provenance: Provenance,
}

/// A part of a document. Texts are plain: what is special in Markdown or HTML is escaped.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// The heading of a section.
    Heading(String),
    /// A paragraph.
    Paragraph(String),
    /// Points.
    List(Vec<String>),
    /// A table.
    Table(Table),
    /// The paper's figures beside ours.
    Comparisons(Vec<Comparison>),
    /// A drawing.
    Plot(Plot),
}

impl Block {
    /// The heading of a section.
    pub fn heading(text: &str) -> Self {
        Self::Heading(text.to_owned())
    }

    /// A paragraph.
    pub fn paragraph(text: &str) -> Self {
        Self::Paragraph(text.to_owned())
    }

    /// A table, from what its columns are called.
    pub fn table<const N: usize>(header: [&str; N], rows: Vec<Vec<String>>) -> Self {
        Self::Table(Table { header: header.map(str::to_owned).to_vec(), rows })
    }
}

/// A table. Every row is as long as the header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What the columns are.
    pub header: Vec<String>,
    /// The rows. The first cell names its row, the others are numbers or the like.
    pub rows: Vec<Vec<String>>,
}

/// A figure of a paper beside ours.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// What it is.
    pub what: String,
    /// What the paper says; `None` if it does not.
    pub paper: Option<Quantity>,
    /// What we found; `None` if that is nothing.
    pub ours: Option<Quantity>,
    /// From where to where it may lie; `None` if it is exact, or nothing was found.
    pub interval: Option<(Quantity, Quantity)>,
    /// Where and why they differ.
    pub remark: String,
}

impl Comparison {
    /// An exact figure beside the paper's.
    pub fn exact(what: &str, paper: Quantity, ours: Quantity) -> Self {
        Self { paper: Some(paper), ..Self::new(what, ours) }
    }

    /// An exact figure that the paper does not have.
    pub fn new(what: &str, ours: Quantity) -> Self {
        Self {
            what: what.to_owned(),
            paper: None,
            ours: Some(ours),
            interval: None,
            remark: String::new(),
        }
    }

    /// A figure of the paper that we have nothing to put beside.
    pub fn missing(what: &str, paper: Quantity) -> Self {
        Self {
            what: what.to_owned(),
            paper: Some(paper),
            ours: None,
            interval: None,
            remark: String::new(),
        }
    }

    /// A figure that was measured, with its interval, beside the paper's.
    pub fn measured(
        what: &str,
        paper: Option<Quantity>,
        estimate: Estimate,
        quantity: impl Fn(f64) -> Quantity,
    ) -> Self {
        let Estimate { value, interval } = estimate;
        let ours = Self { paper, ..Self::new(what, quantity(value)) };
        ours.within(quantity(interval.low), quantity(interval.high))
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

    /// The comparisons as a table.
    fn table(comparisons: &[Self]) -> Table {
        let header = ["", "paper", "here", "95 % interval", "remark"].map(str::to_owned).to_vec();
        let row = |comparison: &Self| {
            let number = |number: Option<Quantity>| {
                number.map_or_else(|| "–".to_owned(), |number| number.to_string())
            };
            let interval = match (comparison.ours, comparison.interval) {
                (_, Some((low, high))) => format!("{low} to {high}"),
                (Some(_), None) => "exact".to_owned(),
                (None, None) => "–".to_owned(),
            };
            let (paper, ours) = (number(comparison.paper), number(comparison.ours));
            vec![comparison.what.clone(), paper, ours, interval, comparison.remark.clone()]
        };
        Table { header, rows: comparisons.iter().map(row).collect() }
    }
}

impl Report {
    /// Every figure that stands beside one of a paper.
    pub fn comparisons(&self) -> impl Iterator<Item = &Comparison> {
        self.blocks.iter().flat_map(|block| match block {
            Block::Comparisons(comparisons) => comparisons.as_slice(),
            _ => &[],
        })
    }

    /// The document in Markdown; its drawings are files of their own, called as
    /// [`plot_name`](Self::plot_name) says.
    pub fn markdown(&self) -> String {
        markdown::render(self)
    }

    /// The document as one HTML file, drawings included.
    pub fn html(&self) -> String {
        html::render(self)
    }

    /// The name of the file of a drawing, counted from 1.
    fn plot_name(&self, number: usize) -> String {
        format!("{}-{number}.svg", self.name)
    }

    /// Writes the document into a folder, which is made if there is none, and says where the files
    /// are: Markdown, HTML, drawings.
    ///
    /// # Errors
    /// What could not be written, and why.
    pub fn write(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let context = |path: &Path, error: io::Error| {
            io::Error::new(error.kind(), format!("cannot write {}: {error}", path.display()))
        };
        std::fs::create_dir_all(folder).map_err(|error| context(folder, error))?;
        let plots = self.blocks.iter().filter_map(|block| match block {
            Block::Plot(plot) => Some(plot.svg()),
            _ => None,
        });
        let documents = [
            (format!("{}.md", self.name), self.markdown()),
            (format!("{}.html", self.name), self.html()),
        ];
        let plots = (1..).zip(plots).map(|(number, svg)| (self.plot_name(number), svg));
        let mut paths = Vec::new();
        for (name, content) in documents.into_iter().chain(plots) {
            let path = folder.join(name);
            write_atomically(&path, content.as_bytes()).map_err(|error| context(&path, error))?;
            paths.push(path);
        }
        Ok(paths)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn sample() -> Report {
        let plot = Plot {
            title: "a < b".to_owned(),
            x_label: "walls".to_owned(),
            y_label: "layouts".to_owned(),
            x_scale: Scale::Linear,
            scale: Scale::PowersOfTen,
            x_names: Vec::new(),
            series: vec![Series {
                name: "exact".to_owned(),
                kind: SeriesKind::Line,
                points: vec![Point::new(0.0, 0.0), Point::new(1.0, 2.1)],
            }],
        };
        let comparison = Comparison::exact("states", Quantity::Exact(6480), Quantity::Exact(6399))
            .because("not <both>");
        Report {
            name: "sample".to_owned(),
            title: "A *sample*".to_owned(),
            blocks: vec![
                Block::Heading("Numbers".to_owned()),
                Block::Paragraph("One & two.".to_owned()),
                Block::List(vec!["1 | 2".to_owned()]),
                Block::Comparisons(vec![comparison]),
                Block::Plot(plot),
            ],
            provenance: Provenance {
                command: "quoridor reproduce sample --seed 7".to_owned(),
                seed: 7,
                version: "0.1.0".to_owned(),
                machine: "a machine".to_owned(),
            },
        }
    }

    #[test]
    fn a_report_is_three_files() {
        let folder = std::env::temp_dir().join(format!("quoridor-report-{}", std::process::id()));
        let paths = sample().write(&folder.join("deep/er")).unwrap();
        let names: Vec<_> =
            paths.iter().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
        assert_eq!(names, ["sample.md", "sample.html", "sample-1.svg"]);
        assert_eq!(std::fs::read_to_string(&paths[0]).unwrap(), sample().markdown());
        let error = sample().write(&paths[0]).unwrap_err().to_string();
        assert!(error.starts_with("cannot write "), "{error}");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn comparisons_are_found() {
        assert_eq!(sample().comparisons().count(), 1);
    }
}
