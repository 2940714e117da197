//! Depth-first search of many puzzles, each in a lane of a kernel.
//!
//! The kernel and the search take turns. The kernel propagates constraints in all lanes. Then the search guesses in
//! lanes that are stuck, undoes the last guess in lanes with a contradiction, and gives the lanes of finished puzzles
//! to the next puzzles. The counts do not depend on the lanes: a puzzle has one state in one lane at a time, and more
//! propagation changes neither a fixpoint nor a contradiction.

use std::{
    mem,
    time::{Duration, Instant},
};

use super::{
    kernel::{Kernel, LaneSet, State},
    slot::Slot,
    wide::Packed,
};
use crate::strategy::{
    answer::Answer,
    limits::Limits,
    outcome::{End, Outcome},
};
use grid::{ALL_VALUES, AnyGrid, Grid};

pub struct Job<'a> {
    pub puzzles: &'a [AnyGrid],
    pub excluded: Excluded<'a>,
    pub limits: &'a Limits<'a>,
    pub answers: &'a mut [Answer],
}

/// A candidate that the solutions of each puzzle must not have.
pub enum Excluded<'a> {
    Nothing,
    One(&'a [Candidate]),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The cell, from 0 to 80.
    pub cell: usize,
    /// The value, from 1 to 9.
    pub value: u8,
}

impl Job<'_> {
    /// Returns the state of a puzzle before the first sweep.
    #[inline(always)]
    fn state<S: State>(&self, puzzle: usize) -> S {
        let mut state = match self.puzzles[puzzle].nine() {
            Some(givens) => S::of(givens),
            None => of_candidates(&self.puzzles[puzzle]),
        };
        if let Excluded::One(candidates) = self.excluded {
            let Candidate { cell, value } = candidates[puzzle];
            state.rule_out(cell as u8, (1 << value) >> 1);
        }
        state
    }
}

/// Returns the state of a puzzle that is given as candidates. Not inlined: its loop would take registers from the search, which
/// hardly ever needs it.
#[cold]
#[inline(never)]
fn of_candidates<S: State>(puzzle: &AnyGrid) -> S {
    let mut state = S::of(&Grid::EMPTY);
    for (cell, values) in (0..).zip(puzzle.candidates().expect("a puzzle of 9×9")) {
        state.rule_out(cell, !values & ALL_VALUES);
    }
    state
}

pub struct Block<'a> {
    job: Job<'a>,
    /// The first puzzle whose search has not begun.
    next: usize,
    /// The time up to here is divided among the puzzles.
    since: Instant,
    /// The number of sweeps of every puzzle since then.
    sweeps: Vec<u64>,
}

impl<'a> Block<'a> {
    /// Begins a block. `sweeps` is a buffer to reuse.
    pub fn new(job: Job<'a>, mut sweeps: Vec<u64>) -> Block<'a> {
        let since = Instant::now();
        sweeps.clear();
        sweeps.resize(job.puzzles.len(), 0);
        for answer in job.answers.iter_mut() {
            answer.solutions.clear();
            answer.latency = Duration::ZERO;
        }
        Block { job, next: 0, since, sweeps }
    }

    /// Returns the number of puzzles whose search has not begun.
    pub fn waiting(&self) -> usize {
        self.job.puzzles.len() - self.next
    }

    pub fn finish(self) -> Vec<u64> {
        self.sweeps
    }

    /// Divides the time since the last call among the puzzles by their sweeps.
    fn divide_time(&mut self) {
        let now = Instant::now();
        let elapsed = now - mem::replace(&mut self.since, now);
        let sweep = elapsed.as_nanos() as f64 / self.sweeps.iter().sum::<u64>().max(1) as f64;
        for (answer, sweeps) in self.job.answers.iter_mut().zip(&mut self.sweeps) {
            answer.latency += Duration::from_nanos((sweep * mem::take(sweeps) as f64) as u64);
        }
    }
}

pub struct Search<S> {
    slots: Vec<Slot<S>>,
    used: LaneSet,
    /// The lanes with a search that guesses in two cells at once.
    in_two_cells: LaneSet,
    /// Searches that the wide kernel began and that wait for a lane, with their current states.
    waiting: Vec<(Slot<Packed>, Packed)>,
    sweeps: u64,
    solved: Vec<S>,
}

/// Sweeps between two readings of the clock and the flag.
const STRIDE: u64 = 64;

impl<S: State + for<'p> From<&'p Packed>> Search<S> {
    pub fn new(lanes: usize) -> Search<S> {
        let slots = (0..lanes).map(|_| Slot::EMPTY).collect();
        Search {
            slots,
            used: LaneSet::NONE,
            in_two_cells: LaneSet::NONE,
            waiting: Vec::new(),
            sweeps: 0,
            solved: vec![S::EMPTY; lanes],
        }
    }

