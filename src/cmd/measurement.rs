//! What `run` measures, and how.

use benchmark::record::{RoundCount, RunOptions, find_reference};
use corpus::{
    error::Result,
    reader::{BlockSize, Corpus},
};
use pass::Options;
use solver::strategy::Entry;

use super::{
    round_count, runner_options, select_strategies,
    suited::{check_strategies, suited},
};
use crate::cli::{GoalArgs, LimitArgs, MachineArgs, Rounds, StrategyChoice, choices, heading, number::parse_positive};

#[derive(clap::Args, Debug)]
pub struct MeasureArgs {
    /// Strategies, separated by commas, in the order of the report [default: see `sudoku-bench strategies`]
    #[arg(short, long, value_delimiter = ',', value_name = "NAME", ignore_case = true)]
    #[arg(value_parser = choices::strategies_and_engines(), help_heading = heading::STRATEGIES)]
    pub strategy: Vec<StrategyChoice>,

    /// The strategy that speed-ups are over [default: the fastest of those that answer the most puzzles]
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

/// What is measured, and how, apart from the corpus.
pub struct Measurement {
    pub pass: Options,
    pub rounds: RoundCount,
    pub block_size: BlockSize,
    givens: bool,
    choices: Vec<StrategyChoice>,
    reference: Option<String>,
}

impl Measurement {
    /// Resolves the arguments. `engines` are the chosen external engines, in the order of the arguments.
    pub fn resolve(args: MeasureArgs, engines: &[Entry]) -> Result<Measurement> {
        let strategies = select_strategies(&args.strategy, engines)?;
        let block_size = match args.block_size {
            Some(size) => BlockSize::Fixed(size),
            None if strategies.iter().all(|strategy| strategy.amortised) => BlockSize::FOR_BLOCK_SOLVERS,
            None => BlockSize::default(),
        };
        let options = runner_options(strategies, &args.limits, 1, &args.machine);
        Ok(Measurement {
            pass: Options { control: true, rebuild_per_block: true, ..options },
            rounds: round_count(args.rounds, args.goal)?,
            block_size,
            givens: args.with_grids,
            choices: args.strategy,
            reference: args.reference,
        })
    }

    pub fn of(self, corpus: Corpus) -> Result<RunOptions> {
        let Measurement { pass, rounds, givens, choices, reference, .. } = self;
        let pass = pass.of_corpus(&corpus);
        let strategies = suited(&choices, pass.strategies, pass.shape);
        check_strategies(&strategies, pass.shape)?;
        let names: Vec<&str> = strategies.iter().map(|entry| &*entry.name).collect();
        let reference = reference.map(|name| find_reference(&name, &names)).transpose()?;
        let pass = Options { strategies, ..pass };
        Ok(RunOptions { corpus, pass, rounds, givens, reference })
    }
}
