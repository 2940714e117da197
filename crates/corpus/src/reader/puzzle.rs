//! Puzzles and rejected rows of a corpus.

#![warn(missing_docs)]

use std::{ops::Range, sync::Arc};

use grid::{AnyGrid, Grid, text::DefectKind};
use serde::{Deserialize, Serialize};

/// A puzzle of a corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The id from the corpus' id column.
    pub id: Option<Box<str>>,
    /// The file, if the corpus has several.
    pub file: Option<Arc<str>>,
    /// Line on which the puzzle begins, from 1.
    pub line: u64,
    /// The givens.
    pub givens: AnyGrid,
    /// The solution from the corpus' solution column; a grid with blanks if the field is malformed.
    pub solution: Option<AnyGrid>,
    /// Byte range of the puzzle's row in the text of its block; see [`Block::row`](super::Block::row).
    pub row: Range<usize>,
}

/// A row that is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reject {
    /// The file.
    pub file: Arc<str>,
    /// Line on which the row begins, from 1.
    pub line: u64,
    /// Byte in the line at which the defect shows, from 1.
    pub column: u64,
    /// The kind of the field that is not a puzzle.
    #[serde(default)]
    pub kind: DefectKind,
    /// Why the row is rejected.
    pub reason: String,
    /// The beginning of the row.
    pub text: String,
    /// Number of puzzles that come before this row in its block.
    #[serde(skip)]
    pub puzzles_before: usize,
}

impl Reject {
    /// Returns the location of the row for messages: `FILE:LINE`.
    pub fn location(&self) -> String {
        location(Some(&self.file), self.line)
    }
}

impl AsRef<AnyGrid> for Puzzle {
    fn as_ref(&self) -> &AnyGrid {
        &self.givens
    }
}

impl Puzzle {
    /// Creates a puzzle of 81 blanks, which a row is read into.
    pub fn blank(file: Option<Arc<str>>, line: u64) -> Puzzle {
        Puzzle { id: None, file, line, givens: Grid::EMPTY.into(), solution: None, row: 0..0 }
    }

    /// Returns the givens of a puzzle of 9×9.
    ///
    /// # Panics
    ///
    /// Panics if the puzzle has another shape: commands for 9×9 read a corpus without a
    /// [`notation`](super::Corpus::notation), which has no such puzzles.
    pub fn nine(&self) -> &Grid {
        self.givens.nine().expect("the corpus is read as 9×9")
    }

    /// Returns the location of the row for messages: `line N`, or `FILE:N` if the corpus has several files.
    pub fn location(&self) -> String {
        location(self.file.as_deref(), self.line)
    }
}

/// Returns `line N`, or `FILE:N` if there is a file.
pub fn location(file: Option<&str>, line: u64) -> String {
    let file = file.map_or("line ".into(), |file| format!("{file}:"));
    format!("{file}{line}")
}
