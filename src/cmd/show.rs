//! `sudoku-bench show`: the tables and exports of a finished run, rendered again from its files.

use std::path::PathBuf;

use benchmark::{
    record::{EXPORT, OpenedResults, Results},
    reporter::export,
};
use corpus::error::Result;

use super::print_message;
use crate::cli::{Exit, SummaryArgs, choices};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Results directory
    #[arg(value_name = "RESULTS")]
    results: PathBuf,

    /// Write the files in RESULTS/export again
    #[arg(long)]
    export: bool,

    /// The strategy that the others are compared with [default: that of the run]
    #[arg(long, value_name = "NAME", value_parser = choices::strategy_name)]
    reference: Option<String>,

    #[command(flatten)]
    summary: SummaryArgs,
}

pub fn run(args: Args) -> Result<Exit> {
    let mut results = Results::open(&args.results)?;
    // Before the reference is changed, because the manifest on the disk is compared with this one.
    let opened = OpenedResults::of([&results]);
    if let Some(reference) = &args.reference {
        results.set_reference(reference)?;
    }
    let record = opened.unless_replaced(results.record())?;
    super::print_summary(&record.summary, args.summary)?;
    super::run::conclusion::print_warnings(&record);
    if record.manifest.interrupted {
        print_message("note: the run was interrupted; these are the puzzles that it finished");
    }
    if args.export {
        let files = export::files(&record);
        export::destination(results.path()).in_place()?.replace_exports(&files)?;
        let directory = results.path().join(EXPORT);
        print_message(&if files.is_empty() {
            format!("{} has no files: nothing was measured to the end", directory.display())
        } else {
            format!("wrote {}", directory.display())
        });
    }
    super::print_headline(&record, args.summary)?;
    Ok(Exit::Success)
}
