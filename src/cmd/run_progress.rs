//! The progress of `run` on standard error: a bar on a terminal, and advice if the run will take long.

use std::{
    fs,
    path::PathBuf,
    sync::{
        Arc,
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressStyle};
use sudoku_bench::{
    numbers,
    runner::{Options, Progress, Searches},
};

use super::{console, print_message};

/// Time between two updates of the bar.
const TICK: Duration = Duration::from_millis(200);
/// The time after which advice on a long run is printed.
const ADVICE_AFTER: Duration = Duration::from_secs(10);
/// A run that takes longer than this is long.
const LONG: Duration = Duration::from_secs(600);
/// Searches of a strategy before its mean time is used.
const FEWEST_SEARCHES: u64 = 10;

/// Shows the progress of a run until it is dropped.
pub struct RunProgress {
    /// Dropped to end the thread.
    run: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl RunProgress {
    /// Shows the progress of a run over these files. `limited` says that the user bounded the run's time.
    pub fn show(
        progress: Arc<Progress>,
        files: &[PathBuf],
        options: &Options,
        rounds: u32,
        limited: bool,
    ) -> RunProgress {
        let length = |path: &PathBuf| fs::metadata(path).ok().filter(|file| file.is_file()).map(|file| file.len());
        let run = Run {
            progress,
            strategies: options.strategies.iter().map(|entry| entry.name.to_string()).collect(),
            bytes: files.iter().map(length).sum(),
            rounds,
            started: Instant::now(),
        };
        let (sender, receiver) = mpsc::channel();
        let thread = thread::spawn(move || {
            let bar = bar();
            console::set_bar(Some(bar.clone()));
            let mut advised = limited;
            while receiver.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                let status = run.status();
                status.draw(&bar);
                if !advised && status.elapsed > ADVICE_AFTER {
                    advised = true;
                    status.advice().iter().for_each(|advice| print_message(advice));
                }
            }
            console::set_bar(None);
            bar.finish_and_clear();
        });
        RunProgress { run: Some(sender), thread: Some(thread) }
    }
}

impl Drop for RunProgress {
    fn drop(&mut self) {
        drop(self.run.take());
        if let Some(thread) = self.thread.take() {
            // A panic of that thread has been reported.
            let _ = thread.join();
        }
    }
}

fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:15} {msg}").expect("the template is valid");
    console::new_bar(Some(1000)).with_style(style)
}

/// A run that goes on.
struct Run {
    progress: Arc<Progress>,
    strategies: Vec<String>,
    /// Length of the corpus; `None` if it is unknown, as for a pipe.
    bytes: Option<u64>,
    rounds: u32,
    started: Instant,
}

/// A run at one moment.
#[derive(Debug)]
struct RunStatus<'a> {
    elapsed: Duration,
    /// The number of searches of each strategy in the whole run, estimated from the part of the corpus that was read.
    total: Option<u64>,
    strategies: Vec<(&'a str, Searches)>,
}

impl Run {
    fn status(&self) -> RunStatus<'_> {
        let (puzzles, bytes) = self.progress.begun();
        let of_corpus = |total: u64| (puzzles as f64 * (total as f64 / bytes as f64).max(1.0)).round() as u64;
        RunStatus {
            elapsed: self.started.elapsed(),
            total: self.bytes.filter(|_| bytes > 0).map(|total| of_corpus(total) * u64::from(self.rounds)),
            strategies: self.strategies.iter().map(String::as_str).zip(self.progress.searches()).collect(),
        }
    }
}

impl<'a> RunStatus<'a> {
    /// Returns the strategy that has taken the most time, and its share of the time of all.
    fn slowest(&self) -> (&'a str, Searches, f64) {
        let all: Duration = self.strategies.iter().map(|(_, searches)| searches.time).sum();
        let slowest = self.strategies.iter().max_by_key(|(_, searches)| searches.time);
        let &(name, searches) = slowest.expect("a run has a strategy");
        (name, searches, searches.time.as_secs_f64() / all.as_secs_f64().max(1e-9))
    }

