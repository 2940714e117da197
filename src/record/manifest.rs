//! `manifest.json`: what was run, on what, with which result. Written last: with it, a results directory is complete.

use serde::{Deserialize, Serialize};

use super::machine::Machine;
use crate::{
    reader::{Column, FileSummary, Subset},
    strategy::Entry,
};

/// The manifest; FORMAT.md has the definitions.
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

/// The program that ran.
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
    /// This program.
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

/// A strategy of the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct StrategyManifest {
    pub name: String,
    pub complete: bool,
    pub amortised: bool,
    /// SHA-256 of the strategy's rows in `puzzles.csv`, without the last column.
    pub digest: String,
}

impl StrategyManifest {
    /// A strategy and its digest.
    pub fn new(entry: &Entry, digest: &[u8]) -> StrategyManifest {
        StrategyManifest {
            name: entry.name.to_string(),
            complete: entry.complete,
            amortised: entry.amortised,
            digest: crate::digest::hex(digest),
        }
    }
}

/// What bounded the search of a puzzle; none where nothing did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct LimitsManifest {
    pub max_solutions: Option<u64>,
    pub nodes: Option<u64>,
    pub time_ns: Option<u64>,
}
