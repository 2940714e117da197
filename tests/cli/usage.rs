//! Invalid arguments end the program with exit code 2, before it writes anything.

use super::*;

/// Returns the errors of several commands, each of which must exit with 2 and write no file.
#[track_caller]
pub fn errors(commands: &[&str]) -> String {
    let scratch = Scratch::new();
    scratch.corpus("c.txt", EASY);
    let error = |command: &&str| {
        let words: Vec<&str> = command.split_whitespace().collect();
        let output = sudoku_bench(&words).current_dir(scratch.path("")).output().unwrap();
        assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stdout)), (Some(2), "".into()), "{command}");
        format!("$ sudoku-bench {command}\n{}\n", String::from_utf8(output.stderr).unwrap())
    };
    let text = commands.iter().map(error).collect();
    assert_eq!(files(&scratch.path("")), ["c.txt"]);
    text
}

#[test]
fn numbers_out_of_range() {
    insta::assert_snapshot!(errors(&[
        "run c.txt --threads 0",
        "run c.txt --threads 2000",
        "run c.txt --rounds 0",
        "run c.txt --block-size 0",
        "run c.txt --sample 0",
        "run c.txt --max-solutions 0",
        "run c.txt --time-limit 0s",
        "run c.txt --puzzle-column 0",
    ]));
}

#[test]
fn values_of_the_wrong_kind() {
    insta::assert_snapshot!(errors(&[
        "run c.txt --strategy dlx,magic",
        "run c.txt --strategy dlx,naive,dlx",
        "run c.txt --time-limit soon",
        "run c.txt --node-limit many",
        "run c.txt --max-solutions few",
        "run c.txt --simd mmx",
        "run c.txt --delimiter ab",
        "solve c.txt --strategy elimination",
    ]));
}

#[test]
fn standard_input_named_more_than_once() {
    insta::assert_snapshot!(errors(&["run - --rounds 2", "run - -", "solve - -"]));
}

#[test]
fn misplaced_arguments() {
    insta::assert_snapshot!(errors(&["inspect c.txt", "compare c.txt", "ab . . c.txt", "run c.txt -s dlx naive"]));
}

/// Numbers may be short or grouped.
#[test]
fn numbers_in_any_notation() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("c.txt", format!("{EASY}\n").repeat(3));
    let ran =
        scratch.run(&[&corpus, "--strategy", "dlx", "--node-limit", "1e6", "--block-size", "1_000", "--sample", "1k"]);
    assert_eq!(ran.exits(0).json("manifest.json")["limits"]["nodes"], 1_000_000);
}

#[test]
fn strategies_have_aliases_and_ignore_case() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("c.txt", EASY);
    let ran = scratch.run(&[&corpus, "--strategy", "Fc,DANCING-LINKS,naive", "--reference", "FC"]).exits(0);
    let names: Vec<_> = ran.rows("puzzles.csv").iter().map(|row| row.get("strategy").to_string()).collect();
    assert_eq!(names, ["forward-checking", "dlx", "naive"]);
    assert_eq!(ran.json("manifest.json")["reference"], "forward-checking");
    let shown = sudoku_bench(&["show", ran.out.to_str().unwrap(), "--reference", "Dancing-Links"]).output().unwrap();
    assert!(shown.status.success(), "{shown:?}");
    let limits = ["compare", ran.out.to_str().unwrap(), ran.out.to_str().unwrap(), "--limit", "fc.nodes=0%"];
    assert!(sudoku_bench(&limits).output().unwrap().status.code() != Some(2));
    assert!(errors(&["run c.txt -s fc,forward-checking"]).contains("strategy forward-checking is named twice"));
    for command in [["solve", &corpus, "-s", "FC"], ["dataset", "rate", &corpus, "--strategy=DLX"]] {
        assert!(sudoku_bench(&command).output().unwrap().status.success(), "{command:?}");
    }
}

#[test]
fn quiet_prints_errors_only() {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("c.csv", format!("puzzle,rating\n{EASY},1\nshort,2\n"));
    let notes = |arguments: &[&str]| String::from_utf8(sudoku_bench(arguments).output().unwrap().stderr).unwrap();
    assert!(notes(&["solve", &corpus]).contains("1 row rejected"));
    assert_eq!(notes(&["solve", &corpus, "--quiet"]), "");
    assert_eq!(
        notes(&["-q", "solve", "nosuch.csv"]),
        "error: nosuch.csv: cannot open: No such file or directory (os error 2)\n"
    );
}

#[test]
fn the_version_names_the_build() {
    let version = |flag| String::from_utf8(sudoku_bench(&[flag]).output().unwrap().stdout).unwrap();
    assert_eq!(version("-V"), format!("sudoku-bench {}\n", env!("CARGO_PKG_VERSION")));
    for line in ["git revision: ", "compiler: rustc ", "target: ", "instruction sets: "] {
        assert!(version("--version").contains(line), "{}", version("--version"));
    }
}

#[test]
fn missing_arguments() {
    insta::assert_snapshot!(errors(&["run", "run --sample"]));
}

#[test]
fn strict_and_a_number_of_rejects_contradict_each_other() {
    for command in ["run c.txt -s dlx", "solve c.txt", "dataset overlap a b", "dataset convert c.txt --to csv"] {
        let all: Vec<&str> = command.split(' ').chain(["--strict", "--max-rejects", "5"]).collect();
        let output = sudoku_bench(&all).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(stderr.contains("'--strict' cannot be used with '--max-rejects"), "{stderr}");
    }
}
