//! Kernel for few puzzles: a 16-bit set of candidates for each lane, a vector for each cell.
//!
//! The kernel is plain code over arrays of lanes, compiled once per instruction set ([`isa`](super::isa)).

mod choose;
mod column;
pub mod copy;
mod sweep;

use super::kernel::{Kernel, LaneSet, Pace, State, Step};
use choose::choose;
pub use column::Column;
use grid::{Candidates, CellSet};
pub use sweep::LaneCandidates;
use sweep::{PerLane, SOLVED_SUM};

pub struct States<const L: usize> {
    cells: Box<LaneCandidates<L>>,
    columns: Box<[Column; L]>,
    chosen: PerLane,
}

impl<const L: usize> States<L> {
    pub fn new() -> States<L> {
        States { cells: Box::new(LaneCandidates::ALL), columns: Box::new([Column::EMPTY; L]), chosen: PerLane([0; 32]) }
    }
}

/// The operations on `L` lanes that the compiler does not vectorise well.
pub struct Operations<N, I, O> {
    pub nonzero: N,
    /// Copies columns into the lanes.
    pub copy_in: I,
    /// Copies the lanes into columns.
    pub copy_out: O,
}

/// The kernel with `L` lanes. `POPCOUNT` is true if counting the bits of a vector is one instruction.
pub struct Narrow<'a, const L: usize, const POPCOUNT: bool, N, I, O> {
    pub states: &'a mut States<L>,
    pub operations: Operations<N, I, O>,
}

/// The time of a step without its sweeps, in sweeps.
const OVERHEAD: usize = 1;
/// Cells are chosen once this part of the lanes, in 32nds, is stuck, or when nothing else is left to do. The choice
/// takes as long for one lane as for all.
const MIN_STUCK_32NDS: usize = 6;

impl<const L: usize, const POPCOUNT: bool, N, I, O> Kernel for Narrow<'_, L, POPCOUNT, N, I, O>
where
    N: Fn(&[u16; 32]) -> u32,
    I: Fn(&mut LaneCandidates<L>, &[Column; L]),
    O: Fn(&LaneCandidates<L>, &mut [Column; L]),
{
    type State = Column;
    const LANES: usize = L;

    #[inline(always)]
    fn put(&mut self, lane: usize, state: &Column) {
        self.states.columns[lane] = *state;
    }

    #[inline(always)]
    fn get(&self, lane: usize, state: &mut Column) {
        *state = self.states.columns[lane];
    }

    #[inline(always)]
    fn candidates(&self, lane: usize, cell: u8) -> Candidates {
        self.states.columns[lane].0.as_flattened()[usize::from(cell)]
    }

    #[inline(always)]
    fn keep(&mut self, lane: usize, cell: u8, values: Candidates) {
        self.states.columns[lane].0.as_flattened_mut()[usize::from(cell)] &= values;
    }

    #[inline(always)]
    fn step(&mut self, used: usize) -> Step {
        let all = u32::MAX >> (32 - L);
        let States { cells, columns, chosen } = &mut *self.states;
        (self.operations.copy_in)(cells, columns);
        let nonzero = &self.operations.nonzero;
        let mut before = cells.sum();
        let mut pace = Pace::new(OVERHEAD, used);
        let (dead, changed, sums) = loop {
            let result = cells.sweep::<POPCOUNT>();
            let dead = nonzero(&result.dead.0);
            let changed = nonzero(&std::array::from_fn(|lane| result.sum.0[lane] ^ before.0[lane]));
            if !pace.another_sweep_pays((!dead & changed & all).count_ones() as usize) {
                break (dead, changed, result.sum);
            }
            before = result.sum;
        };
        (self.operations.copy_out)(cells, columns);
        let open = nonzero(&std::array::from_fn(|lane| sums.0[lane] ^ SOLVED_SUM));
        let solved = !dead & !changed & !open;
        let stuck = !dead & !changed & open;
        let mut step = Step {
            sweeps: pace.sweeps,
            dead: LaneSet::from(dead),
            solved: LaneSet::from(solved),
            stuck: LaneSet::NONE,
        };
        let count = |lanes: u32| (lanes & all).count_ones() as usize;
        let other_finished = count(dead | solved) > L - used;
        if count(stuck) >= (used * MIN_STUCK_32NDS).div_ceil(32) || !other_finished {
            step.stuck = LaneSet::from(stuck);
            *chosen = choose(cells);
        }
        step
    }

    #[inline(always)]
    fn choice(&self, lane: usize) -> u8 {
        self.states.chosen.0[lane] as u8
    }

    #[inline(always)]
    fn pairs(&self, lane: usize) -> CellSet {
        self.states.columns[lane].pairs()
    }
}
