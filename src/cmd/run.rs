//! `sudoku-bench run`: the benchmark.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
};

use bench::{
    record::{Directory, Lock, REPORT, Record, Results, RoundCount, recorded_arguments},
    reporter::{self, export},
    session::{self, MeasureOptions, Measured},
};
use corpus::{
    error::{Error, Result},
    layout, numbers,
    pass::{self, FirstRows, Options, REJECTS, Rejected},
    reader::{BlockSize, Corpus},
};
use solver::strategy::Entry;

use super::{
    files, goal, interrupt, is_stdio,
    long_search::{LongSearch, Watch},
    print_error, print_message,
    run_progress::RunProgress,
};
use crate::cli::{self, Command, Exit, MaxRejects, MeasureArgs, StrategyChoice};

/// With fewer puzzles, the branch predictor learns the corpus in the first round, and later rounds are faster.
const SMALL_CORPUS: u64 = 1000;

pub fn run(args: cli::Run) -> Result<ExitCode> {
    let table = args.table;
    super::standard_output::check()?;
    if let Some(directory) = args.resume.as_deref().filter(|directory| directory.is_dir()) {
        Directory::tidy(directory, &export::names())?;
    }
    let is_done = |path: &&Path| Directory::is_complete(path) && Directory::unfinished(path).is_none();
    let complete = args.resume.as_deref().filter(is_done).map(PathBuf::from);
    let args = match &args.resume {
        Some(directory) if args.corpus.files.is_empty() && complete.is_none() => recorded(directory, &args)?,
        _ => args,
    };
    if let Some(complete) = complete {
        return nothing_to_resume(&complete, args);
    }
    let config = Config::resolve(args)?;
    let Some(Measured { finished, error }) = measure(&config)? else {
        return Ok(Exit::Interrupted.into());
    };
    let printed = super::print(&reporter::summary_tables(&finished.record.summary, super::table_width(table)));
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
    conclude(&finished.record, has_report, &finished.rejects, config.max_rejects, config.lock.as_deref())
}

/// Returns the exit code of a run, and writes its lock file if there is nothing wrong with it. `has_report` is false if the
/// report was interrupted.
pub fn conclude(
    record: &Record,
    has_report: bool,
    rejected: &Rejected,
    max_rejects: Option<MaxRejects>,
    lock: Option<&Path>,
) -> Result<ExitCode> {
    let Record { manifest, summary, .. } = record;
    let puzzles = manifest.corpora.iter().map(|file| file.puzzles).sum();
    let (exit, reason) = if summary.wrong() > 0 {
        (Exit::WrongAnswer, "an answer is wrong")
    } else if manifest.interrupted || !has_report {
        (Exit::Interrupted, "the run was interrupted")
    } else if !summary.measured_anything() && manifest.shard.is_none() {
        let reason = if puzzles == 0 { "the corpus has no puzzles" } else { "the givens of every puzzle conflict" };
        print_message(&format!("nothing was measured: {reason}"));
        (Exit::NothingMeasured, reason)
    } else if summary.strategies.iter().any(|strategy| strategy.row.engine_error > 0) {
        (Exit::Error, "an engine did not answer")
    } else if let Some(exit) = super::check_rejects(rejected, puzzles, max_rejects) {
        (exit, "too many rows are rejected")
    } else {
        lock.map_or(Ok(()), |path| write_lock(path, record))?;
        return Ok(Exit::Success.into());
    };
    if let Some(path) = lock {
        print_message(&format!("{} is not written: {reason}", path.display()));
    }
    Ok(exit.into())
}

/// Handles `--resume` for a run that is complete: checks that the arguments describe this run, and returns its exit
/// code. Writes the report and the lock file if the program was killed before it wrote them.
fn nothing_to_resume(directory: &Path, args: cli::Run) -> Result<ExitCode> {
    let results = Results::open(directory)?;
    let (wants_report, max_rejects, lock) = if args.corpus.files.is_empty() {
        check_no_other_options(&args)?;
        (true, None, None)
    } else {
        let config = Config::resolve(args)?;
        let options = session::run_options(&config.corpus, &config.options, config.more);
        options.check_same(&results.manifest.options)?;
        (config.report, config.max_rejects, config.lock)
    };
    print_message(&format!(
        "{} holds the results of the complete run; there is nothing to resume",
        directory.display()
    ));
    let has_report = !wants_report || directory.join(REPORT).exists() || super::report::write_into(directory)?;
    let count = results.manifest.corpora.iter().map(|file| file.rejects).sum();
    let rejected = Rejected { count, first: Vec::new() };
    conclude(&results.record()?, has_report, &rejected, max_rejects, lock.as_deref())
}

