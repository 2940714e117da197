//! The interval log of HdrHistograms of a results directory that is valid otherwise.

#![no_main]

use benchmark::record::Results;
use libfuzzer_sys::fuzz_target;
use sudoku_bench_fuzz::{check_shown, results};

fuzz_target!(|data: &[u8]| {
    let files: Vec<&[u8]> = (0..3).map(|place| results::valid_file(place) as &[u8]).chain([data]).collect();
    let path = results::write("interval_log", &files.join(&results::SEPARATOR));
    if let Err(error) = Results::open(&path).and_then(|results| results.record()) {
        check_shown(&error.to_string());
    }
});
