//! `manifest.json`: what was run, on what, with which result. It is written last: a directory with a manifest is complete.

use std::{env, time::SystemTime};

use serde::{Deserialize, Serialize};

use super::{Machine, SCHEMA_VERSION};
use crate::{
    reader::{Column, FileSummary, Subset},
    simd::Simd,
    strategy::{Entry, Limits},
};

/// The manifest; FORMAT.md defines its keys.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Manifest {
    pub schema_version: u32,
    pub tool: Tool,
    pub command_line: Vec<String>,
    pub machine: Machine,
    pub threads: usize,
    pub simd: String,
    pub corpora: Vec<FileSummary>,
    pub puzzle_column: Option<Column>,
    pub solution_column: Option<Column>,
    pub sample: Option<Subset>,
    pub block_size: Option<usize>,
    pub strategies: Vec<StrategyManifest>,
    pub control: String,
    pub blocks_sha256: String,
    pub limits: LimitsManifest,
    pub rounds: u32,
    pub rounds_complete: u32,
    pub started: String,
    pub finished: String,
    pub interrupted: bool,
}

/// The options of a run that its manifest holds.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The strategies, in the order of the report.
    pub strategies: Vec<Entry>,
    /// A search stops at this number of solutions; `u64::MAX` for all.
    pub max_solutions: u64,
    /// The limits of the search of one puzzle.
    pub limits: Limits,
    /// Threads that solve.
    pub threads: usize,
    /// The instruction set.
    pub simd: Simd,
    /// Passes over the corpus.
    pub rounds: u32,
    /// The column of the puzzle, if it was named.
    pub puzzle_column: Option<Column>,
    /// The column of the corpus' own solution, if it was named.
    pub solution_column: Option<Column>,
    /// The sample of puzzles that is drawn, if any.
    pub sample: Option<Subset>,
    /// Digest of the control's source.
    pub control: String,
}

impl Manifest {
    /// Creates the manifest of a run that ends now, without what it measured.
    pub fn new(options: &RunOptions, started: SystemTime) -> Manifest {
        let time = |time: SystemTime| humantime::format_rfc3339_millis(time).to_string();
        Manifest {
            schema_version: SCHEMA_VERSION,
            tool: Tool::this(),
            command_line: env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect(),
            machine: Machine::this(),
            threads: options.threads,
            simd: options.simd.name().into(),
            corpora: Vec::new(),
            puzzle_column: options.puzzle_column.clone(),
            solution_column: options.solution_column.clone(),
            sample: options.sample,
            block_size: None,
            strategies: Vec::new(),
            control: options.control.clone(),
            blocks_sha256: String::new(),
            limits: LimitsManifest::new(options.max_solutions, options.limits),
            rounds: options.rounds,
            rounds_complete: 0,
            started: time(started),
            finished: time(SystemTime::now()),
            interrupted: false,
        }
    }
}

/// The program that ran; FORMAT.md defines its keys.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Tool {
    pub name: String,
    pub version: String,
    pub git_revision: Option<String>,
    pub rustc: String,
    pub target: String,
    pub profile: String,
}

impl Tool {
    /// Returns the description of this program.
    pub fn this() -> Tool {
        let revision = env!("BUILD_GIT_REVISION");
        Tool {
            name: env!("CARGO_PKG_NAME").into(),
            version: env!("CARGO_PKG_VERSION").into(),
            git_revision: (!revision.is_empty()).then(|| revision.into()),
            rustc: env!("BUILD_RUSTC").into(),
            target: env!("BUILD_TARGET").into(),
            profile: env!("BUILD_PROFILE").into(),
        }
    }
}

/// A strategy of the run; FORMAT.md defines its keys.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct StrategyManifest {
    pub name: String,
    pub complete: bool,
    pub amortised: bool,
    /// SHA-256 of the strategy's rows in `puzzles.csv`, without the last column, in hexadecimal.
    pub digest: String,
}

impl StrategyManifest {
    /// Returns the description of a strategy, without a digest.
    pub fn of(entry: &Entry) -> StrategyManifest {
        StrategyManifest {
            name: entry.name.to_string(),
            complete: entry.complete,
            amortised: entry.amortised,
            digest: String::new(),
        }
    }
}

/// The limits of the search of one puzzle; `None` means no limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct LimitsManifest {
    pub max_solutions: Option<u64>,
    pub nodes: Option<u64>,
    pub time_ns: Option<u64>,
}

impl LimitsManifest {
    fn new(max_solutions: u64, limits: Limits) -> LimitsManifest {
        let bound = |limit: u64| (limit < u64::MAX).then_some(limit);
        LimitsManifest {
            max_solutions: bound(max_solutions),
            nodes: bound(limits.nodes),
            time_ns: limits.time.map(|time| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)),
        }
    }

    /// Returns the limits of nodes and time.
    pub fn limits(&self) -> Limits {
        Limits { nodes: self.nodes.unwrap_or(u64::MAX), time: self.time_ns.map(std::time::Duration::from_nanos) }
    }
}
