//! Calls a function at regular intervals while a command works, for example to draw its progress.

use std::{
    sync::mpsc::{self, RecvTimeoutError, Sender},
    thread::{self, JoinHandle},
    time::Duration,
};

/// Time between two ticks.
const TICK: Duration = Duration::from_millis(200);

/// A thread that calls a function until the `Ticker` is dropped.
pub struct Ticker {
    /// Dropping this ends the thread.
    work: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Ticker {
    /// Calls `tick` five times a second. If the thread cannot be started, `tick` is never called: a command works
    /// without its progress.
    pub fn start(mut tick: impl FnMut() + Send + 'static) -> Ticker {
        let (work, goes_on) = mpsc::channel();
        let run = move || {
            while goes_on.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                tick();
            }
        };
        Ticker { work: Some(work), thread: thread::Builder::new().name("progress".into()).spawn(run).ok() }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        drop(self.work.take());
        if let Some(thread) = self.thread.take() {
            // A panic of that thread has been reported.
            let _ = thread.join();
        }
    }
}
