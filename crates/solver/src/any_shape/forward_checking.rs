//! Backtracking with forward checking, and its two ablations.

use super::smallest::first_smallest;
use crate::strategy::{Limits, Meter, Outcome, Solutions, Strategy};
use grid::{AnyGrid, Shape, Units, Values};

/// With `MRV`, the blank with the fewest candidates comes first, else the first one. With `DEGREE_LCV`, of equal ones that with
/// the most blank peers, and the value that the fewest of these have as a candidate.
pub struct ForwardChecking<const MRV: bool, const DEGREE_LCV: bool> {
    units: Units,
    cells: Vec<u8>,
    /// The candidates of the blanks. Those of cells that the search filled stay.
    candidates: Vec<Values>,
    /// The key of every cell: the next cell is the first one with the smallest key.
    keys: Vec<i16>,
    path: Vec<Choice>,
    /// The peers that have lost a candidate to each assignment on the path.
    trail: Vec<u16>,
}

#[derive(Clone, Copy)]
struct Choice {
    cell: u16,
    /// Its values in the order of trial, and how many there are, and were tried.
    values: [u8; Shape::MAX_SIDE],
    count: u8,
    tried: u8,
    /// The length of the trail before the assignment.
    trail: usize,
}

impl Choice {
    const NONE: Choice = Choice { cell: 0, values: [0; Shape::MAX_SIDE], count: 0, tried: 0, trail: 0 };

    /// Returns the value that was tried last.
    fn value(&self) -> u8 {
        self.values[usize::from(self.tried) - 1]
    }
}

/// Added to the key of a filled cell.
const FILLED: i16 = 1 << 14;

impl<const MRV: bool, const DEGREE_LCV: bool> ForwardChecking<MRV, DEGREE_LCV> {
    /// What each candidate adds to the key of a cell.
    const CANDIDATE: i16 = if MRV { 1 << 8 } else { 0 };
    /// What each filled peer adds to it: less than a candidate, as a cell of 25×25 has 72 peers.
    const FILLED_PEER: i16 = if DEGREE_LCV { 1 } else { 0 };

    pub fn new(shape: Shape) -> Self {
        let path = vec![Choice::NONE; shape.cells()];
        let units = Units::new(shape);
        Self { units, cells: Vec::new(), candidates: Vec::new(), keys: Vec::new(), path, trail: Vec::new() }
    }

    fn load(&mut self, puzzle: &AnyGrid) {
        self.cells = puzzle.cells().to_vec();
        self.candidates = self.units.candidates(puzzle);
        self.keys = (0..self.cells.len()).map(|cell| self.key(cell)).collect();
        self.trail.clear();
    }

    fn key(&self, cell: usize) -> i16 {
        let filled = if self.cells[cell] > 0 { FILLED } else { 0 };
        let filled_peers = self.units.peers[cell].len() - self.blank_peers(cell).count();
        let candidates = self.candidates[cell].count_ones() as i16;
        filled + candidates * Self::CANDIDATE + filled_peers as i16 * Self::FILLED_PEER
    }

    fn blanks(&self) -> impl Iterator<Item = usize> {
        self.cells.iter().enumerate().filter(|(_, value)| **value == 0).map(|(cell, _)| cell)
    }

    fn blank_peers(&self, cell: usize) -> impl Iterator<Item = usize> {
        self.units.peers[cell].iter().map(|&peer| usize::from(peer)).filter(|&peer| self.cells[peer] == 0)
    }

    /// Returns the next cell, and its values in the order of trial.
    fn choose(&self) -> Choice {
        let (key, cell) = first_smallest(&self.keys);
        debug_assert!(key < FILLED, "a blank is left");
        let mut choice = Choice { cell: cell as u16, ..Choice::NONE };
        for value in values_of(self.candidates[cell]) {
            choice.values[usize::from(choice.count)] = value;
            choice.count += 1;
        }
        if DEGREE_LCV && choice.count > 1 {
            let mut uses = [0_u8; Shape::MAX_SIDE + 1];
            for peer in self.blank_peers(cell) {
                values_of(self.candidates[peer]).for_each(|value| uses[usize::from(value)] += 1);
            }
            choice.values[..choice.count.into()].sort_by_key(|value| uses[usize::from(*value)]);
        }
        choice
    }

