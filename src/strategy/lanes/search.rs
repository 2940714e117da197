//! Depth-first search in every lane, between two sweeps.

use std::time::{Duration, Instant};

use super::{
    guess::{self, Column},
    sweep::{LaneCandidates, PerLane, SOLVED, SweepResult},
};
use crate::{
    grid::{CELLS, Grid},
    strategy::{Answer, End, Limits, Outcome},
};

/// A block of puzzles and the slots for their answers.
pub struct Job<'a> {
    pub puzzles: &'a [Grid],
    pub limits: &'a Limits<'a>,
    pub answers: &'a mut [Answer],
}

/// The search of the puzzles of a block in `L` lanes.
pub struct BlockSearch<const L: usize> {
    cells: Box<LaneCandidates<L>>,
    lanes: Vec<Lane>,
    /// The number of sweeps of every finished puzzle of the block, 0 for the others.
    sweeps: Vec<u64>,
}

/// The search for one puzzle.
struct Lane {
    /// The puzzle's index in the block.
    puzzle: usize,
    /// The number of sweeps of the block before the first of this puzzle.
    begin: u64,
    outcome: Outcome,
    /// The number of guesses on the path.
    depth: usize,
    /// The candidates before each of these guesses, without the guessed value.
    path: Box<[Column; CELLS]>,
}

/// The number of guesses after which a search checks that the givens do not conflict, which propagation may not notice.
/// Most puzzles need fewer guesses.
const LONG: u64 = 4;
/// Sweeps between two readings of the clock and the flag.
const STRIDE: u64 = 64;

impl<const L: usize> BlockSearch<L> {
    pub fn new() -> BlockSearch<L> {
        let lane = || Lane {
            puzzle: 0,
            begin: 0,
            outcome: Outcome::ZERO,
            depth: 0,
            path: Box::new([const { Column([0; 96]) }; CELLS]),
        };
        BlockSearch {
            cells: Box::new(LaneCandidates::ALL),
            lanes: (0..L).map(|_| lane()).collect(),
            sweeps: Vec::new(),
        }
    }

    /// Solves a block. `nonzero` returns the mask of the nonzero lanes.
    #[inline(always)]
    pub fn run<const POPCOUNT: bool>(&mut self, job: Job<'_>, nonzero: impl Fn(&[u16; 32]) -> u32) {
        let Job { puzzles, limits, answers } = job;
        let start = Instant::now();
        self.begin(puzzles.len(), answers);
        let mut waiting = puzzles.iter().enumerate();
        let (mut active, mut sweeps) = (0, 0);
        for lane in 0..L {
            active |= u32::from(self.take(lane, waiting.next(), sweeps)) << lane;
        }
        // The candidate sums after the last sweep; 0 in a lane that was changed since.
        let mut before = PerLane([0; 32]);
        while active != 0 {
            let result = self.cells.sweep::<POPCOUNT>();
            sweeps += 1;
            let LaneStates { dead, solved, stuck } = LaneStates::of(&result, &before, active, &nonzero);
            before = result.sum;
            let mut done = 0;
            for lane in members(solved) {
                let enough = answers[self.lanes[lane].puzzle].solutions.add(self.cells.grid(lane));
                done |= u32::from(enough) << lane;
            }
            if sweeps % STRIDE == 0 {
                if limits.is_stopped() {
                    self.stop(active, sweeps, answers);
                    break;
                }
                if limits.time.is_some() {
                    done |= self.overdue(limits, start.elapsed(), sweeps, active & !done);
                }
            }
            for lane in members(stuck & !done) {
                done |= u32::from(!self.save(lane, limits, puzzles)) << lane;
            }
            for lane in members((dead | solved) & !done) {
                done |= u32::from(!self.undo_guess(lane)) << lane;
            }
            for lane in members(done) {
                self.finish(lane, sweeps, answers);
                active &= !(u32::from(!self.take(lane, waiting.next(), sweeps)) << lane);
            }
            for lane in members(stuck & !done) {
                self.guess(lane, &nonzero);
            }
            members(dead | solved | stuck | done).for_each(|lane| before.0[lane] = 0);
        }
        self.divide_time(start.elapsed(), answers);
    }

    fn begin(&mut self, puzzles: usize, answers: &mut [Answer]) {
        self.sweeps.clear();
        self.sweeps.resize(puzzles, 0);
        answers.iter_mut().for_each(|answer| answer.solutions.clear());
    }

    /// Divides the time of the block among its puzzles by their sweeps.
    fn divide_time(&self, elapsed: Duration, answers: &mut [Answer]) {
        let sweep = elapsed.as_nanos() as f64 / self.sweeps.iter().sum::<u64>() as f64;
        for (answer, &sweeps) in answers.iter_mut().zip(&self.sweeps) {
            answer.latency = Duration::from_nanos((sweep * sweeps as f64) as u64);
        }
    }

