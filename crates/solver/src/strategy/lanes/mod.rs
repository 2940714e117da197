//! Propagation and guessing on many puzzles at once, one in each lane of a vector register.
//!
//! A kernel propagates constraints in all lanes: naked singles, hidden singles, locked candidates, and locked and
//! hidden triples. A lane that no rule changes any more is solved or stuck. In a stuck lane, a cell is chosen and its
//! lowest candidate guessed; a search that meets no contradiction soon guesses in two cells at once. A contradiction
//! undoes the last guess and removes its value ([`search`]). The rules lead to the same result in any order, so the
//! counts are the same for every kernel and every number of lanes.
//!
//! There are two kernels. The [`wide`] kernel has a bit for each lane, so up to 512 lanes; it is faster for many
//! puzzles. The [`narrow`] kernel has 16 bits for each lane, and solves small blocks and the last puzzles of large
//! ones.

mod bits;
mod isa;
mod kernel;
mod narrow;
mod search;
mod slot;
mod three;
mod wide;
mod workspace;

use std::borrow::Cow;

use grid::{AnyGrid, Shape, simd::Simd};

use super::{
    answer::Answer,
    entry::{Build, Entry, no_shape},
    interface::{Strategy, solve_as_block},
    limits::Limits,
    outcome::Outcome,
    solutions::Solutions,
};
use isa::BlockSearch;
pub use search::Candidate;
use search::{Excluded, Job};
pub use workspace::{KernelWork, Kernels};

pub(super) const LANES: Entry = Entry {
    name: Cow::Borrowed("lanes"),
    aliases: &[],
    about: Cow::Borrowed("singles, locked candidates and triples, then a guess; one puzzle in every SIMD lane"),
    complete: true,
    solves: |shape| shape == Shape::NINE,
    takes_candidates: true,
    default_for: no_shape,
    amortised: true,
    keeps_profile: false,
    row_major: false,
    // It has few nodes besides.
    proof_work: |outcome| outcome.guesses,
    build: Build::Native(|_, simd| Box::new(Lanes::new(simd))),
    build_traced: None,
    external: None,
};

/// The workspace of the strategy `lanes`.
///
/// ```
/// use grid::{Grid, simd::Simd};
/// use sudoku_bench_solver::strategy::{Lanes, Limits, Solutions, Strategy};
///
/// let mut lanes = Lanes::new(Simd::detect());
/// let mut solutions = Solutions::new(10);
/// lanes.solve(&Grid::EMPTY.into(), &Limits::NONE, &mut solutions);
/// assert_eq!(solutions.found(), 10);
/// ```
pub struct Lanes(BlockSearch);

impl Lanes {
    /// Creates a workspace for an instruction set.
    ///
    /// # Panics
    ///
    /// Panics if this processor does not have the instruction set.
    pub fn new(simd: Simd) -> Lanes {
        Lanes(BlockSearch::new(simd))
    }

    /// Creates a workspace as on a processor without BITALG, a part of AVX-512, so that a test can compare both.
    #[doc(hidden)]
    #[cfg(target_arch = "x86_64")]
    pub fn without_bitalg(simd: Simd) -> Lanes {
        Lanes(BlockSearch::without_bitalg(simd))
    }

    /// Returns the number of lanes and the sweeps so far of each kernel. Tests use both to choose blocks that a kernel
    /// solves, and to check that it has run.
    ///
    /// ```
    /// use grid::simd::Simd;
    /// use sudoku_bench_solver::strategy::Lanes;
    ///
    /// let kernels = Lanes::new(Simd::Scalar).kernels();
    /// assert_eq!((kernels.wide.lanes, kernels.wide.sweeps), (64, 0));
    /// ```
    pub fn kernels(&self) -> Kernels {
        self.0.kernels()
    }

    /// Solves a block of puzzles, but leaves out the solutions of puzzle `i` that contain the candidate `excluded[i]`.
    ///
    /// ```
    /// use grid::{Grid, simd::Simd};
    /// use sudoku_bench_solver::{solve, strategy::{Answer, Candidate, Lanes}};
    ///
    /// // A value is removed and ruled out, so no solution is left.
    /// let mut puzzle = solve(&Grid::EMPTY).unwrap();
    /// let given = Candidate { cell: 0, value: puzzle.get(0) };
    /// puzzle.set(0, 0);
    /// let mut answers = [Answer::new(1)];
    /// Lanes::new(Simd::detect()).solve_without(&[puzzle.into()], &[given], &mut answers);
    /// assert_eq!(answers[0].solutions.found(), 0);
    /// ```
    pub fn solve_without(&mut self, puzzles: &[AnyGrid], excluded: &[Candidate], answers: &mut [Answer]) {
        assert_eq!(puzzles.len(), excluded.len(), "there is a candidate for every puzzle");
        self.0.run(Job { puzzles, excluded: Excluded::One(excluded), limits: &Limits::NONE, answers });
    }
}

impl Strategy for Lanes {
    fn solve(&mut self, puzzle: &AnyGrid, limits: &Limits, solutions: &mut Solutions) -> Outcome {
        solve_as_block(self, puzzle, limits, solutions)
    }

    fn accepts_conflicts(&self) -> bool {
        true
    }

    fn solve_block(&mut self, puzzles: &[AnyGrid], limits: &Limits, answers: &mut [Answer]) {
        self.0.run(Job { puzzles, excluded: Excluded::Nothing, limits, answers });
    }
}
