//! Backtracking with forward checking, and its two ablations.
//!
//! Robert M. Haralick and Gordon L. Elliott, "Increasing tree search efficiency for constraint satisfaction problems",
//! Artificial Intelligence 14, 1980. Each blank keeps its candidates; an assignment removes the value from the blank
//! peers' candidates and is undone at once if one of them has no candidate left. `forward-checking` chooses the blank
//! with the fewest candidates (minimum remaining values), then with the most blank peers (maximum degree), and tries
//! its values in the order of how many blank peers have them as a candidate (least constraining value). `fc-mrv` uses
//! only the first of these heuristics, `fc-static` none.

use super::{
    candidate_search::{Rule, entry},
    entry::{Entry, every_shape, no_shape},
};

pub(super) const FORWARD_CHECKING: Entry = entry::<ForwardChecking<true, true>>(
    "forward-checking",
    &["fc"],
    "forward checking with minimum remaining values, maximum degree, least constraining value",
    every_shape,
);

pub(super) const FC_MRV: Entry = entry::<ForwardChecking<true, false>>(
    "fc-mrv",
    &[],
    "forward checking with minimum remaining values, lowest cell, values ascending",
    no_shape,
);

pub(super) const FC_STATIC: Entry = entry::<ForwardChecking<false, false>>(
    "fc-static",
    &[],
    "forward checking with cells in row-major order, values ascending",
    no_shape,
);

struct ForwardChecking<const MRV: bool, const DEGREE_LCV: bool>;

impl<const MRV: bool, const DEGREE_LCV: bool> Rule for ForwardChecking<MRV, DEGREE_LCV> {
    const MRV: bool = MRV;
    const DEGREE_LCV: bool = DEGREE_LCV;
    const NAKED_SINGLES: bool = false;
    const HIDDEN_SINGLES: bool = false;
}
