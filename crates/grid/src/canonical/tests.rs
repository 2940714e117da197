use std::collections::{HashMap, HashSet};

use super::{Canonical, canonical, descent::smallest_image_within, oracle};
use crate::{
    any_grid::AnyGrid,
    nine::{CELLS, Grid},
    random::SplitMix64,
    shape::Shape,
    symmetry::Symmetry,
};

const SHAPES: [[usize; 2]; 8] = [[1, 4], [4, 1], [2, 2], [1, 5], [5, 1], [2, 3], [3, 2], [3, 3]];

/// The smallest full grid in minlex order, which also has the most automorphisms.
const MOST_CANONICAL: &str = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
const SEVENTEEN: &str = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
const SEVENTEEN_SOLVED: &str = "693784512487512936125963874932651487568247391741398625319475268856129743274836159";
const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const HARD_SOLVED: &str = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

/// Grids with many automorphisms of different kinds.
const SYMMETRIC: &str = include_str!("symmetric.txt");

fn nine(text: &str) -> Grid {
    Grid::parse(text.as_bytes()).unwrap()
}

fn form_of(grid: &Grid) -> Canonical {
    canonical(&(*grid).into()).unwrap()
}

fn shape(height: usize, width: usize) -> Shape {
    Shape::new(height, width).unwrap()
}

/// Adds the full grids of a shape that continue the first cells of `grid`, at most `most`.
fn add_full_grids(grid: &mut AnyGrid, from: usize, most: usize, found: &mut Vec<AnyGrid>) {
    let shape = grid.shape();
    if from == shape.cells() {
        found.push(grid.clone());
        return;
    }
    let units = shape.units_of(from);
    let shares_unit = |cell: &usize| shape.units_of(*cell).iter().zip(&units).any(|(one, other)| one == other);
    let peers: Vec<usize> = (0..from).filter(shares_unit).collect();
    for value in 1..=shape.side() as u8 {
        if found.len() < most && peers.iter().all(|&peer| grid.cells()[peer] != value) {
            grid.set(from, value);
            add_full_grids(grid, from + 1, most, found);
        }
    }
}

fn full_grids(shape: Shape, first: &[u8], most: usize) -> Vec<AnyGrid> {
    let mut grid = AnyGrid::empty(shape);
    first.iter().enumerate().for_each(|(cell, &value)| grid.set(cell, value));
    let mut found = Vec::new();
    add_full_grids(&mut grid, first.len(), most, &mut found);
    found
}

fn some_clues(grid: &AnyGrid, clues: usize, random: &mut SplitMix64) -> AnyGrid {
    let mut cells: Vec<usize> = (0..grid.shape().cells()).collect();
    random.shuffle(&mut cells);
    let mut puzzle = AnyGrid::empty(grid.shape());
    cells[..clues].iter().for_each(|&cell| puzzle.set(cell, grid.cells()[cell]));
    puzzle
}

/// Returns a full grid of random values, of which there are few or many.
fn noise(shape: Shape, random: &mut SplitMix64) -> AnyGrid {
    let values = 1 + random.below(shape.side() as u64);
    let cells = (0..shape.cells()).map(|_| 1 + random.below(values) as u8);
    AnyGrid::new(shape, cells.collect::<Vec<u8>>()).unwrap()
}

/// Returns puzzles with many solutions, with few clues and many, and with conflicts among few values and many.
fn grids(shape: Shape, random: &mut SplitMix64) -> Vec<AnyGrid> {
    let full = full_grids(shape, &[], 1).remove(0);
    let clues = 0..=shape.cells();
    clues.flat_map(|clues| [full.clone(), noise(shape, random)].map(|grid| some_clues(&grid, clues, random))).collect()
}

/// Returns the same of 9×9, with puzzles with one solution, and with symmetric ones.
fn nines(random: &mut SplitMix64) -> Vec<Grid> {
    let full = [MOST_CANONICAL, SEVENTEEN_SOLVED, HARD_SOLVED].map(nine);
    let mut grids: Vec<Grid> = SYMMETRIC.lines().chain([SEVENTEEN, HARD]).map(nine).collect();
    let mut add = |grid: AnyGrid| grids.push(*grid.nine().unwrap());
    for clues in 0..=CELLS {
        full.iter().for_each(|&full| add(some_clues(&full.into(), clues, random)));
        add(some_clues(&noise(Shape::NINE, random), clues, random));
        // Full rows and columns, and boxes that conflict.
        let mut rows = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        let mut columns = rows;
        random.shuffle(&mut rows);
        random.shuffle(&mut columns);
        let values = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
        add(Symmetry::of_nine(random.below(2) == 1, rows, columns, values).apply(&full[clues % 3].into()));
    }
    grids
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
    let of_shapes = SHAPES.iter().flat_map(|&[height, width]| grids(shape(height, width), &mut random));
    let mut all: Vec<AnyGrid> = of_shapes.collect();
    all.extend(nines(&mut random).into_iter().map(AnyGrid::from));
    for grid in all {
        let form = canonical(&grid).unwrap();
        assert_eq!(canonical(&form.grid).as_ref(), Some(&form), "{grid}");
        assert_eq!(form.grid.clues(), grid.clues());
        for _ in 0..8 {
            let image = Symmetry::random(grid.shape(), &mut random).apply(&grid);
            assert_eq!(canonical(&image).as_ref(), Some(&form), "{grid} {image}");
            assert!(form.grid.cells() <= image.cells());
        }
    }
}

