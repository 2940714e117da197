//! The values of arguments, with errors that name the argument.

use std::{ops::RangeInclusive, thread};

use corpus::error::Error;
use pyo3::{
    Bound, PyAny, PyErr, PyResult, Python,
    exceptions::{PyOSError, PyRuntimeError, PyValueError},
    types::PyAnyMethods,
};
use solver::strategy::{self, Entry, REGISTRY};

/// The largest number of threads, as on the command line.
const MOST_THREADS: u64 = 1024;

/// Returns a number that must be in a range.
pub fn number(name: &str, value: i128, range: RangeInclusive<u64>) -> PyResult<u64> {
    let number = u64::try_from(value).ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        let most = if *range.end() == u64::MAX { "2**64 - 1".into() } else { range.end().to_string() };
        PyValueError::new_err(format!("{name}: {value} is not between {} and {most}", range.start()))
    })
}

/// Returns the number of threads, by default one per processor.
pub fn threads(threads: Option<i128>) -> PyResult<usize> {
    let default = || thread::available_parallelism().map_or(1, usize::from);
    threads.map_or_else(
        || Ok(default()),
        |threads| number("threads", threads, 1..=MOST_THREADS).map(|threads| threads as usize),
    )
}

pub fn strategy(name: &str) -> PyResult<Entry> {
    let names = || REGISTRY.iter().map(|entry| &*entry.name).collect::<Vec<_>>().join(", ");
    strategy::find(name)
        .ok_or_else(|| PyValueError::new_err(format!("no strategy is named {name:?}; there are {}", names())))
}

/// Returns the value of an argument with this name. Names have hyphens on the command line, and underscores in Python.
pub fn named<T: Copy>(argument: &str, name: &str, all: &[T], name_of: fn(T) -> &'static str) -> PyResult<T> {
    let found = all.iter().copied().find(|&item| name_of(item) == name.replace('_', "-"));
    found.ok_or_else(|| {
        let names = all.iter().map(|&item| name_of(item).replace('-', "_")).collect::<Vec<_>>().join(", ");
        PyValueError::new_err(format!("{argument}: {name:?} is none of {names}"))
    })
}

/// Checks that a list names nothing twice.
pub fn check_distinct(name: &str, list: &[impl AsRef<str>]) -> PyResult<()> {
    let names: Vec<&str> = list.iter().map(AsRef::as_ref).collect();
    match names.iter().enumerate().find(|(index, item)| names[..*index].contains(item)) {
        Some((_, twice)) => Err(PyValueError::new_err(format!("{name}: {twice} is there twice"))),
        None => Ok(()),
    }
}

/// Checks that an argument has as many rows as there are puzzles.
pub fn check_length(puzzles: usize, name: &str, length: usize) -> PyResult<()> {
    match length == puzzles {
        true => Ok(()),
        false => Err(PyValueError::new_err(format!("there are {puzzles} puzzles, but {length} {name}"))),
    }
}

/// Returns an error of the library as an exception: arguments and contents that it refuses as a `ValueError`, those of the system
/// about a file as an `OSError` such as `FileNotFoundError`, and all others as a `RuntimeError`.
pub fn exception(error: Error) -> PyErr {
    match error {
        Error::Usage(reason) | Error::NotComparable(reason) => PyValueError::new_err(as_keywords(&reason)),
        error @ Error::Malformed { .. } => PyValueError::new_err(error.to_string()),
        Error::Io { path, action, source } if source.raw_os_error().is_some() => {
            PyOSError::new_err((source.raw_os_error(), format!("cannot {action}: {source}"), path.into_os_string()))
        }
        error => PyRuntimeError::new_err(error.to_string()),
    }
}

/// Returns a message in which options of the command line, such as `--puzzle-column`, are named as keywords.
pub fn as_keywords(message: &str) -> String {
    let word = |word: &str| word.strip_prefix("--").map_or_else(|| word.to_string(), |name| name.replace('-', "_"));
    message.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

pub fn from_json<'py>(py: Python<'py>, value: &serde_json::Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (value.to_string(),))
}
