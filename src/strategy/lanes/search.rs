//! Depth-first search of many puzzles, whose states take turns in the lanes.
//!
//! A puzzle of the block has a *slot* until it is finished. The current state of the slot is *ready* for sweeps, or
//! *stuck* at a fixpoint, so that it has to guess. Ready states are copied into the lanes and swept until a part of
//! the lanes has finished; stuck states are copied into the lanes when there are enough to choose their cells together.
//! One state of a puzzle is current at a time, and further sweeps change neither a fixpoint nor a contradiction, so the
//! counts depend neither on the number of slots nor on the order in which they are served.

use std::{
    mem,
    time::{Duration, Instant},
};

use super::{
    Candidate,
    column::Column,
    guess::Choice,
    slot::{Columns, Queue, SLOTS, Slot, Slots},
    sweep::{LaneCandidates, PerLane, SOLVED},
};
use crate::{
    grid::Grid,
    strategy::{Answer, End, Limits},
};

/// A block of puzzles and the slots for their answers.
pub struct Job<'a> {
    pub puzzles: &'a [Grid],
    /// A candidate that each puzzle's solutions must not have; empty if there is none.
    pub excluded: &'a [Candidate],
    pub limits: &'a Limits<'a>,
    pub answers: &'a mut [Answer],
}

/// The steps that the compiler does not vectorise well, for `L` lanes.
pub struct Steps<N, I, O> {
    /// Returns the mask of the nonzero lanes.
    pub nonzero: N,
    /// Copies the columns of some slots into the lanes.
    pub copy_in: I,
    /// Copies the lanes into the columns of some slots.
    pub copy_out: O,
}

/// The search of the puzzles of a block in `L` lanes.
pub struct BlockSearch<const L: usize> {
    cells: Box<LaneCandidates<L>>,
    choice: Box<Choice<L>>,
    columns: Box<Columns>,
    slots: Vec<Slot>,
    ready: Queue,
    stuck: Queue,
    /// The number of sweeps of every finished puzzle of the block, 0 for the others.
    sweeps: Vec<u64>,
}

/// The number of guesses after which a search checks that the givens do not conflict, which propagation may not notice.
/// Most puzzles need fewer guesses.
const LONG: u64 = 4;
/// Sweeps between two readings of the clock and the flag.
const STRIDE: u64 = 64;
/// The part of the lanes, in 32nds, that must have finished before others take their place.
const FINISHED: usize = 12;

/// What the searches of a block share.
struct Block<'a> {
    puzzles: &'a [Grid],
    excluded: &'a [Candidate],
    limits: &'a Limits<'a>,
    answers: &'a mut [Answer],
    /// The first puzzle that has not been in a slot.
    next: usize,
}

impl<const L: usize> BlockSearch<L> {
    pub fn new() -> BlockSearch<L> {
        BlockSearch {
            cells: Box::new(LaneCandidates::ALL),
            choice: Box::new(Choice::NEW),
            columns: Box::new([const { Column::EMPTY }; SLOTS]),
            slots: (0..2 * L).map(|_| Slot::EMPTY).collect(),
            ready: Queue::EMPTY,
            stuck: Queue::EMPTY,
            sweeps: Vec::new(),
        }
    }

