//! Ctrl-C in two presses: the first stops politely, the second exits now.

use std::{
    process,
    sync::atomic::{AtomicBool, Ordering},
};

use sudoku_bench::error::{Error, Result};

/// The exit code of a run that was stopped.
pub const INTERRUPTED: u8 = 130;

static STOP: AtomicBool = AtomicBool::new(false);

/// Catches Ctrl-C and SIGTERM, if they are not yet caught; the flag is set by the first of them.
pub fn catch() -> Result<&'static AtomicBool> {
    static CAUGHT: AtomicBool = AtomicBool::new(false);
    if CAUGHT.swap(true, Ordering::Relaxed) {
        return Ok(&STOP);
    }
    let handler = || {
        if STOP.swap(true, Ordering::Relaxed) {
            process::exit(INTERRUPTED.into());
        }
        super::note("\ninterrupted: finishing the blocks in flight; once more to exit now");
    };
    ctrlc::set_handler(handler).map_err(|error| Error::Usage(format!("cannot catch Ctrl-C: {error}")))?;
    Ok(&STOP)
}
