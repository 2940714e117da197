//! `sudoku-bench run`: the benchmark.

use std::{
    env,
    io::{self, IsTerminal},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::atomic::AtomicBool,
    thread,
    time::SystemTime,
};

use sudoku_bench::{
    error::{Error, Result},
    reader::{Corpus, FileSummary, STANDARD_INPUT, Subset},
    reporter::{self, Directory, LimitsManifest, Machine, Manifest, Report, Reporter, SCHEMA_VERSION, Tool},
    runner::{Options, Runner},
    strategy::{Entry, Limits, REGISTRY},
};

use super::{
    interrupt::{self, INTERRUPTED},
    note,
    progress::Progress,
};
use crate::cli::{self, Strategies};

/// The exit code of a run with a wrong answer.
const WRONG: u8 = 5;
/// A corpus under this many puzzles is soon known to the branch predictor.
const SMALL_CORPUS: u64 = 1000;

pub fn run(args: cli::Run) -> Result<ExitCode> {
    let config = Config::resolve(args)?;
    let stop = interrupt::catch()?;
    let measured = measure(&config, stop)?;
    tell(&config, &measured)?;
    if let Some(error) = measured.error {
        return Err(error);
    }
    Ok(match measured.report.summary.wrong() {
        0 if measured.interrupted => ExitCode::from(INTERRUPTED),
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(WRONG),
    })
}

/// The arguments, made fit for the library.
struct Config {
    corpus: Corpus,
    options: Options,
    rounds: u32,
    out: PathBuf,
    force: bool,
}

impl Config {
    fn resolve(args: cli::Run) -> Result<Config> {
        let cli::CorpusArgs { files, puzzle_column, solution_column, strict, sample, seed } = args.corpus;
        let inputs = files.iter().filter(|path| is_standard_input(path)).count();
        if inputs > 1 || (inputs > 0 && args.rounds > 1) {
            let advice = "standard input can be read only once: save it to a file for several --rounds";
            return Err(Error::Usage(advice.into()));
        }
        let out = args.out.unwrap_or_else(|| default_directory(&files[0]));
        let subset = sample.map(|size| Subset { size, seed });
        let limits = Limits { nodes: args.limits.node_limit.unwrap_or(u64::MAX), time: args.limits.time_limit };
        Ok(Config {
            corpus: Corpus { files, puzzle_column, solution_column, strict, subset, block_size: args.block_size },
            options: Options {
                strategies: select(&args.strategy)?,
                max_solutions: args.limits.max_solutions,
                limits,
                threads: args.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from)),
            },
            rounds: args.rounds,
            out,
            force: args.force,
        })
    }
}

/// The strategies that were named, or the default ones.
fn select(named: &[Strategies]) -> Result<Vec<&'static Entry>> {
    if named.is_empty() {
        return Ok(REGISTRY.iter().filter(|entry| entry.default).collect());
    }
    let mut selected: Vec<&Entry> = Vec::new();
    for word in named {
        match word {
            Strategies::All => selected.extend(REGISTRY),
            Strategies::One(entry) => selected.push(entry),
        }
    }
    for (i, entry) in selected.iter().enumerate() {
        if selected[..i].iter().any(|other| other.name == entry.name) {
            return Err(Error::Usage(format!("strategy {} is named twice", entry.name)));
        }
    }
    Ok(selected)
}

/// `results/CORPUS-TIME`, which no earlier run has.
fn default_directory(file: &Path) -> PathBuf {
    let corpus = if is_standard_input(file) { Some("stdin".as_ref()) } else { file.file_stem() };
    let time = humantime::format_rfc3339_seconds(SystemTime::now()).to_string().replace(['-', ':'], "");
    Path::new("results").join(format!("{}-{time}", corpus.unwrap_or_default().to_string_lossy()))
}

fn is_standard_input(path: &Path) -> bool {
    path == Path::new(STANDARD_INPUT)
}

