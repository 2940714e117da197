//! Properties of all generated puzzles.

use std::{collections::HashSet, time::Duration};

use grid::{AnyGrid, canonical};
use rating::{Rater, Technique, Tenths};
use solver::strategy::{self, Limits, Solutions, Strategy};

use super::*;
use crate::Observer;
use corpus::writer::OutputSpec;

fn make(target: Target, seed: u64, simd: Simd, count: usize) -> Vec<Generated> {
    Generator::new(target, seed, simd).unwrap().puzzles(0, count, &AtomicBool::new(false)).unwrap()
}

fn solutions(dlx: &mut dyn Strategy, puzzle: &Grid) -> Vec<Grid> {
    let mut solutions = Solutions::new(2);
    dlx.solve(puzzle, &Limits::NONE, &mut solutions);
    solutions.kept().to_vec()
}

fn generation(target: Target, order: Order, count: usize) -> Generation {
    Generation { target, order, count, time: None, seed: 1, threads: 1, simd: Simd::detect() }
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
            if target == Target::Minimal {
                assert_minimal(&mut *dlx, &puzzle);
            }
        }
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
    let generation = |target, count, threads| Generation { threads, ..generation(target, Order::default(), count) };
    assert_eq!(generation(Target::Minimal, 1000, 1).expected_time(), None);
    let time = |count, threads| generation(Target::UnbiasedMinimal, count, threads).expected_time().unwrap();
    // A thousand times as many puzzles, by another trial.
    assert!(time(100_000, 1) > 20 * time(100, 1));
    assert!(time(100, 1) > time(100, 25));
}

const INKALA: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// A pattern with rotational symmetry and 32 cells.
const PATTERN: &str = concat!(
    "X..X.X..X",
    ".X..X..X.",
    "..X...X..",
    "X..X.X..X",
    ".X.....X.",
    "X..X.X..X",
    "..X...X..",
    ".X..X..X.",
    "X..X.X..X",
);

fn pattern() -> CellSet {
    PATTERN.bytes().enumerate().fold(0, |cells, (cell, byte)| cells | CellSet::from(byte == b'X') << cell)
}

fn near(distance: usize) -> Target {
    let puzzle = Grid::parse(INKALA.as_bytes()).unwrap();
    Target::Near(Arc::new(Neighbourhood::new(puzzle, distance, 1).unwrap()))
}

fn write(generation: &Generation) -> (Vec<String>, Written) {
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
    let mut dlx = dlx();
    for symmetry in Symmetry::ALL {
        let orbits = symmetry.orbits();
        for Generated { puzzle, solution } in make(Target::Symmetric(symmetry, None), 5, Simd::detect(), 12) {
            assert_eq!(solutions(&mut *dlx, &puzzle), [solution]);
            for orbit in members(orbits.of_cells(puzzle.filled())) {
                let cells = orbits.cells(orbit as u8);
                assert_eq!(puzzle.filled() & cells, cells, "{symmetry:?}: {puzzle}");
                let less = masked(&solution, puzzle.filled() & !cells);
                assert_eq!(solutions(&mut *dlx, &less).len(), 2, "{symmetry:?}: {puzzle}");
            }
        }
        let wanted = 28..=30;
        for Generated { puzzle, .. } in make(Target::Symmetric(symmetry, Some(wanted.clone())), 5, Simd::detect(), 12) {
            assert!(wanted.contains(&puzzle.clues()), "{symmetry:?}: {puzzle}");
            assert_eq!(orbits.of_cells(puzzle.filled()) & orbits.of_cells(!puzzle.filled() & ((1 << CELLS) - 1)), 0);
        }
    }
    assert!(Generator::new(Target::Symmetric(Symmetry::Quarter, Some(26..=27)), 0, Simd::Scalar).is_err());
}

