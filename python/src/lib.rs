//! The Python package `sudoku_bench`: the solver and the benchmark on Arrow arrays of puzzles.
//!
//! ```text
//! Arrow arrays of any library ─ strings ─► blocks of rows ─► the runner of the library ─ samples ─► a record batch
//! ```
//!
//! The interpreter's lock is released meanwhile, and Ctrl-C ends the work ([`interruptible`]).

mod arguments;
mod blocks;
mod facts;
mod generate;
mod interruptible;
mod samples;
mod solve;
mod strategies;
mod strings;

use pyo3::pymodule;

/// Solves Arrow arrays of Sudoku puzzles, compares solving algorithms, and makes puzzles.
///
/// Puzzles are strings of 81 cells, row by row: the values 1 to 9, and for a blank one of 0 . * _ - x X ? or a space. Every
/// function takes them as an Arrow array, chunked array or stream of strings from any library that has the Arrow PyCapsule
/// interface, such as PyArrow, Polars, pandas 3 or DuckDB, and reads them in place. A table with a single column will do.
///
/// Results are classes of `arro3.core`, which the same libraries take: `polars.DataFrame(batch)`,
/// `pandas.DataFrame.from_arrow(batch)`, `pyarrow.record_batch(batch)`, `duckdb.sql("FROM batch")`. Row i belongs to puzzle
/// i. A row that is not a puzzle never is an exception: it has the status `rejected`, or null.
///
/// Other threads of Python run meanwhile, and Ctrl-C ends every function within a moment.
#[pymodule(name = "sudoku_bench")]
mod module {
    #[pymodule_export]
    use crate::facts::{canon, is_minimal};
    #[pymodule_export]
    use crate::generate::generate;
    #[pymodule_export]
    use crate::solve::{Results, run, solve};
    #[pymodule_export]
    use crate::strategies::{Strategy, strategies};

    #[expect(non_upper_case_globals, reason = "the name is Python's")]
    #[pymodule_export]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