/// Checks that `--resume` is the only option of a run: all others come from the interrupted run.
fn check_no_other_options(args: &cli::Run) -> Result<()> {
    let alone = ["run", "--resume", "."].map(String::from);
    let Ok(Command::Run(mut alone)) = cli::parse_recorded(&alone).map(|cli| cli.command) else {
        unreachable!("these arguments are complete")
    };
    (alone.resume, alone.table) = (args.resume.clone(), args.table);
    super::check_alone(args, &alone)
}

/// Returns the arguments of the unfinished run in a directory, for resuming it. `args` must have no option but
/// `--resume`.
fn recorded(directory: &Path, args: &cli::Run) -> Result<cli::Run> {
    check_no_other_options(args)?;
    let again = |reason: String| {
        Error::Usage(format!(
            "the arguments of the run in {} cannot be repeated; give them again: {reason}",
            directory.display()
        ))
    };
    let arguments = recorded_arguments(directory)?;
    match cli::parse_recorded(&arguments).map_err(again)?.command {
        Command::Run(run) => Ok(cli::Run { resume: Some(directory.into()), ..*run }),
        _ => Err(again(arguments.join(" "))),
    }
}

/// What is measured, and how, as the library takes it.
pub struct Measurement {
    pub options: Options,
    pub more: MeasureOptions,
    pub block_size: BlockSize,
}

impl Measurement {
    /// Resolves the arguments. `engines` are the chosen external engines, in the order of the arguments.
    pub fn resolve(args: MeasureArgs, engines: &[Entry]) -> Result<Measurement> {
        let strategies = super::select_strategies(&args.strategy, engines)?;
        let block_size = match args.block_size {
            Some(size) => BlockSize::Fixed(size),
            None if strategies.iter().all(|strategy| strategy.amortised) => BlockSize::FOR_BLOCK_SOLVERS,
            None => BlockSize::default(),
        };
        let options = super::runner_options(strategies, &args.limits, 1, &args.machine);
        Ok(Measurement {
            options: Options { control: true, rebuild_per_block: true, ..options },
            more: MeasureOptions { rounds: super::round_count(args.rounds, args.goal)?, givens: args.with_grids },
            block_size,
        })
    }
}

/// The arguments as the library takes them.
struct Config {
    corpus: Corpus,
    options: Options,
    more: MeasureOptions,
    /// The results directory; `None` stands for a new one.
    output: Option<PathBuf>,
    force: bool,
    /// True to write the report.
    report: bool,
    /// The directory of the unfinished run to resume.
    resume: Option<PathBuf>,
    lock: Option<PathBuf>,
    max_rejects: Option<MaxRejects>,
}

impl Config {
    fn resolve(args: cli::Run) -> Result<Config> {
        let engines = engines(&args)?;
        let Measurement { options, more, block_size } = Measurement::resolve(args.measure, &engines)?;
        let rounds = more.rounds;
        if args.shard.is_some() && rounds.fixed().is_none() {
            return Err(Error::Usage(
                "--rounds auto would give shards different numbers of rounds; write a number".into(),
            ));
        }
        let corpus = super::corpus(args.corpus, args.strict, rounds, block_size)?;
        let corpus = Corpus { shard: args.shard, ..corpus };
        if let Some(output) = args.output.as_ref().or(args.resume.as_ref()) {
            files::check_directory(output, &corpus.files)?;
            files::check_outside(args.lock.as_deref(), output)?;
        }
        Ok(Config {
            corpus,
            options,
            more,
            output: args.output,
            force: args.force,
            report: !args.no_report,
            resume: args.resume,
            lock: args.lock,
            max_rejects: args.rejected.max_rejects,
        })
    }

    /// Returns true if the user bounded the time of the run.
    fn is_bounded(&self) -> bool {
        let limits = &self.options.limits;
        limits.nodes < u64::MAX || limits.time.is_some() || self.corpus.subset.is_some()
    }
}

/// Returns the chosen external engines, in the order of the arguments.
#[cfg(unix)]
fn engines(args: &cli::Run) -> Result<Vec<Entry>> {
    let name = |choice: &'_ StrategyChoice| match choice {
        StrategyChoice::Engine(name) => Some(name.clone()),
        _ => None,
    };
    let MeasureArgs { strategy, limits, machine, .. } = &args.measure;
    let names: Vec<String> = strategy.iter().filter_map(name).collect();
    let Options { max_solutions, limits, .. } = super::runner_options(Vec::new(), limits, 1, machine);
    super::engines::entries(&names, &args.engines, &args.corpus.files, max_solutions, &limits)
}

