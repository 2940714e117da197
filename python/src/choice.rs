//! Which strategies solve the puzzles.

use pyo3::{exceptions::PyValueError, prelude::*};
use solver::{
    any_shape,
    grid::Shape,
    strategy::{self, Entry, REGISTRY},
};

use crate::arguments::strategy;

/// The strategy that is the fastest for 9×9, and the one that is the fastest for all other shapes.
const FASTEST: [&str; 2] = ["lanes", "dlx"];
/// The strategy whose searches hardly end above 9×9.
const BASELINE: &str = "naive";

/// The strategies that an argument chooses.
pub enum Choice {
    /// The fastest that solves the shape.
    Fastest,
    /// Those that the command line runs by default.
    Defaults,
    Named(Vec<Entry>),
}

impl Choice {
    /// Returns the strategies with these names.
    ///
    /// # Errors
    ///
    /// Returns a `ValueError` if no strategy has a name.
    pub fn named(names: &[String]) -> PyResult<Choice> {
        names.iter().map(|name| strategy(name)).collect::<PyResult<_>>().map(Choice::Named)
    }

    /// Returns the strategies for puzzles of a shape.
    ///
    /// # Errors
    ///
    /// Returns a `ValueError` if a named strategy does not solve the shape.
    pub fn of_shape(&self, shape: Shape) -> PyResult<Vec<Entry>> {
        match self {
            Choice::Fastest => {
                let name = FASTEST[usize::from(shape != Shape::NINE)];
                Ok(strategy::find(name).into_iter().collect())
            }
            Choice::Defaults => {
                let is_suited = |entry: &&Entry| entry.default && (entry.name != BASELINE || shape.side() <= 9);
                Ok(REGISTRY.iter().filter(is_suited).cloned().collect())
            }
            Choice::Named(entries) => {
                entries.iter().try_for_each(|entry| check(entry, shape))?;
                Ok(entries.clone())
            }
        }
    }
}

fn check(entry: &Entry, shape: Shape) -> PyResult<()> {
    let names = any_shape::NAMES;
    if shape == Shape::NINE || names.contains(&&*entry.name) {
        return Ok(());
    }
    let Entry { name, .. } = entry;
    let message = format!(
        "{name} solves 9×9 only, and the puzzles are {0}×{0}; choose one of {1}",
        shape.side(),
        names.join(", ")
    );
    Err(PyValueError::new_err(message))
}
