//! The arguments of `solve`.

use std::path::PathBuf;

use clap::Args;
use solver::strategy::Entry;

use super::{
    choices,
    dataset::OutputArgs,
    shared::{LimitArgs, MachineArgs, ReadingArgs, RejectedArgs},
};

pub const SOLVE_HELP: &str = "\
Examples:
  sudoku-bench solve puzzles.csv.gz -o solved.csv
  cat puzzles.txt | sudoku-bench solve --solutions-only > solutions.txt
  sudoku-bench solve puzzles.csv --check --max-solutions 2 --columns id,status,solutions
  sudoku-bench solve puzzles.csv -o solved.parquet

The columns of the input stay as they are, followed by the columns solution, status and
solutions. The output is CSV unless its name or --to says otherwise. The status `solved` means
that there is a solution; with --max-solutions 2, a 1 in the column solutions means that there
is no other.";

#[derive(Args, Debug)]
pub struct Solve {
    /// Corpora in any layout, also compressed [default: standard input]
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub output: OutputArgs,

    /// Write one line for each row: the solution, the status if there is no solution, or `rejected` for a row that is not a puzzle
    #[arg(long, conflicts_with = "columns")]
    pub solutions_only: bool,

    /// Write a row for each solution, at most 1,024 for a puzzle
    #[arg(long)]
    pub all_solutions: bool,

    /// Check the solutions of the input; exit with 5 if one is wrong
    #[arg(long)]
    pub check: bool,

    /// Write rows that are not puzzles to this file
    #[arg(long, value_name = "FILE")]
    pub rejects: Option<PathBuf>,

    #[command(flatten)]
    pub reading: ReadingArgs,

    /// Treat a row that is not a puzzle as an error
    #[arg(long, conflicts_with = "max_rejects")]
    pub strict: bool,

    #[command(flatten)]
    pub rejected: RejectedArgs,

    #[command(flatten)]
    pub solver: SolverArgs,

    /// Go on with the interrupted output, if there is one; the other arguments need not be repeated
    #[arg(long)]
    pub resume: bool,

    /// The arguments with which the output was begun, instead of those of this program
    #[arg(skip)]
    pub recorded: Option<Vec<String>>,
}

/// The strategy that solves, its limits and its threads.
#[derive(Args, Debug)]
pub struct SolverArgs {
    /// Strategy, a complete one
    #[arg(short, long, default_value = "lanes", value_name = "NAME", value_parser = choices::complete_strategy())]
    pub strategy: Entry,

    #[command(flatten)]
    pub limits: LimitArgs,

    #[command(flatten)]
    pub machine: MachineArgs,
}
