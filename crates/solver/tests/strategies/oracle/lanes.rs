//! A literal implementation of the rules of `lanes`: one puzzle, one rule at a time, in another order than the
//! kernels.

use std::cmp::Reverse;

use grid::{ALL_VALUES, AnyGrid, CELLS, Candidates, Grid, PEERS, box_of, column_of, row_of};
use sudoku_bench_solver::strategy::{End, Limits, Outcome};

type CandidateGrid = [Candidates; CELLS];

/// Returns the candidates of the cells before any rule: all nine for a blank.
pub fn candidates_of(puzzle: &AnyGrid) -> CandidateGrid {
    let candidates = |cell: usize| match puzzle.cells()[cell] {
        0 => ALL_VALUES,
        value => 1 << (value - 1),
    };
    puzzle.candidates().copied().unwrap_or_else(|| std::array::from_fn(candidates))
}

pub fn solve(puzzle: &AnyGrid, limits: &Limits, max_solutions: usize) -> (Outcome, Vec<AnyGrid>) {
    let mut search =
        OracleSearch { limits, max_solutions, outcome: Outcome::ZERO, solutions: Vec::new(), conflict: None };
    search.visit(candidates_of(puzzle), None, None, 0);
    (search.outcome, search.solutions)
}

struct OracleSearch<'a> {
    limits: &'a Limits<'a>,
    max_solutions: usize,
    outcome: Outcome,
    solutions: Vec<AnyGrid>,
    /// The cell of the guess, or of the ruled out value, that last led to a contradiction.
    conflict: Option<usize>,
}

impl OracleSearch<'_> {
    /// Visits a state, `guessed` being the cell of the last guess. If `second` is given, guesses in this cell first.
    /// Returns true if the whole search stops.
    fn visit(
        &mut self,
        mut cells: CandidateGrid,
        mut guessed: Option<usize>,
        second: Option<usize>,
        depth: u16,
    ) -> bool {
        if let Some(cell) = second
            && self.outcome.nodes < self.limits.nodes
        {
            if self.guess(&mut cells, cell, None, depth) {
                return true;
            }
            guessed = second;
        }
        loop {
            if fixpoint(&mut cells).is_err() {
                self.conflict = guessed;
                return false;
            }
            if cells.iter().all(|values| values.is_power_of_two()) {
                let mut solution = Grid::EMPTY;
                (0..CELLS).for_each(|cell| solution.set(cell, cells[cell].ilog2() as u8 + 1));
                self.solutions.push(solution.into());
                return self.solutions.len() == self.max_solutions;
            }
            if self.outcome.nodes == self.limits.nodes {
                self.outcome.end = End::NodeLimit;
                return true;
            }
            let pair = |cell: &usize| cells[*cell].count_ones() == 2;
            let cell = self.conflict.filter(pair).unwrap_or_else(|| choose(&cells));
            let apart = |&other: &usize| other != cell && !PEERS[cell].contains(&(other as u8));
            let in_two_cells = self.conflict.is_none() && self.outcome.guesses >= 3;
            let second = (0..CELLS).filter(|_| in_two_cells).filter(pair).find(apart);
            if self.guess(&mut cells, cell, second, depth) {
                return true;
            }
            guessed = Some(cell);
        }
    }

    /// Visits the state in which a cell has its lowest candidate, and then removes this candidate from the cell. Returns
    /// true if the whole search stops.
    fn guess(&mut self, cells: &mut CandidateGrid, cell: usize, second: Option<usize>, depth: u16) -> bool {
        self.outcome.nodes += 1;
        self.outcome.guesses += 1;
        self.outcome.max_depth = self.outcome.max_depth.max(depth + 1);
        let value = 1 << cells[cell].trailing_zeros();
        let mut next = *cells;
        next[cell] = value;
        if self.visit(next, Some(cell), second, depth + 1) {
            return true;
        }
        self.outcome.backtracks += 1;
        cells[cell] &= !value;
        false
    }
}

