//! `sudoku-bench run`: the benchmark.

use std::{
    env, io,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::atomic::AtomicBool,
    time::SystemTime,
};

use sudoku_bench::{
    error::{Error, Result},
    numbers,
    reader::{Corpus, FileSummary},
    record::{
        Counts, Directory, LimitsManifest, Lock, Machine, Manifest, Recorder, Report, SCHEMA_VERSION, Summary, Tool,
    },
    reporter::{self},
    runner::{self, Options, PassEnd, Runner},
};

use super::{
    NOTHING_MEASURED, WRONG,
    interrupt::{self, INTERRUPTED},
    is_standard, note,
    progress::Progress,
};
use crate::cli;

/// A corpus under this many puzzles is soon known to the branch predictor.
const SMALL_CORPUS: u64 = 1000;

pub fn run(args: cli::Run) -> Result<ExitCode> {
    let config = Config::resolve(args)?;
    let stop = interrupt::catch()?;
    let Measured { report, rounds, manifest } = measure(&config, stop)?;
    tell(&config, &report, &rounds)?;
    let wrong = report.summary.wrong() > 0;
    if let Some(error) = rounds.error {
        if !wrong {
            return Err(error);
        }
        note(&format!("error: {error}{}", crate::cmd::advice(&error)));
    }
    Ok(if wrong {
        ExitCode::from(WRONG)
    } else if rounds.interrupted {
        ExitCode::from(INTERRUPTED)
    } else if !report.summary.measured_anything() {
        note("nothing was measured: the givens of every puzzle conflict");
        ExitCode::from(NOTHING_MEASURED)
    } else {
        if let Some(path) = &config.lock {
            lock(path, &manifest, &report.summary)?;
        }
        ExitCode::SUCCESS
    })
}

/// Writes the counts of a run that is complete and right.
fn lock(path: &Path, manifest: &Manifest, summary: &Summary) -> Result<()> {
    let counts: Vec<_> = summary.strategies.iter().map(|strategy| Counts::from(&strategy.row)).collect();
    Lock::of(manifest, &counts)?.write(path)?;
    note(&format!("wrote {}", path.display()));
    Ok(())
}

/// The arguments, made fit for the library.
struct Config {
    corpus: Corpus,
    options: Options,
    rounds: u32,
    out: PathBuf,
    force: bool,
    lock: Option<PathBuf>,
}

impl Config {
    fn resolve(args: cli::Run) -> Result<Config> {
        let corpus = super::corpus(args.corpus, args.strict, args.rounds, args.block_size)?;
        let out = args.out.unwrap_or_else(|| default_directory(&corpus.files[0]));
        Ok(Config {
            corpus,
            options: Options {
                control: true,
                renew: true,
                ..super::options(super::select(&args.strategy)?, &args.limits, 1, &args.machine)
            },
            rounds: args.rounds,
            out,
            force: args.force,
            lock: args.lock,
        })
    }
}

/// `results/CORPUS-TIME`, which no earlier run has.
fn default_directory(file: &Path) -> PathBuf {
    let corpus = if is_standard(file) { Some("stdin".as_ref()) } else { file.file_stem() };
    let time = humantime::format_rfc3339_seconds(SystemTime::now()).to_string().replace(['-', ':'], "");
    let name = format!("{}-{time}", corpus.unwrap_or_default().to_string_lossy());
    let numbered = (2..).map(|n| format!("{name}-{n}"));
    let mut names = std::iter::once(name.clone()).chain(numbered).map(|name| Path::new("results").join(name));
    names.find(|path| !path.exists()).expect("there are more numbers than directories")
}

/// What was read, and how far it went.
#[derive(Default)]
struct Rounds {
    files: Vec<FileSummary>,
    block_size: Option<usize>,
    complete: u32,
    interrupted: bool,
    /// What ended the reading early, once all before it was written.
    error: Option<Error>,
}

/// What came of all rounds.
struct Measured {
    report: Report,
    rounds: Rounds,
    manifest: Manifest,
}

fn measure(config: &Config, stop: &AtomicBool) -> Result<Measured> {
    let runner = Runner::new(&config.options)?;
    let directory = Directory::create(&config.out, config.force)?;
    let measured = measure_into(&directory, config, &runner, stop);
    // Rounds that contradict each other are worth nothing; what a full disk cut short may be worth saving.
    if matches!(measured, Err(Error::Changed(_))) {
        directory.discard();
    }
    measured
}

