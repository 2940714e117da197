//! Builds that answer too late or not at all.

use std::{fs, os::unix::fs::PermissionsExt, path::Path, process::Command, thread};

use corpus::reader::Corpus;

use super::*;

/// A script that greets, then reads its input without a word.
const SILENT_SCRIPT: &str = "echo sudoku-bench worker 1\nexec sed d\n";

/// Writes a shell script that takes the place of a build. Another process creates the executable file: a file that this
/// process has open for writing may be inherited by the process of another test, and then it cannot be run.
fn build(directory: &Path, name: &str, text: &str) -> PathBuf {
    let path = directory.join(name);
    let draft = directory.join(format!("{name}.draft"));
    fs::write(&draft, format!("#!/bin/sh\n{text}")).unwrap();
    assert!(Command::new("cp").args([&draft, &path]).status().unwrap().success());
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// Runs two scripts as builds, with the longest times for a greeting and for a block in milliseconds.
fn run(
    directory: &Path,
    old: &str,
    new: &str,
    [greeting, block]: [u64; 2],
    stop: &AtomicBool,
) -> Result<Option<Measurements>> {
    let ab = AbRun {
        builds: [build(directory, "old", old), build(directory, "new", new)],
        strategies: vec!["dlx".into()],
        arguments: Vec::new(),
        rounds: RoundCount::Fixed(1),
        searches: None,
        greeting_timeout: Duration::from_millis(greeting),
        block_timeout: Duration::from_millis(block),
        search_timeout: Duration::ZERO,
    };
    let corpus = Corpus { files: vec!["../../datasets/classics.csv".into()], ..Corpus::default() };
    ab.run(&corpus, stop, |_, _| Ok(()), |_| (), |_, _| Ok(()))
}

#[test]
fn a_build_without_a_greeting_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let error =
        run(directory.path(), SILENT_SCRIPT, "exec sed d\n", [50, 600_000], &AtomicBool::new(false)).unwrap_err();
    let expected = format!("{}: sent no greeting within 50ms and was killed", directory.path().join("new").display());
    assert!(error.to_string().starts_with(&expected), "{error}");
}

#[test]
fn a_build_without_an_answer_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    // The second script does not read the request either.
    for silent in [SILENT_SCRIPT, "echo sudoku-bench worker 1\nexec tail -f /dev/null\n"] {
        let error = run(directory.path(), silent, SILENT_SCRIPT, [10_000, 50], &AtomicBool::new(false)).unwrap_err();
        let expected =
            format!("{}: sent no answer to block 0 within 50ms and was killed", directory.path().join("old").display());
        assert!(error.to_string().starts_with(&expected), "{error}");
    }
}

#[test]
fn the_stop_flag_ends_every_wait() {
    let directory = tempfile::tempdir().unwrap();
    let stop = AtomicBool::new(true);
    assert!(run(directory.path(), SILENT_SCRIPT, SILENT_SCRIPT, [10_000, 600_000], &stop).unwrap().is_none());
    // The flag is set while the run waits for an answer to the first block.
    let stop = AtomicBool::new(false);
    let asked = directory.path().join("asked");
    let old = format!("echo sudoku-bench worker 1\nread -r line\n: > '{}'\nexec sed d\n", asked.display());
    thread::scope(|scope| {
        let run = scope.spawn(|| run(directory.path(), &old, SILENT_SCRIPT, [10_000, 600_000], &stop));
        while !asked.exists() && !run.is_finished() {
            thread::yield_now();
        }
        stop.store(true, Ordering::Relaxed);
        assert!(run.join().unwrap().unwrap().is_none());
    });
}
