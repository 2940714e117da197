//! The solving strategies: one algorithm with fixed tie-breaking rules per file, one trait, one registry.
//!
//! A new strategy is one file with an [`Entry`], and two lines here: its `mod` and its place in [`REGISTRY`]. The
//! command line, the tests and every table follow the registry. One test asks for an oracle, which applies the rules without
//! regard to speed.

mod answer;
mod dlx;
mod elimination;
mod entry;
mod forward_checking;
mod lanes;
mod limits;
mod naive;
mod outcome;
mod profile;
mod solutions;

use std::{mem, slice, time::Instant};

use grid::{Grid, Shape};
pub(crate) use limits::Meter;

pub use answer::{Answer, Answers, MissingCounts};
pub use entry::{Build, DynamicBuild, Entry, StartError};
pub use lanes::{Candidate, CandidateLanes, KernelWork, Kernels, Lanes};
pub use limits::{Limits, Stop};
pub use outcome::{End, Outcome};
pub use profile::{SearchProfile, WrongTurns};
pub use solutions::{MAX_KEPT_SOLUTIONS, Solutions};

/// Every strategy of this crate, in the order in which they are listed.
///
/// ```
/// use sudoku_bench_solver::strategy::REGISTRY;
///
/// let names: Vec<&str> = REGISTRY.iter().map(|entry| &*entry.name).collect();
/// assert!(names.contains(&"dlx"));
/// ```
#[cfg(not(test))]
pub static REGISTRY: &[Entry] = &[
    naive::NAIVE,
    forward_checking::FORWARD_CHECKING,
    forward_checking::FC_MRV,
    forward_checking::FC_STATIC,
    dlx::DLX,
    lanes::LANES,
    elimination::ELIMINATION,
];

/// Empty, so that the tests in `src` compile without the strategies, which takes a minute less. Tests that solve are in
/// `tests`.
#[cfg(test)]
pub static REGISTRY: &[Entry] = &[];

/// Returns the registry's entry with this name or alias, in upper or lower case.
///
/// ```
/// use sudoku_bench_solver::strategy;
///
/// assert!(strategy::find("forward-checking").is_some());
/// assert_eq!(strategy::find("FC").unwrap().name, "forward-checking");
/// assert!(strategy::find("simulated-annealing").is_none());
/// ```
pub fn find(name: &str) -> Option<Entry> {
    REGISTRY.iter().find(|entry| entry.is_named(name)).cloned()
}

/// Returns the fastest strategy for a shape.
///
/// ```
/// use grid::Shape;
/// use sudoku_bench_solver::strategy;
///
/// assert_eq!(strategy::fastest(Shape::NINE).name, "lanes");
/// assert_eq!(strategy::fastest(Shape::of_cells(256).unwrap()).name, "dlx");
/// ```
pub fn fastest(shape: Shape) -> Entry {
    let of_nine = find("lanes").filter(|_| shape == Shape::NINE);
    of_nine.unwrap_or_else(fastest_of_any_shape)
}

/// Returns the fastest strategy that solves every shape.
///
/// ```
/// assert_eq!(sudoku_bench_solver::strategy::fastest_of_any_shape().name, "dlx");
/// ```
pub fn fastest_of_any_shape() -> Entry {
    find("dlx").expect("a strategy of the registry")
}

/// Returns the name under which files hold the strategy with this name or alias; any other name stays as it is.
///
/// ```
/// use sudoku_bench_solver::strategy::canonical_name;
///
/// assert_eq!(["fc", "DLX", "engine:C"].map(canonical_name), ["forward-checking", "dlx", "engine:C"]);
/// ```
pub fn canonical_name(name: &str) -> String {
    find(name).map_or_else(|| name.into(), |entry| entry.name.into_owned())
}

