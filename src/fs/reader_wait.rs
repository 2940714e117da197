//! Whether the program waits for the reader of an output: a pipe that is full, or that nobody has opened.

use std::{
    io::{self, Write},
    sync::atomic::{AtomicU64, Ordering},
};

static BEGUN: AtomicU64 = AtomicU64::new(0);
static ENDED: AtomicU64 = AtomicU64::new(0);

/// Opens or writes an output that may wait for its reader.
pub fn with_reader<T>(open_or_write: impl FnOnce() -> T) -> T {
    BEGUN.fetch_add(1, Ordering::SeqCst);
    let result = open_or_write();
    ENDED.fetch_add(1, Ordering::SeqCst);
    result
}

/// Returns the number of the call that may wait for a reader; `None` if there is none. If two calls of this function return the
/// same number, the program has done nothing but wait in between.
pub fn waits_for_reader() -> Option<u64> {
    let ended = ENDED.load(Ordering::SeqCst);
    let begun = BEGUN.load(Ordering::SeqCst);
    (begun != ended).then_some(begun + ended)
}

/// A stream whose writes may wait for its reader.
pub struct ReadStream<W>(pub W);

impl<W: Write> Write for ReadStream<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        with_reader(|| self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        with_reader(|| self.0.flush())
    }
}
