//! The sections of the report that can be left out.

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
    /// All sections.
    pub const ALL: [Section; 2] = [Section::Minimal, Section::Classes];

    /// Returns the name on the command line and in the report.
    pub const fn name(self) -> &'static str {
        match self {
            Section::Minimal => "minimal",
            Section::Classes => "classes",
        }
    }
}