    fn has(&self, cell: usize, value: u8) -> bool {
        self.candidates[cell] >> (value - 1) & 1 == 1
    }

    /// Assigns the current value of a choice. Returns false if that leaves a blank no candidate.
    fn assign(&mut self, depth: usize) -> bool {
        self.path[depth].trail = self.trail.len();
        let Choice { cell, .. } = self.path[depth];
        let value = self.path[depth].value();
        self.cells[usize::from(cell)] = value;
        self.keys[usize::from(cell)] += FILLED;
        let mut is_hopeful = true;
        for &peer in &self.units.peers[usize::from(cell)] {
            let at = usize::from(peer);
            self.keys[at] += Self::FILLED_PEER;
            if self.cells[at] == 0 && self.has(at, value) {
                self.candidates[at] ^= 1 << (value - 1);
                self.keys[at] -= Self::CANDIDATE;
                self.trail.push(peer);
                is_hopeful &= self.candidates[at] != 0;
            }
        }
        is_hopeful
    }

    fn undo(&mut self, depth: usize) {
        let Choice { cell, trail, .. } = self.path[depth];
        let value = self.path[depth].value();
        for peer in self.trail.drain(trail..) {
            self.candidates[usize::from(peer)] ^= 1 << (value - 1);
            self.keys[usize::from(peer)] += Self::CANDIDATE;
        }
        for &peer in &self.units.peers[usize::from(cell)] {
            self.keys[usize::from(peer)] -= Self::FILLED_PEER;
        }
        self.keys[usize::from(cell)] -= FILLED;
        self.cells[usize::from(cell)] = 0;
    }

    fn search(&mut self, shape: Shape, mut meter: Meter<'_>, solutions: &mut Solutions<AnyGrid>) -> Outcome {
        let mut outcome = Outcome::ZERO;
        let blanks = self.blanks().count();
        let mut depth = 0;
        self.path[0] = self.choose();
        loop {
            if self.path[depth].tried == self.path[depth].count {
                if depth == 0 {
                    return outcome;
                }
                depth -= 1;
                self.undo(depth);
                outcome.backtracks += 1;
                continue;
            }
            if outcome.nodes == meter.pause
                && let Some(limit) = meter.stop(outcome.nodes)
            {
                return Outcome { end: limit, ..outcome };
            }
            self.path[depth].tried += 1;
            outcome.add_node(self.path[depth].tried < self.path[depth].count, depth + 1);
            let is_hopeful = self.assign(depth);
            let is_solved = depth + 1 == blanks;
            if is_solved {
                let solution = AnyGrid::new(shape, &self.cells[..]).expect("values of the shape");
                if solutions.add(solution) {
                    return outcome;
                }
            }
            if is_solved || !is_hopeful {
                self.undo(depth);
                outcome.backtracks += 1;
            } else {
                depth += 1;
                self.path[depth] = self.choose();
            }
        }
    }
}

/// Returns the values of a set in ascending order.
fn values_of(values: Values) -> impl Iterator<Item = u8> {
    let mut left = values;
    std::iter::from_fn(move || {
        let first = (left != 0).then(|| left.trailing_zeros() as u8 + 1)?;
        left &= left - 1;
        Some(first)
    })
}

impl<const MRV: bool, const DEGREE_LCV: bool> Strategy<AnyGrid> for ForwardChecking<MRV, DEGREE_LCV> {
    fn solve(&mut self, puzzle: &AnyGrid, limits: &Limits<'_>, solutions: &mut Solutions<AnyGrid>) -> Outcome {
        let meter = Meter::start(limits);
        self.load(puzzle);
        if self.blanks().next().is_none() {
            solutions.add(puzzle.without_candidates());
            return Outcome::ZERO;
        }
        if self.blanks().any(|cell| self.candidates[cell] == 0) {
            return Outcome::ZERO;
        }
        self.search(puzzle.shape(), meter, solutions)
    }
}
