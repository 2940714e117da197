//! The arguments of the commands that take results: `merge`, `report` and `show`.

use std::path::PathBuf;

use clap::Args;

use super::shared::{RejectedArgs, TableArgs};

pub const MERGE_HELP: &str = "\
Examples:
  sudoku-bench run puzzles.csv --shard 1/2 -o results/part-1
  sudoku-bench run puzzles.csv --shard 2/2 -o results/part-2
  sudoku-bench merge results/part-* -o results/whole

Every part must be there, with the same corpus and options. Several runs of the same part are
rounds. Latencies of several machines are shown, but decide no comparison.";

pub const REPORT_HELP: &str = "\
Examples:
  sudoku-bench report results/mine
  sudoku-bench report results/base results/branch -o comparison.html
  sudoku-bench report results/mine --svg figures

The report is one file, which a browser opens from the disk without any network. With two results,
it has the comparison of the second with the first; with more, every metric over the runs in their
order. The plots are those of the last results.";

#[derive(Args, Debug)]
pub struct Merge {
    /// Results directories
    #[arg(required = true, value_name = "RESULTS")]
    pub results: Vec<PathBuf>,

    #[command(flatten)]
    pub output: MergedArgs,
}

/// Where joined results go, and what is printed of them.
#[derive(Args, Debug)]
pub struct MergedArgs {
    /// Directory for the joined results
    #[arg(short, long, visible_alias = "out", value_name = "DIR")]
    pub output: PathBuf,

    /// Replace the results in the directory, when the new ones are complete
    #[arg(long)]
    pub force: bool,

    #[command(flatten)]
    pub rejected: RejectedArgs,

    #[command(flatten)]
    pub table: TableArgs,
}

#[derive(Args, Debug)]
pub struct Report {
    /// Results directories, in order: the first is the baseline of the others
    #[arg(required = true, value_name = "RESULTS")]
    pub results: Vec<PathBuf>,

    /// File for the report; `-` is standard output [default: report.html in the last RESULTS, unless only pictures are
    /// requested]
    #[arg(short, long, visible_alias = "out", value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Write the plots as SVG to this directory, each in two sizes and with its data as CSV
    #[arg(long, value_name = "DIR")]
    pub svg: Option<PathBuf>,

    /// Write the plots as PNG to this directory, each in two sizes and with its data as CSV; requires a build with the
    /// feature `png`
    #[arg(long, value_name = "DIR")]
    pub png: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct Show {
    /// Results directory
    #[arg(value_name = "RESULTS")]
    pub results: PathBuf,

    /// Write the files in RESULTS/export again
    #[arg(long)]
    pub export: bool,

    #[command(flatten)]
    pub table: TableArgs,
}
