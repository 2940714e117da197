//! Ctrl-C: the first press stops the work in good order, the second exits at once. If the program is only waiting for
//! the reader of an output, the first press exits at once.

use std::{
    io, process,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

use corpus::{
    error::{Error, Result, no_thread},
    fs::current_reader_wait,
};
use pass::process_group;

use super::{console, long_search};
use crate::cli::Exit;

const MESSAGE: &str = "interrupted: writing what is finished; press Ctrl-C again to exit at once";

/// After the first signal, the time between two checks whether the program is only waiting for the reader of an output.
const READER_CHECK_INTERVAL: Duration = Duration::from_millis(300);

static STOP: AtomicBool = AtomicBool::new(false);
/// True if the first signal stops the work in good order, false if it ends the program.
static IS_CAUGHT: AtomicBool = AtomicBool::new(false);

/// Installs the handler of Ctrl-C and SIGTERM, and returns the flag that the first signal sets. Later calls return the same
/// flag. Returns [`Error::System`] if the system refuses the signal handler or its thread.
pub fn catch() -> Result<&'static AtomicBool> {
    catch_saying(MESSAGE)
}

/// Like [`catch`], with another message for the first signal. A handler that is already installed keeps its message.
pub fn catch_saying(message: &'static str) -> Result<&'static AtomicBool> {
    install(message)?;
    IS_CAUGHT.store(true, Ordering::Relaxed);
    Ok(&STOP)
}

/// Installs a handler that exits at the first signal, until one of the functions above is called. Unlike the system's
/// default, it also ends the engines.
#[cfg(unix)]
pub fn exit_at_first() -> Result<()> {
    install(MESSAGE)
}

fn install(message: &'static str) -> Result<()> {
    static INSTALLED: AtomicBool = AtomicBool::new(false);
    if INSTALLED.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    let handler = move || {
        if !IS_CAUGHT.load(Ordering::Relaxed) || STOP.swap(true, Ordering::Relaxed) {
            exit();
        }
        super::print_message(message);
        exit_if_nobody_reads();
    };
    ctrlc::set_handler(handler).map_err(|error| Error::System {
        action: "catch Ctrl-C".into(),
        source: match error {
            ctrlc::Error::System(error) if error.kind() == io::ErrorKind::WouldBlock => no_thread(error),
            ctrlc::Error::System(error) => error,
            error => io::Error::other(error),
        },
    })
}

/// Starts a thread that exits as soon as the program is only waiting for the reader of an output: nothing more can be
/// written then.
fn exit_if_nobody_reads() {
    // If the thread cannot be started, the user needs a second signal.
    let _ = thread::Builder::new().name("signal".into()).spawn(watch_reader);
}

/// Exits as soon as the program is only waiting for the reader of an output.
fn watch_reader() -> ! {
    let mut before = None;
    loop {
        let waits = current_reader_wait();
        if waits.is_some() && waits == before {
            exit();
        }
        before = waits;
        thread::sleep(READER_CHECK_INTERVAL);
    }
}

/// Returns true after the first signal, if it stops the work in good order.
pub fn is_requested() -> bool {
    STOP.load(Ordering::Relaxed)
}

fn exit() -> ! {
    long_search::print_stop_note();
    process_group::end_all();
    console::clear_bar();
    process::exit(Exit::Interrupted as i32);
}
