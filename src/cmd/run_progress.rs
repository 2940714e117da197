//! The progress of `run` on standard error: a bar on a terminal, and advice if the run will take long.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use benchmark::record::{RoundCount, RoundGoal, RoundsSoFar};
use corpus::numbers;
use pass::{Options, Searches};

use super::{
    goal,
    long_search::LongSearch,
    print_message,
    progress::{Progress, Total, describe, time_left, total_length},
};

const ADVICE_AFTER: Duration = Duration::from_secs(10);
/// Advice is printed for a run that still takes longer than this.
const LONG_RUN: Duration = Duration::from_secs(600);

/// The rounds of a run so far.
pub type SharedRounds = Arc<Mutex<RoundsSoFar>>;

/// Shows the progress of a run over these files. `limited` says that the user bounded the run's time.
pub fn show(
    searches: LongSearch,
    so_far: SharedRounds,
    files: &[PathBuf],
    options: &Options,
    rounds: RoundCount,
    limited: bool,
) -> Progress {
    let names: Vec<String> = options.strategies.iter().map(|entry| entry.name.to_string()).collect();
    let bytes = total_length(files);
    let progress = searches.progress.clone();
    let mut advised = limited;
    let mut messages = goal::PrecisionMessages::start();
    Progress::start(Some(searches), false, move |is_hidden| {
        let status = RunStatus {
            elapsed: progress.elapsed(),
            total: total(progress.begun(), bytes, rounds),
            strategies: names.iter().map(String::as_str).zip(progress.searches()).collect(),
            goal: match rounds {
                RoundCount::Fixed(_) => None,
                RoundCount::Until(goal) => Some((goal, so_far.lock().unwrap_or_else(PoisonError::into_inner).clone())),
            },
        };
        if !advised && status.elapsed > ADVICE_AFTER {
            advised = true;
            status.advice().iter().for_each(|advice| print_message(advice));
        }
        if let Some((goal, rounds)) = status.goal.as_ref().filter(|_| is_hidden) {
            messages.print(rounds, &names, *goal);
        }
        (status.fraction(), status.text())
    })
}

/// Returns the number of searches of each strategy in the whole run, estimated from the puzzles and bytes that have begun. The
/// length of the corpus is unknown for a pipe.
fn total((puzzles, bytes): (u64, u64), length: Option<u64>, rounds: RoundCount) -> Option<Total> {
    let (length, rounds) = length.zip(rounds.fixed()).filter(|_| bytes > 0)?;
    let of_corpus = puzzles as f64 * (length as f64 / bytes as f64).max(1.0);
    Some(Total { number: of_corpus.round() as u64 * u64::from(rounds), is_estimate: bytes < length })
}

#[derive(Debug)]
struct RunStatus<'a> {
    elapsed: Duration,
    total: Option<Total>,
    strategies: Vec<(&'a str, Searches)>,
    goal: Option<(RoundGoal, RoundsSoFar)>,
}

impl<'a> RunStatus<'a> {
    /// Returns the time of all searches of a strategy, estimated from those that have begun; `None` if none has.
    fn whole_time(&self, searches: &Searches) -> Option<f64> {
        let begun = searches.ended + searches.going_on;
        (begun > 0).then(|| {
            searches.time.as_secs_f64()
                * (self.total.map_or(begun, |total| total.number) as f64 / begun as f64).max(1.0)
        })
    }

    fn names(&self) -> Vec<String> {
        self.strategies.iter().map(|(name, _)| name.to_string()).collect()
    }

    /// Returns the strategy that takes the most time, and its share of the time of all.
    fn slowest(&self) -> (&'a str, Searches, f64) {
        let time = |(_, searches): &(&str, Searches)| self.whole_time(searches).unwrap_or(0.0);
        let slowest = self.strategies.iter().max_by(|a, b| time(a).total_cmp(&time(b))).expect("a run has a strategy");
        let share = time(slowest) / self.strategies.iter().map(time).sum::<f64>().max(1e-9);
        (slowest.0, slowest.1, share)
    }

    /// Returns the fraction of the work that is done, measured by the time that all searches take; `None` if it is unknown.
    fn fraction(&self) -> Option<f64> {
        if let Some((goal, _)) = self.goal {
            return Some(self.elapsed.as_secs_f64() / goal.time.as_secs_f64().max(1e-9));
        }
        let whole: f64 = self.strategies.iter().filter_map(|(_, searches)| self.whole_time(searches)).sum();
        let done: f64 = self.strategies.iter().map(|(_, searches)| searches.time.as_secs_f64()).sum();
        (self.total.is_some() && whole > 0.0).then(|| done / whole)
    }

