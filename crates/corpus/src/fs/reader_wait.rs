//! Detects that the program waits for the reader of an output: the output is a pipe that is full, or that nobody has opened
//! for reading.

use std::sync::atomic::{AtomicU64, Ordering};

/// Number of calls of [`with_reader`] that have begun.
static CALLS_BEGUN: AtomicU64 = AtomicU64::new(0);
/// Number of calls of [`with_reader`] that have ended.
static CALLS_ENDED: AtomicU64 = AtomicU64::new(0);

/// Calls a function that opens or writes an output, and so may wait for the reader of the output.
pub fn with_reader<T>(open_or_write: impl FnOnce() -> T) -> T {
    CALLS_BEGUN.fetch_add(1, Ordering::SeqCst);
    let result = open_or_write();
    CALLS_ENDED.fetch_add(1, Ordering::SeqCst);
    result
}

/// Returns a number for the calls of [`with_reader`] that are running; `None` if there are none. The number changes
/// when a call begins or ends: two equal numbers mean that the same call has waited in between.
pub fn current_reader_wait() -> Option<u64> {
    let ended = CALLS_ENDED.load(Ordering::SeqCst);
    let begun = CALLS_BEGUN.load(Ordering::SeqCst);
    (begun != ended).then_some(begun + ended)
}