    pub fn sweeps(&self) -> u64 {
        self.sweeps
    }

    /// Solves puzzles until none is left, or until none waits for a lane and fewer than `least` are in lanes.
    #[inline(always)]
    pub fn run<K: Kernel<State = S>>(&mut self, kernel: &mut K, block: &mut Block<'_>, least: usize) {
        for lane in 0..K::LANES {
            self.take(kernel, lane, block);
        }
        let mut next_look = self.sweeps + STRIDE;
        while self.used.len() >= least.max(1) {
            self.step(kernel, block);
            if self.sweeps >= next_look {
                next_look = self.sweeps + STRIDE;
                if block.job.limits.is_stopped() {
                    self.stop(kernel, block);
                } else if block.job.limits.time.is_some() {
                    self.stop_overdue(kernel, block);
                }
            }
        }
        for lane in self.used {
            self.count_sweeps(lane, block);
        }
        block.divide_time();
    }

    /// Takes over the searches that the wide kernel has left.
    pub fn take_over<K: Kernel<State = Packed>>(&mut self, kernel: &K, search: &mut Search<Packed>) {
        for lane in mem::replace(&mut search.used, LaneSet::NONE) {
            let mut state = Packed::EMPTY;
            kernel.get(lane, &mut state);
            self.waiting.push((search.slots[lane].copy(), state));
        }
    }

    /// Gives the lane to a search that waits for one, or else to the next puzzle, if there is one.
    #[inline(always)]
    fn take<K: Kernel<State = S>>(&mut self, kernel: &mut K, lane: usize, block: &mut Block<'_>) {
        self.used.insert(lane);
        self.in_two_cells.remove(lane);
        if let Some((slot, state)) = self.waiting.pop() {
            kernel.put(lane, &S::from(&state));
            self.slots[lane].take_over(&slot);
            self.in_two_cells.insert_if(lane, self.slots[lane].guesses_in_two_cells());
        } else if block.waiting() > 0 {
            kernel.put(lane, &block.job.state(block.next));
            self.slots[lane].begin(block.next);
            block.next += 1;
        } else {
            self.used.remove(lane);
        }
        self.slots[lane].began = self.sweeps;
    }

    #[inline(always)]
    fn count_sweeps(&mut self, lane: usize, block: &mut Block<'_>) {
        let slot = &mut self.slots[lane];
        block.sweeps[slot.puzzle] += self.sweeps - slot.began;
        slot.began = self.sweeps;
    }

    /// Advances all lanes by a step. Work for only some lanes has a loop of its own: in a common loop, its branch would
    /// often be mispredicted.
    #[inline(always)]
    fn step<K: Kernel<State = S>>(&mut self, kernel: &mut K, block: &mut Block<'_>) {
        let step = kernel.step(self.used.len());
        self.sweeps += step.sweeps as u64;
        let [dead, stuck, solved] =
            [step.dead.and(&self.used), step.stuck.and(&self.used), step.solved.and(&self.used)];
        self.in_two_cells = self.in_two_cells.without(&dead);
        let mut done = LaneSet::NONE;
        for lane in dead {
            self.slots[lane].note_conflict();
            done.insert_if(lane, !self.slots[lane].undo_guess(kernel, lane));
        }
        let at_node_limit = self.guess(kernel, stuck, block.job.limits.nodes);
        let at_solution_limit = self.add_solutions(kernel, solved, block.job.answers);
        for lane in solved.without(&at_solution_limit) {
            done.insert_if(lane, !self.slots[lane].undo_guess(kernel, lane));
        }
        for lane in done.or(&at_node_limit).or(&at_solution_limit) {
            self.finish(kernel, lane, block);
        }
    }

