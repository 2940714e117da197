//! Child processes that are killed together with all processes that they started.

use std::{
    io,
    ops::{Deref, DerefMut},
    process::{Child, Command},
};

#[cfg(unix)]
use std::{
    os::unix::process::CommandExt,
    sync::{Mutex, MutexGuard, PoisonError},
};

#[cfg(unix)]
use nix::{
    sys::signal::{Signal, killpg},
    unistd::Pid,
};

/// A child process in a process group of its own, so that Ctrl-C on a terminal does not reach it. Dropping it kills the
/// whole group; on systems without process groups, only the process.
#[derive(Debug)]
pub struct ProcessGroup(Child);

impl ProcessGroup {
    pub fn start(command: &mut Command) -> io::Result<ProcessGroup> {
        #[cfg(unix)]
        command.process_group(0);
        let child = command.spawn()?;
        #[cfg(unix)]
        live_groups().push(group_of(&child));
        Ok(ProcessGroup(child))
    }

    /// Kills all processes of the group.
    #[cfg(unix)]
    pub fn end(&mut self) {
        let group = group_of(&self.0);
        // The number of a group that has ended may belong to another group now.
        let is_live = live_groups().extract_if(.., |live| *live == group).next().is_some();
        if is_live {
            // The process may have ended already, but not the processes that it started.
            let _ = killpg(group, Signal::SIGKILL);
            let _ = self.0.wait();
        }
    }

    /// Kills the process.
    #[cfg(not(unix))]
    pub fn end(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Deref for ProcessGroup {
    type Target = Child;

    fn deref(&self) -> &Child {
        &self.0
    }
}

impl DerefMut for ProcessGroup {
    fn deref_mut(&mut self) -> &mut Child {
        &mut self.0
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        self.end();
    }
}

/// Kills all groups, because this program is about to exit without dropping them.
pub fn end_all() {
    #[cfg(unix)]
    for group in live_groups().drain(..) {
        let _ = killpg(group, Signal::SIGKILL);
    }
}

#[cfg(unix)]
fn live_groups() -> MutexGuard<'static, Vec<Pid>> {
    static GROUPS: Mutex<Vec<Pid>> = Mutex::new(Vec::new());
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
fn group_of(child: &Child) -> Pid {
    Pid::from_raw(child.id() as i32)
}
