//! Every complete strategy agrees with all others on the status and the number of solutions up to 3, and every width of
//! `lanes` has the same counts. Each 32 bytes of the input are a puzzle, from blank to contradictory.

#![no_main]

use std::cell::RefCell;

use libfuzzer_sys::fuzz_target;
use sudoku_bench::{
    grid::{CELLS, Grid},
    simd::Simd,
    strategy::{self, Answer, End, Limits, Outcome, Solutions, Stop, Strategy},
};

/// The largest number of nodes of a search: a hard puzzle is no finding.
const LIMITS: Limits<'static> = Limits { nodes: 1000, time: None, stop: Stop::NEVER };
const MAX_SOLUTIONS: u64 = 3;
/// The most puzzles of an input: more than the widest `lanes` has.
const MOST: usize = 36;
const SOLUTION: &[u8; CELLS] = b"812753649943682175675491283154237896369845721287169534521974368438526917796318452";

/// Makes a puzzle: cells of a solution with its values and bands permuted, and some changed cells.
fn puzzle(bytes: &[u8]) -> Grid {
    let byte = |place: usize| bytes.get(place).copied().unwrap_or(0);
    let mut values: Vec<u8> = (1..=9).collect();
    (0..9).for_each(|place| values.swap(place, usize::from(byte(place)) % 9));
    let rows = usize::from(byte(9));
    let mut grid = Grid::EMPTY;
    for cell in 0..CELLS {
        let (band, row) = (cell / 27 + rows, (cell / 9) % 3 + rows / 3);
        let from = band % 3 * 27 + row % 3 * 9 + cell % 9;
        if byte(10 + cell / 8) >> (cell % 8) & 1 == 1 {
            grid.set(cell, values[usize::from(SOLUTION[from] - b'1')]);
        }
    }
    for change in bytes.get(21..).unwrap_or_default().chunks_exact(2) {
        grid.set(usize::from(change[0]) % CELLS, change[1] % 10);
    }
    grid
}

/// The workspaces, which are reused from input to input as from puzzle to puzzle of a run.
struct Solvers {
    complete: Vec<(String, Box<dyn Strategy>)>,
    widths: Vec<(Simd, Box<dyn Strategy>)>,
}

impl Solvers {
    fn new() -> Solvers {
        let native = "a strategy of the registry starts";
        let complete = strategy::REGISTRY.iter().filter(|entry| entry.complete);
        let lanes = strategy::find("lanes").expect("it is in the registry");
        Solvers {
            complete: complete
                .map(|entry| (entry.name.to_string(), entry.build(Simd::detect()).expect(native)))
                .collect(),
            widths: Simd::available().map(|simd| (simd, lanes.build(simd).expect(native))).collect(),
        }
    }

    /// Solves a puzzle with every complete strategy.
    fn check_agreement(&mut self, puzzle: &Grid) {
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

    /// Solves a block with every width of `lanes`.
    fn check_widths(&mut self, puzzles: &[Grid]) {
        let mut first: Option<Vec<(Outcome, Vec<Grid>)>> = None;
        for (simd, lanes) in &mut self.widths {
            let mut answers: Vec<_> = puzzles.iter().map(|_| Answer::new(MAX_SOLUTIONS)).collect();
            lanes.solve_block(puzzles, &LIMITS, &mut answers);
            let found: Vec<_> =
                answers.iter().map(|answer| (answer.outcome, answer.solutions.kept().to_vec())).collect();
            assert_eq!(&found, first.get_or_insert_with(|| found.clone()), "{simd}: {puzzles:?}");
        }
    }
}

/// Checks the answer of a complete strategy by itself.
fn check(name: &str, puzzle: &Grid, outcome: &Outcome, solutions: &Solutions) {
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
    let puzzles: Vec<Grid> = data.chunks(32).take(MOST).map(puzzle).collect();
    SOLVERS.with_borrow_mut(|solvers| {
        puzzles.iter().take(2).for_each(|puzzle| solvers.check_agreement(puzzle));
        solvers.check_widths(&puzzles);
    });
});
