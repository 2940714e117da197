//! The rules for counts: how much they may change.

use std::{fmt, str::FromStr};

use pass::Counts;
use solver::strategy;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counter {
    Nodes,
    /// Nodes chosen among alternatives.
    Guesses,
    Backtracks,
}

impl Counter {
    pub const ALL: [Counter; 3] = [Counter::Nodes, Counter::Guesses, Counter::Backtracks];

    pub fn name(self) -> &'static str {
        match self {
            Counter::Nodes => "nodes",
            Counter::Guesses => "guesses",
            Counter::Backtracks => "backtracks",
        }
    }

    pub fn of(self, counts: &Counts) -> u64 {
        match self {
            Counter::Nodes => counts.nodes,
            Counter::Guesses => counts.guesses,
            Counter::Backtracks => counts.backtracks,
        }
    }
}

/// The rule for counters without a [`Limit`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    Exact,
    /// No sum may increase.
    #[default]
    ExactImproveOk,
}

/// A limit on a counter: `STRATEGY.COUNTER=BOUND`, where `*` matches any strategy or counter. BOUND is `N%`, the largest
/// increase in percent of the baseline; `N`, the largest value; or both, separated by `|`.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    strategy: Option<String>,
    counter: Option<Counter>,
    /// The largest increase, in percent of the baseline.
    percent: Option<f64>,
    most: Option<u64>,
}

impl FromStr for Limit {
    type Err = String;

    fn from_str(text: &str) -> Result<Limit, String> {
        let (target, bounds) = text.split_once('=').ok_or_else(|| malformed(text))?;
        let (strategy, counter) = target.rsplit_once('.').ok_or_else(|| malformed(text))?;
        let unknown = || String::from("the counters are nodes, guesses, backtracks and *");
        let counter = match counter {
            "*" => None,
            name => Some(Counter::ALL.into_iter().find(|counter| counter.name() == name).ok_or_else(unknown)?),
        };
        if strategy.is_empty() {
            return Err(malformed(text));
        }
        let strategy = (strategy != "*").then(|| strategy::canonical_name(strategy));
        let mut limit = Limit { strategy, counter, percent: None, most: None };
        for bound in bounds.split('|') {
            let repeated = match bound.strip_suffix('%') {
                Some(percent) => {
                    let percent = percent.parse().ok().filter(|percent: &f64| percent.is_finite() && *percent >= 0.0);
                    limit.percent.replace(percent.ok_or_else(|| malformed(text))?).is_some()
                }
                None => limit.most.replace(bound.parse().map_err(|_| malformed(text))?).is_some(),
            };
            if repeated {
                return Err(malformed(text));
            }
        }
        Ok(limit)
    }
}

fn malformed(text: &str) -> String {
    format!("{text:?} is not like dlx.nodes=0%, *.backtracks=1%|500000 or dlx.*=500000")
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = self.percent.map(|percent| format!("{percent}%"));
        let bounds: Vec<_> = percent.into_iter().chain(self.most.map(|most| most.to_string())).collect();
        let counter = self.counter.map_or("*", Counter::name);
        write!(f, "{}.{counter}={}", self.strategy.as_deref().unwrap_or("*"), bounds.join("|"))
    }
}

impl Limit {
    fn matches(&self, strategy: &str, counter: Counter) -> bool {
        self.strategy.as_ref().is_none_or(|name| name == strategy) && self.counter.is_none_or(|own| own == counter)
    }

    /// Returns the strategy that the limit names; `None` if it matches any.
    pub fn strategy(&self) -> Option<&str> {
        self.strategy.as_deref()
    }

    fn allows(&self, base: u64, current: u64) -> bool {
        self.percent.is_none_or(|percent| is_within(percent, base, current))
            && self.most.is_none_or(|most| current <= most)
    }
}

/// Returns true if a counter grew by at most this percentage.
fn is_within(percent: f64, base: u64, current: u64) -> bool {
    // The tolerance absorbs rounding: 0.1 % of 1,000 allows 1,001, although 0.1 has no exact binary form. A base
    // or a percentage of 0 allows no increase at all.
    let increase = current.saturating_sub(base) as f64;
    let allowed = base as f64 * percent;
    100.0 * increase <= allowed * (1.0 + 1e-12)
}

/// A policy, and the limits that take precedence over it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rules {
    pub policy: Policy,
    /// The limits; the last one that matches a counter applies.
    pub limits: Vec<Limit>,
}

impl Rules {
    pub fn limit(&self, strategy: &str, counter: Counter) -> Option<&Limit> {
        self.limits.iter().rev().find(|limit| limit.matches(strategy, counter))
    }

    pub fn allow(&self, strategy: &str, counter: Counter, base: u64, current: u64) -> bool {
        match (self.limit(strategy, counter), self.policy) {
            (Some(limit), _) => limit.allows(base, current),
            (None, Policy::Exact) => current == base,
            (None, Policy::ExactImproveOk) => current <= base,
        }
    }

    pub fn allow_changes(&self, strategy: &str) -> bool {
        self.policy != Policy::Exact || Counter::ALL.iter().any(|&counter| self.limit(strategy, counter).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(policy: Policy, limits: &[&str]) -> Rules {
        Rules { policy, limits: limits.iter().map(|limit| limit.parse().unwrap()).collect() }
    }

    #[test]
    fn relative_and_absolute_bounds_both_apply() {
        let rules = rules(Policy::Exact, &["*.backtracks=1%|500000"]);
        let allows = |base, current| rules.allow("dlx", Counter::Backtracks, base, current);
        assert!(allows(400_000, 404_000) && !allows(400_000, 404_001));
        assert!(allows(499_000, 500_000) && !allows(499_000, 500_001));
        assert!(allows(0, 0) && !allows(0, 1), "any increase from 0 exceeds a percentage");
        for (percent, base, most) in [(0.1, 1000, 1001), (2.3, 100_000, 102_300), (4.1, 500_000, 520_500)] {
            let limit: Limit = format!("dlx.nodes={percent}%").parse().unwrap();
            assert!(limit.allows(base, most) && !limit.allows(base, most + 1), "{percent} % of {base}");
        }
        let none: Limit = "dlx.nodes=0%".parse().unwrap();
        assert!(none.allows(1 << 60, 1 << 60) && !none.allows(1 << 60, (1 << 60) + 1));
        assert!(!rules.allow("dlx", Counter::Nodes, 5, 4), "the policy applies to a counter without a limit");
        assert!(rules.allow_changes("dlx"));
    }
}
