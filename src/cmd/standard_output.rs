//! Whether standard output can be written.
//!
//! Before `main`, Rust's runtime opens `/dev/null` in the place of a closed standard output. Later, it ignores failed
//! writes to a standard output that is open only for reading. Rows would be lost without an error. The check therefore
//! comes before the runtime.

use std::{
    io,
    sync::atomic::{AtomicBool, Ordering},
};

use corpus::{
    error::{Error, Result},
    writer::STANDARD_OUTPUT,
};

static IS_WRITABLE: AtomicBool = AtomicBool::new(true);

/// Checks that standard output can be written. Returns [`Error::Io`] if it is closed, or open only for reading.
pub fn check() -> Result<()> {
    match IS_WRITABLE.load(Ordering::Relaxed) {
        true => Ok(()),
        false => Err(Error::io(STANDARD_OUTPUT, "write")(io::Error::other("it is closed, or open only for reading"))),
    }
}

#[cfg(unix)]
mod before_main {
    use nix::fcntl::{FcntlArg, OFlag, fcntl};

    use super::{IS_WRITABLE, Ordering, io};

    extern "C" fn look() {
        let writes = |flags| OFlag::from_bits_retain(flags) & OFlag::O_ACCMODE != OFlag::O_RDONLY;
        IS_WRITABLE.store(fcntl(io::stdout(), FcntlArg::F_GETFL).is_ok_and(writes), Ordering::Relaxed);
    }

    // SAFETY: the system calls the functions in this section before `main`. This one needs nothing of Rust's runtime: it
    // makes a system call, and stores its result.
    #[allow(unsafe_code)]
    #[used]
    #[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
    #[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
    static LOOK: extern "C" fn() = look;
}
