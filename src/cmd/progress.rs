//! The progress bar on standard error, shown only on a terminal.

use std::{fs, path::PathBuf, time::Duration};

use indicatif::{ProgressBar, ProgressStyle};
use sudoku_bench::numbers;

use super::console;

/// A progress bar, over bytes of the input or over puzzles.
pub struct Progress {
    bar: ProgressBar,
    /// Bytes read in earlier rounds.
    earlier_bytes: u64,
    /// Bytes read in this round.
    bytes: u64,
    puzzles: u64,
    unit: Unit,
}

/// The unit of a bar's length.
enum Unit {
    Bytes,
    Puzzles,
}

impl Progress {
    /// Shows a bar for `rounds` passes over files, or a spinner if the length of one of them is unknown.
    pub fn new(files: &[PathBuf], rounds: u32) -> Progress {
        let length = |path: &PathBuf| fs::metadata(path).ok().filter(|file| file.is_file()).map(|file| file.len());
        let total: Option<u64> = files.iter().map(length).sum();
        let template = match total {
            Some(_) => "{bar:30} {percent:>3} %  {msg}  {elapsed_precise}, {eta} left",
            None => "{spinner} {msg}  {elapsed_precise}",
        };
        let style = ProgressStyle::with_template(template).expect("the template is valid");
        let bar = console::new_bar(None).with_style(style);
        if let Some(total) = total {
            bar.set_length(total * u64::from(rounds));
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        console::set_bar(Some(bar.clone()));
        Progress { bar, earlier_bytes: 0, bytes: 0, puzzles: 0, unit: Unit::Bytes }
    }

    /// Shows a bar for a number of generated puzzles.
    pub fn of_puzzles(puzzles: usize) -> Progress {
        let mut progress = Progress::new(&[], 1);
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

    /// Removes the bar.
    pub fn finish(self) {
        console::set_bar(None);
        self.bar.finish_and_clear();
    }
}