#[test]
fn the_canonical_form_agrees_with_its_definition() {
    let mut random = SplitMix64(2);
    let grids = nines(&mut random);
    for grid in grids.iter().take(SYMMETRIC.lines().count() + 2).step_by(3).chain(grids.iter().skip(27).step_by(41)) {
        assert_eq!(form_of(grid), oracle::canonical(grid), "{grid}");
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
        assert_eq!(canonical(grid), Some(Canonical { grid: smallest, automorphisms }), "{grid}");
    }
}

#[test]
fn depth_first_and_breadth_first_search_agree() {
    for grid in nines(&mut SplitMix64(3)) {
        let form = form_of(&grid);
        for breadth in [0, 2, 8, usize::MAX] {
            assert_eq!(smallest_image_within(&grid, breadth), form, "{grid} {breadth}");
        }
    }
}

#[test]
fn known_grids_have_their_known_canonical_forms() {
    let most = nine(MOST_CANONICAL);
    assert_eq!(form_of(&most), Canonical { grid: most.into(), automorphisms: 648 });
    assert_eq!(form_of(&Grid::EMPTY), Canonical { grid: Grid::EMPTY.into(), automorphisms: 1_218_998_108_160 });
    // Any of 81 cells, any of 9 values.
    let clue = form_of(&nine(&format!("{}5{}", ".".repeat(40), ".".repeat(40))));
    let last = nine(&format!("{}1", ".".repeat(80)));
    assert_eq!(clue, Canonical { grid: last.into(), automorphisms: 1_218_998_108_160 / 729 });
}

#[test]
fn puzzles_with_two_clues_have_ten_classes() {
    // In the same minirow or box or row or band or none of these, with the same value or two. A class has as many
    // members as the group's order divided by that of the automorphisms.
    let pair = |cell: usize, other: usize, value: u8| {
        let mut puzzle = AnyGrid::empty(Shape::NINE);
        puzzle.set(cell, 1);
        puzzle.set(other, value);
        puzzle
    };
    let pairs =
        (0..CELLS).flat_map(|cell| (0..CELLS).filter(move |other| *other != cell).map(move |other| (cell, other)));
    let puzzles = pairs.flat_map(|(cell, other)| [1, 2].map(|value| pair(cell, other, value)));
    let classes = classes(&puzzles.collect::<Vec<_>>());
    assert_eq!(classes.len(), 10);
    assert_eq!(classes.values().sum::<u64>(), (CELLS * (CELLS - 1) / 2) as u64 * 81);
}

#[test]
fn four_by_four_has_two_classes_of_full_grids() {
    let grids = full_grids(shape(2, 2), &[], usize::MAX);
    let classes = classes(&grids);
    assert_eq!(grids.len(), 288);
    assert_eq!(classes.len(), 2);
    assert_eq!(classes.values().sum::<u64>(), 288);
}

/// Ed Russell and Frazer Jarvis, "There are 49 essentially different Sudoku 2x3 grids". Every class has a grid with this
/// first row and first box.
#[test]
fn six_by_six_has_49_classes_of_full_grids() {
    let mut grids = full_grids(shape(2, 3), &[1, 2, 3, 4, 5, 6, 4, 5, 6], usize::MAX);
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
    let four = classes(&full_grids(shape(1, 4), &[1, 2, 3, 4], usize::MAX));
    assert_eq!((four.len(), four.values().sum::<u64>()), (2, 576));
    let five = classes(&full_grids(shape(1, 5), &[1, 2, 3, 4, 5], usize::MAX));
    assert_eq!((five.len(), five.values().sum::<u64>()), (2, 161_280));
}

#[test]
fn shapes_with_canonical_forms() {
    let sizes = (1..=25).flat_map(|height| (1..=25).map(move |width| [height, width]));
    let has_forms = |[height, width]: &[usize; 2]| Shape::new(*height, *width).is_some_and(Shape::has_canonical_forms);
    let mut expected = SHAPES;
    expected.sort();
    assert_eq!(sizes.filter(has_forms).collect::<Vec<_>>(), expected);
    assert_eq!(canonical(&AnyGrid::empty(shape(2, 4))), None);
}
