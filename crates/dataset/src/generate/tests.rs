//! Properties of all generated puzzles.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, atomic::AtomicBool},
};

use corpus::writer::OutputSpec;
use grid::{AnyGrid, CELLS, CellSet, Grid, Shape, members, random::SplitMix64, simd::Simd, text::Notation};
use rating::{Rater, Technique, Tenths};
use solver::strategy::{self, Limits, Solutions, Strategy};

use super::{search::masked, *};
use crate::{Observer, class_key, uniqueness::Uniqueness};

const MINIMAL: Target = Target::Minimal(ClueSymmetry::None);

fn clues(range: std::ops::RangeInclusive<usize>) -> Target {
    Target::Clues(ClueSymmetry::None, range)
}

fn shape(box_height: usize, box_width: usize) -> Shape {
    Shape::new(box_height, box_width).unwrap()
}

fn make(shape: Shape, target: Target, seed: u64, simd: Simd, count: usize) -> Vec<Generated> {
    let notation = Notation::from(shape);
    let generation = Generation { notation, seed, simd, ..generation(target, Order::default(), count) };
    Generator::new(&generation, &AtomicBool::new(false)).unwrap().puzzles(0, count).unwrap()
}

pub fn make_nine(target: Target, seed: u64, count: usize) -> Vec<Generated> {
    make(Shape::NINE, target, seed, Simd::detect(), count)
}

/// Builds a strategy other than that of the generator, if one is fast enough.
fn oracle(shape: Shape) -> Box<dyn Strategy> {
    let is_made_by_lanes = shape.is_classic();
    let name = if is_made_by_lanes || shape.side() > 9 { "dlx" } else { "forward-checking" };
    strategy::find(name).unwrap().build(shape, Simd::Scalar).unwrap()
}

/// Returns the number of solutions, at most two.
fn solutions(oracle: &mut dyn Strategy, puzzle: &AnyGrid) -> u64 {
    let mut solutions = Solutions::new(2);
    oracle.solve(puzzle, &Limits::NONE, &mut solutions);
    solutions.found()
}

fn generation(target: Target, order: Order, count: usize) -> Generation {
    Generation {
        notation: Notation::default(),
        target,
        order,
        count,
        time: None,
        seed: 1,
        threads: 1,
        simd: Simd::detect(),
    }
}

fn assert_has_one_solution(oracle: &mut dyn Strategy, made: &Generated) {
    assert!(made.solution.is_solution_of(&made.puzzle), "{made:?}");
    assert_eq!(solutions(oracle, &made.puzzle), 1, "{made:?}");
}

fn assert_minimal(oracle: &mut dyn Strategy, puzzle: &AnyGrid) {
    for cell in (0..puzzle.cells().len()).filter(|&cell| puzzle.cells()[cell] != 0) {
        let mut less = puzzle.clone();
        less.set(cell, 0);
        assert_eq!(solutions(oracle, &less), 2, "{puzzle} without the clue in cell {cell}");
    }
}

/// With the seed of the unbiased puzzle, it does not take long. Other tests compare the solutions of all instruction sets.
#[test]
fn every_puzzle_has_its_solution_and_no_other() {
    let clues = [clues(22..=30), clues(81..=81)].map(|target| (Shape::NINE, target, 1, 200));
    let others = [(Target::Pattern(pattern()), 1, 8), (Target::UnbiasedMinimal, 20, 1)];
    let others = others.map(|(target, seed, count)| (Shape::NINE, target, seed, count));
    let small = [(Shape::NINE, 200), (shape(2, 2), 40), (shape(2, 3), 20), (shape(1, 5), 10), (shape(3, 2), 5)];
    let large = [(shape(9, 1), 2), (shape(3, 4), 1), (shape(1, 10), 1), (shape(3, 6), 1)];
    let minimal = small.into_iter().chain(large).map(|(shape, count)| (shape, MINIMAL, 1, count));
    for (shape, target, seed, count) in minimal.chain(clues).chain(others) {
        let made = make(shape, target.clone(), seed, Simd::detect(), count);
        assert_eq!(made.len(), count);
        assert_eq!(make(shape, target.clone(), seed, Simd::Scalar, 1), made[..1]);
        let mut oracle = oracle(shape);
        for made in made {
            assert_has_one_solution(&mut *oracle, &made);
            match &target {
                Target::Pattern(cells) => assert_eq!(made.puzzle.nine().unwrap().filled(), *cells),
                target if !target.is_minimal() => {}
                _ if shape.side() <= MAX_MINIMAL_SIDE => assert_minimal(&mut *oracle, &made.puzzle),
                _ => assert!(made.puzzle.clues() < shape.cells() / 2),
            }
        }
    }
}

