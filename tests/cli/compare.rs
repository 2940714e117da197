//! `compare`: compares the results of real runs with edited copies.

pub mod edited;
mod latencies;
mod outputs;

use super::*;
use edited::Edited;

const STRATEGIES: &str = "dlx,fc-mrv";
const PUZZLES: usize = 30;

/// Writes a corpus of easy puzzles, all different.
fn corpus(scratch: &Scratch, name: &str) -> String {
    let classics = rows(Path::new("datasets/classics.csv"));
    scratch
        .corpus(name, classics.iter().take(PUZZLES).map(|row| format!("{}\n", row.get("puzzle"))).collect::<String>())
}

fn results(scratch: &Scratch, name: &str, arguments: &[&str]) -> PathBuf {
    let out = scratch.path(name);
    scratch.run(&[arguments, &["--threads", "1", "--out", out.to_str().unwrap()]].concat()).exits(0);
    out
}

fn baseline(scratch: &Scratch) -> PathBuf {
    results(scratch, "base", &[&corpus(scratch, "corpus.txt"), "--strategy", STRATEGIES])
}

pub fn copy(scratch: &Scratch, from: &Path, name: &str, mut edit: impl FnMut(&mut Row)) -> PathBuf {
    let edit = |row: &mut Row| {
        edit(row);
        true
    };
    Edited::copy(from, scratch.path(name)).puzzles(edit).0
}

#[track_caller]
fn compare(base: &Path, current: &Path, more: &[&str], code: i32) -> Ran {
    let arguments = [&["compare", base.to_str().unwrap(), current.to_str().unwrap()], more].concat();
    let output = sudoku_bench(&arguments).output().unwrap();
    let ran = Ran { output, out: current.into() }.exits(code);
    let left = if current.is_dir() { files(current) } else { Vec::new() };
    assert!(!left.iter().any(|file| file.ends_with(".part")), "{left:?}");
    ran
}

#[track_caller]
fn says(ran: &Ran, text: &str) {
    assert!(ran.stdout().contains(text), "{text}\n{}", ran.stdout());
}
