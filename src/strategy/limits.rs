//! The limits of a search, and a meter that watches them.

use std::time::{Duration, Instant};

use super::outcome::End;

/// The limits of the search of one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest number of nodes; the search stops before it would exceed it.
    pub nodes: u64,
    /// The longest time, checked about every 1,024 nodes.
    pub time: Option<Duration>,
}

impl Limits {
    /// No limit.
    pub const NONE: Limits = Limits { nodes: u64::MAX, time: None };
}

/// Watches the limits at the cost of one comparison per node.
pub(super) struct Meter {
    limit: u64,
    deadline: Option<Instant>,
    /// The node count at which [`Meter::stop`] must be called again.
    pub pause: u64,
}

impl Meter {
    /// Nodes between two readings of the clock.
    const STRIDE: u64 = 1024;

    /// Starts the clock of a search.
    pub fn start(limits: &Limits) -> Meter {
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        let pause = if deadline.is_some() { limits.nodes.min(Self::STRIDE) } else { limits.nodes };
        Meter { limit: limits.nodes, deadline, pause }
    }

    /// Returns the limit that forbids another node after `nodes` nodes, or `None` if the search may go on.
    #[cold]
    pub fn stop(&mut self, nodes: u64) -> Option<End> {
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
