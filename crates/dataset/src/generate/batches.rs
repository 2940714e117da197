//! Batches of puzzles that threads make, and that are written in order until there are enough, or until the time is over.

use std::{
    fs,
    path::PathBuf,
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

use grid::text::Notation;

use crate::Observer;
use corpus::{
    error::{Error, Result, no_thread},
    layout::{Schema, by_extension, default_layout},
    writer::{Edit, OutputSpec, RowOutput},
};
use pass::Threads;

const BATCHES_PER_THREAD: usize = 4;

/// Time between two looks at the clock and at the request to stop.
const WATCH_INTERVAL: Duration = Duration::from_millis(20);

#[derive(Debug, PartialEq, Eq)]
pub struct Batch<T> {
    /// The number of puzzles generated.
    pub tried: usize,
    pub made: Vec<T>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    Complete,
    TimeOver,
    Exhausted,
    Stopped,
}

#[derive(Debug)]
pub struct Written {
    pub ended: Result<Ended>,
    pub found: usize,
    /// The puzzles generated up to the last one written, whether they fit or not.
    pub tried: u64,
    /// The temporary name of an incomplete output.
    pub part: Option<PathBuf>,
}

pub struct Batches<'a> {
    pub number: u64,
    pub size: usize,
    /// The time after which fewer puzzles are enough.
    pub time: Option<Duration>,
    /// Set when no more batches are needed; batches in work should end soon then.
    pub over: &'a AtomicBool,
}

impl Batches<'_> {
    /// Makes batches and writes their puzzles, until there are enough. `make` gets the number of a batch, and returns `None` if
    /// it was stopped. The observer's progress gets the number of puzzles written, and of those tried so far.
    ///
    /// # Errors
    ///
    /// Returns an error if no thread can be started.
    pub fn write<M: Send, T: Send, W: FnMut(&mut RowOutput, T) -> Result<bool>>(
        &self,
        threads: &Threads<M>,
        make: impl Fn(&mut M, u64) -> Option<Batch<T>> + Sync,
        mut rows: Rows<W>,
        observer: &mut Observer<'_>,
    ) -> Result<Written> {
        let stop = observer.stop;
        let deadline = self.time.map(|time| Instant::now() + time);
        let made = thread::scope(|scope| {
            let (_work, goes_on) = mpsc::channel();
            let watch = || watch(goes_on, deadline, stop, self.over);
            let watching = thread::Builder::new().name("deadline".into()).spawn_scoped(scope, watch);
            watching.map_err(|error| Error::System { action: "watch the time".into(), source: no_thread(error) })?;
            self.make(threads, make, &mut rows, observer)
        });
        let ended = match rows.left {
            0 => Ended::Complete,
            _ if stop.load(Ordering::Relaxed) => Ended::Stopped,
            _ if self.over.load(Ordering::Relaxed) => Ended::TimeOver,
            _ => Ended::Exhausted,
        };
        Ok(rows.close(made, ended))
    }

    /// Makes batches until there are enough puzzles, or until `over` is set.
    fn make<M: Send, T: Send, W: FnMut(&mut RowOutput, T) -> Result<bool>>(
        &self,
        threads: &Threads<M>,
        make: impl Fn(&mut M, u64) -> Option<Batch<T>> + Sync,
        rows: &mut Rows<W>,
        observer: &mut Observer<'_>,
    ) -> Result<()> {
        let numbers = (0..self.number).take_while(|_| !self.over.load(Ordering::Relaxed));
        let searches = observer.searches.clone();
        let work = |maker: &mut M, thread: usize, number| {
            let turn = searches.as_ref().map(|searches| searches.turn(thread, 0));
            turn.iter().for_each(|turn| turn.begin_number(number * self.size as u64 + 1));
            let batch = make(maker, number);
            // A stopped search stays in the progress: the message after the stop names it.
            turn.iter().filter(|_| batch.is_some()).for_each(|turn| turn.end(0, Duration::ZERO));
            batch
        };
        let mut stopped = false;
        threads.run(BATCHES_PER_THREAD, numbers, work, |batch: Option<Batch<T>>| {
            stopped |= batch.is_none();
            let written = batch.filter(|_| !stopped).map_or(Ok(0), |batch| rows.add(batch))?;
            if rows.left == 0 {
                self.over.store(true, Ordering::Relaxed);
            }
            (observer.progress)(written, rows.tried);
            Ok(())
        })
    }
}

/// Sets `over` when the time is up or `stop` is set, until the sender of `goes_on` is dropped.
fn watch(goes_on: Receiver<()>, deadline: Option<Instant>, stop: &AtomicBool, over: &AtomicBool) {
    while goes_on.recv_timeout(WATCH_INTERVAL) == Err(RecvTimeoutError::Timeout) {
        if stop.load(Ordering::Relaxed) || deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            over.store(true, Ordering::Relaxed);
        }
    }
}

pub struct Rows<W> {
    output: RowOutput,
    /// Writes a puzzle; returns false if it is not wanted.
    write: W,
    left: usize,
    found: usize,
    tried: u64,
}

impl<W> Rows<W> {
    pub fn new(output: RowOutput, count: usize, write: W) -> Rows<W> {
        Rows { output, write, left: count, found: 0, tried: 0 }
    }

    fn add<T>(&mut self, batch: Batch<T>) -> Result<usize>
    where
        W: FnMut(&mut RowOutput, T) -> Result<bool>,
    {
        let before = self.found;
        self.tried += batch.tried as u64;
        for made in batch.made {
            if self.left > 0 && (self.write)(&mut self.output, made)? {
                self.left -= 1;
                self.found += 1;
            }
        }
        self.output.flush()?;
        Ok(self.found - before)
    }

    /// Closes the output. It is complete if the generation was neither stopped nor in vain.
    fn close(self, made: Result<()>, ended: Ended) -> Written {
        let is_vain = self.found == 0 && ended != Ended::Stopped;
        let complete = made.is_ok() && ended != Ended::Stopped && !is_vain;
        let (mut part, closed) = self.output.close(complete);
        if is_vain && made.is_ok() {
            part = part.filter(|part| fs::remove_file(part).is_err());
        }
        // The first error is the cause.
        Written { ended: made.and(closed).map(|()| ended), found: self.found, tried: self.tried, part }
    }
}

/// Begins the output of puzzles, of their solutions, and of other columns: as CSV unless `spec` says otherwise.
///
/// # Errors
///
/// Returns an error if the layout cannot represent such rows.
pub fn begin(spec: &OutputSpec, notation: Notation, other_columns: &[&str]) -> Result<RowOutput> {
    let mut spec = spec.clone();
    spec.layout = spec.layout.or_else(|| by_extension(spec.path.as_deref()?)).or(Some(default_layout()));
    let names = ["puzzle", "solution"].iter().chain(other_columns).map(|name| name.to_string()).collect();
    let schema = Schema { layout: default_layout().name, names, solution: Some(1), notation, ..Schema::default() };
    RowOutput::begin(&spec, &schema, &Edit::Layout)
}
