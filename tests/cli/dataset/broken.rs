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

/// Returns rows that compress badly.
fn large_list() -> String {
    (0..8).flat_map(|n| MADE.iter().map(move |made| format!("{} {:02}\n", made.puzzle, n))).collect()
}

#[test]
fn rows_before_a_damaged_end_are_kept_in_every_layout() {
    let scratch = Scratch::new();
    let rows: String = (0..300).map(|n| format!("{n},{},1.5\n", MADE[n].puzzle)).collect();
    let mut content = gzip(&format!("id,puzzle,rating\n{rows}"));
    let length = content.len();
    content.truncate(length - 6);
    scratch.corpus("tail.csv.gz", content);
    let wanted: Vec<_> = MADE[..300].iter().map(|made| made.puzzle.to_string()).collect();
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
fn commands_on_a_damaged_corpus_write_no_complete_output() {
    let scratch = Scratch::new();
    let mut content = gzip(&large_list());
    let length = content.len();
    content[length / 2] ^= 0x55;
    content.truncate(length - 6);
    scratch.corpus("bad.gz", content);
    for (words, parts) in [
        ("sample 5 bad.gz -o out.txt", 0),
        ("overlap bad.gz bad.gz", 0),
        ("split 0.5/0.5 bad.gz -o out.txt,out.2.txt", 2),
        ("dedup bad.gz -o out.txt --groups groups.csv", 1),
        ("shard 1/2 bad.gz -o out.txt", 1),
        ("rate bad.gz -o out.csv", 1),
        ("inspect bad.gz", 0),
    ] {
        let ran = scratch.dataset(words).exits(1);
        assert!(
            ran.stderr().contains("error: bad.gz:") && ran.stderr().contains("cannot read on"),
            "{words}: {}",
            ran.stderr()
        );
        let names: Vec<_> = files(&scratch.path("")).into_iter().filter(|name| name != "bad.gz").collect();
        let is_part = |name: &&String| name.ends_with(".part");
        assert_eq!(names.iter().filter(is_part).count(), parts, "{words}: {names:?}");
        assert!(names.iter().all(|name| is_part(&name) || name.ends_with(".resume")), "{words}: {names:?}");
        names.iter().for_each(|name| fs::remove_file(scratch.path(name)).unwrap());
        assert_eq!(
            words.starts_with("inspect"),
            ran.stdout().contains("not read to the end"),
            "{words}: {}",
            ran.stdout()
        );
    }
    let report = scratch.dataset("inspect bad.gz --json").exits(1).stdout();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert!(report["complete"] == false && report["puzzles"].as_u64().unwrap() > 500, "{report}");
}

#[test]
fn read_errors_name_file_and_line() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.path("directory")).unwrap();
    scratch.corpus("change.csv", format!("id,puzzle\n1,{INKALA}\n{}", format!("{EASY}\n").repeat(5)));
    scratch.corpus("empty.txt", "");
    scratch.corpus("none.csv", "a,b\n1,2\n");
    scratch.corpus("unsure.csv", format!("a,b\n{INKALA},{EASY}\n"));
    scratch.corpus("one.csv", format!("id,puzzle\n1,{INKALA}\n"));
    scratch.corpus("two.csv", format!("puzzle,id\n{EASY},2\n"));
    scratch.corpus("first.csv", format!("puzzle,grid\n{EASY},a\n"));
    scratch.corpus("second.csv", format!("puzzle,grid\nb,{EASY}\n"));
    for (files, code, wanted) in [
        ("directory", 1, "directory"),
        ("missing.txt", 1, "missing.txt: cannot open"),
        ("change.csv", 1, "change.csv:3: the layout changes from csv to lines here; split the file"),
        ("empty.txt", 1, "empty.txt: no rows"),
        ("none.csv", 1, "--puzzle-column"),
        ("unsure.csv", 1, "puzzles may be in column 1 (a) or column 2 (b); say in which with --puzzle-column"),
        ("first.csv second.csv", 2, "second.csv: has puzzles in column 2, the first file has puzzles in column 1;"),
        (
            "one.csv two.csv",
            2,
            "two.csv: has the columns puzzle, id (csv), the first file has the columns id, puzzle (csv)",
        ),
        ("one.csv --puzzle-column x", 1, "no column is named \"x\""),
        ("- -", 2, "standard input can be read only once"),
    ] {
        for command in ["convert -o out.csv", "inspect", "dedup -o out.csv", "rate -o out.csv"] {
            // A command that writes no rows takes files with different columns.
            if command == "inspect" && wanted.contains("the first file has") {
                continue;
            }
            let ran = scratch.dataset(&format!("{command} {files}")).exits(code);
            assert!(ran.stderr().contains(wanted), "{command} {files}: {}", ran.stderr());
            assert!(!scratch.path("out.csv").exists());
        }
    }
    scratch.corpus("rated.csv", format!("puzzle,rating\n{INKALA},11\n{EASY},hard\n"));
    let ran = scratch.dataset("convert rated.csv -o out.bank").exits(1);
    assert!(ran.stderr().contains("error: line 3: the layout exchange-bank has ratings from"), "{}", ran.stderr());
    assert_eq!(scratch.puzzles("out.bank.part"), [INKALA]);
}

#[test]
fn archives_of_several_files_and_truncated_parquet_are_errors() {
    let scratch = Scratch::new();
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, puzzle) in [("train.csv", INKALA), ("test.csv", EASY)] {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        writeln!(zip, "puzzle,n\n{puzzle},1").unwrap();
    }
    scratch.corpus("kaggle.zip", zip.finish().unwrap().into_inner());
    let ran = scratch.dataset("convert kaggle.zip").exits(1);
    assert!(ran.stderr().contains("train.csv") && ran.stderr().contains("test.csv"), "{}", ran.stderr());
    assert_eq!(scratch.dataset("convert kaggle.zip/test.csv").exits(0).stdout(), format!("puzzle,n\n{EASY},1\n"));
    if cfg!(feature = "parquet") {
        scratch.corpus("all.csv", corpus(300));
        scratch.dataset("convert all.csv -o all.parquet").exits(0);
        let whole = fs::read(scratch.path("all.parquet")).unwrap();
        for length in [whole.len() - 1, whole.len() / 2, 5] {
            scratch.corpus("short.parquet", &whole[..length]);
            let ran = scratch.dataset("convert short.parquet -o out.csv").exits(1);
            assert!(ran.stderr().contains("error: short.parquet: "), "{length}: {}", ran.stderr());
            assert!(!scratch.path("out.csv").exists());
        }
    }
}

#[test]
fn rejected_rows_are_written_to_their_own_file() {
    let scratch = Scratch::new();
    scratch.corpus("all.txt", format!("{INKALA}\n12345\n{EASY}\n"));
    let ran = scratch.dataset("convert all.txt -o out.txt --rejects bad.csv").exits(0);
    assert_eq!((scratch.text("out.txt"), scratch.lines("bad.csv").len()), (format!("{INKALA}\n{EASY}\n"), 2));
    assert!(ran.stderr().contains("1 row rejected, all in bad.csv:\n  all.txt:2:6: "), "{}", ran.stderr());
    scratch.dataset("convert all.txt -o strict.txt --strict").exits(1);
    assert!(scratch.path("strict.txt.part").exists() && !scratch.path("strict.txt").exists());
    scratch.dataset("convert all.txt -o out.txt --rejects out.txt").exits(2);
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
    input.write_all(format!("{EASY}\n").as_bytes()).unwrap();
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
