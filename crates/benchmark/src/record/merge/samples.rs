//! Merges the samples of two rounds over the same corpus, as a pure function.
//!
//! A sample is wrong if it is wrong in any round, finished if it finished in any round, and has the smallest latency of all
//! rounds. Its counters must be the same in every round, unless a time limit stopped the search.

use corpus::error::{Error, Result};
use pass::{Detail, Sample, Status};

use crate::record::StrategyManifest;

/// Merges the samples of a puzzle in a round, one per strategy, into those of the rounds before. `line` is that of the puzzle. Returns
/// an error if the counters of a strategy differ.
pub fn merge_samples(line: u64, merged: &mut [Sample], next: &[Sample], strategies: &[StrategyManifest]) -> Result<()> {
    for ((merged, next), strategy) in merged.iter_mut().zip(next).zip(strategies) {
        *merged = merge_sample(merged, next).ok_or_else(|| {
            let change = format!("the counts of {} differ from those of the round before", strategy.name);
            changed(line, &change)
        })?;
    }
    Ok(())
}

pub fn changed(line: u64, change: &str) -> Error {
    Error::Changed(format!("line {line}: {change}"))
}

fn merge_sample(before: &Sample, now: &Sample) -> Option<Sample> {
    if counts_of(before) != counts_of(now) && before.status.repeats() && now.status.repeats() {
        return None;
    }
    Some(match rank_of(before).cmp(&rank_of(now)) {
        std::cmp::Ordering::Less => *before,
        std::cmp::Ordering::Equal => Sample { latency_ns: before.latency_ns.min(now.latency_ns), ..*now },
        std::cmp::Ordering::Greater => *now,
    })
}

fn counts_of(sample: &Sample) -> Sample {
    Sample { latency_ns: 0, detail: Detail::None, ..*sample }
}

/// Returns how much a sample tells: the lowest rank is kept.
fn rank_of(sample: &Sample) -> u8 {
    match sample.status {
        Status::Wrong => 0,
        status if status.repeats() => 1,
        Status::EngineError | Status::NotTried => 3,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use Status::{NodeLimit, Solved, TimeLimit, Wrong};

    use super::*;

    fn sample(status: Status, nodes: u64, latency_ns: u64) -> Sample {
        Sample { status, nodes, latency_ns, ..Sample::INVALID }
    }

    fn merged(before: (Status, u64, u64), now: (Status, u64, u64)) -> Option<(Status, u64, u64)> {
        let of = |(status, nodes, latency_ns)| sample(status, nodes, latency_ns);
        merge_sample(&of(before), &of(now)).map(|sample| (sample.status, sample.nodes, sample.latency_ns))
    }

    #[test]
    fn the_sample_that_tells_most_is_kept_with_the_smallest_latency() {
        for (one, other, kept) in [
            ((Solved, 5, 90), (Solved, 5, 70), Some((Solved, 5, 70))),
            ((Wrong, 1, 9), (Solved, 5, 7), Some((Wrong, 1, 9))),
            ((TimeLimit, 2, 9), (Solved, 6, 8), Some((Solved, 6, 8))),
            ((Solved, 5, 90), (Solved, 6, 70), None),
            ((NodeLimit, 5, 90), (Solved, 5, 70), None),
        ] {
            assert_eq!((merged(one, other), merged(other, one)), (kept, kept), "{one:?} {other:?}");
        }
        let mut before = [sample(Solved, 5, 90)];
        let strategies = crate::record::strategies_named(&["dlx"]);
        let error = merge_samples(3, &mut before, &[sample(Solved, 6, 9)], &strategies).unwrap_err();
        assert_eq!(error.to_string(), "line 3: the counts of dlx differ from those of the round before");
    }
}
