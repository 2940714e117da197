//! Processor time and preemptions of a thread, which distinguish a slow block from one that had to wait.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Processor time and involuntary context switches of a thread; zero on systems that do not report them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Processor time in user and system mode.
    pub cpu: Duration,
    /// Involuntary context switches.
    pub preempted: u64,
}

impl Usage {
    /// Returns the usage of the calling thread since it started.
    #[cfg(target_os = "linux")]
    pub(crate) fn of_this_thread() -> Usage {
        use nix::sys::resource::{UsageWho, getrusage};
        let Ok(usage) = getrusage(UsageWho::RUSAGE_THREAD) else { return Usage::default() };
        let micros = |time: nix::sys::time::TimeVal| {
            Duration::new(time.tv_sec().unsigned_abs(), time.tv_usec().unsigned_abs() as u32 * 1000)
        };
        Usage {
            cpu: micros(usage.user_time()) + micros(usage.system_time()),
            preempted: usage.involuntary_context_switches().unsigned_abs(),
        }
    }

    /// Returns the usage of the calling thread since it started.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn of_this_thread() -> Usage {
        Usage::default()
    }

    pub fn since(self, before: Usage) -> Usage {
        Usage { cpu: self.cpu.saturating_sub(before.cpu), preempted: self.preempted.saturating_sub(before.preempted) }
    }
}
