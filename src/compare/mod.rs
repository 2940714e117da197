//! Two results → a verdict.
//!
//! The order of judgement: are they of the same work, is every answer right, do the counts hold, do the latencies? What is
//! not of the same work is an error and never a verdict.

mod changes;
mod comparable;
mod judgement;
mod latency;
mod policy;
mod side;
mod texts;

use serde::Serialize;

pub use changes::{LARGEST, Moves, PuzzleChange, PuzzleCounts, Tally, check_something, sums, tally};
pub use latency::{CONFIDENCE, FEWEST_ROUNDS, Latency, LatencyVerdict, judge};
pub use policy::{Counter, Limit, Policy, Rules};
pub use side::Side;
pub use texts::find_texts;

use crate::{
    error::{Error, Result},
    record::{Manifest, Results},
    stats::{geometric_mean, rounded},
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
    /// Every puzzle hit a time limit: there is nothing to compare.
    LeftOut,
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
    if let Some(reason) = comparable::incomparable(left, right) {
        return Ok((vec![None; strategies.len()], vec![reason.into()]));
    }
    let cells = |manifest: &Manifest, cells: &[crate::record::StrategyCells], name: &str| {
        let place = manifest.strategies.iter().position(|strategy| strategy.name == name);
        place.map(|place| cells[place].clone()).unwrap_or_default()
    };
    let pairs: Vec<_> = strategies.iter().map(|name| (cells(left, &ours, name), cells(right, &theirs, name))).collect();
    Ok((judge(&pairs, noise), comparable::advisory(left, right)))
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
            let violations = judgement::violations(name, &tally, rules);
            let counters = judgement::counter_verdict(&tally, &violations);
            StrategyComparison { strategy: name.clone(), counters, violations, tally, latency }
        };
        let strategies: Vec<_> = names.iter().zip(tallies).zip(latencies).map(compared).collect();
        let Subject { base, current, corpora, latency_advisory, left_out } = subject;
        let nodes = strategies.iter().filter(|strategy| strategy.tally.base.nodes > 0);
        let nodes = nodes.map(|strategy| strategy.tally.current.nodes as f64 / strategy.tally.base.nodes as f64);
        let latency = strategies.iter().filter_map(|strategy| Some(strategy.latency?.ratio));
        let digits = |ratio| rounded(ratio, 9);
        Comparison {
            schema_version: SCHEMA_VERSION,
            verdict: judgement::verdict(&strategies, latency_advisory.is_empty()),
            base,
            current,
            corpora,
            latency_advisory,
            left_out,
            geomean_nodes: geometric_mean(nodes).map(digits),
            geomean_latency: geometric_mean(latency).map(digits),
            strategies,
        }
    }

    /// Whether latencies decide.
    pub fn latency_gates(&self) -> bool {
        self.latency_advisory.is_empty()
    }
}
