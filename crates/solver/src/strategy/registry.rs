//! All strategies of this crate.

use grid::{Shape, simd::Simd};

use super::{
    entry::Entry, exact_cover::DLX, interface::Strategy, lanes::LANES, learning::LEARNING, norvig::NORVIG, sat::SAT,
};

/// Every strategy of this crate, in the order in which they are listed.
///
/// ```
/// use sudoku_bench_solver::strategy::REGISTRY;
///
/// let names: Vec<&str> = REGISTRY.iter().map(|entry| &*entry.name).collect();
/// assert!(names.contains(&"dlx"));
/// ```
pub static REGISTRY: &[Entry] = &[
    super::naive::NAIVE,
    super::forward_checking::FORWARD_CHECKING,
    super::forward_checking::FC_MRV,
    super::forward_checking::FC_STATIC,
    super::mac::MAC,
    super::mac::MAC_STATIC,
    NORVIG,
    DLX,
    super::exact_cover::DANCING_CELLS,
    SAT,
    LEARNING,
    LANES,
    super::elimination::ELIMINATION,
];

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

/// The largest side on which `norvig` is used: there, its median time is about half that of `dlx`.
const LARGEST_SIDE_FOR_NORVIG: usize = 8;

/// The smallest side on which `learning` is used: `dlx` is slow on some puzzles there, and leaves some unfinished from 16×16 on.
/// docs/NOTES.md has the figures.
const SMALLEST_SIDE_FOR_LEARNING: usize = 12;

/// The most solutions for which `learning` is used: it keeps a nogood for each, and `dlx` finds many solutions faster.
const MAX_SOLUTIONS_FOR_LEARNING: u64 = 1000;

/// Returns the fastest strategy for searches of a shape that stop at `max_solutions` solutions.
///
/// ```
/// use sudoku_bench_solver::strategy;
/// use grid::Shape;
///
/// let sixteen = Shape::of_cells(256).unwrap();
/// assert_eq!(strategy::fastest(Shape::NINE, 2).name, "lanes");
/// assert_eq!([2, 2000].map(|solutions| strategy::fastest(sixteen, solutions).name), ["learning", "dlx"]);
/// ```
pub fn fastest(shape: Shape, max_solutions: u64) -> Entry {
    if (LANES.solves)(shape) {
        LANES
    } else if max_solutions <= MAX_SOLUTIONS_FOR_LEARNING {
        fastest_for_few_solutions(shape)
    } else {
        fastest_of_any_shape()
    }
}

/// Returns the strategy that is the fastest at single puzzles of a shape if few solutions are wanted.
fn fastest_for_few_solutions(shape: Shape) -> Entry {
    match shape.side() {
        ..=LARGEST_SIDE_FOR_NORVIG => NORVIG,
        SMALLEST_SIDE_FOR_LEARNING.. => LEARNING,
        _ => fastest_of_any_shape(),
    }
}

/// Returns a strategy that solves every shape, and is fast with any number of solutions.
///
/// ```
/// assert_eq!(sudoku_bench_solver::strategy::fastest_of_any_shape().name, "dlx");
/// ```
pub fn fastest_of_any_shape() -> Entry {
    DLX
}

/// Builds a workspace of a complete strategy that is fast at single puzzles of a shape, for searches that stop at few solutions.
///
/// ```
/// use sudoku_bench_solver::strategy::{Limits, Solutions, build_for_few_solutions};
/// use grid::{AnyGrid, Shape};
///
/// let shape = Shape::of_cells(16).unwrap();
/// let mut solutions = Solutions::new(1000);
/// build_for_few_solutions(shape).solve(&AnyGrid::empty(shape), &Limits::NONE, &mut solutions);
/// assert_eq!(solutions.found(), 288);
/// ```
pub fn build_for_few_solutions(shape: Shape) -> Box<dyn Strategy> {
    fastest_for_few_solutions(shape).build(shape, Simd::Scalar).expect("it always starts")
}

/// Returns the names of the strategies that solve a shape, separated by commas.
///
/// ```
/// use grid::Shape;
///
/// let names = sudoku_bench_solver::strategy::names_for(Shape::of_cells(16).unwrap());
/// assert_eq!(names, "naive, forward-checking, fc-mrv, fc-static, mac, mac-static, norvig, dlx, dancing-cells, sat, learning, elimination");
/// ```
pub fn names_for(shape: Shape) -> String {
    let names = REGISTRY.iter().filter(|entry| (entry.solves)(shape)).map(|entry| &*entry.name);
    names.collect::<Vec<_>>().join(", ")
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
