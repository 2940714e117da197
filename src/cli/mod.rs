//! The command line: its commands, and what their arguments have in common.

pub mod choices;
mod exit;
pub mod heading;
pub mod number;
mod parse;
mod shared;
pub mod values;

use std::sync::LazyLock;

use clap::{Args, ColorChoice, Parser, Subcommand};
use corpus::tool::Tool;
use grid::simd::Simd;

#[cfg(unix)]
use crate::cmd::engines;
#[cfg(feature = "packaging")]
use crate::cmd::packaging::Packaging;
use crate::cmd::{ab, compare, dataset::Dataset, explain, merge, report, run, score, show, solve, worker};

pub use choices::StrategyChoice;
pub use exit::Exit;
pub use number::parse_tenths;
pub use parse::{parse, parse_recorded, set_color};
pub use shared::{
    CorpusArgs, EngineArgs, GoalArgs, JudgementArgs, LimitArgs, MachineArgs, ReadingArgs, RejectedArgs, SolverArgs,
    StrictArgs, SummaryArgs, TableArgs, first_given,
};
pub use values::{MaxRejects, Rounds};

/// Solve whole corpora of Sudoku puzzles, and benchmark the strategies that solve them.
#[derive(Debug, Parser)]
#[command(version, long_version = LONG_VERSION.as_str(), max_term_width = 100, after_long_help = Exit::help())]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,

    #[command(flatten)]
    pub console: ConsoleArgs,

    /// The options that the command was given, as `--name`, without those of every command
    #[arg(skip)]
    pub given: Vec<String>,
}

/// What is printed besides results.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = heading::MESSAGES)]
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
    Run(Box<run::Args>),
    /// Compare results with a baseline: counts exactly, latencies against the machine's noise
    Compare(compare::Args),
    /// Compare two builds of this program, which take turns on the blocks of a corpus
    Ab(Box<ab::Args>),
    /// Solve the blocks that `ab` sends to standard input
    #[command(hide = true)]
    Worker(worker::Args),
    /// Solve every puzzle of a corpus; write its rows with their solutions
    Solve(Box<solve::Args>),
    /// Inspect, convert, filter, rate and generate corpora
    Dataset {
        #[command(subcommand)]
        command: Box<Dataset>,
    },
    /// Score predictions of models: a verdict for each, accuracies with intervals, comparisons of models
    Score(Box<score::Args>),
    /// Print the steps that solve a puzzle, as a person would take them, with their ratings
    Explain(Box<explain::Args>),
    /// Join the results of the shards of a corpus, or of rounds that were run apart
    Merge(merge::Args),
    /// Write the HTML report of finished runs, and their plots as pictures
    Report(report::Args),
    /// Print the tables of a finished run again
    Show(show::Args),
    /// List the strategies
    Strategies,
    #[cfg(unix)]
    /// List, build and test external engines: solvers that are other programs
    Engines(engines::Args),
    #[cfg(unix)]
    /// Answer every line of standard input at once, to measure what a pipe costs
    #[command(hide = true)]
    EngineEcho,
    #[cfg(feature = "packaging")]
    #[command(flatten)]
    Packaging(Packaging),
}
