//! The program `sudoku-bench` as a library, which has nothing but its [`main`]: the program calls it, and so does the command in
//! the Python package.
//!
//! It parses the command line, runs the command, and prints its error.

/// Writes a formatted note to standard error, unless the user wants none.
macro_rules! message {
    ($($text:tt)*) => { $crate::cmd::print_message(&format!($($text)*)) };
}

/// The result of a command whose arguments are wrong, with a formatted reason.
macro_rules! usage {
    ($($text:tt)*) => { Err(corpus::error::Error::Usage(format!($($text)*))) };
}

mod cli;
mod cmd;
mod program;

use std::hint::black_box;

use cli::Exit;
use program::Cli;

/// Runs the command of the [arguments of the program](corpus::tool::arguments), and returns the exit code. Prints help, or what is
/// wrong with the arguments, and exits, if that is what the arguments ask for.
///
/// It is called once, in a process of its own: it handles signals, and changes how the process treats memory and failed writes.
pub fn main() -> u8 {
    keep_freed_memory();
    let_writes_fail();
    let (Cli { command, console }, given) = cli::parse::<Cli>();
    cmd::configure_console(console);
    let exit = program::run(command, &given).unwrap_or_else(|error| {
        // The command was interrupted while it waited for an input.
        if error.is_interruption() {
            return Exit::Interrupted;
        }
        cmd::print_error(&error);
        Exit::from(&error)
    });
    exit as u8
}

/// Makes glibc's allocator keep the memory of one block for the next. By default, it returns memory to the system when
/// more is free than twice the largest allocation freed before, and the system would clear the pages again for every
/// block. Without this, `solve` takes 8 % more processor time.
fn keep_freed_memory() {
    // The allocator adapts to freed allocations below 32 MB. This one is never used, and it may fail without harm.
    let mut unused = Vec::<u8>::new();
    let _ = unused.try_reserve_exact(30 << 20);
    drop(black_box(unused));
}

/// Makes a write beyond a limit on the size of files, as with `ulimit -f`, an error. By default, the signal SIGXFSZ would kill the
/// program without a message. It is called before the first thread starts: threads inherit the blocked signal.
fn let_writes_fail() {
    #[cfg(unix)]
    {
        let signals = nix::sys::signal::SigSet::from_iter([nix::sys::signal::Signal::SIGXFSZ]);
        // If this fails, the signal kills the program, as by default.
        let _ = signals.thread_block();
    }
}
