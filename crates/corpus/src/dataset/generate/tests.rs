//! Properties of all generated puzzles.

use std::collections::HashSet;

use solver::strategy::{self, Limits, Solutions, Strategy};

use super::*;

/// Generates the first puzzles of a target.
fn make(target: Target, seed: u64, simd: Simd, count: usize) -> Vec<Generated> {
    Generator::new(target, seed, simd).unwrap().puzzles(0, count, &AtomicBool::new(false)).unwrap()
}

/// The solutions of a puzzle, or two of them.
fn solutions(dlx: &mut dyn Strategy, puzzle: &Grid) -> Vec<Grid> {
    let mut solutions = Solutions::new(2);
    dlx.solve(puzzle, &Limits::NONE, &mut solutions);
    solutions.kept().to_vec()
}

fn dlx() -> Box<dyn Strategy> {
    strategy::find("dlx").unwrap().build(Simd::Scalar).unwrap()
}

fn assert_minimal(dlx: &mut dyn Strategy, puzzle: &Grid) {
    for cell in (0..CELLS).filter(|&cell| puzzle.get(cell) != 0) {
        let mut less = *puzzle;
        less.set(cell, 0);
        assert_eq!(solutions(dlx, &less).len(), 2, "{puzzle} without the clue in cell {cell}");
    }
}

#[test]
fn every_puzzle_has_its_solution_and_no_other() {
    let mut dlx = dlx();
    for target in [Target::Minimal, Target::Clues(22..=30), Target::Clues(81..=81)] {
        let made = make(target.clone(), 1, Simd::detect(), 200);
        assert_eq!(made.len(), 200);
        for Generated { puzzle, solution } in made {
            assert_eq!(solutions(&mut *dlx, &puzzle), [solution], "{target:?}: {puzzle}");
        }
    }
}

#[test]
fn every_clue_of_a_minimal_puzzle_is_needed() {
    let mut dlx = dlx();
    for Generated { puzzle, .. } in make(Target::Minimal, 2, Simd::detect(), 100) {
        assert_minimal(&mut *dlx, &puzzle);
    }
}

/// The chi-square quantile for 6 degrees of freedom at 0.999 is 22.5.
#[test]
fn numbers_of_clues_are_uniform_in_their_range() {
    let mut counts = [0.0f64; 7];
    let made = make(Target::Clues(22..=28), 3, Simd::detect(), 700);
    made.iter().for_each(|made| counts[made.puzzle.clues() - 22] += 1.0);
    let distance: f64 = counts.iter().map(|count| (count - 100.0).powi(2) / 100.0).sum();
    assert!(distance < 22.5, "{counts:?}");
    for clues in [MIN_CLUES + 1, 40] {
        let made = make(Target::Clues(clues..=clues), 3, Simd::detect(), 8);
        assert!(made.iter().all(|made| made.puzzle.clues() == clues));
    }
}

#[test]
fn puzzles_depend_on_target_seed_and_index_only() {
    // Clues are added to some minimal puzzles, and taken away from others.
    for target in [Target::Minimal, Target::Clues(23..=26)] {
        let expected = make(target.clone(), 4, Simd::Scalar, 60);
        for simd in Simd::available() {
            assert_eq!(make(target.clone(), 4, simd, 60), expected, "{simd}");
        }
        let mut generator = Generator::new(target.clone(), 4, Simd::detect()).unwrap();
        let second = generator.batch(1);
        let first = generator.batch(0);
        assert_eq!(first[..60], expected);
        let puzzles: HashSet<Grid> = first.iter().chain(&second).map(|made| made.puzzle).collect();
        let other: HashSet<Grid> = make(target, 5, Simd::detect(), 60).iter().map(|made| made.puzzle).collect();
        assert_eq!((puzzles.len(), puzzles.intersection(&other).count()), (2 * BATCH, 0));
    }
}

#[test]
fn impossible_ranges_are_errors() {
    let error = |range| match Generator::new(Target::Clues(range), 0, Simd::Scalar) {
        Err(Error::Usage(reason)) => reason,
        _ => panic!("no usage error"),
    };
    #[expect(clippy::reversed_empty_ranges)]
    let empty = 30..=29;
    assert!(error(empty).contains("empty"));
    assert!(error(20..=82).contains("at most 81"));
    assert!(error(MIN_CLUES - 1..=30).contains(&format!("at least {MIN_CLUES}")));
    assert!(Generator::new(Target::Clues(MIN_CLUES..=81), 0, Simd::Scalar).is_ok());
}

/// The seed is one with which it does not take long. Other tests compare the solutions of all instruction sets.
#[test]
fn an_unbiased_puzzle_is_minimal_and_the_same_everywhere() {
    let mut dlx = dlx();
    let seed = 20;
    let expected = make(Target::UnbiasedMinimal, seed, Simd::detect(), 1);
    let [Generated { puzzle, solution }] = expected[..] else { panic!("one puzzle") };
    assert_eq!(solutions(&mut *dlx, &puzzle), [solution]);
    assert_minimal(&mut *dlx, &puzzle);
    assert_eq!(make(Target::UnbiasedMinimal, seed, Simd::Scalar, 1), expected);
}

#[test]
fn a_stopped_search_has_no_puzzles() {
    for target in [Target::Minimal, Target::UnbiasedMinimal] {
        let mut generator = Generator::new(target, 1, Simd::detect()).unwrap();
        assert_eq!(generator.batch_until(0, &AtomicBool::new(true)), None);
    }
}

#[test]
fn only_the_slow_target_has_an_expected_time() {
    let generation = |target, count, threads| Generation { target, count, seed: 1, threads, simd: Simd::detect() };
    assert_eq!(generation(Target::Minimal, 1000, 1).expected_time(), None);
    let time = |count, threads| generation(Target::UnbiasedMinimal, count, threads).expected_time().unwrap();
    // A thousand times as many puzzles, by another trial.
    assert!(time(100_000, 1) > 20 * time(100, 1));
    assert!(time(100, 1) > time(100, 25));
}
