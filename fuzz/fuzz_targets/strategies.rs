//! Every complete strategy agrees with all others on the status and the number of solutions up to 3, and both kernels of
//! `lanes` have the same counts and solutions with every instruction set. Each 32 bytes of the input are a puzzle, from
//! blank to contradictory.

#![no_main]

use std::cell::RefCell;

use grid::{AnyGrid, CELLS, Grid, Shape, simd::Simd};
use libfuzzer_sys::fuzz_target;
use solver::strategy::{self, Answer, End, Kernels, Lanes, Limits, Outcome, Solutions, Stop, Strategy};

/// The largest number of nodes of a search: a hard puzzle is no finding.
const LIMITS: Limits<'static> = Limits { nodes: 1000, time: None, stop: Stop::NEVER };
/// The largest number of nodes of a search in a block of `lanes`, of which an input has many.
const BLOCK_LIMITS: Limits<'static> = Limits { nodes: 100, ..LIMITS };
const MAX_SOLUTIONS: u64 = 3;
const SOLUTION: &[u8; CELLS] = b"812753649943682175675491283154237896369845721287169534521974368438526917796318452";

/// Makes a puzzle: cells of a solution with its values and bands permuted, and some changed cells.
fn puzzle(bytes: &[u8]) -> AnyGrid {
    let byte = |place: usize| bytes.get(place).copied().unwrap_or(0);
    let mut values: Vec<u8> = (1..=9).collect();
    (0..9).for_each(|place| values.swap(place, usize::from(byte(place)) % 9));
    let rows = usize::from(byte(9));
    let mut grid = Grid::EMPTY;
    for cell in 0..CELLS {
        let band = cell / 27 + rows;
        let row = (cell / 9) % 3 + rows / 3;
        let from = band % 3 * 27 + row % 3 * 9 + cell % 9;
        if byte(10 + cell / 8) >> (cell % 8) & 1 == 1 {
            grid.set(cell, values[usize::from(SOLUTION[from] - b'1')]);
        }
    }
    for change in bytes.get(21..).unwrap_or_default().chunks_exact(2) {
        grid.set(usize::from(change[0]) % CELLS, change[1] % 10);
    }
    grid.into()
}

/// Returns a puzzle with its values, rows and columns moved in one of 729 ways: number 0 is the puzzle itself. The search
/// for each has other counts, because the search tries low values and early cells first.
fn variant(puzzle: &AnyGrid, number: usize) -> AnyGrid {
    let digit = |place: u32| number / 3usize.pow(place) % 3;
    // Moves a line within its band or stack, and the band or stack.
    let line = |line: usize, within: usize, of: usize| (line / 3 + of) % 3 * 3 + (line + within) % 3;
    let mut grid = Grid::EMPTY;
    for cell in 0..CELLS {
        let row = line(cell / 9, digit(2), digit(3));
        let column = line(cell % 9, digit(4), digit(5));
        let value = puzzle.cells()[row * 9 + column];
        let moved = (usize::from(value) + 8 + number % 9) % 9 + 1;
        grid.set(cell, if value == 0 { 0 } else { moved as u8 });
    }
    grid.into()
}

/// The workspaces, which are reused from input to input as from puzzle to puzzle of a run.
struct Solvers {
    complete: Vec<(String, Box<dyn Strategy>)>,
    lanes: Vec<(Simd, Lanes)>,
    /// The largest block that is solved.
    block: usize,
}

impl Solvers {
    fn new() -> Solvers {
        let native = "a strategy of the registry starts";
        let complete = strategy::REGISTRY.iter().filter(|entry| entry.complete);
        let lanes: Vec<_> = Simd::available().map(|simd| (simd, Lanes::new(simd))).collect();
        Solvers {
            complete: complete
                .map(|entry| (entry.name.to_string(), entry.build(Shape::NINE, Simd::detect()).expect(native)))
                .collect(),
            block: lanes.iter().map(|(_, lanes)| wide_block(&lanes.kernels())).max().expect("there is a scalar one"),
            lanes,
        }
    }

    /// Solves a puzzle with every complete strategy.
    fn check_agreement(&mut self, puzzle: &AnyGrid) {
        let mut agreed = None;
        for (name, strategy) in &mut self.complete {
            if puzzle.has_conflict() && !strategy.accepts_conflicts() {
                continue;
            }
            let mut solutions = Solutions::new(MAX_SOLUTIONS);
            let outcome = strategy.solve(puzzle, &LIMITS, &mut solutions);
            check(name, puzzle, &outcome, &solutions);
            if outcome.end == End::Complete {
                let found = *agreed.get_or_insert(solutions.found());
                assert_eq!(solutions.found(), found, "{name}: {puzzle}");
            }
        }
    }