/// Solves a puzzle as a block of one: the [`Strategy::solve`] of a strategy that has its own [`Strategy::solve_block`].
///
/// ```
/// use grid::{Grid, simd::Simd};
/// use sudoku_bench_solver::strategy::{Answer, Lanes, Limits, Outcome, Solutions, Strategy, solve_as_block};
///
/// /// `lanes`, with a count of the puzzles.
/// struct Counting {
///     lanes: Lanes,
///     puzzles: usize,
/// }
///
/// impl Strategy for Counting {
///     fn solve(&mut self, puzzle: &Grid, limits: &Limits, solutions: &mut Solutions) -> Outcome {
///         solve_as_block(self, puzzle, limits, solutions)
///     }
///
///     fn solve_block(&mut self, puzzles: &[Grid], limits: &Limits, answers: &mut [Answer]) {
///         self.puzzles += puzzles.len();
///         self.lanes.solve_block(puzzles, limits, answers);
///     }
/// }
///
/// let mut counting = Counting { lanes: Lanes::new(Simd::detect()), puzzles: 0 };
/// let mut solutions = Solutions::new(1);
/// counting.solve(&Grid::EMPTY, &Limits::NONE, &mut solutions);
/// assert_eq!((counting.puzzles, solutions.found()), (1, 1));
/// ```
pub fn solve_as_block<G>(
    strategy: &mut impl Strategy<G>,
    puzzle: &G,
    limits: &Limits<'_>,
    solutions: &mut Solutions<G>,
) -> Outcome {
    let empty = Solutions::new(solutions.max());
    let mut answer = Answer { solutions: mem::replace(solutions, empty), ..Answer::new(1) };
    strategy.solve_block(slice::from_ref(puzzle), limits, slice::from_mut(&mut answer));
    *solutions = answer.solutions;
    answer.outcome
}

/// One algorithm and the workspace that it reuses from puzzle to puzzle. It solves grids `G`: 9×9, or those of the shape for
/// which it was built; see [`any_shape`](crate::any_shape).
///
/// ```
/// use grid::{Grid, simd::Simd};
/// use sudoku_bench_solver::strategy::{self, End, Limits, Solutions};
///
/// # fn main() -> Result<(), strategy::StartError> {
/// let puzzle = Grid::parse(b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..").unwrap();
/// let mut dlx = strategy::find("dlx").unwrap().build(Simd::detect())?;
/// let mut solutions = Solutions::new(2);
/// let outcome = dlx.solve(&puzzle, &Limits::NONE, &mut solutions);
///
/// assert_eq!((outcome.end, outcome.nodes, outcome.backtracks), (End::Complete, 2719, 2719));
/// assert!(solutions.kept()[0].is_solution_of(&puzzle));
/// assert_eq!(solutions.found(), 1);
/// # Ok(())
/// # }
/// ```
pub trait Strategy<G = Grid>: Send {
    /// Searches a puzzle whose givens do not conflict, until `solutions` is full, the search is exhausted, a limit is
    /// reached, or the search is stopped. `solutions` must be empty. Allocates memory only for solutions; `lanes` also for
    /// the states before its guesses.
    fn solve(&mut self, puzzle: &G, limits: &Limits, solutions: &mut Solutions<G>) -> Outcome;

    /// Returns the profile of the last search by [`Strategy::solve`]; `None` if the strategy keeps none. Only strategies that
    /// search one puzzle at a time, and count one node for each blank on their path, keep profiles.
    fn profile(&self) -> Option<&SearchProfile> {
        None
    }

    /// Returns true if the strategy also accepts puzzles whose givens conflict: its search of such a puzzle must end
    /// soon and without a solution.
    fn accepts_conflicts(&self) -> bool {
        false
    }

    /// Solves a block of puzzles, and writes outcome, solutions and latency of each to the answer at the same index.
    ///
    /// When a stop is requested, the method returns soon, and the answers to the rest of the block are unspecified.
    ///
    /// The default implementation solves and times one puzzle after the other. A run gives a whole block only to a strategy
    /// whose [`Entry::amortised`] is true, and single puzzles to the others.
    fn solve_block(&mut self, puzzles: &[G], limits: &Limits, answers: &mut [Answer<G>]) {
        for (puzzle, answer) in puzzles.iter().zip(answers).take_while(|_| !limits.is_stopped()) {
            answer.solutions.clear();
            let start = Instant::now();
            answer.outcome = self.solve(puzzle, limits, &mut answer.solutions);
            answer.latency = start.elapsed();
        }
    }
}
