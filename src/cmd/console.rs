//! Standard output for results, standard error for messages.

use std::{
    io::{self, ErrorKind, Write},
    path::Path,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use clap::builder::styling::{AnsiColor, Style};
use corpus::{
    error::{Error, Result},
    fs::with_reader,
    numbers, terminal,
    writer::STANDARD_OUTPUT,
};
use indicatif::{ProgressBar, ProgressDrawTarget};
use pass::Rejected;

use super::standard_output;
use crate::cli::{self, ConsoleArgs, Exit, MaxRejects, TableArgs};

/// Writes to standard output. A reader that has gone away, as with `head`, is no error. Returns [`Error::Io`] if standard output
/// cannot be written for another reason.
pub fn print(text: &str) -> Result<()> {
    standard_output::check()?;
    match with_reader(|| io::stdout().lock().write_all(text.as_bytes())) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Error::io(STANDARD_OUTPUT, "write")(error)),
        _ => Ok(()),
    }
}

/// Prints a value that was rendered as JSON, with escapes for what a terminal would obey.
pub fn print_json(json: serde_json::Result<String>) -> Result<()> {
    let json = json.map_err(|error| Error::Usage(error.to_string()))?;
    // A terminal would obey these characters. In JSON, they are in strings only.
    let escaped = |c: char| match c != '\n' && terminal::is_active(c) {
        true => format!("\\u{:04x}", u32::from(c)),
        false => c.into(),
    };
    print(&(json.chars().map(escaped).collect::<String>() + "\n"))
}

static BAR: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Sets the bar that is shown on standard error. Messages appear above it.
pub fn set_bar(bar: ProgressBar) {
    *BAR.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar);
}

pub fn clear_bar() {
    if let Some(bar) = BAR.lock().unwrap_or_else(PoisonError::into_inner).take() {
        bar.finish_and_clear();
    }
}

static QUIET: AtomicBool = AtomicBool::new(false);
static SHOWS_PROGRESS: AtomicBool = AtomicBool::new(true);

pub fn configure(args: ConsoleArgs) {
    QUIET.store(args.quiet, Ordering::Relaxed);
    SHOWS_PROGRESS.store(!args.quiet && !args.no_progress, Ordering::Relaxed);
    cli::set_color(args.color);
}

/// Creates a bar on standard error, which is hidden unless that is a terminal.
pub fn new_bar(length: u64) -> ProgressBar {
    match SHOWS_PROGRESS.load(Ordering::Relaxed) {
        true => ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr()),
        false => ProgressBar::hidden(),
    }
}

pub fn print_error(error: &Error) {
    print_failure(&error.to_string());
}

/// Writes a line to standard error after the word `error`, in the style of clap's errors.
fn print_failure(line: &str) {
    const STYLE: Style = AnsiColor::Red.on_default().bold();
    print_line(&format!("{STYLE}error:{STYLE:#} "), line);
}

/// Writes a note to standard error, unless the user wants none.
pub fn print_message(line: &str) {
    if !QUIET.load(Ordering::Relaxed) {
        print_line("", line);
    }
}

/// Writes a note on the progress to standard error, unless the user wants none.
pub fn print_progress(line: &str) {
    if SHOWS_PROGRESS.load(Ordering::Relaxed) {
        print_line("", line);
    }
}

/// Writes a line to standard error after a prefix, broken between words where a terminal would break it within one. Control
/// characters are escaped in the line, but not in the prefix. Without colours, the style of the prefix is left out. Failures
/// are ignored.
fn print_line(prefix: &str, line: &str) {
    let width = terminal_size::terminal_size_of(io::stderr()).map_or(0, |(width, _)| usize::from(width.0));
    let line = format!("{prefix}{}", terminal::escape(line));
    let write = || {
        let _ = writeln!(anstream::stderr(), "{}", terminal::wrapped(&line, width));
    };
    match &*BAR.lock().unwrap_or_else(PoisonError::into_inner) {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// Calls [`print_message`], unless the same line was printed before: a file may be read several times.
pub fn print_message_once(line: &str) {
    static PRINTED: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let mut printed = PRINTED.lock().unwrap_or_else(PoisonError::into_inner);
    if !printed.iter().any(|before| before == line) {
        print_message(line);
        printed.push(line.into());
    }
}

/// Prints the number of rejected rows, the file that holds all of them, and the reasons of the first.
pub fn print_rejects(rejected: &Rejected, file: Option<&Path>) {
    if rejected.count > 0 {
        let location = file.map_or(String::new(), |file| format!(", all in {}", file.display()));
        message!("{} rejected{location}:", numbers::plural(rejected.count, "row"));
        for reject in &rejected.first {
            message!("  {}:{}:{}: {}", reject.file, reject.line, reject.column, reject.reason);
        }
    }
}

/// Checks that not too many rows were rejected; prints an error with the likely cause if there are more.
pub fn check_rejects(rejected: &Rejected, puzzles: u64, most: Option<MaxRejects>) -> Option<Exit> {
    let rows = puzzles + rejected.count;
    let cause = rejected.likely_cause();
    let few = rejected.count < MaxRejects::MIN_REJECTS && rejected.count * 2 <= rows && cause.is_none();
    if (few && most.is_none()) || most.unwrap_or(MaxRejects::DEFAULT).allows(rejected.count, rows) {
        return None;
    }
    let count = numbers::count(rejected.count);
    let most = most.unwrap_or(MaxRejects::DEFAULT);
    let cause = cause.map_or(String::new(), |cause| format!(": {cause}"));
    let rows = numbers::plural(rows, "row");
    print_failure(&format!("{count} of {rows} rejected, more than --max-rejects {most}{cause}"));
    Some(Exit::Error)
}

/// Returns true if the reader of standard output has gone away, as with `head`.
pub fn is_closed_pipe(error: &Error) -> bool {
    matches!(error, Error::Io { path, source, .. }
        if path == Path::new(STANDARD_OUTPUT) && source.kind() == ErrorKind::BrokenPipe)
}

/// Returns the width of tables on standard output: that of the terminal, or 0 for no limit.
pub fn table_width(args: TableArgs) -> usize {
    let terminal = terminal_size::terminal_size_of(io::stdout()).filter(|_| !args.wide);
    terminal.map_or(0, |(width, _)| usize::from(width.0))
}
