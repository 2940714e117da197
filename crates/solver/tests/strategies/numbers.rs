//! Known numbers of full grids of small shapes.

use std::collections::BTreeMap;

use grid::{AnyGrid, Shape, simd::Simd};
use sudoku_bench_solver::strategy::{End, Limits, Outcome, REGISTRY, Solutions, find};

use super::search;

/// Returns the number of solutions and how the search of a strategy ended.
fn count(name: &str, puzzle: &AnyGrid) -> (End, u64) {
    let mut solutions = Solutions::new(u64::MAX);
    let mut strategy = find(name).unwrap().build(puzzle.shape(), Simd::detect()).unwrap();
    let Outcome { end, .. } = strategy.solve(puzzle, &Limits::NONE, &mut solutions);
    (end, solutions.found())
}

#[test]
fn the_empty_grid_of_4_by_4_has_288_solutions() {
    let empty = AnyGrid::empty(Shape::new(2, 2).unwrap());
    for entry in REGISTRY.iter().filter(|entry| (entry.solves)(empty.shape())) {
        let name = &*entry.name;
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
        for name in ["dlx", "learning"] {
            assert_eq!(count(name, &puzzle), (End::Complete, 39_168), "{name}");
        }
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
        let (end, right_stacks) = count("dlx", &puzzle);
        assert_eq!(end, End::Complete);
        total += weight * (right_stacks * 4 * 3 * 2).pow(2);
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
