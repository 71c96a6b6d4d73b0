//! Plots, as SVG.
//!
//! Our own writer: lines, points and bars with axes are two hundred lines, and the labels stay
//! text.

mod frame;

use std::fmt::Write;

use crate::html::escape;
use frame::{BOTTOM, Frame, HEIGHT, LEFT, RIGHT, TOP, WIDTH};
use quoridor_arena::statistics::Interval;

/// A plot of some series of points.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// The title.
    pub title: String,
    /// The label of the x axis.
    pub x_label: String,
    /// The label of the y axis.
    pub y_label: String,
    /// The scale of the x axis.
    pub x_scale: Scale,
    /// The scale of the y axis.
    pub scale: Scale,
    /// The names of x = 0, 1, 2 …; empty for numbers.
    pub x_names: Vec<String>,
    /// The series, each in its own colour.
    pub series: Vec<Series>,
}

/// The scale of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Linear.
    Linear,
    /// Logarithmic: points are decimal logarithms, and 3 is written 10³.
    PowersOfTen,
}

/// A series of points.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// The style.
    pub kind: SeriesKind,
    /// The points, from left to right.
    pub points: Vec<Point>,
}

/// The style of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesKind {
    /// Joined by a line.
    Line,
    /// As dots.
    Scatter,
    /// As bars from the ground.
    Bar,
}

/// A point, with its interval if it is an estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The x coordinate.
    pub x: f64,
    /// The y coordinate.
    pub y: f64,
    /// The interval of y, drawn as an error bar.
    pub interval: Option<Interval>,
}

impl Point {
    /// A point without an interval.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y, interval: None }
    }

    fn is_finite(&self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

/// The mean width of a letter.
const LETTER: f64 = 6.6;

/// The approximate width of a text.
fn width(text: &str) -> f64 {
    LETTER * text.chars().count() as f64
}

/// Colours that colour-blind readers can distinguish (Okabe and Ito 2008).
const COLOURS: [&str; 7] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];

