//! The progress of a command: a line with a bar on a terminal, notes elsewhere, and a note on a search that takes long.

use std::{
    fmt, fs,
    io::{self, IsTerminal},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use corpus::{numbers, writer::OutputSpec};
use indicatif::{ProgressBar, ProgressStyle};

use super::{
    console, interrupt,
    long_search::{self, LongSearch},
};

/// Time between two updates.
const TICK: Duration = Duration::from_millis(200);
/// The time after which a note says how far a command is, if no bar is shown. Each further note comes after twice the time.
const FIRST_NOTE: Duration = Duration::from_secs(10);
/// The steps of a full bar.
const STEPS: u64 = 1000;
/// The time from which the time left is estimated.
const ESTIMATE_AFTER: Duration = Duration::from_secs(2);

/// Shows the progress of a command until it is dropped.
pub struct Progress {
    /// Dropping this ends the thread.
    work: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// What a command has done so far.
#[derive(Default)]
pub struct Status {
    /// The fraction of the work that is done, if it is known.
    pub fraction: Option<f64>,
    pub text: String,
    /// True if notes print the text where no line is drawn.
    pub is_noted: bool,
}

impl Progress {
    /// Draws what `status` returns, five times a second. The line is hidden if rows fill the terminal, standard error is no terminal,
    /// or the user wants no progress. If the thread cannot be started, a command works without its progress.
    pub fn start(
        searches: Option<LongSearch>,
        are_rows_shown: bool,
        mut status: impl FnMut() -> Status + Send + 'static,
    ) -> Progress {
        let bar = if are_rows_shown { ProgressBar::hidden() } else { console::new_bar(STEPS) };
        console::set_bar(bar.clone());
        let mut searches = searches.map(LongSearch::watch);
        let (work, goes_on) = mpsc::channel();
        let start = Instant::now();
        let mut next_note = FIRST_NOTE;
        let run = move || {
            while goes_on.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                let status = status();
                if status.is_noted && bar.is_hidden() && !are_rows_shown && start.elapsed() >= next_note {
                    next_note *= 2;
                    console::print_progress(&status.text);
                }
                draw(&bar, status);
                searches.take_if(|searches| searches.print_note());
            }
        };
        let thread = thread::Builder::new().name("progress".into()).spawn(run).ok();
        Progress { work: Some(work), thread }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.work.take());
        // A panic of that thread has been reported.
        let _ = self.thread.take().map(JoinHandle::join);
        long_search::end(interrupt::is_requested());
        console::clear_bar();
    }
}

/// Draws a bar and a text, or a spinner and the text if the fraction of the work that is done is unknown.
fn draw(bar: &ProgressBar, Status { fraction, text, .. }: Status) {
    let template = if fraction.is_some() { "{bar:15} {wide_msg}" } else { "{spinner} {wide_msg}" };
    bar.set_style(ProgressStyle::with_template(template).expect("the template is valid"));
    bar.set_position((fraction.unwrap_or(0.0) * STEPS as f64) as u64);
    bar.set_message(text);
    bar.tick();
}

/// The work that a command has done, and all its work.
pub struct Counts {
    start: Instant,
    extent: Extent,
    /// True if rows go to the terminal, where they would mix with the progress.
    are_rows_shown: bool,
    /// Bytes read, or puzzles tried.
    bytes: AtomicU64,
    puzzles: AtomicU64,
}

/// All work of a command.
pub enum Extent {
    /// Bytes of files.
    Bytes(u64),
    Puzzles(u64),
    /// Puzzles to find among those that are tried: their number, and the time after which fewer are enough.
    Found(u64, Option<Duration>),
    Unknown,
}

impl Counts {
    /// Counts the work of a command that writes rows to `outputs`.
    pub fn new(extent: Extent, outputs: &[OutputSpec]) -> Arc<Counts> {
        let are_rows_shown = outputs.iter().any(|output| output.path.is_none()) && io::stdout().is_terminal();
        Arc::new(Counts {
            start: Instant::now(),
            extent,
            are_rows_shown,
            bytes: AtomicU64::new(0),
            puzzles: AtomicU64::new(0),
        })
    }

    /// Counts the work of a pass over files. Its extent is unknown without the length of a file.
    pub fn of_files(files: &[PathBuf], outputs: &[OutputSpec]) -> Arc<Counts> {
        Counts::new(total_length(files).map_or(Extent::Unknown, Extent::Bytes), outputs)
    }

    pub fn show(self: &Arc<Counts>, searches: Option<LongSearch>) -> Progress {
        let counts = self.clone();
        Progress::start(searches, self.are_rows_shown, move || counts.status())
    }

    /// Counts `puzzles` more, up to the offset `bytes` of the corpus.
    pub fn add(&self, puzzles: usize, bytes: u64) {
        self.bytes.store(bytes, Relaxed);
        self.puzzles.fetch_add(puzzles as u64, Relaxed);
    }

