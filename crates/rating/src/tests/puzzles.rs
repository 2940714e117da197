//! Random puzzles with one solution: minimal ones, and the same with a few clues more.

use std::sync::LazyLock;

use grid::{AnyGrid, CELLS, Grid, Shape, Symmetry, cell_in_box, random::SplitMix64};
use solver::strategy::{Limits, Solutions, Strategy, build_for_any_shape};

pub struct Puzzle {
    pub puzzle: Grid,
    pub solution: Grid,
}

/// Minimal puzzles take most of the time, so several puzzles are made of each.
const MINIMAL_PUZZLES: usize = 400;
/// The number of clues that are added to a minimal puzzle, one for each puzzle that is made of it.
const ADDED_CLUES: [usize; 5] = [0, 0, 1, 2, 4];

pub static PUZZLES: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
    let mut random = SplitMix64(1);
    let mut dlx = build_for_any_shape(Shape::NINE);
    (0..MINIMAL_PUZZLES).flat_map(|_| puzzles_of_a_grid(&mut *dlx, &mut random)).collect()
});

fn puzzles_of_a_grid(dlx: &mut dyn Strategy, random: &mut SplitMix64) -> [Puzzle; ADDED_CLUES.len()] {
    let solution = random_solution(dlx, random);
    let minimal = minimal_puzzle(dlx, &solution, random);
    ADDED_CLUES.map(|added| {
        let mut puzzle = minimal;
        let blanks = random_cells(random).into_iter().filter(|&cell| minimal.get(cell) == 0);
        blanks.take(added).for_each(|cell| puzzle.set(cell, solution.get(cell)));
        // Another order of rows, columns and digits, so the puzzles of one grid differ in their steps.
        let symmetry = Symmetry::random(Shape::NINE, random);
        Puzzle { puzzle: symmetry.apply_to_nine(&puzzle), solution: symmetry.apply_to_nine(&solution) }
    })
}

/// Returns a random full grid. The boxes of a diagonal share no row and no column, so any values of theirs have a solution.
fn random_solution(dlx: &mut dyn Strategy, random: &mut SplitMix64) -> Grid {
    let mut grid = Grid::EMPTY;
    for r#box in [0, 4, 8] {
        let mut values = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        random.shuffle(&mut values);
        values.iter().enumerate().for_each(|(i, &value)| grid.set(cell_in_box(r#box, i), value));
    }
    first_solutions(dlx, &grid, 1).remove(0)
}

fn minimal_puzzle(dlx: &mut dyn Strategy, solution: &Grid, random: &mut SplitMix64) -> Grid {
    let mut puzzle = *solution;
    for cell in random_cells(random) {
        puzzle.set(cell, 0);
        if first_solutions(dlx, &puzzle, 2).len() > 1 {
            puzzle.set(cell, solution.get(cell));
        }
    }
    puzzle
}

/// Returns solutions up to a limit.
fn first_solutions(dlx: &mut dyn Strategy, puzzle: &Grid, limit: u64) -> Vec<Grid> {
    let mut solutions = Solutions::new(limit);
    dlx.solve(&(*puzzle).into(), &Limits::NONE, &mut solutions);
    solutions.kept().iter().filter_map(AnyGrid::nine).copied().collect()
}

fn random_cells(random: &mut SplitMix64) -> [usize; CELLS] {
    let mut cells = std::array::from_fn(|cell| cell);
    random.shuffle(&mut cells);
    cells
}
