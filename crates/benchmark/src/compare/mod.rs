//! Compares two runs, or a run and a lock file: counts exactly, latencies against the noise of the machine.
//!
//! Inputs that did different work are an error. Otherwise a wrong answer decides the verdict, then counts, then latencies.

mod bless;
mod changes_file;
mod comparable;
mod comparison;
mod counts;
mod input;
mod latency;
mod policy;
mod puzzle_change;
#[cfg(test)]
mod simulation;
mod typical_latency;
mod verdict;

pub use bless::{Replacement, replacements};
pub use changes_file::ChangesFile;
pub(crate) use comparable::require_same_work;
pub use comparison::Comparison;
pub use counts::CountChanges;
pub(crate) use counts::{compare_counts, require_puzzles};
pub use input::Input;
pub use latency::FloorBounds;
pub(crate) use latency::{FEWEST_ROUNDS, LatencyChange, LatencyVerdict};
pub(crate) use latency::{judge_differences, precision};
pub(crate) use policy::Counter;
pub use policy::{Limit, Policy, Rules};
pub use puzzle_change::PuzzleChange;
pub(crate) use puzzle_change::PuzzleCounts;
pub(crate) use typical_latency::typical_latencies;
pub use verdict::{CounterVerdict, StrategyComparison, Verdict};
pub(crate) use verdict::{Violation, violations};

use std::sync::atomic::AtomicBool;

use corpus::error::{Error, Result};
use pass::Counts;

use crate::record::{BLOCKS, Conditions, Manifest, Results, StrategyCells, puzzle_texts};

#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    pub rules: Rules,
    pub floors: FloorBounds,
    /// If true, strategies that only one run has are left out; otherwise they are an error.
    pub common_only: bool,
}

/// Compares two inputs; calls `on_change` for every row that changed. Returns an error if the inputs did different work
/// or have no puzzle to compare, or if a limit names a strategy that is not compared.
pub fn compare(
    base: &Input,
    current: &Input,
    options: &Options,
    on_change: impl FnMut(&str, &PuzzleChange) -> Result<()>,
) -> Result<Comparison> {
    comparable::require_same_work(base, current, options.common_only)?;
    let ours = base.strategies();
    let theirs = current.strategies();
    let (common, left_out): (Vec<&str>, Vec<&str>) = ours
        .iter()
        .chain(theirs.iter().filter(|name| !ours.contains(name)))
        .partition(|name| ours.contains(name) && theirs.contains(name));
    let common: Vec<String> = common.into_iter().map(String::from).collect();
    check_limits(&options.rules, &common)?;
    let counts = counts::compare_counts(base, current, &common, on_change)?;
    let Latencies { changes, advisory, different_searches } = match (base.results(), current.results()) {
        (Some(base), Some(current)) => compare_latencies(base, current, &common, &counts, options.floors)?,
        _ => Latencies::not_compared(common.len(), "a lock file has counts only"),
    };
    let comparison = Comparison {
        base: base.name.clone(),
        current: current.name.clone(),
        corpora: current.conditions.corpora.iter().map(|file| file.path.clone()).collect(),
        latency_advisory: advisory,
        different_searches,
        left_out: left_out.into_iter().map(String::from).collect(),
        ..Comparison::default()
    };
    Ok(comparison.judged(&common, counts, changes, &options.rules))
}

/// Returns what was probably done by mistake: the runs are the same, or named in the wrong order. A lock file has no date.
pub fn mixup(base: &Input, current: &Input) -> Option<&'static str> {
    let [base, current] = [&base.results()?.manifest, &current.results()?.manifest];
    if base.started == current.started && base.blocks_sha256 == current.blocks_sha256 {
        return (base.strategies == current.strategies).then_some("BASE and CURRENT are the same run");
    }
    let started_at = |manifest: &Manifest| humantime::parse_rfc3339(&manifest.started).ok();
    (started_at(current)? < started_at(base)?).then_some("CURRENT is older than BASE; are the arguments swapped?")
}

