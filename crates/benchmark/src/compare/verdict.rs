//! The verdict on a strategy's counts, and on a whole comparison.

use std::fmt;

use serde::{Serialize, Serializer};

use super::{CountChanges, Counter, LatencyChange, LatencyVerdict, Policy, Rules};

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StrategyComparison {
    pub strategy: String,
    pub counters: CounterVerdict,
    pub violations: Vec<Violation>,
    #[serde(flatten)]
    pub counts: CountChanges,
    /// How its latency changed; `None` if it was not measured in both runs, or if different searches finished in every block.
    pub latency: Option<LatencyChange>,
}

/// The verdict of a comparison, from best to worst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    #[default]
    Pass,
    /// Nothing is known to have become worse, but the data do not suffice to rule it out.
    Inconclusive,
    Regressed,
    /// An answer is wrong, or missing although the baseline has one.
    Wrong,
}

impl Verdict {
    /// Returns the worst verdict on any strategy. Latencies are ignored unless `latency_gates`. If they gate, a
    /// strategy in `different_searches` is inconclusive, because its latencies cannot be compared.
    pub(super) fn of(strategies: &[StrategyComparison], latency_gates: bool, different_searches: &[String]) -> Verdict {
        strategies
            .iter()
            .map(|strategy| verdict_on(strategy, latency_gates, different_searches))
            .max()
            .unwrap_or(Verdict::Pass)
    }
}

fn verdict_on(strategy: &StrategyComparison, latency_gates: bool, different_searches: &[String]) -> Verdict {
    let latency = strategy.latency.filter(|_| latency_gates).map(|latency| latency.verdict);
    match (strategy.counters, latency) {
        _ if strategy.counts.has_wrong_answers() => Verdict::Wrong,
        (CounterVerdict::Regressed, _) | (_, Some(LatencyVerdict::Regressed)) => Verdict::Regressed,
        (CounterVerdict::LeftOut, _) | (_, Some(LatencyVerdict::Inconclusive)) => Verdict::Inconclusive,
        _ if strategy.counts.timed_out > 0 => Verdict::Inconclusive,
        _ if latency_gates && different_searches.contains(&strategy.strategy) => Verdict::Inconclusive,
        _ => Verdict::Pass,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CounterVerdict {
    Same,
    /// Some sum is smaller and none is larger.
    Improved,
    /// Rows changed within the rules.
    Changed,
    Regressed,
    /// Every puzzle hit a time limit, so no counts can be compared.
    LeftOut,
}

impl CounterVerdict {
    pub fn name(self) -> &'static str {
        match self {
            CounterVerdict::Same => "same",
            CounterVerdict::Improved => "improved",
            CounterVerdict::Changed => "changed",
            CounterVerdict::Regressed => "regressed",
            CounterVerdict::LeftOut => "left out",
        }
    }

    pub(crate) fn of(counts: &CountChanges, violations: &[Violation]) -> CounterVerdict {
        let any_sum = |is: fn(&u64, &u64) -> bool| {
            Counter::ALL.iter().any(|counter| is(&counter.of(&counts.current), &counter.of(&counts.base)))
        };
        if counts.base.puzzles == 0 && counts.left_out > 0 {
            CounterVerdict::LeftOut
        } else if !violations.is_empty() {
            CounterVerdict::Regressed
        } else if counts.same {
            CounterVerdict::Same
        } else if any_sum(u64::lt) && !any_sum(u64::gt) {
            CounterVerdict::Improved
        } else {
            CounterVerdict::Changed
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Violation {
    Sum {
        counter: Counter,
        base: u64,
        current: u64,
        rule: String,
    },
    /// Rows changed, although no sum did.
    Rows,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::Sum { counter, base, current, rule } => {
                write!(f, "{} {base} → {current}, {rule}", counter.name())
            }
            Violation::Rows => f.write_str("rows changed with the same sums, where no change is allowed"),
        }
    }
}

impl Serialize for Violation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

pub(crate) fn violations(strategy: &str, counts: &CountChanges, rules: &Rules) -> Vec<Violation> {
    let mut violations = Vec::new();
    for counter in Counter::ALL {
        let base = counter.of(&counts.base);
        let current = counter.of(&counts.current);
        if !rules.allow(strategy, counter, base, current) {
            let rule = match (rules.limit(strategy, counter), rules.policy) {
                (Some(limit), _) => format!("over the limit {limit}"),
                (None, Policy::Exact) => "where no change is allowed".into(),
                (None, Policy::ExactImproveOk) => "where no increase is allowed".into(),
            };
            violations.push(Violation::Sum { counter, base, current, rule });
        }
    }
    if violations.is_empty() && !counts.same && !rules.allow_changes(strategy) {
        violations.push(Violation::Rows);
    }
    violations
}
