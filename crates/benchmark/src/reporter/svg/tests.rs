use super::*;
use crate::figures::{Axis, Choice, Colour, Curve, Curves, Density, Guide, Interval, Intervals, Line, Table, Unit};

fn figure(x: Axis, y: Axis, plot: Plot) -> Figure {
    let choices: Vec<Choice> = vec![("cost", "latency".into())];
    Figure { choices, caption: "a < b & \u{1}c\u{ffff}".into(), x, y, plot, table: Table::default() }
}

fn curves() -> Figure {
    let curve = |name: &str, index, y: &[Option<f64>]| Curve {
        name: name.into(),
        colour: Colour::Palette(index),
        y: y.to_vec(),
        band: Some((y.to_vec(), y.to_vec())),
    };
    let all = [
        curve("naive\u{1}", 0, &[Some(10.0), None, Some(1000.0)]),
        curve("dlx", 4, &[Some(1.0), Some(2.0), Some(3.0)]),
    ];
    figure(
        Axis::linear("clues", Unit::Count, [17.0, 30.0]),
        Axis::log("latency", Unit::Nanoseconds, [1.0, 1000.0]),
        Plot::Curves(Curves { x: vec![17.0, 20.0, 30.0], line: Line::Dots, curves: all.into() }),
    )
}

fn density() -> Figure {
    let guides = vec![Guide { factor: 1.0, label: "1 ×".into(), is_main: true }];
    let density = Density { step: 10.0, cells: vec![(0, 0, 1), (1, 2, 500)], guides, extremes: Vec::new() };
    let (x, y) = density.axes(("nodes", Unit::Count), ("latency", Unit::Nanoseconds));
    figure(x, y, Plot::Density(density))
}

fn intervals() -> Figure {
    let row = Interval {
        name: "dlx\u{ffff}".into(),
        colour: Colour::Palette(4),
        value: Some(1.1),
        low: Some(1.05),
        high: Some(1.2),
        unchanged: Some((0.98, 1.02)),
        label: String::new(),
    };
    figure(
        Axis::log("ratio", Unit::Ratio, [0.9, 1.2]),
        Axis::runs("", &[]),
        Plot::Intervals(Intervals { rows: vec![row] }),
    )
}

#[test]
fn every_kind_of_figure_is_well_formed_and_within_its_picture() {
    for figure in [curves(), density(), intervals()] {
        let files = [COLUMN, SLIDE].map(|size| (picture("Latency: a < b", &figure.caption, &figure, size), size));
        for (svg, size) in files.into_iter().chain([(inline(&figure), PAGE)]) {
            let mut reader = quick_xml::Reader::from_str(&svg);
            reader.config_mut().check_end_names = true;
            while !matches!(reader.read_event().unwrap(), quick_xml::events::Event::Eof) {}
            assert!(!svg.contains(['\u{1}', '\u{ffff}']), "no XML has these characters: {svg}");
            assert!(!svg.contains("NaN") && !svg.contains("inf") && !svg.contains("style="), "{svg}");
            for attribute in svg.split("cx=\"").skip(1) {
                let x: f64 = attribute.split('"').next().unwrap().parse().unwrap();
                assert!((0.0..=size.width).contains(&x), "{x} in {svg}");
            }
        }
    }
}

#[test]
fn an_interval_beyond_the_axis_ends_in_an_arrow() {
    let arrows = |low, high| {
        let mut figure = intervals();
        let Plot::Intervals(intervals) = &mut figure.plot else { unreachable!() };
        (intervals.rows[0].low, intervals.rows[0].high) = (low, high);
        // The range of no change is the other filled path.
        inline(&figure).matches("Z\"").count() - 1
    };
    assert_eq!(arrows(Some(1.05), Some(1.2)), 0);
    assert_eq!(arrows(Some(1e-12), Some(1.2)), 1);
    assert_eq!(arrows(Some(1e-12), Some(1e8)), 2);
    assert_eq!(arrows(None, None), 0);
}

#[test]
fn texts_are_escaped() {
    assert!(
        picture("", &curves().caption, &curves(), COLUMN).contains("<desc>a &lt; b &amp; \u{fffd}c\u{fffd}</desc>")
    );
    assert_eq!(escaped("<a href=\"x\" b='c'>"), "&lt;a href=&quot;x&quot; b=&#39;c&#39;&gt;");
}

#[test]
fn a_curve_has_a_gap_where_there_is_no_value() {
    let svg = inline(&curves());
    let curves = svg.split("<g class=\"curve\">").skip(1).filter_map(|curve| curve.split("Z\"").nth(1));
    let begun: Vec<usize> = curves.map(|line| line.split("stroke").next().unwrap().matches('M').count()).collect();
    assert_eq!(begun, [2, 1], "the second value of naive is missing: {svg}");
}
