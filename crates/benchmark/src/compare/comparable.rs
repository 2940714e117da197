//! Whether two runs did the same work, and were measured under the same conditions.

use std::collections::BTreeSet;

use corpus::error::{Error, Result};
use pass::external::{External, LatencyClock};

use super::{FEWEST_ROUNDS, Input};
use crate::record::{Conditions, LockedFile, Manifest, StrategyManifest};

/// Checks that both inputs did the same work. Returns an error that lists all differences.
pub fn require_same_work(base: &Input, current: &Input, common_only: bool) -> Result<()> {
    let left = &base.conditions;
    let right = &current.conditions;
    let mut reasons = Vec::new();
    for input in [base, current] {
        reasons.extend(input.defect().map(|defect| format!("{}: {defect}", input.name)));
    }
    reasons.extend(corpus_differences(left, right));
    reasons.extend(limit_differences(left, right));
    let mut ours = base.strategies();
    let mut theirs = current.strategies();
    ours.sort();
    theirs.sort();
    if !common_only && ours != theirs {
        reasons.push(format!("strategies differ: {} and {}", ours.join(", "), theirs.join(", ")));
    } else if !ours.iter().any(|name| theirs.contains(name)) {
        reasons.push("they have no strategy in common".into());
    }
    if reasons.is_empty() {
        return Ok(());
    }
    let [base, current] = [&base.name, &current.name];
    Err(Error::NotComparable(format!("{base} and {current} cannot be compared: {}", reasons.join("; "))))
}

pub fn limit_differences(left: &Conditions, right: &Conditions) -> Vec<String> {
    let limits = [
        difference("solution limits", left.limits.max_solutions, right.limits.max_solutions),
        difference("node limits", left.limits.nodes, right.limits.nodes),
        difference("time limits (ns)", left.limits.time_ns, right.limits.time_ns),
    ];
    limits.into_iter().flatten().collect()
}

/// Describes the files, samples and columns that differ.
pub fn corpus_differences(left: &Conditions, right: &Conditions) -> Vec<String> {
    let differences = [
        file_difference(left, right),
        difference("samples", sample_of(left), sample_of(right)),
        difference("shards", left.shard, right.shard),
        difference("shapes", Some(left.notation), Some(right.notation)),
        difference("named puzzle columns", left.puzzle_column.as_ref(), right.puzzle_column.as_ref()),
        difference("named solution columns", left.solution_column.as_ref(), right.solution_column.as_ref()),
    ];
    differences.into_iter().flatten().collect()
}

fn sample_of(of: &Conditions) -> Option<String> {
    of.sample.map(|drawn| format!("{} with seed {}", drawn.size, drawn.seed))
}

fn difference<T: ToString>(condition: &str, left: Option<T>, right: Option<T>) -> Option<String> {
    let [left, right] = [left, right].map(|value| value.map_or("none".into(), |value| value.to_string()));
    (left != right).then(|| format!("{condition} differ: {left} and {right}"))
}

fn file_difference(left: &Conditions, right: &Conditions) -> Option<String> {
    if [left, right].iter().any(|run| run.corpora.iter().any(|file| file.sha256.is_none())) {
        return Some("a corpus was not read to its end, so its content is unknown".into());
    }
    if !left.has_same_content(right) {
        return Some(format!(
            "corpora differ: {} and {}",
            describe_files(&left.corpora),
            describe_files(&right.corpora)
        ));
    }
    let reason = "the corpora have the same content but different paths, which are part of puzzle names";
    (!left.has_same_names(right)).then(|| reason.into())
}

/// Describes files by their names and the beginnings of their digests.
fn describe_files(files: &[LockedFile]) -> String {
    let described = files.iter().map(|file| {
        let digest = file.sha256.as_deref().unwrap_or("unknown");
        format!("{} (sha256 {digest:.12})", file.path)
    });
    described.collect::<Vec<_>>().join(", ")
}

pub fn latency_obstacle(left: &Manifest, right: &Manifest) -> Option<&'static str> {
    if left.block_size != right.block_size {
        return Some("the blocks are of different sizes");
    }
    (left.control != right.control).then_some("the controls differ")
}

/// Returns the reasons why latencies must not decide the verdict although they can be compared; empty if they decide.
pub fn latency_advisory(left: &Manifest, right: &Manifest) -> Vec<String> {
    let mut reasons = Vec::new();
    if left.machine.cpu_id.is_none() || left.machine.cpu_id != right.machine.cpu_id || cpu_of(left) != cpu_of(right) {
        reasons.push(format!("different processors, or unknown ones: {} and {}", cpu_of(left), cpu_of(right)));
    }
    if !left.is_of_one_machine() || !right.is_of_one_machine() {
        reasons.push("a run was measured on several machines, or with several numbers of threads".into());
    }
    let rounds = left.rounds_complete.min(right.rounds_complete);
    if rounds < FEWEST_ROUNDS {
        reasons.push(format!("an interval needs {FEWEST_ROUNDS} rounds, and a run has {rounds}"));
    }
    if names_of(left) != names_of(right) {
        reasons.push("the runs have different sets of strategies".into());
    }
    let mut differ = |condition: &str, left: &str, right: &str| {
        if left != right {
            reasons.push(format!("different {condition}: {left} and {right}"));
        }
    };
    for left in &left.strategies {
        if let Some(right) = right.strategies.iter().find(|right| right.name == left.name) {
            differ(&format!("latencies of {}", left.name), latencies(left), latencies(right));
        }
    }
    differ("numbers of threads", &left.threads.to_string(), &right.threads.to_string());
    differ("instruction sets", &left.simd, &right.simd);
    differ("build profiles", &left.tool.profile, &right.tool.profile);
    differ("targets", &left.tool.target, &right.tool.target);
    reasons
}

fn cpu_of(manifest: &Manifest) -> &str {
    manifest.machine.cpu.as_deref().unwrap_or("unknown")
}

fn names_of(manifest: &Manifest) -> BTreeSet<&str> {
    manifest.strategies.iter().map(|strategy| &*strategy.name).collect()
}

fn latencies(strategy: &StrategyManifest) -> &'static str {
    match &strategy.external {
        _ if strategy.amortised => "shares of the time of a block",
        Some(External { clock: LatencyClock::RoundTrip, .. }) => "round trips through a pipe",
        _ => "times of a search",
    }
}
