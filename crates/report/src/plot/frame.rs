//! The plot area: its coordinates, ranges and ticks.

use super::{Plot, Scale, SeriesKind};
use crate::quantity::superscript;

pub(super) const WIDTH: f64 = 720.0;
pub(super) const HEIGHT: f64 = 420.0;
pub(super) const LEFT: f64 = 72.0;
pub(super) const RIGHT: f64 = 16.0;
pub(super) const TOP: f64 = 64.0;
pub(super) const BOTTOM: f64 = 56.0;

impl Scale {
    /// The ticks of a range and their labels.
    pub(super) fn marks(self, low: f64, high: f64) -> Vec<(f64, String)> {
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

/// The coordinates of the plot area.
pub(super) struct Frame {
    pub(super) low_x: f64,
    pub(super) high_x: f64,
    pub(super) low_y: f64,
    pub(super) high_y: f64,
    pub(super) bar_width: f64,
}

impl Frame {
    /// Wide enough for all points and error bars; bars stand on zero.
    pub(super) fn of(plot: &Plot) -> Self {
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

    pub(super) fn x(&self, x: f64) -> f64 {
        LEFT + (x - self.low_x) / (self.high_x - self.low_x) * (WIDTH - LEFT - RIGHT)
    }

    pub(super) fn y(&self, y: f64) -> f64 {
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
pub(super) fn ticks(low: f64, high: f64) -> Vec<f64> {
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
pub(super) fn number(number: f64) -> String {
    let rounded = (number * 1e6).round() / 1e6;
    if rounded == 0.0 { "0".to_owned() } else { rounded.to_string() }
}
