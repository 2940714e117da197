//! Which strategies solve the puzzles.

use grid::Shape;
use pyo3::{exceptions::PyValueError, prelude::*};
use solver::strategy::{Entry, REGISTRY, fastest, names_for};

use crate::arguments::strategy;

pub enum Choice {
    /// The fastest that solves the shape.
    Fastest,
    /// Those that the command line runs by default.
    Defaults,
    Named(Vec<Entry>),
}

impl Choice {
    pub fn named(names: &[String]) -> PyResult<Choice> {
        names.iter().map(|name| strategy(name)).collect::<PyResult<_>>().map(Choice::Named)
    }

    /// Returns the strategies for puzzles of a shape and a limit of solutions. Returns a `ValueError` if a named strategy does not solve the
    /// shape.
    pub fn of_shape(&self, shape: Shape, max_solutions: u64) -> PyResult<Vec<Entry>> {
        match self {
            Choice::Fastest => Ok(vec![fastest(shape, max_solutions)]),
            Choice::Defaults => Ok(REGISTRY.iter().filter(|entry| (entry.default_for)(shape)).cloned().collect()),
            Choice::Named(entries) => {
                entries.iter().try_for_each(|entry| check(entry, shape))?;
                Ok(entries.clone())
            }
        }
    }
}

fn check(entry: &Entry, shape: Shape) -> PyResult<()> {
    if (entry.solves)(shape) {
        return Ok(());
    }
    let Entry { name, .. } = entry;
    let message = format!(
        "{name} solves 9×9 only, and the puzzles are {0}×{0}; choose one of {1}",
        shape.side(),
        names_for(shape)
    );
    Err(PyValueError::new_err(message))
}
