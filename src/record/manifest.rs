//! `manifest.json`: the program, the corpora, the options and the digests of a run. It is written last: a directory
//! with a manifest is complete.

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
pub struct Manifest {
    /// [`SCHEMA_VERSION`].
    pub schema_version: u32,
    /// The program that ran.
    pub tool: Tool,
    /// The arguments of the program.
    pub command_line: Vec<String>,
    /// The machine.
    pub machine: Machine,
    /// Load average over the number of processors at the start of the run; `None` if the system does not report it.
    pub load_per_processor: Option<f64>,
    /// Threads that solved.
    pub threads: usize,
    /// The instruction set.
    pub simd: String,
    /// The input files.
    pub corpora: Vec<FileSummary>,
    /// The column of the puzzle, if it was named.
    pub puzzle_column: Option<Column>,
    /// The column of the corpus' own solution, if it was named.
    pub solution_column: Option<Column>,
    /// The sample of puzzles that was drawn, if any.
    pub sample: Option<Subset>,
    /// Puzzles in a block, if a block was read.
    pub block_size: Option<usize>,
    /// The strategies, in the order of the command line.
    pub strategies: Vec<StrategyManifest>,
    /// Digest of the control's source.
    pub control: String,
    /// SHA-256 of `blocks.csv`, in hexadecimal.
    pub blocks_sha256: String,
    /// The limits of the search of one puzzle.
    pub limits: LimitsManifest,
    /// Rounds of the run as requested.
    pub rounds: u32,
    /// Rounds that reached the end of the corpus.
    pub rounds_complete: u32,
    /// Start of the run, as in RFC 3339.
    pub started: String,
    /// End of the run, as in RFC 3339.
    pub finished: String,
    /// True if the run ended before its last round was complete.
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
    pub limits: Limits<'static>,
    /// Threads that solve.
    pub threads: usize,
    /// The instruction set.
    pub simd: Simd,
    /// Passes over the corpus.
    pub rounds: u32,
    /// True if `puzzles.csv` has the cells of each puzzle.
    pub givens: bool,
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
    /// Creates the manifest of a run that ends now, without its measurements.
    pub fn new(options: &RunOptions, started: SystemTime) -> Manifest {
        let time = |time: SystemTime| humantime::format_rfc3339_millis(time).to_string();
        Manifest {
            schema_version: SCHEMA_VERSION,
            tool: Tool::this(),
            command_line: env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect(),
            machine: Machine::this(),
            load_per_processor: None,
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
pub struct Tool {
    /// The program's name.
    pub name: String,
    /// The program's version.
    pub version: String,
    /// The git revision, if the program was built from a repository.
    pub git_revision: Option<String>,
    /// The version of the compiler.
    pub rustc: String,
    /// The target triple.
    pub target: String,
    /// The profile of the build.
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
pub struct StrategyManifest {
    /// The strategy's name.
    pub name: String,
    /// True if the strategy finds every solution.
    pub complete: bool,
    /// True if a puzzle's latency is its share of the block's time.
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
pub struct LimitsManifest {
    /// Number of solutions at which a search stops.
    pub max_solutions: Option<u64>,
    /// Largest number of nodes.
    pub nodes: Option<u64>,
    /// Longest time in nanoseconds.
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
    pub fn limits(&self) -> Limits<'static> {
        Limits {
            nodes: self.nodes.unwrap_or(u64::MAX),
            time: self.time_ns.map(std::time::Duration::from_nanos),
            stop: None,
        }
    }
}
