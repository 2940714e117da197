//! A literal implementation of the rules of `lanes`, for tests: one puzzle, one rule at a time.

use crate::{
    grid::{ALL_VALUES, CELLS, Candidates, Grid, PEERS},
    strategy::{End, Limits, Outcome},
};

type CandidateGrid = [Candidates; CELLS];

/// Returns the outcome and the solutions of a search that stops at `max_solutions` solutions.
pub fn solve(puzzle: &Grid, limits: &Limits, max_solutions: usize) -> (Outcome, Vec<Grid>) {
    let mut search =
        OracleSearch { limits, max_solutions, outcome: Outcome::ZERO, solutions: Vec::new(), conflict: None };
    let candidates = |cell| if puzzle.get(cell) == 0 { ALL_VALUES } else { 1 << (puzzle.get(cell) - 1) };
    search.visit(std::array::from_fn(candidates), None, 0);
    (search.outcome, search.solutions)
}

struct OracleSearch<'a> {
    limits: &'a Limits<'a>,
    max_solutions: usize,
    outcome: Outcome,
    solutions: Vec<Grid>,
    /// The cell of the guess, or of the ruled out value, that last led to a contradiction.
    conflict: Option<usize>,
}

impl OracleSearch<'_> {
    /// Visits a state, `guessed` being the cell of the last guess. Returns true if the whole search stops.
    fn visit(&mut self, mut cells: CandidateGrid, mut guessed: Option<usize>, depth: u8) -> bool {
        loop {
            if fixpoint(&mut cells).is_err() {
                self.conflict = guessed;
                return false;
            }
            if cells.iter().all(|values| values.is_power_of_two()) {
                let mut solution = Grid::EMPTY;
                (0..CELLS).for_each(|cell| solution.set(cell, cells[cell].ilog2() as u8 + 1));
                self.solutions.push(solution);
                return self.solutions.len() == self.max_solutions;
            }
            if self.outcome.nodes == self.limits.nodes {
                self.outcome.end = End::NodeLimit;
                return true;
            }
            self.outcome.nodes += 1;
            self.outcome.guesses += 1;
            self.outcome.max_depth = self.outcome.max_depth.max(depth + 1);
            let cell = self.conflict.filter(|&cell| cells[cell].count_ones() > 1).unwrap_or_else(|| choose(&cells));
            let value = 1 << cells[cell].trailing_zeros();
            let mut next = cells;
            next[cell] = value;
            guessed = Some(cell);
            if self.visit(next, guessed, depth + 1) {
                return true;
            }
            self.outcome.backtracks += 1;
            cells[cell] &= !value;
        }
    }
}

struct Contradiction;

fn fixpoint(cells: &mut CandidateGrid) -> Result<(), Contradiction> {
    loop {
        let before = *cells;
        sweep(cells)?;
        if *cells == before {
            return Ok(());
        }
    }
}

fn sweep(cells: &mut CandidateGrid) -> Result<(), Contradiction> {
    let mut fixed = [0; CELLS];
    for band in 0..3 {
        let band: Vec<usize> = (0..CELLS).filter(|cell| cell / 27 == band).collect();
        for &cell in &band {
            match cells[cell].count_ones() {
                0 => return Err(Contradiction),
                1 => fixed[cell] = cells[cell],
                _ => {}
            }
        }
        pass(cells, &fixed, &band, |cell| cell / 9, true)?;
    }
    for stack in 0..3 {
        let stack: Vec<usize> = (0..CELLS).filter(|cell| cell % 9 / 3 == stack).collect();
        pass(cells, &fixed, &stack, |cell| cell % 9, false)?;
    }
    Ok(())
}

/// Runs a pass over a band or stack. `line` returns the row or column of a cell.
fn pass(
    cells: &mut CandidateGrid,
    fixed: &CandidateGrid,
    all: &[usize],
    line: fn(usize) -> usize,
    with_boxes: bool,
) -> Result<(), Contradiction> {
    let same_line = |a: usize, b: usize| line(a) == line(b);
    let same_box = |a: usize, b: usize| a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3;
    let in_unit = |a: usize, b: usize| same_line(a, b) || with_boxes && same_box(a, b);
    // Naked singles.
    for &cell in all {
        for &other in all.iter().filter(|&&other| in_unit(cell, other)) {
            cells[cell] &= !fixed[other] | fixed[cell];
        }
    }
    // Hidden singles.
    let counted = *cells;
    let places = |value: Candidates, unit: &dyn Fn(usize) -> bool| {
        all.iter().filter(|&&cell| unit(cell) && counted[cell] & value != 0).count()
    };
    let mut hidden = [0; CELLS];
    for &cell in all {
        for value in (0..9).map(|bit| 1 << bit) {
            let in_line = places(value, &|other| same_line(cell, other));
            let in_box = if with_boxes { places(value, &|other| same_box(cell, other)) } else { 9 };
            if in_line == 0 || in_box == 0 {
                return Err(Contradiction);
            }
            if in_line == 1 || in_box == 1 {
                hidden[cell] |= counted[cell] & value;
            }
        }
    }
    // Locked candidates and triples: the values that the triad of a cell removes from the rest of its line and box.
    let union = |cells: &dyn Fn(usize) -> bool| {
        all.iter().filter(|&&cell| cells(cell)).fold(0, |values, &cell| values | counted[cell])
    };
    let mut ruled_out = [0; CELLS];
    for &cell in all {
        let rest_of_line = |other: usize| same_line(cell, other) && !same_box(cell, other);
        let rest_of_box = |other: usize| !same_line(cell, other) && same_box(cell, other);
        let triad = union(&|other| same_line(cell, other) && same_box(cell, other));
        let triple = if triad.count_ones() <= 3 { triad } else { 0 };
        let locked = triad & !(union(&rest_of_box) & union(&rest_of_line));
        if locked.count_ones() > 3 {
            return Err(Contradiction);
        }
        if locked.count_ones() == 3 {
            ruled_out[cell] |= !locked;
        }
        for &other in all {
            if rest_of_line(other) {
                ruled_out[other] |= triad & !union(&rest_of_box) | triple;
            }
            if rest_of_box(other) {
                ruled_out[other] |= triad & !union(&rest_of_line) | triple;
            }
        }
    }
    for &cell in all {
        let hidden = hidden[cell] & !ruled_out[cell];
        cells[cell] &= if hidden != 0 { hidden } else { !ruled_out[cell] };
    }
    Ok(())
}

fn choose(cells: &CandidateGrid) -> usize {
    let count = |cell: usize| cells[cell].count_ones();
    let open = || (0..CELLS).filter(|&cell| count(cell) > 1);
    let fewest = open().map(count).min().unwrap();
    let weight = |cell: usize| {
        let peers = PEERS[cell].iter().map(|&peer| usize::from(peer));
        let sharing = peers.filter(|&peer| cells[peer] & cells[cell] != 0);
        // Unless the cell has two candidates, all peers count the same.
        sharing.map(|peer| if fewest == 2 && count(peer) == 2 { 3 } else { 1 }).sum::<u32>()
    };
    open().filter(|&cell| count(cell) == fewest).rev().max_by_key(|&cell| weight(cell)).unwrap()
}
