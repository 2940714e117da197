//! Strategies for any shape.

use std::collections::BTreeMap;

use grid::{AnyGrid, Shape, random::SplitMix64, simd::Simd};
use sudoku_bench_solver::{
    any_shape::{self, NAMES},
    strategy::{End, Limits, Outcome, Solutions, find},
};

use super::{
    oracle::{ORACLES, peers},
    puzzles, solve,
};

/// The heights and widths of the boxes of all shapes.
const BOXES: [(usize, usize); 9] = [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5), (3, 4), (4, 4), (5, 5)];

fn shapes() -> impl Iterator<Item = Shape> {
    BOXES.into_iter().map(|(height, width)| Shape::new(height, width).unwrap())
}

fn search(name: &str, puzzle: &AnyGrid, limits: &Limits, max_solutions: u64) -> (Outcome, Vec<AnyGrid>) {
    let mut strategy = any_shape::build(name, puzzle.shape()).unwrap();
    let mut solutions = Solutions::new(max_solutions);
    let outcome = strategy.solve(puzzle, limits, &mut solutions);
    (outcome, solutions.kept().to_vec())
}

/// Returns a full grid: each row is the one before, moved by the width of a box, and by one more after each box.
fn full(shape: Shape) -> AnyGrid {
    let side = shape.side();
    let first = |row: usize| row % shape.box_height() * shape.box_width() + row / shape.box_height();
    let cells: Vec<u8> = (0..shape.cells()).map(|cell| ((first(cell / side) + cell % side) % side) as u8 + 1).collect();
    AnyGrid::new(shape, cells).unwrap()
}

/// Returns puzzles with this share of clues. Some have several solutions, and some none, because a clue was changed.
fn puzzles_of(shape: Shape, seed: u64, clues: f64) -> impl Iterator<Item = AnyGrid> {
    let mut random = SplitMix64(seed);
    let full = full(shape);
    std::iter::repeat_with(move || {
        let mut label: Vec<u8> = (0..=shape.side() as u8).collect();
        random.shuffle(&mut label[1..]);
        let mut puzzle = full.clone();
        for (cell, &value) in full.cells().iter().enumerate() {
            let is_clue = (random.below(1000) as f64) < 1000.0 * clues;
            puzzle.set(cell, if is_clue { label[usize::from(value)] } else { 0 });
        }
        if random.below(4) == 0 {
            let cell = random.below(shape.cells() as u64) as usize;
            let is_free = |value: &u8| !peers(shape, cell).any(|peer| puzzle.cells()[peer] == *value);
            if let Some(value) = (1..=shape.side() as u8).filter(is_free).nth(random.below(3) as usize) {
                puzzle.set(cell, value);
            }
        }
        puzzle
    })
    .filter(|puzzle| !puzzle.has_conflict())
}

#[test]
fn all_counters_equal_the_oracles_counters() {
    for shape in shapes() {
        for oracle in ORACLES {
            let mut random = SplitMix64(3);
            let count = (2000 / shape.cells()).clamp(3, 60);
            for puzzle in puzzles_of(shape, 7, 0.5).take(count) {
                let limits = Limits { nodes: random.below(20_000 / shape.cells() as u64), ..Limits::NONE };
                for max_solutions in [1, 2, 30] {
                    if let Some(wanted) = oracle.solve_any(&puzzle, &limits, max_solutions) {
                        let found = search(oracle.name, &puzzle, &limits, max_solutions as u64);
                        assert_eq!(found, wanted, "{} {puzzle:?} {limits:?}", oracle.name);
                    }
                }
            }
        }
    }
}

#[test]
fn counts_of_nine_are_those_of_its_own_strategies() {
    for name in NAMES {
        let mut strategy = find(name).unwrap().build(Simd::detect()).unwrap();
        for puzzle in puzzles(8, 24..60).filter(|puzzle| !puzzle.has_conflict()).take(200) {
            let limits = Limits { nodes: 20_000, ..Limits::NONE };
            let (wanted, solutions) = solve(&mut *strategy, &puzzle, &limits, 2);
            let (outcome, found) = search(name, &puzzle.into(), &limits, 2);
            assert_eq!(outcome, wanted, "{name} {puzzle}");
            assert_eq!(found, solutions.into_iter().map(AnyGrid::from).collect::<Vec<_>>(), "{name} {puzzle}");
        }
    }
}

#[test]
fn strategies_agree_and_solutions_fit() {
    for shape in shapes() {
        for puzzle in puzzles_of(shape, 11, 0.7).take(20) {
            let complete = NAMES.into_iter().filter(|name| find(name).unwrap().complete);
            let counts = complete.map(|name| {
                let limits = Limits { nodes: 100_000, ..Limits::NONE };
                let (outcome, solutions) = search(name, &puzzle, &limits, 100);
                assert!(solutions.iter().all(|solution| solution.is_solution_of(&puzzle)), "{name} {puzzle:?}");
                let is_exhausted = outcome.end == End::Complete && solutions.len() < 100;
                assert!(!is_exhausted || outcome.nodes == outcome.backtracks, "{name} {puzzle:?} {outcome:?}");
                is_exhausted.then_some(solutions.len())
            });
            let counts: Vec<usize> = counts.flatten().collect();
            assert!(counts.windows(2).all(|pair| pair[0] == pair[1]), "{puzzle:?} {counts:?}");
        }
    }
}