/// The chi-square quantile for 6 degrees of freedom at 0.999 is 22.5.
#[test]
fn numbers_of_clues_are_uniform_in_their_range() {
    let mut counts = [0.0f64; 7];
    let made = make_nine(clues(22..=28), 3, 700);
    made.iter().for_each(|made| counts[made.puzzle.clues() - 22] += 1.0);
    let distance: f64 = counts.iter().map(|count| (count - 100.0).powi(2) / 100.0).sum();
    assert!(distance < 22.5, "{counts:?}");
    for number in [MIN_CLUES + 1, 40] {
        let made = make_nine(clues(number..=number), 3, 8);
        assert!(made.iter().all(|made| made.puzzle.clues() == number));
    }
}

#[test]
fn puzzles_depend_on_shape_target_seed_and_index_only() {
    let holes = Target::Holes { number: 30..=50, balanced: false };
    // Clues are added to some minimal puzzles, and taken away from others.
    let cases = [(Shape::NINE, MINIMAL), (Shape::NINE, clues(23..=26)), (shape(2, 4), MINIMAL), (shape(2, 4), holes)];
    for (shape, target) in cases {
        let notation = Notation::from(shape);
        let expected = make(shape, target.clone(), 4, Simd::Scalar, 60);
        for simd in Simd::available() {
            assert_eq!(make(shape, target.clone(), 4, simd, 60), expected, "{simd}");
        }
        let generation = Generation { notation, seed: 4, ..generation(target.clone(), Order::default(), 1) };
        let stop = AtomicBool::new(false);
        let mut generator = Generator::new(&generation, &stop).unwrap();
        let [second, first] = [1, 0].map(|number| generator.batch(number).unwrap().made);
        assert!(first[..60].iter().map(|made| &made.generated).eq(&expected));
        let puzzles: HashSet<_> = first.iter().chain(&second).map(|made| &made.generated.puzzle).collect();
        let other = make(shape, target.clone(), 5, Simd::detect(), 60);
        assert_eq!(puzzles.len(), 2 * target.batch(shape));
        assert!(other.iter().all(|made| !puzzles.contains(&made.puzzle)));
    }
}

#[test]
fn a_stopped_search_has_no_puzzles() {
    let stopped = AtomicBool::new(true);
    for (shape, target) in [(Shape::NINE, MINIMAL), (Shape::NINE, Target::UnbiasedMinimal), (shape(4, 4), MINIMAL)] {
        let notation = Notation::from(shape);
        let generation = Generation { notation, ..generation(target, Order::default(), 1) };
        assert_eq!(Generator::new(&generation, &stopped).unwrap().batch(0), None);
    }
}

#[test]
fn only_the_slow_target_has_an_expected_time() {
    let generation = |target, count, threads| Generation { threads, ..generation(target, Order::default(), count) };
    assert_eq!(generation(MINIMAL, 1000, 1).expected_time(), None);
    let time = |count, threads| generation(Target::UnbiasedMinimal, count, threads).expected_time().unwrap();
    // A thousand times as many puzzles, by another trial.
    assert!(time(100_000, 1) > 20 * time(100, 1));
    assert!(time(100, 1) > time(100, 25));
}

