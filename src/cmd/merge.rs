//! `sudoku-bench merge`: joins the results of shards and of rounds that were run apart.

use std::process::ExitCode;

use sudoku_bench::{
    error::Result,
    record::{self, Directory, Results},
    reporter::{self, export},
};

use super::print_message;
use crate::cli::{self, Exit};

pub fn run(args: cli::Merge) -> Result<ExitCode> {
    let runs = args.results.iter().map(|path| Results::open(path)).collect::<Result<_>>()?;
    let directory = Directory::create(&args.output, args.force, &export::names())?;
    let merged = record::merge(runs, &directory).and_then(|mut merged| {
        merged.publish(&export::files(&merged.record, directory.path()))?;
        Ok(merged)
    });
    let merged = merged.inspect_err(|_| directory.discard(false))?;
    super::print(&reporter::comparison(&merged.record.summary, super::table_width(args.table)))?;
    print_message(&format!("wrote {}", merged.directory().display()));
    reporter::warnings(&merged.record).iter().for_each(|warning| print_message(&format!("warning: {warning}")));
    let has_report = super::report::write_into(merged.directory())?;
    let wrong = merged.record.summary.wrong() > 0;
    Ok(match (wrong, has_report) {
        (true, _) => Exit::WrongAnswer.into(),
        (false, false) => Exit::Interrupted.into(),
        (false, true) => Exit::Success.into(),
    })
}
