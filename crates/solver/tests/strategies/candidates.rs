//! Strategies for puzzles of 9×9 that are given as candidates.

use std::collections::HashSet;

use grid::{ALL_VALUES, AnyGrid, CELLS, Candidates, Grid, random::SplitMix64};
use sudoku_bench_solver::strategy::{End, Limits, Outcome, REGISTRY};

use super::{
    oracle::{ORACLES, lanes::candidates_of},
    search, valid_puzzles,
};

/// Returns puzzles that keep each other candidate beside the values of a solution with a probability of up to 0.65. Some also lose
/// candidates of the solution, and some have cells without candidates. Most have no cell with one candidate.
pub fn random_puzzles(seed: u64) -> impl Iterator<Item = AnyGrid> {
    let mut random = SplitMix64(seed);
    let solution = sudoku_bench_solver::solve(&Grid::EMPTY).unwrap();
    std::iter::repeat_with(move || {
        let share = 35 + random.below(30);
        let losses = [0, 0, 0, 3][random.below(4) as usize];
        let candidates: [Candidates; CELLS] = std::array::from_fn(|cell| {
            let others = (0..9).filter(|_| random.below(100) < share).fold(0, |values, digit| values | 1 << digit);
            let own = if random.below(100) < losses { 0 } else { 1 << (solution.get(cell) - 1) };
            others & !(1 << (solution.get(cell) - 1)) | own
        });
        AnyGrid::of_candidates(candidates)
    })
    .filter(|puzzle| !puzzle.has_conflict())
}

#[test]
fn all_counters_equal_the_oracles_counters() {
    let mut numbers = HashSet::new();
    for oracle in ORACLES {
        let mut random = SplitMix64(5);
        for puzzle in random_puzzles(21).take(80) {
            let limits = Limits { nodes: [100, 1500][random.below(2) as usize], ..Limits::NONE };
            for max_solutions in [1, 2, 30] {
                let wanted = oracle.solve(&puzzle, &limits, max_solutions);
                numbers.insert(wanted.1.len().min(3));
                let found = search(oracle.name, &puzzle, &limits, max_solutions as u64);
                assert_eq!(found, wanted, "{} {puzzle} {limits:?}", oracle.name);
            }
        }
    }
    assert_eq!(numbers.len(), 4, "puzzles with 0, 1, 2 and more solutions");
}

#[test]
fn strategies_without_an_order_of_values_find_the_solutions_of_dlx() {
    let set = |(outcome, solutions): (Outcome, Vec<AnyGrid>)| {
        assert_eq!((outcome.end, outcome.nodes), (End::Complete, outcome.backtracks));
        solutions.into_iter().collect::<HashSet<_>>()
    };
    let mut several = 0;
    for puzzle in random_puzzles(22).take(600) {
        let found = search("dlx", &puzzle, &Limits::NONE, 1000);
        if found.1.len() == 1000 {
            continue;
        }
        assert!(found.1.iter().all(|solution| solution.is_solution_of(&puzzle) && solution.nine().is_some()));
        let found = set(found);
        several += usize::from(found.len() > 1);
        for name in ["lanes", "sat", "learning"] {
            assert_eq!(set(search(name, &puzzle, &Limits::NONE, 1000)), found, "{name} {puzzle}");
        }
    }
    assert!(several > 50);
}

/// A given is a cell with one candidate, and a blank has all nine: then all counters are those of the puzzle of givens.
#[test]
fn puzzles_of_givens_keep_their_counters() {
    for entry in REGISTRY {
        for puzzle in valid_puzzles(9, 24..60).take(100) {
            let limits = Limits { nodes: 20_000, ..Limits::NONE };
            let as_candidates = AnyGrid::of_candidates(candidates_of(&puzzle));
            let wanted = search(&entry.name, &puzzle, &limits, 2);
            assert_eq!(search(&entry.name, &as_candidates, &limits, 2), wanted, "{} {puzzle}", entry.name);
        }
    }
}

#[test]
fn cells_without_candidates_and_equal_peers() {
    let mut candidates = [ALL_VALUES; CELLS];
    candidates[40] = 0;
    let without = AnyGrid::of_candidates(candidates);
    assert!(!without.has_conflict());
    for oracle in ORACLES.iter().filter(|oracle| oracle.name != "naive") {
        assert_eq!(search(oracle.name, &without, &Limits::NONE, 1), (Outcome::ZERO, Vec::new()), "{}", oracle.name);
    }
    candidates[40] = 1;
    candidates[41] = 1;
    assert_eq!(AnyGrid::of_candidates(candidates).conflict().unwrap().cells, [40, 41]);
}
