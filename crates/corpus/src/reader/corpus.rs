//! The files of a corpus, and the options of reading them.

#![warn(missing_docs)]

use std::path::PathBuf;

use grid::{
    Shape,
    text::{Notation, NotationOverride},
};

use super::{column::Column, kept_inputs::KeptInputs, random_sample::RandomSample, shard::Shard};
use crate::{
    error::{Error, Result},
    layout::LayoutOverride,
};

/// The files of a corpus, and how to read them.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    /// The files, in order; `-` is standard input.
    pub files: Vec<PathBuf>,
    /// What is kept of those files that can be read only once.
    pub kept_inputs: KeptInputs,
    /// The layout, instead of the one detected by content.
    pub layout: LayoutOverride,
    /// What the user says about the grids.
    pub notation_override: NotationOverride,
    /// How grids are written; see [`Corpus::find_notation`].
    pub notation: Notation,
    /// The puzzle column, instead of the one found by header or content.
    pub puzzle_column: Option<Column>,
    /// The solution column, instead of the one found by header or content.
    pub solution_column: Option<Column>,
    /// True to restore the leading zeros of puzzles that became integers of 78 to 80 digits.
    pub pad_zeros: bool,
    /// True if a rejected row is an error.
    pub strict: bool,
    /// The random sample to read; `None` reads all puzzles.
    pub sample: Option<RandomSample>,
    /// The part of the blocks to read; `None` reads all blocks.
    pub shard: Option<Shard>,
    /// Puzzles in a block.
    pub block_size: BlockSize,
    /// What to read in addition to the puzzles.
    pub extras: Extras,
    /// True if rows are kept, but the files may have different columns. Every block then has rows of one file.
    pub mixed_columns: bool,
    /// Gets a message with the detected layout and columns of each file.
    pub notice: Option<fn(&str)>,
}

impl Corpus {
    /// Returns the shape of the puzzles.
    pub fn shape(&self) -> Shape {
        self.notation.shape
    }

    /// Returns true if the puzzles are given as candidates.
    pub fn has_candidates(&self) -> bool {
        self.notation.has_candidates()
    }

    /// Checks that the puzzles are not given as candidates, for a `user` that takes givens only, such as a command. Returns
    /// [`Error::Usage`] if they are.
    pub fn check_givens(&self, user: &str) -> Result<()> {
        match self.has_candidates() {
            true => Err(Error::Usage(format!("{user} is for puzzles of givens, and these are candidates"))),
            false => Ok(()),
        }
    }

    /// Checks that the puzzles are givens of a shape that a `user`, such as a command, takes. Returns [`Error::Usage`] if
    /// they are candidates, or have another shape.
    pub fn check_shape(&self, user: &str, takes: fn(Shape) -> bool) -> Result<()> {
        self.check_givens(user)?;
        let side = self.shape().side();
        match takes(self.shape()) {
            true => Ok(()),
            false => Err(Error::Usage(format!("{user} is for 9×9, and the puzzles are {side}×{side}"))),
        }
    }
}

/// What to read in addition to the puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extras {
    /// True to read the solutions.
    pub solutions: bool,
    /// True to keep the rows as written. Not available with a sample.
    pub rows: bool,
    /// True to compute the digests of the files.
    pub digests: bool,
}

impl Default for Extras {
    /// Returns the extras that a benchmark needs: solutions and digests.
    fn default() -> Extras {
        Extras { solutions: true, rows: false, digests: true }
    }
}

/// The number of puzzles in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockSize {
    /// Exactly this many puzzles.
    Fixed(usize),
    /// At most this many puzzles; a small corpus is divided into eight blocks, to keep several cores busy.
    UpTo(usize),
    /// At most this many puzzles, and few at first: as many as take about a quarter of a second. So the blocks depend
    /// on the speed of the work; the result of the work must not depend on the blocks.
    Timed(usize),
    /// Like [`BlockSize::Timed`], but the first blocks have one puzzle, because a puzzle may take minutes.
    Slow(usize),
}

impl BlockSize {
    /// For runs in which every strategy solves the puzzles of a block together: the last puzzles of a block leave most
    /// lanes empty, so larger blocks waste less.
    pub const FOR_BLOCK_SOLVERS: BlockSize = BlockSize::UpTo(4096);
}

impl Default for BlockSize {
    /// Returns at most 512 puzzles. Strategies take turns block by block, and a branch predictor cannot learn the puzzles of
    /// one strategy's turn for the next strategy if a turn has 256 puzzles or more.
    fn default() -> BlockSize {
        BlockSize::UpTo(512)
    }
}
