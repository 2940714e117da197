//! What the numbers of a strategy, and of all strategies, come to.

use super::{Counter, CounterVerdict, LatencyVerdict, Policy, Rules, StrategyComparison, Tally, Verdict};

/// The worst that any strategy comes to.
pub fn verdict(strategies: &[StrategyComparison], latency_gates: bool) -> Verdict {
    let of = |strategy: &StrategyComparison| {
        let latency = strategy.latency.filter(|_| latency_gates).map(|latency| latency.verdict);
        match (strategy.counters, latency) {
            _ if strategy.tally.is_wrong() => Verdict::Wrong,
            (CounterVerdict::Regressed, _) | (_, Some(LatencyVerdict::Regressed)) => Verdict::Regressed,
            (CounterVerdict::LeftOut, _) | (_, Some(LatencyVerdict::Inconclusive)) => Verdict::Inconclusive,
            _ if strategy.tally.timed_out > 0 => Verdict::Inconclusive,
            _ => Verdict::Pass,
        }
    };
    strategies.iter().map(of).max().unwrap_or(Verdict::Pass)
}

impl Tally {
    /// Whether an answer is wrong, or is missing where there was one.
    pub fn is_wrong(&self) -> bool {
        self.current.wrong > 0 || self.lost > 0 || self.contradicted > 0
    }
}

/// What is not as it may be, in words.
pub fn violations(strategy: &str, tally: &Tally, rules: &Rules) -> Vec<String> {
    let mut violations = Vec::new();
    for counter in Counter::ALL {
        let (base, current) = (counter.of(&tally.base), counter.of(&tally.current));
        if !rules.allow(strategy, counter, base, current) {
            let rule = match (rules.limit(strategy, counter), rules.policy) {
                (Some(limit), _) => format!("over the limit {limit}"),
                (None, Policy::Exact) => "where no change is allowed".into(),
                (None, Policy::ExactImproveOk) => "where no increase is allowed".into(),
            };
            violations.push(format!("{} {base} → {current}, {rule}", counter.name()));
        }
    }
    if violations.is_empty() && !tally.same && !rules.allow_changes(strategy) {
        violations.push("rows changed where none may, with the same sums".into());
    }
    violations
}

/// What became of the counts.
pub fn counter_verdict(tally: &Tally, violations: &[String]) -> CounterVerdict {
    let any =
        |such: fn(&u64, &u64) -> bool| Counter::ALL.iter().any(|c| such(&c.of(&tally.current), &c.of(&tally.base)));
    if tally.base.puzzles == 0 && tally.left_out > 0 {
        CounterVerdict::LeftOut
    } else if !violations.is_empty() {
        CounterVerdict::Regressed
    } else if tally.same {
        CounterVerdict::Same
    } else if any(u64::lt) && !any(u64::gt) {
        CounterVerdict::Improved
    } else {
        CounterVerdict::Changed
    }
}
