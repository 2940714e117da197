//! The typical latency of a run, as measured: what the table shows beside the ratio.

use std::collections::BTreeMap;

use stats::{Cell, geometric_mean, medians};

/// Returns the typical latencies of two runs in nanoseconds: the geometric mean over the blocks that both have, each with the
/// median of its rounds. `None` without a common block.
pub fn typical_latencies(base: &[Cell], current: &[Cell]) -> Option<[f64; 2]> {
    let mut base = block_medians(base);
    let mut current = block_medians(current);
    base.retain(|block, _| current.contains_key(block));
    current.retain(|block, _| base.contains_key(block));
    let mean_of = |medians: BTreeMap<u64, f64>| geometric_mean(medians.into_values().map(f64::exp));
    Some([mean_of(base)?, mean_of(current)?])
}

fn block_medians(cells: &[Cell]) -> BTreeMap<u64, f64> {
    medians(cells.iter().map(|cell| (cell.block, cell.value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_common_blocks_count() {
        let run = |latencies: &[(u32, u64, f64)]| -> Vec<Cell> {
            let cell = |&(round, block, ns): &(u32, u64, f64)| Cell { round, block, value: ns.ln(), ..Cell::default() };
            latencies.iter().map(cell).collect()
        };
        let base = run(&[(0, 0, 100.0), (1, 0, 100.0), (2, 0, 9e9), (0, 1, 400.0), (0, 2, 7.0)]);
        let [before, after] = typical_latencies(&base, &run(&[(0, 0, 300.0), (0, 1, 300.0)])).unwrap();
        assert!((before - 200.0).abs() < 1e-9 && (after - 300.0).abs() < 1e-9, "{before} {after}");
        assert_eq!(typical_latencies(&base, &run(&[(0, 3, 1.0)])), None);
    }
}
