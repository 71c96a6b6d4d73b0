//! Plots, as SVG.
//!
//! Our own writer: lines, points and bars with axes are two hundred lines, and the labels stay
//! text.

use std::fmt::Write;

use crate::html::escape;
use crate::quantity::superscript;
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

impl Scale {
    /// The ticks of a range and their labels.
    fn marks(self, low: f64, high: f64) -> Vec<(f64, String)> {
        let is_short = low >= -1e-9 && high <= 6.0 && high - low < SHORT;
        match self {
            Self::Linear => {
                ticks(low, high).into_iter().map(|place| (place, number(place))).collect()
            }
            // Few powers of ten are labelled 1, 2, 5, 10, 20 …
            Self::PowersOfTen if is_short => {
                let powers = (0..=high as i32).map(|power| 10_f64.powi(power));
                let numbers = powers.flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * power));
                let marks = numbers.map(|mark| (mark.log10(), number(mark)));
                marks.filter(|(place, _)| (low - 1e-9..=high + 1e-9).contains(place)).collect()
            }
            Self::PowersOfTen => {
                let powers = ticks(low, high).into_iter().filter(|place| place.fract() == 0.0);
                powers.map(|place| (place, format!("10{}", superscript(place as i64)))).collect()
            }
        }
    }
}

/// The powers of ten that are few.
const SHORT: f64 = 2.5;

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

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 72.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 64.0;
const BOTTOM: f64 = 56.0;

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

/// The coordinates of the plot area.
struct Frame {
    low_x: f64,
    high_x: f64,
    low_y: f64,
    high_y: f64,
    bar_width: f64,
}

impl Frame {
    /// Wide enough for all points and error bars; bars stand on zero.
    fn of(plot: &Plot) -> Self {
        let points = || {
            plot.series.iter().flat_map(|series| &series.points).filter(|point| point.is_finite())
        };
        let heights = points().flat_map(|point| {
            let ends = point.interval.map(|interval| [interval.low, interval.high]);
            [Some(point.y), ends.map(|ends| ends[0]), ends.map(|ends| ends[1])]
                .into_iter()
                .flatten()
        });
        let has_bars = plot.series.iter().any(|series| series.kind == SeriesKind::Bar);
        let (mut low_x, mut high_x) = range(points().map(|point| point.x));
        let (mut low_y, mut high_y) =
            range(heights.filter(|height| height.is_finite()).chain(has_bars.then_some(0.0)));
        if has_bars || !plot.x_names.is_empty() {
            (low_x, high_x) = (low_x - 0.6, high_x + 0.6);
        }
        let margin = (high_y - low_y) * 0.05;
        high_y += margin;
        if !has_bars || low_y < 0.0 {
            low_y -= margin;
        }
        let bars =
            plot.series.iter().filter(|series| series.kind == SeriesKind::Bar).count().max(1);
        let bar_width = 0.8 * (WIDTH - LEFT - RIGHT) / (high_x - low_x) / bars as f64;
        Self { low_x, high_x, low_y, high_y, bar_width: bar_width.min(60.0) }
    }

    fn x(&self, x: f64) -> f64 {
        LEFT + (x - self.low_x) / (self.high_x - self.low_x) * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, y: f64) -> f64 {
        HEIGHT - BOTTOM - (y - self.low_y) / (self.high_y - self.low_y) * (HEIGHT - TOP - BOTTOM)
    }
}

/// From the least to the most; never empty.
fn range(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| {
        (low.min(number), high.max(number))
    });
    match () {
        () if low > high => (0.0, 1.0),
        () if low == high => (low - 0.5, high + 0.5),
        () => (low, high),
    }
}

/// Round numbers within a range: about six.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let rough = (high - low) / 6.0;
    let power = 10_f64.powf(rough.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    // The one nearest by factor.
    let step = steps.into_iter().fold(power, |best, step| {
        if (step / rough).ln().abs() < (best / rough).ln().abs() { step } else { best }
    });
    let first = (low / step).ceil() as i64;
    (first..)
        .map(|place| place as f64 * step)
        .take_while(|&tick| tick <= high + step * 1e-9)
        .collect()
}

/// A number without superfluous digits.
fn number(number: f64) -> String {
    let rounded = (number * 1e6).round() / 1e6;
    if rounded == 0.0 { "0".to_owned() } else { rounded.to_string() }
}

