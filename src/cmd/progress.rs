//! The progress bar on standard error, if that is a terminal.

use std::{fs, path::PathBuf, time::Duration};

use indicatif::{ProgressBar, ProgressStyle};
use sudoku_bench::numbers;

/// How far a run is.
pub struct Progress {
    bar: ProgressBar,
    /// Bytes of the rounds that are done.
    before: u64,
    bytes: u64,
    puzzles: u64,
    /// Whether its length is a number of puzzles.
    counts: bool,
}

impl Progress {
    /// A bar for rounds over these files; without a length where one of them has none.
    pub fn new(files: &[PathBuf], rounds: u32) -> Progress {
        let length = |path: &PathBuf| fs::metadata(path).ok().filter(|file| file.is_file()).map(|file| file.len());
        let total: Option<u64> = files.iter().map(length).sum();
        let template = match total {
            Some(_) => "{bar:30} {percent:>3} %  {msg}  {elapsed_precise}, {eta} left",
            None => "{spinner} {msg}  {elapsed_precise}",
        };
        let style = ProgressStyle::with_template(template).expect("the template is valid");
        let bar = ProgressBar::no_length().with_style(style);
        if let Some(total) = total {
            bar.set_length(total * u64::from(rounds));
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress { bar, before: 0, bytes: 0, puzzles: 0, counts: false }
    }

    /// A bar for so many puzzles that are made.
    pub fn of(puzzles: usize) -> Progress {
        let mut progress = Progress::new(&[], 1);
        progress.bar.set_length(puzzles as u64);
        progress.counts = true;
        progress
    }

    /// So many more puzzles are done, up to this byte of the corpus.
    pub fn add(&mut self, puzzles: usize, bytes: u64) {
        self.bytes = bytes;
        self.puzzles += puzzles as u64;
        let speed = self.puzzles as f64 / self.bar.elapsed().as_secs_f64().max(1e-3);
        self.bar.set_message(format!(
            "{}, {} a second",
            numbers::plural(self.puzzles, "puzzle"),
            numbers::count(speed as u64)
        ));
        self.bar.set_position(if self.counts { self.puzzles } else { self.before + self.bytes });
    }

    /// A round is done.
    pub fn next_round(&mut self) {
        self.before += self.bytes;
    }

    /// The bar goes away.
    pub fn finish(self) {
        self.bar.finish_and_clear();
    }
}