    fn status(&self) -> Status {
        let elapsed = self.start.elapsed();
        let fraction = self.fraction();
        let left = fraction.and_then(|fraction| time_left(elapsed, fraction)).map(numbers::about);
        let puzzles = self.puzzles.load(Relaxed);
        let text = match self.extent {
            Extent::Found(wanted, _) => describe_yield(puzzles, wanted, self.bytes.load(Relaxed), elapsed, left),
            _ => describe(puzzles, self.total(), " puzzles", elapsed, left),
        };
        // There are no notes on reading files, which is fast.
        Status { fraction, text, is_noted: matches!(self.extent, Extent::Puzzles(_) | Extent::Found(..)) }
    }

    fn fraction(&self) -> Option<f64> {
        let puzzles = self.puzzles.load(Relaxed);
        let (done, all) = match self.extent {
            Extent::Bytes(all) => (self.bytes.load(Relaxed), all),
            Extent::Puzzles(all) | Extent::Found(all, _) => (puzzles, all),
            Extent::Unknown => return None,
        };
        let of_time = match self.extent {
            Extent::Found(_, Some(time)) => self.start.elapsed().div_duration_f64(time),
            _ => 0.0,
        };
        Some(of_time.max(done as f64 / all.max(1) as f64).min(1.0))
    }

    /// Returns the number of puzzles in all, for files estimated from the part that was read.
    fn total(&self) -> Option<Total> {
        if let Extent::Puzzles(number) = self.extent {
            return Some(Total { number, is_estimate: false });
        }
        Total::estimated(self.puzzles.load(Relaxed), self.fraction()?)
    }
}

/// Returns the sum of the lengths of files, in bytes; `None` if one is unknown, as for a pipe.
pub fn total_length(files: &[PathBuf]) -> Option<u64> {
    files.iter().map(|path| fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|file| file.len())).sum()
}

/// The amount of work in all.
#[derive(Clone, Copy, Debug)]
pub struct Total {
    pub number: u64,
    pub is_estimate: bool,
}

impl Total {
    /// Estimates all puzzles from those in a fraction of the files.
    pub fn estimated(puzzles: u64, fraction: f64) -> Option<Total> {
        let number = (puzzles as f64 / fraction).round() as u64;
        (fraction > 0.0).then_some(Total { number, is_estimate: fraction < 1.0 })
    }
}

impl fmt::Display for Total {
    /// Writes "≈49,158", or "49,158" for an exact total.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let about = if self.is_estimate { "≈" } else { "" };
        write!(f, "{about}{}", numbers::count(self.number))
    }
}

/// Returns the text of a line: "1,203 of ≈49,158 puzzles, 0.7 a second, 18 h left". `left` is "18 h", if it is known.
pub fn describe(done: u64, total: Option<Total>, unit: &str, elapsed: Duration, left: Option<String>) -> String {
    let of = total.map_or(String::new(), |total| format!(" of {}", Total { number: total.number.max(done), ..total }));
    let rate = numbers::number(done as f64 / elapsed.as_secs_f64().max(1e-3));
    format!("{}{of}{unit}, {rate} a second{}", numbers::count(done), left_text(left))
}

/// Returns the text of a search: "12 of 100 puzzles found, 34,567 tried, 40 found a minute, 2 m left".
fn describe_yield(found: u64, wanted: u64, tried: u64, elapsed: Duration, left: Option<String>) -> String {
    let rate = numbers::number(60.0 * found as f64 / elapsed.as_secs_f64().max(1e-3));
    let [found, wanted, tried] = [found, wanted, tried].map(numbers::count);
    format!("{found} of {wanted} puzzles found, {tried} tried, {rate} found a minute{}", left_text(left))
}

/// Returns ", 18 h left", or nothing if the time is not known.
fn left_text(left: Option<String>) -> String {
    left.map_or(String::new(), |left| format!(", {left} left"))
}

/// Returns the time that is left after a fraction of the work; `None` before it can be estimated.
pub fn time_left(elapsed: Duration, fraction: f64) -> Option<Duration> {
    let seconds = elapsed.as_secs_f64() * (1.0 / fraction - 1.0);
    Duration::try_from_secs_f64(seconds).ok().filter(|_| elapsed > ESTIMATE_AFTER)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(puzzles: usize, bytes: u64, extent: Extent) -> Arc<Counts> {
        let counts = Counts::new(extent, &[]);
        counts.add(puzzles, bytes);
        counts
    }

    #[test]
    fn the_total_is_estimated_until_all_bytes_are_read() {
        let total = |puzzles, bytes, extent| counts(puzzles, bytes, extent).total().map(|total| total.to_string());
        assert_eq!(total(500, 1000, Extent::Bytes(4000)).unwrap(), "≈2,000");
        assert_eq!(total(2000, 4000, Extent::Bytes(4000)).unwrap(), "2,000");
        assert_eq!(total(1, 0, Extent::Puzzles(2000)).unwrap(), "2,000");
        assert_eq!(total(500, 1000, Extent::Unknown), None);
    }
}
