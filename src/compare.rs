//! Two results → a verdict.
//!
//! The order of judgement: are they of the same work, is every answer right, do the counts hold, do the latencies? What is
//! not of the same work is an error and never a verdict.

mod changes;
mod comparable;
mod latency;
mod policy;
mod side;
mod texts;

use std::collections::BTreeSet;

use serde::Serialize;

pub use changes::{LARGEST, Moves, PuzzleChange, PuzzleCounts, Tally, check_something, sums, tally};
pub use latency::{CONFIDENCE, FEWEST_ROUNDS, Latency, LatencyVerdict, judge};
pub use policy::{Counter, Limit, Policy, Rules};
pub use side::Side;
pub use texts::find_texts;

use crate::{
    error::{Error, Result},
    reporter::Manifest,
    results::Results,
    stats::geometric_mean,
};

/// The version of the layout of `compare.json`.
pub const SCHEMA_VERSION: u32 = 1;

/// How to compare.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// What counts may become.
    pub rules: Rules,
    /// Latencies that change by no more than this share are unchanged.
    pub noise: f64,
    /// Whether strategies that only one side has are left out, rather than a reason not to compare.
    pub common_only: bool,
}

/// What a comparison comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Nothing became worse.
    Pass,
    /// Nothing is known to have become worse, but of some latency it is not known that it did not.
    Inconclusive,
    /// A count or a latency became worse.
    Regressed,
    /// An answer is wrong, or there is none any more.
    Wrong,
}

impl Verdict {
    /// Its name in every file.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Pass => "pass",
            Verdict::Inconclusive => "inconclusive",
            Verdict::Regressed => "regressed",
            Verdict::Wrong => "wrong",
        }
    }
}

/// What became of a strategy's counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CounterVerdict {
    /// Every row is the same.
    Same,
    /// Some sum is smaller and none is larger.
    Improved,
    /// Something changed that may.
    Changed,
    /// Something changed that may not.
    Regressed,
}

/// One strategy in a comparison.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StrategyComparison {
    /// Its name.
    pub strategy: String,
    /// What became of its counts.
    pub counters: CounterVerdict,
    /// What is not as it may be, in words.
    pub violations: Vec<String>,
    /// Its counts.
    #[serde(flatten)]
    pub tally: Tally,
    /// Its latency, where both sides have some.
    pub latency: Option<Latency>,
}

/// A comparison: the content of `compare.json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// [`SCHEMA_VERSION`].
    pub schema_version: u32,
    /// What it comes to.
    pub verdict: Verdict,
    /// What is compared with.
    pub base: String,
    /// What is compared.
    pub current: String,
    /// The input files.
    pub corpora: Vec<String>,
    /// Why latencies only advise, or are not compared; empty where they decide.
    pub latency_advisory: Vec<String>,
    /// Strategies that only one side has, which are left out.
    pub left_out: Vec<String>,
    /// The strategies of both.
    pub strategies: Vec<StrategyComparison>,
    /// The geometric mean of the strategies' ratios of nodes, over those that have nodes.
    pub geomean_nodes: Option<f64>,
    /// The geometric mean of the strategies' ratios of latency.
    pub geomean_latency: Option<f64>,
}

/// What is compared, and how: everything but the numbers.
#[derive(Clone, Debug, Default)]
pub struct Subject {
    /// What is compared with.
    pub base: String,
    /// What is compared.
    pub current: String,
    /// The input files.
    pub corpora: Vec<String>,
    /// Why latencies only advise, or are not compared.
    pub latency_advisory: Vec<String>,
    /// Strategies that only one side has.
    pub left_out: Vec<String>,
}

/// Compares; `on_change` is told of every row that changed.
///
/// # Errors
///
/// The sides are not of the same work, there is nothing to compare, or a file is not as it was written.
pub fn compare(
    base: &Side,
    current: &Side,
    options: &Options,
    on_change: impl FnMut(&str, &PuzzleChange) -> Result<()>,
) -> Result<Comparison> {
    comparable::check(base, current, options.common_only)?;
    let (ours, theirs) = (base.strategies(), current.strategies());
    let (common, left_out): (Vec<&str>, Vec<&str>) = ours
        .iter()
        .chain(theirs.iter().filter(|name| !ours.contains(name)))
        .partition(|name| ours.contains(name) && theirs.contains(name));
    let common: Vec<String> = common.into_iter().map(String::from).collect();
    check_limits(&options.rules, &common)?;
    let tallies = tally(base, current, &common, on_change)?;
    let (latencies, latency_advisory) = match (base.results(), current.results()) {
        (Some(base), Some(current)) => latencies(base, current, &common, options.noise)?,
        _ => (vec![None; common.len()], vec!["a lock file has counts only".into()]),
    };
    let subject = Subject {
        base: base.name(),
        current: current.name(),
        corpora: current.conditions().corpora.into_iter().map(|file| file.path).collect(),
        latency_advisory,
        left_out: left_out.into_iter().map(String::from).collect(),
    };
    Ok(Comparison::new(subject, &common, tallies, latencies, &options.rules))
}

/// A limit on a strategy that is not there would never be hit.
pub fn check_limits(rules: &Rules, strategies: &[String]) -> Result<()> {
    let mut named = rules.limits.iter().filter_map(|limit| Some((limit, limit.strategy()?)));
    match named.find(|(_, name)| !strategies.iter().any(|strategy| strategy == name)) {
        None => Ok(()),
        Some((limit, _)) => {
            let there = strategies.join(", ");
            Err(Error::Usage(format!("--limit {limit}: no such strategy is compared; there are {there}")))
        }
    }
}

