//! One file for each sub-command: resolve the arguments, call the library, say what came of it.

pub mod ab;
pub mod compare;
pub mod dataset;
pub mod run;
pub mod solve;
pub mod strategies;
pub mod worker;

mod interrupt;
mod outputs;
mod progress;

use std::{
    io::{self, ErrorKind, IsTerminal, Write},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use sudoku_bench::{
    error::{Error, Result},
    layout::LayoutOverride,
    numbers,
    reader::{BlockSize, Corpus, Extras, STANDARD_INPUT, Subset},
    record::Rejected,
    runner::Options,
    strategy::{Entry, Limits, REGISTRY},
    writer::STANDARD_OUTPUT,
};

use crate::cli::{CorpusArgs, LimitArgs, MachineArgs, ReadingArgs, Strategies};

/// The exit code of a comparison in which something became worse.
const REGRESSED: u8 = 3;
/// The exit code where nothing was measured, or nothing can be compared.
pub const NOTHING_MEASURED: u8 = 4;
/// The exit code where an answer is wrong.
const WRONG: u8 = 5;

/// Whether a path stands for standard input or output.
fn is_standard(path: &Path) -> bool {
    path == Path::new(STANDARD_INPUT)
}

/// Whether nobody reads on, as with `head`.
fn is_unread(error: &Error) -> bool {
    matches!(error, Error::Io { path, source, .. }
        if path == Path::new(STANDARD_OUTPUT) && source.kind() == ErrorKind::BrokenPipe)
}

/// The files of a filter; standard input where none is named.
fn inputs(mut files: Vec<PathBuf>) -> Result<Vec<PathBuf>> {
    if files.is_empty() {
        if io::stdin().is_terminal() {
            return Err(Error::Usage("name a file, or send puzzles to standard input".into()));
        }
        files.push(STANDARD_INPUT.into());
    }
    check_standard_input(&files)?;
    Ok(files)
}

/// Sees to it that standard input is named once at most.
fn check_standard_input<'a>(files: impl IntoIterator<Item = &'a PathBuf>) -> Result<()> {
    match files.into_iter().filter(|path| is_standard(path)).count() {
        0 | 1 => Ok(()),
        _ => Err(Error::Usage("standard input can be read only once".into())),
    }
}

/// The corpus that the arguments name, to be read so many times.
fn corpus(args: CorpusArgs, strict: bool, rounds: u32, block_size: Option<usize>) -> Result<Corpus> {
    let CorpusArgs { files, reading, sample, seed } = args;
    let inputs = files.iter().filter(|path| is_standard(path)).count();
    if inputs > 1 || (inputs > 0 && rounds > 1) {
        let advice = "standard input can be read only once: save it to a file for several --rounds";
        return Err(Error::Usage(advice.into()));
    }
    let block_size = block_size.map_or(BlockSize::default(), BlockSize::Fixed);
    let subset = sample.map(|size| Subset { size, seed });
    Ok(Corpus { strict, subset, block_size, ..read(files, reading, Extras::default()) })
}

/// The files, and how they are to be read.
fn read(files: Vec<PathBuf>, args: ReadingArgs, extras: Extras) -> Corpus {
    let ReadingArgs { puzzle_column, solution_column, layout, delimiter, no_header } = args;
    let layout = LayoutOverride { layout, delimiter, no_header };
    Corpus { files, layout, puzzle_column, solution_column, extras, notice: Some(note_once), ..Corpus::default() }
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

/// The arguments that say how to solve, made fit for the library; so many solutions where they do not say.
fn options(strategies: Vec<&'static Entry>, limits: &LimitArgs, solutions: u64, machine: &MachineArgs) -> Options {
    Options {
        strategies,
        max_solutions: limits.max_solutions.unwrap_or(solutions),
        limits: Limits { nodes: limits.node_limit.unwrap_or(u64::MAX), time: limits.time_limit },
        threads: machine.threads(),
        simd: machine.simd,
        control: false,
        renew: false,
    }
}

/// Says how many rows are no puzzles, in which file all of them are, and what is wrong with the first.
fn tell_rejected(rejected: &Rejected, file: Option<&Path>) {
    if rejected.count > 0 {
        let place = file.map_or(String::new(), |file| format!(", all in {}", file.display()));
        note(&format!("{} rejected{place}:", numbers::plural(rejected.count, "row")));
        for reject in &rejected.first {
            note(&format!("  {}:{}:{}: {}", reject.file, reject.line, reject.column, reject.reason));
        }
    }
}

/// Writes a line to standard error, if somebody reads it. A terminal obeys control characters, wherever they are from.
pub fn note(line: &str) {
    let _ = writeln!(io::stderr(), "{}", line.replace(|c: char| c.is_control() && c != '\n', "\u{fffd}"));
}

/// Returns what an error message needs to say about the command line, to be appended to the message.
pub fn advice(error: &Error) -> &'static str {
    match error {
        Error::AmbiguousColumn { .. } => " with --puzzle-column",
        Error::NoPuzzle { column_unknown: true, .. } => {
            ". If the puzzles are in a column of another name, say which with --puzzle-column"
        }
        Error::Rejected { .. } => " (--strict makes a rejected row an error)",
        _ => "",
    }
}

/// The same, but only once, however often a file is read.
fn note_once(line: &str) {
    static NOTED: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let mut noted = NOTED.lock().unwrap_or_else(PoisonError::into_inner);
    if !noted.iter().any(|before| before == line) {
        note(line);
        noted.push(line.into());
    }
}

/// Writes to standard output. That nobody reads on, as `head` does not, is no error.
fn print(text: &str) -> Result<()> {
    match io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Error::io(STANDARD_OUTPUT, "write")(error)),
        _ => Ok(()),
    }
}
