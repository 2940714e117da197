//! Damaged files, outputs that cannot be written, and Ctrl-C: finished rows are kept, and incomplete files have a
//! temporary name.

use std::{fs::File, io::Read};

use corpus::layout::writable;
use flate2::{Compression, write::GzEncoder};

use super::*;

fn gzip(content: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn rows_before_a_damaged_end_are_kept_in_every_layout() {
    let scratch = Scratch::new();
    let wanted: Vec<_> = rows(300).iter().map(|row| row[..81].to_string()).collect();
    let rows: String = wanted.iter().enumerate().map(|(id, puzzle)| format!("{id},{puzzle},1.5\n")).collect();
    let mut content = gzip(&format!("id,puzzle,rating\n{rows}"));
    let length = content.len();
    content.truncate(length - 6);
    scratch.corpus("tail.csv.gz", content);
    let outputs = writable().map(|(layout, _)| (format!("out.{}", layout.name), format!("--to {}", layout.name)));
    let packed = ["out.csv.gz", "out.csv.zst"].map(|name| (name.to_string(), String::new()));
    for (name, more) in outputs.chain(packed) {
        scratch.corpus(&name, "before");
        let ran = scratch.dataset(&format!("convert tail.csv.gz -o {name} {more}")).exits(1);
        assert!(ran.stderr().contains("error: tail.csv.gz:302: cannot read on"), "{}", ran.stderr());
        assert!(ran.stderr().contains(&format!(
            "the incomplete output is in {}",
            scratch.path(&name).canonicalize().unwrap().display()
        )));
        assert_eq!(scratch.text(&name), "before");
        assert_eq!(scratch.puzzles(&format!("{name}.part")), wanted, "{name}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn outputs_that_cannot_be_written_are_errors() {
    let scratch = Scratch::new();
    scratch.corpus("all.csv", corpus(300));
    for words in ["convert all.csv", "generate --count 20 --minimal", "augment 3 all.csv", "convert all.csv --to tsv"] {
        let ran = scratch.dataset(&format!("{words} -o /dev/full")).exits(1);
        let message = "error: /dev/full: cannot write: No space left on device";
        assert!(ran.stderr().contains(message), "{words}: {}", ran.stderr());
        let output = scratch.dataset_command(words).stdout(File::create("/dev/full").unwrap()).output().unwrap();
        let ran = Ran { output, out: scratch.path("") }.exits(1);
        assert!(ran.stderr().contains("standard output: cannot write: No space"), "{words}: {}", ran.stderr());
        let ran = scratch.dataset(&format!("{words} -o no/such/out.csv")).exits(1);
        assert!(ran.stderr().contains("no/such: does not exist"), "{words}: {}", ran.stderr());
        scratch.dataset(&format!("{words} -o .")).exits(1);
    }
    let ran = scratch.dataset("dedup all.csv --memory 1K --temporary /proc/no").exits(1);
    assert!(ran.stderr().contains("/proc/no: cannot create the directory"), "{}", ran.stderr());
    assert_eq!(files(&scratch.path("")), ["all.csv"]);
}

/// The pipe is closed at once or after some output.
#[test]
#[cfg(unix)]
fn a_closed_pipe_is_not_an_error() {
    let scratch = Scratch::new();
    scratch.corpus("small.csv", corpus(20));
    for (words, bytes) in [
        ("convert small.csv", 0),
        ("canon small.csv", 0),
        ("sample 10 small.csv", 0),
        ("generate --count 10 --minimal", 0),
        ("generate --count 20000 --clues 30", 100),
        ("generate --count 200000 --shape 6", 100),
        ("inspect small.csv", 0),
        ("overlap small.csv small.csv", 0),
    ] {
        let mut child = scratch.dataset_command(words).stdin(Stdio::null()).spawn().unwrap();
        let mut output = child.stdout.take().unwrap();
        output.read_exact(&mut vec![0; bytes]).unwrap();
        drop(output);
        let ran = Ran { output: child.wait_with_output().unwrap(), out: scratch.path("") };
        let ran = ran.exits(if words.starts_with("overlap") { 3 } else { 0 });
        assert!(!ran.stderr().contains("error"), "{words}: {}", ran.stderr());
    }
}

/// Interrupts the program once the file `part` exists, and checks that no complete output exists.
#[track_caller]
fn interrupt(scratch: &Scratch, child: std::process::Child, part: &str) -> Ran {
    wait_for(&scratch.path(part));
    thread::sleep(Duration::from_millis(100));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let ran = Ran { output: child.wait_with_output().unwrap(), out: scratch.path("") }.exits(130);
    assert!(ran.stderr().contains("interrupted: writing"), "{}", ran.stderr());
    let names = files(&scratch.path(""));
    let is_input = |name: &str| name.starts_with("in");
    let is_incomplete = |name: &str| name.ends_with(".part") || name.ends_with(".resume");
    assert!(names.iter().all(|name| is_incomplete(name) || is_input(name)), "{names:?}");
    ran
}

#[test]
#[cfg(unix)]
fn the_first_interrupt_keeps_finished_rows() {
    let scratch = Scratch::new();
    let child = scratch.dataset_command("generate --count 100000000 --minimal -o out.csv").stdin(Stdio::null()).spawn();
    let ran = interrupt(&scratch, child.unwrap(), "out.csv.part");
    assert!(ran.stderr().contains("the incomplete output is in out.csv.part"), "{}", ran.stderr());
    let lines = scratch.lines("out.csv.part");
    assert!(lines.len() % 512 == 1, "complete batches: {} lines", lines.len());

    let mut child = scratch.dataset_command("convert -o out.jsonl").stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(format!("{EASY}\n").repeat(60_000).as_bytes()).unwrap();
    // The input stays open, so a program that waits for its end never exits.
    interrupt(&scratch, child, "out.jsonl.part");
    let puzzles = scratch.puzzles("out.jsonl.part");
    assert!(!puzzles.is_empty() && puzzles.iter().all(|puzzle| puzzle == EASY));
    drop(input);

    // The temporary copy of standard input is deleted.
    let mut child = scratch.dataset_command("dedup --temporary .").stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    // As many lines as are looked at.
    input.write_all(format!("{EASY}\n").repeat(4).as_bytes()).unwrap();
    let has_copy = || files(&scratch.path("")).iter().any(|name| name.starts_with("sudoku-bench-"));
    while !has_copy() {
        thread::sleep(Duration::from_millis(10));
    }
    interrupt(&scratch, child, "");
    drop(input);

    scratch.corpus("in.txt", format!("{INKALA}\n").repeat(100_000));
    let slow = "rate in.txt --strategy dlx --max-solutions 2 --threads 2 -o out.csv --rejects in.bad";
    let child = scratch.dataset_command(slow).stdin(Stdio::null()).spawn().unwrap();
    interrupt(&scratch, child, "out.csv.part");
}

#[test]
#[cfg(unix)]
fn an_existing_output_is_replaced_at_the_end() {
    let scratch = Scratch::new();
    scratch.corpus("out.txt", "before");
    let mut child = scratch.dataset_command("convert -o out.txt").stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    // Enough rows for the program to write the first block.
    input.write_all(format!("{EASY}\n{}", format!("{INKALA}\n").repeat(60_000)).as_bytes()).unwrap();
    wait_for(&scratch.path("out.txt.part"));
    assert_eq!(scratch.text("out.txt"), "before");
    drop(input);
    Ran { output: child.wait_with_output().unwrap(), out: scratch.path("") }.exits(0);
    assert_eq!((scratch.lines("out.txt").len(), files(&scratch.path("")).len()), (60_001, 1));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_generation_of_another_shape() {
    let scratch = Scratch::new();
    let mut command = scratch.dataset_command("generate --count 1G --shape 12 -o made.csv");
    let child = command.spawn().unwrap();
    wait_until("rows", || fs::metadata(scratch.path("made.csv.part")).is_ok_and(|file| file.len() > 1000));
    crate::stop::interrupt(&child);
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(stderr.contains("the incomplete output is in made.csv.part"), "{stderr}");
    let whole = scratch.dataset("generate --count 2 --shape 12").exits(0).stdout();
    assert!(scratch.text("made.csv.part").starts_with(&whole));
}