/// The latencies of these strategies, and why they only advise.
fn latencies(
    base: &Results,
    current: &Results,
    strategies: &[String],
    noise: f64,
) -> Result<(Vec<Option<Latency>>, Vec<String>)> {
    let (left, right) = (&base.manifest, &current.manifest);
    // Read even if nothing comes of it: what is broken is said to be.
    let (ours, theirs) = (base.cells()?, current.cells()?);
    if let Some(reason) = incomparable(left, right) {
        return Ok((vec![None; strategies.len()], vec![reason.into()]));
    }
    let cells = |manifest: &Manifest, cells: &[crate::results::Cells], name: &str| {
        let place = manifest.strategies.iter().position(|strategy| strategy.name == name);
        place.map(|place| cells[place].clone()).unwrap_or_default()
    };
    let pairs: Vec<_> = strategies.iter().map(|name| (cells(left, &ours, name), cells(right, &theirs, name))).collect();
    Ok((judge(&pairs, noise), advisory(left, right)))
}

/// Why latencies cannot be compared at all.
fn incomparable(left: &Manifest, right: &Manifest) -> Option<&'static str> {
    if left.block_size != right.block_size {
        return Some("the blocks are of different sizes");
    }
    if left.control.is_none() || left.control != right.control {
        return Some("the runs do not have the same control");
    }
    None
}

/// Why latencies can be compared, but decide nothing.
fn advisory(left: &Manifest, right: &Manifest) -> Vec<String> {
    let mut reasons = Vec::new();
    let cpu = |manifest: &Manifest| manifest.machine.cpu.clone().unwrap_or_else(|| "unknown".into());
    if left.machine.cpu_id.is_none() || left.machine.cpu_id != right.machine.cpu_id || cpu(left) != cpu(right) {
        reasons.push(format!("different processors, or unknown ones: {} and {}", cpu(left), cpu(right)));
    }
    let rounds = left.rounds_complete.min(right.rounds_complete);
    if rounds < FEWEST_ROUNDS {
        reasons.push(format!("fewer than {FEWEST_ROUNDS} complete rounds: {rounds}"));
    }
    let strategies = |manifest: &Manifest| -> BTreeSet<String> {
        manifest.strategies.iter().map(|strategy| strategy.name.clone()).collect()
    };
    if strategies(left) != strategies(right) {
        reasons.push("other strategies ran beside them".into());
    }
    let mut differ = |what: &str, left: &str, right: &str| {
        if left != right {
            reasons.push(format!("different {what}: {left} and {right}"));
        }
    };
    differ("numbers of threads", &left.threads.to_string(), &right.threads.to_string());
    differ("instruction sets", &left.simd, &right.simd);
    differ("build profiles", &left.tool.profile, &right.tool.profile);
    differ("targets", &left.tool.target, &right.tool.target);
    reasons
}

impl Comparison {
    /// Judges what was found.
    pub fn new(
        subject: Subject,
        names: &[String],
        tallies: Vec<Tally>,
        latencies: Vec<Option<Latency>>,
        rules: &Rules,
    ) -> Comparison {
        let compared = |((name, tally), latency): ((&String, Tally), Option<Latency>)| {
            let violations = violations(name, &tally, rules);
            let counters = counter_verdict(&tally, &violations);
            StrategyComparison { strategy: name.clone(), counters, violations, tally, latency }
        };
        let strategies: Vec<_> = names.iter().zip(tallies).zip(latencies).map(compared).collect();
        let Subject { base, current, corpora, latency_advisory, left_out } = subject;
        let nodes = strategies.iter().filter(|strategy| strategy.tally.base.nodes > 0);
        let nodes = nodes.map(|strategy| strategy.tally.current.nodes as f64 / strategy.tally.base.nodes as f64);
        let latency = strategies.iter().filter_map(|strategy| Some(strategy.latency?.ratio));
        Comparison {
            schema_version: SCHEMA_VERSION,
            verdict: verdict(&strategies, latency_advisory.is_empty()),
            base,
            current,
            corpora,
            latency_advisory,
            left_out,
            geomean_nodes: geometric_mean(nodes),
            geomean_latency: geometric_mean(latency),
            strategies,
        }
    }

    /// Whether latencies decide.
    pub fn latency_gates(&self) -> bool {
        self.latency_advisory.is_empty()
    }
}

fn verdict(strategies: &[StrategyComparison], latency_gates: bool) -> Verdict {
    let of = |strategy: &StrategyComparison| {
        let latency = strategy.latency.filter(|_| latency_gates).map(|latency| latency.verdict);
        match (strategy.counters, latency) {
            _ if strategy.tally.is_wrong() => Verdict::Wrong,
            (CounterVerdict::Regressed, _) | (_, Some(LatencyVerdict::Regressed)) => Verdict::Regressed,
            (_, Some(LatencyVerdict::Inconclusive)) => Verdict::Inconclusive,
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

fn violations(strategy: &str, tally: &Tally, rules: &Rules) -> Vec<String> {
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

fn counter_verdict(tally: &Tally, violations: &[String]) -> CounterVerdict {
    let any =
        |such: fn(&u64, &u64) -> bool| Counter::ALL.iter().any(|c| such(&c.of(&tally.current), &c.of(&tally.base)));
    if !violations.is_empty() {
        CounterVerdict::Regressed
    } else if tally.same {
        CounterVerdict::Same
    } else if any(u64::lt) && !any(u64::gt) {
        CounterVerdict::Improved
    } else {
        CounterVerdict::Changed
    }
}
