//! The processor on which a thread or a process runs. Only Linux has this; elsewhere, nothing happens.
//!
//! An engine and the thread that asks it take turns, so they share one processor: waking an idle one costs up to ten
//! round trips. An engine with several threads gets no more than a strategy of this program.
//!
//! The threads of a benchmark go to another processor with every round. Otherwise a thread would often stay on one
//! processor for the whole run, and processors differ in speed, because each has its own neighbours.

#[cfg(unix)]
use std::process::Child;

#[cfg(target_os = "linux")]
use std::sync::atomic::{AtomicUsize, Ordering};

#[cfg(target_os = "linux")]
use nix::{
    sched::{CpuSet, sched_getaffinity, sched_setaffinity},
    unistd::Pid,
};

#[derive(Clone, Copy, Debug)]
pub struct Processor {
    #[cfg(target_os = "linux")]
    set: Option<CpuSet>,
}

/// Keeps a thread on a processor until it is dropped. Then the system may move it.
#[cfg(unix)]
pub struct Kept {
    #[cfg(target_os = "linux")]
    before: Option<CpuSet>,
}

#[cfg(target_os = "linux")]
impl Processor {
    /// Returns the next of the processors that this program may use; after the last, the first.
    pub fn next() -> Processor {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let choose = || {
            let allowed = sched_getaffinity(Pid::from_raw(0)).ok()?;
            let allowed: Vec<usize> = (0..CpuSet::count()).filter(|&cpu| allowed.is_set(cpu) == Ok(true)).collect();
            let mut set = CpuSet::new();
            set.set(*allowed.get(NEXT.fetch_add(1, Ordering::Relaxed) % allowed.len().max(1))?).ok()?;
            Some(set)
        };
        Processor { set: choose() }
    }

    /// Keeps a process on the processor, if the system allows it.
    pub fn keep(self, process: &Child) {
        if let Some(set) = self.set {
            let _ = sched_setaffinity(Pid::from_raw(process.id() as i32), &set);
        }
    }

    /// Keeps this thread on the processor, if the system allows it.
    pub(crate) fn keep_this_thread(self) -> Kept {
        let this = Pid::from_raw(0);
        let before = self.set.and_then(|set| {
            let before = sched_getaffinity(this).ok()?;
            sched_setaffinity(this, &set).ok().map(|()| before)
        });
        Kept { before }
    }

    /// Moves this thread to the processor, if the system allows it, which may then move it again.
    pub(crate) fn move_this_thread(self) {
        drop(self.keep_this_thread());
    }
}

#[cfg(target_os = "linux")]
impl Drop for Kept {
    fn drop(&mut self) {
        if let Some(before) = &self.before {
            let _ = sched_setaffinity(Pid::from_raw(0), before);
        }
    }
}

#[cfg(not(target_os = "linux"))]
impl Processor {
    pub fn next() -> Processor {
        Processor {}
    }

    /// Does nothing.
    #[cfg(unix)]
    pub fn keep(self, _: &Child) {}

    /// Does nothing.
    #[cfg(unix)]
    pub(crate) fn keep_this_thread(self) -> Kept {
        Kept {}
    }

    /// Does nothing.
    pub(crate) fn move_this_thread(self) {}
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use nix::sched::sched_getcpu;

    use super::*;

    #[test]
    fn a_thread_is_kept_on_a_processor_and_then_free_again() {
        let allowed = || sched_getaffinity(Pid::from_raw(0)).unwrap();
        let before = allowed();
        for _ in 0..4 {
            let processor = Processor::next();
            let kept = processor.keep_this_thread();
            let set = processor.set.unwrap();
            assert!(allowed() == set && set.is_set(sched_getcpu().unwrap()) == Ok(true));
            drop(kept);
            assert!(allowed() == before);
        }
    }
}