#[test]
fn clues_are_in_the_cells_of_the_pattern() {
    let mut dlx = dlx();
    for Generated { puzzle, solution } in make(Target::Pattern(pattern()), 1, Simd::detect(), 8) {
        assert_eq!(puzzle.filled(), pattern());
        assert_eq!(solutions(&mut *dlx, &puzzle), [solution]);
    }
    assert!(Generator::new(Target::Pattern(0xffff), 0, Simd::Scalar).is_err());
}

/// The oracle: every other value of every cell in place of every given, with a solver for each question.
#[test]
fn variations_at_distance_one_are_complete() {
    let (mut dlx, puzzle) = (dlx(), Grid::parse(INKALA.as_bytes()).unwrap());
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
                if with != puzzle && !with.has_conflict() && solutions(&mut *dlx, &with).len() == 1 {
                    expected.insert(with);
                }
            }
        }
    }
    assert_eq!(found.len(), expected.len());
    assert_eq!(found.iter().map(|made| made.puzzle).collect::<HashSet<_>>(), expected);
}

#[test]
fn variations_differ_and_have_one_solution() {
    let mut dlx = dlx();
    let puzzle = Grid::parse(INKALA.as_bytes()).unwrap();
    let order = Order { minimal: true, ..Order::default() };
    let (rows, written) = write(&generation(near(2), order, 40));
    assert_eq!((rows.len(), written.ended.unwrap()), (40, Ended::Complete));
    let grids: Vec<Grid> = rows.iter().map(|row| Grid::parse(&row.as_bytes()[..CELLS]).unwrap()).collect();
    for grid in &grids {
        assert_eq!(grid.clues(), puzzle.clues());
        let kept = (0..CELLS).filter(|&cell| grid.get(cell) != 0 && grid.get(cell) == puzzle.get(cell)).count();
        assert!((puzzle.clues() - 2..puzzle.clues()).contains(&kept));
        assert_minimal(&mut *dlx, grid);
        assert_eq!(solutions(&mut *dlx, grid).len(), 1);
    }
    let all = grids.into_iter().chain([puzzle]).map(AnyGrid::from);
    let classes: HashSet<AnyGrid> = all.filter_map(|grid| Some(canonical(&grid)?.grid)).collect();
    assert_eq!(classes.len(), 41);
}

#[test]
fn the_variations_end() {
    let (rows, written) = write(&generation(near(1), Order::default(), 1_000_000));
    assert_eq!(written.ended.unwrap(), Ended::Exhausted);
    assert!(!rows.is_empty() && rows.len() == written.found);
}

#[test]
fn rated_again_every_row_fits_and_threads_change_nothing() {
    let orders = [
        Order { rating: Some(Tenths(26)..=Tenths(40)), ..Order::default() },
        Order { technique: Some(Technique::NakedPair), rating: Some(Tenths(0)..=Tenths(45)), minimal: true },
    ];
    let targets = [Target::Minimal, Target::Symmetric(Symmetry::Rotational, Some(26..=30)), Target::Clues(24..=26)];
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
                assert_minimal(&mut *dlx(), &puzzle);
            }
        }
    }
}

#[test]
fn a_generation_ends_when_the_time_is_over() {
    let hopeless = Order { rating: Some(Tenths(10)..=Tenths(10)), technique: Some(Technique::Nishio), minimal: false };
    let time = Some(Duration::from_millis(300));
    let (rows, written) = write(&Generation { time, ..generation(Target::Minimal, hopeless, 5) });
    assert_eq!((rows.len(), written.ended.unwrap(), written.part), (0, Ended::TimeOver, None));
    let plain = Generation { time, ..generation(Target::Minimal, Order::default(), 1_000_000_000) };
    let (rows, written) = write(&plain);
    assert_eq!(written.ended.unwrap(), Ended::TimeOver);
    let (expected, _) = write(&Generation { count: 512, time: None, ..plain });
    assert_eq!(rows[..rows.len().min(512)], expected[..rows.len().min(512)]);
}
