//! One file for each sub-command: resolve the arguments, call the library, say what came of it.

pub mod run;
pub mod solve;
pub mod strategies;

mod interrupt;
mod progress;

use std::{
    io::{self, ErrorKind, Write},
    path::Path,
};

use sudoku_bench::{
    error::{Error, Result},
    reader::STANDARD_INPUT,
};

/// What errors call it.
const STANDARD_OUTPUT: &str = "standard output";

/// Whether a path stands for standard input or output.
fn is_standard(path: &Path) -> bool {
    path == Path::new(STANDARD_INPUT)
}

/// Writes a line to standard error, if somebody reads it.
pub fn note(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Writes to standard output. That nobody reads on, as `head` does not, is no error.
fn print(text: &str) -> Result<()> {
    match io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Error::io(STANDARD_OUTPUT, "write")(error)),
        _ => Ok(()),
    }
}
