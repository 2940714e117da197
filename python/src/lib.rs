//! The Python package `sudoku_bench`: the solver and the benchmark on arrays of puzzles.
//!
//! ```text
//! Arrays of any library ─ grids ─► blocks of rows ─► the work of the library ─► a record batch
//! ```
//!
//! The interpreter's lock is released meanwhile, and Ctrl-C ends the work ([`interruptible`]).

mod arguments;
mod arrow_cells;
mod augment;
mod blocks;
mod cells;
mod command;
mod compare;
mod difficulty;
mod facts;
mod generate;
mod grids;
mod input;
mod inspect;
mod interruptible;
mod keys;
mod ndarray;
mod numpy;
mod overlap;
mod rate;
mod read_corpus;
mod rows;
mod samples;
mod save_hrm;
mod score;
mod scores;
mod se_rating;
mod solve;
mod split;
mod strategies;

use pyo3::pymodule;

/// Solves arrays of Sudoku puzzles, scores predictions of them, compares solving algorithms, and makes puzzles.
///
/// Grids are strings of cells, row by row: the values from 1, and for a blank one of 0 . * _ - x X ? or a space. Every function
/// takes them as an Arrow array, chunked array or stream of strings from any library that has the Arrow PyCapsule interface,
/// such as PyArrow, Polars, pandas 3 or DuckDB, and reads them in place; a table with a single column will do. Grids may also be
/// lists of strings, Arrow lists of integers, and arrays of integers of shape (N, n·n) or (N, n, n), with 0 for a blank.
///
/// Results are classes of `arro3.core`, which the same libraries take: `polars.DataFrame(batch)`,
/// `pandas.DataFrame.from_arrow(batch)`, `pyarrow.record_batch(batch)`, `duckdb.sql("FROM batch")`. Row i belongs to puzzle
/// i. A row that is not a puzzle never is an exception: it has the status `rejected`, or null.
///
/// Other threads of Python run meanwhile, and Ctrl-C ends every function within a moment.
#[pymodule(name = "sudoku_bench")]
mod module {
    use pyo3::prelude::*;

    use crate::command::_command;

    #[pymodule_export]
    use crate::augment::augment;
    #[pymodule_export]
    use crate::compare::{compare, pass_at_k};
    #[pymodule_export]
    use crate::facts::{canon, is_minimal};
    #[pymodule_export]
    use crate::generate::generate;
    #[pymodule_export]
    use crate::inspect::inspect;
    #[pymodule_export]
    use crate::numpy::{from_numpy, to_numpy};
    #[pymodule_export]
    use crate::overlap::overlap;
    #[pymodule_export]
    use crate::rate::rate;
    #[pymodule_export]
    use crate::read_corpus::read_corpus;
    #[pymodule_export]
    use crate::save_hrm::save_hrm;
    #[pymodule_export]
    use crate::score::score;
    #[pymodule_export]
    use crate::scores::Scores;
    #[pymodule_export]
    use crate::solve::{Results, run, solve};
    #[pymodule_export]
    use crate::split::{dedup, split};
    #[pymodule_export]
    use crate::strategies::{Strategy, strategies};

    /// Adds what is no part of the library: the entry point of the command `sudoku-bench`.
    #[pymodule_init]
    fn add_command(module: &Bound<'_, PyModule>) -> PyResult<()> {
        // Not `add`, which would list it in `__all__`.
        module.setattr("_command", wrap_pyfunction!(_command, module)?)
    }

    #[expect(non_upper_case_globals, reason = "the name is Python's")]
    #[pymodule_export]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
