//! `sudoku-bench merge`: joins the results of shards, or of rounds that were run apart.

use std::path::PathBuf;

use benchmark::{
    record::{self, OpenedResults, Results},
    reporter::export,
};
use corpus::error::Result;
use pass::REJECTS;

use super::{files, interrupt};
use crate::cli::{Exit, RejectedArgs, SummaryArgs, heading};

const HELP: &str = "\
Examples:
  sudoku-bench run puzzles.csv --shard 1/2 -o results/part-1
  sudoku-bench run puzzles.csv --shard 2/2 -o results/part-2
  sudoku-bench merge results/part-* -o results/whole

Every part must be there, with the same corpus and options. Several runs of the same part are
rounds. Latencies of several machines are shown, but decide no comparison.";

#[derive(clap::Args, Debug)]
#[command(after_long_help = HELP)]
pub struct Args {
    /// Results directories
    #[arg(required = true, value_name = "RESULTS")]
    results: Vec<PathBuf>,

    #[command(flatten)]
    rejected: RejectedArgs,

    /// Directory for the joined results
    #[arg(short, long, visible_alias = "out", value_name = "DIR", help_heading = heading::OUTPUT)]
    output: PathBuf,

    /// Replace the results in the directory, when the new ones are complete
    #[arg(long, help_heading = heading::OUTPUT)]
    force: bool,

    #[command(flatten)]
    summary: SummaryArgs,
}

pub fn run(args: Args) -> Result<Exit> {
    files::check_directory(&args.output, &args.results)?;
    let runs = args.results.iter().map(|path| Results::open(path)).collect::<Result<Vec<_>>>()?;
    let opened = OpenedResults::of(&runs);
    let stop = interrupt::catch_saying("interrupted: nothing is merged")?;
    let directory = export::destination(&args.output).create(args.force)?;
    let merged = opened.unless_replaced(record::merge(runs, &directory, stop)).and_then(|mut merged| {
        if let Some(merged) = &mut merged {
            merged.publish(&export::files(&merged.record))?;
        }
        Ok(merged)
    });
    if !matches!(merged, Ok(Some(_))) {
        directory.discard(false);
    }
    let Some(merged) = merged? else { return Ok(Exit::Interrupted) };
    super::print_summary(&merged.record.summary, args.summary)?;
    message!("wrote {}", merged.directory().display());
    super::run::conclusion::print_warnings(&merged.record);
    super::print_rejects(&merged.rejects, Some(&merged.directory().join(REJECTS)));
    let has_report = super::report::write_into(merged.directory())?;
    let exit =
        super::run::conclusion::conclude(&merged.record, has_report, &merged.rejects, args.rejected.max_rejects, None)?;
    super::print_headline(&merged.record, args.summary)?;
    Ok(exit)
}
