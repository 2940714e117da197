//! Backtracking with forward checking, and its two ablations.

use std::cmp::Reverse;

use super::{
    AnyGrid,
    units::{Units, Values},
};
use crate::{
    grid::Shape,
    strategy::{Limits, Meter, Outcome, Solutions, Strategy},
};

/// With `MRV`, the blank with the fewest candidates comes first, else the first one. With `DEGREE_LCV`, of equal ones that with
/// the most blank peers, and the value that the fewest of these have as a candidate.
pub struct ForwardChecking<const MRV: bool, const DEGREE_LCV: bool> {
    units: Units,
    cells: Vec<u8>,
    /// The candidates of the blanks. Those of cells that the search filled stay.
    candidates: Vec<Values>,
    /// The number of blank peers of every cell.
    blank_peers: Vec<u16>,
    path: Vec<Choice>,
    /// The peers that have lost a candidate to each assignment on the path.
    trail: Vec<u16>,
}

/// A chosen cell.
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

impl<const MRV: bool, const DEGREE_LCV: bool> ForwardChecking<MRV, DEGREE_LCV> {
    pub fn new(shape: Shape) -> Self {
        let path = vec![Choice::NONE; shape.cells()];
        let units = Units::new(shape);
        Self { units, cells: Vec::new(), candidates: Vec::new(), blank_peers: Vec::new(), path, trail: Vec::new() }
    }

    fn load(&mut self, puzzle: &AnyGrid) {
        self.cells = puzzle.cells().to_vec();
        self.candidates = self.units.candidates(puzzle);
        let blank_peers = |peers: &[u16]| peers.iter().filter(|&&peer| self.cells[usize::from(peer)] == 0).count();
        self.blank_peers = self.units.peers.iter().map(|peers| blank_peers(peers) as u16).collect();
        self.trail.clear();
    }

    fn blanks(&self) -> impl Iterator<Item = usize> {
        self.cells.iter().enumerate().filter(|(_, value)| **value == 0).map(|(cell, _)| cell)
    }

    fn blank_peers(&self, cell: usize) -> impl Iterator<Item = usize> {
        self.units.peers[cell].iter().map(|&peer| usize::from(peer)).filter(|&peer| self.cells[peer] == 0)
    }

    /// Returns the next cell, and its values in the order of trial.
    fn choose(&self) -> Choice {
        let key = |&cell: &usize| {
            let degree = if DEGREE_LCV { self.blank_peers[cell] } else { 0 };
            let count = if MRV { self.candidates[cell].count_ones() } else { 0 };
            (count, Reverse(degree), cell)
        };
        let first = if MRV { self.blanks().min_by_key(key) } else { self.blanks().next() };
        let cell = first.expect("a blank is left");
        let mut choice = Choice { cell: cell as u16, ..Choice::NONE };
        for value in (1..=self.units.shape.side() as u8).filter(|value| self.has(cell, *value)) {
            choice.values[usize::from(choice.count)] = value;
            choice.count += 1;
        }
        if DEGREE_LCV && choice.count > 1 {
            let uses = |value: &u8| self.blank_peers(cell).filter(|&peer| self.has(peer, *value)).count();
            choice.values[..choice.count.into()].sort_by_cached_key(uses);
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
        let mut is_hopeful = true;
        for &peer in &self.units.peers[usize::from(cell)] {
            let at = usize::from(peer);
            self.blank_peers[at] -= 1;
            if self.cells[at] == 0 && self.has(at, value) {
                self.candidates[at] ^= 1 << (value - 1);
                self.trail.push(peer);
                is_hopeful &= self.candidates[at] != 0;
            }
        }
        is_hopeful
    }

    /// Undoes the assignment of a choice.
    fn undo(&mut self, depth: usize) {
        let Choice { cell, trail, .. } = self.path[depth];
        let value = self.path[depth].value();
        for peer in self.trail.drain(trail..) {
            self.candidates[usize::from(peer)] ^= 1 << (value - 1);
        }
        for &peer in &self.units.peers[usize::from(cell)] {
            self.blank_peers[usize::from(peer)] += 1;
        }
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
