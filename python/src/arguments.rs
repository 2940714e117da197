//! The values of arguments, with errors that name the argument.

use std::{ops::RangeInclusive, thread};

use arrow_array::{ArrayRef, RecordBatch};
use corpus::error::Error;
use pyo3::{
    Bound, PyAny, PyErr, PyResult, Python,
    exceptions::{PyRuntimeError, PyValueError},
    types::PyAnyMethods,
};
use solver::strategy::{self, Entry, REGISTRY};

/// The largest number of threads, as on the command line.
const MOST_THREADS: u64 = 1024;

/// Returns a number that must be in a range.
///
/// # Errors
///
/// Returns a `ValueError` if it is not.
pub fn number(name: &str, value: i128, range: RangeInclusive<u64>) -> PyResult<u64> {
    let number = u64::try_from(value).ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        let most = if *range.end() == u64::MAX { "2**64 - 1".into() } else { range.end().to_string() };
        PyValueError::new_err(format!("{name}: {value} is not between {} and {most}", range.start()))
    })
}

/// Returns the number of threads, by default one per processor.
///
/// # Errors
///
/// Returns a `ValueError` if there are none or more than 1,024.
pub fn threads(threads: Option<i128>) -> PyResult<usize> {
    let default = || thread::available_parallelism().map_or(1, usize::from);
    threads.map_or_else(
        || Ok(default()),
        |threads| number("threads", threads, 1..=MOST_THREADS).map(|threads| threads as usize),
    )
}

/// Returns the strategy with this name.
///
/// # Errors
///
/// Returns a `ValueError` with all names if there is none.
pub fn strategy(name: &str) -> PyResult<Entry> {
    let names = || REGISTRY.iter().map(|entry| &*entry.name).collect::<Vec<_>>().join(", ");
    strategy::find(name)
        .ok_or_else(|| PyValueError::new_err(format!("no strategy is named {name:?}; there are {}", names())))
}

/// Checks that a list names nothing twice.
///
/// # Errors
///
/// Returns a `ValueError` with the first name that is there twice.
pub fn check_distinct(name: &str, list: &[impl AsRef<str>]) -> PyResult<()> {
    let names: Vec<&str> = list.iter().map(AsRef::as_ref).collect();
    match names.iter().enumerate().find(|(index, item)| names[..*index].contains(item)) {
        Some((_, twice)) => Err(PyValueError::new_err(format!("{name}: {twice} is there twice"))),
        None => Ok(()),
    }
}

/// Returns an error of the library as an exception: arguments and contents that it refuses as a `ValueError`, all others as a
/// `RuntimeError`.
pub fn exception(error: Error) -> PyErr {
    match error {
        Error::Usage(reason) | Error::NotComparable(reason) => PyValueError::new_err(as_keywords(&reason)),
        error @ Error::Malformed { .. } => PyValueError::new_err(error.to_string()),
        error => PyRuntimeError::new_err(error.to_string()),
    }
}

/// Returns a message in which options of the command line, such as `--puzzle-column`, are named as keywords.
pub fn as_keywords(message: &str) -> String {
    let word = |word: &str| word.strip_prefix("--").map_or_else(|| word.to_string(), |name| name.replace('-', "_"));
    message.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Returns columns as a record batch, in which all may be null.
///
/// # Errors
///
/// Returns an error if the columns do not have the same length.
pub fn batch<N: AsRef<str>>(columns: impl IntoIterator<Item = (N, ArrayRef)>) -> PyResult<RecordBatch> {
    let columns = columns.into_iter().map(|(name, column)| (name, column, true));
    RecordBatch::try_from_iter_with_nullable(columns).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// Returns JSON as objects of Python.
///
/// # Errors
///
/// Returns the exception of Python's parser.
pub fn from_json<'py>(py: Python<'py>, value: &serde_json::Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (value.to_string(),))
}
