//! Tests of the command line: each runs the program and checks its output, files and exit code.
//!
//! * `transcript`: commands with their output, in `transcripts`; what needs no Rust is there
//! * `engines`: the solvers in several languages that come with the project
//! * `layouts`: compressed, large and malformed files
//! * `resources`: no thread left, and no memory
//! * `terminal`: tables and progress on a terminal of 80 columns
//! * `help`: help texts
//! * `readme`: the commands of README.md, one after the other
//! * `packaging`: completion scripts and man pages

#[cfg(target_os = "linux")]
mod engines;
mod help;
mod layouts;
mod packaging;
#[cfg(unix)]
mod readme;
#[cfg(target_os = "linux")]
mod resources;
#[cfg(unix)]
mod terminal;
#[cfg(all(unix, feature = "parquet"))]
mod transcript;

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

/// A hard puzzle (Arto Inkala, 2012).
const INKALA: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const INKALA_SOLVED: &str = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
const EASY: &str = ".4.61..9..7..5....1.3948...961.....2..58261..8.....365...3792.4....8..5..8..65.3.";

/// A temporary directory for one test. Its `out` is the default results directory.
struct Scratch(tempfile::TempDir);

impl Scratch {
    fn new() -> Scratch {
        Scratch(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn corpus(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), content).unwrap();
        self.path(name).display().to_string()
    }

    /// Returns the command `sudoku-bench run` with `out` as its results directory.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"));
        command.arg("run").args(arguments).arg("--output").arg(self.path("out"));
        command
    }

    /// Runs `sudoku-bench run` without input, and waits for it to end.
    fn run(&self, arguments: &[&str]) -> Ran {
        let mut command = self.command(arguments);
        Ran { output: output_with(&mut command, b""), out: self.path("out") }
    }
}

fn output_with(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    thread::scope(|scope| {
        // Another thread, as the program may write before it has read everything. Ignores the error of a program that exits
        // before.
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().unwrap()
    })
}

/// Returns the program with these arguments and empty standard input, outside of a GitHub workflow.
fn sudoku_bench(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"));
    command.args(arguments).env_remove("GITHUB_ACTIONS").stdin(Stdio::null());
    command
}

/// The output of a program that has ended, and its results directory.
struct Ran {
    output: Output,
    out: PathBuf,
}

impl Ran {
    #[track_caller]
    fn exits(self, code: i32) -> Ran {
        assert_eq!(self.output.status.code(), Some(code), "{}{}", self.stdout(), self.stderr());
        assert!(!self.stderr().contains("panicked"), "{}", self.stderr());
        self
    }

    fn stdout(&self) -> String {
        String::from_utf8_lossy(&self.output.stdout).into_owned()
    }

    fn stderr(&self) -> String {
        String::from_utf8_lossy(&self.output.stderr).into_owned()
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
