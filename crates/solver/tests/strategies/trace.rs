//! Tests of the traces of searches.

use grid::{AnyGrid, CELLS, Shape, simd::Simd};
use sudoku_bench_solver::strategy::{Action, Limits, REGISTRY, SearchStep, Solutions};

use super::valid_puzzles;

/// Does the steps of a search, and returns the grid at their end. Checks that each undoing takes back the last node.
fn replay(puzzle: &AnyGrid, steps: &[SearchStep]) -> AnyGrid {
    let mut grid = puzzle.clone();
    let mut assigned: Vec<&SearchStep> = Vec::new();
    for step in steps {
        if step.action != Action::Undo {
            assert_eq!(grid.cells()[usize::from(step.cell)], 0, "{step:?}");
            grid.set(step.cell.into(), step.value);
            assigned.push(step);
            continue;
        }
        let undone = std::iter::from_fn(|| assigned.pop()).inspect(|last| grid.set(last.cell.into(), 0));
        let is_node = |last: &&SearchStep| last.action != Action::Single;
        let node = undone.into_iter().find(is_node).expect("a node is on the path");
        assert_eq!((node.cell, node.value, node.depth), (step.cell, step.value, step.depth));
    }
    grid
}

/// A trace comes from a search of larger words than that of a run, which has the same counts.
#[test]
fn a_trace_has_the_counts_of_a_run_and_ends_at_its_solution() {
    for entry in REGISTRY.iter().filter(|entry| entry.build_traced.is_some()) {
        let mut plain = entry.build(Shape::NINE, Simd::detect()).unwrap();
        let mut traced = entry.traced().unwrap().build(Shape::NINE, Simd::detect()).unwrap();
        assert!(plain.trace().is_none());
        for puzzle in valid_puzzles(7, 24..60).take(60) {
            for (max_solutions, nodes) in [(1, 3000), (2, 3000), (30, 3000), (1, 20), (1, 0)] {
                let limits = Limits { nodes, ..Limits::NONE };
                let mut solutions = Solutions::new(max_solutions);
                let outcome = traced.solve(&puzzle, &limits, &mut solutions);
                assert_eq!(plain.solve(&puzzle, &limits, &mut Solutions::new(max_solutions)), outcome);
                let steps = traced.trace().unwrap().steps(&outcome);
                let count = |action| steps.iter().filter(|step| step.action == action).count() as u64;
                assert_eq!(count(Action::Guess), outcome.guesses, "{}", entry.name);
                assert_eq!(count(Action::Guess) + count(Action::Assign), outcome.nodes, "{}", entry.name);
                assert_eq!(count(Action::Undo), outcome.backtracks, "{}", entry.name);
                let end = replay(&puzzle, &steps);
                if max_solutions == 1 && solutions.found() == 1 {
                    assert_eq!(&end, &solutions.kept()[0], "{} {puzzle}", entry.name);
                    assert_eq!(end.clues(), CELLS);
                }
            }
        }
    }
}
