//! Threads that have nothing to rate, and so help with a puzzle that another thread rates.

use std::sync::atomic::{AtomicIsize, Ordering};

/// The number of threads that do nothing now. Raters that share it help each other.
#[derive(Debug)]
pub struct IdleThreads(AtomicIsize);

/// A thread that works; it is idle again when this is dropped.
#[derive(Debug)]
pub struct Working<'a>(&'a IdleThreads);

impl IdleThreads {
    /// Begins with this number of threads, all of them idle.
    pub fn new(threads: usize) -> IdleThreads {
        IdleThreads(AtomicIsize::new(threads as isize))
    }

    /// Begins the own work of a thread. If another one works in its place, there are more threads than processors until that ends.
    pub fn begin(&self) -> Working<'_> {
        self.0.fetch_sub(1, Ordering::Relaxed);
        Working(self)
    }

    /// Returns a thread that was idle, if there is one.
    pub(crate) fn take(&self) -> Option<Working<'_>> {
        let fewer = |idle: isize| (idle > 0).then_some(idle - 1);
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fewer).ok().map(|_| Working(self))
    }
}

impl Drop for Working<'_> {
    fn drop(&mut self) {
        self.0.0.fetch_add(1, Ordering::Relaxed);
    }
}
