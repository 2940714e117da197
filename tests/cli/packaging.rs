//! Completion scripts and man pages. `scripts/check/completions` tests the scripts in their shells.

use super::{
    help::{commands, stdout},
    *,
};

#[test]
fn completions_offer_commands_and_values() {
    for shell in ["bash", "fish", "zsh"] {
        let script = stdout(&["completions", shell]);
        for word in ["overlap", "--time-limit", "forward-checking", "exchange-bank", "avx512", "exact-improve-ok"] {
            assert!(script.contains(word.trim_start_matches('-')), "{shell}: {word}");
        }
        for command in ["worker", "engine-echo"] {
            assert!(!script.contains(command), "{shell} offers {command}");
        }
    }
}

#[test]
fn every_command_has_a_man_page() {
    let scratch = Scratch::new();
    let output = sudoku_bench(&["man", "share/man1"]).current_dir(scratch.path("")).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "wrote share/man1/sudoku-bench*.1\n");
    let page =
        |(command, _): &(String, String)| format!("sudoku-bench-{}.1", command.replace(' ', "-")).replace("-.", ".");
    let mut pages: Vec<_> = commands().iter().map(page).collect();
    pages.sort();
    let written = fs::read_dir(scratch.path("share/man1")).unwrap();
    let mut written: Vec<_> = written.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    written.sort();
    assert_eq!(written, pages);
    let run = read(&scratch.path("share/man1/sudoku-bench-run.1"));
    for word in [".TH sudoku-bench-run 1", "forward\\-checking", "Examples:"] {
        assert!(run.contains(word), "{word}: {run}");
    }
}
