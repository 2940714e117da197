//! Sudoku solvers that count the nodes of their searches exactly: naive backtracking, forward checking with each of its
//! heuristics, dancing links, and [`Lanes`](strategy::Lanes), which solves one puzzle in every SIMD lane.
//!
//! ```
//! use sudoku_bench_solver::{grid::Grid, simd::Simd, strategy::{self, Limits, Solutions}};
//!
//! let puzzle = Grid::parse(b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..").unwrap();
//! let mut lanes = strategy::find("lanes").unwrap().build(Simd::detect()).unwrap();
//! // A limit of two solutions proves that there is only one.
//! let mut solutions = Solutions::new(2);
//! lanes.solve(&puzzle, &Limits::NONE, &mut solutions);
//! assert_eq!(solutions.found(), 1);
//! ```
//!
//! * [`grid`]: a puzzle or its solution, its units and peers.
//! * [`strategy`]: the trait, the registry, and every strategy with its tie-breaking rules.
//! * [`isomorph`]: the symmetries, and the canonical form of a puzzle.
//! * [`simd`]: the instruction sets; [`random`]: reproducible random numbers.

pub mod grid;
pub mod isomorph;
pub mod random;
pub mod simd;
pub mod strategy;