const INKALA: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// A pattern with rotational symmetry and 32 cells.
const PATTERN: &str = "X..X.X..X.X..X..X...X...X..X..X.X..X.X.....X.X..X.X..X..X...X...X..X..X.X..X.X..X";

fn pattern() -> CellSet {
    PATTERN.bytes().enumerate().fold(0, |cells, (cell, byte)| cells | CellSet::from(byte == b'X') << cell)
}

fn near(distance: usize) -> Target {
    let puzzle = Grid::parse(INKALA.as_bytes()).unwrap();
    Target::Near(Arc::new(Neighbourhood::new(puzzle, distance, 1).unwrap()))
}

fn write(generation: &Generation) -> (Vec<String>, GenerationResult) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("made.csv");
    let output = OutputSpec { path: Some(path.clone()), ..OutputSpec::default() };
    let stop = AtomicBool::new(false);
    let mut observer = Observer { stop: &stop, progress: &mut |_, _| {}, searches: None };
    let written = generation.write(&output, &mut observer).unwrap();
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    (text.lines().skip(1).map(String::from).collect(), written)
}

#[test]
fn clues_are_symmetric_and_no_orbit_can_be_left_out() {
    let mut dlx = oracle(Shape::NINE);
    for symmetry in ClueSymmetry::ALL {
        let orbits = symmetry.orbits();
        for made in make_nine(Target::Minimal(symmetry), 5, 12) {
            assert_has_one_solution(&mut *dlx, &made);
            let [puzzle, solution] = [&made.puzzle, &made.solution].map(|grid| grid.nine().unwrap());
            for orbit in members(orbits.of_cells(puzzle.filled())) {
                let cells = orbits.cells(orbit as u8);
                assert_eq!(puzzle.filled() & cells, cells, "{symmetry:?}: {puzzle}");
                let less = masked(solution, puzzle.filled() & !cells);
                assert_eq!(solutions(&mut *dlx, &less.into()), 2, "{symmetry:?}: {puzzle}");
            }
        }
        let wanted = 28..=30;
        for made in make_nine(Target::Clues(symmetry, wanted.clone()), 5, 12) {
            let puzzle = made.puzzle.nine().unwrap();
            assert!(wanted.contains(&puzzle.clues()), "{symmetry:?}: {puzzle}");
            assert_eq!(orbits.of_cells(puzzle.filled()) & orbits.of_cells(!puzzle.filled() & ((1 << CELLS) - 1)), 0);
        }
    }
}

/// The oracle: every other value of every cell in place of every given, with a solver for each question.
#[test]
fn variations_at_distance_one_are_complete() {
    let mut dlx = oracle(Shape::NINE);
    let puzzle = Grid::parse(INKALA.as_bytes()).unwrap();
    let Target::Near(neighbourhood) = near(1) else { unreachable!() };
    let steps = (0..neighbourhood.steps()).map(|step| (SplitMix64(0), step));
    let mut uniqueness = Uniqueness::new(Simd::detect());
    let found = neighbourhood.variations(steps, &mut uniqueness, &AtomicBool::new(false)).unwrap();
    let mut expected = HashSet::new();
    for removed in members(puzzle.filled()) {
        let mut rest = puzzle;
        rest.set(removed, 0);
        for cell in (0..CELLS).filter(|&cell| rest.get(cell) == 0) {
            for value in 1..=9 {
                let mut with = rest;
                with.set(cell, value);
                if with != puzzle && !with.has_conflict() && solutions(&mut *dlx, &with.into()) == 1 {
                    expected.insert(AnyGrid::from(with));
                }
            }
        }
    }
    assert_eq!(found.len(), expected.len());
    assert_eq!(found.into_iter().map(|made| made.puzzle).collect::<HashSet<_>>(), expected);
}

