//! Arguments that make no sense end with exit code 2 and say what would.

use super::*;

#[track_caller]
fn refuses(arguments: &[&str], advice: &str) {
    let scratch = Scratch::new();
    let corpus = scratch.corpus("c.txt", EASY);
    let ran = scratch.run(&[&[&*corpus], arguments].concat()).exits(2);
    assert!(ran.stderr().contains(advice), "{}", ran.stderr());
    assert!(!ran.out.exists());
}

#[test]
fn numbers_that_are_too_small() {
    refuses(&["--threads", "0"], "0 is not in 1..=1024");
    refuses(&["--threads", "2000"], "2000 is not in 1..=1024");
    refuses(&["--rounds", "0"], "0 is not in 1..");
    refuses(&["--block-size", "0"], "must be at least 1");
    refuses(&["--sample", "0"], "must be at least 1");
    refuses(&["--max-solutions", "0"], "must be at least 1");
    refuses(&["--time-limit", "0s"], "must be longer than nothing");
    refuses(&["--puzzle-column", "0"], "columns are counted from 1");
}

#[test]
fn words_that_are_none() {
    refuses(&["--strategy", "dlx,magic"], "the strategies are naive, forward-checking");
    refuses(&["--strategy", "dlx,naive,dlx"], "strategy dlx is named twice");
    refuses(&["--time-limit", "soon"], "write 2s, 500ms or 1m 30s");
    refuses(&["--node-limit", "many"], "invalid digit");
    refuses(&["--max-solutions", "few"], "must be a number or `all`");
}

#[test]
fn standard_input_more_than_once() {
    refuses(&["-", "--rounds", "2"], "standard input can be read only once");
    refuses(&["-", "-"], "standard input can be read only once");
}

#[test]
fn no_corpus() {
    let scratch = Scratch::new();
    let ran = scratch.run(&[]).exits(2);
    assert!(ran.stderr().contains("<FILE>"), "{}", ran.stderr());
}
