//! Puzzles of any shape, from 4×4 to 25×25, and the strategies that solve them.
//!
//! The rules, the ties and so the counts are those of the strategies for 9×9 in [`strategy`](crate::strategy), which are faster.
//! Cells, units, values, items and options are numbered in the same way.
//!
//! A [`Symmetry`] maps a puzzle to an equally hard one, as those of [`isomorph`](crate::isomorph) do. The [`canonical`] form is equal
//! for two puzzles if a symmetry maps one to the other.

mod any_grid;
mod canonical;
mod dlx;
mod elimination;
mod forward_checking;
mod image_search;
mod naive;
mod solutions;
mod symmetry;
mod units;

use crate::{grid::Shape, strategy::Strategy};

pub use any_grid::AnyGrid;
pub use canonical::{Canonical, canonical, has_canonical_forms};
pub use solutions::solutions;
pub use symmetry::Symmetry;

/// The names of the strategies for any shape.
pub const NAMES: [&str; 6] = ["naive", "forward-checking", "fc-mrv", "fc-static", "dlx", "elimination"];

/// Builds the workspace of a strategy for the puzzles of a shape; `None` if the strategy with this name solves 9×9 only, or if there is none. The
/// strategy may panic at a puzzle of another shape.
///
/// ```
/// use sudoku_bench_solver::{
///     any_shape::{self, AnyGrid},
///     grid::Shape,
///     strategy::{Limits, Solutions},
/// };
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
