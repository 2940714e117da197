//! The arguments of `partition`, which `scripts/spark-run` calls.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{
    results::MergedArgs,
    run::MeasureArgs,
    shared::{ReadingArgs, SampleArgs},
    solve::SolverArgs,
};

#[derive(Debug, Subcommand)]
pub enum Partition {
    /// Run the strategies on the lines of standard input
    Run(Box<PartitionRun>),
    /// Solve the lines of standard input
    Solve(PartitionSolve),
    /// Join what `run` wrote for all lines of a plan, from standard input, into a results directory
    Join(PartitionJoin),
}

#[derive(Args, Debug)]
pub struct PartitionRun {
    #[command(flatten)]
    pub lines: LineArgs,

    #[command(flatten)]
    pub sample: SampleArgs,

    #[command(flatten)]
    pub measure: MeasureArgs,
}

#[derive(Args, Debug)]
pub struct PartitionSolve {
    #[command(flatten)]
    pub lines: LineArgs,

    #[command(flatten)]
    pub solver: SolverArgs,
}

#[derive(Args, Debug)]
pub struct PartitionJoin {
    /// Plan of the corpus
    #[arg(value_name = "PLAN")]
    pub plan: PathBuf,

    #[command(flatten)]
    pub output: MergedArgs,
}

/// Lines of a corpus on standard input.
#[derive(Args, Debug)]
pub struct LineArgs {
    /// Plan of the corpus whose lines come from standard input
    #[arg(value_name = "PLAN")]
    pub plan: PathBuf,

    #[command(flatten)]
    pub reading: ReadingArgs,

    /// Exit with an error if any row is rejected
    #[arg(long)]
    pub strict: bool,
}
