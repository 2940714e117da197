//! `sudoku-bench run`: the benchmark.

mod arguments;
pub mod conclusion;
mod measurement;

use std::path::{Path, PathBuf};

use benchmark::{
    record::{Directory, Groups, REPORT, Record, Results, RoundCount, RunOptions},
    reporter::export,
    session::{self, Measured},
};
use corpus::{error::Result, layout};
use pass::{REJECTS, Rejected};

use super::{
    files, goal, interrupt, is_stdio, long_search::LongSearch, print_error, print_message, report, run_progress,
    score::distinct_keys,
};
use crate::cli::{Exit, GroupArgs, SummaryArgs, check_alone};
pub use arguments::Args;
use arguments::{ALLOWED_OPTIONS, Config, recorded};
use conclusion::{conclude, print_groups_of_run, print_how_to_resume, print_notes, print_wrong_solutions};

pub fn run(args: Args, given: &[String]) -> Result<Exit> {
    let shown = args.summary;
    let groups = args.groups.clone();
    super::standard_output::check()?;
    if let Some(directory) = args.resume.as_deref().filter(|directory| directory.is_dir()) {
        export::destination(directory).tidy()?;
    }
    let is_done = |path: &&Path| Directory::is_complete(path) && Directory::unfinished(path).is_none();
    let complete = args.resume.as_deref().filter(is_done).map(PathBuf::from);
    let args = match &args.resume {
        Some(directory) if args.corpus.files.is_empty() && complete.is_none() => recorded(directory, given)?,
        _ => args,
    };
    if let Some(complete) = complete {
        return nothing_to_resume(&complete, args, given);
    }
    let config = Config::resolve(args)?;
    Groups::check_keys(&config.options.corpus, &distinct_keys(&groups.by))?;
    match measure(&config)? {
        Some(measured) => finish(measured, &config, &groups, shown),
        None => Ok(Exit::Interrupted),
    }
}

/// Prints what a run measured, writes its report, and returns its exit code.
fn finish(measured: Measured, config: &Config, groups: &GroupArgs, shown: SummaryArgs) -> Result<Exit> {
    let Measured { finished, error } = measured;
    let printed = super::print_summary(&finished.record.summary, shown);
    super::print_rejects(&finished.rejects, Some(&finished.directory().join(REJECTS)));
    print_wrong_solutions(&finished.wrong_solutions);
    let Record { manifest, summary, .. } = &finished.record;
    // After a read error, the run cannot be resumed: a corpus that could not be read to its end has other blocks once
    // it can.
    print_notes(finished.directory(), &finished.record, error.is_none());
    let report = (config.report && !manifest.interrupted).then(|| report::write_into(finished.directory()));
    let (has_report, report_error) = match report.transpose() {
        Ok(written) => (written.unwrap_or(true), None),
        Err(error) => (true, Some(error)),
    };
    if let Some(error) = error.or(report_error).or(printed.err()) {
        if summary.wrong() == 0 {
            return Err(error);
        }
        print_error(&error);
    }
    print_groups_of_run(finished.directory(), groups, shown.table);
    let exit = conclude(&finished.record, has_report, &finished.rejects, config.max_rejects, config.lock.as_deref())?;
    super::print_headline(&finished.record, shown)?;
    Ok(exit)
}

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

/// Returns `results/CORPUS-TIME`.
fn default_directory(file: &Path) -> PathBuf {
    let corpus = if is_stdio(file) { "stdin".into() } else { layout::without_extensions(file) };
    let time = humantime::format_rfc3339_seconds(pass::now()).to_string().replace(['-', ':'], "");
    let mut name = corpus.file_name().unwrap_or_default().to_owned();
    name.push(format!("-{time}"));
    Path::new("results").join(name)
}

/// Creates the results directory, and checks that the lock file can be written at the end.
fn create_directory(config: &Config) -> Result<Directory> {
    files::check_outputs(config.lock.as_slice(), None, &config.options.corpus.files)?;
    match (&config.resume, &config.output) {
        (Some(path), _) if Directory::unfinished(path).is_none() => export::destination(path).create(false),
        (Some(path), _) => export::destination(path).resume(),
        (None, Some(path)) => export::destination(path).create(config.force),
        (None, None) => export::destination(&default_directory(&config.options.corpus.files[0])).create_new(),
    }
}

fn measure(config: &Config) -> Result<Option<Measured>> {
    let stop = interrupt::catch()?;
    let directory = create_directory(config)?;
    let RunOptions { corpus, pass, rounds, .. } = &config.options;
    let searches = LongSearch::of(pass);
    let progress = searches.progress.clone();
    let names: Vec<_> = pass.strategies.iter().map(|entry| entry.name.to_string()).collect();
    let so_far = goal::SharedRounds::default();
    let shown = run_progress::show(searches, corpus, *rounds, &so_far, &names);
    let measured = session::measure(&config.options, &directory, stop, &progress, &mut |now| {
        so_far.lock().clone_from(now);
    });
    drop(shown);
    let measured = measured.inspect_err(|_| print_how_to_resume(directory.path()));
    let Some(mut measured) = measured? else {
        print_message("no results are written: stopped before a block of puzzles was finished");
        print_how_to_resume(directory.path());
        return Ok(None);
    };
    if let (RoundCount::Until(goal), false) = (*rounds, measured.finished.record.manifest.interrupted) {
        print_message(&goal::conclude(&so_far.lock(), &names, goal));
        for entry in pass.strategies.iter().filter(|entry| entry.amortised) {
            message!(
                "note: {} solves puzzles together: `compare` will see only changes of its latency by about three quarters or more; \
                 `sudoku-bench ab` sees smaller ones",
                entry.name
            );
        }
    }
    let published = measured.finished.publish(&export::files(&measured.finished.record));
    published.inspect_err(|_| print_how_to_resume(directory.path()))?;
    Ok(Some(measured))
}
