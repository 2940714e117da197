//! The latencies of all strategies: percentiles and histograms, as measured and smallest over the rounds.

use hdrhistogram::Histogram;

use super::{
    Axis, Builder, Colour, Curves, Figure, Interval, Intervals, Line, Plot, Table, Unit, View, extremes::NamedPuzzles,
    run::Run,
};
use crate::record::{PuzzleRecord, new_histogram, value_within};
use stats::significant;

/// Points of a percentile curve for each factor of ten towards 100 %.
const POINTS_PER_NINE: i32 = 24;
/// Up to this many searches, the points of a percentile curve are drawn as dots.
const MAX_DOTTED_SEARCHES: u64 = 20;
const BINS_PER_DECADE: i32 = 20;
const PERCENTILES: [f64; 5] = [0.5, 0.9, 0.99, 0.999, 1.0];

/// The smallest latencies of the answers of each strategy.
struct Latency(Vec<Histogram<u64>>);

pub fn builder(strategies: &[String]) -> Box<dyn Builder> {
    Box::new(Latency(strategies.iter().map(|_| new_histogram()).collect()))
}

impl Builder for Latency {
    fn add(&mut self, puzzle: &PuzzleRecord) {
        for (histogram, sample) in
            self.0.iter_mut().zip(&puzzle.samples).filter(|(_, sample)| sample.status.is_answer())
        {
            // Fails only above an hour; the summary counts those latencies.
            let _ = histogram.record(sample.latency_ns.max(1));
        }
    }

    fn finish(self: Box<Self>, run: &Run, _: &mut NamedPuzzles) -> View {
        let mut figures = Vec::new();
        for (name, draw) in [("overview", overview as Draw), ("percentiles", percentiles), ("histogram", bins)] {
            let figure = |latencies: &str, histograms: &[Histogram<u64>], searches: &[u64]| {
                let choices = vec![("plot", name.into()), ("latencies", latencies.into())];
                Figure { choices, ..draw(run, histograms, searches) }
            };
            if run.record.manifest.rounds_complete > 1 {
                figures.push(figure("smallest over rounds", &self.0, &vec![run.puzzles(); self.0.len()]));
            }
            figures.push(figure("as measured", &run.measured, &run.searches()));
        }
        View { name: "latency", title: "Latency", figures }
    }
}

/// Returns the latency that a share of the searches does not exceed; `None` if the share reaches those without an answer.
fn latency_within(histogram: &Histogram<u64>, searches: u64, share: f64) -> Option<f64> {
    // A file may hold a latency of 0, which counts as 1 ns.
    value_within(histogram, searches, share).map(|ns| ns.max(1) as f64)
}

/// Draws the latencies of the answers of each strategy, and knows the number of its searches.
type Draw = fn(&Run, &[Histogram<u64>], &[u64]) -> Figure;

/// Draws a bar for each strategy, from the 10th to the 99th percentile, with the median.
fn overview(run: &Run, histograms: &[Histogram<u64>], searches: &[u64]) -> Figure {
    let rows: Vec<_> =
        run.indices().into_iter().map(|index| summary_interval(run, histograms, searches, index)).collect();
    // A bar without an end goes on to the end of the axis, beyond the slowest answer.
    let is_open = rows.iter().any(|row| row.high.is_none());
    let answered = histograms.iter().filter(|histogram| is_open && !histogram.is_empty());
    let slowest = answered.map(|histogram| histogram.max().max(1) as f64);
    let x = Axis::log("latency", Unit::Nanoseconds, bar_ends(&rows).chain(slowest)).with_room(0.02, 0.02);
    Figure {
        choices: Vec::new(),
        caption: format!(
            "The median latency of a puzzle, with a bar from the fastest tenth to the slowest hundredth: further to the left is faster. Puzzles without an answer rank last.{}",
            run.amortised_note(&run.indices())
        ),
        y: Axis::runs("", &run.strategies),
        plot: Plot::Intervals(Intervals { rows }),
        x,
        table: table(run, histograms, searches),
    }
}

fn summary_interval(run: &Run, histograms: &[Histogram<u64>], searches: &[u64], index: usize) -> Interval {
    let within = |share: f64| latency_within(&histograms[index], searches[index], share);
    let median = within(0.5);
    Interval {
        name: run.strategies[index].clone(),
        colour: run.colour(index),
        value: median,
        low: within(0.1),
        high: within(0.99),
        unchanged: None,
        label: median.map_or("no answer".into(), |ns| Unit::Nanoseconds.text(ns)),
    }
}

fn bar_ends(rows: &[Interval]) -> impl Iterator<Item = f64> {
    rows.iter().flat_map(|row| [row.low, row.high]).flatten()
}

/// Draws the bars of an earlier run of the same strategies above those of this one. `names` are those of both runs.
pub fn add_base(figure: &mut Figure, base: &Figure, names: &[String]) {
    let (Plot::Intervals(own), Plot::Intervals(before)) = (&mut figure.plot, &base.plot) else { return };
    let rows = own.rows.iter().flat_map(|row| {
        let earlier = before.rows.iter().find(|earlier| earlier.name == row.name);
        let earlier = earlier.map(|earlier| Interval { colour: Colour::Neutral, ..named_interval(earlier, &names[0]) });
        earlier.into_iter().chain([named_interval(row, &names[1])])
    });
    let rows: Vec<_> = rows.collect();
    let slowest = [figure.x.max, base.x.max];
    figure.x = Axis::log("latency", Unit::Nanoseconds, bar_ends(&rows).chain(slowest));
    figure.caption.push_str(" Grey bars are those of the first run.");
    own.rows = rows;
}

