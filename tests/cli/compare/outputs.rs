//! The output for people, scripts and GitHub, with unusual names of puzzles.

use super::*;

/// Names with special characters of Markdown, HTML, terminals and workflow logs.
const HOSTILE: [&str; 8] = [
    "a|b",
    "`code` **bold**",
    "<script>alert(1)</script>",
    "::error::owned",
    "##[error]owned",
    "100%25 %0A::warning::",
    "\u{1b}[31mred\u{7}",
    "-->, \"quoted\"",
];

/// Returns results on 600 puzzles with names from [`HOSTILE`], and a copy with one more node in each row.
fn hostile(scratch: &Scratch) -> [PathBuf; 2] {
    let name = |n: usize| format!("{} {n}", HOSTILE[n % HOSTILE.len()]).replace('"', "\"\"");
    let rows: String = (0..600).map(|n| format!("\"{}\",{EASY}\n", name(n))).collect();
    let corpus = scratch.corpus("names.csv", format!("id,puzzle\n{rows}"));
    let base = results(scratch, "base", &[&corpus, "--strategy", "all"]);
    let current = copy(scratch, &base, "current", |row| row.add("nodes", 1));
    [base, current]
}

/// Runs the comparison as a step of a workflow.
fn step(scratch: &Scratch, base: &Path, current: &Path, more: &[&str]) -> Ran {
    let arguments = [&["compare", base.to_str().unwrap(), current.to_str().unwrap()], more].concat();
    let output = sudoku_bench(&arguments)
        .env("GITHUB_ACTIONS", "true")
        .env("GITHUB_STEP_SUMMARY", scratch.path("summary.md"))
        .env("GITHUB_OUTPUT", scratch.path("output"))
        .output()
        .unwrap();
    Ran { output, out: current.into() }
}

/// Returns the lines that a GitHub runner executes as commands. The runner skips leading spaces, and finds the old form
/// anywhere in a line (actions/runner, `ActionCommand.cs`).
fn commands(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.trim_start().starts_with("::") || line.contains("##[")).collect()
}

#[test]
fn names_are_neither_markup_nor_commands() {
    let scratch = Scratch::new();
    let [base, current] = hostile(&scratch);
    let ran = compare(&base, &current, &[], 3);
    let clean = |text: &str| assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text}");
    clean(&ran.stdout());
    assert_eq!(commands(&ran.stdout()), [""; 0]);
    let markdown = ran.read("compare.md");
    clean(&markdown);
    assert!(markdown.len() <= 60_000, "{}", markdown.len());
    // Names are formatted as code; every other part between backticks is code.
    let outside: String = markdown.split('`').step_by(2).collect();
    assert_eq!(
        outside.matches("<script").count() + outside.matches("-->").count(),
        1,
        "only the marker is an HTML comment"
    );
    for line in ["`line 2 (a|b 0)`: ", "`line 3 ('code' **bold** 1)`: ", "`line 4 (<script>alert(1)</script> 2)`: "] {
        assert!(markdown.contains(line), "{markdown}");
    }
    let mut lines = markdown.lines();
    assert!(lines.next().unwrap().starts_with("<!-- sudoku-bench: "));
    assert!(lines.next().unwrap().starts_with("❌ **regressed: "), "the verdict comes first");
    let rows = ran.rows("compare.csv");
    let strategies = ran.rows("puzzles.csv").len() / 600;
    assert_eq!(rows.len(), 600 * strategies);
    let names: Vec<_> = rows.iter().step_by(strategies).take(8).map(|row| row.get("puzzle").to_string()).collect();
    assert_eq!(names, std::array::from_fn::<_, 8, _>(|n| format!("{} {n}", HOSTILE[n].replace(char::is_control, " "))));
}

#[test]
fn a_workflow_step_writes_annotations_summary_and_outputs() {
    let scratch = Scratch::new();
    let [base, current] = hostile(&scratch);
    fs::write(scratch.path("summary.md"), "# Before\n").unwrap();
    fs::write(scratch.path("output"), "mine=1\n").unwrap();
    let ran = step(&scratch, &base, &current, &[]).exits(3);
    let stdout = ran.stdout();
    let annotations = commands(&stdout);
    assert!((1..=8).contains(&annotations.len()), "{annotations:?}");
    assert!(annotations.iter().all(|line| line.starts_with("::error title=sudoku-bench%3A ")), "{annotations:?}");
    let summary = read(&scratch.path("summary.md"));
    assert!(summary.starts_with("# Before\n<!-- sudoku-bench: ") && summary.len() <= 200_000);
    assert_eq!(summary.matches("regressed: ").count(), 1);
    let report = current.join("compare.md");
    let outputs = format!("mine=1\nverdict=regressed\nreport={}\n", report.display());
    assert_eq!(read(&scratch.path("output")), outputs);
    // The next step appends to the same files.
    let ran = step(&scratch, &base, &base, &["--out", scratch.path("out").to_str().unwrap()]).exits(0);
    assert_eq!(commands(&ran.stdout()), [""; 0], "no annotations for unchanged counts");
    assert!(read(&scratch.path("summary.md")).starts_with(&summary));
    let report = scratch.path("out/compare.md");
    assert_eq!(read(&scratch.path("output")), format!("{outputs}verdict=pass\nreport={}\n", report.display()));
}

#[test]
fn a_failed_comparison_sets_the_outputs() {
    let scratch = Scratch::new();
    let base = baseline(&scratch);
    let other = results(&scratch, "other", &[&scratch.corpus("o.txt", EASY), "--strategy", STRATEGIES]);
    let ran = step(&scratch, &base, &other, &[]).exits(4);
    let stdout = ran.stdout();
    assert_eq!(commands(&stdout).len(), 1);
    assert!(stdout.starts_with("::error title=sudoku-bench::") && stdout.contains("corpora differ"), "{stdout}");
    assert_eq!(read(&scratch.path("output")), "verdict=incomparable\nreport=\n");
    let summary = read(&scratch.path("summary.md"));
    assert!(summary.starts_with("❌ **not compared**: ") && summary.contains("corpora differ"), "{summary}");
    let cut = Edited::copy(&base, scratch.path("cut")).text("puzzles.csv", |text| text[..99].into());
    step(&scratch, &base, &cut.0, &[]).exits(1);
    assert!(read(&scratch.path("output")).ends_with("verdict=incomparable\nreport=\n"));
    // Outside of a workflow, no annotation is printed.
    let ran = compare(&base, &other, &[], 4);
    assert_eq!(ran.stdout(), "");
}

/// The length of the document is limited, and it always contains the verdict.
#[test]
fn many_corpora_leave_room_for_the_verdict() {
    let scratch = Scratch::new();
    let deep = "d".repeat(200);
    fs::create_dir(scratch.path(&deep)).unwrap();
    let files: Vec<_> = (0..300).map(|n| scratch.corpus(&format!("{deep}/{n}.txt"), EASY)).collect();
    let files: Vec<_> = files.iter().map(String::as_str).collect();
    let base = results(&scratch, "base", &[&files[..], &["--strategy", "dlx"]].concat());
    compare(&base, &base, &["--out", scratch.path("out").to_str().unwrap()], 0);
    let markdown = read(&scratch.path("out/compare.md"));
    assert!(markdown.len() <= 60_000, "{}", markdown.len());
    assert!(markdown.lines().nth(1).unwrap().starts_with("✅ **pass: "), "{markdown}");
}
