//! Stage 1: corpus files → blocks of puzzles and rejects.
//!
//! Whatever layout a file has, what comes out are rows with named columns, of which one is the puzzle. Everything streams:
//! what is in memory is one record, one block, and (with a subset) the puzzles that were drawn.
//!
//! ```text
//! bytes ─ content ─ lines ─ layout ─► fields ─ columns, cells ─► puzzle or reject ─ rows, subset ─► block
//! ```

mod block;
mod columns;
mod content;
mod file;
mod input;
mod row;
mod rows;
mod subset;

use std::{ops::Range, path::PathBuf, sync::Arc};

use crate::{grid::Grid, layout::LayoutOverride};

pub use block::{Block, BlockSize, Blocks};
pub use columns::Column;
pub(crate) use content::Content;
pub use file::FileSummary;
pub use subset::{Reservoir, Subset};

/// The path that stands for standard input.
pub const STANDARD_INPUT: &str = "-";

/// What to read, and how.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    /// The files, in order; `-` is standard input.
    pub files: Vec<PathBuf>,
    /// The layout, where the content should not tell.
    pub asked: LayoutOverride,
    /// The column of the puzzle, where neither a header nor the content should tell.
    pub puzzle_column: Option<Column>,
    /// The column of the corpus' own answer, where the header should not tell.
    pub solution_column: Option<Column>,
    /// Whether a row that is no puzzle ends the reading with an error.
    pub strict: bool,
    /// How many puzzles to draw; all of them where this is `None`.
    pub subset: Option<Subset>,
    /// Puzzles in a block.
    pub block_size: BlockSize,
    /// What is wanted of a row beside its puzzle.
    pub extras: Extras,
    /// Who is told how a file is understood.
    pub notice: Option<fn(&str)>,
}

/// What is wanted of a corpus beside its puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extras {
    /// The corpus' own solutions; a row with one that is malformed is rejected.
    pub solutions: bool,
    /// The rows as they are written. They do not go together with a subset.
    pub rows: bool,
    /// The digests of the files.
    pub digests: bool,
}

impl Default for Extras {
    /// What a benchmark wants.
    fn default() -> Extras {
        Extras { solutions: true, rows: false, digests: true }
    }
}

/// A puzzle of a corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The corpus' own name for it.
    pub id: Option<Box<str>>,
    /// The file it is from, where there are several.
    pub file: Option<Arc<str>>,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// The grid to solve.
    pub givens: Grid,
    /// The corpus' own answer.
    pub solution: Option<Grid>,
    /// Where its row is in the text of the block; see [`Block::row`].
    pub row: Range<usize>,
}

/// A row that is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reject {
    /// The file it is from.
    pub file: Arc<str>,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// The byte in the line, from 1, where it stops being a puzzle.
    pub column: u64,
    /// What is wrong.
    pub reason: String,
    /// The beginning of the row.
    pub text: String,
}
