//! Ctrl-C, once and twice.

use std::process::Child;

use super::*;

/// A run that would take minutes, in small blocks.
fn start(scratch: &Scratch, max_solutions: &str, block_size: &str) -> Child {
    let corpus = scratch.corpus("long.txt", format!("{INKALA}\n").repeat(100_000));
    let sizes = ["--max-solutions", max_solutions, "--block-size", block_size];
    let arguments = [&[&*corpus, "--strategy", "naive", "--threads", "2"][..], &sizes].concat();
    scratch.command(&arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn interrupt(child: &Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
}

#[test]
fn the_first_press_finishes_what_is_in_flight() {
    let scratch = Scratch::new();
    let child = start(&scratch, "2", "2");
    wait_for(&scratch.path("out/puzzles.csv.part"));
    thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    let ran = Ran { output: child.wait_with_output().unwrap(), out: scratch.path("out") }.exits(130);
    assert!(ran.stderr().contains("interrupted: finishing"), "{}", ran.stderr());
    assert!(!files(&ran.out).iter().any(|file| file.ends_with(".part")), "{:?}", files(&ran.out));
    let manifest = ran.json("manifest.json");
    assert_eq!((&manifest["interrupted"], &manifest["rounds_complete"]), (&true.into(), &0.into()));
    assert!(!ran.out.join("export").exists(), "a part of a round is nothing to compare");
    let rows = ran.rows("puzzles.csv");
    assert!(!rows.is_empty() && rows.len() < 100_000, "{} rows", rows.len());
    assert!(rows.iter().enumerate().all(|(i, row)| row.number("line") == i as u64 + 1), "nothing is missing");
    assert_eq!(ran.rows("summary.csv")[0].number("puzzles"), rows.len() as u64);
    assert!(ran.stdout().contains("naive"), "the comparison is of what was done");
}

#[test]
fn a_later_round_cut_short_keeps_the_rounds_before() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("short.txt", format!("{INKALA}\n").repeat(60));
    let arguments = [&*corpus, "--strategy", "naive,dlx", "--block-size", "2", "--rounds", "100000"];
    let child = scratch.command(&arguments).stdin(Stdio::null()).stderr(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let child = child.unwrap();
    wait_for(&scratch.path("out/puzzles.csv.part"));
    // A round takes some 20 ms.
    thread::sleep(Duration::from_millis(800));
    interrupt(&child);
    let ran = Ran { output: child.wait_with_output().unwrap(), out: scratch.path("out") }.exits(130);
    assert_eq!(ran.rows("puzzles.csv").len(), 2 * 60);
    scores::check(&ran, &scores::Limits { nodes: None, ns: None });
    assert_eq!(ran.rows("summary.csv")[0].number("puzzles"), 60);
    let complete = ran.json("manifest.json")["rounds_complete"].as_u64().unwrap();
    assert!(complete >= 1);
    let times = ran.json("export/hyperfine.json")["results"][0]["times"].as_array().unwrap().len();
    assert_eq!(times as u64, complete, "the round that was cut short is not among them");
    assert!(!files(&ran.out).iter().any(|file| file.contains(".part")), "{:?}", files(&ran.out));
}

/// What is queued is not in flight.
#[test]
fn the_first_press_does_not_wait_for_the_queue() {
    let scratch = Scratch::new();
    // A block takes a second or two, and dozens of blocks are queued.
    let child = start(&scratch, "2", "200");
    wait_for(&scratch.path("out/puzzles.csv.part"));
    thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    let ran = Ran { output: child.wait_with_output().unwrap(), out: scratch.path("out") }.exits(130);
    assert!(ran.rows("puzzles.csv").len() <= 2 * 200, "no more than a block a thread is finished");
}

/// Reading ends too: while a sample is drawn, and while nothing comes.
#[test]
#[cfg(unix)]
fn the_first_press_ends_the_reading() {
    for more in [&["--sample", "10"][..], &[]] {
        let scratch = Scratch::new();
        let arguments = [&["-", "--strategy", "dlx"], more].concat();
        let mut command = scratch.command(&arguments);
        let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(format!("{EASY}\n").as_bytes()).unwrap();
        wait_for(&scratch.path("out/puzzles.csv.part"));
        thread::sleep(Duration::from_millis(100));
        interrupt(&child);
        // The input stays open; were it waited for, this would not return.
        let ran = Ran { output: child.wait_with_output().unwrap(), out: scratch.path("out") }.exits(130);
        assert_eq!(ran.json("manifest.json")["interrupted"], true);
        for file in ["puzzles.csv", "failures.csv", "blocks.csv", "rejects.csv", "summary.csv"] {
            assert!(ran.read(file).contains(','), "{file} has its header");
        }
        drop(input);
    }
}

#[test]
fn the_second_press_exits_now() {
    let scratch = Scratch::new();
    // One puzzle that takes for ever.
    let corpus = scratch.corpus("empty.txt", ".".repeat(81));
    let mut command = scratch.command(&[&corpus, "--strategy", "naive", "--max-solutions", "all"]);
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for(&scratch.path("out/puzzles.csv.part"));
    thread::sleep(Duration::from_millis(500));
    interrupt(&child);
    thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    let ran = Ran { output: child.wait_with_output().unwrap(), out: scratch.path("out") }.exits(130);
    assert!(!ran.out.join("manifest.json").exists() && !ran.out.join("puzzles.csv").exists(), "nothing looks complete");
}
