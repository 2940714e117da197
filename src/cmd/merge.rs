//! `sudoku-bench merge`: joins the results of shards, or of rounds that were run apart.

use std::process::ExitCode;

use bench::{
    record::{self, Directory, Finished, OpenedResults, Results},
    reporter::{self, export},
};
use corpus::{error::Result, pass::REJECTS};

use super::{files, interrupt, print_message};
use crate::cli::{self, Exit, MergedArgs};

pub fn run(args: cli::Merge) -> Result<ExitCode> {
    files::check_directory(&args.output.output, &args.results)?;
    let runs = args.results.iter().map(|path| Results::open(path)).collect::<Result<Vec<_>>>()?;
    let opened = OpenedResults::of(&runs);
    let stop = interrupt::catch_saying("interrupted: nothing is merged")?;
    publish(&args.output, |directory| opened.unless_replaced(record::merge(runs, directory, stop)))
}

/// Creates the directory of joined results, fills it, prints what is in it, and returns the exit code. `join` returns
/// `None` if it was interrupted.
pub fn publish(args: &MergedArgs, join: impl FnOnce(&Directory) -> Result<Option<Finished>>) -> Result<ExitCode> {
    let directory = Directory::create(&args.output, args.force, &export::names())?;
    let merged = join(&directory).and_then(|mut merged| {
        if let Some(merged) = &mut merged {
            merged.publish(&export::files(&merged.record, directory.path()))?;
        }
        Ok(merged)
    });
    if !matches!(merged, Ok(Some(_))) {
        directory.discard(false);
    }
    let Some(merged) = merged? else { return Ok(Exit::Interrupted.into()) };
    super::print(&reporter::summary_tables(&merged.record.summary, super::table_width(args.table)))?;
    print_message(&format!("wrote {}", merged.directory().display()));
    reporter::warnings(&merged.record).iter().for_each(|warning| print_message(&format!("warning: {warning}")));
    super::print_rejects(&merged.rejects, Some(&merged.directory().join(REJECTS)));
    let has_report = super::report::write_into(merged.directory())?;
    super::run::conclude(&merged.record, has_report, &merged.rejects, args.rejected.max_rejects, None)
}
