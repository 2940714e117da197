//! How many puzzles each strategy answers within a cost: the survival plot of solver competitions, also called cactus plot.

use corpus::numbers;
use hdrhistogram::Histogram;

use super::{
    Axis, Builder, Colour, Curve, Curves, Figure, Line, Plot, Table, Unit, View, ZERO,
    cost::{BACKTRACKS, Cost, LATENCY, NODES, counter, record},
    extremes::NamedPuzzles,
    run::Run,
};
use crate::record::{PuzzleRecord, value_within};

const POINTS: i32 = 240;
const SHARES: [f64; 5] = [0.25, 0.5, 0.75, 0.95, 1.0];

const COSTS: [Cost; 3] = [LATENCY, NODES, BACKTRACKS];

/// For each cost a histogram of each strategy, and at the end one of the virtual best.
struct Survival([Vec<Histogram<u64>>; 3]);

pub fn builder(strategies: &[String]) -> Box<dyn Builder> {
    let histograms = || (0..=strategies.len()).map(|_| counter()).collect();
    Box::new(Survival([histograms(), histograms(), histograms()]))
}

impl Builder for Survival {
    fn add(&mut self, puzzle: &PuzzleRecord) {
        for (Cost { of, .. }, histograms) in COSTS.iter().zip(&mut self.0) {
            let (best, own) = histograms.split_last_mut().expect("there is one for the virtual best");
            let mut smallest = u64::MAX;
            for (histogram, sample) in
                own.iter_mut().zip(&puzzle.samples).filter(|(_, sample)| sample.status.is_answer())
            {
                record(histogram, of(sample));
                smallest = smallest.min(of(sample));
            }
            if smallest < u64::MAX {
                record(best, smallest);
            }
        }
    }

    fn finish(self: Box<Self>, run: &Run, _: &mut NamedPuzzles) -> View {
        let figures = COSTS.iter().zip(&self.0).map(|(cost, histograms)| figure(run, cost, histograms)).collect();
        View { name: "survival", title: "Survival", figures }
    }
}

fn figure(run: &Run, cost: &Cost, histograms: &[Histogram<u64>]) -> Figure {
    let x = grid(histograms);
    let y = |histogram: &Histogram<u64>| cumulative(histogram, &x).into_iter().map(|n| Some(n as f64)).collect();
    let mut curves = run.curves(|index| y(&histograms[index]));
    if run.strategies.len() > 1 {
        let best = &histograms[run.strategies.len()];
        curves.push(Curve { name: "virtual best".into(), colour: Colour::Neutral, y: y(best), band: None });
    }
    Figure {
        choices: vec![("cost", cost.name.into())],
        caption: format!(
            "Puzzles that a strategy answers with at most this cost each: further to the left is cheaper, higher is more puzzles.{}",
            cost.note(run, &run.indices())
        ),
        y: Axis::linear("puzzles answered", Unit::Count, [0.0, run.puzzles() as f64]).with_room(0.0, 0.03),
        x: Axis::log(cost.name, cost.unit, x.iter().copied()),
        table: table(run, cost, histograms),
        plot: Plot::Curves(Curves { x, line: Line::Steps, curves }),
    }
}

/// Returns values from the smallest to the largest of all histograms, each the upper end of a bin, so that cumulative counts
/// at them are exact.
fn grid(histograms: &[Histogram<u64>]) -> Vec<f64> {
    let recorded = || histograms.iter().filter(|histogram| !histogram.is_empty());
    let Some(reference) = recorded().max_by_key(|histogram| histogram.max()) else { return Vec::new() };
    let low = recorded().map(Histogram::min).min().unwrap_or(0);
    let high = reference.max();
    let first = (low.max(1) as f64).ln();
    let step = ((high.max(1) as f64).ln() - first) / f64::from(POINTS);
    let point = |index: i32| reference.highest_equivalent((first + step * f64::from(index)).exp().round() as u64);
    let mut points: Vec<u64> = (0..=POINTS).map(point).chain([high]).collect();
    points.sort_unstable();
    points.dedup();
    (low == 0).then_some(ZERO).into_iter().chain(points.into_iter().map(|point| point as f64)).collect()
}

fn cumulative(histogram: &Histogram<u64>, grid: &[f64]) -> Vec<u64> {
    let mut values = histogram.iter_recorded().peekable();
    let mut sum = 0;
    grid.iter()
        .map(|&point| {
            while let Some(value) =
                values.next_if(|value| histogram.lowest_equivalent(value.value_iterated_to()) as f64 <= point)
            {
                sum += value.count_at_value();
            }
            sum
        })
        .collect()
}

fn table(run: &Run, cost: &Cost, histograms: &[Histogram<u64>]) -> Table {
    let header = ["strategy", "answered", "25 % within", "50 % within", "75 % within", "95 % within", "all within"];
    // A single strategy is the virtual best.
    let best = ["virtual best"].into_iter().filter(|_| run.strategies.len() > 1);
    let row = |(name, histogram): (&str, &Histogram<u64>)| {
        let within = |share| {
            let value = value_within(histogram, run.puzzles(), share);
            value.map_or("–".into(), |value| cost.unit.text(value as f64))
        };
        [name.into(), numbers::count(histogram.len())].into_iter().chain(SHARES.map(within)).collect()
    };
    Table::new(header, run.strategies.iter().map(String::as_str).chain(best).zip(histograms).map(row))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cumulative_counts_are_exact_at_every_point() {
        let mut histogram = counter();
        let values: Vec<u64> = (0..5000u64).map(|i| i * i * 7 % 900_001).collect();
        values.iter().for_each(|&value| record(&mut histogram, value));
        let grid = grid(&[counter(), histogram.clone()]);
        assert_eq!(grid[0], ZERO);
        for (point, count) in grid.iter().zip(cumulative(&histogram, &grid)) {
            assert_eq!(count, values.iter().filter(|&&value| value as f64 <= *point).count() as u64, "up to {point}");
        }
    }

    #[test]
    fn the_largest_numbers_have_a_place() {
        let mut histogram = counter();
        [0, 1, u64::MAX].iter().for_each(|&value| record(&mut histogram, value));
        let grid = grid(&[histogram.clone()]);
        assert_eq!(cumulative(&histogram, &grid).last(), Some(&3));
    }
}