impl Plot {
    /// The plot as SVG. Points that are not finite are left out.
    pub fn svg(&self) -> String {
        let frame = Frame::of(self);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\" aria-label=\"{0}\" \
             font-family=\"system-ui, sans-serif\" font-size=\"12\">\n<rect width=\"{WIDTH}\" \
             height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n<text x=\"{1}\" y=\"22\" font-size=\"15\" \
             text-anchor=\"middle\">{0}</text>\n",
            escape(&self.title),
            WIDTH / 2.0,
        );
        self.draw_axes(&frame, &mut svg);
        for (place, series) in self.series.iter().enumerate() {
            self.draw_series(&frame, place, series, &mut svg);
        }
        self.draw_legend(&mut svg);
        svg.push_str("</svg>\n");
        svg
    }

    fn draw_axes(&self, frame: &Frame, svg: &mut String) {
        let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        for (tick, label) in self.scale.marks(frame.low_y, frame.high_y) {
            let y = frame.y(tick);
            put(
                svg,
                format_args!(
                    "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" \
                     stroke=\"#dddddd\"/>"
                ),
            );
            put(
                svg,
                format_args!(
                    "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
                    LEFT - 8.0,
                    y + 4.0
                ),
            );
        }
        let x_ticks: Vec<(f64, String)> = if self.x_names.is_empty() {
            self.x_scale.marks(frame.low_x, frame.high_x)
        } else {
            (0..).map(f64::from).zip(self.x_names.iter().map(|name| escape(name))).collect()
        };
        // Names that would run into each other stand in two rows.
        let room = frame.x(1.0) - frame.x(0.0) - LETTER;
        let rows = 1 + u32::from(self.x_names.iter().any(|name| width(name) > room));
        for (place, (tick, label)) in (0..).zip(x_ticks) {
            put(
                svg,
                format_args!(
                    "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{label}</text>",
                    frame.x(tick),
                    bottom + 16.0 + f64::from(place % rows) * 13.0
                ),
            );
        }
        put(
            svg,
            format_args!(
                "<line x1=\"{LEFT}\" y1=\"{bottom}\" x2=\"{right}\" y2=\"{bottom}\" \
                 stroke=\"#444444\"/>"
            ),
        );
        let (x_label, y_label) = (escape(&self.x_label), escape(&self.y_label));
        let middle = (LEFT + right) / 2.0;
        put(
            svg,
            format_args!(
                "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{x_label}</text>",
                HEIGHT - 12.0
            ),
        );
        let middle = (TOP + bottom) / 2.0;
        put(
            svg,
            format_args!(
                "<text transform=\"translate(18 {middle}) rotate(-90)\" \
                 text-anchor=\"middle\">{y_label}</text>"
            ),
        );
    }

    fn draw_series(&self, frame: &Frame, place: usize, series: &Series, svg: &mut String) {
        let colour = colour(place);
        put(svg, format_args!("<g fill=\"{colour}\" stroke=\"{colour}\">"));
        let points: Vec<&Point> = series.points.iter().filter(|point| point.is_finite()).collect();
        let bars: Vec<usize> = (0..self.series.len())
            .filter(|&other| self.series[other].kind == SeriesKind::Bar)
            .collect();
        let shift = match (series.kind, bars.iter().position(|&other| other == place)) {
            (SeriesKind::Bar, Some(rank)) => {
                (rank as f64 - (bars.len() - 1) as f64 / 2.0) * frame.bar_width
            }
            _ => 0.0,
        };
        match series.kind {
            SeriesKind::Line => {
                let path: Vec<String> = points
                    .iter()
                    .map(|point| format!("{:.1},{:.1}", frame.x(point.x), frame.y(point.y)))
                    .collect();
                let dashes = if place < COLOURS.len() { "" } else { " stroke-dasharray=\"6 3\"" };
                put(
                    svg,
                    format_args!(
                        "<polyline points=\"{}\" fill=\"none\" stroke-width=\"2\"{dashes}/>",
                        path.join(" ")
                    ),
                );
            }
            SeriesKind::Scatter => {}
            SeriesKind::Bar => {
                for point in &points {
                    let (top, ground) = (frame.y(point.y), frame.y(frame.low_y.max(0.0)));
                    let (from, height) = (top.min(ground), (top - ground).abs());
                    let (x, width) =
                        (frame.x(point.x) + shift - frame.bar_width / 2.0, frame.bar_width);
                    put(
                        svg,
                        format_args!(
                            "<rect x=\"{x:.1}\" y=\"{from:.1}\" width=\"{width:.1}\" \
                             height=\"{height:.1}\" fill-opacity=\"0.75\" stroke=\"none\"/>"
                        ),
                    );
                }
            }
        }
        for point in points {
            let (x, y) = (frame.x(point.x) + shift, frame.y(point.y));
            if series.kind != SeriesKind::Bar {
                put(
                    svg,
                    format_args!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" stroke=\"none\"/>"),
                );
            }
            if let Some(Interval { low, high }) = point
                .interval
                .filter(|interval| interval.low.is_finite() && interval.high.is_finite())
            {
                let (low, high) = (frame.y(low), frame.y(high));
                put(
                    svg,
                    format_args!(
                        "<path d=\"M{x:.1} {low:.1}V{high:.1}M{0:.1} {low:.1}H{1:.1}M{0:.1} \
                         {high:.1}H{1:.1}\" stroke=\"#333333\"/>",
                        x - 4.0,
                        x + 4.0
                    ),
                );
            }
        }
        svg.push_str("</g>\n");
    }

    fn draw_legend(&self, svg: &mut String) {
        let (mut x, mut y) = (LEFT, 32.0);
        for (place, series) in self.series.iter().enumerate() {
            let end = x + 17.0 + width(&series.name);
            if end > WIDTH - RIGHT && x > LEFT {
                (x, y) = (LEFT, y + 16.0);
            }
            // A series that shares its colour with another is dashed, here too.
            let height = if place < COLOURS.len() { 12.0 } else { 5.0 };
            put(
                svg,
                format_args!(
                    "<rect x=\"{x:.1}\" y=\"{}\" width=\"12\" height=\"{height}\" fill=\"{}\"/>",
                    y + (12.0 - height) / 2.0,
                    colour(place)
                ),
            );
            put(
                svg,
                format_args!(
                    "<text x=\"{:.1}\" y=\"{}\">{}</text>",
                    x + 17.0,
                    y + 10.0,
                    escape(&series.name)
                ),
            );
            x += 17.0 + width(&series.name) + 18.0;
        }
    }
}

fn colour(place: usize) -> &'static str {
    COLOURS[place % COLOURS.len()]
}

fn put(svg: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(svg, "{line}");
}

#[cfg(test)]
mod tests;
