//! Maintaining arc consistency (MAC): naked singles to a fixpoint before the search and after every value that it tries.
//!
//! Daniel Sabin and Eugene C. Freuder, "Contradicting conventional wisdom in constraint satisfaction", ECAI 1994. A value
//! of a cell has a support in a peer unless it is the peer's only candidate. So on Sudoku, arc consistency is the fixpoint of naked
//! singles: AC-3 and every other algorithm reach it, in any order. All values of a cell are tried one after the other (d-way branching).
//! `mac` chooses cells and values as `forward-checking` does, `mac-static` takes the lowest open cell and ascending values.

use super::{
    candidate_search::{Rule, entry},
    entry::{Entry, no_shape},
};

pub(super) const MAC: Entry = entry::<ArcConsistency<true>>(
    "mac",
    &[],
    "arc consistency after every value, with the order of forward-checking",
    no_shape,
);

pub(super) const MAC_STATIC: Entry = entry::<ArcConsistency<false>>(
    "mac-static",
    &[],
    "arc consistency after every value, lowest open cell, values ascending",
    no_shape,
);

struct ArcConsistency<const DYNAMIC: bool>;

impl<const DYNAMIC: bool> Rule for ArcConsistency<DYNAMIC> {
    const MRV: bool = DYNAMIC;
    const DEGREE_LCV: bool = DYNAMIC;
    const NAKED_SINGLES: bool = true;
    const HIDDEN_SINGLES: bool = false;
}
