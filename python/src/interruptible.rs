//! Work without the interpreter's lock, which Ctrl-C ends.

use std::{
    panic::resume_unwind,
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use pyo3::{PyResult, Python};

use crate::blocks::MIN_BLOCK_ROWS;

/// The time between two checks for a signal.
const POLL: Duration = Duration::from_millis(50);

/// Runs `work` on another thread, while this one waits for its end or for a signal. After Ctrl-C, `work` finds its flag
/// set, must return soon, and its result is dropped. Returns the error of `work`, an `OSError` if the system has no
/// thread left, or the exception of a signal, such as `KeyboardInterrupt`.
pub fn run<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> PyResult<T> + Send) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    let stop = &stop;
    thread::scope(|scope| {
        let (sender, mut result) = mpsc::channel();
        let work = move || {
            // The receiver waits until the end.
            let _ = sender.send(work(stop));
        };
        let worker = thread::Builder::new().spawn_scoped(scope, work)?;
        loop {
            let result = &mut result;
            match py.detach(move || result.recv_timeout(POLL)) {
                Ok(result) => return result,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    // `work` panicked; this thread continues the panic, which becomes an exception.
                    py.detach(|| worker.join()).unwrap_or_else(|panic| resume_unwind(panic));
                    unreachable!("a worker that ends without a panic sends its result");
                }
            }
            if let Err(signal) = py.check_signals() {
                stop.store(true, Ordering::Relaxed);
                // The scope waits for the worker, which may need the interpreter to read a stream.
                let _ = py.detach(|| worker.join());
                return Err(signal);
            }
        }
    })
}

/// Runs `work` as [`run`] does; or on this thread, without a look at signals, if there are at most [`MIN_BLOCK_ROWS`] rows. `rows` is `None`
/// if their number is unknown or if the work on one may take long.
pub fn run_rows<T: Send>(
    py: Python<'_>,
    rows: Option<usize>,
    work: impl FnOnce(&AtomicBool) -> PyResult<T> + Send,
) -> PyResult<T> {
    match rows {
        // Threads that read arrays wait for the interpreter's lock.
        Some(..=MIN_BLOCK_ROWS) => py.detach(|| work(&AtomicBool::new(false))),
        _ => run(py, work),
    }
}
