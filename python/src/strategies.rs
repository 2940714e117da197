//! `strategies`.

use pyo3::prelude::*;
use solver::strategy::{Entry, REGISTRY};

/// A solving algorithm.
#[pyclass(module = "sudoku_bench", frozen, get_all)]
pub struct Strategy {
    /// The name that `solve` and `run` take.
    name: String,
    /// The algorithm's rule in a line.
    about: String,
    /// True if the algorithm finds every solution; an incomplete one may end with the status `stalled`.
    complete: bool,
    /// True if `run` uses the strategy when none is named.
    default: bool,
}

#[pymethods]
impl Strategy {
    fn __repr__(&self) -> String {
        format!("<Strategy {}: {}>", self.name, self.about)
    }
}

/// Return every strategy, from the simplest to the fastest.
#[pyfunction]
pub fn strategies() -> Vec<Strategy> {
    let strategy = |entry: &Entry| Strategy {
        name: entry.name.to_string(),
        about: entry.about.to_string(),
        complete: entry.complete,
        default: entry.is_default(),
    };
    REGISTRY.iter().map(strategy).collect()
}
