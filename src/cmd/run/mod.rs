//! `sudoku-bench run`: the benchmark.

pub mod conclusion;
mod resume;

use std::{
    path::{Path, PathBuf},
    sync::PoisonError,
};

use benchmark::{
    record::{Directory, Record, RoundCount, RunOptions},
    reporter::export,
    session::{self, Measured},
};
use corpus::{
    error::Result,
    layout,
    reader::{Corpus, Shard},
};
use pass::{self, REJECTS};

use super::{
    files, goal, interrupt, is_stdio,
    long_search::LongSearch,
    measurement::{MeasureArgs, Measurement},
    print_error, print_message,
    run_progress::{self, SharedRounds},
};
use crate::cli::{CorpusArgs, EngineArgs, Exit, MaxRejects, StrictArgs, SummaryArgs, heading};
use conclusion::{conclude, print_notes, print_wrong_solutions};
use resume::{nothing_to_resume, print_how_to_resume, recorded};

const HELP: &str = "\
Examples:
  sudoku-bench run datasets/classics.csv
  sudoku-bench run puzzles.csv --strategy naive,dlx --rounds 5 --max-solutions 2 -o results/mine
  sudoku-bench run puzzles.csv.gz --node-limit 1000000 --sample 1000 --seed 7
  sudoku-bench run --resume results/mine

For latencies to publish, use --threads 1 and several --rounds on an idle machine.";

#[derive(clap::Args, Debug)]
#[command(after_long_help = HELP)]
#[command(mut_arg("files", |files| files.required(false).required_unless_present("resume")))]
#[command(mut_arg("strict", |strict| strict.help("Exit with an error if any row is rejected")))]
#[command(next_help_heading = heading::OUTPUT)]
pub struct Args {
    #[command(flatten)]
    measure: MeasureArgs,

    #[command(flatten)]
    engines: EngineArgs,

    #[command(flatten)]
    corpus: CorpusArgs,

    #[command(flatten)]
    strict: StrictArgs,

    /// Write where the nodes are: wrong turns into puzzles.csv, and the nodes at each depth into profile.csv
    #[arg(long, help_heading = heading::MEASURING)]
    profile: bool,

    /// Run only the I-th of N parts of the corpus; `sudoku-bench merge` joins the results of all parts
    #[arg(long, value_name = "I/N", help_heading = heading::INPUT)]
    shard: Option<Shard>,

    /// Results directory [default: results/CORPUS-TIME]
    #[arg(short, long, visible_alias = "out", value_name = "DIR", help_heading = heading::OUTPUT)]
    output: Option<PathBuf>,

    /// Replace the results in the directory, when the new ones are complete
    #[arg(long, help_heading = heading::OUTPUT)]
    force: bool,

    /// Go on with the unfinished run in this directory; its arguments need not be repeated
    #[arg(long, value_name = "DIR", conflicts_with_all = ["output", "force"], help_heading = heading::OUTPUT)]
    resume: Option<PathBuf>,

    /// Write no report.html
    #[arg(long, help_heading = heading::OUTPUT)]
    no_report: bool,

    /// Write the counts to a lock file, for later runs to be compared with
    #[arg(long, value_name = "FILE", help_heading = heading::OUTPUT)]
    lock: Option<PathBuf>,

    #[command(flatten)]
    summary: SummaryArgs,
}

pub fn run(args: Args, given: &[String]) -> Result<Exit> {
    let shown = args.summary;
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
    let Some(Measured { finished, error }) = measure(&config)? else {
        return Ok(Exit::Interrupted);
    };
    let printed = super::print_summary(&finished.record.summary, shown);
    super::print_rejects(&finished.rejects, Some(&finished.directory().join(REJECTS)));
    print_wrong_solutions(&finished.wrong_solutions);
    let Record { manifest, summary, .. } = &finished.record;
    // After a read error, the run cannot be resumed: a corpus that could not be read to its end has other blocks once
    // it can.
    print_notes(finished.directory(), &finished.record, error.is_none());
    let report = (config.report && !manifest.interrupted).then(|| super::report::write_into(finished.directory()));
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
    let exit = conclude(&finished.record, has_report, &finished.rejects, config.max_rejects, config.lock.as_deref())?;
    super::print_headline(&finished.record, shown)?;
    Ok(exit)
}

struct Config {
    options: RunOptions,
    /// The results directory; `None` stands for a new one.
    output: Option<PathBuf>,
    force: bool,
    report: bool,
    resume: Option<PathBuf>,
    lock: Option<PathBuf>,
    max_rejects: Option<MaxRejects>,
}

impl Config {
    fn resolve(args: Args) -> Result<Config> {
        let MeasureArgs { strategy, limits, machine, .. } = &args.measure;
        let options = super::runner_options(Vec::new(), limits, 1, machine);
        let engines = super::chosen_engines(strategy, &args.engines, &args.corpus.files, &options)?;
        let measurement = Measurement::resolve(args.measure, &engines)?;
        let rounds = measurement.rounds;
        let block_size = measurement.block_size;
        if args.shard.is_some() && rounds.fixed().is_none() {
            return usage!("--rounds auto would give shards different numbers of rounds; write a number");
        }
        let corpus = super::corpus(args.corpus, args.strict.strict, rounds, block_size)?;
        let corpus = super::of_any_shape(Corpus { shard: args.shard, ..corpus })?;
        if let Some(output) = args.output.as_ref().or(args.resume.as_ref()) {
            files::check_directory(output, &corpus.files)?;
            files::check_outside(args.lock.as_deref(), output)?;
        }
        if !corpus.notation.is_default() {
            message!("puzzles of {}", corpus.notation);
        }
        if args.profile && !corpus.notation.is_default() {
            print_message(
                "note: strategies keep a profile of 9×9 only: the columns and the file of --profile stay empty",
            );
        }
        let mut options = measurement.of(corpus)?;
        options.pass.profile = args.profile;
        Ok(Config {
            options,
            output: args.output,
            force: args.force,
            report: !args.no_report,
            resume: args.resume,
            lock: args.lock,
            max_rejects: args.strict.rejected.max_rejects,
        })
    }

    fn is_bounded(&self) -> bool {
        let limits = &self.options.pass.limits;
        limits.nodes < u64::MAX || limits.time.is_some() || self.options.corpus.sample.is_some()
    }
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
    let so_far = SharedRounds::default();
    let shown = run_progress::show(searches, so_far.clone(), &corpus.files, pass, *rounds, config.is_bounded());
    let rounds_so_far = || so_far.lock().unwrap_or_else(PoisonError::into_inner);
    let measured = session::measure(&config.options, &directory, stop, &progress, &mut |now| {
        rounds_so_far().clone_from(now);
    });
    drop(shown);
    let measured = measured.inspect_err(|_| print_how_to_resume(directory.path()));
    let Some(mut measured) = measured? else {
        print_message("no results are written: stopped before a block of puzzles was finished");
        print_how_to_resume(directory.path());
        return Ok(None);
    };
    if let (RoundCount::Until(goal), false) = (*rounds, measured.finished.record.manifest.interrupted) {
        let names: Vec<_> = pass.strategies.iter().map(|entry| entry.name.to_string()).collect();
        print_message(&goal::conclude(&rounds_so_far(), &names, goal));
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

#[cfg(all(test, unix))]
mod tests {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};

    use super::*;

    #[test]
    fn the_default_directory_keeps_every_byte_of_the_corpus_name() {
        let path = default_directory(Path::new(OsStr::from_bytes(b"d/\xff.csv")));
        assert!(path.as_os_str().as_bytes().starts_with(b"results/\xff-"), "{path:?}");
    }
}
