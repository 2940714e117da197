//! The arguments of `run`.

use std::path::PathBuf;

use clap::Args;
use corpus::reader::Shard;

use super::{
    choices::{self, StrategyChoice},
    engines::EngineArgs,
    number::parse_positive,
    shared::{CorpusArgs, GoalArgs, LimitArgs, MachineArgs, RejectedArgs, TableArgs},
    values::Rounds,
};

pub const RUN_HELP: &str = "\
Examples:
  sudoku-bench run datasets/classics.csv
  sudoku-bench run puzzles.csv --strategy naive,dlx --rounds 5 --max-solutions 2 -o results/mine
  sudoku-bench run puzzles.csv.gz --node-limit 1000000 --sample 1000 --seed 7
  sudoku-bench run --resume results/mine

For latencies to publish, use --threads 1 and several --rounds on an idle machine.";

#[derive(Args, Debug)]
#[command(mut_arg("files", |files| files.required(false).required_unless_present("resume")))]
pub struct Run {
    #[command(flatten)]
    pub corpus: CorpusArgs,

    /// Exit with an error if any row is rejected
    #[arg(long, conflicts_with = "max_rejects")]
    pub strict: bool,

    #[command(flatten)]
    pub rejected: RejectedArgs,

    #[command(flatten)]
    pub measure: MeasureArgs,

    #[command(flatten)]
    pub engines: EngineArgs,

    /// Results directory [default: results/CORPUS-TIME]
    #[arg(short, long, visible_alias = "out", value_name = "DIR")]
    pub output: Option<PathBuf>,

    /// Replace the results in the directory, when the new ones are complete
    #[arg(long)]
    pub force: bool,

    /// Go on with the unfinished run in this directory; its arguments need not be repeated
    #[arg(long, value_name = "DIR", conflicts_with_all = ["output", "force"])]
    pub resume: Option<PathBuf>,

    /// Run only the I-th of N parts of the corpus; `sudoku-bench merge` joins the results of all parts
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,

    /// Write no report.html
    #[arg(long)]
    pub no_report: bool,

    /// Write the counts to a lock file, for later runs to be compared with
    #[arg(long, value_name = "FILE")]
    pub lock: Option<PathBuf>,

    #[command(flatten)]
    pub table: TableArgs,
}

/// What is measured, and how.
#[derive(Args, Debug)]
pub struct MeasureArgs {
    /// Strategies, separated by commas, in the order of the report [default: see `sudoku-bench strategies`]
    #[arg(short, long, value_delimiter = ',', value_name = "NAME", value_parser = choices::strategies_and_engines())]
    pub strategy: Vec<StrategyChoice>,

    /// Passes over the corpus; the smallest latency of each puzzle is reported. With `auto`, as many as a comparison of
    /// latencies needs. More than one needs files: standard input and pipes can be read only once
    #[arg(short, long, default_value = "1", value_name = "N|auto")]
    pub rounds: Rounds,

    #[command(flatten)]
    pub goal: GoalArgs,

    #[command(flatten)]
    pub limits: LimitArgs,

    #[command(flatten)]
    pub machine: MachineArgs,

    /// Puzzles per block; strategies take turns block by block [default: by the size of the corpus, at most 512,
    /// or 4,096 if all strategies solve many puzzles together]
    #[arg(long, value_name = "N", value_parser = parse_positive::<usize>)]
    pub block_size: Option<usize>,

    /// Write the cells of each puzzle into puzzles.csv, as its last column
    #[arg(long)]
    pub with_grids: bool,
}
