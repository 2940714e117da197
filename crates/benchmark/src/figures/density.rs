//! Counts of puzzles in cells of a plane with logarithmic axes.

use std::collections::HashMap;

use super::{Axis, Density, Plot, Unit, View, ZERO};

/// Cells per decade, before cells are merged.
const CELLS_PER_DECADE: f64 = 40.0;
const MIN_AXIS_RATIO: f64 = 8.0;

/// Cells are merged down to about this many per decade, which are large enough for any corpus.
const MIN_CELLS_PER_DECADE: f64 = 20.0;
/// Cells are merged until they hold this many puzzles on average.
const MEAN_PUZZLES_PER_CELL: usize = 4;

#[derive(Default)]
pub struct Cells(HashMap<(i32, i32), u64>);

impl Cells {
    pub fn add(&mut self, x: u64, y: u64) {
        *self.0.entry((cell_of(x), cell_of(y))).or_default() += 1;
    }

    pub fn count(&self) -> u64 {
        self.0.values().sum()
    }

    /// Returns the cells as a plot without guides and extremes. A small corpus has larger cells.
    pub fn density(&self) -> Density {
        let mut cells: Vec<_> = self.0.iter().map(|(&(x, y), &count)| (x, y, count)).collect();
        cells.sort_unstable();
        let mut density =
            Density { step: 10f64.powf(1.0 / CELLS_PER_DECADE), cells, guides: Vec::new(), extremes: Vec::new() };
        while MEAN_PUZZLES_PER_CELL * density.cells.len() > self.count() as usize
            && 1.0 / density.step.log10() > 1.5 * MIN_CELLS_PER_DECADE
        {
            density.coarsen();
        }
        density
    }
}

/// Returns the cell of a cost; zeros are in the cell of [`ZERO`].
fn cell_of(cost: u64) -> i32 {
    let cost = if cost == 0 { ZERO } else { cost as f64 };
    (CELLS_PER_DECADE * cost.log10()).floor() as i32
}

impl Density {
    pub fn axes(&self, x: (&str, Unit), y: (&str, Unit)) -> (Axis, Axis) {
        let ends = |exponent: i32| [self.step.powi(exponent), self.step.powi(exponent + 1)];
        let columns = self.cells.iter().map(|cell| cell.0);
        let rows = self.cells.iter().map(|cell| cell.1);
        (padded_axis(x, columns.flat_map(ends)), padded_axis(y, rows.flat_map(ends)))
    }

    /// Returns two axes of one unit with the same ends, so that equal costs are on the diagonal.
    pub fn equal_axes(&self, labels: [&str; 2], unit: Unit) -> (Axis, Axis) {
        let (x, y) = self.axes((labels[0], unit), (labels[1], unit));
        let ends = [x.min, x.max, y.min, y.max];
        let [x, y] = labels.map(|label| Axis::log(label, unit, ends));
        (x, y)
    }

    pub fn most(&self) -> u64 {
        self.cells.iter().map(|cell| cell.2).max().unwrap_or(0)
    }

    fn coarsen(&mut self) {
        self.step *= self.step;
        let mut merged = HashMap::new();
        for &(x, y, count) in &self.cells {
            *merged.entry((x.div_euclid(2), y.div_euclid(2))).or_insert(0) += count;
        }
        self.cells = merged.into_iter().map(|((x, y), count)| (x, y, count)).collect();
        self.cells.sort_unstable();
    }
}

fn padded_axis((label, unit): (&str, Unit), ends: impl Iterator<Item = f64>) -> Axis {
    let ends: Vec<f64> = ends.collect();
    let (min, max) = ends.iter().fold((f64::MAX, 0.0), |(min, max), &end| (end.min(min), end.max(max)));
    // A few cells must not fill the picture.
    let widen = (MIN_AXIS_RATIO * min / max).max(1.0).sqrt();
    Axis::log(label, unit, ends.into_iter().chain([min / widen, max * widen])).with_room(0.02, 0.03)
}

/// Makes the cells of all density plots larger until they are at most `most` together.
pub fn fit(views: &mut [View], most: usize) {
    let figures = views.iter_mut().flat_map(|view| &mut view.figures);
    let mut densities: Vec<&mut Density> = figures
        .filter_map(|figure| match &mut figure.plot {
            Plot::Density(density) => Some(density),
            Plot::Curves(_) | Plot::Intervals(_) => None,
        })
        .collect();
    while densities.iter().map(|density| density.cells.len()).sum::<usize>() > most {
        densities.iter_mut().for_each(|density| density.coarsen());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn larger_cells_hold_the_same_puzzles() {
        let mut cells = Cells::default();
        (0..1000u64).for_each(|i| cells.add(i, i * i));
        let mut density = cells.density();
        let before = density.cells.len();
        let step = density.step;
        density.coarsen();
        assert!(density.cells.len() < before && density.step > step);
        assert_eq!(density.cells.iter().map(|cell| cell.2).sum::<u64>(), 1000);
        let inside = |&(x, y, _): &(i32, i32, u64)| density.step.powi(x) <= 1.01e3 && density.step.powi(y) <= 1.01e6;
        assert!(density.cells.iter().all(inside));
    }
}
