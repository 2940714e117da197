//! Singles, braids, and trial and error by their definitions and without regard to speed: rule by rule over the 324 CSP
//! variables, and without short cuts.

use std::collections::BTreeSet;

use super::singles::{CandidateSet, Contradiction, State};
use grid::{ALL_CELLS, CellSet, Grid, UNITS, are_peers, members};

type Candidate = (usize, usize);

/// The candidates that are left, as pairs of digit and cell.
#[derive(Clone)]
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

    pub fn close(&mut self) -> Result<(), Contradiction> {
        loop {
            match self.singles()?.first() {
                Some(&(digit, cell)) => self.decide(digit, cell),
                None => return Ok(()),
            }
        }
    }

    /// Returns the candidates that are the only ones of a CSP variable and not decided.
    fn singles(&self) -> Result<Vec<Candidate>, Contradiction> {
        let variables = self.variables();
        if variables.iter().any(Vec::is_empty) {
            return Err(Contradiction);
        }
        let singles = variables.iter().filter(|candidates| candidates.len() == 1).map(|candidates| candidates[0]);
        Ok(singles.filter(|single| !self.decided.contains(single)).collect())
    }

    /// Returns true if a candidate leads to a contradiction by at most `singles` singles. Looks at every set of singles
    /// that can be decided after it.
    pub fn has_braid(&self, (digit, cell): Candidate, singles: usize) -> bool {
        let mut state = self.clone();
        state.decide(digit, cell);
        let mut states = vec![state];
        for left in (0..=singles).rev() {
            let mut seen = BTreeSet::new();
            let mut next = Vec::new();
            for state in &states {
                let Ok(found) = state.singles() else { return true };
                for (digit, cell) in found.into_iter().filter(|_| left > 0) {
                    let mut after = state.clone();
                    after.decide(digit, cell);
                    if seen.insert(after.decided.iter().copied().collect::<BTreeSet<_>>()) {
                        next.push(after);
                    }
                }
            }
            states = next;
        }
        false
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

/// Closes a state under T&E(`depth`): tries every candidate, and begins again after a deletion.
pub fn close(state: &mut State, depth: u8) -> Result<(), Contradiction> {
    let Some(below) = depth.checked_sub(1) else { return state.close() };
    loop {
        close(state, below)?;
        let open = state.open();
        let mut candidates = (0..9).flat_map(|digit| members(open[digit]).map(move |cell| (digit, cell)));
        let refuted = candidates.find(|&(digit, cell)| {
            let mut copy = state.clone();
            copy.decide(digit, cell);
            close(&mut copy, below).is_err()
        });
        match refuted {
            Some((digit, cell)) => state.rule_out(digit, 1 << cell),
            None => return Ok(()),
        }
    }
}
