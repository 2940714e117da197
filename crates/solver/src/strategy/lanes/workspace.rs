//! The workspace of the search: both kernels, and the choice between them.

use std::mem;

use super::{
    bits::Bits,
    kernel::Kernel,
    narrow::{Column, LaneCandidates, Narrow, Operations, States},
    search::{Block, Job, Search},
    wide::{Packed, Wide},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KernelWork {
    /// The number of puzzles that the kernel works on at once.
    pub lanes: usize,
    /// The sweeps of the kernel since the workspace was made: 0 if it has never run.
    pub sweeps: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernels {
    /// The kernel that starts blocks large enough to fill its lanes.
    pub wide: KernelWork,
    /// The kernel that solves smaller blocks, and the last puzzles of larger ones.
    pub narrow: KernelWork,
}

/// The kernel with a bit for each lane of `V`, and the kernel with `L` lanes of 16 bits.
pub struct Workspace<V, const L: usize> {
    wide: Wide<V>,
    wide_search: Search<Packed>,
    narrow: States<L>,
    narrow_search: Search<Column>,
    sweeps: Vec<u64>,
}

impl<V: Bits, const L: usize> Workspace<V, L> {
    /// The number of puzzles below which the narrow kernel takes over.
    const MIN_WIDE_PUZZLES: usize = Wide::<V>::LANES / 3;

    pub fn new(zero: V) -> Workspace<V, L> {
        Workspace {
            wide: Wide::new(zero),
            wide_search: Search::new(Wide::<V>::LANES),
            narrow: States::new(),
            narrow_search: Search::new(L),
            sweeps: Vec::new(),
        }
    }

    /// Returns the work of the kernels so far. Each search counts the sweeps of its kernel.
    pub fn kernels(&self) -> Kernels {
        Kernels {
            wide: KernelWork { lanes: Wide::<V>::LANES, sweeps: self.wide_search.sweeps() },
            narrow: KernelWork { lanes: L, sweeps: self.narrow_search.sweeps() },
        }
    }

    #[inline(always)]
    pub fn run<const POPCOUNT: bool>(
        &mut self,
        job: Job<'_>,
        operations: Operations<
            impl Fn(&[u16; 32]) -> u32,
            impl Fn(&mut LaneCandidates<L>, &[Column; L]),
            impl Fn(&LaneCandidates<L>, &mut [Column; L]),
        >,
    ) {
        let mut block = Block::new(job, mem::take(&mut self.sweeps));
        if block.waiting() >= Wide::<V>::LANES {
            self.wide_search.run(&mut self.wide, &mut block, Self::MIN_WIDE_PUZZLES);
            self.narrow_search.take_over(&self.wide, &mut self.wide_search);
        }
        let mut narrow = Narrow::<L, POPCOUNT, _, _, _> { states: &mut self.narrow, operations };
        self.narrow_search.run(&mut narrow, &mut block, 0);
        self.sweeps = block.finish();
    }
}
