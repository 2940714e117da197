//! The progress of `run` and `ab`: a bar on a terminal, and advice if the searches will take long.

use std::time::Duration;

use benchmark::record::{RoundCount, RoundGoal};
use corpus::{numbers, reader::Corpus};
use pass::Searches;

use super::{
    goal::{self, SharedRounds},
    long_search::LongSearch,
    print_message,
    progress::{Progress, Status, Total, describe, time_left, total_length},
};

const ADVICE_AFTER: Duration = Duration::from_secs(10);
/// Advice is printed for searches that still take longer than this.
const LONG_RUN: Duration = Duration::from_secs(600);
/// A strategy that takes more than this share of the time is named: the others hardly matter.
const MOST_OF_THE_TIME: f64 = 2.0 / 3.0;

/// Shows the progress of rounds over a corpus: up to their number, or up to the goal that `so_far` approaches.
pub fn show(
    searches: LongSearch,
    corpus: &Corpus,
    rounds: RoundCount,
    so_far: &SharedRounds,
    strategies: &[String],
) -> Progress {
    match rounds {
        RoundCount::Fixed(rounds) => show_searches(searches, corpus, rounds),
        RoundCount::Until(goal) => show_precision(searches, goal, so_far.clone(), strategies.to_vec()),
    }
}

fn show_searches(searches: LongSearch, corpus: &Corpus, rounds: u32) -> Progress {
    let names = searches.names();
    let length = total_length(&corpus.files);
    let progress = searches.progress.clone();
    let mut is_advised = searches.is_limited || corpus.sample.is_some();
    Progress::start(Some(searches), false, move || {
        let status = SearchStatus {
            elapsed: progress.elapsed(),
            total: length.and_then(|length| total(progress.begun(), length, rounds)),
            strategies: names.iter().map(String::as_str).zip(progress.searches()).collect(),
        };
        if !is_advised && status.elapsed > ADVICE_AFTER {
            is_advised = true;
            status.advice().iter().for_each(|advice| print_message(advice));
        }
        Status { fraction: status.fraction(), text: status.text(), is_noted: false }
    })
}

fn show_precision(searches: LongSearch, goal: RoundGoal, so_far: SharedRounds, strategies: Vec<String>) -> Progress {
    let progress = searches.progress.clone();
    Progress::start(Some(searches), false, move || {
        let rounds = so_far.lock();
        Status {
            fraction: Some(progress.elapsed().div_duration_f64(goal.time)),
            text: goal::describe(&rounds, &strategies, goal),
            is_noted: rounds.complete > 0,
        }
    })
}

/// Estimates the searches of each strategy in all rounds, from the puzzles and bytes that have begun.
fn total((puzzles, bytes): (u64, u64), length: u64, rounds: u32) -> Option<Total> {
    let of_corpus = Total::estimated(puzzles, (bytes as f64 / length as f64).min(1.0))?;
    Some(Total { number: of_corpus.number * u64::from(rounds), ..of_corpus })
}

/// How far the searches of each strategy, or build, are.
#[derive(Debug)]
struct SearchStatus<'a> {
    elapsed: Duration,
    total: Option<Total>,
    strategies: Vec<(&'a str, Searches)>,
}

impl<'a> SearchStatus<'a> {
    /// Returns the time of all searches of a strategy, estimated from those that have begun; `None` if none has.
    fn whole_time(&self, searches: &Searches) -> Option<f64> {
        let begun = searches.ended + searches.going_on;
        (begun > 0).then(|| {
            searches.time.as_secs_f64()
                * (self.total.map_or(begun, |total| total.number) as f64 / begun as f64).max(1.0)
        })
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
        let (name, slowest, share) = self.slowest();
        let over = if self.have_all_begun() { "" } else { "over " };
        let left = self.left().map(|left| format!("{over}{}", numbers::about(left)));
        if self.strategies.len() > 1 && share > MOST_OF_THE_TIME {
            return format!("{name} {}", describe(slowest.ended, self.total, "", self.elapsed, left));
        }
        let ended = self.strategies.iter().map(|(_, searches)| searches.ended).min().unwrap_or(0);
        describe(ended, self.total, " puzzles", self.elapsed, left)
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

    fn status(seconds: u64, total: Option<u64>, strategies: &[(&'static str, u64, u64, u64)]) -> SearchStatus<'static> {
        let searches =
            |&(name, ended, going_on, ms)| (name, Searches { ended, going_on, time: Duration::from_millis(ms) });
        SearchStatus {
            elapsed: Duration::from_secs(seconds),
            total: total.map(|number| Total { number, is_estimate: true }),
            strategies: strategies.iter().map(searches).collect(),
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
        assert_eq!(even.text(), "500 of ≈1,000 puzzles, 12.5 a second, 33 s left");
        assert_eq!(even.advice(), None);
    }

    #[test]
    fn a_search_that_goes_on_counts_and_a_strategy_that_has_not_begun_makes_it_a_lower_bound() {
        let first = status(40, Some(1000), &[("naive", 0, 1, 36_000), ("dlx", 0, 0, 0)]);
        assert_eq!(first.text(), "naive 0 of ≈1,000, 0.0 a second, over 11 h left");
        let one = status(40, Some(1000), &[("naive", 9, 1, 36_000)]);
        assert_eq!(one.text(), "9 of ≈1,000 puzzles, 0.2 a second, 66 min left");
    }

    #[test]
    fn nothing_is_estimated_without_a_total_or_at_the_beginning() {
        assert_eq!(status(40, None, &[("a", 92, 0, 20_000)]).text(), "92 puzzles, 2.3 a second");
        assert_eq!(status(1, Some(100), &[("a", 90, 0, 900)]).text(), "90 of ≈100 puzzles, 90.0 a second");
        assert_eq!(status(40, Some(9), &[("a", 0, 0, 0), ("b", 0, 0, 0)]).text(), "0 of ≈9 puzzles, 0.0 a second");
    }
}
