//! `show`: tables and exports of a finished run, rendered from its files alone.

use std::collections::BTreeMap;

use super::*;

/// Runs puzzles that end as solved, unsolvable, invalid, stalled and at a limit.
fn run(scratch: &Scratch) -> Ran {
    let corpus = scratch.corpus("edges.csv", read(Path::new("datasets/edge-cases.csv")));
    scratch.run(&[&corpus, "--strategy", "dlx,elimination,lanes", "--rounds", "3", "--node-limit", "500"]).exits(0)
}

fn show(scratch: &Scratch, arguments: &[&str]) -> Ran {
    let output = sudoku_bench(&["show"]).arg(scratch.path("out")).args(arguments).output().unwrap();
    Ran { output, out: scratch.path("out") }
}

fn exports(ran: &Ran) -> BTreeMap<String, String> {
    let entries = fs::read_dir(ran.out.join("export")).unwrap().map(Result::unwrap);
    entries.map(|entry| (entry.file_name().into_string().unwrap(), read(&entry.path()))).collect()
}

#[test]
fn tables_are_the_same_as_after_the_run() {
    let scratch = Scratch::new();
    let ran = run(&scratch);
    // The summary is computed from the rows.
    fs::remove_file(ran.out.join("summary.json")).unwrap();
    assert_eq!(show(&scratch, &[]).exits(0).stdout(), ran.stdout());
}

#[test]
fn exports_are_the_same_as_after_the_run() {
    let scratch = Scratch::new();
    let ran = run(&scratch);
    let before = exports(&ran);
    assert_eq!(before.len(), bench::reporter::export::names().len());
    fs::remove_dir_all(ran.out.join("export")).unwrap();
    show(&scratch, &["--export"]).exits(0);
    assert_eq!(exports(&ran), before);
    fs::write(ran.out.join("export/bencher.json"), "outdated").unwrap();
    show(&scratch, &["--export"]).exits(0);
    assert_eq!(exports(&ran), before);
}

#[test]
fn damaged_results_are_an_error_and_exports_stay() {
    let scratch = Scratch::new();
    let ran = run(&scratch);
    let before = exports(&ran);
    for (file, reason) in [
        ("puzzles.csv", "do not match the digest in manifest.json"),
        ("blocks.csv", "does not match the digest in manifest.json"),
        ("histograms/latency.hlog", "latency.hlog: "),
    ] {
        let path = ran.out.join(file);
        let content = read(&path);
        let end = content.trim_end().rfind('\n').unwrap() + 1;
        let damaged = if file.ends_with("hlog") { content[..end + 40].into() } else { content[..end].to_string() };
        // The rows of a whole puzzle are cut off, so that only a digest can reveal it.
        let damaged = if file == "puzzles.csv" { without_last_puzzle(&content) } else { damaged };
        fs::write(&path, damaged).unwrap();
        let shown = show(&scratch, &["--export"]).exits(1);
        assert!(shown.stderr().contains(reason), "{}", shown.stderr());
        assert_eq!(exports(&ran), before);
        fs::write(&path, content).unwrap();
    }
    show(&scratch, &[]).exits(0);
}

/// Removes the last three rows: those of all strategies.
fn without_last_puzzle(content: &str) -> String {
    let lines: Vec<_> = content.lines().collect();
    lines[..lines.len() - 3].iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_directory_without_results_is_an_error() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.path("out")).unwrap();
    let shown = show(&scratch, &[]).exits(1);
    assert!(shown.stderr().contains("holds no manifest.json"), "{}", shown.stderr());
}
