//! The closure under singles, rule by rule over the 324 CSP variables and without regard to speed.

use super::singles::{CandidateSet, Contradiction};
use crate::grid::{ALL_CELLS, CellSet, Grid, UNITS, are_peers, members};

type Candidate = (usize, usize);

/// The candidates that are left, as pairs of digit and cell.
pub struct LiteralState {
    left: Vec<Candidate>,
    decided: Vec<Candidate>,
}

impl LiteralState {
    pub fn of(puzzle: &Grid) -> LiteralState {
        let all = (0..9).flat_map(|digit| members(ALL_CELLS).map(move |cell| (digit, cell))).collect();
        let mut state = LiteralState { left: all, decided: Vec::new() };
        members(puzzle.filled()).for_each(|cell| state.decide(usize::from(puzzle.get(cell) - 1), cell));
        state
    }

    /// Decides a candidate, and rules out the other values of its cell and its value in its peers.
    pub fn decide(&mut self, digit: usize, cell: usize) {
        let excludes = |(other, place): Candidate| match place == cell {
            true => other != digit,
            false => other == digit && are_peers(place, cell),
        };
        self.left.retain(|&candidate| !excludes(candidate));
        self.decided.push((digit, cell));
    }

    pub fn rule_out(&mut self, digit: usize, cell: usize) {
        self.left.retain(|&candidate| candidate != (digit, cell));
    }

    /// Decides one single after another.
    pub fn close(&mut self) -> Result<(), Contradiction> {
        loop {
            let variables: Vec<Vec<Candidate>> = self.variables();
            if variables.iter().any(Vec::is_empty) {
                return Err(Contradiction);
            }
            let mut singles =
                variables.iter().filter(|candidates| candidates.len() == 1).map(|candidates| candidates[0]);
            match singles.find(|single| !self.decided.contains(single)) {
                Some((digit, cell)) => self.decide(digit, cell),
                None => return Ok(()),
            }
        }
    }

    /// Returns the candidates of every CSP variable: of each cell, and of each digit in each unit.
    fn variables(&self) -> Vec<Vec<Candidate>> {
        let mut variables = vec![Vec::new(); 324];
        for &(digit, cell) in &self.left {
            variables[cell].push((digit, cell));
            for unit in (0..27).filter(|&unit| UNITS[unit] >> cell & 1 == 1) {
                variables[81 + 9 * unit + digit].push((digit, cell));
            }
        }
        variables
    }

    pub fn open(&self) -> CandidateSet {
        let mut open = [0; 9];
        let decided = self.decided();
        self.left.iter().for_each(|&(digit, cell)| open[digit] |= 1 << cell & !decided);
        open
    }

    pub fn decided(&self) -> CellSet {
        self.decided.iter().fold(0, |cells, &(_, cell)| cells | 1 << cell)
    }
}
