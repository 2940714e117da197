//! Messages about a search that does not end.

use std::time::Duration;

use sudoku_bench::{
    numbers,
    runner::{Options, Progress, Search},
    strategy::Entry,
};

/// The time after which a search is taken for one that does not end.
const LONG: Duration = Duration::from_secs(10);
/// The time after which a search is likely to be the reason why a user stops the run.
const LONG_AT_STOP: Duration = Duration::from_secs(1);

/// Describes searches of a run.
pub struct LongSearch {
    strategies: Vec<Entry>,
    /// True if a limit bounds every search.
    is_limited: bool,
}

impl LongSearch {
    /// Describes searches with these options.
    pub fn of(options: &Options) -> LongSearch {
        let is_limited = options.limits.nodes < u64::MAX || options.limits.time.is_some();
        LongSearch { strategies: options.strategies.clone(), is_limited }
    }

    /// Returns advice while a search goes on that does not seem to end, if no limit will end it.
    pub fn advice(&self, progress: &Progress) -> Option<String> {
        let search = progress.longest_search().filter(|search| search.time >= LONG && !self.is_limited)?;
        Some(format!("note: {}", self.describe(&search, "has searched")))
    }

    /// Says which search did not seem to end when a run was stopped.
    pub fn after_stop(&self, progress: &Progress) -> Option<String> {
        let search = progress.longest_search().filter(|search| search.time >= LONG_AT_STOP)?;
        Some(format!("note: {}", self.describe(&search, "had searched")))
    }

    /// Says why a run that was stopped has no results.
    pub fn without_results(&self, progress: &Progress) -> String {
        let search = progress.longest_search();
        let search = search.map_or(String::new(), |search| format!(". {}", self.describe(&search, "had searched")));
        format!("no results are written: stopped before a block of puzzles was finished{search}")
    }

    /// Returns "naive has searched line 2 for 12 s; --node-limit 1M bounds every search".
    fn describe(&self, search: &Search, has_searched: &str) -> String {
        let Entry { name, amortised, .. } = &self.strategies[search.strategy];
        let block = if *amortised { "a block from " } else { "" };
        let advice = if self.is_limited { "" } else { "; --node-limit 1M bounds every search" };
        format!("{name} {has_searched} {block}{} for {}{advice}", search.location, numbers::about(search.time))
    }
}
