//! The errors of this crate. Messages name the file, the line and the column, and the remedy; an option as the command line
//! writes it, because the fields of the libraries' options have the same names.

use std::{
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use solver::strategy::StartError;

use crate::numbers;

/// An error of this crate.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file could not be read or written.
    #[error("{}: cannot {action}: {source}", path.display())]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// The action that failed, as a verb.
        action: &'static str,
        /// The error of the system.
        source: io::Error,
    },
    /// The system refused a resource other than a file, such as a thread.
    #[error("cannot {action}: {source}")]
    System {
        /// The action that failed, as a verb.
        action: String,
        /// The error of the system.
        source: io::Error,
    },
    /// A file has neither rows nor a header that names the puzzle column.
    #[error("{path}: no rows")]
    NoRows {
        /// The file.
        path: String,
    },
    /// A file has rows, but no row is a puzzle.
    #[error(
        "{path}: no puzzle found in {}: {wanted}{}{}",
        numbers::plural(*rows, "row"),
        first.as_ref().map_or(String::new(), |first| format!(". {first}")),
        no_puzzle_advice(*lost_zeros, *column_unknown)
    )]
    NoPuzzle {
        /// The file.
        path: String,
        /// Rows read, the header included, without comments and empty lines.
        rows: u64,
        /// What was looked for: "81 cells a row, …".
        wanted: String,
        /// Why the first row was rejected, as a sentence without its full stop.
        first: Option<String>,
        /// True if the first row is a grid whose lost zeros can be restored.
        lost_zeros: bool,
        /// True if the rows were rejected because no puzzle column was found, so that naming the column may help.
        column_unknown: bool,
    },
    /// A column that the user specified holds something else.
    #[error(
        "{path}:{line}: {column} holds {found}, which is no {wanted}; --puzzle-column and --solution-column name the columns"
    )]
    WrongColumn {
        /// The file.
        path: String,
        /// The line of the value, from 1.
        line: u64,
        /// The number of the column, and its name if it has one.
        column: String,
        /// The first value of the column, described.
        found: String,
        /// What the column should hold.
        wanted: &'static str,
    },
    /// The header has no column with the name that the user specified.
    #[error("{path}: no column is named {name:?}; the first row has {header}")]
    NoColumn {
        /// The file.
        path: String,
        /// The specified name.
        name: String,
        /// The fields of the first row.
        header: String,
    },
    /// Several columns may be the puzzle column.
    #[error("{path}: puzzles may be in {candidates}; say in which with --puzzle-column")]
    AmbiguousColumn {
        /// The file.
        path: String,
        /// The columns, as text.
        candidates: String,
    },
    /// A row was rejected, and the corpus is read strictly.
    #[error("{file}:{line}:{column}: {reason} (--strict makes a rejected row an error)")]
    Rejected {
        /// The file.
        file: String,
        /// Line of the row, from 1.
        line: u64,
        /// Byte in the line at which the defect shows, from 1.
        column: u64,
        /// Why the row was rejected.
        reason: String,
    },
    /// The corpus, or the result of a strategy, changed between rounds.
    #[error("{0}")]
    Changed(String),
    /// A file is malformed.
    #[error("{place}: {reason}")]
    Malformed {
        /// The file, and the line if the defect is in one line.
        place: String,
        /// What is wrong with the file.
        reason: String,
    },
    /// A build of the program did not solve a block in time, and was killed.
    #[error(
        "{}: sent no answer to block {block} within {} and was killed{messages}; --timeout gives it more time",
        path.display(),
        humantime::format_duration(*timeout)
    )]
    NoAnswer {
        /// The build.
        path: PathBuf,
        /// The number of the block, from 0.
        block: u64,
        /// The time that it had.
        timeout: Duration,
        /// The last messages that it wrote to standard error, as a part of a sentence; may be empty.
        messages: String,
    },
    /// Results cannot be compared, or there is nothing to compare.
    #[error("{0}")]
    NotComparable(String),
    /// A strategy that is known only at run time does not start.
    #[error(transparent)]
    Strategy(#[from] StartError),
    /// The arguments contradict each other.
    #[error("{0}")]
    Usage(String),
    /// The results directory already holds the results of a run.
    #[error("{}: holds results already; choose another directory, or replace them with --force", path.display())]
    ResultsExist {
        /// The directory.
        path: PathBuf,
    },
    /// The results directory holds an unfinished run.
    #[error("{}: holds an unfinished run; `run --resume DIR` goes on with it, --force replaces it", path.display())]
    UnfinishedRun {
        /// The directory.
        path: PathBuf,
    },
    /// The results directory cannot be used.
    #[error("{}: {reason}", path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// The obstacle, and the remedy.
        reason: &'static str,
    },
}

/// The result of a function of this crate that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Advice for puzzles that became integers, as the end of a sentence.
pub(crate) const PAD_ZEROS_ADVICE: &str = "; --pad-zeros restores the leading zeros of integers of 78 to 80 digits";

/// Returns what to do about a file without puzzles, as the end of a sentence; empty if nothing is known to help.
fn no_puzzle_advice(lost_zeros: bool, column_unknown: bool) -> &'static str {
    match (lost_zeros, column_unknown) {
        (true, _) => PAD_ZEROS_ADVICE,
        (false, true) => "; --puzzle-column names the column",
        (false, false) => "",
    }
}

/// The text of the error of reading after a request to stop.
pub const INTERRUPTED: &str = "interrupted";

impl Error {
    /// Returns true if an input could not be read because the user stopped the command.
    pub fn is_interruption(&self) -> bool {
        matches!(self, Error::Io { source, .. } if source.to_string() == INTERRUPTED)
    }

    /// Creates the error of a column that the first row, with these fields, does not name.
    pub(crate) fn no_column<'f>(path: impl Into<String>, name: &str, first: impl Iterator<Item = &'f [u8]>) -> Error {
        let header: Vec<_> = first.map(|field| format!("{:?}", String::from_utf8_lossy(field))).collect();
        Error::NoColumn { path: path.into(), name: name.into(), header: header.join(", ") }
    }

    /// Creates the error of a malformed file; `line` is from 1, or 0 if the defect is not in one line.
    pub fn malformed(path: &Path, line: u64, reason: impl Into<String>) -> Error {
        let line = if line > 0 { format!(":{line}") } else { String::new() };
        Error::Malformed { place: format!("{}{line}", path.display()), reason: reason.into() }
    }

    /// Wraps an error of the system at a file; `action` completes "cannot …".
    pub fn io(path: impl Into<PathBuf>, action: &'static str) -> impl FnOnce(io::Error) -> Error {
        move |source| Error::Io { path: path.into(), action, source }
    }
}

/// Returns the error of a thread that cannot be started.
pub fn no_thread(error: impl std::fmt::Display) -> io::Error {
    io::Error::other(format!("no thread can be started ({error}); `ulimit -u` shows the limit"))
}
