//! How much a strategy slows down when the control does.
//!
//! What slows a machine down affects programs differently: a busy neighbour on the other hardware thread of a core may cost
//! the control a quarter of its speed and a strategy a sixth. The logarithm of a latency therefore follows that of the control
//! with a slope that differs from 1, and the same cells show it: an analysis of covariance (Ronald A. Fisher, "Statistical
//! Methods for Research Workers", 4th edition, 1932).

use std::collections::BTreeMap;

use super::{cell::Cell, median, quantile};

/// The slope without evidence: what slows down the control slows down the strategy alike, as a lower clock rate does.
const PRIOR_SLOPE: f64 = 1.0;
/// The standard deviation of the control within a block at which the evidence weighs as much as the prior. The readings of a
/// control on a steady machine differ by less, and say nothing about the slope.
const STEADY_DEVIATION: f64 = 0.03;
/// The share of the cells with the largest residuals that the fit leaves out: other processes disturbed them.
const DISTURBED_SHARE: f64 = 0.1;
/// The number of fits. Each leaves out the cells that the previous fit did not explain.
const FITS: usize = 5;
const SLOPE_RANGE: std::ops::RangeInclusive<f64> = 0.0..=2.0;

/// The slope of a strategy's log latency over the control's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ControlSlope(pub f64);

impl ControlSlope {
    /// Fits the slope to the cells of several sets by least trimmed squares. Only differences between rounds of the same
    /// block and set count, so neither the puzzles nor a change of the strategy affect it.
    pub fn fit(sets: &[&[Cell]]) -> ControlSlope {
        let points: Vec<[f64; 2]> = sets.iter().flat_map(|cells| centred_points(cells)).collect();
        let mut slope = PRIOR_SLOPE;
        let mut largest = f64::INFINITY;
        for _ in 0..FITS {
            let kept = || points.iter().filter(|&&point| residual(point, slope) <= largest);
            let n = kept().count().max(1) as f64;
            let variance = kept().map(|[control, _]| control * control).sum::<f64>() / n;
            let covariance = kept().map(|[control, value]| control * value).sum::<f64>() / n;
            let prior = STEADY_DEVIATION * STEADY_DEVIATION;
            slope = ((covariance + PRIOR_SLOPE * prior) / (variance + prior))
                .clamp(*SLOPE_RANGE.start(), *SLOPE_RANGE.end());
            let mut residuals: Vec<f64> = points.iter().map(|&point| residual(point, slope)).collect();
            residuals.sort_unstable_by(f64::total_cmp);
            largest = if residuals.is_empty() { 0.0 } else { quantile(&residuals, 1.0 - DISTURBED_SHARE) };
        }
        ControlSlope(slope)
    }

    /// Returns a cell's value without what the control explains.
    pub fn adjusted(&self, cell: &Cell) -> f64 {
        cell.value - self.0 * cell.control
    }
}

fn residual([control, value]: [f64; 2], slope: f64) -> f64 {
    (value - slope * control).abs()
}

/// Returns the control and the value of each cell, relative to their medians in the block.
fn centred_points(cells: &[Cell]) -> Vec<[f64; 2]> {
    let mut blocks: BTreeMap<u64, Vec<[f64; 2]>> = BTreeMap::new();
    cells.iter().for_each(|cell| blocks.entry(cell.block).or_default().push([cell.control, cell.value]));
    blocks.into_values().flat_map(centred).collect()
}

fn centred(points: Vec<[f64; 2]>) -> impl Iterator<Item = [f64; 2]> {
    let centre = [0, 1]
        .map(|of| median(&mut points.iter().map(|point| point[of]).collect::<Vec<_>>()).expect("a block has a cell"));
    points.into_iter().map(move |[control, value]| [control - centre[0], value - centre[1]])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sixteen rounds of four blocks; in every other round the control takes longer by `step`.
    fn cells(slope: f64, step: f64) -> Vec<Cell> {
        let cell = |(round, block): (u32, u64)| {
            let control = step * f64::from(round % 2);
            Cell { round, block, value: slope * control + block as f64, control: control + 2.0 * block as f64, of: 1 }
        };
        (0..16).flat_map(|round| (0..4).map(move |block| (round, block))).map(cell).collect()
    }

    #[test]
    fn a_machine_of_two_speeds_shows_the_slope() {
        let fit = ControlSlope::fit(&[&cells(0.6, 0.3)]);
        assert!((fit.0 - 0.6).abs() < 0.02, "{fit:?}");
        // Two runs of which one is slower by a third have the slope of both.
        let slower: Vec<_> = cells(0.6, 0.3).iter().map(|cell| Cell { value: cell.value + 0.3, ..*cell }).collect();
        assert!((ControlSlope::fit(&[&cells(0.6, 0.3), &slower]).0 - fit.0).abs() < 1e-9);
    }

    #[test]
    fn a_steady_machine_shows_nothing() {
        assert_eq!(ControlSlope::fit(&[]), ControlSlope(1.0));
        assert_eq!(ControlSlope::fit(&[&cells(0.6, 0.0)]), ControlSlope(1.0));
        assert!(ControlSlope::fit(&[&cells(0.6, 0.02)]).0 > 0.9);
    }

    #[test]
    fn disturbed_cells_do_not_change_the_slope() {
        let mut disturbed = cells(0.6, 0.3);
        disturbed.iter_mut().step_by(13).for_each(|cell| cell.value += 1.0);
        assert!((ControlSlope::fit(&[&disturbed]).0 - 0.6).abs() < 0.03);
    }
}
