//! The answers of external engines.

#![no_main]

use grid::Shape;
use libfuzzer_sys::fuzz_target;
use pass::{
    engine::{AnswerRules, parse_answer},
    external::LatencyClock,
};
use solver::strategy::Answer;
use sudoku_bench_fuzz::check_shown;

/// Checks an answer to a puzzle of a shape.
fn check(data: &[u8], shape: Shape) {
    for clock in [LatencyClock::Own, LatencyClock::RoundTrip] {
        let mut answer = Answer::new(2);
        match parse_answer(data, AnswerRules { shape, clock, node_limit: 1_000, has_time_limit: false }, &mut answer) {
            Ok(()) => assert!(
                answer.solutions.kept().len() as u64 <= answer.solutions.found() && answer.solutions.found() <= 2
            ),
            Err(reason) => check_shown(&reason),
        }
    }
}

fuzz_target!(|data: &[u8]| {
    for side in [4, 9, 16] {
        check(data, Shape::of_cells(side * side).expect("a shape"));
    }
});
