//! Puzzles of any shape, from 4×4 to 25×25, and the strategies that solve them.
//!
//! The rules, the ties and so the counts are those of the strategies for 9×9 in [`strategy`](crate::strategy), which are faster.
//! Cells, units, values, items and options are numbered in the same way.
//!
//! A puzzle of 9×9 may be given as the candidates of its cells; see [`AnyGrid::of_candidates`]. A value that is no candidate of its cell is
//! not legal there; all else stays the same.

mod dlx;
mod elimination;
mod forward_checking;
mod naive;
mod smallest;
mod solutions;

use crate::strategy::{CandidateLanes, Strategy};
use grid::{AnyGrid, Shape, simd::Simd};

pub use solutions::solutions;

pub const NAMES: [&str; 6] = ["naive", "forward-checking", "fc-mrv", "fc-static", "dlx", "elimination"];

/// Builds the workspace of a strategy for the puzzles of a shape; `None` if the strategy with this name solves 9×9 only, or if
/// there is none. The strategy may panic at a puzzle of another shape.
///
/// ```
/// use sudoku_bench_solver::{any_shape, strategy::{Limits, Solutions}};
/// use grid::{AnyGrid, Shape};
///
/// let shape = Shape::of_cells(16).unwrap();
/// let mut dlx = any_shape::build("dlx", shape).unwrap();
/// let mut solutions = Solutions::new(1000);
/// dlx.solve(&AnyGrid::empty(shape), &Limits::NONE, &mut solutions);
/// assert_eq!(solutions.found(), 288);
/// ```
pub fn build(name: &str, shape: Shape) -> Option<Box<dyn Strategy<AnyGrid>>> {
    Some(match name {
        "naive" => Box::new(naive::Naive::new(shape)),
        "forward-checking" => Box::new(forward_checking::ForwardChecking::<true, true>::new(shape)),
        "fc-mrv" => Box::new(forward_checking::ForwardChecking::<true, false>::new(shape)),
        "fc-static" => Box::new(forward_checking::ForwardChecking::<false, false>::new(shape)),
        "dlx" => Box::new(dlx::Dlx::new(shape)),
        "elimination" => Box::new(elimination::Elimination::new(shape)),
        _ => return None,
    })
}

/// Builds the workspace of the fastest strategy that solves every shape.
///
/// ```
/// use sudoku_bench_solver::{any_shape, strategy::{Limits, Solutions}};
/// use grid::{AnyGrid, Shape};
///
/// let shape = Shape::of_cells(36).unwrap();
/// let mut solutions = Solutions::new(2);
/// any_shape::build_fastest(shape).solve(&AnyGrid::empty(shape), &Limits::NONE, &mut solutions);
/// assert_eq!(solutions.found(), 2);
/// ```
pub fn build_fastest(shape: Shape) -> Box<dyn Strategy<AnyGrid>> {
    Box::new(dlx::Dlx::new(shape))
}

/// Builds the workspace of a strategy for puzzles of 9×9 that are given as candidates; `None` if there is no strategy with this name. `simd`
/// must be available on this processor.
///
/// ```
/// use sudoku_bench_solver::{any_shape, strategy::{Limits, Solutions}};
/// use grid::{AnyGrid, ALL_VALUES, CELLS, simd::Simd};
///
/// let mut lanes = any_shape::build_for_candidates("lanes", Simd::detect()).unwrap();
/// let mut solutions = Solutions::new(1);
/// lanes.solve(&AnyGrid::of_candidates([ALL_VALUES; CELLS]), &Limits::NONE, &mut solutions);
/// assert_eq!(solutions.found(), 1);
/// ```
pub fn build_for_candidates(name: &str, simd: Simd) -> Option<Box<dyn Strategy<AnyGrid>>> {
    match name {
        "lanes" => Some(Box::new(CandidateLanes::new(simd))),
        _ => build(name, Shape::NINE),
    }
}
