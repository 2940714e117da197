//! The arguments of `compare` and `ab`, and of the `worker` command that `ab` runs.

use std::{path::PathBuf, time::Duration};

use bench::compare::{Limit, Policy, Replacement};
use clap::Args;
use solver::simd::Simd;

use super::{
    choices::{self, StrategyChoice},
    number::parse_positive,
    shared::{CorpusArgs, GoalArgs, LimitArgs, MachineArgs, TableArgs},
    values::{Rounds, parse_time},
};

pub const COMPARE_HELP: &str = "\
Examples:
  sudoku-bench compare results/main results/branch
  sudoku-bench compare counters.lock.json results/branch --counters exact
  sudoku-bench compare results/main results/branch --limit 'dlx.nodes=0%,*.backtracks=1%|500000'
  sudoku-bench compare counters.lock.json results/branch --bless
  sudoku-bench compare counters.lock.json results/branch --bless=corpus,drop

Exit codes: 0 nothing became worse, 1 an error, 2 usage, 3 a regression, 4 nothing to compare, 5 a wrong answer.";

#[derive(Args, Debug)]
pub struct Compare {
    /// Baseline: a results directory, or a lock file of counts
    pub base: PathBuf,

    /// Results directory, or lock file, to compare with the baseline
    pub current: PathBuf,

    #[command(flatten)]
    pub judgement: JudgementArgs,

    /// Leave out strategies that only one run has; otherwise they are an error
    #[arg(long)]
    pub common_only: bool,

    /// Write the counts of CURRENT to the lock file BASE, unless an answer is wrong. A value allows the lock file to guard
    /// something else than before
    #[arg(long, value_name = "WHAT", num_args = 0.., require_equals = true, value_delimiter = ',')]
    #[arg(value_parser = choices::replacement(), conflicts_with_all = ["advisory", "fail_on_inconclusive"])]
    pub bless: Option<Vec<Replacement>>,

    /// Directory for compare.json, compare.csv and compare.md [default: CURRENT, if it is a results directory]
    #[arg(short, long, visible_alias = "out", value_name = "DIR")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub table: TableArgs,
}

pub const AB_HELP: &str = "\
Example:
  sudoku-bench ab target/main/sudoku-bench target/release/sudoku-bench puzzles.csv --strategy dlx

Both builds solve each block directly one after the other, on one thread. What a build writes to
standard error is shown only with an error of this build.

Exit codes: as for compare, and 130 interrupted.";

#[derive(Args, Debug)]
pub struct Ab {
    /// The old build
    pub old: PathBuf,

    /// The new build
    pub new: PathBuf,

    #[command(flatten)]
    pub corpus: CorpusArgs,

    /// Strategies, separated by commas, in the order of the report
    #[arg(short, long, value_delimiter = ',', value_name = "NAME", value_parser = choices::strategies())]
    pub strategy: Vec<StrategyChoice>,

    /// Passes over the corpus, each with new processes. With `auto`, as many as the comparison of latencies needs
    #[arg(short, long, default_value = "5", value_name = "N|auto")]
    pub rounds: Rounds,

    #[command(flatten)]
    pub goal: GoalArgs,

    #[command(flatten)]
    pub limits: LimitArgs,

    /// Instruction set, for strategies that have several
    #[arg(long, default_value = "auto", value_name = "NAME", value_parser = choices::simd())]
    pub simd: Simd,

    /// Puzzles in a block, which the builds solve in turn [default: by the size of the corpus, at most 512]
    #[arg(long, value_name = "N", value_parser = parse_positive::<usize>)]
    pub block_size: Option<usize>,

    /// Longest time that a build may take for a block, in addition to --time-limit for each search. It may always take ten
    /// times as long as the other build
    #[arg(long, default_value = "10m", value_name = "TIME", value_parser = parse_time)]
    pub timeout: Duration,

    #[command(flatten)]
    pub judgement: JudgementArgs,

    /// Directory for compare.json, compare.csv and compare.md [default: no files]
    #[arg(short, long, visible_alias = "out", value_name = "DIR")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub table: TableArgs,
}

#[derive(Args, Debug)]
pub struct Worker {
    #[arg(long, required = true, value_delimiter = ',', value_name = "NAME", value_parser = choices::strategies())]
    pub strategy: Vec<StrategyChoice>,

    #[command(flatten)]
    pub limits: LimitArgs,

    #[command(flatten)]
    pub machine: MachineArgs,
}

/// How changes are judged.
#[derive(Args, Debug)]
pub struct JudgementArgs {
    /// What counts may do: exact (nothing may change) or exact-improve-ok (no sum may increase)
    #[arg(long, default_value = "exact-improve-ok", value_name = "POLICY", value_parser = choices::policy())]
    pub counters: Policy,

    /// Limits that take precedence over --counters, separated by commas: STRATEGY.COUNTER=P% allows an increase by P percent
    /// of the baseline, =N a sum of at most N, and =P%|N both; * matches any strategy or counter
    #[arg(long, value_delimiter = ',', value_name = "LIMIT")]
    pub limit: Vec<Limit>,

    /// Ignore changes of latency up to this many percent
    #[arg(long, default_value_t = 2.5, value_name = "PERCENT", value_parser = parse_percent)]
    pub noise: f64,

    /// Never call a latency unchanged if it may have changed by more than this many percent, or if the machine's noise would
    /// hide such a change: the verdict is then inconclusive
    #[arg(long, default_value_t = 5.0, value_name = "PERCENT", value_parser = parse_percent)]
    pub max_floor: f64,

    /// Exit with 0 instead of 3 for a regression
    #[arg(long, conflicts_with = "fail_on_inconclusive")]
    pub advisory: bool,

    /// Exit with 3 also if the verdict is inconclusive
    #[arg(long)]
    pub fail_on_inconclusive: bool,
}

pub(super) fn parse_percent(text: &str) -> Result<f64, String> {
    let percent = text.strip_suffix('%').unwrap_or(text).parse().map_err(|_| "must be a number")?;
    if (0.0..=1000.0).contains(&percent) { Ok(percent) } else { Err("must be from 0 to 1000".into()) }
}
