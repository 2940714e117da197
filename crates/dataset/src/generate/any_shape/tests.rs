//! Properties of generated puzzles of any shape.

use std::collections::HashSet;

use grid::simd::Simd;
use solver::strategy::{Limits, Solutions, find};

use super::*;

fn make(shape: Shape, target: ShapeTarget, seed: u64, count: u64) -> Vec<ShapeGenerated> {
    let stop = AtomicBool::new(false);
    let mut generator = ShapeGenerator::new(shape, target, seed, &stop).unwrap();
    (0..count).map(|number| generator.puzzle(number).unwrap()).collect()
}

fn shape(box_height: usize, box_width: usize) -> Shape {
    Shape::new(box_height, box_width).unwrap()
}

/// Returns the number of solutions, at most two, found by another strategy than that of the generator if it is fast enough.
fn solutions(puzzle: &AnyGrid) -> u64 {
    let name = if puzzle.shape().side() > 9 { "dlx" } else { "forward-checking" };
    let mut solutions = Solutions::new(2);
    find(name).unwrap().build(puzzle.shape(), Simd::detect()).unwrap().solve(puzzle, &Limits::NONE, &mut solutions);
    solutions.found()
}

#[test]
fn every_puzzle_has_one_solution_and_needs_every_clue() {
    let small = [(shape(2, 2), 40), (shape(2, 3), 20), (shape(1, 5), 10), (shape(3, 2), 5)];
    let large = [(Shape::NINE, 4), (shape(9, 1), 2), (shape(3, 4), 1), (shape(1, 10), 1)];
    for (shape, count) in small.into_iter().chain(large) {
        for ShapeGenerated { puzzle, solution } in make(shape, ShapeTarget::OneSolution, 1, count) {
            assert!(solution.is_solution_of(&puzzle));
            assert_eq!(solutions(&puzzle), 1, "{puzzle:?}");
            for cell in (0..shape.cells()).filter(|&cell| puzzle.cells()[cell] > 0) {
                let mut less = puzzle.clone();
                less.set(cell, 0);
                assert_eq!(solutions(&less), 2, "{puzzle:?} without the clue in cell {cell}");
            }
        }
    }
}

#[test]
fn a_puzzle_beyond_the_side_of_minimal_ones_has_one_solution() {
    let shape = shape(3, 6);
    assert!(shape.side() > MAX_MINIMAL_SIDE);
    let [ShapeGenerated { puzzle, solution }] = &make(shape, ShapeTarget::OneSolution, 1, 1)[..] else {
        panic!("one puzzle")
    };
    assert!(solution.is_solution_of(puzzle) && puzzle.clues() < shape.cells() / 2);
    assert_eq!(solutions(puzzle), 1);
}

#[test]
fn puzzles_depend_on_shape_target_seed_and_number_only() {
    let target = || ShapeTarget::Holes { number: 30..=50, balanced: false };
    for target in [ShapeTarget::OneSolution, target()] {
        let expected = make(shape(2, 4), target.clone(), 1, 8);
        let stop = AtomicBool::new(false);
        let mut generator = ShapeGenerator::new(shape(2, 4), target.clone(), 1, &stop).unwrap();
        assert_eq!(generator.puzzle(7).as_ref(), expected.last());
        let all = [expected, make(shape(2, 4), target, 2, 8)].concat();
        assert_eq!(all.into_iter().map(|made| made.puzzle).collect::<HashSet<_>>().len(), 16);
    }
}

#[test]
fn full_grids_of_every_shape_are_found() {
    for side in 4..=16 {
        for height in (1..=side).filter(|height| side % height == 0) {
            let shape = shape(height, side / height);
            let target = ShapeTarget::Holes { number: 0..=0, balanced: false };
            let [made] = &make(shape, target, 1, 1)[..] else { panic!("one puzzle") };
            assert!(made.puzzle.is_solution_of(&AnyGrid::empty(shape)), "{shape:?}");
        }
    }
}

/// There are 288 full grids of 4×4: two classes, of 96 and 192. A symmetry of the shape exchanges any two of a class, so they are equally
/// likely within it. The 0.999 quantiles of chi-square with 95 and 191 degrees of freedom are 143 and 258.
#[test]
fn symmetric_full_grids_are_equally_likely() {
    let target = ShapeTarget::Holes { number: 0..=0, balanced: false };
    let mut counts = std::collections::HashMap::new();
    for made in make(shape(2, 2), target, 1, 57_600) {
        *counts.entry(made.solution).or_insert(0.0) += 1.0;
    }
    assert_eq!(counts.len(), 288);
    for (quantile, is_cyclic) in [(143.0, true), (258.0, false)] {
        let class = counts.iter().filter(|(grid, _)| has_many_intercalates(grid) == is_cyclic);
        let counts: Vec<f64> = class.map(|(_, &count)| count).collect();
        let mean = counts.iter().sum::<f64>() / counts.len() as f64;
        let distance: f64 = counts.iter().map(|count| (count - mean).powi(2) / mean).sum();
        assert!(distance < quantile, "{} grids: {distance}", counts.len());
    }
}

/// Returns true if every two rows of a band of 4×4 repeat their pairs of values.
fn has_many_intercalates(grid: &AnyGrid) -> bool {
    let cells = grid.cells();
    let repeats = |first: usize, second: usize| {
        (0..4).all(|a| (0..4).any(|b| cells[first + a] == cells[second + b] && cells[first + b] == cells[second + a]))
    };
    repeats(0, 4) && repeats(8, 12) && repeats(0, 8)
}

#[test]
fn the_number_of_holes_is_drawn_from_the_range() {
    let shape = shape(3, 3);
    for balanced in [false, true] {
        let made = make(shape, ShapeTarget::Holes { number: 40..=44, balanced }, 3, 60);
        let numbers: HashSet<usize> = made.iter().map(|made| shape.cells() - made.puzzle.clues()).collect();
        assert_eq!(numbers, (40..=44).collect());
        assert!(made.iter().all(|made| made.solution.is_solution_of(&made.puzzle)));
    }
}

#[test]
fn impossible_holes_are_errors() {
    let stop = AtomicBool::new(false);
    let error = |number| {
        let target = ShapeTarget::Holes { number, balanced: true };
        ShapeGenerator::new(shape(2, 2), target, 1, &stop).err().map(|error| error.to_string())
    };
    assert_eq!(error(0..=16), None);
    assert_eq!(error(10..=17).unwrap(), "17 holes: a grid of 4×4 has 16 cells");
    #[expect(clippy::reversed_empty_ranges)]
    let empty = 9..=8;
    assert!(error(empty).unwrap().contains("empty range"));
}

#[test]
fn a_stopped_generator_has_no_puzzles() {
    let stop = AtomicBool::new(true);
    assert_eq!(ShapeGenerator::new(shape(4, 4), ShapeTarget::OneSolution, 1, &stop).unwrap().puzzle(0), None);
}