    /// Returns the fraction of the work that is done: of the time that all searches take, estimated from those that have
    /// ended. Returns `None` until a strategy has ended enough searches.
    fn fraction(&self) -> Option<f64> {
        let (mut done, mut all) = (0.0, 0.0);
        let counted = |searches: &Searches| searches.ended >= FEWEST_SEARCHES;
        for (_, searches) in self.strategies.iter().filter(|(_, searches)| counted(searches)) {
            let time = searches.time.as_secs_f64();
            done += time;
            all += time * (self.total? as f64 / searches.ended as f64).max(1.0);
        }
        (all > 0.0).then(|| done / all)
    }

    /// Returns the time that the run still takes, if it can be estimated.
    fn left(&self) -> Option<Duration> {
        let left =
            |fraction: f64| Duration::try_from_secs_f64(self.elapsed.as_secs_f64() * (1.0 / fraction - 1.0)).ok();
        self.fraction().filter(|_| self.elapsed > Duration::from_secs(2)).and_then(left)
    }

    fn draw(&self, bar: &ProgressBar) {
        bar.set_position((self.fraction().unwrap_or(0.0) * 1000.0) as u64);
        bar.set_message(self.text());
    }

    /// Returns the text behind the bar: "naive 1,203 of 49,158, 0.7 a second, 00:28:10, 18 h left".
    fn text(&self) -> String {
        let (name, slowest, share) = self.slowest();
        let alone = self.strategies.len() > 1 && share > 0.5;
        let ended = match alone {
            true => slowest.ended,
            false => self.strategies.iter().map(|(_, searches)| searches.ended).min().unwrap_or(0),
        };
        let name = if alone { format!("{name} ") } else { String::new() };
        let of = self.total.map_or(String::new(), |total| format!(" of {}", numbers::count(total.max(ended))));
        let rate = numbers::number(ended as f64 / self.elapsed.as_secs_f64());
        let left = self.left().map_or("–".into(), |left| numbers::about(left));
        format!("{name}{}{of}, {rate} a second, {} left", numbers::count(ended), left)
    }

    /// Returns advice if the run will take long.
    fn advice(&self) -> Option<String> {
        let left = self.left().filter(|&left| left > LONG)?;
        let (name, _, share) = self.slowest();
        let of = if self.strategies.len() > 1 && share > 0.5 {
            format!(", {:.0} % of it in {name}", share * 100.0)
        } else {
            String::new()
        };
        let left = numbers::about(left);
        Some(format!(
            "note: this run takes about {left}{of}; --node-limit 1000000 bounds each search, --sample 1000 draws 1,000 puzzles"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(seconds: u64, total: Option<u64>, strategies: &[(&'static str, u64, u64)]) -> RunStatus<'static> {
        let searches = |&(name, ended, ms)| (name, Searches { ended, time: Duration::from_millis(ms) });
        RunStatus {
            elapsed: Duration::from_secs(seconds),
            total,
            strategies: strategies.iter().map(searches).collect(),
        }
    }

    #[test]
    fn the_slowest_strategy_is_named_and_the_time_is_estimated_from_every_strategy() {
        // 20 of 1,000 searches in 36 s, and 500 of 1,000 in 4 s: 1,800 s and 8 s of work in all.
        let two = status(40, Some(1000), &[("naive", 20, 36_000), ("dlx", 500, 4_000)]);
        assert_eq!(two.text(), "naive 20 of 1,000, 0.5 a second, 29 min left");
        assert_eq!(two.fraction(), Some(40.0 / 1808.0));
        assert_eq!(
            two.advice().unwrap().split(';').next(),
            Some("note: this run takes about 29 min, 90 % of it in naive")
        );
        let even = status(40, Some(1000), &[("a", 600, 20_000), ("b", 500, 20_000)]);
        assert_eq!(even.text(), "500 of 1,000, 12.5 a second, 33 s left");
        assert_eq!(even.advice(), None);
    }

    #[test]
    fn without_enough_searches_or_a_total_nothing_is_estimated() {
        assert_eq!(status(40, Some(9), &[("a", 9, 20_000)]).text(), "9 of 9, 0.2 a second, – left");
        assert_eq!(status(40, None, &[("a", 92, 20_000)]).text(), "92, 2.3 a second, – left");
        assert_eq!(status(1, Some(100), &[("a", 90, 900)]).text(), "90 of 100, 90.0 a second, – left");
        assert_eq!(status(40, Some(9), &[("a", 0, 0), ("b", 0, 0)]).text(), "0 of 9, 0.0 a second, – left");
    }
}
