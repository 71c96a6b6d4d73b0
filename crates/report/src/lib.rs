//! Reports: a small model of a document, rendered to Markdown with SVG plots and to a single
//! self-contained HTML file.
//!
//! A [`Figure`] is a number of a paper beside ours, with its interval, the p-value of the
//! difference and a verdict. [`Provenance`] is the command, seed, version and machine that make the
//! report again.

mod figure;
mod html;
mod markdown;
mod plot;
mod provenance;
mod quantity;

use std::io;
use std::path::{Path, PathBuf};

pub use figure::{Figure, p_value};
pub use plot::{Plot, Point, Scale, Series, SeriesKind};
pub use provenance::Provenance;
pub use quantity::Quantity;

use quoridor_store::files::write_atomically;

/// A document.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The name of its files, without an extension: `hola-2016-complexity`.
    pub name: String,
    /// The title.
    pub title: String,
    /// The content, from top to bottom.
    pub blocks: Vec<Block>,
    /// The command, seed, version and machine that make it again.
    pub provenance: Provenance,
}

/// A part of a document. Texts are plain: characters with a meaning in Markdown or HTML are
/// escaped.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// The heading of a section.
    Heading(String),
    /// A paragraph.
    Paragraph(String),
    /// A bulleted list.
    List(Vec<String>),
    /// A table.
    Table(Table),
    /// The paper's figures beside ours.
    Figures(Vec<Figure>),
    /// A plot.
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

    /// A table with named columns.
    pub fn table<const N: usize>(header: [&str; N], rows: Vec<Vec<String>>) -> Self {
        Self::Table(Table { header: header.map(str::to_owned).to_vec(), rows })
    }
}

/// A table. Every row is as long as the header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The names of the columns.
    pub header: Vec<String>,
    /// The rows. The first cell names its row, the others are numbers or short texts.
    pub rows: Vec<Vec<String>>,
}

impl Report {
    /// All figures, in order.
    pub fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.blocks.iter().flat_map(|block| match block {
            Block::Figures(figures) => figures.as_slice(),
            _ => &[],
        })
    }

    /// The document in Markdown. Its plots are separate files.
    pub fn markdown(&self) -> String {
        markdown::render(self)
    }

    /// The document as one HTML file, plots included.
    pub fn html(&self) -> String {
        html::render(self)
    }

    /// The file name of a plot, counted from 1.
    fn plot_name(&self, number: usize) -> String {
        format!("{}-{number}.svg", self.name)
    }

    /// Writes the document into a folder, which is created if necessary, and returns the paths of
    /// its files: Markdown, HTML, plots.
    ///
    /// # Errors
    /// A file cannot be written.
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
        let figure = Figure::exact("states", Quantity::Exact(6480), Quantity::Exact(6399))
            .because("not <both>");
        Report {
            name: "sample".to_owned(),
            title: "A *sample*".to_owned(),
            blocks: vec![
                Block::Heading("Numbers".to_owned()),
                Block::Paragraph("One & two.".to_owned()),
                Block::List(vec!["1 | 2".to_owned()]),
                Block::Figures(vec![figure]),
                Block::Plot(plot),
            ],
            provenance: Provenance {
                command: "quoridor reproduce sample --seed 7".to_owned(),
                seed: 7,
                version: "0.1.0".to_owned(),
                machine: "a machine".to_owned(),
                cpu_time: None,
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
    fn figures_are_found() {
        assert_eq!(sample().figures().count(), 1);
    }
}
