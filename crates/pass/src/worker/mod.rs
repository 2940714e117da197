//! One thread's work on one block.

use std::{
    collections::VecDeque,
    hint::black_box,
    mem,
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

use grid::{AnyGrid, Grid};
use solver::strategy::{Answer, Answers, End, Limits, MissingCounts, Stop, Strategy};

use super::{
    check::{self, Found},
    control,
    options::Options,
    progress::{Progress, TurnProgress},
    referee::Referee,
};
use crate::{BlockMessage, Clock, ProfileFields, Sample, SolvedBlock, Status, Turn, Usage};
use corpus::{
    error::{Error, Result},
    reader::Block,
};

/// The number of earlier blocks whose workspaces are kept allocated.
const RETIRED_BLOCKS: usize = 16;

/// One thread's workspaces, one per strategy, and its buffers.
pub struct Worker<'a> {
    options: &'a Options,
    strategies: Vec<Box<dyn Strategy>>,
    /// The workspaces of earlier blocks.
    retired: VecDeque<Vec<Box<dyn Strategy>>>,
    /// True if every strategy accepts conflicting givens, so that only puzzles without a solution are checked for
    /// conflicts.
    accepts_conflicts: bool,
    puzzles: Vec<AnyGrid>,
    indices: Vec<usize>,
    answers: Answers,
    /// The profiles of the searches behind these answers; empty unless the pass keeps profiles.
    profiles: Vec<KeptProfile>,
    /// The solutions found for every sample of the block; empty if there is nothing to compare samples with.
    found: Vec<Found>,
    /// A checked solution of every puzzle of the block; empty if there is nothing to compare samples with.
    checked: Vec<Option<AnyGrid>>,
    /// The counts that external engines did not report, for every sample of the block; empty if there are no engines.
    missing_counts: Vec<MissingCounts>,
    /// The messages of external engines that gave no answer in the block.
    engine_errors: Vec<BlockMessage>,
    /// Checks the claims of external engines; `None` if there are none.
    referee: Option<Referee>,
}

/// What is kept of the profile of a search; nothing if the strategy has no profiles.
#[derive(Default)]
struct KeptProfile {
    fields: Option<ProfileFields>,
    nodes_by_depth: Vec<u64>,
}

#[derive(Clone, Copy)]
pub struct Pass<'a> {
    /// The number of passes before it.
    pub round: u32,
    pub clock: Clock,
    pub stop: Stop<'a>,
    pub progress: Option<&'a Progress>,
}

