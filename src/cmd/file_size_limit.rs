//! A limit on the size of files, as with `ulimit -f`.

/// Lets a write beyond the limit fail. By default, the system would end the program without a message. Call it before the first
/// thread starts: all threads inherit it.
#[cfg(unix)]
pub fn let_writes_fail() {
    use nix::sys::signal::{SigSet, Signal};
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGXFSZ);
    // Without it, the program ends as by default.
    let _ = signals.thread_block();
}

/// Does nothing: this system has no such limit.
#[cfg(not(unix))]
pub fn let_writes_fail() {}
