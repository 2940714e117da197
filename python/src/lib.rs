//! The module `sudoku_bench._native`: the work of the Python package on arrays of puzzles. `package/sudoku_bench` has its functions with
//! their documentation, and the classes of results.
//!
//! ```text
//! Arrays of any library ─ grids ─► blocks of rows ─► the work of the library ─► a record batch
//! ```
//!
//! The interpreter's lock is released meanwhile, and Ctrl-C ends the work ([`interruptible`]).

mod arguments;
mod arrow_cells;
mod augment;
mod batch;
mod blocks;
mod cells;
mod choice;
mod command;
mod compare;
mod documents;
mod explain;
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
mod partial_grids;
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
mod transform;

use pyo3::pymodule;

#[pymodule(name = "_native")]
mod module {
    #[pymodule_export]
    use crate::{
        augment::augment,
        command::_command,
        compare::{compare, pass_at_k},
        documents::documents,
        explain::explain,
        facts::{canon, is_minimal},
        generate::generate,
        inspect::inspect,
        numpy::{from_numpy, to_numpy},
        overlap::overlap,
        partial_grids::{candidates, conflicts, status},
        rate::rate,
        read_corpus::read_corpus,
        save_hrm::save_hrm,
        score::score,
        scores::Scores,
        solve::{run, solve, strategies},
        split::{dedup, split},
        transform::transform,
    };

    #[expect(non_upper_case_globals, reason = "the name is Python's")]
    #[pymodule_export]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
