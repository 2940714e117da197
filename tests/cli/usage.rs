//! Invalid arguments end the program with exit code 2, before it writes anything.

use super::*;

/// Returns the errors of several commands, each of which must exit with 2 and write no file.
#[track_caller]
fn errors(commands: &[&str]) -> String {
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
        "completions tcsh",
    ]));
}

#[test]
fn standard_input_named_more_than_once() {
    insta::assert_snapshot!(errors(&["run - --rounds 2", "run - -", "solve - -"]));
}

#[test]
fn missing_arguments() {
    insta::assert_snapshot!(errors(&["run", "run --sample", "man", "completions"]));
}
