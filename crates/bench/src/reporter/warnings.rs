//! Warnings about a run whose latencies were disturbed, each a line that says what to do.

use crate::record::{Disturbance, Record};

/// Returns the warnings about a run; empty if nothing disturbed it.
pub fn warnings(record: &Record) -> Vec<String> {
    record.disturbances().iter().map(warning).collect()
}

fn warning(disturbance: &Disturbance) -> String {
    match disturbance {
        Disturbance::Load { per_processor } => format!(
            "the machine was busy before the run began, with a load of {per_processor:.1} per processor; \
             end other programs for exact latencies"
        ),
        Disturbance::Waiting { cpu_share } => format!(
            "the searches had a processor for only {:.0} % of their time; use fewer threads, end other programs, \
             and do not suspend the run",
            100.0 * cpu_share
        ),
        Disturbance::Noise { strategy, noise } => format!(
            "the latency of {strategy} beside the control varies by {:.0} % within the run (interquartile range); measure \
             on an idle machine, with one thread or with more rounds",
            100.0 * noise
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_warning_says_what_was_found_and_what_to_do() {
        let noise = Disturbance::Noise { strategy: "dlx".into(), noise: 0.0712 };
        let all = [Disturbance::Load { per_processor: 2.345 }, Disturbance::Waiting { cpu_share: 0.517 }, noise];
        insta::assert_snapshot!(all.iter().map(warning).collect::<Vec<_>>().join("\n"));
    }
}
