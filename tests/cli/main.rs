//! Drives the real command line.
//!
//! * `run`: what a run writes and prints
//! * `export`: what other tools read
//! * `input`: real-world and broken input
//! * `layouts`: every layout and quirk of public corpora; compressed and broken files; where other tools fail
//! * `solve`: what the filter writes and says
//! * `same`: what has to be the same whatever the threads, blocks and rounds are
//! * `scores`: what a summary says of strategies beside each other
//! * `stop`: Ctrl-C, once and twice
//! * `compare`: results against a baseline, whole and broken ones, latencies, lock files, what is written
//! * `ab`: two builds that take turns
//! * `dataset`: what is said of corpora and made of them: audits, rows in other shapes, isomorphs, new puzzles, broken input
//! * `usage`: arguments that make no sense

mod ab;
mod compare;
mod dataset;
mod export;
mod input;
mod layouts;
mod run;
mod same;
mod scores;
mod solve;
mod stop;
mod usage;

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

/// The puzzle of Arto Inkala, 2012, and its solution.
const INKALA: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const INKALA_SOLVED: &str = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
/// An easier one.
const EASY: &str = ".4.61..9..7..5....1.3948...961.....2..58261..8.....365...3792.4....8..5..8..65.3.";

/// A directory for one test, with a place for results in it.
struct Scratch(tempfile::TempDir);

impl Scratch {
    fn new() -> Scratch {
        Scratch(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a corpus and returns its path.
    fn corpus(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), content).unwrap();
        self.path(name).display().to_string()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"));
        command.arg("run").args(arguments);
        if !arguments.contains(&"--out") {
            command.arg("--out").arg(self.path("out"));
        }
        command
    }

    /// `sudoku-bench run` into `out`, unless the arguments say otherwise.
    fn run(&self, arguments: &[&str]) -> Ran {
        self.run_with(arguments, b"")
    }

    /// The same with something on standard input.
    fn run_with(&self, arguments: &[&str], input: &[u8]) -> Ran {
        let mut command = self.command(arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // It may stop before it has read everything.
        let _ = child.stdin.take().unwrap().write_all(input);
        Ran { output: child.wait_with_output().unwrap(), out: self.path("out") }
    }
}

/// The command with these arguments, as no step of a workflow, even where the tests are one.
fn sudoku_bench(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-bench"));
    command.args(arguments).env_remove("GITHUB_ACTIONS").stdin(Stdio::null());
    command
}

/// What came of a run.
struct Ran {
    output: Output,
    out: PathBuf,
}

impl Ran {
    /// Checks the exit code; the output is in the message.
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

    fn read(&self, name: &str) -> String {
        read(&self.out.join(name))
    }

    /// The rows of a CSV file, without its header, fields by name.
    fn rows(&self, name: &str) -> Vec<Row> {
        rows(&self.out.join(name))
    }

    fn json(&self, name: &str) -> serde_json::Value {
        serde_json::from_str(&self.read(name)).unwrap()
    }
}

/// A CSV row.
struct Row {
    header: csv::StringRecord,
    fields: csv::StringRecord,
}

impl Row {
    #[track_caller]
    fn get(&self, name: &str) -> &str {
        &self.fields[self.header.iter().position(|field| field == name).unwrap()]
    }

    #[track_caller]
    fn number(&self, name: &str) -> u64 {
        self.get(name).parse().unwrap()
    }
}

fn rows(path: &Path) -> Vec<Row> {
    let mut csv = csv::Reader::from_path(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let header = csv.headers().unwrap().clone();
    csv.records().map(|fields| Row { header: header.clone(), fields: fields.unwrap() }).collect()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All files of a directory and those below, with `/`, in order.
fn files(path: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(path).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            names.extend(files(&entry.path()).into_iter().map(|file| format!("{name}/{file}")));
        } else {
            names.push(name);
        }
    }
    names.sort();
    names
}

/// Waits for the run to have begun its files.
fn wait_for(path: &Path) {
    let start = Instant::now();
    while !path.exists() {
        assert!(start.elapsed() < Duration::from_secs(60), "{} does not appear", path.display());
        thread::sleep(Duration::from_millis(10));
    }
}
