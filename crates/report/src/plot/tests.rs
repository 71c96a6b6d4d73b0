use super::frame::{number, ticks};
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
    assert!(frame.y(5.0) < frame.y(1.0) && frame.y(5.0) > TOP && frame.y(1.0) < HEIGHT - BOTTOM);
    assert_eq!((frame.x(0.0), frame.x(1.0)), (LEFT, WIDTH - RIGHT));
    assert_eq!(plot.svg().matches("<circle").count(), 2);
}

/// Of eleven names seven have a colour of their own and fill the first row.
#[test]
fn many_series_can_be_distinguished() {
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
