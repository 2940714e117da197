//! The latency of a run as one number that other runs of the same work on the same machine can be compared with.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Cell, rounded};

/// The largest possible logarithm of a ratio or a latency.
const MAX_LN: f64 = 50.0;

/// The latency of a strategy in a run, as natural logarithms.
///
/// In each block, the smallest latency over the rounds is compared with the smallest latency of the control over the same rounds.
/// Interruptions only add time, so two runs are most alike in the quietest of their cells.
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
        let quietest = Quietest::of(cells, |cell| cell.block);
        if quietest.is_empty() || 2 * quietest.len() < blocks {
            return None;
        }
        let mean = |of: fn(&Quietest) -> f64| quietest.values().map(of).sum::<f64>() / quietest.len() as f64;
        Some(RunValue { ln_ratio: rounded(mean(Quietest::ratio), 6), ln_control: rounded(mean(|one| one.control), 6) })
    }

    /// Returns true if both logarithms are those of a latency.
    pub fn is_plausible(&self) -> bool {
        [self.ln_ratio, self.ln_control].iter().all(|ln| ln.is_finite() && ln.abs() <= MAX_LN)
    }
}

/// The smallest value and the smallest control of several cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quietest {
    value: f64,
    pub control: f64,
}

impl Quietest {
    /// Returns the smallest values of each group of cells.
    pub fn of<K: Ord>(cells: &[Cell], group: impl Fn(&Cell) -> K) -> BTreeMap<K, Quietest> {
        let mut groups = BTreeMap::new();
        for cell in cells {
            let quietest =
                groups.entry(group(cell)).or_insert(Quietest { value: f64::INFINITY, control: f64::INFINITY });
            quietest.value = quietest.value.min(cell.value);
            quietest.control = quietest.control.min(cell.control);
        }
        groups
    }

    /// Returns the logarithm of the strategy's latency divided by the control's.
    pub fn ratio(&self) -> f64 {
        self.value - self.control
    }
}