    /// Solves a block.
    #[inline(always)]
    pub fn run<const POPCOUNT: bool>(
        &mut self,
        job: Job<'_>,
        steps: Steps<
            impl Fn(&[u16; 32]) -> u32,
            impl Fn(&mut LaneCandidates<L>, &Columns, &Slots<L>),
            impl Fn(&LaneCandidates<L>, &mut Columns, &Slots<L>),
        >,
    ) {
        let Job { puzzles, excluded, limits, answers } = job;
        let start = Instant::now();
        self.begin(puzzles.len(), answers);
        let mut block = Block { puzzles, excluded, limits, answers, next: 0 };
        (0..2 * L).for_each(|slot| self.take(slot, &mut block));
        let (mut sweeps, mut next_look) = (0, STRIDE);
        loop {
            if self.stuck.len() >= L || self.ready.len() < L && self.stuck.len() > self.ready.len() {
                let (slots, n) = self.stuck.pop_lanes::<L>();
                (steps.copy_in)(&mut self.cells, &self.columns, &slots);
                let cells = self.choice.choose(&self.cells);
                for (&slot, &cell) in slots[..n].iter().zip(&cells.0) {
                    let slot = usize::from(slot);
                    self.slots[slot].guess(&mut self.columns[slot % SLOTS], cell as u8);
                    self.ready.push(slot);
                }
                continue;
            }
            let (slots, n) = self.ready.pop_lanes::<L>();
            if n == 0 {
                break;
            }
            (steps.copy_in)(&mut self.cells, &self.columns, &slots);
            let swept = self.sweep::<POPCOUNT>(&slots, n, &steps.nonzero);
            (steps.copy_out)(&self.cells, &mut self.columns, &slots);
            sweeps += swept.sweeps;
            for (lane, &slot) in slots[..n].iter().enumerate() {
                self.sort(slot.into(), lane, &swept, &mut block);
            }
            if sweeps >= next_look {
                next_look = sweeps + STRIDE;
                if limits.is_stopped() {
                    self.stop(&mut block);
                    break;
                }
                if limits.time.is_some() {
                    self.stop_overdue(start.elapsed(), &mut block);
                }
            }
        }
        self.divide_time(start.elapsed(), block.answers);
    }

    fn begin(&mut self, puzzles: usize, answers: &mut [Answer]) {
        self.sweeps.clear();
        self.sweeps.resize(puzzles, 0);
        (self.ready, self.stuck) = (Queue::EMPTY, Queue::EMPTY);
        answers.iter_mut().for_each(|answer| answer.solutions.clear());
    }

    /// Divides the time of the block among its puzzles by their sweeps.
    fn divide_time(&self, elapsed: Duration, answers: &mut [Answer]) {
        let sweep = elapsed.as_nanos() as f64 / self.sweeps.iter().sum::<u64>() as f64;
        for (answer, &sweeps) in answers.iter_mut().zip(&self.sweeps) {
            answer.latency = Duration::from_nanos((sweep * sweeps as f64) as u64);
        }
    }

    /// Gives the slot to the next puzzle, if there is one.
    #[inline(always)]
    fn take(&mut self, slot: usize, block: &mut Block<'_>) {
        let puzzle = block.next;
        let Some(givens) = block.puzzles.get(puzzle) else { return };
        block.next += 1;
        self.columns[slot % SLOTS] = Column::of(givens);
        if let Some(candidate) = block.excluded.get(puzzle) {
            *self.columns[slot % SLOTS].cell(candidate.cell) &= !((1 << candidate.value) >> 1);
        }
        self.slots[slot].begin(puzzle);
        self.ready.push(slot);
    }

    /// Sweeps until enough lanes have finished.
    #[inline(always)]
    fn sweep<const POPCOUNT: bool>(
        &mut self,
        slots: &Slots<L>,
        n: usize,
        nonzero: &impl Fn(&[u16; 32]) -> u32,
    ) -> Swept {
        let used = u32::MAX >> (32 - n);
        let enough = (n * FINISHED).div_ceil(32) as u32;
        let mut before = PerLane([0; 32]);
        for (before, &slot) in before.0[..n].iter_mut().zip(slots) {
            *before = self.slots[usize::from(slot)].sum;
        }
        let mut sweeps = 0;
        loop {
            let result = self.cells.sweep::<POPCOUNT>();
            sweeps += 1;
            let dead = nonzero(&result.dead.0);
            let fixpoint = !nonzero(&std::array::from_fn(|lane| result.sum.0[lane] ^ before.0[lane]));
            if ((dead | fixpoint) & used).count_ones() >= enough {
                return Swept { sweeps, dead, fixpoint, sums: result.sum };
            }
            before = result.sum;
        }
    }

