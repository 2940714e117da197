//! Messages about searches that may never end.

use std::time::Duration;

use corpus::{
    numbers,
    pass::{Options, Progress, Search},
};
use solver::strategy::Entry;

/// Time of a search after which a note advises a node limit.
const ADVICE_AFTER: Duration = Duration::from_secs(10);
/// Time of a search after which it is probably the reason why the user stops the run.
const STOP_NOTE_AFTER: Duration = Duration::from_secs(1);

/// Writes messages about long searches of a run.
pub struct LongSearch {
    strategies: Vec<Entry>,
    /// True if a limit bounds every search.
    is_limited: bool,
}

impl LongSearch {
    /// Creates the messages for a run with these options.
    pub fn of(options: &Options) -> LongSearch {
        let is_limited = options.limits.nodes < u64::MAX || options.limits.time.is_some();
        LongSearch { strategies: options.strategies.clone(), is_limited }
    }

    /// Returns advice if the longest search so far takes very long, and no limit will end it.
    pub fn advice(&self, progress: &Progress) -> Option<String> {
        let search = progress.longest_search().filter(|search| search.time >= ADVICE_AFTER && !self.is_limited)?;
        Some(format!("note: {}", self.describe(&search, "has searched")))
    }

    /// Returns a note on the search that was running when the user stopped the run.
    pub fn after_stop(&self, progress: &Progress) -> Option<String> {
        let search = progress.longest_search().filter(|search| search.time >= STOP_NOTE_AFTER)?;
        Some(format!("note: {}", self.describe(&search, "had searched")))
    }

    /// Returns the message of a run that was stopped before it had results.
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