    /// Guesses in lanes that are stuck. Returns those that have reached the node limit instead.
    #[inline(always)]
    fn guess<K: Kernel<State = S>>(&mut self, kernel: &mut K, mut stuck: LaneSet, limit: u64) -> LaneSet {
        let mut at_limit = LaneSet::NONE;
        if limit < u64::MAX {
            for lane in stuck {
                at_limit.insert_if(lane, self.slots[lane].outcome.nodes >= limit);
            }
            for lane in at_limit {
                self.slots[lane].outcome.end = End::NodeLimit;
            }
            stuck = stuck.without(&at_limit);
        }
        for lane in stuck.and(&self.in_two_cells) {
            self.slots[lane].guess_twice(kernel, lane, limit);
        }
        for lane in stuck.without(&self.in_two_cells) {
            self.slots[lane].guess(kernel, lane);
            self.in_two_cells.insert_if(lane, self.slots[lane].guesses_in_two_cells());
        }
        at_limit
    }

    /// Adds the solutions in lanes. Returns the lanes that have reached the solution limit.
    #[inline(always)]
    fn add_solutions<K: Kernel<State = S>>(&mut self, kernel: &K, solved: LaneSet, answers: &mut [Answer]) -> LaneSet {
        // All states are copied before the first is converted: vector loads would stall on words that were just
        // written.
        for (lane, state) in solved.into_iter().zip(&mut self.solved) {
            kernel.get(lane, state);
        }
        let mut at_limit = LaneSet::NONE;
        for (lane, state) in solved.into_iter().zip(&self.solved) {
            let answer = &mut answers[self.slots[lane].puzzle];
            at_limit.insert_if(lane, answer.solutions.add(state.grid().into()));
        }
        at_limit
    }

    /// Writes the outcome of the puzzle in a lane, and gives the lane to the next.
    #[inline(always)]
    fn finish<K: Kernel<State = S>>(&mut self, kernel: &mut K, lane: usize, block: &mut Block<'_>) {
        self.count_sweeps(lane, block);
        let Slot { puzzle, outcome, .. } = self.slots[lane];
        block.job.answers[puzzle].outcome = outcome;
        self.take(kernel, lane, block);
    }

    /// Ends all searches as if their time were up.
    #[cold]
    fn stop<K: Kernel<State = S>>(&mut self, kernel: &mut K, block: &mut Block<'_>) {
        let next = mem::replace(&mut block.next, block.job.puzzles.len());
        for answer in &mut block.job.answers[next..] {
            answer.outcome = Outcome { end: End::TimeLimit, ..Outcome::ZERO };
        }
        for (slot, _) in mem::take(&mut self.waiting) {
            block.job.answers[slot.puzzle].outcome = Outcome { end: End::TimeLimit, ..slot.outcome };
        }
        for lane in self.used {
            self.slots[lane].outcome.end = End::TimeLimit;
            self.finish(kernel, lane, block);
        }
    }

    /// Ends the searches whose share of the block's time exceeds the time limit.
    #[cold]
    fn stop_overdue<K: Kernel<State = S>>(&mut self, kernel: &mut K, block: &mut Block<'_>) {
        let elapsed = block.since.elapsed();
        for lane in self.used {
            self.count_sweeps(lane, block);
        }
        let all: u64 = block.sweeps.iter().sum();
        for lane in self.used {
            let puzzle = self.slots[lane].puzzle;
            let share = elapsed.mul_f64(block.sweeps[puzzle] as f64 / all as f64);
            if Some(block.job.answers[puzzle].latency + share) >= block.job.limits.time {
                self.slots[lane].outcome.end = End::TimeLimit;
                self.finish(kernel, lane, block);
            }
        }
    }
}
