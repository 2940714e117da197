//! The costs of a search that figures show.

use hdrhistogram::Histogram;
use pass::Sample;

use super::{Unit, ZERO, run::Run};

pub struct Cost {
    pub name: &'static str,
    pub unit: Unit,
    pub of: fn(&Sample) -> u64,
}

/// The smallest latency over the rounds.
pub const LATENCY: Cost = Cost { name: "latency", unit: Unit::Nanoseconds, of: |sample| sample.latency_ns };
pub const NODES: Cost = Cost { name: "nodes", unit: Unit::Count, of: |sample| sample.nodes };
pub const BACKTRACKS: Cost = Cost { name: "backtracks", unit: Unit::Count, of: |sample| sample.backtracks };

/// Creates a histogram of three digits that grows with its values.
pub fn counter() -> Histogram<u64> {
    Histogram::new(3).expect("three digits are valid")
}

/// Records a number. A file may hold any, and the largest does not fit.
pub fn record(histogram: &mut Histogram<u64>, value: u64) {
    histogram.record(value.min(u64::MAX / 2)).expect("the histogram grows");
}

impl Cost {
    pub fn shown(&self, cost: u64) -> f64 {
        match (cost, self.unit) {
            (0, Unit::Count) => ZERO,
            // A file may hold a latency of 0, which counts as 1 ns.
            (cost, _) => cost.max(1) as f64,
        }
    }

    /// Returns a sentence for the caption of a figure that shows this cost of these strategies; empty if there is
    /// nothing to add.
    pub fn note(&self, run: &Run, shown: &[usize]) -> String {
        if self.unit == Unit::Nanoseconds { run.amortised_note(shown) } else { String::new() }
    }
}
