//! More than two runs of the same work, in order: counts as steps, latencies with their intervals.

use corpus::numbers;
use pass::Counts;

use super::{Axis, Curve, Curves, Figure, Line, Plot, Table, Unit, View, colour, comparison::advisory_note};
use crate::compare::{Comparison, LatencyChange, StrategyComparison};

/// Longer names are shortened below an axis.
const MAX_NAME_CHARS: usize = 12;

type Metric = (&'static str, fn(&Counts) -> u64);

const METRICS: [Metric; 4] = [
    ("nodes", |counts| counts.nodes),
    ("guesses", |counts| counts.guesses),
    ("backtracks", |counts| counts.backtracks),
    ("solved", |counts| counts.solved),
];

/// Returns the view of runs at these paths; each comparison is of the first with a later one.
pub fn view(paths: &[String], comparisons: &[Comparison]) -> View {
    let counts = METRICS.iter().map(|metric| count(paths, comparisons, metric));
    let figures = [latency(paths, comparisons)].into_iter().chain(counts).collect();
    View { name: "history", title: "The runs in order", figures }
}

/// Returns the names of the runs: the last components of their paths, or the paths if two of these are the same.
pub fn names(paths: &[String]) -> Vec<String> {
    let names: Vec<String> = paths.iter().map(|path| name_of(path)).collect();
    let is_told = (1..names.len()).all(|index| !names[..index].contains(&names[index]));
    if is_told { names } else { paths.to_vec() }
}

fn name_of(path: &str) -> String {
    std::path::Path::new(path).file_name().map_or(path.into(), |name| name.to_string_lossy().into_owned())
}

/// Shortens long names: removes the prefix and the suffix that all of them share.
fn shortened(names: &[String]) -> Vec<String> {
    if names.iter().all(|name| name.chars().count() <= MAX_NAME_CHARS) {
        return names.to_vec();
    }
    let texts: Vec<Vec<char>> = names.iter().map(|name| name.chars().collect()).collect();
    let least = texts.iter().map(Vec::len).min().unwrap_or(0);
    let same = |at: &dyn Fn(&Vec<char>) -> char| texts.iter().all(|text| at(text) == at(&texts[0]));
    let before = (0..least).take_while(|&index| same(&|text| text[index])).count();
    let after = (0..least - before).take_while(|&index| same(&|text| text[text.len() - 1 - index])).count();
    let middle = |text: &Vec<char>| text[before..text.len() - after].iter().collect::<String>();
    let is_told = texts.iter().all(|text| text.len() > before + after);
    if is_told { texts.iter().map(middle).collect() } else { names.to_vec() }
}

/// Returns a curve for each strategy of the first comparison. `first` returns the value of the first run, `later` the
/// value of a later run.
fn curves(
    comparisons: &[Comparison],
    first: impl Fn(&StrategyComparison) -> Option<f64>,
    later: impl Fn(&StrategyComparison) -> Option<f64>,
) -> Vec<Curve> {
    let strategies = &comparisons[0].strategies;
    let names: Vec<String> = strategies.iter().map(|strategy| strategy.strategy.clone()).collect();
    let curve = |(index, name): (usize, &String)| {
        let of_run =
            |comparison: &Comparison| later(comparison.strategies.iter().find(|strategy| strategy.strategy == *name)?);
        let y = [first(&strategies[index])].into_iter().chain(comparisons.iter().map(of_run)).collect();
        Curve { name: name.clone(), colour: colour(&names, index), y, band: None }
    };
    names.iter().enumerate().map(curve).collect()
}

fn latency(paths: &[String], comparisons: &[Comparison]) -> Figure {
    let part = |value: fn(&LatencyChange) -> Option<f64>| {
        curves(comparisons, |_| Some(1.0), |strategy| strategy.latency.as_ref().and_then(value))
    };
    let lows = part(|latency| latency.low);
    let highs = part(|latency| latency.high);
    let mut curves = part(|latency| Some(latency.ratio));
    for ((curve, low), high) in curves.iter_mut().zip(lows).zip(highs) {
        curve.band = Some((low.y, high.y));
    }
    let caption = format!(
        "The latency of each run over that of the first, with its 99 % interval: higher is slower.{}",
        advisory_note(comparisons)
    );
    figure(paths, "latency", &caption, curves, Unit::Ratio, |value| format!("{value:.4} ×"))
}

fn count(paths: &[String], comparisons: &[Comparison], (name, of): &Metric) -> Figure {
    let curves = curves(
        comparisons,
        |strategy| Some(of(&strategy.counts.base) as f64),
        |strategy| Some(of(&strategy.counts.current) as f64),
    );
    let caption = "The sum over all puzzles, run by run: counts are exact, so every step is a change of the program.";
    figure(paths, name, caption, curves, Unit::Count, |value| numbers::count(value as u64))
}

fn figure(
    paths: &[String],
    metric: &str,
    caption: &str,
    mut curves: Vec<Curve>,
    unit: Unit,
    text: fn(f64) -> String,
) -> Figure {
    let names = names(paths);
    let header: Vec<&str> = ["run"].into_iter().chain(curves.iter().map(|curve| &*curve.name)).collect();
    let row = |(index, name): (usize, &String)| {
        let values = curves.iter().map(|curve| curve.y[index].map_or("–".into(), text));
        [name.clone()].into_iter().chain(values).collect()
    };
    let table = Table::new(header, names.iter().enumerate().map(row));
    if unit == Unit::Count {
        curves.iter_mut().flat_map(|curve| &mut curve.y).flatten().for_each(|value| *value = value.max(super::ZERO));
    }
    let bands = curves.iter().filter_map(|curve| curve.band.as_ref()).flat_map(|(low, high)| low.iter().chain(high));
    let bands = bands.flatten().copied();
    let values = curves.iter().flat_map(|curve| &curve.y).flatten().copied();
    let y = if unit == Unit::Ratio { Axis::ratios(metric, values, bands) } else { Axis::log(metric, unit, values) };
    let line = if unit == Unit::Count { Line::Steps } else { Line::Dots };
    Figure {
        choices: vec![("metric", metric.into())],
        caption: caption.into(),
        x: Axis::runs("run", &shortened(&names)),
        y: y.with_room(0.04, 0.04),
        plot: Plot::Curves(Curves { x: (0..names.len()).map(|index| index as f64).collect(), line, curves }),
        table,
    }
}