#[test]
fn the_empty_grid_of_4_by_4_has_288_solutions() {
    let empty = AnyGrid::empty(Shape::new(2, 2).unwrap());
    for name in NAMES {
        let (outcome, solutions) = search(name, &empty, &Limits::NONE, u64::MAX);
        match outcome.end {
            End::Stalled { cells_left } => assert_eq!((cells_left, name), (16, "elimination")),
            _ => assert_eq!(solutions.len(), 288, "{name}"),
        }
    }
}

/// With the first row fixed, 28,200,960 / 6! grids.
#[test]
fn numbers_of_grids_of_6_by_6() {
    for (height, width) in [(2, 3), (3, 2)] {
        let mut puzzle = AnyGrid::empty(Shape::new(height, width).unwrap());
        (0..6).for_each(|cell| puzzle.set(cell, cell as u8 + 1));
        let mut solutions = Solutions::new(u64::MAX);
        let outcome = any_shape::build("dlx", puzzle.shape()).unwrap().solve(&puzzle, &Limits::NONE, &mut solutions);
        assert_eq!((outcome.end, solutions.found()), (End::Complete, 39_168));
    }
}

/// The number of grids of 8×8 with boxes of 2×4, without visiting each: in a band, the first row of the left box has four values,
/// and the second the other four, and in the right box it is the other way round. So with the same sets of values, there are as many
/// right stacks as left stacks. A search counts the right stacks beside one left stack of each class of sets.
#[test]
fn number_of_grids_of_8_by_8() {
    let mut total = 0;
    for (sets, weight) in classes_of_sets() {
        let mut puzzle = AnyGrid::empty(Shape::new(2, 4).unwrap());
        assert!(fill_left_stack(&mut puzzle, &sets, 0), "every class has left stacks");
        // The order of the columns of the right stack.
        let first_row: Vec<u8> = (1..=8).filter(|value| !puzzle.cells()[..4].contains(value)).collect();
        (4..8).zip(first_row).for_each(|(cell, value)| puzzle.set(cell, value));
        let mut solutions = Solutions::new(u64::MAX);
        let outcome = any_shape::build("dlx", puzzle.shape()).unwrap().solve(&puzzle, &Limits::NONE, &mut solutions);
        assert_eq!(outcome.end, End::Complete);
        total += weight * (solutions.found() * 4 * 3 * 2).pow(2);
    }
    assert_eq!(total, 29_136_487_207_403_520);
}

/// For each value, the bands in whose left box it is in the first row, a bit for each.
type Sets = [u8; 8];

/// Returns a member of each class of sets, up to the order of bands, of the rows in a band and of values, and its size.
fn classes_of_sets() -> BTreeMap<Sets, u64> {
    let halves: Vec<u8> = (0..=u8::MAX).filter(|half| half.count_ones() == 4).collect();
    let with_first: Vec<u8> = halves.iter().copied().filter(|half| half & 1 == 1).collect();
    // By symmetry, the first band has the first half, and the others have the first value in their first row.
    let weight = halves.len() as u64 * 2 * 2 * 2;
    let mut by_value: BTreeMap<Sets, u64> = BTreeMap::new();
    for &second in &with_first {
        for &third in &with_first {
            for &fourth in &with_first {
                let bands = [halves[0], second, third, fourth];
                let bit = |band: u8, value: u8| (bands[usize::from(band)] >> value & 1) << band;
                let mut sets: Sets = [0, 1, 2, 3, 4, 5, 6, 7].map(|value| (0..4).map(|band| bit(band, value)).sum());
                sets.sort_unstable();
                *by_value.entry(sets).or_default() += weight;
            }
        }
    }
    let mut classes = BTreeMap::new();
    for (sets, weight) in by_value {
        *classes.entry(smallest_image(&sets)).or_default() += weight;
    }
    classes
}

/// Returns the smallest image under the orders of the bands and of the rows in each band.
fn smallest_image(sets: &Sets) -> Sets {
    let orders = (0..256_u32).map(|code| [0, 2, 4, 6].map(|shift| code >> shift & 3));
    let orders = orders.filter(|order| order.iter().fold(0, |bands, band| bands | 1 << band) == 0b1111);
    let images = orders.flat_map(|order| {
        (0..16_u8).map(move |swapped| {
            let mut image = sets.map(|bands| (0..4).map(|to| (bands >> order[to] & 1) << to).sum::<u8>() ^ swapped);
            image.sort_unstable();
            image
        })
    });
    images.min().unwrap()
}

/// Fills the left stack from its cell `next` on. Returns false if that is impossible.
fn fill_left_stack(puzzle: &mut AnyGrid, sets: &Sets, next: usize) -> bool {
    let (row, column) = (next / 4, next % 4);
    if row == 8 {
        return true;
    }
    for value in 1..=8 {
        let is_in_first_row = sets[usize::from(value) - 1] >> (row / 2) & 1 == 1;
        let in_row = (0..column).any(|other| puzzle.cells()[row * 8 + other] == value);
        let in_column = (0..row).any(|other| puzzle.cells()[other * 8 + column] == value);
        if is_in_first_row == (row % 2 == 0) && !in_row && !in_column {
            puzzle.set(row * 8 + column, value);
            if fill_left_stack(puzzle, sets, next + 1) {
                return true;
            }
            puzzle.set(row * 8 + column, 0);
        }
    }
    false
}
