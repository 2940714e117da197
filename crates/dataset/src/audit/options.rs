//! What is asked of an audit.

use std::path::PathBuf;

use grid::{simd::Simd, text::Notation};
use rating::Tenths;
use serde::Serialize;

/// A section of the report that can be left out, as its work takes most of the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Section {
    /// Which puzzles are minimal.
    Minimal,
    /// The isomorphism classes of the puzzles and of their solutions.
    Classes,
}

impl Section {
    pub const ALL: [Section; 2] = [Section::Minimal, Section::Classes];

    /// Returns the name on the command line and in the report.
    pub const fn name(self) -> &'static str {
        match self {
            Section::Minimal => "minimal",
            Section::Classes => "classes",
        }
    }

    /// Returns true if puzzles in a notation have this section.
    fn is_of(self, notation: Notation) -> bool {
        let shape = notation.shape;
        !notation.has_candidates()
            && match self {
                Section::Minimal => shape.has_short_searches(),
                Section::Classes => shape.has_canonical_forms(),
            }
    }
}

#[derive(Clone, Debug)]
pub struct AuditOptions {
    /// Bytes of memory for the comparison of puzzles, approximately; the rest is sorted on disk.
    pub memory: usize,
    pub temporary: PathBuf,
    pub threads: usize,
    /// The instruction set, which the processor must have.
    pub simd: Simd,
    pub skip: Vec<Section>,
    /// The highest rating of Sudoku Explainer that is told apart; `None` rates nothing.
    pub ratings: Option<Tenths>,
}

impl AuditOptions {
    /// Returns the sections that the report has not: those to skip, and those that puzzles in this notation do not have.
    pub(super) fn skipped(&self, notation: Notation) -> Vec<Section> {
        let skipped =
            Section::ALL.into_iter().filter(|section| self.skip.contains(section) || !section.is_of(notation));
        skipped.collect()
    }
}
