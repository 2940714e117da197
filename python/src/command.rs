//! The command `sudoku-bench`, which pip installs with the package: the program itself, in the process of the interpreter.

use std::{ffi::OsString, panic::catch_unwind, process::exit};

use corpus::tool;
use pyo3::{PyResult, Python, pyfunction, types::PyAnyMethods};

/// Exit code of Rust programs that panic.
const PANICKED: i32 = 101;

#[pyfunction]
pub fn _command(py: Python<'_>) -> PyResult<()> {
    let arguments: Vec<OsString> = py.import("sys")?.getattr("argv")?.extract()?;
    tool::set_arguments(arguments);
    give_up_signals(py)?;
    open_standard_streams();
    // The message of a panic is printed already. `exit` leaves out the end of the interpreter, which would take longer than some
    // commands, and could print an exception.
    exit(catch_unwind(program::main).map_or(PANICKED, i32::from))
}

/// Lets Ctrl-C end the process, as in a program without an interpreter: Python would wait for the end of this function.
fn give_up_signals(py: Python<'_>) -> PyResult<()> {
    let signal = py.import("signal")?;
    let interrupt = signal.getattr("SIGINT")?;
    let handler = signal.call_method1("getsignal", (&interrupt,))?;
    // A caller such as `nohup` may have asked to ignore it.
    if handler.is(&signal.getattr("default_int_handler")?) {
        signal.call_method1("signal", (interrupt, signal.getattr("SIG_DFL")?))?;
    }
    Ok(())
}

/// Opens standard streams that are closed, as Rust does before `main`: the next file would take their place, and messages would
/// be written into it.
#[cfg(unix)]
fn open_standard_streams() {
    use std::{
        fs::File,
        os::fd::{AsRawFd, IntoRawFd},
    };
    // Files take the lowest free number.
    while let Ok(null) = File::options().read(true).write(true).open("/dev/null")
        && null.as_raw_fd() <= 2
    {
        // Stays open until the process ends.
        let _ = null.into_raw_fd();
    }
}

#[cfg(not(unix))]
fn open_standard_streams() {}