    /// Loads the next puzzle into a lane. Returns false if there is none.
    #[inline(always)]
    fn take(&mut self, lane: usize, next: Option<(usize, &Grid)>, sweeps: u64) -> bool {
        let Some((puzzle, givens)) = next else { return false };
        self.cells.load(lane, givens);
        let lane = &mut self.lanes[lane];
        (lane.puzzle, lane.begin, lane.outcome, lane.depth) = (puzzle, sweeps, Outcome::ZERO, 0);
        true
    }

    /// Writes the outcome of the puzzle in a lane.
    #[inline(always)]
    fn finish(&mut self, lane: usize, sweeps: u64, answers: &mut [Answer]) {
        let Lane { puzzle, begin, outcome, .. } = self.lanes[lane];
        answers[puzzle].outcome = outcome;
        self.sweeps[puzzle] = sweeps - begin;
    }

    /// Ends the search in these lanes as if their time were up.
    #[cold]
    fn stop(&mut self, active: u32, sweeps: u64, answers: &mut [Answer]) {
        for lane in members(active) {
            self.lanes[lane].outcome.end = End::TimeLimit;
            self.finish(lane, sweeps, answers);
        }
    }

    /// Saves the candidates of a stuck lane. Returns false if the search of its puzzle is over: at the node limit, or
    /// because the givens conflict.
    #[inline(always)]
    fn save(&mut self, lane: usize, limits: &Limits, puzzles: &[Grid]) -> bool {
        let search = &mut self.lanes[lane];
        if search.outcome.nodes >= limits.nodes {
            search.outcome.end = End::NodeLimit;
            return false;
        }
        if search.outcome.nodes == LONG && puzzles[search.puzzle].has_conflict() {
            return false;
        }
        let column = &mut search.path[search.depth];
        // In this order the compiler does not gather neighbours into a vector first, which takes longer.
        for x in 0..9 {
            for y in 0..9 {
                column.0[9 * y + x] = self.cells.values[9 * y + x][lane];
            }
        }
        true
    }

    /// Guesses the lowest candidate of the chosen cell in a lane whose candidates are saved. All lanes are saved before
    /// the first guess, so that the stores are complete when they are read back as a vector.
    #[inline(always)]
    fn guess(&mut self, lane: usize, nonzero: &impl Fn(&[u16; 32]) -> u32) {
        let search = &mut self.lanes[lane];
        let column = &mut search.path[search.depth];
        let cell = guess::choose(column, nonzero);
        let rest = guess::without_one(column.0[cell]);
        self.cells.values[cell][lane] = column.0[cell] ^ rest;
        column.0[cell] = rest;
        search.depth += 1;
        search.outcome.nodes += 1;
        search.outcome.guesses += 1;
        search.outcome.max_depth = search.outcome.max_depth.max(search.depth as u8);
    }

    /// Undoes the last guess of a lane and removes its value. Returns false if there is no guess.
    #[inline(always)]
    fn undo_guess(&mut self, lane: usize) -> bool {
        let search = &mut self.lanes[lane];
        let Some(depth) = search.depth.checked_sub(1) else { return false };
        search.depth = depth;
        search.outcome.backtracks += 1;
        let column = &search.path[depth];
        for x in 0..9 {
            for y in 0..9 {
                self.cells.values[9 * y + x][lane] = column.0[9 * y + x];
            }
        }
        true
    }

    /// Returns the lanes whose puzzles have exceeded the time limit by their share of the time.
    #[cold]
    fn overdue(&mut self, limits: &Limits, elapsed: Duration, sweeps: u64, active: u32) -> u32 {
        let share = |lane: usize| sweeps - self.lanes[lane].begin;
        let all = self.sweeps.iter().sum::<u64>() + members(active).map(share).sum::<u64>();
        let late = |&lane: &usize| Some(elapsed.mul_f64(share(lane) as f64 / all as f64)) >= limits.time;
        let late = members(active).filter(late).fold(0, |mask, lane| mask | 1 << lane);
        members(late).for_each(|lane| self.lanes[lane].outcome.end = End::TimeLimit);
        late
    }
}

/// The lanes in each state after a sweep, as masks; the other active lanes have made progress.
struct LaneStates {
    dead: u32,
    solved: u32,
    stuck: u32,
}

impl LaneStates {
    #[inline(always)]
    fn of(result: &SweepResult, before: &PerLane, active: u32, nonzero: &impl Fn(&[u16; 32]) -> u32) -> LaneStates {
        let differ = |other: &[u16; 32]| nonzero(&std::array::from_fn(|lane| result.sum.0[lane] ^ other[lane]));
        let dead = nonzero(&result.dead.0) & active;
        let fixpoint = !differ(&before.0) & active & !dead;
        let solved = fixpoint & !differ(&[SOLVED; 32]);
        LaneStates { dead, solved, stuck: fixpoint & !solved }
    }
}

/// Returns the lanes in a mask.
#[inline(always)]
fn members(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = (mask != 0).then_some(mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        lane
    })
}
