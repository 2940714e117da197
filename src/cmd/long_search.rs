//! Messages about searches that may never end: one after some time, and one when the user stops the command.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use corpus::numbers;
use pass::{Options, Progress, Search};

use super::console::print_message;

/// Time of a search after which a note names it.
const NOTE_AFTER: Duration = Duration::from_secs(10);
/// Time of a search after which it is probably the reason why the user stops the command.
const STOP_NOTE_AFTER: Duration = Duration::from_millis(500);

pub const NODE_LIMIT: &str = "--node-limit 1M bounds every search";

pub struct LongSearch {
    pub progress: Arc<Progress>,
    searchers: Vec<Searcher>,
    /// How to bound a search; `None` if the command cannot.
    advice: Option<&'static str>,
    pub is_limited: bool,
}

/// The strategy, build or engine that searches, and a function that says what it did: "searched line 2".
type Searcher = (String, fn(&Search) -> String);

impl LongSearch {
    /// Creates the messages of a command that solves puzzles with the strategies of these options.
    pub fn of(options: &Options) -> LongSearch {
        let searchers = options.strategies.iter().map(|entry| -> Searcher {
            match entry.amortised {
                true => (entry.name.to_string(), |search| format!("searched a block from {}", search.location())),
                false => (entry.name.to_string(), |search| format!("searched {}", search.location())),
            }
        });
        let is_limited = options.limits.nodes < u64::MAX || options.limits.time.is_some();
        LongSearch { is_limited, ..LongSearch::new(searchers, options.threads, Some(NODE_LIMIT)) }
    }

    /// Creates the messages of a command, with this name, that works on blocks and has no limits.
    pub fn of_blocks(command: &str, threads: usize) -> LongSearch {
        LongSearch::new([(command.to_string(), on_block as _)], threads, None)
    }

    pub fn of_builds(builds: [String; 2], is_limited: bool) -> LongSearch {
        LongSearch { is_limited, ..LongSearch::new(builds.map(|name| (name, on_block as _)), 1, Some(NODE_LIMIT)) }
    }

    pub fn of_generation(threads: usize, advice: Option<&'static str>) -> LongSearch {
        let for_puzzle: fn(&Search) -> String = |search| format!("searched for puzzle {}", numbers::count(search.line));
        LongSearch::new([("generate".to_string(), for_puzzle)], threads, advice)
    }

    #[cfg(unix)]
    pub fn of_engine(name: String) -> LongSearch {
        let of_test: fn(&Search) -> String = |search| format!("searched puzzle {} of the test", search.line);
        LongSearch::new([(name, of_test)], 1, Some("the key `timeout` in its description bounds every search"))
    }

    fn new(searchers: impl IntoIterator<Item = Searcher>, threads: usize, advice: Option<&'static str>) -> LongSearch {
        let searchers: Vec<_> = searchers.into_iter().collect();
        let progress = Arc::new(Progress::new(searchers.len(), threads));
        LongSearch { progress, searchers, advice, is_limited: false }
    }

    pub fn names(&self) -> Vec<String> {
        self.searchers.iter().map(|(name, _)| name.clone()).collect()
    }

    /// Returns "naive has searched line 2 for 12 s; --node-limit 1M bounds every search", if the longest search has
    /// taken at least this time.
    fn note(&self, has: &str, least: Duration) -> Option<String> {
        let search = self.progress.longest_search().filter(|search| search.time >= least)?;
        let (name, work) = &self.searchers[search.strategy];
        let advice = self.advice.filter(|_| !self.is_limited).map_or(String::new(), |advice| format!("; {advice}"));
        Some(format!("note: {name} {has} {} for {}{advice}", work(&search), numbers::about(search.time)))
    }

    /// Makes these the searches of the running command.
    pub fn watch(self) -> Arc<LongSearch> {
        let searches = Arc::new(self);
        *current() = Some(searches.clone());
        searches
    }

    /// Prints a note if a search takes long and no limit bounds it. Returns true if it was printed.
    pub fn print_note(&self) -> bool {
        let note = self.note("has", NOTE_AFTER).filter(|_| !self.is_limited);
        note.iter().for_each(|note| print_message(note));
        note.is_some()
    }
}

fn on_block(search: &Search) -> String {
    format!("worked on a block from {}", search.location())
}

/// The searches of the running command.
static CURRENT: Mutex<Option<Arc<LongSearch>>> = Mutex::new(None);

fn current() -> MutexGuard<'static, Option<Arc<LongSearch>>> {
    CURRENT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Prints a note on the search in progress when the user stops the command, once.
pub fn print_stop_note() {
    let note = current().take().and_then(|searches| searches.note("had", STOP_NOTE_AFTER));
    note.iter().for_each(|note| print_message(note));
}

/// Ends the searches of the running command, with a note if the user stopped it.
pub fn end(is_stopped: bool) {
    if is_stopped {
        print_stop_note();
    }
    *current() = None;
}
