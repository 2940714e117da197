//! What `run` measures, and how.

use benchmark::record::{RoundCount, RunOptions, find_reference};
use corpus::{
    error::Result,
    reader::{BlockSize, Corpus},
};
use pass::Options;
use solver::strategy::Entry;

use crate::cli::{GoalArgs, LimitArgs, MachineArgs, Rounds, StrategyChoice, choices, heading, number::parse_positive};
use crate::cmd::{
    runner_options,
    suited::{check_strategies, suited},
};

#[derive(clap::Args, Debug)]
pub struct MeasureArgs {
    /// Strategies, separated by commas, in the order of the report [default: see `sudoku-bench strategies`]
    #[arg(short, long, value_delimiter = ',', value_name = "NAME", ignore_case = true)]
    #[arg(value_parser = choices::strategies(), help_heading = heading::STRATEGIES)]
    pub strategy: Vec<StrategyChoice>,

    /// The strategy that the others are compared with [default: the fastest of those that answer the most puzzles]
    #[arg(long, value_name = "NAME", value_parser = choices::strategy_name, help_heading = heading::STRATEGIES)]
    pub reference: Option<String>,

    #[command(flatten)]
    pub limits: LimitArgs,

    /// Passes over the corpus; the smallest latency of each puzzle is reported. With `auto`, as many as a comparison of
    /// latencies needs. More than one needs files: standard input and pipes can be read only once
    #[arg(short, long, default_value = "1", value_name = "N|auto", help_heading = heading::MEASURING)]
    pub rounds: Rounds,

    #[command(flatten)]
    pub goal: GoalArgs,

    /// Puzzles per block; strategies take turns block by block [default: by the size of the corpus, at most 512,
    /// or 4,096 if all strategies solve many puzzles together]
    #[arg(long, value_name = "N", value_parser = parse_positive::<usize>, help_heading = heading::MEASURING)]
    pub block_size: Option<usize>,

    /// Write the cells of each puzzle into puzzles.csv, as its last column
    #[arg(long, help_heading = heading::MEASURING)]
    pub with_grids: bool,

    #[command(flatten)]
    pub machine: MachineArgs,
}

impl MeasureArgs {
    pub fn block_size(&self, strategies: &[Entry]) -> BlockSize {
        match self.block_size {
            Some(size) => BlockSize::Fixed(size),
            None if strategies.iter().all(|strategy| strategy.amortised) => BlockSize::FOR_BLOCK_SOLVERS,
            None => BlockSize::default(),
        }
    }

    /// Returns the options of a run over a corpus. `strategies` are those that the arguments choose; default ones that do not solve
    /// the corpus' shape are left out.
    pub fn run_options(self, corpus: Corpus, strategies: Vec<Entry>, rounds: RoundCount) -> Result<RunOptions> {
        let pass = runner_options(strategies, &self.limits, 1, &self.machine).of_corpus(&corpus);
        let strategies = suited(&self.strategy, pass.strategies, pass.shape);
        check_strategies(&strategies, pass.shape)?;
        let names: Vec<&str> = strategies.iter().map(|entry| &*entry.name).collect();
        let reference = self.reference.map(|name| find_reference(&name, &names)).transpose()?;
        let pass = Options { strategies, control: true, rebuild_per_block: true, ..pass };
        Ok(RunOptions { rounds, givens: self.with_grids, reference, ..RunOptions::new(corpus, pass) })
    }
}
