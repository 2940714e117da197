//! `sudoku-bench run`: the benchmark.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    time::SystemTime,
};

use sudoku_bench::{
    error::Result,
    numbers,
    reader::Corpus,
    record::{Directory, Lock, Record},
    reporter::{self, export},
    runner::{self, Measured, Options},
};

use super::{interrupt, is_stdio, print_message, progress::Progress};
use crate::cli::{self, Exit};

/// In a corpus of fewer puzzles, later rounds meet a trained branch predictor.
const SMALL_CORPUS: u64 = 1000;

pub fn run(args: cli::Run) -> Result<ExitCode> {
    let config = Config::resolve(args)?;
    let Measured { finished, error } = measure(&config)?;
    super::print(&reporter::comparison(&finished.record.summary, super::terminal_width()))?;
    super::print_rejects(&finished.rejects, Some(Path::new("rejects.csv")));
    print_notes(&config, &finished.record);
    let Record { manifest, summary, .. } = &finished.record;
    let wrong = summary.wrong() > 0;
    if let Some(error) = error {
        if !wrong {
            return Err(error);
        }
        print_message(&format!("error: {error}{}", crate::cmd::advice(&error)));
    }
    Ok(if wrong {
        Exit::WrongAnswer.into()
    } else if manifest.interrupted {
        Exit::Interrupted.into()
    } else if !summary.measured_anything() {
        print_message("nothing was measured: the givens of every puzzle conflict");
        Exit::NothingMeasured.into()
    } else {
        if let Some(path) = &config.lock {
            write_lock(path, &finished.record)?;
        }
        ExitCode::SUCCESS
    })
}

/// The arguments as the library takes them.
struct Config {
    corpus: Corpus,
    options: Options,
    rounds: u32,
    output: PathBuf,
    force: bool,
    lock: Option<PathBuf>,
}

impl Config {
    fn resolve(args: cli::Run) -> Result<Config> {
        let corpus = super::corpus(args.corpus, args.strict, args.rounds, args.block_size)?;
        let output = args.output.unwrap_or_else(|| default_directory(&corpus.files[0]));
        Ok(Config {
            corpus,
            options: Options {
                control: true,
                renew: true,
                ..super::runner_options(super::select_strategies(&args.strategy)?, &args.limits, 1, &args.machine)
            },
            rounds: args.rounds,
            output,
            force: args.force,
            lock: args.lock,
        })
    }
}

/// Returns `results/CORPUS-TIME`, with a number if an earlier run has that name.
fn default_directory(file: &Path) -> PathBuf {
    let corpus = if is_stdio(file) { Some("stdin".as_ref()) } else { file.file_stem() };
    let time = humantime::format_rfc3339_seconds(SystemTime::now()).to_string().replace(['-', ':'], "");
    let name = format!("{}-{time}", corpus.unwrap_or_default().to_string_lossy());
    let numbered = (2..).map(|n| format!("{name}-{n}"));
    let mut names = std::iter::once(name.clone()).chain(numbered).map(|name| Path::new("results").join(name));
    names.find(|path| !path.exists()).expect("there are more numbers than directories")
}

fn measure(config: &Config) -> Result<Measured> {
    let stop = interrupt::catch()?;
    let directory = Directory::create(&config.output, config.force, &export::names())?;
    let mut progress = Progress::new(&config.corpus.files, config.rounds);
    let mut current = 0;
    let on_block = |round, block: &sudoku_bench::reader::Block| {
        if round != current {
            progress.next_round();
            current = round;
        }
        progress.add(block.puzzles.len(), block.bytes);
    };
    let measured = runner::measure(&config.corpus, &config.options, config.rounds, &directory, stop, on_block);
    progress.finish();
    let mut measured = measured?;
    measured.finished.publish(&export::files(&measured.finished.record, directory.path()))?;
    Ok(measured)
}

/// Prints the notes on a run to standard error.
fn print_notes(config: &Config, record: &Record) {
    let puzzles: u64 = record.manifest.corpora.iter().map(|file| file.puzzles).sum();
    if config.rounds > 1 && puzzles < SMALL_CORPUS {
        let few = numbers::count(SMALL_CORPUS);
        print_message(&format!(
            "note: with fewer than {few} puzzles, later rounds meet a branch predictor that knows them"
        ));
    }
    let interrupted = if record.manifest.interrupted { " (interrupted)" } else { "" };
    print_message(&format!("wrote {}{interrupted}", config.output.display()));
}

/// Writes the counts of a complete run without wrong answers.
fn write_lock(path: &Path, record: &Record) -> Result<()> {
    let counts: Vec<_> = record.summary.strategies.iter().map(|strategy| strategy.row.counts()).collect();
    Lock::of(&record.manifest, &counts)?.write(path)?;
    print_message(&format!("wrote {}", path.display()));
    Ok(())
}
