//! Tests of the profiles of searches.

use std::fs;

use grid::{CELLS, Shape, simd::Simd};
use sudoku_bench_solver::strategy::{Entry, Limits, Outcome, REGISTRY, SearchProfile, Solutions, WrongTurns, find};

use super::{FULL, INKALA, grid, valid_puzzles};

/// The names of the strategies that keep profiles.
fn profiled() -> impl Iterator<Item = &'static str> {
    REGISTRY.iter().filter(|entry| entry.keeps_profile).map(|entry| &*entry.name)
}

fn search(name: &str, puzzle: &str, limits: &Limits, max_solutions: u64) -> (Outcome, Solutions, SearchProfile) {
    let mut strategy = find(name).unwrap().build(Shape::NINE, Simd::detect()).unwrap();
    let mut solutions = Solutions::new(max_solutions);
    let outcome = strategy.solve(&grid(puzzle), limits, &mut solutions);
    let profile = strategy.profile().unwrap().clone();
    (outcome, solutions, profile)
}

#[test]
fn strategies_that_say_so_keep_profiles() {
    let has_profile = |entry: &&Entry| entry.build(Shape::NINE, Simd::detect()).unwrap().profile().is_some();
    assert!(REGISTRY.iter().all(|entry| entry.keeps_profile == has_profile(&entry)));
}

/// `tests/data/nodes_by_depth.csv` comes from an independent implementation, with a limit of a million nodes.
#[test]
fn nodes_by_depth_equal_the_reference() {
    let corpus = fs::read_to_string("../../datasets/classics.csv").unwrap();
    let puzzles: Vec<&str> = corpus.lines().skip(1).filter_map(|line| line.split(',').nth(1)).collect();
    let table = fs::read_to_string("../../tests/data/nodes_by_depth.csv").unwrap();
    let limits = Limits { nodes: 1_000_000, ..Limits::NONE };
    for name in ["naive", "forward-checking", "dlx"] {
        let mut sums = [0; CELLS];
        for puzzle in &puzzles {
            let (_, _, profile) = search(name, puzzle, &limits, 1);
            sums.iter_mut().zip(profile.nodes_by_depth()).for_each(|(sum, nodes)| *sum += nodes);
        }
        let rows = table.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(','));
        let expected: Vec<String> = rows.map(String::from).collect();
        let found = (1..)
            .zip(sums)
            .filter(|&(_, nodes)| nodes > 0)
            .map(|(depth, nodes): (u32, u64)| format!("{depth},{nodes}"));
        assert_eq!(found.collect::<Vec<_>>(), expected, "{name}");
    }
}

#[test]
fn the_sums_of_a_profile_are_the_counters_of_the_search() {
    for name in profiled() {
        let mut strategy = find(name).unwrap().build(Shape::NINE, Simd::detect()).unwrap();
        for puzzle in valid_puzzles(12, 24..60).take(150) {
            let blanks = (CELLS - puzzle.clues()) as u64;
            let mut first = None;
            for max_solutions in [1, 2, 30] {
                let mut solutions = Solutions::new(max_solutions);
                let limits = Limits { nodes: 3000, ..Limits::NONE };
                let outcome = strategy.solve(&puzzle, &limits, &mut solutions);
                let profile = strategy.profile().unwrap();
                assert_eq!(profile.nodes_by_depth().iter().sum::<u64>(), outcome.nodes, "{name} {puzzle}");
                assert_eq!(profile.nodes_by_depth().len(), usize::from(outcome.max_depth), "{name} {puzzle}");
                let turns = profile.wrong_turns();
                assert_eq!(turns.is_some(), solutions.found() > 0, "{name} {puzzle}");
                let refuted = profile.refuted_by_depth().map(|refuted| refuted.collect::<Vec<_>>());
                if let Some(WrongTurns { count, first_depth, largest, refuted: sum }) = turns {
                    let refuted = refuted.unwrap();
                    assert_eq!(refuted.len() as u64, blanks);
                    assert_eq!(refuted.iter().sum::<u64>(), sum);
                    assert_eq!(refuted.iter().max().copied().unwrap_or(0), largest);
                    assert_eq!(refuted.iter().filter(|&&nodes| nodes > 0).count(), usize::from(count));
                    let first_wrong = refuted.iter().position(|&nodes| nodes > 0).map_or(0, |index| index + 1);
                    assert_eq!(first_wrong, usize::from(first_depth));
                    if max_solutions == 1 {
                        assert_eq!(sum, outcome.backtracks, "{name} {puzzle}");
                    }
                    // A search for more solutions finds the first in the same way.
                    assert_eq!(*first.get_or_insert(refuted), profile.refuted_by_depth().unwrap().collect::<Vec<_>>());
                }
            }
        }
    }
}

#[test]
fn luck_compares_the_first_solution_with_the_proof() {
    for name in profiled() {
        let (first, ..) = search(name, INKALA, &Limits::NONE, 1);
        let (proof, solutions, profile) = search(name, INKALA, &Limits::NONE, 2);
        let luck = first.backtracks as f64 / (proof.backtracks - 60) as f64;
        assert_eq!(profile.luck(&proof, &solutions), Some(luck), "{name}");
        assert!(luck > 0.0 && luck <= 1.0, "{name}: {luck}");
        let (outcome, solutions, profile) = search(name, INKALA, &Limits::NONE, 1);
        assert_eq!(profile.luck(&outcome, &solutions), None, "{name}: not proved");
        let limits = Limits { nodes: proof.nodes - 1, ..Limits::NONE };
        let (outcome, solutions, profile) = search(name, INKALA, &limits, 2);
        assert_eq!(profile.luck(&outcome, &solutions), None, "{name}: proved in part");
    }
}

#[test]
fn a_profile_has_nothing_of_the_search_before() {
    for name in profiled() {
        let mut strategy = find(name).unwrap().build(Shape::NINE, Simd::detect()).unwrap();
        strategy.solve(&grid(INKALA), &Limits::NONE, &mut Solutions::new(1));
        let none = Limits { nodes: 0, ..Limits::NONE };
        strategy.solve(&grid(INKALA), &none, &mut Solutions::new(1));
        let profile = strategy.profile().unwrap();
        assert!(profile.nodes_by_depth().is_empty() && profile.wrong_turns().is_none(), "{name}");
        strategy.solve(&grid(FULL), &none, &mut Solutions::new(1));
        assert_eq!(strategy.profile().unwrap().wrong_turns(), Some(WrongTurns::default()), "{name}");
    }
}
