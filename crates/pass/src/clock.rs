//! The time since the start of a run, over all its sessions.

use std::time::{Duration, Instant, SystemTime};

/// The last second of the year 9999, in seconds since 1970: later years cannot be written with four digits.
const LAST_SECOND: u64 = 253_402_300_799;

/// Returns the time of the system's clock. If the clock is wrong, the time is clamped to the years 1970 to 9999, which can
/// be written as a date.
pub fn now() -> SystemTime {
    let last = SystemTime::UNIX_EPOCH + Duration::from_secs(LAST_SECOND);
    SystemTime::now().clamp(SystemTime::UNIX_EPOCH, last)
}

/// Measures the time since the start of a run.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    session: Instant,
    /// Time from the start of the run to the start of this session.
    before: Duration,
    started: SystemTime,
}

impl Clock {
    pub fn start() -> Clock {
        Clock { session: Instant::now(), before: Duration::ZERO, started: now() }
    }

    /// Starts the clock of a session of a run that began at this time.
    pub fn resume(started: SystemTime) -> Clock {
        // A system clock that was set back must not make the run begin in the future.
        Clock { session: Instant::now(), before: started.elapsed().unwrap_or_default(), started }
    }

    pub fn elapsed(&self) -> Duration {
        self.before + self.session.elapsed()
    }

    pub fn started(&self) -> SystemTime {
        self.started
    }
}
