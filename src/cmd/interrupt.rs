//! Ctrl-C: the first press stops the work in good order, the second exits at once.

use std::{
    process,
    sync::atomic::{AtomicBool, Ordering},
};

use sudoku_bench::error::{Error, Result};

use super::console;
use crate::cli::Exit;

static STOP: AtomicBool = AtomicBool::new(false);

/// Installs the handler of Ctrl-C and SIGTERM, and returns the flag that the first signal sets. Later calls return the
/// same flag.
///
/// # Errors
///
/// Returns [`Error::Usage`] if the system refuses the handler.
pub fn catch() -> Result<&'static AtomicBool> {
    catch_saying("interrupted: writing what is finished; press Ctrl-C again to exit at once")
}

/// Does the same, with another message for the first signal. A handler that is installed keeps its message.
///
/// # Errors
///
/// Returns the errors of [`catch`].
pub fn catch_saying(message: &'static str) -> Result<&'static AtomicBool> {
    static INSTALLED: AtomicBool = AtomicBool::new(false);
    if INSTALLED.swap(true, Ordering::Relaxed) {
        return Ok(&STOP);
    }
    let handler = move || {
        if STOP.swap(true, Ordering::Relaxed) {
            console::clear_bar();
            process::exit(Exit::Interrupted as i32);
        }
        super::print_message(message);
    };
    ctrlc::set_handler(handler).map_err(|error| Error::Usage(format!("cannot catch Ctrl-C: {error}")))?;
    Ok(&STOP)
}
