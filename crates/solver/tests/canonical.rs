//! The canonical forms of grids, over all grids of small shapes.

use std::collections::{HashMap, HashSet};

use grid::{
    AnyGrid, Shape,
    any_shape::{Canonical, Symmetry, canonical, has_canonical_forms},
    random::SplitMix64,
};
use sudoku_bench_solver::strategy::{Limits, Solutions, build_for_any_shape};

const SHAPES: [[usize; 2]; 8] = [[1, 4], [4, 1], [2, 2], [1, 5], [5, 1], [2, 3], [3, 2], [3, 3]];

fn shape(height: usize, width: usize) -> Shape {
    Shape::new(height, width).unwrap()
}

fn full_grids(shape: Shape, first: &[u8]) -> Vec<AnyGrid> {
    let mut cells = vec![0; shape.cells()];
    cells[..first.len()].copy_from_slice(first);
    let mut found = Vec::new();
    fill(shape, &mut cells, first.len(), &mut found);
    found
}

/// Adds all grids that keep the cells before `next`.
fn fill(shape: Shape, cells: &mut [u8], next: usize, found: &mut Vec<AnyGrid>) {
    if next == cells.len() {
        found.push(AnyGrid::new(shape, &*cells).unwrap());
        return;
    }
    let units = shape.units_of(next);
    let peers: Vec<usize> =
        (0..next).filter(|&cell| shape.units_of(cell).iter().zip(units).any(|(one, unit)| *one == unit)).collect();
    for value in 1..=shape.side() as u8 {
        if peers.iter().all(|&peer| cells[peer] != value) {
            cells[next] = value;
            fill(shape, cells, next + 1, found);
        }
    }
}

fn some_grid(shape: Shape, full: Option<&AnyGrid>, clues: usize, random: &mut SplitMix64) -> AnyGrid {
    let mut cells: Vec<usize> = (0..shape.cells()).collect();
    random.shuffle(&mut cells);
    let values = 1 + random.below(shape.side() as u64);
    let mut grid = AnyGrid::empty(shape);
    for &cell in &cells[..clues] {
        grid.set(cell, full.map_or_else(|| 1 + random.below(values) as u8, |full| full.cells()[cell]));
    }
    grid
}

fn grids(shape: Shape, random: &mut SplitMix64) -> Vec<AnyGrid> {
    let mut solutions = Solutions::new(1);
    build_for_any_shape(shape).solve(&AnyGrid::empty(shape), &Limits::NONE, &mut solutions);
    let full = solutions.kept()[0].clone();
    let fulls = [Some(&full), None];
    (0..=shape.cells()).flat_map(|clues| fulls.map(|full| some_grid(shape, full, clues, random))).collect()
}

fn group_order(shape: Shape) -> u64 {
    Symmetry::geometric_count(shape).unwrap() as u64 * (1..=shape.side() as u64).product::<u64>()
}

/// Returns the canonical forms of grids, with the number of images of each.
fn classes(grids: &[AnyGrid]) -> HashMap<AnyGrid, u64> {
    let forms = grids.iter().map(|grid| canonical(grid).unwrap());
    forms.map(|form| (form.grid.clone(), group_order(form.grid.shape()) / form.automorphisms)).collect()
}

#[test]
fn images_have_the_same_canonical_form() {
    let mut random = SplitMix64(1);
    for [height, width] in SHAPES {
        for grid in grids(shape(height, width), &mut random) {
            let form = canonical(&grid).unwrap();
            assert_eq!(canonical(&form.grid).as_ref(), Some(&form), "{grid:?}");
            assert_eq!(form.grid.clues(), grid.clues());
            for _ in 0..4 {
                let image = Symmetry::random(grid.shape(), &mut random).apply(&grid);
                assert_eq!(canonical(&image).as_ref(), Some(&form), "{grid:?} {image:?}");
                assert!(form.grid.cells() <= image.cells());
            }
        }
    }
}

/// 3,072 symmetries; each is missed by 40,000 draws with a probability of 2 in a million.
#[test]
fn the_canonical_form_of_four_by_four_agrees_with_its_definition() {
    let mut random = SplitMix64(2);
    let shape = shape(2, 2);
    for grid in grids(shape, &mut random).iter().step_by(3) {
        let draws = (0..40_000).map(|_| Symmetry::random(shape, &mut random).apply(grid));
        let images: HashSet<AnyGrid> = draws.collect();
        let smallest = images.iter().min_by_key(|image| image.cells().to_vec()).unwrap().clone();
        let automorphisms = group_order(shape) / images.len() as u64;
        assert_eq!(canonical(grid), Some(Canonical { grid: smallest, automorphisms }), "{grid:?}");
    }
}

#[test]
fn four_by_four_has_two_classes_of_full_grids() {
    let grids = full_grids(shape(2, 2), &[]);
    let classes = classes(&grids);
    assert_eq!(grids.len(), 288);
    assert_eq!(classes.len(), 2);
    assert_eq!(classes.values().sum::<u64>(), 288);
}

/// Ed Russell and Frazer Jarvis, "There are 49 essentially different Sudoku 2x3 grids". Every class has a grid with this
/// first row and first box.
#[test]
fn six_by_six_has_49_classes_of_full_grids() {
    let mut grids = full_grids(shape(2, 3), &[1, 2, 3, 4, 5, 6, 4, 5, 6]);
    let transposed = |grid: &AnyGrid| {
        let cells: Vec<u8> = (0..36).map(|cell| grid.cells()[cell % 6 * 6 + cell / 6]).collect();
        AnyGrid::new(shape(3, 2), cells).unwrap()
    };
    let wide = classes(&grids);
    grids = wide.keys().map(transposed).collect();
    for classes in [wide, classes(&grids)] {
        assert_eq!(classes.len(), 49);
        assert_eq!(classes.values().sum::<u64>(), 28_200_960);
    }
}

/// Brendan D. McKay, Alison Meynert and Wendy Myrvold, "Small Latin squares, quasigroups and loops", 2007.
#[test]
fn latin_squares_have_their_known_numbers_of_classes() {
    let four = classes(&full_grids(shape(1, 4), &[1, 2, 3, 4]));
    assert_eq!((four.len(), four.values().sum::<u64>()), (2, 576));
    let five = classes(&full_grids(shape(1, 5), &[1, 2, 3, 4, 5]));
    assert_eq!((five.len(), five.values().sum::<u64>()), (2, 161_280));
}

#[test]
fn shapes_with_canonical_forms() {
    let sizes = (1..=25).flat_map(|height| (1..=25).map(move |width| [height, width]));
    let has_forms = |[height, width]: &[usize; 2]| Shape::new(*height, *width).is_some_and(has_canonical_forms);
    let mut expected = SHAPES;
    expected.sort();
    assert_eq!(sizes.filter(has_forms).collect::<Vec<_>>(), expected);
    assert_eq!(canonical(&AnyGrid::empty(shape(2, 4))), None);
}