impl<'a> Worker<'a> {
    /// Builds the workspaces. Returns an error if a strategy does not start, or does not solve the shape of the
    /// options.
    pub fn new(options: &'a Options) -> Result<Worker<'a>> {
        let strategies = options.strategies.iter().map(|entry| options.build(entry)).collect::<Result<Vec<_>>>()?;
        let has_engine = options.strategies.iter().any(|entry| entry.external.is_some());
        Ok(Worker {
            options,
            accepts_conflicts: strategies.iter().all(|strategy| strategy.accepts_conflicts()),
            strategies,
            retired: VecDeque::new(),
            puzzles: Vec::new(),
            indices: Vec::new(),
            answers: Answers::new(options.max_solutions),
            profiles: Vec::new(),
            found: Vec::new(),
            checked: Vec::new(),
            missing_counts: Vec::new(),
            engine_errors: Vec::new(),
            referee: has_engine.then(|| Referee::new(options)),
        })
    }

    /// Solves a block with every strategy, one after the other, in an order that rotates with block and round. Outside the
    /// clock, the answers are checked after each turn, and compared between strategies at the end.
    ///
    /// `number` is the number of this thread. Once the pass is stopped, the method returns soon, and its result must
    /// not be used. Returns an error if a strategy fails to start again after a panic.
    pub fn solve(&mut self, block: Block, pass: &Pass<'_>, number: usize) -> Result<SolvedBlock> {
        let &Pass { round, clock, stop, progress } = pass;
        if self.options.rebuild_per_block {
            self.rebuild();
        }
        let n = self.strategies.len();
        if let Some(progress) = progress {
            progress.begin(&block);
        }
        let mut samples = vec![Sample::INVALID; block.puzzles.len() * n];
        let profiled = if self.options.profile && round == 0 { samples.len() } else { 0 };
        let mut nodes_by_depth = vec![Vec::new(); profiled];
        self.load(&block);
        let mut turns = vec![Turn::default(); n];
        for slot in (0..n).take_while(|_| !stop.is_requested()) {
            // The index may come from another process, and be any number.
            let rotation = block.index.wrapping_add(u64::from(round)).wrapping_add(slot as u64);
            let strategy = (rotation % n as u64) as usize;
            let start = clock.elapsed();
            let before = Usage::of_this_thread();
            let counter = progress.map(|progress| progress.turn(number, strategy));
            let (panicked, control) = self.take_turn(&block, strategy, stop, counter.as_ref())?;
            let usage = Usage::of_this_thread().since(before);
            turns[strategy] = Turn { slot, worker: number, start, usage, control };
            self.check(&block, strategy, &panicked, &mut samples);
            self.take_profiles(strategy, &mut samples, &mut nodes_by_depth);
        }
        self.compare(&block, &mut samples, stop);
        let wrong_solutions = check::wrong_solutions(&block, |index, solution| {
            let are_checked = samples[index * n..][..n].iter().all(|sample| sample.status != Status::Wrong);
            are_checked && self.last_solutions(index).contains(solution)
        });
        let mut engine_errors = mem::take(&mut self.engine_errors);
        engine_errors.sort_unstable_by_key(|error| error.index);
        let missing_counts = mem::take(&mut self.missing_counts);
        Ok(SolvedBlock { block, samples, nodes_by_depth, missing_counts, turns, wrong_solutions, engine_errors })
    }

    /// Returns the solutions of a puzzle of the block that were found by the strategy that took the last turn.
    pub fn last_solutions(&self, index: usize) -> &[AnyGrid] {
        // Usually every puzzle of the block is solved, and a puzzle and its answer have the same index.
        let answer = match self.indices.get(index) {
            Some(&same) if same == index => Some(index),
            _ => self.indices.binary_search(&index).ok(),
        };
        // A pass may be stopped before the first answer.
        let answer = answer.and_then(|answer| self.answers.as_slice().get(answer));
        answer.map_or(&[], |answer| answer.solutions.kept())
    }

    /// Returns the first solution that a strategy found of a puzzle of the last block, whether it passed the checks or not.
    pub fn first_solution(&self, index: usize, strategy: usize) -> Option<AnyGrid> {
        let found = self.found.get(index * self.strategies.len() + strategy);
        // The solutions of a single strategy are not copied.
        found.map_or_else(|| self.last_solutions(index).first().cloned(), |found| found.first.clone())
    }

    /// Checks a strategy's answers and writes its samples. `panicked` has the indices of the puzzles at which the
    /// strategy panicked.
    fn check(&mut self, block: &Block, strategy: usize, panicked: &[usize], samples: &mut [Sample]) {
        for (i, &index) in self.indices.iter().enumerate() {
            let answer = &self.answers.as_slice()[i];
            let at = index * self.strategies.len() + strategy;
            samples[at] = if panicked.contains(&i) {
                Sample::PANICKED
            } else if self.is_invalid(i) {
                Sample::INVALID
            } else {
                check::sample(&block.puzzles[index], answer, self.checked.get_mut(index).unwrap_or(&mut None))
            };
            if let Some(found) = self.found.get_mut(at) {
                let kept = answer.solutions.kept();
                let is_claim = self.options.strategies[strategy].external.is_some();
                let number = if is_claim { kept.len() as u64 } else { answer.solutions.found() };
                let is_whole = !is_claim && samples[at].status.is_answer() && number < self.options.max_solutions;
                *found = Found { first: kept.first().cloned(), number, is_whole, is_claim };
            }
            if self.options.strategies[strategy].external.is_some() {
                self.missing_counts[at] = answer.missing_counts;
            }
            if let (End::Failed | End::NotTried, Some(message)) = (answer.outcome.end, &answer.message) {
                self.engine_errors.push(BlockMessage { index: at, message: message.clone() });
            }
        }
    }

    /// Moves what is kept of the profiles of a turn into its samples, and into `nodes_by_depth` if that is not empty.
    fn take_profiles(&mut self, strategy: usize, samples: &mut [Sample], nodes_by_depth: &mut [Vec<u64>]) {
        for (&index, profile) in self.indices.iter().zip(&mut self.profiles) {
            let at = index * self.strategies.len() + strategy;
            samples[at].profile = profile.fields;
            if let Some(nodes) = nodes_by_depth.get_mut(at) {
                *nodes = mem::take(&mut profile.nodes_by_depth);
            }
        }
    }

    /// Compares the samples of a block between strategies, after the referee has checked the claims of external
    /// engines.
    fn compare(&mut self, block: &Block, samples: &mut [Sample], stop: Stop<'_>) {
        let n = self.strategies.len();
        if let Some(referee) = &mut self.referee {
            referee.clear();
            for (index, (samples, found)) in samples.chunks(n).zip(self.found.chunks(n)).enumerate() {
                referee.add(index, &block.puzzles[index].givens, samples, found);
            }
            referee.solve(stop);
        }
        for (index, (samples, found)) in samples.chunks_mut(n).zip(self.found.chunks(n)).enumerate() {
            let checked = self.referee.as_ref().and_then(|referee| referee.found(index));
            check::compare(samples, found, checked, self.options.max_solutions);
        }
    }

    /// Copies the puzzles of a block: all of them, or only those without conflicts. Makes room for what is found.
    fn load(&mut self, block: &Block) {
        self.indices.clear();
        self.puzzles.clear();
        for (index, puzzle) in block.puzzles.iter().enumerate() {
            if self.accepts_conflicts || !puzzle.givens.has_conflict() {
                self.indices.push(index);
                self.puzzles.push(puzzle.givens.clone());
            }
        }
        let n = self.strategies.len();
        // A single strategy of this program is compared with nothing.
        let compared = if n > 1 || self.referee.is_some() { block.puzzles.len() } else { 0 };
        self.found.clear();
        self.found.resize_with(compared * n, Found::default);
        self.checked.clear();
        self.checked.resize(compared, None);
        let claimed = if self.referee.is_some() { block.puzzles.len() } else { 0 };
        self.missing_counts = vec![MissingCounts::NONE; claimed * n];
    }

    /// Returns true if the givens of a puzzle conflict, even if the strategy hit a limit before it noticed.
    fn is_invalid(&self, i: usize) -> bool {
        self.accepts_conflicts && self.answers.as_slice()[i].solutions.found() == 0 && self.puzzles[i].has_conflict()
    }

    /// Rebuilds the workspaces at other addresses. The address of a workspace changes some strategies' speed by a few
    /// percent; rebuilding varies it from block to block. The workspaces of some earlier blocks stay allocated, as a
    /// new one would otherwise reuse an old one's address.
    fn rebuild(&mut self) {
        let mut old = Vec::with_capacity(self.strategies.len());
        for (entry, strategy) in self.options.strategies.iter().zip(&mut self.strategies) {
            // The heap layout of this program does not affect an external engine, so engines are not rebuilt.
            if entry.external.is_none()
                && let Ok(new) = self.options.build(entry)
            {
                old.push(mem::replace(strategy, new));
            }
        }
        self.retired.truncate(RETIRED_BLOCKS - 1);
        self.retired.push_front(old);
    }

    /// Solves the puzzles with one strategy. Returns the indices of those at which it panicked, and the readings of the
    /// control. `counter` counts the searches as they end.
    fn take_turn(
        &mut self,
        block: &Block,
        strategy: usize,
        stop: Stop<'_>,
        counter: Option<&TurnProgress<'_>>,
    ) -> Result<(Vec<usize>, Vec<Duration>)> {
        let puzzles = self.puzzles.len();
        self.answers.resized(puzzles);
        self.profiles.clear();
        self.profiles.resize_with(if self.options.profile { puzzles } else { 0 }, KeptProfile::default);
        let mut readings = Vec::with_capacity(control::READINGS);
        if self.options.strategies[strategy].amortised {
            self.read_control(puzzles / 2, &mut readings);
            let solved = self.attempt(block, strategy, 0..puzzles, stop, counter)?;
            self.read_control(puzzles, &mut readings);
            if solved {
                return Ok((Vec::new(), readings));
            }
        }
        // After a panic in the block, this finds the puzzles that cause it.
        let mut panicked = Vec::new();
        for i in (0..puzzles).take_while(|_| !stop.is_requested()) {
            if !self.attempt(block, strategy, i..i + 1, stop, counter)? {
                panicked.push(i);
            }
            self.read_control(i + 1, &mut readings);
        }
        Ok((panicked, readings))
    }

    /// Solves a range of the puzzles with one strategy. Returns false if it panicked.
    fn attempt(
        &mut self,
        block: &Block,
        strategy: usize,
        range: Range<usize>,
        stop: Stop<'_>,
        counter: Option<&TurnProgress<'_>>,
    ) -> Result<bool> {
        let Worker { options, strategies, puzzles, indices, answers, profiles, .. } = self;
        let workspace = &mut strategies[strategy];
        let answers = &mut answers.resized(range.end)[range.start..];
        if let (Some(counter), Some(&index)) = (counter, indices.get(range.start)) {
            counter.begin(&block.puzzles[index]);
        }
        let limits = Limits { stop, ..options.limits };
        let profile = profiles.get_mut(range.start);
        let solved = catch_unwind(AssertUnwindSafe(|| workspace.solve_block(&puzzles[range], &limits, answers)));
        if solved.is_err() {
            // The state of the workspace is unknown after a panic.
            *workspace = options.build(&options.strategies[strategy]).map_err(Error::start)?;
            answers.iter_mut().for_each(Answer::clear);
        } else if let (Some(kept), Some(profile)) = (profile, workspace.profile()) {
            let nodes_by_depth = profile.nodes_by_depth().into();
            *kept = KeptProfile { fields: ProfileFields::of(profile), nodes_by_depth };
        }
        // A stopped search stays in the progress: the message after the stop names it.
        if (solved.is_ok() || answers.len() == 1) && !stop.is_requested() {
            let time = answers.iter().map(|answer| answer.latency).sum();
            counter.inspect(|counter| counter.end(answers.len(), time));
        }
        Ok(solved.is_ok())
    }

    /// Runs the control, if the pass has one, until there are as many readings as are due after `done` puzzles.
    fn read_control(&self, done: usize, readings: &mut Vec<Duration>) {
        let due = if self.options.control { control::due(done, self.puzzles.len()) } else { 0 };
        while readings.len() < due {
            let puzzle = &self.puzzles[control::chosen(readings.len(), self.puzzles.len())];
            let start = Instant::now();
            black_box(control::search(puzzle.nine().unwrap_or(&Grid::EMPTY).cells()));
            readings.push(start.elapsed());
        }
    }
}

#[cfg(test)]
mod tests;
