//! `--resume`: the arguments of the interrupted run, and what is left to do for a complete one.

use std::path::Path;

use benchmark::record::{Directory, REPORT, Results, recorded_arguments};
use corpus::error::{Error, Result};
use pass::Rejected;

use super::{Args, Config, conclusion::conclude};
use crate::{
    cli::{self, Exit, check_alone},
    cmd::report,
};

/// The options of `--resume` without a corpus: all others come from the interrupted run.
const ALLOWED_OPTIONS: [&str; 3] = ["--resume", "--scores", "--wide"];

/// Handles `--resume` for a run that is complete: checks that the arguments describe this run, and returns its exit
/// code. Writes the report and the lock file if the program was killed before it wrote them.
pub fn nothing_to_resume(directory: &Path, args: Args, given: &[String]) -> Result<Exit> {
    let results = Results::open(directory)?;
    let (wants_report, max_rejects, lock) = if args.corpus.files.is_empty() {
        check_alone(given, &ALLOWED_OPTIONS)?;
        (true, None, None)
    } else {
        let config = Config::resolve(args)?;
        config.options.check_same(&results.manifest.options)?;
        (config.report, config.max_rejects, config.lock)
    };
    message!("{} holds the results of the complete run; there is nothing to resume", directory.display());
    let has_report = !wants_report || directory.join(REPORT).exists() || report::write_into(directory)?;
    let count = results.manifest.corpora.iter().map(|file| file.rejects).sum();
    let rejected = Rejected { count, first: Vec::new() };
    conclude(&results.record()?, has_report, &rejected, max_rejects, lock.as_deref())
}

pub fn recorded(directory: &Path, given: &[String]) -> Result<Args> {
    check_alone(given, &ALLOWED_OPTIONS)?;
    let arguments = recorded_arguments(directory)?;
    let run: Args = cli::recorded("run", &arguments).map_err(|reason| cannot_repeat(directory, reason))?;
    Ok(Args { resume: Some(directory.into()), ..run })
}

fn cannot_repeat(directory: &Path, reason: String) -> Error {
    Error::Usage(format!(
        "the arguments of the run in {} cannot be repeated; give them again: {reason}",
        directory.display()
    ))
}

pub fn print_how_to_resume(directory: &Path) {
    if Directory::unfinished(directory).is_some() {
        message!("finished blocks are kept; `sudoku-bench run --resume {}` goes on from there", directory.display());
    }
}
