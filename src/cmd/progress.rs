//! The progress of a pass over files, or of a number of puzzles.

use std::{
    fs,
    io::{self, IsTerminal},
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use corpus::{numbers, writer::OutputSpec};

use super::{
    progress_line::{ProgressLine, Total, describe, describe_yield, time_left},
    ticker::Ticker,
};

/// Shows the progress until it is dropped.
pub struct Progress {
    counts: Arc<Mutex<Counts>>,
    _ticker: Ticker,
}

/// The work that is done, and all work.
struct Counts {
    start: Instant,
    /// Bytes read in earlier rounds.
    earlier_bytes: u64,
    /// Bytes read in this round, or puzzles tried.
    bytes: u64,
    puzzles: u64,
    extent: Extent,
}

/// All work of a command.
enum Extent {
    Bytes(u64),
    Puzzles(u64),
    /// Puzzles to find among those that are tried: their number, and the time after which fewer are enough.
    Found(u64, Option<Duration>),
    Unknown,
}

impl Progress {
    /// Shows the progress of `rounds` passes over files. Their extent is unknown without the number of passes, or the length
    /// of a file. Shows nothing if rows go to `outputs` on the terminal, where they would mix with the progress.
    pub fn new(files: &[PathBuf], rounds: Option<u32>, outputs: &[OutputSpec]) -> Progress {
        let bytes = total_length(files).zip(rounds).map(|(length, rounds)| length * u64::from(rounds));
        Progress::of(bytes.map_or(Extent::Unknown, Extent::Bytes), outputs)
    }

    /// Shows the progress of a command that makes or reads this number of puzzles, unless they go to `outputs` on the
    /// terminal.
    pub fn of_puzzles(puzzles: usize, outputs: &[OutputSpec]) -> Progress {
        Progress::of(Extent::Puzzles(puzzles as u64), outputs)
    }

    /// Shows the progress of a command that looks for this number of puzzles, for some time at most. In place of bytes, it
    /// counts puzzles that are tried.
    pub fn of_found(puzzles: usize, time: Option<Duration>, outputs: &[OutputSpec]) -> Progress {
        Progress::of(Extent::Found(puzzles as u64, time), outputs)
    }

    fn of(extent: Extent, outputs: &[OutputSpec]) -> Progress {
        let counts = Counts { start: Instant::now(), earlier_bytes: 0, bytes: 0, puzzles: 0, extent };
        let counts = Arc::new(Mutex::new(counts));
        let line = if fill_terminal(outputs) { ProgressLine::hidden() } else { ProgressLine::new() };
        let drawn = counts.clone();
        let ticker = Ticker::start(move || lock(&drawn).draw(&line));
        Progress { counts, _ticker: ticker }
    }

    /// Counts `puzzles` more, up to the offset `bytes` of the corpus.
    pub fn add(&mut self, puzzles: usize, bytes: u64) {
        let mut counts = lock(&self.counts);
        counts.bytes = bytes;
        counts.puzzles += puzzles as u64;
    }

    /// Starts the next pass over the files.
    pub fn next_round(&mut self) {
        let mut counts = lock(&self.counts);
        counts.earlier_bytes += counts.bytes;
    }
}

fn lock(counts: &Mutex<Counts>) -> MutexGuard<'_, Counts> {
    counts.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Counts {
    fn draw(&self, line: &ProgressLine) {
        let elapsed = self.start.elapsed();
        let fraction = self.fraction();
        let left = fraction.and_then(|fraction| time_left(elapsed, fraction)).map(numbers::about);
        let text = match self.extent {
            Extent::Found(wanted, _) => describe_yield(self.puzzles, wanted, self.bytes, elapsed, left),
            _ => describe(self.puzzles, self.total(), " puzzles", elapsed, left),
        };
        line.draw(fraction, text);
    }

    /// Returns the fraction of the work that is done; `None` if it is unknown.
    fn fraction(&self) -> Option<f64> {
        let (done, all) = match self.extent {
            Extent::Bytes(all) => (self.earlier_bytes + self.bytes, all),
            Extent::Puzzles(all) => (self.puzzles, all),
            Extent::Found(all, time) => {
                let of_time = time.map_or(0.0, |time| self.start.elapsed().div_duration_f64(time));
                return Some(of_time.max(self.puzzles as f64 / all.max(1) as f64).min(1.0));
            }
            Extent::Unknown => return None,
        };
        Some((done as f64 / all.max(1) as f64).min(1.0))
    }

    /// Returns the number of puzzles in all, for files estimated from the part that was read.
    fn total(&self) -> Option<Total> {
        if let Extent::Puzzles(number) = self.extent {
            return Some(Total { number, is_estimate: false });
        }
        let fraction = self.fraction().filter(|&fraction| fraction > 0.0)?;
        Some(Total { number: (self.puzzles as f64 / fraction).round() as u64, is_estimate: fraction < 1.0 })
    }
}

/// Returns the sum of the lengths of files, in bytes; `None` if one is unknown, as for a pipe.
pub fn total_length(files: &[PathBuf]) -> Option<u64> {
    let length = |path: &PathBuf| fs::metadata(path).ok().filter(|file| file.is_file()).map(|file| file.len());
    files.iter().map(length).sum()
}

/// Returns true if rows go to a terminal.
fn fill_terminal(outputs: &[OutputSpec]) -> bool {
    outputs.iter().any(|output| output.path.is_none()) && io::stdout().is_terminal()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(puzzles: u64, bytes: u64, extent: Extent) -> Counts {
        Counts { start: Instant::now(), earlier_bytes: 0, bytes, puzzles, extent }
    }

    #[test]
    fn the_total_is_estimated_until_all_bytes_are_read() {
        let total = |counts: Counts| counts.total().map(|total| total.to_string());
        assert_eq!(total(counts(500, 1000, Extent::Bytes(4000))).unwrap(), "≈2,000");
        assert_eq!(total(counts(2000, 4000, Extent::Bytes(4000))).unwrap(), "2,000");
        assert_eq!(total(counts(1, 0, Extent::Puzzles(2000))).unwrap(), "2,000");
        assert_eq!(total(counts(500, 1000, Extent::Unknown)), None);
    }

    #[test]
    fn earlier_rounds_count() {
        let second = Counts { earlier_bytes: 4000, ..counts(2500, 1000, Extent::Bytes(8000)) };
        assert_eq!(second.fraction(), Some(0.625));
    }
}