fn colour(place: usize) -> &'static str {
    COLOURS[place % COLOURS.len()]
}

fn put(svg: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(svg, "{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(kind: SeriesKind, points: Vec<Point>) -> Plot {
        let series = vec![Series { name: "one".to_owned(), kind, points }];
        let (title, x_label, y_label) = ("title".to_owned(), "x".to_owned(), "y".to_owned());
        Plot {
            title,
            x_label,
            y_label,
            x_scale: Scale::Linear,
            scale: Scale::Linear,
            x_names: Vec::new(),
            series,
        }
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks(0.0, 10.0), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(ticks(-0.13, 0.31), [-0.1, 0.0, 0.1, 0.2, 0.30000000000000004]);
        assert_eq!(number(0.30000000000000004), "0.3");
    }

    /// Without points there is nothing to scale by; with one, no width. Numbers that are none have
    /// no place.
    #[test]
    fn nothing_is_drawn_at_no_place() {
        let uncertain = Point {
            interval: Some(Interval { low: f64::NEG_INFINITY, high: 2.0 }),
            ..Point::new(1.0, 1.0)
        };
        for points in
            [vec![], vec![Point::new(3.0, 4.0)], vec![Point::new(0.0, f64::INFINITY), uncertain]]
        {
            for kind in [SeriesKind::Line, SeriesKind::Scatter, SeriesKind::Bar] {
                let svg = plot(kind, points.clone()).svg();
                assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            }
        }
    }

    /// The lowest point of a line lies lower on the paper than the highest, and within the frame.
    #[test]
    fn up_is_up() {
        let plot = plot(SeriesKind::Line, vec![Point::new(0.0, 1.0), Point::new(1.0, 5.0)]);
        let frame = Frame::of(&plot);
        assert!(
            frame.y(5.0) < frame.y(1.0) && frame.y(5.0) > TOP && frame.y(1.0) < HEIGHT - BOTTOM
        );
        assert_eq!((frame.x(0.0), frame.x(1.0)), (LEFT, WIDTH - RIGHT));
        assert_eq!(plot.svg().matches("<circle").count(), 2);
    }

    /// Of eleven names seven have a colour of their own and fill the first row.
    #[test]
    fn many_series_are_told_apart() {
        let mut plot = plot(SeriesKind::Line, vec![Point::new(0.0, 1.0), Point::new(2.0, 5.0)]);
        plot.series = (0..11)
            .map(|number| Series { name: format!("series{number}"), ..plot.series[0].clone() })
            .collect();
        plot.x_scale = Scale::PowersOfTen;
        let svg = plot.svg();
        assert_eq!(svg.matches("stroke-dasharray").count(), 4);
        let rows: std::collections::BTreeSet<&str> = svg
            .lines()
            .filter(|line| line.contains(">series"))
            .map(|line| line.split('"').nth(3).unwrap())
            .collect();
        assert_eq!(rows.into_iter().collect::<Vec<_>>(), ["42", "58"]);
        for mark in ["1", "2", "5", "10", "20", "50", "100"] {
            assert!(svg.contains(&format!(">{mark}</text>")), "{mark}");
        }
        // Over more powers of ten, only these.
        plot.series.iter_mut().for_each(|series| series.points[1].x = 4.0);
        let svg = plot.svg();
        assert!(svg.contains(">10⁴</text>") && !svg.contains(">50</text>"));
    }

    #[test]
    fn bars_stand_on_zero_side_by_side() {
        let mut plot = plot(SeriesKind::Bar, vec![Point::new(0.0, 10.0), Point::new(1.0, 20.0)]);
        plot.series.push(plot.series[0].clone());
        plot.x_names = vec!["a & b".to_owned(), "c".to_owned()];
        let svg = plot.svg();
        assert_eq!(Frame::of(&plot).low_y, 0.0);
        assert_eq!(svg.matches("fill-opacity").count(), 4);
        assert!(svg.contains(">a &amp; b</text>"));
        let heights = |svg: &str| {
            let labels = svg.lines().filter(|line| line.contains(">a ") || line.contains(">c"));
            labels
                .map(|line| line.split('"').nth(3).unwrap().to_owned())
                .collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(heights(&svg).len(), 1);
        plot.x_names[0] = format!("a {}", "long name ".repeat(10));
        assert_eq!(heights(&plot.svg()).len(), 2, "names that are too long stand in two rows");
    }
}
