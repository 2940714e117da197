//! A quick test of an engine: puzzles whose answers are known.

use grid::{AnyGrid, Grid, Shape, simd::Simd};
use solver::strategy::{Answer, End, Entry, Limits, build_for_few_solutions};

use super::Config;
use corpus::{
    error::{Error, Result},
    numbers::plural,
};

/// A dozen puzzles, from easy ones to hard ones.
const PUZZLES: [&str; 12] = [
    "3.65.84..52........87....31..3.1..8.9..863..5.5..9.6..13....25........74..52.63..",
    ".4.61..9..7..5....1.3948...961.....2..58261..8.....365...3792.4....8..5..8..65.3.",
    ".2.4..7..7....6..8.83.....1..26......5.....7......39..9.....83.3..5....7..1..4.6.",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
    "2...8.3...6..7..84.3.5..2.9...1.54.8.........4.27.6...3.1..7.4.72..4..6...4.1...3",
    "......9.7...42.18....7.5.261..9.4....5.....4....5.7..992.1.8....34.59...5.7......",
    ".3..5..4...8.1.5..46.....12.7.5.2.8....6.3....4.1.9.3.25.....98..1.2.6...8..6..2.",
    "..54.27..4...7..1.....3..5..5...6.3...62......8.........4.23.69.9.7.42.....58....",
    "4...92.373.1....69...4.......638....7.......18..5.......9..8..5.5...41.2.....6.9.",
    "8...7..23..9....4.37.9..6...1..5..3.654.23..7........8...2.5.....3.67..92..19..5.",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
];

const TWO_SOLUTIONS: &str = "906070403000400200070023010500000100040208060003000005030700050007005000405010708";
/// A puzzle whose givens do not conflict, and that has no solution.
const NO_SOLUTION: &str = "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..";

pub enum Fault {
    Wrong(String),
    Missing(String),
}

/// Runs an engine on a dozen puzzles, one with two solutions and one without any; for other shapes than 9×9, on a few
/// that are made up. Calls `on_search` before each search, with its number from 1; once for each shape if the engine
/// solves lists. Returns what is wrong. Returns an error if the engine does not start.
pub fn smoke_test(engine: &Config, mut on_search: impl FnMut(u64)) -> Result<Vec<Fault>> {
    let max_solutions = if engine.settings { 2 } else { 1 };
    let entry = engine.entry(max_solutions, &Limits::NONE, false, None)?;
    let mut faults = Vec::new();
    let mut searches = 0;
    for shape in engine.shapes.to_test() {
        let mut on_search = || {
            searches += 1;
            on_search(searches);
        };
        faults.extend(test_shape(&entry, shape, max_solutions, &mut on_search)?);
    }
    Ok(faults)
}

fn test_shape(entry: &Entry, shape: Shape, max_solutions: u64, on_search: &mut impl FnMut()) -> Result<Vec<Fault>> {
    let mut strategy = entry.build(shape, Simd::detect()).map_err(Error::start)?;
    let puzzles = match shape.is_classic() {
        true => PUZZLES.iter().chain([&TWO_SOLUTIONS, &NO_SOLUTION]).map(|text| grid(text)).collect(),
        false => puzzles_of(shape),
    };
    let mut answers: Vec<_> = puzzles.iter().map(|_| Answer::new(max_solutions)).collect();
    if entry.amortised {
        on_search();
        strategy.solve_block(&puzzles, &Limits::NONE, &mut answers);
    } else {
        for (puzzle, answer) in puzzles.chunks(1).zip(answers.chunks_mut(1)) {
            on_search();
            strategy.solve_block(puzzle, &Limits::NONE, answer);
        }
    }
    Ok(puzzles.iter().zip(&answers).filter_map(|(puzzle, answer)| fault(puzzle, answer)).collect())
}

fn fault(puzzle: &AnyGrid, answer: &Answer) -> Option<Fault> {
    if matches!(answer.outcome.end, End::Failed | End::NotTried) {
        let reason = answer.message.as_deref().unwrap_or("no answer");
        return Some(Fault::Missing(format!("{puzzle}: {reason}")));
    }
    let wrong = |reason: String| Some(Fault::Wrong(format!("{puzzle}: {reason}")));
    let expected = number_of_solutions(puzzle, answer.solutions.max());
    match answer.solutions.kept() {
        [first, ..] if !first.is_solution_of(puzzle) => wrong(format!("{first} is no solution")),
        _ if answer.solutions.found() != expected => {
            wrong(format!("{} found, where there are {expected}", plural(answer.solutions.found(), "solution")))
        }
        _ => None,
    }
}

fn number_of_solutions(puzzle: &AnyGrid, most: u64) -> u64 {
    let mut fastest = build_for_few_solutions(puzzle.shape());
    let mut answer = Answer::new(most);
    fastest.solve(puzzle, &Limits::NONE, &mut answer.solutions);
    answer.solutions.found()
}

/// Returns a puzzle of a shape with one solution, one with several and one without any: some cells of one full grid are blank.
fn puzzles_of(shape: Shape) -> Vec<AnyGrid> {
    let full = shape.pattern();
    let side = shape.side();
    let without = |is_blank: &dyn Fn(usize) -> bool| {
        let value = |(cell, &value): (usize, &u8)| if is_blank(cell) { 0 } else { value };
        AnyGrid::new(shape, full.iter().enumerate().map(value).collect::<Vec<u8>>()).expect("values of the shape")
    };
    let one = without(&|cell| cell / side == 1 || cell % side == cell / side);
    // The two rows can change places.
    let several = without(&|cell| cell / side < 2);
    // The first cell can only have a value that is in the second.
    let mut none = without(&|cell| cell < side || cell % side == 1 && full[cell] == full[0]);
    none.set(1, full[0]);
    vec![one, several, none]
}

fn grid(text: &str) -> AnyGrid {
    Grid::parse(text.as_bytes()).expect("81 cells").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answers_are_known() {
        assert!(PUZZLES.iter().all(|puzzle| number_of_solutions(&grid(puzzle), 2) == 1));
        assert_eq!(number_of_solutions(&grid(TWO_SOLUTIONS), 3), 2);
        assert!(!grid(NO_SOLUTION).has_conflict() && number_of_solutions(&grid(NO_SOLUTION), 1) == 0);
    }

    #[test]
    fn the_answers_of_other_shapes_are_known() {
        for [height, width] in [[2, 2], [2, 3], [3, 2], [1, 7], [7, 1], [4, 4], [5, 5]] {
            let puzzles = puzzles_of(Shape::new(height, width).unwrap());
            assert!(puzzles.iter().all(|puzzle| !puzzle.has_conflict()));
            let numbers: Vec<u64> = puzzles.iter().map(|puzzle| number_of_solutions(puzzle, 2)).collect();
            assert_eq!(numbers, [1, 2, 0], "{height}×{width}");
        }
    }
}
