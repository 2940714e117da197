//! The protocol of `ab`, from the side of the worker: requests of blocks of puzzles.

#![no_main]

use std::sync::OnceLock;

use benchmark::ab;
use grid::simd::Simd;
use libfuzzer_sys::fuzz_target;
use pass::Options;
use solver::strategy::{self, Limits};
use sudoku_bench_fuzz::check_shown;

/// The largest number of nodes of a search: a hard puzzle is no finding.
const NODES: u64 = 1000;

fn options() -> &'static Options {
    static OPTIONS: OnceLock<Options> = OnceLock::new();
    OPTIONS.get_or_init(|| {
        let strategies = ["lanes", "dlx"].map(|name| strategy::find(name).expect("it is in the registry")).into();
        let limits = Limits { nodes: NODES, ..Limits::NONE };
        Options { max_solutions: 2, limits, simd: Simd::Scalar, ..Options::new(strategies) }
    })
}

fuzz_target!(|data: &[u8]| {
    let mut answers = Vec::new();
    let result = ab::serve(options(), data, &mut answers);
    let text = String::from_utf8(answers).expect("answers are text");
    assert!(text.starts_with("sudoku-bench worker 1\n"));
    for line in text.lines().skip(1) {
        let samples: Vec<_> = line.split(' ').collect();
        assert_eq!(samples.len(), 2, "{line}");
        assert!(samples.iter().all(|sample| sample.split(',').count() == 7), "{line}");
    }
    if let Err(error) = result {
        check_shown(&error.to_string());
    }
});
