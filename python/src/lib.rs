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
mod choice;
mod column;
mod command;
mod compare;
mod corpus_file;
mod difficulty;
mod facts;
mod generate;
mod grids;
mod input;
mod inspect;
mod interruptible;
mod keys;
mod ndarray;
mod notation;
mod numpy;
mod overlap;
mod rate;
mod read_corpus;
mod results;
mod rows;
mod samples;
mod save_hrm;
mod score;
mod scores;
mod se_rating;
mod solve;
mod split;
mod strategies;
mod table;
mod values;
mod view;

use pyo3::pymodule;

/// Solves arrays of Sudoku puzzles, scores predictions of them, compares solving algorithms, and makes puzzles.
///
/// Grids are strings of cells, row by row: the values from 1, and for a blank one of 0 . * _ - x X ? or a space. Every function
/// takes them as an Arrow array, chunked array or stream of strings from any library that has the Arrow PyCapsule interface,
/// such as PyArrow, Polars, pandas 3 or DuckDB, and reads them in place; a table with a single column will do. Grids may also be
/// lists or NumPy arrays of strings, Arrow lists of integers, and arrays of integers of shape (N, n·n) or (N, n, n), with 0 for a blank.
///
/// An object such as `pathlib.Path` in place of puzzles is a file: a corpus in any layout, of which row i is row i of the array, and whose
/// solutions are used unless others are given. A str never is a path.
///
/// All grids have one shape, from 4×4 to 25×25. The argument `shape` names it: the side, such as 16, or the rows and columns of a box, such
/// as "2x3". Without it, the grids are 9×9 if one of the first 100 rows is, and else of the shape of the first grid. The argument
/// `alphabet` says how values above 9 are written: "1-9A", "0-9A", "A-Z" or "numbers", with separators between them. Without it, the
/// first rows tell, and it is an error if several fit. Integers are values in every alphabet; `alphabet` then is that of the results.
/// Puzzles of 9×9 may also be "candidates", strings of 729 characters, nine for each cell.
///
/// Results are a `Table` or a `Column`, which the same libraries take: `polars.DataFrame(table)`, `pandas.DataFrame(table)`,
/// `pyarrow.table(table)`, `duckdb.sql("FROM table")`, `numpy.asarray(table["solution"])`. Row i belongs to puzzle i. A row that is not a
/// puzzle never is an exception: it has the status `rejected`, or None. Counts are int64; one above 2**63 - 1, which no search
/// reaches, would be 2**63 - 1.
///
/// Other threads of Python run meanwhile, and Ctrl-C ends every function within a moment.
#[pymodule(name = "sudoku_bench")]
mod module {
    use pyo3::prelude::*;

    use crate::command::_command;

    #[pymodule_export]
    use crate::augment::augment;
    #[pymodule_export]
    use crate::column::Column;
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
    use crate::results::Results;
    #[pymodule_export]
    use crate::save_hrm::save_hrm;
    #[pymodule_export]
    use crate::score::score;
    #[pymodule_export]
    use crate::scores::Scores;
    #[pymodule_export]
    use crate::solve::{run, solve};
    #[pymodule_export]
    use crate::split::{dedup, split};
    #[pymodule_export]
    use crate::strategies::{Strategy, strategies};
    #[pymodule_export]
    use crate::table::Table;

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
