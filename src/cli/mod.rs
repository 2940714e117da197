//! The command line: its commands, their arguments and their help.

mod choices;
mod compare;
mod dataset;
mod engines;
mod exit;
mod number;
#[cfg(feature = "packaging")]
pub mod packaging;
mod parse;
mod partition;
mod results;
mod run;
mod shared;
mod solve;
mod values;

use std::sync::LazyLock;

use clap::{Args, ColorChoice, Parser, Subcommand};
use corpus::tool::Tool;
use solver::simd::Simd;

pub use choices::StrategyChoice;
pub use compare::{Ab, Compare, JudgementArgs, Worker};
pub use dataset::*;
#[cfg(unix)]
pub use engines::{EngineArgs, EngineCommand, Engines};
pub use exit::Exit;
pub use parse::{parse, parse_recorded, set_color};
pub use partition::{LineArgs, Partition, PartitionJoin, PartitionRun, PartitionSolve};
pub use results::{Merge, MergedArgs, Report, Show};
pub use run::{MeasureArgs, Run};
pub use shared::{CorpusArgs, GoalArgs, LimitArgs, MachineArgs, ReadingArgs, SampleArgs, TableArgs};
pub use solve::{Solve, SolverArgs};
pub use values::{MaxRejects, Rounds};

/// Solve whole corpora of Sudoku puzzles, and benchmark the strategies that solve them.
#[derive(Debug, Parser)]
#[command(version, long_version = LONG_VERSION.as_str(), max_term_width = 100, after_long_help = Exit::help())]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,

    #[command(flatten)]
    pub console: ConsoleArgs,
}

/// What is printed besides results.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Messages")]
pub struct ConsoleArgs {
    /// Print no notes and no progress; errors are still printed
    #[arg(short, long, global = true)]
    pub quiet: bool,

    /// Show no progress
    #[arg(long, global = true)]
    pub no_progress: bool,

    /// Colours of help and errors
    #[arg(long, global = true, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,
}

/// The version, the git revision, the compiler, the target and the instruction sets of this processor.
static LONG_VERSION: LazyLock<String> = LazyLock::new(|| {
    let tool = Tool::this();
    let revision = tool.git_revision.unwrap_or_else(|| "unknown".into());
    let available: Vec<_> = Simd::available().map(Simd::name).collect();
    format!(
        "{}\ngit revision: {revision}\ncompiler: {}\ntarget: {}, profile {}\ninstruction sets: {}",
        tool.version,
        tool.rustc,
        tool.target,
        tool.profile,
        available.join(", ")
    )
});

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve a corpus with every selected strategy; write a results directory and print the comparison
    #[command(after_long_help = run::RUN_HELP)]
    Run(Box<Run>),
    /// Compare results with a baseline: counts exactly, latencies against the machine's noise
    #[command(after_long_help = compare::COMPARE_HELP)]
    Compare(Compare),
    /// Compare two builds of this program, which take turns on the blocks of a corpus
    #[command(after_long_help = compare::AB_HELP)]
    Ab(Box<Ab>),
    /// Solve the blocks that `ab` sends to standard input
    #[command(hide = true)]
    Worker(Worker),
    /// Solve the lines of a corpus that another program hands out, such as `scripts/spark-run`
    #[command(hide = true)]
    Partition {
        #[command(subcommand)]
        command: Partition,
    },
    /// Solve every puzzle of a corpus; write its rows with their solutions
    #[command(after_long_help = solve::SOLVE_HELP)]
    Solve(Box<Solve>),
    /// Inspect, convert, filter, rate and generate corpora
    Dataset {
        #[command(subcommand)]
        command: Box<Dataset>,
    },
    /// Join the results of the shards of a corpus, or of rounds that were run apart
    #[command(after_long_help = results::MERGE_HELP)]
    Merge(Merge),
    /// Write the HTML report of finished runs, and their plots as pictures
    #[command(after_long_help = results::REPORT_HELP)]
    Report(Report),
    /// Print the tables of a finished run again
    Show(Show),
    /// List the strategies
    Strategies,
    #[cfg(unix)]
    /// List, build and test external engines: solvers that are other programs
    #[command(after_long_help = engines::ENGINES_HELP)]
    Engines(Engines),
    #[cfg(unix)]
    /// Answer every line of standard input at once, to measure what a pipe costs
    #[command(hide = true)]
    EngineEcho,
    #[cfg(feature = "packaging")]
    #[command(flatten)]
    Packaging(packaging::Packaging),
}
