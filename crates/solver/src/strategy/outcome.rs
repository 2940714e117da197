//! How a search ended, and its counters.

#![warn(missing_docs)]

/// How a search ended.
///
/// ```
/// use grid::{AnyGrid, Shape, simd::Simd};
/// use sudoku_bench_solver::strategy::{self, End, Limits, Solutions};
///
/// let mut elimination = strategy::find("elimination").unwrap().build(Shape::NINE, Simd::detect())?;
/// let outcome = elimination.solve(&AnyGrid::empty(Shape::NINE), &Limits::NONE, &mut Solutions::new(1));
/// assert_eq!(outcome.end, End::Stalled { cells_left: 81 });
/// # Ok::<(), strategy::StartError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The solution limit was reached, or the search was exhausted.
    Complete,
    /// An incomplete strategy made no more progress.
    Stalled {
        /// The number of cells without a value.
        cells_left: u16,
    },
    /// The node limit was reached.
    NodeLimit,
    /// The time limit was reached, or the search was stopped.
    TimeLimit,
    /// An external engine gave no answer; [`Answer::message`](super::Answer::message) says why.
    Failed,
    /// The puzzle was not given to an external engine, which had failed too often before.
    NotTried,
}

/// The end and the counters of one search, as defined in METHODOLOGY.md.
///
/// ```
/// use grid::{AnyGrid, Shape, simd::Simd};
/// use sudoku_bench_solver::strategy::{self, Limits, Solutions};
///
/// let mut dlx = strategy::find("dlx").unwrap().build(Shape::NINE, Simd::detect())?;
/// let outcome = dlx.solve(&AnyGrid::empty(Shape::NINE), &Limits::NONE, &mut Solutions::new(1));
/// // The assignments that were not undone fill the blanks.
/// assert_eq!(outcome.nodes - outcome.backtracks, 81);
/// # Ok::<(), strategy::StartError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How the search ended.
    pub end: End,
    /// Values assigned to blanks by the search.
    pub nodes: u64,
    /// Nodes chosen while an untried alternative was left at the same choice point.
    pub guesses: u64,
    /// Assignments undone.
    pub backtracks: u64,
    /// The largest number of assignments on one path.
    pub max_depth: u16,
}

impl Outcome {
    /// A complete search with all counters at 0.
    pub const ZERO: Outcome = Outcome { end: End::Complete, nodes: 0, guesses: 0, backtracks: 0, max_depth: 0 };

    /// Counts a node at the end of a path of `depth` assignments; `is_guess` if an untried alternative was left.
    #[inline(always)]
    pub(crate) fn add_node(&mut self, is_guess: bool, depth: usize) {
        self.nodes += 1;
        self.guesses += u64::from(is_guess);
        self.max_depth = self.max_depth.max(depth as u16);
    }
}
