//! The progress bar on standard error, shown only on a terminal.

use std::{
    fs,
    io::{self, IsTerminal},
    path::PathBuf,
};

use corpus::{numbers, writer::OutputSpec};
use indicatif::{ProgressBar, ProgressStyle};

use super::{console, ticker::Ticker};

/// A progress bar, over bytes of the input or over puzzles. It is removed when it is dropped.
pub struct Progress {
    bar: ProgressBar,
    /// Bytes read in earlier rounds.
    earlier_bytes: u64,
    /// Bytes read in this round.
    bytes: u64,
    puzzles: u64,
    unit: Unit,
    /// Redraws the bar while its numbers do not change.
    ticker: Option<Ticker>,
}

/// The unit of a bar's length.
enum Unit {
    Bytes,
    Puzzles,
}

impl Progress {
    /// Shows a bar for `rounds` passes over files, or a spinner if the number of passes or the length of a file is
    /// unknown. Shows nothing if rows go to `outputs` on the terminal, where they would mix with the bar.
    pub fn new(files: &[PathBuf], rounds: Option<u32>, outputs: &[OutputSpec]) -> Progress {
        let total = total_length(files).zip(rounds);
        let template = match total {
            Some(_) => "{bar:15} {percent:>3} %  {elapsed_precise}, {eta} left  {wide_msg}",
            None => "{spinner} {elapsed_precise}  {wide_msg}",
        };
        let style = ProgressStyle::with_template(template).expect("the template is valid");
        let bar = if fill_terminal(outputs) { ProgressBar::hidden() } else { console::new_bar(None) }.with_style(style);
        if let Some((total, rounds)) = total {
            bar.set_length(total * u64::from(rounds));
        }
        console::set_bar(bar.clone());
        let drawn = bar.clone();
        let ticker = (!bar.is_hidden()).then(|| Ticker::start(move || drawn.tick()));
        Progress { bar, earlier_bytes: 0, bytes: 0, puzzles: 0, unit: Unit::Bytes, ticker }
    }

    /// Shows a bar for a number of puzzles, unless they go to `outputs` on the terminal.
    pub fn of_puzzles(puzzles: usize, outputs: &[OutputSpec]) -> Progress {
        let mut progress = Progress::new(&[], Some(1), outputs);
        progress.bar.set_length(puzzles as u64);
        progress.unit = Unit::Puzzles;
        progress
    }

    /// Advances the bar by `puzzles`, to the offset `bytes` of the corpus.
    pub fn add(&mut self, puzzles: usize, bytes: u64) {
        self.bytes = bytes;
        self.puzzles += puzzles as u64;
        let speed = self.puzzles as f64 / self.bar.elapsed().as_secs_f64().max(1e-3);
        self.bar.set_message(format!(
            "{}, {} a second",
            numbers::plural(self.puzzles, "puzzle"),
            numbers::count(speed as u64)
        ));
        self.bar.set_position(match self.unit {
            Unit::Bytes => self.earlier_bytes + self.bytes,
            Unit::Puzzles => self.puzzles,
        });
    }

    /// Starts the next pass over the files.
    pub fn next_round(&mut self) {
        self.earlier_bytes += self.bytes;
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.ticker = None;
        console::clear_bar();
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
