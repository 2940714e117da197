//! Which cell to guess in.
//!
//! Of the cells with two candidates, the one whose value would tell the most: every peer that shares a candidate with it
//! counts 1, or 3 if it has two candidates itself and so becomes a single. The lowest cell wins a tie. Where no cell has
//! two candidates, the cells with the fewest take part.

use crate::grid::{CELLS, Candidates, PEERS};

/// The candidates of one lane's cells; the entries after the 81st are 0.
#[repr(align(64))]
pub struct Column(pub [Candidates; 96]);

/// A set of cells.
type CellSet = [u64; 2];

/// The peers of every cell.
static PEER_SETS: [CellSet; CELLS] = peer_sets();

const fn peer_sets() -> [CellSet; CELLS] {
    let mut sets = [[0; 2]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut n = 0;
        while n < PEERS[cell].len() {
            let peer = PEERS[cell][n] as usize;
            sets[cell][peer / 64] |= 1 << (peer % 64);
            n += 1;
        }
        cell += 1;
    }
    sets
}

/// The cell to guess in. `nonzero` makes a mask of the lanes that are not 0.
#[inline(always)]
pub fn choose(column: &Column, nonzero: &impl Fn(&[u16; 32]) -> u32) -> usize {
    let with_two = with(column, without_one, nonzero);
    let with_three = with(column, |values| without_one(without_one(values)), nonzero);
    let pairs = [with_two[0] & !with_three[0], with_two[1] & !with_three[1]];
    let mut rest = u128::from(pairs[1]) << 64 | u128::from(pairs[0]);
    if rest == 0 {
        rest = fewest(column);
    }
    let (mut best, mut choice) = (0, 0);
    while rest != 0 {
        // The compiler cannot know that there are no more cells.
        let cell = (rest.trailing_zeros() as usize).min(CELLS - 1);
        rest &= rest - 1;
        let values = column.0[cell];
        let sharing = with(column, |others| others & values, nonzero);
        let weight = |half: usize| {
            let sharing = sharing[half] & PEER_SETS[cell][half];
            sharing.count_ones() + 2 * (sharing & pairs[half]).count_ones()
        };
        let weight = 1 + weight(0) + weight(1);
        if weight > best {
            (best, choice) = (weight, cell);
        }
    }
    choice
}

/// The cells of which `values` leaves something.
#[inline(always)]
fn with(column: &Column, values: impl Fn(Candidates) -> Candidates, nonzero: &impl Fn(&[u16; 32]) -> u32) -> CellSet {
    let third = |n: usize| u64::from(nonzero(&std::array::from_fn(|i| values(column.0[32 * n + i]))));
    [third(0) | third(1) << 32, third(2)]
}

/// The values without the lowest one.
#[inline(always)]
pub fn without_one(values: Candidates) -> Candidates {
    values & values.wrapping_sub(1)
}

/// The open cells with the fewest candidates.
#[inline(always)]
fn fewest(column: &Column) -> u128 {
    let open = || (0..CELLS).filter(|&cell| column.0[cell].count_ones() > 1);
    let fewest = open().map(|cell| column.0[cell].count_ones()).min();
    open().filter(|&cell| Some(column.0[cell].count_ones()) == fewest).fold(0, |set, cell| set | 1 << cell)
}
