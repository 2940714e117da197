//! The answers of external engines.

#![no_main]

use corpus::{engine::parse_answer, external::LatencyClock};
use libfuzzer_sys::fuzz_target;
use solver::strategy::Answer;
use sudoku_bench_fuzz::check_shown;

fuzz_target!(|data: &[u8]| {
    for clock in [LatencyClock::Own, LatencyClock::RoundTrip] {
        let mut answer = Answer::new(2);
        match parse_answer(data, clock, 1_000, &mut answer) {
            Ok(()) => assert!(
                answer.solutions.kept().len() as u64 <= answer.solutions.found() && answer.solutions.found() <= 2
            ),
            Err(reason) => check_shown(&reason),
        }
    }
});