struct Contradiction;

/// Applies all rules until none changes a cell.
fn fixpoint(cells: &mut CandidateGrid) -> Result<(), Contradiction> {
    loop {
        let before = *cells;
        naked_singles(cells)?;
        hidden_singles(cells)?;
        for first in 0..CELLS {
            if first % 3 == 0 {
                triad(cells, [first, first + 1, first + 2], row_of)?;
            }
            if first / 9 % 3 == 0 {
                triad(cells, [first, first + 9, first + 18], column_of)?;
            }
        }
        if *cells == before {
            return Ok(());
        }
    }
}

fn naked_singles(cells: &mut CandidateGrid) -> Result<(), Contradiction> {
    for cell in 0..CELLS {
        match cells[cell].count_ones() {
            0 => return Err(Contradiction),
            1 => PEERS[cell].iter().for_each(|&peer| cells[usize::from(peer)] &= !cells[cell]),
            _ => {}
        }
    }
    Ok(())
}

fn hidden_singles(cells: &mut CandidateGrid) -> Result<(), Contradiction> {
    for unit_of in [row_of, column_of, box_of] {
        for unit in 0..9 {
            for value in (0..9).map(|bit| 1 << bit) {
                let mut places = (0..CELLS).filter(|&cell| unit_of(cell) == unit && cells[cell] & value != 0);
                let first = places.next().ok_or(Contradiction)?;
                if places.next().is_none() {
                    cells[first] = value;
                }
            }
        }
    }
    Ok(())
}

/// Locked candidates and triples of the three cells that a line and a box share.
fn triad(cells: &mut CandidateGrid, triad: [usize; 3], line: fn(usize) -> usize) -> Result<(), Contradiction> {
    let rest_of = |unit: fn(usize) -> usize| {
        (0..CELLS).filter(move |cell| unit(*cell) == unit(triad[0]) && !triad.contains(cell))
    };
    let union =
        |cells: &CandidateGrid, all: &mut dyn Iterator<Item = usize>| all.fold(0, |values, cell| values | cells[cell]);
    let values = union(cells, &mut triad.into_iter());
    let in_line = union(cells, &mut rest_of(line));
    let in_box = union(cells, &mut rest_of(box_of));
    let needed = values & !(in_line & in_box);
    if values.count_ones() < 3 || needed.count_ones() > 3 {
        return Err(Contradiction);
    }
    let triple = if values.count_ones() == 3 { values } else { 0 };
    rest_of(line).for_each(|cell| cells[cell] &= !(values & !in_box | triple));
    rest_of(box_of).for_each(|cell| cells[cell] &= !(values & !in_line | triple));
    if needed.count_ones() == 3 {
        triad.iter().for_each(|&cell| cells[cell] &= needed);
    }
    Ok(())
}

fn choose(cells: &CandidateGrid) -> usize {
    // Four candidates and more are the same.
    let count = |cell: usize| cells[cell].count_ones().min(4);
    let open = |cell: &usize| count(*cell) > 1;
    let fewest = (0..CELLS).filter(open).map(count).min().unwrap();
    let weight = |cell: usize| {
        let in_box = |peer: &usize| box_of(*peer) == box_of(cell);
        let in_line = |peer: &usize| row_of(*peer) == row_of(cell) || column_of(*peer) == column_of(cell);
        let peers = (0..CELLS).filter(|peer| in_box(peer) && !in_line(peer) && cells[*peer] & cells[cell] != 0);
        peers.map(|peer| if count(peer) == 2 { 3 } else { 1 }).sum::<u32>()
    };
    let by_box = (0..9).flat_map(|r#box| (0..CELLS).filter(move |&cell| box_of(cell) == r#box));
    let cells = by_box.filter(|&cell| count(cell) == fewest);
    cells.min_by_key(|&cell| Reverse(weight(cell))).unwrap()
}