#[cfg(not(unix))]
fn engines(args: &cli::Run) -> Result<Vec<Entry>> {
    match args.measure.strategy.iter().find(|choice| matches!(choice, StrategyChoice::Engine(_))) {
        Some(StrategyChoice::Engine(name)) => Err(Error::Usage(format!("engine {name} needs a Unix system"))),
        _ => Ok(Vec::new()),
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
    let exports = export::names();
    files::check_outputs(config.lock.as_slice(), None, &config.corpus.files)?;
    match (&config.resume, &config.output) {
        (Some(path), _) if Directory::unfinished(path).is_none() => Directory::create(path, false, &exports),
        (Some(path), _) => Directory::resume(path, &exports),
        (None, Some(path)) => Directory::create(path, config.force, &exports),
        (None, None) => Directory::create_new(&default_directory(&config.corpus.files[0]), &exports),
    }
}

fn measure(config: &Config) -> Result<Option<Measured>> {
    let stop = interrupt::catch()?;
    let directory = create_directory(config)?;
    let Config { corpus, options, more, .. } = config;
    let searches = LongSearch::of(options);
    let progress = Arc::new(session::Progress::of(searches.progress.clone()));
    let watch = Watch::start(searches);
    let shown = RunProgress::show(progress.clone(), &corpus.files, options, more.rounds, config.is_bounded());
    let measured = session::measure(corpus, options, *more, &directory, stop, &progress);
    drop((shown, watch));
    let measured = measured.inspect_err(|_| print_how_to_resume(directory.path()));
    let Some(mut measured) = measured? else {
        print_message("no results are written: stopped before a block of puzzles was finished");
        print_how_to_resume(directory.path());
        return Ok(None);
    };
    if let (RoundCount::Until(goal), false) = (more.rounds, measured.finished.record.manifest.interrupted) {
        let names: Vec<_> = options.strategies.iter().map(|entry| entry.name.to_string()).collect();
        print_message(&goal::conclude(&progress.rounds(), &names, goal));
        for entry in options.strategies.iter().filter(|entry| entry.amortised) {
            print_message(&format!(
                "note: {} solves puzzles together: `compare` will see only changes of its latency by about three quarters or more; \
                 `sudoku-bench ab` sees smaller ones",
                entry.name
            ));
        }
    }
    let published = measured.finished.publish(&export::files(&measured.finished.record, directory.path()));
    published.inspect_err(|_| print_how_to_resume(directory.path()))?;
    Ok(Some(measured))
}

/// Says how to go on with an unfinished run, if there is one in the directory.
fn print_how_to_resume(directory: &Path) {
    if Directory::unfinished(directory).is_some() {
        let directory = directory.display();
        print_message(&format!("finished blocks are kept; `sudoku-bench run --resume {directory}` goes on from there"));
    }
}

/// Prints the solutions of the corpus that do not solve their puzzles.
fn print_wrong_solutions(wrong: &FirstRows) {
    if wrong.count > 0 {
        let solutions = numbers::plural(wrong.count, "wrong solution");
        print_message(&format!("warning: {solutions} in the corpus, not used to check answers:"));
        wrong.first.iter().for_each(|wrong| print_message(&format!("  {wrong}")));
    }
}

/// Prints the notes and warnings on a run to standard error. `can_resume` is false if the run cannot be resumed even if it
/// was interrupted.
fn print_notes(directory: &Path, record: &Record, can_resume: bool) {
    let puzzles: u64 = record.manifest.corpora.iter().map(|file| file.puzzles).sum();
    if record.manifest.rounds_complete > 1 && puzzles < SMALL_CORPUS {
        let few = numbers::count(SMALL_CORPUS);
        print_message(&format!(
            "note: with fewer than {few} puzzles, later rounds meet a branch predictor that knows them"
        ));
    }
    let interrupted = if record.manifest.interrupted { " (interrupted)" } else { "" };
    print_message(&format!("wrote {}{interrupted}", directory.display()));
    if record.manifest.interrupted && can_resume {
        print_how_to_resume(directory);
    }
    reporter::warnings(record).iter().for_each(|warning| print_message(&format!("warning: {warning}")));
}

/// Writes the counts of a complete run without wrong answers.
fn write_lock(path: &Path, record: &Record) -> Result<()> {
    let counts: Vec<_> = record.summary.strategies.iter().map(|strategy| strategy.row.counts()).collect();
    Lock::of(&record.manifest, &counts)?.write(path)?;
    print_message(&format!("wrote {}", path.display()));
    Ok(())
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
