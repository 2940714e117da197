//! The rater against a second implementation of its techniques, against known ratings, and against what must hold for any path.

mod agreement;
mod known;
mod properties;

use std::sync::LazyLock;

use super::{Board, Placed, Rater, Step, Tenths, oracle::Hint};
use grid::{Grid, members};

const NO_LIMIT: Tenths = Tenths(u8::MAX);
/// The rating of the hardest technique of the oracle.
const XYZ_WING: Tenths = Tenths(44);

struct Puzzle {
    puzzle: Grid,
    solution: Grid,
}

/// Puzzles with one solution: minimal ones, and some with a few clues more.
static PUZZLES: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
    let sets = [include_str!("../../../../datasets/minimal.csv"), include_str!("../../../../datasets/clues-22-28.csv")];
    let puzzle = |row: &str| {
        let [puzzle, solution] = [0, 1].map(|n| row.split(',').nth(n).expect("a puzzle and its solution"));
        let [puzzle, solution] = [puzzle, solution].map(|grid| Grid::parse(grid.as_bytes()).expect("a grid"));
        Puzzle { puzzle, solution }
    };
    sets.into_iter().flat_map(|rows| rows.lines().skip(1).take(1000).map(puzzle)).collect()
});

/// Returns the steps that solve a puzzle; `None` if some step would be rated above the limit.
fn path(rater: &mut Rater, puzzle: &Grid, limit: Tenths) -> Option<Vec<Step>> {
    let mut board = Board::of(puzzle);
    let mut steps = Vec::new();
    while !board.is_solved() {
        let step = rater.next_step(&mut board, limit).ok()?;
        board.apply(&step);
        steps.push(step);
    }
    Some(steps)
}

/// Returns the ratings of a path in tenths: of the hardest step (ER), of the hardest up to the first that places a digit (EP),
/// and of the first (ED).
fn ratings(path: &[Step]) -> [u8; 3] {
    let hardest = |steps: &[Step]| steps.iter().map(|step| step.tenths().0).max().expect("a step");
    let first_placement = path.iter().position(|step| step.placed.is_some()).expect("a placement");
    [hardest(path), hardest(&path[..=first_placement]), path[0].tenths().0]
}

fn hint_of(step: &Step) -> Hint {
    let placed = step.placed.map(|Placed { cell, digit }| (cell as usize, digit as usize));
    let with_digit = |(digit, &cells)| members(cells).map(move |cell| (cell, digit));
    Hint { rating: step.tenths().0, placed, removed: step.removed.iter().enumerate().flat_map(with_digit).collect() }
}
