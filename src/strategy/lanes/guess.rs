//! The choice of the cell to guess in.
//!
//! The rule chooses among the cells with two candidates the cell with the largest weight: each peer that shares a
//! candidate with the cell counts 1, or 3 if the peer has two candidates itself and may become a single. Ties go to the
//! lowest cell. If no cell has two candidates, the rule chooses among the cells with the fewest.

use crate::grid::{CELLS, Candidates, CellSet, PEER_SETS};

/// The candidates of the cells in one lane; the entries after the 81st are 0.
#[repr(align(64))]
pub struct Column(pub [Candidates; 96]);

/// A set of cells in two halves: cells 0 to 63, and the others.
type HalvedSet = [u64; 2];

/// The peers of every cell.
static PEERS: [HalvedSet; CELLS] = {
    let mut halves = [[0; 2]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        halves[cell] = [PEER_SETS[cell] as u64, (PEER_SETS[cell] >> 64) as u64];
        cell += 1;
    }
    halves
};

/// Returns the cell to guess in. `nonzero` returns the mask of the nonzero lanes.
#[inline(always)]
pub fn choose(column: &Column, nonzero: &impl Fn(&[u16; 32]) -> u32) -> usize {
    let with_two = with(column, without_one, nonzero);
    let with_three = with(column, |values| without_one(without_one(values)), nonzero);
    let pairs = [with_two[0] & !with_three[0], with_two[1] & !with_three[1]];
    let mut rest = CellSet::from(pairs[1]) << 64 | CellSet::from(pairs[0]);
    if rest == 0 {
        rest = fewest(column);
    }
    let (mut best, mut choice) = (0, 0);
    while rest != 0 {
        // Removes a bounds check: the compiler does not know that bits above 80 are 0.
        let cell = (rest.trailing_zeros() as usize).min(CELLS - 1);
        rest &= rest - 1;
        let values = column.0[cell];
        let sharing = with(column, |others| others & values, nonzero);
        let weight = |half: usize| {
            let sharing = sharing[half] & PEERS[cell][half];
            sharing.count_ones() + 2 * (sharing & pairs[half]).count_ones()
        };
        let weight = 1 + weight(0) + weight(1);
        if weight > best {
            (best, choice) = (weight, cell);
        }
    }
    choice
}

/// Returns the cells for whose candidates `values` returns a nonempty set.
#[inline(always)]
fn with(column: &Column, values: impl Fn(Candidates) -> Candidates, nonzero: &impl Fn(&[u16; 32]) -> u32) -> HalvedSet {
    let third = |n: usize| u64::from(nonzero(&std::array::from_fn(|i| values(column.0[32 * n + i]))));
    [third(0) | third(1) << 32, third(2)]
}

/// Returns the set without its lowest value.
#[inline(always)]
pub fn without_one(values: Candidates) -> Candidates {
    values & values.wrapping_sub(1)
}

/// Returns the cells with the fewest candidates of those with more than one.
#[inline(always)]
fn fewest(column: &Column) -> CellSet {
    let open = || (0..CELLS).filter(|&cell| column.0[cell].count_ones() > 1);
    let fewest = open().map(|cell| column.0[cell].count_ones()).min();
    open().filter(|&cell| Some(column.0[cell].count_ones()) == fewest).fold(0, |set, cell| set | 1 << cell)
}
