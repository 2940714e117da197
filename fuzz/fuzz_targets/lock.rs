//! Lock files: read, written again, and compared with another.

#![no_main]

use std::fs;

use benchmark::{compare::Input, record::Lock};
use libfuzzer_sys::fuzz_target;
use sudoku_bench_fuzz::{check_shown, directory, file, results};

/// A lock file of three strategies on six puzzles.
const VALID: &[u8] = include_bytes!("../seeds/lock/run.json");

fuzz_target!(|data: &[u8]| {
    let path = file("lock.json", data);
    let lock = match Lock::read(&path) {
        Ok(lock) => lock,
        Err(error) => return check_shown(&error.to_string()),
    };
    let again = directory().join("again.json");
    lock.write(&again).expect("the temporary directory can be written");
    assert_eq!(Lock::read(&again).expect("it was just written"), lock);
    fs::remove_file(&again).expect("it was just written");
    let base = Input::open(&file("valid.json", VALID)).expect("it is valid");
    let current = Input::open(&path).expect("it was read before");
    results::check_comparison(&base, &current);
    results::check_comparison(&current, &base);
});