#[test]
fn variations_differ_and_have_one_solution() {
    let mut dlx = oracle(Shape::NINE);
    let puzzle = Grid::parse(INKALA.as_bytes()).unwrap();
    let order = Order { minimal: true, ..Order::default() };
    let (rows, written) = write(&generation(near(2), order, 40));
    assert_eq!((rows.len(), written.ended.unwrap()), (40, Ended::Complete));
    let grids: Vec<Grid> = rows.iter().map(|row| Grid::parse(&row.as_bytes()[..CELLS]).unwrap()).collect();
    for grid in &grids {
        assert_eq!(grid.clues(), puzzle.clues());
        let kept = (0..CELLS).filter(|&cell| grid.get(cell) != 0 && grid.get(cell) == puzzle.get(cell)).count();
        assert!((puzzle.clues() - 2..puzzle.clues()).contains(&kept));
        assert_minimal(&mut *dlx, &(*grid).into());
        assert_eq!(solutions(&mut *dlx, &(*grid).into()), 1);
    }
    let classes: HashSet<_> = grids.iter().chain([&puzzle]).map(|grid| class_key(&(*grid).into())).collect();
    assert_eq!(classes.len(), 41);
}

#[test]
fn rated_again_every_row_fits_and_threads_change_nothing() {
    let orders = [
        Order { rating: Some(Tenths(26)..=Tenths(40)), ..Order::default() },
        Order { technique: Some(Technique::NakedPair), rating: Some(Tenths(0)..=Tenths(45)), minimal: true },
    ];
    let targets = [MINIMAL, Target::Clues(ClueSymmetry::Rotational, 26..=30), clues(24..=26)];
    for (order, target) in orders.iter().flat_map(|order| targets.iter().map(move |target| (order, target))) {
        let one = generation(target.clone(), order.clone(), 6);
        let (rows, written) = write(&one);
        assert_eq!((rows.len(), written.found), (6, 6));
        assert_eq!(write(&Generation { threads: 3, ..one }).0, rows);
        for row in rows {
            let fields: Vec<&str> = row.split(',').collect();
            let puzzle = Grid::parse(fields[0].as_bytes()).unwrap();
            let rating = Rater::default().rate(&puzzle, None);
            assert!(order.fits(&rating), "{row}");
            let technique = rating.hardest.unwrap().name();
            assert_eq!((fields[2], fields[5]), (&*rating.rating.to_string(), technique), "{row}");
            if order.minimal {
                assert_minimal(&mut *oracle(Shape::NINE), &puzzle.into());
            }
        }
    }
}

#[test]
fn full_grids_of_every_shape_are_found() {
    for side in 4..=16 {
        for height in (1..=side).filter(|height| side % height == 0) {
            let shape = shape(height, side / height);
            let target = Target::Holes { number: 0..=0, balanced: false };
            let [made] = &make(shape, target, 1, Simd::detect(), 1)[..] else { panic!("one puzzle") };
            assert!(made.puzzle.is_solution_of(&AnyGrid::empty(shape)), "{shape:?}");
        }
    }
}

/// There are 288 full grids of 4×4: two classes, of 96 and 192. A symmetry of the shape exchanges any two of a class, so they are equally
/// likely within it. The 0.999 quantiles of chi-square with 95 and 191 degrees of freedom are 143 and 258.
#[test]
fn symmetric_full_grids_are_equally_likely() {
    let target = Target::Holes { number: 0..=0, balanced: false };
    let mut counts = HashMap::new();
    for made in make(shape(2, 2), target, 1, Simd::detect(), 57_600) {
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
    for balanced in [false, true] {
        let made = make_nine(Target::Holes { number: 40..=44, balanced }, 3, 60);
        let numbers: HashSet<usize> = made.iter().map(|made| CELLS - made.puzzle.clues()).collect();
        assert_eq!(numbers, (40..=44).collect());
        assert!(made.iter().all(|made| made.solution.is_solution_of(&made.puzzle)));
    }
}
