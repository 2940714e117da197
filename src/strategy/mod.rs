//! The strategies: one algorithm with fixed tie-breaking rules a file, all behind one trait, all in one registry.
//!
//! A new strategy is one file with an [`Entry`], and two lines here: its `mod` and its place in [`REGISTRY`]. The
//! command line, the tests and every table follow the registry.

mod dlx;
mod elimination;
mod entry;
mod forward_checking;
mod lanes;
mod naive;
#[cfg(test)]
mod oracle;
#[cfg(test)]
mod tests;

/// Every strategy, in the order in which they are listed.
pub static REGISTRY: &[Entry] = &[
    naive::NAIVE,
    forward_checking::FORWARD_CHECKING,
    forward_checking::FC_MRV,
    forward_checking::FC_STATIC,
    dlx::DLX,
    lanes::LANES,
    elimination::ELIMINATION,
];

use std::time::{Duration, Instant};

pub use entry::{Build, DynamicBuild, Entry};

use crate::grid::Grid;

/// Returns the registry's entry with this name.
pub fn find(name: &str) -> Option<Entry> {
    REGISTRY.iter().find(|entry| entry.name == name).cloned()
}

/// One algorithm and the workspace that it reuses from puzzle to puzzle.
///
/// ```
/// use sudoku_bench::{grid::Grid, simd::Simd, strategy::{self, End, Limits, Solutions}};
///
/// let puzzle = Grid::parse(b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..").unwrap();
/// let mut dlx = strategy::find("dlx").unwrap().build(Simd::detect())?;
/// let mut solutions = Solutions::new(2);
/// let outcome = dlx.solve(&puzzle, &Limits::NONE, &mut solutions);
///
/// assert_eq!((outcome.end, outcome.nodes, outcome.backtracks), (End::Complete, 2719, 2719));
/// assert!(solutions.kept()[0].is_solution_of(&puzzle));
/// assert_eq!(solutions.found(), 1);
/// ```
pub trait Strategy: Send {
    /// Searches a puzzle whose givens do not conflict, until enough `solutions` are found, nothing is left to try, or
    /// a limit is reached. `solutions` is empty when the search starts. Nothing but solutions is allocated.
    fn solve(&mut self, puzzle: &Grid, limits: &Limits, solutions: &mut Solutions) -> Outcome;

    /// Whether givens that conflict do no harm, so that nobody has to look for them first: the search of such a puzzle
    /// ends soon, and without a solution.
    fn accepts_conflicts(&self) -> bool {
        false
    }

    /// Solves a block of puzzles, each into the answer at its place, and takes the time of each: one after the other,
    /// unless a strategy knows better.
    fn solve_block(&mut self, puzzles: &[Grid], limits: &Limits, answers: &mut [Answer]) {
        for (puzzle, answer) in puzzles.iter().zip(answers) {
            answer.solutions.clear();
            let start = Instant::now();
            answer.outcome = self.solve(puzzle, limits, &mut answer.solutions);
            answer.latency = start.elapsed();
        }
    }
}

/// What a strategy made of one puzzle of a block.
#[derive(Debug)]
pub struct Answer {
    /// What the search did.
    pub outcome: Outcome,
    /// What it found.
    pub solutions: Solutions,
    /// The time that it took.
    pub latency: Duration,
}

impl Answer {
    /// Room for the answer to a puzzle of which `wanted` solutions are enough.
    pub fn new(wanted: u64) -> Answer {
        Answer { outcome: Outcome::ZERO, solutions: Solutions::new(wanted), latency: Duration::ZERO }
    }
}

/// What bounds the search of one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most nodes; the search stops when it is about to make one more.
    pub nodes: u64,
    /// The most time, checked every 1,024 nodes or so.
    pub time: Option<Duration>,
}

impl Limits {
    /// No bound at all.
    pub const NONE: Limits = Limits { nodes: u64::MAX, time: None };
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Enough solutions were found, or nothing was left to try.
    Complete,
    /// The rules of an incomplete strategy led no further.
    Stalled {
        /// Cells left without a value.
        cells_left: u8,
    },
    /// The node limit was reached.
    NodeLimit,
    /// The time limit was reached.
    TimeLimit,
}

/// What a search did; the terms are defined in METHODOLOGY.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// Values assigned to blanks by the search.
    pub nodes: u64,
    /// Nodes chosen while an untried alternative was left at the same choice point.
    pub guesses: u64,
    /// Assignments undone.
    pub backtracks: u64,
    /// The most assignments on one path.
    pub max_depth: u8,
}

impl Outcome {
    /// Of a search that has done nothing yet.
    pub const ZERO: Outcome = Outcome { end: End::Complete, nodes: 0, guesses: 0, backtracks: 0, max_depth: 0 };
}

/// The solutions of one puzzle: how many are wanted, how many were found, and the first of them.
#[derive(Debug)]
pub struct Solutions {
    wanted: u64,
    found: u64,
    kept: Vec<Grid>,
}

impl Solutions {
    /// The most solutions that are kept; the others are only counted.
    pub const KEPT: usize = 1024;

    /// Room for the solutions of a puzzle of which `wanted` are enough.
    ///
    /// # Panics
    ///
    /// When `wanted` is 0.
    pub fn new(wanted: u64) -> Solutions {
        assert!(wanted > 0, "a search wants at least one solution");
        Solutions { wanted, found: 0, kept: Vec::new() }
    }

    /// Forgets the solutions of the last puzzle.
    pub fn clear(&mut self) {
        self.found = 0;
        self.kept.clear();
    }

    /// Takes a solution and says whether it was the last one that is wanted.
    pub fn add(&mut self, solution: Grid) -> bool {
        self.found += 1;
        if self.kept.len() < Self::KEPT {
            self.kept.push(solution);
        }
        self.found >= self.wanted
    }

    /// How many were found.
    pub fn found(&self) -> u64 {
        self.found
    }

    /// How many are enough.
    pub fn wanted(&self) -> u64 {
        self.wanted
    }

    /// The first [`Solutions::KEPT`] of them, in the order in which they were found.
    pub fn kept(&self) -> &[Grid] {
        &self.kept
    }
}

/// Watches the limits at the cost of one comparison a node.
struct Meter {
    limit: u64,
    deadline: Option<Instant>,
    /// The node count at which [`Meter::stop`] must be asked again.
    pause: u64,
}

impl Meter {
    /// Nodes between two looks at the clock.
    const STRIDE: u64 = 1024;

    fn start(limits: &Limits) -> Meter {
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        let pause = if deadline.is_some() { limits.nodes.min(Self::STRIDE) } else { limits.nodes };
        Meter { limit: limits.nodes, deadline, pause }
    }

    /// Whether a search that has made `nodes` nodes may make one more; the limit that forbids it, otherwise.
    #[cold]
    fn stop(&mut self, nodes: u64) -> Option<End> {
        if nodes >= self.limit {
            return Some(End::NodeLimit);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(End::TimeLimit);
        }
        self.pause = self.limit.min(nodes.saturating_add(Self::STRIDE));
        None
    }
}