fn measure_into(directory: &Directory, config: &Config, runner: &Runner, stop: &AtomicBool) -> Result<Measured> {
    let started = SystemTime::now();
    let mut reporter = Recorder::begin(
        directory.clone(),
        &config.options.strategies,
        config.options.limits,
        (runner.started(), started),
    )?;
    let mut rounds = run_rounds(config, runner, &mut reporter, stop)?;
    let has_puzzles = rounds.files.iter().any(|file| file.puzzles > 0);
    if let Some(error) = rounds.error.take_if(|_| !has_puzzles) {
        directory.discard();
        return Err(error);
    }
    let mut report = reporter.finish(!rounds.interrupted)?;
    let manifest = manifest(config, &report, &rounds, started);
    let exports = reporter::export::write(&report.directory, &manifest, &report.summary, &report.rounds)?;
    report.publish(&manifest, exports)?;
    Ok(Measured { report, rounds, manifest })
}

fn run_rounds(config: &Config, runner: &Runner, reporter: &mut Recorder, stop: &AtomicBool) -> Result<Rounds> {
    let mut progress = Progress::new(&config.corpus.files, config.rounds);
    let mut rounds = Rounds::default();
    for round in 0..config.rounds {
        if round > 0 {
            reporter.next_round()?;
            progress.next_round();
        }
        let mut blocks = config.corpus.blocks_until(stop);
        let ended = runner.run(&mut blocks, round, |solved| {
            progress.add(solved.block.puzzles.len(), solved.block.bytes);
            reporter.block(solved)
        })?;
        if round == 0 {
            (rounds.files, rounds.block_size) = (blocks.files(), blocks.size());
        }
        match ended {
            PassEnd::Complete => rounds.complete += 1,
            PassEnd::Stopped => break,
            PassEnd::Failed(error) => {
                rounds.error = Some(error);
                break;
            }
        }
    }
    progress.finish();
    rounds.interrupted = rounds.complete < config.rounds;
    Ok(rounds)
}

fn manifest(config: &Config, report: &Report, rounds: &Rounds, started: SystemTime) -> Manifest {
    let Options { max_solutions, limits, threads, simd, .. } = config.options;
    let bound = |limit: u64| (limit < u64::MAX).then_some(limit);
    let time = |time: SystemTime| humantime::format_rfc3339_millis(time).to_string();
    Manifest {
        schema_version: SCHEMA_VERSION,
        tool: Tool::this(),
        command_line: env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect(),
        machine: Machine::this(),
        threads,
        simd: simd.name().into(),
        corpora: rounds.files.clone(),
        puzzle_column: config.corpus.puzzle_column.clone(),
        solution_column: config.corpus.solution_column.clone(),
        sample: config.corpus.subset,
        block_size: rounds.block_size,
        strategies: report.strategies.clone(),
        control: runner::control_digest(),
        blocks_sha256: report.blocks.clone(),
        limits: LimitsManifest {
            max_solutions: bound(max_solutions),
            nodes: bound(limits.nodes),
            time_ns: limits.time.map(|time| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)),
        },
        rounds: config.rounds,
        rounds_complete: rounds.complete,
        started: time(started),
        finished: time(SystemTime::now()),
        interrupted: rounds.interrupted,
    }
}

/// The comparison on standard output; where it is, and what was left out, on standard error.
fn tell(config: &Config, report: &Report, rounds: &Rounds) -> Result<()> {
    // Lines are drawn on a terminal that they fit.
    let width = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
    super::print(&reporter::comparison(&report.summary, width.unwrap_or(0)))?;
    super::tell_rejected(&report.rejects, Some(Path::new("rejects.csv")));
    let puzzles: u64 = rounds.files.iter().map(|file| file.puzzles).sum();
    if config.rounds > 1 && puzzles < SMALL_CORPUS {
        let few = numbers::count(SMALL_CORPUS);
        note(&format!("note: with fewer than {few} puzzles, later rounds find a branch predictor that knows them"));
    }
    let cut = if rounds.interrupted { " (cut short)" } else { "" };
    note(&format!("wrote {}{cut}", config.out.display()));
    Ok(())
}