    /// Solves blocks with both kernels of every instruction set. A short input is filled up with variants of its puzzles,
    /// as the wide kernels begin only with blocks that fill their lanes.
    fn check_kernels(&mut self, puzzles: &[AnyGrid]) {
        let block: Vec<AnyGrid> =
            (0..self.block).map(|place| variant(&puzzles[place % puzzles.len()], place / puzzles.len())).collect();
        let (simd, lanes) = &mut self.lanes[0];
        let largest_narrow = lanes.kernels().wide.lanes - 1;
        let narrow = block.chunks(largest_narrow).flat_map(|puzzles| solve_narrow(*simd, lanes, puzzles));
        let expected: Vec<Answer> = narrow.collect();
        for (simd, lanes) in &mut self.lanes {
            let kernels = lanes.kernels();
            // A puzzle alone, and a block that gives every lane to a second puzzle.
            for size in [1, 2 * kernels.narrow.lanes] {
                let answers = solve_narrow(*simd, lanes, &block[..size]);
                check_equal(*simd, &block[..size], &answers, &expected);
            }
            let puzzles = &block[..wide_block(&kernels)];
            let answers = solve_wide(*simd, lanes, puzzles);
            check_equal(*simd, puzzles, &answers, &expected);
        }
    }
}

/// Returns the size of a block that fills the lanes of the wide kernel, and gives half of them to a second puzzle.
fn wide_block(kernels: &Kernels) -> usize {
    kernels.wide.lanes * 3 / 2
}

/// Solves a block that is too small for the wide kernel, and checks that the narrow kernel alone has run.
fn solve_narrow(simd: Simd, lanes: &mut Lanes, puzzles: &[AnyGrid]) -> Vec<Answer> {
    let before = lanes.kernels();
    let answers = solve(lanes, puzzles);
    let after = lanes.kernels();
    assert!(after.narrow.sweeps > before.narrow.sweeps, "{simd}: the narrow kernel did not run");
    assert_eq!(after.wide, before.wide, "{simd}: the wide kernel ran, for {} puzzles", puzzles.len());
    answers
}

/// Solves a block that fills the lanes of the wide kernel, and checks that this kernel has run. The narrow kernel solves the
/// last puzzles, unless all end at once.
fn solve_wide(simd: Simd, lanes: &mut Lanes, puzzles: &[AnyGrid]) -> Vec<Answer> {
    let before = lanes.kernels();
    let answers = solve(lanes, puzzles);
    let after = lanes.kernels();
    assert!(
        after.wide.sweeps > before.wide.sweeps,
        "{simd}: the wide kernel did not run, for {} puzzles",
        puzzles.len()
    );
    answers
}

/// Solves a block. The answers are new, so that one that was not written cannot be that of another block.
fn solve(lanes: &mut Lanes, puzzles: &[AnyGrid]) -> Vec<Answer> {
    let mut answers: Vec<_> = puzzles.iter().map(|_| Answer::new(MAX_SOLUTIONS)).collect();
    lanes.solve_block(puzzles, &BLOCK_LIMITS, &mut answers);
    answers
}

/// Checks that the answers to a block are those expected.
fn check_equal(simd: Simd, puzzles: &[AnyGrid], answers: &[Answer], expected: &[Answer]) {
    let of = |answer: &Answer| (answer.outcome, answer.solutions.found(), answer.solutions.kept().to_vec());
    for (place, ((puzzle, answer), expected)) in puzzles.iter().zip(answers).zip(expected).enumerate() {
        let is_equal = answer.outcome == expected.outcome
            && answer.solutions.found() == expected.solutions.found()
            && answer.solutions.kept() == expected.solutions.kept();
        let size = puzzles.len();
        assert!(is_equal, "{simd}, puzzle {place} of {size}: {puzzle}\n{:?}\n{:?}", of(answer), of(expected));
    }
}

/// Checks the answer of a complete strategy by itself.
fn check(name: &str, puzzle: &AnyGrid, outcome: &Outcome, solutions: &Solutions) {
    let kept = solutions.kept();
    assert!(kept.iter().all(|solution| solution.is_solution_of(puzzle)), "{name}: {puzzle}");
    assert!((1..kept.len()).all(|end| !kept[..end].contains(&kept[end])), "{name}: {puzzle}");
    assert!(!puzzle.has_conflict() || kept.is_empty(), "{name}: {puzzle}");
    assert!(outcome.nodes <= LIMITS.nodes && outcome.guesses <= outcome.nodes, "{name}: {puzzle} {outcome:?}");
    assert!(outcome.backtracks <= outcome.nodes, "{name}: {puzzle} {outcome:?}");
    assert!(usize::from(outcome.max_depth) <= CELLS - puzzle.clues(), "{name}: {puzzle} {outcome:?}");
    assert!(matches!(outcome.end, End::Complete | End::NodeLimit), "{name}: {puzzle} {outcome:?}");
    let exhausted = outcome.end == End::Complete && solutions.found() < MAX_SOLUTIONS;
    assert!(!exhausted || outcome.nodes == outcome.backtracks, "{name}: {puzzle} {outcome:?}");
}

fuzz_target!(|data: &[u8]| {
    thread_local!(static SOLVERS: RefCell<Solvers> = RefCell::new(Solvers::new()));
    SOLVERS.with_borrow_mut(|solvers| {
        let puzzles: Vec<AnyGrid> = data.chunks(32).take(solvers.block).map(puzzle).collect();
        puzzles.iter().take(2).for_each(|puzzle| solvers.check_agreement(puzzle));
        if !puzzles.is_empty() {
            solvers.check_kernels(&puzzles);
        }
    });
});
