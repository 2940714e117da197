//! The latency of a run as one number that other runs of the same work on the same machine can be compared with.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{bootstrap::Cell, rounded};

/// The largest possible logarithm of a ratio or a latency.
const MOST: f64 = 50.0;

/// The latency of a strategy in a run, as natural logarithms.
///
/// In each block, the smallest latency over the rounds is compared with the smallest latency of the control over the same rounds.
/// Interruptions only add time, so the quietest cell of many is the one state of the machine that two runs share.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunValue {
    /// The mean over the blocks of the strategy's smallest latency divided by the control's.
    pub ln_ratio: f64,
    /// The mean over the blocks of the control's smallest latency in nanoseconds: how fast the machine was at best.
    pub ln_control: f64,
}

impl RunValue {
    /// Returns the value of a strategy's cells; `None` if fewer than half of the run's `blocks` have cells.
    pub fn of(cells: &[Cell], blocks: usize) -> Option<RunValue> {
        let mut smallest: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
        for cell in cells {
            let (value, control) = smallest.entry(cell.block).or_insert((f64::INFINITY, f64::INFINITY));
            *value = value.min(cell.value);
            *control = control.min(cell.control);
        }
        if smallest.is_empty() || 2 * smallest.len() < blocks {
            return None;
        }
        let mean = |of: fn(&(f64, f64)) -> f64| smallest.values().map(of).sum::<f64>() / smallest.len() as f64;
        Some(RunValue { ln_ratio: rounded(mean(|&(y, x)| y - x), 6), ln_control: rounded(mean(|&(_, x)| x), 6) })
    }

    /// Returns true if both logarithms are those of a latency.
    pub fn is_plausible(&self) -> bool {
        [self.ln_ratio, self.ln_control].iter().all(|ln| ln.is_finite() && ln.abs() <= MOST)
    }
}
