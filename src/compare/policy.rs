//! What a change of a count is allowed to be.

use std::{fmt, str::FromStr};

use crate::record::Counts;

/// A count that is held against its baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counter {
    /// Values assigned.
    Nodes,
    /// Nodes with an alternative.
    Guesses,
    /// Assignments undone.
    Backtracks,
}

impl Counter {
    /// All of them.
    pub const ALL: [Counter; 3] = [Counter::Nodes, Counter::Guesses, Counter::Backtracks];

    /// Its name in every file.
    pub fn name(self) -> &'static str {
        match self {
            Counter::Nodes => "nodes",
            Counter::Guesses => "guesses",
            Counter::Backtracks => "backtracks",
        }
    }

    /// Its sum.
    pub fn of(self, counts: &Counts) -> u64 {
        match self {
            Counter::Nodes => counts.nodes,
            Counter::Guesses => counts.guesses,
            Counter::Backtracks => counts.backtracks,
        }
    }
}

/// What holds where no limit says otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// Nothing may change.
    Exact,
    /// No sum may increase.
    #[default]
    ExactImproveOk,
}

impl FromStr for Policy {
    type Err = String;

    fn from_str(text: &str) -> Result<Policy, String> {
        match text {
            "exact" => Ok(Policy::Exact),
            "exact-improve-ok" => Ok(Policy::ExactImproveOk),
            _ => Err("the policies are exact and exact-improve-ok".into()),
        }
    }
}

/// A limit on a count: `STRATEGY.COUNTER=N%|N`, where `*` stands for any.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    strategy: Option<String>,
    counter: Option<Counter>,
    /// The most that it may increase, in percent of the baseline.
    soft: Option<f64>,
    /// The most that it may be.
    hard: Option<u64>,
}

impl FromStr for Limit {
    type Err = String;

    fn from_str(text: &str) -> Result<Limit, String> {
        let form = || format!("{text:?} is not like dlx.nodes=0%, *.backtracks=1%|500000 or dlx.*=500000");
        let (place, bounds) = text.split_once('=').ok_or_else(form)?;
        let (strategy, counter) = place.rsplit_once('.').ok_or_else(form)?;
        let named = |name: &str| Counter::ALL.into_iter().find(|counter| counter.name() == name);
        let counter = match counter {
            "*" => None,
            name => Some(named(name).ok_or("the counters are nodes, guesses, backtracks and *")?),
        };
        if strategy.is_empty() {
            return Err(form());
        }
        let mut limit = Limit { strategy: (strategy != "*").then(|| strategy.into()), counter, soft: None, hard: None };
        for bound in bounds.split('|') {
            let taken = match bound.strip_suffix('%') {
                Some(percent) => {
                    let percent = percent.parse().ok().filter(|percent: &f64| percent.is_finite() && *percent >= 0.0);
                    limit.soft.replace(percent.ok_or_else(form)?).is_some()
                }
                None => limit.hard.replace(bound.parse().map_err(|_| form())?).is_some(),
            };
            if taken {
                return Err(form());
            }
        }
        Ok(limit)
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let soft = self.soft.map(|percent| format!("{percent}%"));
        let bounds: Vec<_> = soft.into_iter().chain(self.hard.map(|most| most.to_string())).collect();
        let counter = self.counter.map_or("*", Counter::name);
        write!(f, "{}.{counter}={}", self.strategy.as_deref().unwrap_or("*"), bounds.join("|"))
    }
}

impl Limit {
    /// Whether it is about this count.
    fn is_about(&self, strategy: &str, counter: Counter) -> bool {
        self.strategy.as_ref().is_none_or(|name| name == strategy) && self.counter.is_none_or(|own| own == counter)
    }

    /// The name of the strategy that it is about, if it is about one.
    pub fn strategy(&self) -> Option<&str> {
        self.strategy.as_deref()
    }

    fn allows(&self, base: u64, current: u64) -> bool {
        // From nothing, no percentage leads anywhere: any increase is one.
        let soft = |percent| {
            // 0.1 % of 1,000 is 1, though 1.001 has no last binary digit; and 0 % is exact for any number.
            let (increase, allowed) = (current.saturating_sub(base) as f64, base as f64 * percent);
            100.0 * increase <= allowed * (1.0 + 1e-12)
        };
        let soft = self.soft.is_none_or(soft);
        soft && self.hard.is_none_or(|most| current <= most)
    }
}

