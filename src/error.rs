//! What can go wrong, told so that a person knows where and what to do.

use std::{
    io,
    path::{Path, PathBuf},
};

/// Why a command could not do all that it was asked for.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file could not be read or written.
    #[error("{}: cannot {action}: {source}", path.display())]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// What was tried, as a verb.
        action: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// A file was read to its end and held no puzzle.
    #[error(
        "{path}: no puzzle found in {rows} rows. Looked for {wanted}: 81 cells a row, values 1 to 9, blanks \
         0 . * _ - x X ?{first}{advice}"
    )]
    NoPuzzle {
        /// The file.
        path: String,
        /// Rows that were looked at, without comments and empty lines.
        rows: u64,
        /// The column that was looked for.
        wanted: String,
        /// Why the first row is none, as a sentence that starts with ". "; may be empty.
        first: String,
        /// What to try next, as a sentence that starts with ". "; may be empty.
        advice: String,
    },
    /// A column was asked for by a name that the header does not have.
    #[error("{path}: no column is named {name:?}; the first row has {header}")]
    NoColumn {
        /// The file.
        path: String,
        /// The name that was asked for.
        name: String,
        /// The fields of the first row.
        header: String,
    },
    /// Several columns may hold the puzzles.
    #[error("{path}: puzzles may be in {candidates}; say in which with --puzzle-column")]
    Unsure {
        /// The file.
        path: String,
        /// The columns.
        candidates: String,
    },
    /// A row is no puzzle, and rows that are none are errors.
    #[error("{file}:{line}:{column}: {reason} (--strict makes a rejected row an error)")]
    Rejected {
        /// The file.
        file: String,
        /// Line of the row, from 1.
        line: u64,
        /// Byte in the line, from 1.
        column: u64,
        /// What is wrong.
        reason: String,
    },
    /// The corpus or a strategy was not the same in a later round.
    #[error("{0}")]
    Changed(String),
    /// A file of an earlier run is not as that run wrote it.
    #[error("{place}: {reason}")]
    Malformed {
        /// The file, and the line where one can be told.
        place: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Results cannot be compared, or there is nothing to compare.
    #[error("{0}")]
    NotComparable(String),
    /// A strategy that is known only at run time does not start.
    #[error("cannot start strategy {name}: {reason}")]
    Strategy {
        /// The strategy's name.
        name: String,
        /// What is wrong, and what to do.
        reason: String,
    },
    /// The arguments do not go together.
    #[error("{0}")]
    Usage(String),
    /// The results directory cannot be used.
    #[error("{}: {reason}", path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// What is in the way, and what to do.
        reason: &'static str,
    },
}

/// The result of whatever can fail in this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// A file that is not as it was written, at a line from 1, or 0 where no line can be told.
    pub fn malformed(path: &Path, line: u64, reason: impl Into<String>) -> Error {
        let line = if line > 0 { format!(":{line}") } else { String::new() };
        Error::Malformed { place: format!("{}{line}", path.display()), reason: reason.into() }
    }

    /// Wraps what the system said about a file; `action` completes "cannot …".
    pub fn io(path: impl Into<PathBuf>, action: &'static str) -> impl FnOnce(io::Error) -> Error {
        move |source| Error::Io { path: path.into(), action, source }
    }
}
