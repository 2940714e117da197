//! Help texts, completion scripts and man pages.

use super::*;

/// The visible commands.
const COMMANDS: [&str; 29] = [
    "",
    "ab",
    "compare",
    "completions",
    "dataset",
    "dataset augment",
    "dataset canon",
    "dataset convert",
    "dataset dedup",
    "dataset filter",
    "dataset generate",
    "dataset inspect",
    "dataset join",
    "dataset layouts",
    "dataset overlap",
    "dataset rate",
    "dataset sample",
    "dataset shard",
    "dataset split",
    "man",
    "merge",
    "report",
    "run",
    "show",
    "solve",
    "strategies",
    "engines",
    "engines build",
    "engines test",
];

/// Returns the program's standard output, wrapped to 100 columns.
#[track_caller]
fn stdout(arguments: &[&str]) -> String {
    let output = sudoku_bench(arguments).env("COLUMNS", "100").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

/// Requires the feature `parquet`, because help lists the layouts.
#[test]
#[cfg(feature = "parquet")]
fn every_command_has_help() {
    for command in COMMANDS {
        let words: Vec<&str> = command.split_whitespace().chain(["--help"]).collect();
        let name = format!("sudoku-bench {command}").trim_end().replace(' ', "-");
        insta::assert_snapshot!(name, stdout(&words));
    }
}

#[test]
fn strategies_are_listed() {
    insta::assert_snapshot!(stdout(&["strategies"]));
}

#[test]
fn completions_offer_commands_and_values() {
    for shell in ["bash", "fish", "zsh"] {
        let script = stdout(&["completions", shell]);
        for word in ["overlap", "--time-limit", "forward-checking", "exchange-bank", "avx512", "exact-improve-ok"] {
            assert!(script.contains(word.trim_start_matches('-')), "{shell}: {word}");
        }
        assert!(!script.contains("worker"), "{shell} offers a hidden command");
    }
}

#[test]
fn every_command_has_a_man_page() {
    let scratch = Scratch::new();
    let output = sudoku_bench(&["man", "share/man1"]).current_dir(scratch.path("")).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "wrote share/man1/sudoku-bench*.1\n");
    let page = |command: &&str| format!("sudoku-bench-{}.1", command.replace(' ', "-")).replace("-.", ".");
    let mut pages: Vec<_> = COMMANDS.iter().map(page).collect();
    pages.sort();
    assert_eq!(files(&scratch.path("share/man1")), pages);
    let run = read(&scratch.path("share/man1/sudoku-bench-run.1"));
    for word in [".TH sudoku-bench-run 1", "forward\\-checking", "Examples:"] {
        assert!(run.contains(word), "{word}: {run}");
    }
}