/// The policy and the limits that take precedence over it, the last that is about a count over those before it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rules {
    /// What holds otherwise.
    pub policy: Policy,
    /// In the order of the command line.
    pub limits: Vec<Limit>,
}

impl Rules {
    /// The limit on a count.
    pub fn limit(&self, strategy: &str, counter: Counter) -> Option<&Limit> {
        self.limits.iter().rev().find(|limit| limit.is_about(strategy, counter))
    }

    /// Whether a sum may be what it is.
    pub fn allow(&self, strategy: &str, counter: Counter, base: u64, current: u64) -> bool {
        match (self.limit(strategy, counter), self.policy) {
            (Some(limit), _) => limit.allows(base, current),
            (None, Policy::Exact) => current == base,
            (None, Policy::ExactImproveOk) => current <= base,
        }
    }

    /// Whether rows of a strategy may change at all.
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
    fn without_limits_the_policy_decides() {
        let allowed = |policy| [9, 10, 11].map(|n| rules(policy, &[]).allow("dlx", Counter::Nodes, 10, n));
        assert_eq!(allowed(Policy::Exact), [false, true, false]);
        assert_eq!(allowed(Policy::ExactImproveOk), [true, true, false]);
    }

    #[test]
    fn the_last_limit_that_is_about_a_count_decides() {
        let rules =
            rules(Policy::Exact, &["*.nodes=10%", "dlx.nodes=0%", "*.backtracks=1%|500", "*.*=5", "naive.*=50%"]);
        let of = |strategy, counter| rules.limit(strategy, counter).unwrap().to_string();
        assert_eq!(of("dlx", Counter::Nodes), "*.*=5");
        assert_eq!(of("naive", Counter::Guesses), "naive.*=50%");
        assert!(rules.allow("naive", Counter::Nodes, 10, 15) && !rules.allow("naive", Counter::Nodes, 10, 16));
        assert!(rules.allow("naive", Counter::Nodes, 10, 2));
        assert!(rules.allow("dlx", Counter::Nodes, 1, 5) && !rules.allow("dlx", Counter::Nodes, 10, 6));
    }

    #[test]
    fn soft_and_hard_limits_hold_together() {
        let rules = rules(Policy::Exact, &["*.backtracks=1%|500000"]);
        let allows = |base, current| rules.allow("dlx", Counter::Backtracks, base, current);
        assert!(allows(400_000, 404_000) && !allows(400_000, 404_001));
        assert!(allows(499_000, 500_000) && !allows(499_000, 500_001));
        assert!(allows(0, 0) && !allows(0, 1), "an increase from nothing is one");
        for (percent, base, most) in [(0.1, 1000, 1001), (2.3, 100_000, 102_300), (4.1, 500_000, 520_500)] {
            let limit: Limit = format!("dlx.nodes={percent}%").parse().unwrap();
            assert!(limit.allows(base, most) && !limit.allows(base, most + 1), "{percent} % of {base}");
        }
        let none: Limit = "dlx.nodes=0%".parse().unwrap();
        assert!(none.allows(1 << 60, 1 << 60) && !none.allows(1 << 60, (1 << 60) + 1));
        assert!(!rules.allow("dlx", Counter::Nodes, 5, 4), "the policy holds for what has no limit");
        assert!(rules.allow_changes("dlx"));
    }

    #[test]
    fn what_is_no_limit_is_refused() {
        for text in ["", "dlx", "dlx=1%", "dlx.nodes", "dlx.nodes=", "dlx.nodes=-1%", "dlx.nodes=NaN%", ".nodes=1"] {
            assert!(text.parse::<Limit>().is_err(), "{text}");
        }
        for text in ["dlx.clues=1%", "dlx.nodes=1%|2%", "dlx.nodes=1|2", "dlx.nodes=x"] {
            assert!(text.parse::<Limit>().is_err(), "{text}");
        }
        assert_eq!("fc-mrv.*=2.5%|7".parse::<Limit>().unwrap().to_string(), "fc-mrv.*=2.5%|7");
    }
}
