//! The command line: its commands, and which file runs each.

use std::sync::LazyLock;

use clap::{CommandFactory, Parser, Subcommand};
use corpus::{error::Result, tool::Tool};
use grid::simd::Simd;

#[cfg(unix)]
use crate::cmd::engines;
use crate::{
    cli::{ConsoleArgs, Exit},
    cmd::{
        ab, compare, completions,
        dataset::{self, Dataset},
        explain,
        history::{self, History},
        man, merge, report, run, score, show, solve, strategies, worker,
    },
};

/// Solve whole corpora of Sudoku puzzles, and benchmark the strategies that solve them.
#[derive(Debug, Parser)]
#[command(version, long_version = LONG_VERSION.as_str(), max_term_width = 100, after_long_help = Exit::help())]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,

    #[command(flatten)]
    pub console: ConsoleArgs,
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
    /// Keep a small file for every run, and find which commit changed what
    History {
        #[command(subcommand)]
        command: Box<History>,
    },
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
    /// Print a completion script for a shell
    Completions(completions::Args),
    /// Write a man page for the program and for each command
    Man(man::Args),
}

/// Runs a command. `given` are its options on the command line.
pub fn run(command: Command, given: &[String]) -> Result<Exit> {
    match command {
        Command::Run(args) => run::run(*args, given),
        Command::Ab(args) => ab::run(*args),
        Command::Worker(args) => worker::run(args),
        Command::Compare(args) => compare::run(args),
        Command::Solve(args) => solve::run(*args, given),
        Command::Dataset { command } => dataset::run(*command, given),
        Command::Merge(args) => merge::run(args),
        Command::Score(args) => score::run(*args),
        Command::Explain(args) => explain::run(*args, given),
        Command::History { command } => history::run(*command),
        Command::Report(args) => report::run(args),
        Command::Show(args) => show::run(args),
        Command::Strategies => strategies::run(),
        #[cfg(unix)]
        Command::Engines(args) => engines::run(args),
        #[cfg(unix)]
        Command::EngineEcho => engines::echo(),
        Command::Completions(args) => completions::run(args, Cli::command()),
        Command::Man(args) => man::run(args, Cli::command()),
    }
}