    /// Puts a slot into the queue of its state, or ends its search.
    #[inline(always)]
    fn sort(&mut self, slot: usize, lane: usize, swept: &Swept, block: &mut Block<'_>) {
        let (dead, fixpoint, sum) = (swept.dead >> lane & 1 != 0, swept.fixpoint >> lane & 1 != 0, swept.sums.0[lane]);
        let search = &mut self.slots[slot];
        search.sweeps += swept.sweeps;
        search.sum = sum;
        let is_over = if dead {
            search.note_conflict(&self.columns[slot % SLOTS]);
            !self.undo_guess(slot)
        } else if !fixpoint {
            self.ready.push(slot);
            false
        } else if sum == SOLVED {
            block.answers[search.puzzle].solutions.add(self.columns[slot % SLOTS].grid()) || !self.undo_guess(slot)
        } else {
            !self.wait_for_guess(slot, block)
        };
        if is_over {
            self.finish(slot, block);
            self.take(slot, block);
        }
    }

    /// Writes the outcome of the puzzle in a slot.
    #[inline(always)]
    fn finish(&mut self, slot: usize, block: &mut Block<'_>) {
        let &Slot { puzzle, sweeps, outcome, .. } = &self.slots[slot];
        block.answers[puzzle].outcome = outcome;
        self.sweeps[puzzle] = sweeps;
    }

    /// Undoes the last guess of a slot. Returns false if there is none.
    #[inline(always)]
    fn undo_guess(&mut self, slot: usize) -> bool {
        let is_undone = self.slots[slot].undo_guess(&mut self.columns[slot % SLOTS]);
        if is_undone {
            self.ready.push(slot);
        }
        is_undone
    }

    /// Queues a stuck slot. Returns false if the search of its puzzle is over: at the node limit, or because the givens
    /// conflict.
    #[inline(always)]
    fn wait_for_guess(&mut self, slot: usize, block: &Block<'_>) -> bool {
        let search = &mut self.slots[slot];
        if search.outcome.nodes >= block.limits.nodes {
            search.outcome.end = End::NodeLimit;
            return false;
        }
        if search.outcome.nodes == LONG && block.puzzles[search.puzzle].has_conflict() {
            return false;
        }
        self.stuck.push(slot);
        true
    }

    /// Ends all searches as if their time were up.
    #[cold]
    fn stop(&mut self, block: &mut Block<'_>) {
        while let Some(slot) = self.ready.pop().or_else(|| self.stuck.pop()) {
            self.slots[slot].outcome.end = End::TimeLimit;
            self.finish(slot, block);
        }
    }

    /// Ends the searches that have exceeded the time limit by their share of the time.
    #[cold]
    fn stop_overdue(&mut self, elapsed: Duration, block: &mut Block<'_>) {
        let queues = [mem::replace(&mut self.ready, Queue::EMPTY), mem::replace(&mut self.stuck, Queue::EMPTY)];
        let active: u64 = queues.iter().flat_map(Queue::slots).map(|slot| self.slots[slot].sweeps).sum();
        let all = self.sweeps.iter().sum::<u64>() + active;
        for (queue, is_stuck) in queues.iter().zip([false, true]) {
            for slot in queue.slots() {
                let share = elapsed.mul_f64(self.slots[slot].sweeps as f64 / all as f64);
                if Some(share) >= block.limits.time {
                    self.slots[slot].outcome.end = End::TimeLimit;
                    self.finish(slot, block);
                    self.take(slot, block);
                } else if is_stuck {
                    self.stuck.push(slot);
                } else {
                    self.ready.push(slot);
                }
            }
        }
    }
}

/// The lanes after some sweeps, as masks.
struct Swept {
    sweeps: u64,
    dead: u32,
    fixpoint: u32,
    sums: PerLane,
}
