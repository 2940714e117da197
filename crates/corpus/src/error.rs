//! The errors of this crate. Messages name the file, the line and the column, and the remedy; an option as the command line
//! writes it, because the fields of the libraries' options have the same names.

use std::{
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use crate::numbers;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{}: cannot {action}: {source}", path.display())]
    Io {
        path: PathBuf,
        /// The action that failed, as a verb.
        action: &'static str,
        source: io::Error,
    },
    /// The system refused a resource other than a file, such as a thread.
    #[error("cannot {action}: {source}")]
    System {
        /// The action that failed, as a verb.
        action: String,
        source: io::Error,
    },
    /// A file has neither rows nor a header that names the puzzle column.
    #[error("{path}: no rows")]
    NoRows { path: String },
    #[error(
        "{path}: no puzzle found in {}: {wanted}{}{}",
        numbers::plural(*rows, "row"),
        first.as_ref().map_or(String::new(), |first| format!(". {first}")),
        no_puzzle_advice(*lost_zeros, *column_unknown)
    )]
    NoPuzzle {
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
    #[error(
        "{path}:{line}: {column} holds {found}, which is no {wanted}; --puzzle-column and --solution-column name the columns"
    )]
    WrongColumn {
        path: String,
        /// The line of the value, from 1.
        line: u64,
        column: String,
        /// The first value of the column, described.
        found: String,
        wanted: &'static str,
    },
    #[error("{path}: no column is named {name:?}; the first row has {header}")]
    NoColumn {
        path: String,
        name: String,
        /// The fields of the first row.
        header: String,
    },
    #[error("{path}: puzzles may be in {candidates}; say in which with --puzzle-column")]
    AmbiguousColumn { path: String, candidates: String },
    #[error("{file}:{line}:{column}: {reason} (--strict makes a rejected row an error)")]
    Rejected {
        file: String,
        /// Line of the row, from 1.
        line: u64,
        /// Byte in the line at which the defect shows, from 1.
        column: u64,
        reason: String,
    },
    /// The corpus, or the result of a strategy, changed between rounds.
    #[error("{0}")]
    Changed(String),
    #[error("{place}: {reason}")]
    Malformed {
        /// The file, and the line if the defect is in one line.
        place: String,
        reason: String,
    },
    #[error(
        "{}: sent no answer to block {block} within {} and was killed{messages}; --timeout gives it more time",
        path.display(),
        humantime::format_duration(*timeout)
    )]
    NoAnswer {
        path: PathBuf,
        /// The number of the block, from 0.
        block: u64,
        timeout: Duration,
        /// The last messages that it wrote to standard error, as a part of a sentence; may be empty.
        messages: String,
    },
    /// Results cannot be compared, or there is nothing to compare.
    #[error("{0}")]
    NotComparable(String),
    /// A strategy or an external engine cannot start.
    #[error("{0}")]
    Start(Box<dyn std::error::Error + Send + Sync>),
    #[error("{0}")]
    Usage(String),
    #[error("{}: holds results already; choose another directory, or replace them with --force", path.display())]
    ResultsExist { path: PathBuf },
    #[error("{}: holds an unfinished run; `run --resume DIR` goes on with it, --force replaces it", path.display())]
    UnfinishedRun { path: PathBuf },
    #[error("{}: {reason}", path.display())]
    Directory { path: PathBuf, reason: &'static str },
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Advice for puzzles that became integers, as the end of a sentence.
pub const PAD_ZEROS_ADVICE: &str = "; --pad-zeros restores the leading zeros of integers of 78 to 80 digits";

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
    pub fn no_column<'f>(path: impl Into<String>, name: &str, first: impl Iterator<Item = &'f [u8]>) -> Error {
        let header: Vec<_> = first.map(|field| format!("{:?}", String::from_utf8_lossy(field))).collect();
        Error::NoColumn { path: path.into(), name: name.into(), header: header.join(", ") }
    }

    /// Creates the error of a malformed file; `line` is from 1, or 0 if the defect is not in one line.
    pub fn malformed(path: &Path, line: u64, reason: impl Into<String>) -> Error {
        let line = if line > 0 { format!(":{line}") } else { String::new() };
        Error::Malformed { place: format!("{}{line}", path.display()), reason: reason.into() }
    }

    pub(crate) fn damaged_archive(path: &Path, error: impl std::fmt::Display) -> Error {
        Error::malformed(path, 0, format!("the archive is damaged or cut short ({error}); fetch it again"))
    }

    /// Wraps the error of a strategy that cannot start.
    pub fn start(error: impl std::error::Error + Send + Sync + 'static) -> Error {
        Error::Start(Box::new(error))
    }

    /// Wraps an error of the system at a file; `action` completes "cannot …".
    pub fn io(path: impl Into<PathBuf>, action: &'static str) -> impl FnOnce(io::Error) -> Error {
        move |source| Error::Io { path: path.into(), action, source }
    }
}

pub fn no_thread(error: impl std::fmt::Display) -> io::Error {
    io::Error::other(format!("no thread can be started ({error}); `ulimit -u` shows the limit"))
}
