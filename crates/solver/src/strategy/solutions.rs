//! The solutions of one puzzle.

#![warn(missing_docs)]

use grid::AnyGrid;

/// The number of solutions for which memory is reserved: as many as a proof of uniqueness needs. A `Vec` would reserve room for
/// four, and the answers of a block would take twice as much of the cache.
const RESERVED_SOLUTIONS: u64 = 2;

/// The largest number of solutions of a puzzle that are kept; later ones are only counted.
pub const MAX_KEPT_SOLUTIONS: usize = 1024;

/// The solutions of one puzzle: their number, the first of them, and the number at which the search stops.
///
/// ```
/// use grid::Grid;
/// use sudoku_bench_solver::strategy::Solutions;
///
/// // A strategy stops when `add` returns true.
/// let mut solutions = Solutions::new(2);
/// assert!(!solutions.add(Grid::of([1; 81]).into()));
/// assert!(solutions.add(Grid::of([2; 81]).into()));
/// assert_eq!((solutions.found(), solutions.max()), (2, 2));
/// assert_eq!(solutions.kept()[0].cells()[80], 1);
/// ```
#[derive(Debug)]
pub struct Solutions {
    max: u64,
    found: u64,
    kept: Vec<AnyGrid>,
}

impl Solutions {
    /// Creates an empty set for a search that stops at `max_solutions` solutions.
    ///
    /// # Panics
    ///
    /// Panics if `max_solutions` is 0.
    pub fn new(max_solutions: u64) -> Solutions {
        assert!(max_solutions > 0, "the solution limit is at least 1");
        Solutions { max: max_solutions, found: 0, kept: Vec::new() }
    }

    /// Removes the solutions of the last puzzle.
    pub fn clear(&mut self) {
        self.found = 0;
        self.kept.clear();
    }

    /// Adds a solution. Returns true if the solution limit is reached.
    #[inline]
    pub fn add(&mut self, solution: AnyGrid) -> bool {
        self.found += 1;
        if self.kept.len() < MAX_KEPT_SOLUTIONS {
            if self.kept.capacity() == 0 {
                self.kept.reserve_exact(RESERVED_SOLUTIONS.min(self.max) as usize);
            }
            self.kept.push(solution);
        }
        self.found >= self.max
    }

    /// Counts solutions that an external engine found, but did not return.
    ///
    /// ```
    /// use sudoku_bench_solver::strategy::Solutions;
    ///
    /// let mut solutions = Solutions::new(100);
    /// solutions.add_uncollected(40);
    /// assert_eq!((solutions.found(), solutions.kept().len()), (40, 0));
    /// ```
    pub fn add_uncollected(&mut self, solutions: u64) {
        self.found += solutions;
    }

    /// Returns the number of solutions found.
    pub fn found(&self) -> u64 {
        self.found
    }

    /// Returns the number of solutions at which the search stops.
    pub fn max(&self) -> u64 {
        self.max
    }

    /// Returns the first [`MAX_KEPT_SOLUTIONS`] solutions, in the order in which they were found.
    pub fn kept(&self) -> &[AnyGrid] {
        &self.kept
    }
}
