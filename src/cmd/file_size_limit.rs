//! A limit on the size of files, as with `ulimit -f`.

/// Makes a write beyond the limit an error. By default, the signal SIGXFSZ would kill the program without a message. Call
/// this function before the first thread starts: threads inherit the blocked signal.
#[cfg(unix)]
pub fn let_writes_fail() {
    use nix::sys::signal::{SigSet, Signal};
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGXFSZ);
    // If this fails, the signal kills the program, as by default.
    let _ = signals.thread_block();
}

/// Does nothing: this system has no such limit.
#[cfg(not(unix))]
pub fn let_writes_fail() {}