/// Adds the cells of the puzzles to the largest changes of a comparison. The cells stay `None` if the corpus is not
/// available, or if `stop` became true. Returns an error if the corpus has changed since the run.
pub fn look_up_puzzles(comparison: &mut Comparison, conditions: &Conditions, stop: &AtomicBool) -> Result<()> {
    let changes = || comparison.strategies.iter().flat_map(|strategy| &strategy.counts.largest);
    let texts = puzzle_texts(conditions, &changes().map(|change| change.line).collect(), stop)?;
    for change in comparison.strategies.iter_mut().flat_map(|strategy| &mut strategy.counts.largest) {
        change.text = texts.get(&(change.line, change.puzzle.clone())).cloned();
    }
    Ok(())
}

pub fn check_limits(rules: &Rules, strategies: &[String]) -> Result<()> {
    let mut named = rules.limits.iter().filter_map(|limit| Some((limit, limit.strategy()?)));
    match named.find(|(_, name)| !strategies.iter().any(|strategy| strategy == name)) {
        None => Ok(()),
        Some((limit, name)) => {
            let known = strategies.join(", ");
            Err(Error::Usage(format!("limit {limit}: no strategy {name} is compared, only {known}")))
        }
    }
}

struct Latencies {
    changes: Vec<Option<LatencyChange>>,
    /// The reasons why latencies do not decide the verdict.
    advisory: Vec<String>,
    /// The strategies that finished different searches in every block.
    different_searches: Vec<String>,
}

impl Latencies {
    fn not_compared(strategies: usize, reason: &str) -> Latencies {
        Latencies { changes: vec![None; strategies], advisory: vec![reason.into()], different_searches: Vec::new() }
    }
}

fn compare_latencies(
    base: &Results,
    current: &Results,
    strategies: &[String],
    counts: &[CountChanges],
    floors: FloorBounds,
) -> Result<Latencies> {
    let left = &base.manifest;
    let right = &current.manifest;
    // Both files are read even if they are not compared, so that a malformed file is always an error.
    let ours = base.cells()?;
    let theirs = current.cells()?;
    let pairs: Vec<_> =
        strategies.iter().map(|name| (cells_of(left, &ours, name), cells_of(right, &theirs, name))).collect();
    for ((name, counts), (ours, theirs)) in strategies.iter().zip(counts).zip(&pairs) {
        require_latencies(base, name, &counts.base, ours)?;
        require_latencies(current, name, &counts.current, theirs)?;
    }
    let lacks_control = pairs.iter().any(|(ours, theirs)| lacks_control(ours) || lacks_control(theirs));
    let obstacle = comparable::latency_obstacle(left, right).or(lacks_control.then_some("a run has no control"));
    if let Some(reason) = obstacle {
        return Ok(Latencies::not_compared(strategies.len(), reason));
    }
    let changes = latency::judge_runs(&pairs, floors);
    let measured = pairs.iter().map(|(ours, theirs)| !ours.cells.is_empty() && !theirs.cells.is_empty());
    let unjudged =
        strategies.iter().zip(measured).zip(&changes).filter(|((_, measured), change)| *measured && change.is_none());
    let different_searches = unjudged.map(|((name, _), _)| name.clone()).collect();
    Ok(Latencies { changes, advisory: comparable::latency_advisory(left, right), different_searches })
}

/// Returns the cells of a strategy; none if the run does not have it.
fn cells_of(manifest: &Manifest, cells: &[StrategyCells], name: &str) -> StrategyCells {
    let position = manifest.strategies.iter().position(|strategy| strategy.name == name);
    position.map(|position| cells[position].clone()).unwrap_or_default()
}

fn lacks_control(cells: &StrategyCells) -> bool {
    cells.rounds > 0 && cells.cells.is_empty()
}

/// Checks that a strategy that finished puzzles has latencies in every complete round: a strategy without latencies
/// could never get slower.
fn require_latencies(results: &Results, strategy: &str, counts: &Counts, cells: &StrategyCells) -> Result<()> {
    let manifest = &results.manifest;
    let finished = counts.solved + counts.unsolvable + counts.stalled;
    // A time limit may stop every search of a round.
    let required = match manifest.limits.time_ns {
        None => manifest.rounds_complete,
        Some(_) => u32::from(!manifest.interrupted),
    };
    if finished == 0 || cells.rounds >= required {
        return Ok(());
    }
    let reason = format!("the latencies of {strategy} are missing, although it finished puzzles: changed by hand");
    Err(Error::malformed(&results.path().join(BLOCKS), 0, reason))
}
