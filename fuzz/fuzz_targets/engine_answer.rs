//! The answers of external engines.

#![no_main]

use pass::{engine::{AnswerRules, GridText, parse_answer}, external::LatencyClock};
use libfuzzer_sys::fuzz_target;
use grid::{AnyGrid, Grid, Shape};
use solver::strategy::Answer;
use sudoku_bench_fuzz::check_shown;

/// Checks an answer to a puzzle of a shape.
fn check<G: GridText>(data: &[u8], shape: Shape) {
    for clock in [LatencyClock::Own, LatencyClock::RoundTrip] {
        let mut answer = Answer::<G>::new(2);
        match parse_answer(data, AnswerRules { shape, clock, node_limit: 1_000 }, &mut answer) {
            Ok(()) => assert!(
                answer.solutions.kept().len() as u64 <= answer.solutions.found() && answer.solutions.found() <= 2
            ),
            Err(reason) => check_shown(&reason),
        }
    }
}

fuzz_target!(|data: &[u8]| {
    check::<Grid>(data, Shape::NINE);
    for side in [4, 16] {
        check::<AnyGrid>(data, Shape::of_cells(side * side).expect("a shape"));
    }
});
