//! The runs of a history, in order: counts as steps, latencies with their levels.

use std::path::Path;

use corpus::numbers;

use super::{Axis, Colour, Curve, Curves, Figure, Line, Plot, Table, Unit, View, colour};
use crate::{
    history::{Entry, History, Series, Work},
    record::LockedStrategy,
};

type Metric = (&'static str, fn(&LockedStrategy) -> u64);

const METRICS: [Metric; 4] = [
    ("nodes", |strategy| strategy.counts.nodes),
    ("guesses", |strategy| strategy.counts.guesses),
    ("backtracks", |strategy| strategy.counts.backtracks),
    ("solved", |strategy| strategy.counts.solved),
];

/// Returns the view of a history: for each work the latencies of each class of machines, and the counts.
pub fn view(history: &History) -> View {
    let mut figures = Vec::new();
    for work in &history.works {
        let runs = WorkRuns::of(work, history);
        figures.extend(history.classes().into_iter().map(|class| runs.latencies(class)));
        figures.extend(METRICS.iter().map(|metric| runs.counts(metric)));
    }
    figures.retain(|figure| matches!(&figure.plot, Plot::Curves(curves) if !curves.curves.is_empty()));
    View { name: "history", title: "The runs in order", figures }
}

/// Returns the names of runs: the last components of their paths, or the paths if two of these are the same.
pub fn names(paths: &[String]) -> Vec<String> {
    let name_of = |path: &String| Path::new(path).file_name().map(|name| name.to_string_lossy().into_owned());
    let names: Vec<String> = paths.iter().map(|path| name_of(path).unwrap_or_else(|| path.clone())).collect();
    let is_told = (1..names.len()).all(|index| !names[..index].contains(&names[index]));
    if is_told { names } else { paths.to_vec() }
}

/// The commits at which a work was run.
struct WorkRuns<'a> {
    history: &'a History,
    work: &'a Work,
    /// The indices of the commits in the order.
    commits: Vec<usize>,
    names: Vec<String>,
    strategies: Vec<String>,
}

impl<'a> WorkRuns<'a> {
    fn of(work: &'a Work, history: &'a History) -> WorkRuns<'a> {
        let is_run = |&commit: &usize| history.runs_at(commit).any(|entry| entry.work == work.id);
        let commits: Vec<usize> = (0..history.order.commits.len()).filter(is_run).collect();
        let names = commits.iter().map(|&commit| history.order.commits[commit].short_id().into()).collect();
        WorkRuns { history, work, commits, names, strategies: history.strategies(work) }
    }

    fn counts(&self, (metric, of): &Metric) -> Figure {
        let curve = |(index, name): (usize, &String)| {
            let count = |entry: &Entry| Some(of(&entry.strategy(name)?.locked) as f64);
            let at = |&commit: &usize| self.runs_of_work(commit).filter_map(count).last();
            let y = self.commits.iter().map(at).collect();
            Curve { name: name.clone(), colour: colour(&self.strategies, index), y, band: None }
        };
        let curves = self.strategies.iter().enumerate().map(curve).collect();
        let caption =
            "The sum over all puzzles at each commit: counts are exact, so every step is a change of the program.";
        self.figure(metric.to_string(), metric, caption, curves, Unit::Count)
    }

    fn latencies(&self, class: &str) -> Figure {
        let series = self.history.series.iter().filter(|series| series.class == class && series.work == self.work.id);
        let curve = |series: &Series| {
            let index = self.strategies.iter().position(|name| *name == series.strategy)?;
            let y = self.commits.iter().map(|&commit| series.ln_ratio_at(commit).map(ratio)).collect();
            let level =
                |by: f64| self.commits.iter().map(|&commit| Some(ratio(series.ln_level_at(commit)? + by))).collect();
            let noise = series.noise.unwrap_or(0.0);
            let colour = colour(&self.strategies, index);
            Some(Curve { name: series.strategy.clone(), colour, y, band: Some((level(-noise), level(noise))) })
        };
        let mut curves: Vec<Curve> = series.clone().filter_map(curve).collect();
        let left_out: Vec<Option<f64>> =
            self.commits.iter().map(|&commit| series.clone().find_map(|series| series.left_out_at(commit))).collect();
        if left_out.iter().any(Option::is_some) {
            curves.push(Curve { name: "left out".into(), colour: Colour::Neutral, y: left_out, band: None });
        }
        let many = self.history.classes().len() > 1;
        let choice = if many { format!("latency on {class}") } else { "latency".into() };
        let caption = format!(
            "For each block, the smallest latency is divided by the smallest of the control. A point is the geometric mean over the blocks: \
             higher is slower. The bands are the levels with their noise. {}.",
            self.history.describe_class(class)
        );
        self.figure(choice, "latency over control", &caption, curves, Unit::Ratio)
    }

    fn runs_of_work(&self, commit: usize) -> impl Iterator<Item = &'a Entry> {
        self.history.runs_at(commit).filter(|entry| entry.work == self.work.id)
    }

    fn figure(&self, choice: String, label: &str, caption: &str, mut curves: Vec<Curve>, unit: Unit) -> Figure {
        let text = |value: f64| match unit {
            Unit::Count => numbers::count(value as u64),
            _ => format!("{value:.4} ×"),
        };
        let row = |(index, name): (usize, &String)| {
            let values = curves.iter().map(|curve| curve.y[index].map_or("–".into(), text));
            [name.clone()].into_iter().chain(values).collect()
        };
        let header = ["run"].into_iter().chain(curves.iter().map(|curve| &*curve.name));
        let table = Table::new(header, self.names.iter().enumerate().map(row).rev());
        if unit == Unit::Count {
            curves
                .iter_mut()
                .flat_map(|curve| &mut curve.y)
                .flatten()
                .for_each(|value| *value = value.max(super::ZERO));
        }
        let values = curves.iter().flat_map(|curve| &curve.y).flatten().copied();
        let corpus = self.work.corpora.join(" ");
        Figure {
            choices: vec![("corpus", corpus), ("metric", choice)],
            caption: caption.into(),
            x: Axis::runs("run", &self.names),
            y: Axis::log(label, unit, values).with_room(0.04, 0.04),
            plot: Plot::Curves(Curves {
                x: (0..self.names.len()).map(|index| index as f64).collect(),
                line: if unit == Unit::Count { Line::Steps } else { Line::Dots },
                curves,
            }),
            table,
        }
    }
}

/// Returns a ratio with the digits that a plot shows.
fn ratio(ln: f64) -> f64 {
    stats::significant(ln.exp(), 5)
}

impl Series {
    fn ln_level_at(&self, commit: usize) -> Option<f64> {
        self.points_at(commit).iter().find_map(|point| point.ln_level)
    }

    fn left_out_at(&self, commit: usize) -> Option<f64> {
        let left_out = self.points_at(commit).iter().find(|point| point.left_out.is_some())?;
        Some(ratio(left_out.ln_ratio))
    }
}
