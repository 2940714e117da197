//! The options of a run.

#![warn(missing_docs)]

use grid::{Shape, simd::Simd};
use solver::strategy::{Entry, Limits, PuzzleKind, Strategy};

use corpus::{
    error::{Error, Result},
    reader::Corpus,
};

/// The strategies of a run, their limits, and the machine's resources.
#[derive(Clone, Debug)]
pub struct Options {
    /// The strategies, in the order of the report; speed-ups are over the first.
    pub strategies: Vec<Entry>,
    /// The shape of the puzzles.
    pub shape: Shape,
    /// True if the puzzles are given as candidates.
    pub candidates: bool,
    /// The number of solutions at which the search of a puzzle stops; at least 1.
    pub max_solutions: u64,
    /// The limits of the search of one puzzle.
    pub limits: Limits<'static>,
    /// The number of threads that solve. The calling thread, and those that read, write, unpack, pack and compute digests,
    /// are not counted.
    pub threads: usize,
    /// The instruction set for strategies that are compiled for several; it must be available on this processor.
    pub simd: Simd,
    /// True if the control is read during every turn.
    pub control: bool,
    /// True if the workspaces of this crate's strategies are rebuilt for every block, so that latencies do not depend on their
    /// addresses in memory.
    pub rebuild_per_block: bool,
    /// True to keep the profiles of the searches, if the strategies have them.
    pub profile: bool,
}

impl Options {
    /// Builds the workspace of a strategy for these puzzles.
    ///
    /// # Errors
    ///
    /// Returns an error if the strategy does not start, or does not solve such puzzles.
    pub(crate) fn build(&self, entry: &Entry) -> Result<Box<dyn Strategy>> {
        let kind = PuzzleKind { shape: self.shape, has_candidates: self.candidates };
        entry.build(kind, self.simd).map_err(Error::start)
    }

    /// Returns the same options for the puzzles of a corpus.
    pub fn of_corpus(self, corpus: &Corpus) -> Options {
        Options { shape: corpus.shape(), candidates: corpus.has_candidates(), ..self }
    }

    /// The options of a pass that finds one solution of each puzzle without limits, on one thread.
    pub fn new(strategies: Vec<Entry>) -> Options {
        Options {
            strategies,
            shape: Shape::default(),
            candidates: false,
            max_solutions: 1,
            limits: Limits::NONE,
            threads: 1,
            simd: Simd::detect(),
            control: false,
            rebuild_per_block: false,
            profile: false,
        }
    }
}
