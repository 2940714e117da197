//! `sudoku-bench show`: the tables and exports of a finished run, rendered again from its files.

use std::{path::PathBuf, process::ExitCode};

use bench::{
    record::{EXPORT, OpenedResults, Results},
    reporter::{self, export},
};
use corpus::error::Result;

use super::print_message;
use crate::cli::TableArgs;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Results directory
    #[arg(value_name = "RESULTS")]
    results: PathBuf,

    /// Write the files in RESULTS/export again
    #[arg(long)]
    export: bool,

    #[command(flatten)]
    table: TableArgs,
}

pub fn run(args: Args) -> Result<ExitCode> {
    let results = Results::open(&args.results)?;
    let record = OpenedResults::of([&results]).unless_replaced(results.record())?;
    super::print(&reporter::summary_tables(&record.summary, super::table_width(args.table)))?;
    reporter::warnings(&record).iter().for_each(|warning| print_message(&format!("warning: {warning}")));
    if args.export {
        let files = export::files(&record, results.path());
        results.directory(&export::names())?.replace_exports(&files)?;
        let directory = results.path().join(EXPORT);
        print_message(&if files.is_empty() {
            format!("{} has no files: nothing was measured to the end", directory.display())
        } else {
            format!("wrote {}", directory.display())
        });
    }
    Ok(ExitCode::SUCCESS)
}
