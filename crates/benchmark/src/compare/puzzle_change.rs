//! A row that differs between two runs.

use pass::{Sample, Status};
use serde::Serialize;

/// The deterministic columns of a strategy's row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PuzzleCounts {
    #[serde(serialize_with = "status_name")]
    pub status: Status,
    pub solutions: u64,
    pub nodes: u64,
    pub guesses: u64,
    pub backtracks: u64,
    pub max_depth: u16,
}

fn status_name<S: serde::Serializer>(status: &Status, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(status.name())
}

impl PuzzleCounts {
    /// Returns the length of a search, by nodes, then backtracks, then guesses.
    pub(super) fn length(&self) -> [u64; 3] {
        [self.nodes, self.backtracks, self.guesses]
    }
}

impl From<&Sample> for PuzzleCounts {
    fn from(sample: &Sample) -> PuzzleCounts {
        let Sample { status, solutions, nodes, guesses, backtracks, max_depth, .. } = *sample;
        PuzzleCounts { status, solutions, nodes, guesses, backtracks, max_depth }
    }
}

/// A row that differs between two runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PuzzleChange {
    pub puzzle: String,
    /// The line of the corpus, from 1.
    pub line: u64,
    /// The cells of the puzzle, if the corpus is available.
    pub text: Option<String>,
    pub base: PuzzleCounts,
    pub current: PuzzleCounts,
}

impl PuzzleChange {
    /// Returns the absolute differences by which changes are ranked: nodes, then backtracks, then guesses.
    pub(super) fn size(&self) -> [u64; 3] {
        let [base, current] = [self.base.length(), self.current.length()];
        std::array::from_fn(|index| base[index].abs_diff(current[index]))
    }
}