fn named_interval(row: &Interval, name: &str) -> Interval {
    Interval { name: format!("{}, {name}", row.name), ..row.clone() }
}

fn percentiles(run: &Run, histograms: &[Histogram<u64>], searches: &[u64]) -> Figure {
    let most = searches.iter().copied().max().unwrap_or(0).max(10);
    let steps = (f64::from(POINTS_PER_NINE) * (most as f64).log10()).floor() as i32;
    let points = (0..=steps).map(|step| 10f64.powf(f64::from(step) / f64::from(POINTS_PER_NINE)));
    let ends = histograms.iter().zip(searches).filter_map(|(histogram, &n)| end(histogram.len(), n));
    let mut x: Vec<f64> = points.map(|point| significant(point, 5)).chain(ends).collect();
    x.sort_unstable_by(f64::total_cmp);
    x.dedup();
    let value = |index: usize, inverse: f64| {
        let histogram = &histograms[index];
        let n = searches[index];
        let share = if inverse < n as f64 { 1.0 - 1.0 / inverse } else { 1.0 };
        let is_drawn = end(histogram.len(), n).is_some_and(|end| inverse <= end);
        latency_within(histogram, n, share).filter(|_| is_drawn)
    };
    let curves = run.curves(|index| x.iter().map(|&inverse| value(index, inverse)).collect());
    Figure {
        choices: Vec::new(),
        caption: format!(
            "The latency that a share of the puzzles does not exceed: further down is faster, and the right end shows the slowest puzzles. Puzzles without an answer rank last: a curve ends at the share that the strategy answers.{}",
            run.amortised_note(&run.indices())
        ),
        y: Axis::log("latency", Unit::Nanoseconds, curves.iter().flat_map(|curve| curve.y.iter().flatten().copied()))
            .with_room(0.02, 0.02),
        x: Axis::percentiles("percentile", most),
        plot: Plot::Curves(Curves {
            x,
            line: if most > MAX_DOTTED_SEARCHES { Line::Straight } else { Line::Dots },
            curves,
        }),
        table: table(run, histograms, searches),
    }
}

/// Returns where the curve of `n` searches ends, as 1/(1 − p): at the share that is answered, or, if that is all of them, at
/// 1 − 1/n, with the latency of the slowest search.
fn end(answered: u64, n: u64) -> Option<f64> {
    let beyond = n.saturating_sub(answered).max(1);
    (answered > 0).then(|| n as f64 / beyond as f64)
}

fn bins(run: &Run, histograms: &[Histogram<u64>], searches: &[u64]) -> Figure {
    let recorded = histograms.iter().filter(|histogram| !histogram.is_empty());
    let (first, last) = recorded.fold((i32::MAX, i32::MIN), |(first, last), histogram| {
        (first.min(bin_of(histogram.min())), last.max(bin_of(histogram.max())))
    });
    let steps = if first <= last { last - first + 1 } else { 0 };
    // One more x, at which the last step ends.
    let x: Vec<f64> = (0..=steps)
        .map(|index| significant(10f64.powf(f64::from(first.saturating_add(index)) / f64::from(BINS_PER_DECADE)), 5))
        .collect();
    let curves = run.curves(|strategy| {
        let mut counts = vec![0u64; steps as usize + 1];
        for value in histograms[strategy].iter_recorded() {
            counts[(bin_of(value.value_iterated_to()) - first).clamp(0, steps - 1) as usize] += value.count_at_value();
        }
        counts.into_iter().map(|count| Some(count as f64)).collect()
    });
    let highest = curves.iter().flat_map(|curve| curve.y.iter().flatten().copied());
    Figure {
        choices: Vec::new(),
        caption: format!(
            "How many answers took how long: further to the left is faster.{}",
            run.amortised_note(&run.indices())
        ),
        y: Axis::linear("answers", Unit::Count, highest.chain([0.0])).with_room(0.0, 0.05),
        x: Axis::log("latency", Unit::Nanoseconds, x.iter().copied()),
        plot: Plot::Curves(Curves { x, line: Line::Steps, curves }),
        table: table(run, histograms, searches),
    }
}

fn bin_of(ns: u64) -> i32 {
    (f64::from(BINS_PER_DECADE) * (ns.max(1) as f64).log10()).floor() as i32
}

fn table(run: &Run, histograms: &[Histogram<u64>], searches: &[u64]) -> Table {
    let header = ["strategy", "searches", "answered", "50 %", "90 %", "99 %", "99.9 %", "maximum"];
    let row = |((name, histogram), &n): ((&String, &Histogram<u64>), &u64)| {
        let value = |share: f64| {
            let beyond = if n > 0 { "no answer" } else { "–" };
            latency_within(histogram, n, share).map_or(beyond.into(), |ns| Unit::Nanoseconds.text(ns))
        };
        let counts = [n, histogram.len()].map(corpus::numbers::count);
        [name.clone()].into_iter().chain(counts).chain(PERCENTILES.map(value)).collect()
    };
    Table::new(header, run.strategies.iter().zip(histograms).zip(searches).map(row))
}
