//! The end of a run, or of a join of runs: its messages, its lock file and its exit code.

use std::{path::Path, sync::atomic::AtomicBool};

use benchmark::{
    record::{Directory, Groups, Lock, Record, Results, Summary},
    reporter,
};
use corpus::{error::Result, numbers, terminal};
use pass::{FirstRows, Rejected};

use crate::{
    cli::{Exit, GroupArgs, MaxRejects, SummaryArgs, TableArgs},
    cmd::{check_rejects, print, score::distinct_keys, table_width},
};

/// With fewer puzzles, the branch predictor learns the corpus in the first round, and later rounds are faster.
const SMALL_CORPUS: u64 = 1000;

/// Returns the exit code of a run, and writes its lock file if there is nothing wrong with it. `has_report` is false if the
/// report was interrupted.
pub fn conclude(
    record: &Record,
    has_report: bool,
    rejected: &Rejected,
    max_rejects: Option<MaxRejects>,
    lock: Option<&Path>,
) -> Result<Exit> {
    let Record { manifest, summary, .. } = record;
    let puzzles = manifest.corpora.iter().map(|file| file.puzzles).sum();
    let (exit, reason) = if summary.wrong() > 0 {
        (Exit::WrongAnswer, "an answer is wrong")
    } else if manifest.interrupted || !has_report {
        (Exit::Interrupted, "the run was interrupted")
    } else if !summary.measured_anything() && manifest.shard.is_none() {
        let reason = if puzzles == 0 { "the corpus has no puzzles" } else { "the givens of every puzzle conflict" };
        message!("nothing was measured: {reason}");
        (Exit::NothingMeasured, reason)
    } else if summary.strategies.iter().any(|strategy| strategy.counts.engine_error > 0) {
        (Exit::Error, "an engine did not answer")
    } else if let Some(exit) = check_rejects(rejected, puzzles, max_rejects) {
        (exit, "too many rows are rejected")
    } else {
        lock.map_or(Ok(()), |path| write_lock(path, record))?;
        return Ok(Exit::Success);
    };
    if let Some(path) = lock {
        message!("{} is not written: {reason}", path.display());
    }
    Ok(exit)
}

pub fn print_wrong_solutions(wrong: &FirstRows) {
    if wrong.count > 0 {
        let solutions = numbers::plural(wrong.count, "wrong solution");
        message!("warning: {solutions} in the corpus, not used to check answers:");
        wrong.first.iter().for_each(|wrong| message!("  {wrong}"));
    }
}

/// Prints the notes and warnings on a run to standard error. `can_resume` is false if the run cannot be resumed even if it
/// was interrupted.
pub fn print_notes(directory: &Path, record: &Record, can_resume: bool) {
    let puzzles: u64 = record.manifest.corpora.iter().map(|file| file.puzzles).sum();
    if record.manifest.rounds_complete > 1 && puzzles < SMALL_CORPUS {
        let few = numbers::count(SMALL_CORPUS);
        message!(
            "note: with fewer than {few} puzzles, later rounds are faster: the processor's branch predictor has learned the searches"
        );
    }
    let interrupted = if record.manifest.interrupted { " (interrupted)" } else { "" };
    message!("wrote {}{interrupted}", directory.display());
    if record.manifest.interrupted && can_resume {
        print_how_to_resume(directory);
    }
    print_warnings(record);
}

pub fn print_how_to_resume(directory: &Path) {
    if Directory::unfinished(directory).is_some() {
        message!("finished blocks are kept; `sudoku-bench run --resume {}` goes on from there", directory.display());
    }
}

pub fn print_warnings(record: &Record) {
    reporter::warnings(record).iter().for_each(|warning| message!("warning: {warning}"));
}

/// Prints the tables of a run, with notes on them.
pub fn print_summary(summary: &Summary, args: SummaryArgs) -> Result<()> {
    print(&reporter::summary_text(summary, table_width(args.table), args.scores))
}

/// Prints the tables of the groups of a run. Returns an error if the puzzles cannot be grouped.
pub fn print_groups(results: &Results, args: &GroupArgs, table: TableArgs) -> Result<()> {
    for key in distinct_keys(&args.by) {
        let groups = Groups::of_run(results, &key, &AtomicBool::new(false))?;
        print(&reporter::groups_text(&groups, table_width(table)))?;
    }
    Ok(())
}

/// Prints the groups of a run that has ended, or why its puzzles cannot be grouped.
pub fn print_groups_of_run(directory: &Path, args: &GroupArgs, table: TableArgs) {
    if !args.by.is_empty() {
        let printed = Results::open(directory).and_then(|results| print_groups(&results, args, table));
        printed.unwrap_or_else(|error| message!("warning: the puzzles are not grouped: {error}"));
    }
}

/// Prints which strategy is the fastest, and by how much.
pub fn print_headline(record: &Record, args: SummaryArgs) -> Result<()> {
    let headline = reporter::headline(record);
    print(&format!("\n{}\n", terminal::wrapped(&headline, table_width(args.table))))
}

/// Writes the counts of a complete run without wrong answers.
fn write_lock(path: &Path, record: &Record) -> Result<()> {
    let counts: Vec<_> = record.summary.strategies.iter().map(|strategy| strategy.counts).collect();
    Lock::of(&record.manifest, &counts)?.write(path)?;
    message!("wrote {}", path.display());
    Ok(())
}
