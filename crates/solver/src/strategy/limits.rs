//! The limits of a search, and a meter that watches them.

#![warn(missing_docs)]

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use super::outcome::End;

/// The limits of the search of one puzzle.
///
/// ```
/// use grid::{Grid, simd::Simd};
/// use sudoku_bench_solver::strategy::{End, Lanes, Limits, Solutions, Strategy};
///
/// let limits = Limits { nodes: 3, ..Limits::NONE };
/// let outcome = Lanes::new(Simd::detect()).solve(&Grid::EMPTY.into(), &limits, &mut Solutions::new(1));
/// assert_eq!((outcome.end, outcome.nodes), (End::NodeLimit, 3));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// The largest number of nodes. The search stops instead of making another.
    pub nodes: u64,
    /// The longest time. Strategies check it about every 1,024 nodes, `lanes` every 64 sweeps.
    pub time: Option<Duration>,
    /// A request to stop, checked as often as the time. It ends the search as if the time were up.
    pub stop: Stop<'a>,
}

/// A request to stop, made by setting one of up to two flags.
///
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering};
///
/// use sudoku_bench_solver::strategy::Stop;
///
/// let interrupt = AtomicBool::new(false);
/// let stop = Stop::from(&interrupt);
/// assert!(!stop.is_requested());
/// interrupt.store(true, Ordering::Relaxed);
/// assert!(stop.is_requested());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Stop<'a>([Option<&'a AtomicBool>; 2]);

impl<'a> Stop<'a> {
    /// No request, ever.
    pub const NEVER: Stop<'static> = Stop([None; 2]);

    /// A request by either of two flags.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    ///
    /// use sudoku_bench_solver::strategy::Stop;
    ///
    /// let interrupt = AtomicBool::new(false);
    /// let failure = AtomicBool::new(true);
    /// assert!(Stop::either(&interrupt, &failure).is_requested());
    /// ```
    pub fn either(one: &'a AtomicBool, other: &'a AtomicBool) -> Stop<'a> {
        Stop([Some(one), Some(other)])
    }

    /// Returns true if there are no flags.
    fn is_never(self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// Returns true if a flag is set.
    pub fn is_requested(self) -> bool {
        self.0.iter().flatten().any(|flag| flag.load(Ordering::Relaxed))
    }
}

impl<'a> From<&'a AtomicBool> for Stop<'a> {
    fn from(flag: &'a AtomicBool) -> Stop<'a> {
        Stop([Some(flag), None])
    }
}

impl Limits<'static> {
    /// No limit.
    pub const NONE: Limits<'static> = Limits { nodes: u64::MAX, time: None, stop: Stop::NEVER };
}

impl Limits<'_> {
    /// Returns true if the search must stop although it has not reached a limit.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_requested()
    }
}

/// Watches the limits at the cost of one comparison per node.
pub(super) struct Meter<'a> {
    limits: Limits<'a>,
    deadline: Option<Instant>,
    /// The node count at which [`Meter::stop`] must be called again.
    pub pause: u64,
}

impl<'a> Meter<'a> {
    /// Nodes between two readings of the clock and the flag.
    const STRIDE: u64 = 1024;

    /// Starts the clock of a search.
    pub fn start(limits: &Limits<'a>) -> Meter<'a> {
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        let unlimited = deadline.is_none() && limits.stop.is_never();
        let pause = if unlimited { limits.nodes } else { limits.nodes.min(Self::STRIDE) };
        Meter { limits: *limits, deadline, pause }
    }

    /// Returns the limit that forbids another node after `nodes` nodes, or `None` if the search may go on.
    #[cold]
    pub fn stop(&mut self, nodes: u64) -> Option<End> {
        if nodes >= self.limits.nodes {
            return Some(End::NodeLimit);
        }
        if self.limits.is_stopped() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(End::TimeLimit);
        }
        self.pause = self.limits.nodes.min(nodes.saturating_add(Self::STRIDE));
        None
    }
}
