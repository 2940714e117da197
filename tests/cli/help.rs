//! Help texts.

use super::*;

/// The visible commands.
pub const COMMANDS: [&str; 27] = [
    "",
    "ab",
    "compare",
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
pub fn stdout(arguments: &[&str]) -> String {
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
