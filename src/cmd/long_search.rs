//! Messages about searches that may never end: one after some time, and one when the user stops the command.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use corpus::{
    numbers,
    pass::{Options, Progress, Search},
};

use super::{interrupt, print_message, ticker::Ticker};

/// Time of a search after which a note names it.
const NOTE_AFTER: Duration = Duration::from_secs(10);
/// Time of a search after which it is probably the reason why the user stops the command.
const STOP_NOTE_AFTER: Duration = Duration::from_millis(500);

/// Advice for commands with this option.
pub const NODE_LIMIT: &str = "--node-limit 1M bounds every search";

/// The searches of a command, and the messages about the longest of them.
pub struct LongSearch {
    /// The searches in progress.
    pub progress: Arc<Progress>,
    searchers: Vec<Searcher>,
    /// How to bound a search; `None` if the command cannot.
    advice: Option<&'static str>,
    /// True if a limit bounds every search.
    is_limited: bool,
}

/// The strategy, build or engine that searches, and the purpose of the search.
struct Searcher {
    name: String,
    work: Work,
}

/// What a search is for.
#[derive(Clone, Copy)]
enum Work {
    /// The solutions of a puzzle.
    Puzzle,
    /// The solutions of the puzzles of a block.
    Puzzles,
    /// Properties of the puzzles of a block.
    Block,
    /// A puzzle to generate.
    Generation,
    /// The answer of an engine that is tested.
    #[cfg(unix)]
    SmokeTest,
}

impl LongSearch {
    /// Creates the messages of a command that solves puzzles with the strategies of these options.
    pub fn of(options: &Options) -> LongSearch {
        let work = |amortised| if amortised { Work::Puzzles } else { Work::Puzzle };
        let searchers = options.strategies.iter().map(|entry| (entry.name.to_string(), work(entry.amortised)));
        let is_limited = options.limits.nodes < u64::MAX || options.limits.time.is_some();
        LongSearch { is_limited, ..LongSearch::new(searchers, options.threads, Some(NODE_LIMIT)) }
    }

    /// Creates the messages of a command, with this name, that works on blocks and has no limits.
    pub fn of_blocks(command: &str, threads: usize) -> LongSearch {
        LongSearch::new([(command.to_string(), Work::Block)], threads, None)
    }

    /// Creates the messages of a comparison of builds.
    pub fn of_builds(builds: [String; 2], is_limited: bool) -> LongSearch {
        LongSearch { is_limited, ..LongSearch::new(builds.map(|name| (name, Work::Block)), 1, Some(NODE_LIMIT)) }
    }

    /// Creates the messages of a generation.
    pub fn of_generation(threads: usize, advice: Option<&'static str>) -> LongSearch {
        LongSearch::new([("generate".to_string(), Work::Generation)], threads, advice)
    }

    /// Creates the messages of the test of an engine.
    #[cfg(unix)]
    pub fn of_engine(name: String) -> LongSearch {
        let advice = "the key `timeout` in its description bounds every search";
        LongSearch::new([(name, Work::SmokeTest)], 1, Some(advice))
    }

    fn new(
        searchers: impl IntoIterator<Item = (String, Work)>,
        threads: usize,
        advice: Option<&'static str>,
    ) -> LongSearch {
        let searchers: Vec<_> = searchers.into_iter().map(|(name, work)| Searcher { name, work }).collect();
        let progress = Arc::new(Progress::new(searchers.len(), threads));
        LongSearch { progress, searchers, advice, is_limited: false }
    }

    /// Returns "naive has searched line 2 for 12 s; --node-limit 1M bounds every search", if the longest search has
    /// taken at least this time.
    fn note(&self, has: &str, least: Duration) -> Option<String> {
        let search = self.progress.longest_search().filter(|search| search.time >= least)?;
        let Searcher { name, work } = &self.searchers[search.strategy];
        let advice = self.advice.filter(|_| !self.is_limited).map_or(String::new(), |advice| format!("; {advice}"));
        Some(format!("note: {name} {has} {} for {}{advice}", work.describe(&search), numbers::about(search.time)))
    }
}

impl Work {
    fn describe(self, search: &Search) -> String {
        match self {
            Work::Puzzle => format!("searched {}", search.location()),
            Work::Puzzles => format!("searched a block from {}", search.location()),
            Work::Block => format!("worked on a block from {}", search.location()),
            Work::Generation => format!("searched for puzzle {}", numbers::count(search.line)),
            #[cfg(unix)]
            Work::SmokeTest => format!("searched puzzle {} of the test", search.line),
        }
    }
}

/// The searches of the running command.
static CURRENT: Mutex<Option<Arc<LongSearch>>> = Mutex::new(None);

fn current() -> MutexGuard<'static, Option<Arc<LongSearch>>> {
    CURRENT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Watches the searches of a command until it is dropped.
pub struct Watch {
    ticker: Option<Ticker>,
}

impl Watch {
    /// Starts to watch. A note is printed if a search takes long and no limit bounds it.
    pub fn start(searches: LongSearch) -> Watch {
        let mut is_noted = searches.is_limited;
        let searches = Arc::new(searches);
        *current() = Some(searches.clone());
        let ticker = Ticker::start(move || {
            if let Some(note) = searches.note("has", NOTE_AFTER).filter(|_| !is_noted) {
                is_noted = true;
                print_message(&note);
            }
        });
        Watch { ticker: Some(ticker) }
    }
}

impl Drop for Watch {
    /// Prints a note on the search in progress, if the user stopped the command.
    fn drop(&mut self) {
        self.ticker = None;
        if interrupt::is_requested() {
            print_stop_note();
        }
        *current() = None;
    }
}

/// Prints a note on the search in progress when the user stops the command, once.
pub fn print_stop_note() {
    let note = current().take().and_then(|searches| searches.note("had", STOP_NOTE_AFTER));
    note.iter().for_each(|note| print_message(note));
}
