//! A comparison: the content of `compare.json`.

use serde::Serialize;

use super::{CountChanges, CounterVerdict, LatencyChange, Rules, StrategyComparison, Verdict, verdict};
use crate::record::json_text;
use stats::{geometric_mean, significant};

pub const SCHEMA_VERSION: u32 = 1;

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Comparison {
    /// The version of the layout of `compare.json`.
    pub schema_version: u32,
    pub verdict: Verdict,
    pub base: String,
    pub current: String,
    pub corpora: Vec<String>,
    /// Why latencies do not decide the verdict, or are not compared; empty if they decide.
    pub latency_advisory: Vec<String>,
    /// Strategies whose latencies cannot be compared because different searches finished in every block.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub different_searches: Vec<String>,
    pub left_out: Vec<String>,
    pub strategies: Vec<StrategyComparison>,
    /// The geometric mean of the ratios of nodes (current over base), over the strategies with nodes in the baseline.
    pub geomean_nodes: Option<f64>,
    /// The geometric mean of the ratios of latency, current over base.
    pub geomean_latency: Option<f64>,
}

impl Comparison {
    /// Judges the changes of counts and latencies of the named strategies. The rest of the comparison stays as it is.
    pub(crate) fn judged(
        self,
        names: &[String],
        counts: Vec<CountChanges>,
        latencies: Vec<Option<LatencyChange>>,
        rules: &Rules,
    ) -> Comparison {
        let judged = names.iter().zip(counts).zip(latencies);
        let strategies: Vec<_> = judged.map(|((name, counts), latency)| judge(name, counts, latency, rules)).collect();
        let with_nodes = strategies.iter().filter(|strategy| strategy.counts.base.nodes > 0);
        let nodes = with_nodes.map(|strategy| strategy.counts.current.nodes as f64 / strategy.counts.base.nodes as f64);
        let latency = strategies.iter().filter_map(|strategy| Some(strategy.latency?.ratio));
        Comparison {
            schema_version: SCHEMA_VERSION,
            verdict: Verdict::of(&strategies, self.latency_gates(), &self.different_searches),
            geomean_nodes: geometric_mean(nodes).map(ten_digits),
            geomean_latency: geometric_mean(latency).map(ten_digits),
            strategies,
            ..self
        }
    }

    pub fn has_latencies(&self) -> bool {
        self.strategies.iter().any(|strategy| strategy.latency.is_some())
    }

    pub fn latency_gates(&self) -> bool {
        self.latency_advisory.is_empty()
    }

    pub fn to_json(&self) -> Vec<u8> {
        json_text(self)
    }
}

fn judge(name: &str, counts: CountChanges, latency: Option<LatencyChange>, rules: &Rules) -> StrategyComparison {
    let violations = verdict::violations(name, &counts, rules);
    let counters = CounterVerdict::of(&counts, &violations);
    StrategyComparison { strategy: name.into(), counters, violations, counts, latency }
}

/// Rounds a ratio. Counts are exact: one node in a hundred million must be visible.
fn ten_digits(ratio: f64) -> f64 {
    significant(ratio, 10)
}
