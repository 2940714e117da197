//! Peter Norvig, "Solving Every Sudoku Puzzle", 2006: naked and hidden singles to a fixpoint, then the open cell with the fewest
//! candidates, values ascending.
//!
//! The essay leaves the order of the rules open, and it does not matter: with fewer candidates a single stays a single, unless there is
//! a contradiction, so every order ends at the same fixpoint. Ties go to the lowest cell. The search goes on after a solution if more are wanted.

use super::{
    candidate_search::{Rule, entry},
    entry::{Entry, no_shape},
};

pub(super) const NORVIG: Entry = entry::<Singles>(
    "norvig",
    &[],
    "singles to a fixpoint, then the cell with the fewest candidates, as in Norvig's essay",
    no_shape,
);

struct Singles;

impl Rule for Singles {
    const MRV: bool = true;
    const DEGREE_LCV: bool = false;
    const NAKED_SINGLES: bool = true;
    const HIDDEN_SINGLES: bool = true;
}