/// What came of the rounds.
struct Measured {
    report: Report,
    files: Vec<FileSummary>,
    interrupted: bool,
    /// What ended the reading early, once all before it was written.
    error: Option<Error>,
}

fn measure(config: &Config, stop: &AtomicBool) -> Result<Measured> {
    let directory = Directory::create(&config.out, config.force)?;
    let started = SystemTime::now();
    let runner = Runner::new(&config.options)?;
    let mut reporter = Reporter::begin(directory.clone(), &config.options, (runner.started(), started))?;
    let mut progress = Progress::new(&config.corpus.files, config.rounds);
    let (mut files, mut error, mut rounds_complete) = (Vec::new(), None, 0);
    for round in 0..config.rounds {
        if round > 0 {
            reporter.next_round()?;
            progress.next_round();
        }
        let mut blocks = config.corpus.blocks();
        let ended = runner.run(&mut blocks, round, stop, |solved| {
            progress.block(&solved.block);
            reporter.block(solved)
        });
        if round == 0 {
            files = blocks.files();
        }
        match ended {
            Ok(true) => rounds_complete += 1,
            Ok(false) => break,
            // What was measured is kept, unless rounds contradict each other or nothing was.
            Err(cause) if !matches!(cause, Error::Changed(_)) && files.iter().any(|file| file.puzzles > 0) => {
                error = Some(cause);
                break;
            }
            Err(cause) => {
                drop(reporter);
                directory.remove_if_empty();
                return Err(cause);
            }
        }
    }
    progress.finish();
    let report = reporter.finish()?;
    let interrupted = rounds_complete < config.rounds;
    let manifest = manifest(config, &report, &files, started, rounds_complete);
    directory.write_json(reporter::MANIFEST, &manifest)?;
    Ok(Measured { report, files, interrupted, error })
}

fn manifest(
    config: &Config,
    report: &Report,
    files: &[FileSummary],
    started: SystemTime,
    rounds_complete: u32,
) -> Manifest {
    let Options { max_solutions, limits, threads, .. } = config.options;
    let bound = |limit: u64| (limit < u64::MAX).then_some(limit);
    let time = |time: SystemTime| humantime::format_rfc3339_millis(time).to_string();
    Manifest {
        schema_version: SCHEMA_VERSION,
        tool: Tool::this(),
        command_line: env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect(),
        machine: Machine::this(),
        threads,
        corpora: files.to_vec(),
        sample: config.corpus.subset,
        block_size: config.corpus.block_size,
        strategies: report.strategies.clone(),
        limits: LimitsManifest {
            max_solutions: bound(max_solutions),
            nodes: bound(limits.nodes),
            time_ns: limits.time.map(|time| time.as_nanos() as u64),
        },
        rounds: config.rounds,
        rounds_complete,
        started: time(started),
        finished: time(SystemTime::now()),
        interrupted: rounds_complete < config.rounds,
    }
}

/// The comparison on standard output; where it is, and what was left out, on standard error.
fn tell(config: &Config, measured: &Measured) -> Result<()> {
    super::print(&reporter::comparison(&measured.report.summary, io::stdout().is_terminal()))?;
    let (rejects, first) = &measured.report.rejects;
    if *rejects > 0 {
        note(&format!("{} rejected, all in rejects.csv:", reporter::plural(*rejects, "row")));
        for reject in first {
            note(&format!("  {}:{}:{}: {}", reject.file, reject.line, reject.column, reject.reason));
        }
    }
    let puzzles: u64 = measured.files.iter().map(|file| file.puzzles).sum();
    if config.rounds > 1 && puzzles < SMALL_CORPUS {
        let few = reporter::count(SMALL_CORPUS);
        note(&format!("note: with fewer than {few} puzzles, later rounds find a branch predictor that knows them"));
    }
    let cut = if measured.interrupted { " (cut short)" } else { "" };
    note(&format!("wrote {}{cut}", config.out.display()));
    Ok(())
}