    /// Returns the time that the run still takes at least, if it can be estimated.
    fn left(&self) -> Option<Duration> {
        time_left(self.elapsed, self.fraction()?)
    }

    /// Returns true if every strategy has begun; before that, the estimated time is a lower bound.
    fn have_all_begun(&self) -> bool {
        self.strategies.iter().all(|(_, searches)| self.whole_time(searches).is_some())
    }

    /// Returns the text after the bar: "naive 1,203 of ≈49,158, 0.7 a second, 18 h left".
    fn text(&self) -> String {
        if let Some((goal, rounds)) = &self.goal {
            return goal::describe(rounds, &self.names(), *goal);
        }
        let (name, slowest, share) = self.slowest();
        let over = if self.have_all_begun() { "" } else { "over " };
        let left = self.left().map(|left| format!("{over}{}", numbers::about(left)));
        if self.strategies.len() > 1 && share > 0.5 {
            return format!("{name} {}", describe(slowest.ended, self.total, "", self.elapsed, left));
        }
        let ended = self.strategies.iter().map(|(_, searches)| searches.ended).min().unwrap_or(0);
        describe(ended, self.total, " searches", self.elapsed, left)
    }

    fn advice(&self) -> Option<String> {
        let left = numbers::about(self.left().filter(|&left| left > LONG_RUN)?);
        let (name, _, share) = self.slowest();
        let about = if self.have_all_begun() { "about" } else { "over" };
        let of = match self.strategies.len() {
            1 => String::new(),
            _ => format!(", {:.0} % of it in {name}", share * 100.0),
        };
        Some(format!("note: this run takes {about} {left}{of}; --node-limit 1M or --sample 1000 makes it short"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(seconds: u64, total: Option<u64>, strategies: &[(&'static str, u64, u64, u64)]) -> RunStatus<'static> {
        let searches =
            |&(name, ended, going_on, ms)| (name, Searches { ended, going_on, time: Duration::from_millis(ms) });
        RunStatus {
            elapsed: Duration::from_secs(seconds),
            total: total.map(|number| Total { number, is_estimate: true }),
            strategies: strategies.iter().map(searches).collect(),
            goal: None,
        }
    }

    #[test]
    fn the_slowest_strategy_is_named_and_the_time_is_estimated_from_every_strategy() {
        // 20 of 1,000 searches in 36 s, and 500 of 1,000 in 4 s: 1,800 s and 8 s of work in all.
        let two = status(40, Some(1000), &[("naive", 19, 1, 36_000), ("dlx", 500, 0, 4_000)]);
        assert_eq!(two.text(), "naive 19 of ≈1,000, 0.5 a second, 29 min left");
        assert_eq!(two.fraction(), Some(40.0 / 1808.0));
        assert_eq!(
            two.advice().unwrap().split(';').next(),
            Some("note: this run takes about 29 min, 100 % of it in naive")
        );
        let even = status(40, Some(1000), &[("a", 600, 0, 20_000), ("b", 500, 0, 20_000)]);
        assert_eq!(even.text(), "b 500 of ≈1,000, 12.5 a second, 33 s left");
        assert_eq!(even.advice(), None);
    }

    #[test]
    fn a_search_that_goes_on_counts_and_a_strategy_that_has_not_begun_makes_it_a_lower_bound() {
        let first = status(40, Some(1000), &[("naive", 0, 1, 36_000), ("dlx", 0, 0, 0)]);
        assert_eq!(first.text(), "naive 0 of ≈1,000, 0.0 a second, over 11 h left");
        let one = status(40, Some(1000), &[("naive", 9, 1, 36_000)]);
        assert_eq!(one.text(), "9 of ≈1,000 searches, 0.2 a second, 66 min left");
    }

    #[test]
    fn nothing_is_estimated_without_a_total_or_at_the_beginning() {
        assert_eq!(status(40, None, &[("a", 92, 0, 20_000)]).text(), "92 searches, 2.3 a second");
        assert_eq!(status(1, Some(100), &[("a", 90, 0, 900)]).text(), "90 of ≈100 searches, 90.0 a second");
        assert_eq!(status(40, Some(9), &[("a", 0, 0, 0), ("b", 0, 0, 0)]).text(), "0 of ≈9 searches, 0.0 a second");
    }
}
