//! Two builds of the program solve the blocks of a corpus in turn: the most precise comparison of latencies.
//!
//! Both builds solve the same block directly one after the other, so that a change of the machine's speed affects both.
//! The order alternates with every block (AB BA), because the second build profits from the first. Each round starts new
//! processes, because the memory layout of a process affects its speed for its whole life.

mod build;
mod measurements;
mod protocol;

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

pub use build::describes_engines;
pub use measurements::Measurements;
pub use protocol::serve;

use build::Build;

use crate::{
    compare::{self, Comparison, FloorBounds, LatencyChange, PuzzleChange, Rules},
    record::{RoundCount, RoundsSoFar},
};
use corpus::{
    error::{Error, Result},
    reader::{Block, Corpus},
};
use pass::{Progress, Sample};

/// Whatever the timeout, a build may take this many times as long for a block as the other build.
const MAX_TIME_RATIO: u32 = 10;

#[derive(Debug)]
pub struct AbRun {
    /// The builds of this program, or the files that describe two versions of an engine.
    pub builds: [PathBuf; 2],
    /// The names of the strategies, in the order of the report.
    pub strategies: Vec<String>,
    /// The arguments of the builds' `worker` command.
    pub arguments: Vec<String>,
    pub rounds: RoundCount,
    /// A build is killed if a block takes longer than this plus `search_timeout` for each search. The second build may in any case
    /// take ten times as long as the first.
    pub block_timeout: Duration,
    /// The longest time for each search of a block: the time limit of a search, or zero if there is none.
    pub search_timeout: Duration,
    /// Counts the puzzles that each build has solved, and records which block the build works on. Must be made for two strategies (the
    /// two builds) and one thread.
    pub searches: Option<Arc<Progress>>,
}

impl AbRun {
    /// Runs both builds on the corpus; calls `on_block` after every block, `on_round` after every round, and
    /// `on_change` for every row that differs in the first round. Returns `None` if `stop` was set before the end; the
    /// builds are killed then. Returns an error if a build exits early, answers too late, or sends a malformed answer,
    /// or if the counts of a later round differ although no answer is wrong.
    pub fn run(
        &self,
        corpus: &Corpus,
        stop: &AtomicBool,
        mut on_block: impl FnMut(u32, &Block) -> Result<()>,
        mut on_round: impl FnMut(&RoundsSoFar),
        mut on_change: impl FnMut(&str, &PuzzleChange) -> Result<()>,
    ) -> Result<Option<Measurements>> {
        match self.run_rounds(corpus, stop, &mut on_block, &mut on_round, &mut on_change) {
            // Reading the corpus and waiting for a build fail once the flag is set.
            Err(_) if stop.load(Ordering::Relaxed) => Ok(None),
            result => result.map(Some),
        }
    }

    fn run_rounds(
        &self,
        corpus: &Corpus,
        stop: &AtomicBool,
        on_block: &mut impl FnMut(u32, &Block) -> Result<()>,
        on_round: &mut impl FnMut(&RoundsSoFar),
        on_change: &mut impl FnMut(&str, &PuzzleChange) -> Result<()>,
    ) -> Result<Measurements> {
        let mut first: Option<Measurements> = None;
        let start_of_run = Instant::now();
        let mut so_far = RoundsSoFar::default();
        let mut round = 0;
        let mut worst = None;
        while self.rounds.wants_another(round, start_of_run.elapsed(), worst) {
            let mut measurements = Measurements::new(self.strategies.len());
            let start = |path| Build::start(path, &self.arguments, stop);
            let mut builds = [start(&self.builds[0])?, start(&self.builds[1])?];
            for block in corpus.blocks_until(stop) {
                let block = block?;
                let samples = self.solve_in_turn(&mut builds, &block, round)?;
                measurements.add(&self.strategies, round, &block, &samples, &mut |strategy, change| match round {
                    0 => on_change(strategy, change),
                    _ => Ok(()),
                })?;
                on_block(round, &block)?;
            }
            builds.into_iter().try_for_each(Build::finish)?;
            match &mut first {
                None => first = Some(measurements),
                Some(first) => first.add_round(measurements)?,
            }
            round += 1;
            worst = so_far.end_round(self.rounds, round, || first.iter().flat_map(Measurements::precisions).collect());
            on_round(&so_far);
        }
        first.ok_or_else(|| Error::Usage("a comparison of builds needs at least one round".into()))
    }

    /// Returns the samples of both builds for a block, the old build first.
    fn solve_in_turn(&self, builds: &mut [Build; 2], block: &Block, round: u32) -> Result<[Vec<Sample>; 2]> {
        let searches = u32::try_from(block.puzzles.len() * self.strategies.len()).unwrap_or(u32::MAX);
        let mut timeout = self.block_timeout.saturating_add(self.search_timeout.saturating_mul(searches));
        let mut samples = [Vec::new(), Vec::new()];
        self.searches.iter().for_each(|searches| searches.begin(block));
        for build in if measurements::is_new_first(round, block.index) { [1, 0] } else { [0, 1] } {
            let start = Instant::now();
            let turn = self.searches.as_ref().map(|searches| searches.turn(0, build));
            turn.iter().zip(block.puzzles.first()).for_each(|(turn, first)| turn.begin(first));
            samples[build] = builds[build].solve(block, self.strategies.len(), timeout)?;
            turn.iter().for_each(|turn| turn.end(block.puzzles.len(), start.elapsed()));
            // A build that is a few times slower is a result, not an error.
            timeout = timeout.max(start.elapsed().saturating_mul(MAX_TIME_RATIO));
        }
        Ok(samples)
    }

    /// Judges the measurements. Returns an error if no strategy was run on any puzzle, or every puzzle hit a time
    /// limit.
    pub fn judge(
        &self,
        corpus: &Corpus,
        measurements: Measurements,
        rules: &Rules,
        floors: FloorBounds,
    ) -> Result<Comparison> {
        let few_rounds = measurements.rounds() < compare::FEWEST_ROUNDS;
        let differences = measurements.balanced_differences();
        let typical = measurements.typical_latencies();
        let Measurements { counts, .. } = measurements;
        compare::require_puzzles(&counts)?;
        let advisory = few_rounds.then(|| format!("an interval needs {} rounds", compare::FEWEST_ROUNDS));
        let comparison = Comparison {
            base: self.builds[0].display().to_string(),
            current: self.builds[1].display().to_string(),
            corpora: corpus.files.iter().map(|path| path.display().to_string()).collect(),
            latency_advisory: advisory.into_iter().collect(),
            ..Comparison::default()
        };
        let with_typical =
            |(change, typical_ns): (Option<LatencyChange>, _)| Some(LatencyChange { typical_ns, ..change? });
        let changes = compare::judge_differences(&differences, floors);
        let latencies = changes.into_iter().zip(typical).map(with_typical).collect();
        Ok(comparison.judged(&self.strategies, counts, latencies, rules))
    }
}
